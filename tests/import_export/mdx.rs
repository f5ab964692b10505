//! Real Warcraft III models through the document and back.

use crate::corpus::{Corpus, read};
use bonewright::anim::TrackKeys;
use bonewright::document::{Document, Model, ModelId};
use bonewright::formats::mdx::{Layer, Material, MdxFile, RawKeys, RawTrack, RawValues, Tracks};
use bonewright::import_export::{ExportLayout, export_model, import_bytes, import_file};
use bonewright::mesh::Influence;
use bonewright::skeleton::BoneId;
use std::path::Path;

/// Sound models of version 800 in the corpus.
const LEAST_MODELS: usize = 74;

/// Every model of version 800 that opens, with its path.
fn models(corpus: &Corpus) -> Vec<(&Path, Model)> {
    let paths = corpus.mdx_models(800);
    let models: Vec<_> = paths
        .into_iter()
        .filter_map(|path| Some((path, import_file(path, ModelId(0)).ok()?.model)))
        .collect();
    assert!(models.len() >= LEAST_MODELS, "only {}", models.len());
    models
}

fn written(model: &Model, layout: ExportLayout) -> Vec<u8> {
    let exported = export_model(model, "model.mdx", layout).expect("the model exports");
    assert_eq!(exported.report.losses, [], "{}", model.title);
    exported.files[0].bytes.clone()
}

#[test]
fn a_warcraft_model_without_an_edit_is_written_back_byte_for_byte() {
    let Some(corpus) = Corpus::open() else { return };
    for (path, model) in models(&corpus) {
        let document = Document {
            models: vec![model.clone()],
            ..Document::new()
        };
        let violations = document.check_invariants();
        assert!(violations.is_empty(), "{}: {violations:?}", path.display());
        let bytes = written(&model, ExportLayout::KeepNative);
        assert!(bytes == read(path), "{} differs", path.display());
    }
}

/// Everything but what only the file knows: junk, chunk order, statics under tracks, key order.
#[test]
fn a_warcraft_model_laid_out_anew_opens_as_the_same_document() {
    let Some(corpus) = Corpus::open() else { return };
    for (path, model) in models(&corpus) {
        let bytes = written(&model, ExportLayout::FromNothing);
        let again = import_bytes(&bytes, &model.title, ModelId(0));
        let mut again = again.expect("the new file opens").model;
        again.native = model.native.clone();
        for (new, old) in again.opaque.iter_mut().zip(&model.opaque) {
            new.position = old.position;
        }
        let difference = bonewright::compare::compare(&model, &again, 0.0);
        let first = difference.differences.first();
        assert!(first.is_none(), "{}: {first:?}", path.display());
    }
}

#[test]
fn a_key_changed_and_changed_back_gives_the_original_warcraft_file() {
    let Some(corpus) = Corpus::open() else { return };
    let mut changed = 0;
    for (path, mut model) in models(&corpus) {
        let keyed = model.bone_tracks.iter().position(|tracks| {
            matches!(&tracks.rotation.keys, TrackKeys::Axis(keys) if !keys.values.is_empty())
        });
        let Some(bone) = keyed else { continue };
        let original = read(path);
        let mut set = |value| match &mut model.bone_tracks[bone].rotation.keys {
            TrackKeys::Axis(keys) => std::mem::replace(&mut keys.values[0], value),
            _ => unreachable!("the track lies on the axis"),
        };
        let old = set(bonewright::math::Quat::new(0.5, 0.5, 0.5, 0.5));
        let edited = written(&model, ExportLayout::KeepNative);
        assert_eq!(edited.len(), original.len(), "{}", path.display());
        let differing = edited.iter().zip(&original).filter(|(a, b)| a != b);
        let differing = differing.count();
        assert!((1..=16).contains(&differing), "{differing} bytes");
        match &mut model.bone_tracks[bone].rotation.keys {
            TrackKeys::Axis(keys) => keys.values[0] = old,
            _ => unreachable!("the track lies on the axis"),
        }
        let back = written(&model, ExportLayout::KeepNative);
        assert!(back == original, "{}", path.display());
        changed += 1;
    }
    assert!(changed >= 44, "only {changed} models have rotation keys");
}

#[test]
fn only_a_vertex_whose_weights_changed_gets_a_new_group() {
    let Some(corpus) = Corpus::open() else { return };
    let mut changed = 0;
    for (path, mut model) in models(&corpus) {
        let bones: Vec<BoneId> = model.skeleton.bones.iter().map(|bone| bone.id).collect();
        if model.vertices.is_empty() || bones.len() < 2 {
            continue;
        }
        let halves = [bones[0], bones[bones.len() - 1]].map(|bone| Influence { bone, weight: 0.5 });
        let slots = &mut model.vertices.influences.slots[0];
        *slots = [halves[0], halves[1], Influence::NONE, Influence::NONE];
        model.vertices.influences.overflow.remove(&0);
        let exported = export_model(&model, "model.mdx", ExportLayout::KeepNative);
        let exported = exported.expect("the model exports");
        let before = MdxFile::read(&read(path)).expect("the original reads");
        let after = MdxFile::read(&exported.files[0].bytes).expect("the new file reads");
        let first = before.geosets.iter().position(|g| !g.vertices.is_empty());
        let first = first.expect("some geoset has the vertex");
        for (index, (old, new)) in before.geosets.iter().zip(&after.geosets).enumerate() {
            if index != first {
                assert!(old == new, "{}: geoset {index}", path.display());
                continue;
            }
            assert_eq!(old.vertex_groups[1..], new.vertex_groups[1..]);
            assert!(new.group_nodes.starts_with(&old.group_nodes));
            assert!(new.group_sizes.starts_with(&old.group_sizes));
        }
        let again = import_bytes(&exported.files[0].bytes, "again", ModelId(0));
        let again = again.expect("the new file opens").model;
        let found: Vec<Influence> = again.vertices.influences.of(0).collect();
        let is_exact = exported.report.losses.is_empty();
        assert!(!is_exact || found.len() == 2, "{}", path.display());
        changed += 1;
    }
    assert!(changed >= 40, "only {changed} models have vertices");
}

#[test]
fn broken_and_other_versions_get_a_sentence() {
    let Some(corpus) = Corpus::open() else { return };
    let mut refused = 0;
    for path in corpus.mdx_models(800) {
        if let Err(error) = import_file(path, ModelId(0)) {
            assert!(error.to_string().contains("at byte"), "{error}");
            refused += 1;
        }
    }
    assert_eq!(refused, 1, "the fixture with too many keys");
    for version in [900, 1000, 1100] {
        for path in corpus.mdx_models(version) {
            let error = import_file(path, ModelId(0)).expect_err("it is refused");
            let sentence = error.to_string();
            assert!(sentence.contains(&version.to_string()), "{sentence}");
        }
    }
}

#[test]
fn a_value_whose_last_key_is_gone_is_in_the_file_as_the_editor_shows_it() {
    let alpha = RawTrack {
        tag: *b"KMTA",
        interpolation: 0,
        global_sequence: -1,
        times: vec![0],
        values: RawValues::Scalar(RawKeys {
            values: vec![0.5],
            tangents: Vec::new(),
        }),
    };
    let mut file = MdxFile::empty();
    file.materials = vec![Material {
        layers: vec![Layer {
            alpha: 0.25,
            tracks: Tracks(vec![alpha]),
            ..Layer::default()
        }],
        ..Material::default()
    }];
    let bytes = file.write().expect("it can be laid out");
    let mut model = import_bytes(&bytes, "m", ModelId(0))
        .expect("it opens")
        .model;
    assert!(written(&model, ExportLayout::KeepNative) == bytes);
    match &mut model.layers[0].alpha.keys {
        TrackKeys::Axis(keys) => keys.remove(0),
        _ => unreachable!("the track lies on the axis"),
    }
    let after = MdxFile::read(&written(&model, ExportLayout::KeepNative)).expect("it reads");
    let layer = &after.materials[0].layers[0];
    assert!(layer.tracks.0.is_empty());
    assert_eq!(layer.alpha, 1.0, "not what stood beside the track");
}
