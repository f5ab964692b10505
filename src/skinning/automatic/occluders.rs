//! The triangles of a mesh in a tree of boxes, to ask whether one lies between two points.

use crate::math::{Aabb, Vec3};

/// Triangles a leaf holds at most.
const LEAF: usize = 4;
/// A triangle is larger by this share on all sides, so that no way slips through between two.
const OVERLAP: f32 = 1e-4;
/// Below this many triangles a branch is built on the same thread.
const SPLIT_WORK: usize = 8192;

/// A box of the tree. A leaf has `count` triangles from `first` on; else `first` is the second
/// child, and the first child follows directly.
#[derive(Clone, Copy, Debug)]
struct Node {
    aabb: Aabb,
    first: u32,
    count: u32,
}

/// Which parts of a mesh stand between a vertex and a bone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hiding {
    /// All: armour over a body sees no bone inside of the body.
    AnyPart,
    /// Only the part that the vertex itself belongs to.
    OwnPart,
}

/// A triangle as rays meet it.
#[derive(Clone, Copy, Debug)]
struct Face {
    part: u32,
    corner: Vec3,
    edge_1: Vec3,
    edge_2: Vec3,
}

/// All triangles of a mesh.
#[derive(Clone, Debug, Default)]
pub(super) struct Occluders {
    nodes: Vec<Node>,
    faces: Vec<Face>,
}

impl Occluders {
    /// `parts` names the part of the mesh that each point belongs to.
    pub(super) fn new(points: &[Vec3], triangles: &[[u32; 3]], parts: &[u32]) -> Self {
        let mut items: Vec<(Vec3, Aabb, Face)> = triangles
            .iter()
            .filter_map(|&[a, b, c]| {
                let corner = *points.get(a as usize)?;
                let (b, c) = (*points.get(b as usize)?, *points.get(c as usize)?);
                let mut aabb = Aabb::around([&corner, &b, &c]);
                let grown = (aabb.max - aabb.min).max() * OVERLAP;
                aabb.min.add_scalar_mut(-grown);
                aabb.max.add_scalar_mut(grown);
                let face = Face {
                    part: parts.get(a as usize).copied().unwrap_or_default(),
                    corner,
                    edge_1: b - corner,
                    edge_2: c - corner,
                };
                Some((aabb.centre(), aabb, face))
            })
            .collect();
        let nodes = build(&mut items, 0);
        Self {
            nodes,
            faces: items.into_iter().map(|(_, _, face)| face).collect(),
        }
    }

    /// Whether a straight way from `from` to `to` enters the mesh through the front of a triangle,
    /// of the part `only` if that names one.
    ///
    /// Leaving it through a back does not count: that is how a bone inside of a part looks at the
    /// skin from below.
    pub(super) fn enters(&self, from: &Vec3, to: &Vec3, only: Option<u32>) -> bool {
        let way = to - from;
        let inverse = way.map(|c| 1.0 / c);
        let mut stack = [0u32; 64];
        let mut height = 1usize;
        if self.nodes.is_empty() {
            return false;
        }
        while height > 0 {
            height -= 1;
            let Some(at) = stack.get(height).copied() else {
                return false;
            };
            let Some(node) = self.nodes.get(at as usize) else {
                continue;
            };
            if !crosses(&node.aabb, from, &inverse) {
                continue;
            }
            if node.count > 0 {
                let range = node.first as usize..(node.first + node.count) as usize;
                let faces = self.faces.get(range).unwrap_or_default();
                let mut counting = faces
                    .iter()
                    .filter(|face| only.is_none_or(|part| part == face.part));
                if counting.any(|face| face.is_entered(from, &way)) {
                    return true;
                }
                continue;
            }
            // Halving keeps the tree far lower than the stack.
            for child in [node.first, at + 1] {
                if let Some(slot) = stack.get_mut(height) {
                    *slot = child;
                    height += 1;
                }
            }
        }
        false
    }
}

impl Face {
    fn is_entered(&self, from: &Vec3, way: &Vec3) -> bool {
        let p = way.cross(&self.edge_2);
        let determinant = self.edge_1.dot(&p);
        // Above 0 where the way runs against the normal.
        if determinant <= 0.0 {
            return false;
        }
        let slack = OVERLAP * determinant;
        let s = from - self.corner;
        let u = s.dot(&p);
        if u < -slack || u > determinant + slack {
            return false;
        }
        let q = s.cross(&self.edge_1);
        let v = way.dot(&q);
        if v < -slack || u + v > determinant + slack {
            return false;
        }
        let t = self.edge_2.dot(&q);
        t >= 0.0 && t <= determinant
    }
}

/// Whether the way from `from`, of which `inverse` is one over each component, meets the box.
fn crosses(aabb: &Aabb, from: &Vec3, inverse: &Vec3) -> bool {
    let mut enter = 0.0f32;
    let mut leave = 1.0f32;
    for axis in 0..3 {
        let one = (aabb.min[axis] - from[axis]) * inverse[axis];
        let two = (aabb.max[axis] - from[axis]) * inverse[axis];
        // Of a number and NaN (a flat box, a way along it) these give the number.
        enter = enter.max(one.min(two));
        leave = leave.min(one.max(two));
    }
    enter <= leave
}

/// The nodes over `items`, which are put in the order of the leaves; the first is number `first`.
fn build(items: &mut [(Vec3, Aabb, Face)], first: u32) -> Vec<Node> {
    if items.is_empty() {
        return Vec::new();
    }
    let mut aabb = Aabb::EMPTY;
    let mut middles = Aabb::EMPTY;
    for (middle, item, _) in items.iter() {
        aabb.include(&item.min);
        aabb.include(&item.max);
        middles.include(middle);
    }
    if items.len() <= LEAF {
        return vec![Node {
            aabb,
            first,
            count: items.len() as u32,
        }];
    }
    let axis = (middles.max - middles.min).imax();
    let half = items.len() / 2;
    items.select_nth_unstable_by(half, |a, b| a.0[axis].total_cmp(&b.0[axis]));
    let (left, right) = items.split_at_mut(half);
    let right_first = first + half as u32;
    let (left, right) = if left.len() > SPLIT_WORK {
        rayon::join(|| build(left, first), || build(right, right_first))
    } else {
        (build(left, first), build(right, right_first))
    };
    let mut nodes = Vec::with_capacity(1 + left.len() + right.len());
    nodes.push(Node {
        aabb,
        first: 1 + left.len() as u32,
        count: 0,
    });
    for (offset, part) in [(1, &left), (1 + left.len() as u32, &right)] {
        nodes.extend(part.iter().map(|node| Node {
            first: if node.count == 0 {
                node.first + offset
            } else {
                node.first
            },
            ..*node
        }));
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(seed: &mut u64) -> f32 {
        *seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 40) as f32 / (1u32 << 24) as f32
    }

    #[test]
    fn a_way_enters_where_testing_every_triangle_says_so() {
        let mut seed = 7;
        let mut point = |size: f32, around: Vec3| {
            around + Vec3::from_fn(|_, _| (random(&mut seed) - 0.5) * size)
        };
        let mut points = Vec::new();
        for _ in 0..900 {
            let middle = point(1.0, Vec3::zeros());
            points.extend([(); 3].map(|()| point(0.2, middle)));
        }
        let triangles: Vec<[u32; 3]> = (0..900).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        // Every other triangle is of another part.
        let parts: Vec<u32> = (0..points.len() as u32)
            .map(|point| point / 3 % 2)
            .collect();
        let occluders = Occluders::new(&points, &triangles, &parts);
        let mut entered = 0;
        for only in [None, Some(0), Some(1)].into_iter().cycle().take(3000) {
            let (from, to) = (point(1.5, Vec3::zeros()), point(0.8, Vec3::zeros()));
            let counting = triangles
                .iter()
                .filter(|triangle| only.is_none_or(|part| part == parts[triangle[0] as usize]));
            let expected = counting.into_iter().any(|triangle| {
                let [a, b, c] = triangle.map(|corner| points[corner as usize]);
                Face {
                    part: 0,
                    corner: a,
                    edge_1: b - a,
                    edge_2: c - a,
                }
                .is_entered(&from, &(to - from))
            });
            assert_eq!(occluders.enters(&from, &to, only), expected);
            entered += usize::from(expected);
        }
        assert!((300..2700).contains(&entered), "{entered} of 3000 enter");
    }

    #[test]
    fn only_the_front_of_a_triangle_is_entered() {
        let points = [Vec3::zeros(), Vec3::x(), Vec3::y()];
        let occluders = Occluders::new(&points, &[[0, 1, 2]], &[0; 3]);
        let (above, below) = (Vec3::new(0.2, 0.2, 1.0), Vec3::new(0.2, 0.2, -1.0));
        assert!(occluders.enters(&above, &below, None));
        assert!(!occluders.enters(&below, &above, None));
        assert!(!occluders.enters(&above, &Vec3::new(0.2, 0.2, 0.1), None));
    }
}
