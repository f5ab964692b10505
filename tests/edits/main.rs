//! Edits: every operator, the history, gestures, and what must hold after each.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that can't go on should stop where it is"
)]

#[path = "../support/made_ground.rs"]
mod made_ground;
#[path = "../support/small_model.rs"]
mod small_model;

mod automatic;
mod axis;
mod blend_rule;
mod bones;
mod cells;
mod clips;
mod every_operator;
mod fifth_textures;
mod gestures;
mod ground_checks;
mod ground_layers;
mod ground_strokes;
mod ground_swaps;
mod history;
mod keying;
mod map_pictures;
mod mirror_nearest;
mod mirror_weights;
mod names;
mod posing;
mod random;
#[path = "../support/random_operators.rs"]
mod random_operators;
mod sheet;
#[path = "../support/terrain.rs"]
mod terrain;
mod transfer_weights;
mod weight_breaks;
mod weight_model;
mod weight_operators;
mod weight_queries;
mod weight_rules;
mod weight_strokes;
mod weight_text;

use bonewright::document::Document;
use bonewright::edit::{Applied, EditError, EntryFocus, History, Operator};

/// An operator from its JSON.
#[track_caller]
fn op(json: &str) -> Operator {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{error} in {json}"))
}

/// Applies an operator and checks that undo and redo are exact and the document stays sound.
#[track_caller]
fn apply(document: &mut Document, json: &str) -> Result<Applied, EditError> {
    let before = document.clone();
    let mut history = History::default();
    let applied = history.apply(document, &op(json), EntryFocus::default());
    assert_eq!(document.check_invariants(), [], "after {json}");
    if applied.is_err() {
        assert_eq!(
            *document, before,
            "a refused operator changed something: {json}"
        );
        return applied;
    }
    let after = document.clone();
    if history.can_undo() {
        history.undo(document).unwrap();
        assert_eq!(document.models, before.models, "undo of {json}");
        assert_eq!(document.terrains, before.terrains, "undo of {json}");
        assert_eq!(document.content_hash(), before.content_hash());
        assert_eq!(document.check_invariants(), [], "after undo of {json}");
        history.redo(document).unwrap();
    }
    assert_eq!(*document, after, "redo of {json}");
    assert_eq!(document.content_hash(), after.content_hash());
    applied
}

/// The notes of an applied operator, one a line.
fn notes(applied: &Applied) -> String {
    let lines: Vec<String> = applied.notes.iter().map(ToString::to_string).collect();
    lines.join("\n")
}
#[cfg(test)]
#[path = "../support/corpus.rs"]
mod corpus;
#[cfg(test)]
#[path = "../formats/mdx_made.rs"]
mod made_mdx;
#[cfg(test)]
mod real_fifths;
#[cfg(test)]
mod real_strokes;
#[cfg(test)]
#[path = "../support/real_tiles.rs"]
mod real_tiles;
#[cfg(test)]
mod warcraft;
#[cfg(test)]
mod warcraft_files;
