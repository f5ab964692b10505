//! A map chunk: a 256th of a tile, with its own heights and texture layers.

use super::alpha_map::ALPHA_TEXELS;
use super::liquid::LiquidLayer;
use super::texture_layer::TextureLayer;
use super::tile::CHUNKS_OF_SIDE;
use super::tile_map::{ChunkPlace, TILE_YARDS};

/// Vertices of a map chunk: 17 rows of 9 and 8 in turn, 9 on the borders.
pub const CHUNK_VERTICES: usize = 145;

/// Tiles from the edge of the map to its middle.
const MIDDLE_TILE: f64 = 32.0;

/// Flags of a map chunk; unknown bits are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ChunkFlags(pub u32);

impl ChunkFlags {
    /// It has a shadow.
    pub const HAS_SHADOW: u32 = 0x1;
    /// Nobody can walk here.
    pub const IS_IMPASSABLE: u32 = 0x2;
    /// Its vertices have colours.
    pub const HAS_COLOURS: u32 = 0x40;
    /// Its holes are 8 by 8, in another place of the file.
    pub const HAS_FINE_HOLES: u32 = 0x1_0000;
    /// The last row and column of 4-bit alpha maps count in the file.
    pub const KEEPS_ALPHA_EDGE: u32 = 0x8000;

    /// Whether all of `bits` are set.
    pub fn has(self, bits: u32) -> bool {
        self.0 & bits == bits
    }
}

/// A map chunk.
#[derive(Clone, Debug, PartialEq)]
pub struct Chunk {
    /// Flags as in the file.
    pub flags: ChunkFlags,
    /// Which area of the game it belongs to.
    pub area_id: u32,
    /// 4 by 4 holes, a bit each, the first row in the lowest four.
    pub holes: u16,
    /// Its north-west corner, world space, yards: x to the north, y to the west, and the height that
    /// `heights` count from.
    pub position: [f32; 3],
    /// Heights above `position`, yards; outer and inner rows in turn.
    pub heights: Box<[f32; CHUNK_VERTICES]>,
    /// Normals of the vertices, x north, y west, z up; 127 is 1.
    pub normals: Box<[[i8; 3]; CHUNK_VERTICES]>,
    /// Blue, green, red and alpha of the vertices; 0x7F changes nothing.
    pub colours: Option<Box<[[u8; 4]; CHUNK_VERTICES]>>,
    /// 64 rows of 64 bits, the lowest bit first; 1 is dark.
    pub shadow: Option<Box<[u8; 512]>>,
    /// 8 by 8 cells with two bits each: the layer whose ground clutter grows there.
    pub clutter_layers: [u16; 8],
    /// 8 by 8 cells with a bit each: no ground clutter there.
    pub no_clutter: [u8; 8],
    /// The texture layers from below.
    pub layers: Vec<TextureLayer>,
    /// Liquids over it.
    pub liquids: Vec<LiquidLayer>,
}

impl Chunk {
    /// About how many bytes it takes in memory.
    pub fn byte_count(&self) -> usize {
        let held = |is_there: bool, bytes: usize| if is_there { bytes } else { 0 };
        let alphas = self.layers.iter().filter(|layer| layer.alpha.is_some());
        let waters = self.liquids.iter().map(|liquid| liquid.heights.len() * 4);
        size_of::<Self>()
            + CHUNK_VERTICES * (4 + 3)
            + held(self.colours.is_some(), CHUNK_VERTICES * 4)
            + held(self.shadow.is_some(), 512)
            + size_of_val(self.layers.as_slice())
            + alphas.count() * ALPHA_TEXELS
            + size_of_val(self.liquids.as_slice())
            + waters.sum::<usize>()
    }

    /// Level ground at height 0 without layers, in its place of the world.
    pub fn level(place: ChunkPlace) -> Self {
        let yards = f64::from(TILE_YARDS);
        let corner = |tile: u8, chunk: u8| {
            let tiles = MIDDLE_TILE - f64::from(tile);
            tiles * yards - f64::from(chunk) * yards / CHUNKS_OF_SIDE as f64
        };
        let (north, west) = (
            corner(place.tile.y, place.row),
            corner(place.tile.x, place.column),
        );
        Self {
            flags: ChunkFlags(ChunkFlags::KEEPS_ALPHA_EDGE),
            area_id: 0,
            holes: 0,
            position: [north as f32, west as f32, 0.0],
            heights: Box::new([0.0; CHUNK_VERTICES]),
            normals: Box::new([[0, 0, 127]; CHUNK_VERTICES]),
            colours: None,
            shadow: None,
            clutter_layers: [0; 8],
            no_clutter: [0; 8],
            layers: Vec::new(),
            liquids: Vec::new(),
        }
    }

    /// How many of its 16 places are holes.
    pub fn hole_count(&self) -> usize {
        self.holes.count_ones() as usize
    }

    /// World heights of all vertices.
    pub fn world_heights(&self) -> impl Iterator<Item = f32> {
        let [_, _, base] = self.position;
        self.heights.iter().map(move |height| base + height)
    }

    /// World height of a vertex of the outer grid, 9 by 9; `None` outside.
    pub fn corner_height(&self, column: usize, row: usize) -> Option<f32> {
        let height = (column < 9).then(|| self.heights.get(row * 17 + column));
        height.flatten().map(|height| self.position[2] + height)
    }
}
