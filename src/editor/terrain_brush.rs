//! The brush of the terrain workspace: what it does, how large it is, and what it leaves alone.

use super::{GroundTipSettings, GroundTool, GroundToolSettings, GroundWay};
use crate::document::TerrainShape;
use crate::edit::{BrushShapeArgument, FalloffArgument, FifthArgument, TerrainMasks};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A number of the brush that a drag of the mouse or a key changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundNumber {
    /// Its radius.
    Radius,
    /// Its strength.
    Strength,
    /// The share that it paints towards.
    Target,
}

/// The brush of the terrain workspace. It is kept between runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GroundBrush {
    /// What it does.
    pub tool: GroundTool,
    /// Its radius on maps of tiles, in yards.
    pub tile_radius: f32,
    /// Its radius on maps of corners, in units of that game.
    pub corner_radius: f32,
    /// How much is done at the middle, 0 to 1.
    pub strength: f32,
    /// The share of the ground that the texture is painted towards, 0 to 100.
    pub target_percent: f32,
    /// How much of the radius is whole before the fading begins, 0 to 1.
    pub hardness: f32,
    /// How it fades.
    pub falloff: FalloffArgument,
    /// Way between two dabs, as a share of the radius.
    pub spacing: f32,
    /// Whether each dab works on what the dabs before left.
    pub accumulates: bool,
    /// How much heights change at full strength on maps of tiles, in yards.
    pub tile_amount: f32,
    /// The same on maps of corners, in units of that game.
    pub corner_amount: f32,
    /// The tint: red, green and blue; 127 of each is none.
    pub colour: [u8; 3],
    /// Its outline.
    pub shape: BrushShapeArgument,
    /// What is done on a map chunk that has four other textures.
    pub fifth: FifthArgument,
    /// Whether the user is asked at the end of a stroke that met such a map chunk.
    pub asks_fifth: bool,
    /// A texture that covers less of a map chunk than this gives way to a fifth one, percent.
    pub faint_percent: f32,
    /// Textures that may go into others for a fifth one, as they look alike.
    pub look_alikes: BTreeMap<String, String>,
    /// The texture that a replacing brush takes away.
    pub swapped: Option<String>,
    /// What it leaves alone.
    pub masks: TerrainMasks,
    /// What of its outline it touches.
    pub tip: GroundTipSettings,
    /// How a stroke goes along.
    pub way: GroundWay,
    /// What single tools do.
    pub tools: GroundToolSettings,
}

impl GroundBrush {
    /// The least and the largest radius on maps of tiles, in yards: a texel to three tiles.
    pub const TILE_RADII: [f32; 2] = [0.5, 1600.0];
    /// The same on maps of corners: half a corner's way to 1024 of them.
    pub const CORNER_RADII: [f32; 2] = [64.0, 131_072.0];

    /// The least and the largest radius on ground of this shape, in world units.
    pub fn radii(shape: &TerrainShape) -> [f32; 2] {
        match shape {
            TerrainShape::Tiles(_) => Self::TILE_RADII,
            TerrainShape::Corners(_) => Self::CORNER_RADII,
        }
    }

    /// The radius on ground of this shape, in world units.
    pub fn radius(&self, shape: &TerrainShape) -> f32 {
        match shape {
            TerrainShape::Tiles(_) => self.tile_radius,
            TerrainShape::Corners(_) => self.corner_radius,
        }
    }

    /// How much heights change at full strength on ground of this shape, in world units.
    pub fn amount(&self, shape: &TerrainShape) -> f32 {
        match shape {
            TerrainShape::Tiles(_) => self.tile_amount,
            TerrainShape::Corners(_) => self.corner_amount,
        }
    }

    /// The same, to change it.
    pub fn amount_mut(&mut self, shape: &TerrainShape) -> &mut f32 {
        match shape {
            TerrainShape::Tiles(_) => &mut self.tile_amount,
            TerrainShape::Corners(_) => &mut self.corner_amount,
        }
    }

    /// One of its numbers.
    pub fn number(&self, number: GroundNumber, shape: &TerrainShape) -> f32 {
        match number {
            GroundNumber::Radius => self.radius(shape),
            GroundNumber::Strength => self.strength,
            GroundNumber::Target => self.target_percent,
        }
    }

    /// What a stroke does on a map chunk that has four other textures: nothing where it asks.
    pub fn stroke_fifth(&self) -> FifthArgument {
        match &self.fifth {
            _ if self.asks_fifth => FifthArgument::Refuse,
            FifthArgument::Refuse => FifthArgument::Refuse,
            FifthArgument::Evict { .. } => FifthArgument::Evict {
                below_percent: self.faint_percent,
            },
            FifthArgument::Merge(_) => FifthArgument::Merge(self.look_alikes.clone()),
            FifthArgument::Solve { .. } => FifthArgument::Solve {
                look_alikes: self.look_alikes.clone(),
            },
            // Ways for single map chunks are no policy of a brush.
            FifthArgument::Chosen(_) => FifthArgument::Refuse,
        }
    }

    /// The same brush with another number, brought into its range.
    #[must_use]
    pub fn with_number(mut self, number: GroundNumber, value: f32, shape: &TerrainShape) -> Self {
        if !value.is_finite() {
            return self;
        }
        match (number, shape) {
            (GroundNumber::Radius, TerrainShape::Tiles(_)) => self.tile_radius = value,
            (GroundNumber::Radius, TerrainShape::Corners(_)) => self.corner_radius = value,
            (GroundNumber::Strength, _) => self.strength = value,
            (GroundNumber::Target, _) => self.target_percent = value,
        }
        self.within_ranges()
    }

    /// The same with every number inside its range; one that is none is as at first.
    #[must_use]
    pub fn within_ranges(mut self) -> Self {
        let usual = Self::default();
        let sane = |value: f32, [least, most]: [f32; 2], usual: f32| {
            if value.is_finite() {
                value.clamp(least, most)
            } else {
                usual
            }
        };
        self.tile_radius = sane(self.tile_radius, Self::TILE_RADII, usual.tile_radius);
        self.corner_radius = sane(self.corner_radius, Self::CORNER_RADII, usual.corner_radius);
        self.strength = sane(self.strength, [0.0, 1.0], usual.strength);
        self.target_percent = sane(self.target_percent, [0.0, 100.0], usual.target_percent);
        self.tile_amount = sane(self.tile_amount, [0.0, 1000.0], usual.tile_amount);
        self.corner_amount = sane(self.corner_amount, [0.0, 1000.0], usual.corner_amount);
        self.faint_percent = sane(self.faint_percent, [0.1, 100.0], usual.faint_percent);
        self.hardness = sane(self.hardness, [0.0, 1.0], usual.hardness);
        self.spacing = sane(self.spacing, [0.02, 2.0], usual.spacing);
        self.tip = self.tip.within_ranges();
        self.way = self.way.within_ranges();
        self.tools = self.tools.within_ranges();
        self
    }
}

impl Default for GroundBrush {
    fn default() -> Self {
        Self {
            tool: GroundTool::default(),
            tile_radius: 15.0,
            corner_radius: 256.0,
            strength: 0.5,
            target_percent: 100.0,
            hardness: 0.3,
            falloff: FalloffArgument::Smooth,
            spacing: 0.2,
            accumulates: false,
            tile_amount: 3.0,
            corner_amount: 32.0,
            colour: [150, 127, 100],
            shape: BrushShapeArgument::Circle,
            fifth: FifthArgument::Refuse,
            asks_fifth: false,
            faint_percent: 5.0,
            look_alikes: BTreeMap::new(),
            swapped: None,
            masks: TerrainMasks::default(),
            tip: GroundTipSettings::default(),
            way: GroundWay::default(),
            tools: GroundToolSettings::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{valley, valley_corners};

    #[test]
    fn each_game_has_a_radius_of_its_own() {
        let (tiles, corners) = (valley().shape, valley_corners().shape);
        let brush = GroundBrush::default()
            .with_number(GroundNumber::Radius, 40.0, &tiles)
            .with_number(GroundNumber::Radius, 900.0, &corners);
        assert_eq!(
            (brush.radius(&tiles), brush.radius(&corners)),
            (40.0, 900.0)
        );
        let huge = brush.with_number(GroundNumber::Radius, 1e9, &tiles);
        assert_eq!(huge.radius(&tiles), 1600.0);
    }

    #[test]
    fn numbers_of_another_run_come_back_into_their_ranges() {
        let text = r#"{"strength": 7.0, "spacing": 0.0, "tile_radius": -3.0}"#;
        let brush: GroundBrush = serde_json::from_str(text).unwrap_or_default();
        let brush = brush.within_ranges();
        assert_eq!((brush.strength, brush.spacing), (1.0, 0.02));
        assert_eq!(brush.tile_radius, 0.5);
    }
}
