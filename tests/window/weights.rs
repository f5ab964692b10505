//! Weights in the real window: an elbow is spoilt with the brush, repaired with smooth, mirror and
//! hammer, looked at as the game will get it, saved, exported, and opened again.

use crate::desktop::{Desktop, wait_until};
use crate::session::{imported, model_in};
use bonewright::document::Model;
use bonewright::project;
use bonewright::skeleton::BoneId;
use std::collections::BTreeMap;
use std::thread::sleep;
use std::time::Duration;

/// On the left forearm of the model as it is framed in the weights workspace.
const FOREARM: [i32; 2] = [775, 360];
/// Down the left upper arm to the elbow.
const STROKE: [[i32; 2]; 2] = [[742, 296], [764, 336]];

fn weights(model: &Model, vertex: usize) -> BTreeMap<BoneId, f32> {
    let mut weights = BTreeMap::new();
    for influence in model.vertices.influences.of(vertex) {
        *weights.entry(influence.bone).or_insert(0.0) += influence.weight;
    }
    weights
}

/// The largest difference of one weight of a vertex.
fn off(a: &Model, b: &Model, vertex: usize) -> f32 {
    let (a, b) = (weights(a, vertex), weights(b, vertex));
    let of =
        |weights: &BTreeMap<BoneId, f32>, bone: &BoneId| weights.get(bone).copied().unwrap_or(0.0);
    let all = a.keys().chain(b.keys());
    all.map(|bone| (of(&a, bone) - of(&b, bone)).abs())
        .fold(0.0, f32::max)
}

/// How many vertices have other weights, and the largest difference of one weight.
fn difference(a: &Model, b: &Model) -> (usize, f32) {
    let mut largest: f32 = 0.0;
    let mut count = 0;
    for vertex in 0..a.vertices.len() {
        let most = off(a, b, vertex);
        count += usize::from(most > 0.0);
        largest = largest.max(most);
    }
    (count, largest)
}

#[test]
fn an_elbow_is_spoilt_repaired_checked_and_exported_in_a_real_window() {
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let model = model_in(&desktop);
    let original = imported(&model);
    let (spoilt, saved) = (desktop.path("spoilt.bwp"), desktop.path("work.bwp"));
    let exported = desktop.path("Edited.m2");
    let rest = || sleep(Duration::from_secs(2));

    let program = desktop.open(&model);
    program.wait_for_title("the model is open", |title| {
        title.starts_with(original.title.as_str())
    });
    sleep(Duration::from_secs(3));
    program.press(&["F6"]);
    rest();
    program.picture("p1_weights.png");
    program.holding("alt", || program.click(FOREARM[0], FOREARM[1]));
    rest();
    program.picture("p2_bone.png");
    program.drag(STROKE[0], STROKE[1]);
    program.wait_for_title("painting makes the project unsaved", |title| {
        title.starts_with('*')
    });
    rest();
    program.picture("p3_spoilt.png");
    program.press(&["ctrl+s"]);
    program.enter_path(&spoilt);
    program.wait_for_title("it is saved", |title| title.starts_with("spoilt"));

    program.holding("shift", || program.drag(STROKE[0], STROKE[1]));
    program.wait_for_title("smoothing changes it", |title| title.starts_with('*'));
    rest();
    program.picture("p4_smoothed.png");
    // Each save waits until all before it is done: a title says so, a slow machine may take long.
    let save = |program: &crate::desktop::Program<'_>| {
        program.press(&["ctrl+s"]);
        program.wait_for_title("it is saved", |title| title.starts_with("spoilt"));
    };
    std::fs::copy(&spoilt, desktop.path("first.bwp")).expect("the spoilt state is kept");
    save(&program);
    program.command("Mirror weights right to left");
    program.wait_for_title("mirroring changes it", |title| title.starts_with('*'));
    program.picture("p5_mirrored.png");
    save(&program);
    program.press(&["v"]);
    program.drag([716, 300], [760, 350]);
    rest();
    program.picture("p6_selected.png");
    program.command("Hammer");
    program.wait_for_title("the hammer changes it", |title| title.starts_with('*'));
    program.picture("p7_hammered.png");
    program.press(&["b", "t"]);
    sleep(Duration::from_secs(20));
    program.picture("p8_target.png");
    program.press(&["t", "ctrl+shift+s"]);
    program.enter_path(&saved);
    program.wait_for_title("it is saved", |title| title.starts_with("work"));
    program.press(&["ctrl+e"]);
    program.enter_path(&exported);
    wait_until("the model is exported", || exported.is_file());
    rest();
    program.picture("p9_exported.png");
    program.press(&["ctrl+q"]);
    program.wait_for_end();

    let open = |path: &std::path::Path| project::open(path).expect("the project opens").document;
    let first = open(&desktop.path("first.bwp"));
    let spoilt = &first.models[0];
    let (painted, most) = difference(&original, spoilt);
    assert!(painted > 10 && most > 0.3, "{painted} vertices, {most}");
    let last = open(&saved);
    let repaired = &last.models[0];
    let (changed, _) = difference(spoilt, repaired);
    assert!(changed > 10, "the repair changed {changed} vertices");
    let spoilt_ones = |model: &Model| -> f32 {
        let all = 0..original.vertices.len();
        let painted = all.filter(|&vertex| off(&original, spoilt, vertex) > 0.0);
        painted.map(|vertex| off(&original, model, vertex)).sum()
    };
    let (before, after) = (spoilt_ones(spoilt), spoilt_ones(repaired));
    assert!(after < 0.8 * before, "{after} of {before} is left");
    let reopened = imported(&exported);
    let (_, rounding) = difference(repaired, &reopened);
    assert!(rounding <= 1.0 / 255.0 + 1e-6, "{rounding}");
    for vertex in 0..reopened.vertices.len() {
        let sum: f32 = weights(&reopened, vertex).values().sum();
        let bytes = (sum * 255.0).round();
        let old: f32 = weights(&original, vertex).values().sum();
        assert!(
            bytes == 255.0 || sum == old,
            "vertex {vertex} sums to {bytes}"
        );
    }
}
