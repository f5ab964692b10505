//! The tiles of the corpus as maps, with the file of their map beside them.
#![allow(dead_code, reason = "each test crate uses its own part of this module")]

use crate::corpus::Corpus;
use bonewright::import_export::{ImportedFile, open_file};
use bonewright::terrain::TileMap;
use std::path::Path;

/// Tiles in the corpus.
pub const REAL_TILES: usize = 11;

/// All tiles, each as a map of its own.
pub fn real_tiles(corpus: &Corpus) -> Vec<(String, TileMap)> {
    let tiles: Vec<_> = corpus
        .with_extension("adt")
        .map(|path| (name_of(path), open_map(path)))
        .collect();
    assert!(tiles.len() >= REAL_TILES, "only {} tiles", tiles.len());
    tiles
}

/// The map of a file.
pub fn open_map(path: &Path) -> TileMap {
    let Ok(ImportedFile::Terrain(found)) = open_file(path) else {
        panic!("{} does not open", path.display());
    };
    found.terrain.shape.tiles().unwrap().clone()
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
