//! A pose: what each bone does, and where that puts it in model space.

use super::{Bone, BoneFlags, Hierarchy};
use crate::math::{Affine, Quat, Vec3};
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
        (Some(parent), Some(bone)) => inherited_part(parent, bone.flags, &bone.pivot),
        (Some(parent), None) => *parent,
        (None, _) => Affine::IDENTITY,
    }
}

/// The parent's matrix with the parts a bone does not inherit taken out.
///
/// The parent's scale is the length of each of its columns, its rotation is what is left of the
/// columns at length 1; so that both parts together give the parent back, even where scales along
/// the chain have sheared it. The bone's pivot still goes where the parent carries it, unless
/// translation is not inherited, in which case the pivot stays where the bind pose has it.
#[inline]
pub fn inherited_part(parent: &Affine, flags: BoneFlags, pivot: &Vec3) -> Affine {
    if flags.ignores_parent() {
        kept_part(parent, flags, pivot)
    } else {
        *parent
    }
}

fn kept_part(parent: &Affine, flags: BoneFlags, pivot: &Vec3) -> Affine {
    let linear = parent.linear();
    let mut rotation = linear;
    let mut scale = Matrix3::zeros();
    for axis in 0..3 {
        let length = linear.column(axis).norm();
        scale[(axis, axis)] = length;
        let unit = if length > f32::MIN_POSITIVE {
            linear.column(axis) / length
        } else {
            Matrix3::identity().column(axis).into_owned()
        };
        rotation.set_column(axis, &unit);
    }
    let kept = match (
        flags.has(BoneFlags::IGNORE_PARENT_ROTATION),
        flags.has(BoneFlags::IGNORE_PARENT_SCALE),
    ) {
        (false, false) => linear,
        (true, false) => scale,
        (false, true) => rotation,
        (true, true) => Matrix3::identity(),
    };
    let target = if flags.has(BoneFlags::IGNORE_PARENT_TRANSLATION) {
        *pivot
    } else {
        parent.point(pivot)
    };
    Affine::from_parts(&kept, &(target - kept * pivot))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::quat_from_axis_angle;
    use crate::skeleton::{BoneId, BoneKind};
    use std::f32::consts::FRAC_PI_2;

    fn bone(index: u32, pivot: Vec3, flags: u32) -> Bone {
        Bone {
            id: BoneId(index),
            name: None,
            parent: None,
            pivot,
            flags: BoneFlags(flags),
            key_bone_id: -1,
            submesh_id: 0,
            name_crc: 0,
            kind: BoneKind::Bone,
            shape: None,
        }
    }

    /// A parent at (1, 0, 0) that moves up by 2, turns 90 degrees left and doubles, and a child at
    /// (3, 0, 0) that is at rest.
    fn child_of_moved_parent(flags: u32) -> Affine {
        let bones = [
            bone(0, Vec3::new(1.0, 0.0, 0.0), 0),
            bone(1, Vec3::new(3.0, 0.0, 0.0), flags),
        ];
        let local = [LocalTransform {
            translation: Vec3::new(0.0, 0.0, 2.0),
            rotation: quat_from_axis_angle(&Vec3::z(), FRAC_PI_2),
            scale: Vec3::new(2.0, 2.0, 2.0),
        }];
        let mut out = Vec::new();
        model_matrices(
            &bones,
            &Hierarchy::new(vec![None, Some(0)]),
            &local,
            &mut out,
        );
        out[1]
    }

    #[track_caller]
    fn check_point(matrix: &Affine, point: [f32; 3], expected: [f32; 3]) {
        let found = matrix.point(&Vec3::from(point));
        let error = (found - Vec3::from(expected)).norm();
        assert!(error < 1e-5, "{found:?}, expected {expected:?}");
    }

    #[test]
    fn a_child_follows_its_parent_whole() {
        let matrix = child_of_moved_parent(0);
        check_point(&matrix, [3.0, 0.0, 0.0], [1.0, 4.0, 2.0]);
        check_point(&matrix, [4.0, 0.0, 0.0], [1.0, 6.0, 2.0]);
        check_point(&matrix, [3.0, 1.0, 0.0], [-1.0, 4.0, 2.0]);
    }

    #[test]
    fn without_the_parents_rotation_the_pivot_is_carried_and_axes_stay() {
        let matrix = child_of_moved_parent(BoneFlags::IGNORE_PARENT_ROTATION);
        check_point(&matrix, [3.0, 0.0, 0.0], [1.0, 4.0, 2.0]);
        check_point(&matrix, [4.0, 0.0, 0.0], [3.0, 4.0, 2.0]);
    }

    #[test]
    fn without_the_parents_scale_the_pivot_is_carried_and_lengths_stay() {
        let matrix = child_of_moved_parent(BoneFlags::IGNORE_PARENT_SCALE);
        check_point(&matrix, [3.0, 0.0, 0.0], [1.0, 4.0, 2.0]);
        check_point(&matrix, [4.0, 0.0, 0.0], [1.0, 5.0, 2.0]);
    }

    #[test]
    fn without_the_parents_translation_the_pivot_stays_and_axes_turn() {
        let matrix = child_of_moved_parent(BoneFlags::IGNORE_PARENT_TRANSLATION);
        check_point(&matrix, [3.0, 0.0, 0.0], [3.0, 0.0, 0.0]);
        check_point(&matrix, [4.0, 0.0, 0.0], [3.0, 2.0, 0.0]);
    }

    #[test]
    fn without_anything_of_the_parent_a_child_at_rest_stays_at_the_bind_pose() {
        let matrix = child_of_moved_parent(7);
        check_point(&matrix, [3.0, 0.0, 0.0], [3.0, 0.0, 0.0]);
        check_point(&matrix, [-2.0, 5.0, 7.0], [-2.0, 5.0, 7.0]);
    }

    #[test]
    fn rotation_and_scale_parts_of_a_sheared_parent_give_it_back() {
        let parent = Affine::about_pivot(
            &Vec3::zeros(),
            &Vec3::zeros(),
            &quat_from_axis_angle(&Vec3::z(), 0.7),
            &Vec3::new(3.0, 0.2, 1.0),
        ) * Affine::about_pivot(
            &Vec3::zeros(),
            &Vec3::zeros(),
            &quat_from_axis_angle(&Vec3::x(), 1.0),
            &Vec3::new(1.0, 0.0, 2.0),
        );
        let part = |flags| inherited_part(&parent, BoneFlags(flags), &Vec3::zeros()).linear();
        let rotation = part(BoneFlags::IGNORE_PARENT_SCALE);
        let scale = part(BoneFlags::IGNORE_PARENT_ROTATION);
        assert!((rotation * scale - parent.linear()).norm() < 1e-5);
        for axis in 0..3 {
            assert!((rotation.column(axis).norm() - 1.0).abs() < 1e-5);
        }
    }

    #[test]
    fn a_chain_of_quarter_turns_closes_a_square_whatever_the_file_order() {
        // Bones along X, each one unit on and turned by 90 degrees; stored children first.
        let bones: Vec<Bone> = (0..4)
            .map(|i| bone(i, Vec3::new(3.0 - i as f32, 0.0, 0.0), 0))
            .collect();
        let local = [LocalTransform {
            rotation: quat_from_axis_angle(&Vec3::z(), FRAC_PI_2),
            ..LocalTransform::REST
        }; 4];
        let hierarchy = Hierarchy::new(vec![Some(1), Some(2), Some(3), None]);
        let mut out = Vec::new();
        model_matrices(&bones, &hierarchy, &local, &mut out);
        check_point(&out[3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]);
        check_point(&out[2], [2.0, 0.0, 0.0], [-1.0, 1.0, 0.0]);
        check_point(&out[1], [3.0, 0.0, 0.0], [-1.0, 0.0, 0.0]);
        check_point(&out[0], [4.0, 0.0, 0.0], [0.0, 0.0, 0.0]);
    }

    #[test]
    fn bones_without_a_local_transform_are_at_rest() {
        let bones = [bone(0, Vec3::new(1.0, 2.0, 3.0), 0), bone(1, Vec3::x(), 4)];
        let mut out = vec![Affine::translation(&Vec3::x()); 9];
        model_matrices(&bones, &Hierarchy::new(vec![None, Some(0)]), &[], &mut out);
        assert_eq!(out, [Affine::IDENTITY; 2]);
    }
}
