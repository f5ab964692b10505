//! The dabs of a stroke in progress, one behind the other in memory that strokes use again.

use super::DabArgument;

/// The dabs of a stroke in progress.
///
/// A list for each dab would ask for new memory a hundred times a second.
#[derive(Debug, Default)]
pub(super) struct DabLog {
    vertices: Vec<u32>,
    strengths: Vec<f32>,
    sources: Vec<u32>,
    /// For each dab the number of its vertices and of its sources.
    counts: Vec<(usize, usize)>,
}

impl DabLog {
    /// Forgets all dabs.
    pub fn clear(&mut self) {
        self.vertices.clear();
        self.strengths.clear();
        self.sources.clear();
        self.counts.clear();
    }

    /// Adds a dab.
    pub fn push(&mut self, dab: &DabArgument) {
        let count = dab.vertices.len().min(dab.strengths.len());
        self.vertices.extend(dab.vertices.iter().take(count));
        self.strengths.extend(dab.strengths.iter().take(count));
        self.sources.extend(&dab.sources);
        self.counts.push((count, dab.sources.len()));
    }

    /// The dabs, as an operator has them.
    pub fn dabs(&self) -> Vec<DabArgument> {
        let mut vertices = self.vertices.as_slice();
        let mut strengths = self.strengths.as_slice();
        let mut sources = self.sources.as_slice();
        let dab = |&(count, source_count): &(usize, usize)| DabArgument {
            vertices: take(&mut vertices, count),
            strengths: take(&mut strengths, count),
            sources: take(&mut sources, source_count),
        };
        self.counts.iter().map(dab).collect()
    }
}

/// Cuts the first elements off.
fn take<T: Copy>(items: &mut &[T], count: usize) -> Vec<T> {
    let (first, rest) = items.split_at_checked(count).unwrap_or((*items, &[]));
    *items = rest;
    first.to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dabs_come_out_as_they_went_in() {
        let dab = |vertices: &[u32], sources: &[u32]| DabArgument {
            vertices: vertices.to_vec(),
            strengths: vertices.iter().map(|&vertex| vertex as f32 / 8.0).collect(),
            sources: sources.to_vec(),
        };
        let dabs = [
            dab(&[3, 1], &[]),
            dab(&[], &[]),
            dab(&[7, 2, 5], &[1, 1, 4]),
        ];
        let mut log = DabLog::default();
        log.push(&dabs[2]);
        log.clear();
        for dab in &dabs {
            log.push(dab);
        }
        assert_eq!(log.dabs(), dabs);
    }
}
