//! The frame strip, used as a person would: cells clicked, posed, dragged over and named.

use bonewright::document::{Document, ModelFormat};
use bonewright::editor::{Cells, Command, Editor, Intent, TimeDisplay, ViewIntent, ViewSetting};
use eframe::egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::intents::rotate_arm;
use crate::small_model::small_document;
use crate::window::{Window, window_on, window_on_small_model};

const SIZE: [f32; 2] = [1280.0, 720.0];

fn ask(harness: &mut Harness<'_, Window>, intent: impl Into<Intent>) {
    harness.state_mut().editor.handle(intent.into());
    harness.run_ok();
}

fn command(harness: &mut Harness<'_, Window>, command: Command) {
    for intent in command
        .plan(&harness.state().editor)
        .expect("it can be done")
    {
        ask(harness, intent);
    }
}

fn click(harness: &mut Harness<'_, Window>, label: &str) {
    harness.get_by_label(label).click();
    harness.run_ok();
}

/// Shows the strip with ten cells a second.
fn show_strip(harness: &mut Harness<'_, Window>) {
    let display = TimeDisplay::Frames { fps: 10.0 };
    ask(harness, ViewIntent::Set(ViewSetting::TimeDisplay(display)));
    command(harness, Command::ShowFrameStrip);
    harness.run_ok();
}

fn select_clip(harness: &mut Harness<'_, Window>, name: &str) {
    let model = harness.state().editor.model().unwrap();
    let clip = model.clips.iter().find(|clip| clip.display_name() == name);
    let id = clip.expect(name).id;
    ask(harness, ViewIntent::SelectClip(id));
}

fn shared_document() -> Document {
    let mut document = small_document(256);
    document.models[0].format = ModelFormat::BoneText;
    document
}

fn drag(harness: &mut Harness<'_, Window>, from: &str, to: &str) {
    let start = harness.get_by_label(from).rect().center();
    let end = harness.get_by_label(to).rect().center();
    harness.drag_at(start);
    harness.run_ok();
    harness.hover_at(start.lerp(end, 0.5));
    harness.run_ok();
    harness.hover_at(end);
    harness.run_ok();
    harness.drop_at(end);
    harness.run_ok();
}

#[test]
fn a_click_on_a_cell_moves_the_playhead_to_its_moment() {
    let mut harness = window_on_small_model(SIZE);
    show_strip(&mut harness);
    select_clip(&mut harness, "Walk");
    click(&mut harness, "Cell 7");
    let editor = &harness.state().editor;
    assert_eq!(editor.playback.time_ms, 700.0);
    assert_eq!(Cells::of(editor).unwrap().current(), 7);
    harness.get_by_label_contains("Cell 7 of 0 to 10, 700 ms");
    assert_eq!(harness.unnamed_widgets(), Vec::<String>::new());
}

#[test]
fn set_cell_keys_the_whole_pose_and_next_cell_goes_on() {
    let mut harness = window_on_small_model(SIZE);
    show_strip(&mut harness);
    select_clip(&mut harness, "Stand");
    click(&mut harness, "Cell 3");
    ask(
        &mut harness,
        ViewIntent::UpdateGesture(rotate_arm(300, 30.0).into()),
    );
    ask(&mut harness, ViewIntent::CommitGesture);
    assert!(harness.state().editor.unkeyed_pose().is_some());
    click(&mut harness, "Set cell");
    let editor = &harness.state().editor;
    assert!(editor.unkeyed_pose().is_none());
    let model = editor.model().unwrap();
    let stand = editor.key_clip_index().unwrap();
    for tracks in model.bone_tracks.iter().take(5) {
        let times = &tracks.rotation.keys(stand).unwrap().times_ms;
        assert!(times.contains(&300), "{times:?}");
    }
    harness.key_press(Key::N);
    harness.run_ok();
    assert_eq!(harness.state().editor.playback.time_ms, 400.0);
    harness.key_press_modifiers(Modifiers::SHIFT, Key::N);
    harness.run_ok();
    assert_eq!(harness.state().editor.playback.time_ms, 300.0);
}

#[test]
fn a_pose_that_was_made_is_kept_by_going_to_the_next_cell() {
    let mut harness = window_on_small_model(SIZE);
    show_strip(&mut harness);
    select_clip(&mut harness, "Stand");
    click(&mut harness, "Cell 2");
    ask(
        &mut harness,
        ViewIntent::UpdateGesture(rotate_arm(200, 30.0).into()),
    );
    ask(&mut harness, ViewIntent::CommitGesture);
    harness.key_press(Key::N);
    harness.run_ok();
    let editor = &harness.state().editor;
    let stand = editor.key_clip_index().unwrap();
    let arm = &editor.model().unwrap().bone_tracks[2].rotation;
    assert!(arm.keys(stand).unwrap().times_ms.contains(&200));
    assert_eq!(editor.playback.time_ms, 300.0);
    assert!(
        editor.toasts.is_empty(),
        "nothing was dropped: {:?}",
        editor.toasts
    );
}

#[test]
fn cells_that_are_dragged_over_become_a_clip_by_name() {
    let mut harness = window_on_small_model(SIZE);
    show_strip(&mut harness);
    select_clip(&mut harness, "Walk");
    drag(&mut harness, "Cell 2", "Cell 6");
    harness.get_by_label_contains("5 cells selected");
    click(&mut harness, "Name range as clip…");
    harness.get_by_label("Name of the range").type_text("Death");
    harness.run_ok();
    click(&mut harness, "Make clip");
    let editor = &harness.state().editor;
    let clips = &editor.model().unwrap().clips;
    let death = clips.last().unwrap();
    assert_eq!(
        (death.display_name().as_str(), death.duration_ms),
        ("Death", 400)
    );
    harness.get_by_label("Range Death");
    assert_eq!(harness.state().editor.history().position(), 1);
}

#[test]
fn on_a_shared_axis_clips_are_bands_and_a_cell_finds_its_clip() {
    let mut harness = window_on(Editor::with_document(shared_document()), SIZE);
    show_strip(&mut harness);
    select_clip(&mut harness, "Stand");
    // Walk plays cells 20 to 30.
    harness.get_by_label("Band Walk");
    click(&mut harness, "Cell 4");
    assert_eq!(harness.state().editor.playback.time_ms, 400.0);
    click(&mut harness, "Range Walk");
    harness.run_ok();
    click(&mut harness, "Cell 21");
    let editor = &harness.state().editor;
    assert_eq!(editor.clip().unwrap().display_name(), "Walk");
    assert_eq!(editor.playback.time_ms, 100.0);
    // No clip has cell 15.
    assert_eq!(editor.go_to_cell(15).unwrap_err(), "No clip has cell 15.");
    assert_eq!(editor.go_to_cell(4).unwrap().len(), 2);
}

#[test]
fn ranges_are_renamed_and_deleted_in_their_list() {
    let mut harness = window_on(Editor::with_document(shared_document()), SIZE);
    show_strip(&mut harness);
    select_clip(&mut harness, "Walk");
    harness.get_by_label("Range Walk").click_secondary();
    harness.run_ok();
    click(&mut harness, "Rename range");
    harness.get_by_label("New name of range").type_text("Death");
    harness.key_press(Key::Enter);
    harness.run_ok();
    harness.get_by_label("Range Death").click_secondary();
    harness.run_ok();
    // Run plays its keyframes, so first the refusal with its reason.
    click(&mut harness, "Delete range");
    let editor = &harness.state().editor;
    assert!(editor.toasts.iter().any(|toast| toast.text.contains("Run")));
    let count = editor.model().unwrap().clips.len();
    harness.get_by_label("Range Stand").click_secondary();
    harness.run_ok();
    click(&mut harness, "Delete range");
    assert_eq!(
        harness.state().editor.model().unwrap().clips.len(),
        count - 1
    );
}

#[test]
fn a_skeleton_without_clips_gets_cells_to_pose_in() {
    let mut document = shared_document();
    document.models[0].clips.clear();
    document.models[0].clip_lookup.clear();
    for tracks in &mut document.models[0].bone_tracks {
        *tracks = bonewright::anim::BoneTracks::default();
    }
    let mut harness = window_on(Editor::with_document(document), SIZE);
    show_strip(&mut harness);
    harness.get_by_label_contains("No cells.");
    harness
        .query_all_by_label("Add cells")
        .last()
        .unwrap()
        .click();
    harness.run_ok();
    assert_eq!(cells_of_clip(&harness), 30);
    click(&mut harness, "Add cells");
    assert_eq!(cells_of_clip(&harness), 40);
}

fn cells_of_clip(harness: &Harness<'_, Window>) -> u32 {
    let cells = Cells::of(&harness.state().editor).unwrap();
    let [first, last] = cells.range(cells.clip_start_ms, cells.clip_end_ms);
    last - first + 1
}
