//! The bones of the bramblehog: names, tree, pivots, colours, and the stretch of body each carries.

use crate::math::Vec3;
use crate::samples::stretches::Stretch;
use crate::skeleton::{Bone, BoneFlags, BoneId, BoneKind, BoneShape, Skeleton};

macro_rules! bones {
    ($($name:ident < $parent:ident, $key:literal, [$x:literal, $y:literal, $z:literal];)+) => {
        /// A bone of the bramblehog, by the name it is given in the file.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum HogBone { $(#[doc = stringify!($name)] $name),+ }

        const ROWS: &[Row] = &[$(Row {
            bone: HogBone::$name,
            name: stringify!($name),
            parent: HogBone::$parent,
            key_bone: $key,
            pivot: [$x, $y, $z],
        }),+];
    };
}

/// One line of the table of bones; the root names itself as its parent.
struct Row {
    bone: HogBone,
    name: &'static str,
    parent: HogBone,
    key_bone: i32,
    pivot: [f32; 3],
}

bones! {
    Root < Root, 26, [0.0, 0.0, 0.0];
    Body < Root, -1, [0.0, 0.0, 0.72];
    Hips < Body, 5, [-0.22, 0.0, 0.76];
    Chest < Body, 4, [0.2, 0.0, 0.78];
    Neck < Chest, -1, [0.42, 0.0, 0.84];
    Head < Neck, 6, [0.6, 0.0, 0.82];
    Jaw < Head, 7, [0.68, 0.0, 0.7];
    EarL < Head, -1, [0.62, 0.13, 0.97];
    EarR < Head, -1, [0.62, -0.13, 0.97];
    ArmL < Chest, -1, [0.34, 0.2, 0.6];
    ForearmL < ArmL, -1, [0.29, 0.21, 0.36];
    HoofFrontL < ForearmL, -1, [0.33, 0.21, 0.13];
    ArmR < Chest, -1, [0.34, -0.2, 0.6];
    ForearmR < ArmR, -1, [0.29, -0.21, 0.36];
    HoofFrontR < ForearmR, -1, [0.33, -0.21, 0.13];
    LegL < Hips, -1, [-0.4, 0.18, 0.64];
    CalfL < LegL, -1, [-0.33, 0.2, 0.42];
    HoofBackL < CalfL, -1, [-0.47, 0.2, 0.2];
    LegR < Hips, -1, [-0.4, -0.18, 0.64];
    CalfR < LegR, -1, [-0.33, -0.2, 0.42];
    HoofBackR < CalfR, -1, [-0.47, -0.2, 0.2];
    Tail1 < Hips, -1, [-0.58, 0.0, 0.8];
    Tail2 < Tail1, -1, [-0.72, 0.0, 0.78];
    Tail3 < Tail2, -1, [-0.84, 0.0, 0.68];
}

impl HogBone {
    /// Number of bones.
    pub(super) const COUNT: usize = ROWS.len();

    /// Every bone, parents before children.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        ROWS.iter().map(|row| row.bone)
    }

    fn row(self) -> Option<&'static Row> {
        ROWS.get(self as usize)
    }

    /// Its name.
    pub(super) fn name(self) -> &'static str {
        self.row().map_or("", |row| row.name)
    }

    /// Where it turns, model space.
    pub(super) fn pivot(self) -> Vec3 {
        self.row()
            .map_or_else(Vec3::zeros, |row| Vec3::from(row.pivot))
    }

    fn parent(self) -> Option<Self> {
        self.row()
            .map(|row| row.parent)
            .filter(|&parent| parent != self)
    }

    /// The colour it is drawn in: warm on the left, cool on the right, sand in the middle.
    fn colour(self) -> [u8; 3] {
        let is_hoof = self.name().starts_with("Hoof");
        match (self.name().as_bytes().last(), is_hoof) {
            (Some(b'L'), false) => [228, 134, 74],
            (Some(b'L'), true) => [196, 88, 60],
            (Some(b'R'), false) => [92, 150, 214],
            (Some(b'R'), true) => [70, 108, 186],
            _ => [214, 190, 128],
        }
    }
}

/// The skeleton as the document holds it.
pub(super) fn skeleton() -> Skeleton {
    let bones = ROWS
        .iter()
        .map(|row| Bone {
            id: BoneId(row.bone as u32),
            name: Some(row.name.to_owned()),
            parent: row.bone.parent().map(|parent| BoneId(parent as u32)),
            pivot: row.bone.pivot(),
            flags: BoneFlags(ANIMATED),
            key_bone_id: row.key_bone,
            submesh_id: 0,
            name_crc: crc32fast::hash(row.name.as_bytes()),
            kind: BoneKind::Bone,
            shape: Some(BoneShape {
                colour: row.bone.colour(),
                ..BoneShape::PLAIN
            }),
        })
        .collect();
    let key_bone_lookup = (0..=KEY_BONE_LAST)
        .map(|key| {
            let row = ROWS.iter().find(|row| row.key_bone == key);
            row.map_or(BoneId::NONE, |row| BoneId(row.bone as u32))
        })
        .collect();
    Skeleton {
        bones,
        key_bone_lookup,
    }
}

/// The parent of each bone, by position.
pub(super) fn parents() -> Vec<Option<usize>> {
    HogBone::all()
        .map(|bone| bone.parent().map(|parent| parent as usize))
        .collect()
}

/// The stretches of body that the bones carry.
pub(super) fn stretches() -> Vec<Stretch> {
    use HogBone as B;
    let mut out = Vec::new();
    let mut add = |bone: HogBone, a: [f32; 3], b: [f32; 3], radius: f32| {
        out.push(Stretch {
            bone: bone as usize,
            a: Vec3::from(a),
            b: Vec3::from(b),
            radius,
        });
    };
    add(B::Hips, [-0.46, 0.0, 0.72], [-0.24, 0.0, 0.7], 0.25);
    add(B::Body, [-0.1, 0.0, 0.68], [0.06, 0.0, 0.68], 0.27);
    add(B::Chest, [0.18, 0.0, 0.72], [0.32, 0.0, 0.74], 0.27);
    add(B::Neck, [0.44, 0.0, 0.82], [0.54, 0.0, 0.82], 0.22);
    add(B::Head, [0.64, 0.0, 0.84], [0.72, 0.0, 0.8], 0.16);
    add(B::Head, [0.76, 0.0, 0.77], [0.97, 0.0, 0.7], 0.09);
    add(B::Jaw, [0.72, 0.0, 0.66], [0.88, 0.0, 0.62], 0.055);
    add(B::Tail1, [-0.6, 0.0, 0.8], [-0.71, 0.0, 0.78], 0.035);
    add(B::Tail2, [-0.73, 0.0, 0.77], [-0.83, 0.0, 0.69], 0.03);
    add(B::Tail3, [-0.85, 0.0, 0.67], [-0.88, 0.0, 0.54], 0.05);
    for (y, ear, arm, leg) in [
        (
            1.0,
            B::EarL,
            [B::ArmL, B::ForearmL, B::HoofFrontL],
            [B::LegL, B::CalfL, B::HoofBackL],
        ),
        (
            -1.0,
            B::EarR,
            [B::ArmR, B::ForearmR, B::HoofFrontR],
            [B::LegR, B::CalfR, B::HoofBackR],
        ),
    ] {
        let mut pair = |bone: HogBone, a: [f32; 3], b: [f32; 3], radius: f32| {
            add(bone, [a[0], a[1] * y, a[2]], [b[0], b[1] * y, b[2]], radius);
        };
        pair(ear, [0.6, 0.17, 1.02], [0.55, 0.24, 1.13], 0.05);
        let [upper, lower, hoof] = arm;
        pair(upper, [0.34, 0.19, 0.58], [0.3, 0.21, 0.4], 0.11);
        pair(lower, [0.29, 0.21, 0.34], [0.325, 0.21, 0.17], 0.06);
        pair(hoof, [0.34, 0.21, 0.1], [0.37, 0.21, 0.04], 0.06);
        let [upper, lower, hoof] = leg;
        pair(upper, [-0.4, 0.17, 0.6], [-0.34, 0.19, 0.46], 0.14);
        pair(lower, [-0.34, 0.2, 0.4], [-0.46, 0.2, 0.23], 0.065);
        pair(hoof, [-0.465, 0.2, 0.17], [-0.41, 0.2, 0.04], 0.05);
    }
    out
}

/// The bone has keys.
const ANIMATED: u32 = 0x200;
/// Last number of the key bone list.
const KEY_BONE_LAST: i32 = 26;
