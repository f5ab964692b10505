//! The part of a terrain that an edit exchanges, and the exchange.
//!
//! Layers and lists change hands by their pointers, so an exchange costs as much for a thousand map
//! chunks of four layers as for bare ones.

use super::terrain_changes::{ChunkParts, CornerArea, TerrainChanges};
use crate::document::{Terrain, TerrainId, TerrainShape};
use crate::terrain::{
    ALPHA_TEXELS, AlphaDepth, BlendRule, CHUNK_VERTICES, Chunk, ChunkFlags, ChunkPlace, Corner,
    CornerMap, CornerMapHead, TextureLayer, TileId, TileMap, TileTexture,
};
use std::mem::swap;

/// The part of a terrain that an edit exchanges: what the terrain will have.
#[derive(Clone, Debug, PartialEq)]
pub enum TerrainPatch {
    /// Corners, each by its place in the list of the map.
    Corners(Vec<(u32, Corner)>),
    /// Everything of a map of corners but the corners.
    CornerHead(Box<CornerMapHead>),
    /// The texture layers of map chunks.
    Layers(Vec<(ChunkPlace, Vec<TextureLayer>)>),
    /// The textures of a tile.
    Textures(TileId, Vec<TileTexture>),
    /// The rule by which the layers of a map of tiles are mixed.
    Blend(BlendRule),
    /// The flags of a map of tiles, where its own file was found, and how finely it stores alphas.
    MapForm {
        /// The flags.
        flags: Option<u32>,
        /// How finely new alpha maps are stored.
        depth: AlphaDepth,
    },
    /// Whatever else of map chunks changes.
    ChunkFields(Vec<(ChunkPlace, Box<ChunkFields>)>),
}

/// Fields of a map chunk beside its layers; those that stay are `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChunkFields {
    /// Its flags.
    pub flags: Option<ChunkFlags>,
    /// Its area.
    pub area_id: Option<u32>,
    /// Its holes.
    pub holes: Option<u16>,
    /// Its corner, and the height that heights count from.
    pub position: Option<[f32; 3]>,
    /// Its heights.
    pub heights: Option<Box<[f32; CHUNK_VERTICES]>>,
    /// Its normals.
    pub normals: Option<Box<[[i8; 3]; CHUNK_VERTICES]>>,
    /// Its colours, or that it has none.
    pub colours: Option<Option<Box<[[u8; 4]; CHUNK_VERTICES]>>>,
    /// Its shadow, or that it has none.
    pub shadow: Option<Option<Box<[u8; 512]>>>,
    /// Where clutter grows, and of which layer.
    pub clutter_layers: Option<[u16; 8]>,
    /// Where no clutter grows.
    pub no_clutter: Option<[u8; 8]>,
}

impl TerrainPatch {
    /// Exchanges what is held with what the terrain has; of the other shape nothing.
    pub(super) fn exchange(&mut self, terrain: &mut Terrain, changes: &mut TerrainChanges) {
        let id = terrain.id;
        match (self, &mut terrain.shape) {
            (Self::Corners(corners), TerrainShape::Corners(map)) => {
                exchange_corners(corners, map, id, changes);
            }
            (Self::CornerHead(head), TerrainShape::Corners(map)) => {
                changes.lists.insert(id);
                swap(head.as_mut(), &mut map.head);
            }
            (Self::Layers(layers), TerrainShape::Tiles(map)) => {
                for (place, layers) in layers {
                    changes.touch(id, *place, ChunkParts::LAYERS);
                    if let Some(chunk) = map.chunk_mut(*place) {
                        swap(layers, &mut chunk.layers);
                    }
                }
            }
            (Self::Textures(tile, textures), TerrainShape::Tiles(map)) => {
                changes.lists.insert(id);
                changes.listed_tiles.insert((id, *tile));
                if let Some(tile) = map.tiles.get_mut(tile) {
                    swap(textures, &mut tile.textures);
                }
            }
            (Self::Blend(rule), TerrainShape::Tiles(map)) => {
                changes.lists.insert(id);
                swap(rule, &mut map.blend);
            }
            (Self::MapForm { flags, depth }, TerrainShape::Tiles(map)) => {
                changes.lists.insert(id);
                swap(flags, &mut map.map_flags);
                swap(depth, &mut map.alpha_depth);
            }
            (Self::ChunkFields(chunks), TerrainShape::Tiles(map)) => {
                exchange_fields(chunks, map, id, changes);
            }
            _ => {}
        }
    }

    /// Bytes it holds.
    pub(super) fn byte_count(&self) -> usize {
        match self {
            Self::Corners(corners) => size_of_val(corners.as_slice()),
            Self::CornerHead(head) => {
                size_of::<CornerMapHead>()
                    + 4 * (head.ground_types.len() + head.cliff_types.len())
                    + head.rest.len()
            }
            Self::Layers(chunks) => {
                let held = chunks.iter().map(|(_, layers)| {
                    let maps = layers.iter().filter(|layer| layer.alpha.is_some());
                    size_of_val(layers.as_slice()) + maps.count() * ALPHA_TEXELS
                });
                size_of_val(chunks.as_slice()) + held.sum::<usize>()
            }
            Self::Blend(_) | Self::MapForm { .. } => 0,
            Self::Textures(_, textures) => {
                let paths = textures.iter().map(|texture| texture.path.len());
                size_of_val(textures.as_slice()) + paths.sum::<usize>()
            }
            Self::ChunkFields(chunks) => {
                let held = chunks.iter().map(|(_, fields)| fields.byte_count());
                size_of_val(chunks.as_slice()) + held.sum::<usize>()
            }
        }
    }
}

impl ChunkFields {
    /// Whether no field changes.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What of `wanted` is not as `chunk` has it, to the bit.
    pub fn between(chunk: &Chunk, wanted: &Chunk) -> Self {
        fn differs<T: Clone + PartialEq>(old: &T, new: &T) -> Option<T> {
            (old != new).then(|| new.clone())
        }
        let bits = |heights: &[f32]| heights.iter().map(|height| height.to_bits()).collect();
        let is_same = |old: &[f32], new: &[f32]| {
            let (old, new): (Vec<u32>, Vec<u32>) = (bits(old), bits(new));
            old == new
        };
        Self {
            flags: differs(&chunk.flags, &wanted.flags),
            area_id: differs(&chunk.area_id, &wanted.area_id),
            holes: differs(&chunk.holes, &wanted.holes),
            position: (!is_same(&chunk.position, &wanted.position)).then_some(wanted.position),
            heights: (!is_same(chunk.heights.as_ref(), wanted.heights.as_ref()))
                .then(|| wanted.heights.clone()),
            normals: differs(&chunk.normals, &wanted.normals),
            colours: differs(&chunk.colours, &wanted.colours),
            shadow: differs(&chunk.shadow, &wanted.shadow),
            clutter_layers: differs(&chunk.clutter_layers, &wanted.clutter_layers),
            no_clutter: differs(&chunk.no_clutter, &wanted.no_clutter),
        }
    }

    /// Only those fields that `chunk` has otherwise, to the bit.
    #[must_use]
    pub fn only_new(mut self, chunk: &Chunk) -> Self {
        let mut wanted = chunk.clone();
        self.exchange(&mut wanted);
        Self::between(chunk, &wanted)
    }

    /// Takes those of `other` that it has not itself.
    pub(super) fn keep_first(&mut self, other: Self) {
        fn first<T>(own: &mut Option<T>, other: Option<T>) {
            if own.is_none() {
                *own = other;
            }
        }
        first(&mut self.flags, other.flags);
        first(&mut self.area_id, other.area_id);
        first(&mut self.holes, other.holes);
        first(&mut self.position, other.position);
        first(&mut self.heights, other.heights);
        first(&mut self.normals, other.normals);
        first(&mut self.colours, other.colours);
        first(&mut self.shadow, other.shadow);
        first(&mut self.clutter_layers, other.clutter_layers);
        first(&mut self.no_clutter, other.no_clutter);
    }

    /// Which parts of a map chunk it changes.
    pub fn parts(&self) -> ChunkParts {
        let mut parts = ChunkParts::default();
        let mut add = |is_there: bool, part| {
            if is_there {
                parts = parts.with(part);
            }
        };
        let has_heights = self.position.is_some() || self.heights.is_some();
        add(has_heights || self.normals.is_some(), ChunkParts::HEIGHTS);
        add(self.holes.is_some(), ChunkParts::HOLES);
        add(self.colours.is_some(), ChunkParts::COLOURS);
        add(self.shadow.is_some(), ChunkParts::SHADOW);
        let has_marks = self.flags.is_some() || self.area_id.is_some();
        let has_clutter = self.clutter_layers.is_some() || self.no_clutter.is_some();
        add(has_marks || has_clutter, ChunkParts::MARKS);
        parts
    }

    fn byte_count(&self) -> usize {
        let boxed = |is_there: bool, bytes: usize| if is_there { bytes } else { 0 };
        size_of::<Self>()
            + boxed(self.heights.is_some(), 4 * CHUNK_VERTICES)
            + boxed(self.normals.is_some(), 3 * CHUNK_VERTICES)
            + boxed(matches!(self.colours, Some(Some(_))), 4 * CHUNK_VERTICES)
            + boxed(matches!(self.shadow, Some(Some(_))), 512)
    }

    fn exchange(&mut self, chunk: &mut Chunk) {
        fn given<T>(field: &mut Option<T>, kept: &mut T) {
            if let Some(field) = field {
                swap(field, kept);
            }
        }
        given(&mut self.flags, &mut chunk.flags);
        given(&mut self.area_id, &mut chunk.area_id);
        given(&mut self.holes, &mut chunk.holes);
        given(&mut self.position, &mut chunk.position);
        given(&mut self.heights, &mut chunk.heights);
        given(&mut self.normals, &mut chunk.normals);
        given(&mut self.colours, &mut chunk.colours);
        given(&mut self.shadow, &mut chunk.shadow);
        given(&mut self.clutter_layers, &mut chunk.clutter_layers);
        given(&mut self.no_clutter, &mut chunk.no_clutter);
    }
}

fn exchange_corners(
    corners: &mut [(u32, Corner)],
    map: &mut CornerMap,
    id: TerrainId,
    changes: &mut TerrainChanges,
) {
    let mut area: Option<CornerArea> = None;
    for (index, corner) in corners {
        let (column, row) = map.place(*index as usize);
        let Some(kept) = map.corners_mut().get_mut(*index as usize) else {
            continue;
        };
        swap(corner, kept);
        let one = CornerArea::of(column, row);
        area = Some(area.map_or(one, |area| area.union(one)));
    }
    if let Some(area) = area {
        changes.touch_corners(id, area);
    }
}

fn exchange_fields(
    chunks: &mut [(ChunkPlace, Box<ChunkFields>)],
    map: &mut TileMap,
    id: TerrainId,
    changes: &mut TerrainChanges,
) {
    for (place, fields) in chunks {
        changes.touch(id, *place, fields.parts());
        if let Some(chunk) = map.chunk_mut(*place) {
            fields.exchange(chunk);
        }
    }
}
