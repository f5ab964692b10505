//! Opening and saving a Warcraft III model: what the user's action calls, and the format alone.
//!
//! Reads the largest model of version 800 in the folder named by `BONEWRIGHT_CORPUS`, else the
//! program's own sample.

#![allow(
    clippy::expect_used,
    reason = "a bench without its input has nothing to measure"
)]

use bonewright::document::ModelId;
use bonewright::formats::mdx::MdxFile;
use bonewright::import_export::{ExportLayout, export_model, import_file};
use divan::Bencher;
use std::path::PathBuf;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

fn model_path() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let beside = here.join("../shared/corpus");
    let corpus = std::env::var_os("BONEWRIGHT_CORPUS").map_or(beside, PathBuf::from);
    let large = corpus.join("wc3/mdx/warcraft3-icc--LordMarrowgar.mdx");
    if large.is_file() {
        large
    } else {
        here.join("projects/mosskin.mdx")
    }
}

/// From the file on disk to a document with its native source.
#[divan::bench]
fn open_model(bencher: Bencher<'_, '_>) {
    let path = model_path();
    bencher.bench_local(|| import_file(&path, ModelId(0)).expect("the model opens"));
}

/// The format alone: bytes to structs with every key decoded.
#[divan::bench]
fn read_mdx(bencher: Bencher<'_, '_>) {
    let bytes = std::fs::read(model_path()).expect("the file is there");
    bencher.bench_local(|| MdxFile::read(&bytes).expect("the model reads"));
}

/// The format alone: structs to bytes.
#[divan::bench]
fn write_mdx(bencher: Bencher<'_, '_>) {
    let bytes = std::fs::read(model_path()).expect("the file is there");
    let file = MdxFile::read(&bytes).expect("the model reads");
    bencher.bench_local(|| file.write().expect("the model writes"));
}

/// Export over the native source, as File > Export does it.
#[divan::bench]
fn export_over(bencher: Bencher<'_, '_>) {
    let imported = import_file(&model_path(), ModelId(0)).expect("the model opens");
    bencher.bench_local(|| {
        export_model(&imported.model, "out.mdx", ExportLayout::KeepNative).expect("it exports")
    });
}
