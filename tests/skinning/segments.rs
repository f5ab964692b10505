//! Where bones of a skeleton lie, and which vertices they get there.

use crate::shapes::{capsule, share, weigh};
use bonewright::math::Vec3;
use bonewright::skeleton::{Bone, BoneFlags, BoneId, BoneKind, BoneShape, Skeleton};
use bonewright::skinning::automatic::{AutomaticMethod, Segment, bone_segments};

fn bone(id: u32, parent: Option<u32>, pivot: Vec3) -> Bone {
    Bone {
        id: BoneId(id),
        name: None,
        parent: parent.map(BoneId),
        pivot,
        flags: BoneFlags(0),
        key_bone_id: -1,
        submesh_id: 0,
        name_crc: 0,
        kind: BoneKind::Bone,
        shape: None,
    }
}

fn skeleton(bones: Vec<Bone>) -> Skeleton {
    Skeleton {
        bones,
        key_bone_lookup: Vec::new(),
    }
}

fn x(at: f32) -> Vec3 {
    Vec3::new(at, 0.0, 0.0)
}

#[test]
fn a_bone_reaches_to_the_chosen_bones_below_and_passes_through_the_others() {
    let skeleton = skeleton(vec![
        bone(0, None, x(0.0)),
        bone(1, Some(0), x(1.0)),
        bone(2, Some(1), x(2.0)),
        bone(3, Some(1), Vec3::new(1.0, 1.0, 0.0)),
    ]);
    let hierarchy = skeleton.hierarchy();
    let found = bone_segments(&skeleton.bones, &hierarchy, |index| index != 1);
    let chosen: Vec<usize> = found.iter().map(|bone| bone.bone).collect();
    assert_eq!(chosen, [0, 2, 3]);
    let tails: Vec<Vec3> = found[0].segments.iter().map(|s| s.tail).collect();
    assert_eq!(tails, [x(2.0), Vec3::new(1.0, 1.0, 0.0)]);
}

#[test]
fn a_bone_at_an_end_goes_on_in_the_direction_it_came_from() {
    let skeleton = skeleton(vec![bone(0, None, x(0.0)), bone(1, Some(0), x(2.0))]);
    let found = bone_segments(&skeleton.bones, &skeleton.hierarchy(), |_| true);
    let expected = Segment {
        head: x(2.0),
        tail: x(3.0),
    };
    assert_eq!(found[1].segments, [expected]);
}

#[test]
fn a_bone_with_a_length_of_its_own_ends_there() {
    let mut bones = vec![bone(0, None, x(0.0)), bone(1, Some(0), x(2.0))];
    bones[0].shape = Some(BoneShape {
        length: 0.5,
        ..BoneShape::PLAIN
    });
    let skeleton = skeleton(bones);
    let found = bone_segments(&skeleton.bones, &skeleton.hierarchy(), |_| true);
    assert_eq!(found[0].segments[0].tail, x(0.5));
}

#[test]
fn helpers_at_the_place_of_another_bone_steal_nothing() {
    // A twist bone at the pivot of the first bone, and one at that of the second.
    let skeleton = skeleton(vec![
        bone(0, None, x(-2.0)),
        bone(1, Some(0), x(0.0)),
        bone(2, Some(0), x(-2.0)),
        bone(3, Some(1), x(0.0)),
        bone(4, Some(1), x(2.0)),
    ]);
    let found = bone_segments(&skeleton.bones, &skeleton.hierarchy(), |_| true);
    let weights = weigh(&capsule(0.5, 2.0, 24, 16), &found, AutomaticMethod::Best);
    let total = |bone: usize| -> f32 { weights.rows.iter().map(|row| share(row, bone)).sum() };
    let all = weights.rows.len() as f32;
    assert!(total(2) + total(3) < 0.1 * all, "{} {}", total(2), total(3));
    assert!(total(0) > 0.3 * all && total(1) > 0.3 * all);
}

#[test]
fn cycles_and_pivots_that_are_no_numbers_are_survived() {
    let skeleton = skeleton(vec![
        bone(0, Some(1), x(-2.0)),
        bone(1, Some(0), x(0.0)),
        bone(2, Some(1), x(f32::NAN)),
        bone(3, Some(9), x(2.0)),
    ]);
    let found = bone_segments(&skeleton.bones, &skeleton.hierarchy(), |_| true);
    assert_eq!(found.len(), 4);
    let weights = weigh(&capsule(0.5, 2.0, 24, 16), &found, AutomaticMethod::Best);
    let nameless = weights.fallbacks.iter().find(|f| f.bone == 2).unwrap();
    assert_eq!(nameless.reason.to_string(), "its place is not a number");
}
