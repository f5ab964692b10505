//! Changing the tree: poses are kept, weights keep their sums, ids are never used twice.

use crate::small_model::small_document;
use crate::{apply, notes, op};
use bonewright::anim::Clock;
use bonewright::document::{Document, Pose};
use bonewright::edit::{EditError, EntryFocus, History};
use bonewright::math::Affine;
use bonewright::skeleton::BoneId;

/// Where every named bone takes points, at moments of all clips that have keyframes there.
fn poses(document: &Document, skip: &[u32]) -> Vec<(BoneId, Affine)> {
    let model = &document.models[0];
    let hierarchy = model.skeleton.hierarchy();
    let mut out = Vec::new();
    for clip in [0, 1, 3] {
        for time in [0.0, 400.0, 1000.0] {
            let mut pose = Pose::default();
            model.evaluate(&Clock::of(model, Some(clip), time), &hierarchy, &mut pose);
            for (bone, matrix) in model.skeleton.bones.iter().zip(pose.model_from_bind) {
                if !skip.contains(&bone.id.0) {
                    out.push((bone.id, matrix));
                }
            }
        }
    }
    out
}

#[track_caller]
fn check_same_poses(before: &[(BoneId, Affine)], after: &[(BoneId, Affine)]) {
    assert_eq!(before.len(), after.len());
    for ((id, a), (other, b)) in before.iter().zip(after) {
        assert_eq!(id, other);
        for (x, y) in a.rows.iter().flatten().zip(b.rows.iter().flatten()) {
            assert!((x - y).abs() < 2e-4, "{id:?}: {a:?} became {b:?}");
        }
    }
}

#[test]
fn a_bone_hung_elsewhere_stays_where_it_is_at_every_keyframe() {
    for version in [264, 256] {
        for json in [
            r#"{"op":"reparent_bone","bone":"HandL","parent":"ArmR"}"#,
            r#"{"op":"reparent_bone","bone":"ArmL","parent":"Root"}"#,
            r#"{"op":"reparent_bone","bone":"ArmR"}"#,
            r#"{"op":"set_pivot","bone":"ArmL","position":[3,2,1]}"#,
            r#"{"op":"set_pivot","bone":"Root","position":[0,-2,1]}"#,
        ] {
            let mut document = small_document(version);
            let before = poses(&document, &[]);
            let applied = apply(&mut document, json).unwrap();
            assert!(notes(&applied).contains("keyed anew"), "{json}");
            check_same_poses(&before, &poses(&document, &[]));
        }
    }
}

#[test]
fn without_keeping_the_pose_no_track_changes() {
    let mut document = small_document(264);
    let before = document.models[0].bone_tracks.clone();
    for json in [
        r#"{"op":"reparent_bone","bone":"HandL","parent":"ArmR","keep":"local"}"#,
        r#"{"op":"set_pivot","bone":"ArmL","position":[3,2,1],"keep":"local"}"#,
    ] {
        apply(&mut document, json).unwrap();
    }
    assert_eq!(document.models[0].bone_tracks, before);
}

#[test]
fn a_bone_can_not_hang_below_itself() {
    let mut document = small_document(264);
    for parent in ["ArmL", "TipL"] {
        let json = format!(r#"{{"op":"reparent_bone","bone":"ArmL","parent":"{parent}"}}"#);
        assert!(matches!(
            apply(&mut document, &json),
            Err(EditError::Cycle { .. })
        ));
    }
}

#[test]
fn a_pose_that_a_global_loop_moves_is_not_kept_by_guessing() {
    let mut document = small_document(264);
    let json = r#"{"op":"reparent_bone","bone":"ArmR","parent":"Tail"}"#;
    assert!(matches!(
        apply(&mut document, json),
        Err(EditError::Pose { .. })
    ));
}

#[test]
fn deleting_a_bone_keeps_its_children_and_every_sum_of_weights() {
    for version in [264, 256] {
        for weights in ["parent", "others"] {
            for bone in ["Spine", "ArmL", "HandL", "TipL"] {
                let mut document = small_document(version);
                let id = document.models[0]
                    .skeleton
                    .bones
                    .iter()
                    .find(|b| b.name.as_deref() == Some(bone))
                    .unwrap()
                    .id;
                let parent = document.models[0].skeleton.bone(id).unwrap().parent;
                let before = poses(&document, &[id.0]);
                let sums = sums(&document);
                let json =
                    format!(r#"{{"op":"delete_bone","bone":"{bone}","weights":"{weights}"}}"#);
                apply(&mut document, &json).unwrap();
                check_same_poses(&before, &poses(&document, &[]));
                for (vertex, (old, new)) in sums.iter().zip(self::sums(&document)).enumerate() {
                    assert!(
                        (old - new).abs() < 1e-6,
                        "vertex {vertex}: {old} became {new}"
                    );
                }
                let model = &document.models[0];
                assert!(!mentions(&document, id), "{bone} is still mentioned");
                assert!(model.combos.bones.contains(&parent.unwrap()));
                for submesh in &model.views[0].submeshes {
                    assert!(usize::from(submesh.centre_bone) < model.skeleton.bones.len());
                }
            }
        }
    }
}

fn sums(document: &Document) -> Vec<f32> {
    let pool = &document.models[0].vertices;
    (0..pool.len())
        .map(|v| pool.influences.of(v).map(|i| i.weight).sum())
        .collect()
}

fn mentions(document: &Document, id: BoneId) -> bool {
    let model = &document.models[0];
    let influences = &model.vertices.influences;
    let slots = influences
        .slots
        .iter()
        .flatten()
        .chain(influences.overflow.values().flatten());
    model.skeleton.bone(id).is_some()
        || model
            .skeleton
            .bones
            .iter()
            .any(|bone| bone.parent == Some(id))
        || model.skeleton.key_bone_lookup.contains(&id)
        || slots.into_iter().any(|influence| influence.bone == id)
        || model.combos.bones.contains(&id)
        || model.attachments.iter().any(|a| a.bone == id)
        || model.events.iter().any(|e| e.bone == id)
        || model.lights.iter().any(|l| l.bone == id)
        || model.ribbons.iter().any(|r| r.bone == id)
}

#[test]
fn a_middle_bone_of_a_submesh_follows_the_file_order() {
    let mut document = small_document(264);
    let centres = |document: &Document| -> Vec<BoneId> {
        let model = &document.models[0];
        let of = |centre: u16| model.skeleton.bones[usize::from(centre)].id;
        model.views[0]
            .submeshes
            .iter()
            .map(|s| of(s.centre_bone))
            .collect()
    };
    assert_eq!(centres(&document), [BoneId(0), BoneId(2), BoneId(4)]);
    apply(&mut document, r#"{"op":"delete_bone","bone":"ArmL"}"#).unwrap();
    assert_eq!(centres(&document), [BoneId(0), BoneId(1), BoneId(4)]);
}

#[test]
fn a_root_that_carries_weights_can_not_be_deleted_into_nothing() {
    let mut document = small_document(264);
    let refused = apply(&mut document, r#"{"op":"delete_bone","bone":"Tail"}"#);
    assert!(matches!(refused, Err(EditError::NoHeir { .. })));
}

#[test]
fn redo_gives_the_same_id_and_undo_gives_none_back() {
    let mut document = small_document(264);
    let mut history = History::default();
    let add = op(r#"{"op":"add_bone","parent":"Root","position":[0,0,0]}"#);
    let last = |document: &Document| document.models[0].skeleton.bones.last().unwrap().id;
    history
        .apply(&mut document, &add, EntryFocus::default())
        .unwrap();
    let first = last(&document);
    history.undo(&mut document).unwrap();
    history.redo(&mut document).unwrap();
    assert_eq!(last(&document), first);
    history.undo(&mut document).unwrap();
    history
        .apply(&mut document, &add, EntryFocus::default())
        .unwrap();
    assert_ne!(last(&document), first);
}
