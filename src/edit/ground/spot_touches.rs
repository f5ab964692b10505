//! The spots that a dab touches.

use super::spot_brush::{GroundBefore, SpotBrush};
use crate::edit::ground_tip::GroundDab;
use crate::terrain::{SculptMode, SculptStroke, SpotGround, SpotTouch, share_along};

/// A line that a brush is drawn along in one go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BrushLine {
    /// Where it begins, x and y.
    pub from: [f32; 2],
    /// Where it ends.
    pub to: [f32; 2],
}

impl BrushLine {
    /// The line of a stroke that lays a ramp; `None` for all others.
    pub fn of(stroke: &SculptStroke) -> Option<Self> {
        match stroke.mode() {
            SculptMode::Ramp { from, to } => Some(Self {
                from: [from[0], from[1]],
                to: [to[0], to[1]],
            }),
            _ => None,
        }
    }

    /// The point of the line nearest to a place.
    fn nearest(&self, place: [f32; 2]) -> [f32; 2] {
        let share = share_along(self.from, self.to, place);
        [0, 1].map(|axis| self.from[axis] + (self.to[axis] - self.from[axis]) * share)
    }
}

/// The spots that a dab of a brush touches, or a whole line where there is one.
pub fn spot_touches(
    ground: &impl SpotGround,
    before: &impl GroundBefore,
    brush: &SpotBrush,
    dab: &GroundDab,
    line: Option<BrushLine>,
) -> Vec<SpotTouch> {
    let (middle, reach) = match line {
        None => (dab.position, dab.reach),
        Some(BrushLine { from, to }) => {
            let half = [0, 1].map(|axis| (to[axis] - from[axis]) / 2.0);
            let middle = [from[0] + half[0], from[1] + half[1]];
            (middle, half[0].abs().max(half[1].abs()) + dab.reach)
        }
    };
    let mut touches = Vec::new();
    ground.for_spots_near(middle, reach, &mut |spot, place| {
        let near = GroundDab {
            position: line.map_or(dab.position, |line| line.nearest(place)),
            ..*dab
        };
        let strength = brush.strength(ground, before, &near, spot, place);
        if strength > 0.0 {
            touches.push(SpotTouch {
                spot,
                // What follows from the place is the same at every copy of it.
                position: dab.original_of(place),
                strength,
            });
        }
    });
    touches
}
