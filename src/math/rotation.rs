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
/// Where the two are close, the usual case between keyframes, the weights come from their power
/// series, which is exact to f32 there and needs no angle.
#[inline]
pub fn slerp_short(a: &Quat, b: &Quat, t: f32) -> Quat {
    let dot = a.dot(b);
    let (b, dot) = if dot < 0.0 { (-b, -dot) } else { (*b, dot) };
    let (weight_a, weight_b) = if dot > 0.9 {
        (near_weight(dot, 1.0 - t), near_weight(dot, t))
    } else {
        let angle = dot.acos();
        let inverse = 1.0 / angle.sin();
        (
            ((1.0 - t) * angle).sin() * inverse,
            (t * angle).sin() * inverse,
        )
    };
    a * weight_a + b * weight_b
}

/// `sin(t angle) / sin(angle)` by its power series in `cos(angle) - 1`, for cosines above 0.9.
///
/// With `x = cos(angle) - 1` each term is the one before times
/// `(t^2 / (i (2i + 1)) - i / (2i + 1)) x`; the first one left out is below 2e-8.
#[inline]
fn near_weight(cosine: f32, t: f32) -> f32 {
    let x = cosine - 1.0;
    let t2 = t * t;
    let factor = |i: f32| (t2 / (i * (2.0 * i + 1.0)) - i / (2.0 * i + 1.0)) * x;
    let tail = factor(4.0) * (1.0 + factor(5.0));
    t * (1.0 + factor(1.0) * (1.0 + factor(2.0) * (1.0 + factor(3.0) * (1.0 + tail))))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slerp_agrees_with_its_formula_in_f64_at_every_angle() {
        for step in 0..=900 {
            // Half of the turn between the two rotations.
            let angle = f64::from(step) * 0.1_f64.to_radians();
            let a = Quat::new(1.0, 0.0, 0.0, 0.0);
            let b = Quat::new(angle.cos() as f32, angle.sin() as f32, 0.0, 0.0);
            for i in 0..=16 {
                let t = f64::from(i) / 16.0;
                for found in [
                    slerp_short(&a, &b, t as f32),
                    slerp_short(&a, &-b, t as f32),
                ] {
                    let error = (f64::from(found.w) - (t * angle).cos())
                        .abs()
                        .max((f64::from(found.i) - (t * angle).sin()).abs());
                    assert!(error < 4e-7, "{error} at {step} tenths of a degree, t {t}");
                }
            }
        }
    }
}
