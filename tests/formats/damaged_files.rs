//! Truncated, bit-flipped and random files give an error or a struct, never a panic; and what is
//! read is written back byte for byte, however odd.

use bonewright::formats::FormatErrorKind;
use bonewright::formats::m2::{AnimSet, M2Bytes, M2File, SkinFile, external_sequences, view_count};

use crate::corpus::{Corpus, ModelFiles};
use crate::made_model::{EXTERNAL, made_model, made_skin};
use crate::random::Random;

/// What became of damaged files.
#[derive(Default)]
struct Outcome {
    read: usize,
    refused: usize,
}

impl Outcome {
    /// Reads a model and, if it can be read, holds both writers to their promises.
    fn check_model(&mut self, bytes: &M2Bytes) {
        let found = (external_sequences(&bytes.model), view_count(&bytes.model));
        let file = match M2File::read(&bytes.model, &bytes.anim_set()) {
            Ok(file) => file,
            Err(error) => {
                self.refused += 1;
                assert!(error.to_string().ends_with('.'), "{error}");
                return;
            }
        };
        self.read += 1;
        assert!(found.0.is_ok() && found.1.is_ok());
        let mut expected = bytes.clone();
        expected.anims.retain(|index, _| {
            file.sequences
                .items
                .get(*index)
                .is_some_and(|sequence| sequence.is_external())
        });
        assert!(file.write_over(bytes).unwrap() == expected);
        let fresh = file.write_fresh().unwrap();
        assert!(M2File::read(&fresh.model, &fresh.anim_set()).unwrap() == file);
    }

    fn check_skin(&mut self, bytes: &[u8]) {
        match SkinFile::read(bytes) {
            Ok(skin) => {
                self.read += 1;
                assert!(skin.write_over(bytes).unwrap() == bytes);
                let fresh = skin.write_fresh().unwrap();
                assert!(SkinFile::read(&fresh).unwrap() == skin);
            }
            Err(_) => self.refused += 1,
        }
    }
}

/// Flips up to eight bits, most of them in what the file begins with: headers and tables.
fn flip_bits(bytes: &mut [u8], random: &mut Random) {
    for _ in 0..1 + random.below(8) {
        let reach = if random.below(4) == 0 {
            bytes.len()
        } else {
            bytes.len().min(2048)
        };
        let position = random.below(reach);
        if let Some(byte) = bytes.get_mut(position) {
            *byte ^= 1 << random.below(8);
        }
    }
}

/// Damages a model and its `.anim` files `rounds` times.
fn check_damaged_model(bytes: &M2Bytes, rounds: usize, random: &mut Random) -> Outcome {
    let mut outcome = Outcome::default();
    for round in 0..rounds {
        let mut damaged = bytes.clone();
        match round % 4 {
            0 => damaged.model.truncate(random.below(bytes.model.len())),
            1 | 2 => flip_bits(&mut damaged.model, random),
            _ => {
                for anim in damaged.anims.values_mut() {
                    anim.truncate(random.below(anim.len() * 2));
                    flip_bits(anim, random);
                }
            }
        }
        outcome.check_model(&damaged);
    }
    outcome
}

#[test]
fn a_damaged_made_model_is_read_or_refused() {
    let bytes = made_model().write_fresh().unwrap();
    let outcome = check_damaged_model(&bytes, 4000, &mut Random(1));
    assert!(
        outcome.read > 400 && outcome.refused > 400,
        "{} {}",
        outcome.read,
        outcome.refused
    );
}

#[test]
fn every_truncation_of_a_made_model_is_read_or_refused() {
    let bytes = made_model().write_fresh().unwrap();
    let mut outcome = Outcome::default();
    for length in 0..bytes.model.len() {
        let model = bytes.model[..length].to_vec();
        outcome.check_model(&M2Bytes {
            model,
            anims: bytes.anims.clone(),
        });
    }
    assert!(
        outcome.refused > bytes.model.len() / 2,
        "{}",
        outcome.refused
    );
}

#[test]
fn a_damaged_skin_is_read_or_refused() {
    let bytes = made_skin().write_fresh().unwrap();
    let mut random = Random(2);
    let mut outcome = Outcome::default();
    for length in 0..bytes.len() {
        outcome.check_skin(&bytes[..length]);
    }
    for _ in 0..4000 {
        let mut damaged = bytes.clone();
        flip_bits(&mut damaged, &mut random);
        outcome.check_skin(&damaged);
    }
    assert!(
        outcome.read > 400 && outcome.refused > 400,
        "{} {}",
        outcome.read,
        outcome.refused
    );
}

#[test]
fn random_bytes_behind_a_right_start_are_read_or_refused() {
    let mut random = Random(3);
    let mut outcome = Outcome::default();
    for round in 0..4000 {
        let length = random.below(2000);
        let mut bytes: Vec<u8> = (0..length).map(|_| random.bits() as u8).collect();
        if round % 2 == 0 {
            // Small numbers make counts and offsets that often fit.
            for word in bytes.chunks_mut(4).skip(1) {
                word.iter_mut().skip(1).for_each(|byte| *byte = 0);
            }
        }
        let start = [b"MD20".as_slice(), &264u32.to_le_bytes()].concat();
        bytes.splice(..bytes.len().min(8), start);
        outcome.check_model(&M2Bytes {
            model: bytes.clone(),
            ..M2Bytes::default()
        });
        bytes.splice(..4, *b"SKIN");
        outcome.check_skin(&bytes);
    }
    assert!(
        outcome.read > 0 && outcome.refused > 400,
        "{} {}",
        outcome.read,
        outcome.refused
    );
}

#[test]
fn damaged_real_models_are_read_or_refused() {
    let Some(corpus) = Corpus::open() else { return };
    let mut random = Random(4);
    let names = [
        "Rabbit.m2",
        "creature.m2",
        "tank.m2",
        "Helm_Mask_Plague_WoM.M2",
        "ui_goblin.m2",
    ];
    let mut total = Outcome::default();
    for (name, rounds) in names
        .into_iter()
        .map(|name| (name, 60))
        .chain([("GoblinMale.M2", 8)])
    {
        let files = corpus.model(name);
        let bytes = M2Bytes {
            model: files.model,
            anims: files.anims,
        };
        let outcome = check_damaged_model(&bytes, rounds, &mut random);
        total.read += outcome.read;
        total.refused += outcome.refused;
        for skin in files.skins {
            for _ in 0..rounds {
                let mut damaged = skin.clone();
                flip_bits(&mut damaged, &mut random);
                total.check_skin(&damaged);
            }
        }
    }
    assert!(
        total.read > 50 && total.refused > 50,
        "{} {}",
        total.read,
        total.refused
    );
}

#[test]
fn real_models_cut_short_are_refused_and_not_misread() {
    let Some(corpus) = Corpus::open() else { return };
    for path in corpus.models(264) {
        let files = ModelFiles::load(path);
        let half = &files.model[..files.model.len() / 2];
        assert!(
            M2File::read(half, &files.anim_set()).is_err(),
            "{}",
            path.display()
        );
    }
}

#[test]
fn arrays_that_share_bytes_can_not_take_memory_without_end() {
    let mut file = made_model();
    file.vertices.items.resize(20_000, Default::default());
    file.textures.items.resize(2_000, Default::default());
    let mut bytes = file.write_fresh().unwrap();
    let read = M2File::read(&bytes.model, &AnimSet::new()).unwrap();
    let textures = read.textures.origin.unwrap().offset as usize;
    for index in 0..2_000 {
        let header = textures + index * 16 + 8;
        let whole = (bytes.model.len() as u32).to_le_bytes();
        bytes.model[header..header + 4].copy_from_slice(&whole);
        bytes.model[header + 4..header + 8].copy_from_slice(&[0; 4]);
    }
    let error = M2File::read(&bytes.model, &bytes.anim_set()).unwrap_err();
    let FormatErrorKind::LimitExceeded { limit, value, .. } = error.kind else {
        panic!("{error}")
    };
    assert!(value > limit && limit <= (64 << 20) + 64 * bytes.model.len() as u64);
    assert!(error.chunk.starts_with("textures["), "{error}");
}

#[test]
fn an_empty_anim_file_is_told_from_a_missing_one() {
    let mut bytes = made_model().write_fresh().unwrap();
    bytes.anims.insert(EXTERNAL, Vec::new());
    assert!(M2File::read(&bytes.model, &bytes.anim_set()).is_err());
    bytes.anims.clear();
    assert!(M2File::read(&bytes.model, &bytes.anim_set()).is_ok());
}
