//! The preview of a target's weights is what the written file says when it is opened again.

use crate::conversion::{M2, MDX, open};
use crate::corpus::Corpus;
use crate::model_support::sound_model;
use bonewright::document::{Model, ModelFormat, ModelId, MomentLimit};
use bonewright::import_export::{
    ExportLayout, PreviewError, Profile, TargetPreview, convert, export_as,
};
use bonewright::math::Vec3;
use bonewright::mesh::{Influence, Influences};
use bonewright::skeleton::BoneId;
use bonewright::skinning::{Deformed, SkinBinding};
use rayon::prelude::*;
use std::collections::HashMap;
use std::ops::ControlFlow;

const LIMIT: MomentLimit = MomentLimit {
    per_clip: 3,
    total: 60,
};

fn preview(model: &Model, profile: Profile) -> TargetPreview {
    let mut go_on = |_| ControlFlow::Continue(());
    TargetPreview::of(model, profile, LIMIT, &mut go_on)
        .unwrap_or_else(|error| panic!("{}: {error}", model.title))
}

/// Writes all files, opens what was written.
fn written(model: &Model, profile: Profile) -> Model {
    let name = format!("written.{}", profile.extension());
    let exported = export_as(model, profile, &name, ExportLayout::KeepNative)
        .unwrap_or_else(|error| panic!("{}: {error}", model.title));
    let folder = tempfile::tempdir().unwrap();
    for file in &exported.files {
        std::fs::write(folder.path().join(&file.name), &file.bytes).unwrap();
    }
    open(&folder.path().join(name))
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % limit.max(1)
    }

    fn weight(&mut self) -> f32 {
        self.below(1_000_001) as f32 / 1e6
    }
}

/// Gives some vertices other influences: up to seven, now and then of a bone that does not exist,
/// now and then with a sum that is not 1.
fn scramble(model: &mut Model, dice: &mut Dice, changes: usize) {
    let bones: Vec<BoneId> = model.skeleton.bones.iter().map(|bone| bone.id).collect();
    let skinning: Vec<BoneId> = bones.iter().copied().take(256).collect();
    for _ in 0..changes {
        let vertex = dice.below(model.vertices.len());
        let count = 1 + dice.below(7);
        let mut all: Vec<Influence> = (0..count)
            .map(|_| Influence {
                bone: skinning[dice.below(skinning.len())],
                weight: dice.weight(),
            })
            .collect();
        let sum: f32 = all.iter().map(|one| one.weight).sum();
        if dice.below(5) > 0 && sum > 0.0 {
            for one in &mut all {
                one.weight /= sum;
            }
        }
        let influences = &mut model.vertices.influences;
        influences.slots[vertex] =
            std::array::from_fn(|slot| all.get(slot).copied().unwrap_or(Influence::NONE));
        influences.overflow.remove(&(vertex as u32));
        if all.len() > 4 {
            influences.overflow.insert(vertex as u32, all[4..].to_vec());
        }
    }
}

/// The influences above 0 of a vertex, with the bits of their weights.
fn bits(
    influences: &Influences,
    vertex: usize,
    name: impl Fn(BoneId) -> String,
) -> Vec<(String, u32)> {
    let all = influences.of(vertex);
    all.map(|one| (name(one.bone), one.weight.to_bits()))
        .collect()
}

/// Checks that the preview of every vertex is bit for bit what the file says.
#[track_caller]
fn check_preview(model: &Model, profile: Profile) -> TargetPreview {
    let found = preview(model, profile);
    let read = written(model, profile);
    // For each vertex and bone of the file those of the model, told without the preview's help.
    let converted = profile
        .format()
        .filter(|format| *format != model.format)
        .map(|format| convert(model, format).unwrap());
    let vertices: Vec<usize> = match &converted {
        Some(converted) => converted.origin.vertices.clone(),
        None => (0..model.vertices.len()).collect(),
    };
    let names: HashMap<BoneId, String> = (0..)
        .zip(&model.skeleton.bones)
        .map(|(at, bone): (usize, _)| (bone.id, at.to_string()))
        .collect();
    let nothing = || "nothing".to_owned();
    let own_name = |bone: BoneId| names.get(&bone).cloned().unwrap_or_else(nothing);
    let read_name = |bone: BoneId| -> String {
        let Some(at) = read.skeleton.index_of(bone) else {
            return nothing();
        };
        match &converted {
            Some(converted) => {
                let source = converted.origin.bones.get(at).copied().flatten();
                source.map_or_else(nothing, |at| at.to_string())
            }
            None if model.format.is_mdx() => {
                let name = read.skeleton.bones[at].name.as_ref();
                let own = |bone: &bonewright::skeleton::Bone| bone.name.as_ref() == name;
                let same: Vec<_> = model.skeleton.bones.iter().filter(|one| own(one)).collect();
                match same.as_slice() {
                    [one] => own_name(one.id),
                    // Names that several have tell nothing; nodes nobody moved keep their place.
                    _ => own_name(bone),
                }
            }
            None => at.to_string(),
        }
    };
    assert_eq!(read.vertices.len(), vertices.len(), "{}", model.title);
    let mut seen = vec![false; model.vertices.len()];
    for (place, &vertex) in vertices.iter().enumerate() {
        if std::mem::replace(&mut seen[vertex], true) {
            continue;
        }
        assert_eq!(
            bits(&found.influences, vertex, own_name),
            bits(&read.vertices.influences, place, read_name),
            "vertex {vertex} of {} as {profile}",
            model.title
        );
    }
    let left_out: Vec<u32> = (0..)
        .zip(&seen)
        .filter(|one| !one.1)
        .map(|one| one.0)
        .collect();
    assert_eq!(found.left_out, left_out, "{}", model.title);
    found
}

#[test]
fn the_preview_of_an_untouched_real_model_changes_nothing() {
    let Some(corpus) = Corpus::open() else { return };
    let models = corpus.models(264);
    assert!(models.len() >= 31);
    models.par_iter().for_each(|path| {
        let model = open(path);
        let found = check_preview(&model, Profile::of(M2));
        assert_eq!(
            found.influences, model.vertices.influences,
            "{}",
            model.title
        );
        assert_eq!((found.changed(), found.dropped.len()), (0, 0));
        assert_eq!(found.worst, None);
    });
    let mut checked = 0;
    for path in corpus.mdx_models(800) {
        let Ok(imported) = bonewright::import_export::import_file(path, ModelId(0)) else {
            continue;
        };
        let found = check_preview(&imported.model, Profile::of(MDX));
        assert_eq!(found.changed(), 0, "{}", imported.model.title);
        checked += 1;
    }
    assert!(checked >= 74, "only {checked}");
}

#[test]
fn the_preview_of_random_weights_is_what_the_file_says() {
    let Some(corpus) = Corpus::open() else { return };
    let mut dice = Dice(11);
    let (mut changed, mut dropped) = (0, 0);
    for path in corpus.models(264).into_iter().step_by(8) {
        let mut model = open(path);
        scramble(&mut model, &mut dice, 400);
        let found = check_preview(&model, Profile::of(M2));
        changed += found.changed();
        dropped += found.dropped.len();
    }
    assert!(changed > 400 && dropped > 100, "{changed} {dropped}");
    for path in corpus.mdx_models(800).into_iter().step_by(12) {
        let Ok(imported) = bonewright::import_export::import_file(path, ModelId(0)) else {
            continue;
        };
        let mut model = imported.model;
        if model.vertices.is_empty() || model.skeleton.bones.len() < 2 {
            continue;
        }
        scramble(&mut model, &mut dice, 100);
        check_preview(&model, Profile::of(MDX));
    }
}

#[test]
fn the_preview_of_the_other_game_is_what_the_converted_file_says() {
    let Some(corpus) = Corpus::open() else { return };
    let mut dice = Dice(12);
    for path in corpus.models(264).into_iter().step_by(10) {
        let mut model = open(path);
        check_preview(&model, Profile::of(MDX));
        scramble(&mut model, &mut dice, 100);
        check_preview(&model, Profile::of(MDX));
    }
    for path in corpus.mdx_models(800).into_iter().step_by(15) {
        let Ok(imported) = bonewright::import_export::import_file(path, ModelId(0)) else {
            continue;
        };
        check_preview(&imported.model, Profile::of(M2));
    }
}

#[test]
fn bones_that_were_deleted_added_or_moved_in_the_list_do_not_confuse_it() {
    let Some(corpus) = Corpus::open() else { return };
    let mut dice = Dice(13);
    let mut models = vec![sound_model(ModelId(0))];
    models.extend(corpus.models(264).first().map(|path| open(path)));
    let mdx = corpus.mdx_models(800).into_iter().map(|path| {
        bonewright::import_export::import_file(path, ModelId(0)).map(|imported| imported.model)
    });
    let has_room = |model: &Model| model.skeleton.bones.len() > 8 && model.vertices.len() > 50;
    models.extend(mdx.flatten().filter(has_room).take(3));
    for model in models {
        for mdx_names in [false, true] {
            let mut model = model.clone();
            if mdx_names && !model.format.is_mdx() {
                continue;
            }
            for (at, bone) in model.skeleton.bones.iter_mut().enumerate() {
                if model.format.is_mdx() {
                    bone.name = Some(format!("node {at}"));
                }
            }
            let gone = model.skeleton.bones.len() / 2;
            let id = model.skeleton.bones[gone].id;
            let is_used = |bone: &bonewright::skeleton::Bone| bone.parent == Some(id);
            if model.format.is_mdx() && mdx_names {
                // A node of the file that nobody needs goes, so that all are numbered anew.
                if model.skeleton.bones.iter().any(is_used) {
                    continue;
                }
            }
            if !model.format.is_mdx() || mdx_names {
                let parent = model.skeleton.bones[gone].parent;
                for bone in &mut model.skeleton.bones {
                    if bone.parent == Some(id) {
                        bone.parent = parent;
                    }
                }
                model.skeleton.bones.remove(gone);
                model.bone_tracks.remove(gone);
            }
            let mut new = model.skeleton.bones[1].clone();
            new.id = BoneId(BoneId::FIRST_NEW + 3);
            new.name = new.name.map(|_| "new".to_owned());
            model.skeleton.bones.insert(1, new);
            model.bone_tracks.insert(1, Default::default());
            scramble(&mut model, &mut dice, 100);
            check_preview(&model, Profile::of(model.format));
        }
    }
}

#[test]
fn the_differences_and_what_is_dropped_are_those_of_the_weights() {
    let mut model = sound_model(ModelId(0));
    let slot = |bone: u32, weight: f32| Influence {
        bone: BoneId(bone),
        weight,
    };
    // 4 strongest of 5: 0.05 of bone 3 is dropped, the others make up for it.
    model.vertices.influences.slots[8] = [slot(0, 0.05), slot(1, 0.5), slot(2, 0.25), slot(3, 0.2)];
    let mut five = model.skeleton.bones[3].clone();
    five.id = BoneId(4);
    model.skeleton.bones.push(five);
    model.bone_tracks.push(Default::default());
    model
        .vertices
        .influences
        .overflow
        .insert(8, vec![slot(4, 0.1)]);
    let found = check_preview(&model, Profile::of(M2));
    assert_eq!(found.changed(), 1);
    assert_eq!(found.dropped.len(), 1);
    let dropped = found.dropped[0];
    assert_eq!((dropped.vertex, dropped.bone), (8, BoneId(0)));
    // The shares are over 1.1, as excess is divided out.
    assert!((dropped.weight - 0.05 / 1.1).abs() < 1e-6);
    let kept: f32 = found.influences.of(8).map(|one| one.weight).sum();
    assert!((kept - 1.0).abs() < 1e-6);
    let before = [(0, 0.05), (1, 0.5), (2, 0.25), (3, 0.2), (4, 0.1)];
    let changes = before.map(|(bone, weight): (u32, f32)| {
        let after = found.influences.of(8).find(|one| one.bone.0 == bone);
        (after.map_or(0.0, |one| one.weight) - weight / 1.1).abs()
    });
    let largest = changes.iter().copied().fold(0.0, f32::max);
    assert!((found.largest[8] - largest).abs() < 1e-6);
    assert!((found.total[8] - changes.iter().sum::<f32>()).abs() < 1e-6);
}

/// The largest distance of each vertex between two sets of influences, by brute force.
fn distances(model: &Model, other: &Influences) -> Vec<(f32, usize, f64)> {
    let mut out = vec![(0.0f32, 0, 0.0); model.vertices.len()];
    let mut pool = model.vertices.clone();
    pool.influences = other.clone();
    let (own, theirs) = (
        SkinBinding::new(&model.vertices, &model.skeleton),
        SkinBinding::new(&pool, &model.skeleton),
    );
    let (mut a, mut b) = (Deformed::default(), Deformed::default());
    let mut poser = bonewright::document::Poser::new(model);
    for moment in model.moments(LIMIT) {
        let pose = poser.at(Some(moment.clip), moment.time_ms);
        a.deform(&own, pose, &model.vertices);
        b.deform(&theirs, pose, &pool);
        for ((from, to), worst) in a.positions.iter().zip(&b.positions).zip(&mut out) {
            let distance: f32 = Vec3::norm(&(from - to));
            if distance > worst.0 {
                *worst = (distance, moment.clip, moment.time_ms);
            }
        }
    }
    out
}

#[test]
fn the_shift_of_every_vertex_is_that_of_two_deformed_meshes() {
    let mut models = vec![sound_model(ModelId(0))];
    if let Some(corpus) = Corpus::open() {
        models.extend(corpus.models(264).first().map(|path| open(path)));
    }
    for mut model in models {
        scramble(&mut model, &mut Dice(5), 30);
        for format in [M2, MDX] {
            let found = preview(&model, Profile::of(format));
            let expected = distances(&model, &found.influences);
            let tolerance = 1e-5 * model.size().max(1.0);
            for (vertex, (ours, theirs)) in found.shift.iter().zip(&expected).enumerate() {
                assert!(
                    (ours - theirs.0).abs() < tolerance,
                    "{vertex}: {ours} {theirs:?}"
                );
            }
            let worst = found.worst.expect("something moves");
            let largest = expected.iter().map(|one| one.0).fold(0.0, f32::max);
            assert!(largest > 0.0 && (worst.distance - largest).abs() < tolerance);
            assert_eq!(found.shift[worst.vertex as usize], worst.distance);
        }
    }
}

#[test]
fn a_preview_can_be_stopped_and_some_targets_have_none() {
    let model = sound_model(ModelId(0));
    let mut stop = |_| ControlFlow::Break(());
    let stopped = TargetPreview::of(&model, Profile::of(M2), LIMIT, &mut stop);
    assert!(matches!(stopped, Err(PreviewError::Stopped)));
    let mut go_on = |_| ControlFlow::Continue(());
    let text = Profile::of(ModelFormat::BoneText);
    let none = TargetPreview::of(&model, text, LIMIT, &mut go_on);
    assert!(matches!(none, Err(PreviewError::NoMesh { .. })));
    let other = TargetPreview::of(&model, Profile::Glb, LIMIT, &mut go_on);
    assert!(matches!(other, Err(PreviewError::Export(_))));
}

#[test]
fn a_palette_names_the_bones_that_are_written_of_more_than_four() {
    let mut model = sound_model(ModelId(0));
    for id in 4..7 {
        let mut bone = model.skeleton.bones[3].clone();
        bone.id = BoneId(id);
        model.skeleton.bones.push(bone);
        model.bone_tracks.push(Default::default());
    }
    let slot = |bone: u32, weight: f32| Influence {
        bone: BoneId(bone),
        weight,
    };
    let influences = &mut model.vertices.influences;
    influences.slots[8] = [slot(0, 0.01), slot(1, 0.09), slot(2, 0.1), slot(3, 0.1)];
    influences
        .overflow
        .insert(8, vec![slot(5, 0.4), slot(6, 0.3)]);
    let read = written(&model, Profile::of(M2));
    let view = &read.views[0];
    let part = &view.submeshes[0];
    for (position, &vertex) in view.vertex_indices.iter().enumerate() {
        let slots = read.vertices.influences.slots[vertex as usize];
        for (slot, local) in slots.iter().zip(view.palette_indices[position]) {
            if slot.weight > 0.0 {
                let at = usize::from(part.bone_combo_index) + usize::from(local);
                assert_eq!(read.combos.bones[at], slot.bone, "vertex {vertex}");
            }
        }
    }
    assert_eq!(
        part.bone_influences, 4,
        "the submesh says how many bones move a vertex"
    );
}

/// The creature, with a bone more of its submesh 0 at each of many vertices.
#[test]
fn a_palette_that_painting_brought_over_its_limit_is_told_with_its_count() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("projects/mosskin.m2");
    let mut model = open(&path);
    let untouched = export_as(
        &model,
        Profile::M2 { version: 264 },
        "a.m2",
        ExportLayout::KeepNative,
    )
    .unwrap();
    let warnings = |report: &bonewright::import_export::Report| -> Vec<String> {
        let serious = report.items.iter();
        let serious =
            serious.filter(|item| item.severity > bonewright::import_export::Severity::Note);
        serious
            .map(|item| format!("{}: {}", item.path, item.message))
            .collect()
    };
    assert_eq!(warnings(&untouched.report), Vec::<String>::new());
    let view = &model.views[0];
    let widest = view
        .submeshes
        .iter()
        .map(|part| part.bone_count)
        .max()
        .unwrap();
    let part = view
        .submeshes
        .iter()
        .position(|part| part.bone_count == widest)
        .unwrap();
    let range = view.submeshes[part].vertex_range(view.vertex_indices.len());
    let vertices = view.vertex_indices[range].to_vec();
    model.views[0].bone_limit = u32::from(widest);
    // Every bone of the model moves a vertex of it now.
    for (bone, vertex) in (0..model.skeleton.bones.len() as u32).zip(vertices) {
        let mut slots = [Influence::NONE; 4];
        slots[0] = Influence {
            bone: BoneId(bone),
            weight: 1.0,
        };
        model.vertices.influences.slots[vertex as usize] = slots;
    }
    let exported = export_as(
        &model,
        Profile::M2 { version: 264 },
        "a.m2",
        ExportLayout::KeepNative,
    )
    .unwrap();
    let told = warnings(&exported.report);
    let sentence = format!(
        "views[0].submeshes[{part}]: 49 bones move it, but the palettes of its view are cut for \
         {widest}: a game may draw it wrongly"
    );
    assert_eq!(told, [sentence]);
}
