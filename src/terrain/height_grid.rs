//! The heights of a map as a grid of 16-bit numbers between two heights.
//!
//! - Rows go from north to south, columns from west to east, whatever the shape of the map.
//! - A vertex on a border of map chunks is there once, as the south-eastern map chunk has it.
//! - Places without ground are 0.

use super::corner_map::CornerMap;
use super::tile_area::{CHUNK_VERTEX_STEPS, TileArea};
use super::tile_map::{ChunkPlace, TileMap};

/// Two heights, in world units; the lower one first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeightRange {
    /// The height of the number 0.
    pub low: f32,
    /// The height of the number 65535.
    pub high: f32,
}

/// A grid of heights.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightGrid {
    /// Vertices of a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The numbers, row by row.
    pub numbers: Vec<u16>,
    /// Heights outside the range, which became its ends.
    pub clamped: usize,
}

impl HeightRange {
    /// The smallest range with all of these; `None` without any that is a number.
    pub fn of(heights: impl Iterator<Item = f32>) -> Option<Self> {
        let sound = heights.filter(|height| height.is_finite());
        sound.fold(None, |range: Option<Self>, height| {
            Some(range.map_or(
                Self {
                    low: height,
                    high: height,
                },
                |range| Self {
                    low: range.low.min(height),
                    high: range.high.max(height),
                },
            ))
        })
    }

    /// The number nearest to a height.
    pub fn number_of(self, height: f32) -> u16 {
        let span = f64::from(self.high) - f64::from(self.low);
        if span <= 0.0 {
            return 0;
        }
        let share = (f64::from(height) - f64::from(self.low)) / span;
        // A NaN becomes 0.
        (share * f64::from(u16::MAX))
            .round()
            .clamp(0.0, f64::from(u16::MAX)) as u16
    }

    /// The height of a number.
    pub fn height_of(self, number: u16) -> f32 {
        let share = f64::from(number) / f64::from(u16::MAX);
        let (low, high) = (f64::from(self.low), f64::from(self.high));
        (low + (high - low) * share) as f32
    }

    fn clamps(self, height: f32) -> bool {
        !(self.low..=self.high).contains(&height)
    }
}

impl CornerMap {
    /// The heights of all corners in a range.
    pub fn height_grid(&self, range: HeightRange) -> HeightGrid {
        let rows = self.corners().chunks(self.width() as usize).rev();
        let heights: Vec<f32> = rows.flatten().map(|corner| corner.ground_z()).collect();
        let numbers = heights.iter().map(|height| range.number_of(*height));
        HeightGrid {
            width: self.width() as usize,
            height: self.height() as usize,
            numbers: numbers.collect(),
            clamped: heights
                .iter()
                .filter(|height| range.clamps(**height))
                .count(),
        }
    }
}

impl TileMap {
    /// The lowest and highest outer vertex of an area; `None` if no height is a number.
    pub fn outer_height_range(&self, area: TileArea) -> Option<HeightRange> {
        let mut heights = Vec::new();
        self.for_outer_vertices(area, |_, _, height, _, _| heights.push(height));
        HeightRange::of(heights.into_iter())
    }

    /// The heights of the outer vertices of an area in a range.
    pub fn height_grid(&self, area: TileArea, range: HeightRange) -> HeightGrid {
        let (width, height) = area.vertex_size();
        let mut grid = HeightGrid {
            width,
            height,
            numbers: vec![0; width * height],
            clamped: 0,
        };
        self.for_outer_vertices(area, |_, _, height, at, is_owner| {
            if let Some(number) = grid.numbers.get_mut(at).filter(|_| is_owner) {
                *number = range.number_of(height);
                grid.clamped += usize::from(range.clamps(height));
            }
        });
        grid
    }

    /// Visits the outer vertices of all map chunks of an area: the map chunk, the place in its
    /// list, the world height, the place in the grid, and whether no other map chunk is asked
    /// first.
    pub fn for_outer_vertices(
        &self,
        area: TileArea,
        mut visit: impl FnMut(ChunkPlace, usize, f32, usize, bool),
    ) {
        let (width, _) = area.vertex_size();
        for (place, chunk_column, chunk_row) in area.places(self) {
            let Some(chunk) = self.chunk(place) else {
                continue;
            };
            let is_there = |columns, rows| {
                let next = place.shifted(columns, rows);
                next.is_some_and(|next| area.has(next) && self.chunk(next).is_some())
            };
            let (east, south, both) = (is_there(1, 0), is_there(0, 1), is_there(1, 1));
            for row in 0..=CHUNK_VERTEX_STEPS {
                for column in 0..=CHUNK_VERTEX_STEPS {
                    let (is_east, is_south) =
                        (column == CHUNK_VERTEX_STEPS, row == CHUNK_VERTEX_STEPS);
                    let is_taken =
                        is_east && east || is_south && south || is_east && is_south && both;
                    let at = (chunk_row * CHUNK_VERTEX_STEPS + row) * width
                        + chunk_column * CHUNK_VERTEX_STEPS
                        + column;
                    let height = chunk.corner_height(column, row).unwrap_or(f32::NAN);
                    visit(place, row * 17 + column, height, at, !is_taken);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_back_from_its_height() {
        for (low, high) in [(0.0, 65_535.0), (-500.0, 812.25), (3.0, 3.5)] {
            let range = HeightRange { low, high };
            for number in (0..=u16::MAX).step_by(7).chain([u16::MAX]) {
                let found = range.number_of(range.height_of(number));
                // In a narrow range next to large heights, 24 bits are the limit.
                assert!(
                    found.abs_diff(number) <= u16::from(high - low < 1.0),
                    "{number}"
                );
            }
            assert_eq!(range.number_of(f32::NAN), 0);
            assert_eq!(range.number_of(1e9), u16::MAX);
        }
        let flat = HeightRange {
            low: 5.0,
            high: 5.0,
        };
        assert_eq!((flat.number_of(5.0), flat.height_of(0)), (0, 5.0));
    }
}
