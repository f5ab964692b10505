//! Solids described by their distance: round cones and ellipsoids, blended where they meet.
//!
//! A field gives, for a point, about how far the surface is: negative inside, positive outside.

use crate::math::Vec3;

/// The shape of one solid.
#[derive(Clone, Debug)]
enum Form {
    /// A segment with a radius at each end.
    Cone {
        a: [f32; 3],
        along: [f32; 3],
        radii: [f32; 2],
    },
    /// An ellipsoid along the model's axes.
    Ellipsoid { centre: [f32; 3], radii: [f32; 3] },
}

/// One solid of a field, with how softly it joins what came before it.
#[derive(Clone, Debug)]
pub(crate) struct Solid {
    form: Form,
    /// Presses the solid flat along a direction: the direction times the factor's excess over 1.
    flatten: Option<([f32; 3], f32)>,
    /// Width of the seam in which it melts into the others, file units.
    pub blend: f32,
    /// What the solid belongs to; the meaning is the caller's.
    pub tag: u8,
    reach_centre: [f32; 3],
    reach: f32,
}

/// A segment from `a` to `b` with a radius at each end.
pub(crate) fn cone(a: [f32; 3], b: [f32; 3], radius_a: f32, radius_b: f32) -> Solid {
    let along = minus(b, a);
    Solid {
        flatten: None,
        blend: 0.03,
        tag: 0,
        reach_centre: stretched(a, along, 0.5),
        reach: length(along) * 0.5 + radius_a.max(radius_b),
        form: Form::Cone {
            a,
            along,
            radii: [radius_a, radius_b],
        },
    }
}

/// An ellipsoid along the model's axes.
pub(crate) fn ellipsoid(centre: [f32; 3], radii: [f32; 3]) -> Solid {
    Solid {
        flatten: None,
        blend: 0.03,
        tag: 0,
        reach_centre: centre,
        reach: radii.into_iter().fold(0.0, f32::max),
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
        if let Some(unit) = Vec3::from(direction).try_normalize(f32::MIN_POSITIVE) {
            self.flatten = Some((unit.into(), factor));
        }
        self
    }

    /// The same solid on the other side of the body (y turned round).
    pub(crate) fn mirrored(&self) -> Self {
        let flip = |[x, y, z]: [f32; 3]| [x, -y, z];
        let mut other = self.clone();
        other.reach_centre = flip(self.reach_centre);
        other.flatten = self.flatten.map(|(axis, factor)| (flip(axis), factor));
        match &mut other.form {
            Form::Cone { a, along, .. } => {
                *a = flip(*a);
                *along = flip(*along);
            }
            Form::Ellipsoid { centre, .. } => *centre = flip(*centre),
        }
        other
    }

    /// A distance that is never more than the real one.
    fn at_least(&self, p: [f32; 3]) -> f32 {
        length(minus(p, self.reach_centre)) - self.reach
    }

    /// About how far the surface of this solid alone is.
    fn distance(&self, p: [f32; 3]) -> f32 {
        match self.form {
            Form::Cone { a, along, radii } => {
                let mut from_a = minus(p, a);
                if let Some((axis, factor)) = self.flatten {
                    from_a = stretched(from_a, axis, (factor - 1.0) * dot(axis, from_a));
                }
                let t = (dot(from_a, along) / dot(along, along)).clamp(0.0, 1.0);
                let off = stretched(from_a, along, -t);
                let off_length = length(off);
                let distance = off_length - (radii[0] + (radii[1] - radii[0]) * t);
                match self.flatten {
                    Some((axis, factor)) if off_length > 1e-6 => {
                        let n = off.map(|part| part / off_length);
                        distance / length(stretched(n, axis, (factor - 1.0) * dot(axis, n)))
                    }
                    _ => distance,
                }
            }
            Form::Ellipsoid { centre, radii } => {
                let [x, y, z] = minus(p, centre);
                let once = [x / radii[0], y / radii[1], z / radii[2]];
                let twice = [once[0] / radii[0], once[1] / radii[1], once[2] / radii[2]];
                let (k, steepness) = (length(once), length(twice));
                if steepness < 1e-6 {
                    -self.reach
                } else {
                    k * (k - 1.0) / steepness
                }
            }
        }
    }
}

// Plain numbers: fields are asked millions of times, and builds without optimisation count too.

fn minus(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// `a` plus `factor` times `b`.
fn stretched(a: [f32; 3], b: [f32; 3], factor: f32) -> [f32; 3] {
    [
        a[0] + b[0] * factor,
        a[1] + b[1] * factor,
        a[2] + b[2] * factor,
    ]
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn length(v: [f32; 3]) -> f32 {
    dot(v, v).sqrt()
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
    let p = [p.x, p.y, p.z];
    let mut distance = f32::MAX;
    for solid in solids {
        if solid.at_least(p) <= distance + solid.blend {
            distance = smooth_min(distance, solid.distance(p), solid.blend);
        }
    }
    distance
}

/// The tag of the solid nearest to `p`, 0 if there are none.
pub(crate) fn nearest_tag(solids: &[Solid], p: &Vec3) -> u8 {
    let p = [p.x, p.y, p.z];
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
