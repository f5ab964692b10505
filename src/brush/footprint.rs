//! What one dab does to the spots of a grid: rows of strengths, made once and then only read.

use super::falloff::FalloffTable;
use super::made_for::MadeFor;
use super::row_work::RowWork;
use super::strength::WHOLE;
use super::tip::SAME_PLANE;
use rayon::prelude::*;
use std::ops::{Range, RangeInclusive};

/// The outline of a brush on a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BrushShape {
    /// All within the radius.
    #[default]
    Circle,
    /// A square whose sides are twice the radius.
    Square,
    /// A square on its tip.
    Diamond,
}

impl BrushShape {
    /// How far a spot is from the middle, in the measure of the shape.
    #[inline]
    pub fn distance(self, along: f32, across: f32) -> f32 {
        match self {
            Self::Circle => (along * along + across * across).sqrt(),
            Self::Square => along.abs().max(across.abs()),
            Self::Diamond => along.abs() + across.abs(),
        }
    }
}

/// A brush over a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct GridBrush {
    /// Its radius in steps of the grid.
    pub radius: f32,
    /// Its outline.
    pub shape: BrushShape,
    /// How it fades.
    pub falloff: FalloffTable,
}

/// The strengths of a dab over the spots of a grid, row by row; 65535 is whole.
///
/// Spots are named by whole numbers on one grid for the whole map, so a spot that two pieces of the
/// map share gets one strength.
///
/// The strengths of a dab depend on where its middle lies between the spots around it: a dab that
/// lies there as the one before has the same, only elsewhere, and nothing is worked out.
#[derive(Clone, Debug, Default)]
pub struct Footprint {
    pub(super) made: Option<MadeFor>,
    /// Column and row that all others count from.
    pub(super) origin: [i32; 2],
    first_row: i32,
    /// For each row its first column, and where its strengths begin and end.
    rows: Vec<(i32, usize, usize)>,
    strengths: Vec<u16>,
}

/// Spots of a side that a footprint has at most: the radius of a brush is no reason to run out of
/// memory.
pub(super) const MOST_SPOTS: f64 = 16384.0;
/// Spots from which on rows are worked out side by side.
const MANY: usize = 1 << 16;
/// Rows that are worked out one after the other even so.
const FEW_ROWS: usize = 16;

impl Footprint {
    /// Makes it anew for a dab: `middle` in steps of the grid, column and row; `strength` 0 to 1.
    pub fn make(&mut self, brush: &GridBrush, middle: [f64; 2], strength: f32) {
        let [column, row] = middle.map(f64::floor);
        let is_sound = column.abs() < 1e9 && row.abs() < 1e9;
        let middle = [middle[0] - column, middle[1] - row];
        self.origin = [column as i32, row as i32];
        let made = self.made.as_ref();
        if made.is_some_and(|made| made.is_plain(brush, middle, strength)) {
            return;
        }
        self.clear();
        self.made = is_sound.then(|| MadeFor::Plain {
            brush: Box::new(brush.clone()),
            middle,
            strength,
        });
        if is_sound {
            self.fill(brush, middle, strength);
        }
    }

    /// Works the strengths out, as seen from the origin.
    fn fill(&mut self, brush: &GridBrush, [column, row]: [f64; 2], strength: f32) {
        let reach = f64::from(brush.radius).min(MOST_SPOTS / 2.0);
        let whole = strength.clamp(0.0, 1.0) * f32::from(WHOLE);
        // What is no number is no strength either.
        if !(reach > 0.0 && whole > 0.0) {
            return;
        }
        let (first, last) = ((row - reach).ceil() as i32, (row + reach).floor() as i32);
        let columns = (first..=last).map(|at| {
            let across = (f64::from(at) - row) as f32;
            let half = match brush.shape {
                BrushShape::Circle => {
                    let far = f64::from(across);
                    (reach * reach - far * far).max(0.0).sqrt()
                }
                BrushShape::Square => reach,
                BrushShape::Diamond => (reach - f64::from(across.abs())).max(0.0),
            };
            (column - half).ceil() as i32..=(column + half).floor() as i32
        });
        let work = RowWork {
            shape: brush.shape,
            falloff: &brush.falloff,
            tip_from_grid: SAME_PLANE,
            scale: 1.0 / brush.radius,
            column,
            whole,
            picture: None,
            spray: None,
        };
        self.work_rows(first, columns, row, &work);
    }

    /// Forgets all rows.
    pub(super) fn clear(&mut self) {
        self.made = None;
        self.rows.clear();
        self.first_row = 0;
    }

    /// Works out rows from this one on, each with its columns; `middle` is the row of the middle.
    pub(super) fn work_rows(
        &mut self,
        first_row: i32,
        columns: impl Iterator<Item = RangeInclusive<i32>>,
        middle: f64,
        work: &RowWork<'_>,
    ) {
        self.first_row = first_row;
        let mut end = 0;
        self.rows.extend(columns.map(|columns| {
            let begin = end;
            end += usize::try_from(columns.end() - columns.start() + 1).unwrap_or(0);
            (*columns.start(), begin, end)
        }));
        // What was there is written over.
        self.strengths.resize(end, 0);
        let mut rest = self.strengths.as_mut_slice();
        let rows = self.rows.iter().zip(first_row..);
        let rows = rows.map(|(&(left, begin, end), row)| {
            let (strengths, after) = std::mem::take(&mut rest).split_at_mut(end - begin);
            rest = after;
            ((f64::from(row) - middle) as f32, left, strengths)
        });
        if end < MANY {
            rows.for_each(|(below, left, strengths)| work.fill(below, left, strengths));
        } else {
            let rows: Vec<_> = rows.collect();
            let rows = rows.into_par_iter().with_min_len(FEW_ROWS);
            rows.for_each(|(below, left, strengths)| work.fill(below, left, strengths));
        }
    }

    /// First and last column, first and last row of what it covers; `None` if it covers nothing.
    pub fn bounds(&self) -> Option<([i32; 2], [i32; 2])> {
        let filled = self.rows.iter().filter(|(_, begin, end)| end > begin);
        let columns = filled.map(|(left, begin, end)| (*left, *left + (end - begin) as i32 - 1));
        let (left, right) = columns.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
        let [column, row] = self.origin;
        let first = row + self.first_row;
        let last = first + self.rows.len() as i32 - 1;
        Some(([column + left, column + right], [first, last]))
    }

    /// The strengths of so many spots of a row, from a column on, and which of them it covers; the
    /// others are of no row. `room` is memory to use.
    #[inline]
    pub fn run<'a, const N: usize>(
        &'a self,
        row: i32,
        first: i32,
        room: &'a mut [u16; N],
    ) -> (&'a [u16; N], Range<usize>) {
        let index = usize::try_from(row - self.origin[1] - self.first_row).ok();
        let found = index.and_then(|index| self.rows.get(index));
        let (left, begin, end) = found.copied().unwrap_or_default();
        // Where the run begins, in spots of the row.
        let ahead = i64::from(first) - i64::from(self.origin[0]) - i64::from(left);
        let from = usize::try_from(-ahead).unwrap_or(0).min(N);
        let to = end as i64 - begin as i64 - ahead;
        let to = usize::try_from(to).unwrap_or(0).min(N);
        let start = usize::try_from(begin as i64 + ahead).ok();
        let run = start.and_then(|start| self.strengths.get(start..)?.first_chunk());
        if let Some(run) = run {
            return (run, from..to.max(from));
        }
        // Too near to the first or the last row of all.
        let skipped = usize::try_from(ahead).unwrap_or(0);
        let given = self.strengths.get(begin + skipped..end);
        let kept = room.get_mut(from..to).unwrap_or_default();
        for (kept, given) in kept.iter_mut().zip(given.unwrap_or_default()) {
            *kept = *given;
        }
        (room, from..to.max(from))
    }

    /// The first column and the strengths of a row.
    pub fn row(&self, row: i32) -> (i32, &[u16]) {
        let index = usize::try_from(row - self.origin[1] - self.first_row).ok();
        let found = index.and_then(|index| self.rows.get(index));
        found.map_or((0, &[]), |&(left, begin, end)| {
            let left = self.origin[0] + left;
            (left, self.strengths.get(begin..end).unwrap_or_default())
        })
    }

    /// The strength at a spot; 0 outside.
    pub fn at(&self, column: i32, row: i32) -> u16 {
        let (left, strengths) = self.row(row);
        let index = usize::try_from(column - left).ok();
        index
            .and_then(|index| strengths.get(index))
            .copied()
            .unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::falloff::Falloff;
    use super::*;

    fn brush(shape: BrushShape, falloff: &Falloff) -> GridBrush {
        GridBrush {
            radius: 5.5,
            shape,
            falloff: FalloffTable::new(falloff, 0.0),
        }
    }

    #[test]
    fn a_run_of_a_row_has_the_strengths_of_its_spots_and_tells_which_are_covered() {
        let brush = GridBrush {
            radius: 9.3,
            shape: BrushShape::Circle,
            falloff: FalloffTable::new(&Falloff::Smooth, 0.3),
        };
        let mut footprint = Footprint::default();
        let mut covered = 0;
        for middle in [[0.0, 0.0], [20.4, -3.6], [-7.2, 31.9]] {
            footprint.make(&brush, middle, 0.9);
            for row in -20..50 {
                for first in -40..40 {
                    let mut room = [7; 16];
                    let (run, lanes) = footprint.run(row, first, &mut room);
                    for (lane, strength) in run.iter().enumerate() {
                        let expected = footprint.at(first + lane as i32, row);
                        let is_covered = lanes.contains(&lane);
                        assert!(
                            is_covered || expected == 0,
                            "{middle:?} {row} {first} {lane}"
                        );
                        assert!(!is_covered || *strength == expected);
                        covered += u32::from(is_covered);
                    }
                }
            }
        }
        // Each spot is in sixteen runs.
        let spots = std::f32::consts::PI * 9.3 * 9.3 * 3.0;
        assert!(
            (covered as f32 / 16.0 - spots).abs() < 0.05 * spots,
            "{covered}"
        );
    }

    #[test]
    fn every_spot_has_the_strength_of_its_distance_and_none_is_left_out() {
        for shape in [BrushShape::Circle, BrushShape::Square, BrushShape::Diamond] {
            let brush = brush(shape, &Falloff::Linear);
            let mut footprint = Footprint::default();
            footprint.make(&brush, [100.3, -7.6], 0.5);
            let ([left, right], [first, last]) = footprint.bounds().expect("it covers spots");
            // The middle of a diamond lies between two rows, where it is less wide.
            let west = if shape == BrushShape::Diamond { 96 } else { 95 };
            assert_eq!(([left, right], [first, last]), ([west, 105], [-13, -3]));
            for row in -20..10 {
                for column in 80..120 {
                    let (x, y) = (column as f32 - 100.3, row as f32 + 7.6);
                    let near = 1.0 - shape.distance(x, y) / 5.5;
                    let expected = (near.max(0.0) * 0.5 * 65535.0).round();
                    let found = f32::from(footprint.at(column, row));
                    assert!(
                        (found - expected).abs() <= 140.0,
                        "{shape:?} {column} {row}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_flat_square_is_whole_up_to_its_edge_and_odd_numbers_cover_nothing() {
        let mut footprint = Footprint::default();
        let flat = brush(BrushShape::Square, &Falloff::Flat);
        footprint.make(&flat, [0.0, 0.0], 1.0);
        assert_eq!((footprint.at(5, -5), footprint.at(6, 0)), (WHOLE, 0));
        for (middle, strength) in [([f64::NAN, 0.0], 1.0), ([0.0, 1e300], 1.0), ([0.0; 2], 0.0)] {
            footprint.make(&flat, middle, strength);
            assert_eq!(footprint.bounds(), None);
        }
    }

    #[test]
    fn a_dab_that_lies_as_the_one_before_has_its_strengths_elsewhere() {
        let mut moved = Footprint::default();
        let smooth = brush(BrushShape::Circle, &Falloff::Smooth);
        moved.make(&smooth, [100.25, -7.5], 0.5);
        moved.make(&smooth, [31.25, 40.5], 0.5);
        let mut fresh = Footprint::default();
        fresh.make(&smooth, [31.25, 40.5], 0.5);
        assert_eq!(moved.bounds(), fresh.bounds());
        assert!((30..50).all(|row| moved.row(row) == fresh.row(row)));
        moved.make(&smooth, [31.25, 40.5], 0.75);
        assert!(moved.at(31, 40) > fresh.at(31, 40));
    }
}
