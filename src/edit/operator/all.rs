//! The operators as one type: its JSON, its listing, and the way to a plan.

use super::{
    AddBone, AddClip, AttachSkeleton, ClearToRest, DeleteBone, DeleteClip, DeleteKeyframes,
    DeleteStrayKeyframes, DuplicateClip, DuplicateKeyframes, FloodWeights, InsertKeyframe,
    InsertTrackKeyframe, LimitInfluences, LockBones, MoveBones, MoveKeyframes, NameRange,
    NormaliseWeights, OperatorSpec, PaintWeights, PastePose, PruneWeights, RenameBone, RenameClip,
    ReparentBone, RotateBones, ScaleBones, SetBoneFlags, SetBoneShape, SetBoneTransform,
    SetClipFlags, SetClipRange, SetInterpolation, SetKeyValue, SetPivot, SetSkinSettings,
    SetVertexWeight, SetVertexWeights,
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
    /// Paints weights with a stroke of a brush: what it touched and how strongly.
    PaintWeights,
    /// Does to vertices at once what a brush does: sets, adds, scales or smooths their weights.
    FloodWeights,
    /// Gives vertices exactly this weight for a bone. With `exact` no other weight changes, so that a sum may be built bone by bone; without, other bones share the rest as the settings say.
    SetVertexWeight,
    /// Gives each vertex all-new weights: what was copied, computed or loaded. Locked bones keep theirs, and the settings say what becomes of the sum.
    SetVertexWeights,
    /// Brings the weights of each vertex to a sum of 1; locked bones keep theirs. With a bone, scales its weights so that the highest is 1 instead.
    NormaliseWeights,
    /// Keeps the strongest influences of each vertex, and shares what is dropped among them. Locked bones are kept.
    LimitInfluences,
    /// Takes weights below a threshold away, and shares them among the others. The strongest of a vertex stays, and so do those of locked bones.
    PruneWeights,
    /// Locks the weights of bones, so that no tool changes them, or unlocks them.
    LockBones,
    /// Sets the rules by which every tool changes weights. What is left out stays.
    SetSkinSettings,
}

impl Operator {
    /// Checks the operator against the document and says what it will do; changes nothing.
    pub fn plan(&self, document: &Document) -> Result<Planned, EditError> {
        let mut draft = Draft::new(document, self.model())?;
        let label = self.draft(&mut draft)?;
        Ok(draft.finish(label))
    }
}
