//! Clips on one time axis as a person meets them: in their own time, as bands, and what lies outside.

use crate::timeline_model::{axis_model, bone, editor_on, key};
use crate::timeline_panel::{Bench, click, drag, entries, harness, hash, hold, selected};
use crate::timeline_picture::{count, picture_of};
use bonewright::anim::{Clip, ClipId, KeyWindow};
use bonewright::document::TrackPath;
use bonewright::editor::{
    Command, Editor, Intent, KeyRef, SelectMode, TimeDisplay, ViewIntent, ViewSetting,
};
use bonewright::skeleton::BoneId;
use bonewright::ui::theme;
use bonewright::ui::timeline::{RowId, TimelineSpan, TimelineState};
use eframe::egui::{self, Key, Modifiers, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

const WALK: ClipId = ClipId(1);

/// An editor with the clip shown.
fn showing(clip: ClipId) -> Editor {
    let mut editor = editor_on(axis_model());
    editor.handle(ViewIntent::SelectClip(clip).into());
    let display = ViewSetting::TimeDisplay(TimeDisplay::Milliseconds);
    editor.handle(ViewIntent::Set(display).into());
    editor
}

fn clip(editor: &Editor, id: ClipId) -> Clip {
    editor.model().unwrap().clip(id).unwrap().clone()
}

/// Key times of a track on the axis.
fn on_axis(editor: &Editor, path: TrackPath) -> Vec<i32> {
    editor
        .model()
        .unwrap()
        .track(path)
        .unwrap()
        .list_times_ms(0)
        .to_vec()
}

fn run(editor: &mut Editor, command: Command) {
    for intent in command.plan(editor).unwrap() {
        editor.handle(intent);
    }
}

fn select_all_of_bones(editor: &mut Editor, bones: &[u32]) {
    editor.handle(
        ViewIntent::SelectBones {
            bones: bones.iter().map(|&id| BoneId(id)).collect(),
            mode: SelectMode::Replace,
        }
        .into(),
    );
}

#[test]
fn a_clip_in_the_middle_of_the_axis_shows_its_own_keys_from_0() {
    let mut harness = harness(showing(WALK));
    harness.get_by_label("Dope sheet, 12 keys");
    select_all_of_bones(&mut harness.state_mut().editor, &[1]);
    let editor = &mut harness.state_mut().editor;
    run(editor, Command::SelectAllKeys);
    let times: Vec<i32> = editor
        .selection
        .keys()
        .iter()
        .map(|key| key.time_ms)
        .collect();
    assert_eq!(times, [0, 500, 1000]);
    run(editor, Command::NextKey);
    assert_eq!(editor.playback.time_ms, 500.0);
    run(editor, Command::SelectKeysHere);
    assert_eq!(editor.selection.keys().len(), 1);
    run(editor, Command::SelectKeysBefore);
    assert_eq!(editor.selection.keys().len(), 2);
    // The selection lives through an edit: it is compared in the clip's own time.
    run(editor, Command::DeleteSelectedKeys);
    assert!(editor.selection.keys().is_empty());
    assert_eq!(
        on_axis(editor, bone(1, "rotation"))[3..6],
        [2000, 4333, 4800]
    );
    run(editor, Command::Undo);
    assert_eq!(editor.selection.keys().len(), 2);
}

#[test]
fn a_dragged_key_stops_at_the_end_of_its_clip() {
    let mut harness = harness(showing(WALK));
    let sheet = harness.get_by_label_contains("Dope sheet,").rect();
    let row = harness.get_by_label("Arm_R").rect().center().y;
    let x = |harness: &Harness<'_, Bench>, ms: f64| {
        sheet.left() + harness.state().state.axis.x_of_ms(ms)
    };
    let from = Pos2::new(x(&harness, 667.0), row);
    let to = Pos2::new(x(&harness, 1_030.0), row);
    drag(&mut harness, from, to, true);
    assert_eq!(
        on_axis(&harness.state().editor, bone(4, "translation")),
        [3333, 4333, 9000]
    );
    assert_eq!(selected(&harness), [key(4, "translation", 1000)]);
    assert_eq!(entries(&harness), 1);
}

/// The middle of the band of a clip, or a place in it.
fn in_band(harness: &Harness<'_, Bench>, id: ClipId, part: f64) -> Pos2 {
    let bench = harness.state();
    let strip = harness.get_by_label_contains("Bands of").rect();
    let window = KeyWindow::of(&clip(&bench.editor, id));
    let length = f64::from(window.end_ms) - f64::from(window.start_ms);
    let facts = bench.state.axis_facts();
    let lane = facts.bands.of_clip(id).unwrap().lane;
    let ms = f64::from(window.start_ms) + length * part;
    Pos2::new(
        strip.left() + bench.state.axis.x_of_ms(ms),
        strip.top() + 20.0 * (lane as f32 + 0.5),
    )
}

fn axis_view(editor: Editor) -> Harness<'static, Bench> {
    let mut harness = harness(editor);
    harness.get_by_label("Show axis").click();
    harness.run();
    harness
}

#[test]
fn bands_show_clips_and_a_double_click_isolates_one() {
    let mut harness = axis_view(showing(WALK));
    harness.get_by_label("Bands of 6 clips");
    harness.get_by_label("Axis, 21 keys");
    let facts = harness.state().state.axis_facts();
    assert_eq!(
        facts.bands.lane_count, 2,
        "Death lies over the end of Attack"
    );
    let death = in_band(&harness, ClipId(3), 0.5);
    click(&mut harness, death);
    assert_eq!(harness.state().editor.selection.clip, Some(ClipId(3)));
    assert_eq!(harness.state().state.span, TimelineSpan::Axis);
    let walk = in_band(&harness, WALK, 0.5);
    harness.hover_at(walk);
    harness.step();
    for pressed in [true, false, true, false] {
        harness.input_mut().events.push(egui::Event::PointerButton {
            pos: walk,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
    }
    harness.run();
    assert_eq!(harness.state().editor.selection.clip, Some(WALK));
    assert_eq!(harness.state().state.span, TimelineSpan::Clip);
    // And Esc leads back from the axis.
    harness.get_by_label("Show axis").click();
    harness.run();
    harness.hover_at(walk);
    harness.step();
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(harness.state().state.span, TimelineSpan::Clip);
}

#[test]
fn a_dragged_band_takes_its_keys_along_and_an_edge_does_not() {
    let mut harness = axis_view(showing(ClipId(0)));
    let before = hash(&harness);
    let from = in_band(&harness, ClipId(0), 0.5);
    let far = harness.state().state.axis.px_per_ms as f32 * 500.0;
    drag(&mut harness, from, from + egui::vec2(far, 0.0), true);
    let editor = &harness.state().editor;
    let start = clip(editor, ClipId(0)).start_ms;
    assert!((820..850).contains(&start), "{start}");
    let moved = on_axis(editor, bone(3, "rotation"));
    assert_eq!(moved[..2], [start, start + 1000]);
    assert_eq!(moved[2..], [3400, 3900, 4300]);
    harness.state_mut().editor.handle(ViewIntent::Undo.into());
    harness.run();
    assert_eq!(hash(&harness), before);
    // Its end alone: the clip gets longer, keys stay.
    let end = in_band(&harness, ClipId(0), 1.0) - egui::vec2(2.0, 0.0);
    drag(&mut harness, end, end + egui::vec2(far / 2.0, 0.0), true);
    let editor = &harness.state().editor;
    let length = clip(editor, ClipId(0)).duration_ms;
    assert!((1230..1270).contains(&length), "{length}");
    assert_eq!(on_axis(editor, bone(3, "rotation"))[..2], [333, 1333]);
    harness.state_mut().editor.handle(ViewIntent::Undo.into());
    harness.run();
    // With Alt they are stretched.
    hold(&mut harness, Modifiers::ALT);
    drag(&mut harness, end, end + egui::vec2(far / 2.0, 0.0), true);
    hold(&mut harness, Modifiers::NONE);
    let editor = &harness.state().editor;
    let length = clip(editor, ClipId(0)).duration_ms as i32;
    assert_eq!(
        on_axis(editor, bone(3, "rotation"))[..2],
        [333, 333 + length]
    );
}

#[test]
fn a_band_dragged_onto_another_clip_is_refused_with_a_reason() {
    let mut harness = axis_view(showing(ClipId(0)));
    let from = in_band(&harness, ClipId(0), 0.5);
    let to = in_band(&harness, WALK, 0.5);
    let before = hash(&harness);
    drag(&mut harness, from, Pos2::new(to.x, from.y), true);
    let toasts: Vec<String> = (harness.state().editor.toasts.iter())
        .map(|toast| toast.text.clone())
        .collect();
    assert!(
        toasts
            .iter()
            .any(|text| text.contains("that are not those of 'Stand'")),
        "{toasts:?}"
    );
    harness.state_mut().editor.handle(ViewIntent::Undo.into());
    harness.run();
    assert_eq!(hash(&harness), before);
}

#[test]
fn keys_outside_every_clip_are_counted_shown_and_deleted_on_request() {
    let mut harness = harness(showing(WALK));
    harness.get_by_label("3 keys outside every clip").click();
    harness.run();
    let state = &harness.state().state;
    assert_eq!(state.span, TimelineSpan::Axis);
    assert!(state.strays_selected);
    assert_eq!(state.axis_facts().stray_times, [2000, 9000]);
    harness.get_by_label("Delete them").click();
    harness.run();
    let editor = &harness.state().editor;
    assert_eq!(entries(&harness), 1);
    assert!(!editor.model().unwrap().has_stray_keys());
    assert_eq!(on_axis(editor, bone(4, "translation")), [3333, 4000]);
    assert!(
        harness
            .query_by_label_contains("outside every clip")
            .is_none()
    );
    harness.state_mut().editor.handle(ViewIntent::Undo.into());
    harness.run();
    harness.get_by_label("3 keys outside every clip");
}

#[test]
fn commands_reach_strays_and_the_axis_and_say_why_not() {
    let mut editor = showing(WALK);
    run(&mut editor, Command::ToggleAxis);
    run(&mut editor, Command::NextStrayKey);
    assert_eq!(editor.take_requests().len(), 2);
    run(&mut editor, Command::DeleteStrayKeys);
    assert!(!editor.model().unwrap().has_stray_keys());
    let refusal = Command::DeleteStrayKeys.plan(&editor).unwrap_err();
    assert_eq!(refusal, "No keyframe lies outside every clip.");
    let editor = crate::timeline_model::editor();
    let refusal = Command::ToggleAxis.plan(&editor).unwrap_err();
    assert_eq!(refusal, "In this format every clip has a time of its own.");
}

#[test]
fn a_click_on_a_key_of_another_clip_shows_that_clip() {
    let mut harness = axis_view(showing(ClipId(0)));
    let area = harness.get_by_label_contains("Axis, ").rect();
    let row = harness.get_by_label("Arm_L").rect().center().y;
    let at = |harness: &Harness<'_, Bench>, ms| {
        Pos2::new(area.left() + harness.state().state.axis.x_of_ms(ms), row)
    };
    let there = at(&harness, 3900.0);
    click(&mut harness, there);
    assert_eq!(harness.state().editor.selection.clip, Some(WALK));
    let expected: Vec<KeyRef> = vec![key(3, "rotation", 567)];
    assert_eq!(selected(&harness), expected);
    // The key at 4333 belongs to Walk and Attack: the one that is shown is meant.
    let spine = harness.get_by_label("Spine").rect().center().y;
    let there = Pos2::new(at(&harness, 4333.0).x, spine);
    click(&mut harness, there);
    assert_eq!(harness.state().editor.selection.clip, Some(WALK));
    assert_eq!(selected(&harness), [key(1, "rotation", 1000)]);
}

#[test]
fn the_axis_ruler_goes_to_the_clip_that_is_there() {
    let mut harness = axis_view(showing(WALK));
    let ruler = harness.get_by_label("Axis ruler").rect();
    let x = ruler.left() + harness.state().state.axis.x_of_ms(6500.0);
    click(&mut harness, Pos2::new(x, ruler.center().y));
    let editor = &harness.state().editor;
    assert_eq!(editor.selection.clip, Some(ClipId(3)));
    assert!(
        (editor.playback.time_ms - 1500.0).abs() < 10.0,
        "{}",
        editor.playback.time_ms
    );
}

#[test]
fn global_loops_are_lanes_in_their_own_time_and_keying_them_says_so() {
    let mut harness = harness(showing(WALK));
    harness.get_by_label("Global loops");
    harness.get_by_label("Loop 0");
    harness.get_by_label("Loop 1: stands still");
    assert!(
        harness.query_by_label("Tail").is_none(),
        "not among the bones"
    );
    harness.get_by_label("Open Loop 0").click();
    harness.run();
    harness.get_by_label("Tail rotation");
    let editor = &mut harness.state_mut().editor;
    select_all_of_bones(editor, &[5]);
    editor.handle(ViewIntent::Seek(500.0).into());
    run(editor, Command::InsertRotationKeys);
    let times = on_axis(editor, bone(5, "rotation"));
    assert_eq!(times, [0, 100, 200, 400], "500 ms is 100 ms of the loop");
    let notes: Vec<String> = editor
        .report
        .lines()
        .iter()
        .map(|line| line.message.clone())
        .collect();
    assert!(
        notes
            .iter()
            .any(|text| text.contains("the loop changes, whatever clip plays")),
        "{notes:?}"
    );
    // The playhead of the loop stands on the new key.
    run(editor, Command::SelectKeysHere);
    let here: Vec<KeyRef> = editor.selection.keys().iter().copied().collect();
    assert_eq!(here, [key(5, "rotation", 100)]);
    run(editor, Command::NextKey);
    assert_eq!(editor.playback.time_ms, 600.0);
}

#[test]
fn the_axis_and_a_clip_in_it_look_right() {
    let mut state = TimelineState::default();
    state.span = TimelineSpan::Axis;
    let picture = picture_of(showing(WALK), state, Vec::new(), "axis");
    assert!(
        count(&picture, theme::DARK.stray) > 100,
        "keys outside every clip"
    );
    for band in &theme::DARK.bands[..4] {
        assert!(count(&picture, *band) > 300, "a band of {band:?}");
    }
    assert!(
        count(&picture, theme::DARK.warning) > 20,
        "marks of clips without length"
    );
    let mut state = TimelineState::default();
    state.open.set(RowId::Loop(0), true);
    let seek: Intent = ViewIntent::Seek(500.0).into();
    let picture = picture_of(showing(WALK), state, vec![seek], "axis_clip");
    assert!(
        count(&picture, theme::DARK.bands[2]) > 20,
        "the next clip's band"
    );
    assert!(count(&picture, theme::DARK.good) > 20, "ends of loops");
}
