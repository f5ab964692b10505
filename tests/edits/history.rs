//! The history: names, places, jumps, the saved mark, the budget.

use crate::op;
use crate::small_model::small_document;
use bonewright::anim::ClipId;
use bonewright::edit::{EntryFocus, History, HistoryEvent};
use bonewright::skeleton::BoneId;

fn rename(name: &str) -> bonewright::edit::Operator {
    op(&format!(
        r##"{{"op":"rename_bone","bone":"#5","name":"{name}"}}"##
    ))
}

fn focus(time_ms: i32) -> EntryFocus {
    EntryFocus {
        model: None,
        clip: Some(ClipId(1)),
        time_ms,
        bones: vec![BoneId(5)],
        ..EntryFocus::default()
    }
}

#[test]
fn undo_and_redo_show_where_it_was_done() {
    let mut document = small_document(264);
    let mut history = History::default();
    history
        .apply(&mut document, &rename("A"), focus(10))
        .unwrap();
    history
        .apply(&mut document, &rename("B"), focus(20))
        .unwrap();
    let labels: Vec<&str> = history.entries().map(|entry| entry.label()).collect();
    assert_eq!(labels, ["Rename Tail to A", "Rename A to B"]);
    assert_eq!(history.undo(&mut document).unwrap().1, focus(20));
    assert_eq!(history.undo(&mut document).unwrap().1, focus(10));
    assert!(history.undo(&mut document).is_none());
    assert_eq!(history.redo(&mut document).unwrap().1, focus(10));
}

#[test]
fn a_jump_goes_to_any_position_and_back() {
    let mut document = small_document(264);
    let mut history = History::default();
    let mut hashes = vec![document.content_hash()];
    for name in ["A", "B", "C", "D"] {
        history
            .apply(&mut document, &rename(name), focus(0))
            .unwrap();
        hashes.push(document.content_hash());
    }
    for position in [1, 4, 0, 3] {
        assert!(history.jump(&mut document, position).is_some());
        assert_eq!(history.position(), position);
        assert_eq!(document.content_hash(), hashes[position]);
    }
    assert!(history.jump(&mut document, 5).is_none());
    assert_eq!(history.position(), 3);
}

#[test]
fn the_saved_mark_follows_undo_and_redo_and_is_lost_with_its_branch() {
    let mut document = small_document(264);
    let mut history = History::default();
    assert!(history.is_saved());
    history
        .apply(&mut document, &rename("A"), focus(0))
        .unwrap();
    assert!(!history.is_saved());
    history.set_saved();
    history.undo(&mut document).unwrap();
    assert!(!history.is_saved());
    history.redo(&mut document).unwrap();
    assert!(history.is_saved());
    history.undo(&mut document).unwrap();
    history
        .apply(&mut document, &rename("B"), focus(0))
        .unwrap();
    assert!(!history.is_saved());
    let saved = history
        .take_events()
        .into_iter()
        .filter_map(|event| match event {
            HistoryEvent::Saved(is_saved) => Some(is_saved),
            _ => None,
        });
    assert_eq!(saved.collect::<Vec<_>>(), [false, true, false, true, false]);
}

#[test]
fn an_operator_that_changes_nothing_is_no_entry() {
    let mut document = small_document(264);
    let mut history = History::default();
    let applied = history
        .apply(&mut document, &rename("Tail"), focus(0))
        .unwrap();
    assert!(applied.changes.is_empty());
    assert!(!history.can_undo() && history.is_saved());
}

#[test]
fn over_the_budget_it_says_so_and_loses_nothing() {
    let mut document = small_document(264);
    let start = document.clone();
    let mut history = History::new(4000);
    for k in 0..20 {
        let json = format!(
            r#"{{"op":"insert_keyframe","clip":"Walk","bones":["ArmL"],"channels":["rotation"],"time_ms":{}}}"#,
            k * 10 + 5
        );
        history.apply(&mut document, &op(&json), focus(0)).unwrap();
    }
    let over = history.take_events().into_iter().any(
        |event| matches!(event, HistoryEvent::OverBudget { used, budget: 4000 } if used > 4000),
    );
    assert!(over);
    assert_eq!(history.entries().count(), 20);
    assert!(history.used_bytes() > 20 * 3 * 20);
    history.jump(&mut document, 0).unwrap();
    assert_eq!(document, start);
}
