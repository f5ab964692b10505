//! The timeline as a person uses it: by names and by the mouse, every action with its undo.

use crate::timeline_model::{bone, editor, key, times};
use bonewright::editor::{
    AutoKey, Editor, Intent, KeyRef, LoopMode, SelectMode, TimeDisplay, ViewIntent, ViewSetting,
};
use bonewright::math::euler_deg_from_quat;
use bonewright::skeleton::BoneId;
use bonewright::ui::timeline::{KeyDrag, TimelineMode, TimelineState, timeline_ui};
use bonewright::ui::{fonts, theme};
use eframe::egui::{self, Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

/// The editor and its timeline.
pub struct Bench {
    pub editor: Editor,
    pub state: TimelineState,
}

const SIZE: Vec2 = Vec2::new(1_400.0, 400.0);

/// Shows the timeline and lets the editor handle what it sends.
pub fn show(bench: &mut Bench, ui: &mut egui::Ui) {
    let mut intents: Vec<Intent> = Vec::new();
    timeline_ui(&bench.editor, &mut bench.state, ui, &mut intents);
    for intent in intents {
        bench.editor.handle(intent);
    }
}

pub fn harness(editor: Editor) -> Harness<'static, Bench> {
    let bench = Bench {
        editor,
        state: TimelineState::default(),
    };
    let mut is_set_up = false;
    let mut harness = Harness::builder().with_size(SIZE).build_ui_state(
        move |ui, bench: &mut Bench| {
            if !is_set_up {
                fonts::install(ui.ctx());
                theme::install(ui.ctx());
                is_set_up = true;
                return;
            }
            show(bench, ui);
        },
        bench,
    );
    harness.run();
    harness
}

/// Where a time of a row is on screen.
fn place(harness: &Harness<'_, Bench>, label: &str, time_ms: f64) -> Pos2 {
    let row = harness.get_by_label(label).rect();
    let sheet = harness.get_by_label_contains("Dope sheet,").rect();
    let x = sheet.left() + harness.state().state.axis.x_of_ms(time_ms);
    Pos2::new(x, row.center().y)
}

/// Moves the mouse, then presses, moves in steps, and maybe releases.
pub fn drag(harness: &mut Harness<'_, Bench>, from: Pos2, to: Pos2, releases: bool) {
    harness.hover_at(from);
    harness.step();
    button(harness, from, true);
    for step in 1..=4 {
        harness.hover_at(from + (to - from) * (step as f32 / 4.0));
        harness.step();
    }
    if releases {
        button(harness, to, false);
        harness.run();
    }
}

pub fn button(harness: &mut Harness<'_, Bench>, pos: Pos2, pressed: bool) {
    let modifiers = harness.ctx.input(|input| input.modifiers);
    harness.event(egui::Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers,
    });
    harness.step();
}

/// Holds these keys down from now on.
pub fn hold(harness: &mut Harness<'_, Bench>, modifiers: Modifiers) {
    harness.event(egui::Event::ModifiersChanged(modifiers));
    harness.step();
}

pub fn click(harness: &mut Harness<'_, Bench>, pos: Pos2) {
    harness.hover_at(pos);
    harness.step();
    button(harness, pos, true);
    button(harness, pos, false);
    harness.run();
}

pub fn selected(harness: &Harness<'_, Bench>) -> Vec<KeyRef> {
    let selection = &harness.state().editor.selection;
    selection.keys().iter().copied().collect()
}

pub fn hash(harness: &Harness<'_, Bench>) -> u64 {
    harness.state().editor.document().content_hash()
}

pub fn entries(harness: &Harness<'_, Bench>) -> usize {
    harness.state().editor.history().position()
}

#[test]
fn transport_buttons_do_what_they_are_called() {
    let mut harness = harness(editor());
    harness.get_by_label("Play").click();
    harness.run_steps(2);
    assert!(harness.state().editor.playback.is_playing);
    harness.get_by_label("Pause").click();
    harness.run();
    assert!(!harness.state().editor.playback.is_playing);

    let time = |harness: &Harness<'_, Bench>| harness.state().editor.playback.time_ms;
    harness.get_by_label("Next frame").click();
    harness.run();
    assert_eq!(time(&harness), 33.0);
    harness.get_by_label("Next key").click();
    harness.run();
    assert_eq!(time(&harness), 100.0);
    harness.get_by_label("Go to end").click();
    harness.run();
    assert_eq!(time(&harness), 1_000.0);
    harness.get_by_label("Previous key").click();
    harness.run();
    assert_eq!(time(&harness), 900.0);
    harness.get_by_label("Previous frame").click();
    harness.run();
    assert_eq!(time(&harness), 867.0);
    harness.get_by_label("Go to start").click();
    harness.run();
    assert_eq!(time(&harness), 0.0);
}

#[test]
fn loop_mode_and_auto_key_show_their_state() {
    let mut harness = harness(editor());
    harness.get_by_label("Loop mode: loop").click();
    harness.run();
    assert_eq!(harness.state().editor.playback.loop_mode, LoopMode::Once);
    harness.get_by_label("Loop mode: once").click();
    harness.run();
    harness.get_by_label("Loop mode: ping-pong").click();
    harness.run();
    assert_eq!(harness.state().editor.playback.loop_mode, LoopMode::Loop);

    harness.get_by_label("Auto-key").click();
    harness.run();
    assert_eq!(harness.state().editor.view.auto_key, AutoKey::Add);
    let node = harness.get_by_label("Auto-key");
    assert_eq!(
        node.accesskit_node().toggled(),
        Some(egui::accesskit::Toggled::True)
    );
}

#[test]
fn changing_the_display_moves_no_key() {
    let mut harness = harness(editor());
    let before = hash(&harness);
    for display in [
        TimeDisplay::Milliseconds,
        TimeDisplay::Frames { fps: 24.0 },
        TimeDisplay::Frames { fps: 60.0 },
    ] {
        let intent = ViewIntent::Set(ViewSetting::TimeDisplay(display));
        harness.state_mut().editor.handle(intent.into());
        harness.run();
        assert_eq!(hash(&harness), before);
    }
}

#[test]
fn a_row_opens_and_selects_its_bone() {
    let mut harness = harness(editor());
    assert!(harness.query_by_label("Rotation").is_none());
    harness.get_by_label("Open Spine").click();
    harness.run();
    harness.get_by_label("Rotation").click();
    harness.run();
    let selection = &harness.state().editor.selection;
    assert_eq!(selection.bones(), &[BoneId(1)]);
    assert_eq!(selection.channel, Some(bone(1, "rotation")));
    harness.get_by_label("Close Spine").click();
    harness.run();
    assert!(harness.query_by_label("Rotation").is_none());
}

#[test]
fn clicks_select_keys_add_them_and_take_the_column() {
    let mut harness = harness(editor());
    let first = place(&harness, "Arm_R", 100.0);
    click(&mut harness, first);
    assert_eq!(selected(&harness), [key(4, "rotation", 100)]);

    let second = place(&harness, "Arm_R", 900.0);
    hold(&mut harness, Modifiers::SHIFT);
    click(&mut harness, second);
    assert_eq!(selected(&harness).len(), 2);

    hold(&mut harness, Modifiers::COMMAND);
    click(&mut harness, second);
    assert_eq!(selected(&harness), [key(4, "rotation", 100)]);

    hold(&mut harness, Modifiers::ALT);
    let middle = place(&harness, "Arm_R", 500.0);
    click(&mut harness, middle);
    assert_eq!(selected(&harness).len(), 5, "all keys at 500 ms");

    hold(&mut harness, Modifiers::NONE);
    let empty = place(&harness, "Arm_R", 700.0);
    click(&mut harness, empty);
    assert!(selected(&harness).is_empty());
}

#[test]
fn a_box_selects_what_it_covers() {
    let mut harness = harness(editor());
    let from = place(&harness, "Arm_L", 200.0) - Vec2::new(0.0, 8.0);
    let to = place(&harness, "Arm_R", 600.0) + Vec2::new(0.0, 8.0);
    drag(&mut harness, from, to, true);
    assert_eq!(
        selected(&harness),
        [key(3, "scale", 300), key(4, "rotation", 500)]
    );
}

#[test]
fn dragging_a_key_is_live_and_one_step_that_undo_takes_back() {
    let mut harness = harness(editor());
    let before = hash(&harness);
    let from = place(&harness, "Arm_R", 500.0);
    let to = place(&harness, "Arm_R", 640.0);
    drag(&mut harness, from, to, false);
    let live = times(&harness.state().editor, bone(4, "rotation"));
    assert!((live[1] - 640).abs() <= 2, "{live:?}");
    assert_eq!(entries(&harness), 0, "history does not hear of a drag");
    button(&mut harness, to, false);
    harness.run();
    assert_eq!(entries(&harness), 1);
    let moved = times(&harness.state().editor, bone(4, "rotation"));
    assert_eq!(selected(&harness), [key(4, "rotation", moved[1])]);

    harness.state_mut().editor.handle(ViewIntent::Undo.into());
    harness.run();
    assert_eq!(hash(&harness), before);
    harness.state_mut().editor.handle(ViewIntent::Redo.into());
    harness.run();
    assert_eq!(times(&harness.state().editor, bone(4, "rotation")), moved);
}

#[test]
fn escape_puts_a_drag_back_bit_by_bit() {
    let mut harness = harness(editor());
    let before = hash(&harness);
    let from = place(&harness, "All keys", 500.0);
    let to = place(&harness, "All keys", 620.0);
    drag(&mut harness, from, to, false);
    assert_ne!(hash(&harness), before);
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(hash(&harness), before);
    button(&mut harness, to, false);
    harness.run();
    assert_eq!(hash(&harness), before);
    assert_eq!(entries(&harness), 0);
    assert_eq!(selected(&harness).len(), 5, "the column is still selected");
}

#[test]
fn a_key_does_not_merge_with_one_in_its_way() {
    let mut harness = harness(editor());
    let from = place(&harness, "Arm_R", 500.0);
    let to = place(&harness, "Arm_R", 900.0);
    hold(&mut harness, Modifiers::COMMAND);
    drag(&mut harness, from, to, true);
    hold(&mut harness, Modifiers::NONE);
    harness.run();
    let after = times(&harness.state().editor, bone(4, "rotation"));
    assert_eq!(after.len(), 3, "{after:?}");
    assert!(after[1] < 900, "{after:?}");
}

#[test]
fn ctrl_snaps_dragged_keys_to_frames() {
    let mut harness = harness(editor());
    let from = place(&harness, "Arm_R", 500.0);
    let to = place(&harness, "Arm_R", 642.0);
    hold(&mut harness, Modifiers::COMMAND);
    drag(&mut harness, from, to, true);
    let after = times(&harness.state().editor, bone(4, "rotation"));
    assert_eq!(after, [100, 633, 900], "frame 19 of 30 a second");
}

#[test]
fn keys_are_deleted_and_come_back() {
    let mut harness = harness(editor());
    let before = hash(&harness);
    let at = place(&harness, "Arm_R", 500.0);
    click(&mut harness, at);
    harness.key_press(Key::X);
    harness.run();
    assert_eq!(
        times(&harness.state().editor, bone(4, "rotation")),
        [100, 900]
    );
    assert!(selected(&harness).is_empty(), "no stale selection");
    harness.state_mut().editor.handle(ViewIntent::Undo.into());
    harness.run();
    assert_eq!(hash(&harness), before);
}

#[test]
fn a_duplicate_follows_the_mouse_until_the_click() {
    let mut harness = harness(editor());
    let at = place(&harness, "Arm_R", 500.0);
    click(&mut harness, at);
    harness.key_press_modifiers(Modifiers::SHIFT, Key::D);
    harness.step();
    let to = place(&harness, "Arm_R", 700.0);
    harness.hover_at(to);
    harness.step();
    harness.hover_at(to);
    harness.step();
    click(&mut harness, to);
    let after = times(&harness.state().editor, bone(4, "rotation"));
    assert_eq!(after.len(), 4, "{after:?}");
    assert!((after[2] - 700).abs() <= 2, "{after:?}");
    assert_eq!(entries(&harness), 1);
    assert_eq!(selected(&harness), [key(4, "rotation", after[2])]);
}

#[test]
fn a_duplicated_column_stays_selected_after_the_click_that_places_it() {
    let mut harness = harness(editor());
    let at = place(&harness, "All keys", 500.0);
    click(&mut harness, at);
    assert_eq!(selected(&harness).len(), 5);
    harness.key_press_modifiers(Modifiers::SHIFT, Key::D);
    harness.step();
    let to = place(&harness, "All keys", 560.0);
    harness.hover_at(to);
    harness.run();
    click(&mut harness, to);
    let keys = selected(&harness);
    assert_eq!(keys.len(), 5, "{keys:?}");
    assert!(
        keys.iter().all(|key| (key.time_ms - 560).abs() <= 2),
        "{keys:?}"
    );
    assert_eq!(entries(&harness), 1);
    assert!(matches!(harness.state().state.drag, KeyDrag::Ready));
}

#[test]
fn x_during_a_drag_of_curves_locks_and_deletes_nothing() {
    let mut editor = editor();
    let (bones, mode) = (vec![BoneId(4)], SelectMode::Replace);
    editor.handle(ViewIntent::SelectBones { bones, mode }.into());
    let mut harness = harness(editor);
    harness.state_mut().state.mode = TimelineMode::Curves;
    harness.run();
    let plot = harness.get_by_label("Curves, 3 shown").rect();
    let state = &harness.state().state;
    let at = |time_ms: f64, value: f64| {
        Pos2::new(
            plot.left() + state.axis.x_of_ms(time_ms),
            plot.top() + state.curves.values.y_of(value, plot.height()),
        )
    };
    let (from, to) = (at(500.0, 30.0), at(600.0, 50.0));
    drag(&mut harness, from, to, false);
    harness.key_press(Key::X);
    harness.run_steps(2);
    button(&mut harness, to, false);
    harness.run();
    let editor = &harness.state().editor;
    let track = &editor.model().expect("a model").bone_tracks[4].rotation;
    let keys = track.keys(0).expect("keys");
    assert_eq!(keys.len(), 3);
    assert!((keys.times_ms[1] - 600).abs() <= 2, "{:?}", keys.times_ms);
    let angle = euler_deg_from_quat(&keys.values[1]).z;
    assert!((angle - 30.0).abs() < 1e-3, "only time changed: {angle}");
}

#[test]
fn random_timeline_actions_undo_to_the_first_hash_and_redo_to_the_last() {
    let mut harness = harness(editor());
    let first = hash(&harness);
    let rows = ["All keys", "Spine", "Arm_L", "Arm_R", "Colours", "Events"];
    // A small generator of numbers; the same every time.
    let mut seed = 12_345_u32;
    let mut next = |below: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) % below
    };
    for _ in 0..80 {
        let row = rows[next(6) as usize];
        if harness.query_by_label(row).is_none() {
            continue;
        }
        let times = [0.0, 100.0, 250.0, 300.0, 500.0, 750.0, 900.0];
        let at = place(&harness, row, times[next(7) as usize]);
        let to = at + Vec2::new(next(200) as f32 - 100.0, 0.0);
        match next(4) {
            0 => click(&mut harness, at),
            1 => drag(&mut harness, at, to, true),
            2 => {
                harness.key_press_modifiers(Modifiers::ALT, Key::ArrowRight);
                harness.run();
            }
            _ => {
                drag(&mut harness, at, to, false);
                harness.key_press(Key::Escape);
                harness.run();
                button(&mut harness, to, false);
                harness.run();
            }
        }
    }
    let last = hash(&harness);
    let count = entries(&harness);
    assert!(count > 5, "{count} edits");
    let editor = &mut harness.state_mut().editor;
    editor.handle(ViewIntent::JumpTo(0).into());
    assert_eq!(editor.document().content_hash(), first);
    editor.handle(ViewIntent::JumpTo(count).into());
    assert_eq!(editor.document().content_hash(), last);
}

#[test]
fn alt_and_arrows_nudge_by_a_frame() {
    let mut harness = harness(editor());
    let at = place(&harness, "Arm_R", 500.0);
    click(&mut harness, at);
    harness.key_press_modifiers(Modifiers::ALT, Key::ArrowRight);
    harness.run();
    assert_eq!(
        times(&harness.state().editor, bone(4, "rotation")),
        [100, 533, 900]
    );
    assert_eq!(selected(&harness), [key(4, "rotation", 533)]);
    harness.key_press_modifiers(Modifiers::ALT, Key::ArrowLeft);
    harness.run();
    assert_eq!(
        times(&harness.state().editor, bone(4, "rotation")),
        [100, 500, 900]
    );
}

#[test]
fn the_ruler_scrubs_on_frames_and_shows_the_whole_clip_at_first() {
    let mut harness = harness(editor());
    let ruler = harness.get_by_label("Timeline ruler").rect();
    let axis = harness.state().state.axis;
    assert!((axis.x_of_ms(0.0) - 16.0).abs() < 1.0);
    assert!((axis.x_of_ms(1_000.0) - (ruler.width() - 16.0)).abs() < 1.0);
    let at = |time_ms: f64| Pos2::new(ruler.left() + axis.x_of_ms(time_ms), ruler.center().y);
    drag(&mut harness, at(20.0), at(512.0), true);
    assert_eq!(harness.state().editor.playback.time_ms, 500.0);
    assert_eq!(entries(&harness), 0);
}

#[test]
fn wheel_zooms_to_the_cursor_and_home_shows_all_again() {
    let mut harness = harness(editor());
    let fitted = harness.state().state.axis;
    let at = place(&harness, "Arm_R", 500.0);
    harness.hover_at(at);
    harness.run();
    harness.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: Vec2::new(0.0, 120.0),
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
        source: egui::MouseWheelSource::Unknown,
    });
    harness.run();
    let zoomed = harness.state().state.axis;
    assert!(zoomed.px_per_ms > fitted.px_per_ms * 1.2, "{zoomed:?}");
    assert!((zoomed.x_of_ms(500.0) - fitted.x_of_ms(500.0)).abs() < 1.0);
    harness.key_press(Key::Home);
    harness.run();
    assert_eq!(harness.state().state.axis, fitted);
}

#[test]
fn tab_changes_to_curves_where_a_dragged_angle_stays_a_unit_rotation() {
    let mut editor = editor();
    let bones = vec![BoneId(4)];
    let mode = SelectMode::Replace;
    editor.handle(ViewIntent::SelectBones { bones, mode }.into());
    let mut harness = harness(editor);
    let at = place(&harness, "Arm_R", 700.0);
    harness.hover_at(at);
    harness.run();
    harness.key_press(Key::Tab);
    harness.run();
    assert_eq!(harness.state().state.mode, TimelineMode::Curves);
    let plot = harness.get_by_label("Curves, 3 shown").rect();
    let state = &harness.state().state;
    // The key at 500 ms turns 30 degrees about Z.
    let from = Pos2::new(
        plot.left() + state.axis.x_of_ms(500.0),
        plot.top() + state.curves.values.y_of(30.0, plot.height()),
    );
    let to = Pos2::new(
        from.x,
        plot.top() + state.curves.values.y_of(45.0, plot.height()),
    );
    let before = hash(&harness);
    drag(&mut harness, from, to, true);
    let editor = &harness.state().editor;
    let model = editor.model().expect("a model");
    let q = model.bone_tracks[4].rotation.keys(0).expect("keys").values[1];
    assert!((q.norm() - 1.0).abs() < 1e-5);
    let angles = euler_deg_from_quat(&q);
    assert!((angles.z - 45.0).abs() < 1.0, "{angles:?}");
    assert!(angles.x.abs() < 1e-3 && angles.y.abs() < 1e-3, "{angles:?}");
    assert_eq!(entries(&harness), 1);
    harness.state_mut().editor.handle(ViewIntent::Undo.into());
    harness.run();
    assert_eq!(hash(&harness), before);
}

#[test]
fn a_key_moves_in_time_and_value_at_once_in_the_curves() {
    let mut editor = editor();
    let (bones, mode) = (vec![BoneId(1)], SelectMode::Replace);
    editor.handle(ViewIntent::SelectBones { bones, mode }.into());
    editor.handle(ViewIntent::SelectChannel(Some(bone(1, "translation"))).into());
    let mut harness = harness(editor);
    harness.state_mut().state.mode = TimelineMode::Curves;
    harness.state_mut().state.curves.fit_next_frame();
    harness.run();
    let plot = harness.get_by_label("Curves, 3 shown").rect();
    let state = &harness.state().state;
    let at = |time_ms: f64, value: f64| {
        Pos2::new(
            plot.left() + state.axis.x_of_ms(time_ms),
            plot.top() + state.curves.values.y_of(value, plot.height()),
        )
    };
    // X is 2 at the last key.
    let (from, to) = (at(1_000.0, 2.0), at(900.0, 1.5));
    drag(&mut harness, from, to, true);
    let editor = &harness.state().editor;
    let track = &editor.model().expect("a model").bone_tracks[1].translation;
    let keys = track.keys(0).expect("keys");
    assert!((keys.times_ms[2] - 900).abs() <= 2, "{:?}", keys.times_ms);
    assert!(
        (keys.values[2].x - 1.5).abs() < 0.03,
        "{:?}",
        keys.values[2]
    );
    assert_eq!((keys.values[2].y, keys.values[2].z), (0.0, 1.0));
    assert_eq!(entries(&harness), 1);
}

#[test]
fn curves_are_hidden_and_shown_one_by_one() {
    let mut editor = editor();
    let (bones, mode) = (vec![BoneId(4)], SelectMode::Replace);
    editor.handle(ViewIntent::SelectBones { bones, mode }.into());
    let mut harness = harness(editor);
    harness.get_by_label("Curves").click();
    harness.run();
    harness.get_by_label("Hide Arm_R rotation X").click();
    harness.run();
    assert_eq!(harness.state().state.curves.hidden.len(), 1);
    harness.get_by_label("Arm_R rotation Z").click();
    harness.run();
    assert!(harness.state().state.curves.solo.is_some());
    harness.get_by_label("Show Arm_R rotation X").click();
    harness.run();
    assert!(harness.state().state.curves.hidden.is_empty());
}

#[test]
fn nothing_open_and_no_keys_say_what_to_do() {
    let mut harness = harness(Editor::new());
    harness.run();
    let mut other = crate::timeline_panel::harness(editor());
    let clip = bonewright::anim::ClipId(1);
    other
        .state_mut()
        .editor
        .handle(ViewIntent::SelectClip(clip).into());
    other.run();
    assert!(other.query_by_label("All keys").is_some());
}
