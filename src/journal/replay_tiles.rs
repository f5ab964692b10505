//! Tiles that were taken up from the folder of a map, or left there, between two steps of a journal.

use super::TakenTile;
use super::kept_files::kept_path;
use super::start_document::is_device;
use crate::document::Terrain;
use crate::terrain::{Tile, TileId};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// Reads a tile again from its file, the flags of its map given; an error is a sentence.
pub type TileReader<'a> = dyn Fn(&Path, Option<u32>) -> Result<ReadAgain, String> + 'a;

/// A tile that was read again, with its file.
#[derive(Clone, Debug)]
pub struct ReadAgain {
    /// What is in it.
    pub tile: Tile,
    /// Its file.
    pub bytes: Arc<[u8]>,
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
                terrain.take_up_tile(TileId { x, y }, read.tile, read.bytes);
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
    let kept = taken.kept.as_deref();
    let kept = kept.and_then(|name| kept_path(journal, name));
    let mut places: Vec<PathBuf> = kept.into_iter().collect();
    if let (Some(folder), Some((_, name))) = (folder, name) {
        let folder = Path::new(folder);
        places.push(folder.join(name));
        places.push(folder.join(format!("{name}.bak")));
    }
    let flags = terrain.shape.tiles().and_then(|map| map.map_flags);
    let mut reason = "the map does not name it".to_owned();
    for place in places.iter().filter(|place| !is_device(place)) {
        match reader(place, flags) {
            Ok(read) if xxh3_64(&read.bytes) == taken.xxh3 => return Ok(read),
            Ok(_) => reason = format!("{} has changed since", place.display()),
            Err(error) => reason = error,
        }
    }
    Err(reason)
}
