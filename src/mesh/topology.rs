//! Which vertices are the same point, and which are joined by an edge.

use super::{VertexPool, View};
use crate::math::Vec3;
use std::collections::HashMap;
use std::hash::Hash;

/// The shape of a mesh without its positions: triangles, coincident vertices, edges.
///
/// Files split a point into several vertices where texture coordinates or submeshes part. Those are
/// one *weld*, called by its smallest vertex; a vertex that coincides with no other is a weld of
/// its own. Edges join welds, so a surface goes on across the parting.
///
/// Invariants: `weld_of(v) <= v`; members are in ascending order; no weld is its own neighbour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Topology {
    triangles: Vec<[u32; 3]>,
    weld_of: Vec<u32>,
    /// A bit for each vertex that coincides with no other: small enough to stay in the caches of a
    /// brush.
    alone: Vec<u64>,
    has_welds: bool,
    members: Lists,
    neighbours: Lists,
}

/// A list for each of many places, one behind the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Sorts pairs of place and item into lists; each item once, in ascending order.
    fn new(place_count: usize, mut pairs: Vec<(u32, u32)>) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        let mut starts = vec![0; place_count + 1];
        for (place, _) in &pairs {
            if let Some(count) = starts.get_mut(*place as usize + 1) {
                *count += 1;
            }
        }
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        let items = pairs.into_iter().map(|(_, item)| item).collect();
        Self { starts, items }
    }

    fn of(&self, place: u32) -> &[u32] {
        let place = place as usize;
        let bounds = self.starts.get(place).zip(self.starts.get(place + 1));
        bounds
            .and_then(|(start, end)| self.items.get(*start as usize..*end as usize))
            .unwrap_or_default()
    }
}

impl Topology {
    /// The shape of a view of the vertices.
    ///
    /// Positions must be equal to the bit to coincide, but the two zeros are one; a position that
    /// is no number coincides with nothing. Triangles that point past the vertices are left out.
    pub fn new(vertices: &VertexPool, view: Option<&View>) -> Self {
        let count = vertices.len();
        let triangles: Vec<[u32; 3]> = view
            .map(|view| pool_triangles(view, count).collect())
            .unwrap_or_default();
        let weld_of = welds(&vertices.positions);
        let place = |vertex: u32| weld_of.get(vertex as usize).copied().unwrap_or(vertex);
        let members = members_of(&weld_of);
        let mut edges = Vec::with_capacity(triangles.len() * 6);
        for &[a, b, c] in &triangles {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                let (from, to) = (place(from), place(to));
                if from != to {
                    edges.extend([(from, to), (to, from)]);
                }
            }
        }
        let neighbours = Lists::new(count, edges);
        Self {
            triangles,
            alone: alone(&weld_of),
            has_welds: has_welds(&weld_of),
            weld_of,
            members,
            neighbours,
        }
    }

    /// Number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.weld_of.len()
    }

    /// The triangles, as vertices of the pool.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The smallest vertex that coincides with this one; the vertex itself if there is none.
    pub fn weld_of(&self, vertex: u32) -> u32 {
        self.weld_of.get(vertex as usize).copied().unwrap_or(vertex)
    }

    /// Whether a vertex coincides with no other; it is a weld of its own then.
    #[inline]
    pub fn is_alone(&self, vertex: u32) -> bool {
        let word = self.alone.get(vertex as usize / 64);
        word.is_some_and(|word| word >> (vertex % 64) & 1 == 1)
    }

    /// Whether any vertices coincide.
    #[inline]
    pub fn has_welds(&self) -> bool {
        self.has_welds
    }

    /// The vertices of a weld; empty for a vertex that is not the smallest of its own.
    pub fn members(&self, weld: u32) -> &[u32] {
        self.members.of(weld)
    }

    /// All vertices that coincide with this one, itself included.
    pub fn coincident(&self, vertex: u32) -> &[u32] {
        self.members(self.weld_of(vertex))
    }

    /// The welds joined to a weld by an edge.
    pub fn neighbours(&self, weld: u32) -> &[u32] {
        self.neighbours.of(weld)
    }

    /// All welds, in ascending order.
    pub fn welds(&self) -> impl Iterator<Item = u32> + '_ {
        let all = (0..).zip(&self.weld_of);
        all.filter(|(vertex, weld)| vertex == *weld)
            .map(|(vertex, _)| vertex)
    }

    /// The same shape, with only those coincident vertices left together that have the same key.
    ///
    /// Edges stay as they are, so they join no vertex that is parted from the smallest of its weld.
    #[must_use]
    pub fn parted<K: Hash + Eq>(&self, key: impl Fn(u32) -> K) -> Self {
        let mut parted = self.clone();
        let mut first: HashMap<K, u32> = HashMap::new();
        for weld in self.welds() {
            let members = self.members(weld);
            if members.len() < 2 {
                continue;
            }
            first.clear();
            for &vertex in members {
                let weld = *first.entry(key(vertex)).or_insert(vertex);
                if let Some(kept) = parted.weld_of.get_mut(vertex as usize) {
                    *kept = weld;
                }
            }
        }
        if parted.weld_of != self.weld_of {
            parted.members = members_of(&parted.weld_of);
            parted.alone = alone(&parted.weld_of);
            parted.has_welds = has_welds(&parted.weld_of);
        }
        parted
    }

    /// For each vertex the number of its island: welds that edges join, numbered from 0 in the
    /// order of their smallest vertex.
    pub fn islands(&self) -> Vec<u32> {
        let mut island_of = vec![u32::MAX; self.vertex_count()];
        let mut open = Vec::new();
        let mut next = 0;
        for start in self.welds() {
            if island_of.get(start as usize) != Some(&u32::MAX) {
                continue;
            }
            open.push(start);
            while let Some(weld) = open.pop() {
                for &vertex in self.members(weld) {
                    if let Some(island) = island_of.get_mut(vertex as usize) {
                        *island = next;
                    }
                }
                let fresh = self.neighbours(weld).iter();
                open.extend(
                    fresh.filter(|&&other| island_of.get(other as usize) == Some(&u32::MAX)),
                );
            }
            next += 1;
        }
        island_of
    }
}

/// The bits of the vertices that coincide with no other.
fn alone(weld_of: &[u32]) -> Vec<u64> {
    let mut alone = vec![u64::MAX; weld_of.len().div_ceil(64)];
    for (vertex, &weld) in weld_of.iter().enumerate() {
        if vertex == weld as usize {
            continue;
        }
        for vertex in [vertex, weld as usize] {
            if let Some(word) = alone.get_mut(vertex / 64) {
                *word &= !(1 << (vertex % 64));
            }
        }
    }
    alone
}

fn has_welds(weld_of: &[u32]) -> bool {
    (0..).zip(weld_of).any(|(vertex, weld)| vertex != *weld)
}

/// The vertices of each weld.
fn members_of(weld_of: &[u32]) -> Lists {
    let grouped = (0..).zip(weld_of).map(|(vertex, &weld)| (weld, vertex));
    Lists::new(weld_of.len(), grouped.collect())
}

/// The triangles of a view as vertices of the pool; those that point past its end are left out.
pub fn pool_triangles(view: &View, vertex_count: usize) -> impl Iterator<Item = [u32; 3]> + '_ {
    let all = view.triangles.chunks_exact(3);
    all.filter_map(move |corners| pool_triangle(view, vertex_count, corners))
}

/// The triangles of those submeshes whose geoset is shown, submesh by submesh, as
/// [`pool_triangles`] gives them.
pub fn shown_triangles<'a>(
    view: &'a View,
    vertex_count: usize,
    is_shown: impl Fn(u16) -> bool + 'a,
) -> impl Iterator<Item = [u32; 3]> + 'a {
    let submeshes = view.submeshes.iter();
    let shown = submeshes.filter(move |submesh| is_shown(submesh.geoset));
    let places = shown.flat_map(|submesh| {
        let range = submesh.triangle_range(view.triangles.len());
        let own = view.triangles.get(range).unwrap_or_default();
        own.chunks_exact(3)
    });
    places.filter_map(move |corners| pool_triangle(view, vertex_count, corners))
}

/// Three places of a view as vertices of the pool; `None` if one points past its end.
fn pool_triangle(view: &View, vertex_count: usize, corners: &[u32]) -> Option<[u32; 3]> {
    let vertex_of = |place: u32| {
        let vertex = view.vertex_indices.get(place as usize).copied();
        vertex.filter(|&vertex| (vertex as usize) < vertex_count)
    };
    let &[a, b, c] = corners else { return None };
    Some([vertex_of(a)?, vertex_of(b)?, vertex_of(c)?])
}

/// For each position the first that is equal to it.
fn welds(positions: &[Vec3]) -> Vec<u32> {
    let mut first: HashMap<[u32; 3], u32> = HashMap::with_capacity(positions.len());
    (0..)
        .zip(positions)
        .map(|(vertex, position)| {
            if position.iter().any(|number| number.is_nan()) {
                return vertex;
            }
            // Adding zero makes the negative zero the positive one.
            let key = [position.x, position.y, position.z].map(|number| (number + 0.0).to_bits());
            *first.entry(key).or_insert(vertex)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two squares that share an edge whose points are there twice, and a triangle apart.
    fn parted() -> Topology {
        let at = |x: f32, y: f32| Vec3::new(x, y, 0.0);
        let positions = vec![
            at(0.0, 0.0),
            at(0.0, 1.0),
            at(1.0, 0.0),
            at(1.0, 1.0),
            at(1.0, -0.0),
            at(1.0, 1.0),
            at(2.0, 0.0),
            at(9.0, 0.0),
            at(9.0, 1.0),
            at(10.0, 0.0),
            at(f32::NAN, 0.0),
            at(f32::NAN, 0.0),
        ];
        let vertices = VertexPool {
            positions,
            ..VertexPool::default()
        };
        let view = View {
            vertex_indices: (0..12).collect(),
            triangles: vec![0, 1, 2, 1, 3, 2, 4, 5, 6, 7, 8, 9, 0, 1, 99],
            ..View::default()
        };
        Topology::new(&vertices, Some(&view))
    }

    #[test]
    fn vertices_at_one_place_are_one_weld_and_edges_go_on_across_it() {
        let shape = parted();
        assert_eq!(shape.weld_of(5), 3);
        assert_eq!(shape.coincident(4), &[2, 4]);
        assert_eq!(shape.members(4), &[] as &[u32]);
        assert_eq!(shape.neighbours(3), &[1, 2, 6]);
        assert_eq!(shape.weld_of(11), 11);
    }

    #[test]
    fn a_triangle_past_the_end_is_left_out() {
        assert_eq!(parted().triangles().len(), 4);
    }

    #[test]
    fn parts_that_no_edge_joins_are_islands() {
        let islands = parted().islands();
        assert_eq!(islands, [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 3]);
    }
}
