//! Conversions of models made by hand: the choice of groups, splits, names, odd input.

use crate::conversion::{M2, MDX, compare, open, through_bytes};
use crate::corpus::Corpus;
use crate::model_support::{clip, keys, per_clip, sound_model};
use bonewright::anim::{
    Clip, ClipFlags, ClipId, Clock, Driver, Interpolation, KeyList, Track, TrackKeys,
};
use bonewright::document::{Model, ModelId, Pose};
use bonewright::import_export::{
    ExportLayout, Origin, Profile, Report, convert, export_as, export_model, import_bytes,
    import_file,
};
use bonewright::math::{Affine, Quat, Vec3, quat_from_axis_angle};
use bonewright::mesh::{Batch, BlendMode, Influence, LayerFlags, Material, MaterialFlags};
use bonewright::skeleton::{Bone, BoneFlags, BoneId, BoneKind};

/// A small generator of numbers below `limit`, the same each run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % limit.max(1)
    }

    fn share(&mut self) -> f32 {
        self.below(1000) as f32 / 1000.0
    }
}

/// The tube of the other tests with smooth weights: up to four bones a vertex, none equal.
fn smooth() -> Model {
    let mut model = sound_model(ModelId(0));
    let mut random = Random(11);
    for slots in &mut model.vertices.influences.slots {
        let count = 2 + random.below(3);
        let weights: Vec<f32> = (0..count).map(|_| 0.05 + random.share()).collect();
        let total: f32 = weights.iter().sum();
        *slots = std::array::from_fn(|slot| match weights.get(slot) {
            Some(weight) => Influence {
                bone: BoneId(slot as u32),
                weight: weight / total,
            },
            None => Influence::NONE,
        });
    }
    model
}

/// All choices of at least one of `count` things.
fn subsets(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let smaller = subsets(count - 1);
    let with_last = smaller
        .iter()
        .map(|set| [set.as_slice(), &[count - 1]].concat());
    smaller.iter().cloned().chain(with_last).collect()
}

/// The error that no choice of groups can go below: tried out, for every vertex, at 5 moments of
/// every clip.
fn least_error(model: &Model) -> f64 {
    let hierarchy = model.skeleton.hierarchy();
    let mut pose = Pose::default();
    let mut poses: Vec<Vec<Affine>> = Vec::new();
    for (index, clip) in model.clips.iter().enumerate() {
        for quarter in 0..5u32 {
            let time_ms = f64::from(clip.duration_ms) * f64::from(quarter) / 4.0;
            model.evaluate(
                &Clock::of(model, Some(index), time_ms),
                &hierarchy,
                &mut pose,
            );
            poses.push(pose.model_from_bind.clone());
        }
    }
    let mut worst = 0.0f64;
    for (vertex, at) in model.vertices.positions.iter().enumerate() {
        let influences: Vec<Influence> = model.vertices.influences.of(vertex).collect();
        let mut least = f64::MAX;
        for set in subsets(influences.len())
            .into_iter()
            .filter(|set| !set.is_empty())
        {
            let mut error = 0.0f64;
            for pose in &poses {
                let moved = |place: usize| {
                    let matrix = pose[influences[place].bone.0 as usize];
                    matrix.point(at).cast::<f64>()
                };
                let mut wanted = nalgebra::Vector3::<f64>::zeros();
                for (place, one) in influences.iter().enumerate() {
                    wanted += moved(place) * f64::from(one.weight);
                }
                let sum: nalgebra::Vector3<f64> = set.iter().map(|&place| moved(place)).sum();
                error = error.max((sum / set.len() as f64 - wanted).norm());
            }
            least = least.min(error);
        }
        worst = worst.max(least);
    }
    worst
}

fn group_error(report: &Report) -> f64 {
    let averaged = |what: &str| what.contains("average of a group");
    let loss = report.losses.iter().find(|loss| averaged(&loss.what));
    loss.expect("smooth weights are a loss").max_error
}

#[test]
fn groups_are_the_best_there_are() {
    let source = smooth();
    let (target, converted) = through_bytes(&source, MDX);
    let (told, least) = (group_error(&converted.report), least_error(&source));
    println!(
        "largest error of the groups: {told} of {} units",
        source.size()
    );
    assert!(least > 0.01, "the case is not worth testing: {least}");
    assert!(
        (told - least).abs() < 1e-5,
        "{told} was told, {least} is possible"
    );
    let own = compare(&source, &target, &converted.origin);
    assert!(own.bones < 1e-5);
    assert!(own.others > 0.0, "smooth weights can't be kept");
}

#[test]
fn three_hundred_groups_become_two_geosets_that_pose_the_same() {
    let mut source = sound_model(ModelId(0));
    // 24 bones give 24 groups of one and 276 of two.
    const BONES: u32 = 24;
    for index in source.skeleton.bones.len() as u32..BONES {
        let mut bone = source.skeleton.bones[3].clone();
        bone.id = BoneId(index);
        bone.parent = Some(BoneId(index % 4));
        bone.pivot = Vec3::new(index as f32 * 0.1, 0.0, 1.0);
        bone.key_bone_id = -1;
        source.skeleton.bones.push(bone);
        let mut tracks = source.bone_tracks[3].clone();
        let turned = quat_from_axis_angle(&Vec3::x(), 0.1 * index as f32);
        tracks.rotation = per_clip(
            Interpolation::Linear,
            [1000, 800].map(|end| keys(&[(0, Quat::identity()), (end, turned)])),
        );
        source.bone_tracks.push(tracks);
    }
    let mut groups: Vec<Vec<u32>> = (0..BONES).map(|bone| vec![bone]).collect();
    for a in 0..BONES {
        groups.extend((a + 1..BONES).map(|b| vec![a, b]));
    }
    assert_eq!(groups.len(), 300);
    let pool = &mut source.vertices;
    *pool = Default::default();
    for (index, group) in groups.iter().enumerate() {
        pool.positions
            .push(Vec3::new(index as f32 * 0.01, (index % 2) as f32, 0.5));
        pool.normals.push(Vec3::z());
        pool.uvs[0].push(Default::default());
        pool.uvs[1].push(Default::default());
        let weight = 1.0 / group.len() as f32;
        pool.influences
            .slots
            .push(std::array::from_fn(|slot| match group.get(slot) {
                Some(&bone) => Influence {
                    bone: BoneId(bone),
                    weight,
                },
                None => Influence::NONE,
            }));
    }
    let view = &mut source.views[0];
    view.vertex_indices = (0..300).collect();
    view.palette_indices = vec![[0; 4]; 300];
    view.triangles = (2..300).flat_map(|at| [at - 2, at - 1, at]).collect();
    view.submeshes[0].vertex_count = 300;
    view.submeshes[0].triangle_count = view.triangles.len() as u32;
    let (target, converted) = through_bytes(&source, MDX);
    assert_eq!(target.geosets.len(), 2);
    assert!(
        target
            .geosets
            .iter()
            .all(|geoset| geoset.groups.len() <= 256)
    );
    let triangles: u32 = target.views[0]
        .submeshes
        .iter()
        .map(|part| part.triangle_count)
        .sum();
    assert_eq!(triangles as usize, source.views[0].triangles.len());
    assert!(
        converted
            .report
            .losses
            .iter()
            .all(|loss| loss.path != "vertices.influences")
    );
    let own = compare(&source, &target, &converted.origin);
    assert!(own.bones < 1e-5 && own.equal < 1e-5, "{own:?}");
}

/// Where the parts of a model came from that was converted twice.
fn chained(first: &Origin, second: &Origin) -> Origin {
    let through = |list: &[Option<usize>], before: &[Option<usize>]| {
        list.iter()
            .map(|at| at.and_then(|at| before.get(at).copied().flatten()))
            .collect()
    };
    Origin {
        clips: through(&second.clips, &first.clips),
        bones: through(&second.bones, &first.bones),
        vertices: second
            .vertices
            .iter()
            .map(|&at| first.vertices[at])
            .collect(),
    }
}

#[test]
fn a_model_that_goes_there_and_back_poses_as_before() {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/projects/mosskin.m2");
    let mut models = vec![sound_model(ModelId(0)), open(sample.as_ref())];
    if let Some(corpus) = Corpus::open() {
        for name in ["Rabbit.m2", "creature.m2", "GoblinTrike01.M2"] {
            models.push(open(&corpus.model(name).path));
        }
    }
    for source in models {
        let (there, first) = through_bytes(&source, MDX);
        let (back, second) = through_bytes(&there, M2);
        let own = compare(&source, &back, &chained(&first.origin, &second.origin));
        println!("{} there and back: {own:?}", source.title);
        assert!(
            own.bones <= 1e-3 && own.equal <= 1e-3,
            "{}: {own:?}",
            source.title
        );
        let kinds = |model: &Model| -> Vec<u32> {
            let mut kinds: Vec<u32> = model.attachments.iter().map(|one| one.kind).collect();
            kinds.sort_unstable();
            kinds
        };
        assert_eq!(kinds(&back), kinds(&source), "{}", source.title);
        let first_ids = |model: &Model| model.clips.iter().any(|clip| clip.animation_id == 0);
        assert_eq!(first_ids(&back), first_ids(&source));
    }
}

#[test]
fn aliases_constants_loops_and_keys_past_the_end_play_the_same() {
    let mut source = sound_model(ModelId(0));
    source.clips.push(Clip {
        flags: ClipFlags(ClipFlags::ALIAS),
        alias_of: ClipId(0),
        ..clip(2, 5, 0, 600)
    });
    source.clips.push(Clip {
        flags: ClipFlags(ClipFlags::ALIAS),
        alias_of: ClipId(3),
        ..clip(3, 6, 0, 600)
    });
    source.clips.push(clip(4, 0, 1, 0));
    source.global_loops_ms = vec![700];
    source.bone_tracks[1].translation = Track {
        interpolation: Interpolation::Linear,
        driver: Driver::GlobalLoop(0),
        keys: TrackKeys::Shared(keys(&[
            (0, Vec3::zeros()),
            (400, Vec3::x()),
            (900, Vec3::y()),
        ])),
    };
    source.bone_tracks[2].scale = Track {
        interpolation: Interpolation::Step,
        driver: Driver::Clip,
        keys: TrackKeys::Shared(keys(&[(0, Vec3::repeat(1.5))])),
    };
    let turn = |angle: f32| quat_from_axis_angle(&Vec3::y(), angle);
    source.bone_tracks[3].rotation = per_clip(
        Interpolation::Linear,
        [
            keys(&[(-200, turn(0.1)), (300, turn(0.9)), (1700, turn(-1.0))]),
            keys(&[(2000, turn(0.5))]),
        ],
    );
    let (target, converted) = through_bytes(&source, MDX);
    let names: Vec<String> = target.clips.iter().map(Clip::display_name).collect();
    assert_eq!(
        names,
        ["Stand - 1", "Walk", "Walk Fast", "Decay Flesh", "Stand - 2"]
    );
    // An alias of itself plays nothing, not even loops; nothing can stop those in Warcraft III.
    let mut origin = converted.origin;
    origin.clips[3] = None;
    let losses = &converted.report.losses;
    assert!(losses.iter().any(|loss| loss.what.contains("lead nowhere")));
    let own = compare(&source, &target, &origin);
    assert!(own.bones < 1e-5 && own.equal < 1e-5, "{own:?}");
    for pair in target.clips.windows(2) {
        let end = pair[0].start_ms + pair[0].duration_ms as i32;
        assert_eq!(pair[1].start_ms, end + 333);
    }
    // No key lies outside of a clip, so that none can leak into another.
    for tracks in &target.bone_tracks {
        let TrackKeys::Axis(list) = &tracks.rotation.keys else {
            continue;
        };
        for time in &list.times_ms {
            let inside = |clip: &Clip| {
                (clip.start_ms..=clip.start_ms + clip.duration_ms as i32).contains(time)
            };
            assert!(target.clips.iter().any(inside), "{time}");
        }
    }
}

#[test]
fn batches_become_layers_and_layers_batches() {
    let mut source = sound_model(ModelId(0));
    source.materials = (0..7)
        .map(|blend| Material {
            flags: MaterialFlags(if blend == 4 {
                MaterialFlags::UNLIT | MaterialFlags::TWO_SIDED
            } else {
                0
            }),
            blend,
        })
        .collect();
    source.combos.texture_coords = vec![0, -1, 1];
    let batch = source.views[0].batches[0];
    source.views[0].batches = (0..7)
        .map(|number| Batch {
            material_index: number,
            layer: number,
            texture_coord_combo_index: number % 3,
            ..batch
        })
        .collect();
    let (mdx, _) = through_bytes(&source, MDX);
    assert_eq!((mdx.geosets.len(), mdx.layers.len()), (1, 7));
    let filters: Vec<u32> = mdx.layers.iter().map(|layer| layer.filter).collect();
    assert_eq!(filters, [0, 1, 2, 3, 4, 5, 6]);
    let lit = mdx.layers[4].flags;
    assert!(lit.has(LayerFlags::UNSHADED) && lit.has(LayerFlags::TWO_SIDED));
    assert!(mdx.layers[1].flags.has(LayerFlags::SPHERE_ENVIRONMENT));
    assert_eq!((mdx.layers[2].uv_set, mdx.geosets[0].uv_set_count), (1, 2));
    let (back, _) = through_bytes(&mdx, M2);
    assert_eq!(back.views[0].batches.len(), 7);
    for (number, batch) in (0..).zip(&back.views[0].batches) {
        let material = back.materials[usize::from(batch.material_index)];
        // Both of Warcraft III's ways to add weigh by alpha.
        let expected = BlendMode::from_number(if number == 3 { 4 } else { number });
        assert_eq!(BlendMode::from_number(material.blend), expected);
        assert_eq!(material.flags, source.materials[usize::from(number)].flags);
        let coords = back.combos.texture_coords[usize::from(batch.texture_coord_combo_index)];
        assert_eq!(coords, [0, -1, 1][usize::from(number % 3)]);
        assert_eq!(batch.layer, number);
    }
}

#[test]
fn geosets_that_a_viewer_hides_are_invisible_and_there() {
    let mut source = sound_model(ModelId(0));
    let mut hidden = source.views[0].submeshes[0].clone();
    hidden.geoset = 502;
    let view = &mut source.views[0];
    view.submeshes.push(hidden);
    let batch = Batch {
        submesh: 1,
        ..view.batches[0]
    };
    view.batches.push(batch);
    let (target, converted) = through_bytes(&source, MDX);
    assert_eq!(target.geosets.len(), 2);
    assert_eq!(target.colour_targets.len(), 1);
    assert_eq!(target.colour_targets[0].geoset, 1);
    let TrackKeys::Shared(alpha) = &target.colours[0].alpha.keys else {
        panic!("no constant")
    };
    assert_eq!(alpha.values, [0.0]);
    assert!(
        converted
            .report
            .items
            .iter()
            .any(|item| item.message.contains("does not show"))
    );
}

/// Nodes with nothing below them hang on their parent; those that move become bones.
#[test]
fn nodes_become_bones_only_where_they_must() {
    let source = sound_model(ModelId(0));
    let (mut mdx, _) = through_bytes(&source, MDX);
    let mut add = |id: u32, name: &str, parent: Option<u32>, kind: BoneKind| {
        mdx.skeleton.bones.push(Bone {
            id: BoneId(id),
            name: Some(name.to_owned()),
            parent: parent.map(BoneId),
            pivot: Vec3::z(),
            flags: BoneFlags(0),
            key_bone_id: -1,
            submesh_id: 0,
            name_crc: 0,
            kind,
            shape: None,
        });
        mdx.bone_tracks.push(Default::default());
    };
    add(90, "Hand Right Ref", Some(1), BoneKind::Attachment);
    add(91, "Origin Ref", None, BoneKind::Attachment);
    add(92, "Spark", Some(1), BoneKind::SpriteEmitter);
    add(93, "Odd Ref", Some(92), BoneKind::Attachment);
    let attachment = bonewright::document::Attachment {
        kind: 0,
        bone: BoneId(90),
        unknown: 0,
        position: Vec3::z(),
        visibility: Track::default(),
        path: Vec::new(),
    };
    mdx.attachments = [90, 91, 93]
        .map(|bone| bonewright::document::Attachment {
            bone: BoneId(bone),
            ..attachment.clone()
        })
        .to_vec();
    let converted = convert(&mdx, M2).unwrap();
    let names: Vec<String> = (0..converted.model.skeleton.bones.len())
        .map(|index| converted.model.bone_name(index))
        .collect();
    assert!(
        names.contains(&"Origin Ref".to_owned()),
        "a root carries itself: {names:?}"
    );
    assert!(
        names.contains(&"Spark".to_owned()),
        "something hangs on it: {names:?}"
    );
    assert!(!names.contains(&"Hand Right Ref".to_owned()), "{names:?}");
    let hand = converted
        .model
        .attachments
        .iter()
        .find(|one| one.kind == 1)
        .expect("a right hand");
    assert_eq!(hand.bone, BoneId(1));
    let odd = &converted.model.attachments[2];
    assert!(odd.kind >= 100, "a number of its own");
    assert!(
        converted
            .report
            .losses
            .iter()
            .any(|loss| loss.what.contains("Odd Ref"))
    );
}

#[test]
fn losses_are_told_with_their_count_before_anything_is_written() {
    let mut source = sound_model(ModelId(0));
    source.flags = 1;
    source.bone_tracks[0].scale = Track::default();
    let exported = export_as(
        &source,
        Profile::Mdx { version: 800 },
        "x.mdx",
        ExportLayout::KeepNative,
    );
    let report = exported.expect("it exports").report;
    assert!(report.losses.iter().any(|loss| loss.path == "flags"));
    let far = export_as(
        &source,
        Profile::Mdx { version: 900 },
        "x.mdx",
        ExportLayout::KeepNative,
    );
    let error = far.expect_err("900 is not written").to_string();
    assert!(
        error.contains("m2-264") && error.contains("mdx-900"),
        "{error}"
    );
}

/// Converts whatever it is; nothing may panic, and what is written reads back.
fn convert_whatever(model: &Model) {
    let target = if model.format.is_mdx() { M2 } else { MDX };
    let name = if target.is_mdx() { "x.mdx" } else { "x.m2" };
    let Some(converted) = convert(model, target) else {
        return;
    };
    // A layout can be refused with a sentence, never with a panic.
    let _ = export_model(&converted.model, name, ExportLayout::FromNothing);
}

#[test]
fn odd_models_of_warcraft_convert_without_a_panic() {
    let (sound, _) = through_bytes(&sound_model(ModelId(0)), MDX);
    let odd: Vec<fn(&mut Model)> = vec![
        |model| model.clips.clear(),
        |model| model.geosets.clear(),
        |model| model.views.clear(),
        |model| model.skeleton.bones.clear(),
        |model| model.bone_tracks.clear(),
        |model| model.textures.clear(),
        |model| model.layers.clear(),
        |model| model.layered_materials.clear(),
        |model| model.geosets[0].material = 77,
        |model| model.geosets[0].groups.clear(),
        |model| model.geosets[0].vertex_groups.clear(),
        |model| model.layers[0].transform = i32::MAX,
        |model| model.layers[0].uv_set = u32::MAX,
        |model| model.layers[0].filter = 99,
        |model| model.layered_materials[0].priority_plane = i32::MIN,
        |model| model.layered_materials[0].layer_count = u32::MAX,
        |model| model.views[0].triangles[0] = u32::MAX,
        |model| model.views[0].submeshes[0].vertex_count = u32::MAX,
        |model| model.views[0].vertex_indices[0] = u32::MAX,
        |model| model.clips[0].start_ms = i32::MAX,
        |model| model.clips[1].duration_ms = u32::MAX,
        |model| model.clips[0].rarity = f32::NAN,
        |model| model.clips[0].rarity = -5.0,
        |model| model.clips[0].name = None,
        |model| model.skeleton.bones[0].parent = Some(BoneId(3)),
        |model| model.vertices.positions[0] = Vec3::repeat(f32::NAN),
        |model| model.vertices.influences.slots[0][0].weight = f32::NAN,
        |model| model.vertices.influences.slots[0][0].weight = f32::INFINITY,
        |model| model.vertices.influences.slots[0][0].bone = BoneId(4_000_000),
        |model| {
            model
                .vertices
                .influences
                .slots
                .iter_mut()
                .for_each(|slots| slots[0].weight = 0.0)
        },
        |model| {
            let track = &mut model.bone_tracks[1].rotation;
            track.driver = Driver::GlobalLoop(9);
        },
        |model| {
            let list = KeyList {
                times_ms: vec![i32::MAX, i32::MIN, 400],
                values: vec![Quat::new(0.0, 0.0, 0.0, 0.0); 3],
                tangents: Vec::new(),
            };
            model.bone_tracks[1].rotation.keys = TrackKeys::Axis(list);
        },
    ];
    for (number, change) in odd.iter().enumerate() {
        let mut model = sound.clone();
        change(&mut model);
        println!("oddity {number}");
        convert_whatever(&model);
    }
}

#[test]
fn odd_models_of_world_of_warcraft_convert_without_a_panic() {
    let sound = sound_model(ModelId(0));
    let odd: Vec<fn(&mut Model)> = vec![
        |model| model.clips.clear(),
        |model| model.views.clear(),
        |model| model.views[0] = Default::default(),
        |model| model.skeleton.bones.clear(),
        |model| model.bone_tracks.clear(),
        |model| model.textures.clear(),
        |model| model.materials.clear(),
        |model| model.combos = Default::default(),
        |model| model.views[0].batches.clear(),
        |model| model.views[0].batches[0].submesh = 77,
        |model| model.views[0].batches[0].texture_count = u16::MAX,
        |model| model.views[0].batches[0].texture_combo_index = u16::MAX,
        |model| model.views[0].batches[0].shader = 0x8000,
        |model| model.views[0].triangles[0] = u32::MAX,
        |model| model.views[0].triangles.truncate(2),
        |model| model.views[0].submeshes[0].vertex_start = 9,
        |model| model.views[0].submeshes[0].vertex_count = 0,
        |model| model.views[0].submeshes[0].triangle_start = u32::MAX,
        |model| model.views[0].vertex_indices[3] = u32::MAX,
        |model| model.vertices.positions[0] = Vec3::repeat(f32::INFINITY),
        |model| model.vertices.influences.slots[0][0].weight = f32::NAN,
        |model| model.vertices.influences.slots[0][0].weight = 9.0,
        |model| model.vertices.influences.slots[0][0].bone = BoneId(0xFFFF),
        |model| model.clips[0].duration_ms = u32::MAX,
        |model| model.clips[1].duration_ms = i32::MAX as u32,
        |model| model.clips[0].frequency = i16::MIN,
        |model| {
            model.clips[0].flags.0 |= ClipFlags::ALIAS;
            model.clips[0].alias_of = ClipId(0);
        },
        |model| model.skeleton.bones[0].parent = Some(BoneId(3)),
        |model| model.collision.vertices = vec![Vec3::repeat(f32::NAN)],
        |model| model.collision.indices = vec![0; 9],
        |model| model.name = b"\xff\xfe junk".to_vec(),
        |model| model.title = "x".repeat(400),
        |model| {
            for tracks in &mut model.bone_tracks {
                tracks.rotation.interpolation = Interpolation::Hermite;
            }
        },
        |model| {
            for tracks in &mut model.bone_tracks {
                tracks.rotation.interpolation = Interpolation::Unknown(900);
            }
        },
    ];
    for (number, change) in odd.iter().enumerate() {
        let mut model = sound.clone();
        change(&mut model);
        println!("oddity {number}");
        convert_whatever(&model);
    }
}

#[test]
fn damaged_bytes_convert_without_a_panic() {
    const TIMES: usize = 400;
    let source = sound_model(ModelId(0));
    let written = convert(&source, MDX).unwrap();
    let mdx = export_model(&written.model, "x.mdx", ExportLayout::FromNothing).unwrap();
    let m2 = export_model(&source, "x.m2", ExportLayout::FromNothing).unwrap();
    let mut random = Random(3);
    let mut opened = [0usize; 2];
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..TIMES {
        let mut bytes = mdx.files[0].bytes.clone();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len());
            bytes[at] = random.below(256) as u8;
        }
        if let Ok(imported) = import_bytes(&bytes, "x.mdx", ModelId(0)) {
            opened[0] += 1;
            convert_whatever(&imported.model);
        }
        for file in &m2.files {
            let mut bytes = file.bytes.clone();
            for _ in 0..random.below(4) {
                let at = random.below(bytes.len());
                bytes[at] = random.below(256) as u8;
            }
            std::fs::write(folder.path().join(&file.name), bytes).unwrap();
        }
        if let Ok(imported) = import_file(&folder.path().join("x.m2"), ModelId(0)) {
            opened[1] += 1;
            convert_whatever(&imported.model);
        }
    }
    println!("{opened:?} of {TIMES} damaged files opened");
    assert!(opened.iter().all(|&count| count > TIMES / 10));
}
