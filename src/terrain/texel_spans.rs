//! Texels of a map chunk as a run of columns in each row.

use super::alpha_map::ALPHA_SIDE;
use std::ops::Range;

/// Texels of a map chunk as a run of columns in each row: from, and up to without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TexelSpans([[u8; 2]; ALPHA_SIDE]);

/// A bit for each place along the four borders of a map chunk: its first and last row, and of the
/// rows between the first and the last column.
pub type BorderBits = [u64; 4];

/// No place on a border.
pub const NO_BITS: BorderBits = [0; 4];

impl TexelSpans {
    /// None at all.
    pub const NONE: Self = Self([[0, 0]; ALPHA_SIDE]);
    /// All texels.
    pub const ALL: Self = Self([[0, ALPHA_SIDE as u8]; ALPHA_SIDE]);

    /// Adds columns of a row.
    pub fn add(&mut self, row: usize, columns: Range<usize>) {
        let [from, to] = [columns.start, columns.end].map(|at| at.min(ALPHA_SIDE) as u8);
        if let Some(span) = self.0.get_mut(row) {
            *span = joined(*span, [from, to]);
        }
    }

    /// Adds all of another's.
    pub fn merge(&mut self, other: &Self) {
        for (span, more) in self.0.iter_mut().zip(&other.0) {
            *span = joined(*span, *more);
        }
    }

    /// The rows that have any, with their columns.
    pub fn rows(&self) -> impl Iterator<Item = (usize, Range<usize>)> {
        let spans = self.0.into_iter().enumerate();
        spans
            .filter(|(_, [from, to])| from < to)
            .map(|(row, [from, to])| (row, usize::from(from)..usize::from(to)))
    }

    /// Those that lie on a border of the map chunk.
    pub fn border_bits(&self) -> BorderBits {
        let last = ALPHA_SIDE - 1;
        let mut bits = [0; 4];
        for (row, columns) in self.rows() {
            let run = (u64::MAX >> (ALPHA_SIDE - columns.len())) << columns.start;
            if row == 0 {
                bits[0] = run;
            } else if row == last {
                bits[1] = run;
            } else {
                bits[2] |= (run & 1) << row;
                bits[3] |= (run >> last) << row;
            }
        }
        bits
    }
}

/// The run around both; one that ends before it begins is none.
fn joined(span: [u8; 2], more: [u8; 2]) -> [u8; 2] {
    if more[0] >= more[1] {
        span
    } else if span[0] >= span[1] {
        more
    } else {
        [span[0].min(more[0]), span[1].max(more[1])]
    }
}

/// Column and row of each bit that is set.
pub fn texels_of_border_bits(bits: BorderBits) -> impl Iterator<Item = (usize, usize)> {
    let last = ALPHA_SIDE - 1;
    bits.into_iter().enumerate().flat_map(move |(side, bits)| {
        let mut left = bits;
        std::iter::from_fn(move || {
            let at = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(match side {
                0 => (at, 0),
                1 => (at, last),
                2 => (0, at),
                _ => (last, at),
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn texels_on_borders_are_those_of_the_outermost_rows_and_columns() {
        let mut spans = TexelSpans::NONE;
        assert_eq!(spans.border_bits(), [0; 4]);
        spans.add(0, 3..9);
        spans.add(0, 7..20);
        spans.add(1, 0..64);
        spans.add(30, 5..60);
        spans.add(31, 63..64);
        spans.add(62, 0..1);
        spans.add(63, 60..64);
        spans.add(40, 9..9);
        let last = ALPHA_SIDE - 1;
        let expected: BTreeSet<(usize, usize)> = spans
            .rows()
            .flat_map(|(row, columns)| columns.map(move |column| (column, row)))
            .filter(|(column, row)| [0, last].contains(column) || [0, last].contains(row))
            .collect();
        let found: Vec<_> = texels_of_border_bits(spans.border_bits()).collect();
        assert_eq!(found.len(), expected.len());
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
        assert_eq!(expected.len(), 17 + 2 + 1 + 1 + 4);
        let around = texels_of_border_bits(TexelSpans::ALL.border_bits());
        assert_eq!(around.count(), 4 * last);
    }
}
