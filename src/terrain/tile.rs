//! A tile of a map: its textures and its 256 map chunks.

use super::chunk::Chunk;

/// Map chunks of a side of a tile.
pub const CHUNKS_OF_SIDE: usize = 16;
/// Map chunks of a tile.
pub const CHUNKS_OF_TILE: usize = CHUNKS_OF_SIDE * CHUNKS_OF_SIDE;

/// A texture that layers of a tile may use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TileTexture {
    /// The path in the game's folders, as the bytes of the file.
    pub path: Vec<u8>,
    /// Flags of the texture; 0 where the file has none.
    pub flags: u32,
}

impl TileTexture {
    /// The path as text; bytes that are no UTF-8 become marks.
    pub fn path_text(&self) -> String {
        String::from_utf8_lossy(&self.path).into_owned()
    }
}

/// A tile of a map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tile {
    /// Its textures; layers name them by position.
    pub textures: Vec<TileTexture>,
    /// Its 256 map chunks, rows from north to south, in a row from west to east.
    pub chunks: Vec<Chunk>,
}

impl Tile {
    /// A map chunk by column and row; `None` outside.
    pub fn chunk(&self, column: usize, row: usize) -> Option<&Chunk> {
        let is_inside = column < CHUNKS_OF_SIDE;
        is_inside.then(|| self.chunks.get(row * CHUNKS_OF_SIDE + column))?
    }

    /// A map chunk by column and row, to change it; `None` outside.
    pub fn chunk_mut(&mut self, column: usize, row: usize) -> Option<&mut Chunk> {
        let is_inside = column < CHUNKS_OF_SIDE;
        is_inside.then(|| self.chunks.get_mut(row * CHUNKS_OF_SIDE + column))?
    }

    /// About how many bytes it takes in memory.
    pub fn byte_count(&self) -> usize {
        let paths: usize = self.textures.iter().map(|texture| texture.path.len()).sum();
        let chunks = self.chunks.iter().map(Chunk::byte_count);
        paths + size_of_val(self.textures.as_slice()) + chunks.sum::<usize>()
    }

    /// The path of a texture by its position, lower case and with one kind of slash, so that paths
    /// of different tiles can be compared.
    pub fn texture_key(&self, texture: u32) -> Option<Vec<u8>> {
        let path = &self.textures.get(texture as usize)?.path;
        let lower = path.iter().map(|byte| match byte {
            b'/' => b'\\',
            byte => byte.to_ascii_lowercase(),
        });
        Some(lower.collect())
    }
}
