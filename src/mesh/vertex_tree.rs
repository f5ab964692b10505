//! Which vertices of a posed mesh are near a point.
//!
//! Vertices are parted again and again across the longest side of the box around them, so that
//! sixteen in a row lie together; over these blocks stand boxes, eight to a node. A sphere opens
//! only the boxes that it touches, however large the mesh is and however far its vertices lie apart.
#![allow(
    unsafe_code,
    reason = "the search is compiled a second time for wider registers, which have to be there"
)]

#[cfg(target_arch = "x86_64")]
use super::vertex_block::wide;
use super::vertex_block::{BLOCK, Block, NearVertex, Sphere};
use crate::math::{Aabb, Vec3};
use rayon::prelude::*;

/// Boxes in a node.
const WIDTH: usize = 8;
/// Blocks or nodes that one thread refits at a time.
const SHARE: usize = 1024;
/// Levels of boxes over 2^32 vertices, and to spare.
const MOST_LEVELS: usize = 12;
/// Vertices from which on both parts of a mesh are parted side by side.
const MANY: usize = 1 << 14;

/// Boxes around blocks or nodes: lower bounds axis by axis, then upper bounds.
#[derive(Clone, Debug)]
struct BoxNode {
    low: [[f32; WIDTH]; 3],
    high: [[f32; WIDTH]; 3],
}

impl BoxNode {
    const EMPTY: Self = Self {
        low: [[f32::INFINITY; WIDTH]; 3],
        high: [[f32::NEG_INFINITY; WIDTH]; 3],
    };

    /// Squares of the distances from a point to the boxes.
    #[inline(always)]
    fn squared_distances(&self, point: &Vec3) -> [f32; WIDTH] {
        let mut squared = [0.0; WIDTH];
        for axis in 0..3 {
            let at = point[axis];
            for (lane, squared) in squared.iter_mut().enumerate() {
                let below = self.low[axis][lane] - at;
                let above = at - self.high[axis][lane];
                let nearer = if below > above { below } else { above };
                let outside = if nearer > 0.0 { nearer } else { 0.0 };
                *squared += outside * outside;
            }
        }
        squared
    }
}

/// Finds the vertices near a point.
///
/// - It is made once for a mesh and refitted when a pose moves the vertices; which vertices share
///   a block stays as it was at first.
/// - A vertex whose position is not finite is near nothing.
#[derive(Clone, Debug, Default)]
pub struct VertexTree {
    blocks: Vec<Block>,
    /// Nodes from those over the blocks up to the one over all; in each level node `n` is over
    /// eight of the level below, from `8 n` on.
    levels: Vec<Vec<BoxNode>>,
}

impl VertexTree {
    /// Makes the tree of all vertices, numbered by their place in `positions`.
    pub fn new(positions: &[Vec3]) -> Self {
        let is_finite = |position: &Vec3| position.iter().all(|part| part.is_finite());
        let (mut order, mut nowhere): (Vec<u32>, Vec<u32>) = (0..)
            .zip(positions)
            .map(|(vertex, _)| vertex)
            .partition(|&vertex| positions.get(vertex as usize).is_some_and(is_finite));
        part(&mut order, positions);
        order.append(&mut nowhere);
        let block = |vertices: &[u32]| Block {
            position: [[f32::NAN; BLOCK]; 3],
            vertex: std::array::from_fn(|lane| vertices.get(lane).copied().unwrap_or(u32::MAX)),
        };
        let blocks: Vec<Block> = order.chunks(BLOCK).map(block).collect();
        let mut levels = Vec::new();
        let mut below = blocks.len();
        while below > 1 || (levels.is_empty() && below > 0) {
            below = below.div_ceil(WIDTH);
            levels.push(vec![BoxNode::EMPTY; below]);
        }
        let mut tree = Self { blocks, levels };
        tree.refit(positions);
        tree
    }

    /// Moves the vertices to other positions. One that `positions` does not have is near nothing.
    pub fn refit(&mut self, positions: &[Vec3]) {
        let mut levels = self.levels.iter_mut();
        let Some(first) = levels.next() else {
            return;
        };
        self.blocks
            .par_chunks_mut(SHARE * WIDTH)
            .zip(first.par_chunks_mut(SHARE))
            .for_each(|(blocks, nodes)| {
                for (blocks, node) in blocks.chunks_mut(WIDTH).zip(nodes) {
                    for (lane, block) in blocks.iter_mut().enumerate() {
                        let (low, high) = fetch(block, positions);
                        for axis in 0..3 {
                            node.low[axis][lane] = low[axis];
                            node.high[axis][lane] = high[axis];
                        }
                    }
                }
            });
        let mut below = first;
        for level in levels {
            for (under, node) in below.chunks(WIDTH).zip(level.iter_mut()) {
                for (lane, under) in under.iter().enumerate() {
                    for axis in 0..3 {
                        node.low[axis][lane] = least(&under.low[axis]);
                        node.high[axis][lane] = most(&under.high[axis]);
                    }
                }
            }
            below = level;
        }
    }

    /// Puts every vertex that is at most `radius` away from `centre` into `found`, with its
    /// distance, in an order that depends on nothing but the mesh.
    ///
    /// What `found` held is dropped, its memory is used again. Nothing is found with a radius
    /// below 0 or with anything that is no number.
    pub fn within(&self, centre: &Vec3, radius: f32, found: &mut Vec<NearVertex>) {
        found.clear();
        if radius.is_nan() || radius < 0.0 || centre.iter().any(|part| part.is_nan()) {
            return;
        }
        let sphere = Sphere {
            centre: *centre,
            squared_radius: radius * radius,
        };
        #[cfg(target_arch = "x86_64")]
        if wide::is_there() {
            // SAFETY: what it needs was found just now.
            unsafe { self.gather_wide(&sphere, found) };
            return;
        }
        self.gather_by(&sphere, found, Sphere::gather);
    }

    /// The same search, all of it compiled for what the processor has.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt")]
    fn gather_wide(&self, sphere: &Sphere, found: &mut Vec<NearVertex>) {
        self.gather_by(sphere, found, |sphere, block, found| {
            wide::gather(sphere, block, found);
        });
    }

    /// Looks into those boxes that the sphere touches, from the one over all down to the blocks.
    #[inline(always)]
    fn gather_by(
        &self,
        sphere: &Sphere,
        found: &mut Vec<NearVertex>,
        gather: impl Fn(&Sphere, &Block, &mut Vec<NearVertex>),
    ) {
        let Some(top) = self.levels.len().checked_sub(1) else {
            return;
        };
        // For each level the node that is looked into, and the boxes of it that are still to do.
        let mut open = [(0_usize, 0_u32); MOST_LEVELS];
        let mut level = top;
        open[level] = (0, self.touched(top, 0, sphere));
        loop {
            let (node, left) = open[level];
            if left == 0 {
                level += 1;
                if level > top {
                    return;
                }
                continue;
            }
            open[level].1 = left & (left - 1);
            let under = node * WIDTH + left.trailing_zeros() as usize;
            if level > 0 {
                level -= 1;
                open[level] = (under, self.touched(level, under, sphere));
            } else if let Some(block) = self.blocks.get(under) {
                gather(sphere, block, found);
            }
        }
    }

    /// Which boxes of a node the sphere touches, a bit for each.
    #[inline(always)]
    fn touched(&self, level: usize, node: usize, sphere: &Sphere) -> u32 {
        let node = self.levels.get(level).and_then(|nodes| nodes.get(node));
        let Some(boxes) = node else {
            return 0;
        };
        let mut touched = 0;
        for (lane, &squared) in boxes.squared_distances(&sphere.centre).iter().enumerate() {
            // An empty box is infinitely far, which an infinite radius reaches: it holds nothing.
            touched |= u32::from(squared <= sphere.squared_radius) << lane;
        }
        touched
    }
}

/// Fetches the vertices of a block and gives the box around them.
#[inline]
fn fetch(block: &mut Block, positions: &[Vec3]) -> ([f32; 3], [f32; 3]) {
    let mut rows = [[f32::NAN; BLOCK]; 3];
    for (lane, &vertex) in block.vertex.iter().enumerate() {
        let position = positions.get(vertex as usize);
        let finite = |position: &&Vec3| position.iter().all(|part| part.is_finite());
        if let Some(position) = position.filter(finite) {
            for (axis, row) in rows.iter_mut().enumerate() {
                row[lane] = position[axis];
            }
        }
    }
    block.position = rows;
    let [x, y, z] = &rows;
    ([least(x), least(y), least(z)], [most(x), most(y), most(z)])
}

#[inline]
fn least(row: &[f32]) -> f32 {
    let lower = |least: f32, &part: &f32| if part < least { part } else { least };
    row.iter().fold(f32::INFINITY, lower)
}

#[inline]
fn most(row: &[f32]) -> f32 {
    let upper = |most: f32, &part: &f32| if part > most { part } else { most };
    row.iter().fold(f32::NEG_INFINITY, upper)
}

/// Orders vertices so that those of a block, and those of a node over blocks, lie together: in halves
/// on either side of a plane, down to single blocks, which name their vertices in ascending order.
fn part(vertices: &mut [u32], positions: &[Vec3]) {
    if vertices.len() <= BLOCK {
        vertices.sort_unstable();
        return;
    }
    let position = |vertex: u32| positions.get(vertex as usize).copied().unwrap_or_default();
    let mut around = Aabb::EMPTY;
    for &vertex in vertices.iter() {
        around.include(&position(vertex));
    }
    let axis = (around.max - around.min).imax();
    // Near the middle, where a node over blocks ends.
    let mut whole = BLOCK;
    while whole * WIDTH < vertices.len() {
        whole *= WIDTH;
    }
    let middle = (vertices.len() + whole) / (2 * whole) * whole;
    let by_place = |a: &u32, b: &u32| {
        let [one, other] = [a, b].map(|vertex| position(*vertex)[axis]);
        one.total_cmp(&other).then(a.cmp(b))
    };
    vertices.select_nth_unstable_by(middle, by_place);
    let is_large = vertices.len() > MANY;
    let (low, high) = vertices.split_at_mut(middle);
    if is_large {
        rayon::join(|| part(low, positions), || part(high, positions));
    } else {
        part(low, positions);
        part(high, positions);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(index: u64) -> f32 {
        let mut z = index.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 40) as f32 / (1u64 << 24) as f32
    }

    fn point(index: u64) -> Vec3 {
        Vec3::new(noise(3 * index), noise(3 * index + 1), noise(3 * index + 2))
    }

    fn cloud(count: u64) -> Vec<Vec3> {
        (1..=count).map(point).collect()
    }

    /// Asks every vertex, in the order of their numbers.
    fn by_force(positions: &[Vec3], centre: &Vec3, radius: f32) -> Vec<(u32, f32)> {
        (0..)
            .zip(positions)
            .map(|(vertex, position)| (vertex, (position - centre).norm()))
            .filter(|&(_, distance)| distance <= radius)
            .collect()
    }

    #[track_caller]
    fn check_within(tree: &VertexTree, positions: &[Vec3], centre: &Vec3, radius: f32) -> usize {
        let mut near = vec![NearVertex::default()];
        tree.within(centre, radius, &mut near);
        let mut found: Vec<(u32, f32)> = near
            .iter()
            .map(|near| (near.vertex, near.distance))
            .collect();
        found.sort_unstable_by_key(|&(vertex, _)| vertex);
        let expected = by_force(positions, centre, radius);
        let vertices = |list: &[(u32, f32)]| list.iter().map(|&(v, _)| v).collect::<Vec<_>>();
        assert_eq!(vertices(&found), vertices(&expected));
        for (found, expected) in found.iter().zip(&expected) {
            assert!((found.1 - expected.1).abs() <= 1e-6 * (1.0 + expected.1));
        }
        found.len()
    }

    #[test]
    fn the_vertices_found_are_those_found_by_asking_all() {
        for count in [0, 1, 15, 16, 17, 128, 129, 5_000] {
            let positions = cloud(count);
            let tree = VertexTree::new(&positions);
            for turn in 0..40 {
                let centre = point(90_000 + turn) * 1.4;
                check_within(&tree, &positions, &centre, 0.4 * noise(turn));
            }
            let all = check_within(&tree, &positions, &Vec3::zeros(), 10.0);
            assert_eq!(all, positions.len());
        }
    }

    #[test]
    fn a_refitted_tree_finds_the_vertices_where_the_pose_took_them() {
        let mut positions = cloud(3_000);
        let mut tree = VertexTree::new(&positions);
        for (index, position) in (5_000..).zip(&mut positions) {
            *position = Vec3::new(-position.z, position.x * 2.0, noise(index));
        }
        tree.refit(&positions);
        let mut most = 0;
        for turn in 0..40 {
            let centre = Vec3::new(-0.5, 1.0, 0.5) + point(turn) * 0.3;
            most = most.max(check_within(&tree, &positions, &centre, 0.2));
        }
        assert!(most > 20);
    }

    #[test]
    fn vertices_that_are_nowhere_are_near_nothing() {
        let mut positions = cloud(100);
        positions[3].x = f32::NAN;
        positions[40].z = f32::INFINITY;
        let mut tree = VertexTree::new(&positions);
        let mut found = Vec::new();
        for radius in [10.0, 1e30, f32::MAX, f32::INFINITY] {
            tree.within(&Vec3::zeros(), radius, &mut found);
            assert_eq!(found.len(), 98, "{radius}");
        }
        tree.refit(&positions[..50]);
        tree.within(&Vec3::zeros(), 10.0, &mut found);
        assert_eq!(found.len(), 48);
        tree.refit(&cloud(100));
        tree.within(&Vec3::zeros(), 10.0, &mut found);
        assert_eq!(found.len(), 100);
    }

    #[test]
    fn spheres_that_are_none_find_nothing() {
        let tree = VertexTree::new(&cloud(100));
        for (centre, radius) in [
            (Vec3::zeros(), f32::NAN),
            (Vec3::zeros(), -1.0),
            (Vec3::repeat(f32::NAN), 10.0),
            (Vec3::repeat(f32::INFINITY), 10.0),
        ] {
            let mut found = vec![NearVertex::default()];
            tree.within(&centre, radius, &mut found);
            assert!(found.is_empty());
        }
    }

    #[test]
    fn vertices_in_one_spot_or_absurdly_far_apart_are_found() {
        let spot = vec![Vec3::repeat(0.5); 2_000];
        let tree = VertexTree::new(&spot);
        assert_eq!(check_within(&tree, &spot, &Vec3::repeat(0.5), 0.0), 2_000);
        let mut far = cloud(500);
        far[0] = Vec3::repeat(-3e38);
        far[1] = Vec3::repeat(3e38);
        let tree = VertexTree::new(&far);
        check_within(&tree, &far, &Vec3::repeat(0.5), 0.3);
    }
}
