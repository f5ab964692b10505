//! The edges of a mesh with the triangles on them, in one pass without sorting all of them.

/// A triangle's side: which triangle, and whether it runs from the lower to the higher vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Side {
    /// The edge's higher vertex.
    pub high: u32,
    /// The triangle.
    pub triangle: u32,
    /// The corner opposite, 0 to 2.
    pub corner: u8,
    /// Whether the triangle runs through the edge from the lower vertex to the higher.
    pub is_upwards: bool,
}

/// All sides, grouped by the lower vertex of their edge and sorted by the higher one.
#[derive(Clone, Debug, Default)]
pub(super) struct Edges {
    starts: Vec<u32>,
    sides: Vec<Side>,
}

impl Edges {
    /// The edges of triangles whose corners are all below `vertex_count`.
    pub(super) fn new(vertex_count: usize, triangles: &[[u32; 3]]) -> Self {
        let mut starts = vec![0u32; vertex_count + 1];
        for triangle in triangles {
            for corner in 0..3 {
                let (a, b) = side(triangle, corner);
                if let Some(count) = starts.get_mut(a.min(b) as usize + 1) {
                    *count += 1;
                }
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut next = starts.clone();
        let blank = Side {
            high: 0,
            triangle: 0,
            corner: 0,
            is_upwards: true,
        };
        let mut sides = vec![blank; sum as usize];
        for (index, triangle) in triangles.iter().enumerate() {
            for corner in 0..3 {
                let (a, b) = side(triangle, corner);
                let Some(at) = next.get_mut(a.min(b) as usize) else {
                    continue;
                };
                if let Some(slot) = sides.get_mut(*at as usize) {
                    *slot = Side {
                        high: a.max(b),
                        triangle: index as u32,
                        corner: corner as u8,
                        is_upwards: a < b,
                    };
                }
                *at += 1;
            }
        }
        for window in starts.windows(2) {
            if let Some(bucket) = sides.get_mut(window[0] as usize..window[1] as usize) {
                bucket.sort_unstable();
            }
        }
        Self { starts, sides }
    }

    /// Every edge once: its lower vertex, its higher vertex and its sides.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, u32, &[Side])> {
        self.starts
            .windows(2)
            .zip(0u32..)
            .flat_map(move |(window, low)| {
                let bucket = self.sides.get(window[0] as usize..window[1] as usize);
                bucket
                    .unwrap_or_default()
                    .chunk_by(|a, b| a.high == b.high)
                    .filter_map(move |sides| sides.first().map(|side| (low, side.high, sides)))
            })
    }
}

/// The two vertices of the side opposite to `corner`, in the triangle's direction.
pub(super) fn side(triangle: &[u32; 3], corner: usize) -> (u32, u32) {
    (triangle[(corner + 1) % 3], triangle[(corner + 2) % 3])
}
