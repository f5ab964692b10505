//! Grouping triangles: a range of them is cut in two where rays will cost least, again and again.
//!
//! Cuts are tried at equal distances along each axis, and judged by the surface-area heuristic.
//! Where that cannot tell triangles apart, as when they all lie in one place, halves are taken, so
//! no mesh makes a deep tree or a slow one.

use super::leaves::LEAF_TRIANGLES;
use super::wide_node::{lower, upper};

/// Places for a cut that are tried along each axis, and one more.
const BINS: usize = 16;
/// Below so many cuts the heuristic is trusted; further down halves are taken.
const TRUSTED_DEPTH: usize = 48;
/// Ranges of so many triangles are cut by two threads.
const SHARED_FROM: usize = 8192;

/// A triangle's box, and its place in the caller's list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    /// Lowest corner.
    pub(super) min: [f32; 3],
    /// Position in the caller's list.
    pub(super) place: u32,
    /// Highest corner.
    pub(super) max: [f32; 3],
}

/// How a range of triangles is cut.
#[derive(Debug)]
pub(super) enum Split {
    /// Not at all.
    Leaf,
    /// In two, the left part first.
    Pair(Box<[Cut; 2]>),
}

/// A part of the triangles: how it is cut further, and its size.
#[derive(Debug)]
pub(super) struct Cut {
    /// How it is cut further.
    pub(super) split: Split,
    /// How many triangles it is.
    pub(super) count: usize,
    /// Half the surface of the box around it.
    pub(super) area: f32,
}

/// Sorts `items` so that every part of the cut is a range.
pub(super) fn split(items: &mut [Item]) -> Cut {
    split_at_depth(items, 0)
}

fn split_at_depth(items: &mut [Item], depth: usize) -> Cut {
    let mut whole = Span::EMPTY;
    let mut centres = Span::EMPTY;
    for item in items.iter() {
        whole.include(item.min, item.max);
        let centre = centre(item);
        centres.include(centre, centre);
    }
    let (count, area) = (items.len(), whole.area());
    if count <= LEAF_TRIANGLES {
        return Cut {
            split: Split::Leaf,
            count,
            area,
        };
    }
    let best = best_plane(items, &centres).filter(|_| depth < TRUSTED_DEPTH);
    let middle = best.map_or(0, |plane| partition(items, |item| plane.is_left(item)));
    let middle = if middle == 0 || middle == items.len() {
        halve(items, &centres)
    } else {
        middle
    };
    let shared = items.len() >= SHARED_FROM;
    let (left, right) = items.split_at_mut(middle);
    let (left, right) = if shared {
        rayon::join(
            || split_at_depth(left, depth + 1),
            || split_at_depth(right, depth + 1),
        )
    } else {
        (
            split_at_depth(left, depth + 1),
            split_at_depth(right, depth + 1),
        )
    };
    Cut {
        split: Split::Pair(Box::new([left, right])),
        count,
        area,
    }
}

/// Cuts at the middle triangle along the longest axis.
fn halve(items: &mut [Item], centres: &Span) -> usize {
    let middle = items.len() / 2;
    let axis = (0..3).fold(0, |longest, axis| {
        if centres.extent(axis) > centres.extent(longest) {
            axis
        } else {
            longest
        }
    });
    let key = |item: &Item| item.min[axis] + item.max[axis];
    items.select_nth_unstable_by(middle, |a, b| {
        (key(a).total_cmp(&key(b))).then(a.place.cmp(&b.place))
    });
    middle
}

/// Moves the items that `is_left` to the front and counts them.
fn partition(items: &mut [Item], is_left: impl Fn(&Item) -> bool) -> usize {
    let mut left = 0;
    for index in 0..items.len() {
        if items.get(index).is_some_and(&is_left) {
            items.swap(left, index);
            left += 1;
        }
    }
    left
}

/// A cut across an axis, between two bins.
#[derive(Clone, Copy)]
struct Plane {
    axis: usize,
    bins: Bins,
    first_right: usize,
}

impl Plane {
    fn is_left(&self, item: &Item) -> bool {
        self.bins.of(item, self.axis) < self.first_right
    }
}

/// Equal stretches of an axis.
#[derive(Clone, Copy)]
struct Bins {
    low: f32,
    scale: f32,
}

impl Bins {
    #[inline]
    fn of(&self, item: &Item, axis: usize) -> usize {
        let along = (item.min[axis] + item.max[axis] - self.low) * self.scale;
        (along as usize).min(BINS - 1)
    }
}

/// The cut after which a ray will cost least, if there is one that leaves something on each side.
fn best_plane(items: &[Item], centres: &Span) -> Option<Plane> {
    let bins = [0, 1, 2].map(|axis| Bins {
        low: centres.min[axis],
        scale: BINS as f32 / centres.extent(axis),
    });
    let mut spans = [[(Span::EMPTY, 0_usize); BINS]; 3];
    for item in items {
        for axis in 0..3 {
            let (span, count) = &mut spans[axis][bins[axis].of(item, axis)];
            span.include(item.min, item.max);
            *count += 1;
        }
    }
    let mut best: Option<(f32, Plane)> = None;
    for axis in 0..3 {
        let extent = centres.extent(axis);
        if extent.is_nan() || extent <= 0.0 {
            continue;
        }
        // What is right of each cut, from the last on, then what is left of it.
        let mut costs = [0.0; BINS];
        let mut right = (Span::EMPTY, 0);
        for bin in (1..BINS).rev() {
            right.0.join(&spans[axis][bin].0);
            right.1 += spans[axis][bin].1;
            costs[bin] = if right.1 == 0 {
                f32::INFINITY
            } else {
                right.0.area() * right.1 as f32
            };
        }
        let mut left = (Span::EMPTY, 0);
        for bin in 1..BINS {
            left.0.join(&spans[axis][bin - 1].0);
            left.1 += spans[axis][bin - 1].1;
            let cost = costs[bin] + left.0.area() * left.1 as f32;
            if left.1 > 0 && cost.is_finite() && best.is_none_or(|(least, _)| cost < least) {
                let plane = Plane {
                    axis,
                    bins: bins[axis],
                    first_right: bin,
                };
                best = Some((cost, plane));
            }
        }
    }
    best.map(|(_, plane)| plane)
}

/// Twice the middle of an item's box.
#[inline]
fn centre(item: &Item) -> [f32; 3] {
    let ([x0, y0, z0], [x1, y1, z1]) = (item.min, item.max);
    [x0 + x1, y0 + y1, z0 + z1]
}

/// A box that grows.
#[derive(Clone, Copy)]
struct Span {
    min: [f32; 3],
    max: [f32; 3],
}

impl Span {
    const EMPTY: Self = Self {
        min: [f32::INFINITY; 3],
        max: [f32::NEG_INFINITY; 3],
    };

    #[inline]
    fn include(&mut self, min: [f32; 3], max: [f32; 3]) {
        for axis in 0..3 {
            self.min[axis] = lower(min[axis], self.min[axis]);
            self.max[axis] = upper(max[axis], self.max[axis]);
        }
    }

    #[inline]
    fn join(&mut self, other: &Self) {
        self.include(other.min, other.max);
    }

    #[inline]
    fn extent(&self, axis: usize) -> f32 {
        self.max[axis] - self.min[axis]
    }

    /// Half the surface; 0 where there is nothing.
    #[inline]
    fn area(&self) -> f32 {
        let [x, y, z] = [0, 1, 2].map(|axis| upper(self.extent(axis), 0.0));
        x * y + y * z + z * x
    }
}
