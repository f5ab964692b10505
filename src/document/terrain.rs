//! A terrain: the ground of a map, in the shape its format has.

use super::NativeSource;
use crate::math::Ray;
use crate::terrain::{CornerMap, GroundHit, HoleFill, TileMap};
use std::sync::Arc;

/// Names a terrain for as long as the document lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TerrainId(pub u32);

/// How a terrain is laid out.
#[derive(Clone, Debug, PartialEq)]
pub enum TerrainShape {
    /// Corners of square tiles, as Warcraft III has them.
    Corners(CornerMap),
    /// Tiles of map chunks, as World of Warcraft has them.
    Tiles(TileMap),
}

/// The ground of a map. World positions are in the game's own axes and units.
#[derive(Clone, Debug, PartialEq)]
pub struct Terrain {
    /// Stable name of this terrain inside the document.
    pub id: TerrainId,
    /// What people call it: the name of its file or map without extension.
    pub name: String,
    /// Its content.
    pub shape: TerrainShape,
    /// The files it came from, exactly, where a save needs more of them than the shape holds.
    pub native: Option<Arc<NativeSource>>,
}

impl TerrainShape {
    /// The format's name, as `info` prints it.
    pub fn format_name(&self) -> &'static str {
        match self {
            Self::Corners(_) => "w3e",
            Self::Tiles(_) => "adt",
        }
    }

    /// The map of corners, if it is one.
    pub fn corners(&self) -> Option<&CornerMap> {
        match self {
            Self::Corners(map) => Some(map),
            Self::Tiles(_) => None,
        }
    }

    /// The map of corners, to change. Only `edit` asks for one.
    pub fn corners_mut(&mut self) -> Option<&mut CornerMap> {
        match self {
            Self::Corners(map) => Some(map),
            Self::Tiles(_) => None,
        }
    }

    /// The map of tiles, if it is one.
    pub fn tiles(&self) -> Option<&TileMap> {
        match self {
            Self::Tiles(map) => Some(map),
            Self::Corners(_) => None,
        }
    }

    /// The map of tiles, to change. Only `edit` asks for one.
    pub fn tiles_mut(&mut self) -> Option<&mut TileMap> {
        match self {
            Self::Tiles(map) => Some(map),
            Self::Corners(_) => None,
        }
    }

    /// Where a ray meets the ground first, world space of the game.
    pub fn pick_ground(&self, ray: &Ray, holes: HoleFill) -> Option<GroundHit> {
        match self {
            Self::Corners(map) => map.pick_ground(ray),
            Self::Tiles(map) => map.pick_ground(ray, holes),
        }
    }

    /// Height of the ground at a place, holes filled; `None` where there is none.
    pub fn ground_height(&self, x: f32, y: f32) -> Option<f32> {
        match self {
            Self::Corners(map) => map.ground_height(x, y),
            Self::Tiles(map) => map.ground_height(x, y),
        }
    }

    /// How steep the ground is at a place, 0 to 90 degrees, holes filled; `None` where there is
    /// none.
    pub fn ground_slope_deg(&self, x: f32, y: f32) -> Option<f32> {
        match self {
            Self::Corners(map) => map.ground_slope_deg(x, y),
            Self::Tiles(map) => map.ground_slope_deg(x, y),
        }
    }

    /// The version that it follows.
    pub fn version(&self) -> u32 {
        match self {
            Self::Corners(map) => map.head.version,
            Self::Tiles(_) => TileMap::VERSION,
        }
    }
}

impl Terrain {
    /// Its size in words, such as `65 x 33 corners`.
    pub fn size_text(&self) -> String {
        match &self.shape {
            TerrainShape::Corners(map) => format!("{} x {} corners", map.width(), map.height()),
            TerrainShape::Tiles(map) => match map.tiles.len() {
                1 => "1 tile".to_owned(),
                count => format!("{count} tiles"),
            },
        }
    }
}
