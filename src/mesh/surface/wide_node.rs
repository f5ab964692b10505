//! Four boxes side by side, so that one pass of arithmetic tests them all.

use crate::math::Vec3;

/// What a child of a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Child {
    /// Nothing.
    None,
    /// The node at that place.
    Node(u32),
    /// The leaf at that place.
    Leaf(u32),
}

/// A child in four bytes: the place of a node, or with the highest bit that of a leaf. The root
/// is nobody's child, so 0 is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChildRef(u32);

const LEAF_BIT: u32 = 1 << 31;

impl ChildRef {
    /// No child.
    pub(super) const NONE: Self = Self(0);

    /// The node at `place`.
    pub(super) fn node(place: usize) -> Self {
        Self(place as u32 & !LEAF_BIT)
    }

    /// The leaf at `place`.
    pub(super) fn leaf(place: usize) -> Self {
        Self(place as u32 | LEAF_BIT)
    }

    /// Takes it apart.
    #[inline]
    pub(super) fn child(self) -> Child {
        match self.0 {
            0 => Child::None,
            place if place & LEAF_BIT == 0 => Child::Node(place),
            place => Child::Leaf(place & !LEAF_BIT),
        }
    }
}

/// The boxes of up to four children, and where these are.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub(super) struct WideNode {
    /// Lower bounds on x, y and z, then upper bounds on x, y and z, each of the four children.
    pub(super) bounds: [[f32; 4]; 6],
    /// The children.
    pub(super) children: [ChildRef; 4],
}

impl WideNode {
    /// No children.
    pub(super) const EMPTY: Self = Self {
        bounds: [
            [f32::INFINITY; 4],
            [f32::INFINITY; 4],
            [f32::INFINITY; 4],
            [f32::NEG_INFINITY; 4],
            [f32::NEG_INFINITY; 4],
            [f32::NEG_INFINITY; 4],
        ],
        children: [ChildRef::NONE; 4],
    };

    /// Sets the boxes of all children.
    #[inline]
    pub(super) fn set_bounds(&mut self, [a, b, c, d]: &[Bounds; 4]) {
        for axis in 0..3 {
            self.bounds[axis] = [a.min[axis], b.min[axis], c.min[axis], d.min[axis]];
            self.bounds[axis + 3] = [a.max[axis], b.max[axis], c.max[axis], d.max[axis]];
        }
    }

    /// The box around all children.
    #[inline]
    pub(super) fn whole(&self) -> Bounds {
        let [x0, y0, z0, x1, y1, z1] = self.bounds;
        Bounds::of_lanes([x0, y0, z0], [x1, y1, z1])
    }
}

/// A box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    min: [f32; 3],
    max: [f32; 3],
}

impl Bounds {
    /// The box that holds nothing.
    pub(super) const EMPTY: Self = Self {
        min: [f32::INFINITY; 3],
        max: [f32::NEG_INFINITY; 3],
    };

    /// The box around four boxes, whose bounds are given axis by axis.
    #[inline]
    pub(super) fn of_lanes(low: [[f32; 4]; 3], high: [[f32; 4]; 3]) -> Self {
        Self {
            min: [least(low[0]), least(low[1]), least(low[2])],
            max: [most(high[0]), most(high[1]), most(high[2])],
        }
    }

    /// How far its sides, or the origin, are from `point` at most, along the axes; infinite for
    /// an empty box.
    pub(super) fn reach(&self, point: &Vec3) -> f32 {
        (0..3).fold(0.0, |reach, axis| {
            let (low, high) = (point[axis] - self.min[axis], self.max[axis] - point[axis]);
            let parts = [low, high, point[axis]];
            parts
                .iter()
                .fold(reach, |reach, part| upper(part.abs(), reach))
        })
    }
}

#[inline]
fn least([a, b, c, d]: [f32; 4]) -> f32 {
    lower(lower(a, b), lower(c, d))
}

#[inline]
fn most([a, b, c, d]: [f32; 4]) -> f32 {
    upper(upper(a, b), upper(c, d))
}

/// The lower of two; the second where the first is no number. One instruction, which
/// `f32::min` is not.
#[inline]
pub(super) fn lower(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The higher of two; the second where the first is no number.
#[inline]
pub(super) fn upper(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}
