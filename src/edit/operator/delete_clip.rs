//! Deletes a clip with its keyframes. Refused while other clips play its keyframes.

use super::spec::operator;
use crate::anim::{AxisCover, Clip, Driver, KeyWindow, TrackKeys};
use crate::edit::any_track::for_kept_track;
use crate::edit::draft::Draft;
use crate::edit::key_lists::{keep, list_mut};
use crate::edit::{ClipRef, EditError};
use crate::edit::{Edit, clip_table};
use crate::for_any_track;

operator! {
    /// Deletes a clip with its keyframes. Refused while other clips play its keyframes.
    DeleteClip = "delete_clip" {
        /// The clip.
        clip: ClipRef,
    }
    example r##"{"op":"delete_clip","model":1,"clip":"#0"}"##
}

impl DeleteClip {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let index = self.clip.resolve(draft.model)?;
        let name = draft.clip_name(index);
        let model = draft.model;
        let Some(id) = model.clips.get(index).map(|clip| clip.id) else {
            return Ok(String::new());
        };
        let plays_it = |clip: &&Clip| clip.id != id && clip.is_alias() && clip.alias_of == id;
        let aliases: Vec<String> = model
            .clips
            .iter()
            .filter(plays_it)
            .map(Clip::display_name)
            .collect();
        if !aliases.is_empty() {
            return Err(EditError::StillAliased {
                clip: name,
                aliases,
            });
        }
        let clips = draft.clips_mut();
        clip_table::unlink(clips, id);
        clips.retain(|clip| clip.id != id);
        for clip in clips.iter_mut().filter(|clip| clip.alias_of == id) {
            clip.alias_of = clip.id;
        }
        let mut paths = Vec::new();
        for owner in model.track_owners() {
            for (path, track) in model.owner_tracks(owner) {
                let has_list = for_any_track!(TrackRef, track, track => {
                    matches!(&track.keys, TrackKeys::PerClip(lists) if lists.len() > index)
                });
                if has_list && track.driver() == Driver::Clip {
                    paths.push(path);
                }
            }
        }
        if draft.is_on_axis() {
            take_window(draft, index, &name);
        }
        if !paths.is_empty() {
            draft.push_first(Edit::ToggleLists {
                model: model.id,
                position: index,
                paths,
                lists: None,
            });
        }
        Ok(format!("Delete clip {name}"))
    }
}

/// Takes the keyframes out that only this clip plays, where all share one axis.
fn take_window(draft: &mut Draft<'_>, index: usize, name: &str) {
    let model = draft.model;
    let Some(clip) = model.clips.get(index).filter(|clip| !clip.is_alias()) else {
        return;
    };
    let window = KeyWindow::of(clip);
    let (before, after) = (
        model.clips.iter().take(index),
        model.clips.iter().skip(index + 1),
    );
    let others: Vec<Clip> = before.chain(after).cloned().collect();
    let cover = AxisCover::of(&others);
    let mut shared = 0;
    for owner in model.track_owners() {
        for (path, track) in model.owner_tracks(owner) {
            let times = track.list_times_ms(0);
            if !track.is_on_axis() || !times.iter().any(|&time| window.contains(time)) {
                continue;
            }
            let inside = times.iter().filter(|time| window.contains(**time));
            shared += inside.filter(|time| cover.contains(**time)).count();
            let stays: Vec<bool> = times
                .iter()
                .map(|&time| !window.contains(time) || cover.contains(time))
                .collect();
            if let Some(track) = draft.track_mut(path) {
                for_kept_track!(track, track => if let Some(list) = list_mut(track, 0) {
                    keep(list, |at| stays.get(at).copied().unwrap_or(true));
                });
            }
        }
    }
    if shared > 0 {
        draft.note(format!(
            "{shared} keyframes of '{name}' stay: other clips on the same part of the time axis play them"
        ));
    }
}
