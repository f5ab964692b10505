//! One bone: its place in the tree, its pivot, and what the file says about it.

use crate::math::Vec3;

/// Names a bone for as long as the document lives; never reused.
///
/// Bones of an imported file get their file index; bones made later start at
/// [`BoneId::FIRST_NEW`]. A reference in a file to a bone that does not exist therefore stays a
/// reference to nothing, and is written back as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct BoneId(pub u32);

impl BoneId {
    /// What formats with 16-bit references write for "no bone".
    pub const NONE: Self = Self(0xFFFF);
    /// Ids from here on were made by an edit, not read from a file.
    pub const FIRST_NEW: u32 = 0x1_0000;
}

/// The flag word of a bone, as the game stores it; unknown bits are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoneFlags(pub u32);

impl BoneFlags {
    /// The parent's translation is not inherited.
    pub const IGNORE_PARENT_TRANSLATION: u32 = 1;
    /// The parent's scale is not inherited.
    pub const IGNORE_PARENT_SCALE: u32 = 2;
    /// The parent's rotation is not inherited.
    pub const IGNORE_PARENT_ROTATION: u32 = 4;
    /// Faces the camera.
    pub const SPHERICAL_BILLBOARD: u32 = 8;
    /// Turns about its own X, Y or Z axis (bits 0x10, 0x20, 0x40) to face the camera.
    pub const CYLINDRICAL_BILLBOARDS: u32 = 0x70;
    /// Any of the billboard bits.
    pub const ANY_BILLBOARD: u32 = 0x78;

    /// Whether some part of the parent's transform is not inherited.
    pub fn ignores_parent(self) -> bool {
        self.has(
            Self::IGNORE_PARENT_TRANSLATION
                | Self::IGNORE_PARENT_SCALE
                | Self::IGNORE_PARENT_ROTATION,
        )
    }

    /// Whether any of `bits` is set.
    pub fn has(self, bits: u32) -> bool {
        self.0 & bits != 0
    }
}

/// What a node of the skeleton is in its file.
///
/// In M2 all are bones. In MDX everything that can move is a node of one tree: lights, emitters
/// and shapes have a parent, a pivot and tracks as bones have, and each has an entry of its own in
/// the model's list of its kind that names this node as its bone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BoneKind {
    /// Moves vertices.
    #[default]
    Bone,
    /// Only moves its children.
    Helper,
    /// Carries a light.
    Light,
    /// A point on which the game hangs things.
    Attachment,
    /// Emits models.
    ModelEmitter,
    /// Emits pictures.
    SpriteEmitter,
    /// Trails a band.
    Ribbon,
    /// Moments at which the game does something.
    Event,
    /// A shape that the mouse and missiles hit.
    CollisionShape,
}

impl BoneKind {
    /// All kinds; a kind's place here is its number in project files.
    pub const ALL: [Self; 9] = [
        Self::Bone,
        Self::Helper,
        Self::Light,
        Self::Attachment,
        Self::ModelEmitter,
        Self::SpriteEmitter,
        Self::Ribbon,
        Self::Event,
        Self::CollisionShape,
    ];

    /// What people call it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Bone => "bone",
            Self::Helper => "helper",
            Self::Light => "light",
            Self::Attachment => "attachment",
            Self::ModelEmitter => "model emitter",
            Self::SpriteEmitter => "particle emitter",
            Self::Ribbon => "ribbon",
            Self::Event => "event",
            Self::CollisionShape => "collision shape",
        }
    }

    /// Whether it is there to move others: a bone or a helper.
    pub fn is_bone(self) -> bool {
        matches!(self, Self::Bone | Self::Helper)
    }
}

/// How a bone is drawn and which way it points at rest; only text skeletons store this.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoneShape {
    /// Red, green, blue.
    pub colour: [u8; 3],
    /// From the pivot to the tip, file units; 0 = as long as it would be drawn anyway.
    pub length: f32,
    /// Across, file units; 0 = as wide as it would be drawn anyway.
    pub width: f32,
    /// The rest rotation against the parent about X, Y and Z in degrees, applied Z first, then
    /// about the turned Y, then about the turned X.
    pub rest_degrees: Vec3,
}

/// One bone. Its tracks are kept beside it, at the same position of the model's `bone_tracks`.
#[derive(Clone, Debug, PartialEq)]
pub struct Bone {
    /// Stable name of this bone inside the document.
    pub id: BoneId,
    /// The name a user gave, or one recovered from `name_crc`; M2 itself stores no names.
    pub name: Option<String>,
    /// The parent; `None` for a root. An id that names no bone counts as none and is kept.
    pub parent: Option<BoneId>,
    /// Where the bone turns, in model space and file units.
    pub pivot: Vec3,
    /// Flag word.
    pub flags: BoneFlags,
    /// Position in the game's list of key bones, -1 for none.
    pub key_bone_id: i32,
    /// M2's submesh field of the bone; kept, not used.
    pub submesh_id: u16,
    /// CRC-32 of the bone's name as M2 264 stores it.
    pub name_crc: u32,
    /// What it is in its file.
    pub kind: BoneKind,
    /// How it is drawn, where somebody said so.
    pub shape: Option<BoneShape>,
}
