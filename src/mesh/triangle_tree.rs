//! Triangles in a tree of boxes: which spot of a surface is nearest, met by a line, or under a
//! texture coordinate.

use crate::math::Vec3;

type Wide = nalgebra::Vector3<f64>;

/// A spot on a surface: corners of a triangle, and how much of each it is made of.
///
/// Shares are at least 0 and together 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceSpot {
    /// The triangle's corners, as vertices.
    pub corners: [u32; 3],
    /// The shares of the corners.
    pub shares: [f32; 3],
}

/// Triangles with their points, in a tree of boxes.
///
/// Of spots that fit equally well that of the triangle that was given first is found, so that
/// answers do not depend on the tree.
#[derive(Clone, Debug, Default)]
pub struct TriangleTree {
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

impl TriangleTree {
    /// A tree of triangles whose corners are places in `points`; those with a corner that is not
    /// there or not finite are left out.
    pub fn new(points: &[Vec3], triangles: impl IntoIterator<Item = [u32; 3]>) -> Self {
        let mut tree = Self::default();
        let point = |corner: u32| {
            let point = points.get(corner as usize)?;
            point
                .iter()
                .all(|part| part.is_finite())
                .then(|| point.cast::<f64>())
        };
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

    /// The spot nearest to a point and at most `distance` away.
    pub fn nearest(&self, point: &Vec3, distance: f32) -> Option<SurfaceSpot> {
        let point = finite(point)?;
        let most = f64::from(distance) * f64::from(distance);
        let bound = |node: &Node| gap(node, &point).norm_squared();
        self.cheapest([most, 0.0], bound, |triangle| {
            let shares = nearest_shares(triangle, &point);
            Some((
                [(spot(triangle, &shares) - point).norm_squared(), 0.0],
                shares,
            ))
        })
    }

    /// The spot nearest to a point on the line through it along a direction, to either side, and
    /// at most `distance` away.
    pub fn along(&self, point: &Vec3, direction: &Vec3, distance: f32) -> Option<SurfaceSpot> {
        let (origin, direction) = (finite(point)?, finite(direction)?);
        let direction = direction.try_normalize(0.0)?;
        let bound = |node: &Node| line_gap(node, &origin, &direction);
        self.cheapest([f64::from(distance), 0.0], bound, |triangle| {
            let (away, shares) = line_hit(triangle, &origin, &direction)?;
            Some(([away.abs(), 0.0], shares))
        })
    }

    /// Of the spots nearest to a texture coordinate, and at most `distance` away from it, the one
    /// nearest to a point of space.
    ///
    /// The tree is of texture coordinates with Z = 0; `place` gives vertices their points of space.
    pub fn under(
        &self,
        coordinate: &Vec3,
        distance: f32,
        point: &Vec3,
        place: impl Fn(u32) -> Option<Vec3>,
    ) -> Option<SurfaceSpot> {
        let (coordinate, point) = (finite(coordinate)?, finite(point)?);
        let rounded = |away: f64| (away / SAME_TEXEL).floor();
        let bound = |node: &Node| rounded(gap(node, &coordinate).norm());
        let most = [rounded(f64::from(distance)), f64::INFINITY];
        self.cheapest_with_corners(most, bound, |triangle, corners| {
            let shares = nearest_shares(triangle, &coordinate);
            let away = (spot(triangle, &shares) - coordinate).norm();
            let [a, b, c] = corners.map(&place);
            let in_space = spot(&[a?, b?, c?].map(|at| at.cast()), &shares);
            Some(([rounded(away), (in_space - point).norm()], shares))
        })
    }

    fn cheapest(
        &self,
        most: [f64; 2],
        bound: impl Fn(&Node) -> f64,
        cost: impl Fn(&[Wide; 3]) -> Option<([f64; 2], [f64; 3])>,
    ) -> Option<SurfaceSpot> {
        self.cheapest_with_corners(most, bound, |triangle, _| cost(triangle))
    }

    /// The spot of the least cost, if that is at most `most`. `bound` is no more than the first part
    /// of the cost of anything in a box.
    fn cheapest_with_corners(
        &self,
        most: [f64; 2],
        bound: impl Fn(&Node) -> f64,
        cost: impl Fn(&[Wide; 3], [u32; 3]) -> Option<([f64; 2], [f64; 3])>,
    ) -> Option<SurfaceSpot> {
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
                    best = (cost, triangle, Some(SurfaceSpot { corners, shares }));
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

/// How far from its origin a line enters a box, to either side; infinite if it never does.
fn line_gap(node: &Node, origin: &Wide, direction: &Wide) -> f64 {
    let (mut first, mut last) = (f64::NEG_INFINITY, f64::INFINITY);
    for axis in 0..3 {
        let (low, high) = (
            node.low[axis] - origin[axis],
            node.high[axis] - origin[axis],
        );
        if direction[axis] == 0.0 {
            if low > 0.0 || high < 0.0 {
                return f64::INFINITY;
            }
            continue;
        }
        let (a, b) = (low / direction[axis], high / direction[axis]);
        first = first.max(a.min(b));
        last = last.min(a.max(b));
    }
    // A little room, for flat boxes are met at one number.
    let room = 1e-9 * (1.0 + first.abs().min(last.abs()));
    if first > last + room {
        f64::INFINITY
    } else if first <= 0.0 && last >= 0.0 {
        0.0
    } else {
        (first.abs().min(last.abs()) - room).max(0.0)
    }
}

/// Where a line meets a triangle: how far from its origin, and the shares of the corners.
fn line_hit([a, b, c]: &[Wide; 3], origin: &Wide, direction: &Wide) -> Option<(f64, [f64; 3])> {
    // A line through an edge meets one of the triangles there, whatever rounding does.
    const EDGE: f64 = 1e-7;
    let (ab, ac) = (b - a, c - a);
    let across = direction.cross(&ac);
    let volume = ab.dot(&across);
    if volume == 0.0 {
        return None;
    }
    let from_a = origin - a;
    let second = from_a.dot(&across) / volume;
    let turned = from_a.cross(&ab);
    let third = direction.dot(&turned) / volume;
    let first = 1.0 - second - third;
    if !(first >= -EDGE && second >= -EDGE && third >= -EDGE) {
        return None;
    }
    let shares = [first, second, third].map(|share| share.max(0.0));
    let sum: f64 = shares.iter().sum();
    let away = ac.dot(&turned) / volume;
    (away.is_finite() && sum > 0.0).then(|| (away, shares.map(|share| share / sum)))
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

    /// Numbers from -1 to 1.
    fn numbers(mut state: u64) -> impl FnMut() -> f32 {
        move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 40) as f32 / (1u64 << 23) as f32 - 1.0
        }
    }

    fn soup(count: u32) -> (Vec<Vec3>, Vec<[u32; 3]>) {
        let mut number = numbers(5);
        let mut points = Vec::new();
        for _ in 0..count {
            let middle = Vec3::new(number(), number(), number()) * 3.0;
            points.extend((0..3).map(|_| middle + Vec3::new(number(), number(), number())));
        }
        let triangles = (0..count).map(|at| [3 * at, 3 * at + 1, 3 * at + 2]);
        (points, triangles.collect())
    }

    fn at(points: &[Vec3], found: &SurfaceSpot) -> Vec3 {
        let parts = found.corners.iter().zip(found.shares);
        parts
            .map(|(corner, share)| points[*corner as usize] * share)
            .sum()
    }

    /// The nearest spot by trying many shares: no code in common with the tree.
    fn nearest_by_trial(points: &[Vec3], triangles: &[[u32; 3]], place: &Vec3) -> f32 {
        const STEPS: i32 = 60;
        let mut least = f32::INFINITY;
        for corners in triangles {
            let [a, b, c] = corners.map(|corner| points[corner as usize]);
            for i in 0..=STEPS {
                for j in 0..=STEPS - i {
                    let (i, j) = (i as f32 / STEPS as f32, j as f32 / STEPS as f32);
                    least = least.min((a + (b - a) * i + (c - a) * j - place).norm());
                }
            }
        }
        least
    }

    #[test]
    fn the_nearest_spot_is_as_near_as_any_that_trial_finds() {
        let (points, triangles) = soup(60);
        let tree = TriangleTree::new(&points, triangles.iter().copied());
        let mut number = numbers(11);
        for _ in 0..40 {
            let place = Vec3::new(number(), number(), number()) * 4.0;
            let found = tree.nearest(&place, f32::INFINITY).unwrap();
            let away = (at(&points, &found) - place).norm();
            let trial = nearest_by_trial(&points, &triangles, &place);
            assert!(
                away <= trial + 1e-5 && trial - away < 0.05,
                "{away} {trial}"
            );
            assert!((found.shares.iter().sum::<f32>() - 1.0).abs() < 1e-6);
            assert!(tree.nearest(&place, away * 0.99).is_none());
            assert_eq!(tree.nearest(&place, away * 1.01), Some(found));
        }
    }

    #[test]
    fn a_line_meets_the_nearest_triangle_of_either_side() {
        let (points, triangles) = soup(60);
        let tree = TriangleTree::new(&points, triangles.iter().copied());
        let mut number = numbers(23);
        let mut met = 0;
        for _ in 0..200 {
            let place = Vec3::new(number(), number(), number()) * 3.0;
            let way = Vec3::new(number(), number(), number());
            let found = tree.along(&place, &way, 100.0);
            // Each triangle by itself, with planes through the line.
            let mut truth = f32::INFINITY;
            for corners in &triangles {
                let [a, b, c] = corners.map(|corner| points[corner as usize]);
                let normal = (b - a).cross(&(c - a));
                let t = (a - place).dot(&normal) / way.dot(&normal);
                let hit = place + way * t;
                let inside = [(a, b), (b, c), (c, a)]
                    .iter()
                    .all(|(from, to)| (to - from).cross(&(hit - from)).dot(&normal) > 0.0);
                if inside {
                    truth = truth.min((hit - place).norm());
                }
            }
            match found {
                Some(found) => {
                    met += 1;
                    let away = (at(&points, &found) - place).norm();
                    assert!((away - truth).abs() < 1e-3 * (1.0 + away), "{away} {truth}");
                }
                None => assert_eq!(truth, f32::INFINITY),
            }
        }
        assert!(met > 50, "{met}");
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
        let uv = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Vec3::from);
        let uvs: Vec<Vec3> = uv.iter().chain(&uv).copied().collect();
        let tree = TriangleTree::new(&uvs, [[0, 1, 2], [3, 4, 5]]);
        let place = |vertex: u32| space.get(vertex as usize).copied();
        let under = |y: f32| {
            let (coordinate, point) = (Vec3::new(0.25, 0.25, 0.0), Vec3::new(0.3, y, 0.0));
            tree.under(&coordinate, 0.1, &point, place).unwrap().corners
        };
        assert_eq!(under(1.2), [0, 1, 2]);
        assert_eq!(under(-1.2), [3, 4, 5]);
        let far = Vec3::new(3.0, 3.0, 0.0);
        assert_eq!(tree.under(&far, 0.1, &far, place), None);
    }

    #[test]
    fn triangles_without_area_and_without_numbers_do_no_harm() {
        let points = [
            Vec3::zeros(),
            Vec3::x(),
            Vec3::x() * 2.0,
            Vec3::new(f32::NAN, 0.0, 0.0),
            Vec3::repeat(f32::MAX),
        ];
        let tree = TriangleTree::new(
            &points,
            [[0, 1, 2], [0, 0, 0], [3, 1, 0], [9, 1, 0], [4, 4, 0]],
        );
        let found = tree.nearest(&Vec3::new(1.5, 1.0, 0.0), 5.0).unwrap();
        assert!((at(&points[..3], &found) - Vec3::new(1.5, 0.0, 0.0)).norm() < 1e-6);
        assert_eq!(tree.nearest(&points[3], 5.0), None);
        assert_eq!(tree.along(&Vec3::y(), &Vec3::zeros(), 5.0), None);
        assert_eq!(TriangleTree::default().nearest(&Vec3::y(), 5.0), None);
    }
}
