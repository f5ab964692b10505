//! Rotations as angles without jumps, and back to quaternions of unit length.

use crate::math::{Quat, Vec3, euler_deg_from_quat, quat_from_euler_deg, unit_or_identity};

/// The angles of `q` that are nearest to `before`.
///
/// A rotation has two triples of angles, each up to full turns; the nearest one makes curves
/// continuous.
pub fn euler_near(q: &Quat, before: &Vec3) -> Vec3 {
    let first = euler_deg_from_quat(q);
    let second = Vec3::new(first.x + 180.0, 180.0 - first.y, first.z + 180.0);
    let first = turned_near(&first, before);
    let second = turned_near(&second, before);
    let distance = |angles: &Vec3| (angles - before).abs().sum();
    if distance(&second) < distance(&first) {
        second
    } else {
        first
    }
}

/// The same angles up to full turns, each as near to that of `before` as it can be.
fn turned_near(angles: &Vec3, before: &Vec3) -> Vec3 {
    angles.zip_map(before, |angle, before| {
        angle + 360.0 * ((before - angle) / 360.0).round()
    })
}

/// The unit quaternion with these angles, of the same sign as `like`.
///
/// A quaternion and its negative are the same rotation; keeping the sign keeps the file's
/// hemisphere.
pub fn quat_like(euler_deg: &Vec3, like: &Quat) -> Quat {
    let q = unit_or_identity(&quat_from_euler_deg(euler_deg));
    if q.dot(like) < 0.0 { -q } else { q }
}

/// The unit quaternion with one part set, the others scaled to keep the length.
pub fn quat_with_part(q: &Quat, part: usize, value: f32) -> Quat {
    let mut coords = unit_or_identity(q).coords;
    let Some(slot) = coords.get_mut(part) else {
        return *q;
    };
    let value = value.clamp(-1.0, 1.0);
    *slot = 0.0;
    let rest = coords.norm();
    let wanted = (1.0 - value * value).max(0.0).sqrt();
    if rest > f32::MIN_POSITIVE {
        coords *= wanted / rest;
    } else if wanted > 0.0 {
        // Nothing to scale: the rest of the length goes to the next part.
        if let Some(other) = coords.get_mut((part + 1) % 4) {
            *other = wanted;
        }
    }
    if let Some(slot) = coords.get_mut(part) {
        *slot = value;
    }
    unit_or_identity(&Quat::from(coords))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_turn_is_continuous_and_not_a_snap() {
        let mut before = Vec3::zeros();
        for degrees in 0..=720 {
            let q = quat_from_euler_deg(&Vec3::new(0.0, 0.0, degrees as f32));
            let angles = euler_near(&q, &before);
            assert!((angles - before).abs().max() < 1.5, "{degrees}: {angles:?}");
            before = angles;
        }
        assert!((before.z - 720.0).abs() < 0.01, "{before:?}");
    }

    #[test]
    fn a_turn_over_the_pole_is_continuous() {
        let mut before = Vec3::zeros();
        for degrees in 0..=170 {
            // The exact pole is singular; a real track passes near it.
            let q = quat_from_euler_deg(&Vec3::new(0.0, degrees as f32 + 0.5, 0.0));
            let angles = euler_near(&q, &before);
            assert!((angles - before).abs().max() < 2.0, "{degrees}: {angles:?}");
            before = angles;
        }
        assert!((before.y - 170.5).abs() < 0.05, "{before:?}");
    }

    #[test]
    fn an_edited_angle_gives_a_unit_quaternion_in_the_same_hemisphere() {
        let like = -quat_from_euler_deg(&Vec3::new(10.0, 20.0, 30.0));
        for degrees in (-400..400).step_by(7) {
            let q = quat_like(&Vec3::new(10.0, 20.0, degrees as f32), &like);
            assert!((q.norm() - 1.0).abs() < 1e-6);
            assert!(q.dot(&like) >= 0.0);
        }
    }

    #[test]
    fn an_edited_part_keeps_the_length() {
        let q = quat_from_euler_deg(&Vec3::new(10.0, 20.0, 30.0));
        for (part, value) in [(0, 0.5), (3, -0.2), (2, 1.0), (1, 7.0)] {
            let edited = quat_with_part(&q, part, value);
            assert!((edited.norm() - 1.0).abs() < 1e-6);
            assert!((edited.coords[part] - value.clamp(-1.0, 1.0)).abs() < 1e-5);
        }
        let edited = quat_with_part(&Quat::identity(), 3, 0.5);
        assert!((edited.norm() - 1.0).abs() < 1e-6);
    }
}
