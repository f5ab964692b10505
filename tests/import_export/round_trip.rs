//! Real models through the document and back.

use crate::corpus::{Corpus, ModelFiles};
use bonewright::anim::TrackKeys;
use bonewright::document::{Model, ModelId, NativeRole};
use bonewright::formats::m2::{M2File, SkinFile};
use bonewright::import_export::{ExportLayout, Exported, export_model, import_file};
use bonewright::math::Quat;
use std::collections::BTreeMap;

/// Models of version 264 in the corpus, the patch files aside.
pub const LEAST_MODELS: usize = 31;

fn files_of(exported: &Exported) -> BTreeMap<String, &[u8]> {
    exported
        .files
        .iter()
        .map(|file| (file.name.to_lowercase(), file.bytes.as_slice()))
        .collect()
}

fn native_of(model: &Model) -> BTreeMap<String, &[u8]> {
    let source = model
        .native
        .as_ref()
        .expect("an imported model has its native source");
    source
        .files
        .iter()
        .map(|file| (file.name.to_lowercase(), &*file.bytes))
        .collect()
}

/// The name of the model file as it was imported.
fn model_name(model: &Model) -> String {
    let source = model
        .native
        .as_ref()
        .expect("an imported model has its native source");
    source
        .file(NativeRole::Model)
        .expect("a source has a model file")
        .name
        .clone()
}

fn export(model: &Model, layout: ExportLayout) -> Exported {
    export_model(model, &model_name(model), layout).expect("the model exports")
}

#[track_caller]
fn assert_same_files(exported: &Exported, model: &Model) {
    let (written, original) = (files_of(exported), native_of(model));
    assert_eq!(
        written.keys().collect::<Vec<_>>(),
        original.keys().collect::<Vec<_>>(),
        "{}",
        model.title
    );
    for (name, bytes) in &original {
        let first_difference = bytes.iter().zip(written[name]).position(|(a, b)| a != b);
        assert_eq!(first_difference, None, "{name} differs");
        assert_eq!(bytes.len(), written[name].len(), "{name}");
    }
}

#[test]
fn a_model_without_an_edit_is_written_back_byte_for_byte_with_its_companions() {
    let Some(corpus) = Corpus::open() else { return };
    let models = corpus.models(264);
    assert!(models.len() >= LEAST_MODELS, "only {} models", models.len());
    let mut companions = 0;
    for path in models {
        let imported = import_file(path, ModelId(0)).expect("every real model opens");
        let exported = export(&imported.model, ExportLayout::KeepNative);
        assert_eq!(exported.report.losses, [], "{}", path.display());
        assert_same_files(&exported, &imported.model);
        companions += exported.files.len() - 1;
    }
    assert!(companions >= 87, "only {companions} companions");
}

#[test]
fn a_model_laid_out_anew_holds_the_same_structs() {
    let Some(corpus) = Corpus::open() else { return };
    for path in corpus.models(264) {
        let files = ModelFiles::load(path);
        let imported = import_file(path, ModelId(0)).expect("every real model opens");
        let exported = export(&imported.model, ExportLayout::FromNothing);
        let written = files_of(&exported);
        let original = M2File::read(&files.model, &files.anim_set()).expect("the original reads");
        let name = model_name(&imported.model).to_lowercase();
        let mut anims = bonewright::formats::m2::AnimSet::new();
        for external in bonewright::formats::m2::external_sequences(written[&name]).unwrap() {
            let base = name.trim_end_matches(".m2");
            let file = format!("{base}{:04}-{:02}.anim", external.id, external.variation);
            if let Some(bytes) = written.get(&file) {
                anims.insert(external.index, bytes);
            }
        }
        let again = M2File::read(written[&name], &anims).expect("the new file reads");
        assert_eq!(
            first_difference(&again, &original),
            None,
            "{}",
            path.display()
        );
        for (file, bytes) in native_of(&imported.model) {
            if file.ends_with(".skin") {
                let (a, b) = (
                    SkinFile::read(bytes).unwrap(),
                    SkinFile::read(written[&file]).unwrap(),
                );
                assert!(a == b, "{file} differs");
            }
        }
    }
}

#[test]
fn a_value_changed_and_changed_back_gives_the_original_bytes() {
    let Some(corpus) = Corpus::open() else { return };
    let mut changed = 0;
    for path in corpus.models(264) {
        let mut model = import_file(path, ModelId(0))
            .expect("every real model opens")
            .model;
        let original = model.clone();
        let Some((bone, clip)) = first_keyed_rotation(&model) else {
            continue;
        };
        set_first_rotation(&mut model, bone, clip, Quat::new(0.5, 0.5, 0.5, 0.5));
        let edited = export(&model, ExportLayout::KeepNative);
        let (before, after) = (native_of(&original), files_of(&edited));
        let name = model_name(&original).to_lowercase();
        let differing: usize = before
            .iter()
            .map(|(file, bytes)| {
                bytes
                    .iter()
                    .zip(after[file])
                    .filter(|(a, b)| a != b)
                    .count()
            })
            .sum();
        assert!(
            (1..=8).contains(&differing),
            "{name}: {differing} bytes differ for one key"
        );
        let old = first_rotation(&original, bone, clip);
        set_first_rotation(&mut model, bone, clip, old);
        assert_same_files(&export(&model, ExportLayout::KeepNative), &original);
        changed += 1;
    }
    assert!(changed >= 12, "only {changed} models have rotation keys");
}

fn first_keyed_rotation(model: &Model) -> Option<(usize, usize)> {
    model
        .bone_tracks
        .iter()
        .enumerate()
        .find_map(|(bone, tracks)| {
            let clip = tracks
                .rotation
                .lists()
                .iter()
                .position(|keys| !keys.times_ms.is_empty())?;
            Some((bone, clip))
        })
}

fn first_rotation(model: &Model, bone: usize, list: usize) -> Quat {
    model.bone_tracks[bone].rotation.lists()[list].values[0]
}

fn set_first_rotation(model: &mut Model, bone: usize, list: usize, value: Quat) {
    match &mut model.bone_tracks[bone].rotation.keys {
        TrackKeys::PerClip(lists) => lists[list].values[0] = value,
        TrackKeys::Shared(keys) | TrackKeys::Axis(keys) => keys.values[0] = value,
    }
}

#[test]
fn a_patch_file_gets_a_sentence() {
    let Some(corpus) = Corpus::open() else { return };
    let patches: Vec<_> = corpus
        .with_extension("m2")
        .filter(|path| crate::corpus::read(path).starts_with(b"PTCH"))
        .collect();
    assert!(!patches.is_empty());
    for path in patches {
        let error = import_file(path, ModelId(0)).expect_err("a patch is no model");
        assert!(error.to_string().contains("incremental patch"), "{error}");
    }
}

/// The name of the first block of the header in which two models differ.
fn first_difference(a: &M2File, b: &M2File) -> Option<&'static str> {
    macro_rules! blocks {
        ($($field:ident),+) => {
            $(if a.$field != b.$field { return Some(stringify!($field)); })+
        };
    }
    blocks!(
        version,
        name,
        flags,
        global_sequences,
        sequences,
        sequence_lookup,
        bones,
        key_bone_lookup,
        vertices,
        view_count,
        colors,
        textures,
        texture_weights,
        texture_transforms,
        replaceable_lookup,
        materials,
        bone_combos,
        texture_combos,
        texture_coord_combos,
        texture_weight_combos,
        texture_transform_combos,
        bounds,
        collision_bounds,
        collision_indices,
        collision_vertices,
        collision_normals,
        attachments,
        attachment_lookup,
        events,
        lights,
        cameras,
        camera_lookup,
        ribbons,
        particles,
        texture_combiner_combos
    );
    (a != b).then_some("something else")
}
