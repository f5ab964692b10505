//! Opening and saving a model: what the user's action calls, and the format alone beside it.
//!
//! Reads GoblinMale from the folder named by `BONEWRIGHT_CORPUS`, else the program's own sample.

#![allow(
    clippy::expect_used,
    reason = "a bench without its input has nothing to measure"
)]

use bonewright::assets::{TextureFinder, read_m2_files};
use bonewright::document::{Document, ModelId, NativeRole};
use bonewright::formats::m2::{AnimSet, M2File};
use bonewright::import_export::{ExportLayout, export_model, import_file};
use divan::Bencher;
use std::collections::BTreeMap;
use std::path::PathBuf;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

fn model_path() -> PathBuf {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let corpus = std::env::var_os("BONEWRIGHT_CORPUS").map_or(beside, PathBuf::from);
    let goblin = corpus.join("wow/mod-worgoblin/data/patch/Character/Goblin/Male/GoblinMale.M2");
    if goblin.is_file() {
        goblin
    } else {
        sample_path()
    }
}

fn sample_path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("projects/mosskin.m2")
}

/// From files on disk to a document with its native source.
#[divan::bench]
fn open_model(bencher: Bencher<'_, '_>) {
    let path = model_path();
    bencher.bench_local(|| import_file(&path, ModelId(0)).expect("the model opens"));
}

/// The sample with its eleven textures decoded: all that comes before the first picture.
#[divan::bench]
fn open_model_with_textures(bencher: Bencher<'_, '_>) {
    let path = sample_path();
    bencher.bench_local(|| {
        let imported = import_file(&path, ModelId(0)).expect("the sample opens");
        TextureFinder::new(Some(&path), [], BTreeMap::new()).load_all(&imported.model)
    });
}

/// The format alone: bytes to structs with every key decoded.
#[divan::bench]
fn read_m2(bencher: Bencher<'_, '_>) {
    let files = read_m2_files(&model_path()).expect("the files are there");
    let model = files
        .source
        .file(NativeRole::Model)
        .expect("a model file")
        .bytes
        .clone();
    let anims: AnimSet<'_> = files
        .source
        .files
        .iter()
        .filter_map(|file| match file.role {
            NativeRole::Anim(clip) => Some((clip.0 as usize, &*file.bytes)),
            _ => None,
        })
        .collect();
    bencher.bench_local(|| M2File::read(&model, &anims).expect("the model reads"));
}

/// Export over the native source, as File > Export does it.
#[divan::bench]
fn export_over_native(bencher: Bencher<'_, '_>) {
    let model = import_file(&model_path(), ModelId(0))
        .expect("the model opens")
        .model;
    bencher.bench_local(|| export_model(&model, "Out.m2", ExportLayout::KeepNative));
}

/// Export laid out from nothing.
#[divan::bench]
fn export_from_nothing(bencher: Bencher<'_, '_>) {
    let model = import_file(&model_path(), ModelId(0))
        .expect("the model opens")
        .model;
    bencher.bench_local(|| export_model(&model, "Out.m2", ExportLayout::FromNothing));
}

/// The hash that tells whether anything differs.
#[divan::bench]
fn content_hash(bencher: Bencher<'_, '_>) {
    let mut document = Document::new();
    document.models.push(
        import_file(&model_path(), ModelId(0))
            .expect("the model opens")
            .model,
    );
    bencher.bench_local(|| document.content_hash());
}
