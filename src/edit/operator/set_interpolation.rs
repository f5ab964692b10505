//! Sets how tracks get from keyframe to keyframe, in all clips at once.

use super::spec::operator;
use crate::anim::{Driver, Interpolation, KeyList, KeyWindow, Track, TrackKeys};
use crate::document::TrackOwner;
use crate::edit::any_track::for_kept_track;
use crate::edit::argument::tracks_label;
use crate::edit::draft::Draft;
use crate::edit::key_kind::KeyKind;
use crate::edit::key_lists::{fill_tangents, tangents_at};
use crate::edit::{EditError, InterpolationArgument, TangentFill, TrackAddress};

operator! {
    /// Sets how tracks get from keyframe to keyframe, in all clips at once.
    SetInterpolation = "set_interpolation" {
        /// The tracks.
        tracks: Vec<TrackAddress>,
        /// How.
        interpolation: InterpolationArgument,
        /// What tangents keyframes get that have none and now need them.
        #[serde(default)]
        tangents: TangentFill = "\"auto\"",
    }
    example r##"{"op":"set_interpolation","model":1,"tracks":["bones[0].rotation"],"interpolation":"hermite","tangents":"flat"}"##
}

impl SetInterpolation {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        if self.tracks.is_empty() {
            return Err(EditError::Empty { argument: "tracks" });
        }
        let interpolation = Interpolation::from(self.interpolation);
        let clip_count = draft.model.clips.len();
        let windows = draft.windows();
        for address in &self.tracks {
            let path = address.resolve(draft.model)?;
            // Every key of a camera has tangents in M2, whatever the interpolation.
            let is_camera = matches!(path.owner, TrackOwner::Camera(_));
            let keeps_tangents = is_camera && !draft.model.format.is_mdx();
            let text = path.text(draft.model);
            let Some(track) = draft.track_mut(path) else {
                continue;
            };
            let expected = track.kind_name();
            let outcome = for_kept_track!(track, track => {
                self.set(track, interpolation, keeps_tangents, clip_count, &windows)
            });
            let Some(outcome) = outcome else {
                return Err(EditError::WrongKind {
                    track: text,
                    expected,
                    given: "values between which a curve can run",
                });
            };
            draft.note(match outcome.clips {
                1 => format!("{text}: 1 clip changes"),
                clips => format!("{text}: {clips} clips change"),
            });
            if outcome.dropped > 0 {
                draft.note(format!(
                    "{text}: the tangents of {} keyframes are gone",
                    outcome.dropped
                ));
            }
            if outcome.added > 0 {
                draft.note(format!("{text}: {} keyframes got tangents", outcome.added));
            }
        }
        Ok(format!(
            "Set interpolation of {}",
            tracks_label(&self.tracks)
        ))
    }

    /// `None` if the track's values have nothing between them and a curve is asked for.
    fn set<T: KeyKind>(
        &self,
        track: &mut Track<T>,
        new: Interpolation,
        keeps_tangents: bool,
        clip_count: usize,
        windows: &[KeyWindow],
    ) -> Option<Outcome> {
        if T::STEPS && new.has_tangents() {
            return None;
        }
        let old = track.interpolation;
        let (is_shared, is_axis) = (track.is_shared(), is_on_axis(track));
        let windows = if is_axis {
            windows
        } else {
            &[KeyWindow::WHOLE]
        };
        let mut outcome = Outcome::default();
        if old == new {
            return Some(outcome);
        }
        track.interpolation = new;
        let lists = match &mut track.keys {
            TrackKeys::PerClip(lists) => lists.as_mut_slice(),
            TrackKeys::Shared(list) | TrackKeys::Axis(list) => std::slice::from_mut(list),
        };
        for list in lists {
            if list.is_empty() {
                continue;
            }
            outcome.clips += match (is_axis, is_shared) {
                (true, _) => windows
                    .iter()
                    .filter(|window| has_key(list, window))
                    .count(),
                (false, true) => clip_count,
                (false, false) => 1,
            };
            if !new.has_tangents() {
                if !keeps_tangents {
                    outcome.dropped += list.tangents.len();
                    list.tangents.clear();
                }
            } else if old.has_tangents() && list.tangents.len() == list.len() {
                for (tangents, value) in list.tangents.iter_mut().zip(&list.values) {
                    *tangents = value.convert(*tangents, new);
                }
            } else {
                let is_auto = self.tangents == TangentFill::Auto;
                outcome.added += list.len();
                list.tangents.clear();
                fill_tangents(list, |list, position| {
                    tangents_at(list, position, new, is_auto, windows)
                });
            }
        }
        Some(outcome)
    }
}

fn is_on_axis<T>(track: &Track<T>) -> bool {
    track.driver == Driver::Clip && matches!(track.keys, TrackKeys::Axis(_))
}

fn has_key<T>(list: &KeyList<T>, window: &KeyWindow) -> bool {
    list.times_ms.iter().any(|&time| window.contains(time))
}

#[derive(Default)]
struct Outcome {
    clips: usize,
    dropped: usize,
    added: usize,
}
