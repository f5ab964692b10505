//! Any bytes as the ground of a Warcraft III map: refused, or written back byte for byte.
#![no_main]

use bonewright::formats::w3e::W3eFile;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(file) = W3eFile::read(bytes) {
        assert!(file.write().is_ok_and(|written| written == bytes));
    }
});
