//! Which vertices something touched.

use std::ops::Range;

/// Vertices that were touched, gathered as they come and sorted only when asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VertexSet(Vec<u32>);

impl VertexSet {
    /// Adds a vertex.
    pub fn insert(&mut self, vertex: u32) {
        self.0.push(vertex);
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
        let mut ranges: Vec<Range<u32>> = Vec::new();
        for vertex in self.sorted() {
            match ranges.last_mut() {
                Some(last) if vertex - last.end < gap => last.end = vertex + 1,
                _ => ranges.push(vertex..vertex + 1),
            }
        }
        ranges
    }
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
    }
}
