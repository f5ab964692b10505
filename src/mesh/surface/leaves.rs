//! The triangles of the tree, grouped into leaves that each have their points beside one another.

use super::surface_hit::SurfaceHit;
use super::wide_node::{Bounds, lower, upper};
use crate::math::Vec3;
use std::ops::Range;

/// Triangles in a leaf, at most. With fewer a ray is not found faster, and a refit takes longer.
pub(super) const LEAF_TRIANGLES: usize = 24;
/// Groups of four points in a leaf, at most.
pub(super) const LEAF_QUADS: usize = LEAF_TRIANGLES * 3 / 4;

/// Four points: their x, their y, their z.
pub(super) type Quad = [[f32; 4]; 3];

/// Where the points and triangles of a leaf are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    /// Its first group of four points.
    pub(super) first_quad: u32,
    /// Its first triangle.
    pub(super) first_triangle: u32,
    /// Groups of four points.
    pub(super) quads: u16,
    /// Triangles.
    pub(super) triangles: u16,
}

impl Leaf {
    /// Its groups of points, of a slice that begins with group number `first` of all.
    #[inline]
    pub(super) fn range(&self, first: usize) -> Range<usize> {
        let start = self.first_quad as usize - first;
        start..start + usize::from(self.quads)
    }

    /// Its part of all groups of points.
    #[inline]
    pub(super) fn quads_of<'a>(&self, quads: &'a [Quad]) -> &'a [Quad] {
        quads.get(self.range(0)).unwrap_or_default()
    }
}

/// All leaves. Each has copies of its own of the points that its triangles use: a leaf is read
/// in one go, and a point is looked at once for all triangles around it.
#[derive(Clone, Debug, Default)]
pub(super) struct Leaves {
    /// The leaves, in the order of the tree.
    pub(super) leaves: Vec<Leaf>,
    /// Where the points are. The last group of a leaf is filled up with its last point.
    pub(super) quads: Vec<Quad>,
    /// The mesh's vertex of each point.
    pub(super) vertices: Vec<[u32; 4]>,
    /// Corners of each triangle, by their place among the points of the leaf.
    pub(super) corners: Vec<[u8; 3]>,
    /// Position of each triangle in the list that the index was made of.
    pub(super) original: Vec<u32>,
}

impl Leaves {
    /// Adds a leaf of triangles, each with its position in the caller's list, and gives its place.
    pub(super) fn push(&mut self, triangles: impl Iterator<Item = (u32, [u32; 3])>) -> usize {
        let mut leaf = Leaf {
            first_quad: self.quads.len() as u32,
            first_triangle: self.corners.len() as u32,
            quads: 0,
            triangles: 0,
        };
        let mut vertices: Vec<u32> = Vec::with_capacity(3 * LEAF_TRIANGLES);
        for (original, corners) in triangles.take(LEAF_TRIANGLES) {
            let corners = corners.map(|vertex| {
                let place = vertices.iter().position(|&known| known == vertex);
                let place = place.unwrap_or_else(|| {
                    vertices.push(vertex);
                    vertices.len() - 1
                });
                place as u8
            });
            self.corners.push(corners);
            self.original.push(original);
            leaf.triangles += 1;
        }
        while let Some(&last) = vertices.last()
            && !vertices.len().is_multiple_of(4)
        {
            vertices.push(last);
        }
        for &vertices in vertices.as_chunks::<4>().0 {
            self.vertices.push(vertices);
            self.quads.push([[f32::NAN; 4]; 3]);
            leaf.quads += 1;
        }
        self.leaves.push(leaf);
        self.leaves.len() - 1
    }

    /// Triangles of a leaf: place and corners among its points.
    #[inline]
    pub(super) fn triangles_of(&self, leaf: &Leaf) -> impl Iterator<Item = (u32, &[u8; 3])> {
        let first = leaf.first_triangle as usize;
        let corners = self.corners.get(first..first + usize::from(leaf.triangles));
        (leaf.first_triangle..).zip(corners.unwrap_or_default())
    }

    /// Position of a triangle in the caller's list.
    #[inline]
    pub(super) fn original(&self, place: u32) -> u32 {
        self.original
            .get(place as usize)
            .copied()
            .unwrap_or(u32::MAX)
    }

    /// The spot of triangle `place` of `leaf` that is made of `shares`.
    pub(super) fn hit(
        &self,
        leaf: u32,
        place: u32,
        shares: [f32; 3],
        distance: f32,
    ) -> Option<SurfaceHit> {
        let leaf = self.leaves.get(leaf as usize)?;
        let first = leaf.first_quad as usize;
        let corners = self.corners.get(place as usize)?.map(usize::from);
        let point = |corner: usize| {
            let quad = self.quads.get(first + corner / 4);
            point_of(quad.map_or(&[], std::slice::from_ref), corner % 4)
        };
        let vertex = |corner: usize| {
            let vertices = self.vertices.get(first + corner / 4);
            vertices.map_or(u32::MAX, |vertices| vertices[corner % 4])
        };
        let [a, b, c] = corners.map(point);
        let normal = (b - a).cross(&(c - a)).try_normalize(0.0);
        Some(SurfaceHit {
            triangle: self.original(place),
            corners: corners.map(vertex),
            shares,
            point: a * shares[0] + b * shares[1] + c * shares[2],
            normal: normal.unwrap_or_else(Vec3::zeros),
            distance,
        })
    }
}

/// Fetches the points of a leaf from the mesh's positions and gives the box around them. A vertex
/// that `positions` does not have is nowhere.
#[inline]
pub(super) fn fetch(quads: &mut [Quad], vertices: &[[u32; 4]], positions: &[Vec3]) -> Bounds {
    let nowhere = Vec3::repeat(f32::NAN);
    let at = |vertex: u32| positions.get(vertex as usize).unwrap_or(&nowhere);
    let mut low = [[f32::INFINITY; 4]; 3];
    let mut high = [[f32::NEG_INFINITY; 4]; 3];
    for (quad, vertices) in quads.iter_mut().zip(vertices) {
        let [a, b, c, d] = *vertices;
        let (a, b, c, d) = (at(a), at(b), at(c), at(d));
        // All at once, not number by number: the groups are read again as a whole.
        let moved = [
            [a.x, b.x, c.x, d.x],
            [a.y, b.y, c.y, d.y],
            [a.z, b.z, c.z, d.z],
        ];
        *quad = moved;
        for axis in 0..3 {
            for lane in 0..4 {
                low[axis][lane] = lower(moved[axis][lane], low[axis][lane]);
                high[axis][lane] = upper(moved[axis][lane], high[axis][lane]);
            }
        }
    }
    Bounds::of_lanes(low, high)
}

/// A point of a leaf; not a number for one that does not exist.
#[inline]
pub(super) fn point_of(quads: &[Quad], place: usize) -> Vec3 {
    match quads.get(place / 4) {
        Some([x, y, z]) => Vec3::new(x[place % 4], y[place % 4], z[place % 4]),
        None => Vec3::repeat(f32::NAN),
    }
}
