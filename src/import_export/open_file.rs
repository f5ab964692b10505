//! Opening whatever file is given: a model or a terrain.

use super::import::{Imported, import_file, read_start, title_of};
use super::map_files::{self, MapBytes};
use super::open_splat::{is_splat_name, read_splat_file};
use super::{ImportError, Report, TilesToOpen, adt, w3e};
use crate::assets::{MAP_TERRAIN, is_map_name, read_file};
use crate::document::{ModelId, Terrain, TerrainId, TerrainShape};
use std::path::Path;
use std::sync::Arc;

/// A terrain that was opened, and what is worth saying about it.
#[derive(Clone, Debug)]
pub struct ImportedTerrain {
    /// The terrain, with its native source where a save needs one.
    pub terrain: Terrain,
    /// What was odd about the files.
    pub report: Report,
}

/// What was in a file.
#[derive(Clone, Debug)]
pub enum ImportedFile {
    /// A model, with id 0.
    Model(Box<Imported>),
    /// A terrain, with id 0.
    Terrain(Box<ImportedTerrain>),
}

/// The kinds of files that hold a terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TerrainFile {
    /// A bare W3E.
    W3e,
    /// An archive that may hold a W3E.
    Archive,
    /// A tile, or a map of tiles.
    Tiles,
    /// A folder in the stead of such an archive.
    Folder,
    /// A list of a height map and weight pictures.
    Splat,
}

impl TerrainFile {
    /// The kind of file that begins with these four bytes; `None` for one without a terrain.
    pub fn of_start(start: [u8; 4]) -> Option<Self> {
        match &start {
            b"W3E!" => Some(Self::W3e),
            b"REVM" => Some(Self::Tiles),
            b"HM3W" | b"MPQ\x1A" | b"MPQ\x1B" => Some(Self::Archive),
            _ => None,
        }
    }
}

/// Opens a model with its companions, or a terrain. What it is, is told by its first bytes.
pub fn open_file(path: &Path) -> Result<ImportedFile, ImportError> {
    open_file_with(path, TilesToOpen::All)
}

/// The same, with those tiles of a map that `tiles` takes.
pub fn open_file_with(path: &Path, tiles: TilesToOpen) -> Result<ImportedFile, ImportError> {
    let kind = match std::fs::metadata(path) {
        // A protected map may begin with anything.
        Ok(found) if found.is_file() && is_map_name(path) => Some(TerrainFile::Archive),
        // Such a list begins as any JSON does.
        Ok(found) if found.is_file() && is_splat_name(path) => Some(TerrainFile::Splat),
        Ok(found) if found.is_file() && found.len() >= 4 => {
            TerrainFile::of_start(read_start(path)?)
        }
        Ok(found) if found.is_dir() && map_files::is_map_folder(path) => Some(TerrainFile::Folder),
        // Faults are told by the one that reads on.
        _ => None,
    };
    match kind {
        Some(kind) => {
            read_terrain(path, kind, tiles).map(|terrain| ImportedFile::Terrain(Box::new(terrain)))
        }
        None => {
            import_file(path, ModelId(0)).map(|imported| ImportedFile::Model(Box::new(imported)))
        }
    }
}

fn read_terrain(
    path: &Path,
    kind: TerrainFile,
    tiles: TilesToOpen,
) -> Result<ImportedTerrain, ImportError> {
    let id = TerrainId(0);
    let mut report = Report::default();
    let map = match kind {
        TerrainFile::Tiles => {
            let (map, source) = adt::open_tiles(path, tiles, &mut report)?;
            let terrain = Terrain {
                id,
                name: title_of(path),
                shape: TerrainShape::Tiles(map),
                native: Some(Arc::new(source)),
            };
            return Ok(ImportedTerrain { terrain, report });
        }
        TerrainFile::Splat => {
            let (map, source) = read_splat_file(path, &mut report)?;
            let terrain = Terrain {
                id,
                name: title_of(path),
                shape: TerrainShape::Tiles(map),
                native: Some(Arc::new(source)),
            };
            return Ok(ImportedTerrain { terrain, report });
        }
        // The shape of a W3E holds every bit of the file.
        TerrainFile::W3e => MapBytes {
            w3e: read_file(path)?,
            native: None,
        },
        TerrainFile::Archive => map_files::read_archive(path, &mut report)?,
        TerrainFile::Folder => map_files::read_folder(path)?,
    };
    let corners = w3e::corners_from_bytes(&map.w3e, &mut report);
    let corners = corners.map_err(|source| ImportError::Format {
        path: path.to_owned(),
        source: match kind {
            TerrainFile::W3e | TerrainFile::Tiles | TerrainFile::Splat => source,
            TerrainFile::Archive | TerrainFile::Folder => source.within(MAP_TERRAIN),
        },
    })?;
    Ok(ImportedTerrain {
        terrain: Terrain {
            id,
            name: title_of(path),
            shape: TerrainShape::Corners(corners),
            native: map.native,
        },
        report,
    })
}
