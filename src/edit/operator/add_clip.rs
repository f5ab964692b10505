//! Adds a clip without keyframes after the last.

use super::rename_clip::name_clip;
use super::spec::operator;
use crate::anim::{Clip, ClipFlags, ClipId, Driver, TrackKeys};
use crate::edit::EditError;
use crate::edit::draft::Draft;
use crate::edit::{Edit, clip_table};
use crate::for_any_track;

operator! {
    /// Adds a clip without keyframes after the last.
    AddClip = "add_clip" {
        /// Its name; one of the game's names sets its animation id.
        name: String,
        /// Its length in ms.
        duration_ms: u32,
    }
    example r##"{"op":"add_clip","model":1,"name":"Run","duration_ms":1000}"##
}

impl AddClip {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let start_ms = if draft.is_on_axis() {
            axis_end(draft, self.duration_ms)?
        } else {
            0
        };
        let position = push_clip(draft, self.name.trim(), start_ms, self.duration_ms)?;
        fill_lists(draft, position);
        let name = draft
            .clips_mut()
            .last()
            .map(Clip::display_name)
            .unwrap_or_default();
        Ok(format!("Add clip {name}"))
    }
}

/// Adds a clip after the last and names it; gives its position. Its keyframes are up to the caller.
pub(super) fn push_clip(
    draft: &mut Draft<'_>,
    name: &str,
    start_ms: i32,
    duration_ms: u32,
) -> Result<usize, EditError> {
    let id = ClipId(draft.new_id());
    let mut clip = Clip::blank(id);
    clip.duration_ms = duration_ms;
    clip.start_ms = start_ms;
    if !draft.is_on_axis() {
        clip.flags.0 |= ClipFlags::KEYS_INLINE;
    }
    if draft.model.format.is_mdx() {
        // None of these is in such a file: what is written must read back the same.
        clip.blend_time = 0;
        clip.alias_of = ClipId::NONE;
    } else {
        clip.frequency = i16::MAX;
    }
    clip.bounds = draft.model.bounds;
    clip.bounds_radius = draft.model.bounds_radius;
    let position = draft.model.clips.len();
    draft.clips_mut().push(clip);
    if !draft.model.format.is_mdx() {
        clip_table::link(draft.clips_mut(), id, 0);
    }
    name_clip(draft, position, name)?;
    Ok(position)
}

/// Gap between clips on a file's time axis, so that none reads another's keyframes.
const AXIS_GAP_MS: i64 = 3333;

/// Where a clip of a length fits on the file's time axis: past every clip and keyframe.
pub(super) fn axis_end(draft: &Draft<'_>, duration_ms: u32) -> Result<i32, EditError> {
    let model = draft.model;
    let of_clip = |clip: &Clip| i64::from(clip.start_ms) + i64::from(clip.duration_ms);
    let mut end = model.clips.iter().map(of_clip).max();
    for owner in model.track_owners() {
        for (_, track) in model.owner_tracks(owner) {
            if track.driver() == Driver::Clip && track.is_shared() {
                let last = track.times_ms(0).iter().copied().max().map(i64::from);
                end = end.max(last);
            }
        }
    }
    let start = end.map_or(0, |end| end + AXIS_GAP_MS);
    let fits = start + i64::from(duration_ms) <= i64::from(i32::MAX);
    i32::try_from(start)
        .ok()
        .filter(|_| fits)
        .ok_or_else(|| EditError::Value {
            argument: "duration_ms",
            reason: "does not fit on the file's time axis any more".to_owned(),
        })
}

/// Adds an empty list for a new last clip to tracks that have one for every clip.
fn fill_lists(draft: &mut Draft<'_>, position: usize) {
    let model = draft.model;
    let mut paths = Vec::new();
    let mut lists = Vec::new();
    for owner in model.track_owners() {
        for (path, track) in model.owner_tracks(owner) {
            let is_full = for_any_track!(TrackRef, track, track => {
                matches!(&track.keys, TrackKeys::PerClip(lists)
                    if lists.len() == position && position > 0)
            });
            if is_full && track.driver() == Driver::Clip {
                paths.push(path);
                lists.push(track.any_keys(position));
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
