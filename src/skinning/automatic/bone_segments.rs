//! Where the bones of a skeleton lie: the line segments from which vertices measure.

use crate::math::Vec3;
use crate::skeleton::{Bone, Hierarchy, rest_frames, rest_tip};

/// A straight piece of a bone, in model space and file units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Where it begins.
    pub head: Vec3,
    /// Where it ends; the same as `head` for a point.
    pub tail: Vec3,
}

/// A bone to weight and where it lies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoneSegments {
    /// The bone's position in the skeleton.
    pub bone: usize,
    /// Its pieces; a bone without any gets no vertices.
    pub segments: Vec<Segment>,
}

/// Pivots nearer to each other than this share of the skeleton's size are at one place.
const SAME_PLACE: f32 = 1e-4;
/// The length of a bone at an end of the tree, as a share of its parent's.
const END_LENGTH: f32 = 0.5;

/// The segments of the bones for which `is_chosen` holds, by position in `bones`.
///
/// A bone reaches from its pivot to those of the chosen bones below it; bones between that are not
/// chosen are passed through, and those at the same place as their parent do not count as below.
/// A bone with a length of its own (text skeletons) ends where that says. One with nothing below
/// goes on in the direction it came from; if it lies where its parent or a sibling with bones of
/// its own begins, it is a helper for that joint and a mere point.
pub fn bone_segments(
    bones: &[Bone],
    hierarchy: &Hierarchy,
    is_chosen: impl Fn(usize) -> bool,
) -> Vec<BoneSegments> {
    let pivot = |index: usize| bones.get(index).map(|bone| bone.pivot).unwrap_or_default();
    let size = crate::math::Aabb::around(bones.iter().map(|bone| &bone.pivot)).diagonal();
    let is_same = |a: usize, b: usize| (pivot(a) - pivot(b)).norm() <= size * SAME_PLACE;
    // The nearest chosen bone above each bone.
    let mut above: Vec<Option<usize>> = vec![None; bones.len()];
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); bones.len()];
    for &index in hierarchy.parents_first() {
        let Some(parent) = hierarchy.parent(index) else {
            continue;
        };
        let chosen_above = if is_chosen(parent) {
            Some(parent)
        } else {
            above.get(parent).copied().flatten()
        };
        if let Some(slot) = above.get_mut(index) {
            *slot = chosen_above;
        }
        if let (true, Some(list)) = (
            is_chosen(index),
            chosen_above.and_then(|above| below.get_mut(above)),
        ) {
            list.push(index);
        }
    }
    let has_twin = |index: usize| {
        let parent = above.get(index).copied().flatten();
        let siblings = parent.and_then(|parent| below.get(parent));
        let chains = siblings.into_iter().flatten().copied().filter(|&sibling| {
            sibling != index && below.get(sibling).is_some_and(|list| !list.is_empty())
        });
        chains.chain(parent).any(|other| is_same(other, index))
    };
    let frames = rest_frames(bones, hierarchy);
    let mut found: Vec<BoneSegments> = Vec::new();
    for (index, bone) in bones.iter().enumerate() {
        if !is_chosen(index) {
            continue;
        }
        let head = bone.pivot;
        let tip = rest_tip(bone, frames.get(index));
        let tails: Vec<Vec3> = match tip {
            Some(tip) => vec![tip],
            None => below
                .get(index)
                .into_iter()
                .flatten()
                .filter(|&&child| !is_same(index, child))
                .map(|&child| pivot(child))
                .collect(),
        };
        let mut segments: Vec<Segment> = tails
            .into_iter()
            .map(|tail| Segment { head, tail })
            .collect();
        if segments.is_empty() && has_twin(index) {
            // A helper at a joint (twist, attachment): a point, so that it steals nothing.
            segments.push(Segment { head, tail: head });
        }
        if segments.is_empty() {
            let mut at = above.get(index).copied().flatten();
            while let Some(parent) = at
                && is_same(parent, index)
            {
                at = above.get(parent).copied().flatten();
            }
            let onwards = at.map(|parent| (head - pivot(parent)) * END_LENGTH);
            segments.push(Segment {
                head,
                tail: head + onwards.unwrap_or_default(),
            });
        }
        found.push(BoneSegments {
            bone: index,
            segments,
        });
    }
    found
}
