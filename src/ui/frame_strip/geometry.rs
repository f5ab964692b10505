//! Where cells are: numbers only, no widget.

use crate::document::Model;
use crate::editor::Cells;
use std::ops::Range;

/// Width of a cell, and of the gap to the next.
pub(super) const CELL_WIDTH: f32 = 58.0;
pub(super) const CELL_GAP: f32 = 2.0;
const PITCH: f32 = CELL_WIDTH + CELL_GAP;
/// More cells than this are not shown: coordinates on the screen would lose their exactness.
const MOST_CELLS: u32 = 50_000;
/// Clips that overlap are shown one above the other, up to so many rows.
const MOST_ROWS: usize = 3;

/// Where the cells of a strip are, from its left edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StripGeometry {
    /// Number of cells shown.
    pub count: u32,
}

impl StripGeometry {
    /// Of a strip with so many cells.
    pub fn new(count: u32) -> Self {
        Self {
            count: count.min(MOST_CELLS),
        }
    }

    /// Width of all cells.
    pub fn width(&self) -> f32 {
        self.count as f32 * PITCH
    }

    /// Where a cell begins and ends.
    pub fn span(&self, cell: u32) -> [f32; 2] {
        let start = cell as f32 * PITCH;
        [start, start + CELL_WIDTH]
    }

    /// Where a range of cells begins and ends.
    pub fn range_span(&self, [first, last]: [u32; 2]) -> [f32; 2] {
        [self.span(first)[0], self.span(last)[1]]
    }

    /// The cell at a place; the first or last beyond the ends. `None` for a strip without cells.
    pub fn cell_at(&self, x: f32) -> Option<u32> {
        let last = self.count.checked_sub(1)?;
        Some(((x / PITCH).floor().max(0.0) as u32).min(last))
    }

    /// The cells that can be seen from one place to another.
    pub fn visible(&self, from: f32, to: f32) -> Range<u32> {
        let first = (from / PITCH).floor().max(0.0) as u32;
        let end = (to / PITCH).ceil().max(0.0) as u32;
        first.min(self.count)..end.min(self.count)
    }
}

/// A clip as a band over the cells it plays.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Band {
    /// Position of the clip in the model.
    pub(super) clip: usize,
    /// Its first and last cell.
    pub(super) cells: [u32; 2],
    /// Which row it is in, from the bottom.
    pub(super) row: usize,
}

/// The bands of all clips, long ones below; what finds no free row is left out.
pub(super) fn bands(model: &Model, cells: &Cells) -> Vec<Band> {
    let mut order: Vec<usize> = (0..model.clips.len()).collect();
    let length = |&clip: &usize| model.clips.get(clip).map_or(0, |clip| clip.length_ms());
    order.sort_by_key(|clip| std::cmp::Reverse(length(clip)));
    let mut bands: Vec<Band> = Vec::new();
    for clip in order {
        let Some(of) = model.clips.get(clip).filter(|clip| !clip.is_alias()) else {
            continue;
        };
        let end = of.start_ms.saturating_add_unsigned(of.length_ms());
        let [first, last] = cells.range(of.start_ms, end);
        let is_free = |row: &usize| {
            !bands
                .iter()
                .any(|other| other.row == *row && other.cells[0] <= last && first <= other.cells[1])
        };
        if let Some(row) = (0..MOST_ROWS).find(is_free) {
            let cells = [first, last];
            bands.push(Band { clip, cells, row });
        }
    }
    bands
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_found_at_its_own_place() {
        let strip = StripGeometry::new(40);
        for cell in 0..40 {
            let [start, end] = strip.span(cell);
            assert_eq!(strip.cell_at(start + 0.1), Some(cell));
            assert_eq!(strip.cell_at(end - 0.1), Some(cell));
            assert!(strip.visible(start, end).contains(&cell));
        }
        assert_eq!(strip.cell_at(-50.0), Some(0));
        assert_eq!(strip.cell_at(1e9), Some(39));
        assert_eq!(StripGeometry::new(0).cell_at(5.0), None);
        assert_eq!(strip.visible(1e9, 2e9).count(), 0);
    }

    #[test]
    fn a_strip_of_any_length_stays_exact_on_the_screen() {
        let strip = StripGeometry::new(u32::MAX);
        let last = strip.count - 1;
        let [start, end] = strip.span(last);
        assert_eq!(strip.cell_at((start + end) / 2.0), Some(last));
    }
}
