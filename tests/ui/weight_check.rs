//! The weight check: worked out in the background, out of date after an edit, and a way to the
//! worst moments.

use bonewright::edit::operator::RenameClip;
use bonewright::editor::{Command, Editor, Intent, ViewIntent};
use bonewright::import_export::Profile;
use bonewright::skeleton::BoneId;
use egui_kittest::kittest::Queryable as _;

use crate::files::wait;
use crate::intents::{ask, run};
use crate::small_model::small_document;
use crate::window::window_on;

const MDX: Profile = Profile::Mdx { version: 800 };

/// An editor on the small model, one vertex of which goes with two bones to unequal parts.
fn uneven() -> Editor {
    let mut document = small_document(264);
    let influences = &mut document.models[0].vertices.influences;
    for (slot, (bone, weight)) in influences.slots[0].iter_mut().zip([(2, 204), (3, 51)]) {
        slot.bone = BoneId(bone);
        slot.weight = weight as f32 / 255.0;
    }
    Editor::with_document(document)
}

#[test]
fn the_difference_of_every_vertex_is_there_until_the_model_changes() {
    let mut editor = uneven();
    assert!(editor.target_difference().is_none() && editor.target_check().is_none());
    ask(&mut editor, ViewIntent::CheckTarget(Some(MDX)));
    assert!(editor.is_target_check_running());
    wait(&mut editor);
    let count = editor.model().unwrap().vertices.len();
    let difference = editor.target_difference().expect("it was worked out");
    assert_eq!(difference.len(), count);
    assert!(difference.iter().any(|&change| change > 0.1));
    assert_eq!(editor.target_shift().expect("so was this").len(), count);
    // Looking and saving leave it; an edit does not.
    ask(&mut editor, ViewIntent::Seek(200.0));
    assert!(editor.is_target_check_current());
    let rename = RenameClip {
        model: None,
        clip: "#0".into(),
        name: "Other".to_owned(),
    };
    editor.handle(Intent::Apply(rename.into()));
    assert!(editor.target_check().is_some() && !editor.is_target_check_current());
    assert!(editor.target_difference().is_none());
}

#[test]
fn its_own_format_holds_every_weight_and_a_check_can_be_stopped() {
    let mut editor = uneven();
    ask(&mut editor, ViewIntent::CheckTarget(None));
    wait(&mut editor);
    let difference = editor.target_difference().expect("it was worked out");
    // Rounding to bytes is all that it does.
    assert!(difference.iter().all(|&change| change <= 1.0 / 255.0));
    ask(&mut editor, ViewIntent::CheckTarget(Some(MDX)));
    let job = editor.jobs().running().first().expect("a job").id;
    ask(&mut editor, ViewIntent::CancelJob(job));
    wait(&mut editor);
    assert_eq!(
        editor.target_check().unwrap().profile,
        Profile::M2 { version: 264 }
    );
    let mut nothing = Editor::new();
    ask(&mut nothing, ViewIntent::CheckTarget(None));
    assert!(nothing.toasts.last().unwrap().text.contains("no model"));
}

#[test]
fn a_click_on_the_worst_vertex_goes_to_its_moment() {
    let mut editor = uneven();
    ask(&mut editor, ViewIntent::CheckTarget(Some(MDX)));
    wait(&mut editor);
    let worst = editor
        .target_check()
        .unwrap()
        .preview
        .as_ref()
        .unwrap()
        .worst
        .unwrap();
    let clip = editor.model().unwrap().clips[worst.clip].id;
    let mut harness = window_on(editor, [1600.0, 1000.0]);
    // Bringing a panel to the front is the window's part.
    run(&mut harness.state_mut().editor, Command::ShowWeightCheck);
    harness.run_ok();
    harness.get_by_label("Check weights");
    harness.get_by_label_contains("Worst vertex").click();
    harness.run_ok();
    let editor = &harness.state().editor;
    assert_eq!(editor.selection.clip, Some(clip));
    assert_eq!(editor.selection.vertices(), [worst.vertex]);
    assert!((editor.playback.time_ms - worst.time_ms).abs() < 1.0);
}
