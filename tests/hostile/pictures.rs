//! Damaged and lying pictures: an error that says so, or a picture of a bounded size.

use bonewright::formats::picture::{PictureError, decode_picture, encode_blp, encode_png};

use crate::corpus::{Corpus, read};
use crate::damage::{damage, put};
use crate::memory::with_peak;
use crate::random::Random;
use crate::random_damage::rounds;

/// A picture is at most 8192 a side; decoding may hold it as the file's own pixels and as RGBA.
const MOST: usize = 2 * 4 * 8192 * 8192 + (64 << 20);

/// Decodes and checks; tells whether there was a picture.
#[track_caller]
fn survive(name: &str, bytes: &[u8]) -> bool {
    let (decoded, peak) = with_peak(|| decode_picture(bytes));
    assert!(peak <= MOST + 64 * bytes.len(), "{name}: {peak} bytes");
    match decoded {
        Ok(picture) => {
            assert!(picture.width <= 8192 && picture.height <= 8192, "{name}");
            let pixels = picture.width as usize * picture.height as usize;
            assert_eq!(picture.rgba.len(), 4 * pixels, "{name}");
            true
        }
        Err(error) => {
            let text = error.to_string();
            assert!(!text.is_empty() && !text.contains('\n'), "{name}: {text}");
            false
        }
    }
}

fn pixels(side: u32) -> Vec<u8> {
    (0..side * side * 4)
        .map(|at| (at * 37 % 251) as u8)
        .collect()
}

/// An uncompressed or run-length TGA of a given kind.
fn tga(kind: u8, depth: u8, width: u16, height: u16, content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; 18];
    bytes[2] = kind;
    bytes[12..14].copy_from_slice(&width.to_le_bytes());
    bytes[14..16].copy_from_slice(&height.to_le_bytes());
    bytes[16] = depth;
    bytes.extend_from_slice(content);
    bytes
}

/// A palettised BLP2 of one level.
fn palettised(side: u32) -> Vec<u8> {
    let mut bytes = vec![0; 148 + 1024];
    bytes[..4].copy_from_slice(b"BLP2");
    put(&mut bytes, 4, &1u32.to_le_bytes());
    bytes[8..12].copy_from_slice(&[1, 8, 8, 0]);
    put(&mut bytes, 12, &side.to_le_bytes());
    put(&mut bytes, 16, &side.to_le_bytes());
    put(&mut bytes, 20, &(148u32 + 1024).to_le_bytes());
    put(&mut bytes, 84, &(side * side * 2).to_le_bytes());
    bytes.extend((0..side * side * 2).map(|at| at as u8));
    bytes
}

fn sound_pictures() -> Vec<(&'static str, Vec<u8>)> {
    let solid: Vec<u8> = pixels(16)
        .chunks(4)
        .flat_map(|p| [p[0], p[1], p[2], 255])
        .collect();
    vec![
        ("dxt5", encode_blp(16, 16, &pixels(16)).unwrap()),
        ("dxt1", encode_blp(16, 16, &solid).unwrap()),
        ("palette", palettised(8)),
        ("png", encode_png(16, 16, &pixels(16)).unwrap()),
        ("tga", tga(2, 32, 8, 8, &pixels(8))),
        ("tga runs", tga(10, 24, 8, 8, &[0xBF, 1, 2, 3])),
    ]
}

#[test]
fn damage_to_made_pictures_is_survived() {
    let mut random = Random(5);
    for (name, sound) in sound_pictures() {
        assert!(survive(name, &sound), "{name} is sound");
        for round in 0..rounds(400) {
            let mut bytes = sound.clone();
            damage(&mut bytes, &mut random);
            survive(&format!("{name} round {round}"), &bytes);
        }
    }
}

#[test]
fn every_cut_of_a_made_picture_is_survived() {
    for (name, sound) in sound_pictures() {
        for end in 0..sound.len() {
            survive(&format!("{name} cut at {end}"), &sound[..end]);
        }
    }
}

#[test]
fn every_header_word_of_a_made_picture_may_lie() {
    for (name, sound) in sound_pictures() {
        for position in 0..sound.len().min(160) {
            for value in [0, 1, 0xFF, 0x2000, 0x7FFF_FFFF, u32::MAX] {
                let mut bytes = sound.clone();
                put(&mut bytes, position, &value.to_le_bytes());
                survive(&format!("{name}, {value:#x} at {position}"), &bytes);
            }
        }
    }
}

#[test]
fn a_picture_that_claims_to_be_huge_is_refused_by_its_size() {
    let png = {
        // The size stands in the first chunk, whose checksum must be right.
        let mut bytes = encode_png(1, 1, &[0; 4]).unwrap();
        put(&mut bytes, 16, &0x7FFF_FFFFu32.to_be_bytes());
        put(&mut bytes, 20, &0x7FFF_FFFFu32.to_be_bytes());
        let sum = crc32fast::hash(&bytes[12..29]);
        put(&mut bytes, 29, &sum.to_be_bytes());
        bytes
    };
    let mut blp = encode_blp(4, 4, &pixels(4)).unwrap();
    put(&mut blp, 12, &9000u32.to_le_bytes());
    for bytes in [png, blp, tga(2, 32, 65535, 65535, &[])] {
        let (decoded, peak) = with_peak(|| decode_picture(&bytes));
        let error = decoded.unwrap_err();
        assert!(matches!(error, PictureError::TooLarge { .. }), "{error}");
        assert!(error.to_string().contains("8192"), "{error}");
        assert!(peak < 1 << 20, "{peak} bytes");
    }
}

#[test]
fn a_small_file_with_a_large_picture_in_it_takes_no_memory_before_its_content_is_there() {
    let mut blp = encode_blp(4, 4, &pixels(4)).unwrap();
    for (at, side) in [(12, 8192u32), (16, 8192)] {
        put(&mut blp, at, &side.to_le_bytes());
    }
    for bytes in [blp, tga(2, 32, 8192, 8192, &[1, 2, 3])] {
        let (decoded, peak) = with_peak(|| decode_picture(&bytes));
        println!("{peak} bytes at most, a picture: {}", decoded.is_ok());
        assert!(peak <= MOST, "{peak} bytes");
    }
}

#[test]
fn damage_to_real_pictures_is_survived() {
    let Some(corpus) = Corpus::open() else { return };
    let mut random = Random(6);
    let (mut count, mut whole) = (0, 0);
    for extension in ["blp", "png", "tga"] {
        for path in corpus.with_extension(extension) {
            let sound = read(path);
            if sound.is_empty() || sound.len() > 300_000 {
                continue;
            }
            for round in 0..rounds(2) {
                let mut bytes = sound.clone();
                damage(&mut bytes, &mut random);
                whole += usize::from(survive(
                    &format!("{} round {round}", path.display()),
                    &bytes,
                ));
                count += 1;
            }
        }
    }
    println!("{count} damaged pictures, {whole} of them still pictures");
    assert!(count > 100 && whole > 20, "{count} {whole}");
}
