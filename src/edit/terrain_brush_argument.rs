//! The arguments that all brushes on the ground have in common, and their checks.

use super::brush_tip_argument::{is_none, is_whole, whole};
use super::posing::finite;
use super::{EditError, FalloffArgument, SymmetryArgument, TipArgument};
use crate::brush::{MOST_CURVE_POINTS, is_curve};
use serde::{Deserialize, Serialize};

/// The outline of a brush on the ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BrushShapeArgument {
    /// All within the radius.
    #[default]
    Circle,
    /// A square whose sides are twice the radius, along the axes.
    Square,
    /// A square on its tip: as far as the sum of both distances.
    Diamond,
}

/// A place of a stroke on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundSample {
    /// World x and y of the game's own axes (ADT: x north, y west; W3E: x east, y north).
    pub position: [f32; 2],
    /// Pressure of a pen, 0 to 1.
    #[serde(default = "whole")]
    pub pressure: f32,
    /// How far the brush is turned there beyond its own angle: degrees counterclockwise as seen from
    /// above.
    #[serde(default, skip_serializing_if = "is_none")]
    pub turn_deg: f32,
    /// How large the brush is there, as a share of its radius; above 0.
    #[serde(default = "whole", skip_serializing_if = "is_whole")]
    pub scale: f32,
}

impl GroundSample {
    /// A place where a brush is neither turned nor smaller.
    pub fn new(position: [f32; 2], pressure: f32) -> Self {
        Self {
            position,
            pressure,
            turn_deg: 0.0,
            scale: 1.0,
        }
    }

    /// Whether a dab can be made of it.
    pub(super) fn is_sound(&self) -> bool {
        let [x, y] = self.position;
        let numbers = [x, y, self.pressure, self.turn_deg, self.scale];
        numbers.iter().all(|number| number.is_finite()) && self.scale > 0.0
    }
}

/// Only ground of some slopes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlopeMaskArgument {
    /// The least slope, degrees; 0 is level.
    #[serde(default)]
    pub from_deg: f32,
    /// The most, degrees.
    #[serde(default = "upright")]
    pub to_deg: f32,
    /// Over how many degrees beyond either the brush fades.
    #[serde(default)]
    pub soft_deg: f32,
    /// Whether all other slopes are meant.
    #[serde(default)]
    pub invert: bool,
}

fn upright() -> f32 {
    90.0
}

/// Only ground of some heights.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeightMaskArgument {
    /// The least height, world units.
    pub from: f32,
    /// The most, world units.
    pub to: f32,
    /// Over how many units beyond either the brush fades.
    #[serde(default)]
    pub soft: f32,
    /// Whether all other heights are meant.
    #[serde(default)]
    pub invert: bool,
}

/// A rectangle of the ground, its edges included; world x and y.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundRectangle {
    /// The lower of both.
    pub min: [f32; 2],
    /// The higher of both.
    pub max: [f32; 2],
}

impl GroundRectangle {
    /// Whether a place is in it.
    pub fn contains(&self, [x, y]: [f32; 2]) -> bool {
        let ([low_x, low_y], [high_x, high_y]) = (self.min, self.max);
        (low_x..=high_x).contains(&x) && (low_y..=high_y).contains(&y)
    }
}

/// What a brush leaves alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainMasks {
    /// Only these slopes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slope: Option<SlopeMaskArgument>,
    /// Only these heights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<HeightMaskArgument>,
    /// Only where one of these textures (or ground types) is, as strongly as it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only_textures: Vec<String>,
    /// Not where one of these textures (or ground types) is, as strongly as it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub never_textures: Vec<String>,
    /// Not in these rectangles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub protected: Vec<GroundRectangle>,
}

impl TerrainMasks {
    /// Whether nothing is left alone.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A brush on the ground and its way, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct TerrainBrush {
    /// World units.
    pub radius: f32,
    /// How much is done at the middle, 0 to 1.
    pub strength: f32,
    /// How much of the radius is whole, 0 to 1.
    pub hardness: f32,
    /// How it fades.
    pub falloff: FalloffArgument,
    /// Whether each dab works on what the dabs before left.
    pub accumulate: bool,
    /// Its outline.
    pub shape: BrushShapeArgument,
    /// Where it was.
    pub samples: Vec<GroundSample>,
    /// What it leaves alone.
    pub masks: TerrainMasks,
    /// What chance begins with.
    pub seed: u32,
    /// What of its outline it touches.
    pub tip: TipArgument,
    /// Which other places it works on too.
    pub symmetry: Option<SymmetryArgument>,
}

impl TerrainBrush {
    /// Refuses numbers that no brush can have. A stroke may be without samples while it begins.
    pub(super) fn check(&self) -> Result<(), EditError> {
        finite("radius", &[self.radius])?;
        check("radius", self.radius > 0.0, "must be above 0")?;
        for (argument, share) in [("strength", self.strength), ("hardness", self.hardness)] {
            let is_share = (0.0..=1.0).contains(&share);
            check(argument, is_share, "must be between 0 and 1")?;
        }
        if let FalloffArgument::Custom(points) = &self.falloff {
            let reason = format!(
                "must have 2 to {MOST_CURVE_POINTS} points of distance and strength, each 0 to 1, \
                 in ascending order of distance"
            );
            check("falloff", is_curve(points), &reason)?;
        }
        for sample in &self.samples {
            finite("samples", &sample.position)?;
            finite("samples", &[sample.pressure, sample.turn_deg, sample.scale])?;
            check("samples", sample.scale > 0.0, "must have scales above 0")?;
        }
        self.tip.check()?;
        if let Some(symmetry) = &self.symmetry {
            symmetry.check()?;
        }
        let masks = &self.masks;
        if let Some(slope) = masks.slope {
            finite("masks", &[slope.from_deg, slope.to_deg, slope.soft_deg])?;
            let is_range = slope.from_deg <= slope.to_deg && slope.soft_deg >= 0.0;
            check("masks", is_range, "must have slopes from low to high")?;
        }
        if let Some(height) = masks.height {
            finite("masks", &[height.from, height.to, height.soft])?;
            let is_range = height.from <= height.to && height.soft >= 0.0;
            check("masks", is_range, "must have heights from low to high")?;
        }
        for rectangle in &masks.protected {
            finite("masks", &rectangle.min)?;
            finite("masks", &rectangle.max)?;
        }
        Ok(())
    }
}

fn check(argument: &'static str, is_sound: bool, reason: &str) -> Result<(), EditError> {
    if is_sound {
        return Ok(());
    }
    Err(EditError::Value {
        argument,
        reason: reason.to_owned(),
    })
}
