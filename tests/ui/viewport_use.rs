//! The viewport as a person uses it: hovering, clicking, handles, and keys that follow the mouse.

use bonewright::anim::BoneTracks;
use bonewright::document::Model;
use bonewright::editor::{
    AutoKey, AxesSpace, Editor, SelectMode, Tool, ViewDirection, ViewIntent, ViewSetting,
    ViewportRequest,
};
use bonewright::math::{Vec3, quat_from_axis_angle};
use bonewright::render::Projection;
use bonewright::skeleton::BoneId;
use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::kittest::Queryable;

use crate::viewport_bench::{
    Bench, bone, button, click, hover, joint, joint_pos, pane, picture, press, sample, send, view,
    window, window_of,
};

const SIZE: Vec2 = Vec2::new(1300.0, 850.0);

fn selected(bench: &Bench) -> Vec<BoneId> {
    bench.state().editor.selection.bones().to_vec()
}

fn select(bench: &mut Bench, id: BoneId) {
    let intent = ViewIntent::SelectBones {
        bones: vec![id],
        mode: SelectMode::Replace,
    };
    send(bench, [intent.into()]);
}

fn look(bench: &mut Bench, direction: ViewDirection) {
    bench
        .state_mut()
        .shell
        .viewport
        .requests
        .push(ViewportRequest::Look(direction));
    bench.run_steps(2);
}

fn model(editor: &Editor) -> &Model {
    editor.model().expect("a model")
}

/// Everything that a put-back transform must leave: the document and every bit of the pose.
fn everything(bench: &Bench) -> (u64, Vec<u32>) {
    let editor = &bench.state().editor;
    let floats = editor.pose().local.iter().flat_map(|local| {
        let (t, r, s) = (local.translation, local.rotation, local.scale);
        [t.x, t.y, t.z, r.i, r.j, r.k, r.w, s.x, s.y, s.z]
    });
    (
        editor.document().content_hash(),
        floats.map(f32::to_bits).collect(),
    )
}

fn history_len(bench: &Bench) -> usize {
    bench.state().editor.history().entries().count()
}

#[test]
fn the_bone_under_the_cursor_is_named_and_a_click_selects_it_everywhere() {
    let mut bench = window(SIZE);
    let hand = bone(&bench, "HandL");
    let at = joint_pos(&bench, hand);
    hover(&mut bench, at);
    let hovered = bench.state().shell.viewport.hovered_bone();
    let index = model(&bench.state().editor).skeleton.index_of(hand);
    assert_eq!(hovered, index);
    picture(&mut bench, "3_hover");
    click(&mut bench, at, Modifiers::NONE);
    assert_eq!(selected(&bench), [hand]);
    bench.get_by_label_contains("Bone: HandL");
    // With Shift another one is added, with Ctrl it goes again.
    let ear = bone(&bench, "EarR");
    let at = joint_pos(&bench, ear);
    click(&mut bench, at, Modifiers::SHIFT);
    assert_eq!(selected(&bench), [hand, ear]);
    let at = joint_pos(&bench, hand);
    send(
        &mut bench,
        [ViewIntent::Set(ViewSetting::Tool(Tool::Select)).into()],
    );
    click(&mut bench, at, Modifiers::COMMAND);
    assert_eq!(selected(&bench), [ear]);
    let corner = pane(&bench).left_bottom() + Vec2::new(8.0, -8.0);
    click(&mut bench, corner, Modifiers::NONE);
    assert!(selected(&bench).is_empty(), "a click on nothing");
}

#[test]
fn a_click_on_the_skin_selects_the_bone_that_moves_it() {
    let mut bench = window(SIZE);
    look(&mut bench, ViewDirection::Front);
    send(
        &mut bench,
        [ViewIntent::Set(ViewSetting::Bones(false)).into()],
    );
    let head = bone(&bench, "Head");
    let eye = joint(&bench, bone(&bench, "LidL"));
    // Between the eyes, in the middle of the forehead.
    let at = view(&bench)
        .pos_of(&Vec3::new(eye.x, 0.0, eye.z))
        .expect("in front");
    click(&mut bench, at, Modifiers::NONE);
    assert_eq!(selected(&bench), [head]);
    // The same by resting there.
    hover(&mut bench, at + Vec2::new(1.0, 0.0));
    bench.run_steps(20);
    let hovered = bench.state().shell.viewport.hovered_bone();
    assert_eq!(
        hovered,
        model(&bench.state().editor).skeleton.index_of(head)
    );
}

#[test]
fn dragging_over_nothing_selects_the_joints_in_the_box() {
    let mut bench = window(SIZE);
    look(&mut bench, ViewDirection::Front);
    let pane = pane(&bench);
    let from = pane.left_top() + Vec2::new(12.0, 80.0);
    let to = pane.right_bottom() - Vec2::new(12.0, 12.0);
    hover(&mut bench, from);
    button(&mut bench, from, true, Modifiers::NONE);
    hover(&mut bench, from + Vec2::new(30.0, 30.0));
    hover(&mut bench, to);
    picture(&mut bench, "4_box");
    button(&mut bench, to, false, Modifiers::NONE);
    let all = model(&bench.state().editor).skeleton.bones.len();
    assert_eq!(selected(&bench).len(), all);
}

/// Drags the ring in the plane of the picture by the better part of a quarter turn.
fn drag_ring(bench: &mut Bench, id: BoneId) {
    let centre = joint_pos(bench, id);
    let start = ring_start(centre);
    hover(bench, start);
    button(bench, start, true, Modifiers::NONE);
    assert!(bench.state().shell.viewport.is_modal(), "a handle is held");
    for step in 1..=6 {
        let angle = step as f32 * 0.2;
        let from_centre = start - centre;
        let (sin, cos) = angle.sin_cos();
        let turned = Vec2::new(
            from_centre.x * cos - from_centre.y * sin,
            from_centre.x * sin + from_centre.y * cos,
        );
        hover(bench, centre + turned);
    }
    picture(bench, "5_ring");
    let status = bench.state().shell.viewport.status().map(str::to_owned);
    let status = status.expect("the header says what happens");
    assert!(status.starts_with("Rotate "), "{status}");
    let end = centre + Vec2::new(10.0, 60.0);
    button(bench, end, false, Modifiers::NONE);
    assert!(!bench.state().shell.viewport.is_modal());
}

/// A place on the ring around the line of sight, away from the others.
fn ring_start(centre: Pos2) -> Pos2 {
    centre + Vec2::angled(0.3) * 98.0
}

#[test]
fn a_drag_of_a_handle_with_auto_key_is_one_entry_of_the_history() {
    let mut bench = window(SIZE);
    let arm = bone(&bench, "ArmL");
    select(&mut bench, arm);
    send(
        &mut bench,
        [
            ViewIntent::Set(ViewSetting::Tool(Tool::Rotate)).into(),
            ViewIntent::Set(ViewSetting::AutoKey(AutoKey::Add)).into(),
        ],
    );
    let before = everything(&bench);
    drag_ring(&mut bench, arm);
    assert_eq!(history_len(&bench), 1);
    assert_eq!(selected(&bench), [arm], "the release selects nothing");
    assert_ne!(everything(&bench), before);
    assert!(bench.state().editor.unkeyed_pose().is_none());
    send(&mut bench, [ViewIntent::Undo.into()]);
    assert_eq!(everything(&bench), before);
}

#[test]
fn a_drag_of_a_handle_without_auto_key_is_an_unkeyed_pose() {
    let mut bench = window(SIZE);
    let arm = bone(&bench, "ArmL");
    select(&mut bench, arm);
    let hash = bench.state().editor.document().content_hash();
    drag_ring(&mut bench, arm);
    let editor = &bench.state().editor;
    assert_eq!(editor.document().content_hash(), hash);
    assert_eq!(history_len(&bench), 0);
    let unkeyed = editor.unkeyed_pose().expect("a pose that is not keyed");
    assert_eq!(unkeyed.bones.keys().copied().collect::<Vec<_>>(), [arm]);
    picture(&mut bench, "6_unkeyed");
    press(&mut bench, Key::I);
    assert_eq!(history_len(&bench), 1);
    assert!(bench.state().editor.unkeyed_pose().is_none());
}

#[test]
fn esc_and_the_right_button_put_back_every_bit() {
    let mut bench = window(SIZE);
    let arm = bone(&bench, "ForearmR");
    select(&mut bench, arm);
    let at = joint_pos(&bench, arm) + Vec2::new(60.0, 0.0);
    let before = everything(&bench);
    for key in [Key::G, Key::R, Key::S] {
        hover(&mut bench, at);
        press(&mut bench, key);
        assert!(bench.state().shell.viewport.is_modal(), "{key:?}");
        hover(&mut bench, at + Vec2::new(-50.0, 70.0));
        assert_ne!(everything(&bench), before, "{key:?} shows");
        press(&mut bench, Key::Escape);
        assert!(!bench.state().shell.viewport.is_modal());
        assert_eq!(everything(&bench), before, "{key:?}");
        assert_eq!(history_len(&bench), 0);
    }
    assert!(bench.state().editor.toasts.is_empty());
}

#[test]
fn a_typed_rotation_about_the_worlds_axis_is_exact() {
    let mut bench = window(SIZE);
    send(
        &mut bench,
        [
            ViewIntent::Set(ViewSetting::AutoKey(AutoKey::Add)).into(),
            ViewIntent::Set(ViewSetting::AxesSpace(AxesSpace::World)).into(),
        ],
    );
    let root = bone(&bench, "Root");
    select(&mut bench, root);
    let at = pane(&bench).center();
    hover(&mut bench, at);
    let before = bench.state().editor.pose().local[0].rotation;
    press(&mut bench, Key::R);
    for key in [Key::Z, Key::Num4, Key::Num5, Key::Minus] {
        press(&mut bench, key);
    }
    let status = bench.state().shell.viewport.status().map(str::to_owned);
    assert_eq!(status.as_deref(), Some("Rotate [-45]°, world Z"));
    picture(&mut bench, "7_typed");
    press(&mut bench, Key::Enter);
    let after = bench.state().editor.pose().local[0].rotation;
    let expected = quat_from_axis_angle(&Vec3::z(), -45.0_f32.to_radians()) * before;
    assert!(after.dot(&expected).abs() > 1.0 - 1e-6, "{after:?}");
    assert_eq!(history_len(&bench), 1);
}

/// Drags with the middle button.
fn middle_drag(bench: &mut Bench, by: Vec2, modifiers: Modifiers) {
    let at = pane(bench).center();
    hover(bench, at);
    for (pos, pressed) in [(at, true), (at + by, false)] {
        bench.hover_at(pos);
        bench.step();
        bench.event_modifiers(
            Event::PointerButton {
                pos,
                button: PointerButton::Middle,
                pressed,
                modifiers,
            },
            modifiers,
        );
        bench.step();
    }
    bench.run_steps(2);
}

#[test]
fn the_mouse_and_the_numpad_move_the_camera() {
    let mut bench = window(SIZE);
    let first = bench.state().shell.viewport.camera;
    middle_drag(&mut bench, Vec2::new(80.0, 0.0), Modifiers::NONE);
    let orbited = bench.state().shell.viewport.camera;
    assert_ne!(orbited.yaw_rad, first.yaw_rad);
    assert_eq!(orbited.target, first.target);
    let at = pane(&bench).center() + Vec2::new(100.0, 30.0);
    hover(&mut bench, at);
    bench.event(Event::MouseWheel {
        unit: eframe::egui::MouseWheelUnit::Line,
        delta: Vec2::new(0.0, 3.0),
        phase: eframe::egui::TouchPhase::Move,
        source: eframe::egui::MouseWheelSource::Unknown,
        modifiers: Modifiers::NONE,
    });
    bench.run_steps(30);
    let zoomed = bench.state().shell.viewport.camera;
    assert!(zoomed.distance < 0.8 * orbited.distance, "{zoomed:?}");
    press(&mut bench, Key::Num3);
    press(&mut bench, Key::Num5);
    let side = bench.state().shell.viewport.camera;
    assert_eq!(side.projection, Projection::Orthographic);
    assert!(
        (side.backward() + Vec3::y()).norm() < 1e-5,
        "from the right"
    );
    bench.key_press_modifiers(Modifiers::COMMAND, Key::Num3);
    bench.run_steps(3);
    let other = bench.state().shell.viewport.camera;
    assert!(
        (other.backward() - Vec3::y()).norm() < 1e-5,
        "from the left"
    );
    // A click anywhere else first: Home is still the viewport's.
    let corner = pane(&bench).left_bottom() + Vec2::new(8.0, -8.0);
    click(&mut bench, corner, Modifiers::NONE);
    press(&mut bench, Key::Home);
    let view = view(&bench);
    let bones = model(&bench.state().editor).skeleton.bones.clone();
    for bone in bones.iter().take(40) {
        let pos = joint_pos(&bench, bone.id);
        assert!(view.rect.contains(pos), "{:?} is at {pos:?}", bone.name);
    }
    // The selected hand fills the view.
    let hand = bone(&bench, "HandL");
    select(&mut bench, hand);
    press(&mut bench, Key::F);
    let near = bench.state().shell.viewport.camera;
    assert!(near.distance < 0.5 * zoomed.distance.max(other.distance));
    assert!((joint_pos(&bench, hand) - view.rect.center()).length() < 250.0);
}

/// The sample in its bind pose, larger or smaller.
fn scaled_sample(factor: f32) -> Editor {
    let mut document = sample().document().clone();
    let model = document.models.first_mut().expect("a model");
    for position in &mut model.vertices.positions {
        *position *= factor;
    }
    for bone in &mut model.skeleton.bones {
        bone.pivot *= factor;
    }
    for tracks in &mut model.bone_tracks {
        *tracks = BoneTracks::default();
    }
    Editor::with_document(document)
}

#[test]
fn tiny_and_huge_models_are_framed_picked_and_posed_alike() {
    let mut handles = Vec::new();
    for (name, factor) in [("tiny", 0.02), ("huge", 2_000.0)] {
        let mut bench = window_of(scaled_sample(factor), SIZE);
        let arm = bone(&bench, "ForearmL");
        let at = joint_pos(&bench, arm);
        assert!(pane(&bench).contains(at), "{name}: {at:?}");
        click(&mut bench, at, Modifiers::NONE);
        assert_eq!(selected(&bench), [arm], "{name}");
        drag_ring(&mut bench, arm);
        let unkeyed = bench.state().editor.unkeyed_pose().cloned();
        let rotation = unkeyed.expect("a pose").bones[&arm].rotation;
        handles.push((at, rotation.expect("it turned")));
        picture(&mut bench, &format!("9_{name}"));
    }
    let [(tiny_at, tiny), (huge_at, huge)] = handles[..] else {
        panic!("two models")
    };
    assert!(
        (tiny_at - huge_at).length() < 0.5,
        "{tiny_at:?} {huge_at:?}"
    );
    assert!(tiny.dot(&huge).abs() > 0.9999, "{tiny:?} {huge:?}");
}

#[test]
fn nothing_is_drawn_again_while_nothing_changes() {
    let mut bench = window(SIZE);
    let at = pane(&bench).center();
    hover(&mut bench, at);
    bench.run_steps(40);
    let revision = bench.state().editor.revision();
    let wants_more = bench.ctx.has_requested_repaint();
    assert!(!wants_more, "the window asks for another picture");
    assert_eq!(bench.state().editor.revision(), revision);
}
