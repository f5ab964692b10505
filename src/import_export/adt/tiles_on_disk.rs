//! Tiles of a map that are left in its folder: which are read at once, and reading one later.

use super::split::companion_name;
use super::tile_files::TilePlaces;
use super::tile_parts::{TilePaths, read_tile_bytes, tile_of_bytes};
use crate::assets::{Neighbours, read_file};
use crate::document::{NativeRole, NativeSource, Terrain, TileBytes};
use crate::formats::adt::TileKind;
use crate::formats::wdt::MapFlags;
use crate::import_export::{ImportError, Report};
use crate::terrain::{Tile, TileId};
use std::path::{Path, PathBuf};

/// Maps of so many tiles are always read as a whole.
const ALWAYS_WHOLE: usize = 16;
/// Tiles of a large map that are read when it is opened.
const AT_START: usize = 9;
/// Bytes in memory for each of the file: itself, and what is made of it.
const MEMORY_PER_BYTE: u64 = 3;

/// Which tiles of a map are read when it is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TilesToOpen {
    /// All of a map; of a tile's file that tile alone.
    All,
    /// Those near the middle of a map that takes more memory than this; the others are left on the
    /// disk. So are the neighbours of a tile.
    Near {
        /// Bytes that tiles may take.
        budget: u64,
        /// Bytes that a tile takes beside those that follow from its file.
        beside: u64,
    },
}

impl TilesToOpen {
    /// About how many bytes a tile takes whose file has this length.
    fn cost(self, length: u64) -> u64 {
        match self {
            Self::All => 0,
            Self::Near { beside, .. } => length * MEMORY_PER_BYTE + beside,
        }
    }

    /// Whether each of these tiles is read at once.
    pub(super) fn choose(self, tiles: &TilePlaces) -> Vec<bool> {
        let Self::Near { budget, .. } = self else {
            return vec![true; tiles.len()];
        };
        let costs: Vec<u64> = tiles
            .iter()
            .map(|(_, path)| self.cost(length_of_tile(path)))
            .collect();
        if tiles.len() <= ALWAYS_WHOLE || costs.iter().sum::<u64>() <= budget {
            return vec![true; tiles.len()];
        }
        let count = tiles.len() as f32;
        let middle = |part: fn(&TileId) -> u8| {
            tiles.iter().map(|(id, _)| f32::from(part(id))).sum::<f32>() / count
        };
        let (x, y) = (middle(|id| id.x), middle(|id| id.y));
        let mut order: Vec<usize> = (0..tiles.len()).collect();
        let way = |at: &usize| {
            let (id, _) = tiles.get(*at)?;
            let (right, down) = (f32::from(id.x) - x, f32::from(id.y) - y);
            Some(
                (right * right + down * down) as u32 * 4096
                    + u32::from(id.y) * 64
                    + u32::from(id.x),
            )
        };
        order.sort_by_key(way);
        let mut chosen = vec![false; tiles.len()];
        let mut spent = 0;
        for at in order.into_iter().take(AT_START) {
            spent += costs.get(at).copied().unwrap_or(0);
            if spent > budget && chosen.contains(&true) {
                break;
            }
            if let Some(slot) = chosen.get_mut(at) {
                *slot = true;
            }
        }
        chosen
    }
}

/// Bytes of a tile's file, and of those beside it if it is split.
fn length_of_tile(path: &Path) -> u64 {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let length = |path: &Path| std::fs::metadata(path).map_or(0, |found| found.len());
    let beside = [TileKind::Textures, TileKind::Objects]
        .map(|kind| length(&path.with_file_name(companion_name(&name, kind))));
    length(path) + beside.iter().sum::<u64>()
}

/// A tile that was read later than its map.
#[derive(Clone, Debug)]
pub struct ReadTile {
    /// What is in it.
    pub tile: Tile,
    /// Its files.
    pub files: TileBytes,
    /// What was odd about it.
    pub report: Report,
}

/// Reads a tile that was left on the disk, with the files beside it if it is split; `map_flags` are
/// those of its map.
pub fn read_left_tile(path: &Path, map_flags: Option<u32>) -> Result<ReadTile, ImportError> {
    let root = read_file(path)?;
    // Folders of large maps have thousands of files, so they are listed only if need be.
    let paths = match TileKind::of(&root) {
        Some(TileKind::Root) => TilePaths::beside(path, &root, &Neighbours::of(path))?,
        _ => TilePaths {
            root: path.to_owned(),
            textures: None,
            objects: None,
        },
    };
    read_tile(root, &paths, map_flags)
}

/// The same of a tile whose files lie anywhere.
pub fn read_tile_at(paths: &TilePaths, map_flags: Option<u32>) -> Result<ReadTile, ImportError> {
    read_tile(read_file(&paths.root)?, paths, map_flags)
}

fn read_tile(
    root: Vec<u8>,
    paths: &TilePaths,
    map_flags: Option<u32>,
) -> Result<ReadTile, ImportError> {
    let files = read_tile_bytes(root, paths)?;
    let mut report = Report::default();
    let tile = tile_of_bytes(&paths.root, &files, map_flags.map(MapFlags), &mut report)?;
    Ok(ReadTile {
        tile,
        files,
        report,
    })
}

/// Whether the files on the disk hold all of a tile: they are the very files that the tile came
/// from, and the tile is what these say. `path` is that of the tile or of its root.
pub fn is_whole_on_disk(
    tile: &Tile,
    files: &TileBytes,
    path: &Path,
    map_flags: Option<u32>,
) -> bool {
    let is_same = |path: &Path, bytes: &[u8]| std::fs::read(path).is_ok_and(|it| it == bytes);
    let mut beside = [&files.textures, &files.objects].into_iter().flatten();
    let flags = map_flags.map(MapFlags);
    is_same(path, &files.root)
        && beside.all(|(name, bytes)| is_same(&path.with_file_name(name), bytes))
        && tile_of_bytes(path, files, flags, &mut Report::default()).is_ok_and(|it| it == *tile)
}

/// Reads all tiles that a terrain has left on the disk; says how many could not be read.
pub fn load_left_tiles(terrain: &mut Terrain, report: &mut Report) {
    let Some(native) = terrain.native.clone() else {
        return;
    };
    let Some(folder) = native.tile_folder().map(PathBuf::from) else {
        return;
    };
    let flags = terrain.shape.tiles().and_then(|map| map.map_flags);
    for (id, name) in native.tiles_on_disk() {
        let part = format!("tiles[{},{}]", id.x, id.y);
        match read_left_tile(&folder.join(name), flags) {
            Ok(read) => {
                report.take_in(&part, read.report);
                terrain.take_up_tile(id, read.tile, read.files);
            }
            Err(error) => report.warn(part, error.to_string()),
        }
    }
    let missing = terrain.tiles_on_disk();
    if missing > 0 {
        let folder = folder.display();
        report.warn(
            "map",
            format!("{missing} tiles of the map could not be read from {folder}."),
        );
    }
}

/// The files of tiles that an export of a map under another name has to take along as they are:
/// where each is, and its new name. Empty where all tiles are held.
pub fn files_to_take_along(native: &NativeSource, file_name: &str) -> Vec<(PathBuf, String)> {
    let Some(folder) = native.tile_folder().map(Path::new) else {
        return Vec::new();
    };
    let base = file_name.rsplit_once('.').map_or(file_name, |(it, _)| it);
    let own = native.file(NativeRole::Map);
    let neighbours = Neighbours::in_folder(folder);
    let files = native.tiles_on_disk().flat_map(|(id, name)| {
        let new = match own {
            Some(own) => super::export::tile_name(base, &own.name, name, id),
            None => super::export::new_tile_name(base, id),
        };
        // Of a split tile all files that are there.
        let beside = [TileKind::Textures, TileKind::Objects].map(|kind| {
            let found = neighbours.find(&companion_name(name, kind))?;
            Some((found, companion_name(&new, kind)))
        });
        std::iter::once((folder.join(name), new)).chain(beside.into_iter().flatten())
    });
    files.collect()
}

/// The tiles beside a map's file that it names, and how many it names that are not there.
pub(super) fn tiles_beside(
    base: &str,
    neighbours: &Neighbours,
    places: impl Iterator<Item = (u8, u8)>,
) -> (TilePlaces, usize) {
    let mut found = Vec::new();
    let mut missing = 0;
    for (x, y) in places {
        // Some editors write two digits.
        let names = [
            format!("{base}_{x}_{y}.adt"),
            format!("{base}_{x:02}_{y:02}.adt"),
        ];
        match names.iter().find_map(|name| neighbours.find(name)) {
            Some(path) => found.push((TileId { x, y }, path)),
            None => missing += 1,
        }
    }
    (found, missing)
}
