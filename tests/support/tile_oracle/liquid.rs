//! Liquids, in the form with the map chunk and in that for the whole tile.

use super::bytes::{body, f32_at, payload, u16_at, u32_at};

/// Where a liquid is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OracleLiquidKind {
    /// With the map chunk, told by this flag of it.
    Chunk(u32),
    /// For the whole tile, of this type.
    Tile(u16),
}

/// A liquid over a map chunk.
#[derive(Clone, Debug)]
pub struct OracleLiquid {
    /// Where its record is in the file.
    pub at: usize,
    pub kind: OracleLiquidKind,
    pub range: [f32; 2],
    /// Column, row, width, height.
    pub area: [u8; 4],
    /// Which cells of the area are there, row by row.
    pub cells: Vec<bool>,
    /// Heights of the corners of the area, row by row; empty where the file has none.
    pub heights: Vec<f32>,
}

/// The liquids of the chunk `MCLQ` at `at`, one for each flag of the map chunk; `size` counts the
/// head of the chunk.
pub fn chunk_liquids(bytes: &[u8], at: usize, size: usize, flags: u32) -> Vec<OracleLiquid> {
    if size <= 8 {
        return Vec::new();
    }
    let mut record = payload(bytes, at, b"MCLQ");
    let present = [4, 8, 0x10, 0x20_u32]
        .into_iter()
        .filter(|bit| flags & bit != 0);
    let found: Vec<OracleLiquid> = present
        .map(|flag| {
            let here = record;
            record += 804;
            let cells = &bytes[here + 656..here + 720];
            OracleLiquid {
                at: here,
                kind: OracleLiquidKind::Chunk(flag),
                range: [f32_at(bytes, here), f32_at(bytes, here + 4)],
                area: [0, 0, 8, 8],
                cells: cells.iter().map(|cell| cell & 15 != 15).collect(),
                heights: (0..81)
                    .map(|corner| f32_at(bytes, here + 8 + corner * 8 + 4))
                    .collect(),
            }
        })
        .collect();
    assert_eq!(size, 8 + 804 * found.len(), "MCLQ at {at:#x}");
    found
}

/// The liquids of all map chunks in the chunk `MH2O` at `at`.
pub fn tile_liquids(bytes: &[u8], at: usize) -> Vec<Vec<OracleLiquid>> {
    let start = payload(bytes, at, b"MH2O");
    // It must have its table, whatever its size says.
    assert!(body(bytes, at, b"MH2O").len() >= 256 * 12);
    let read = |chunk: usize| {
        let head = start + chunk * 12;
        let first = start + u32_at(bytes, head) as usize;
        let count = u32_at(bytes, head + 4) as usize;
        (0..count)
            .map(|index| tile_liquid(bytes, start, first + index * 24))
            .collect()
    };
    (0..256).map(read).collect()
}

fn tile_liquid(bytes: &[u8], start: usize, at: usize) -> OracleLiquid {
    let form = u16_at(bytes, at + 2);
    let area: [u8; 4] = bytes[at + 12..at + 16].try_into().unwrap();
    let (width, height) = (usize::from(area[2]), usize::from(area[3]));
    let bitmap = u32_at(bytes, at + 16) as usize;
    let is_there =
        |cell: usize| bitmap == 0 || bytes[start + bitmap + cell / 8] >> (cell % 8) & 1 == 1;
    let vertices = u32_at(bytes, at + 20) as usize;
    let corners = (width + 1) * (height + 1);
    let heights = match form {
        2 => 0,
        _ if vertices == 0 => 0,
        _ => corners,
    };
    OracleLiquid {
        at,
        kind: OracleLiquidKind::Tile(u16_at(bytes, at)),
        range: [f32_at(bytes, at + 4), f32_at(bytes, at + 8)],
        area,
        cells: (0..width * height).map(is_there).collect(),
        heights: (0..heights)
            .map(|corner| f32_at(bytes, start + vertices + corner * 4))
            .collect(),
    }
}
