//! Random operators on real Warcraft III models: the file still says what the document says.

use crate::corpus::{Corpus, read};
use crate::op;
use crate::random_operators::{Dice, roll};
use bonewright::anim::Clock;
use bonewright::document::{Document, Model, ModelId, Pose};
use bonewright::edit::{EntryFocus, History};
use bonewright::import_export::{ExportLayout, export_model, import_bytes, import_file};

fn exported(model: &Model) -> Vec<u8> {
    let exported = export_model(model, "model.mdx", ExportLayout::KeepNative);
    exported.expect("the model exports").files[0].bytes.clone()
}

/// Every bone of every clip at a few times, by the bones' names.
fn poses(model: &Model) -> Vec<(String, Vec<[f32; 12]>)> {
    let hierarchy = model.skeleton.hierarchy();
    let mut out: Vec<(String, Vec<[f32; 12]>)> = (0..model.skeleton.bones.len())
        .map(|bone| (model.bone_name(bone), Vec::new()))
        .collect();
    let mut pose = Pose::default();
    for clip in 0..model.clips.len() {
        for part in 0..5 {
            let time_ms = f64::from(model.clips[clip].length_ms()) * f64::from(part) / 4.0;
            let clock = Clock::of(model, Some(clip), time_ms);
            model.evaluate(&clock, &hierarchy, &mut pose);
            for ((_, found), matrix) in out.iter_mut().zip(&pose.model_from_bind) {
                found.push(matrix.rows.concat().try_into().expect("twelve numbers"));
            }
        }
    }
    out.sort_by(|(a, _), (b, _)| a.cmp(b));
    out
}

/// Applies random operators, exports, opens the export and compares; then undoes everything.
fn check_random_edits(path: &std::path::Path, seed: u64, count: usize) {
    let original = read(path);
    let mut document = Document::new();
    let imported = import_file(path, ModelId(1)).expect("a real model opens");
    document.models.push(imported.model);
    let mut history = History::default();
    let mut dice = Dice(seed);
    let mut done = 0;
    for _ in 0..20 * count {
        let json = roll(&mut dice, &document);
        let landed = history.apply(&mut document, &op(&json), EntryFocus::default());
        done += usize::from(landed.is_ok());
        assert_eq!(document.check_invariants(), [], "{json}");
        if done == count {
            break;
        }
    }
    assert_eq!(done, count, "{}: too few operators land", path.display());
    let model = &document.models[0];
    let again = import_bytes(&exported(model), &model.title, model.id);
    let again = again.expect("the export opens").model;
    assert_eq!(again.clips.len(), model.clips.len(), "{}", path.display());
    let (ours, theirs) = (poses(model), poses(&again));
    assert_eq!(ours.len(), theirs.len());
    let unit = model.size().max(1.0);
    for ((name, ours), (other, theirs)) in ours.iter().zip(&theirs) {
        assert_eq!(name, other, "{}", path.display());
        for (ours, theirs) in ours.iter().zip(theirs) {
            let error = ours.iter().zip(theirs).map(|(a, b)| (a - b).abs());
            let error = error.fold(0.0, f32::max);
            // Random factors make matrices grow without limit.
            let size = ours
                .iter()
                .fold(unit, |size, number| size.max(number.abs()));
            assert!(error <= 1e-4 * size, "{} {name}: {error}", path.display());
        }
    }
    while history.undo(&mut document).is_some() {}
    assert!(
        exported(&document.models[0]) == original,
        "{}",
        path.display()
    );
}

#[test]
fn random_edits_of_warcraft_models_are_in_the_file_and_undone_leave_it_as_it_was() {
    let Some(corpus) = Corpus::open() else { return };
    let mut edited = 0;
    for (seed, path) in (1..).zip(corpus.mdx_models(800)) {
        let Ok(imported) = import_file(path, ModelId(1)) else {
            continue;
        };
        let model = &imported.model;
        let has_parts = model.clips.len() > 1 && model.skeleton.bones.len() > 3;
        if has_parts && read(path).len() < 400_000 {
            check_random_edits(path, seed, 60);
            edited += 1;
        }
    }
    println!("random edits of {edited} models");
    assert!(edited >= 30, "only {edited} models");
}
