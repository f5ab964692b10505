//! What all parts of the model's tree have in common, and the two that have little more:
//! `BONE` and `HELP`.

use super::record::record;
use super::tracks::Tracks;

record! {
    sized
    /// A node of the tree, 96 bytes and its tracks `KGTR`, `KGRT`, `KGSC`.
    ///
    /// | offset | size | field |
    /// | --- | --- | --- |
    /// | 0 | 4 | size, counting itself |
    /// | 4 | 80 | name |
    /// | 84 | 4 | object id |
    /// | 88 | 4 | object id of the parent, 0xFFFFFFFF none |
    /// | 92 | 4 | flags |
    /// | 96 | | tracks |
    pub struct Node {
        /// Name, padded with zeros.
        pub name: [u8; 80],
        /// Number of the node among all kinds, and index of its pivot.
        pub object_id: u32,
        /// Number of the parent, [`Node::NO_PARENT`] for a root; parents may come later.
        pub parent_id: u32,
        /// Bits, see the constants of [`Node`].
        pub flags: u32,
        /// Its tracks.
        pub tracks: Tracks,
        /// Bytes behind them, as found.
        pub tail: Vec<u8>,
    }
}

impl Node {
    /// Parent id of a root.
    pub const NO_PARENT: u32 = u32::MAX;
    /// The parent's translation is not inherited.
    pub const IGNORE_PARENT_TRANSLATION: u32 = 0x1;
    /// Rotation or scale is not inherited; sources don't agree which of the two.
    pub const IGNORE_PARENT_2: u32 = 0x2;
    /// The other of rotation and scale is not inherited.
    pub const IGNORE_PARENT_4: u32 = 0x4;
    /// The node faces the camera.
    pub const BILLBOARD: u32 = 0x8;
    /// The node turns about its x axis towards the camera.
    pub const BILLBOARD_X: u32 = 0x10;
    /// The node turns about its y axis towards the camera.
    pub const BILLBOARD_Y: u32 = 0x20;
    /// The node turns about its z axis towards the camera.
    pub const BILLBOARD_Z: u32 = 0x40;
    /// The node keeps its place before the camera.
    pub const CAMERA_ANCHORED: u32 = 0x80;
    /// The tool that wrote the file took the node for a bone; the chunk decides, not this bit.
    pub const IS_BONE: u32 = 0x100;
    /// The same for a light.
    pub const IS_LIGHT: u32 = 0x200;
    /// The same for an event.
    pub const IS_EVENT: u32 = 0x400;
    /// The same for an attachment.
    pub const IS_ATTACHMENT: u32 = 0x800;
    /// The same for an emitter of models or sprites.
    pub const IS_EMITTER: u32 = 0x1000;
    /// The same for a collision shape.
    pub const IS_COLLISION_SHAPE: u32 = 0x2000;
    /// The same for a ribbon.
    pub const IS_RIBBON: u32 = 0x4000;
}

record! {
    /// A bone: a node that moves vertices.
    pub struct Bone {
        /// Its place in the tree.
        pub node: Node,
        /// Index of the only geoset it moves, -1 for several.
        pub geoset_id: i32,
        /// Index of the geoset animation it is seen with, -1 for none.
        pub geoset_animation_id: i32,
    }
}

record! {
    /// A node that only moves other nodes.
    pub struct Helper {
        /// Its place in the tree.
        pub node: Node,
    }
}
