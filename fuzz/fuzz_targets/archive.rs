//! Any bytes as an archive: refused, or every file in it is read as long as it says or refused.
#![no_main]

use bonewright::assets::Archive;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(archive) = Archive::open(bytes) else {
        return;
    };
    for entry in archive.entries() {
        if let Ok(content) = archive.read(entry) {
            assert_eq!(content.len(), entry.size as usize);
        }
    }
});
