//! The gradient that is drawn, and faces as selection, with the mouse in the whole window.

use bonewright::document::Model;
use bonewright::editor::{Command, SelectMode, ViewIntent};
use bonewright::math::Vec3;
use bonewright::skeleton::BoneId;
use eframe::egui::{Key, Modifiers, Pos2, Vec2};
use egui_kittest::kittest::Queryable as _;

use crate::viewport_bench::{Bench, bone, button, click, hover, press, send, view, window};

fn weight(bench: &Bench, vertex: usize, bone: BoneId) -> f32 {
    let model = bench.state().editor.model().expect("a model");
    let own = model.vertices.influences.of(vertex);
    own.filter(|one| one.bone == bone)
        .map(|one| one.weight)
        .sum()
}

fn weight_in(model: &Model, vertex: usize, bone: BoneId) -> f32 {
    let own = model.vertices.influences.of(vertex);
    own.filter(|one| one.bone == bone)
        .map(|one| one.weight)
        .sum()
}

fn bone_of(model: &Model, name: &str) -> BoneId {
    let index = model.bone_names().iter().position(|found| found == name);
    model.skeleton.bones[index.expect("the bone")].id
}

/// The weights workspace on the creature in its bind pose, the left arm selected.
fn bench() -> (Bench, BoneId) {
    let mut bench = window(Vec2::new(1400.0, 850.0));
    let arm = bone(&bench, "ArmL");
    let bones_off = ViewIntent::Set(bonewright::editor::ViewSetting::Bones(false)).into();
    let select = ViewIntent::SelectBones {
        bones: vec![arm],
        mode: SelectMode::Replace,
    };
    send(&mut bench, [select.into(), bones_off]);
    press(&mut bench, Key::F6);
    (bench, arm)
}

/// A place of the pane where the belly is, and the spot of the skin there in the bind pose.
fn belly(bench: &Bench) -> (Pos2, Vec3) {
    let at = view(bench)
        .pos_of(&Vec3::new(0.1, 0.0, 0.55))
        .expect("it is seen");
    let editor = &bench.state().editor;
    let hit = editor
        .paint_surface()
        .hit(&view(bench).sight(at))
        .expect("skin");
    let pool = &editor.model().expect("a model").vertices;
    let corners = hit.corners.iter().zip(hit.shares);
    let bind = corners.fold(Vec3::zeros(), |sum, (corner, share)| {
        sum + pool.positions[*corner as usize] * share
    });
    (at, bind)
}

#[test]
fn a_gradient_is_drawn_from_where_the_bone_has_all_to_where_it_has_nothing() {
    let (mut bench, arm) = bench();
    bench.get_by_label("Gradient tool").click();
    bench.run_steps(2);
    let before = bench.state().editor.document().content_hash();
    let before_model = bench.state().editor.model().expect("a model").clone();
    let (from, start) = belly(&bench);
    let to = from + Vec2::new(0.0, 60.0);
    hover(&mut bench, from);
    button(&mut bench, from, true, Modifiers::NONE);
    hover(&mut bench, from + Vec2::new(0.0, 30.0));
    assert!(bench.state().editor.has_gesture(), "it shows at once");
    assert_ne!(bench.state().editor.document().content_hash(), before);
    bench.key_press(Key::Escape);
    bench.run_steps(2);
    assert_eq!(bench.state().editor.document().content_hash(), before);
    button(&mut bench, from, false, Modifiers::NONE);
    assert_eq!(bench.state().editor.history().position(), 0);
    // Drawn again and released.
    hover(&mut bench, from);
    button(&mut bench, from, true, Modifiers::NONE);
    hover(&mut bench, to);
    button(&mut bench, to, false, Modifiers::NONE);
    let editor = &bench.state().editor;
    assert_eq!(editor.history().position(), 1);
    assert!(
        editor
            .last_action()
            .expect("an action")
            .starts_with("Gradient of ArmL")
    );
    // Along the line the weight falls from all to nothing; the creature stands a little bent.
    let model = editor.model().expect("a model");
    let up = view(&bench).camera.up();
    let length = 60.0 * view(&bench).world_per_point(&start);
    let share = |vertex: usize| -(model.vertices.positions[vertex] - start).dot(&up) / length;
    let moved = |model: &Model, vertex: usize| {
        let names = ["ShoulderL", "ArmL", "ForearmL"].map(|name| bone_of(model, name));
        let mut own = model.vertices.influences.of(vertex);
        own.any(|one| one.weight > 0.0 && names.contains(&one.bone))
    };
    let mut whole = 0;
    for vertex in 0..model.vertices.len() {
        if !moved(&before_model, vertex) {
            let kept = weight_in(&before_model, vertex, arm);
            assert_eq!(
                weight(&bench, vertex, arm),
                kept,
                "vertex {vertex} is far from the arm"
            );
        } else if share(vertex) < -0.5 {
            assert_eq!(weight(&bench, vertex, arm), 1.0, "vertex {vertex}");
            whole += 1;
        } else if share(vertex) > 1.5 {
            assert_eq!(weight(&bench, vertex, arm), 0.0, "vertex {vertex}");
        }
    }
    assert!(whole > 100, "{whole}");
}

#[test]
fn a_gradient_on_selected_vertices_runs_evenly_along_the_line() {
    let (mut bench, arm) = bench();
    let bind = ViewIntent::SelectVerticesBy(bonewright::skinning::VertexQuery::All);
    let planned = Command::GradientTool.plan(&bench.state().editor);
    send(&mut bench, planned.expect("it works here"));
    send(&mut bench, [bind.into()]);
    let (from, _) = belly(&bench);
    hover(&mut bench, from);
    button(&mut bench, from, true, Modifiers::NONE);
    hover(&mut bench, from + Vec2::new(0.0, 60.0));
    button(
        &mut bench,
        from + Vec2::new(0.0, 60.0),
        false,
        Modifiers::NONE,
    );
    let editor = &bench.state().editor;
    // Between the ends the weight is one and the same linear function of the place: fitted to all
    // vertices, it misses none.
    let model = editor.model().expect("a model");
    let all = model.vertices.positions.iter().enumerate();
    let between: Vec<(nalgebra::Vector4<f64>, f64)> = all
        .map(|(vertex, at)| {
            let at = at.cast::<f64>();
            let own = f64::from(weight(&bench, vertex, arm));
            (nalgebra::Vector4::new(at.x, at.y, at.z, 1.0), own)
        })
        .filter(|(_, own)| (0.01..0.99).contains(own))
        .collect();
    assert!(between.len() > 100, "{}", between.len());
    let mut square = nalgebra::Matrix4::zeros();
    let mut right = nalgebra::Vector4::zeros();
    for (at, own) in &between {
        square += at * at.transpose();
        right += at * *own;
    }
    let fitted = square.lu().solve(&right).expect("places that span space");
    for (at, own) in &between {
        assert!((fitted.dot(at) - own).abs() < 1e-4, "{at:?} {own}");
    }
    // It falls downwards on the screen.
    let down = -view(&bench).camera.up().cast::<f64>();
    assert!(fitted.xyz().dot(&down) < 0.0);
}

#[test]
fn without_a_bone_or_beside_the_skin_a_gradient_is_refused_with_a_sentence() {
    let (mut bench, _) = bench();
    bench.get_by_label("Gradient tool").click();
    bench.run_steps(2);
    let corner =
        bench.get_by_label("Viewport, 3D view").rect().left_bottom() + Vec2::new(12.0, -12.0);
    click(&mut bench, corner, Modifiers::NONE);
    let toast = bench
        .state()
        .editor
        .toasts
        .last()
        .expect("a refusal")
        .text
        .clone();
    assert!(toast.contains("Press on the skin"), "{toast}");
    let none = ViewIntent::SelectBones {
        bones: Vec::new(),
        mode: SelectMode::Replace,
    };
    send(&mut bench, [none.into()]);
    let (at, _) = belly(&bench);
    click(&mut bench, at, Modifiers::NONE);
    let toast = bench
        .state()
        .editor
        .toasts
        .last()
        .expect("a refusal")
        .text
        .clone();
    assert!(toast.contains("No bone is picked"), "{toast}");
}

#[test]
fn a_click_takes_the_face_under_the_cursor_while_faces_are_selected() {
    let (mut bench, _) = bench();
    bench.get_by_label("Select vertices tool").click();
    bench.run_steps(2);
    bench.get_by_label("Select: faces").click();
    bench.run_steps(2);
    assert_eq!(
        Command::ToggleFaces.is_on(&bench.state().editor),
        Some(true)
    );
    let (at, _) = belly(&bench);
    let editor = &bench.state().editor;
    let hit = editor
        .paint_surface()
        .hit(&view(&bench).sight(at))
        .expect("skin");
    let topology = editor.model().expect("a model").topology();
    let mut expected: Vec<u32> = hit
        .corners
        .iter()
        .flat_map(|corner| topology.coincident(*corner).to_vec())
        .collect();
    expected.sort_unstable();
    expected.dedup();
    click(&mut bench, at, Modifiers::NONE);
    assert_eq!(bench.state().editor.selection.vertices(), expected);
    // A box takes faces that are whole in it: every vertex is of one.
    hover(&mut bench, at - Vec2::splat(40.0));
    button(&mut bench, at - Vec2::splat(40.0), true, Modifiers::NONE);
    hover(&mut bench, at + Vec2::splat(40.0));
    button(&mut bench, at + Vec2::splat(40.0), false, Modifiers::NONE);
    let editor = &bench.state().editor;
    let selected = editor.selection.vertices();
    assert!(selected.len() > 40, "{}", selected.len());
    let is_in = |corner: &u32| selected.binary_search(corner).is_ok();
    let of_faces: std::collections::BTreeSet<u32> = topology
        .triangles()
        .iter()
        .filter(|corners| corners.iter().all(is_in))
        .flatten()
        .flat_map(|corner| topology.coincident(*corner).to_vec())
        .collect();
    assert!(selected.iter().all(|vertex| of_faces.contains(vertex)));
}
