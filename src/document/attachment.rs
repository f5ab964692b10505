//! A point of the model on which the game hangs other models.

use crate::anim::Track;
use crate::math::Vec3;
use crate::skeleton::BoneId;

/// A point on a bone on which the game hangs weapons, effects, names.
#[derive(Clone, Debug, PartialEq)]
pub struct Attachment {
    /// The game's number for what hangs here (1 right hand, 11 helm, ...); in MDX a plain number.
    pub kind: u32,
    /// The bone that carries it.
    pub bone: BoneId,
    /// Two bytes after the bone; 0 in the files seen.
    pub unknown: u16,
    /// Where, in model space.
    pub position: Vec3,
    /// Whether what hangs here is shown; not 0 = shown.
    pub visibility: Track<i32>,
    /// MDX: the model that hangs here, as bytes of the file; mostly empty.
    pub path: Vec<u8>,
}
