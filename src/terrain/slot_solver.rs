//! Chooses which layers map chunks keep where they have too many.
//!
//! There are two naive ways: to drop the highest layers, which is what the game draws, and to drop
//! those that cover least. From one of them map chunk after map chunk takes the layers that change
//! the look and the borders least together, as long as neither sum over the whole is above its
//! bound. Nothing changes less of the look than dropping what covers least, so a choice that may not
//! be above it in that ([`SlotAim::Look`]) is free only where layers cover equally. The same map
//! gives the same choice.

use super::alpha_map::ALPHA_TEXELS;
use super::border::TextureNumbers;
use super::chunk_shares::ChunkShares;
use super::effective_weights::MOST_LAYERS;
use super::slot_cell::{Cell, NEIGHBOURS, borders_of, difference};
use super::tile_map::{ChunkPlace, TileMap};
use std::collections::BTreeMap;

/// How often all map chunks are gone over.
const SWEEPS: usize = 8;
/// How much a difference on a border counts beside one within.
const BORDER_WEIGHT: u64 = 16;

/// What a choice of layers may not be worse in than the naive ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SlotAim {
    /// On borders and in the look not than dropping what covers least.
    #[default]
    Look,
    /// On borders not than either; in the look not than dropping the highest.
    Borders,
}

/// What a choice of layers costs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SlotCost {
    /// The share of the ground of these map chunks that changes, 0 to 1.
    pub change: f64,
    /// The sum of differences between texels on both sides of borders, of which 510 is all for one.
    pub border: u64,
}

/// Which layers map chunks keep.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SlotPlan {
    /// The layers kept, ascending, of each map chunk that has too many.
    pub kept: BTreeMap<ChunkPlace, Vec<usize>>,
    /// The difference on borders with all layers.
    pub border_before: u64,
    /// What it costs to drop the highest.
    pub naive: SlotCost,
    /// What it costs to drop those that cover least.
    pub least: SlotCost,
    /// What this choice costs.
    pub solved: SlotCost,
    /// Map chunks whose shares can't be told.
    pub untold: usize,
}

/// Chooses which layers the map chunks at `places` keep where they have more than `most`.
pub fn solve_slots(map: &TileMap, places: &[ChunkPlace], most: usize, aim: SlotAim) -> SlotPlan {
    let numbers = TextureNumbers::of(map);
    let mut cells = BTreeMap::new();
    let mut untold = 0;
    for (place, chunk) in map.chunks() {
        match ChunkShares::of(map.blend, &chunk.layers) {
            Some(shares) => {
                let limit = if places.contains(&place) {
                    most
                } else {
                    MOST_LAYERS
                };
                cells.insert(place, Cell::new(&shares, numbers.of_chunk(place), limit));
            }
            None => untold += usize::from(chunk.layers.len() > MOST_LAYERS),
        }
    }
    let full: Vec<ChunkPlace> = cells
        .iter()
        .filter(|(_, cell)| cell.options.len() > 1)
        .map(|(place, _)| *place)
        .collect();
    let border_before = border_with_all(&cells);
    let naive = total(&cells, &full);
    choose_least(&mut cells, &full);
    let least = total(&cells, &full);
    let bound = match aim {
        SlotAim::Borders => (naive.0, naive.1.min(least.1)),
        SlotAim::Look => least,
    };
    if bound.1 < least.1 {
        choose_highest(&mut cells, &full);
    }
    let mut now = total(&cells, &full);
    for _ in 0..SWEEPS {
        let mut is_better = false;
        for place in &full {
            is_better |= improve(&mut cells, *place, bound, &mut now);
        }
        if !is_better {
            break;
        }
    }
    let cost = |(change, border): (u64, u64)| SlotCost {
        change: change as f64 / (255 * ALPHA_TEXELS * full.len().max(1)) as f64,
        border,
    };
    let kept = full.iter().filter_map(|place| {
        let cell = cells.get(place)?;
        Some((*place, cell.options.get(cell.chosen)?.clone()))
    });
    SlotPlan {
        kept: kept.collect(),
        border_before,
        naive: cost(naive),
        least: cost(least),
        solved: cost(now),
        untold,
    }
}

/// Chooses everywhere what covers most, the lower layers where that is equal.
fn choose_least(cells: &mut BTreeMap<ChunkPlace, Cell>, full: &[ChunkPlace]) {
    for place in full {
        if let Some(cell) = cells.get_mut(place) {
            let options = 0..cell.options.len();
            cell.chosen = options
                .min_by_key(|option| cell.change(*option))
                .unwrap_or(0);
        }
    }
}

/// Chooses everywhere the lowest layers.
fn choose_highest(cells: &mut BTreeMap<ChunkPlace, Cell>, full: &[ChunkPlace]) {
    for place in full {
        if let Some(cell) = cells.get_mut(place) {
            cell.chosen = 0;
        }
    }
}

/// Change and border difference of all.
fn total(cells: &BTreeMap<ChunkPlace, Cell>, full: &[ChunkPlace]) -> (u64, u64) {
    let chosen = full.iter().filter_map(|place| cells.get(place));
    let change = chosen.map(|cell| cell.change(cell.chosen)).sum();
    // Each border once: with the neighbour to the south and to the east.
    let sides = [NEIGHBOURS[1], NEIGHBOURS[3]];
    let borders = cells.iter();
    let borders = borders.map(|(place, cell)| borders_of(cells, *place, cell.kept(), &sides));
    (change, borders.sum())
}

fn border_with_all(cells: &BTreeMap<ChunkPlace, Cell>) -> u64 {
    let all = |cell: &Cell| -> Vec<usize> { (0..cell.numbers.len()).collect() };
    let cost = cells.iter().flat_map(|(place, cell)| {
        [NEIGHBOURS[1], NEIGHBOURS[3]].map(|(side, (columns, rows), opposite)| {
            let next = place
                .shifted(columns, rows)
                .and_then(|next| cells.get(&next));
            next.map_or(0, |next| {
                difference(
                    &cell.border(side, &all(cell)),
                    &next.border(opposite, &all(next)),
                )
            })
        })
    });
    cost.sum()
}

/// Takes the best option of a map chunk, if there is a better one that keeps both sums within the
/// bound.
fn improve(
    cells: &mut BTreeMap<ChunkPlace, Cell>,
    place: ChunkPlace,
    bound: (u64, u64),
    now: &mut (u64, u64),
) -> bool {
    let Some(cell) = cells.get(&place) else {
        return false;
    };
    let own = (
        cell.change(cell.chosen),
        borders_of(cells, place, cell.kept(), &NEIGHBOURS),
    );
    let weigh = |(change, border): (u64, u64)| change + BORDER_WEIGHT * border;
    let mut best = (weigh(own), cell.chosen, *now);
    for (option, kept) in cell.options.iter().enumerate() {
        let cost = (
            cell.change(option),
            borders_of(cells, place, kept, &NEIGHBOURS),
        );
        let then = (now.0 - own.0 + cost.0, now.1 - own.1 + cost.1);
        if weigh(cost) < best.0 && then.0 <= bound.0 && then.1 <= bound.1 {
            best = (weigh(cost), option, then);
        }
    }
    let (_, option, then) = best;
    let Some(cell) = cells.get_mut(&place) else {
        return false;
    };
    let is_better = option != cell.chosen;
    (cell.chosen, *now) = (option, then);
    is_better
}
