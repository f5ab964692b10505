//! A map chunk that may have to do without some of its layers: what each choice costs.

use super::alpha_map::ALPHA_SIDE;
use super::chunk_shares::ChunkShares;
use super::effective_weights::MOST_LAYERS;
use super::move_shares::split_whole;
use super::tile_map::ChunkPlace;
use std::collections::BTreeMap;

/// A map chunk with its choice.
pub(super) struct Cell {
    /// The number of the texture of each layer.
    pub numbers: Vec<usize>,
    /// The shares of the texels of its four borders: north, south, west, east.
    borders: [Vec<[u8; MOST_LAYERS]>; 4],
    /// The sum of the shares of each layer.
    sums: Vec<u64>,
    /// The layers it may keep, the lowest first.
    pub options: Vec<Vec<usize>>,
    /// Which of them it keeps.
    pub chosen: usize,
}

impl Cell {
    /// A map chunk that keeps at most so many layers, for now the lowest.
    pub fn new(shares: &ChunkShares, numbers: &[usize], most: usize) -> Self {
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
    pub fn change(&self, option: usize) -> u64 {
        let kept = self.options.get(option);
        let layers = self.sums.iter().enumerate();
        let lost = layers.filter(|(layer, _)| kept.is_some_and(|kept| !kept.contains(layer)));
        lost.map(|(_, sum)| sum).sum()
    }

    /// The shares of a border's texels by texture, with the layers of an option.
    pub fn border(&self, side: usize, kept: &[usize]) -> Vec<Vec<(usize, u8)>> {
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

    /// The layers it keeps.
    pub fn kept(&self) -> &[usize] {
        self.options.get(self.chosen).map_or(&[], Vec::as_slice)
    }
}

/// The neighbours of a map chunk: its side, the step, and the neighbour's side.
pub(super) const NEIGHBOURS: [(usize, (i32, i32), usize); 4] = [
    (0, (0, -1), 1),
    (1, (0, 1), 0),
    (2, (-1, 0), 3),
    (3, (1, 0), 2),
];

/// The sum of differences between the texels of two borders.
pub(super) fn difference(one: &[Vec<(usize, u8)>], other: &[Vec<(usize, u8)>]) -> u64 {
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
pub(super) fn borders_of(
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
