//! The whole tile, read by the offsets of its header.

use super::bytes::{body, f32_at, payload, u16_at, u32_at};
use super::chunk::OracleChunk;
use super::liquid::{OracleLiquid, tile_liquids};

/// What a tile has.
pub struct OracleTile {
    pub textures: Vec<String>,
    /// Flags of textures, where the tile has them.
    pub texture_flags: Option<Vec<u32>>,
    pub chunks: Vec<OracleChunk>,
    /// Liquids of map chunks that are stored for the whole tile.
    pub water: Vec<Vec<OracleLiquid>>,
    /// Names of models and other objects.
    pub models: Vec<String>,
    pub objects: Vec<String>,
    /// Where models and objects stand: index of the name, own number, and the position.
    pub doodad_places: Vec<(u32, u32, [f32; 3])>,
    pub object_places: Vec<(u32, u32, [f32; 3])>,
}

impl OracleTile {
    /// Reads a tile without its map.
    pub fn read(bytes: &[u8]) -> Self {
        Self::read_as(bytes, None)
    }

    /// Reads a tile with the file of its map, if that is there.
    pub fn read_with_map(bytes: &[u8], map: Option<&[u8]>) -> Self {
        Self::read_as(bytes, map.map(has_big_alpha))
    }

    fn read_as(bytes: &[u8], big: Option<bool>) -> Self {
        assert_eq!(body(bytes, 0, b"MVER"), 18_u32.to_le_bytes());
        let header = payload(bytes, 12, b"MHDR");
        let part = |offset: usize| match u32_at(bytes, header + offset) as usize {
            0 => None,
            place => Some(header + place),
        };
        let index = payload(bytes, part(0x04).unwrap(), b"MCIN");
        let chunks = (0..256)
            .map(|chunk| OracleChunk::read(bytes, u32_at(bytes, index + chunk * 16) as usize, big));
        let named = |names: usize, places: usize, tags: [&[u8; 4]; 2]| {
            let Some(names) = part(names).map(|at| body(bytes, at, tags[0])) else {
                return Vec::new();
            };
            let starts = part(places)
                .map(|at| body(bytes, at, tags[1]))
                .unwrap_or_default();
            let starts = starts.as_chunks::<4>().0.iter();
            starts
                .map(|start| string_at(names, u32::from_le_bytes(*start) as usize))
                .collect()
        };
        let placed = |offset: usize, tag: &[u8; 4], size: usize| {
            let Some(at) = part(offset) else {
                return Vec::new();
            };
            let records = payload(bytes, at, tag);
            let count = body(bytes, at, tag).len() / size;
            let record = |index: usize| {
                let at = records + index * size;
                let position = [8, 12, 16].map(|offset| f32_at(bytes, at + offset));
                (u32_at(bytes, at), u32_at(bytes, at + 4), position)
            };
            (0..count).map(record).collect()
        };
        let flags = part(0x2C).map(|at| body(bytes, at, b"MTXF").as_chunks::<4>().0);
        Self {
            textures: strings(body(bytes, part(0x08).unwrap(), b"MTEX")),
            texture_flags: flags
                .map(|flags| flags.iter().map(|flag| u32::from_le_bytes(*flag)).collect()),
            chunks: chunks.collect(),
            water: part(0x28).map_or_else(|| vec![Vec::new(); 256], |at| tile_liquids(bytes, at)),
            models: named(0x0C, 0x10, [b"MMDX", b"MMID"]),
            objects: named(0x14, 0x18, [b"MWMO", b"MWID"]),
            doodad_places: placed(0x1C, b"MDDF", 36),
            object_places: placed(0x20, b"MODF", 64),
        }
    }

    /// Layers of all map chunks.
    pub fn layer_count(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.layers.len()).sum()
    }

    /// All liquids of a map chunk, wherever they are stored.
    pub fn liquids(&self, chunk: usize) -> impl Iterator<Item = &OracleLiquid> {
        self.chunks[chunk].liquids.iter().chain(&self.water[chunk])
    }

    /// How many cells of all map chunks have liquid.
    pub fn water_cells(&self) -> usize {
        (0..256).map(|chunk| self.water_cells_of(chunk)).sum()
    }

    /// How many cells of a map chunk have liquid, layer by layer.
    pub fn water_cells_of(&self, chunk: usize) -> usize {
        let liquids = self.liquids(chunk);
        liquids
            .map(|liquid| liquid.cells.iter().filter(|cell| **cell).count())
            .sum()
    }
}

/// Whether the file of a map says that its alphas have eight bits.
fn has_big_alpha(map: &[u8]) -> bool {
    assert_eq!(u16_at(map, 8), 18);
    let flags = u32_at(map, payload(map, 12, b"MPHD"));
    flags & 0x84 != 0
}

fn strings(bytes: &[u8]) -> Vec<String> {
    let ended = bytes.strip_suffix(&[0]).unwrap_or(bytes);
    if bytes.is_empty() {
        return Vec::new();
    }
    let names = ended.split(|byte| *byte == 0);
    names
        .map(|name| String::from_utf8_lossy(name).into_owned())
        .collect()
}

fn string_at(bytes: &[u8], at: usize) -> String {
    assert!(at == 0 || bytes[at - 1] == 0, "a name begins at {at}");
    let name = bytes[at..].split(|byte| *byte == 0).next().unwrap();
    String::from_utf8_lossy(name).into_owned()
}
