//! How a brush fades from its middle to its edge.

use super::falloff_curve::curve_at;
use super::row_work::{BLOCK, Lanes, nearest_whole};

/// How a brush fades from its middle to its edge.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Falloff {
    /// Not at all.
    Flat,
    /// In a straight line.
    Linear,
    /// Level at the middle and at the edge.
    #[default]
    Smooth,
    /// As a bell that is 0 at the edge.
    Gaussian,
    /// As a dome: long full, steep at the edge.
    Spherical,
    /// As a spike: steep at the middle, long faint.
    Sharp,
    /// Through points of distance and strength, each 0 to 1, in ascending order of distance; smooth
    /// between them, and never higher or lower than the two points at either side.
    Curve(Vec<[f32; 2]>),
}

impl Falloff {
    /// All shapes but the free curve, with their names.
    pub const SHAPES: [(Self, &'static str); 6] = [
        (Self::Smooth, "Smooth"),
        (Self::Linear, "Linear"),
        (Self::Spherical, "Spherical"),
        (Self::Gaussian, "Gaussian"),
        (Self::Sharp, "Sharp"),
        (Self::Flat, "Flat"),
    ];

    /// The strength at a distance, both as shares: 1 at the middle, 0 from the edge on.
    ///
    /// A free curve says for itself what it is between; it too is 0 from the edge on. What is no
    /// number is at the edge.
    pub fn strength(&self, distance: f32) -> f32 {
        if distance.is_nan() || distance >= 1.0 {
            return 0.0;
        }
        let near = 1.0 - distance.max(0.0);
        match self {
            Self::Flat => 1.0,
            Self::Linear => near,
            Self::Smooth => near * near * (3.0 - 2.0 * near),
            Self::Gaussian => {
                // exp(-4.5 d^2), lowered so that the edge is 0.
                let edge = (-4.5f32).exp();
                let far = distance.max(0.0);
                (((-4.5 * far * far).exp() - edge) / (1.0 - edge)).clamp(0.0, 1.0)
            }
            Self::Spherical => (1.0 - distance.max(0.0).powi(2)).max(0.0).sqrt(),
            Self::Sharp => near * near,
            Self::Curve(points) => curve_at(points, distance.max(0.0)),
        }
    }
}

/// Steps of a table.
const STEPS: usize = 512;

/// A falloff worked out once, for many elements.
#[derive(Clone, Debug, PartialEq)]
pub struct FalloffTable {
    values: [f32; STEPS + 1],
    hardness: f32,
    /// Steps for each radius of fading.
    scale: f32,
}

impl FalloffTable {
    /// The table of a falloff whose fading begins at `hardness` of the radius, 0 to 1.
    pub fn new(falloff: &Falloff, hardness: f32) -> Self {
        let hardness = if hardness.is_finite() {
            hardness.clamp(0.0, 1.0)
        } else {
            0.0
        };
        let mut values = [0.0; STEPS + 1];
        for (step, value) in values.iter_mut().enumerate() {
            *value = falloff.strength(step as f32 / STEPS as f32);
        }
        // From the edge on nothing is touched; just before it the shape counts.
        values[STEPS] = match falloff {
            Falloff::Flat => 1.0,
            Falloff::Curve(points) => curve_at(points, 1.0),
            _ => 0.0,
        };
        // A hard brush is whole wherever fading has not begun, also with a free curve.
        if hardness > 0.0 {
            values[0] = 1.0;
        }
        Self {
            values,
            hardness,
            scale: STEPS as f32 / (1.0 - hardness).max(f32::MIN_POSITIVE),
        }
    }

    /// The strength at a distance as a share of the radius; 0 from 1 on and for what is no number.
    #[inline]
    pub fn at(&self, distance: f32) -> f32 {
        // Also with a fading too short for numbers, where the product is infinite or none.
        let place = ((distance - self.hardness) * self.scale).clamp(0.0, STEPS as f32);
        let step = (place as usize).min(STEPS - 1);
        let (low, high) = (self.values[step], self.values[step + 1]);
        let strength = low + (high - low) * (place - step as f32);
        if distance < 1.0 { strength } else { 0.0 }
    }

    /// The same for a block of distances.
    #[inline(always)]
    pub(super) fn all_at(&self, distances: &Lanes) -> Lanes {
        let (mut places, mut steps): (Lanes, _) = ([0.0; BLOCK], [0; BLOCK]);
        for ((place, step), distance) in places.iter_mut().zip(&mut steps).zip(distances) {
            let from = (distance - self.hardness) * self.scale;
            // What is no number is at the start, and left out below.
            *place = from.max(0.0).min(STEPS as f32);
            // Half a step back, the nearest step is the one below; on a step it may be that
            // before, whose end it is.
            *step = nearest_whole((*place - 0.5).max(0.0));
        }
        let (mut lows, mut highs): (Lanes, Lanes) = ([0.0; BLOCK], [0.0; BLOCK]);
        for ((low, high), step) in lows.iter_mut().zip(&mut highs).zip(&steps) {
            let step = (*step as usize).min(STEPS - 1);
            (*low, *high) = (self.values[step], self.values[step + 1]);
        }
        let mut shares: Lanes = [0.0; BLOCK];
        for at in 0..BLOCK {
            let part = places[at] - steps[at] as f32;
            let share = lows[at] + (highs[at] - lows[at]) * part;
            shares[at] = if distances[at] < 1.0 { share } else { 0.0 };
        }
        shares
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_is_whole_at_the_middle_and_nothing_at_the_edge_and_never_rises() {
        for (falloff, name) in Falloff::SHAPES {
            let table = FalloffTable::new(&falloff, 0.0);
            assert_eq!(table.at(0.0), 1.0, "{name}");
            assert_eq!((table.at(1.0), table.at(f32::NAN)), (0.0, 0.0), "{name}");
            let mut before = 1.0f32;
            for step in 0..1000 {
                let distance = step as f32 / 1000.0;
                let now = table.at(distance);
                assert!(now <= before + 1e-6, "{name} rises at {distance}");
                assert!(
                    (now - falloff.strength(distance)).abs() < 1.6e-2,
                    "{name} at {distance}"
                );
                before = now;
            }
        }
    }

    #[test]
    fn a_hard_brush_is_whole_up_to_where_the_fading_begins() {
        let table = FalloffTable::new(&Falloff::Linear, 0.5);
        assert_eq!(table.at(0.4), 1.0);
        assert!((table.at(0.75) - 0.5).abs() < 1e-3);
        let nearly = FalloffTable::new(&Falloff::Linear, 0.99);
        assert!((nearly.at(0.995) - 0.5).abs() < 1e-3);
        assert_eq!(nearly.at(0.99), 1.0);
        let hardest = FalloffTable::new(&Falloff::Linear, 1.0);
        assert_eq!(hardest.at(0.99), 1.0);
        assert_eq!(hardest.at(1.0), 0.0);
    }

    #[test]
    fn a_free_curve_goes_through_its_points() {
        let falloff = Falloff::Curve(vec![[0.0, 0.2], [0.5, 1.0], [1.0, 0.4]]);
        assert_eq!(falloff.strength(0.0), 0.2);
        assert_eq!(falloff.strength(0.5), 1.0);
        assert_eq!(falloff.strength(1.0), 0.0);
        let table = FalloffTable::new(&falloff, 0.0);
        assert!((table.at(0.999) - 0.4).abs() < 1e-2);
    }
}
