//! Any bytes as a model: refused, or written back byte for byte and the same when laid out anew.
#![no_main]

use bonewright::formats::m2::{AnimSet, M2Bytes, M2File};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(file) = M2File::read(bytes, &AnimSet::new()) else {
        return;
    };
    let source = M2Bytes {
        model: bytes.to_vec(),
        ..M2Bytes::default()
    };
    assert!(
        file.write_over(&source)
            .is_ok_and(|written| written == source)
    );
    let Ok(fresh) = file.write_fresh() else {
        panic!("what was read can't be laid out")
    };
    assert!(M2File::read(&fresh.model, &fresh.anim_set()).is_ok_and(|again| again == file));
});
