//! Chooses which layers map chunks keep where they have too many.
//!
//! The naive way drops the highest layers, which is what the game draws. From there map chunk after
//! map chunk takes the layers that change the look and the borders least together, as long as
//! neither sum over the whole is above that of the naive way. The same map gives the same choice.

use super::alpha_map::{ALPHA_SIDE, ALPHA_TEXELS};
use super::border::TextureNumbers;
use super::chunk_shares::ChunkShares;
use super::effective_weights::MOST_LAYERS;
use super::move_shares::split_whole;
use super::tile_map::{ChunkPlace, TileMap};
use std::collections::BTreeMap;

/// How often all map chunks are gone over.
const SWEEPS: usize = 8;
/// How much a difference on a border counts beside one within.
const BORDER_WEIGHT: u64 = 16;

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
    /// What this choice costs.
    pub solved: SlotCost,
    /// Map chunks whose shares can't be told.
    pub untold: usize,
}

/// A map chunk with its choice.
struct Cell {
    numbers: Vec<usize>,
    /// The shares of the texels of its four borders: north, south, west, east.
    borders: [Vec<[u8; MOST_LAYERS]>; 4],
    /// The sum of the shares of each layer.
    sums: Vec<u64>,
    /// What it may keep.
    options: Vec<Vec<usize>>,
    chosen: usize,
}

/// Chooses which layers the map chunks at `places` keep where they have more than `most`.
pub fn solve_slots(map: &TileMap, places: &[ChunkPlace], most: usize) -> SlotPlan {
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
    let mut now = naive;
    for _ in 0..SWEEPS {
        let mut is_better = false;
        for place in &full {
            is_better |= improve(&mut cells, *place, naive, &mut now);
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
        solved: cost(now),
        untold,
    }
}

impl Cell {
    fn new(shares: &ChunkShares, numbers: &[usize], most: usize) -> Self {
        let last = ALPHA_SIDE - 1;
        let along = |at: fn(usize, usize) -> (usize, usize)| {
            let texels = (0..ALPHA_SIDE).map(|step| at(step, last));
            texels
                .map(|(column, row)| shares.texel(column, row))
                .collect()
        };
        let sum = |plane: &super::chunk_shares::SharePlane| {
            plane
                .as_flattened()
                .iter()
                .map(|share| u64::from(*share))
                .sum()
        };
        let count = shares.planes.len();
        let keep = most.min(count);
        let mut options: Vec<Vec<usize>> = (0..1usize << count)
            .map(|bits| (0..count).filter(|layer| bits >> layer & 1 == 1).collect())
            .filter(|layers: &Vec<usize>| layers.len() == keep)
            .collect();
        // The lowest layers come first: the naive way.
        options.sort();
        Self {
            numbers: numbers.to_vec(),
            borders: [
                along(|step, _| (step, 0)),
                along(|step, last| (step, last)),
                along(|step, _| (0, step)),
                along(|step, last| (last, step)),
            ],
            sums: shares.planes.iter().map(sum).collect(),
            options,
            chosen: 0,
        }
    }

    /// What is lost of the look with an option.
    fn change(&self, option: usize) -> u64 {
        let kept = self.options.get(option);
        let layers = self.sums.iter().enumerate();
        let lost = layers.filter(|(layer, _)| kept.is_some_and(|kept| !kept.contains(layer)));
        lost.map(|(_, sum)| sum).sum()
    }

    /// The shares of a border's texels by texture, with the layers of an option.
    fn border(&self, side: usize, kept: &[usize]) -> Vec<Vec<(usize, u8)>> {
        let texels = self.borders.get(side).map_or(&[][..], Vec::as_slice);
        let with_kept = |shares: &[u8; MOST_LAYERS]| {
            let part = |layer: &usize| shares.get(*layer).copied().map_or(0, u64::from);
            let parts: Vec<u64> = kept.iter().map(part).collect();
            let mut split = vec![0; parts.len()];
            split_whole(&parts, &mut split);
            if parts.iter().all(|part| *part == 0)
                && let Some(lowest) = split.first_mut()
            {
                *lowest = u8::MAX;
            }
            let number = |layer: &usize| self.numbers.get(*layer).copied().unwrap_or(usize::MAX);
            kept.iter().map(number).zip(split).collect()
        };
        texels.iter().map(with_kept).collect()
    }

    fn kept(&self) -> &[usize] {
        self.options.get(self.chosen).map_or(&[], Vec::as_slice)
    }
}

/// The neighbours of a map chunk: its side, the step, and the neighbour's side.
const NEIGHBOURS: [(usize, (i32, i32), usize); 4] = [
    (0, (0, -1), 1),
    (1, (0, 1), 0),
    (2, (-1, 0), 3),
    (3, (1, 0), 2),
];

fn difference(one: &[Vec<(usize, u8)>], other: &[Vec<(usize, u8)>]) -> u64 {
    let share = |shares: &[(usize, u8)], number: usize| -> i32 {
        let own = shares.iter().filter(|(at, _)| *at == number);
        own.map(|(_, share)| i32::from(*share)).sum()
    };
    let texels = one.iter().zip(other).map(|(one, other)| {
        let mut numbers: Vec<usize> = one.iter().chain(other).map(|(number, _)| *number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let off = numbers
            .into_iter()
            .map(|number| share(one, number).abs_diff(share(other, number)));
        off.map(u64::from).sum::<u64>()
    });
    texels.sum()
}

/// What the borders of a map chunk cost with some layers, its neighbours being as they are.
fn borders_of(
    cells: &BTreeMap<ChunkPlace, Cell>,
    place: ChunkPlace,
    kept: &[usize],
    sides: &[(usize, (i32, i32), usize)],
) -> u64 {
    let Some(cell) = cells.get(&place) else {
        return 0;
    };
    let cost = sides
        .iter()
        .filter_map(|(side, (columns, rows), opposite)| {
            let next = cells.get(&place.shifted(*columns, *rows)?)?;
            let there = next.border(*opposite, next.kept());
            Some(difference(&cell.border(*side, kept), &there))
        });
    cost.sum()
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
/// naive way's.
fn improve(
    cells: &mut BTreeMap<ChunkPlace, Cell>,
    place: ChunkPlace,
    naive: (u64, u64),
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
        if weigh(cost) < best.0 && then.0 <= naive.0 && then.1 <= naive.1 {
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
