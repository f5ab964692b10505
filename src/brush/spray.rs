//! Flecks that a brush leaves out, by chance that is the same every time.

use super::row_work::{BLOCK, Lanes};
use crate::math::spot_hash;

/// How a brush is broken up into flecks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spray {
    /// The share of the flecks that are there, 0 to 1.
    pub density: f32,
    /// The part of the way to the edge within which all is whole, 0 to 1.
    pub core: f32,
    /// How large a fleck is, in units of the plane; above 0.
    pub fleck: f32,
}

impl Spray {
    /// Whether the fleck at a place of the plane is there.
    ///
    /// Each square of the size of a fleck has a point somewhere in it, and what is nearest to the
    /// point is its fleck: flecks are uneven, and as much of the plane is covered as the density
    /// says.
    pub fn covers(&self, seed: u64, place: [f32; 2]) -> bool {
        if self.density >= 1.0 {
            return true;
        }
        let [x, y] = place.map(|part| f64::from(part) / f64::from(self.fleck));
        if !(x.is_finite() && y.is_finite()) {
            return false;
        }
        // The casts stay at the ends of the range, far outside of any map.
        let (column, row) = (x.floor() as i32, y.floor() as i32);
        let mut nearest = (f64::MAX, 0.0);
        for down in -1..=1 {
            for right in -1..=1 {
                let (column, row) = (column.saturating_add(right), row.saturating_add(down));
                let fleck = Fleck::of(seed, column, row);
                let away_x = f64::from(column) + fleck.x - x;
                let away_y = f64::from(row) + fleck.y - y;
                let distance = away_x * away_x + away_y * away_y;
                if distance < nearest.0 {
                    nearest = (distance, fleck.chance);
                }
            }
        }
        nearest.1 < f64::from(self.density)
    }

    /// Takes from the shares of a block what lies outside of the core where no fleck is.
    ///
    /// `distances` are those of the spots in radii, `places` where they lie in the plane.
    #[inline(always)]
    pub(super) fn take_from(
        &self,
        shares: &mut Lanes,
        distances: &Lanes,
        seed: u64,
        places: impl Iterator<Item = [f32; 2]>,
    ) {
        if self.density >= 1.0 {
            return;
        }
        let (mut x, mut y) = ([0.0; BLOCK], [0.0; BLOCK]);
        let mut spots = [[0.0f32; 2]; BLOCK];
        let mut count = 0;
        for ((place, spot), (x, y)) in places.zip(&mut spots).zip(x.iter_mut().zip(&mut y)) {
            *spot = place;
            [*x, *y] = place.map(|part| f64::from(part) / f64::from(self.fleck));
            count += 1;
        }
        let (columns, rows) = (x.map(f64::floor), y.map(f64::floor));
        let mut begin = 0;
        while begin < count {
            let (column, row) = (columns[begin], rows[begin]);
            let is_same = |at: usize| columns[at] == column && rows[at] == row;
            // The places lie on a line, which leaves a cell once.
            let end = match is_same(count - 1) {
                true => count,
                false => begin + (begin..count).take_while(|&at| is_same(at)).count().max(1),
            };
            let cell = Cell::new(self, seed, [column as i32, row as i32]);
            for first in (begin..end).step_by(LANES) {
                let (mut right, mut up) = ([0.0; LANES], [0.0; LANES]);
                let last = (first + LANES).min(BLOCK);
                for (lane, at) in (first..last).enumerate() {
                    right[lane] = (x[at] - column) as f32;
                    up[lane] = (y[at] - row) as f32;
                }
                let [there, gone] = cell.nearest(&right, &up);
                let mut nearness = FAR;
                let mut is_left = [0.0; LANES];
                for lane in 0..LANES {
                    let difference = gone[lane] - there[lane];
                    nearness = lower(difference.abs(), nearness);
                    is_left[lane] = if difference > 0.0 { 1.0 } else { 0.0 };
                }
                if nearness.is_nan() || nearness <= CLOSE {
                    for (lane, spot) in spots[first..last].iter().enumerate() {
                        is_left[lane] = f32::from(u8::from(self.covers(seed, *spot)));
                    }
                }
                for (lane, at) in (first..last.min(end)).enumerate() {
                    let is_core = distances[at] < self.core;
                    shares[at] *= if is_core { 1.0 } else { is_left[lane] };
                }
            }
            begin = end;
        }
    }
}

/// Places that are worked on at once.
const LANES: usize = 8;
/// Squares of distances that are nearer to one another than this are told apart by larger numbers.
const CLOSE: f32 = 1e-4;
/// Added to the square of a distance it is farther than any point of a cell or of one beside it.
const FAR: f32 = 1e9;

/// The points of a cell and of those around it, seen from its corner.
struct Cell {
    points: [CellPoint; 9],
}

/// A point of them.
#[derive(Clone, Copy, Default)]
struct CellPoint {
    x: f32,
    y: f32,
    /// What is added to the square of its distance among flecks that are there.
    there: f32,
    /// The same among those that are not.
    gone: f32,
}

impl Cell {
    #[inline(always)]
    fn new(spray: &Spray, seed: u64, place: [i32; 2]) -> Self {
        let mut points = [CellPoint::default(); 9];
        for (at, point) in points.iter_mut().enumerate() {
            let (right, down) = (at as i32 % 3 - 1, at as i32 / 3 - 1);
            let column = place[0].saturating_add(right);
            let row = place[1].saturating_add(down);
            let Fleck { x, y, chance } = Fleck::of(seed, column, row);
            let is_there = chance < f64::from(spray.density);
            *point = CellPoint {
                x: right as f32 + x as f32,
                y: down as f32 + y as f32,
                there: if is_there { 0.0 } else { FAR },
                gone: if is_there { FAR } else { 0.0 },
            };
        }
        Self { points }
    }

    /// The squares of the distances to the nearest fleck that is there and to the nearest that is not.
    #[inline(always)]
    fn nearest(&self, right: &[f32; LANES], up: &[f32; LANES]) -> [[f32; LANES]; 2] {
        let (mut there, mut gone) = ([2.0 * FAR; LANES], [2.0 * FAR; LANES]);
        for point in &self.points {
            for lane in 0..LANES {
                let (away_x, away_y) = (point.x - right[lane], point.y - up[lane]);
                let distance = away_x * away_x + away_y * away_y;
                there[lane] = lower(distance + point.there, there[lane]);
                gone[lane] = lower(distance + point.gone, gone[lane]);
            }
        }
        [there, gone]
    }
}

/// The lower of two numbers, and the second where one is none.
#[inline(always)]
fn lower(one: f32, other: f32) -> f32 {
    if one < other { one } else { other }
}

/// The point of a cell, seen from its corner, and the chance of its fleck.
struct Fleck {
    x: f64,
    y: f64,
    chance: f64,
}

impl Fleck {
    #[inline(always)]
    fn of(seed: u64, column: i32, row: i32) -> Self {
        let hash = spot_hash(seed, column, row);
        let part = |shift: u32| (hash >> shift & 0xF_FFFF) as f64 / f64::from(1u32 << 20);
        Self {
            x: part(0),
            y: part(20),
            chance: part(40),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flecks_cover_as_much_as_the_density_says_and_another_seed_covers_elsewhere() {
        for density in [0.0, 0.2, 0.5, 0.9, 1.0] {
            let spray = Spray {
                density,
                core: 0.0,
                fleck: 3.0,
            };
            let (mut covered, mut other, mut count) = (0, 0, 0);
            for x in 0..300 {
                for y in 0..300 {
                    let place = [x as f32 - 77.7, y as f32 * 0.9];
                    let is_covered = spray.covers(5, place);
                    covered += u32::from(is_covered);
                    other += u32::from(is_covered && spray.covers(6, place));
                    count += 1;
                }
            }
            let share = covered as f32 / count as f32;
            assert!((share - density).abs() < 0.02, "{density}: {share}");
            let both = other as f32 / count as f32;
            assert!((both - density * density).abs() < 0.02, "{density}: {both}");
        }
    }

    #[test]
    fn a_fleck_is_whole() {
        let spray = Spray {
            density: 0.5,
            core: 0.0,
            fleck: 100.0,
        };
        // Steps a thousandth of a fleck apart cross few edges.
        let mut crossed = 0;
        for step in 0..10_000 {
            let at = |step: i32| spray.covers(1, [step as f32 * 0.1, 40.0]);
            crossed += u32::from(at(step) != at(step + 1));
        }
        assert!((1..15).contains(&crossed), "{crossed}");
        assert!(!spray.covers(1, [f32::NAN, 0.0]));
    }
}
