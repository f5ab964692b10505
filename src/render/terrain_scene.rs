//! A terrain on the graphics card, whichever shape it has.

use std::collections::{BTreeMap, BTreeSet};

use three_d::core::Context;

use super::corner_scene::CornerScene;
use super::ground_pictures::GroundPictures;
use super::terrain_draw::GroundShot;
use super::tile_scene::TileScene;
use crate::document::{Terrain, TerrainShape, ground_names};
use crate::terrain::{ChunkPlace, TileId};

/// Parts of a map chunk that changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChangedChunk {
    /// Heights and normals.
    pub heights: bool,
    /// Texture layers, alpha maps and the shadow.
    pub layers: bool,
    /// Holes.
    pub holes: bool,
    /// Colours of vertices.
    pub colours: bool,
    /// What only overlays show: flags and the area.
    pub marks: bool,
}

/// What an edit changed of a terrain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangedGround {
    /// Map chunks, and what of them.
    pub chunks: BTreeMap<ChunkPlace, ChangedChunk>,
    /// Columns and rows of the south-west and the north-east corner that changed.
    pub corners: Option<[[u32; 2]; 2]>,
    /// Its lists: textures of tiles, ground types.
    pub lists: bool,
    /// Tiles that came, or went.
    pub tiles: BTreeSet<TileId>,
}

/// A terrain on the graphics card.
pub struct TerrainScene {
    shape: Shape,
}

enum Shape {
    Corners(CornerScene),
    Tiles(TileScene),
}

impl TerrainScene {
    /// Uploads a terrain. Textures that `pictures` does not have get a stand-in.
    pub fn new(context: &Context, terrain: &Terrain, pictures: &GroundPictures) -> Self {
        let shape = match &terrain.shape {
            TerrainShape::Corners(map) => Shape::Corners(CornerScene::new(context, map, pictures)),
            TerrainShape::Tiles(map) => {
                let names = ground_names(&terrain.shape);
                Shape::Tiles(TileScene::new(context, map, names, pictures))
            }
        };
        Self { shape }
    }

    /// Takes up what an edit changed; gives how many map chunks, or blocks of corners, were
    /// uploaded.
    ///
    /// A terrain of the other shape, or textures it has not met, take up everything.
    pub fn refresh(
        &mut self,
        terrain: &Terrain,
        changed: &ChangedGround,
        pictures: &GroundPictures,
    ) -> usize {
        match (&mut self.shape, &terrain.shape) {
            (Shape::Corners(scene), TerrainShape::Corners(map)) => {
                if changed.lists {
                    scene.set_pictures(map, pictures);
                }
                let corners = changed.corners;
                corners.map_or(0, |[first, last]| scene.refresh(map, first, last))
            }
            (Shape::Tiles(scene), TerrainShape::Tiles(map)) => {
                let touches_layers = changed.chunks.values().any(|parts| parts.layers);
                if changed.lists || touches_layers || !changed.tiles.is_empty() {
                    let names = ground_names(&terrain.shape);
                    let has_all = names.iter().all(|name| scene.names().contains(name));
                    if changed.lists || !has_all {
                        scene.set_pictures(map, names, pictures);
                    }
                }
                if !changed.tiles.is_empty() {
                    scene.refresh_tiles(map, changed.tiles.iter().copied());
                }
                let chunks = changed.chunks.iter();
                scene.refresh(map, chunks.map(|(place, parts)| (*place, *parts)))
            }
            // The shape of a terrain never changes; another one comes as a new scene.
            _ => 0,
        }
    }

    /// Takes up other textures, and which ground lies at cliffs.
    pub fn set_looks(
        &mut self,
        terrain: &Terrain,
        pictures: &GroundPictures,
        cliff_grounds: &BTreeMap<String, String>,
    ) {
        match (&mut self.shape, &terrain.shape) {
            (Shape::Corners(scene), TerrainShape::Corners(map)) => {
                scene.set_looks(map, pictures, cliff_grounds);
            }
            (Shape::Tiles(scene), TerrainShape::Tiles(map)) => {
                scene.set_pictures(map, ground_names(&terrain.shape), pictures);
            }
            _ => {}
        }
    }

    /// Takes up which ground lies at cliffs of a map of corners, both by their four letters. Without
    /// it corners at cliffs show their own ground.
    pub fn set_cliff_grounds(&mut self, terrain: &Terrain, grounds: &BTreeMap<String, String>) {
        if let (Shape::Corners(scene), TerrainShape::Corners(map)) =
            (&mut self.shape, &terrain.shape)
        {
            scene.set_cliff_grounds(map, grounds);
        }
    }

    /// How many triangles the last picture of the ground was drawn from, those out of sight
    /// included; 0 for a map of corners.
    pub fn triangle_count(&self) -> usize {
        match &self.shape {
            Shape::Corners(_) => 0,
            Shape::Tiles(scene) => scene.triangle_count(),
        }
    }

    /// How many texels of alpha maps were sent to the graphics card so far; 0 for a map of corners.
    pub fn sent_texel_count(&self) -> u64 {
        match &self.shape {
            Shape::Corners(_) => 0,
            Shape::Tiles(scene) => scene.sent_texel_count(),
        }
    }

    /// Draws the ground.
    pub(super) fn draw(&self, shot: &GroundShot<'_>) {
        match &self.shape {
            Shape::Corners(scene) => scene.draw(shot),
            Shape::Tiles(scene) => scene.draw(shot),
        }
    }

    /// Draws what lies over it.
    pub(super) fn draw_liquids(&self, shot: &GroundShot<'_>) {
        match &self.shape {
            Shape::Corners(scene) => scene.draw_liquids(shot),
            Shape::Tiles(scene) => scene.draw_liquids(shot),
        }
    }
}
