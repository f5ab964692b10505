//! No bytes make the reader take more than 64 MiB and 64 times their number.

use crate::damage::{Line, file_of, lines_of, with_table};
use crate::model::{Maker, sound_document};
use crate::peak_memory::with_peak;
use crate::round_trip::bytes_of;
use bonewright::project::read;

#[track_caller]
fn check_memory(bytes: &[u8]) -> usize {
    let (opened, peak) = with_peak(|| read(bytes));
    drop(opened);
    let most = (64 << 20) + 64 * bytes.len();
    assert!(peak <= most, "{peak} bytes for a file of {}", bytes.len());
    peak
}

#[test]
fn counts_that_lie_take_no_memory() {
    let bytes = bytes_of(&sound_document());
    for index in 0..lines_of(&bytes).len() {
        let length = lines_of(&bytes)[index].stored.len();
        for at in (0..length.saturating_sub(4)).step_by((length / 200).max(1)) {
            for lie in [u32::MAX, 1 << 28, 1 << 20] {
                let bytes = with_table(&bytes, |lines| {
                    lines[index].stored[at..at + 4].copy_from_slice(&lie.to_le_bytes());
                });
                let peak = check_memory(&bytes);
                assert!(peak < 8 << 20, "{peak} bytes");
            }
        }
    }
}

#[test]
fn a_compressed_bomb_takes_no_more_than_a_project_may() {
    let sound = bytes_of(&sound_document());
    // 1 GiB of zeros in some 32 KiB, in every section there can be.
    let zeros = vec![0u8; 1 << 26];
    let packed = zstd::bulk::compress(&zeros, 19).expect("compresses");
    for claim in [1u64 << 20, 1 << 22, 1 << 26, 1 << 31] {
        let bytes = with_table(&sound, |lines| {
            for line in lines {
                line.stored.clone_from(&packed);
                line.codec = 1;
                line.raw_length = claim;
            }
        });
        check_memory(&bytes);
    }
}

/// Sections that unpack to the most memory for their bytes: many tracks of empty lists.
#[test]
fn the_widest_content_stays_within_bounds() {
    let mut document = sound_document();
    let model = &mut document.models[0];
    model.clips = (0..3000)
        .map(|id| crate::model::clip(id, 0, 0, 0))
        .collect();
    let empty = bonewright::anim::TrackKeys::PerClip(vec![Default::default(); 3000]);
    model.texture_weights = (0..1000)
        .map(|_| bonewright::anim::Track {
            keys: empty.clone(),
            ..Default::default()
        })
        .collect();
    let plain = bytes_of(&document);
    check_memory(&plain);
    // Compressed as far as the reader takes it.
    let bytes = with_table(&plain, |lines| {
        for line in lines {
            line.stored = zstd::bulk::compress(&line.stored, 3).expect("compresses");
            line.codec = 1;
        }
    });
    check_memory(&bytes);
    check_memory(&file_of(&[Line::new("models/0/core", 1, &[0; 4096])]));
}

#[test]
fn random_documents_take_little_memory() {
    for seed in 0..20 {
        let bytes = bytes_of(&Maker::new(seed).document());
        assert!(check_memory(&bytes) < 16 * bytes.len() + (1 << 20));
    }
}
