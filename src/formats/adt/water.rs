//! `MH2O`: the liquids of a tile from 3.x on.
//!
//! The chunk begins with 256 heads of 12 bytes (place of the layers, their number, place of the
//! attributes), counted from the first byte behind the head of `MH2O`. A layer is 24 bytes:
//!
//! | offset | field |
//! | --- | --- |
//! | 0 | u16 kind of liquid |
//! | 2 | u16 form of its vertices: 0 heights then depths, 1 heights then coordinates, 2 depths only, 3 heights, coordinates, depths |
//! | 4, 8 | lowest and highest height |
//! | 12 | u8 x, y, width, height in cells |
//! | 16 | place of the bits that say which cells are there; 0: all |
//! | 20 | place of the vertices; 0: flat at the lowest height |

use super::record::{Fixed, fixed_record};
use super::tile_header::CELL_COUNT;
use crate::bytes::{ByteReader, ByteWriter};
use crate::formats::{FormatError, FormatErrorKind};

fixed_record! {
    /// Where the layers of one map chunk are.
    struct WaterHead {
        layers_offset: u32,
        layer_count: u32,
        _attributes_offset: u32,
    }
}

fixed_record! {
    /// A layer as the file has it.
    struct WaterRecord {
        kind: u16,
        vertex_form: u16,
        lowest: f32,
        highest: f32,
        area: [u8; 4],
        cells_offset: u32,
        vertices_offset: u32,
    }
}

/// A layer of liquid over a part of a map chunk.
#[derive(Clone, Debug, PartialEq)]
pub struct WaterLayer {
    /// Which map chunk, row by row.
    pub chunk: usize,
    /// Kind of liquid, a row of the game's `LiquidType` table.
    pub kind: u16,
    /// Form of the vertices.
    pub vertex_form: u16,
    /// Lowest and highest height, world space.
    pub range: [f32; 2],
    /// First column and row, columns, rows; together at most 8 by 8.
    pub area: [u8; 4],
    /// Which cells of the area are there, row by row from the lowest bit.
    pub cells: u64,
    /// Heights of the corners of the area, row by row; empty for a flat layer.
    pub heights: Vec<f32>,
}

/// Takes the body of `MH2O` apart.
pub fn water_layers(bytes: &[u8]) -> Result<Vec<WaterLayer>, FormatError> {
    let mut layers = Vec::new();
    if bytes.is_empty() {
        return Ok(layers);
    }
    let mut heads = ByteReader::new(bytes);
    // No two layers share their bytes, so there can't be more than these.
    let limit = bytes.len() / WaterRecord::SIZE;
    for chunk in 0..CELL_COUNT {
        let head = WaterHead::read(&mut heads)?;
        if head.layer_count == 0 {
            continue;
        }
        let mut reader = at(bytes, head.layers_offset)?;
        for _ in 0..head.layer_count {
            if layers.len() == limit {
                let kind = FormatErrorKind::LimitExceeded {
                    field: "the number of liquid layers",
                    value: limit as u64 + 1,
                    limit: limit as u64,
                };
                return Err(FormatError::new(heads.position(), kind));
            }
            let record = WaterRecord::read(&mut reader)?;
            layers.push(layer(chunk, &record, bytes)?);
        }
    }
    Ok(layers)
}

fn layer(chunk: usize, record: &WaterRecord, bytes: &[u8]) -> Result<WaterLayer, FormatError> {
    let [x, y, width, height] = record.area.map(usize::from);
    for (field, end) in [
        ("a liquid's right edge", x + width),
        ("a liquid's lower edge", y + height),
    ] {
        if end > 8 {
            let kind = FormatErrorKind::OutOfRange {
                field,
                value: end as u64,
                limit: 8,
            };
            return Err(FormatError::new(0, kind).at_index(chunk));
        }
    }
    let count = width * height;
    let mut cells = match count {
        64.. => u64::MAX,
        _ => (1 << count) - 1,
    };
    if record.cells_offset != 0 {
        let stored = at(bytes, record.cells_offset)?.take(count.div_ceil(8))?;
        let bits = stored.iter().rev();
        cells &= bits.fold(0, |bits, byte| (bits << 8) | u64::from(*byte));
    }
    let mut heights = Vec::new();
    if record.vertices_offset != 0 && matches!(record.vertex_form, 0 | 1 | 3) {
        let mut reader = at(bytes, record.vertices_offset)?;
        for _ in 0..(width + 1) * (height + 1) {
            heights.push(reader.f32()?);
        }
    }
    Ok(WaterLayer {
        chunk,
        kind: record.kind,
        vertex_form: record.vertex_form,
        range: [record.lowest, record.highest],
        area: record.area,
        cells,
        heights,
    })
}

/// The body of `MH2O` with these layers. A layer with heights gets full depth everywhere.
pub fn write_water_layers(layers: &[WaterLayer]) -> Vec<u8> {
    let of_chunk = |chunk: usize| layers.iter().filter(move |layer| layer.chunk == chunk);
    let mut heads = ByteWriter::new();
    let mut rest = ByteWriter::new();
    let start = CELL_COUNT * WaterHead::SIZE;
    for chunk in 0..CELL_COUNT {
        let layer_count = of_chunk(chunk).count();
        let place = start + rest.position();
        let head = WaterHead {
            layers_offset: if layer_count > 0 { place as u32 } else { 0 },
            layer_count: layer_count as u32,
            _attributes_offset: 0,
        };
        head.write(&mut heads);
        // Bits and vertices stand behind the layers of the map chunk.
        let mut behind = ByteWriter::new();
        let base = place + layer_count * WaterRecord::SIZE;
        for layer in of_chunk(chunk) {
            let cells_offset = (base + behind.position()) as u32;
            let [_, _, width, height] = layer.area.map(usize::from);
            let bits = layer.cells.to_le_bytes();
            let bit_bytes = (width * height).div_ceil(8).min(bits.len());
            behind.bytes(bits.get(..bit_bytes).unwrap_or_default());
            let vertices_offset = match layer.heights.is_empty() {
                true => 0,
                false => (base + behind.position()) as u32,
            };
            layer.heights.iter().for_each(|height| behind.f32(*height));
            behind.bytes(&vec![u8::MAX; layer.heights.len()]);
            let record = WaterRecord {
                kind: layer.kind,
                vertex_form: layer.vertex_form,
                lowest: layer.range[0],
                highest: layer.range[1],
                area: layer.area,
                cells_offset,
                vertices_offset,
            };
            record.write(&mut rest);
        }
        rest.bytes(behind.as_slice());
    }
    heads.bytes(rest.as_slice());
    heads.into_bytes()
}

fn at(bytes: &[u8], offset: u32) -> Result<ByteReader<'_>, FormatError> {
    let mut reader = ByteReader::new(bytes);
    reader.seek(offset as usize)?;
    Ok(reader)
}
