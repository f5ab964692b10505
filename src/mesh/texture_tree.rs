//! Triangles as they lie on their picture, in a tree of boxes: which spot of a surface has a texture
//! coordinate.

use crate::math::{Vec2, Vec3};

type Wide = nalgebra::Vector3<f64>;

/// A spot on a surface: corners of a triangle, and how much of each it is made of.
///
/// Shares are at least 0 and together 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextureSpot {
    /// The triangle's corners, as vertices.
    pub corners: [u32; 3],
    /// The shares of the corners.
    pub shares: [f32; 3],
}

/// Triangles as they lie on their picture, in a tree of boxes.
///
/// Pictures are shared by several parts, so many spots can have one coordinate: all of them are
/// looked at. Of spots that fit equally well that of the triangle that was given first is found.
#[derive(Clone, Debug, Default)]
pub struct TextureTree {
    corners: Vec<[u32; 3]>,
    points: Vec<[Wide; 3]>,
    nodes: Vec<Node>,
    order: Vec<u32>,
}

/// A box, and what is in it.
#[derive(Clone, Debug)]
struct Node {
    low: Wide,
    high: Wide,
    /// Where its triangles begin in the order; of an inner node, its second child.
    start: u32,
    /// Number of triangles; 0 for an inner node, whose first child comes right behind it.
    count: u32,
}

/// Triangles that share a box at the end.
const LEAF: usize = 4;

/// How far spots in texture coordinates may be apart and still count as the same.
const SAME_TEXEL: f64 = 1e-5;

impl TextureTree {
    /// A tree of triangles whose corners are places in `coordinates`; those with a corner that is
    /// not there or not finite are left out.
    pub fn new(coordinates: &[Vec2], triangles: impl IntoIterator<Item = [u32; 3]>) -> Self {
        let mut tree = Self::default();
        let point = |corner: u32| finite(&on_picture(coordinates.get(corner as usize)?));
        for corners in triangles {
            if let [Some(a), Some(b), Some(c)] = corners.map(point) {
                tree.corners.push(corners);
                tree.points.push([a, b, c]);
            }
        }
        let mut order: Vec<u32> = (0..tree.points.len() as u32).collect();
        tree.build(&mut order, 0);
        tree.order = order;
        tree
    }

    /// Whether there is no triangle.
    pub fn is_empty(&self) -> bool {
        self.corners.is_empty()
    }

    /// Of the spots nearest to a texture coordinate, and at most `distance` away from it, the one
    /// nearest to a point of space.
    ///
    /// `place` gives vertices their points of space.
    pub fn spot(
        &self,
        coordinate: &Vec2,
        distance: f32,
        point: &Vec3,
        place: impl Fn(u32) -> Option<Vec3>,
    ) -> Option<TextureSpot> {
        let (coordinate, point) = (finite(&on_picture(coordinate))?, finite(point)?);
        let rounded = |away: f64| (away / SAME_TEXEL).floor();
        let bound = |node: &Node| rounded(gap(node, &coordinate).norm());
        let most = [rounded(f64::from(distance)), f64::INFINITY];
        self.cheapest(most, bound, |triangle, corners| {
            let shares = nearest_shares(triangle, &coordinate);
            let away = (spot(triangle, &shares) - coordinate).norm();
            let [a, b, c] = corners.map(&place);
            let in_space = spot(&[a?, b?, c?].map(|at| at.cast()), &shares);
            Some(([rounded(away), (in_space - point).norm()], shares))
        })
    }

    /// The spot of the least cost, if that is at most `most`. `bound` is no more than the first part
    /// of the cost of anything in a box.
    fn cheapest(
        &self,
        most: [f64; 2],
        bound: impl Fn(&Node) -> f64,
        cost: impl Fn(&[Wide; 3], [u32; 3]) -> Option<([f64; 2], [f64; 3])>,
    ) -> Option<TextureSpot> {
        let mut best = (most, u32::MAX, None);
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            let Some(node) = self.nodes.get(at) else {
                continue;
            };
            let least = bound(node);
            if least.is_nan() || least > best.0[0] {
                continue;
            }
            if node.count == 0 {
                let children = [at + 1, node.start as usize];
                let of = |child: usize| self.nodes.get(child).map_or(f64::INFINITY, &bound);
                let [near, far] = if of(children[0]) <= of(children[1]) {
                    children
                } else {
                    [children[1], children[0]]
                };
                open.extend([far, near]);
                continue;
            }
            let range = node.start as usize..(node.start + node.count) as usize;
            for &triangle in self.order.get(range).unwrap_or_default() {
                let place = triangle as usize;
                let (Some(points), Some(corners)) =
                    (self.points.get(place), self.corners.get(place))
                else {
                    continue;
                };
                let Some((cost, shares)) = cost(points, *corners) else {
                    continue;
                };
                let order = cost[0]
                    .total_cmp(&best.0[0])
                    .then(cost[1].total_cmp(&best.0[1]));
                if order.then(triangle.cmp(&best.1)).is_lt() {
                    let shares = shares.map(|share| share as f32);
                    let corners = *corners;
                    best = (cost, triangle, Some(TextureSpot { corners, shares }));
                }
            }
        }
        best.2
    }

    /// Makes the nodes of a stretch of the order that begins at `start`.
    fn build(&mut self, order: &mut [u32], start: u32) {
        if order.is_empty() {
            return;
        }
        let mut low = Wide::repeat(f64::INFINITY);
        let mut high = -low;
        for &triangle in order.iter() {
            for point in self.points.get(triangle as usize).into_iter().flatten() {
                low = low.inf(point);
                high = high.sup(point);
            }
        }
        let at = self.nodes.len();
        let is_leaf = order.len() <= LEAF;
        self.nodes.push(Node {
            low,
            high,
            start,
            count: if is_leaf { order.len() as u32 } else { 0 },
        });
        if is_leaf {
            return;
        }
        let axis = (high - low).imax();
        let points = &self.points;
        let middle_of = |triangle: u32| -> f64 {
            let points = points.get(triangle as usize).into_iter().flatten();
            points.map(|point| point[axis]).sum()
        };
        let half = order.len() / 2;
        order.select_nth_unstable_by(half, |&a, &b| {
            middle_of(a).total_cmp(&middle_of(b)).then(a.cmp(&b))
        });
        let (before, after) = order.split_at_mut(half);
        self.build(before, start);
        let second = self.nodes.len() as u32;
        if let Some(node) = self.nodes.get_mut(at) {
            node.start = second;
        }
        self.build(after, start + half as u32);
    }
}

fn on_picture(coordinate: &Vec2) -> Vec3 {
    Vec3::new(coordinate.x, coordinate.y, 0.0)
}

fn finite(point: &Vec3) -> Option<Wide> {
    point
        .iter()
        .all(|part| part.is_finite())
        .then(|| point.cast())
}

fn spot([a, b, c]: &[Wide; 3], shares: &[f64; 3]) -> Wide {
    a * shares[0] + b * shares[1] + c * shares[2]
}

/// From a point to the nearest of a box.
fn gap(node: &Node, point: &Wide) -> Wide {
    point.sup(&node.low).inf(&node.high) - point
}

/// The shares of the corners at the spot of a triangle nearest to a point.
fn nearest_shares([a, b, c]: &[Wide; 3], point: &Wide) -> [f64; 3] {
    let (ab, ac) = (b - a, c - a);
    let normal = ab.cross(&ac);
    let area = normal.norm_squared();
    if area > 0.0 {
        let from_a = point - a;
        let second = from_a.cross(&ac).dot(&normal) / area;
        let third = ab.cross(&from_a).dot(&normal) / area;
        let first = 1.0 - second - third;
        if first >= 0.0 && second >= 0.0 && third >= 0.0 {
            return [first, second, third];
        }
    }
    // Outside, the nearest spot is on an edge.
    let on = |from: &Wide, to: &Wide| -> (f64, f64) {
        let along = to - from;
        let length = along.norm_squared();
        let share = if length > 0.0 {
            ((point - from).dot(&along) / length).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let away = (from + along * share - point).norm_squared();
        (away, share)
    };
    let (on_ab, on_bc, on_ca) = (on(a, b), on(b, c), on(c, a));
    let edges = [
        (on_ab.0, [1.0 - on_ab.1, on_ab.1, 0.0]),
        (on_bc.0, [0.0, 1.0 - on_bc.1, on_bc.1]),
        (on_ca.0, [on_ca.1, 0.0, 1.0 - on_ca.1]),
    ];
    let nearest = edges.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
    nearest.map_or([1.0, 0.0, 0.0], |(_, shares)| shares)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers from 0 to 1.
    fn numbers(mut state: u64) -> impl FnMut() -> f32 {
        move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 40) as f32 / (1u64 << 24) as f32
        }
    }

    #[test]
    fn a_spot_has_the_coordinate_asked_for_and_none_that_has_it_is_nearer_in_space() {
        let mut number = numbers(5);
        // Many triangles one over the other on the picture, each elsewhere in space.
        let (mut coordinates, mut space) = (Vec::new(), Vec::new());
        for _ in 0..240 {
            coordinates.push(Vec2::new(number(), number()));
            space.push(Vec3::new(number(), number(), number()));
        }
        let triangles: Vec<[u32; 3]> = (0..80).map(|at| [0, 1, 2].map(|c| 3 * at + c)).collect();
        let tree = TextureTree::new(&coordinates, triangles.iter().copied());
        let place = |vertex: u32| space.get(vertex as usize).copied();
        let mut found_count = 0;
        for _ in 0..100 {
            let wanted = Vec2::new(number(), number());
            let point = Vec3::new(number(), number(), number());
            // Each triangle by itself, its corners' shares by areas.
            let area = |a: Vec2, b: Vec2, c: Vec2| (b - a).perp(&(c - a));
            let truth = triangles.iter().filter_map(|corners| {
                let [a, b, c] = corners.map(|corner| coordinates[corner as usize]);
                let whole = area(a, b, c);
                let shares = [area(wanted, b, c), area(a, wanted, c), area(a, b, wanted)];
                let shares = shares.map(|part| part / whole);
                let is_inside = shares.iter().all(|share| *share > 0.0);
                let parts = corners.iter().zip(shares);
                let at: Vec3 = parts
                    .map(|(corner, share)| space[*corner as usize] * share)
                    .sum();
                is_inside.then(|| (at - point).norm())
            });
            let truth = truth.fold(f32::INFINITY, f32::min);
            let Some(found) = tree.spot(&wanted, 0.0, &point, place) else {
                assert_eq!(truth, f32::INFINITY);
                continue;
            };
            found_count += 1;
            let parts = || found.corners.iter().zip(found.shares);
            let on: Vec2 = parts()
                .map(|(c, share)| coordinates[*c as usize] * share)
                .sum();
            let at: Vec3 = parts().map(|(c, share)| space[*c as usize] * share).sum();
            assert!((on - wanted).norm() < 2e-5, "{on} {wanted}");
            assert!((at - point).norm() < truth + 1e-3, "{truth}");
        }
        assert!(found_count > 50, "{found_count}");
    }

    #[test]
    fn of_triangles_with_the_same_texture_the_one_nearest_in_space_is_meant() {
        // Both halves of a body, painted with the same part of the picture.
        let space = [
            [0.0, 1.0, 0.0],
            [1.0, 1.0, 0.0],
            [0.0, 2.0, 0.0],
            [0.0, -1.0, 0.0],
            [1.0, -1.0, 0.0],
            [0.0, -2.0, 0.0],
        ]
        .map(Vec3::from);
        let half = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(Vec2::from);
        let coordinates: Vec<Vec2> = half.iter().chain(&half).copied().collect();
        let tree = TextureTree::new(&coordinates, [[0, 1, 2], [3, 4, 5]]);
        let place = |vertex: u32| space.get(vertex as usize).copied();
        let spot = |y: f32| {
            let point = Vec3::new(0.3, y, 0.0);
            tree.spot(&Vec2::new(0.25, 0.25), 0.1, &point, place)
        };
        assert_eq!(spot(1.2).map(|spot| spot.corners), Some([0, 1, 2]));
        assert_eq!(spot(-1.2).map(|spot| spot.corners), Some([3, 4, 5]));
        let far = Vec2::new(3.0, 3.0);
        assert_eq!(tree.spot(&far, 0.1, &space[0], place), None);
    }

    #[test]
    fn triangles_without_area_and_without_numbers_do_no_harm() {
        let coordinates = [
            Vec2::zeros(),
            Vec2::x(),
            Vec2::x() * 2.0,
            Vec2::new(f32::NAN, 0.0),
            Vec2::repeat(f32::MAX),
        ];
        let triangles = [[0, 1, 2], [0, 0, 0], [3, 1, 0], [9, 1, 0], [4, 4, 0]];
        let tree = TextureTree::new(&coordinates, triangles);
        let place = |vertex: u32| Some(Vec3::x() * vertex as f32);
        let found = tree.spot(&Vec2::new(1.5, 0.0), 5.0, &Vec3::zeros(), place);
        let found = found.expect("a spot of the triangle without an area");
        let parts = found.corners.iter().zip(found.shares);
        let on: Vec2 = parts
            .map(|(c, share)| coordinates[*c as usize] * share)
            .sum();
        assert!((on - Vec2::new(1.5, 0.0)).norm() < 1e-5);
        assert_eq!(tree.spot(&coordinates[3], 5.0, &Vec3::zeros(), place), None);
        let empty = TextureTree::default();
        assert!(empty.is_empty());
        assert_eq!(
            empty.spot(&coordinates[0], 5.0, &Vec3::zeros(), place),
            None
        );
    }
}
