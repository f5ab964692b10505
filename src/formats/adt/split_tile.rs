//! A tile of 4.x and later: its root and its file of textures, as one tile and apart again.
//!
//! - Nothing of this was checked on a real file.
//! - Sizes of chunks and parts are right in these files, for their readers go by them alone.
//! - Merged, a map chunk has the header of the root and the parts of both files; taken apart, each
//!   part goes back to its file, and the header says of layers what the root said.

use super::adt_file::AdtFile;
use super::map_chunk::MapChunk;
use super::map_chunk_header::MapChunkHeader;
use super::map_parts::MapParts;
use super::part::Part;
use super::tag::{HEAD_SIZE, MCAL, MCLQ, MCLY, MCSH, MTEX, MTXF, Tag};
use super::tile_chunk::ChunkBody;
use super::tile_kind::TileKind;
use crate::formats::{FormatError, FormatErrorKind};

/// Parts of map chunks that are with the textures.
const TEXTURE_PARTS: [Tag; 4] = [MCLY, MCSH, MCAL, *b"MCMT"];

/// A split tile without what stands on it.
#[derive(Clone, Debug, PartialEq)]
pub struct SplitTile {
    /// The ground.
    pub root: AdtFile,
    /// The textures and layers.
    pub textures: AdtFile,
}

/// Why one of the two files can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitFault {
    /// Which of them.
    pub file: TileKind,
    /// Where and why.
    pub source: FormatError,
}

impl SplitTile {
    /// Reads both files.
    pub fn read(root: &[u8], textures: &[u8]) -> Result<Self, SplitFault> {
        let read = |bytes, file| {
            AdtFile::read_split(bytes, file).map_err(|source| SplitFault { file, source })
        };
        let split = Self {
            root: read(root, TileKind::Root)?,
            textures: read(textures, TileKind::Textures)?,
        };
        let pairs = split.root.map_chunks().zip(split.texture_parts());
        for (index, (map, parts)) in pairs.enumerate() {
            // A part of both could not be told apart again.
            let twice = parts.parts.iter().find(|part| map.part(part.tag).is_some());
            if let Some(part) = twice {
                let kind = FormatErrorKind::Ambiguous { tag: part.tag };
                let source = FormatError::new(split.textures.map_chunk_start(index), kind);
                return Err(SplitFault {
                    file: TileKind::Textures,
                    source: source.at_index(index).within("chunks"),
                });
            }
        }
        Ok(split)
    }

    /// The bytes of the root and of the textures.
    pub fn write(&self) -> [Vec<u8>; 2] {
        [self.root.write(), self.textures.write()]
    }

    /// One tile with everything of both files that is understood.
    pub fn merged(&self) -> AdtFile {
        let mut tile = self.root.clone();
        for (index, parts) in self.texture_parts().enumerate() {
            if let Some(map) = tile.map_chunk_mut(index) {
                merge(map, parts);
            }
        }
        let lists = self.textures.chunks.iter();
        let lists = lists.filter(|chunk| [MTEX, MTXF].contains(&chunk.tag));
        tile.chunks.extend(lists.cloned());
        tile
    }

    /// Puts what a merged tile has into the two files.
    pub fn take_apart(&mut self, tile: &AdtFile) {
        for tag in [MTEX, MTXF] {
            if let (Some(chunk), Some(found)) = (self.textures.chunk_mut(tag), tile.chunk(tag)) {
                chunk.body = found.body.clone();
            }
        }
        let maps: Vec<&MapChunk> = tile.map_chunks().collect();
        for (index, map) in maps.into_iter().enumerate() {
            let Some(parts) = self.texture_parts().nth(index) else {
                continue;
            };
            let layers_before = parts.layer_count() as u32;
            let own: Vec<Tag> = parts.parts.iter().map(|part| part.tag).collect();
            let Some(root) = self.root.map_chunk_mut(index) else {
                continue;
            };
            let roots: Vec<Tag> = root.parts.iter().map(|part| part.tag).collect();
            let is_texture = |part: &&Part| {
                let is_new = TEXTURE_PARTS.contains(&part.tag) && !roots.contains(&part.tag);
                own.contains(&part.tag) || is_new
            };
            let found: Vec<Part> = map.parts.iter().filter(is_texture).cloned().collect();
            let rest = map.parts.iter().filter(|part| !is_texture(part));
            root.parts = rest.cloned().collect();
            let old = root.header.clone();
            root.header = header_of_root(&map.header, &old);
            let found = MapParts {
                gap: Vec::new(),
                parts: found,
            };
            if old.layer_count == layers_before {
                root.header.layer_count = found.layer_count() as u32;
            }
            if let Some(parts) = self.texture_parts_mut(index) {
                parts.parts = found.parts;
            }
        }
    }

    fn texture_parts(&self) -> impl Iterator<Item = &MapParts> {
        let chunks = self.textures.cells.iter();
        let chunks = chunks.filter_map(|at| self.textures.chunks.get(*at));
        chunks.filter_map(|chunk| match &chunk.body {
            ChunkBody::Parts(parts) => Some(parts),
            _ => None,
        })
    }

    fn texture_parts_mut(&mut self, index: usize) -> Option<&mut MapParts> {
        let at = *self.textures.cells.get(index)?;
        match &mut self.textures.chunks.get_mut(at)?.body {
            ChunkBody::Parts(parts) => Some(parts),
            _ => None,
        }
    }
}

/// Adds parts to a map chunk, with what the header of a whole tile says of them.
fn merge(map: &mut MapChunk, parts: &MapParts) {
    map.header.layer_count = parts.layer_count() as u32;
    map.parts.extend(parts.parts.iter().cloned());
    map.header.alpha_size = (HEAD_SIZE + map.alpha().len()) as u32;
    map.header.shadow_size = map.shadow().map_or(0, |shadow| shadow.len() as u32);
    if map.part(MCLQ).is_none() {
        map.header.liquid_size = HEAD_SIZE as u32;
    }
}

/// A header with what was changed, and what the root says of places, sizes and counts.
fn header_of_root(changed: &MapChunkHeader, old: &MapChunkHeader) -> MapChunkHeader {
    let mut header = old.clone();
    header.flags = changed.flags;
    header.area_id = changed.area_id;
    header.holes = changed.holes;
    header.clutter_layers = changed.clutter_layers;
    header.no_clutter = changed.no_clutter;
    header.position = changed.position;
    if changed.colours_offset == 0 {
        header.colours_offset = 0;
    }
    header
}
