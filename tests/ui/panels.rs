//! The panels of the window, found by label and used as a person would.

use bonewright::anim::ClipId;
use bonewright::editor::{AutoKey, Intent, Request, ViewIntent};
use bonewright::skeleton::BoneId;
use eframe::egui::{self, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::intents::rotate_arm;
use crate::window::{Window, window_on, window_on_small_model};

const SIZE: [f32; 2] = [1280.0, 720.0];
/// What a window reports while the control key is held, where there is no command key.
const CTRL: Modifiers = Modifiers::CTRL.plus(Modifiers::COMMAND);

fn click(harness: &mut Harness<'_, Window>, label: &str) {
    harness.get_by_label(label).click();
    harness.run_ok();
}

/// Clicks the first widget of several that say the same: a row, and the text in it.
fn click_first(harness: &mut Harness<'_, Window>, label: &str) {
    harness
        .query_all_by_label(label)
        .next()
        .expect("a row of that name")
        .click();
    harness.run_ok();
}

fn ask(harness: &mut Harness<'_, Window>, intent: impl Into<Intent>) {
    harness.state_mut().editor.handle(intent.into());
    harness.run_ok();
}

/// How many rows of the outliner, at the left of the window, say this.
fn tree_rows(harness: &Harness<'_, Window>, label: &str) -> usize {
    let rows = harness.query_all_by_label(label);
    rows.filter(|row| row.rect().max.x < 300.0 && row.rect().max.y < 500.0)
        .count()
}

#[test]
fn every_widget_of_the_window_has_a_name() {
    let mut harness = window_on_small_model(SIZE);
    click_first(&mut harness, "ArmL");
    assert_eq!(harness.unnamed_widgets(), Vec::<String>::new());
}

#[test]
fn a_click_in_the_tree_selects_the_bone_in_every_panel() {
    let mut harness = window_on_small_model(SIZE);
    click_first(&mut harness, "ArmL");
    assert_eq!(harness.state().editor.selection.bones(), [BoneId(2)]);
    harness.get_by_label("Bone: ArmL");
    harness.get_by_label("Rotation Z");
}

#[test]
fn a_bone_selected_elsewhere_is_opened_and_shown_in_the_tree() {
    let mut harness = window_on_small_model(SIZE);
    // TipL hangs three bones deep; close the tree above it first.
    ask(
        &mut harness,
        ViewIntent::SelectBones {
            bones: vec![BoneId(6)],
            mode: bonewright::editor::SelectMode::Replace,
        },
    );
    harness.get_by_label("Bone: TipL");
    assert!(harness.query_all_by_label("TipL").count() >= 1);
}

#[test]
fn the_filter_cuts_the_tree_down() {
    let mut harness = window_on_small_model(SIZE);
    harness.get_by_label("Filter outliner").focus();
    harness.run_ok();
    harness.get_by_label("Filter outliner").type_text("hand");
    harness.run_ok();
    let rows = |harness: &Harness<'_, Window>, label| tree_rows(harness, label);
    assert_eq!(rows(&harness, "HandL"), 1);
    assert_eq!(rows(&harness, "ArmR"), 0);
    // Letters typed into a field are no shortcuts: "a" and "h" would select and hide.
    assert!(harness.state().editor.view.hidden_bones.is_empty());
    assert!(harness.state().editor.selection.bones().is_empty());
    click(&mut harness, "Clear filter");
    assert_eq!(rows(&harness, "ArmR"), 1);
}

#[test]
fn renaming_in_the_tree_renames_the_bone() {
    let mut harness = window_on_small_model(SIZE);
    click_first(&mut harness, "ArmL");
    harness.key_press(Key::F2);
    harness.run_ok();
    harness
        .get_by_label("New name of bone")
        .type_text("LeftArm");
    harness.run_ok();
    harness.key_press(Key::Enter);
    harness.run_ok();
    let editor = &harness.state().editor;
    let bone = editor.model().unwrap().skeleton.bone(BoneId(2)).unwrap();
    assert_eq!(bone.name.as_deref(), Some("LeftArm"));
    assert_eq!(editor.history().position(), 1);
}

#[test]
fn the_edit_menu_undoes() {
    let mut harness = window_on_small_model(SIZE);
    let before = harness.state().editor.document().content_hash();
    ask(&mut harness, Intent::Apply(rotate_arm(500, 30.0).into()));
    assert_ne!(harness.state().editor.document().content_hash(), before);
    click(&mut harness, "Edit");
    let entry = harness
        .query_all_by_label_contains("Undo")
        .find(|node| node.rect().min.x < 300.0 && node.rect().min.y < 120.0)
        .expect("the menu's entry");
    entry.click();
    harness.run_ok();
    assert_eq!(harness.state().editor.document().content_hash(), before);
}

#[test]
fn shortcuts_undo_and_redo() {
    let mut harness = window_on_small_model(SIZE);
    let before = harness.state().editor.document().content_hash();
    ask(&mut harness, Intent::Apply(rotate_arm(500, 30.0).into()));
    harness.key_press_modifiers(CTRL, Key::Z);
    harness.run_ok();
    assert_eq!(harness.state().editor.document().content_hash(), before);
    harness.key_press_modifiers(CTRL | Modifiers::SHIFT, Key::Z);
    harness.run_ok();
    assert_eq!(harness.state().editor.history().position(), 1);
}

#[test]
fn space_plays_after_a_click_in_the_tree_and_not_in_a_text_field() {
    let mut harness = window_on_small_model(SIZE);
    click_first(&mut harness, "ArmL");
    harness.key_press(Key::Space);
    harness.step();
    harness.step();
    assert!(harness.state().editor.playback.is_playing);
    harness.key_press(Key::Space);
    harness.run_ok();
    assert!(!harness.state().editor.playback.is_playing);
    harness.get_by_label("Filter outliner").focus();
    harness.run_ok();
    harness.key_press(Key::Space);
    harness.run_ok();
    assert!(!harness.state().editor.playback.is_playing);
}

#[test]
fn a_shortcut_pressed_and_released_within_one_frame_counts() {
    let mut harness = window_on_small_model(SIZE);
    let before = harness.state().editor.document().content_hash();
    ask(&mut harness, Intent::Apply(rotate_arm(500, 30.0).into()));
    let key = |pressed| egui::Event::Key {
        key: Key::Z,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: CTRL,
    };
    // The state at the end of the frame has no modifier any more.
    harness.input_mut().events.extend([key(true), key(false)]);
    harness.run_ok();
    assert_eq!(harness.state().editor.document().content_hash(), before);
}

#[test]
fn letters_typed_before_enter_in_one_slow_frame_are_no_shortcuts() {
    let mut harness = window_on_small_model(SIZE);
    click_first(&mut harness, "ArmL");
    let Window { editor, shell, .. } = harness.state_mut();
    shell.prompt_path(editor, bonewright::editor::Dialog::Export);
    harness.run_ok();
    harness
        .get_by_label("Path on disk")
        .type_text("/nowhere/x.m2");
    harness.run_ok();
    let key = |key| egui::Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    harness
        .input_mut()
        .events
        .extend([key(Key::I), key(Key::Enter)]);
    harness.run_ok();
    assert!(
        harness.query_by_label("Path on disk").is_none(),
        "it closed"
    );
    assert_eq!(harness.state().editor.history().position(), 0);
    crate::files::wait(&mut harness.state_mut().editor);
}

#[test]
fn a_click_in_the_history_goes_there() {
    let mut harness = window_on_small_model(SIZE);
    ask(&mut harness, Intent::Apply(rotate_arm(500, 30.0).into()));
    ask(&mut harness, Intent::Apply(rotate_arm(600, 30.0).into()));
    click(&mut harness, "History");
    click(&mut harness, "Start");
    assert_eq!(harness.state().editor.history().position(), 0);
}

#[test]
fn the_palette_finds_and_runs_a_command() {
    let mut harness = window_on_small_model(SIZE);
    harness.key_press(Key::F3);
    harness.run_ok();
    harness
        .get_by_label("Type a command")
        .type_text("select all bones");
    harness.run_ok();
    harness.key_press(Key::Enter);
    harness.run_ok();
    assert_eq!(harness.state().editor.selection.bones().len(), 7);
    assert!(harness.query_by_label("Type a command").is_none());
}

#[test]
fn a_greyed_entry_says_why_when_the_mouse_is_on_it() {
    let mut harness = window_on_small_model(SIZE);
    click(&mut harness, "Key");
    let entry = harness
        .query_all_by_label_contains("Insert keyframes")
        .find(|node| node.rect().min.y > 20.0 && node.rect().min.x > 100.0)
        .expect("the menu's entry");
    assert!(entry.accesskit_node().is_disabled());
    entry.hover();
    harness.run_steps(60);
    assert!(
        harness
            .query_all_by_label_contains("No bone is selected.")
            .next()
            .is_some()
    );
}

#[test]
fn a_click_on_a_clip_shows_it_and_plays_nothing_by_itself() {
    let mut harness = window_on_small_model(SIZE);
    click_first(&mut harness, "Walk");
    let editor = &harness.state().editor;
    assert_eq!(editor.selection.clip, Some(ClipId(1)));
    assert!(!editor.playback.is_playing);
    harness.get_by_label("Clip: Walk");
}

#[test]
fn auto_key_shows_that_it_is_on() {
    let mut harness = window_on_small_model(SIZE);
    click(&mut harness, "Auto-key off");
    assert_eq!(harness.state().editor.view.auto_key, AutoKey::Add);
    harness.get_by_label("AUTO-KEY ON");
}

#[test]
fn typing_an_angle_poses_the_bone() {
    let mut harness = window_on_small_model(SIZE);
    click_first(&mut harness, "ArmL");
    let before = harness.state().editor.pose().local[2].rotation;
    harness.get_by_label("Rotation Z").click();
    harness.run_ok();
    for _ in 0..12 {
        harness.key_press(Key::Backspace);
    }
    harness.event(egui::Event::Text("45".to_owned()));
    harness.key_press(Key::Enter);
    harness.run_ok();
    let after = harness.state().editor.pose().local[2].rotation;
    assert!(before.dot(&after).abs() < 0.999, "the bone turned");
    assert!(harness.state().editor.unkeyed_pose().is_some());
}

#[test]
fn closing_with_unsaved_work_asks_in_the_window() {
    let mut harness = window_on_small_model(SIZE);
    ask(&mut harness, Intent::Apply(rotate_arm(500, 30.0).into()));
    ask(&mut harness, ViewIntent::Quit);
    harness.get_by_label("Save before closing?");
    assert!(harness.state().requests.is_empty());
    click(&mut harness, "Close without saving");
    assert_eq!(harness.state().requests, [Request::CloseWindow]);
}

#[test]
fn the_layout_can_be_put_back() {
    let mut harness = window_on_small_model(SIZE);
    click(&mut harness, "Report");
    harness.get_by_label_contains("Nothing to report");
    harness.key_press_modifiers(CTRL | Modifiers::ALT, Key::R);
    harness.run_ok();
    assert!(
        harness
            .query_by_label_contains("Nothing to report")
            .is_none()
    );
}

#[test]
fn the_welcome_screen_says_what_to_do() {
    let mut harness = window_on(bonewright::editor::Editor::new(), SIZE);
    harness.get_by_label_contains("Drop a model, a map");
    harness.get_by_label("Recent files");
    harness.get_by_label("Open…").click();
    harness.run_ok();
    assert_eq!(harness.state().requests.len(), 1);
}

#[test]
fn the_window_asks_for_a_path_where_the_system_has_no_dialog() {
    let mut harness = window_on(bonewright::editor::Editor::new(), SIZE);
    let Window { editor, shell, .. } = harness.state_mut();
    shell.prompt_path(editor, bonewright::editor::Dialog::Open);
    harness.run_ok();
    harness
        .get_by_label("Path on disk")
        .type_text("/nowhere/x.m2");
    harness.run_ok();
    click(&mut harness, "Open");
    crate::files::wait(&mut harness.state_mut().editor);
    let toast = harness.state().editor.toasts.last().expect("a message");
    assert!(toast.text.contains("x.m2"), "{}", toast.text);
}

#[test]
fn a_message_that_is_over_asks_for_the_picture_without_it() {
    let mut harness = window_on_small_model(SIZE);
    let toast = bonewright::editor::Toast::note("It was done.");
    harness.state_mut().editor.toasts.push(toast);
    harness.run_ok();
    harness.get_by_label("It was done.");
    for _ in 0..2000 {
        if harness.state().editor.toasts.is_empty() {
            break;
        }
        harness.step();
    }
    assert!(
        harness.state().editor.toasts.is_empty(),
        "it stays for ever"
    );
    assert!(harness.ctx.has_requested_repaint());
    harness.step();
    assert!(harness.query_by_label("It was done.").is_none());
}

#[test]
fn the_look_of_a_bone_is_set_in_the_inspector() {
    let mut harness = window_on_small_model(SIZE);
    click_first(&mut harness, "ArmL");
    harness.get_by_label("Look of the bone").scroll_to_me();
    harness.run_ok();
    click(&mut harness, "Look of the bone");
    harness.get_by_label("Bone colour");
    let length = harness.get_by_label("Bone length");
    length.scroll_to_me();
    harness.run_ok();
    let at = harness.get_by_label("Bone length").rect().center();
    harness.drag_at(at);
    harness.run_ok();
    harness.hover_at(at + egui::vec2(40.0, 0.0));
    harness.run_ok();
    harness.drop_at(at + egui::vec2(40.0, 0.0));
    harness.run_ok();
    let shape = |harness: &Harness<'_, Window>| {
        let model = harness.state().editor.model().unwrap();
        model.skeleton.bone(BoneId(2)).unwrap().shape
    };
    assert!(shape(&harness).unwrap().length > 0.0);
    assert_eq!(harness.state().editor.history().position(), 1);
    click(&mut harness, "Reset");
    assert_eq!(shape(&harness), None);
    ask(&mut harness, ViewIntent::Undo);
    ask(&mut harness, ViewIntent::Undo);
    assert_eq!(shape(&harness), None);
    assert_eq!(harness.unnamed_widgets(), Vec::<String>::new());
}

#[test]
fn a_long_name_among_recent_files_stays_in_its_column() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = format!("{}.m2", "A very long name ".repeat(9));
    let path = folder.path().join(&name);
    std::fs::write(&path, b"").expect("a file");
    let mut editor = bonewright::editor::Editor::new();
    editor.recent.add(&path);
    let harness = window_on(editor, [900.0, 600.0]);
    let rect = harness.get_by_label(&format!("Open {name}")).rect();
    assert!(rect.left() > 430.0 && rect.right() < 900.0, "{rect:?}");
}
