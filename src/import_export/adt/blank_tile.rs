//! The bytes of a tile that came from no file: everything the game asks for, and nothing on it.
//!
//! What the tile has is written over them as over a file of the user's, so there is one way to write
//! heights, layers and the rest. Only liquids are put in here, for no edit changes them.

use crate::bytes::ByteWriter;
use crate::formats::adt::{
    ADT_VERSION, CELL_COUNT, CellEntry, Fixed, HEAD_SIZE, MCAL, MCIN, MCLY, MCNK, MCNR, MCRF, MCSE,
    MCVT, MDDF, MH2O, MHDR, MMDX, MMID, MODF, MTEX, MVER, MWID, MWMO, MapChunkHeader, Names,
    TileHeader, VERTEX_COUNT, WaterLayer, reversed, write_water_layers,
};
use crate::terrain::{CHUNKS_OF_SIDE, LiquidOrigin, Tile};

/// Bytes behind the normals that their size does not count.
const BEHIND_NORMALS: usize = 13;

/// The bytes of a blank tile with the liquids, textures and places of `tile`.
pub fn blank_tile(tile: &Tile) -> Vec<u8> {
    let textures = Names {
        items: tile.textures.iter().map(|item| item.path.clone()).collect(),
        is_open: false,
    };
    let mut chunks = vec![
        (MVER, ADT_VERSION.to_le_bytes().to_vec()),
        (MHDR, vec![0; TileHeader::SIZE]),
        (MCIN, vec![0; CELL_COUNT * CellEntry::SIZE]),
        (MTEX, textures.write()),
    ];
    chunks.extend([MMDX, MMID, MWMO, MWID, MDDF, MODF].map(|tag| (tag, Vec::new())));
    let water = water(tile);
    if !water.is_empty() {
        chunks.push((MH2O, write_water_layers(&water)));
    }
    chunks.extend((0..CELL_COUNT).map(|index| (MCNK, blank_chunk(tile, index))));
    place(chunks)
}

/// Lays chunks out one behind the other, and tells their places in `MHDR` and `MCIN`.
fn place(mut chunks: Vec<([u8; 4], Vec<u8>)>) -> Vec<u8> {
    let mut starts = Vec::with_capacity(chunks.len());
    let mut end = 0;
    for (tag, body) in &chunks {
        starts.push((*tag, end, body.len()));
        end += HEAD_SIZE + body.len();
    }
    let start_of = |tag: [u8; 4]| {
        let found = starts.iter().find(|(other, ..)| *other == tag);
        found.map(|(_, start, _)| *start)
    };
    let header_body = start_of(MHDR).unwrap_or(0) + HEAD_SIZE;
    let header = TileHeader {
        flags: 0,
        offsets: TileHeader::PLACED
            .map(|tag| start_of(tag).map_or(0, |start| (start - header_body) as u32)),
        unused: [0; 4],
    };
    let cells = starts.iter().filter(|(tag, ..)| *tag == MCNK);
    let entries: Vec<CellEntry> = cells
        .map(|(_, start, length)| CellEntry {
            offset: *start as u32,
            size: (HEAD_SIZE + length) as u32,
            flags: 0,
            async_id: 0,
        })
        .collect();
    let mut writer = ByteWriter::new();
    for (tag, body) in &mut chunks {
        writer.bytes(&reversed(*tag));
        writer.u32(body.len() as u32);
        match *tag {
            MHDR => header.write(&mut writer),
            MCIN => entries.iter().for_each(|entry| entry.write(&mut writer)),
            _ => writer.bytes(body),
        }
    }
    writer.into_bytes()
}

/// The body of a map chunk without layers.
fn blank_chunk(tile: &Tile, index: usize) -> Vec<u8> {
    let position = tile
        .chunks
        .get(index)
        .map_or([0.0; 3], |chunk| chunk.position);
    let parts = [
        (MCVT, VERTEX_COUNT * 4, 0),
        (MCNR, VERTEX_COUNT * 3, BEHIND_NORMALS),
        (MCLY, 0, 0),
        (MCRF, 0, 0),
        (MCAL, 0, 0),
        (MCSE, 0, 0),
    ];
    let mut header = MapChunkHeader {
        // All 64 rows and columns of 4-bit alpha maps count.
        flags: MapChunkHeader::KEEPS_ALPHA_EDGE,
        index_x: (index % CHUNKS_OF_SIDE) as u32,
        index_y: (index / CHUNKS_OF_SIDE) as u32,
        layer_count: 0,
        model_ref_count: 0,
        heights_offset: 0,
        normals_offset: 0,
        layers_offset: 0,
        refs_offset: 0,
        alpha_offset: 0,
        alpha_size: HEAD_SIZE as u32,
        shadow_offset: 0,
        shadow_size: 0,
        area_id: 0,
        object_ref_count: 0,
        holes: 0,
        unused_3e: 0,
        clutter_layers: [0; 8],
        no_clutter: [0; 8],
        sounds_offset: 0,
        sound_count: 0,
        liquid_offset: 0,
        liquid_size: HEAD_SIZE as u32,
        position,
        colours_offset: 0,
        light_offset: 0,
        unused_7c: 0,
    };
    let mut bodies = ByteWriter::new();
    for (tag, length, behind) in parts {
        let place = HEAD_SIZE + MapChunkHeader::BYTES + bodies.position();
        if let Some(offset) = header.offset_mut(tag) {
            *offset = place as u32;
        }
        bodies.bytes(&reversed(tag));
        bodies.u32(length as u32);
        bodies.bytes(&vec![0; length + behind]);
    }
    let mut writer = ByteWriter::new();
    header.write(&mut writer);
    writer.bytes(bodies.as_slice());
    writer.into_bytes()
}

/// The liquids of all map chunks.
fn water(tile: &Tile) -> Vec<WaterLayer> {
    let all = tile.chunks.iter().enumerate();
    let layers = all.flat_map(|(chunk, found)| {
        let water = found.liquids.iter();
        let water = water.filter(|liquid| liquid.origin == LiquidOrigin::Water);
        water.map(move |liquid| WaterLayer {
            chunk,
            kind: u16::try_from(liquid.kind).unwrap_or(u16::MAX),
            vertex_form: if liquid.heights.is_empty() { 2 } else { 0 },
            range: liquid.range,
            area: liquid.area,
            cells: liquid.cells,
            heights: liquid.heights.clone(),
        })
    });
    layers.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::adt::ALPHA_TEXELS;
    use crate::formats::wdt::MapFlags;
    use crate::import_export::Report;
    use crate::import_export::adt::tile_from_bytes;
    use crate::import_export::adt::write_tile_over;
    use crate::terrain::{
        AlphaForm, AlphaMap, CHUNK_VERTICES, CHUNKS_OF_TILE, Chunk, ChunkFlags, LiquidLayer,
        TextureLayer, TextureLayerFlags, TileTexture,
    };

    fn chunk(index: usize) -> Chunk {
        let layer = |texture: u32, alpha: Option<AlphaMap>| TextureLayer {
            texture,
            flags: TextureLayerFlags(if alpha.is_some() { 0x100 } else { 0 }),
            ground_effect: 0,
            alpha,
            form: AlphaForm::EightBit,
        };
        let mut texels = Box::new([0; ALPHA_TEXELS]);
        for (at, texel) in texels.iter_mut().enumerate() {
            *texel = (at * 7 + index) as u8;
        }
        let column = (index % CHUNKS_OF_SIDE) as f32;
        Chunk {
            flags: ChunkFlags(0x8000),
            area_id: index as u32,
            holes: index as u16,
            position: [-(index as f32), -column, 3.0],
            heights: Box::new(std::array::from_fn(|at| (at + index) as f32 / 8.0)),
            normals: Box::new([[0, 0, 127]; CHUNK_VERTICES]),
            colours: None,
            shadow: None,
            clutter_layers: [0; 8],
            no_clutter: [0; 8],
            layers: vec![
                layer(0, None),
                layer(1, Some(AlphaMap::new(texels))),
                layer(2, Some(AlphaMap::filled(9))),
            ],
            liquids: match index % 3 {
                0 => Vec::new(),
                1 => vec![LiquidLayer {
                    origin: LiquidOrigin::Water,
                    kind: 5,
                    area: [1, 2, 3, 2],
                    cells: 0b10_1101,
                    range: [1.0, 2.5],
                    heights: (0..12).map(|at| 1.0 + at as f32 / 8.0).collect(),
                }],
                _ => vec![LiquidLayer {
                    origin: LiquidOrigin::Water,
                    kind: 14,
                    area: [0, 0, 8, 8],
                    cells: u64::MAX,
                    range: [4.0, 4.0],
                    heights: Vec::new(),
                }],
            },
        }
    }

    #[test]
    fn a_tile_laid_out_from_nothing_reads_back_as_it_was() {
        let tile = Tile {
            textures: ["ground\\a.blp", "ground\\b.blp", "ground\\c.blp"]
                .map(|path| TileTexture {
                    path: path.as_bytes().to_vec(),
                    flags: 0,
                })
                .to_vec(),
            chunks: (0..CHUNKS_OF_TILE).map(chunk).collect(),
        };
        let flags = Some(MapFlags(MapFlags::HAS_BIG_ALPHA));
        let mut report = Report::default();
        let bytes =
            write_tile_over(&tile, &blank_tile(&tile), flags, &mut report).expect("written");
        let found = tile_from_bytes(&bytes, flags, &mut report).expect("read");
        assert_eq!(report.losses, []);
        assert_eq!(found.textures, tile.textures);
        for (index, (found, wanted)) in found.chunks.iter().zip(&tile.chunks).enumerate() {
            assert_eq!(found, wanted, "{index}");
        }
        // What was laid out is a file like any other: nothing changed, nothing differs.
        let again = write_tile_over(&found, &bytes, flags, &mut report).expect("written");
        assert!(again == bytes);
    }
}
