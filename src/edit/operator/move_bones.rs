//! Moves bones at a time of a clip, by setting keyframes of their translation.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::{BoneRef, ClipRef, EditError, Space};

operator! {
    /// Moves bones at a time of a clip, by setting keyframes of their translation.
    MoveBones = "move_bones" {
        /// The clip.
        clip: ClipRef,
        /// The bones. One below another in the list moves with it and then itself.
        bones: Vec<BoneRef>,
        /// When, in ms of the clip's own time.
        time_ms: i32,
        /// How far, in file units, along the axes of `space`.
        offset: [f32; 3],
        /// Whose axes `offset` is in.
        #[serde(default)]
        space: Space = "\"local\"",
        /// Whether keyframes are added; if not, only those already at that time change.
        #[serde(default = "super::spec::yes")]
        key: bool = "true",
    }
    example r##"{"op":"move_bones","model":1,"clip":"Stand","bones":["ArmL"],"time_ms":500,"offset":[0.0,0.0,0.25],"space":"model","key":true}"##
}

impl MoveBones {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let _ = draft;
        Err(EditError::Empty { argument: "op" })
    }
}
