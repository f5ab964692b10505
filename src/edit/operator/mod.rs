//! Everything a user can ask for, as values: one file an operator.

mod add_bone;
mod add_clip;
mod clear_to_rest;
mod delete_bone;
mod delete_clip;
mod delete_keyframes;
mod duplicate_clip;
mod duplicate_keyframes;
mod insert_keyframe;
mod insert_track_keyframe;
mod move_bones;
mod move_keyframes;
mod paste_pose;
mod rename_bone;
mod rename_clip;
mod reparent_bone;
mod rotate_bones;
mod scale_bones;
mod set_bone_flags;
mod set_bone_transform;
mod set_clip_flags;
mod set_clip_range;
mod set_interpolation;
mod set_key_value;
mod set_pivot;
mod spec;

pub use add_bone::AddBone;
pub use add_clip::AddClip;
pub use clear_to_rest::ClearToRest;
pub use delete_bone::DeleteBone;
pub use delete_clip::DeleteClip;
pub use delete_keyframes::DeleteKeyframes;
pub use duplicate_clip::DuplicateClip;
pub use duplicate_keyframes::DuplicateKeyframes;
pub use insert_keyframe::InsertKeyframe;
pub use insert_track_keyframe::InsertTrackKeyframe;
pub use move_bones::MoveBones;
pub use move_keyframes::MoveKeyframes;
pub use paste_pose::PastePose;
pub use rename_bone::RenameBone;
pub use rename_clip::RenameClip;
pub use reparent_bone::ReparentBone;
pub use rotate_bones::RotateBones;
pub use scale_bones::ScaleBones;
pub use set_bone_flags::SetBoneFlags;
pub use set_bone_transform::SetBoneTransform;
pub use set_clip_flags::SetClipFlags;
pub use set_clip_range::SetClipRange;
pub use set_interpolation::SetInterpolation;
pub use set_key_value::SetKeyValue;
pub use set_pivot::SetPivot;
pub use spec::{ArgumentSpec, OperatorSpec};

use super::draft::Draft;
use super::{EditError, Planned};
use crate::document::Document;
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
    /// Sets where a clip starts on the file's time axis, and how long it is. No keyframe moves.
    SetClipRange,
    /// Sets what the game does with a clip. What is left out stays.
    SetClipFlags,
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
}

impl Operator {
    /// Checks the operator against the document and says what it will do; changes nothing.
    pub fn plan(&self, document: &Document) -> Result<Planned, EditError> {
        let mut draft = Draft::new(document, self.model())?;
        let label = self.draft(&mut draft)?;
        Ok(draft.finish(label))
    }
}
