//! Any bytes as a view: refused, or written back byte for byte and the same when laid out anew.
#![no_main]

use bonewright::formats::m2::SkinFile;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(skin) = SkinFile::read(bytes) else {
        return;
    };
    assert!(skin.write_over(bytes).is_ok_and(|written| written == bytes));
    let Ok(fresh) = skin.write_fresh() else {
        panic!("what was read can't be laid out")
    };
    assert!(SkinFile::read(&fresh).is_ok_and(|again| again == skin));
});
