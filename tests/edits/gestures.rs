//! Drags: live on the document, one entry at the end or none.

use crate::op;
use crate::small_model::small_document;
use bonewright::edit::{EntryFocus, Gesture, History, Operator};

fn rotate(degrees: f32) -> Operator {
    op(&format!(
        r#"{{"op":"rotate_bones","clip":"Walk","bones":["ArmL"],"time_ms":250,"axis":[0,0,1],"degrees":{degrees}}}"#
    ))
}

#[test]
fn a_committed_gesture_is_one_entry_that_equals_its_last_update() {
    let mut document = small_document(264);
    let mut expected = document.clone();
    let start = document.clone();
    History::default()
        .apply(&mut expected, &rotate(30.0), EntryFocus::default())
        .unwrap();

    let mut history = History::default();
    let mut gesture = Gesture::begin(&document);
    for degrees in [5.0, 10.0, 77.0, 30.0] {
        let (changes, _) = gesture.update(&mut document, rotate(degrees)).unwrap();
        assert!(!changes.is_empty());
    }
    assert_eq!(document, expected);
    let applied = gesture.commit(&mut document, &mut history, EntryFocus::default());
    assert!(applied.unwrap().is_some());
    assert_eq!(document, expected);
    assert_eq!(history.entries().count(), 1);
    history.undo(&mut document).unwrap();
    assert_eq!(document, start);
}

#[test]
fn a_cancelled_gesture_leaves_every_bit_as_it_was() {
    let mut document = small_document(264);
    let start = document.clone();
    let mut gesture = Gesture::begin(&document);
    gesture.update(&mut document, rotate(33.0)).unwrap();
    let add = op(r#"{"op":"add_bone","parent":"Root","position":[0,0,0]}"#);
    gesture.update(&mut document, add).unwrap();
    assert_ne!(document, start);
    gesture.cancel(&mut document);
    assert_eq!(document, start);
    assert_eq!(document.content_hash(), start.content_hash());
}

#[test]
fn a_refused_update_keeps_the_one_before() {
    let mut document = small_document(264);
    let mut gesture = Gesture::begin(&document);
    gesture.update(&mut document, rotate(10.0)).unwrap();
    let shown = document.clone();
    let wrong = op(r#"{"op":"rename_bone","bone":"Nobody","name":"x"}"#);
    assert!(gesture.update(&mut document, wrong).is_err());
    assert_eq!(document, shown);
    assert_eq!(gesture.operator(), Some(&rotate(10.0)));
    gesture.cancel(&mut document);
}

#[test]
fn a_gesture_without_an_update_is_no_entry() {
    let mut document = small_document(264);
    let mut history = History::default();
    let gesture = Gesture::begin(&document);
    assert_eq!(
        gesture.commit(&mut document, &mut history, EntryFocus::default()),
        Ok(None)
    );
    assert!(!history.can_undo());
}
