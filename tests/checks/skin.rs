//! Stress test, movers and budget of a skin, against brute force and planted faults.

use crate::corpus::Corpus;
use crate::model::sound_model;
use bonewright::document::{Model, ModelId, Moment, MomentLimit, Poser};
use bonewright::import_export::import_file;
use bonewright::math::Vec3;
use bonewright::mesh::Influence;
use bonewright::skinning::{Deformed, SkinBinding};
use bonewright::validate::{
    BudgetKind, Severity, StressOptions, StressReport, mover_peaks, stress_test, weight_budget,
    who_moves,
};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

fn stress(model: &Model, options: StressOptions) -> StressReport {
    stress_test(model, options, &mut |_| ControlFlow::Continue(())).expect("nobody stops it")
}

fn few() -> StressOptions {
    StressOptions {
        moments: MomentLimit {
            per_clip: 8,
            total: 400,
        },
        ..StressOptions::default()
    }
}

/// The vertices joined to each vertex by an edge of the first view.
fn neighbours(model: &Model) -> BTreeMap<u32, BTreeSet<u32>> {
    let view = &model.views[0];
    let mut out: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    for corners in view.triangles.chunks(3) {
        let corners: Vec<u32> = corners
            .iter()
            .map(|&place| view.vertex_indices[place as usize])
            .collect();
        for &a in &corners {
            let others = corners.iter().copied().filter(|&b| b != a);
            out.entry(a).or_default().extend(others);
        }
    }
    out
}

fn positions_at(model: &Model, moment: Moment) -> Vec<Vec3> {
    let binding = SkinBinding::new(&model.vertices, &model.skeleton);
    let mut poser = Poser::new(model);
    let mut deformed = Deformed::default();
    let pose = poser.at(Some(moment.clip), moment.time_ms);
    deformed.deform(&binding, pose, &model.vertices);
    deformed.positions
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
}

/// Gives a vertex half the weight of a bone that goes somewhere else, and tells the vertex; `None`
/// if the two bones hardly part in any clip, so that nobody could see the fault.
fn stray(
    model: &mut Model,
    dice: &mut Dice,
    options: StressOptions,
    joined: &[u32],
    least: f32,
) -> Option<u32> {
    let vertex = joined[dice.below(joined.len())];
    let bone = model.skeleton.bones[dice.below(model.skeleton.bones.len())].id;
    let slots = &mut model.vertices.influences.slots[vertex as usize];
    if slots.iter().any(|one| one.bone == bone && one.weight > 0.0) {
        return None;
    }
    let (weakest, _) = slots
        .iter()
        .enumerate()
        .min_by(|a, b| a.1.weight.total_cmp(&b.1.weight))?;
    for slot in slots.iter_mut() {
        slot.weight *= 0.5;
    }
    slots[weakest] = Influence { bone, weight: 0.5 };
    // How far the stray half takes the vertex from where the other half leaves it.
    let spot = model.vertices.positions[vertex as usize];
    let positions = model.skeleton.positions();
    let shares: Vec<(usize, f32)> = model
        .vertices
        .influences
        .of(vertex as usize)
        .map(|one| (positions[&one.bone], one.weight))
        .collect();
    let mut poser = Poser::new(model);
    let mut furthest = 0.0f32;
    for moment in model.moments(options.moments) {
        let pose = poser.at(Some(moment.clip), moment.time_ms);
        let strayed = pose[positions[&bone]].point(&spot) - spot;
        let all: Vec3 = shares
            .iter()
            .map(|&(bone, weight)| (pose[bone].point(&spot) - spot) * weight)
            .sum();
        let own = all * 2.0 - strayed;
        furthest = furthest.max((all - own).norm());
    }
    (furthest > least).then_some(vertex)
}

#[track_caller]
fn check_strays_rank_first(sound: &Model, seeds: u64, options: StressOptions) {
    let mut dice = Dice(1);
    let joined: Vec<u32> = neighbours(sound).into_keys().collect();
    let least = (0.15 * sound.size()).max(3.0 * typical_edge(sound));
    let mut found = 0;
    let mut tries = 0;
    while found < seeds {
        tries += 1;
        assert!(
            tries < 60 * seeds,
            "{}: no bone parts from another",
            sound.title
        );
        let mut model = sound.clone();
        let Some(vertex) = stray(&mut model, &mut dice, options, &joined, least) else {
            continue;
        };
        let report = stress(&model, options);
        let first = report.stretches.first().expect("a torn edge is listed");
        assert_eq!(
            first.vertex,
            vertex,
            "{}: seed {found}: {:?}",
            sound.title,
            &report.stretches[..report.stretches.len().min(3)]
        );
        found += 1;
    }
}

#[test]
fn a_stray_weight_on_a_made_mesh_ranks_first() {
    check_strays_rank_first(&sound_model(ModelId(0)), 20, few());
}

#[test]
fn a_stray_weight_on_a_real_character_ranks_first() {
    let Some(corpus) = Corpus::open() else { return };
    let models = corpus.models(264);
    let path = models
        .iter()
        .find(|path| path.to_string_lossy().to_lowercase().contains("goblinmale"))
        .unwrap_or(&models[0]);
    let model = import_file(path, ModelId(0)).expect("it opens").model;
    let options = StressOptions {
        moments: MomentLimit {
            per_clip: 2,
            total: 40,
        },
        ..StressOptions::default()
    };
    check_strays_rank_first(&model, 20, options);
}

#[test]
fn the_listed_ratio_is_that_of_the_posed_edge() {
    let mut model = sound_model(ModelId(0));
    let mut dice = Dice(3);
    let all: Vec<u32> = (0..42).collect();
    while stray(&mut model, &mut dice, few(), &all, 0.5).is_none() {}
    let report = stress(&model, few());
    let joined = neighbours(&model);
    let bind = &model.vertices.positions;
    assert!(report.stretches.len() > 1 && report.edges == 6 * 7 + 6 * 6 * 2);
    for spot in &report.stretches {
        let posed = positions_at(
            &model,
            Moment {
                clip: spot.clip,
                time_ms: spot.time_ms,
            },
        );
        let at = spot.vertex as usize;
        let ratio = |&other: &u32| {
            let other = other as usize;
            let (before, after) = (bind[at] - bind[other], posed[at] - posed[other]);
            after.norm() / before.norm()
        };
        let ratios: Vec<f32> = joined[&spot.vertex].iter().map(ratio).collect();
        assert!(
            ratios
                .iter()
                .any(|ratio| (ratio - spot.ratio).abs() < 1e-4 * ratio),
            "{spot:?} {ratios:?}"
        );
    }
    // No other moment is worse than the one that is told.
    let first = report.stretches[0];
    let at = first.vertex as usize;
    for moment in model.moments(few().moments) {
        let posed = positions_at(&model, moment);
        for &other in &joined[&first.vertex] {
            let other = other as usize;
            let before = (bind[at] - bind[other]).norm();
            let excess = (posed[at] - posed[other]).norm() - before;
            assert!(excess / before.max(typical_edge(&model)) <= first.score + 1e-4);
        }
    }
}

fn typical_edge(model: &Model) -> f32 {
    let bind = &model.vertices.positions;
    let mut lengths: Vec<f32> = neighbours(model)
        .into_iter()
        .flat_map(|(a, others)| {
            others
                .into_iter()
                .filter(move |&b| b > a)
                .map(move |b| (a, b))
        })
        .map(|(a, b)| (bind[a as usize] - bind[b as usize]).norm())
        .collect();
    lengths.sort_by(f32::total_cmp);
    lengths[lengths.len() / 2]
}

#[test]
fn a_tube_twisted_by_half_a_turn_is_told_to_lose_its_volume() {
    let mut model = sound_model(ModelId(0));
    // All turns about the axis of the tube, each bone by half a turn against its parent: the rings
    // between two bones are pulled to the axis, as a wrung towel.
    let half = bonewright::math::quat_from_axis_angle(&Vec3::z(), std::f32::consts::PI);
    for (bone, tracks) in model.bone_tracks.iter_mut().enumerate() {
        let bonewright::anim::TrackKeys::PerClip(lists) = &mut tracks.rotation.keys else {
            panic!("the tube has a list for each clip");
        };
        for list in lists {
            list.values.fill(if bone == 0 {
                bonewright::math::Quat::identity()
            } else {
                half
            });
        }
    }
    let report = stress(&model, few());
    let worst = report.volume_losses.first().expect("a loss");
    // Vertices of odd rings hang on two bones to equal parts.
    assert_eq!(worst.vertex / 6 % 2, 1, "{worst:?}");
    assert!(worst.ratio < 0.2, "{worst:?}");
    let crushed = report.collapses.first().expect("a collapse");
    assert!(crushed.ratio < 0.1, "{crushed:?}");
}

#[test]
fn a_model_that_only_moves_as_a_whole_has_no_stress() {
    let mut model = sound_model(ModelId(0));
    for slots in &mut model.vertices.influences.slots {
        *slots = [Influence::NONE; 4];
        slots[0].weight = 1.0;
    }
    let report = stress(&model, few());
    assert!(report.moments > 4);
    assert_eq!((report.stretches.len(), report.collapses.len()), (0, 0));
    assert_eq!(report.volume_losses, []);
    // One that a bone scales as a whole neither.
    for list in [0, 1] {
        if let bonewright::anim::TrackKeys::PerClip(lists) =
            &mut model.bone_tracks[0].translation.keys
        {
            let times = lists[list].times_ms.clone();
            let keys: Vec<_> = times
                .iter()
                .map(|&time| (time, Vec3::repeat(3.0)))
                .collect();
            let mut scale = model.bone_tracks[0].scale.clone();
            let new = crate::model::keys(&keys);
            match &mut scale.keys {
                bonewright::anim::TrackKeys::PerClip(lists) => lists.push(new),
                keys => *keys = bonewright::anim::TrackKeys::PerClip(vec![new]),
            }
            model.bone_tracks[0].scale = scale;
        }
    }
    let report = stress(&model, few());
    assert_eq!((report.stretches.len(), report.collapses.len()), (0, 0));
}

#[test]
fn a_stress_test_can_be_stopped_and_odd_meshes_end() {
    let model = sound_model(ModelId(0));
    assert_eq!(
        stress_test(&model, few(), &mut |_| ControlFlow::Break(())),
        None
    );
    let mut odd = model.clone();
    odd.views[0].triangles[0] = 999_999;
    odd.views[0].vertex_indices[3] = 777_777;
    odd.vertices.positions[5] = Vec3::repeat(f32::NAN);
    odd.vertices.influences.slots[9][0].weight = f32::NAN;
    odd.vertices.influences.slots.truncate(20);
    let _ = stress(&odd, few());
    let empty = Model::new(ModelId(0), "empty", model.format);
    assert_eq!(stress(&empty, few()), StressReport::default());
    let _ = who_moves(&odd, 9, Some(0), 10.0).expect("the vertex is there");
    assert_eq!(who_moves(&odd, 1_000_000, None, 0.0), None);
    assert_eq!(mover_peaks(&odd, 1_000_000, few().moments), []);
}

#[test]
fn the_parts_of_the_bones_sum_to_where_the_vertex_goes() {
    let mut models = vec![sound_model(ModelId(0))];
    models[0].vertices.influences.slots[8][1].weight = 0.9;
    models[0].vertices.influences.slots[9] = [Influence::NONE; 4];
    if let Some(corpus) = Corpus::open() {
        let opened = corpus.models(264).into_iter().step_by(9);
        models.extend(opened.map(|path| import_file(path, ModelId(0)).expect("opens").model));
    }
    for model in models {
        let moments = model.moments(MomentLimit {
            per_clip: 3,
            total: 9,
        });
        for moment in moments {
            let posed = positions_at(&model, moment);
            for (vertex, &bind) in model.vertices.positions.iter().enumerate().step_by(7) {
                let found = who_moves(&model, vertex, Some(moment.clip), moment.time_ms)
                    .expect("the vertex is there");
                let sum: Vec3 = found.movers.iter().map(|mover| mover.part).sum();
                let tolerance = 1e-5 * model.size().max(1.0);
                assert!((sum - found.displacement).norm() <= tolerance);
                assert!(
                    (bind + sum - posed[vertex]).norm() <= tolerance,
                    "{} {vertex} {moment:?}",
                    model.title
                );
            }
        }
    }
}

#[test]
fn the_worst_frame_of_a_bone_is_the_worst_of_all() {
    let model = sound_model(ModelId(0));
    let limit = few().moments;
    for vertex in [0, 8, 40] {
        let peaks = mover_peaks(&model, vertex, limit);
        for peak in &peaks {
            let part_at = |moment: &Moment| {
                let found = who_moves(&model, vertex, Some(moment.clip), moment.time_ms);
                let movers = found.expect("the vertex is there").movers;
                let own = movers.iter().find(|mover| mover.bone == peak.bone);
                own.expect("its bone").part.norm()
            };
            let all: Vec<f32> = model.moments(limit).iter().map(part_at).collect();
            assert_eq!(peak.distance, all.into_iter().fold(0.0, f32::max));
            let told = Moment {
                clip: peak.clip,
                time_ms: peak.time_ms,
            };
            assert_eq!(part_at(&told), peak.distance);
        }
        let used: BTreeSet<_> = model
            .vertices
            .influences
            .of(vertex)
            .map(|one| one.bone)
            .collect();
        assert_eq!(
            peaks.iter().map(|peak| peak.bone).collect::<BTreeSet<_>>(),
            used
        );
    }
}

#[test]
fn the_budget_counts_what_each_part_uses() {
    let mut model = sound_model(ModelId(0));
    let row = |model: &Model, kind: BudgetKind| {
        let rows = weight_budget(model)
            .into_iter()
            .filter(|row| row.kind == kind);
        let rows: Vec<_> = rows
            .map(|row| (row.used, row.limit, row.severity))
            .collect();
        assert_eq!(rows.len(), 1, "{kind:?}");
        rows[0]
    };
    assert_eq!(row(&model, BudgetKind::PaletteBones), (4, 64, None));
    assert_eq!(row(&model, BudgetKind::SkinnedBones), (4, 256, None));
    assert_eq!(row(&model, BudgetKind::Vertices), (42, 65_535, None));
    assert_eq!(row(&model, BudgetKind::Influences), (2, 4, None));
    model.views[0].bone_limit = 3;
    assert_eq!(
        row(&model, BudgetKind::PaletteBones),
        (4, 3, Some(Severity::Warning))
    );
}

#[test]
fn real_models_keep_to_their_budget() {
    let Some(corpus) = Corpus::open() else { return };
    for path in corpus.models(264) {
        let model = import_file(path, ModelId(0)).expect("it opens").model;
        let broken: Vec<_> = weight_budget(&model)
            .into_iter()
            .filter(|row| row.severity.is_some())
            .collect();
        assert_eq!(broken, [], "{}", path.display());
    }
}
