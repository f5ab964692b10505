//! Looking for the spot of a mesh that is nearest to a point.

use super::leaves::{Leaves, point_of};
use super::nearest_shares::nearest_shares;
use super::traverse::Query;
use super::wide_node::{WideNode, upper};
use crate::math::Vec3;
use std::ops::ControlFlow;

/// The nearest spot found so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearestSpot {
    /// Square of its distance.
    pub(super) squared: f32,
    /// The leaf.
    pub(super) leaf: u32,
    /// Triangle in the order of the tree.
    pub(super) place: u32,
    /// Its position in the caller's list.
    original: u32,
    /// Shares of its corners.
    pub(super) shares: [f32; 3],
}

/// Looks for the spot nearest to a point, of triangles that are wanted.
pub(super) struct Nearest<'a, F> {
    pub(super) point: Vec3,
    pub(super) leaves: &'a Leaves,
    /// Square of the distance beyond which nothing is wanted.
    pub(super) limit: f32,
    /// Whether a triangle is wanted, by its position in the caller's list.
    pub(super) accept: F,
    pub(super) best: Option<NearestSpot>,
}

impl<F: Fn(u32) -> bool> Query for Nearest<'_, F> {
    #[inline]
    fn enter(&self, node: &WideNode) -> [f32; 4] {
        let mut squared = [0.0; 4];
        for axis in 0..3 {
            let at = self.point[axis];
            let (low, high) = (&node.bounds[axis], &node.bounds[axis + 3]);
            for lane in 0..4 {
                let outside = upper(upper(low[lane] - at, at - high[lane]), 0.0);
                squared[lane] += outside * outside;
            }
        }
        squared.map(|squared| {
            if squared <= self.limit {
                squared
            } else {
                f32::INFINITY
            }
        })
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
        let quads = leaf.quads_of(&self.leaves.quads);
        for (place, &[a, b, c]) in self.leaves.triangles_of(leaf) {
            let (a, b) = (point_of(quads, a.into()), point_of(quads, b.into()));
            let c = point_of(quads, c.into());
            let shares = nearest_shares(&self.point, &a, &b, &c);
            let spot = a * shares[0] + b * shares[1] + c * shares[2];
            let squared = (spot - self.point).norm_squared();
            if !squared.is_finite() || squared > self.limit {
                continue;
            }
            let original = self.leaves.original(place);
            let better = |best: NearestSpot| squared < best.squared || original < best.original;
            if self.best.is_none_or(better) && (self.accept)(original) {
                self.limit = squared;
                self.best = Some(NearestSpot {
                    squared,
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
