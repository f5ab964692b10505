//! Bones that turn towards the viewer, in the matrices that are drawn and nowhere else.
//!
//! - A spherical billboard takes the picture's axes: its X points at the viewer, its Y to the
//!   right and its Z up, as a model seen from the front; its own rotation turns it within them.
//! - A cylindrical one keeps its axis where the pose has it and turns about it. In M2 Z faces the
//!   viewer if X or Y is kept and X does if Z is kept; in MDX X does unless it is the kept one.
//! - Both keep their scale and leave their pivot where the pose carries it.
//! - What hangs on such a bone follows it.

use nalgebra::{Matrix3, UnitQuaternion};

use super::Camera;
use crate::math::{Affine, Vec3};
use crate::skeleton::{Bone, BoneFlags, Hierarchy, LocalTransform};

/// Which axis of a cylindrical billboard faces the viewer, by the axis that it keeps.
pub(super) type FacingAxes = [usize; 3];

/// The facing axes of M2.
pub(super) const FACING_IN_M2: FacingAxes = [2, 2, 0];
/// The facing axes of MDX.
pub(super) const FACING_IN_MDX: FacingAxes = [2, 0, 0];

/// Fills `drawn` with the matrices of `posed`, billboards and their children turned.
///
/// All lists are in file order; bones past the end of `posed` stay at the bind pose.
pub(super) fn turn_billboards(
    bones: &[Bone],
    hierarchy: &Hierarchy,
    local: &[LocalTransform],
    posed: &[Affine],
    camera: &Camera,
    facing: FacingAxes,
    drawn: &mut Vec<Affine>,
) {
    drawn.clear();
    drawn.extend_from_slice(posed);
    drawn.resize(bones.len(), Affine::IDENTITY);
    if !bones
        .iter()
        .any(|bone| bone.flags.has(BoneFlags::ANY_BILLBOARD))
    {
        return;
    }
    for &index in hierarchy.parents_first() {
        let (Some(bone), Some(pose)) = (bones.get(index), posed.get(index)) else {
            continue;
        };
        let carried = match hierarchy.parent(index) {
            Some(parent) => follow(parent, pose, posed, drawn),
            None => *pose,
        };
        let rest = LocalTransform::REST;
        let own = local.get(index).unwrap_or(&rest);
        if let Some(slot) = drawn.get_mut(index) {
            *slot = turned(bone, own, &carried, camera, facing);
        }
    }
}

/// The matrix of a bone whose parent was turned: the parent's turn on top of the pose.
///
/// A parent that is flattened to nothing takes its children with it, turned or not.
fn follow(parent: usize, pose: &Affine, posed: &[Affine], drawn: &[Affine]) -> Affine {
    let (Some(before), Some(after)) = (posed.get(parent), drawn.get(parent)) else {
        return *pose;
    };
    if before == after {
        return *pose;
    }
    before
        .inverse()
        .map_or(*pose, |bind_from_before| *after * bind_from_before * *pose)
}

fn turned(
    bone: &Bone,
    own: &LocalTransform,
    carried: &Affine,
    camera: &Camera,
    facing: FacingAxes,
) -> Affine {
    let linear = carried.linear();
    let axes = if bone.flags.has(BoneFlags::SPHERICAL_BILLBOARD) {
        let picture = Matrix3::from_columns(&[camera.backward(), camera.right(), camera.up()]);
        let rotation = UnitQuaternion::new_unchecked(own.rotation).to_rotation_matrix();
        Some(picture * rotation.into_inner())
    } else {
        kept_axis(bone.flags).and_then(|axis| turned_about([axis, facing[axis]], &linear, camera))
    };
    let Some(axes) = axes else { return *carried };
    let lengths = Vec3::from_fn(|column, _| linear.column(column).norm());
    let linear = axes * Matrix3::from_diagonal(&lengths);
    let pivot = carried.point(&bone.pivot);
    Affine::from_parts(&linear, &(pivot - linear * bone.pivot))
}

fn kept_axis(flags: BoneFlags) -> Option<usize> {
    (0..3).find(|axis| flags.has(0x10 << axis))
}

/// Unit axes with the first of `axes` where it is and the second towards the viewer as far as that
/// allows; `None` if the viewer looks along the kept axis or it has no length.
fn turned_about(axes: [usize; 2], linear: &Matrix3<f32>, camera: &Camera) -> Option<Matrix3<f32>> {
    let [axis, faces] = axes;
    let kept = linear.column(axis).into_owned().try_normalize(1e-9)?;
    let toward = camera.backward();
    let facing = (toward - kept * kept.dot(&toward)).try_normalize(1e-6)?;
    let third = 3 - axis - faces;
    // X, Y, Z in this order are right-handed: the third is the product of those after it.
    let product = if (axis + 1) % 3 == faces {
        kept.cross(&facing)
    } else {
        facing.cross(&kept)
    };
    let mut turned = Matrix3::zeros();
    turned.set_column(axis, &kept);
    turned.set_column(faces, &facing);
    turned.set_column(third, &product);
    Some(turned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Quat, quat_from_axis_angle};
    use crate::render::FixedView;
    use crate::skeleton::{BoneId, BoneKind};

    fn bone(index: u32, parent: Option<u32>, flags: u32, pivot: [f32; 3]) -> Bone {
        Bone {
            id: BoneId(index),
            name: None,
            parent: parent.map(BoneId),
            pivot: Vec3::from(pivot),
            flags: BoneFlags(flags),
            key_bone_id: -1,
            submesh_id: 0,
            name_crc: 0,
            kind: BoneKind::Bone,
            shape: None,
        }
    }

    fn drawn(bones: &[Bone], local: &[LocalTransform], camera: &Camera) -> Vec<Affine> {
        let parents = bones
            .iter()
            .map(|bone| bone.parent.map(|id| id.0 as usize))
            .collect();
        let hierarchy = Hierarchy::new(parents);
        let mut posed = Vec::new();
        crate::skeleton::model_matrices(bones, &hierarchy, local, &mut posed);
        let mut drawn = Vec::new();
        turn_billboards(
            bones,
            &hierarchy,
            local,
            &posed,
            camera,
            FACING_IN_M2,
            &mut drawn,
        );
        drawn
    }

    #[track_caller]
    fn check_near(found: Vec3, expected: Vec3) {
        assert!(
            (found - expected).norm() < 1e-5,
            "{found:?} is not {expected:?}"
        );
    }

    #[test]
    fn a_spherical_billboard_faces_the_viewer_and_keeps_pivot_and_scale() {
        let bones = [bone(0, None, 8, [1.0, 2.0, 3.0])];
        let local = [LocalTransform {
            scale: Vec3::new(2.0, 2.0, 2.0),
            ..LocalTransform::REST
        }];
        let camera = Camera::default();
        let matrix = drawn(&bones, &local, &camera)[0];
        check_near(matrix.point(&bones[0].pivot), bones[0].pivot);
        check_near(matrix.vector(&Vec3::x()), camera.backward() * 2.0);
        check_near(matrix.vector(&Vec3::y()), camera.right() * 2.0);
        check_near(matrix.vector(&Vec3::z()), camera.up() * 2.0);
    }

    #[test]
    fn a_spherical_billboard_spins_in_the_picture_by_its_own_rotation_only() {
        let bones = [bone(0, None, 0, [0.0; 3]), bone(1, Some(0), 8, [0.0; 3])];
        let turn = |axis: Vec3, angle| LocalTransform {
            rotation: quat_from_axis_angle(&axis, angle),
            ..LocalTransform::REST
        };
        let quarter = std::f32::consts::FRAC_PI_2;
        let local = [turn(Vec3::z(), 1.0), turn(Vec3::x(), quarter)];
        let camera = Camera::default();
        let matrix = drawn(&bones, &local, &camera)[1];
        check_near(matrix.vector(&Vec3::x()), camera.backward());
        check_near(matrix.vector(&Vec3::y()), camera.up());
    }

    #[test]
    fn a_cylindrical_billboard_turns_about_its_own_axis_only() {
        for axis in 0..3 {
            let bones = [bone(0, None, 0x10 << axis, [0.0; 3])];
            let rotation = quat_from_axis_angle(&Vec3::new(0.3, 0.5, 0.1), 0.7);
            let local = [LocalTransform {
                rotation,
                ..LocalTransform::REST
            }];
            let camera = Camera::default();
            let matrix = drawn(&bones, &local, &camera)[0];
            let mut unit = Vec3::zeros();
            unit[axis] = 1.0;
            let kept = UnitQuaternion::new_unchecked(rotation) * unit;
            check_near(matrix.vector(&unit), kept);
            let faces = if axis == 2 { Vec3::x() } else { Vec3::z() };
            let facing = matrix.vector(&faces);
            assert!(
                facing.dot(&camera.backward()) > 0.0,
                "axis {axis} faces away"
            );
            assert!(facing.dot(&kept).abs() < 1e-5);
            let level = facing.cross(&kept).dot(&camera.backward());
            assert!(
                level.abs() < 1e-5,
                "axis {axis} is not turned as far as it can"
            );
            assert!(matrix.linear().determinant() > 0.99);
        }
    }

    #[test]
    fn in_mdx_a_card_about_y_turns_its_front_to_the_viewer() {
        let camera = Camera::default();
        for axis in [1, 2] {
            let axes = [axis, FACING_IN_MDX[axis]];
            let turned = turned_about(axes, &Matrix3::identity(), &camera).expect("not along it");
            let front = turned.column(0).into_owned();
            assert!(front.dot(&camera.backward()) > 0.5, "axis {axis}");
            assert!((turned.determinant() - 1.0).abs() < 1e-5);
        }
    }

    #[test]
    fn children_of_a_billboard_follow_it() {
        let bones = [
            bone(0, None, 8, [0.0; 3]),
            bone(1, Some(0), 0, [0.0, 1.0, 0.0]),
        ];
        let mut camera = Camera::default();
        camera.look_from(FixedView::Right);
        let matrices = drawn(&bones, &[LocalTransform::REST; 2], &camera);
        check_near(matrices[1].point(&Vec3::new(0.0, 1.0, 0.0)), camera.right());
    }

    #[test]
    fn a_skeleton_without_billboards_is_drawn_as_posed() {
        let bones = [bone(0, None, 0x200, [0.0; 3])];
        let local = [LocalTransform {
            rotation: Quat::new(0.6, 0.8, 0.0, 0.0),
            ..LocalTransform::REST
        }];
        let matrix = drawn(&bones, &local, &Camera::default())[0];
        let expected = Affine::about_pivot(
            &Vec3::zeros(),
            &Vec3::zeros(),
            &local[0].rotation,
            &local[0].scale,
        );
        assert_eq!(matrix, expected);
    }
}
