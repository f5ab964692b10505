//! The files of a map on disk: a tile with the map it belongs to, or a map with its tiles.

use super::import::{map_from_source, place_of_tile};
use super::split::root_name;
use super::tile_parts::TilePaths;
use super::tiles_on_disk::{TilesToOpen, tiles_beside};
use crate::assets::{Neighbours, read_file};
use crate::document::{NativeFile, NativeRole, NativeSource};
use crate::formats::adt::TileKind;
use crate::formats::wdt::WdtFile;
use crate::formats::{FormatError, FormatErrorKind};
use crate::import_export::{ImportError, Report};
use crate::terrain::{TileId, TileMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Tiles with their files.
pub(super) type TilePlaces = Vec<(TileId, PathBuf)>;

/// Opens a tile, or a map with those tiles beside it that `choice` takes.
pub fn open_tiles(
    path: &Path,
    choice: TilesToOpen,
    report: &mut Report,
) -> Result<(TileMap, NativeSource), ImportError> {
    let bytes = read_file(path)?;
    let source = match TileKind::of(&bytes) {
        _ if WdtFile::is_map(&bytes) => files_of_map(path, bytes, choice, report)?,
        // Textures and objects of a tile are opened with its root.
        Some(TileKind::Textures | TileKind::Objects) => {
            let root = root_name(&file_name(path));
            let split = || at(path, FormatError::new(0, FormatErrorKind::SplitTile));
            let root = root.ok_or_else(split)?;
            let found = Neighbours::of(path).find(&root);
            let root = found.ok_or_else(|| ImportError::TilePart {
                path: path.to_owned(),
                missing: root,
            })?;
            files_of_tile(&root, read_file(&root)?, choice, report)?
        }
        _ => files_of_tile(path, bytes, choice, report)?,
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
    choice: TilesToOpen,
    report: &mut Report,
) -> Result<NativeSource, ImportError> {
    let map = WdtFile::read(&bytes).map_err(|source| at(path, source))?;
    let neighbours = Neighbours::of(path);
    let (tiles, missing) = tiles_beside(&stem(path), &neighbours, map.tiles());
    let mut source = NativeSource {
        files: vec![NativeFile {
            role: NativeRole::Map,
            name: file_name(path),
            bytes: bytes.into(),
        }],
    };
    let chosen = choice.choose(&tiles);
    let mut left = Vec::new();
    for ((id, found), is_read) in tiles.into_iter().zip(chosen) {
        if is_read {
            let file = NativeFile {
                role: NativeRole::Tile { x: id.x, y: id.y },
                name: file_name(&found),
                bytes: read_file(&found)?.into(),
            };
            let beside = companions(&found, &file, id, &neighbours)?;
            source.files.push(file);
            source.files.extend(beside);
        } else {
            left.push((id, found));
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
    leave(&mut source, path, left, report);
    Ok(source)
}

/// A tile, and the map it belongs to where that is beside it.
fn files_of_tile(
    path: &Path,
    bytes: Vec<u8>,
    choice: TilesToOpen,
    report: &mut Report,
) -> Result<NativeSource, ImportError> {
    let name = file_name(path);
    let own = place_of_tile(&name, &bytes).map_err(|source| at(path, source))?;
    let mut source = NativeSource::default();
    let mut left = Vec::new();
    let stem = stem(path);
    let base = stem.rsplitn(3, '_').nth(2);
    let neighbours = Neighbours::of(path);
    let map = base.and_then(|base| neighbours.find(&format!("{base}.wdt")));
    if let (Some(map), Some(base)) = (map, base) {
        let bytes = read_file(&map)?;
        if choice != TilesToOpen::All
            && let Ok(listed) = WdtFile::read(&bytes)
        {
            (left, _) = tiles_beside(base, &neighbours, listed.tiles());
            left.retain(|(id, _)| *id != own);
        }
        source.files.push(NativeFile {
            role: NativeRole::Map,
            name: file_name(&map),
            bytes: bytes.into(),
        });
    }
    let file = NativeFile {
        role: NativeRole::Tile { x: own.x, y: own.y },
        name,
        bytes: bytes.into(),
    };
    let beside = companions(path, &file, own, &neighbours)?;
    source.files.push(file);
    source.files.extend(beside);
    leave(&mut source, path, left, report);
    Ok(source)
}

/// Takes note of tiles that stay on the disk.
fn leave(source: &mut NativeSource, path: &Path, tiles: TilePlaces, report: &mut Report) {
    if tiles.is_empty() {
        return;
    }
    let folder = path.parent().unwrap_or_else(|| Path::new(""));
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    source.put(NativeFile {
        role: NativeRole::TileFolder,
        name: folder.to_string_lossy().into_owned(),
        bytes: Arc::default(),
    });
    report.note(
        "map",
        format!(
            "{} tiles are left on the disk until they are needed.",
            tiles.len()
        ),
    );
    for (TileId { x, y }, path) in tiles {
        source.put(NativeFile {
            role: NativeRole::TileOnDisk { x, y },
            name: file_name(&path),
            bytes: Arc::default(),
        });
    }
}

/// The other files of a tile, if it is split; without its textures it is refused.
fn companions(
    path: &Path,
    root: &NativeFile,
    TileId { x, y }: TileId,
    neighbours: &Neighbours,
) -> Result<Vec<NativeFile>, ImportError> {
    let paths = TilePaths::beside(path, &root.bytes, neighbours)?;
    let mut files = Vec::new();
    for (role, path) in [
        (NativeRole::TileTextures { x, y }, paths.textures),
        (NativeRole::TileObjects { x, y }, paths.objects),
    ] {
        if let Some(path) = path {
            files.push(NativeFile {
                role,
                name: file_name(&path),
                bytes: read_file(&path)?.into(),
            });
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
