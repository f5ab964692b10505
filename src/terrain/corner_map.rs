//! A map whose ground is painted at the corners of square tiles.
//!
//! * There is a corner for every pair of column and row.
//! * Columns go from west to east and rows from south to north.

use super::Corner;
use std::num::NonZeroU32;

/// Units between two neighbouring corners.
pub const CORNER_SPACING: f32 = 128.0;

/// Four letters that name a ground or cliff type in the game's tables.
pub type TypeId = [u8; 4];

/// Everything of a map of corners but the corners.
#[derive(Clone, Debug, PartialEq)]
pub struct CornerMapHead {
    /// Version of the format that it follows: 11 or 12.
    pub version: u32,
    /// The letter of the main tileset.
    pub tileset: u8,
    /// 1 where the map has a list of ground types of its own.
    pub custom_tileset: u32,
    /// The ground types that corners name by number.
    pub ground_types: Vec<TypeId>,
    /// The cliff types that corners name by number; 15 and more can't be named.
    pub cliff_types: Vec<TypeId>,
    /// World position (x east, y north) of the south-west corner.
    pub origin: [f32; 2],
    /// Bytes after the last corner, which no known file has.
    pub rest: Vec<u8>,
}

/// A map of corners.
#[derive(Clone, Debug, PartialEq)]
pub struct CornerMap {
    /// Everything but the corners.
    pub head: CornerMapHead,
    width: u32,
    corners: Vec<Corner>,
}

impl CornerMap {
    /// A map of these corners, row by row from south to north; `None` if they do not fill whole
    /// rows of `width`, or there are none.
    pub fn new(head: CornerMapHead, width: u32, corners: Vec<Corner>) -> Option<Self> {
        let is_whole = width > 0 && corners.len().is_multiple_of(width as usize);
        let has_height = u32::try_from(corners.len() / (width as usize).max(1)).is_ok();
        (is_whole && has_height && !corners.is_empty()).then_some(Self {
            head,
            width,
            corners,
        })
    }

    /// A map of so many columns and rows, whose corners `make` gives by column and row.
    pub fn from_fn(
        head: CornerMapHead,
        columns: NonZeroU32,
        rows: NonZeroU32,
        make: impl Fn(u32, u32) -> Corner,
    ) -> Self {
        let make = &make;
        let all = (0..rows.get()).flat_map(|row| (0..columns.get()).map(move |at| make(at, row)));
        Self {
            head,
            width: columns.get(),
            corners: all.collect(),
        }
    }

    /// Corners in a row.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows of corners.
    pub fn height(&self) -> u32 {
        (self.corners.len() / self.width as usize) as u32
    }

    /// Tiles in a row and rows of tiles: one less than corners.
    pub fn tiles(&self) -> (u32, u32) {
        (self.width - 1, self.height() - 1)
    }

    /// All corners, row by row from south to north.
    pub fn corners(&self) -> &[Corner] {
        &self.corners
    }

    /// All corners, to change.
    pub fn corners_mut(&mut self) -> &mut [Corner] {
        &mut self.corners
    }

    /// Place of a corner in [`CornerMap::corners`]; `None` outside the map.
    pub fn index(&self, column: u32, row: u32) -> Option<usize> {
        let is_inside = column < self.width && row < self.height();
        is_inside.then(|| row as usize * self.width as usize + column as usize)
    }

    /// Column and row of the corner at a place in [`CornerMap::corners`].
    pub fn place(&self, index: usize) -> (u32, u32) {
        let width = self.width as usize;
        ((index % width) as u32, (index / width) as u32)
    }

    /// The corner in this column and row.
    pub fn corner(&self, column: u32, row: u32) -> Option<Corner> {
        self.corners.get(self.index(column, row)?).copied()
    }

    /// The corner in this column and row, to change.
    pub fn corner_mut(&mut self, column: u32, row: u32) -> Option<&mut Corner> {
        let index = self.index(column, row)?;
        self.corners.get_mut(index)
    }

    /// The corners of a tile: south-west, south-east, north-west, north-east.
    pub fn tile(&self, column: u32, row: u32) -> Option<[Corner; 4]> {
        let (columns, rows) = self.tiles();
        if column >= columns || row >= rows {
            return None;
        }
        Some([
            self.corner(column, row)?,
            self.corner(column + 1, row)?,
            self.corner(column, row + 1)?,
            self.corner(column + 1, row + 1)?,
        ])
    }

    /// Lowest and highest layer of the corners of a tile.
    pub fn tile_layers(&self, column: u32, row: u32) -> Option<(u8, u8)> {
        let layers = self.tile(column, row)?.map(Corner::layer);
        Some((*layers.iter().min()?, *layers.iter().max()?))
    }

    /// Whether the layers of a tile's corners differ, and so a cliff or a ramp stands there.
    pub fn is_cliff(&self, column: u32, row: u32) -> bool {
        self.tile_layers(column, row)
            .is_some_and(|(low, high)| low != high)
    }

    /// World position (x east, y north) of a corner, also of one outside the map.
    pub fn position(&self, column: u32, row: u32) -> [f32; 2] {
        let [x, y] = self.head.origin;
        [
            x + column as f32 * CORNER_SPACING,
            y + row as f32 * CORNER_SPACING,
        ]
    }

    /// Column and row of the corner nearest to a world position; a position outside the map gives
    /// the nearest one on its border.
    pub fn nearest(&self, x: f32, y: f32) -> (u32, u32) {
        let [left, bottom] = self.head.origin;
        let steps = |from: f32, to: f32, count: u32| {
            let steps = ((to - from) / CORNER_SPACING).round();
            // A NaN becomes 0.
            (steps.max(0.0) as u32).min(count - 1)
        };
        (steps(left, x, self.width), steps(bottom, y, self.height()))
    }

    /// Lowest and highest height of the ground, in world units.
    pub fn z_range(&self) -> (f32, f32) {
        let heights = self.corners.iter().map(|corner| corner.ground_z());
        heights.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), z| {
            (low.min(z), high.max(z))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(width: u32, height: u32) -> CornerMap {
        let head = CornerMapHead {
            version: 11,
            tileset: b'L',
            custom_tileset: 0,
            ground_types: vec![*b"Ldrt"],
            cliff_types: vec![*b"CLdi"],
            origin: [-256.0, 128.0],
            rest: Vec::new(),
        };
        let count = (width * height) as usize;
        CornerMap::new(head, width, vec![Corner::LEVEL; count]).expect("whole rows")
    }

    #[test]
    fn corners_that_fill_no_whole_rows_are_no_map() {
        let head = map(1, 1).head;
        for (width, count) in [(0, 0), (0, 3), (2, 3), (3, 0)] {
            let corners = vec![Corner::LEVEL; count];
            assert_eq!(CornerMap::new(head.clone(), width, corners), None);
        }
    }

    #[test]
    fn the_nearest_corner_of_a_position_of_a_corner_is_that_corner() {
        let map = map(5, 3);
        assert_eq!((map.width(), map.height(), map.tiles()), (5, 3, (4, 2)));
        for index in 0..map.corners().len() {
            let (column, row) = map.place(index);
            assert_eq!(map.index(column, row), Some(index));
            let [x, y] = map.position(column, row);
            assert_eq!(map.nearest(x + 63.0, y - 63.0), (column, row));
        }
        assert_eq!(map.position(2, 1), [0.0, 256.0]);
        assert_eq!(map.nearest(-1e30, f32::INFINITY), (0, 2));
        assert_eq!(map.nearest(f32::NAN, f32::NAN), (0, 0));
        assert_eq!(map.corner(5, 0), None);
    }
}
