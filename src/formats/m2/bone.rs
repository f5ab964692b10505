//! One bone, 88 bytes.

use super::record::record;
use super::track::Track;

record! {
    /// A bone.
    ///
    /// | offset | size | field |
    /// | --- | --- | --- |
    /// | 0 | 4 | key bone id, -1 none |
    /// | 4 | 4 | flags |
    /// | 8 | 2 | parent, -1 none |
    /// | 10 | 2 | submesh id |
    /// | 12 | 4 | CRC-32 of the name |
    /// | 16 | 20 | translation track |
    /// | 36 | 20 | rotation track |
    /// | 56 | 20 | scale track |
    /// | 76 | 12 | pivot |
    pub struct Bone {
        /// Id in the game's list of key bones, -1 for none.
        pub key_bone: i32,
        /// Bits, see the constants of [`Bone`].
        pub flags: u32,
        /// Index of the parent, -1 for a root; parents come before their children.
        pub parent: i16,
        /// Without known use, kept.
        pub submesh_id: u16,
        /// CRC-32 (zlib) of the bone's name.
        pub name_crc: u32,
        /// Offsets from the pivot, model units.
        pub translation: Track<[f32; 3]>,
        /// Packed quaternions x, y, z, w; see [`quaternion_from_packed`](super::quaternion_from_packed).
        pub rotation: Track<[i16; 4]>,
        /// Factors along the axes.
        pub scale: Track<[f32; 3]>,
        /// The point the bone turns about, model space.
        pub pivot: [f32; 3],
    }
}

impl Bone {
    /// The parent's translation is not inherited.
    pub const IGNORE_PARENT_TRANSLATION: u32 = 0x1;
    /// The parent's scale is not inherited.
    pub const IGNORE_PARENT_SCALE: u32 = 0x2;
    /// The parent's rotation is not inherited.
    pub const IGNORE_PARENT_ROTATION: u32 = 0x4;
    /// The bone faces the camera.
    pub const BILLBOARD: u32 = 0x8;
    /// The bone turns about its x axis towards the camera.
    pub const BILLBOARD_X: u32 = 0x10;
    /// The bone turns about its y axis towards the camera.
    pub const BILLBOARD_Y: u32 = 0x20;
    /// The bone turns about its z axis towards the camera.
    pub const BILLBOARD_Z: u32 = 0x40;
    /// The bone has keys.
    pub const ANIMATED: u32 = 0x200;
}
