//! A made model with any bytes as its `.anim` file, and with any bytes over its key headers.
#![no_main]

#[path = "../../tests/formats/made_model.rs"]
#[allow(dead_code, reason = "only the model is used here")]
mod made_model;

use std::sync::LazyLock;

use bonewright::formats::m2::{M2Bytes, M2File};
use libfuzzer_sys::fuzz_target;
use made_model::{EXTERNAL, made_model};

static MADE: LazyLock<(M2Bytes, Vec<usize>)> = LazyLock::new(|| {
    let Ok(bytes) = made_model().write_fresh() else {
        panic!("the made model can't be written")
    };
    let Ok(file) = M2File::read(&bytes.model, &bytes.anim_set()) else {
        panic!("the made model can't be read")
    };
    let lists = file.bones.items.iter().map(|bone| &bone.rotation.values);
    let headers = lists
        .filter_map(|list| list.origin)
        .map(|origin| origin.offset as usize);
    let headers = headers.map(|offset| offset + EXTERNAL * 8).collect();
    (bytes, headers)
});

fuzz_target!(|input: &[u8]| {
    let (made, headers) = &*MADE;
    let mut source = made.clone();
    let mut rest = input;
    for header in headers {
        let Some((first, after)) = rest.split_first_chunk::<8>() else {
            break;
        };
        // The upper bytes stay zero, so that counts and offsets often fit.
        source.model[*header] = first[0];
        source.model[header + 4..header + 6].copy_from_slice(&first[4..6]);
        rest = after;
    }
    source.anims.insert(EXTERNAL, rest.to_vec());
    let Ok(file) = M2File::read(&source.model, &source.anim_set()) else {
        return;
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
