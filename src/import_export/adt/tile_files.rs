//! The files of a map on disk: a tile with the map it belongs to, or a map with its tiles.

use super::import::{map_from_source, place_of_tile};
use super::split::{companion_name, root_name};
use crate::assets::{Neighbours, read_file};
use crate::document::{NativeFile, NativeRole, NativeSource};
use crate::formats::adt::TileKind;
use crate::formats::wdt::WdtFile;
use crate::formats::{FormatError, FormatErrorKind};
use crate::import_export::{ImportError, Report};
use crate::terrain::{TileId, TileMap};
use std::path::Path;

/// Opens a tile, or a map with all tiles that lie beside it.
pub fn open_tiles(
    path: &Path,
    report: &mut Report,
) -> Result<(TileMap, NativeSource), ImportError> {
    let bytes = read_file(path)?;
    let source = match TileKind::of(&bytes) {
        _ if WdtFile::is_map(&bytes) => files_of_map(path, bytes, report)?,
        // Textures and objects of a tile are opened with its root.
        Some(TileKind::Textures | TileKind::Objects) => {
            let root = root_name(&file_name(path));
            let found = root.and_then(|root| Neighbours::of(path).find(&root));
            let split = || at(path, FormatError::new(0, FormatErrorKind::SplitTile));
            let root = found.ok_or_else(split)?;
            files_of_tile(&root, read_file(&root)?)?
        }
        _ => files_of_tile(path, bytes)?,
    };
    let map = map_from_source(&source, report).map_err(|fault| ImportError::Format {
        path: path.with_file_name(fault.file),
        source: fault.source,
    })?;
    Ok((map, source))
}

/// A map and the tiles beside it that it names.
fn files_of_map(
    path: &Path,
    bytes: Vec<u8>,
    report: &mut Report,
) -> Result<NativeSource, ImportError> {
    let map = WdtFile::read(&bytes).map_err(|source| at(path, source))?;
    let base = stem(path);
    let neighbours = Neighbours::of(path);
    let mut files = vec![NativeFile {
        role: NativeRole::Map,
        name: file_name(path),
        bytes: bytes.into(),
    }];
    let mut missing = 0;
    for (x, y) in map.tiles() {
        // Some editors write two digits.
        let names = [
            format!("{base}_{x}_{y}.adt"),
            format!("{base}_{x:02}_{y:02}.adt"),
        ];
        match names.iter().find_map(|name| neighbours.find(name)) {
            Some(found) => {
                let file = NativeFile {
                    role: NativeRole::Tile { x, y },
                    name: file_name(&found),
                    bytes: read_file(&found)?.into(),
                };
                let beside = companions(&found, &file, TileId { x, y }, &neighbours)?;
                files.push(file);
                files.extend(beside);
            }
            None => missing += 1,
        }
    }
    if missing > 0 {
        report.warn(
            "map",
            format!(
                "{missing} of {} tiles that the map names are not beside it.",
                map.tiles().count()
            ),
        );
    }
    Ok(NativeSource { files })
}

/// A tile, and the map it belongs to where that is beside it.
fn files_of_tile(path: &Path, bytes: Vec<u8>) -> Result<NativeSource, ImportError> {
    let name = file_name(path);
    let TileId { x, y } = place_of_tile(&name, &bytes).map_err(|source| at(path, source))?;
    let mut files = Vec::new();
    let stem = stem(path);
    let base = stem.rsplitn(3, '_').nth(2);
    let map = base.and_then(|base| Neighbours::of(path).find(&format!("{base}.wdt")));
    if let Some(map) = map {
        files.push(NativeFile {
            role: NativeRole::Map,
            name: file_name(&map),
            bytes: read_file(&map)?.into(),
        });
    }
    let file = NativeFile {
        role: NativeRole::Tile { x, y },
        name,
        bytes: bytes.into(),
    };
    let beside = companions(path, &file, TileId { x, y }, &Neighbours::of(path))?;
    files.push(file);
    files.extend(beside);
    Ok(NativeSource { files })
}

/// The other files of a tile, if it is split; without its textures it is refused.
fn companions(
    path: &Path,
    root: &NativeFile,
    TileId { x, y }: TileId,
    neighbours: &Neighbours,
) -> Result<Vec<NativeFile>, ImportError> {
    let mut files = Vec::new();
    if TileKind::of(&root.bytes) != Some(TileKind::Root) {
        return Ok(files);
    }
    for (kind, role) in [
        (TileKind::Textures, NativeRole::TileTextures { x, y }),
        (TileKind::Objects, NativeRole::TileObjects { x, y }),
    ] {
        match neighbours.find(&companion_name(&root.name, kind)) {
            Some(found) => files.push(NativeFile {
                role,
                name: file_name(&found),
                bytes: read_file(&found)?.into(),
            }),
            None if kind == TileKind::Textures => {
                return Err(at(path, FormatError::new(0, FormatErrorKind::SplitTile)));
            }
            None => {}
        }
    }
    Ok(files)
}

fn at(path: &Path, source: FormatError) -> ImportError {
    ImportError::Format {
        path: path.to_owned(),
        source,
    }
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
