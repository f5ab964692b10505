//! Every tile and map of the corpus: written back byte for byte, and read as a second reader does.

use bonewright::formats::adt::{AdtFile, AlphaEdge, AlphaForm, CELL_COUNT, ChunkBody, MVER};
use bonewright::formats::wdt::WdtFile;

use crate::corpus::{Corpus, read};
use crate::made_tile::MadeTile;
use crate::tile_oracle::OracleTile;

/// Tiles in the corpus.
const TILES: usize = 11;
/// Maps in the corpus.
const MAPS: usize = 6;

fn for_each_tile(mut check: impl FnMut(&str, &[u8])) {
    for (name, tile) in [("plain", MadeTile::plain()), ("motley", MadeTile::motley())] {
        check(name, &tile.bytes());
    }
    let Some(corpus) = Corpus::open() else { return };
    let mut count = 0;
    for path in corpus.with_extension("adt") {
        check(&path.display().to_string(), &read(path));
        count += 1;
    }
    println!("{count} tiles");
    assert!(count >= TILES, "only {count} tiles");
}

#[test]
fn an_unchanged_tile_is_written_back_byte_for_byte() {
    for_each_tile(|name, bytes| {
        let file = AdtFile::read(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(file.write() == bytes, "{name}");
        assert_eq!(file.map_chunks().count(), CELL_COUNT);
        assert_eq!(
            (file.misplaced.len(), file.misplaced_cells),
            (0, 0),
            "{name}"
        );
        let opaque = file.chunks.iter().filter(|chunk| {
            matches!(chunk.body, ChunkBody::Opaque(_)) && !matches!(&chunk.tag, b"MH2O" | b"MZZZ")
        });
        assert_eq!(
            opaque.count(),
            0,
            "{name} has chunks that were not understood"
        );
    });
}

#[test]
fn a_tile_says_what_a_second_reader_finds_in_it() {
    for_each_tile(|name, bytes| {
        let file = AdtFile::read(bytes).unwrap();
        let oracle = OracleTile::read(bytes);
        let names = file
            .texture_names()
            .iter()
            .map(|name| String::from_utf8_lossy(name).into_owned());
        assert!(names.eq(oracle.textures.iter().cloned()), "{name}");
        for (index, (raw, wanted)) in file.map_chunks().zip(&oracle.chunks).enumerate() {
            assert_eq!(file.map_chunk_start(index), wanted.start, "{name}");
            assert_eq!(raw.header.flags, wanted.flags);
            assert_eq!(raw.header.position, wanted.position);
            assert_eq!(raw.heights().unwrap().as_slice(), wanted.heights);
            assert_eq!(
                raw.colours().is_some(),
                wanted.has_colour_part,
                "{name} {index}"
            );
            assert_eq!(
                raw.shadow().is_some(),
                wanted.shadow.is_some(),
                "{name} {index}"
            );
            let records = raw.layers().iter();
            let records =
                records.map(|layer| (layer.texture_index, layer.flags, layer.ground_effect));
            let expected = wanted
                .layers
                .iter()
                .map(|layer| (layer.texture, layer.flags, layer.ground_effect));
            assert!(records.eq(expected), "{name} {index}");
        }
    });
}

#[test]
fn packed_alpha_maps_of_a_made_tile_inflate_to_what_they_stand_for() {
    let bytes = MadeTile::motley().bytes();
    let file = AdtFile::read(&bytes).unwrap();
    let raw = file.map_chunks().nth(4).unwrap();
    let (texels, used) = AlphaForm::Runs
        .decode(raw.alpha(), AlphaEdge::AsStored)
        .unwrap();
    assert_eq!(used, raw.layers()[2].alpha_offset as usize);
    let oracle = OracleTile::read(&bytes);
    assert_eq!(Some(texels.as_slice()), oracle.chunks[4].layers[1].texels());
}

#[test]
fn an_unchanged_map_is_written_back_byte_for_byte_and_names_its_tiles() {
    let Some(corpus) = Corpus::open() else { return };
    let mut count = 0;
    for path in corpus.with_extension("wdt") {
        let bytes = read(path);
        let file =
            WdtFile::read(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(file.write() == bytes, "{}", path.display());
        assert!(WdtFile::is_map(&bytes));
        let main = bytes.windows(4).position(|word| word == b"NIAM").unwrap() + 8;
        let there: Vec<(u8, u8)> = (0..4096_usize)
            .filter(|cell| bytes[main + cell * 8] & 1 == 1)
            .map(|cell| ((cell % 64) as u8, (cell / 64) as u8))
            .collect();
        assert!(file.tiles().eq(there), "{}", path.display());
        count += 1;
    }
    println!("{count} maps");
    assert!(count >= MAPS, "only {count} maps");
}

#[test]
fn tiles_and_maps_are_told_apart_by_their_second_chunk() {
    let tile = MadeTile::plain().bytes();
    assert!(!WdtFile::is_map(&tile));
    let mut start = MVER;
    start.reverse();
    assert!(tile.starts_with(&start));
}
