//! The rest frames of bones: which way they point before anything moves.

use super::{Bone, BoneShape, Hierarchy};
use crate::math::Vec3;
use nalgebra::{UnitQuaternion, Vector3};

/// A rotation in double precision, so that long chains of rest rotations stay exact to f32.
pub type RestRotation = UnitQuaternion<f64>;

impl BoneShape {
    /// Nothing said: light grey, as long and as wide as bones are drawn anyway, not turned.
    pub const PLAIN: Self = Self {
        colour: [204, 204, 204],
        length: 0.0,
        width: 0.0,
        rest_degrees: Vec3::new(0.0, 0.0, 0.0),
    };

    /// The rest rotation against the parent: about its own Z, then its own Y, then its own X.
    pub fn rest_rotation(&self) -> RestRotation {
        let [x, y, z]: [f32; 3] = self.rest_degrees.into();
        let radians = |degrees: f32| f64::from(degrees).to_radians();
        UnitQuaternion::from_euler_angles(radians(x), radians(y), radians(z))
    }
}

/// For every bone the rotation from its rest frame to the model's axes.
///
/// A bone turns with its parent and by its own rest rotation; one without a shape adds nothing.
/// A bone points along the X axis of its rest frame.
pub fn rest_frames(bones: &[Bone], hierarchy: &Hierarchy) -> Vec<RestRotation> {
    let mut frames = Vec::new();
    fill_rest_frames(bones, hierarchy, &mut frames);
    frames
}

/// The same into a list that is used again.
pub fn fill_rest_frames(bones: &[Bone], hierarchy: &Hierarchy, out: &mut Vec<RestRotation>) {
    out.clear();
    out.resize(bones.len(), RestRotation::identity());
    for &index in hierarchy.parents_first() {
        let parent = hierarchy.parent(index);
        let model_from_parent = parent.and_then(|parent| out.get(parent)).copied();
        let shape = bones.get(index).and_then(|bone| bone.shape);
        let parent_from_bone = shape.map(|shape| shape.rest_rotation());
        if let Some(frame) = out.get_mut(index) {
            *frame = model_from_parent.unwrap_or_default() * parent_from_bone.unwrap_or_default();
        }
    }
}

/// Where a bone ends before anything moves, in model space; `None` for one without a length of
/// its own, which ends at its children.
pub fn rest_tip(bone: &Bone, rest_frame: Option<&RestRotation>) -> Option<Vec3> {
    let length = bone.shape.map(|shape| shape.length)?;
    if length > 0.0 {
        let along = rest_frame.copied().unwrap_or_default() * Vector3::x();
        Some(bone.pivot + along.cast::<f32>() * length)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bone_turns_about_its_own_z_then_y_then_x() {
        let turned = |x: f32, y: f32, z: f32| {
            let shape = BoneShape {
                rest_degrees: Vec3::new(x, y, z),
                ..BoneShape::PLAIN
            };
            shape.rest_rotation() * Vector3::new(1.0, 0.0, 0.0)
        };
        let near = |a: Vector3<f64>, b: [f64; 3]| (a - Vector3::from(b)).norm() < 1e-12;
        // About X alone nothing of the X axis moves; Z turns it to Y, Y turns it down to -Z.
        assert!(near(turned(70.0, 0.0, 0.0), [1.0, 0.0, 0.0]));
        assert!(near(turned(0.0, 0.0, 90.0), [0.0, 1.0, 0.0]));
        assert!(near(turned(0.0, 90.0, 0.0), [0.0, 0.0, -1.0]));
        // Z first: the Y axis about which the second turn goes has moved to -X by then.
        assert!(near(turned(0.0, 90.0, 90.0), [0.0, 0.0, -1.0]));
        assert!(near(
            turned(0.0, 45.0, 90.0),
            [0.0, 0.5f64.sqrt(), -(0.5f64.sqrt())]
        ));
    }
}
