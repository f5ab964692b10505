//! Moves keyframes in time, and their values if asked.

use super::spec::operator;
use crate::edit::argument::keys_label;
use crate::edit::draft::Draft;
use crate::edit::key_moves::Placement;
use crate::edit::{CollisionPolicy, EditError, KeyArgument, KeyRef};

operator! {
    /// Moves keyframes in time, and their values if asked.
    MoveKeyframes = "move_keyframes" {
        /// The keyframes.
        keys: Vec<KeyRef>,
        /// By how many ms; less than 0 is earlier.
        delta_ms: i32,
        /// What is added to each value; a rotation turns by it in its parent's axes.
        #[serde(default)]
        value_delta: Option<KeyArgument> = "null",
        /// What happens to keyframes on which they land.
        #[serde(default)]
        collisions: CollisionPolicy = "\"refuse\"",
    }
    example r##"{"op":"move_keyframes","model":1,"keys":[{"track":"bones[0].translation","clip":"Stand","time_ms":0}],"delta_ms":50,"value_delta":[0.0,0.0,0.5],"collisions":"refuse"}"##
}

impl MoveKeyframes {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        if let Some(fault) = self.value_delta.and_then(|value| value.fault()) {
            return Err(EditError::Value {
                argument: "value_delta",
                reason: fault.to_owned(),
            });
        }
        let keys = draft.named_keys(&self.keys)?;
        let placement = Placement {
            delta_ms: self.delta_ms,
            value_delta: self.value_delta.as_ref(),
            collisions: self.collisions,
            leaves_originals: false,
        };
        draft.place_keys(&keys, placement)?;
        Ok(format!("Move {}", keys_label(&self.keys)))
    }
}
