//! What a bone on the other side does, for the pose as a whole to be mirrored.

use super::LocalTransform;
use crate::math::{Quat, Vec3};

impl LocalTransform {
    /// What the mirror image of a bone has to do for the pose to be mirrored across Y = 0.
    ///
    /// Bones turn about their pivots along the axes of the model, so this is exact, in model space
    /// too, where pivots and parents mirror each other and the same parts are inherited.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let Self {
            translation: offset,
            rotation: turn,
            scale,
        } = self;
        Self {
            translation: Vec3::new(offset.x, -offset.y, offset.z),
            // A mirrored axis with the turn the other way round: Y stays, X and Z change sign.
            rotation: Quat::new(turn.w, -turn.i, turn.j, -turn.k),
            scale: *scale,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::quat_from_axis_angle;
    use crate::skeleton::{Bone, BoneFlags, BoneId, BoneKind, Hierarchy, model_matrices};

    fn bone(id: u32, parent: Option<u32>, pivot: Vec3) -> Bone {
        Bone {
            id: BoneId(id),
            name: None,
            parent: parent.map(BoneId),
            pivot,
            flags: BoneFlags(0),
            key_bone_id: -1,
            submesh_id: 0,
            name_crc: 0,
            kind: BoneKind::Bone,
            shape: None,
        }
    }

    #[test]
    fn a_mirrored_pose_puts_mirrored_points_in_mirrored_places() {
        let flipped = |at: Vec3| Vec3::new(at.x, -at.y, at.z);
        let (shoulder, hand) = (Vec3::new(0.1, 0.4, 1.5), Vec3::new(0.2, 0.9, 1.3));
        // Root, left shoulder and hand, right shoulder and hand.
        let bones = [
            bone(0, None, Vec3::new(0.0, 0.0, 1.0)),
            bone(1, Some(0), shoulder),
            bone(2, Some(1), hand),
            bone(3, Some(0), flipped(shoulder)),
            bone(4, Some(3), flipped(hand)),
        ];
        let parents = vec![None, Some(0), Some(1), Some(0), Some(3)];
        let hierarchy = Hierarchy::new(parents);
        let local: Vec<LocalTransform> = (0..5)
            .map(|index| {
                let way = index as f32;
                LocalTransform {
                    translation: Vec3::new(0.1 * way, 0.3 - 0.2 * way, 0.05),
                    rotation: quat_from_axis_angle(&Vec3::new(1.0, way, 0.5 - way), 0.4 + way),
                    scale: Vec3::new(1.0 + 0.1 * way, 0.8, 1.2),
                }
            })
            .collect();
        let mirrored: Vec<LocalTransform> = [0, 3, 4, 1, 2]
            .map(|index| local[index].mirrored())
            .to_vec();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        model_matrices(&bones, &hierarchy, &local, &mut before);
        model_matrices(&bones, &hierarchy, &mirrored, &mut after);
        for (index, other) in [(0, 0), (1, 3), (2, 4), (3, 1), (4, 2)] {
            for point in [
                Vec3::zeros(),
                Vec3::x(),
                Vec3::y(),
                Vec3::new(0.3, -2.0, 0.7),
            ] {
                let expected = flipped(before[other].point(&flipped(point)));
                let found = after[index].point(&point);
                assert!(
                    (found - expected).norm() < 1e-5,
                    "bone {index}: {found} {expected}"
                );
            }
        }
    }

    #[test]
    fn mirroring_twice_gives_the_same_bits() {
        let transform = LocalTransform {
            translation: Vec3::new(0.1, 0.2, -0.3),
            rotation: quat_from_axis_angle(&Vec3::new(1.0, 2.0, 3.0), 1.0),
            scale: Vec3::new(1.0, 2.0, 3.0),
        };
        assert_eq!(transform.mirrored().mirrored(), transform);
    }
}
