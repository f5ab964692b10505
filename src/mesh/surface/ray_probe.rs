//! A ray on its way through the tree.
//!
//! Triangles are tested as Woop, Benthin and Wald do (2013): in a frame sheared along the ray, the
//! same products decide for both triangles of an edge, so no ray slips through between them.

use super::leaves::{LEAF_QUADS, Leaves, Quad};
use super::traverse::Query;
use super::wide_node::{WideNode, lower, upper};
use crate::math::Ray;
use std::ops::ControlFlow;

/// Boxes are met as if they were larger on every side by this share of how far away the mesh
/// reaches: rounding moves a ray by less, so no box is missed whose triangle is met.
const MARGIN: f32 = 4.0 * f32::EPSILON;

/// Where a ray meets a triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct RayMeet {
    /// Distance along the ray.
    pub(super) distance: f32,
    /// The leaf.
    pub(super) leaf: u32,
    /// Triangle in the order of the tree.
    pub(super) place: u32,
    /// Its position in the caller's list.
    pub(super) original: u32,
    /// Shares of its corners.
    pub(super) shares: [f32; 3],
}

/// What a ray needs for boxes and triangles.
#[derive(Clone, Copy, Debug)]
pub(super) struct RayProbe {
    origin: [f32; 3],
    /// The origin as the near and the far sides of boxes see it, shifted by the margin.
    near_origin: [f32; 3],
    far_origin: [f32; 3],
    inverse: [f32; 3],
    /// Rows of a node's bounds that the ray meets first and last, for each axis.
    near: [usize; 3],
    far: [usize; 3],
    /// The axis along which the ray runs most, last, and the other two.
    axes: [usize; 3],
    shear: [f32; 3],
}

impl RayProbe {
    /// `None` for a ray that leads nowhere or is not made of numbers. `root` is the node around
    /// all others.
    pub(super) fn new(ray: &Ray, root: &WideNode) -> Option<Self> {
        let numbers = ray.origin.iter().chain(ray.direction.iter());
        if !numbers.clone().all(|number| number.is_finite()) || ray.direction.amax() == 0.0 {
            return None;
        }
        let direction: [f32; 3] = ray.direction.into();
        let last = ray.direction.iamax();
        let mut axes = [(last + 1) % 3, (last + 2) % 3, last];
        if direction[last] < 0.0 {
            axes.swap(0, 1);
        }
        let along = direction[last];
        let backwards = direction.map(f32::is_sign_negative);
        let margin = MARGIN * root.whole().reach(&ray.origin);
        let sign = |axis: usize| if backwards[axis] { -margin } else { margin };
        let row = |axis: usize, back: bool| if back { axis + 3 } else { axis };
        Some(Self {
            origin: ray.origin.into(),
            near_origin: [0, 1, 2].map(|axis| ray.origin[axis] + sign(axis)),
            far_origin: [0, 1, 2].map(|axis| ray.origin[axis] - sign(axis)),
            inverse: direction.map(|component| 1.0 / component),
            near: [0, 1, 2].map(|axis| row(axis, backwards[axis])),
            far: [0, 1, 2].map(|axis| row(axis, !backwards[axis])),
            axes,
            shear: [
                direction[axes[0]] / along,
                direction[axes[1]] / along,
                1.0 / along,
            ],
        })
    }

    /// How far the boxes of a node's children are entered, before `limit`.
    #[inline]
    fn enter(&self, node: &WideNode, limit: f32) -> [f32; 4] {
        let mut enter = [0.0; 4];
        let mut leave = [limit; 4];
        for axis in 0..3 {
            let inverse = self.inverse[axis];
            let (near, far) = (&node.bounds[self.near[axis]], &node.bounds[self.far[axis]]);
            let (near_origin, far_origin) = (self.near_origin[axis], self.far_origin[axis]);
            for lane in 0..4 {
                enter[lane] = upper((near[lane] - near_origin) * inverse, enter[lane]);
                leave[lane] = lower((far[lane] - far_origin) * inverse, leave[lane]);
            }
        }
        let mut found = [f32::INFINITY; 4];
        for lane in 0..4 {
            found[lane] = if enter[lane] <= leave[lane] {
                enter[lane]
            } else {
                f32::INFINITY
            };
        }
        found
    }

    /// The points of a leaf in the frame of the ray: beside it, and how far along it.
    #[inline]
    fn shear(&self, quads: &[Quad]) -> [Quad; LEAF_QUADS] {
        let [x, y, z] = self.axes;
        let [shear_x, shear_y, shear_z] = self.shear;
        let mut sheared = [[[0.0; 4]; 3]; LEAF_QUADS];
        for (sheared, quad) in sheared.iter_mut().zip(quads) {
            for lane in 0..4 {
                let along = quad[z][lane] - self.origin[z];
                sheared[0][lane] = (quad[x][lane] - self.origin[x]) - shear_x * along;
                sheared[1][lane] = (quad[y][lane] - self.origin[y]) - shear_y * along;
                sheared[2][lane] = along * shear_z;
            }
        }
        sheared
    }
}

/// Distance and shares of the corners where the ray meets a sheared triangle from either side, at
/// most `limit` away.
#[inline]
fn meet(sheared: &[Quad; LEAF_QUADS], &[a, b, c]: &[u8; 3], limit: f32) -> Option<(f32, [f32; 3])> {
    let (a, b, c) = (corner(sheared, a), corner(sheared, b), corner(sheared, c));
    let mut u = c[0] * b[1] - c[1] * b[0];
    let mut v = a[0] * c[1] - a[1] * c[0];
    let mut w = b[0] * a[1] - b[1] * a[0];
    if u == 0.0 || v == 0.0 || w == 0.0 {
        let exact = |p: &[f32; 3], q: &[f32; 3]| {
            (f64::from(p[0]) * f64::from(q[1]) - f64::from(p[1]) * f64::from(q[0])) as f32
        };
        (u, v, w) = (exact(&c, &b), exact(&a, &c), exact(&b, &a));
    }
    let outside = (u < 0.0 || v < 0.0 || w < 0.0) && (u > 0.0 || v > 0.0 || w > 0.0);
    let whole = u + v + w;
    if outside || whole == 0.0 {
        return None;
    }
    // Divided first: products of three lengths are not finite in meshes that otherwise are.
    let inverse = 1.0 / whole;
    let shares = [u * inverse, v * inverse, w * inverse];
    let distance = shares[0] * a[2] + shares[1] * b[2] + shares[2] * c[2];
    // Written so that what is no number is no hit.
    (distance >= 0.0 && distance <= limit).then_some((distance, shares))
}

/// A corner of a triangle among the sheared points of its leaf.
#[inline]
fn corner(sheared: &[Quad; LEAF_QUADS], place: u8) -> [f32; 3] {
    let place = usize::from(place).min(LEAF_QUADS * 4 - 1);
    let [x, y, z] = &sheared[place / 4];
    [x[place % 4], y[place % 4], z[place % 4]]
}

/// Looks for the first triangle along a ray.
pub(super) struct FirstHit<'a> {
    pub(super) probe: RayProbe,
    pub(super) leaves: &'a Leaves,
    pub(super) limit: f32,
    pub(super) best: Option<RayMeet>,
}

impl Query for FirstHit<'_> {
    #[inline]
    fn enter(&self, node: &WideNode) -> [f32; 4] {
        self.probe.enter(node, self.limit)
    }

    #[inline]
    fn wants(&self, distance: f32) -> bool {
        distance <= self.limit
    }

    #[inline]
    fn leaf(&mut self, at: u32) -> ControlFlow<()> {
        let Some(leaf) = self.leaves.leaves.get(at as usize) else {
            return ControlFlow::Continue(());
        };
        let sheared = self.probe.shear(leaf.quads_of(&self.leaves.quads));
        for (place, corners) in self.leaves.triangles_of(leaf) {
            let Some((distance, shares)) = meet(&sheared, corners, self.limit) else {
                continue;
            };
            let original = self.leaves.original(place);
            // Of triangles that the ray meets at the same distance, as on an edge, the first of
            // the caller's list, whatever the tree looks like.
            let better = |best: RayMeet| distance < best.distance || original < best.original;
            if self.best.is_none_or(better) {
                self.limit = distance;
                self.best = Some(RayMeet {
                    distance,
                    leaf: at,
                    place,
                    original,
                    shares,
                });
            }
        }
        ControlFlow::Continue(())
    }
}

/// Looks for any triangle along a ray.
pub(super) struct AnyHit<'a> {
    pub(super) probe: RayProbe,
    pub(super) leaves: &'a Leaves,
    pub(super) limit: f32,
    pub(super) found: bool,
}

impl Query for AnyHit<'_> {
    #[inline]
    fn enter(&self, node: &WideNode) -> [f32; 4] {
        self.probe.enter(node, self.limit)
    }

    #[inline]
    fn wants(&self, _distance: f32) -> bool {
        true
    }

    #[inline]
    fn leaf(&mut self, at: u32) -> ControlFlow<()> {
        let Some(leaf) = self.leaves.leaves.get(at as usize) else {
            return ControlFlow::Continue(());
        };
        let sheared = self.probe.shear(leaf.quads_of(&self.leaves.quads));
        for (_, corners) in self.leaves.triangles_of(leaf) {
            let met = meet(&sheared, corners, self.limit);
            if met.is_some_and(|(distance, _)| distance < self.limit) {
                self.found = true;
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}
