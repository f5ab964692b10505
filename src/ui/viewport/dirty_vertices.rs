//! Which vertices changed since the last picture, as few ranges.

use std::ops::Range;

/// Gaps up to this many vertices are uploaded along: another call costs more.
const GAP: u32 = 8;

/// Ranges of vertices that changed.
#[derive(Debug, Default)]
pub(super) struct DirtyVertices {
    ranges: Vec<Range<u32>>,
}

impl DirtyVertices {
    /// Adds vertices; nothing is lost if they come in any order or more than once.
    pub fn add(&mut self, range: Range<u32>) {
        if range.is_empty() {
            return;
        }
        match self.ranges.last_mut() {
            Some(last) if range.start >= last.start && range.start <= reach(last) => {
                last.end = last.end.max(range.end);
            }
            _ => self.ranges.push(range),
        }
    }

    /// The ranges, in ascending order, none near another.
    pub fn settled(&mut self) -> &[Range<u32>] {
        self.ranges.sort_unstable_by_key(|range| range.start);
        self.ranges.dedup_by(|later, kept| {
            let is_near = later.start <= reach(kept);
            if is_near {
                kept.end = kept.end.max(later.end);
            }
            is_near
        });
        &self.ranges
    }

    /// Forgets all; the memory is kept for the next.
    pub fn clear(&mut self) {
        self.ranges.clear();
    }
}

fn reach(range: &Range<u32>) -> u32 {
    range.end.saturating_add(GAP)
}

#[cfg(test)]
#[allow(
    clippy::single_range_in_vec_init,
    reason = "a list of one range is what is meant"
)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(added: &[Range<u32>], expected: &[Range<u32>]) {
        let mut dirty = DirtyVertices::default();
        for range in added {
            dirty.add(range.clone());
        }
        assert_eq!(dirty.settled(), expected, "{added:?}");
    }

    #[test]
    fn near_vertices_make_one_range_in_whatever_order_they_come() {
        check(&[3..4, 4..5, 5..6], &[3..6]);
        check(&[5..6, 4..5, 3..4], &[3..6]);
        check(&[3..4, 12..13], &[3..13]);
        check(&[3..4, 13..14], &[3..4, 13..14]);
        check(&[50..60, 0..2, 55..57, 1..9], &[0..9, 50..60]);
        check(&[0..100, 10..20, 90..95], &[0..100]);
        check(&[7..7], &[]);
        check(
            &[u32::MAX - 1..u32::MAX, 0..1],
            &[0..1, u32::MAX - 1..u32::MAX],
        );
    }

    #[test]
    fn every_vertex_that_was_added_is_in_a_range() {
        let mut dirty = DirtyVertices::default();
        let vertices: Vec<u32> = (0..500).map(|i: u32| i.wrapping_mul(7919) % 3001).collect();
        for &vertex in &vertices {
            dirty.add(vertex..vertex + 1);
        }
        let ranges = dirty.settled();
        for vertex in vertices {
            assert!(ranges.iter().any(|range| range.contains(&vertex)));
        }
        for pair in ranges.windows(2) {
            assert!(pair[0].end + GAP < pair[1].start);
        }
    }
}
