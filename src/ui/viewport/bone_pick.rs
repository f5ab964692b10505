//! Which bone is under the cursor: geometry of the pane, without a widget.
//!
//! Bones are drawn in front of the mesh, so they are picked through it. A joint wins over the
//! shape that passes by it, and of two as near to the cursor the one nearer to the viewer.

use super::ScreenView;
use crate::math::Affine;
use crate::render::joint_position;
use crate::skeleton::{Bone, Hierarchy, rest_frames, rest_tip};
use eframe::egui::{Pos2, Rect};

/// How near the cursor must be to a joint, in points.
const JOINT_RADIUS: f32 = 9.0;
/// How near the cursor must be to the shape between two joints.
const SHAPE_RADIUS: f32 = 5.0;
/// Distances that differ by less are the same to a hand.
const SAME_DISTANCE: f32 = 1.5;

/// One bone as the pane shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScreenBone {
    /// Where its joint is; `None` for a bone that is hidden or behind the viewer.
    pub joint: Option<Pos2>,
    /// Where it ends, if it has a length of its own; then no shape goes to its children.
    pub tip: Option<Pos2>,
    /// How far the joint is from the viewer.
    pub depth: f32,
    /// Position of the nearest shown bone above it: the shape between the two belongs to that one.
    pub parent: Option<usize>,
}

/// Fills `out` with where the pane shows each bone, in file order.
///
/// A node that only carries something has no shape from its parent to it.
pub(super) fn project_bones(
    view: &ScreenView,
    bones: &[Bone],
    hierarchy: &Hierarchy,
    model_from_bind: &[Affine],
    is_left_out: impl Fn(&Bone) -> bool,
    out: &mut Vec<ScreenBone>,
) {
    let is_hidden = |index: usize| bones.get(index).is_none_or(&is_left_out);
    let has_no_shape = |index: usize| {
        let bone = bones.get(index);
        bone.is_none_or(|bone| is_left_out(bone) || !bone.kind.is_bone())
    };
    let is_long = |bone: &Bone| bone.shape.is_some_and(|shape| shape.length > 0.0);
    let frames = if bones.iter().any(is_long) {
        rest_frames(bones, hierarchy)
    } else {
        Vec::new()
    };
    out.clear();
    out.extend(bones.iter().enumerate().map(|(index, bone)| {
        let point = joint_position(bone, model_from_bind.get(index));
        let mut parent = hierarchy.parent(index);
        while let Some(above) = parent.filter(|&above| has_no_shape(above)) {
            parent = hierarchy.parent(above);
        }
        let parent = parent.filter(|_| bone.kind.is_bone());
        let tip = rest_tip(bone, frames.get(index)).map(|tip| {
            let matrix = model_from_bind.get(index);
            matrix.map_or(tip, |matrix| matrix.point(&tip))
        });
        ScreenBone {
            tip: tip
                .filter(|_| !is_hidden(index))
                .and_then(|tip| view.pos_of(&tip)),
            joint: view.pos_of(&point).filter(|_| !is_hidden(index)),
            depth: view.depth_of(&point),
            parent,
        }
    }));
}

/// The bone that a click at `cursor` selects, as its position in file order.
pub fn nearest_bone(bones: &[ScreenBone], cursor: Pos2) -> Option<usize> {
    let joints = bones.iter().enumerate().filter_map(|(index, bone)| {
        let distance = bone.joint?.distance(cursor);
        (distance <= JOINT_RADIUS).then_some((index, distance, bone.depth))
    });
    if let Some((index, ..)) = joints.reduce(nearer) {
        return Some(index);
    }
    let own = bones.iter().enumerate().filter_map(|(index, bone)| {
        let (distance, _) = distance_to_segment(cursor, bone.joint?, bone.tip?);
        (distance <= SHAPE_RADIUS).then_some((index, distance, bone.depth))
    });
    let shapes = bones.iter().filter_map(|bone| {
        let parent = bone.parent?;
        let start = bones.get(parent).filter(|start| start.tip.is_none())?;
        let (distance, part) = distance_to_segment(cursor, start.joint?, bone.joint?);
        let depth = start.depth + (bone.depth - start.depth) * part;
        (distance <= SHAPE_RADIUS).then_some((parent, distance, depth))
    });
    own.chain(shapes).reduce(nearer).map(|(index, ..)| index)
}

/// The bones whose joints are in a box, as positions in file order.
pub fn bones_in_box(bones: &[ScreenBone], area: Rect) -> impl Iterator<Item = usize> + '_ {
    bones
        .iter()
        .enumerate()
        .filter(move |(_, bone)| bone.joint.is_some_and(|joint| area.contains(joint)))
        .map(|(index, _)| index)
}

/// What was found: position in file order, distance to the cursor, distance to the viewer.
type Found = (usize, f32, f32);

fn nearer(best: Found, next: Found) -> Found {
    let by_distance = next.1 - best.1;
    let wins = if by_distance.abs() <= SAME_DISTANCE {
        next.2 < best.2
    } else {
        by_distance < 0.0
    };
    if wins { next } else { best }
}

/// Distance from a point to a segment, and where along it, from 0 to 1.
fn distance_to_segment(point: Pos2, a: Pos2, b: Pos2) -> (f32, f32) {
    let along = b - a;
    let length_squared = along.length_sq();
    let part = if length_squared > 0.0 {
        ((point - a).dot(along) / length_squared).clamp(0.0, 1.0)
    } else {
        0.0
    };
    ((a + along * part).distance(point), part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bone(at: [f32; 2], depth: f32, parent: Option<usize>) -> ScreenBone {
        ScreenBone {
            joint: Some(at.into()),
            tip: None,
            depth,
            parent,
        }
    }

    /// A parent, a child to its right, and a bone far behind that lies over the child.
    fn three() -> Vec<ScreenBone> {
        vec![
            bone([100.0, 100.0], 10.0, None),
            bone([200.0, 100.0], 10.0, Some(0)),
            bone([201.0, 100.0], 30.0, None),
        ]
    }

    #[track_caller]
    fn check_nearest(bones: &[ScreenBone], cursor: [f32; 2], expected: Option<usize>) {
        assert_eq!(
            nearest_bone(bones, cursor.into()),
            expected,
            "at {cursor:?}"
        );
    }

    #[test]
    fn a_joint_wins_over_the_shape_that_begins_at_it() {
        check_nearest(&three(), [104.0, 103.0], Some(0));
        check_nearest(&three(), [193.0, 101.0], Some(1));
    }

    #[test]
    fn the_shape_between_two_joints_is_the_parent() {
        check_nearest(&three(), [150.0, 104.0], Some(0));
        check_nearest(&three(), [150.0, 106.0], None);
    }

    #[test]
    fn of_two_joints_at_one_place_the_nearer_to_the_viewer_wins() {
        check_nearest(&three(), [201.0, 100.0], Some(1));
        let mut bones = three();
        bones[2].depth = 5.0;
        check_nearest(&bones, [200.0, 100.0], Some(2));
    }

    #[test]
    fn a_bone_with_a_length_is_picked_along_it_and_not_along_its_children() {
        let mut bones = three();
        bones[0].tip = Some([100.0, 300.0].into());
        check_nearest(&bones, [102.0, 250.0], Some(0));
        check_nearest(&bones, [150.0, 100.0], None);
    }

    #[test]
    fn what_is_not_on_the_screen_is_not_picked() {
        let mut bones = three();
        bones[0].joint = None;
        check_nearest(&bones, [100.0, 100.0], None);
        check_nearest(&bones, [150.0, 100.0], None);
        check_nearest(&[], [0.0, 0.0], None);
    }

    #[test]
    fn a_box_takes_the_joints_inside() {
        let area = Rect::from_min_max([90.0, 90.0].into(), [200.5, 110.0].into());
        let found: Vec<usize> = bones_in_box(&three(), area).collect();
        assert_eq!(found, [0, 1]);
    }
}
