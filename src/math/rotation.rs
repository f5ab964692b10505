//! Rotations as quaternions: making, blending, and reading them as angles.

use super::{Quat, Vec3};
use nalgebra::{Matrix3, Rotation3, Unit, UnitQuaternion};

/// The unit quaternion of the same direction; identity for a zero or non-finite one.
pub fn unit_or_identity(q: &Quat) -> Quat {
    let norm = q.norm();
    if norm.is_finite() && norm > f32::MIN_POSITIVE {
        q / norm
    } else {
        Quat::identity()
    }
}

/// Spherical blend on the short arc from unit `a` to unit `b`; `t` in 0..1.
///
/// Falls back to a normalised linear blend where the two are closer than a dot of 0.9995, where
/// the spherical formula loses precision.
pub fn slerp_short(a: &Quat, b: &Quat, t: f32) -> Quat {
    let dot = a.dot(b);
    let (b, dot) = if dot < 0.0 { (-b, -dot) } else { (*b, dot) };
    if dot > 0.9995 {
        return unit_or_identity(&(a * (1.0 - t) + b * t));
    }
    let angle = dot.clamp(-1.0, 1.0).acos();
    let sin = angle.sin();
    a * (((1.0 - t) * angle).sin() / sin) + b * ((t * angle).sin() / sin)
}

/// Normalised linear blend on the short arc from unit `a` to unit `b`.
pub fn nlerp(a: &Quat, b: &Quat, t: f32) -> Quat {
    let b = if a.dot(b) < 0.0 { -b } else { *b };
    unit_or_identity(&(a * (1.0 - t) + b * t))
}

/// The rotation by `angle_rad` about `axis`; identity if the axis has no direction.
pub fn quat_from_axis_angle(axis: &Vec3, angle_rad: f32) -> Quat {
    match Unit::try_new(*axis, f32::MIN_POSITIVE) {
        Some(axis) => UnitQuaternion::from_axis_angle(&axis, angle_rad).into_inner(),
        None => Quat::identity(),
    }
}

/// From angles in degrees about X, then Y, then Z of the fixed axes.
pub fn quat_from_euler_deg(euler_deg: &Vec3) -> Quat {
    UnitQuaternion::from_euler_angles(
        euler_deg.x.to_radians(),
        euler_deg.y.to_radians(),
        euler_deg.z.to_radians(),
    )
    .into_inner()
}

/// Angles in degrees about X, then Y, then Z of the fixed axes.
pub fn euler_deg_from_quat(q: &Quat) -> Vec3 {
    let (x, y, z) = UnitQuaternion::new_unchecked(unit_or_identity(q)).euler_angles();
    Vec3::new(x.to_degrees(), y.to_degrees(), z.to_degrees())
}

/// The shortest rotation that takes direction `from` to direction `to`.
pub fn rotation_between(from: &Vec3, to: &Vec3) -> Quat {
    UnitQuaternion::rotation_between(from, to).map_or_else(
        || {
            // Opposite directions: any axis across will do.
            let across = if from.x.abs() < 0.9 * from.norm() {
                Vec3::x()
            } else {
                Vec3::y()
            };
            quat_from_axis_angle(&from.cross(&across), std::f32::consts::PI)
        },
        UnitQuaternion::into_inner,
    )
}

/// The rotation in a linear map, its scale and shear taken off by orthonormalising its columns.
pub fn decompose_rotation(linear: &Matrix3<f32>) -> Quat {
    let rotation = Rotation3::from_matrix_eps(linear, 1e-7, 32, Rotation3::identity());
    unit_or_identity(&UnitQuaternion::from_rotation_matrix(&rotation).into_inner())
}
