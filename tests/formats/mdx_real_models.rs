//! Every MDX of the corpus: written back byte for byte, counted, or refused with a sentence.

use std::collections::BTreeMap;
use std::path::Path;

use bonewright::formats::mdx::{MdxFile, Tracks, VERSION_800};
use bonewright::formats::{FormatError, FormatErrorKind};

use crate::corpus::{Corpus, read};

/// Models of version 800 in the corpus that are sound.
const MODELS: usize = 73;

/// The files that begin as an MDX does, with the folder that the corpus has them in.
fn mdx_files(corpus: &Corpus) -> Vec<(&Path, Vec<u8>)> {
    let named = ["mdx", "mdl"].map(|extension| corpus.with_extension(extension));
    let files = named.into_iter().flatten().map(|path| (path, read(path)));
    files
        .filter(|(_, bytes)| bytes.starts_with(b"MDLX"))
        .collect()
}

/// The version a file names, found without the reader under test.
fn named_version(bytes: &[u8]) -> u32 {
    let at = bytes.windows(8).position(|word| word == b"VERS\x04\0\0\0");
    let at = at.expect("a version") + 8;
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

/// Whether the file's makers broke it on purpose.
fn is_broken(path: &Path) -> bool {
    path.to_string_lossy().contains("_count_overflow_")
}

/// Calls `check` with every sound model of version 800.
fn for_each_model(mut check: impl FnMut(&Path, &[u8], MdxFile)) {
    let Some(corpus) = Corpus::open() else { return };
    let mut count = 0;
    for (path, bytes) in mdx_files(&corpus) {
        if named_version(&bytes) != VERSION_800 || is_broken(path) {
            continue;
        }
        count += 1;
        let file = MdxFile::read(&bytes);
        let file = file.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        check(path, &bytes, file);
    }
    println!("{count} models of version 800");
    assert!(count >= MODELS, "only {count} models");
}

#[test]
fn an_unchanged_model_is_written_back_byte_for_byte() {
    for_each_model(|path, bytes, file| {
        assert!(file.write().unwrap() == bytes, "{}", path.display());
    });
}
