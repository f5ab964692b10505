//! Making the tree: triangles are cut in two again and again, then the cuts are drawn together
//! into nodes of four.

use super::leaves::Leaves;
use super::split::{Cut, Item, Split, split};
use super::wide_node::{ChildRef, WideNode};
use crate::math::{Aabb, Vec3};

/// The tree over the triangles whose corners exist and are finite. Nodes stand before what is
/// under them, and all that is under a node stands together.
pub(super) fn build(positions: &[Vec3], triangles: &[[u32; 3]]) -> (Vec<WideNode>, Leaves) {
    let mut items = items(positions, triangles);
    let mut making = Making {
        nodes: Vec::new(),
        leaves: Leaves::default(),
    };
    if items.is_empty() {
        return (making.nodes, making.leaves);
    }
    making.leaves.corners.reserve_exact(items.len());
    making.leaves.original.reserve_exact(items.len());
    let cut = split(&mut items);
    making.draw_together(&cut, &items, triangles);
    (making.nodes, making.leaves)
}

/// The boxes of all triangles that are some, scaled to between 0 and 1: only their order and sizes
/// count, and the areas of huge boxes would be infinite.
fn items(positions: &[Vec3], triangles: &[[u32; 3]]) -> Vec<Item> {
    let whole = Aabb::around(positions);
    let (low, high) = (whole.min.cast::<f64>(), whole.max.cast::<f64>());
    let longest = (high - low).amax();
    let scale = if longest > 0.0 { 1.0 / longest } else { 0.0 };
    let scaled = |corner: Vec3| {
        let part = (corner.cast::<f64>() - low) * scale;
        [part.x as f32, part.y as f32, part.z as f32]
    };
    let point = |corner: u32| {
        let point = positions.get(corner as usize)?;
        point.iter().all(|part| part.is_finite()).then_some(point)
    };
    let item = |(place, &[a, b, c]): (u32, &[u32; 3])| {
        let (a, b, c) = (point(a)?, point(b)?, point(c)?);
        Some(Item {
            min: scaled(a.inf(b).inf(c)),
            place,
            max: scaled(a.sup(b).sup(c)),
        })
    };
    (0..).zip(triangles).filter_map(item).collect()
}

/// The tree while it is made.
struct Making {
    nodes: Vec<WideNode>,
    leaves: Leaves,
}

/// A part of the cut that becomes a node.
struct Waiting<'a> {
    cut: &'a Cut,
    /// The triangles that it is about.
    items: &'a [Item],
    /// The node and lane that lead to it.
    parent: Option<(usize, usize)>,
}

impl Making {
    fn draw_together(&mut self, root: &Cut, items: &[Item], triangles: &[[u32; 3]]) {
        let parent = None;
        let mut waiting = vec![Waiting {
            cut: root,
            items,
            parent,
        }];
        while let Some(next) = waiting.pop() {
            let index = self.nodes.len();
            if let Some((parent, lane)) = next.parent
                && let Some(parent) = self.nodes.get_mut(parent)
            {
                parent.children[lane] = ChildRef::node(index);
            }
            let mut node = WideNode::EMPTY;
            let children = four_parts(next.cut, next.items);
            for (lane, (cut, items)) in children.iter().enumerate() {
                if matches!(cut.split, Split::Leaf) {
                    let group = items.iter().filter_map(|item| {
                        let corners = triangles.get(item.place as usize)?;
                        Some((item.place, *corners))
                    });
                    node.children[lane] = ChildRef::leaf(self.leaves.push(group));
                }
            }
            self.nodes.push(node);
            // The first is the next to be taken.
            for (lane, (cut, items)) in children.into_iter().enumerate().rev() {
                if matches!(cut.split, Split::Pair(_)) {
                    let parent = Some((index, lane));
                    waiting.push(Waiting { cut, items, parent });
                }
            }
        }
    }
}

/// Up to four parts of `cut`: the largest is cut further while there are fewer.
fn four_parts<'a>(cut: &'a Cut, items: &'a [Item]) -> Vec<(&'a Cut, &'a [Item])> {
    let mut parts = vec![(cut, items)];
    while parts.len() < 4 {
        let can_be_cut = (0..parts.len()).filter_map(|place| match &parts.get(place)?.0.split {
            Split::Pair(pair) => Some((place, pair)),
            Split::Leaf => None,
        });
        let area = |place: usize| parts.get(place).map_or(0.0, |(cut, _)| cut.area);
        let largest = can_be_cut.max_by(|(a, _), (b, _)| area(*a).total_cmp(&area(*b)));
        let Some((place, pair)) = largest else {
            break;
        };
        let [left, right] = pair.as_ref();
        let items = parts.remove(place).1;
        let (before, after) = items.split_at(left.count.min(items.len()));
        parts.insert(place, (left, before));
        parts.insert(place + 1, (right, after));
    }
    parts
}
