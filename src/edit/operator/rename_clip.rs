//! Names a clip: one of the game's names sets its animation id, another is kept beside it.

use super::spec::operator;
use crate::anim::{animation_id, animation_name};
use crate::document::ModelFormat;
use crate::edit::clip_table;
use crate::edit::draft::Draft;
use crate::edit::{ClipRef, EditError};

operator! {
    /// Names a clip: one of the game's names sets its animation id, another is kept beside it.
    RenameClip = "rename_clip" {
        /// The clip.
        clip: ClipRef,
        /// The new name; empty takes the user's name away.
        name: String,
    }
    example r##"{"op":"rename_clip","model":1,"clip":"#0","name":"Walk"}"##
}

impl RenameClip {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let index = self.clip.resolve(draft.model)?;
        let before = draft.clip_name(index);
        let name = self.name.trim().to_owned();
        name_clip(draft, index, &name)?;
        Ok(if name.is_empty() {
            format!("Unname {before}")
        } else {
            format!("Rename {before} to {name}")
        })
    }
}

/// Gives the clip at `index` of the draft a name, and its place among the variations.
pub(super) fn name_clip(draft: &mut Draft<'_>, index: usize, name: &str) -> Result<(), EditError> {
    let refuse = |reason: &str| EditError::Value {
        argument: "name",
        reason: reason.to_owned(),
    };
    if name.contains('\0') {
        return Err(refuse("must not contain a zero character"));
    }
    let is_mdx = draft.model.format.is_mdx();
    if is_mdx && name.is_empty() {
        return Err(refuse(
            "must not be empty: Warcraft III knows clips by their names alone",
        ));
    }
    let clips = draft.clips_mut();
    let Some((id, old)) = clips.get(index).map(|clip| (clip.id, clip.animation_id)) else {
        return Ok(());
    };
    match animation_id(name) {
        // There the name is written as it is, a second of the same name too.
        Some(new) if !is_mdx => {
            if new != old {
                clip_table::unlink(clips, id);
                clip_table::link(clips, id, new);
            }
            if let Some(clip) = clips.get_mut(index) {
                clip.name = None;
            }
        }
        _ => {
            if let Some(clip) = clips.get_mut(index) {
                clip.name = (!name.is_empty()).then(|| name.to_owned());
            }
            // In M2 a clip is its number; elsewhere its name is all the game asks for.
            if !name.is_empty() && matches!(draft.model.format, ModelFormat::M2 { .. }) {
                draft.note(format!(
                    "'{name}' is no animation of the game: the clip keeps playing as {}",
                    animation_name(old)
                ));
            }
        }
    }
    Ok(())
}
