//! Journals that are cut, flipped, of another version, or nothing of the kind.

use crate::small_model::small_document;
use crate::{editor, journal, open, rename, replayed, save};
use bonewright::journal::{FRAME_LIMIT, JournalError, JournalReader, Tail, VERSION};
use std::path::{Path, PathBuf};

struct Made {
    folder: tempfile::TempDir,
    bytes: Vec<u8>,
    /// Where the first frame and each further one ends.
    ends: Vec<usize>,
    /// The hash after each entry, that of the start first.
    hashes: Vec<u64>,
}

impl Made {
    /// A journal of five operators on a saved project.
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().join("work.bwp");
        save(&project, &small_document(264));
        let mut editor = editor(folder.path());
        open(&mut editor, &project);
        let mut hashes = vec![editor.document().content_hash()];
        for name in ["A", "B", "C", "D", "E"] {
            editor.handle(rename(name));
            hashes.push(editor.document().content_hash());
        }
        let path = journal(&editor);
        assert_eq!(path, folder.path().join("work.bwp.journal"));
        let bytes = std::fs::read(path).unwrap();
        let mut ends = Vec::new();
        let mut offset = 12;
        while offset < bytes.len() {
            let length = u32::from_le_bytes(bytes[offset..offset + 4].try_into().unwrap());
            offset += 12 + length as usize;
            ends.push(offset);
        }
        assert_eq!(ends.len(), 6);
        assert_eq!(ends.last(), Some(&bytes.len()));
        Self {
            folder,
            bytes,
            ends,
            hashes,
        }
    }

    fn with(&self, bytes: &[u8]) -> PathBuf {
        let path = self.folder.path().join("damaged.journal");
        std::fs::write(&path, bytes).unwrap();
        path
    }
}

/// How many records can be read, and what comes after them.
fn read(path: &Path) -> Result<(usize, Tail), JournalError> {
    let mut reader = JournalReader::open(path)?;
    let mut count = 0;
    while reader.next_record()?.is_some() {
        count += 1;
    }
    Ok((count, reader.tail()))
}

#[test]
fn cut_at_any_byte_the_entries_before_it_are_there_and_the_rest_is_counted() {
    let made = Made::new();
    for cut in 0..=made.bytes.len() {
        let path = made.with(&made.bytes[..cut]);
        let whole = made.ends.iter().filter(|&&end| end <= cut).count();
        match read(&path) {
            Err(error) => assert_eq!(whole, 0, "cut at {cut}: {error}"),
            Ok((count, tail)) => {
                assert_eq!(count + 1, whole, "cut at {cut}");
                let torn = (cut - made.ends[whole - 1]) as u64;
                let expected = match torn {
                    0 => Tail::Whole,
                    bytes => Tail::Torn { bytes },
                };
                assert_eq!(tail, expected, "cut at {cut}");
            }
        }
    }
    for whole in 1..=6 {
        let path = made.with(&made.bytes[..made.ends[whole - 1] + usize::from(whole < 6)]);
        let replayed = replayed(&path);
        assert!(replayed.is_whole(), "{:?}", replayed.sentences());
        assert_eq!(replayed.document.content_hash(), made.hashes[whole - 1]);
    }
}

#[test]
fn a_flipped_bit_stops_the_reading_there_and_is_told() {
    let made = Made::new();
    let last = made.ends[4];
    for byte in 0..made.bytes.len() {
        let mut bytes = made.bytes.clone();
        bytes[byte] ^= 1 << (byte % 8);
        let path = made.with(&bytes);
        if byte < made.ends[0] {
            // A version below ours is read as ours; there is none yet.
            let is_refused = read(&path).is_err();
            assert!(is_refused || (8..12).contains(&byte), "flipped at {byte}");
            continue;
        }
        let whole = made.ends.iter().filter(|&&end| end <= byte).count();
        let (count, tail) = read(&path).unwrap();
        assert_eq!(count + 1, whole, "flipped at {byte}");
        match tail {
            // In the last frame a flipped bit looks like a frame that was not written to its end.
            Tail::Torn { .. } => assert!(byte >= last, "flipped at {byte}"),
            Tail::Damaged { offset, bytes, .. } => {
                assert_eq!(offset, made.ends[whole - 1] as u64, "flipped at {byte}");
                assert_eq!(offset + bytes, made.bytes.len() as u64);
                assert!(byte < last, "flipped at {byte}");
            }
            Tail::Whole => panic!("flipped at {byte}, and nobody noticed"),
        }
    }
}

#[test]
fn a_frame_that_is_missing_or_doubled_is_told_by_the_replay() {
    let made = Made::new();
    let (a, b) = (made.ends[1], made.ends[2]);
    let missing = [&made.bytes[..a], &made.bytes[b..]].concat();
    // A rename names the bone by number, so every other entry can still be done: nothing is wrong
    // that anybody could see but the count.
    assert_eq!(read(&made.with(&missing)).unwrap().0, 4);
    let doubled = [&made.bytes[..b], &made.bytes[a..]].concat();
    let replayed = replayed(&made.with(&doubled));
    assert!(!replayed.is_whole());
    assert_eq!(replayed.entry_count, 2);
    assert_eq!(replayed.document.content_hash(), made.hashes[2]);
    assert!(
        replayed.sentences()[0].contains("Entry 3"),
        "{:?}",
        replayed.sentences()
    );
}

#[test]
fn zeros_at_the_end_as_a_power_cut_leaves_them_are_cut() {
    let made = Made::new();
    let mut bytes = made.bytes.clone();
    bytes.resize(bytes.len() + 4096, 0);
    let (count, tail) = read(&made.with(&bytes)).unwrap();
    assert_eq!((count, tail), (5, Tail::Torn { bytes: 4096 }));
}

#[test]
fn a_later_version_is_refused_in_a_sentence() {
    let made = Made::new();
    let mut bytes = made.bytes.clone();
    bytes[8..12].copy_from_slice(&(VERSION + 1).to_le_bytes());
    let error = read(&made.with(&bytes)).unwrap_err();
    assert!(matches!(error, JournalError::Newer { found, .. } if found == VERSION + 1));
    assert!(error.to_string().contains("version 2"), "{error}");
}

#[test]
fn any_bytes_are_refused_or_read_and_never_more() {
    let made = Made::new();
    let mut random = 0x1234_5678_9abc_def0_u64;
    let mut next = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random
    };
    for round in 0..300 {
        let mut bytes = made.bytes.clone();
        for _ in 0..=round % 9 {
            let at = next() as usize % bytes.len();
            match next() % 3 {
                0 => bytes[at] = next() as u8,
                1 => bytes.truncate(at.max(1)),
                _ => bytes.insert(at, next() as u8),
            }
        }
        let _ = read(&made.with(&bytes));
    }
    for bytes in [
        &b""[..],
        b"BWJRNL\r\n",
        b"dear diary, nothing happened today",
    ] {
        assert!(read(&made.with(bytes)).is_err());
    }
}

#[test]
fn a_length_beyond_the_limit_takes_no_memory() {
    let made = Made::new();
    let mut bytes = made.bytes[..made.ends[0]].to_vec();
    bytes.extend(u32::MAX.to_le_bytes());
    bytes.extend([7; 100]);
    let (count, tail) = read(&made.with(&bytes)).unwrap();
    assert_eq!((count, tail), (0, Tail::Torn { bytes: 104 }));
    assert!(FRAME_LIMIT < u32::MAX as usize);
}
