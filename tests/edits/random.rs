//! A thousand random operators with random undo and redo between them.

use crate::op;
use crate::random_operators::{Dice, roll};
use crate::small_model::small_document;
use bonewright::edit::{EntryFocus, History};
use std::collections::BTreeMap;

#[track_caller]
fn check_random_edits(version: u32, seed: u64, count: usize) {
    let mut dice = Dice(seed);
    let mut document = small_document(version);
    let start = document.clone();
    let mut history = History::default();
    let mut hashes = vec![document.content_hash()];
    let mut done: BTreeMap<String, usize> = BTreeMap::new();
    let mut highest_id = document.next_id;
    let mut step = 0;
    while done.values().sum::<usize>() < count {
        step += 1;
        assert!(step < 5 * count, "too few operators land: {done:?}");
        let json = roll(&mut dice, &document);
        let before = document.content_hash();
        match history.apply(&mut document, &op(&json), EntryFocus::default()) {
            Err(_) => assert_eq!(
                document.content_hash(),
                before,
                "refused but changed: {json}"
            ),
            Ok(applied) if applied.changes.is_empty() => {
                assert_eq!(document.content_hash(), before, "untold change: {json}");
            }
            Ok(_) => {
                let name = json.split('"').nth(3).unwrap().to_owned();
                *done.entry(name).or_default() += 1;
                hashes.truncate(history.position());
                hashes.push(document.content_hash());
            }
        }
        assert_eq!(document.check_invariants(), [], "step {step}: {json}");
        for _ in 0..dice.below(3) {
            let moved = match dice.below(9) {
                0 | 1 => history.undo(&mut document).is_some(),
                2..=7 => history.redo(&mut document).is_some(),
                _ => {
                    history.position() > 9 && {
                        let position = history.position() - dice.below(5);
                        history.jump(&mut document, position).is_some()
                    }
                }
            };
            if moved {
                let position = history.position();
                assert_eq!(
                    document.content_hash(),
                    hashes[position],
                    "step {step}, position {position}"
                );
                assert_eq!(document.check_invariants(), [], "step {step}, undo or redo");
            }
        }
        assert!(
            document.next_id >= highest_id,
            "an id went back to the pool"
        );
        highest_id = document.next_id;
    }
    let position = history.position();
    while history.redo(&mut document).is_some() {}
    let end = document.clone();
    while history.undo(&mut document).is_some() {
        assert_eq!(document.content_hash(), hashes[history.position()]);
    }
    assert_eq!(document.models, start.models);
    assert_eq!(document.content_hash(), start.content_hash());
    while history.redo(&mut document).is_some() {
        assert_eq!(document.content_hash(), hashes[history.position()]);
    }
    assert_eq!(document, end);
    assert!(position > 100, "only {position} entries stood at the end");
    assert!(done.len() >= 25, "operators that landed: {done:?}");
}

#[test]
fn a_thousand_random_edits_come_undone_and_done_again() {
    check_random_edits(264, 0x9E37_79B9_7F4A_7C15, 1000);
}

#[test]
fn a_thousand_random_edits_on_one_time_axis_come_undone_and_done_again() {
    check_random_edits(256, 0xD1B5_4A32_D192_ED03, 1000);
}

#[test]
fn the_same_operators_give_the_same_document() {
    let run = || {
        let mut dice = Dice(77);
        let mut document = small_document(264);
        let mut history = History::default();
        let mut hashes = Vec::new();
        for _ in 0..200 {
            let json = roll(&mut dice, &document);
            let _ = history.apply(&mut document, &op(&json), EntryFocus::default());
            if dice.below(3) == 0 {
                history.undo(&mut document);
            }
            hashes.push(document.content_hash());
        }
        hashes
    };
    assert_eq!(run(), run());
}
