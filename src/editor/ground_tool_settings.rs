//! What single tools of the terrain workspace do: heights, levels of water, marks, areas, cliffs and
//! variations.

use crate::document::TerrainShape;
use crate::edit::{CliffChange, CliffNeighboursArgument, CornerMarkArgument, VariationArgument};
use crate::terrain::{ChunkFlags, HIGHEST_LAYER};
use serde::{Deserialize, Serialize};

/// How many tints are kept at hand.
const MOST_TINTS: usize = 8;

/// Where tools that level the ground have their height from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum GroundHeightFrom {
    /// The ground where the stroke begins.
    #[default]
    Stroke,
    /// A height that was picked or typed.
    Fixed,
}

/// What water a change of cliffs leaves behind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum CliffWater {
    /// None: water stays as it is.
    #[default]
    Untouched,
    /// The ground goes one level down, and water stands where it was.
    Shallow,
    /// The ground goes two levels down, and water stands where it was.
    Deep,
}

/// What single tools do. It is kept between runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GroundToolSettings {
    /// Where Flatten and Plateau have their height from.
    pub height_from: GroundHeightFrom,
    /// The height that was picked or typed for maps of tiles, in yards.
    pub tile_height: f32,
    /// The same for maps of corners, in units of that game.
    pub corner_height: f32,
    /// The level of water on maps of corners, without what the game adds for the tileset.
    pub water_level: f32,
    /// Which mark corners get.
    pub mark: CornerMarkArgument,
    /// Which area map chunks get.
    pub area: u32,
    /// Which flags map chunks get, and which are shown over the ground.
    pub chunk_flags: u32,
    /// What happens to the level of cliffs.
    pub cliff: CliffChange,
    /// What water that leaves.
    pub cliff_water: CliffWater,
    /// What happens to corners beside that would be too many levels away.
    pub cliff_neighbours: CliffNeighboursArgument,
    /// Which variation painted corners get.
    pub variation: VariationArgument,
    /// Tints that were used or picked, the last one first.
    pub recent_tints: Vec<[u8; 3]>,
}

impl Default for GroundToolSettings {
    fn default() -> Self {
        Self {
            height_from: GroundHeightFrom::default(),
            tile_height: 0.0,
            corner_height: 0.0,
            water_level: 0.0,
            mark: CornerMarkArgument::Water,
            area: 1,
            chunk_flags: ChunkFlags::IS_IMPASSABLE,
            cliff: CliffChange::By(1),
            cliff_water: CliffWater::default(),
            cliff_neighbours: CliffNeighboursArgument::default(),
            variation: VariationArgument::default(),
            recent_tints: Vec::new(),
        }
    }
}

impl GroundToolSettings {
    /// The lowest and the highest height that can be typed, in world units.
    pub const HEIGHTS: [f32; 2] = [-100_000.0, 100_000.0];
    /// How many variations a corner may have.
    pub const VARIATIONS: u8 = 32;

    /// The height that was picked or typed for ground of this shape.
    pub fn height(&self, shape: &TerrainShape) -> f32 {
        match shape {
            TerrainShape::Tiles(_) => self.tile_height,
            TerrainShape::Corners(_) => self.corner_height,
        }
    }

    /// The same, to change it.
    pub fn height_mut(&mut self, shape: &TerrainShape) -> &mut f32 {
        match shape {
            TerrainShape::Tiles(_) => &mut self.tile_height,
            TerrainShape::Corners(_) => &mut self.corner_height,
        }
    }

    /// Puts a tint at the head of the recent ones.
    pub fn remember_tint(&mut self, tint: [u8; 3]) {
        self.recent_tints.retain(|other| *other != tint);
        self.recent_tints.insert(0, tint);
        self.recent_tints.truncate(MOST_TINTS);
    }

    /// The same with every number inside its range; one that is none is as at first.
    #[must_use]
    pub(super) fn within_ranges(mut self) -> Self {
        for height in [
            &mut self.tile_height,
            &mut self.corner_height,
            &mut self.water_level,
        ] {
            let [least, most] = Self::HEIGHTS;
            *height = if height.is_finite() {
                height.clamp(least, most)
            } else {
                0.0
            };
        }
        if let VariationArgument::Fixed(number) = &mut self.variation {
            *number = (*number).min(Self::VARIATIONS - 1);
        }
        if let CliffChange::To(level) = &mut self.cliff {
            *level = (*level).min(HIGHEST_LAYER);
        }
        self.recent_tints.truncate(MOST_TINTS);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_tint_is_the_first_of_the_recent_ones_and_none_is_there_twice() {
        let mut tools = GroundToolSettings::default();
        for tint in [[1, 2, 3], [4, 5, 6], [1, 2, 3]] {
            tools.remember_tint(tint);
        }
        assert_eq!(tools.recent_tints, [[1, 2, 3], [4, 5, 6]]);
        for tint in 0..30 {
            tools.remember_tint([tint; 3]);
        }
        assert_eq!(tools.recent_tints.len(), MOST_TINTS);
    }

    #[test]
    fn settings_of_another_run_come_back_into_their_ranges() {
        let text = r#"{"tile_height": 1e30, "variation": {"fixed": 200}, "cliff": {"to": 99}}"#;
        let tools: GroundToolSettings = serde_json::from_str(text).expect("settings");
        let tools = tools.within_ranges();
        assert_eq!(tools.tile_height, 100_000.0);
        assert_eq!(tools.variation, VariationArgument::Fixed(31));
        assert_eq!(tools.cliff, CliffChange::To(HIGHEST_LAYER));
    }
}
