//! Copies keyframes to another time of their tracks.

use super::spec::operator;
use crate::edit::argument::keys_label;
use crate::edit::draft::Draft;
use crate::edit::key_moves::Placement;
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
        if self.delta_ms == 0 {
            return Err(EditError::Value {
                argument: "delta_ms",
                reason: "must not be 0: a copy can't lie on its original".to_owned(),
            });
        }
        let keys = draft.named_keys(&self.keys)?;
        let placement = Placement {
            delta_ms: self.delta_ms,
            value_delta: None,
            collisions: self.collisions,
            leaves_originals: true,
        };
        draft.place_keys(&keys, placement)?;
        Ok(format!("Duplicate {}", keys_label(&self.keys)))
    }
}
