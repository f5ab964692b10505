//! Sets what the game does with a clip. What is left out stays.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::{AliasArgument, ClipRef, EditError};

operator! {
    /// Sets what the game does with a clip. What is left out stays.
    SetClipFlags = "set_clip_flags" {
        /// The clip.
        clip: ClipRef,
        /// The whole flag word, set before `looping` and `alias`.
        #[serde(default)]
        flags: Option<u32> = "null",
        /// Whether it repeats.
        #[serde(default)]
        looping: Option<bool> = "null",
        /// Speed at which the game moves the model, file units a second.
        #[serde(default)]
        move_speed: Option<f32> = "null",
        /// How often this variation is chosen, out of 32767.
        #[serde(default)]
        frequency: Option<i16> = "null",
        /// Least and most number of repeats.
        #[serde(default)]
        repeat: Option<[u32; 2]> = "null",
        /// Blend time in ms.
        #[serde(default)]
        blend_time_ms: Option<u16> = "null",
        /// Whose keyframes it plays.
        #[serde(default)]
        alias: Option<AliasArgument> = "null",
    }
    example r##"{"op":"set_clip_flags","model":1,"clip":"#0","flags":null,"looping":true,"move_speed":2.5,"frequency":32767,"repeat":[0,0],"blend_time_ms":150,"alias":null}"##
}

impl SetClipFlags {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let _ = draft;
        Err(EditError::Empty { argument: "op" })
    }
}
