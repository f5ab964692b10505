//! The menu of weights: mirrored and transferred with one command, saved and loaded as text, and a
//! pose pasted on the other side.

use crate::files::wait;
use crate::intents::{ask, editor, run, select};
use bonewright::edit::BonePose;
use bonewright::editor::{
    AutoKey, Command, Dialog, Editor, Request, Severity, ViewIntent, ViewSetting, flipped_pose,
};
use bonewright::mesh::Influence;
use bonewright::skeleton::BoneId;

#[test]
fn weights_are_saved_and_loaded_as_one_entry() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.weights");
    let mut editor = editor();
    run(&mut editor, Command::SaveWeights);
    let asked = editor.take_requests();
    assert_eq!(asked, [Request::Dialog(Dialog::SaveWeights)]);
    let answer = Dialog::SaveWeights.answer(vec![path.clone()]).unwrap();
    editor.handle(answer);
    wait(&mut editor);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("boneweights 1\n"));
    // Spoil a vertex of one bone, and have it back.
    let before = editor.model().unwrap().vertices.influences.clone();
    let json = r#"{"op":"set_vertex_weight","model":1,"bone":"Tail","vertices":[0],"weight":1.0}"#;
    editor.handle(bonewright::editor::Intent::Apply(
        serde_json::from_str(json).unwrap(),
    ));
    assert_eq!(editor.history().position(), 1);
    let answer = Dialog::LoadWeights.answer(vec![path]).unwrap();
    editor.handle(answer);
    wait(&mut editor);
    assert_eq!(editor.history().position(), 2);
    let after = &editor.model().unwrap().vertices.influences;
    let of = |influences: &bonewright::mesh::Influences, vertex| -> Vec<Influence> {
        influences.of(vertex).collect()
    };
    assert_eq!(of(after, 0), of(&before, 0));
    assert_eq!(editor.last_action(), Some("Load weights of small.weights"));
    ask(&mut editor, ViewIntent::Undo);
    ask(&mut editor, ViewIntent::Undo);
    assert_eq!(editor.model().unwrap().vertices.influences, before);
}

#[test]
fn a_file_that_is_no_list_of_weights_says_where_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.weights");
    std::fs::write(&path, "boneweights 1\n0 0 0 ArmL much\n").unwrap();
    let mut editor = editor();
    ask(&mut editor, ViewIntent::LoadWeights(path.clone()));
    wait(&mut editor);
    let toast = editor.toasts.last().unwrap();
    assert!(
        toast.text.contains("line 2: 'much' stands where"),
        "{}",
        toast.text
    );
    assert_eq!(editor.history().position(), 0);
    std::fs::write(&path, "boneweights 1\n900 0 0 ArmL 1\n").unwrap();
    ask(&mut editor, ViewIntent::LoadWeights(path));
    wait(&mut editor);
    let toast = editor.toasts.last().unwrap();
    assert!(
        toast.text.contains("No vertex of this model"),
        "{}",
        toast.text
    );
    assert!(toast.severity > Severity::Note);
    let nobody = &mut Editor::new();
    let refusal = Command::SaveWeights.plan(nobody).unwrap_err();
    assert_eq!(refusal, "Nothing is open.");
}

#[test]
fn weights_are_mirrored_and_transferred_from_the_menu() {
    let mut editor = editor();
    let weight = |editor: &Editor, vertex: usize, bone: u32| -> f32 {
        let influences = editor.model().unwrap().vertices.influences.of(vertex);
        influences
            .filter(|i| i.bone == BoneId(bone))
            .map(|i| i.weight)
            .sum()
    };
    // The mesh lies in the plane; vertex 28 hangs on the root alone, vertex 16 on ArmL.
    assert_eq!(weight(&editor, 16, 2), 1.0);
    run(&mut editor, Command::MirrorWeightsLeft);
    assert_eq!(weight(&editor, 16, 2), 0.5);
    assert_eq!(weight(&editor, 16, 4), 0.5);
    assert_eq!(weight(&editor, 28, 0), 1.0);
    run(&mut editor, Command::FlipWeights);
    run(&mut editor, Command::MirrorWeightsRight);
    assert_eq!(weight(&editor, 16, 2), 0.5);
    // All vertices lie in the plane, so each is its own mirror image.
    run(&mut editor, Command::SelectUnmirrored);
    assert_eq!(editor.selection.vertices(), [] as [u32; 0]);
    let refusal = Command::TransferWeights.plan(&editor).unwrap_err();
    assert!(
        refusal.starts_with("Open the model with the weights"),
        "{refusal}"
    );
}

#[test]
fn a_pose_is_pasted_on_the_other_side() {
    let mut editor = editor();
    let setting = ViewSetting::AutoKey(AutoKey::Add);
    ask(&mut editor, ViewIntent::Set(setting));
    ask(&mut editor, ViewIntent::Seek(400.0));
    select(&mut editor, &[2]);
    let copied = editor.pose().local[2];
    let untouched = editor.pose().local[2];
    run(&mut editor, Command::CopyPose);
    run(&mut editor, Command::PastePoseFlipped);
    let pasted = editor.pose().local[4];
    assert!((pasted.translation - copied.mirrored().translation).norm() < 1e-6);
    let turned = pasted.rotation.dot(&copied.mirrored().rotation).abs();
    let length = copied.rotation.norm() * pasted.rotation.norm();
    assert!((turned / length - 1.0).abs() < 1e-4, "{turned}");
    assert_eq!(editor.pose().local[2], untouched);
    assert_eq!(editor.history().position(), 1);
}

#[test]
fn bones_without_a_mirror_image_are_left_out_of_a_flipped_pose() {
    let editor = editor();
    let model = editor.model().unwrap();
    let entry = |bone: &str| BonePose {
        bone: bone.into(),
        translation: Some([1.0, 2.0, 3.0]),
        rotation: None,
        scale: None,
    };
    let (pose, left_out) = flipped_pose(model, &[entry("ArmL"), entry("HandL"), entry("Root")]);
    assert_eq!(left_out, 1);
    let bones: Vec<usize> = pose
        .iter()
        .map(|entry| entry.bone.resolve(model).unwrap())
        .collect();
    assert_eq!(bones, [4, 0]);
    assert_eq!(pose[0].translation, Some([1.0, -2.0, 3.0]));
    assert_eq!(pose[0].rotation, None);
}

#[test]
fn the_table_of_mirrored_bones_is_set_from_the_menu() {
    let mut editor = editor();
    let partner = |editor: &Editor, bone| editor.model().unwrap().mirror_pairs().partner(bone);
    assert_eq!(partner(&editor, 2), Some(4));
    select(&mut editor, &[2]);
    run(&mut editor, Command::SelectMirrorBones);
    assert_eq!(editor.selection.bones(), [BoneId(4)]);
    let refusal = Command::ForgetMirrorBone.plan(&editor).unwrap_err();
    assert!(refusal.starts_with("Nothing was said"), "{refusal}");
    let refusal = Command::PairBones.plan(&editor).unwrap_err();
    assert!(refusal.starts_with("Select the two bones"), "{refusal}");
    select(&mut editor, &[3, 5]);
    run(&mut editor, Command::PairBones);
    assert_eq!(partner(&editor, 3), Some(5));
    run(&mut editor, Command::PutBoneInMiddle);
    assert_eq!(partner(&editor, 5), Some(5));
    assert_eq!(partner(&editor, 3), None);
    run(&mut editor, Command::ForgetMirrorBone);
    assert!(
        editor
            .model()
            .unwrap()
            .skin_settings
            .mirror_bones
            .is_empty()
    );
}
