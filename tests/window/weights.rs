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
/// From the chest to the upper arm.
const STROKE: [[i32; 2]; 2] = [[700, 300], [756, 340]];

fn weights(model: &Model, vertex: usize) -> BTreeMap<BoneId, f32> {
    let mut weights = BTreeMap::new();
    for influence in model.vertices.influences.of(vertex) {
        *weights.entry(influence.bone).or_insert(0.0) += influence.weight;
    }
    weights
}

/// How many vertices have other weights, and the largest difference of one weight.
fn difference(a: &Model, b: &Model) -> (usize, f32) {
    let mut largest: f32 = 0.0;
    let mut count = 0;
    for vertex in 0..a.vertices.len() {
        let (a, b) = (weights(a, vertex), weights(b, vertex));
        let mut most: f32 = 0.0;
        for bone in a.keys().chain(b.keys()) {
            let of = |weights: &BTreeMap<BoneId, f32>| weights.get(bone).copied().unwrap_or(0.0);
            most = most.max((of(&a) - of(&b)).abs());
        }
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
    program.command("Mirror weights right to left");
    rest();
    program.picture("p5_mirrored.png");
    program.press(&["v"]);
    program.drag([716, 300], [760, 350]);
    rest();
    program.picture("p6_selected.png");
    program.command("Hammer");
    rest();
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

    let open = |path| project::open(path).expect("the project opens").document;
    let spoilt = &open(&spoilt).models[0];
    let (painted, most) = difference(&original, spoilt);
    assert!(painted > 10 && most > 0.3, "{painted} vertices, {most}");
    let repaired = &open(&saved).models[0];
    let (_, left) = difference(&original, repaired);
    let (changed, _) = difference(spoilt, repaired);
    assert!(changed > 10, "the repair changed {changed} vertices");
    assert!(left < most, "the repair left {left} of {most}");
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
