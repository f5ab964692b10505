//! Tiles through the document and back: byte for byte where nothing changed, and only what changed
//! where something did.

use std::collections::BTreeSet;

use bonewright::formats::wdt::MapFlags;
use bonewright::import_export::{Report, place_of_tile, tile_from_bytes, write_tile_over};
use bonewright::terrain::{
    AlphaForm, AlphaMap, Chunk, ChunkFlags, TextureLayer, TextureLayerFlags, Tile,
};

use crate::corpus::{Corpus, read};
use crate::made_tile::{MadeChunk, MadeLayer, MadeTile, word};
use crate::tile_oracle::OracleTile;

/// Tiles in the corpus.
const TILES: usize = 11;

fn open(bytes: &[u8]) -> Tile {
    tile_from_bytes(bytes, None, &mut Report::default()).unwrap()
}

fn save(tile: &Tile, bytes: &[u8]) -> (Vec<u8>, Report) {
    let mut report = Report::default();
    let written = write_tile_over(tile, bytes, None, &mut report).unwrap();
    (written, report)
}

/// Calls `check` with made tiles and all of the corpus.
fn for_each_tile(mut check: impl FnMut(&str, &[u8])) {
    check("plain", &MadeTile::plain().bytes());
    let mut motley = MadeTile::motley();
    check("motley", &motley.bytes());
    motley.index_counts_head = false;
    check("motley, an index without heads", &motley.bytes());
    let Some(corpus) = Corpus::open() else { return };
    let mut count = 0;
    for path in corpus.with_extension("adt") {
        check(&path.display().to_string(), &read(path));
        count += 1;
    }
    println!("{count} tiles");
    assert!(count >= TILES, "only {count} tiles");
}

/// The first map chunk with a layer that has an alpha map.
fn first_layered(tile: &Tile) -> Option<(usize, usize)> {
    let chunks = tile.chunks.iter().enumerate();
    let mut layers = chunks.flat_map(|(chunk, found)| {
        let layers = found.layers.iter().enumerate();
        layers.map(move |(layer, found)| (chunk, layer, found))
    });
    layers
        .find(|(_, _, layer)| layer.alpha.is_some())
        .map(|(chunk, layer, _)| (chunk, layer))
}

fn alpha_of(tile: &mut Tile, chunk: usize, layer: usize) -> &mut AlphaMap {
    tile.chunks[chunk].layers[layer].alpha.as_mut().unwrap()
}

/// Positions of the bytes that differ between files of one length.
fn changed(one: &[u8], other: &[u8]) -> BTreeSet<usize> {
    assert_eq!(one.len(), other.len());
    let pairs = one.iter().zip(other).enumerate();
    pairs
        .filter(|(_, (one, other))| one != other)
        .map(|(at, _)| at)
        .collect()
}

#[test]
fn an_unchanged_tile_is_saved_byte_for_byte() {
    for_each_tile(|name, bytes| {
        let (written, report) = save(&open(bytes), bytes);
        assert!(written == bytes, "{name}");
        assert_eq!(report, Report::default(), "{name}");
    });
}

#[test]
fn the_document_has_the_layers_and_alpha_maps_a_second_reader_finds() {
    for_each_tile(|name, bytes| {
        let tile = open(bytes);
        let oracle = OracleTile::read(bytes);
        assert!(
            tile.textures
                .iter()
                .map(|texture| texture.path_text())
                .eq(oracle.textures.iter().cloned())
        );
        for (index, (chunk, wanted)) in tile.chunks.iter().zip(&oracle.chunks).enumerate() {
            assert_eq!((chunk.area_id, chunk.holes), (wanted.area, wanted.holes));
            assert_eq!(chunk.heights.as_slice(), wanted.heights);
            assert_eq!(chunk.layers.len(), wanted.layers.len(), "{name} {index}");
            for (layer, wanted) in chunk.layers.iter().zip(&wanted.layers) {
                assert_eq!(
                    (layer.texture, layer.flags.0),
                    (wanted.texture, wanted.flags)
                );
                let texels = layer.alpha.as_ref().map(|alpha| alpha.texels().as_slice());
                assert!(texels == wanted.texels(), "{name} {index}");
            }
            let cells: usize = chunk.liquids.iter().map(|liquid| liquid.cell_count()).sum();
            assert_eq!(cells, oracle.water_cells_of(index), "{name} {index}");
        }
    });
}

#[test]
fn a_texel_that_changed_changes_the_bytes_of_its_map_chunk_only() {
    let mut tried = 0;
    for_each_tile(|name, bytes| {
        let mut tile = open(bytes);
        let Some((chunk, layer)) = first_layered(&tile) else {
            return;
        };
        tried += 1;
        let texel = &mut alpha_of(&mut tile, chunk, layer).texels_mut()[20 * 64 + 9];
        *texel = 255 - *texel;
        let (written, _) = save(&tile, bytes);
        let place = &OracleTile::read(bytes).chunks[chunk];
        let changed = changed(bytes, &written);
        assert!(!changed.is_empty(), "{name}");
        let inside = place.start + 8..place.start + place.size;
        assert!(changed.iter().all(|at| inside.contains(at)), "{name}");
        let stored = OracleTile::read(&written);
        let texels = stored.chunks[chunk].layers[layer].texels().unwrap();
        let wanted = tile.chunks[chunk].layers[layer].alpha.as_ref().unwrap();
        assert!(texels == wanted.texels(), "{name}");
        // Where all rows counted before, it is a single byte.
        if place.flags & 0x8000 != 0 {
            assert_eq!(changed.len(), 1, "{name}");
        }
    });
    assert!(tried >= 3);
}

#[test]
fn a_texel_put_back_gives_the_bytes_of_the_file() {
    for_each_tile(|name, bytes| {
        let mut tile = open(bytes);
        let Some((chunk, layer)) = first_layered(&tile) else {
            return;
        };
        let texels = alpha_of(&mut tile, chunk, layer).texels_mut();
        let before = texels[777];
        texels[777] = 255 - before;
        assert!(save(&tile, bytes).0 != bytes, "{name}");
        alpha_of(&mut tile, chunk, layer).texels_mut()[777] = before;
        assert!(save(&tile, bytes).0 == bytes, "{name}");
    });
}

#[test]
fn four_bit_maps_whose_last_row_did_not_count_are_saved_with_all_rows_and_look_the_same() {
    let bytes = MadeTile::motley().bytes();
    let mut tile = open(&bytes);
    let before = tile.clone();
    alpha_of(&mut tile, 2, 1).texels_mut()[63 * 64 + 63] = 255;
    let (written, report) = save(&tile, &bytes);
    assert_eq!(report.items.len(), 1);
    assert!(report.items[0].message.contains("0x8000"), "{report:?}");
    let after = open(&written);
    assert!(after.chunks[2].flags.has(ChunkFlags::KEEPS_ALPHA_EDGE));
    assert_eq!(after.chunks[2].layers, tile.chunks[2].layers);
    // The other map of the chunk looks as it did, although its last row counts now.
    assert_eq!(after.chunks[2].layers[2], before.chunks[2].layers[2]);
    assert_eq!(after.chunks[8], before.chunks[8]);
}

#[test]
fn a_packed_map_that_grows_moves_what_stands_behind_it() {
    for counts in [true, false] {
        let mut made = MadeTile::motley();
        made.index_counts_head = counts;
        let bytes = made.bytes();
        let mut tile = open(&bytes);
        for (at, texel) in alpha_of(&mut tile, 4, 1)
            .texels_mut()
            .iter_mut()
            .enumerate()
        {
            *texel = (at % 251) as u8;
        }
        let (written, report) = save(&tile, &bytes);
        assert_eq!(report, Report::default());
        assert_ne!(written.len(), bytes.len());
        assert_eq!(open(&written), tile);
        let (old, new) = (OracleTile::read(&bytes), OracleTile::read(&written));
        for (index, (old, new)) in old.chunks.iter().zip(&new.chunks).enumerate() {
            let was = &bytes[old.start..old.start + old.size];
            let is = &written[new.start..new.start + new.size];
            assert_eq!(was == is, index != 4, "map chunk {index}");
        }
        // The sizes in the index are still meant as they were.
        let index = 12 + 8 + 64 + 8;
        for (number, chunk) in new.chunks.iter().enumerate() {
            let at = index + number * 16 + 4;
            let size = u32::from_le_bytes(written[at..at + 4].try_into().unwrap()) as usize;
            assert_eq!(size, chunk.size - if counts { 0 } else { 8 });
        }
        // Put back, the file is the old one.
        let (again, _) = save(&open(&bytes), &bytes);
        assert!(again == bytes);
    }
}

#[test]
fn layers_added_taken_out_and_swapped_are_read_back_as_they_were_meant() {
    let bytes = MadeTile::motley().bytes();
    let mut tile = open(&bytes);
    let mut alpha = AlphaMap::filled(0);
    alpha.texels_mut()[5] = 204;
    let added = TextureLayer {
        texture: 2,
        flags: TextureLayerFlags(0x100),
        ground_effect: 7,
        alpha: Some(alpha),
        form: AlphaForm::FourBit,
    };
    tile.chunks[0].layers.push(added.clone());
    tile.chunks[1].layers.push(added);
    tile.chunks[4].layers.swap(1, 3);
    tile.chunks[10].layers.remove(2);
    tile.chunks[3].layers.clear();
    let (written, _) = save(&tile, &bytes);
    let again = open(&written);
    for (index, (again, wanted)) in again.chunks.iter().zip(&tile.chunks).enumerate() {
        assert_eq!(again, wanted, "map chunk {index}");
    }
    OracleTile::read(&written);
}

#[test]
fn everything_else_of_a_map_chunk_is_saved_too() {
    let bytes = MadeTile::motley().bytes();
    let mut tile = open(&bytes);
    let change = |chunk: &mut Chunk| {
        chunk.area_id = 99;
        chunk.holes ^= 0x30;
        chunk.heights[144] = -3.25;
        chunk.normals[0] = [127, 0, 0];
        chunk.position[2] += 1.0;
        chunk.clutter_layers[3] = 5;
        chunk.no_clutter[7] = 1;
        chunk.flags.0 |= ChunkFlags::IS_IMPASSABLE;
    };
    change(&mut tile.chunks[0]);
    let chunk = &mut tile.chunks[1];
    chunk.colours = Some(Box::new([[1, 2, 3, 4]; 145]));
    chunk.flags.0 |= ChunkFlags::HAS_COLOURS;
    chunk.shadow = None;
    chunk.flags.0 &= !ChunkFlags::HAS_SHADOW;
    let chunk = &mut tile.chunks[5];
    chunk.colours = None;
    chunk.flags.0 &= !ChunkFlags::HAS_COLOURS;
    chunk.shadow = Some(Box::new([0xF0; 512]));
    chunk.flags.0 |= ChunkFlags::HAS_SHADOW;
    let (written, report) = save(&tile, &bytes);
    assert_eq!(report, Report::default());
    assert_eq!(open(&written), tile);
    OracleTile::read(&written);
}

#[test]
fn textures_are_renamed_and_added_with_their_flags() {
    for_each_tile(|name, bytes| {
        let mut tile = open(bytes);
        let Some(first) = tile.textures.first_mut() else {
            return;
        };
        first.path = b"tileset\\a_new_and_longer_name\\than_there_was_before.blp".to_vec();
        let added = first.clone();
        tile.textures.push(added);
        let (written, report) = save(&tile, bytes);
        assert!(report.losses.is_empty());
        assert_eq!(open(&written), tile, "{name}");
        let (old, new) = (OracleTile::read(bytes), OracleTile::read(&written));
        assert_eq!(new.textures.len(), old.textures.len() + 1);
        for (old, new) in old.chunks.iter().zip(&new.chunks) {
            let was = &bytes[old.start..old.start + old.size];
            assert!(was == &written[new.start..new.start + new.size], "{name}");
        }
    });
}

#[test]
fn flags_of_textures_that_have_no_place_are_a_loss() {
    let bytes = MadeTile::plain().bytes();
    let mut tile = open(&bytes);
    tile.textures[1].flags = 4;
    let (written, report) = save(&tile, &bytes);
    assert!(written == bytes);
    assert_eq!(report.losses.len(), 1);
}

#[test]
fn a_tile_lies_where_its_name_or_its_first_map_chunk_says() {
    let bytes = MadeTile::plain().bytes();
    let place = |name| {
        place_of_tile(name, &bytes)
            .map(|place| (place.x, place.y))
            .unwrap()
    };
    assert_eq!(place("Somewhere_7_9.adt"), (7, 9));
    assert_eq!(place("renamed.adt"), (31, 33));
    let Some(corpus) = Corpus::open() else { return };
    for path in corpus.with_extension("adt") {
        let bytes = read(path);
        let name = path.file_name().unwrap().to_string_lossy();
        assert_eq!(
            place_of_tile(&name, &bytes),
            place_of_tile("", &bytes),
            "{name}"
        );
    }
}

#[test]
fn neighbouring_map_chunks_share_the_heights_of_their_border() {
    let mut seams = 0;
    for_each_tile(|name, bytes| {
        // Files of the game; those of editors have gaps.
        if !(name.contains("fixture") || name.contains("motley")) {
            return;
        }
        let tile = open(bytes);
        for row in 0..16 {
            for column in 0..16 {
                let here = tile.chunk(column, row).unwrap();
                for step in 0..9 {
                    if let Some(east) = tile.chunk(column + 1, row) {
                        seams += usize::from(step == 0);
                        let pair = (here.corner_height(8, step), east.corner_height(0, step));
                        check_close(name, pair);
                    }
                    if let Some(south) = tile.chunk(column, row + 1) {
                        seams += usize::from(step == 0);
                        let pair = (here.corner_height(step, 8), south.corner_height(step, 0));
                        check_close(name, pair);
                    }
                }
            }
        }
    });
    assert!(seams >= 2 * 480, "only {seams} seams");
}

#[track_caller]
fn check_close(name: &str, pair: (Option<f32>, Option<f32>)) {
    let (Some(one), Some(other)) = pair else {
        panic!("{name}: no height")
    };
    assert!((one - other).abs() < 0.01, "{name}: {one} and {other}");
}

#[test]
fn a_map_of_eight_bits_and_a_room_of_four_is_told() {
    let mut made = MadeTile::plain();
    made.chunks[9]
        .layers
        .push(MadeLayer::over(1, vec![0x21; 2048]));
    let mut report = Report::default();
    tile_from_bytes(&made.bytes(), Some(MapFlags(4)), &mut report).unwrap();
    assert_eq!(report.items.len(), 1, "{report:?}");
    assert_eq!(report.items[0].path, "chunks[9].layers[1]");
}

#[test]
fn a_map_chunk_with_more_layers_than_any_game_has_is_refused() {
    let mut made = MadeTile::plain();
    made.chunks[3] = MadeChunk {
        layers: vec![MadeLayer::base(0); 9],
        ..MadeChunk::plain()
    };
    let error = tile_from_bytes(&made.bytes(), None, &mut Report::default()).unwrap_err();
    assert_eq!(error.chunk, "chunks[3].layers");
}

#[test]
fn alpha_maps_that_are_cut_short_are_refused_with_their_layer() {
    let mut made = MadeTile::plain();
    made.chunks[3]
        .layers
        .push(MadeLayer::over(1, vec![1; 2047]));
    let bytes = made.bytes();
    let error = tile_from_bytes(&bytes, None, &mut Report::default()).unwrap_err();
    assert_eq!(error.chunk, "chunks[3].layers[1].alpha");
}

#[test]
fn a_layer_that_is_added_changes_its_map_chunk_only_on_every_tile() {
    for_each_tile(|name, bytes| {
        let mut tile = open(bytes);
        let Some(index) = tile.chunks.iter().position(|chunk| chunk.layers.len() == 1) else {
            return;
        };
        tile.chunks[index].layers.push(TextureLayer {
            texture: 0,
            flags: TextureLayerFlags(0x100),
            ground_effect: 0,
            alpha: Some(AlphaMap::filled(170)),
            form: AlphaForm::FourBit,
        });
        let (written, report) = save(&tile, bytes);
        assert!(report.losses.is_empty());
        let again = open(&written);
        assert_eq!(
            again.chunks[index].layers, tile.chunks[index].layers,
            "{name}"
        );
        let (old, new) = (OracleTile::read(bytes), OracleTile::read(&written));
        assert_eq!(new.layer_count(), old.layer_count() + 1);
        for (number, (old, new)) in old.chunks.iter().zip(&new.chunks).enumerate() {
            let was = &bytes[old.start..old.start + old.size];
            let is = &written[new.start..new.start + new.size];
            assert_eq!(was == is, number != index, "{name}: map chunk {number}");
        }
        // Taken out again, the tile is the file.
        tile.chunks[index].layers.pop();
        assert!(save(&tile, bytes).0 == bytes, "{name}");
    });
}

#[test]
fn maps_that_trade_places_keep_their_bytes() {
    let bytes = MadeTile::motley().bytes();
    let mut tile = open(&bytes);
    // Runs of two maps, and 4-bit maps whose last row does not count.
    tile.chunks[4].layers.swap(1, 3);
    tile.chunks[2].layers.remove(1);
    let (written, report) = save(&tile, &bytes);
    assert_eq!(report, Report::default());
    assert_eq!(open(&written), tile);
    let stored = |bytes: &[u8], packed: &[u8]| {
        bytes
            .windows(packed.len())
            .filter(|window| *window == packed)
            .count()
    };
    let packed = crate::made_tile::packed(4);
    assert_eq!(stored(&written, &packed), stored(&bytes, &packed));
}

#[test]
fn texels_that_four_bits_cannot_hold_are_rounded_and_told() {
    let bytes = MadeTile::motley().bytes();
    let mut tile = open(&bytes);
    let texels = alpha_of(&mut tile, 1, 1).texels_mut();
    (texels[0], texels[1], texels[2]) = (8, 250, 34);
    let (written, report) = save(&tile, &bytes);
    assert_eq!(report.losses.len(), 1, "{report:?}");
    assert!(report.losses[0].what.starts_with("2 texels"), "{report:?}");
    assert!((report.losses[0].max_error - 8.0 / 255.0).abs() < 1e-9);
    let again = open(&written);
    let shown = again.chunks[1].layers[1].alpha.as_ref().unwrap();
    assert_eq!(&shown.texels()[..3], [0, 255, 34]);
}

#[test]
fn a_head_of_odd_size_still_follows_what_moves() {
    let mut bytes = MadeTile::motley().bytes();
    // The head says that it is longer than it is; the next chunk begins where it did.
    word(&mut bytes, 16, 72);
    let mut tile = open(&bytes);
    let layer = tile.chunks[1].layers[1].clone();
    tile.chunks[0].layers.push(layer);
    tile.textures[0].path.extend(b"longer");
    let (written, _) = save(&tile, &bytes);
    assert_eq!(open(&written), tile);
    OracleTile::read(&written);
}

#[test]
fn the_last_texels_of_a_map_chunk_are_the_first_of_the_next_in_files_of_the_game() {
    let Some(corpus) = Corpus::open() else { return };
    let mut tiles = 0;
    for path in corpus.with_extension("adt") {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !["continent4229.adt", "pvpzone3430.adt"].contains(&name.as_str()) {
            continue;
        }
        let tile = open(&read(path));
        let (mut equal, mut count) = (0, 0);
        let (mut across, mut within) = (0, 0);
        for row in 0..16 {
            for column in 0..15 {
                let here = tile.chunk(column, row).unwrap();
                let east = tile.chunk(column + 1, row).unwrap();
                let of = |chunk: &Chunk| -> Vec<u32> {
                    chunk.layers.iter().map(|layer| layer.texture).collect()
                };
                // Of the same textures in the same order alphas are shares of the same things.
                if of(here) != of(east) {
                    continue;
                }
                for (here, east) in here.layers.iter().zip(&east.layers).skip(1) {
                    let (Some(here), Some(east)) = (&here.alpha, &east.alpha) else {
                        continue;
                    };
                    for step in 0..64 {
                        let last = here.alpha(63, step);
                        let off = u32::from(last.abs_diff(east.alpha(0, step)));
                        equal += usize::from(off == 0);
                        across += off;
                        within += u32::from(here.alpha(60, step).abs_diff(here.alpha(61, step)));
                        count += 1;
                    }
                }
            }
        }
        println!("{name}: {equal} of {count} are equal; {across} across, {within} within");
        assert!(
            count > 500 && equal * 100 > count * 90,
            "{equal} of {count}"
        );
        assert!(across < within, "{across} across, {within} within");
        tiles += 1;
    }
    assert_eq!(tiles, 2);
}

#[test]
fn things_placed_oddly_are_told_and_kept() {
    let bytes = MadeTile::motley().bytes();
    let placed = bytes.windows(4).position(|word| word == b"FDDM").unwrap() + 8;
    let mut odd = bytes.clone();
    odd[placed + 32..placed + 34].fill(0);
    let mut report = Report::default();
    let tile = tile_from_bytes(&odd, None, &mut report).unwrap();
    assert_eq!(report.items.len(), 1, "{report:?}");
    assert!(report.items[0].message.contains("scale of 0"));
    assert!(save(&tile, &odd).0 == odd);
    let Some(corpus) = Corpus::open() else { return };
    let mut told = 0;
    for path in corpus.with_extension("adt") {
        let mut report = Report::default();
        tile_from_bytes(&read(path), None, &mut report).unwrap();
        told += report
            .items
            .iter()
            .filter(|item| item.path == "MDDF")
            .count();
    }
    println!("{told} tiles of the corpus are told of");
}
