//! Makes samples of the dabs of a stroke on the ground: how large and how far turned each is.

use super::{GroundBrush, GroundTipSettings, TipTurning};
use crate::brush::PathPoint;
use crate::edit::{GroundPlane, GroundSample};

/// Makes samples of the dabs of a stroke.
#[derive(Clone, Debug)]
pub(super) struct GroundSamples {
    brush: GroundBrush,
    plane: GroundPlane,
    seed: u32,
    count: u32,
    last: Option<PathPoint>,
    /// The first dab of a brush that turns along its way, until it is known where that goes.
    waiting: Option<PathPoint>,
    turn_deg: f32,
}

impl GroundSamples {
    /// For a stroke of a brush that has no dab yet.
    pub fn new(brush: GroundBrush, plane: GroundPlane, seed: u32) -> Self {
        Self {
            brush,
            plane,
            seed,
            count: 0,
            last: None,
            waiting: None,
            turn_deg: 0.0,
        }
    }

    /// The samples of the next dab: none while its direction is not known, and then that of the
    /// first dab before it.
    pub fn take(&mut self, dab: PathPoint) -> Vec<GroundSample> {
        let before = self.last.replace(dab);
        if self.turning() != TipTurning::Along {
            return vec![self.sample(dab)];
        }
        let Some(before) = before else {
            self.waiting = Some(dab);
            return Vec::new();
        };
        let way = dab.place - before.place;
        if way.x != 0.0 || way.y != 0.0 {
            self.turn_deg = self.plane.direction_deg([way.x, way.y]);
        }
        let waiting = self.waiting.take();
        let dabs = waiting.into_iter().chain([dab]);
        dabs.map(|dab| self.sample(dab)).collect()
    }

    /// The sample that still waits for its direction when the stroke ends.
    pub fn end(&mut self) -> Option<GroundSample> {
        let dab = self.waiting.take()?;
        Some(self.sample(dab))
    }

    /// The size of a dab at this pressure, as a share of the radius.
    pub fn size(&self, pressure: f32) -> f32 {
        self.brush.way.pressure.factors(pressure)[0]
    }

    /// How far the last dab was turned.
    pub fn turn_deg(&self) -> f32 {
        self.turn_deg
    }

    /// How a brush without a radius turns is of no matter.
    fn turning(&self) -> TipTurning {
        match self.brush.tool.has_radius() {
            true => self.brush.tip.turning,
            false => TipTurning::Fixed,
        }
    }

    fn sample(&mut self, dab: PathPoint) -> GroundSample {
        let [size, strength] = self.brush.way.pressure.factors(dab.pressure);
        if self.turning() == TipTurning::Random {
            self.turn_deg = GroundTipSettings::chance_turn_deg(self.seed, self.count);
        }
        let scale = size * self.brush.tip.scale_of(self.seed, self.count);
        self.count = self.count.wrapping_add(1);
        GroundSample {
            position: [dab.place.x, dab.place.y],
            pressure: strength,
            turn_deg: self.turn_deg,
            scale,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;
    use crate::samples::{valley, valley_corners};

    fn dab(x: f32, y: f32, pressure: f32) -> PathPoint {
        PathPoint {
            place: Vec3::new(x, y, 0.0),
            pressure,
        }
    }

    fn brush(turning: TipTurning) -> GroundBrush {
        let mut brush = GroundBrush::default();
        brush.tip.turning = turning;
        brush
    }

    #[test]
    fn a_brush_turns_along_its_way_from_the_first_dab_on() {
        let plane = GroundPlane::of(&valley_corners().shape);
        let mut samples = GroundSamples::new(brush(TipTurning::Along), plane, 1);
        assert!(samples.take(dab(0.0, 0.0, 1.0)).is_empty());
        let two = samples.take(dab(0.0, 9.0, 1.0));
        let turns: Vec<f32> = two.iter().map(|sample| sample.turn_deg).collect();
        assert_eq!(turns, [90.0, 90.0]);
        assert_eq!(samples.take(dab(-9.0, 9.0, 1.0))[0].turn_deg, 180.0);
        // Standing still keeps the direction.
        assert_eq!(samples.take(dab(-9.0, 9.0, 1.0))[0].turn_deg, 180.0);
        assert_eq!(samples.end(), None);
        // On tiles x goes north.
        let plane = GroundPlane::of(&valley().shape);
        let mut samples = GroundSamples::new(brush(TipTurning::Along), plane, 1);
        samples.take(dab(0.0, 0.0, 1.0));
        assert_eq!(samples.take(dab(4.0, 0.0, 1.0))[1].turn_deg, 90.0);
    }

    #[test]
    fn a_click_of_a_brush_that_turns_along_its_way_is_one_dab() {
        let plane = GroundPlane::of(&valley_corners().shape);
        let mut samples = GroundSamples::new(brush(TipTurning::Along), plane, 1);
        samples.take(dab(3.0, 4.0, 1.0));
        assert_eq!(samples.end(), Some(GroundSample::new([3.0, 4.0], 1.0)));
        assert_eq!(samples.end(), None);
    }

    #[test]
    fn chance_and_pressure_make_dabs_smaller_and_turn_them() {
        let plane = GroundPlane::of(&valley_corners().shape);
        let mut brush = brush(TipTurning::Random);
        brush.way.pressure = super::super::PressureUse::Both;
        brush.tip.scale_jitter = 0.5;
        let make = |seed| {
            let mut samples = GroundSamples::new(brush.clone(), plane, seed);
            let dabs = (0..40).flat_map(|step| samples.take(dab(step as f32, 0.0, 0.5)));
            dabs.collect::<Vec<_>>()
        };
        let one = make(4);
        assert_eq!(one, make(4));
        assert_ne!(one, make(5));
        for sample in &one {
            assert!((0.25..=0.5).contains(&sample.scale));
            assert_eq!(sample.pressure, 0.5);
        }
        assert!(
            one.windows(2)
                .all(|pair| pair[0].turn_deg != pair[1].turn_deg)
        );
    }
}
