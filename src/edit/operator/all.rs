//! The operators as one type: its JSON, its listing, and the way to a plan.

use super::{
    AddBone, AddClip, AttachSkeleton, ClearToRest, DeleteBone, DeleteClip, DeleteKeyframes,
    DeleteStrayKeyframes, DuplicateClip, DuplicateKeyframes, InsertKeyframe, InsertTrackKeyframe,
    MoveBones, MoveKeyframes, NameRange, OperatorSpec, PastePose, RenameBone, RenameClip,
    ReparentBone, RotateBones, ScaleBones, SetBoneFlags, SetBoneShape, SetBoneTransform,
    SetClipFlags, SetClipRange, SetInterpolation, SetKeyValue, SetPivot,
};
use crate::document::Document;
use crate::edit::draft::Draft;
use crate::edit::{EditError, Planned};
use serde::{Deserialize, Serialize};

/// Makes the enum, its dispatch and its listing from one list.
macro_rules! operators {
    ($($(#[doc = $doc:literal])+ $name:ident,)+) => {
        /// What a user can ask for. In JSON: `{"op": "rename_bone", ...}`; unknown fields are refused.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "op", rename_all = "snake_case")]
        pub enum Operator {
            $($(#[doc = $doc])+ $name($name),)+
        }

        $(impl From<$name> for Operator {
            fn from(operator: $name) -> Self {
                Self::$name(operator)
            }
        })+

        impl Operator {
            /// Every operator, as `bonewright operators` lists it.
            pub fn specs() -> Vec<OperatorSpec> {
                vec![$($name::spec()),+]
            }

            /// The id of the model it names, if it names one.
            pub fn model(&self) -> Option<u32> {
                match self {
                    $(Self::$name(operator) => operator.model,)+
                }
            }

            fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
                match self {
                    $(Self::$name(operator) => operator.draft(draft),)+
                }
            }
        }
    };
}

operators! {
    /// Rotates bones at a time of a clip, by setting keyframes of their rotation.
    RotateBones,
    /// Moves bones at a time of a clip, by setting keyframes of their translation.
    MoveBones,
    /// Scales bones at a time of a clip, by setting keyframes of their scale.
    ScaleBones,
    /// Sets the transform of bones at a time of a clip to typed values.
    SetBoneTransform,
    /// Sets bones to rest (no offset, no turn, scale 1) at a time of a clip.
    ClearToRest,
    /// Adds keyframes to tracks of bones: what they already are at that time, or given values.
    InsertKeyframe,
    /// Adds keyframes to any tracks, such as the alpha of a colour or the times of an event.
    InsertTrackKeyframe,
    /// Takes keyframes out of their tracks.
    DeleteKeyframes,
    /// Deletes the keyframes that lie outside every clip, where all clips share one time axis. No clip plays them.
    DeleteStrayKeyframes,
    /// Moves keyframes in time, and their values if asked.
    MoveKeyframes,
    /// Copies keyframes to another time of their tracks.
    DuplicateKeyframes,
    /// Sets the value of one keyframe, and its tangents if asked.
    SetKeyValue,
    /// Sets how tracks get from keyframe to keyframe, in all clips at once.
    SetInterpolation,
    /// Names a bone, and writes the name's checksum where the format has one.
    RenameBone,
    /// Names a clip: one of the game's names sets its animation id, another is kept beside it.
    RenameClip,
    /// Adds a clip without keyframes after the last.
    AddClip,
    /// Copies a clip with its keyframes, after the last.
    DuplicateClip,
    /// Deletes a clip with its keyframes. Refused while other clips play its keyframes.
    DeleteClip,
    /// Sets where a clip starts on the file's time axis, and how long it is. Keyframes stay where they are, or follow.
    SetClipRange,
    /// Sets what the game does with a clip. What is left out stays.
    SetClipFlags,
    /// Makes a clip of a range of cells: single poses at a steady rate, everything between interpolated.
    NameRange,
    /// Adds a bone after the last.
    AddBone,
    /// Deletes a bone. Its children and what hangs on it go to its parent, weights as chosen.
    DeleteBone,
    /// Hangs a bone below another.
    ReparentBone,
    /// Moves the point about which a bone turns.
    SetPivot,
    /// Sets bones to a copied pose at a time of a clip.
    PastePose,
    /// Sets and clears bits of the flag word of bones.
    SetBoneFlags,
    /// Sets how bones are drawn: colour, length, width, and which way they point at rest.
    SetBoneShape,
    /// Puts the bones of another skeleton on a model: by name, adding those that are missing.
    AttachSkeleton,
}

impl Operator {
    /// Checks the operator against the document and says what it will do; changes nothing.
    pub fn plan(&self, document: &Document) -> Result<Planned, EditError> {
        let mut draft = Draft::new(document, self.model())?;
        let label = self.draft(&mut draft)?;
        Ok(draft.finish(label))
    }
}
