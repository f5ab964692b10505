//! Scales bones at a time of a clip, by setting keyframes of their scale.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::{BoneRef, ClipRef, EditError, Pivot, Space};

operator! {
    /// Scales bones at a time of a clip, by setting keyframes of their scale.
    ScaleBones = "scale_bones" {
        /// The clip.
        clip: ClipRef,
        /// The bones.
        bones: Vec<BoneRef>,
        /// When, in ms of the clip's own time.
        time_ms: i32,
        /// The factors along the axes of `space`.
        factors: [f32; 3],
        /// Whose axes `factors` are along; the nearest own axis of each bone takes them.
        #[serde(default)]
        space: Space = "\"local\"",
        /// The point from which the bones' pivots move apart.
        #[serde(default)]
        pivot: Pivot = "\"individual\"",
        /// Whether keyframes are added; if not, only those already at that time change.
        #[serde(default = "super::spec::yes")]
        key: bool = "true",
    }
    example r##"{"op":"scale_bones","model":1,"clip":"Stand","bones":["ArmL"],"time_ms":500,"factors":[1.0,1.0,2.0],"space":"local","pivot":"individual","key":true}"##
}

impl ScaleBones {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let _ = draft;
        Err(EditError::Empty { argument: "op" })
    }
}
