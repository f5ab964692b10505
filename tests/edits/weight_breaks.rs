//! Weights of parts that touch, of more groups than fit, and of more than a whole.

use crate::random_operators::Dice;
use crate::weight_model::{weighted_document, weighted_warcraft};
use crate::{apply, notes};
use bonewright::document::{Document, Model, ModelId};
use bonewright::formats::m2::{AnimSet, M2File};
use bonewright::import_export::{ExportLayout, export_model, import_bytes};
use bonewright::mesh::{Influence, Influences};
use bonewright::skeleton::BoneId;
use bonewright::skinning::{SkinSettings, group_influences};

/// Gives a vertex these weights.
fn put(model: &mut Model, vertex: u32, weights: &[(u32, f32)]) {
    let influences = &mut model.vertices.influences;
    let all = weights.iter().map(|&(bone, weight)| Influence {
        bone: BoneId(bone),
        weight,
    });
    let all: Vec<Influence> = all.collect();
    influences.slots[vertex as usize] =
        std::array::from_fn(|slot| all.get(slot).copied().unwrap_or(Influence::NONE));
    influences.overflow.remove(&vertex);
    if all.len() > 4 {
        influences.overflow.insert(vertex, all[4..].to_vec());
    }
}

fn weights(influences: &Influences, vertex: u32) -> Vec<(u32, f32)> {
    let own = influences.of(vertex as usize);
    let own = own.filter(|one| one.weight > 0.0);
    own.map(|one| (one.bone.0, one.weight)).collect()
}

/// A document whose vertices 0 and 5 coincide and hang on different bones, as a wheel and its axle
/// do.
fn touching(make: fn(&mut Dice) -> Document) -> Document {
    let mut document = make(&mut Dice(3));
    let model = &mut document.models[0];
    model.skin_settings = SkinSettings::default();
    assert!(model.topology().coincident(0).starts_with(&[0, 5]));
    for vertex in 0..model.vertices.len() as u32 {
        put(model, vertex, &[(1, 1.0)]);
    }
    put(model, 5, &[(2, 1.0)]);
    document
}

#[test]
fn parts_that_touch_and_hang_on_different_bones_stay_apart_when_weights_are_rounded() {
    for make in [weighted_document, weighted_warcraft] {
        let mut document = touching(make);
        let before = document.models[0].vertices.influences.clone();
        apply(&mut document, r#"{"op":"quantise_weights"}"#).unwrap();
        assert_eq!(document.models[0].vertices.influences, before);
    }
    let mut document = touching(weighted_warcraft);
    let before = document.models[0].vertices.influences.clone();
    apply(&mut document, r#"{"op":"convert_to_groups"}"#).unwrap();
    assert_eq!(document.models[0].vertices.influences, before);
}

#[test]
fn every_one_of_several_touching_vertices_is_cleaned_up() {
    let mut document = touching(weighted_document);
    let tail = [(1, 0.5), (2, 0.2), (3, 0.1), (0, 0.2)];
    put(&mut document.models[0], 5, &tail);
    apply(&mut document, r#"{"op":"limit_influences","limit":1}"#).unwrap();
    let influences = &document.models[0].vertices.influences;
    assert_eq!(weights(influences, 5), [(1, 1.0)]);

    put(&mut document.models[0], 5, &[(2, 0.5)]);
    apply(&mut document, r#"{"op":"normalise_weights"}"#).unwrap();
    let influences = &document.models[0].vertices.influences;
    assert_eq!(weights(influences, 5), [(2, 1.0)]);

    put(&mut document.models[0], 5, &[(2, 0.9), (3, 0.1)]);
    apply(&mut document, r#"{"op":"prune_weights","below":0.2}"#).unwrap();
    let influences = &document.models[0].vertices.influences;
    assert_eq!(weights(influences, 5), [(2, 1.0)]);

    let swap = r##"{"op":"swap_weights","a":{"id":1},"b":{"id":3}}"##;
    apply(&mut document, swap).unwrap();
    let influences = &document.models[0].vertices.influences;
    assert_eq!(weights(influences, 0), [(3, 1.0)]);
    assert_eq!(weights(influences, 5), [(2, 1.0)]);
}

#[test]
fn weights_of_more_than_a_whole_are_written_as_a_whole() {
    let mut document = touching(weighted_document);
    put(&mut document.models[0], 3, &[(1, 1.0), (2, 1.0), (3, 1.0)]);
    let exported = export_model(&document.models[0], "made.m2", ExportLayout::KeepNative);
    let files = exported.expect("the model exports").files;
    let file = M2File::read(&files[0].bytes, &AnimSet::new()).expect("the file reads");
    for vertex in &file.vertices.items {
        let sum: u32 = vertex.weights.iter().map(|&byte| u32::from(byte)).sum();
        assert_eq!(sum, 255, "{vertex:?}");
    }
    assert_eq!(file.vertices.items[3].weights, [85, 85, 85, 0]);
}

#[test]
fn a_new_group_takes_the_number_of_one_that_no_vertex_names_when_all_are_taken() {
    let mut document = touching(weighted_warcraft);
    let model = &mut document.models[0];
    for vertex in 0..model.vertices.len() as u32 {
        put(model, vertex, &[(1, 1.0)]);
    }
    for geoset in &mut model.geosets {
        geoset.groups = (0..256).map(|at| vec![BoneId(1); at + 1]).collect();
        geoset.vertex_groups.fill(0);
    }
    put(model, 7, &[(2, 1.0)]);
    let exported = export_model(&document.models[0], "made.mdx", ExportLayout::KeepNative);
    let exported = exported.expect("the model exports");
    let back = import_bytes(&exported.files[0].bytes, "made", ModelId(1)).expect("the file reads");
    let model = &back.model;
    let old = &document.models[0].skeleton;
    let own = weights(&model.vertices.influences, 7);
    let name = |index: usize, of: &bonewright::skeleton::Skeleton| of.bones[index].name.clone();
    let (bone, weight) = own[0];
    let at = model.skeleton.index_of(BoneId(bone)).unwrap();
    let wanted = old.index_of(BoneId(2)).unwrap();
    assert_eq!((own.len(), weight), (1, 1.0));
    assert_eq!(name(at, &model.skeleton), name(wanted, old));
    assert!(model.geosets[0].groups.len() <= 256);
}

#[test]
fn geosets_that_bring_each_other_over_the_limit_of_groups_share_theirs() {
    let mut document = touching(weighted_warcraft);
    let model = &mut document.models[0];
    for vertex in 0..37 {
        put(model, vertex, &[(2, 1.0)]);
    }
    put(model, 5, &[(2, 0.5), (3, 0.5)]);
    // The triangle hangs on another bone but for the corner that it shares with the tube.
    for vertex in [37, 38] {
        put(model, vertex, &[(1, 1.0)]);
    }
    let applied = apply(
        &mut document,
        r#"{"op":"convert_to_groups","max_groups":1}"#,
    );
    let applied = applied.expect("one group for all is always to be had");
    assert!(notes(&applied).contains("2 groups"));
    for geoset in &document.models[0].geosets {
        assert_eq!(geoset.groups, [vec![BoneId(2)]]);
    }
}

#[test]
fn a_group_of_a_hundred_thousand_bones_does_not_fill_the_memory() {
    let group: Vec<BoneId> = (0..100_000).map(BoneId).collect();
    let influences = group_influences(&group);
    let sum: f32 = influences.iter().map(|one| one.weight).sum();
    assert!(influences.len() <= 256);
    assert!((sum - 1.0).abs() < 1e-4);
}

#[test]
fn a_brush_of_negative_strength_is_refused() {
    let mut document = touching(weighted_document);
    for arguments in [r#""strength":-1.0"#, r#""hardness":3.0"#] {
        let json = format!(
            r##"{{"op":"paint_weights","bone":"#1","radius":9.0,"samples":[{{"position":[0.0,0.0,0.0]}}],{arguments}}}"##
        );
        let error = apply(&mut document, &json).unwrap_err();
        assert!(error.to_string().contains("must be from 0 to 1"), "{error}");
    }
}

#[test]
fn a_mask_over_vertices_at_one_place_takes_no_square_of_their_number() {
    let mut document = touching(weighted_document);
    let model = &mut document.models[0];
    let count = 60_000;
    let place = model.vertices.positions[0];
    model.vertices.positions = vec![place; count];
    model.vertices.normals = vec![place; count];
    for uvs in &mut model.vertices.uvs {
        *uvs = vec![Default::default(); count];
    }
    model.vertices.influences = Influences {
        slots: vec![[Influence::NONE; 4]; count],
        ..Influences::default()
    };
    for vertex in 0..count as u32 {
        put(model, vertex, &[(1, 1.0)]);
    }
    let vertices: Vec<u32> = (0..count as u32 - 1).collect();
    let topology = model.topology();
    let start = std::time::Instant::now();
    let (mask, kept) = bonewright::skinning::VertexMask::of(&vertices, &topology, true);
    assert!(!mask.allows(0));
    assert_eq!(kept, count - 1);
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}
