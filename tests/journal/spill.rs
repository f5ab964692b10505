//! A history over its budget: on the disk, and back bit by bit.

use crate::op;
use crate::random_operators::{Dice, roll};
use crate::small_model::small_document;
use bonewright::document::Document;
use bonewright::edit::{EditStore, EntryFocus, History, HistoryEvent};
use bonewright::journal::SpillFile;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};

/// Enough for the names of all entries and a part of the edits.
const BUDGET: usize = 250_000;

/// Random work with its hashes by position, on a history with a small budget.
fn work(history: &mut History, count: usize) -> (Document, Vec<u64>) {
    let mut document = small_document(264);
    let mut hashes = vec![document.content_hash()];
    let mut dice = Dice(0x00c0_ffee);
    while hashes.len() <= count {
        let json = roll(&mut dice, &document);
        let applied = history.apply(&mut document, &op(&json), EntryFocus::default());
        if applied.is_ok_and(|applied| !applied.changes.is_empty()) {
            hashes.push(document.content_hash());
        }
    }
    (document, hashes)
}

#[test]
fn edits_over_the_budget_go_to_the_disk_and_come_back_bit_by_bit() {
    for version in [264, 256] {
        let folder = tempfile::tempdir().unwrap();
        let mut spilling = History::new(BUDGET);
        spilling.set_store(Box::new(SpillFile::in_folder(folder.path())));
        let mut roomy = History::new(usize::MAX);
        let (mut document, mut other) = (small_document(version), small_document(version));
        let mut dice = Dice(0x00c0_ffee);
        let mut highest = 0;
        let mut landed = 0;
        while landed < 600 {
            let json = roll(&mut dice, &document);
            let applied = spilling.apply(&mut document, &op(&json), EntryFocus::default());
            let _ = roomy.apply(&mut other, &op(&json), EntryFocus::default());
            landed += usize::from(applied.is_ok_and(|applied| !applied.changes.is_empty()));
            highest = highest.max(spilling.used_bytes());
        }
        assert!(spilling.stored_bytes() > 0);
        assert!(roomy.used_bytes() > 2 * BUDGET, "{}", roomy.used_bytes());
        assert!(highest <= BUDGET, "{highest} bytes were held");
        let over = |event: &HistoryEvent| matches!(event, HistoryEvent::OverBudget { .. });
        assert!(!spilling.take_events().iter().any(over));
        for position in [0, 600, 150, 149, 400, 0, 600] {
            spilling.jump(&mut document, position).unwrap();
            roomy.jump(&mut other, position).unwrap();
            assert_eq!(spilling.position(), position, "{:?}", spilling.take_fault());
            assert_eq!(document.models, other.models);
            assert_eq!(document.content_hash(), other.content_hash());
        }
        while roomy.undo(&mut other).is_some() {
            spilling.undo(&mut document).unwrap();
            assert_eq!(document.content_hash(), other.content_hash());
            assert!(spilling.used_bytes() <= BUDGET);
        }
        while roomy.redo(&mut other).is_some() {
            spilling.redo(&mut document).unwrap();
            assert_eq!(document.content_hash(), other.content_hash());
        }
    }
}

#[test]
fn a_damaged_file_stops_undo_there_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("spill");
    let file = || File::options().read(true).write(true).open(&path).unwrap();
    for damage in ["flip", "cut"] {
        File::create(&path).unwrap();
        let mut history = History::new(BUDGET);
        history.set_store(Box::new(SpillFile::on_file(file())));
        let (mut document, hashes) = work(&mut history, 500);
        let length = file().metadata().unwrap().len();
        assert!(length > 1000);
        match damage {
            "flip" => {
                let mut file = file();
                file.seek(SeekFrom::Start(length / 4)).unwrap();
                file.write_all(&vec![0xAA; length as usize / 4]).unwrap();
            }
            _ => file().set_len(length / 2).unwrap(),
        }
        while history.undo(&mut document).is_some() {}
        let stopped = history.position();
        let fault = history.take_fault().expect("a sentence");
        assert!(fault.contains("can't be undone"), "{fault}");
        assert!(stopped > 0, "{damage}");
        assert_eq!(document.content_hash(), hashes[stopped]);
        assert_eq!(document.check_invariants(), []);
        // Nothing else is lost: forth again, and on with new work.
        while history.redo(&mut document).is_some() {}
        assert_eq!(history.position(), 500);
        assert_eq!(document.content_hash(), hashes[500]);
        history.jump(&mut document, 0).unwrap();
        assert!(history.take_fault().is_some());
        assert_eq!(document.content_hash(), hashes[history.position()]);
        let json = r##"{"op":"rename_bone","bone":"#0","name":"After"}"##;
        history
            .apply(&mut document, &op(json), EntryFocus::default())
            .unwrap();
    }
}

/// A disk that is full.
#[derive(Debug)]
struct FullDisk;

impl EditStore for FullDisk {
    fn put(&mut self, _: &bonewright::edit::Edit) -> Result<bonewright::edit::Ticket, String> {
        Err("the disk is full".to_owned())
    }

    fn get(&mut self, _: bonewright::edit::Ticket) -> Result<bonewright::edit::Edit, String> {
        Err("there is nothing".to_owned())
    }

    fn clear(&mut self) {}
}

#[test]
fn on_a_full_disk_the_history_stays_in_memory_and_says_so() {
    let mut history = History::new(BUDGET);
    history.set_store(Box::new(FullDisk));
    let (mut document, hashes) = work(&mut history, 600);
    let events = history.take_events();
    assert!(
        events
            .iter()
            .any(|event| matches!(event, HistoryEvent::OverBudget { .. }))
    );
    history.jump(&mut document, 0).unwrap();
    assert_eq!(document.content_hash(), hashes[0]);
}
