//! The bones of the creature: names, tree, pivots, and the stretch of body each one carries.

use crate::math::Vec3;
use crate::skeleton::{Bone, BoneFlags, BoneId, BoneKind, Skeleton};

macro_rules! bones {
    ($($name:ident < $parent:ident, $key:literal, [$x:literal, $y:literal, $z:literal], $flags:literal;)+) => {
        /// A bone of the creature, by the name it is given in the file.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum CreatureBone { $(#[doc = stringify!($name)] $name),+ }

        const ROWS: &[Row] = &[$(Row {
            bone: CreatureBone::$name,
            name: stringify!($name),
            parent: CreatureBone::$parent,
            key_bone: $key,
            pivot: [$x, $y, $z],
            flags: $flags,
        }),+];
    };
}

/// One line of the table of bones; the root names itself as its parent.
struct Row {
    bone: CreatureBone,
    name: &'static str,
    parent: CreatureBone,
    key_bone: i32,
    pivot: [f32; 3],
    flags: u32,
}

bones! {
    Root < Root, 26, [0.0, 0.0, 0.0], 0;
    Waist < Root, 5, [-0.03, 0.0, 0.46], 0;
    SpineLow < Waist, 4, [-0.03, 0.0, 0.54], 0;
    SpineUp < SpineLow, -1, [-0.03, 0.0, 0.67], 0;
    Neck < SpineUp, -1, [-0.01, 0.0, 0.82], 0;
    Head < Neck, 6, [0.03, 0.0, 0.90], 0;
    Jaw < Head, 7, [0.06, 0.0, 0.94], 0;
    EarL < Head, -1, [0.04, 0.155, 1.05], 0;
    EarR < Head, -1, [0.04, -0.155, 1.05], 0;
    LidL < Head, -1, [0.168, 0.083, 1.055], 0;
    LidR < Head, -1, [0.168, -0.083, 1.055], 0;
    ShoulderL < SpineUp, 2, [-0.02, 0.07, 0.79], 0;
    ArmL < ShoulderL, 0, [-0.02, 0.205, 0.785], 0;
    ForearmL < ArmL, -1, [-0.045, 0.345, 0.625], 0;
    HandL < ForearmL, -1, [0.035, 0.445, 0.435], 0;
    IndexFingerL < HandL, 13, [0.085, 0.475, 0.345], 0;
    MiddleFingerL < HandL, 14, [0.05, 0.50, 0.335], 0;
    PinkyFingerL < HandL, 15, [0.012, 0.505, 0.345], 0;
    ThumbL < HandL, 17, [0.085, 0.43, 0.40], 0;
    ShoulderR < SpineUp, 3, [-0.02, -0.07, 0.79], 0;
    ArmR < ShoulderR, 1, [-0.02, -0.205, 0.785], 0;
    ForearmR < ArmR, -1, [-0.045, -0.345, 0.625], 0;
    HandR < ForearmR, -1, [0.035, -0.445, 0.435], 0;
    IndexFingerR < HandR, 8, [0.085, -0.475, 0.345], 0;
    MiddleFingerR < HandR, 9, [0.05, -0.50, 0.335], 0;
    PinkyFingerR < HandR, 10, [0.012, -0.505, 0.345], 0;
    ThumbR < HandR, 12, [0.085, -0.43, 0.40], 0;
    LegL < Waist, -1, [-0.02, 0.105, 0.43], 0;
    CalfL < LegL, -1, [0.055, 0.15, 0.255], 0;
    FootL < CalfL, -1, [-0.03, 0.165, 0.095], 0;
    ToeL < FootL, -1, [0.085, 0.185, 0.04], 0;
    LegR < Waist, -1, [-0.02, -0.105, 0.43], 0;
    CalfR < LegR, -1, [0.055, -0.15, 0.255], 0;
    FootR < CalfR, -1, [-0.03, -0.165, 0.095], 0;
    ToeR < FootR, -1, [0.085, -0.185, 0.04], 0;
    Tail1 < Waist, -1, [-0.13, 0.0, 0.425], 0;
    Tail2 < Tail1, -1, [-0.28, 0.03, 0.40], 0;
    Tail3 < Tail2, -1, [-0.42, 0.11, 0.50], 0;
    Tail4 < Tail3, -1, [-0.50, 0.24, 0.69], 0;
    Tail5 < Tail4, -1, [-0.50, 0.37, 0.93], 0;
    Tail6 < Tail5, -1, [-0.43, 0.46, 1.16], 0;
    Lantern < Tail6, -1, [-0.205, 0.52, 1.385], 0;
    Flame < Lantern, -1, [-0.205, 0.52, 1.175], 0x40;
    Glow < Lantern, -1, [-0.205, 0.52, 1.2], 0x8;
    LoinA < Waist, -1, [0.17, 0.0, 0.445], 0;
    LoinB < Waist, -1, [-0.16, 0.0, 0.42], 0;
    Pouch < Waist, -1, [0.06, -0.175, 0.46], 0;
    MoteA < Root, -1, [0.0, 0.0, 0.95], 0x10;
    MoteB < Root, -1, [0.0, 0.0, 0.70], 0x20;
}

/// Which half of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodySide {
    /// y above 0.
    Left,
    /// y below 0.
    Right,
}

impl BodySide {
    /// Both, left first.
    pub(crate) const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// 1 for left, -1 for right: what y is multiplied with.
    pub(crate) fn sign(self) -> f32 {
        match self {
            Self::Left => 1.0,
            Self::Right => -1.0,
        }
    }
}

impl CreatureBone {
    /// Number of bones.
    pub(crate) const COUNT: usize = ROWS.len();

    /// Every bone, parents before children.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        ROWS.iter().map(|row| row.bone)
    }

    /// Position in the file.
    pub(crate) fn index(self) -> usize {
        self as usize
    }

    /// Id in the document; the same number as the position.
    pub(crate) fn id(self) -> BoneId {
        BoneId(self as u32)
    }

    /// The parent; `None` for the root.
    pub(crate) fn parent(self) -> Option<Self> {
        let parent = ROWS[self.index()].parent;
        (parent != self).then_some(parent)
    }

    /// Where it turns, model space.
    pub(crate) fn pivot(self) -> Vec3 {
        Vec3::from(ROWS[self.index()].pivot)
    }

    /// The bone of this name on the given side; itself for a bone in the middle.
    pub(crate) fn on(self, side: BodySide) -> Self {
        let name = ROWS[self.index()].name;
        let letter = match side {
            BodySide::Left => 'L',
            BodySide::Right => 'R',
        };
        let Some(stem) = name.strip_suffix(['L', 'R']) else {
            return self;
        };
        ROWS.iter()
            .find(|row| row.name.strip_suffix(letter) == Some(stem))
            .map_or(self, |row| row.bone)
    }
}

/// The skeleton as the document holds it.
pub(crate) fn skeleton() -> Skeleton {
    let bones = ROWS
        .iter()
        .map(|row| Bone {
            id: row.bone.id(),
            name: Some(row.name.to_owned()),
            parent: row.bone.parent().map(CreatureBone::id),
            pivot: row.bone.pivot(),
            flags: BoneFlags(row.flags | ANIMATED),
            key_bone_id: row.key_bone,
            submesh_id: 0,
            name_crc: crc32fast::hash(row.name.as_bytes()),
            kind: BoneKind::Bone,
            shape: None,
        })
        .collect();
    let key_bone_lookup = (0..=KEY_BONE_LAST)
        .map(|key| {
            ROWS.iter()
                .find(|row| row.key_bone == key)
                .map_or(BoneId::NONE, |row| row.bone.id())
        })
        .collect();
    Skeleton {
        bones,
        key_bone_lookup,
    }
}

/// The bone has keys.
const ANIMATED: u32 = 0x200;
/// Last number of the key bone list.
const KEY_BONE_LAST: i32 = 26;
