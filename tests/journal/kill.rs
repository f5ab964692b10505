//! The real window, killed at random moments of a run: the last operator that landed is recovered.
//!
//! `BONEWRIGHT_KILLS` says how many times; each takes about a second.

use crate::desktop::{Desktop, wait_until};
use crate::random_operators::{Dice, roll};
use crate::small_model::small_document;
use crate::{op, save};
use bonewright::document::Document;
use bonewright::editor::{AutoKey, Editor, ViewIntent, ViewSetting};
use bonewright::journal::journals_of_project;
use bonewright::project;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

/// Kills without a word in the environment.
const KILLS: usize = 20;

/// Steps of the run; more than the window can do before it is killed.
const STEPS: usize = 3000;

/// The steps, and the hash of the document as it would be recovered after each.
struct Script {
    steps: Vec<Value>,
    hashes: Vec<u64>,
}

impl Script {
    /// Random operators with undo, redo, jumps and drags; most drags are let go, some are not.
    fn new(document: &Document) -> Self {
        let mut editor = Editor::with_document(document.clone());
        editor.handle(ViewIntent::Set(ViewSetting::AutoKey(AutoKey::Off)).into());
        let mut dice = Dice(0x0dd_ba11);
        let mut script = Self {
            steps: Vec::new(),
            hashes: vec![document.content_hash()],
        };
        while script.steps.len() < STEPS {
            if dice.below(60) == 0 {
                // Saving ends a drag and leaves the document as it is.
                editor.handle(ViewIntent::CancelGesture.into());
                script.steps.push(json!("save"));
                script.hashes.push(editor.document().content_hash());
                continue;
            }
            let (step, intent) = match dice.below(12) {
                0 => (json!("undo"), ViewIntent::Undo.into()),
                1 => (json!("redo"), ViewIntent::Redo.into()),
                2 => {
                    let position = editor.history().position().saturating_sub(dice.below(4));
                    (
                        json!({"jump": position}),
                        ViewIntent::JumpTo(position).into(),
                    )
                }
                3 => {
                    let time_ms = dice.below(10) * 100;
                    let drag = json!({
                        "op": "move_keyframes", "delta_ms": 10, "collisions": "replace",
                        "keys": [{"track": "bones[0].translation", "clip": "#0", "time_ms": time_ms}],
                    });
                    let operator = op(&drag.to_string());
                    (
                        json!({"drag": drag}),
                        ViewIntent::UpdateGesture(operator).into(),
                    )
                }
                4 => (json!("release"), ViewIntent::CommitGesture.into()),
                _ => {
                    let json = roll(&mut dice, editor.document());
                    let operator = op(&json);
                    let step: Value = serde_json::from_str(&json).unwrap();
                    (
                        json!({"apply": step}),
                        bonewright::editor::Intent::Apply(operator),
                    )
                }
            };
            let is_drag = step.get("drag").is_some();
            // A drag is live in the document and never in the journal.
            let before = script.hashes.last().copied().unwrap();
            editor.handle(intent);
            script.steps.push(step);
            script.hashes.push(if is_drag {
                before
            } else {
                editor.document().content_hash()
            });
        }
        script
    }
}

/// The last step in the log, 0 if there is none.
fn last_step(log: &Path) -> usize {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
    let last = whole.lines().next_back().unwrap_or_default();
    last.split(' ')
        .next()
        .and_then(|n| n.parse().ok())
        .unwrap_or(0)
}

#[test]
fn a_window_killed_at_any_moment_loses_at_most_the_operator_in_flight() {
    let Some(desktop) = Desktop::start() else {
        return;
    };
    let kills = std::env::var("BONEWRIGHT_KILLS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(KILLS);
    let document = small_document(264);
    let script = Script::new(&document);
    let steps = desktop.path("steps.json");
    std::fs::write(&steps, serde_json::to_vec(&script.steps).unwrap()).unwrap();
    // A small window draws faster, and one step is done a frame.
    let settings = desktop.path("config/bonewright/settings.json");
    std::fs::create_dir_all(settings.parent().unwrap()).unwrap();
    std::fs::write(settings, r#"{"window_size":[800,500]}"#).unwrap();
    let seed = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap()
        .as_nanos() as u64;
    let mut dice = Dice(seed | 1);
    let (mut in_flight, mut done) = (0, 0);
    for round in 0..kills {
        let folder = desktop.path(&format!("round {round}"));
        std::fs::create_dir(&folder).unwrap();
        let project = folder.join("work.bwp");
        save(&project, &document);
        let log = folder.join("log");
        let mut program = desktop.start_program(
            &project,
            &[
                ("BONEWRIGHT_SCRIPTED_RUN", &steps),
                ("BONEWRIGHT_SCRIPTED_LOG", &log),
            ],
        );
        // Some die while the window opens, most at work.
        if round % 20 != 19 {
            let name = format!("round {round} works");
            wait_until(&name, || last_step(&log) > 0);
        }
        std::thread::sleep(Duration::from_micros(dice.below(800_000) as u64));
        program.kill_hard();
        drop(program);

        let logged = last_step(&log);
        assert!(logged < STEPS, "the run ended before the kill");
        let journals = journals_of_project(&project);
        let hash = match journals.as_slice() {
            // Nothing was done yet, or all of it is saved.
            [] => project::open(&project).unwrap().document.content_hash(),
            [journal] => replayed_by_the_program(journal),
            more => panic!("{} journals", more.len()),
        };
        let expected = &script.hashes[logged..=logged + 1];
        assert!(
            expected.contains(&hash),
            "seed {seed}, round {round}: {logged} steps landed, recovered {hash:016x}, not one of \
             {expected:016x?}"
        );
        if hash != expected[0] {
            in_flight += 1;
        }
        done += logged;
    }
    eprintln!(
        "{kills} kills after {done} steps in all: each recovered the last step, {in_flight} of \
         them the one in flight"
    );
    assert!(done > kills, "hardly anything was done: {done} steps");
}

fn replayed_by_the_program(journal: &Path) -> u64 {
    let output = Command::new(env!("CARGO_BIN_EXE_bonewright"))
        .args(["journal", "replay", "--json"])
        .arg(journal)
        .output()
        .expect("the program runs");
    let json: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{error}: {}", String::from_utf8_lossy(&output.stderr));
    });
    assert_eq!(output.status.code(), Some(0), "{json}");
    let hash = json["content_hash"].as_str().expect("a hash");
    u64::from_str_radix(hash, 16).expect("a hash")
}
