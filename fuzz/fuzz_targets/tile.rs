//! Any bytes as a tile of World of Warcraft: refused, or written back byte for byte, also through
//! the document.
#![no_main]

use bonewright::formats::adt::AdtFile;
use bonewright::import_export::{Report, tile_from_bytes, write_tile_over};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(file) = AdtFile::read(bytes) else {
        return;
    };
    assert!(file.write() == bytes);
    let mut report = Report::default();
    let Ok(tile) = tile_from_bytes(bytes, None, &mut report) else {
        return;
    };
    assert!(write_tile_over(&tile, bytes, None, &mut report).is_ok_and(|written| written == bytes));
});
