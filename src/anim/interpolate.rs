//! How each kind of value gets from one keyframe to the next.

use crate::math::{Quat, Vec3, slerp_short, unit_or_identity};

/// The values at both ends of a segment, each with the tangent that points into the segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cubic<T> {
    /// Value of the keyframe before.
    pub from: T,
    /// Outgoing tangent or control point of the keyframe before.
    pub leave: T,
    /// Incoming tangent or control point of the keyframe after.
    pub arrive: T,
    /// Value of the keyframe after.
    pub to: T,
}

/// A value that keyframes can set.
///
/// `t` runs from 0 at the keyframe before to 1 at the one after.
pub trait Interpolate: Copy {
    /// Whether there is nothing between two values, so that every track holds them.
    const STEPS: bool = false;

    /// The value as it is used; files may hold rotations of any length.
    #[must_use]
    fn held(self) -> Self {
        self
    }

    /// On the straight line, for rotations on the short arc, from `from` to `to`.
    fn linear(from: &Self, to: &Self, t: f32) -> Self;

    /// `h00 from + h10 leave + h01 to + h11 arrive`; tangents are not scaled by the key distance.
    fn hermite(segment: &Cubic<Self>, t: f32) -> Self;

    /// The Bezier curve with the control points `from`, `leave`, `arrive`, `to`.
    fn bezier(segment: &Cubic<Self>, t: f32) -> Self;
}

/// Weights of `from`, `leave`, `arrive` and `to` in a Hermite segment.
fn hermite_weights(t: f32) -> [f32; 4] {
    let (t2, t3) = (t * t, t * t * t);
    [
        2.0 * t3 - 3.0 * t2 + 1.0,
        t3 - 2.0 * t2 + t,
        t3 - t2,
        3.0 * t2 - 2.0 * t3,
    ]
}

/// Weights of `from`, `leave`, `arrive` and `to` in a Bezier segment.
fn bezier_weights(t: f32) -> [f32; 4] {
    let s = 1.0 - t;
    [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t]
}

macro_rules! interpolate_by_weights {
    ($($value:ty),+) => {$(
        impl Interpolate for $value {
            #[inline]
            fn linear(from: &Self, to: &Self, t: f32) -> Self {
                from + (to - from) * t
            }

            fn hermite(segment: &Cubic<Self>, t: f32) -> Self {
                let [from, leave, arrive, to] = hermite_weights(t);
                segment.from * from + segment.leave * leave + segment.arrive * arrive
                    + segment.to * to
            }

            fn bezier(segment: &Cubic<Self>, t: f32) -> Self {
                let [from, leave, arrive, to] = bezier_weights(t);
                segment.from * from + segment.leave * leave + segment.arrive * arrive
                    + segment.to * to
            }
        }
    )+};
}

interpolate_by_weights!(f32, Vec3);

impl Interpolate for i32 {
    const STEPS: bool = true;

    fn linear(from: &Self, _to: &Self, _t: f32) -> Self {
        *from
    }

    fn hermite(segment: &Cubic<Self>, _t: f32) -> Self {
        segment.from
    }

    fn bezier(segment: &Cubic<Self>, _t: f32) -> Self {
        segment.from
    }
}

impl Interpolate for Quat {
    #[inline]
    fn held(self) -> Self {
        unit_or_identity(&self)
    }

    #[inline]
    fn linear(from: &Self, to: &Self, t: f32) -> Self {
        slerp_short(&unit_copy(from), &unit_copy(to), t)
    }

    fn hermite(segment: &Cubic<Self>, t: f32) -> Self {
        squad(segment, t)
    }

    fn bezier(segment: &Cubic<Self>, t: f32) -> Self {
        squad(segment, t)
    }
}

/// The unit quaternion of the same direction, without a root where the key is of unit length.
#[inline]
fn unit_copy(q: &Quat) -> Quat {
    if (q.norm_squared() - 1.0).abs() <= 4.0 * f32::EPSILON {
        *q
    } else {
        unit_or_identity(q)
    }
}

/// `slerp(slerp(from, to, t), slerp(leave, arrive, t), 2t(1 - t))`, each on the short arc.
///
/// A tangent of length 0 points nowhere; the keyframe's own rotation stands in for it.
fn squad(segment: &Cubic<Quat>, t: f32) -> Quat {
    let from = unit_or_identity(&segment.from);
    let to = unit_or_identity(&segment.to);
    let leave = unit_or(&segment.leave, &from);
    let arrive = unit_or(&segment.arrive, &to);
    unit_or_identity(&slerp_short(
        &slerp_short(&from, &to, t),
        &slerp_short(&leave, &arrive, t),
        2.0 * t * (1.0 - t),
    ))
}

fn unit_or(q: &Quat, otherwise: &Quat) -> Quat {
    let norm = q.norm();
    if norm.is_finite() && norm > f32::MIN_POSITIVE {
        q / norm
    } else {
        *otherwise
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::quat_from_axis_angle;

    const SEGMENT: Cubic<f32> = Cubic {
        from: 1.0,
        leave: 4.0,
        arrive: -2.0,
        to: 3.0,
    };

    #[track_caller]
    fn check_near(found: f32, expected: f32, tolerance: f32) {
        assert!(
            (found - expected).abs() <= tolerance,
            "{found}, expected {expected}"
        );
    }

    #[test]
    fn hermite_has_its_values_and_tangents_at_the_ends() {
        check_near(f32::hermite(&SEGMENT, 0.0), 1.0, 0.0);
        check_near(f32::hermite(&SEGMENT, 1.0), 3.0, 0.0);
        let step = 1e-3;
        let slope_in =
            (f32::hermite(&SEGMENT, step) - f32::hermite(&SEGMENT, -step)) / (2.0 * step);
        let slope_out = (f32::hermite(&SEGMENT, 1.0 + step) - f32::hermite(&SEGMENT, 1.0 - step))
            / (2.0 * step);
        check_near(slope_in, 4.0, 1e-3);
        check_near(slope_out, -2.0, 1e-3);
        // 0.5 * 1 + 0.125 * 4 - 0.125 * -2 + 0.5 * 3
        check_near(f32::hermite(&SEGMENT, 0.5), 2.75, 1e-6);
    }

    #[test]
    fn bezier_leaves_towards_its_control_points() {
        check_near(f32::bezier(&SEGMENT, 0.0), 1.0, 0.0);
        check_near(f32::bezier(&SEGMENT, 1.0), 3.0, 0.0);
        let step = 1e-3;
        let slope_in = (f32::bezier(&SEGMENT, step) - f32::bezier(&SEGMENT, -step)) / (2.0 * step);
        let slope_out =
            (f32::bezier(&SEGMENT, 1.0 + step) - f32::bezier(&SEGMENT, 1.0 - step)) / (2.0 * step);
        check_near(slope_in, 3.0 * (4.0 - 1.0), 2e-3);
        check_near(slope_out, 3.0 * (3.0 - -2.0), 2e-3);
        // (1 + 3 * 4 + 3 * -2 + 3) / 8
        check_near(f32::bezier(&SEGMENT, 0.5), 1.25, 1e-6);
    }

    #[test]
    fn a_hermite_of_a_cubic_polynomial_is_that_polynomial() {
        // f(t) = 2t^3 - t^2 + 3t + 1
        let segment = Cubic {
            from: 1.0,
            leave: 3.0,
            arrive: 7.0,
            to: 5.0,
        };
        for i in 0..=10 {
            let t = i as f32 / 10.0;
            let expected = ((2.0 * t - 1.0) * t + 3.0) * t + 1.0;
            check_near(f32::hermite(&segment, t), expected, 2e-6);
        }
    }

    #[test]
    fn vectors_blend_each_component_like_a_scalar() {
        let segment = Cubic {
            from: Vec3::new(1.0, 0.0, -1.0),
            leave: Vec3::new(4.0, 1.0, 0.5),
            arrive: Vec3::new(-2.0, 2.0, 7.0),
            to: Vec3::new(3.0, -5.0, 0.0),
        };
        for (curve, scalar) in [
            (
                Vec3::hermite(&segment, 0.3),
                f32::hermite as fn(&_, _) -> f32,
            ),
            (Vec3::bezier(&segment, 0.3), f32::bezier),
        ] {
            for i in 0..3 {
                let component = Cubic {
                    from: segment.from[i],
                    leave: segment.leave[i],
                    arrive: segment.arrive[i],
                    to: segment.to[i],
                };
                check_near(curve[i], scalar(&component, 0.3), 1e-6);
            }
        }
    }

    #[test]
    fn rotations_of_any_length_and_sign_take_the_short_arc() {
        let axis = Vec3::new(1.0, 2.0, -0.5);
        let from = quat_from_axis_angle(&axis, 0.2) * 3.0;
        let to = quat_from_axis_angle(&axis, 1.4) * -0.25;
        for i in 0..=8 {
            let t = i as f32 / 8.0;
            let expected = quat_from_axis_angle(&axis, 0.2 + 1.2 * t);
            check_near(Quat::linear(&from, &to, t).dot(&expected).abs(), 1.0, 1e-6);
        }
    }

    #[test]
    fn a_zero_rotation_counts_as_no_rotation() {
        let zero = Quat::new(0.0, 0.0, 0.0, 0.0);
        assert_eq!(zero.held(), Quat::identity());
        assert_eq!(Quat::linear(&zero, &zero, 0.5), Quat::identity());
    }

    #[test]
    fn a_cubic_rotation_follows_its_closed_form_about_one_axis() {
        // About one axis, slerp of angles is linear: (1 - k)(a + (b - a)t) + k(c + (d - c)t).
        let axis = Vec3::z();
        let turn = |angle| quat_from_axis_angle(&axis, angle);
        let (a, b, c, d) = (0.1f32, 1.1f32, 0.7f32, 0.3f32);
        let segment = Cubic {
            from: turn(a),
            leave: turn(c),
            arrive: turn(d),
            to: turn(b),
        };
        for i in 0..=8 {
            let t = i as f32 / 8.0;
            let k = 2.0 * t * (1.0 - t);
            let angle = (1.0 - k) * (a + (b - a) * t) + k * (c + (d - c) * t);
            for found in [Quat::hermite(&segment, t), Quat::bezier(&segment, t)] {
                check_near(found.k, (angle / 2.0).sin(), 1e-5);
                check_near(found.w, (angle / 2.0).cos(), 1e-5);
            }
        }
    }

    #[test]
    fn a_cubic_rotation_with_zero_tangents_goes_straight() {
        let zero = Quat::new(0.0, 0.0, 0.0, 0.0);
        let (from, to) = (
            quat_from_axis_angle(&Vec3::x(), 0.3),
            quat_from_axis_angle(&Vec3::y(), 1.0),
        );
        let segment = Cubic {
            from,
            leave: zero,
            arrive: zero,
            to,
        };
        let straight = Quat::linear(&from, &to, 0.4);
        check_near(Quat::hermite(&segment, 0.4).dot(&straight), 1.0, 1e-6);
    }
}
