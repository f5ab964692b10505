//! Any bytes as a Warcraft III model: refused, or written back byte for byte and with the same
//! lists when laid out anew.
#![no_main]

use bonewright::formats::mdx::MdxFile;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(file) = MdxFile::read(bytes) else {
        return;
    };
    assert!(file.write().is_ok_and(|written| written == bytes));
    let bare = MdxFile {
        layout: Vec::new(),
        ..file.clone()
    };
    let Ok(fresh) = bare.write() else {
        panic!("what was read can't be laid out")
    };
    let again = MdxFile::read(&fresh).map(|again| MdxFile {
        layout: file.layout.clone(),
        ..again
    });
    assert!(again.is_ok_and(|again| again == file));
});
