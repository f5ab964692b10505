//! A pose: what each bone does, and where that puts it in model space.

use super::{Bone, BoneFlags, Hierarchy};
use crate::math::{Affine, Quat, Vec3, decompose_rotation};
use nalgebra::Matrix3;

/// What one bone does relative to its parent, about its pivot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalTransform {
    /// Offset in file units, in the parent's axes.
    pub translation: Vec3,
    /// Rotation about the pivot, unit length.
    pub rotation: Quat,
    /// Scale along the bone's own axes.
    pub scale: Vec3,
}

impl LocalTransform {
    /// The rest pose: nothing moves.
    pub const REST: Self = Self {
        translation: Vec3::new(0.0, 0.0, 0.0),
        rotation: Quat::new(1.0, 0.0, 0.0, 0.0),
        scale: Vec3::new(1.0, 1.0, 1.0),
    };
}

impl Default for LocalTransform {
    fn default() -> Self {
        Self::REST
    }
}

/// Fills `model_from_bind` for every bone in one pass, parents first.
///
/// `model_from_bind(b) = model_from_bind(parent) * T(pivot) T(t) R(r) S(s) T(-pivot)`. Where a bone
/// does not inherit a part of its parent's transform, that part is taken out of the parent's
/// matrix about the bone's pivot as the parent would carry it. `local`, `bones` and `out` are in
/// file order and of equal length; a shorter `local` leaves the rest of the bones at rest.
pub fn model_matrices(
    bones: &[Bone],
    hierarchy: &Hierarchy,
    local: &[LocalTransform],
    out: &mut Vec<Affine>,
) {
    out.clear();
    out.resize(bones.len(), Affine::IDENTITY);
    for &index in hierarchy.parents_first() {
        let Some(bone) = bones.get(index) else {
            continue;
        };
        let transform = local.get(index).copied().unwrap_or_default();
        let own = Affine::about_pivot(
            &bone.pivot,
            &transform.translation,
            &transform.rotation,
            &transform.scale,
        );
        let matrix = match hierarchy.parent(index).and_then(|parent| out.get(parent)) {
            None => own,
            Some(parent) if !bone.flags.has(IGNORES_PARENT) => *parent * own,
            Some(parent) => inherited_part(parent, bone.flags, &bone.pivot) * own,
        };
        if let Some(slot) = out.get_mut(index) {
            *slot = matrix;
        }
    }
}

/// What the bone at `index` gets from its parent: its own matrix is this times its own transform.
///
/// `model_from_bind` is what [`model_matrices`] gave. A root gets the identity.
pub fn carried_by_parent(
    bones: &[Bone],
    hierarchy: &Hierarchy,
    model_from_bind: &[Affine],
    index: usize,
) -> Affine {
    let parent = hierarchy
        .parent(index)
        .and_then(|parent| model_from_bind.get(parent));
    match (parent, bones.get(index)) {
        (Some(parent), Some(bone)) if bone.flags.has(IGNORES_PARENT) => {
            inherited_part(parent, bone.flags, &bone.pivot)
        }
        (Some(parent), _) => *parent,
        (None, _) => Affine::IDENTITY,
    }
}

const IGNORES_PARENT: u32 = BoneFlags::IGNORE_PARENT_TRANSLATION
    | BoneFlags::IGNORE_PARENT_SCALE
    | BoneFlags::IGNORE_PARENT_ROTATION;

/// The parent's matrix with the parts a bone does not inherit taken out.
///
/// The bone's pivot still goes where the parent carries it, unless translation is not inherited,
/// in which case the pivot stays where the bind pose has it.
fn inherited_part(parent: &Affine, flags: BoneFlags, pivot: &Vec3) -> Affine {
    let linear = parent.linear();
    let lengths = Vec3::new(
        linear.column(0).norm(),
        linear.column(1).norm(),
        linear.column(2).norm(),
    );
    let scale = Matrix3::from_diagonal(&lengths);
    let rotation = decompose_rotation(&linear);
    let rotation = nalgebra::UnitQuaternion::new_unchecked(rotation).to_rotation_matrix();
    let kept = match (
        flags.has(BoneFlags::IGNORE_PARENT_ROTATION),
        flags.has(BoneFlags::IGNORE_PARENT_SCALE),
    ) {
        (false, false) => linear,
        (true, false) => scale,
        (false, true) => rotation.into_inner(),
        (true, true) => Matrix3::identity(),
    };
    let target = if flags.has(BoneFlags::IGNORE_PARENT_TRANSLATION) {
        *pivot
    } else {
        parent.point(pivot)
    };
    Affine::from_parts(&kept, &(target - kept * pivot))
}
