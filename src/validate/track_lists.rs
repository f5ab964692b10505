//! All lists of keyframes of a model, with the path of each.

use crate::anim::{Driver, KeyList, Track, TrackKeys, TrackRef};
use crate::document::{Model, TrackPath};
use crate::for_any_track;

/// Which clip a list of keyframes belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// The clip at this position.
    Clip(usize),
    /// All clips, or a global loop.
    Shared,
    /// The file's own axis.
    Axis,
}

/// Every track of the model with its path.
pub(super) fn tracks(model: &Model) -> impl Iterator<Item = (TrackPath, TrackRef<'_>)> {
    model
        .track_owners()
        .into_iter()
        .flat_map(|owner| model.owner_tracks(owner))
}

/// The path of a list: `bones[3].rotation.clips[0]`, or `bones[3].rotation` where all share it.
pub(super) fn list_path(model: &Model, track: &TrackPath, extent: Extent) -> String {
    let path = track.text(model);
    match extent {
        Extent::Clip(clip) => format!("{path}.clips[{clip}]"),
        Extent::Shared | Extent::Axis => path,
    }
}

/// The lists of one track with their extents.
pub(super) fn lists<T>(track: &Track<T>) -> impl Iterator<Item = (Extent, &KeyList<T>)> {
    let extent = match track.keys {
        TrackKeys::PerClip(_) => Extent::Clip,
        TrackKeys::Shared(_) => |_| Extent::Shared,
        TrackKeys::Axis(_) => |_| Extent::Axis,
    };
    (0..).map(extent).zip(track.lists())
}

/// Calls `visit` with the path, clock, extent and times of every list that has keyframes.
pub(super) fn for_each_times(
    model: &Model,
    mut visit: impl FnMut(&TrackPath, Driver, Extent, &[i32]),
) {
    for (path, track) in tracks(model) {
        for_any_track!(TrackRef, track, track => {
            for (extent, list) in lists(track) {
                if !list.times_ms.is_empty() {
                    visit(&path, track.driver, extent, &list.times_ms);
                }
            }
        });
    }
}
