//! Mirroring by the nearest spot on whole models whose sides have different vertices.
#![allow(
    clippy::print_stdout,
    reason = "what changes is for a person to read, too"
)]

use crate::apply;
use bonewright::document::{Document, Model, ModelId};
use bonewright::import_export::import_file;
use bonewright::mesh::Influence;
use bonewright::skeleton::BoneId;
use std::collections::BTreeMap;
use std::path::Path;

fn sample() -> Document {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("projects/mosskin.m2");
    let mut document = Document::new();
    document
        .models
        .push(import_file(&path, ModelId(1)).unwrap().model);
    document
}

fn row(model: &Model, vertex: usize) -> BTreeMap<BoneId, f32> {
    let mut row = BTreeMap::new();
    for Influence { bone, weight } in model.vertices.influences.of(vertex) {
        if weight > 0.0 {
            *row.entry(bone).or_insert(0.0) += weight;
        }
    }
    row
}

/// The largest difference of a weight at a vertex.
fn difference(a: &Model, b: &Model, vertex: usize) -> f32 {
    let (a, b) = (row(a, vertex), row(b, vertex));
    let of = |row: &BTreeMap<BoneId, f32>, bone| row.get(bone).copied().unwrap_or(0.0);
    let bones = a.keys().chain(b.keys());
    bones
        .map(|bone| (of(&a, bone) - of(&b, bone)).abs())
        .fold(0.0, f32::max)
}

/// The vertices of a model that differ from another's by more than `most`.
fn differing(a: &Model, b: &Model, most: f32) -> Vec<usize> {
    let all = 0..a.vertices.len();
    all.filter(|&vertex| difference(a, b, vertex) > most)
        .collect()
}

const FROM_LEFT: &str = r#"{"op":"mirror_weights","from":"left","by":"nearest"}"#;

#[test]
fn a_sound_model_whose_sides_have_different_vertices_stays_as_it_is() {
    let mut document = sample();
    let before = document.models[0].clone();
    let applied = apply(&mut document, FROM_LEFT).unwrap();
    let after = &document.models[0];
    let changed = differing(&before, after, 0.0);
    let far = differing(&before, after, 0.2);
    println!(
        "mosskin: {} of {} vertices change, {} by more than 0.2; {}",
        changed.len(),
        before.vertices.len(),
        far.len(),
        crate::notes(&applied)
    );
    assert!(changed.len() < 150, "{}", changed.len());
    assert!(far.len() < 10, "{far:?}");
    // What changes a lot is a leaf of the collar, each of which lies otherwise than its image, or
    // the tip of a finger; no part takes the bones of another.
    let islands = before.topology().islands();
    for vertex in far {
        let part = islands.iter().filter(|one| **one == islands[vertex]);
        let is_finger = before.vertices.positions[vertex].z < 0.3;
        assert!(part.count() == 15 || is_finger, "vertex {vertex}");
    }
    let lids = [BoneId(9), BoneId(10)];
    for vertex in 0..before.vertices.len() {
        let has_lid = |model: &Model| lids.iter().any(|lid| row(model, vertex).contains_key(lid));
        assert_eq!(has_lid(&before), has_lid(after), "vertex {vertex}");
    }
    // Asked for, everything between vertices becomes what the spot says.
    let exact = FROM_LEFT.replace('}', r#","exact":true}"#);
    let mut document = sample();
    apply(&mut document, &exact).unwrap();
    assert!(differing(&before, &document.models[0], 0.0).len() > 3000);
}

/// Gives all vertices of the right side to one bone.
fn spoil(model: &mut Model, bone: BoneId) -> Vec<usize> {
    let right = |at: &bonewright::math::Vec3| at.y < -0.01 * 0.5;
    let positions = model.vertices.positions.iter().enumerate();
    let spoilt: Vec<usize> = positions
        .filter(|(_, at)| right(at))
        .map(|(vertex, _)| vertex)
        .collect();
    for &vertex in &spoilt {
        let mut slots = [Influence::NONE; 4];
        slots[0] = Influence { bone, weight: 1.0 };
        model.vertices.influences.slots[vertex] = slots;
    }
    spoilt
}

/// Says which bones mirror each other where names and places leave it open, as a user would: those
/// whose pivots come nearest to it.
fn tell_pairs(model: &mut Model) {
    let pairs = model.mirror_pairs().by_id(&model.skeleton);
    let bones = model.skeleton.bones.iter();
    let open: Vec<_> = bones
        .filter(|bone| !pairs.contains_key(&bone.id))
        .map(|bone| (bone.id, bone.pivot))
        .collect();
    let nearest = |at: bonewright::math::Vec3| {
        let away = |pivot: &bonewright::math::Vec3| {
            (pivot - bonewright::math::Vec3::new(at.x, -at.y, at.z)).norm()
        };
        let found = open.iter().min_by(|a, b| away(&a.1).total_cmp(&away(&b.1)));
        found.filter(|found| away(&found.1) < 0.03 * model.size())
    };
    let mut told = BTreeMap::new();
    for (bone, pivot) in &open {
        if let Some((other, back)) = nearest(*pivot)
            && nearest(*back).map(|(id, _)| id) == Some(bone)
        {
            told.insert(*bone, *other);
        }
    }
    model.skin_settings.mirror_bones = told;
}

#[test]
fn a_spoilt_side_gets_back_what_it_had() {
    let mut models = vec![("mosskin", sample().models.remove(0), 0.85)];
    if let Some(corpus) = crate::corpus::Corpus::open() {
        let path = corpus
            .with_extension("m2")
            .find(|path| path.ends_with("Goblin/Male/GoblinMale.M2"));
        let path = path.expect("the character is in the corpus");
        let model = import_file(path, ModelId(1)).unwrap().model;
        models.push(("GoblinMale", model, 0.9));
    }
    for (name, model, share) in models {
        let mut document = Document::new();
        document.models.push(model.clone());
        tell_pairs(&mut document.models[0]);
        let spoilt = spoil(&mut document.models[0], BoneId(0));
        let applied = apply(&mut document, FROM_LEFT).unwrap();
        let after = &document.models[0];
        let is_left =
            |v: &&usize| row(after, **v).len() == 1 && row(after, **v).contains_key(&BoneId(0));
        let left = spoilt.iter().filter(is_left).count();
        let near = |most: f32| {
            let near = spoilt
                .iter()
                .filter(|v| difference(&model, after, **v) <= most);
            near.count()
        };
        println!(
            "{name}: of {} spoilt vertices {left} stay, {} are within 0.05 of what they were, {} within 0.2; {}",
            spoilt.len(),
            near(0.05),
            near(0.2),
            crate::notes(&applied)
        );
        assert!(near(0.2) as f64 > share * spoilt.len() as f64, "{name}");
    }
}

#[test]
fn a_part_named_by_either_side_is_mirrored_with_its_images() {
    let clean = sample().models.remove(0);
    let is_hand = |side: f32| move |at: &bonewright::math::Vec3| side * at.y > 0.4 && at.z < 0.5;
    let of = |test: &dyn Fn(&bonewright::math::Vec3) -> bool| -> Vec<usize> {
        let all = clean.vertices.positions.iter().enumerate();
        all.filter(|(_, at)| test(at)).map(|(v, _)| v).collect()
    };
    let (left, right) = (of(&is_hand(1.0)), of(&is_hand(-1.0)));
    let mut changed = Vec::new();
    for (named, images) in [(&left, false), (&left, true), (&right, true)] {
        let mut document = Document::new();
        document.models.push(clean.clone());
        spoil(&mut document.models[0], BoneId(0));
        let spoilt = document.models[0].clone();
        let extra = format!(r#","vertices":{named:?},"images":{images}}}"#);
        apply(&mut document, &FROM_LEFT.replace('}', &extra)).unwrap();
        let found = differing(&spoilt, &document.models[0], 0.0);
        let beyond = |vertex: &&usize| clean.vertices.positions[**vertex].y > -0.3;
        assert_eq!(found.iter().filter(beyond).count(), 0);
        changed.push(found.len());
    }
    assert_eq!(changed[0], 0);
    assert!(changed[1] > 300 && changed[2] > 300, "{changed:?}");
}
