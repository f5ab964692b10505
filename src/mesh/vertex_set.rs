//! Which vertices something touched.

use std::ops::Range;

/// Runs that are kept at hand while vertices are put into runs.
const LAST_RUNS: usize = 64;

/// Vertices that were touched, gathered as they come and sorted only when asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VertexSet(Vec<u32>);

impl VertexSet {
    /// An empty set that takes so many vertices without asking for memory again.
    pub fn with_room(count: usize) -> Self {
        Self(Vec::with_capacity(count))
    }

    /// Adds a vertex.
    pub fn insert(&mut self, vertex: u32) {
        self.0.push(vertex);
    }

    /// Adds vertices.
    pub fn insert_all(&mut self, vertices: &[u32]) {
        self.0.extend_from_slice(vertices);
    }

    /// Adds the vertices of another set.
    pub fn join(&mut self, other: &Self) {
        self.insert_all(&other.0);
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The vertices, each once, in ascending order.
    pub fn sorted(&self) -> Vec<u32> {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted.dedup();
        sorted
    }

    /// Runs that cover all vertices; vertices at most `gap` apart are in one run.
    ///
    /// With a gap above 1 a run has vertices that were not touched, which costs less to upload
    /// than a run of its own.
    pub fn ranges(&self, gap: u32) -> Vec<Range<u32>> {
        // What comes near one of the last runs joins it; few runs are left to be sorted.
        let mut runs: Vec<Range<u32>> = Vec::with_capacity(LAST_RUNS);
        let mut last_runs = [0_usize; LAST_RUNS];
        let mut latest = 0;
        let coarse = gap.max(1).ilog2();
        for &vertex in &self.0 {
            // Most vertices come right after one beside them.
            if let Some(run) = runs.get_mut(latest)
                && run.start <= vertex
                && vertex < run.end.saturating_add(gap.min(1))
            {
                run.end = run.end.max(vertex.saturating_add(1));
                continue;
            }
            let place = (vertex >> coarse) as usize % LAST_RUNS;
            let last = &mut last_runs[place];
            match runs.get_mut(*last) {
                Some(run) if joins(run, vertex, gap) => {
                    run.start = run.start.min(vertex);
                    run.end = run.end.max(vertex.saturating_add(1));
                }
                _ => {
                    *last = runs.len();
                    runs.push(vertex..vertex.saturating_add(1));
                }
            }
            latest = *last;
        }
        runs.sort_unstable_by_key(|run| run.start);
        runs.dedup_by(|run, last| {
            let joins = run.start < last.end || run.start - last.end < gap;
            if joins {
                last.end = last.end.max(run.end);
            }
            joins
        });
        runs
    }
}

/// Whether a vertex is in a run, or at most `gap` away from it.
#[inline]
fn joins(run: &Range<u32>, vertex: u32, gap: u32) -> bool {
    vertex < run.end.saturating_add(gap) && run.start <= vertex.saturating_add(gap)
}

impl Extend<u32> for VertexSet {
    fn extend<T: IntoIterator<Item = u32>>(&mut self, vertices: T) {
        self.0.extend(vertices);
    }
}

impl FromIterator<u32> for VertexSet {
    fn from_iter<T: IntoIterator<Item = u32>>(vertices: T) -> Self {
        Self(vertices.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_near_each_other_are_one_run() {
        let set: VertexSet = [7, 3, 4, 3, 20].into_iter().collect();
        assert_eq!(set.sorted(), [3, 4, 7, 20]);
        assert_eq!(set.ranges(1), [3..5, 7..8, 20..21]);
        assert_eq!(set.ranges(4), [3..8, 20..21]);
        assert_eq!(set.ranges(0), [3..4, 4..5, 7..8, 20..21]);
    }

    #[test]
    fn runs_do_not_depend_on_the_order_in_which_vertices_come() {
        let mut random = 1_u64;
        let mut next = |below: u32| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 33) as u32 % below
        };
        for turn in 0..200 {
            let spread = [50, 3_000, 100_000, u32::MAX][turn % 4];
            let set: VertexSet = (0..300).map(|_| next(spread)).collect();
            for gap in [0, 1, 2, 64, 1000] {
                // One after the other in ascending order.
                let mut expected: Vec<Range<u32>> = Vec::new();
                for vertex in set.sorted() {
                    match expected.last_mut() {
                        Some(last) if vertex - last.end < gap => last.end = vertex + 1,
                        _ => expected.push(vertex..vertex + 1),
                    }
                }
                assert_eq!(set.ranges(gap), expected, "{gap}");
            }
        }
    }
}
