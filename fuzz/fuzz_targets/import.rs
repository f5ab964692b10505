//! Any bytes as a model: refused, or a document whose clips play, whose rules run, and that is
//! written back as it was and from nothing.
#![no_main]

use bonewright::anim::Clock;
use bonewright::document::{Document, ModelId, Pose};
use bonewright::import_export::{ExportLayout, Profile, export_model, import_bytes};
use bonewright::skinning::{Deformed, SkinBinding};
use bonewright::validate::{Subject, validate};
use libfuzzer_sys::fuzz_target;

/// Clips that are played of a model with many.
const CLIPS_PLAYED: usize = 8;

fuzz_target!(|bytes: &[u8]| {
    let Ok(imported) = import_bytes(bytes, "fuzzed.m2", ModelId(0)) else {
        return;
    };
    let mut document = Document::new();
    document.models.push(imported.model);
    assert_eq!(document.check_invariants(), []);
    assert_eq!(document.content_hash(), document.content_hash());
    let model = &document.models[0];

    let hierarchy = model.skeleton.hierarchy();
    let (mut pose, mut deformed) = (Pose::default(), Deformed::default());
    let binding = SkinBinding::new(&model.vertices, &model.skeleton);
    for clip in 0..model.clips.len().min(CLIPS_PLAYED) {
        let middle = f64::from(model.clips[clip].duration_ms) * 0.5;
        model.evaluate(&Clock::of(model, Some(clip), middle), &hierarchy, &mut pose);
        deformed.deform(&binding, &pose.model_from_bind, &model.vertices);
    }
    validate(&Subject {
        model,
        profile: Profile::of(model.format),
        texture_exists: None,
    });

    let kept = export_model(model, "fuzzed.m2", ExportLayout::KeepNative);
    assert!(kept.is_ok_and(|kept| kept.files[0].bytes == bytes));
    if let Ok(fresh) = export_model(model, "fuzzed.m2", ExportLayout::FromNothing) {
        assert!(import_bytes(&fresh.files[0].bytes, "fresh.m2", ModelId(0)).is_ok());
    }
});
