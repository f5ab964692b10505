//! Where a leg's joints go so that its foot is where it should be: two bones in a plane.

/// A point or direction seen from the side: forward, and up.
pub(super) type Side = [f32; 2];

/// The upper and lower bone of a leg as they are at rest, from joint to joint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leg {
    /// From the hip to the knee.
    pub(super) upper: Side,
    /// From the knee to the ankle.
    pub(super) lower: Side,
}

/// Angles in degrees that lower what points forward, as a turn about the Y axis does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LegAngles {
    /// Of the upper bone, against the model.
    pub(super) upper: f32,
    /// Of the lower bone, against the upper one.
    pub(super) lower: f32,
}

impl Leg {
    /// The angles that put the ankle at `target`, seen from the hip; as near as the leg reaches.
    ///
    /// The knee bends the way it is bent at rest.
    pub(super) fn reach(&self, target: Side) -> LegAngles {
        let (upper, lower) = (length(self.upper), length(self.lower));
        let whole = length(target).clamp((upper - lower).abs() + 1e-3, (upper + lower) * 0.999);
        let cosine = (upper * upper + whole * whole - lower * lower) / (2.0 * upper * whole);
        let inner = cosine.clamp(-1.0, 1.0).acos();
        let [ux, uz] = self.upper;
        let [lx, lz] = self.lower;
        // Which side of the line from hip to ankle the knee is on.
        let side = if ux * lz - uz * lx > 0.0 { -1.0 } else { 1.0 };
        let new_upper = angle(target) + side * inner;
        let knee = [upper * new_upper.cos(), upper * new_upper.sin()];
        let line = angle(target);
        let ankle = [whole * line.cos(), whole * line.sin()];
        let new_lower = angle([ankle[0] - knee[0], ankle[1] - knee[1]]);
        let turned = turn(angle(self.upper) - new_upper);
        LegAngles {
            upper: turned.to_degrees(),
            lower: turn(angle(self.lower) - new_lower - turned).to_degrees(),
        }
    }
}

fn length([x, z]: Side) -> f32 {
    x.hypot(z)
}

fn angle([x, z]: Side) -> f32 {
    z.atan2(x)
}

/// The same turn within half a circle.
fn turn(angle_rad: f32) -> f32 {
    let whole = std::f32::consts::TAU;
    angle_rad - (angle_rad / whole).round() * whole
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A direction turned about the Y axis: forward goes down.
    fn turned([x, z]: Side, degrees: f32) -> Side {
        let (sin, cos) = degrees.to_radians().sin_cos();
        [x * cos + z * sin, z * cos - x * sin]
    }

    #[test]
    fn the_ankle_gets_to_where_it_should_be() {
        for leg in [
            Leg {
                upper: [-0.05, -0.24],
                lower: [0.04, -0.23],
            },
            Leg {
                upper: [0.07, -0.22],
                lower: [-0.14, -0.22],
            },
        ] {
            for target in [[0.0, -0.44], [0.2, -0.35], [-0.2, -0.38], [0.05, -0.3]] {
                let angles = leg.reach(target);
                let knee = turned(leg.upper, angles.upper);
                let lower = turned(leg.lower, angles.upper + angles.lower);
                let missed = length([
                    knee[0] + lower[0] - target[0],
                    knee[1] + lower[1] - target[1],
                ]);
                assert!(missed < 1e-3, "{leg:?} {target:?}: {missed}");
            }
        }
    }

    #[test]
    fn at_rest_nothing_turns() {
        let leg = Leg {
            upper: [0.07, -0.22],
            lower: [-0.14, -0.22],
        };
        let angles = leg.reach([-0.07, -0.44]);
        assert!(
            angles.upper.abs() < 1e-3 && angles.lower.abs() < 1e-3,
            "{angles:?}"
        );
    }
}
