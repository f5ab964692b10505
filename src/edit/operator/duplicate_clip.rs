//! Copies a clip with its keyframes, after the last.

use super::add_clip::axis_end;
use super::rename_clip::name_clip;
use super::spec::operator;
use crate::anim::{Clip, ClipFlags, ClipId, Driver, KeyList, KeyWindow, TrackKeys};
use crate::edit::any_track::for_kept_track;
use crate::edit::draft::Draft;
use crate::edit::key_moves::append;
use crate::edit::{ClipRef, EditError};
use crate::edit::{Edit, clip_table};
use crate::for_any_track;

operator! {
    /// Copies a clip with its keyframes, after the last.
    DuplicateClip = "duplicate_clip" {
        /// The clip.
        clip: ClipRef,
        /// The name of the copy; without one it is a further variation of the same animation.
        #[serde(default)]
        name: Option<String> = "null",
    }
    example r##"{"op":"duplicate_clip","model":1,"clip":"#0","name":"Run"}"##
}

impl DuplicateClip {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let index = self.clip.resolve(draft.model)?;
        let label = format!("Duplicate clip {}", draft.clip_name(index));
        let model = draft.model;
        let Some(original) = model.clips.get(index) else {
            return Ok(label);
        };
        let mut copy = original.clone();
        let id = ClipId(draft.new_id());
        copy.id = id;
        copy.name = copy.name.map(|name| free_name(&model.clips, &name));
        if original.alias_of == original.id {
            copy.alias_of = id;
        }
        if draft.is_on_axis() {
            copy.start_ms = axis_end(draft, copy.duration_ms)?;
            copy_windows(draft, original, copy.start_ms);
        } else if !copy.is_alias() {
            copy.flags.0 |= ClipFlags::KEYS_INLINE;
        }
        let position = model.clips.len();
        let (is_alias, animation) = (copy.is_alias(), copy.animation_id);
        draft.clips_mut().push(copy);
        if !draft.model.format.is_mdx() {
            clip_table::link(draft.clips_mut(), id, animation);
        }
        if let Some(name) = &self.name {
            name_clip(draft, position, name.trim())?;
        }
        copy_lists(draft, index, position, is_alias);
        Ok(label)
    }
}

/// The name with the first number that makes it one that no clip has.
fn free_name(clips: &[Clip], name: &str) -> String {
    let taken: Vec<String> = clips.iter().map(Clip::display_name).collect();
    (1..=taken.len())
        .map(|number| format!("{name} ({number})"))
        .find(|free| !taken.contains(free))
        .unwrap_or_else(|| name.to_owned())
}

/// Copies the keyframes in the window of a clip to a new place on the file's time axis.
fn copy_windows(draft: &mut Draft<'_>, clip: &Clip, start_ms: i32) {
    let window = KeyWindow::of(clip);
    let model = draft.model;
    for owner in model.track_owners() {
        for (path, track) in model.owner_tracks(owner) {
            if track.driver() != Driver::Clip {
                continue;
            }
            let Some(track) = draft.track_mut(path) else {
                continue;
            };
            for_kept_track!(track, track => if let TrackKeys::Axis(list) = &mut track.keys {
                let keys = list.times_ms.iter().zip(&list.values).enumerate();
                let inside = keys.filter(|(_, (time, _))| window.contains(**time));
                let copies: Vec<_> = inside
                    .map(|(at, (time, value))| {
                        let moved = time.saturating_sub(window.start_ms).saturating_add(start_ms);
                        (moved, *value, list.tangents.get(at).copied())
                    })
                    .collect();
                append(list, copies);
            });
        }
    }
}

/// Copies the list of one clip to the list of a new last clip, in all tracks.
fn copy_lists(draft: &mut Draft<'_>, index: usize, position: usize, is_alias: bool) {
    let model = draft.model;
    let (mut paths, mut lists) = (Vec::new(), Vec::new());
    for owner in model.track_owners() {
        for (path, track) in model.owner_tracks(owner) {
            let list_count = for_any_track!(TrackRef, track, track => match &track.keys {
                TrackKeys::PerClip(lists) => lists.len(),
                TrackKeys::Shared(_) | TrackKeys::Axis(_) => 0,
            });
            if track.driver() != Driver::Clip || list_count == 0 {
                continue;
            }
            let source = if is_alias { position } else { index };
            if list_count == position {
                paths.push(path);
                lists.push(track.any_keys(source));
            } else if !track.times_ms(source).is_empty()
                && let Some(track) = draft.track_mut(path)
            {
                for_kept_track!(track, track => if let TrackKeys::PerClip(lists) = &mut track.keys {
                    let copy = lists.get(source).cloned().unwrap_or_default();
                    lists.resize_with(position, KeyList::default);
                    lists.push(copy);
                });
            }
        }
    }
    if !paths.is_empty() {
        draft.push(Edit::ToggleLists {
            model: model.id,
            position,
            paths,
            lists: Some(lists),
        });
    }
}
