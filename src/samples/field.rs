//! Solids described by their distance: round cones and ellipsoids, blended where they meet.
//!
//! A field gives, for a point, about how far the surface is: negative inside, positive outside.

use crate::math::Vec3;

/// The shape of one solid.
#[derive(Clone, Debug)]
enum Form {
    /// A segment with a radius at each end.
    Cone { a: Vec3, b: Vec3, radii: [f32; 2] },
    /// An ellipsoid along the model's axes.
    Ellipsoid { centre: Vec3, radii: Vec3 },
}

/// One solid of a field, with how softly it joins what came before it.
#[derive(Clone, Debug)]
pub(crate) struct Solid {
    form: Form,
    /// Presses the solid flat along a direction: the direction times the factor's excess over 1.
    flatten: Option<(Vec3, f32)>,
    /// Width of the seam in which it melts into the others, file units.
    pub blend: f32,
    /// What the solid belongs to; the meaning is the caller's.
    pub tag: u8,
    reach_centre: Vec3,
    reach: f32,
}

/// A segment from `a` to `b` with a radius at each end.
pub(crate) fn cone(a: [f32; 3], b: [f32; 3], radius_a: f32, radius_b: f32) -> Solid {
    let (a, b) = (Vec3::from(a), Vec3::from(b));
    Solid {
        flatten: None,
        blend: 0.03,
        tag: 0,
        reach_centre: (a + b) * 0.5,
        reach: (a - b).norm() * 0.5 + radius_a.max(radius_b),
        form: Form::Cone {
            a,
            b,
            radii: [radius_a, radius_b],
        },
    }
}

/// An ellipsoid along the model's axes.
pub(crate) fn ellipsoid(centre: [f32; 3], radii: [f32; 3]) -> Solid {
    let (centre, radii) = (Vec3::from(centre), Vec3::from(radii));
    Solid {
        flatten: None,
        blend: 0.03,
        tag: 0,
        reach_centre: centre,
        reach: radii.max(),
        form: Form::Ellipsoid { centre, radii },
    }
}

impl Solid {
    /// Sets the width of the seam.
    pub(crate) fn blend(mut self, blend: f32) -> Self {
        self.blend = blend;
        self
    }

    /// Sets what the solid belongs to.
    pub(crate) fn tag(mut self, tag: u8) -> Self {
        self.tag = tag;
        self
    }

    /// Presses the solid to `1 / factor` of its thickness along `direction` (unit length).
    pub(crate) fn flat(mut self, direction: [f32; 3], factor: f32) -> Self {
        let direction = Vec3::from(direction);
        if let Some(unit) = direction.try_normalize(f32::MIN_POSITIVE) {
            self.flatten = Some((unit, factor));
        }
        self
    }

    /// The same solid on the other side of the body (y turned round).
    pub(crate) fn mirrored(&self) -> Self {
        let flip = |v: &Vec3| Vec3::new(v.x, -v.y, v.z);
        let mut other = self.clone();
        other.reach_centre = flip(&self.reach_centre);
        other.flatten = self.flatten.map(|(axis, factor)| (flip(&axis), factor));
        other.form = match &self.form {
            Form::Cone { a, b, radii } => Form::Cone {
                a: flip(a),
                b: flip(b),
                radii: *radii,
            },
            Form::Ellipsoid { centre, radii } => Form::Ellipsoid {
                centre: flip(centre),
                radii: *radii,
            },
        };
        other
    }

    /// A distance that is never more than the real one.
    fn at_least(&self, p: &Vec3) -> f32 {
        (p - self.reach_centre).norm() - self.reach
    }

    /// About how far the surface of this solid alone is.
    pub(crate) fn distance(&self, p: &Vec3) -> f32 {
        match &self.form {
            Form::Cone { a, b, radii } => {
                let (q, stretch) = match self.flatten {
                    Some((axis, factor)) => {
                        let along = axis.dot(&(p - a));
                        (p + axis * ((factor - 1.0) * along), Some((axis, factor)))
                    }
                    None => (*p, None),
                };
                let segment = b - a;
                let t = ((q - a).dot(&segment) / segment.norm_squared()).clamp(0.0, 1.0);
                let off = q - (a + segment * t);
                let length = off.norm();
                let distance = length - (radii[0] + (radii[1] - radii[0]) * t);
                match stretch {
                    Some((axis, factor)) if length > 1e-6 => {
                        let n = off / length;
                        distance / (n + axis * ((factor - 1.0) * axis.dot(&n))).norm()
                    }
                    _ => distance,
                }
            }
            Form::Ellipsoid { centre, radii } => {
                let once = (p - centre).component_div(radii);
                let twice = once.component_div(radii).norm();
                let k = once.norm();
                if twice < 1e-6 {
                    -radii.min()
                } else {
                    k * (k - 1.0) / twice
                }
            }
        }
    }
}

/// The least of two distances, rounded off where they differ by less than `width`.
pub(crate) fn smooth_min(a: f32, b: f32, width: f32) -> f32 {
    if width <= 0.0 {
        return a.min(b);
    }
    let h = (width - (a - b).abs()).max(0.0) / width;
    a.min(b) - h * h * width * 0.25
}

/// The distance to all of `solids` melted together, in their order.
pub(crate) fn melted(solids: &[Solid], p: &Vec3) -> f32 {
    solids.iter().fold(f32::MAX, |distance, solid| {
        if solid.at_least(p) > distance + solid.blend {
            distance
        } else {
            smooth_min(distance, solid.distance(p), solid.blend)
        }
    })
}

/// The tag of the solid nearest to `p`, 0 if there are none.
pub(crate) fn nearest_tag(solids: &[Solid], p: &Vec3) -> u8 {
    let mut best = (f32::MAX, 0);
    for solid in solids {
        if solid.at_least(p) < best.0 {
            let distance = solid.distance(p);
            if distance < best.0 {
                best = (distance, solid.tag);
            }
        }
    }
    best.1
}

/// The direction in which `field` grows fastest, unit length; up where it is flat.
pub(crate) fn gradient(field: &impl Fn(&Vec3) -> f32, p: &Vec3) -> Vec3 {
    const STEP: f32 = 1e-3;
    let along = |axis: Vec3| field(&(p + axis * STEP)) - field(&(p - axis * STEP));
    Vec3::new(along(Vec3::x()), along(Vec3::y()), along(Vec3::z()))
        .try_normalize(1e-12)
        .unwrap_or_else(Vec3::z)
}

/// How open the surface is at `p`: 1 in the open, towards 0 deep in a crease.
pub(crate) fn openness(field: &impl Fn(&Vec3) -> f32, p: &Vec3, normal: &Vec3) -> f32 {
    let mut shut = 0.0;
    let mut weight = 0.5;
    for step in 1..=5 {
        let reach = 0.012 * (step * step) as f32 * 0.5 + 0.004;
        shut += weight * ((reach - field(&(p + normal * reach))) / reach).clamp(0.0, 1.0);
        weight *= 0.72;
    }
    (1.0 - 0.75 * shut).clamp(0.0, 1.0)
}
