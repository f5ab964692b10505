//! Differences are found where they are, and nowhere else.

use crate::model::{Maker, clip, keys, sound_document, sound_model};
use bonewright::anim::{ClipId, Driver, Interpolation, Tangents, TrackKeys};
use bonewright::compare::{Comparison, LISTED, compare, compare_documents};
use bonewright::document::{Model, ModelId};
use bonewright::math::{Quat, Vec3};
use bonewright::mesh::Influence;
use bonewright::skeleton::BoneId;

fn model() -> Model {
    sound_model(ModelId(0))
}

fn lines(found: &Comparison) -> Vec<String> {
    assert_eq!(found.count, found.differences.len());
    let line = |difference: &bonewright::compare::Difference| {
        format!("{}: {} | {}", difference.path, difference.a, difference.b)
    };
    found.differences.iter().map(line).collect()
}

/// Changes a copy and compares it with the original.
#[track_caller]
fn check_difference(change: impl FnOnce(&mut Model), expected: &[&str]) {
    let original = model();
    let mut changed = original.clone();
    change(&mut changed);
    assert_eq!(lines(&compare(&original, &changed, 0.0)), expected);
    // The other way round the same places differ.
    assert_eq!(compare(&changed, &original, 0.0).count, expected.len());
}

fn rotation_keys(
    model: &mut Model,
    bone: usize,
    clip: usize,
) -> &mut bonewright::anim::KeyList<Quat> {
    match &mut model.bone_tracks[bone].rotation.keys {
        TrackKeys::PerClip(lists) => &mut lists[clip],
        other => panic!("{other:?}"),
    }
}

#[test]
fn equal_models_have_no_differences() {
    assert!(compare(&model(), &model(), 0.0).is_equal());
    for seed in 0..30 {
        let mut odd = Maker::new(seed).model(0);
        // NaNs are equal to NaNs.
        assert_eq!(lines(&compare(&odd, &odd.clone(), 0.0)), [""; 0]);
        let original = odd.clone();
        odd.id = ModelId(7);
        odd.title.push('x');
        odd.native = None;
        assert!(
            compare(&original, &odd, 0.0).is_equal(),
            "these are no content"
        );
    }
}

#[test]
fn one_changed_key_is_one_difference() {
    check_difference(
        |model| rotation_keys(model, 2, 1).values[1] = Quat::new(0.0, 1.0, 0.0, 0.0),
        &["bones[2].rotation.clips[1].keys[1].value: [0.6, 0.0, 0.0, 0.8] | [1.0, 0.0, 0.0, 0.0]"],
    );
}

#[test]
fn a_key_in_between_is_one_difference() {
    check_difference(
        |model| {
            let none = Tangents {
                incoming: Quat::identity(),
                outgoing: Quat::identity(),
            };
            rotation_keys(model, 0, 0).set(100, Quat::identity(), none);
        },
        &["bones[0].rotation.clips[0].keys[1]: - | at 100 ms"],
    );
    check_difference(
        |model| rotation_keys(model, 0, 0).remove(2),
        &["bones[0].rotation.clips[0].keys[2]: at 1000 ms | -"],
    );
    // A moved key is one that went and one that came.
    check_difference(
        |model| rotation_keys(model, 0, 0).times_ms[1] = 501,
        &[
            "bones[0].rotation.clips[0].keys[1]: at 500 ms | -",
            "bones[0].rotation.clips[0].keys[1]: - | at 501 ms",
        ],
    );
}

#[test]
fn lists_out_of_order_are_compared_by_position() {
    let mut a = model();
    rotation_keys(&mut a, 0, 0).times_ms = vec![500, 0, 1000];
    let mut b = a.clone();
    rotation_keys(&mut b, 0, 0).times_ms[1] = 1;
    assert_eq!(
        lines(&compare(&a, &b, 0.0)),
        ["bones[0].rotation.clips[0].keys[1].time: 0 | 1"]
    );
}

#[test]
fn lists_for_clips_without_keys_are_as_good_as_none() {
    check_difference(
        |model| model.bone_tracks[1].scale.keys = TrackKeys::PerClip(vec![Default::default(); 2]),
        &[],
    );
}

#[test]
fn tangents_interpolation_clock_and_arrangement_are_named() {
    check_difference(
        |model| {
            let track = &mut model.bone_tracks[1].rotation;
            track.interpolation = Interpolation::Bezier;
            track.driver = Driver::GlobalLoop(3);
        },
        &[
            "bones[1].rotation.interpolation: linear | bezier",
            "bones[1].rotation.driver: clip | global_loops[3]",
        ],
    );
    check_difference(
        |model| {
            let list = rotation_keys(model, 1, 0);
            let tangents = Tangents {
                incoming: Quat::identity(),
                outgoing: Quat::identity(),
            };
            list.tangents = vec![tangents; 3];
        },
        &[
            "bones[1].rotation.clips[0].keys[0].tangents: - | there",
            "bones[1].rotation.clips[0].keys[1].tangents: - | there",
            "bones[1].rotation.clips[0].keys[2].tangents: - | there",
        ],
    );
    check_difference(
        |model| {
            let list = keys(&[(0, 1.0)]);
            model.texture_weights[0].keys = TrackKeys::PerClip(vec![list.clone(), list]);
        },
        &["texture_weights[0].arrangement: shared by all clips | per clip"],
    );
    check_difference(
        |model| model.texture_weights[0].keys = TrackKeys::Shared(keys(&[(0, 0.5)])),
        &["texture_weights[0].keys[0].value: 1 | 0.5"],
    );
}

#[test]
fn everything_else_has_its_path() {
    check_difference(|model| model.flags = 8, &["flags: 0 | 8"]);
    check_difference(
        |model| model.name = b"Tub\0".to_vec(),
        &["name: \"Tube\"+NUL | \"Tub\"+NUL"],
    );
    check_difference(
        |model| model.textures[0].path = vec![0xFF, 0],
        &["textures[0].path: \"Tube\\\\Tube.blp\"+NUL | 2 bytes ff00"],
    );
    check_difference(
        |model| model.vertices.positions[0].z = 9.0,
        &["vertices[0].position: [0.3, 0.0, 0.0] | [0.3, 0.0, 9.0]"],
    );
    check_difference(
        |model| {
            model.vertices.influences.slots[0][1] = Influence {
                bone: BoneId(2),
                weight: 0.25,
            };
        },
        &["vertices[0].influences.count: 1 | 2"],
    );
    check_difference(
        |model| model.views[0].submeshes[0].geoset = 401,
        &["views[0].submeshes[0].geoset: 0 | 401"],
    );
    check_difference(
        |model| model.combos.combiners = Some(vec![1]),
        &["combos.combiners: - | there"],
    );
    check_difference(
        |model| model.clips.push(clip(2, 5, 0, 10)),
        &["clips.count: 2 | 3"],
    );
    check_difference(|model| model.bounds_radius = 5.0, &["bounds_radius: 2 | 5"]);
}

#[test]
fn an_unused_influence_slot_is_no_content() {
    check_difference(
        |model| model.vertices.influences.slots[0][3].bone = BoneId(2),
        &[],
    );
}

#[test]
fn references_are_compared_by_what_they_refer_to() {
    let original = model();
    let mut renumbered = original.clone();
    let id = |id: BoneId| BoneId(id.0 + 0x1_0000);
    for bone in &mut renumbered.skeleton.bones {
        bone.id = id(bone.id);
        bone.parent = bone.parent.map(id);
    }
    renumbered.skeleton.key_bone_lookup[26] = id(BoneId(0));
    renumbered
        .combos
        .bones
        .iter_mut()
        .for_each(|bone| *bone = id(*bone));
    for slot in renumbered.vertices.influences.slots.iter_mut().flatten() {
        slot.bone = id(slot.bone);
    }
    for clip in &mut renumbered.clips {
        clip.id = ClipId(clip.id.0 + 0x1_0000);
        clip.alias_of = clip.id;
    }
    renumbered.clip_lookup[0] = renumbered.clips[0].id;
    renumbered.clip_lookup[4] = renumbered.clips[1].id;
    assert_eq!(lines(&compare(&original, &renumbered, 0.0)), [""; 0]);
    renumbered.skeleton.bones[3].parent = Some(id(BoneId(1)));
    renumbered.combos.bones[1] = BoneId(77);
    renumbered.clips[1].variation_next = renumbered.clips[0].id;
    assert_eq!(
        lines(&compare(&original, &renumbered, 0.0)),
        [
            "clips[1].variation_next: none | clips[0]",
            "bones[3].parent: bones[2] | bones[1]",
            "combos.bones[1]: bones[1] | nothing (77)",
        ]
    );
}

#[test]
fn the_tolerance_is_in_the_unit_of_the_value() {
    let a = model();
    let mut b = a.clone();
    b.vertices.positions[0].x += 0.25;
    rotation_keys(&mut b, 1, 0).values[0] = -rotation_keys(&mut a.clone(), 1, 0).values[0];
    for (tolerance, expected) in [(0.0, 2), (0.1, 1), (0.249, 1), (0.2501, 0)] {
        assert_eq!(compare(&a, &b, tolerance).count, expected, "{tolerance}");
    }
    b.vertices.positions[0].x = f32::NAN;
    assert_eq!(
        compare(&a, &b, 1e9).count,
        1,
        "no tolerance makes a number of what is none"
    );
}

#[test]
fn the_list_is_capped_but_the_count_is_not() {
    let mut a = model();
    a.collision.vertices = vec![Vec3::zeros(); 5000];
    let mut b = a.clone();
    b.collision.vertices = vec![Vec3::x(); 5000];
    let found = compare(&a, &b, 0.0);
    assert_eq!((found.count, found.differences.len()), (5000, LISTED));
    assert_eq!(found.differences[17].path, "collision.vertices[17]");
}

#[test]
fn documents_are_compared_model_by_model() {
    let one = sound_document();
    assert!(compare_documents(&one, &one, 0.0).is_equal());
    let mut two = one.clone();
    two.models.push(sound_model(ModelId(1)));
    let mut changed = two.clone();
    changed.models[1].flags = 1;
    assert_eq!(
        lines(&compare_documents(&two, &changed, 0.0)),
        ["models[1].flags: 0 | 1"]
    );
    assert_eq!(
        lines(&compare_documents(&one, &two, 0.0)),
        ["models[1]: - | tube"]
    );
    assert_eq!(
        lines(&compare_documents(&two, &one, 0.0)),
        ["models[1]: tube | -"]
    );
}

#[test]
fn random_models_differ_where_their_hashes_do() {
    let models: Vec<Model> = (0..12).map(|seed| Maker::new(seed).model(0)).collect();
    for a in &models {
        for b in &models {
            let is_equal = a.content_hash() == b.content_hash();
            assert_eq!(compare(a, b, 0.0).is_equal(), is_equal);
        }
    }
}
