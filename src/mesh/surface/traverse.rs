//! Walking the tree from the nearest box to the farthest.

use super::wide_node::{Child, ChildRef, WideNode};
use std::ops::ControlFlow;

/// What is looked for in the tree.
pub(super) trait Query {
    /// How far each child of a node is, infinity for those that cannot hold anything better.
    fn enter(&self, node: &WideNode) -> [f32; 4];

    /// Whether a child that was found at `distance` can still hold anything better.
    fn wants(&self, distance: f32) -> bool;

    /// Looks at the triangles of a leaf; breaks off when nothing more is needed.
    fn leaf(&mut self, leaf: u32) -> ControlFlow<()>;
}

/// A child that waits to be looked at.
#[derive(Clone, Copy)]
struct Waiting {
    distance: f32,
    child: ChildRef,
}

impl Waiting {
    const NONE: Self = Self {
        distance: 0.0,
        child: ChildRef::NONE,
    };
}

/// Children that wait, the nearest on top. Deep trees go to the heap, ordinary ones never.
struct Stack {
    items: [Waiting; 64],
    len: usize,
    spill: Vec<Waiting>,
}

impl Stack {
    #[inline]
    fn push(&mut self, waiting: Waiting) {
        if let Some(place) = self.items.get_mut(self.len) {
            *place = waiting;
            self.len += 1;
        } else {
            self.spill.push(waiting);
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<Waiting> {
        if self.len == self.items.len()
            && let Some(waiting) = self.spill.pop()
        {
            return Some(waiting);
        }
        self.len = self.len.checked_sub(1)?;
        self.items.get(self.len).copied()
    }
}

/// Asks `query` about everything that it may want.
#[inline]
pub(super) fn traverse(nodes: &[WideNode], query: &mut impl Query) {
    let mut stack = Stack {
        items: [Waiting::NONE; 64],
        len: 0,
        spill: Vec::new(),
    };
    let mut next = nodes.first();
    loop {
        if let Some(node) = next.take() {
            open(node, query, &mut stack);
        }
        let Some(waiting) = stack.pop() else {
            return;
        };
        if !query.wants(waiting.distance) {
            continue;
        }
        match waiting.child.child() {
            Child::Node(place) => next = nodes.get(place as usize),
            Child::Leaf(place) => {
                if query.leaf(place).is_break() {
                    return;
                }
            }
            Child::None => {}
        }
    }
}

/// Puts the children of a node on the stack, the farthest first.
#[inline]
fn open(node: &WideNode, query: &mut impl Query, stack: &mut Stack) {
    let distances = query.enter(node);
    let mut entered = [Waiting::NONE; 4];
    let mut len = 0;
    for (&distance, &child) in distances.iter().zip(&node.children) {
        if distance == f32::INFINITY {
            continue;
        }
        let mut place = len;
        while place > 0 && entered[place - 1].distance < distance {
            entered[place] = entered[place - 1];
            place -= 1;
        }
        entered[place] = Waiting { distance, child };
        len += 1;
    }
    for &waiting in &entered[..len] {
        stack.push(waiting);
    }
}
