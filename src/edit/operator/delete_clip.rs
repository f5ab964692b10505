//! Deletes a clip with its keyframes. Refused while other clips play its keyframes.

use super::spec::operator;
use crate::anim::{Clip, Driver, TrackKeys};
use crate::edit::draft::Draft;
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
            draft.note(format!(
                "the keyframes of '{name}' stay on the file's time axis, outside every clip"
            ));
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
