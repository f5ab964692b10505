//! How tiles of a large map are read in the background and taken up, and how brushes and the
//! journal get the tiles that they need.

use super::tile_streaming::{TileLook, TileTally, distance_to, held_tiles};
use super::{Editor, JobOutcome, ReportLine, Severity, Toast};
use crate::document::{NativeRole, Terrain, TerrainId, TileBytes};
use crate::import_export::{self, ReadTile, TilePaths};
use crate::journal::{Entry, ReadAgain, Record, TakenPart, TakenTile, TakenTileFiles};
use crate::terrain::{CHUNKS_OF_SIDE, TILE_YARDS, Tile, TileId};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// Tiles that were read in the background.
#[derive(Debug)]
pub struct TilesRead {
    document_number: u64,
    terrain: TerrainId,
    read: Vec<(TileId, ReadTile)>,
    failures: Vec<(TileId, String)>,
    /// Tiles whose files on the disk hold all of them.
    whole_on_disk: Vec<TileId>,
    /// Tiles whose files on the disk do not, and which stay.
    to_keep: Vec<TileId>,
    /// Whether the user stopped it.
    was_stopped: bool,
}

/// A tile that may be left on the disk.
struct Leaving {
    id: TileId,
    tile: Tile,
    files: TileBytes,
    path: PathBuf,
}

impl Editor {
    /// Weighs tiles that came, so that panels need not.
    pub(super) fn weigh_tiles(&mut self) {
        let streaming = &mut self.streaming;
        for terrain in &self.document.terrains {
            streaming.weigh(terrain);
        }
    }

    /// How many tiles of the map that is shown are held, and what that takes; `None` where all are.
    pub fn tile_tally(&self) -> Option<TileTally> {
        let terrain = self.terrain()?;
        terrain
            .has_tile_folder()
            .then(|| self.streaming.tally(terrain))
    }

    /// The viewer is elsewhere over the map.
    pub(super) fn look_over_tiles(&mut self, look: TileLook) {
        if let Some(id) = self.terrain().map(|terrain| terrain.id) {
            self.streaming.looks.insert(id, look);
            self.follow_tiles();
        }
    }

    /// Reads all tiles of the map, one after the other.
    pub(super) fn load_all_tiles(&mut self) {
        let Some(id) = self.terrain().map(|terrain| terrain.id) else {
            return;
        };
        self.streaming.failed.clear();
        self.streaming.whole.insert(id);
        self.follow_tiles();
    }

    /// Starts to read tiles that are wanted, unless that goes on already.
    pub(super) fn follow_tiles(&mut self) {
        let running = self.streaming.running;
        if running.is_some_and(|id| self.jobs.running().iter().any(|job| job.id == id))
            || self.streaming.waiting.is_some()
            || self.has_gesture()
            || self.is_on_ground()
        {
            return;
        }
        let Some(terrain) = self.shown_terrain() else {
            return;
        };
        let Some(native) = &terrain.native else {
            return;
        };
        let Some(folder) = native.tile_folder().map(PathBuf::from) else {
            return;
        };
        let is_asked = self.streaming.whole.contains(&terrain.id);
        if !self.ground_view.loads_tiles && !is_asked {
            return;
        }
        let plan = self.streaming.plan(terrain, self.ground_view.tile_budget());
        if plan.load.is_empty() && plan.leave.is_empty() {
            return;
        }
        let loads = plan.load.iter().filter_map(|id| {
            let mut left = native.tiles_on_disk();
            let (_, name) = left.find(|(other, _)| other == id)?;
            Some((*id, folder.join(name)))
        });
        let loads: Vec<(TileId, PathBuf)> = loads.collect();
        let map = terrain.shape.tiles();
        let leaving = plan.leave.iter().filter_map(|id| {
            let file = native.file(NativeRole::Tile { x: id.x, y: id.y })?;
            Some(Leaving {
                id: *id,
                tile: map?.tiles.get(id)?.clone(),
                files: native.tile_bytes(*id)?,
                path: folder.join(&file.name),
            })
        });
        let leaving: Vec<Leaving> = leaving.collect();
        let flags = map.and_then(|map| map.map_flags);
        let (terrain, document_number) = (terrain.id, self.document_number());
        let started = self.jobs.start("Load tiles", move |control| {
            let mut tiles = TilesRead {
                document_number,
                terrain,
                read: Vec::new(),
                failures: Vec::new(),
                whole_on_disk: Vec::new(),
                to_keep: Vec::new(),
                was_stopped: false,
            };
            for it in leaving {
                if import_export::is_whole_on_disk(&it.tile, &it.files, &it.path, flags) {
                    tiles.whole_on_disk.push(it.id);
                } else {
                    tiles.to_keep.push(it.id);
                }
            }
            let count = loads.len();
            for (done, (id, path)) in loads.into_iter().enumerate() {
                if control.is_cancelled() {
                    tiles.was_stopped = true;
                    break;
                }
                let part = done as f32 / count.max(1) as f32;
                control.report(format!("Tile {}, {}", id.x, id.y), Some(part));
                match import_export::read_left_tile(&path, flags) {
                    Ok(read) => tiles.read.push((id, read)),
                    Err(error) => tiles.failures.push((id, error.to_string())),
                }
            }
            JobOutcome::Tiles(Box::new(tiles))
        });
        match started {
            Ok(id) => self.streaming.running = Some(id),
            Err(message) => self.toast(Toast::failure(message)),
        }
    }

    /// Takes tiles that were read, once no stroke and no gesture goes on.
    pub(super) fn tiles_read(&mut self, tiles: Box<TilesRead>) {
        self.streaming.running = None;
        if self.has_gesture() || self.is_on_ground() {
            self.streaming.waiting = Some(tiles);
        } else {
            self.take_tiles(*tiles);
        }
    }

    /// Takes tiles that had to wait; `true` if there were any.
    pub(super) fn take_waiting_tiles(&mut self) -> bool {
        if self.has_gesture() || self.is_on_ground() {
            return false;
        }
        match self.streaming.waiting.take() {
            Some(tiles) => {
                self.take_tiles(*tiles);
                true
            }
            None => false,
        }
    }

    fn take_tiles(&mut self, tiles: TilesRead) {
        if tiles.document_number != self.document_number() {
            return;
        }
        self.note_edited_tiles();
        let id = tiles.terrain;
        if tiles.was_stopped {
            // The next move of the viewer goes on with it.
            self.streaming.whole.remove(&id);
            self.streaming.looks.remove(&id);
        }
        let to_keep = tiles.to_keep.into_iter().map(|tile| (id, tile));
        self.streaming.edited.extend(to_keep);
        let Some(terrain) = self.document.terrain_mut(id) else {
            return;
        };
        for tile in tiles.whole_on_disk {
            // An edit may have touched it meanwhile.
            if !self.streaming.edited.contains(&(id, tile)) && terrain.leave_tile(tile) {
                self.changes.terrain.held_tiles.insert((id, tile));
            }
        }
        for (tile, read) in tiles.read {
            self.take_tile(id, tile, read);
        }
        let failed = tiles.failures.len();
        for (tile, message) in tiles.failures {
            self.streaming.failed.insert((id, tile));
            self.report.push(ReportLine {
                severity: Severity::Warning,
                code: String::new(),
                path: format!("tiles[{},{}]", tile.x, tile.y),
                message,
            });
        }
        if failed > 0 {
            self.toasts.push(Toast::refusal(format!(
                "{failed} tiles of the map can't be read; the report says why."
            )));
        }
    }

    fn take_tile(&mut self, terrain: TerrainId, id: TileId, read: ReadTile) {
        let Some(own) = self.document.terrain_mut(terrain) else {
            return;
        };
        if own.take_up_tile(id, read.tile, read.files) {
            self.changes.terrain.held_tiles.insert((terrain, id));
            let mut found = import_export::Report::default();
            found.take_in(&format!("tiles[{},{}]", id.x, id.y), read.report);
            self.add_lines(super::file_work::report_lines(&found));
        }
    }

    /// Loads the tiles left on the disk that a brush around a place reaches, neighbours of what it
    /// changes included; `Err` with a sentence if one can't be.
    pub(super) fn load_below_brush(&mut self, at: [f32; 2], radius: f32) -> Result<(), String> {
        let missing = self.left_tiles_around(at, radius);
        let Some(terrain) = self.terrain() else {
            return Ok(());
        };
        let id = terrain.id;
        let flags = terrain.shape.tiles().and_then(|map| map.map_flags);
        for (tile, path) in missing {
            let read = import_export::read_left_tile(&path, flags)
                .map_err(|error| format!("The brush reaches a tile that can't be read: {error}"))?;
            self.take_tile(id, tile, read);
        }
        Ok(())
    }

    /// The tiles left on the disk that a brush around a place reaches, with their files.
    pub(super) fn left_tiles_around(&self, at: [f32; 2], radius: f32) -> Vec<(TileId, PathBuf)> {
        // The map chunks around what is painted count too: textures and normals meet theirs.
        let reach = radius + TILE_YARDS / CHUNKS_OF_SIDE as f32;
        let native = self.terrain().and_then(|terrain| terrain.native.as_ref());
        let Some((native, folder)) = native.and_then(|it| Some((it, it.tile_folder()?))) else {
            return Vec::new();
        };
        let left = native.tiles_on_disk();
        let near = left.filter(|(id, _)| distance_to(*id, at) <= reach);
        near.map(|(id, name)| (id, Path::new(folder).join(name)))
            .collect()
    }

    /// Remembers the tiles that edits touched since the views last asked.
    pub(super) fn note_edited_tiles(&mut self) {
        let terrain = &self.changes.terrain;
        let chunks = terrain.chunks.keys();
        let chunks = chunks.map(|(terrain, place)| (*terrain, place.tile));
        let listed = terrain.listed_tiles.iter().copied();
        self.streaming.edited.extend(chunks.chain(listed));
    }

    /// Says which tiles of large maps a project that was saved has only by name.
    pub(super) fn tell_left_tiles(&mut self) {
        for terrain in &self.document.terrains {
            let native = terrain.native.iter();
            let folder = native.filter_map(|native| native.tile_folder()).next();
            if let (Some(folder), 1..) = (folder, terrain.tiles_on_disk()) {
                self.report.push(ReportLine {
                    severity: Severity::Note,
                    code: String::new(),
                    path: terrain.name.clone(),
                    message: format!(
                        "The project holds the tiles that are loaded, with all that was edited; \
                         {} others stay in {folder}.",
                        terrain.tiles_on_disk()
                    ),
                });
            }
        }
    }

    /// All tiles that are held stay: the history that came with them may refer to any.
    pub(super) fn keep_held_tiles(&mut self) {
        for (terrain, tiles) in held_tiles(&self.document) {
            let tiles = tiles.into_iter().map(|tile| (terrain, tile));
            self.streaming.edited.extend(tiles);
        }
    }

    /// The journal now knows the tiles that are held.
    pub(super) fn tiles_are_journaled(&mut self) {
        self.streaming.journaled = held_tiles(&self.document);
    }

    /// What the journal has to be told of tiles before the next step: files it keeps, and records.
    pub(super) fn tile_records(&mut self) -> Vec<Record> {
        let held = held_tiles(&self.document);
        if held == self.streaming.journaled || self.journal.folder().is_none() {
            return Vec::new();
        }
        self.note_edited_tiles();
        let mut records = Vec::new();
        for (terrain, tiles) in &held {
            let known = self.streaming.journaled.get(terrain);
            let known = known.cloned().unwrap_or_default();
            let left = known.difference(tiles).map(|id| [id.x, id.y]).collect();
            let new: Vec<TileId> = tiles.difference(&known).copied().collect();
            let taken: Vec<TakenTile> = new
                .into_iter()
                .filter_map(|id| self.taken_tile(*terrain, id))
                .collect();
            let entry = Entry::Tiles {
                terrain: terrain.0,
                taken,
                left,
            };
            if !matches!(&entry, Entry::Tiles { taken, left, .. } if taken.is_empty() && left.is_empty())
            {
                records.push(Record::now(entry));
            }
        }
        self.streaming.journaled = held;
        records
    }

    /// A tile as the journal names it. The journal gets a second name for its file, or a copy where
    /// that can't be and an edit touched the tile.
    fn taken_tile(&mut self, terrain: TerrainId, id: TileId) -> Option<TakenTile> {
        let native = self.document.terrain(terrain)?.native.clone()?;
        let file = native.file(NativeRole::Tile { x: id.x, y: id.y })?;
        let folder = Path::new(native.tile_folder()?);
        let is_edited = self.streaming.edited.contains(&(terrain, id));
        let mut keep = |name: &str, bytes: &[u8]| {
            let path = folder.join(name);
            let bytes = is_edited.then_some(bytes);
            self.with_work(|journal, work| journal.keep_tile(&path, bytes, work))
        };
        let kept = keep(&file.name, &file.bytes);
        let files = native.tile_bytes(id)?;
        let mut part = |beside: Option<(String, std::sync::Arc<[u8]>)>| {
            beside.map(|(name, bytes)| TakenPart {
                xxh3: xxh3_64(&bytes),
                kept: keep(&name, &bytes),
                name,
            })
        };
        Some(TakenTile {
            place: [id.x, id.y],
            xxh3: xxh3_64(&file.bytes),
            kept,
            textures: part(files.textures),
            objects: part(files.objects),
        })
    }
}

/// Reads a tile that a journal names.
pub(super) fn read_tile_again(
    files: &TakenTileFiles,
    flags: Option<u32>,
) -> Result<ReadAgain, String> {
    let paths = TilePaths {
        root: files.root.clone(),
        textures: files.textures.clone(),
        objects: files.objects.clone(),
    };
    let read = import_export::read_tile_at(&paths, flags).map_err(|error| error.to_string())?;
    Ok(ReadAgain {
        tile: read.tile,
        files: read.files,
    })
}

/// Why all tiles of a map can't be loaded now; `None` if they can.
pub(super) fn refusal_to_load_all(terrain: &Terrain) -> Option<String> {
    if terrain.shape.tiles().is_none() {
        return Some("Maps of Warcraft III are always loaded as a whole.".to_owned());
    }
    (terrain.tiles_on_disk() == 0).then(|| "All tiles of the map are loaded.".to_owned())
}
