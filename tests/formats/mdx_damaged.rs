//! Damaged MDX files are refused or read, written back byte for byte, and take no memory that the
//! file does not account for.

use bonewright::formats::mdx::MdxFile;

use crate::corpus::{Corpus, read};
use crate::mdx_made::made_model;
use crate::memory::with_peak;
use crate::random::Random;

/// What became of damaged files.
#[derive(Default)]
struct Outcome {
    read: usize,
    refused: usize,
}

impl Outcome {
    fn check(&mut self, bytes: &[u8]) {
        let (read, peak) = with_peak(|| MdxFile::read(bytes));
        let limit = (1 << 16) + 16 * bytes.len();
        assert!(peak <= limit, "{peak} bytes to read {}", bytes.len());
        match read {
            Ok(file) => {
                self.read += 1;
                assert!(file.write().unwrap() == bytes);
                assert!(MdxFile::read(bytes).unwrap() == file);
            }
            Err(error) => {
                self.refused += 1;
                assert!(error.to_string().ends_with('.'), "{error}");
                assert!(error.offset <= bytes.len(), "{error}");
            }
        }
    }

    fn check_both(&self, least: usize) {
        println!("{} read, {} refused", self.read, self.refused);
        assert!(
            self.read >= least && self.refused >= least,
            "{} read, {} refused",
            self.read,
            self.refused
        );
    }
}

/// The chunks of a sound file, with their headers.
fn chunks_of(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut chunks = Vec::new();
    let mut at = 4;
    while at + 8 <= bytes.len() {
        let size = u32::from_le_bytes(bytes[at + 4..at + 8].try_into().unwrap()) as usize;
        chunks.push(bytes[at..at + 8 + size].to_vec());
        at += 8 + size;
    }
    chunks
}

fn file_of(chunks: &[Vec<u8>]) -> Vec<u8> {
    [b"MDLX".to_vec(), chunks.concat()].concat()
}

/// The same chunk with its contents cut, and a size that says so.
fn cut(chunk: &[u8], length: usize) -> Vec<u8> {
    let mut cut = chunk[..8 + length].to_vec();
    cut[4..8].copy_from_slice(&(length as u32).to_le_bytes());
    cut
}

fn made_bytes() -> Vec<u8> {
    made_model().write().unwrap()
}

#[test]
fn every_truncation_is_read_or_refused() {
    let bytes = made_bytes();
    let mut outcome = Outcome::default();
    for length in 0..bytes.len() {
        outcome.check(&bytes[..length]);
    }
    outcome.check_both(18);
}

#[test]
fn every_chunk_cut_at_every_place_is_read_or_refused() {
    let chunks = chunks_of(&made_bytes());
    let mut outcome = Outcome::default();
    for (index, chunk) in chunks.iter().enumerate() {
        for length in 0..chunk.len() - 8 {
            let mut damaged = chunks.clone();
            damaged[index] = cut(chunk, length);
            outcome.check(&file_of(&damaged));
        }
    }
    outcome.check_both(400);
}

#[test]
fn every_word_set_to_a_nasty_number_is_read_or_refused() {
    let bytes = made_bytes();
    let mut outcome = Outcome::default();
    for at in 4..bytes.len() - 4 {
        let other = [0, 1, 0x7fff_ffff, 0x1000_0000, 96][at % 5];
        for value in [u32::MAX, other]
            .into_iter()
            .take(1 + usize::from(at % 4 == 0))
        {
            let mut damaged = bytes.clone();
            damaged[at..at + 4].copy_from_slice(&value.to_le_bytes());
            outcome.check(&damaged);
        }
    }
    outcome.check_both(400);
}

#[test]
fn flipped_bits_are_read_or_refused() {
    let bytes = made_bytes();
    let mut random = Random(11);
    let mut outcome = Outcome::default();
    for _ in 0..4000 {
        let mut damaged = bytes.clone();
        for _ in 0..1 + random.below(6) {
            let at = random.below(damaged.len());
            damaged[at] ^= 1 << random.below(8);
        }
        outcome.check(&damaged);
    }
    outcome.check_both(400);
}

#[test]
fn chunks_in_any_order_doubled_or_missing_are_read() {
    let chunks = chunks_of(&made_bytes());
    let mut random = Random(12);
    let mut outcome = Outcome::default();
    for round in 0..400 {
        let mut damaged = chunks.clone();
        for _ in 0..1 + random.below(20) {
            let (a, b) = (random.below(damaged.len()), random.below(damaged.len()));
            damaged.swap(a, b);
        }
        if round % 2 == 0 {
            let twin = damaged[random.below(damaged.len())].clone();
            damaged.insert(random.below(damaged.len() + 1), twin);
        }
        let has_version = |chunk: &Vec<u8>| chunk.starts_with(b"VERS");
        if round % 3 == 0 {
            damaged.remove(random.below(damaged.len()));
        }
        let is_sound = damaged.iter().any(has_version);
        let before = outcome.read;
        outcome.check(&file_of(&damaged));
        assert_eq!(outcome.read - before, usize::from(is_sound));
    }
    assert!(outcome.read > 300, "{} read", outcome.read);
}

#[test]
fn random_bytes_behind_a_version_are_read_or_refused() {
    let mut random = Random(13);
    let mut outcome = Outcome::default();
    let start = file_of(&[chunks_of(&made_bytes())[0].clone()]);
    for round in 0..4000 {
        let tag = MdxFile::CHUNK_ORDER[round % MdxFile::CHUNK_ORDER.len()];
        let length = random.below(600);
        let mut contents: Vec<u8> = (0..length).map(|_| random.bits() as u8).collect();
        if round % 2 == 0 {
            // Small numbers make sizes and counts that often fit.
            for word in contents.chunks_mut(4) {
                word.iter_mut().skip(1).for_each(|byte| *byte = 0);
            }
        }
        let size = (length as u32).to_le_bytes();
        outcome.check(&[start.as_slice(), &tag, &size, &contents].concat());
    }
    outcome.check_both(400);
}

#[test]
fn many_small_parts_take_time_and_memory_in_proportion() {
    let start = file_of(&[chunks_of(&made_bytes())[0].clone()]);
    let fill = |part: &[u8]| [start.clone(), part.repeat((1 << 20) / part.len())].concat();
    let mut outcome = Outcome::default();
    for part in [
        b"VERS\0\0\0\0".as_slice(),
        b"HELP\0\0\0\0",
        b"\0\0\0\0\0\0\0\0",
        b"KGTR\0\0\0\0",
    ] {
        outcome.check(&fill(part));
    }
    let track = b"KGTR\0\0\0\0\0\0\0\0\xff\xff\xff\xff";
    let tracks = track.repeat(1 << 16);
    let node_size = 96 + tracks.len() as u32;
    let node = [&node_size.to_le_bytes(), [0; 92].as_slice(), &tracks].concat();
    let chunk = [b"HELP".as_slice(), &node_size.to_le_bytes(), &node].concat();
    outcome.check(&[start.clone(), chunk].concat());
    let geoset = &chunks_of(&made_bytes())[7];
    assert!(geoset.starts_with(b"GEOS"));
    outcome.check(&fill(geoset));
    outcome.check(&fill(&chunks_of(&made_bytes())[4]));
    assert_eq!((outcome.read, outcome.refused), (7, 0));
}

#[test]
fn damaged_real_models_are_read_or_refused() {
    let Some(corpus) = Corpus::open() else { return };
    let mut random = Random(14);
    let mut outcome = Outcome::default();
    for path in corpus.with_extension("mdx") {
        let bytes = read(path);
        if bytes.len() > 200_000 || MdxFile::read(&bytes).is_err() {
            continue;
        }
        let chunks = chunks_of(&bytes);
        for _ in 0..40 {
            let mut damaged = chunks.clone();
            let index = random.below(damaged.len());
            let chunk = &mut damaged[index];
            if random.below(2) == 0 {
                *chunk = cut(chunk, random.below(chunk.len() - 7));
            } else {
                for _ in 0..1 + random.below(4) {
                    let at = random.below(chunk.len());
                    chunk[at] = random.bits() as u8;
                }
            }
            outcome.check(&file_of(&damaged));
        }
    }
    outcome.check_both(400);
}
