//! Keeps the curves until what they are made from changes.

use super::{Curve, RotationParts, curves_of};
use crate::anim::ClipId;
use crate::document::{ModelId, TrackOwner, TrackPath};
use crate::ui::timeline::{ShownClip, TimelineView};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What curves are made from.
#[derive(Clone, Debug, PartialEq)]
struct CurveKeyed {
    revision: u64,
    home: (ModelId, ClipId),
    paths: Vec<TrackPath>,
    parts: RotationParts,
}

/// The curves of the shown channels.
#[derive(Clone, Debug, Default)]
pub struct CurveCache {
    curves: Arc<Vec<Curve>>,
    made_from: Option<CurveKeyed>,
}

impl CurveCache {
    /// The curves of `paths`, made anew only if something changed.
    ///
    /// Also says whether other channels are shown than before.
    pub fn curves(
        &mut self,
        view: &TimelineView<'_>,
        shown: &ShownClip<'_>,
        paths: Vec<TrackPath>,
        parts: RotationParts,
    ) -> (Arc<Vec<Curve>>, bool) {
        let made_from = CurveKeyed {
            revision: view.revision,
            home: shown.key_home(),
            paths,
            parts,
        };
        let mut are_others = false;
        if self.made_from.as_ref() != Some(&made_from) {
            are_others = !self.made_from.as_ref().is_some_and(|before| {
                before.paths == made_from.paths
                    && before.home == made_from.home
                    && before.parts == made_from.parts
            });
            let paths = made_from.paths.iter();
            let curves = paths
                .flat_map(|&path| curves_of(shown.model, shown.key_index, path, parts))
                .collect();
            self.curves = Arc::new(curves);
            self.made_from = Some(made_from);
        }
        (Arc::clone(&self.curves), are_others)
    }

    /// The curves as of the last call of [`CurveCache::curves`].
    pub fn last(&self) -> Arc<Vec<Curve>> {
        Arc::clone(&self.curves)
    }
}

/// The channels whose curves are shown.
///
/// Those picked one by one and the selected channel, if its owner is selected; else every channel
/// with keys of the selected bones and part.
pub fn shown_channels(
    view: &TimelineView<'_>,
    shown: &ShownClip<'_>,
    picked: &BTreeSet<TrackPath>,
) -> Vec<TrackPath> {
    let bones = view
        .selection
        .bones()
        .iter()
        .map(|&id| TrackOwner::Bone(id));
    let owners: Vec<TrackOwner> = bones.chain(view.selection.part).collect();
    let mut paths: BTreeSet<TrackPath> = picked.clone();
    paths.extend(
        view.selection
            .channel
            .filter(|path| owners.contains(&path.owner)),
    );
    paths.retain(|&path| shown.model.track(path).is_some());
    if !paths.is_empty() {
        return paths.into_iter().collect();
    }
    owners
        .into_iter()
        .flat_map(|owner| shown.model.owner_tracks(owner))
        .filter(|(_, track)| {
            let mut times = shown.model.own_times(*track, shown.key_index);
            times.next().is_some()
        })
        .map(|(path, _)| path)
        .collect()
}
