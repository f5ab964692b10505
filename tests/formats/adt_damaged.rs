//! Damaged tiles: refused with a reason, or read within bounds.

use bonewright::formats::adt::{AdtFile, CELL_COUNT, water_layers};
use bonewright::formats::wdt::WdtFile;
use bonewright::formats::{FormatError, FormatErrorKind};

use crate::made_tile::{MadeTile, chunk, word};
use crate::memory::with_peak;

/// Where the index begins in a made tile.
const INDEX: usize = 12 + 8 + 64 + 8;

fn kind_of(bytes: &[u8]) -> FormatErrorKind {
    AdtFile::read(bytes)
        .map(drop)
        .expect_err("a damaged tile was read")
        .kind
}

/// Where each map chunk of a made tile is.
fn chunk_starts(bytes: &[u8]) -> Vec<usize> {
    let entries = bytes[INDEX..INDEX + 4096].as_chunks::<16>().0.iter();
    entries
        .map(|entry| u32::from_le_bytes(entry[..4].try_into().unwrap()) as usize)
        .collect()
}

#[test]
fn a_tile_cut_anywhere_is_refused_or_read_whole() {
    let bytes = MadeTile::motley().bytes();
    let ends = (0..bytes.len())
        .step_by(1009)
        .chain(0..300)
        .chain(bytes.len() - 300..bytes.len());
    let mut refused = 0;
    for end in ends {
        match AdtFile::read(&bytes[..end]) {
            Ok(file) => {
                assert!(file.write() == bytes[..end], "cut at {end}");
                assert_eq!(file.map_chunks().count(), CELL_COUNT);
            }
            Err(error) => {
                assert!(error.offset <= end, "{error}");
                refused += 1;
            }
        }
    }
    assert!(refused > 600, "only {refused} were refused");
}

#[test]
fn any_word_of_the_heads_may_lie() {
    let bytes = MadeTile::motley().bytes();
    let starts = chunk_starts(&bytes);
    let heads = (0..INDEX + 64).step_by(4);
    let of_chunks = [0, 5].into_iter().flat_map(|index| {
        let start = starts[index];
        (start..start + 136).step_by(4)
    });
    let mut read = 0;
    for at in heads.chain(of_chunks) {
        for lie in [0, 20, u32::MAX] {
            let mut bytes = bytes.clone();
            let at = at.min(bytes.len() - 4);
            word(&mut bytes, at, lie);
            if let Ok(file) = AdtFile::read(&bytes) {
                assert!(file.write() == bytes, "{lie} at {at}");
                read += 1;
            }
        }
    }
    assert!(read > 60, "only {read} were read");
}

#[test]
fn map_chunks_that_the_index_misses_are_found_by_their_own_numbers() {
    let mut bytes = MadeTile::motley().bytes();
    let starts = chunk_starts(&bytes);
    for (index, lie) in [(3, 0), (17, u32::MAX), (18, starts[0] as u32)] {
        word(&mut bytes, INDEX + index * 16, lie);
    }
    let file = AdtFile::read(&bytes).unwrap();
    assert_eq!(file.misplaced_cells, 3);
    for index in [3, 17, 18] {
        assert_eq!(file.map_chunk_start(index), starts[index]);
    }
    assert!(file.write() == bytes);
}

#[test]
fn an_index_that_leads_everywhere_to_one_map_chunk_costs_no_more_than_the_file() {
    let mut bytes = MadeTile::motley().bytes();
    let start = chunk_starts(&bytes)[9] as u32;
    for index in 0..CELL_COUNT {
        word(&mut bytes, INDEX + index * 16, start);
    }
    // The others are found by walking.
    let file = AdtFile::read(&bytes).unwrap();
    assert!(file.write() == bytes);
    for at in chunk_starts(&MadeTile::motley().bytes()) {
        word(&mut bytes, at + 12, 99);
    }
    assert_eq!(
        kind_of(&bytes),
        FormatErrorKind::MissingPart { tag: *b"MCNK" }
    );
}

#[test]
fn a_part_that_the_head_misses_is_found_by_walking() {
    let mut bytes = MadeTile::motley().bytes();
    let start = chunk_starts(&bytes)[5];
    for at in [0x14, 0x18, 0x1C, 0x24, 0x60] {
        word(&mut bytes, start + 8 + at, 12);
    }
    let file = AdtFile::read(&bytes).unwrap();
    let raw = file.map_chunks().nth(5).unwrap();
    assert_eq!(raw.misplaced.len(), 5);
    assert_eq!((raw.layers().len(), raw.liquid().len()), (1, 804));
    assert!(file.write() == bytes);
}

#[test]
fn a_place_that_leads_into_itself_is_refused_or_told() {
    let bytes = MadeTile::plain().bytes();
    let start = chunk_starts(&bytes)[0];
    for at in (0x14..0x30).step_by(4) {
        let mut bytes = bytes.clone();
        word(&mut bytes, start + 8 + at, 0);
        let heights = u32::from_le_bytes(bytes[start + 28..start + 32].try_into().unwrap());
        word(&mut bytes, start + 8 + at, heights);
        if let Ok(file) = AdtFile::read(&bytes) {
            assert!(file.write() == bytes);
        }
    }
}

#[test]
fn counts_beyond_their_part_are_refused_with_its_name() {
    for (at, part) in [(0xC, "layers"), (0x10, "references"), (0x38, "references")] {
        let mut bytes = MadeTile::plain().bytes();
        let start = chunk_starts(&bytes)[7];
        word(&mut bytes, start + 8 + at, u32::MAX);
        let error: FormatError = AdtFile::read(&bytes).map(drop).unwrap_err();
        assert_eq!(error.chunk, format!("chunks[7].{part}"));
        assert!(
            matches!(error.kind, FormatErrorKind::Overrun { .. }),
            "{error}"
        );
    }
}

#[test]
fn parts_of_a_split_tile_are_told_for_what_they_are() {
    let mut texture_file = Vec::new();
    chunk(&mut texture_file, b"MVER", &18_u32.to_le_bytes());
    chunk(&mut texture_file, b"MTEX", b"a.blp\0");
    chunk(&mut texture_file, b"MCNK", b"");
    assert_eq!(kind_of(&texture_file), FormatErrorKind::SplitTile);
    let mut root = Vec::new();
    chunk(&mut root, b"MVER", &18_u32.to_le_bytes());
    chunk(&mut root, b"MHDR", &[0; 64]);
    chunk(&mut root, b"MCNK", &[0; 128]);
    assert_eq!(kind_of(&root), FormatErrorKind::SplitTile);
}

#[test]
fn another_version_and_another_file_are_refused() {
    let mut bytes = MadeTile::plain().bytes();
    word(&mut bytes, 8, 21);
    assert_eq!(
        kind_of(&bytes),
        FormatErrorKind::UnsupportedVersion { version: 21 }
    );
    assert!(matches!(
        kind_of(b"MDLX\0\0\0\0"),
        FormatErrorKind::BadMagic { .. }
    ));
    assert!(matches!(kind_of(b"RE"), FormatErrorKind::Truncated { .. }));
}

#[test]
fn water_that_claims_layers_without_end_is_refused() {
    let mut water = crate::made_tile::water();
    word(&mut water, 4, u32::MAX);
    assert!(water_layers(&water).is_err());
    for index in 0..256 {
        word(&mut water, index * 12, 3072);
        word(&mut water, index * 12 + 4, 1);
    }
    let error = water_layers(&water).unwrap_err();
    assert!(
        matches!(error.kind, FormatErrorKind::LimitExceeded { .. }),
        "{error}"
    );
    assert_eq!(water_layers(&[]).unwrap(), []);
}

#[test]
fn a_map_cut_anywhere_is_refused_with_its_place() {
    let mut bytes = Vec::new();
    chunk(&mut bytes, b"MVER", &18_u32.to_le_bytes());
    chunk(&mut bytes, b"MPHD", &[4; 32]);
    chunk(&mut bytes, b"MAIN", &[1; 32768]);
    chunk(&mut bytes, b"MWMO", b"");
    assert_eq!(WdtFile::read(&bytes).unwrap().tiles().count(), 4096);
    for end in (0..bytes.len() - 8).step_by(97).chain(0..80) {
        let error = WdtFile::read(&bytes[..end]).unwrap_err();
        assert!(error.offset <= end, "{error}");
    }
    let whole = WdtFile::read(&bytes[..bytes.len() - 3]).unwrap();
    assert!(whole.write() == bytes[..bytes.len() - 3]);
}

#[test]
fn a_file_of_empty_chunks_takes_memory_in_proportion() {
    let mut bytes = MadeTile::plain().bytes();
    for _ in 0..50_000 {
        chunk(&mut bytes, b"MZZZ", b"");
    }
    let (file, peak) = with_peak(|| AdtFile::read(&bytes));
    assert!(file.unwrap().write() == bytes);
    let most = (1 << 16) + 32 * bytes.len();
    assert!(peak <= most, "{peak} bytes for a file of {}", bytes.len());
    let tile = MadeTile::motley().bytes();
    let (_, peak) = with_peak(|| AdtFile::read(&tile).map(drop));
    assert!(
        peak <= (1 << 16) + 3 * tile.len(),
        "{peak} bytes for a file of {}",
        tile.len()
    );
}
