//! A triangle mesh in the making, before it is cut into submeshes.

use crate::math::{Vec2, Vec3};
use std::collections::HashMap;

/// Positions, normals, texture coordinates and triangles of one part of a sample.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surface {
    /// Where each vertex is, model space.
    pub positions: Vec<Vec3>,
    /// Which way it faces, unit length.
    pub normals: Vec<Vec3>,
    /// Where it lies in the texture; empty until it is unwrapped.
    pub uvs: Vec<Vec2>,
    /// What each vertex belongs to; the meaning is the maker's, 0 where nothing was said.
    pub tags: Vec<u8>,
    /// Three vertices a triangle, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

impl Surface {
    /// Adds a quad as two triangles, cut along its shorter diagonal.
    pub(crate) fn push_quad(&mut self, quad: [u32; 4]) {
        let [a, b, c, d] = quad;
        if quad.contains(&u32::MAX) {
            return;
        }
        let length = |i: u32, j: u32| {
            (self.positions[i as usize] - self.positions[j as usize]).norm_squared()
        };
        if length(a, c) <= length(b, d) {
            self.triangles.extend([[a, b, c], [a, c, d]]);
        } else {
            self.triangles.extend([[a, b, d], [b, c, d]]);
        }
    }

    /// Adds everything of `other`.
    pub(crate) fn append(&mut self, other: &Self) {
        let base = self.positions.len() as u32;
        self.positions.extend_from_slice(&other.positions);
        self.normals.extend_from_slice(&other.normals);
        self.uvs.extend_from_slice(&other.uvs);
        self.tags.extend_from_slice(&other.tags);
        self.triangles
            .extend(other.triangles.iter().map(|t| t.map(|i| i + base)));
    }

    /// The same surface, all of it belonging to `tag`.
    pub(crate) fn tagged(mut self, tag: u8) -> Self {
        self.tags = vec![tag; self.positions.len()];
        self
    }

    /// A bent sheet: `place` gives a point for coordinates 0 to 1 across and down.
    ///
    /// It faces the viewer who sees across going right and down going down. Texture coordinates
    /// are stretched from `corner` over `size`.
    pub(crate) fn sheet(
        across: usize,
        down: usize,
        corner: Vec2,
        size: Vec2,
        place: impl Fn(f32, f32) -> Vec3,
    ) -> Self {
        const STEP: f32 = 1e-2;
        let mut sheet = Self::default();
        for j in 0..=down {
            for i in 0..=across {
                let (u, v) = (i as f32 / across as f32, j as f32 / down as f32);
                let right = place(u + STEP, v) - place(u - STEP, v);
                let below = place(u, v + STEP) - place(u, v - STEP);
                let normal = below.cross(&right).try_normalize(1e-12);
                sheet.positions.push(place(u, v));
                sheet.normals.push(normal.unwrap_or_else(Vec3::z));
                sheet.uvs.push(corner + Vec2::new(u * size.x, v * size.y));
            }
        }
        let row = across as u32 + 1;
        for j in 0..down as u32 {
            for i in 0..across as u32 {
                let at = j * row + i;
                sheet.push_quad([at, at + row, at + row + 1, at + 1]);
            }
        }
        sheet.tagged(0)
    }

    /// The vertices that share an edge with each vertex.
    pub(crate) fn neighbours(&self) -> Vec<Vec<u32>> {
        let mut of = vec![Vec::new(); self.positions.len()];
        for &[a, b, c] in &self.triangles {
            for (from, to) in [(a, b), (b, c), (c, a), (b, a), (c, b), (a, c)] {
                let list: &mut Vec<u32> = &mut of[from as usize];
                if !list.contains(&to) {
                    list.push(to);
                }
            }
        }
        of
    }

    /// Moves every vertex by `share` of the way to the middle of its neighbours.
    pub(crate) fn relax(&mut self, share: f32) {
        let moved = self
            .neighbours()
            .iter()
            .zip(&self.positions)
            .map(|(near, p)| {
                if near.is_empty() {
                    return *p;
                }
                let sum: Vec3 = near.iter().map(|&i| self.positions[i as usize]).sum();
                p.lerp(&(sum / near.len() as f32), share)
            })
            .collect();
        self.positions = moved;
    }

    /// Twice the area of a triangle, along its normal.
    pub(crate) fn cross(&self, triangle: [u32; 3]) -> Vec3 {
        let [a, b, c] = triangle.map(|i| self.positions[i as usize]);
        (b - a).cross(&(c - a))
    }

    /// Takes out triangles without area and vertices without triangles.
    pub(crate) fn drop_degenerate(&mut self) {
        let keep: Vec<[u32; 3]> = self
            .triangles
            .iter()
            .copied()
            .filter(|&t| self.cross(t).norm() > 1e-7)
            .collect();
        self.triangles = keep;
        self.drop_unused();
    }

    /// Keeps the triangles of which `keep` is true for any corner.
    pub(crate) fn retain_where(&mut self, keep: impl Fn(&Vec3) -> bool) {
        let kept: Vec<bool> = self.positions.iter().map(keep).collect();
        self.triangles
            .retain(|t| t.iter().any(|&i| kept[i as usize]));
        self.drop_unused();
    }

    fn drop_unused(&mut self) {
        let mut new_of: HashMap<u32, u32> = HashMap::new();
        let mut order: Vec<u32> = Vec::new();
        for triangle in &mut self.triangles {
            for index in triangle {
                *index = *new_of.entry(*index).or_insert_with(|| {
                    order.push(*index);
                    order.len() as u32 - 1
                });
            }
        }
        let old = |i: &u32| *i as usize;
        self.positions = order.iter().map(|i| self.positions[old(i)]).collect();
        if !self.normals.is_empty() {
            self.normals = order.iter().map(|i| self.normals[old(i)]).collect();
        }
        if !self.tags.is_empty() {
            self.tags = order.iter().map(|i| self.tags[old(i)]).collect();
        }
        if !self.uvs.is_empty() {
            self.uvs = order.iter().map(|i| self.uvs[old(i)]).collect();
        }
    }
}
