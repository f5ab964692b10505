//! Which vertices of a posed mesh are near a point.
//!
//! Vertices are sorted along a curve that fills space, so that sixteen in a row lie together; over
//! these blocks stand boxes, eight to a node. A sphere opens only the boxes that it touches,
//! however large the mesh is and however far its vertices lie apart.

use crate::math::{Aabb, Vec3};
use rayon::prelude::*;

/// Vertices in a block.
const BLOCK: usize = 16;
/// Boxes in a node.
const WIDTH: usize = 8;
/// Blocks or nodes that one thread refits at a time.
const SHARE: usize = 1024;
/// Bits of the curve along each axis.
const CURVE_BITS: u32 = 21;

/// Positions of some vertices, axis by axis.
#[derive(Clone, Debug)]
struct Block {
    position: [[f32; BLOCK]; 3],
    vertex: [u32; BLOCK],
}

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
    #[inline]
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
        let whole = Aabb::around(positions);
        let longest = (whole.max.cast::<f64>() - whole.min.cast()).amax();
        let scale = f64::from(1_u32 << CURVE_BITS) / longest.max(f64::MIN_POSITIVE);
        let mut order: Vec<(u64, u32)> = (0..)
            .zip(positions)
            .map(|(vertex, position)| (place_on_curve(position, &whole, scale), vertex))
            .collect();
        order.par_sort_unstable();
        let block = |vertices: &[(u64, u32)]| Block {
            position: [[f32::NAN; BLOCK]; 3],
            vertex: std::array::from_fn(|lane| {
                let vertex = vertices.get(lane);
                vertex.map_or(u32::MAX, |&(_, vertex)| vertex)
            }),
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
    pub fn within(&self, centre: &Vec3, radius: f32, found: &mut Vec<(u32, f32)>) {
        found.clear();
        if radius.is_nan() || radius < 0.0 || centre.iter().any(|part| part.is_nan()) {
            return;
        }
        if let Some(top) = self.levels.len().checked_sub(1) {
            let sphere = Sphere {
                centre,
                squared_radius: radius * radius,
            };
            self.open(&sphere, top, 0, found);
        }
    }

    /// Looks into those boxes of a node that the sphere touches.
    fn open(&self, sphere: &Sphere<'_>, level: usize, node: usize, found: &mut Vec<(u32, f32)>) {
        let Some(boxes) = self.levels.get(level).and_then(|nodes| nodes.get(node)) else {
            return;
        };
        let distances = boxes.squared_distances(sphere.centre);
        for (lane, &squared) in distances.iter().enumerate() {
            // An empty box is infinitely far, which an infinite radius reaches.
            if squared > sphere.squared_radius {
                continue;
            }
            let under = node * WIDTH + lane;
            match level.checked_sub(1) {
                Some(level) => self.open(sphere, level, under, found),
                None => {
                    if let Some(block) = self.blocks.get(under) {
                        sphere.gather(block, found);
                    }
                }
            }
        }
    }
}

struct Sphere<'a> {
    centre: &'a Vec3,
    squared_radius: f32,
}

impl Sphere<'_> {
    /// Adds those vertices of a block that are inside.
    #[inline]
    fn gather(&self, block: &Block, found: &mut Vec<(u32, f32)>) {
        let mut squared = [0.0; BLOCK];
        for (axis, row) in block.position.iter().enumerate() {
            let at = self.centre[axis];
            for (squared, position) in squared.iter_mut().zip(row) {
                let apart = position - at;
                *squared += apart * apart;
            }
        }
        let distances = squared.map(f32::sqrt);
        // Every vertex is written, and the next over it if it was outside: whether a vertex is
        // inside cannot be foreseen, so a branch would cost more.
        let start = found.len();
        found.resize(start + BLOCK, (0, 0.0));
        let Some(room) = found.last_chunk_mut::<BLOCK>() else {
            return;
        };
        let mut count = 0;
        for lane in 0..BLOCK {
            room[count % BLOCK] = (block.vertex[lane], distances[lane]);
            count += usize::from(squared[lane] <= self.squared_radius);
        }
        found.truncate(start + count);
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

/// How far along a Z-order curve through `whole` a point is; behind all others if it is not finite.
fn place_on_curve(point: &Vec3, whole: &Aabb, scale: f64) -> u64 {
    if !point.iter().all(|part| part.is_finite()) {
        return u64::MAX;
    }
    let last = (1_u64 << CURVE_BITS) - 1;
    (0..3).fold(0, |place, axis| {
        let along = (f64::from(point[axis]) - f64::from(whole.min[axis])) * scale;
        place | (spread((along as u64).min(last)) << axis)
    })
}

/// Moves the bits of a number of 21 bits apart, so that two others fit between them.
fn spread(number: u64) -> u64 {
    let mut bits = number & 0x1F_FFFF;
    for (shift, mask) in [
        (32, 0x001F_0000_0000_FFFF),
        (16, 0x001F_0000_FF00_00FF),
        (8, 0x100F_00F0_0F00_F00F),
        (4, 0x10C3_0C30_C30C_30C3),
        (2, 0x1249_2492_4924_9249),
    ] {
        bits = (bits | (bits << shift)) & mask;
    }
    bits
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
        let mut found = vec![(7, 7.0)];
        tree.within(centre, radius, &mut found);
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
            let mut found = vec![(1, 1.0)];
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
