//! The tip of a brush on the ground, and its dabs: one for each place that a symmetry makes of a
//! sample.

use super::ground_plane::{GroundCopies, GroundPlane};
use super::terrain_brush_argument::TerrainBrush;
use super::{BrushShapeArgument, EditError, GroundSample};
use crate::brush::{
    BrushShape, BrushTip, Falloff, FalloffTable, PlaneMap, SAME_PLANE, Spray, TipPose, after,
};

/// The tip of a brush on the ground, worked out.
#[derive(Clone, Debug)]
pub(super) struct GroundTip {
    tip: BrushTip,
    radius: f32,
    aspect: f32,
    angle_deg: f32,
    seed: u64,
    accumulates: bool,
    plane: GroundPlane,
    copies: GroundCopies,
    /// Samples that were taken in.
    count: u64,
}

/// A place where the brush touches the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GroundDab {
    /// World x and y of its middle.
    pub position: [f32; 2],
    /// Pressure of a pen, 0 to 1.
    pub pressure: f32,
    /// How far it reaches from its middle along the axes, world units.
    pub reach: f32,
    /// Its radius, world units.
    pub radius: f32,
    /// How the tip lies.
    pub pose: TipPose,
    /// Whether it is neither turned nor stretched nor broken up.
    pub is_plain: bool,
    /// Whether it is the sample itself and no copy.
    pub is_original: bool,
}

impl GroundDab {
    /// The place at the sample itself that a place of the ground is a copy of.
    pub fn original_of(&self, place: [f32; 2]) -> [f32; 2] {
        if self.is_original {
            return place;
        }
        self.pose.original_of(self.offset(place))
    }

    fn offset(&self, place: [f32; 2]) -> [f32; 2] {
        [place[0] - self.position[0], place[1] - self.position[1]]
    }

    /// Whether its outline covers the same spots as that of the sample, moved.
    pub fn keeps_outline(&self, shape: BrushShape) -> bool {
        let along_axes = self.pose.original_from_plane.iter().flatten();
        shape == BrushShape::Circle || along_axes.into_iter().any(|part| part.abs() == 1.0)
    }
}

impl GroundTip {
    /// The tip of a checked brush.
    pub fn new(brush: &TerrainBrush, plane: GroundPlane) -> Result<Self, EditError> {
        let picture = brush.tip.picture.as_ref();
        let spray = brush.tip.spray.map(|spray| Spray {
            density: spray.density,
            core: spray.core,
            fleck: spray.fleck,
        });
        Ok(Self {
            tip: BrushTip {
                shape: brush.shape.into(),
                falloff: FalloffTable::new(&Falloff::from(&brush.falloff), brush.hardness),
                picture: picture.map(|picture| picture.picture()).transpose()?,
                spray,
            },
            radius: brush.radius,
            aspect: brush.tip.aspect,
            angle_deg: brush.tip.angle_deg,
            seed: u64::from(brush.seed),
            accumulates: brush.accumulate,
            plane,
            copies: GroundCopies::new(brush.symmetry.as_ref(), &plane),
            count: 0,
        })
    }

    /// What it touches around its middle.
    pub fn tip(&self) -> &BrushTip {
        &self.tip
    }

    /// The dabs of the next sample.
    pub fn dabs(&mut self, sample: &GroundSample) -> Vec<GroundDab> {
        let radius = self.radius * sample.scale;
        let angle_deg = self.angle_deg + sample.turn_deg;
        let [along, across] = self.plane.turned(angle_deg);
        let tip_from_original: PlaneMap = [
            along.map(|part| part / radius),
            across.map(|part| part / (radius * self.aspect)),
        ];
        let is_whole = self.tip.picture.is_none() && self.tip.spray.is_none();
        // A circle is the same however it is turned.
        let is_upright = angle_deg == 0.0 || self.tip.shape == BrushShape::Circle;
        let is_plain = is_whole && self.aspect == 1.0 && is_upright;
        // Dabs that work on one another each have a chance of their own.
        let salt = if self.accumulates {
            self.count << 32
        } else {
            0
        };
        self.count += 1;
        let mut dabs: Vec<GroundDab> = Vec::new();
        for (position, original_from_plane) in self.copies.with_maps(sample.position) {
            // A copy that lies on the sample would only do the same again.
            if is_plain && dabs.iter().any(|dab| dab.position == position) {
                continue;
            }
            let pose = TipPose {
                tip_from_plane: after(&tip_from_original, &original_from_plane),
                original_from_plane,
                original: sample.position,
                seed: self.seed ^ salt,
            };
            let [x, y] = pose.reach(self.tip.shape);
            dabs.push(GroundDab {
                position,
                pressure: sample.pressure,
                // A hair more, so that rounding leaves no spot out.
                reach: x.max(y).max(radius * self.aspect) * 1.001,
                radius,
                pose,
                is_plain,
                is_original: original_from_plane == SAME_PLANE,
            });
        }
        dabs
    }

    /// How strong it is at a place, as a share of its middle.
    pub fn share(&self, dab: &GroundDab, place: [f32; 2]) -> f32 {
        let offset = dab.offset(place);
        if !dab.is_plain {
            return self.tip.share(&dab.pose, offset);
        }
        let [x, y] = match dab.is_original {
            true => offset,
            false => crate::brush::mapped(&dab.pose.original_from_plane, offset),
        };
        let distance = self.tip.shape.distance(x, y);
        self.tip.falloff.at(distance / dab.radius)
    }
}

impl From<BrushShapeArgument> for BrushShape {
    fn from(shape: BrushShapeArgument) -> Self {
        match shape {
            BrushShapeArgument::Circle => Self::Circle,
            BrushShapeArgument::Square => Self::Square,
            BrushShapeArgument::Diamond => Self::Diamond,
        }
    }
}
