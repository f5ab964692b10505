//! Bringing the boxes of the tree up to date after the points have moved.

use super::leaves::{Leaves, Quad, fetch};
use super::wide_node::{Bounds, Child, WideNode};
use crate::math::Vec3;
use rayon::prelude::*;
use std::ops::Range;

/// Nodes that one thread refits at a time, at most.
const NODES_A_PIECE: usize = 1024;

/// A part of the tree that touches no other.
#[derive(Clone, Debug)]
struct Part {
    nodes: Range<usize>,
    quads: Range<usize>,
}

/// How the nodes are shared out among threads.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    /// Parts of the tree, in order.
    parts: Vec<Part>,
    /// The nodes above them, each after what is under it.
    above: Vec<usize>,
}

impl Pieces {
    /// Shares out `nodes`, which stand before what is under them.
    pub(super) fn new(nodes: &[WideNode], leaves: &Leaves) -> Self {
        let mut sizes = vec![1_usize; nodes.len()];
        for (index, node) in nodes.iter().enumerate().rev() {
            let under = inner(node).filter_map(|child| sizes.get(child));
            let size = 1 + under.sum::<usize>();
            sizes[index] = size;
        }
        let mut pieces = Self::default();
        let mut waiting = vec![0];
        while let Some(index) = waiting.pop() {
            let (Some(node), Some(&size)) = (nodes.get(index), sizes.get(index)) else {
                continue;
            };
            if size <= NODES_A_PIECE {
                let range = index..index + size;
                let quads = quads_under(nodes.get(range.clone()).unwrap_or_default(), leaves);
                pieces.parts.push(Part {
                    nodes: range,
                    quads,
                });
            } else {
                pieces.above.push(index);
                waiting.extend(inner(node));
            }
        }
        pieces.parts.sort_unstable_by_key(|part| part.nodes.start);
        pieces.above.sort_unstable_by(|a, b| b.cmp(a));
        pieces
    }

    /// Moves the points to `positions` and sets the boxes of all nodes.
    pub(super) fn refit(&self, nodes: &mut [WideNode], leaves: &mut Leaves, positions: &[Vec3]) {
        let mut quads = std::mem::take(&mut leaves.quads);
        let node_ranges = self.parts.iter().map(|part| &part.nodes);
        let quad_ranges = self.parts.iter().map(|part| &part.quads);
        let parts: Vec<Moving<'_>> = cut(nodes, node_ranges)
            .into_iter()
            .zip(cut(&mut quads, quad_ranges))
            .zip(&self.parts)
            .map(|((nodes, quads), part)| Moving {
                nodes,
                first_node: part.nodes.start,
                quads,
                first_quad: part.quads.start,
            })
            .collect();
        parts.into_par_iter().for_each(|mut part| {
            for index in (0..part.nodes.len()).rev() {
                part.refit_node(index, leaves, positions);
            }
        });
        let mut above = Moving {
            nodes,
            first_node: 0,
            quads: &mut quads,
            first_quad: 0,
        };
        for &index in &self.above {
            above.refit_node(index, leaves, positions);
        }
        leaves.quads = quads;
    }
}

/// Children of a node that are nodes.
fn inner(node: &WideNode) -> impl Iterator<Item = usize> {
    let children = node.children.iter();
    children.filter_map(|child| match child.child() {
        Child::Node(place) => Some(place as usize),
        Child::Leaf(_) | Child::None => None,
    })
}

/// The points of all leaves of some nodes, which stand together.
fn quads_under(nodes: &[WideNode], leaves: &Leaves) -> Range<usize> {
    let children = nodes.iter().flat_map(|node| &node.children);
    let under = children.filter_map(|child| match child.child() {
        Child::Leaf(place) => leaves.leaves.get(place as usize),
        Child::Node(_) | Child::None => None,
    });
    let range = under
        .map(|leaf| leaf.range(0))
        .reduce(|all, one| all.start.min(one.start)..all.end.max(one.end));
    range.unwrap_or_default()
}

/// Cuts ranges, which are in order, out of `all`.
fn cut<'a, T>(
    all: &'a mut [T],
    ranges: impl Iterator<Item = &'a Range<usize>>,
) -> Vec<&'a mut [T]> {
    let (mut rest, mut at) = (all, 0);
    ranges
        .map(|range| {
            let after = std::mem::take(&mut rest).split_at_mut(range.start - at).1;
            let (mine, after) = after.split_at_mut(range.len());
            (rest, at) = (after, range.end);
            mine
        })
        .collect()
}

/// A part of the tree whose boxes are being set.
struct Moving<'a> {
    nodes: &'a mut [WideNode],
    first_node: usize,
    quads: &'a mut [Quad],
    first_quad: usize,
}

impl Moving<'_> {
    /// Sets the boxes of the node at `index` of this part, those under it being set.
    #[inline]
    fn refit_node(&mut self, index: usize, leaves: &Leaves, positions: &[Vec3]) {
        let Some(children) = self.nodes.get(index).map(|node| node.children) else {
            return;
        };
        let mut boxes = [Bounds::EMPTY; 4];
        for (bounds, child) in boxes.iter_mut().zip(children) {
            match child.child() {
                Child::Node(place) => {
                    if let Some(under) = self.nodes.get(place as usize - self.first_node) {
                        *bounds = under.whole();
                    }
                }
                Child::Leaf(place) => {
                    if let Some(leaf) = leaves.leaves.get(place as usize) {
                        let vertices = leaf.range(0);
                        let quads = leaf.range(self.first_quad);
                        *bounds = fetch(
                            self.quads.get_mut(quads).unwrap_or_default(),
                            leaves.vertices.get(vertices).unwrap_or_default(),
                            positions,
                        );
                    }
                }
                Child::None => {}
            }
        }
        if let Some(node) = self.nodes.get_mut(index) {
            node.set_bounds(&boxes);
        }
    }
}
