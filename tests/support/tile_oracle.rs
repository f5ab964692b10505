//! A second reader of tiles, for tests only, written from the description of the format and not
//! from the reader under test. It panics on anything odd.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that can't go on should stop where it is"
)]
#![allow(dead_code, reason = "each test crate uses its own part of this module")]

/// What a map chunk of a tile has.
pub struct OracleChunk {
    /// Where its name is, and how many bytes it takes with its head.
    pub start: usize,
    pub size: usize,
    pub flags: u32,
    pub area: u32,
    pub holes: u16,
    pub position: [f32; 3],
    pub heights: Vec<f32>,
    /// Texture, flags, ground effect, and the texels of the alpha map.
    pub layers: Vec<(u32, u32, i32, Option<Vec<u8>>)>,
    pub has_colours: bool,
    pub has_shadow: bool,
    pub water_cells: usize,
}

/// What a tile has.
pub struct OracleTile {
    pub textures: Vec<String>,
    pub chunks: Vec<OracleChunk>,
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

fn f32_at(bytes: &[u8], at: usize) -> f32 {
    f32::from_bits(u32_at(bytes, at))
}

fn is_tag(bytes: &[u8], at: usize, tag: &str) -> bool {
    bytes[at..at + 4].iter().rev().eq(tag.as_bytes())
}

impl OracleTile {
    /// Reads a tile that is known to be sound.
    pub fn read(bytes: &[u8]) -> Self {
        assert!(is_tag(bytes, 0, "MVER"));
        assert!(is_tag(bytes, 12, "MHDR"));
        let header = 20;
        let chunk = |slot: usize, tag: &str| {
            let offset = u32_at(bytes, header + 4 + slot * 4) as usize;
            (offset != 0).then(|| {
                assert!(is_tag(bytes, header + offset, tag));
                let size = u32_at(bytes, header + offset + 4) as usize;
                (header + offset + 8, size)
            })
        };
        let (index, _) = chunk(0, "MCIN").unwrap();
        let (names, size) = chunk(1, "MTEX").unwrap();
        let names = &bytes[names..names + size];
        let mut textures: Vec<String> = names
            .split(|byte| *byte == 0)
            .map(|name| String::from_utf8_lossy(name).into_owned())
            .collect();
        textures.pop();
        let mut chunks: Vec<OracleChunk> = (0..256)
            .map(|number| read_chunk(bytes, u32_at(bytes, index + number * 16) as usize))
            .collect();
        if let Some((water, _)) = chunk(9, "MH2O") {
            for (number, chunk) in chunks.iter_mut().enumerate() {
                chunk.water_cells += water_cells(&bytes[water..], number);
            }
        }
        Self { textures, chunks }
    }

    pub fn layer_count(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.layers.len()).sum()
    }

    pub fn water_cells(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.water_cells).sum()
    }
}

fn water_cells(water: &[u8], number: usize) -> usize {
    let place = u32_at(water, number * 12) as usize;
    let count = u32_at(water, number * 12 + 4) as usize;
    let layers = (0..count).map(|layer| {
        let at = place + layer * 24;
        let (width, height) = (usize::from(water[at + 14]), usize::from(water[at + 15]));
        let bits = u32_at(water, at + 16) as usize;
        let there = |cell: &usize| bits == 0 || water[bits + cell / 8] >> (cell % 8) & 1 == 1;
        (0..width * height).filter(there).count()
    });
    layers.sum()
}

fn read_chunk(bytes: &[u8], start: usize) -> OracleChunk {
    assert!(is_tag(bytes, start, "MCNK"));
    let word = |at: usize| u32_at(bytes, start + 8 + at);
    let part = |at: usize, tag: &str| {
        let offset = word(at) as usize;
        (offset != 0).then(|| {
            assert!(is_tag(bytes, start + offset, tag), "{tag}");
            start + offset + 8
        })
    };
    let flags = word(0);
    let heights = part(0x14, "MCVT").unwrap();
    let records = part(0x1C, "MCLY").unwrap();
    let alpha = part(0x24, "MCAL").unwrap();
    let alpha_end = alpha + word(0x28) as usize - 8;
    let record = |layer: usize, field: usize| u32_at(bytes, records + layer * 16 + field * 4);
    let layer_count = word(0xC) as usize;
    let ends: Vec<usize> = (0..layer_count)
        .filter(|layer| record(*layer, 1) & 0x100 != 0)
        .map(|layer| alpha + record(layer, 2) as usize)
        .chain([alpha_end])
        .collect();
    let layers = (0..layer_count).map(|layer| {
        let layer_flags = record(layer, 1);
        let texels = (layer_flags & 0x100 != 0).then(|| {
            let from = alpha + record(layer, 2) as usize;
            let to = *ends.iter().filter(|end| **end > from).min().unwrap();
            texels(
                &bytes[from..to],
                layer_flags & 0x200 != 0,
                flags & 0x8000 == 0,
            )
        });
        (
            record(layer, 0),
            layer_flags,
            record(layer, 3) as i32,
            texels,
        )
    });
    let mut cells = 0;
    if let Some(liquid) = part(0x60, "MCLQ") {
        let count = (word(0x64) as usize - 8) / 804;
        for record in 0..count {
            let tiles = liquid + record * 804 + 8 + 81 * 8;
            cells += bytes[tiles..tiles + 64]
                .iter()
                .filter(|tile| **tile & 15 != 15)
                .count();
        }
    }
    OracleChunk {
        start,
        size: u32_at(bytes, start + 4) as usize + 8,
        flags,
        area: word(0x34),
        holes: word(0x3C) as u16,
        position: [0x68, 0x6C, 0x70].map(|at| f32_at(bytes, start + 8 + at)),
        heights: (0..145).map(|at| f32_at(bytes, heights + at * 4)).collect(),
        layers: layers.collect(),
        has_colours: part(0x74, "MCCV").is_some(),
        has_shadow: part(0x2C, "MCSH").is_some(),
        water_cells: cells,
    }
}

/// 64 by 64 texels of 0 to 255, texel by texel.
fn texels(bytes: &[u8], is_packed: bool, repeats_edge: bool) -> Vec<u8> {
    if is_packed {
        let mut out = Vec::new();
        let mut at = 0;
        while out.len() < 4096 {
            let count = usize::from(bytes[at] & 127);
            if bytes[at] >= 128 {
                out.extend(std::iter::repeat_n(bytes[at + 1], count));
                at += 2;
            } else {
                out.extend_from_slice(&bytes[at + 1..at + 1 + count]);
                at += 1 + count;
            }
        }
        assert_eq!((at, out.len()), (bytes.len(), 4096));
        return out;
    }
    if bytes.len() == 4096 {
        return bytes.to_vec();
    }
    assert_eq!(bytes.len(), 2048);
    let texel = |column: usize, row: usize| {
        let last = if repeats_edge { 62 } else { 63 };
        let at = row.min(last) * 64 + column.min(last);
        let nibble = if at % 2 == 0 {
            bytes[at / 2] & 15
        } else {
            bytes[at / 2] / 16
        };
        nibble * 17
    };
    (0..64)
        .flat_map(|row| (0..64).map(move |column| (column, row)))
        .map(|(column, row)| texel(column, row))
        .collect()
}
