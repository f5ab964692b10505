//! Any bytes as a project: refused, or a document that is saved and opens as the same.
//!
//! What is fuzzed is the content of the sections, too: the checksums of the file are set right
//! first, so that the fuzzer need not find them.
#![no_main]

use bonewright::project::{Compression, Snapshot, encode, read};
use libfuzzer_sys::fuzz_target;
use xxhash_rust::xxh3::xxh3_64;

/// Where the version, the count and the table's size stand.
const COUNTS: usize = 8;
/// Where the checksum of those and of the table stands.
const SUM: usize = 24;
/// Where the table begins.
const TABLE: usize = 32;

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    let mut mended = bytes.to_vec();
    if mend(&mut mended).is_some() {
        check(&mended);
    }
});

fn check(bytes: &[u8]) {
    let Ok(opened) = read(bytes) else { return };
    assert_eq!(opened.document.check_invariants(), []);
    let hash = opened.document.content_hash();
    let Ok(saved) = encode(&Snapshot::of(&opened.document), Compression::None) else {
        panic!("what was opened can't be saved")
    };
    let again = read(&saved.to_vec());
    assert!(again.is_ok_and(|again| again.document.content_hash() == hash));
}

/// Sets the checksum of every section and of the table; `None` where the table makes no sense.
fn mend(bytes: &mut [u8]) -> Option<()> {
    let count = number(bytes, 12, 4)?;
    let table = number(bytes, 16, 4)?;
    let (mut at, mut content) = (TABLE, TABLE.checked_add(table)?);
    for _ in 0..count {
        at = at.checked_add(2 + number(bytes, at, 2)?)?;
        let stored = number(bytes, at + 4, 8)?;
        let end = content.checked_add(stored)?;
        let sum = xxh3_64(bytes.get(content..end)?);
        put(bytes, at + 20, &sum.to_le_bytes())?;
        (at, content) = (at + 28, end);
    }
    let counted = [
        bytes.get(COUNTS..SUM)?,
        bytes.get(TABLE..TABLE.checked_add(table)?)?,
    ]
    .concat();
    put(bytes, SUM, &xxh3_64(&counted).to_le_bytes())
}

fn number(bytes: &[u8], at: usize, size: usize) -> Option<usize> {
    let mut whole = [0; 8];
    whole
        .get_mut(..size)?
        .copy_from_slice(bytes.get(at..at.checked_add(size)?)?);
    usize::try_from(u64::from_le_bytes(whole)).ok()
}

fn put(bytes: &mut [u8], at: usize, new: &[u8]) -> Option<()> {
    bytes
        .get_mut(at..at.checked_add(new.len())?)?
        .copy_from_slice(new);
    Some(())
}
