//! Tiles that were taken up from the folder of a map, or left there, between two steps of a journal.

use super::kept_files::kept_path;
use super::start_document::is_device;
use super::{TakenPart, TakenTile};
use crate::document::{Terrain, TileBytes};
use crate::terrain::{Tile, TileId};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// Reads a tile again from its file, the flags of its map given; an error is a sentence.
pub type TileReader<'a> = dyn Fn(&TakenTileFiles, Option<u32>) -> Result<ReadAgain, String> + 'a;

/// Where the files of a tile are that is read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenTileFiles {
    /// The tile, or the root of a split one.
    pub root: PathBuf,
    /// The textures of a split tile.
    pub textures: Option<PathBuf>,
    /// What stands on a split tile.
    pub objects: Option<PathBuf>,
}

/// A tile that was read again, with its files.
#[derive(Clone, Debug)]
pub struct ReadAgain {
    /// What is in it.
    pub tile: Tile,
    /// Its files.
    pub files: TileBytes,
}

/// Holds the tiles that were held then, and gives a sentence for each that can't be had again; what
/// was done on the others is done all the same.
pub(super) fn exchange_tiles(
    journal: &Path,
    terrain: &mut Terrain,
    taken: &[TakenTile],
    left: &[[u8; 2]],
    reader: &TileReader<'_>,
) -> Vec<String> {
    for [x, y] in left {
        terrain.leave_tile(TileId { x: *x, y: *y });
    }
    let mut missing = Vec::new();
    for tile in taken {
        let [x, y] = tile.place;
        match read_taken(journal, terrain, tile, reader) {
            Ok(read) => {
                terrain.take_up_tile(TileId { x, y }, read.tile, read.files);
            }
            Err(reason) => missing.push(format!(
                "Tile {x}, {y} can't be had again, so what was done on it is lost: {reason}."
            )),
        }
    }
    missing
}

/// Reads a tile from the file beside the journal, else from its own place, or from what an export
/// set aside there.
fn read_taken(
    journal: &Path,
    terrain: &Terrain,
    taken: &TakenTile,
    reader: &TileReader<'_>,
) -> Result<ReadAgain, String> {
    let [x, y] = taken.place;
    let native = terrain.native.as_deref();
    let folder = native.and_then(|native| native.tile_folder());
    let mut names = native.into_iter().flat_map(|native| native.tiles_on_disk());
    let name = names.find(|(id, _)| *id == TileId { x, y });
    let own = Own { journal, folder };
    let root = own.places(taken.kept.as_deref(), name.map(|(_, name)| name));
    let flags = terrain.shape.tiles().and_then(|map| map.map_flags);
    let (textures, objects) = (own.part(&taken.textures)?, own.part(&taken.objects)?);
    let mut reason = "the map does not name it".to_owned();
    for root in root {
        let files = TakenTileFiles {
            root,
            textures: textures.clone(),
            objects: objects.clone(),
        };
        match reader(&files, flags) {
            Ok(mut read) if xxh3_64(&read.files.root) == taken.xxh3 => {
                // Files beside the journal have names of its own.
                rename(&mut read.files.textures, &taken.textures);
                rename(&mut read.files.objects, &taken.objects);
                return Ok(read);
            }
            Ok(_) => reason = format!("{} has changed since", files.root.display()),
            Err(error) => reason = error,
        }
    }
    Err(reason)
}

/// Where the files of tiles may be.
struct Own<'a> {
    journal: &'a Path,
    folder: Option<&'a str>,
}

impl Own<'_> {
    /// Beside the journal, in the folder of the map, and what an export set aside there.
    fn places(&self, kept: Option<&str>, name: Option<&str>) -> Vec<PathBuf> {
        let kept = kept.and_then(|name| kept_path(self.journal, name));
        let mut places: Vec<PathBuf> = kept.into_iter().collect();
        if let (Some(folder), Some(name)) = (self.folder, name) {
            let folder = Path::new(folder);
            places.push(folder.join(name));
            places.push(folder.join(format!("{name}.bak")));
        }
        places.retain(|place| !is_device(place));
        places
    }

    /// Where a file beside the root of a tile is as it was; `None` for a tile that has none.
    fn part(&self, part: &Option<TakenPart>) -> Result<Option<PathBuf>, String> {
        let Some(part) = part else {
            return Ok(None);
        };
        let is_plain = !part.name.contains(['/', '\\', ':', '\0']);
        let name = Some(part.name.as_str()).filter(|_| is_plain);
        let mut places = self.places(part.kept.as_deref(), name).into_iter();
        let is_same =
            |place: &PathBuf| std::fs::read(place).is_ok_and(|bytes| xxh3_64(&bytes) == part.xxh3);
        let found = places.find(is_same);
        let missing = || format!("{} is not there, or has changed since", part.name);
        found.map(Some).ok_or_else(missing)
    }
}

fn rename(file: &mut Option<(String, Arc<[u8]>)>, part: &Option<TakenPart>) {
    if let (Some((name, _)), Some(part)) = (file, part) {
        name.clone_from(&part.name);
    }
}
