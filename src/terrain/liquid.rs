//! Liquid over a map chunk: what is there and how high; it is not edited.

/// Which of the two ways to store liquids the file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LiquidOrigin {
    /// With the map chunk, as up to 2.x.
    Old,
    /// For the whole tile, from 3.x on.
    Water,
}

/// A layer of liquid.
#[derive(Clone, Debug, PartialEq)]
pub struct LiquidLayer {
    /// Where the file has it.
    pub origin: LiquidOrigin,
    /// What it is: a row of the game's table of liquids, or for an old one its flag in the chunk.
    pub kind: u32,
    /// First column and row, columns and rows, in cells of which a map chunk has 8 by 8.
    pub area: [u8; 4],
    /// Which cells of the area have liquid, row by row from the lowest bit.
    pub cells: u64,
    /// Lowest and highest height, world space.
    pub range: [f32; 2],
    /// Heights of the corners of the area, row by row, world space; empty if it is flat.
    pub heights: Vec<f32>,
}

impl LiquidLayer {
    /// How many cells have liquid.
    pub fn cell_count(&self) -> usize {
        self.cells.count_ones() as usize
    }
}
