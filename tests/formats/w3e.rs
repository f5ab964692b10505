//! W3E against hand-made bytes, and damaged files.

use bonewright::formats::FormatErrorKind;
use bonewright::formats::w3e::{CornerRecord, W3eFile};

use crate::corpus::{Corpus, read};
use crate::memory::with_peak;
use crate::random::Random;

/// A corner, and its bytes in version 11 and 12 as the fact sheet has them.
const CORNERS: [(CornerRecord, [u8; 7], [u8; 8]); 3] = [
    (
        CornerRecord {
            height: 0x2000,
            water: 0x2400,
            ground: 0x0F,
            variation: 0x11,
            cliff: 0xF2,
        },
        [0x00, 0x20, 0x00, 0x24, 0x0F, 0x11, 0xF2],
        [0x00, 0x20, 0x00, 0x24, 0x0F, 0x00, 0x11, 0xF2],
    ),
    (
        CornerRecord {
            height: 0xFFFF,
            water: 0xFFFF,
            ground: 0xFF,
            variation: 0xFF,
            cliff: 0xFF,
        },
        [0xFF; 7],
        [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0xFF, 0xFF],
    ),
    (
        CornerRecord {
            height: 1,
            water: 0x4002,
            ground: 0x40,
            variation: 3,
            cliff: 4,
        },
        [1, 0, 2, 0x40, 0x40, 3, 4],
        [1, 0, 2, 0x40, 0x40, 0, 3, 4],
    ),
];

/// The bytes of a map of `width` x `height` corners, written by hand.
fn bytes_of(version: u32, width: u32, height: u32, ground_types: usize) -> Vec<u8> {
    let mut bytes = b"W3E!".to_vec();
    bytes.extend(version.to_le_bytes());
    bytes.push(b'L');
    bytes.extend(1u32.to_le_bytes());
    bytes.extend((ground_types as u32).to_le_bytes());
    for index in 0..ground_types {
        bytes.extend([b'L', b'd', b'r', index as u8]);
    }
    bytes.extend(2u32.to_le_bytes());
    bytes.extend(b"CLdiCLgr");
    bytes.extend(width.to_le_bytes());
    bytes.extend(height.to_le_bytes());
    bytes.extend((-1234.5f32).to_le_bytes());
    bytes.extend(f32::NAN.to_bits().to_le_bytes());
    for index in 0..(width * height) as usize {
        let (_, narrow, wide) = CORNERS[index % CORNERS.len()];
        match version {
            11 => bytes.extend(narrow),
            _ => bytes.extend(wide),
        }
    }
    bytes
}

#[test]
fn every_field_is_where_the_fact_sheet_has_it() {
    for version in [11, 12] {
        let bytes = bytes_of(version, 3, 2, 17);
        let file = W3eFile::read(&bytes).unwrap();
        assert_eq!(
            (file.version, file.tileset, file.custom_tileset),
            (version, b'L', 1)
        );
        assert_eq!(file.ground_types.len(), 17);
        assert_eq!(file.ground_types[16], *b"Ldr\x10");
        assert_eq!(file.cliff_types, [*b"CLdi", *b"CLgr"]);
        assert_eq!((file.width, file.height), (3, 2));
        assert_eq!(file.origin[0], -1234.5);
        let expected = CORNERS.iter().chain(&CORNERS).map(|(record, ..)| *record);
        assert!(file.corners.iter().copied().eq(expected));
        assert_eq!(file.write().unwrap(), bytes);
    }
}

#[test]
fn what_follows_the_corners_is_kept() {
    let bytes = [bytes_of(11, 1, 1, 0), b"more".to_vec()].concat();
    let file = W3eFile::read(&bytes).unwrap();
    assert_eq!(
        (file.corners.len(), file.rest.as_slice()),
        (1, b"more".as_slice())
    );
    assert_eq!(file.write().unwrap(), bytes);
}

#[test]
fn what_makes_no_sense_is_refused_with_its_place() {
    let sound = bytes_of(11, 2, 2, 1);
    let with = |at: usize, value: &[u8]| {
        let mut bytes = sound.clone();
        bytes[at..at + value.len()].copy_from_slice(value);
        W3eFile::read(&bytes).unwrap_err()
    };
    let magic = with(0, b"W3F!");
    assert!(matches!(magic.kind, FormatErrorKind::BadMagic { .. }));
    for version in [0u32, 10, 13, u32::MAX] {
        let error = with(4, &version.to_le_bytes());
        assert_eq!(error.kind, FormatErrorKind::UnsupportedVersion { version });
        assert_eq!(error.offset, 4);
    }
    let types = with(13, &u32::MAX.to_le_bytes());
    assert!(types.to_string().contains("ground_types"), "{types}");
    assert_eq!(types.offset, 17);
    let width = with(33, &0u32.to_le_bytes());
    assert!(matches!(
        width.kind,
        FormatErrorKind::TooSmall { field: "width", .. }
    ));
    for size in [3u32, u32::MAX] {
        let error = with(33, &size.to_le_bytes());
        assert!(error.to_string().contains("corners"), "{error}");
        assert_eq!(error.offset, 49);
    }
    let both = with(33, &[0xFF; 8]);
    assert!(matches!(both.kind, FormatErrorKind::Truncated { .. }));
}

#[test]
fn what_a_version_has_no_room_for_is_not_written() {
    let mut file = W3eFile::read(&bytes_of(12, 2, 2, 20)).unwrap();
    file.corners[3].ground = 0x0142;
    assert_eq!(
        W3eFile::read(&file.write().unwrap()).unwrap().corners,
        file.corners
    );
    file.version = 11;
    let error = file.write().unwrap_err();
    assert_eq!(error.chunk, "corners[3]");
    file.corners.pop();
    assert!(matches!(
        file.write().unwrap_err().kind,
        FormatErrorKind::UnequalLists { .. }
    ));
    file.version = 10;
    assert!(matches!(
        file.write().unwrap_err().kind,
        FormatErrorKind::UnsupportedVersion { version: 10 }
    ));
}

/// Reads damaged bytes: they are refused with a place in the file, or written back as they are.
fn survives(bytes: &[u8]) -> bool {
    let (file, peak) = with_peak(|| W3eFile::read(bytes));
    let limit = (1 << 12) + 4 * bytes.len();
    assert!(peak <= limit, "{peak} bytes to read {}", bytes.len());
    match file {
        Ok(file) => {
            assert!(file.write().unwrap() == bytes);
            true
        }
        Err(error) => {
            assert!(error.offset <= bytes.len(), "{error}");
            assert!(error.to_string().ends_with('.'), "{error}");
            false
        }
    }
}

#[test]
fn every_cut_and_every_changed_byte_is_read_or_refused() {
    let (mut read, mut refused) = (0, 0);
    for version in [11, 12] {
        let sound = bytes_of(version, 4, 3, 3);
        for length in 0..sound.len() {
            assert!(!survives(&sound[..length]), "cut at {length}");
            refused += 1;
        }
        for at in 0..sound.len() {
            for value in [0, 1, 0x7F, 0x80, 0xFF] {
                let mut bytes = sound.clone();
                bytes[at] = value;
                match survives(&bytes) {
                    true => read += 1,
                    false => refused += 1,
                }
            }
        }
    }
    let mut random = Random(0x3E);
    for _ in 0..2000 {
        let mut bytes = bytes_of(11 + random.below(2) as u32, 5, 5, random.below(20));
        for _ in 0..1 + random.below(6) {
            let at = random.below(bytes.len());
            bytes[at] = random.below(256) as u8;
        }
        let length = bytes.len() - random.below(bytes.len() / 2);
        match survives(&bytes[..length]) {
            true => read += 1,
            false => refused += 1,
        }
    }
    println!("{read} read, {refused} refused");
    assert!(
        read > 500 && refused > 1000,
        "{read} read, {refused} refused"
    );
}

#[test]
fn every_real_file_is_written_back_byte_for_byte() {
    let Some(corpus) = Corpus::open() else { return };
    let mut versions = [0usize; 2];
    let mut corners = 0;
    for path in corpus.with_extension("w3e") {
        let bytes = read(path);
        let file =
            W3eFile::read(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(file.write().unwrap() == bytes, "{}", path.display());
        assert!(file.rest.is_empty(), "{}", path.display());
        versions[file.version as usize - 11] += 1;
        corners += file.corners.len();
    }
    println!("w3e: {versions:?} of version 11 and 12, {corners} corners");
    assert!(versions[0] + versions[1] >= 22, "{versions:?}");
}
