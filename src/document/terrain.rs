//! A terrain: the ground of a map, in the shape its format has.

use super::{NativeFile, NativeRole, NativeSource, TileBytes};
use crate::math::Ray;
use crate::terrain::{CornerMap, GroundHit, HoleFill, Tile, TileId, TileMap};
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
                count if self.tiles_on_disk() > 0 => {
                    format!("{count} of {} tiles", count + self.tiles_on_disk())
                }
                1 => "1 tile".to_owned(),
                count => format!("{count} tiles"),
            },
        }
    }

    /// Whether its tiles come from a folder one by one, be all of them held at the moment or not.
    pub fn has_tile_folder(&self) -> bool {
        let native = self.native.as_ref();
        native.is_some_and(|native| native.tile_folder().is_some())
    }

    /// How many tiles of the map are left on the disk.
    pub fn tiles_on_disk(&self) -> usize {
        let native = self.native.iter();
        native.flat_map(|native| native.tiles_on_disk()).count()
    }

    /// Whether a tile of the map is left on the disk.
    pub fn is_on_disk(&self, tile: TileId) -> bool {
        let mut native = self.native.iter();
        native.any(|native| native.tiles_on_disk().any(|(id, _)| id == tile))
    }

    /// Takes up a tile with its files, which is then no longer left on the disk.
    ///
    /// That is no edit: the map has the tile all along. `false` for a map of another shape, or one
    /// that does not know of the tile or holds it already.
    pub fn take_up_tile(&mut self, id: TileId, tile: Tile, files: TileBytes) -> bool {
        let TileId { x, y } = id;
        let (TerrainShape::Tiles(map), Some(native)) = (&mut self.shape, &mut self.native) else {
            return false;
        };
        let native = Arc::make_mut(native);
        let Some(file) = native.take(NativeRole::TileOnDisk { x, y }) else {
            return false;
        };
        native.put(NativeFile {
            role: NativeRole::Tile { x, y },
            name: file.name,
            bytes: files.root,
        });
        for (role, beside) in [
            (NativeRole::TileTextures { x, y }, files.textures),
            (NativeRole::TileObjects { x, y }, files.objects),
        ] {
            if let Some((name, bytes)) = beside {
                native.put(NativeFile { role, name, bytes });
            }
        }
        map.tiles.insert(id, tile);
        true
    }

    /// Leaves a tile on the disk from now on. Whoever asks has made sure that the files there hold
    /// all of it. `false` where the map has no folder of tiles or does not hold the tile.
    pub fn leave_tile(&mut self, id: TileId) -> bool {
        let TileId { x, y } = id;
        let (TerrainShape::Tiles(map), Some(native)) = (&mut self.shape, &mut self.native) else {
            return false;
        };
        if native.tile_folder().is_none() || !map.tiles.contains_key(&id) {
            return false;
        }
        let native = Arc::make_mut(native);
        let Some(file) = native.take(NativeRole::Tile { x, y }) else {
            return false;
        };
        native.put(NativeFile {
            role: NativeRole::TileOnDisk { x, y },
            name: file.name,
            bytes: Arc::default(),
        });
        native.take(NativeRole::TileTextures { x, y });
        native.take(NativeRole::TileObjects { x, y });
        map.tiles.remove(&id);
        true
    }
}
