//! Any bytes as a BLP, PNG or TGA: refused, or a picture within the limits.
#![no_main]

use bonewright::formats::picture::decode_picture;
use libfuzzer_sys::fuzz_target;

/// The widest and highest picture there is.
const MOST: u32 = 8192;

fuzz_target!(|bytes: &[u8]| {
    let Ok(picture) = decode_picture(bytes) else {
        return;
    };
    assert!(picture.width <= MOST && picture.height <= MOST);
    let pixels = picture.width as usize * picture.height as usize;
    assert_eq!(picture.rgba.len(), 4 * pixels);
});
