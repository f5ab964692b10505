//! What one dab does to the spots of a grid: rows of strengths, made once and then only read.

use super::falloff::FalloffTable;

/// A strength of a footprint that is whole.
pub const WHOLE: u16 = u16::MAX;

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
#[derive(Clone, Debug, Default)]
pub struct Footprint {
    first_row: i32,
    /// For each row its first column, and where its strengths begin and end.
    rows: Vec<(i32, usize, usize)>,
    strengths: Vec<u16>,
}

/// Spots of a side that a footprint has at most: the radius of a brush is no reason to run out of
/// memory.
pub(super) const MOST_SPOTS: f64 = 16384.0;

impl Footprint {
    /// Makes it anew for a dab: `middle` in steps of the grid, column and row; `strength` 0 to 1.
    pub fn make(&mut self, brush: &GridBrush, middle: [f64; 2], strength: f32) {
        self.rows.clear();
        self.strengths.clear();
        let [column, row] = middle;
        let reach = f64::from(brush.radius).min(MOST_SPOTS / 2.0);
        let is_sound = reach > 0.0 && column.abs() < 1e9 && row.abs() < 1e9;
        let whole = strength.clamp(0.0, 1.0) * f32::from(WHOLE);
        if !is_sound || whole.is_nan() || whole <= 0.0 {
            return;
        }
        let per_radius = 1.0 / brush.radius;
        let (first, last) = ((row - reach).ceil() as i32, (row + reach).floor() as i32);
        self.first_row = first;
        for at in first..=last {
            let across = (f64::from(at) - row) as f32;
            let half = match brush.shape {
                BrushShape::Circle => {
                    let far = f64::from(across);
                    (reach * reach - far * far).max(0.0).sqrt()
                }
                BrushShape::Square => reach,
                BrushShape::Diamond => (reach - f64::from(across.abs())).max(0.0),
            };
            let left = (column - half).ceil() as i32;
            let right = (column + half).floor() as i32;
            let begin = self.strengths.len();
            let strengths = (left..=right).map(|spot| {
                let along = (f64::from(spot) - column) as f32;
                let distance = brush.shape.distance(along, across) * per_radius;
                (brush.falloff.at(distance) * whole).round() as u16
            });
            self.strengths.extend(strengths);
            self.rows.push((left, begin, self.strengths.len()));
        }
    }

    /// Forgets all rows; those to come begin at this one.
    pub(super) fn begin_rows(&mut self, first_row: i32) {
        self.rows.clear();
        self.strengths.clear();
        self.first_row = first_row;
    }

    /// Adds the next row: its first column and its strengths.
    pub(super) fn push_row(&mut self, left: i32, strengths: impl Iterator<Item = u16>) {
        let begin = self.strengths.len();
        self.strengths.extend(strengths);
        self.rows.push((left, begin, self.strengths.len()));
    }

    /// First and last column, first and last row of what it covers; `None` if it covers nothing.
    pub fn bounds(&self) -> Option<([i32; 2], [i32; 2])> {
        let filled = self.rows.iter().filter(|(_, begin, end)| end > begin);
        let columns = filled.map(|(left, begin, end)| (*left, *left + (end - begin) as i32 - 1));
        let (left, right) = columns.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
        let last = self.first_row + self.rows.len() as i32 - 1;
        Some(([left, right], [self.first_row, last]))
    }

    /// The first column and the strengths of a row.
    pub fn row(&self, row: i32) -> (i32, &[u16]) {
        let index = usize::try_from(row - self.first_row).ok();
        let found = index.and_then(|index| self.rows.get(index));
        found.map_or((0, &[]), |&(left, begin, end)| {
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

/// A strength on top of another, where each dab works on what those before left.
#[inline]
pub fn added(before: u16, more: u16) -> u16 {
    let left = u32::from(WHOLE - before);
    before + ((left * u32::from(more) + 32767) / u32::from(WHOLE)) as u16
}

/// A share of a strength; both 65535 if whole.
#[inline]
pub fn scaled(strength: u16, share: u16) -> u16 {
    ((u32::from(strength) * u32::from(share) + 32767) / u32::from(WHOLE)) as u16
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
    fn strengths_on_top_of_another_approach_the_whole_and_never_pass_it() {
        let mut strength = 0;
        for dab in 1..=200 {
            strength = added(strength, 6554);
            let expected = 1.0 - 0.9f64.powi(dab);
            let found = f64::from(strength) / 65535.0;
            assert!((found - expected).abs() < 1e-3, "{dab}: {found}");
        }
        assert_eq!((added(strength, WHOLE), added(WHOLE, 5)), (WHOLE, WHOLE));
        assert_eq!(
            (scaled(WHOLE, 777), scaled(777, WHOLE), scaled(9, 0)),
            (777, 777, 0)
        );
    }
}
