//! Every MDX of the corpus: written back byte for byte, counted, or refused with a sentence.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bonewright::formats::mdx::{ChunkPlace, MdxFile, Tracks, VERSION_800};
use bonewright::formats::{FormatError, FormatErrorKind};

use crate::corpus::{Corpus, read};

/// Models of version 800 in the corpus that are sound.
const MODELS: usize = 74;
/// Of these, models whose counts the corpus tells.
const COUNTED_MODELS: usize = 49;
/// Models of later versions in the corpus.
const LATER_MODELS: usize = 21;

/// The files that begin as an MDX does, whatever they are called.
fn mdx_files(corpus: &Corpus) -> Vec<(&Path, Vec<u8>)> {
    let mut files = Vec::new();
    for extension in ["mdx", "mdl"] {
        let paths = corpus.with_extension(extension);
        files.extend(paths.map(|path| (path, read(path))));
    }
    files.retain(|(_, bytes)| bytes.starts_with(b"MDLX"));
    files
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

#[test]
fn a_model_laid_out_anew_reads_as_the_same_lists_and_has_nothing_but_them() {
    for_each_model(|path, bytes, file| {
        let bare = MdxFile {
            layout: Vec::new(),
            ..file.clone()
        };
        let written = bare.write().unwrap();
        let again = MdxFile::read(&written).unwrap();
        assert!(again.write().unwrap() == written, "{}", path.display());
        let again = MdxFile {
            layout: file.layout.clone(),
            ..again
        };
        assert!(again == file, "{}", path.display());
        assert!(again.write().unwrap() == bytes, "{}", path.display());
    });
}

/// All tracks of a model.
fn all_tracks(file: &MdxFile) -> Vec<&Tracks> {
    let mut all: Vec<&Tracks> = Vec::new();
    let layers = file.materials.iter().flat_map(|material| &material.layers);
    all.extend(layers.map(|layer| &layer.tracks));
    all.extend(file.texture_animations.iter().map(|item| &item.tracks));
    all.extend(file.geoset_animations.iter().map(|item| &item.tracks));
    all.extend(file.cameras.iter().map(|item| &item.tracks));
    all.extend(file.bones.iter().map(|item| &item.node.tracks));
    all.extend(file.helpers.iter().map(|item| &item.node.tracks));
    all.extend(file.events.iter().map(|item| &item.node.tracks));
    all.extend(file.collision_shapes.iter().map(|item| &item.node.tracks));
    macro_rules! with_node {
        ($($list:ident),*) => {
            $(all.extend(file.$list.iter().flat_map(|item| [&item.node.tracks, &item.tracks]));)*
        };
    }
    with_node!(
        lights,
        attachments,
        model_emitters,
        sprite_emitters,
        ribbons
    );
    all
}

/// The counts that the index of the corpus has of each model, by the name of its file.
fn index_of_counts(corpus: &Corpus) -> BTreeMap<PathBuf, String> {
    let mut counts = BTreeMap::new();
    for index in corpus.with_extension("csv") {
        if !index.ends_with("wc3/INDEX.csv") {
            continue;
        }
        let text = String::from_utf8(read(index)).unwrap();
        for line in text.lines().filter(|line| line.contains("helpers=")) {
            let mut fields = line.split(',');
            let file = fields.next().unwrap();
            let path = index.parent().unwrap().join(file);
            counts.insert(path, fields.nth(2).unwrap().to_owned());
        }
    }
    counts
}

#[test]
fn what_is_read_has_the_counts_that_the_corpus_tells() {
    let Some(corpus) = Corpus::open() else { return };
    let counts = index_of_counts(&corpus);
    let mut counted = 0;
    for_each_model(|path, _, file| {
        let Some(expected) = counts.get(path) else {
            return;
        };
        let vertices: usize = file.geosets.iter().map(|item| item.vertices.len()).sum();
        let tracks: usize = all_tracks(&file).iter().map(|tracks| tracks.0.len()).sum();
        let found = format!(
            "bones={} helpers={} verts={vertices} geosets={} seqs={} tracks={tracks}",
            file.bones.len(),
            file.helpers.len(),
            file.geosets.len(),
            file.sequences.len(),
        );
        assert_eq!(found, *expected, "{}", path.display());
        counted += 1;
    });
    println!("{counted} models with the counts of the index");
    assert!(counted >= COUNTED_MODELS, "only {counted} models");
}

/// All bytes of a model that were kept without being understood, but for chunks.
fn all_tails(file: &MdxFile) -> Vec<&Vec<u8>> {
    let mut all = Vec::new();
    macro_rules! tails {
        ($($list:ident),*; $($with_node:ident),*) => {
            $(all.extend(file.$list.iter().map(|item| &item.tail));)*
            $(all.extend(file.$with_node.iter().map(|item| &item.node.tail));)*
        };
    }
    tails!(
        materials, texture_animations, geosets, geoset_animations, lights, attachments,
        model_emitters, sprite_emitters, ribbons, cameras;
        bones, lights, helpers, attachments, model_emitters, sprite_emitters, ribbons, events,
        collision_shapes
    );
    let layers = file.materials.iter().flat_map(|material| &material.layers);
    all.extend(layers.map(|layer| &layer.tail));
    all
}

#[test]
fn nothing_of_a_real_model_is_left_unread_but_two_kinds_of_chunks() {
    let mut unknown = BTreeMap::new();
    for_each_model(|path, _, file| {
        let tails = all_tails(&file);
        assert!(
            tails.iter().all(|tail| tail.is_empty()),
            "{}",
            path.display()
        );
        for place in &file.layout {
            match place {
                ChunkPlace::Known { tail, .. } => assert!(tail.is_empty(), "{}", path.display()),
                ChunkPlace::Opaque { tag, .. } => {
                    let name = tag.escape_ascii().to_string();
                    *unknown.entry(name).or_insert(0) += 1;
                }
                ChunkPlace::Rest(_) => panic!("{} has a rest", path.display()),
            }
        }
    });
    println!("unknown chunks: {unknown:?}");
    assert!(
        unknown
            .keys()
            .all(|tag| ["INFO", "MDVI"].contains(&tag.as_str()))
    );
}

#[test]
fn broken_files_and_other_versions_get_a_sentence() {
    let Some(corpus) = Corpus::open() else { return };
    let (mut broken, mut later) = (Vec::new(), 0);
    for (path, bytes) in mdx_files(&corpus) {
        let version = named_version(&bytes);
        let error = match MdxFile::read(&bytes) {
            Ok(_) => {
                assert_eq!(version, VERSION_800, "{}", path.display());
                assert!(!is_broken(path), "{}", path.display());
                continue;
            }
            Err(error) => error,
        };
        if version != VERSION_800 {
            later += 1;
            check_other_version(&error, version);
        }
        if is_broken(path) {
            broken.push(error.to_string());
        }
    }
    broken.sort();
    assert_eq!(broken.len(), 2, "{broken:?}");
    println!("refused: {broken:#?}, and {later} of other versions");
    assert!(later >= LATER_MODELS, "only {later} of other versions");
}

fn check_other_version(error: &FormatError, version: u32) {
    let kind = FormatErrorKind::OtherVersion {
        version,
        readable: VERSION_800,
    };
    assert_eq!(error.kind, kind);
    let text = error.to_string();
    assert!(
        text.contains(&format!("version {version}")) && text.contains("only version 800 is read"),
        "{text}"
    );
}
