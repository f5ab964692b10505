//! The tip of a brush over the texels of tiles.

use crate::brush::{Footprint, GridBrush, PlaneMap};
use crate::edit::ground_tip::{GroundDab, GroundTip};
use crate::edit::{EditError, GroundPlane, GroundSample, TerrainBrush};
use crate::terrain::{TEXEL_YARDS, TileMap, texel_of_world};

/// From columns to the east and rows to the south to world offsets: x goes north and y west.
const WORLD_FROM_TEXEL: PlaneMap = [[0.0, -(TEXEL_YARDS as f32)], [-(TEXEL_YARDS as f32), 0.0]];

/// Parts of a texel that places of dabs are told by: what is between is not seen.
const PARTS: f64 = 64.0;

/// The tip of a brush over the texels of tiles.
#[derive(Debug)]
pub(super) struct TexelTip {
    tip: GroundTip,
    /// The same where it is neither turned nor stretched nor broken up, which is quicker.
    plain: GridBrush,
    /// Its radius, before samples make it smaller.
    radius: f32,
    strength: f32,
}

impl TexelTip {
    /// The tip of a checked brush on a map.
    pub fn new(brush: &TerrainBrush, map: &TileMap) -> Result<Self, EditError> {
        Ok(Self {
            tip: GroundTip::new(brush, GroundPlane::of_tiles(map))?,
            plain: brush.on_grid(TEXEL_YARDS as f32),
            radius: brush.radius / TEXEL_YARDS as f32,
            strength: brush.strength,
        })
    }

    /// Its radius in texels.
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// The dabs of the next sample.
    pub fn dabs(&mut self, sample: &GroundSample) -> Vec<GroundDab> {
        self.tip.dabs(sample)
    }

    /// How strongly a dab touches each texel.
    pub fn print(&mut self, dab: &GroundDab, footprint: &mut Footprint) {
        let strength = self.strength * dab.pressure.clamp(0.0, 1.0);
        let middle = texel_of_world(dab.position).map(|part| (part * PARTS).round() / PARTS);
        if dab.is_plain && dab.keeps_outline(self.plain.shape) {
            self.plain.radius = dab.radius / TEXEL_YARDS as f32;
            footprint.make(&self.plain, middle, strength);
        } else {
            let pose = dab.pose.on_grid(&WORLD_FROM_TEXEL);
            footprint.make_tip(self.tip.tip(), &pose, middle, strength);
        }
    }
}
