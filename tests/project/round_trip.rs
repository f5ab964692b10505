//! What is written comes back.

use crate::model::{Maker, sound_document};
use bonewright::document::Document;
use bonewright::project::{Compression, Snapshot, encode, read};

/// The bytes of a project with nothing but `document`.
pub fn bytes_of(document: &Document) -> Vec<u8> {
    encode(&Snapshot::of(document), Compression::None)
        .expect("the document can be written")
        .to_vec()
}

#[track_caller]
fn check_round_trip(document: &Document, compression: Compression) -> Vec<u8> {
    assert!(
        document.check_invariants().is_empty(),
        "the test's own document"
    );
    let snapshot = Snapshot {
        editor: Some(b"layout"),
        ..Snapshot::of(document)
    };
    let bytes = encode(&snapshot, compression).expect("encodes").to_vec();
    let opened = read(&bytes).expect("opens");
    assert_eq!(opened.problems, []);
    assert_eq!(opened.document.content_hash(), document.content_hash());
    assert_eq!(opened.document.next_id, document.next_id);
    assert_eq!(opened.editor.as_deref(), Some(&b"layout"[..]));
    assert!(
        opened
            .program
            .is_some_and(|program| program.starts_with("Bonewright "))
    );
    assert!(opened.document.check_invariants().is_empty());
    // Debug text shows what the hash might miss, such as the order of a list.
    assert_eq!(format!("{:?}", opened.document), format!("{document:?}"));
    bytes
}

#[test]
fn a_sound_model_comes_back_equal() {
    let document = sound_document();
    check_round_trip(&document, Compression::None);
    assert_eq!(
        read(&bytes_of(&document)).expect("opens").document,
        document
    );
}

#[test]
fn an_empty_document_comes_back() {
    check_round_trip(&Document::new(), Compression::None);
}

#[test]
fn random_documents_with_odd_floats_come_back_bit_by_bit() {
    for seed in 0..150 {
        let document = Maker::new(seed).document();
        let plain = check_round_trip(&document, Compression::None);
        check_round_trip(&document, Compression::Zstd);
        // Saving what was opened gives the same bytes, so nothing changed on the way.
        let again = read(&plain).expect("opens").document;
        let snapshot = Snapshot {
            editor: Some(b"layout"),
            ..Snapshot::of(&again)
        };
        assert_eq!(
            encode(&snapshot, Compression::None)
                .expect("encodes")
                .to_vec(),
            plain
        );
    }
}

#[test]
fn compression_makes_a_file_of_repetition_smaller() {
    let mut document = sound_document();
    let pool = &mut document.models[0].vertices;
    for _ in 0..6 {
        pool.positions.extend_from_within(..);
        pool.normals.extend_from_within(..);
        pool.uvs
            .iter_mut()
            .for_each(|uvs| uvs.extend_from_within(..));
        pool.influences.slots.extend_from_within(..);
    }
    let plain = check_round_trip(&document, Compression::None);
    // Vertices that compress past the limit of the reader stay plain; the rest gets smaller.
    let packed = check_round_trip(&document, Compression::Zstd);
    assert!(packed.len() < plain.len());
}

#[test]
fn a_broken_document_is_refused_by_name() {
    let mut document = sound_document();
    document.models[0].bone_tracks.pop();
    let error = encode(&Snapshot::of(&document), Compression::None).expect_err("refused");
    assert!(error.contains("models[0].bone_tracks"), "{error}");
}

#[test]
fn sections_of_other_programs_are_carried_over() {
    let document = sound_document();
    let bytes = crate::damage::with_table(&bytes_of(&document), |lines| {
        lines.push(crate::damage::Line::new(
            "notes/of/another",
            7,
            b"remember me",
        ));
    });
    let opened = read(&bytes).expect("opens");
    assert_eq!(opened.problems, []);
    assert_eq!(opened.kept.len(), 1);
    assert_eq!(opened.kept[0].name(), "notes/of/another");
    let snapshot = Snapshot {
        kept: &opened.kept,
        ..Snapshot::of(&opened.document)
    };
    let again = encode(&snapshot, Compression::None)
        .expect("encodes")
        .to_vec();
    assert_eq!(read(&again).expect("opens").kept, opened.kept);
}
