//! What a stroke does to heights: raise, level, smooth, roughen, or lay a ramp, spot by spot.
//!
//! - What a stroke makes of a spot is kept with all its digits until the end, so that dabs weaker
//!   than a stored step add up.
//! - A stroke that does not accumulate touches each spot once, as strongly as its strongest dab:
//!   the order of the dabs does not count.

use super::ground_spot::{GroundSpot, SpotGround};
use crate::math::ground_noise;
use std::collections::HashMap;

/// What a stroke does to heights, in world units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SculptMode {
    /// Adds a height; one below 0 lowers.
    Add {
        /// How much, at full strength.
        amount: f32,
    },
    /// Brings the ground to a height.
    Level {
        /// The height.
        height: f32,
    },
    /// Brings the ground to the height it has under the middle of the first dab.
    Plateau,
    /// Brings spots nearer to their neighbours.
    Smooth,
    /// Adds noise.
    Noise {
        /// How much, at full strength.
        amount: f32,
        /// Side of a cell of the noise.
        scale: f32,
        /// What the noise follows from.
        seed: u64,
    },
    /// Brings the ground to the line between two points; beyond them to the nearer one.
    Ramp {
        /// Where it begins: x, y and height.
        from: [f32; 3],
        /// Where it ends.
        to: [f32; 3],
    },
}

/// A spot that a dab touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpotTouch {
    /// The spot.
    pub spot: GroundSpot,
    /// World x and y.
    pub position: [f32; 2],
    /// How strongly, 0 to 1.
    pub strength: f32,
}

/// A spot that was touched.
#[derive(Clone, Copy, Debug)]
struct Touched {
    /// The height before the stroke.
    original: f32,
    /// The height now.
    now: f32,
    /// The strongest touch.
    strength: f32,
}

/// A stroke that changes heights.
#[derive(Clone, Debug)]
pub struct SculptStroke {
    mode: SculptMode,
    accumulates: bool,
    touched: HashMap<GroundSpot, Touched>,
    skipped: usize,
}

impl SculptStroke {
    /// A stroke that has touched nothing.
    pub fn new(mode: SculptMode, accumulates: bool) -> Self {
        Self {
            mode,
            accumulates,
            touched: HashMap::new(),
            skipped: 0,
        }
    }

    /// What it does.
    pub fn mode(&self) -> SculptMode {
        self.mode
    }

    /// How often a spot was left alone because its height is no number.
    pub fn skipped_count(&self) -> usize {
        self.skipped
    }

    /// The height of a spot as the stroke leaves it.
    fn height_now(&self, ground: &impl SpotGround, spot: GroundSpot) -> Option<f32> {
        let touched = self.touched.get(&spot);
        touched.map_or_else(|| ground.spot_height(spot), |touched| Some(touched.now))
    }

    /// The height of a spot before the stroke.
    pub fn height_before(&self, ground: &impl SpotGround, spot: GroundSpot) -> Option<f32> {
        let touched = self.touched.get(&spot);
        touched.map_or_else(
            || ground.spot_height(spot),
            |touched| Some(touched.original),
        )
    }

    /// Touches spots; gives those that get another height, with that height.
    ///
    /// `middle` is where the brush is. Untouched spots are read from `ground`, touched ones are
    /// remembered, so it does not matter how exactly the ground can store what it was given.
    pub fn dab(
        &mut self,
        ground: &impl SpotGround,
        middle: [f32; 2],
        touches: &[SpotTouch],
    ) -> Vec<(GroundSpot, f32)> {
        if self.mode == SculptMode::Plateau {
            let Some(height) = height_below(ground, middle) else {
                return Vec::new();
            };
            self.mode = SculptMode::Level { height };
        }
        let mut changed = Vec::with_capacity(touches.len());
        for touch in touches {
            let strength = touch.strength.clamp(0.0, 1.0);
            let before = self.touched.get(&touch.spot).copied();
            let is_weaker = before.is_some_and(|before| strength <= before.strength);
            if strength <= 0.0 || !self.accumulates && is_weaker {
                continue;
            }
            let original = match before {
                Some(before) => before.original,
                None => match ground.spot_height(touch.spot) {
                    Some(height) if height.is_finite() => height,
                    _ => {
                        self.skipped += 1;
                        continue;
                    }
                },
            };
            let from = match before {
                Some(before) if self.accumulates => before.now,
                _ => original,
            };
            let now = self.height_after(ground, touch, from, strength);
            if now.is_finite() {
                let is_other = before.map_or(original, |before| before.now) != now;
                let kept = Touched {
                    original,
                    now,
                    strength: strength.max(before.map_or(0.0, |before| before.strength)),
                };
                changed.push((touch.spot, kept, is_other));
            } else {
                self.skipped += 1;
            }
        }
        // Only now, so that all spots of a dab were worked out from the same ground.
        let mut heights = Vec::with_capacity(changed.len());
        for (spot, kept, is_other) in changed {
            self.touched.insert(spot, kept);
            if is_other {
                heights.push((spot, kept.now));
            }
        }
        heights
    }

    fn height_after(
        &self,
        ground: &impl SpotGround,
        touch: &SpotTouch,
        from: f32,
        strength: f32,
    ) -> f32 {
        let toward = |goal: f32| {
            // Written so that full strength gives the goal itself.
            match strength {
                1.0 => goal,
                share => from + (goal - from) * share,
            }
        };
        match self.mode {
            SculptMode::Add { amount } => from + amount * strength,
            SculptMode::Level { height } => toward(height),
            SculptMode::Plateau => from,
            SculptMode::Smooth => {
                let uneven = if self.accumulates {
                    ground.unevenness(touch.spot, from, &mut |spot| self.height_now(ground, spot))
                } else {
                    let mut before = |spot| self.height_before(ground, spot);
                    ground.unevenness(touch.spot, from, &mut before)
                };
                (f64::from(from) + uneven * f64::from(strength)) as f32
            }
            SculptMode::Noise {
                amount,
                scale,
                seed,
            } => {
                let [x, y] = touch.position.map(f64::from);
                let noise = ground_noise(seed, x / f64::from(scale), y / f64::from(scale));
                from + (noise * f64::from(amount)) as f32 * strength
            }
            SculptMode::Ramp { from: start, to } => toward(ramp_height(start, to, touch.position)),
        }
    }
}

/// The height of a ramp at a place.
fn ramp_height(from: [f32; 3], to: [f32; 3], [x, y]: [f32; 2]) -> f32 {
    let share = share_along([from[0], from[1]], [to[0], to[1]], [x, y]);
    match share {
        1.0 => to[2],
        share => from[2] + (to[2] - from[2]) * share,
    }
}

/// Where the point of a line nearest to a place lies, as a share of the way from its start to its
/// end; 0 on a line without length.
pub fn share_along(from: [f32; 2], to: [f32; 2], place: [f32; 2]) -> f32 {
    let way = [to[0] - from[0], to[1] - from[1]].map(f64::from);
    let gone = [place[0] - from[0], place[1] - from[1]].map(f64::from);
    let length = way[0] * way[0] + way[1] * way[1];
    if length > 0.0 {
        ((gone[0] * way[0] + gone[1] * way[1]) / length).clamp(0.0, 1.0) as f32
    } else {
        0.0
    }
}

/// The height of the spot nearest to a place; of several as near the first. `None` off the map.
pub fn height_below(ground: &impl SpotGround, middle: [f32; 2]) -> Option<f32> {
    let mut nearest: Option<(f32, GroundSpot)> = None;
    // No two neighbouring spots of any shape are farther apart than those of a map of corners.
    ground.for_spots_near(middle, super::CORNER_SPACING, &mut |spot, [x, y]| {
        let distance = (x - middle[0]).powi(2) + (y - middle[1]).powi(2);
        if nearest.is_none_or(|(least, _)| distance < least) {
            nearest = Some((distance, spot));
        }
    });
    let (_, spot) = nearest?;
    ground.spot_height(spot).filter(|height| height.is_finite())
}
