//! Which tiles of a large map are held: those near the viewer, and those that edits touched.
//!
//! Holding a tile or leaving it on the disk is no edit. A tile that an edit touched stays, also
//! after an undo, for the history refers to it.

use super::jobs::JobId;
use super::tile_jobs::TilesRead;
use crate::document::{Document, Terrain, TerrainId};
use crate::terrain::{TILE_YARDS, Tile, TileId};
use std::collections::{BTreeMap, BTreeSet};

/// Bytes that the views need for a tile beside the document: its mesh and alpha maps on the
/// graphics card, which may share the memory.
pub const TILE_VIEW_BYTES: u64 = 256 * (64 * 64 * 4 + 145 * 28 + 64 * 48);
/// Tiles that one job reads at most, so that they come to be seen one after the other.
const BATCH: usize = 4;
/// How much farther a tile must be than one that is loaded for it.
const MARGIN: f32 = TILE_YARDS / 2.0;

/// Where the viewer is over a map of tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileLook {
    /// What is looked at, world x and y.
    pub at: [f32; 2],
    /// How far around it tiles are wanted, yards.
    pub reach: f32,
}

/// Which tiles are held, and why.
#[derive(Debug, Default)]
pub struct TileStreaming {
    /// Tiles that edits touched.
    pub(super) edited: BTreeSet<(TerrainId, TileId)>,
    /// The tiles that are held as the journal knows it.
    pub(super) journaled: BTreeMap<TerrainId, BTreeSet<TileId>>,
    /// The tiles that were held when the save that runs began.
    pub(super) at_save: BTreeMap<TerrainId, BTreeSet<TileId>>,
    /// Tiles that could not be read, and are not tried again.
    pub(super) failed: BTreeSet<(TerrainId, TileId)>,
    /// Terrains of which all tiles are wanted.
    pub(super) whole: BTreeSet<TerrainId>,
    /// The last look over each terrain.
    pub(super) looks: BTreeMap<TerrainId, TileLook>,
    /// About how many bytes tiles took when they came, those that were left since included.
    weights: BTreeMap<(TerrainId, TileId), u64>,
    pub(super) running: Option<JobId>,
    /// What was read while a stroke or a gesture went on.
    pub(super) waiting: Option<Box<TilesRead>>,
}

/// What to do next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TilePlan {
    /// To be read, the nearest first.
    pub load: Vec<TileId>,
    /// To be left on the disk if they are whole there.
    pub leave: Vec<TileId>,
}

/// How many tiles of a map are held, and what that takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TileTally {
    /// Tiles that are held.
    pub held: usize,
    /// Tiles that are left on the disk.
    pub left: usize,
    /// Held tiles that edits touched, which stay.
    pub edited: usize,
    /// About how many bytes the held ones take.
    pub bytes: u64,
}

impl TileTally {
    /// About how many bytes all tiles would take.
    pub fn bytes_of_all(self) -> u64 {
        let held = self.held.max(1) as u64;
        self.bytes / held * (self.held + self.left) as u64
    }
}

/// The tiles that each terrain of a document holds.
pub(super) fn held_tiles(document: &Document) -> BTreeMap<TerrainId, BTreeSet<TileId>> {
    let terrains = document.terrains.iter();
    let held = terrains.filter_map(|terrain| {
        let map = terrain.shape.tiles()?;
        Some((terrain.id, map.tiles.keys().copied().collect()))
    });
    held.collect()
}

/// How far a place is from a tile; 0 within it.
pub(super) fn distance_to(id: TileId, [x, y]: [f32; 2]) -> f32 {
    let beside = |first: u8, place: f32| {
        // World coordinates fall as the numbers of tiles grow.
        let high = (32.0 - f32::from(first)) * TILE_YARDS;
        (place - high).max(high - TILE_YARDS - place).max(0.0)
    };
    beside(id.y, x).hypot(beside(id.x, y))
}

impl TileStreaming {
    /// How many tiles of a map are held, and what that takes.
    pub(super) fn tally(&self, terrain: &Terrain) -> TileTally {
        let costs = self.costs(terrain);
        let is_edited = |id: &TileId| self.edited.contains(&(terrain.id, *id));
        TileTally {
            held: costs.len(),
            left: terrain.tiles_on_disk(),
            edited: costs.keys().filter(|id| is_edited(id)).count(),
            bytes: costs.values().sum(),
        }
    }

    /// Weighs the tiles of a large map that came since.
    pub(super) fn weigh(&mut self, terrain: &Terrain) {
        let tiles = terrain.shape.tiles();
        let Some(map) = tiles.filter(|_| terrain.has_tile_folder()) else {
            return;
        };
        for (id, tile) in &map.tiles {
            let weight = || weight_of(terrain, *id, tile);
            self.weights.entry((terrain.id, *id)).or_insert_with(weight);
        }
    }

    /// About how many bytes each held tile takes.
    fn costs(&self, terrain: &Terrain) -> BTreeMap<TileId, u64> {
        let tiles = terrain.shape.tiles().into_iter();
        let tiles = tiles.flat_map(|map| &map.tiles);
        let weight = |id: TileId, tile| {
            let known = self.weights.get(&(terrain.id, id)).copied();
            known.unwrap_or_else(|| weight_of(terrain, id, tile))
        };
        tiles.map(|(id, tile)| (*id, weight(*id, tile))).collect()
    }

    /// What to do so that the tiles near the viewer are held, within a budget in bytes.
    pub(super) fn plan(&self, terrain: &Terrain, budget: u64) -> TilePlan {
        let mut plan = TilePlan::default();
        let is_whole = self.whole.contains(&terrain.id);
        let native = terrain.native.iter();
        let mut wanted: Vec<(f32, TileId)> = native
            .flat_map(|native| native.tiles_on_disk())
            .filter(|(id, _)| !self.failed.contains(&(terrain.id, *id)))
            .map(|(id, _)| (0.0, id))
            .collect();
        if is_whole {
            plan.load = wanted.into_iter().map(|(_, id)| id).take(BATCH).collect();
            return plan;
        }
        let Some(look) = self.looks.get(&terrain.id) else {
            return plan;
        };
        for (distance, id) in &mut wanted {
            *distance = distance_to(*id, look.at);
        }
        wanted.retain(|(distance, _)| *distance <= look.reach);
        wanted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let costs = self.costs(terrain);
        let mut total: u64 = costs.values().sum();
        let usual = total / costs.len().max(1) as u64;
        let mut held: Vec<(f32, TileId, u64)> = costs
            .into_iter()
            .filter(|(id, _)| !self.edited.contains(&(terrain.id, *id)))
            .map(|(id, cost)| (distance_to(id, look.at), id, cost))
            .collect();
        held.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (distance, id) in wanted.into_iter().take(BATCH) {
            let known = self.weights.get(&(terrain.id, id)).copied();
            let cost = known.unwrap_or(usual);
            while total + cost > budget
                && let Some((_, far, freed)) = held.pop_if(|(far, ..)| *far > distance + MARGIN)
            {
                plan.leave.push(far);
                total = total.saturating_sub(freed);
            }
            if total + cost > budget {
                break;
            }
            plan.load.push(id);
            total += cost;
        }
        // The budget may have been lowered; the tile below the viewer stays.
        while total > budget
            && let Some((_, far, cost)) = held.pop_if(|(far, ..)| *far > 0.0)
        {
            plan.leave.push(far);
            total = total.saturating_sub(cost);
        }
        plan
    }
}

/// About how many bytes a held tile takes.
fn weight_of(terrain: &Terrain, id: TileId, tile: &Tile) -> u64 {
    let native = terrain.native.as_ref();
    let files = native.and_then(|native| native.tile_bytes(id));
    let length = files.map_or(0, |files| files.byte_count());
    (tile.byte_count() + length) as u64 + TILE_VIEW_BYTES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{NativeFile, NativeRole, NativeSource, TerrainShape};
    use crate::terrain::TileMap;
    use std::sync::Arc;

    /// A row of tiles of nothing from column 20 on, the first `held` of them held.
    fn row(count: u8, held: u8) -> Terrain {
        let mut map = TileMap::default();
        let mut native = NativeSource::default();
        native.put(NativeFile {
            role: NativeRole::TileFolder,
            name: "maps".to_owned(),
            bytes: Arc::default(),
        });
        for x in 20..20 + count {
            let role = if x < 20 + held {
                map.tiles.insert(TileId { x, y: 32 }, Tile::default());
                NativeRole::Tile { x, y: 32 }
            } else {
                NativeRole::TileOnDisk { x, y: 32 }
            };
            native.put(NativeFile {
                role,
                name: format!("isle_{x}_32.adt"),
                bytes: Arc::default(),
            });
        }
        Terrain {
            id: TerrainId(0),
            name: "isle".to_owned(),
            shape: TerrainShape::Tiles(map),
            native: Some(Arc::new(native)),
        }
    }

    /// A look at the middle of a tile of the row.
    fn over(streaming: &mut TileStreaming, x: u8, reach: f32) {
        // A bit to the west, so that of two neighbours one is nearer.
        let at = [-TILE_YARDS / 2.0, (31.5 - f32::from(x)) * TILE_YARDS + 1.0];
        let look = TileLook { at, reach };
        streaming.looks.insert(TerrainId(0), look);
    }

    fn columns(tiles: &[TileId]) -> Vec<u8> {
        tiles.iter().map(|id| id.x).collect()
    }

    #[test]
    fn tiles_within_reach_are_loaded_and_the_farthest_make_room() {
        let mut streaming = TileStreaming::default();
        over(&mut streaming, 26, TILE_YARDS * 1.6);
        let budget = 6 * TILE_VIEW_BYTES;
        // 20 to 24 are held, there is room for one more, and 25 to 28 are within reach.
        let plan = streaming.plan(&row(12, 5), budget);
        assert_eq!(columns(&plan.load), [26, 25, 27, 28]);
        assert_eq!(columns(&plan.leave), [20, 21, 22]);
        // What an edit touched stays, so less is loaded.
        for x in 20..24 {
            let id = TileId { x, y: 32 };
            streaming.edited.insert((TerrainId(0), id));
        }
        let plan = streaming.plan(&row(12, 5), budget);
        assert_eq!(columns(&plan.load), [26, 25]);
        assert_eq!(columns(&plan.leave), [24]);
    }

    #[test]
    fn nothing_is_loaded_twice_or_out_of_reach_and_a_lower_budget_leaves_tiles() {
        let mut streaming = TileStreaming::default();
        assert_eq!(streaming.plan(&row(12, 5), u64::MAX), TilePlan::default());
        over(&mut streaming, 22, TILE_YARDS * 0.4);
        assert_eq!(streaming.plan(&row(12, 5), u64::MAX), TilePlan::default());
        let plan = streaming.plan(&row(12, 5), 2 * TILE_VIEW_BYTES);
        assert_eq!(plan.leave.len(), 3);
        assert!(!columns(&plan.leave).contains(&22), "{plan:?}");
        streaming.whole.insert(TerrainId(0));
        assert_eq!(
            columns(&streaming.plan(&row(12, 5), 0).load),
            [25, 26, 27, 28]
        );
    }

    #[test]
    fn the_distance_to_a_tile_counts_from_its_nearest_side() {
        let id = TileId { x: 32, y: 32 };
        // The tile reaches from 0 to minus one tile on both axes.
        assert_eq!(distance_to(id, [-1.0, -1.0]), 0.0);
        assert!((distance_to(id, [3.0, -4.0]) - 3.0).abs() < 1e-3);
        let corner = [3.0, -TILE_YARDS - 4.0];
        assert!((distance_to(id, corner) - 5.0).abs() < 1e-3);
    }
}
