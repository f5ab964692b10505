//! Rotates bones at a time of a clip, by setting keyframes of their rotation.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::{BoneRef, ClipRef, EditError, Pivot, Space};

operator! {
    /// Rotates bones at a time of a clip, by setting keyframes of their rotation.
    RotateBones = "rotate_bones" {
        /// The clip.
        clip: ClipRef,
        /// The bones. One below another in the list turns with it and then itself.
        bones: Vec<BoneRef>,
        /// When, in ms of the clip's own time.
        time_ms: i32,
        /// The axis, in the axes of `space`.
        axis: [f32; 3],
        /// The angle in degrees, counter-clockwise seen from the axis' tip.
        degrees: f32,
        /// Whose axes `axis` is in.
        #[serde(default)]
        space: Space = "\"local\"",
        /// The point about which they turn.
        #[serde(default)]
        pivot: Pivot = "\"individual\"",
        /// Whether keyframes are added; if not, only those already at that time change.
        #[serde(default = "super::spec::yes")]
        key: bool = "true",
    }
    example r##"{"op":"rotate_bones","model":1,"clip":"Stand","bones":["ArmL"],"time_ms":500,"axis":[0.0,0.0,1.0],"degrees":30.0,"space":"local","pivot":"individual","key":true}"##
}

impl RotateBones {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let _ = draft;
        Err(EditError::Empty { argument: "op" })
    }
}
