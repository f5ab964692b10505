//! The files of one tile on the disk: a tile that is whole, or the root of one that is split with
//! those beside it.

use super::import::tile_from_bytes;
use super::split::{SplitFiles, companion_name};
use crate::assets::{Neighbours, read_file};
use crate::document::{NativeFile, NativeRole, TileBytes};
use crate::formats::adt::TileKind;
use crate::formats::wdt::MapFlags;
use crate::import_export::{ImportError, Report};
use crate::terrain::Tile;
use std::path::{Path, PathBuf};

/// Where the files of a tile are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilePaths {
    /// The tile, or the root of a split one.
    pub root: PathBuf,
    /// The textures of a split tile.
    pub textures: Option<PathBuf>,
    /// What stands on a split tile, where that is there.
    pub objects: Option<PathBuf>,
}

impl TilePaths {
    /// The files of the tile at `path`, whose bytes are `root`.
    ///
    /// # Errors
    /// If the tile is split and its textures are missing; the error names their file.
    pub(super) fn beside(
        path: &Path,
        root: &[u8],
        neighbours: &Neighbours,
    ) -> Result<Self, ImportError> {
        let mut paths = Self {
            root: path.to_owned(),
            textures: None,
            objects: None,
        };
        if TileKind::of(root) == Some(TileKind::Root) {
            let name = |kind| companion_name(&name_of(path), kind);
            paths.textures = neighbours.find(&name(TileKind::Textures));
            paths.objects = neighbours.find(&name(TileKind::Objects));
            if paths.textures.is_none() {
                return Err(ImportError::TilePart {
                    path: path.to_owned(),
                    missing: name(TileKind::Textures),
                });
            }
        }
        Ok(paths)
    }
}

/// Reads the files of a tile.
pub(super) fn read_tile_bytes(root: Vec<u8>, paths: &TilePaths) -> Result<TileBytes, ImportError> {
    let beside = |path: &Option<PathBuf>| -> Result<_, ImportError> {
        let Some(path) = path else {
            return Ok(None);
        };
        Ok(Some((name_of(path), read_file(path)?.into())))
    };
    Ok(TileBytes {
        root: root.into(),
        textures: beside(&paths.textures)?,
        objects: beside(&paths.objects)?,
    })
}

/// What is in the files of a tile; a fault names its file, which lies beside `path`.
pub(super) fn tile_of_bytes(
    path: &Path,
    files: &TileBytes,
    flags: Option<MapFlags>,
    report: &mut Report,
) -> Result<Tile, ImportError> {
    let fault = |file: String, source| ImportError::Format {
        path: path.with_file_name(file),
        source,
    };
    let root = name_of(path);
    let Some(textures) = &files.textures else {
        let tile = tile_from_bytes(&files.root, flags, report);
        return tile.map_err(|source| fault(root, source));
    };
    let (x, y) = (0, 0);
    let native = |role, (name, bytes): &(String, _)| NativeFile {
        role,
        name: name.clone(),
        bytes: std::sync::Arc::clone(bytes),
    };
    let root = native(NativeRole::Tile { x, y }, &(root, files.root.clone()));
    let textures = native(NativeRole::TileTextures { x, y }, textures);
    let objects = files.objects.as_ref();
    let objects = objects.map(|file| native(NativeRole::TileObjects { x, y }, file));
    let split = SplitFiles {
        root: &root,
        textures: &textures,
        objects: objects.as_ref(),
    };
    let tile = split.read(flags, report);
    tile.map_err(|(file, source)| fault(file, source))
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
