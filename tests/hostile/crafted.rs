//! Lies made by hand, each of a kind that breaks careless readers.

use std::fs;

use bonewright::anim::TrackKeys;
use bonewright::document::ModelId;
use bonewright::formats::m2::{Batch, M2File, Sequence, SkinFile, Submesh, Vertex};
use bonewright::import_export::{ExportError, ExportLayout, ReportItem, export_model, import_file};

use crate::case::{Case, MODEL};
use crate::damage::put;
use crate::made_model::{EXTERNAL, made_model, made_skin};
use crate::survive::Tally;

/// A made model after a change to its structs.
fn odd(name: &str, change: impl FnOnce(&mut M2File, &mut SkinFile)) -> (String, Case) {
    let (mut file, mut skin) = (made_model(), made_skin());
    change(&mut file, &mut skin);
    (name.to_owned(), Case::laid_out(&file, &[skin]))
}

/// All models that are odd and must open all the same.
pub fn oddities() -> Vec<(String, Case)> {
    let kinds = [
        trees(),
        aliases(),
        ranges(),
        strays(),
        numbers(),
        times(),
        loops(),
        names(),
    ];
    kinds.into_iter().flatten().collect()
}

/// Survives each; all must open.
#[track_caller]
fn check_open(cases: Vec<(String, Case)>) {
    let mut tally = Tally::default();
    for (name, case) in cases {
        assert!(tally.survive(&name, &case).is_some(), "{name} is refused");
    }
    println!("{tally}");
}

#[test]
fn every_word_of_a_header_may_lie() {
    let sound = Case::made();
    let mut tally = Tally::default();
    for (file, header) in [(MODEL, 0x138), ("case00.skin", 56)] {
        let length = sound.files[file].len() as u32;
        for position in (0..header).step_by(4) {
            let values = [0, 1, 2, 0xFFFF, length - 1, length, 0x7FFF_FFFF, u32::MAX];
            for value in values {
                let mut case = sound.clone();
                let bytes = case.files.get_mut(file).unwrap();
                put(bytes, position, &u32::to_le_bytes(value));
                tally.survive(&format!("{file}: {value:#x} at {position}"), &case);
            }
        }
    }
    println!("{tally}");
    assert!(tally.opened > 100 && tally.refused > 100, "{tally}");
}

#[test]
fn every_word_of_a_made_model_may_be_the_largest_or_no_number() {
    let sound = Case::made();
    let mut tally = Tally::default();
    // Records are of many sizes, so a third of the words meets every field of some record.
    for position in (0x138..sound.files[MODEL].len()).step_by(12) {
        let value = [u32::MAX, 0x7FC0_0000, 0x7F80_0000][position / 12 % 3];
        let mut case = sound.clone();
        put(case.model(), position, &value.to_le_bytes());
        tally.survive(&format!("{value:#x} at {position}"), &case);
    }
    println!("{tally}");
    assert!(tally.opened > 100 && tally.refused > 100, "{tally}");
}

#[test]
fn files_of_no_size_and_of_another_kind_are_refused_with_a_sentence() {
    let png = bonewright::formats::picture::encode_png(2, 2, &[9; 16]).unwrap();
    let contents: [&[u8]; 7] = [
        b"",
        b"M",
        b"MD20",
        b"MD21\0\0\0\0",
        &png,
        b"PTCH1234",
        b"SKIN",
    ];
    for content in contents {
        let mut case = Case::made();
        *case.model() = content.to_vec();
        let mut tally = Tally::default();
        tally.survive(&content.escape_ascii().to_string(), &case);
        assert_eq!(tally.refused, 1, "{}", content.escape_ascii());
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("case.m2");
    fs::create_dir(&path).unwrap();
    assert!(import_file(&path, ModelId(0)).is_err(), "a folder");
    assert!(import_file(&folder.path().join("gone.m2"), ModelId(0)).is_err());
}

#[test]
fn a_model_or_view_of_a_wrong_name_is_known_by_its_content() {
    let put = Case::made().put();
    let renamed = put.model().with_extension("blp");
    fs::copy(put.model(), &renamed).unwrap();
    assert_eq!(
        import_file(&renamed, ModelId(0))
            .unwrap()
            .model
            .vertices
            .len(),
        3
    );
    let view = put.model().with_file_name("case00.skin");
    assert_eq!(
        import_file(&view, ModelId(0)).unwrap().model.vertices.len(),
        3
    );
}

#[test]
fn companions_that_are_gone_leave_the_rest() {
    for gone in ["case00.skin", "case0004-00.anim"] {
        let mut case = Case::made();
        assert!(case.files.remove(gone).is_some(), "{gone}");
        let imported = import_file(&case.put().model(), ModelId(0)).unwrap();
        assert_eq!(imported.missing, [gone]);
        let said = &imported.report.items;
        assert!(said.iter().any(|item| item.path == gone), "{said:?}");
        assert!(Tally::default().survive(gone, &case).is_some());
    }
}

#[test]
fn companions_that_are_something_else_are_refused_by_name() {
    for (name, content) in [
        ("case00.skin", b"MD20".as_slice()),
        ("case0004-00.anim", b""),
    ] {
        let mut case = Case::made();
        case.files.insert(name.to_owned(), content.to_vec());
        let error = import_file(&case.put().model(), ModelId(0)).unwrap_err();
        assert!(error.to_string().contains("at byte"), "{error}");
        assert!(Tally::default().survive(name, &case).is_none());
    }
}

#[test]
fn parents_in_circles_and_parents_that_are_not_there() {
    check_open(trees());
}

fn trees() -> Vec<(String, Case)> {
    let mut cases = Vec::new();
    for parents in [[1, 0], [0, 0], [-1, 1], [7, i16::MAX], [i16::MIN, -2]] {
        cases.push(odd(&format!("parents {parents:?}"), |file, _| {
            for (bone, parent) in file.bones.items.iter_mut().zip(parents) {
                bone.parent = parent;
            }
        }));
    }
    cases
}

#[test]
fn aliases_in_circles_and_aliases_of_nothing() {
    check_open(aliases());
}

fn aliases() -> Vec<(String, Case)> {
    let mut cases = Vec::new();
    for target in [0, 1, 2, 3, 4, 0xFFFF] {
        cases.push(odd(&format!("alias of {target}"), |file, _| {
            for sequence in &mut file.sequences.items {
                sequence.flags |= Sequence::ALIAS;
                sequence.alias_target = target;
                sequence.next_variation = target.cast_signed();
            }
        }));
    }
    cases
}

#[test]
fn submeshes_palettes_and_batches_past_every_end() {
    check_open(ranges());
}

fn ranges() -> Vec<(String, Case)> {
    let mut cases = Vec::new();
    cases.push(odd("ranges", |_, skin| {
        skin.submeshes.items = vec![
            Submesh {
                level: 0xFFFF,
                vertex_start: 0xFFFF,
                vertex_count: 0xFFFF,
                triangle_start: 0xFFFF,
                triangle_count: 0xFFFF,
                bone_count: 0xFFFF,
                bone_combo_start: 0xFFFF,
                bone_influences: 0xFFFF,
                center_bone: 0xFFFF,
                center_of_mass: [f32::NAN; 3],
                sort_center: [f32::INFINITY; 3],
                sort_radius: f32::NEG_INFINITY,
                ..Submesh::default()
            },
            Submesh {
                vertex_start: 1,
                vertex_count: 0xFFFF,
                triangle_start: 2,
                triangle_count: 0xFFFF,
                ..Submesh::default()
            },
        ];
        skin.properties.items = vec![[255; 4]; 1];
        skin.indices.items.push(0xFFFF);
        skin.triangles.items.extend([3, 3, 0xFFFF, 0]);
        skin.bone_count_max = u32::MAX;
        let every = |value: u16| Batch {
            submesh: value,
            geoset: value,
            color: value,
            material: value,
            layer: value,
            texture_count: value,
            texture_combo: value,
            texture_coord_combo: value,
            texture_weight_combo: value,
            texture_transform_combo: value,
            shader: value,
            ..Batch::default()
        };
        skin.batches.items = [0, 1, 2, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF]
            .map(every)
            .to_vec();
        let nowhere = every(0xFFFF);
        skin.batches.items.push(Batch {
            submesh: 1,
            ..nowhere
        });
    }));
    cases.push(odd("combos", |file, _| {
        for combos in [
            &mut file.bone_combos,
            &mut file.texture_combos,
            &mut file.texture_weight_combos,
            &mut file.texture_transform_combos,
        ] {
            combos.items = vec![0xFFFF, 0xFFFE, 9, 0];
        }
        file.texture_coord_combos.items = vec![i16::MIN, i16::MAX, 2];
        file.replaceable_lookup.items = vec![i16::MAX, i16::MIN];
        file.attachment_lookup.items = vec![i16::MAX, i16::MIN];
        file.camera_lookup.items = vec![i16::MAX, i16::MIN];
        file.key_bone_lookup.items = vec![i16::MAX, i16::MIN];
        file.sequence_lookup.items = vec![i16::MAX, i16::MIN];
        file.texture_combiner_combos = Some(vec![0xFFFF; 3].into());
        file.collision_indices.items = vec![0xFFFF; 4];
    }));
    cases
}

#[test]
fn bones_that_are_not_there() {
    check_open(strays());
}

fn strays() -> Vec<(String, Case)> {
    let mut cases = Vec::new();
    cases.push(odd("bones", |file, _| {
        for vertex in &mut file.vertices.items {
            vertex.bones = [255, 254, 2, 3];
            vertex.weights = [255; 4];
        }
        file.vertices.items.push(Vertex {
            weights: [0; 4],
            ..Vertex::default()
        });
        file.attachments.items[0].bone = 0xFFFF;
        file.attachments.items[0].id = u32::MAX;
        file.events.items[0].bone = u32::MAX;
        file.lights.items[0].bone = i16::MIN;
        file.ribbons.items[0].bone = 0x1_0000;
        file.particles.items[0].bone = 0xFFFF;
        file.bones.items[0].key_bone = i32::MIN;
        file.bones.items[1].key_bone = i32::MAX;
    }));
    cases.push(odd("none", |file, _| file.bones.items.clear()));
    cases.push(odd("nothing", |file, skin| {
        *file = M2File::empty(264);
        *skin = SkinFile::default();
    }));
    cases
}

#[test]
fn numbers_that_are_none() {
    check_open(numbers());
}

fn numbers() -> Vec<(String, Case)> {
    let mut cases = Vec::new();
    for number in [
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::MAX,
        f32::MIN_POSITIVE,
    ] {
        cases.push(odd(&format!("{number}"), |file, _| {
            for bone in &mut file.bones.items {
                bone.pivot = [number; 3];
                for keys in &mut bone.translation.values.items {
                    keys.items.fill([number; 3]);
                }
                for keys in &mut bone.scale.values.items {
                    keys.items.fill([number; 3]);
                }
            }
            for vertex in &mut file.vertices.items {
                vertex.position = [number; 3];
                vertex.normal = [number; 3];
                vertex.uvs = [[number; 2]; 2];
            }
            file.bounds.min = [number; 3];
            file.bounds.max = [-number; 3];
            file.bounds.radius = number;
            let camera = &mut file.cameras.items[0];
            camera.field_of_view_rad = number;
            camera.near_clip = number;
            camera.far_clip = -number;
            camera.position = [number; 3];
            for sequence in &mut file.sequences.items {
                sequence.move_speed = number;
                sequence.bounds = file.bounds;
            }
        }));
    }
    cases
}

#[test]
fn times_beyond_reason() {
    check_open(times());
}

fn times() -> Vec<(String, Case)> {
    let mut cases = Vec::new();
    for times in [
        vec![u32::MAX, 0],
        vec![0x8000_0000, 0x7FFF_FFFF],
        vec![0x7FFF_FFFF, 0x8000_0000],
        vec![500, 100, 300, 300, 200],
        vec![7; 2],
        vec![],
    ] {
        for duration in [0, u32::MAX] {
            cases.push(odd(&format!("{times:?} in {duration} ms"), |file, _| {
                for sequence in &mut file.sequences.items {
                    sequence.duration_ms = duration;
                    (sequence.repeat_min, sequence.repeat_max) = (u32::MAX, 0);
                }
                for bone in &mut file.bones.items {
                    for list in &mut bone.rotation.times.items {
                        list.items.clone_from(&times);
                    }
                    for list in &mut bone.translation.times.items {
                        list.items.clone_from(&times);
                    }
                }
                file.global_sequences.items = vec![u32::MAX, 0, 1];
            }));
        }
    }
    cases
}

#[test]
fn loops_that_are_not_there() {
    check_open(loops());
}

fn loops() -> Vec<(String, Case)> {
    let mut cases = Vec::new();
    for number in [1, 2, i16::MAX, i16::MIN, -2] {
        cases.push(odd(&format!("loop {number}"), |file, _| {
            for bone in &mut file.bones.items {
                bone.rotation.global_sequence = number;
                bone.scale.global_sequence = number;
                bone.rotation.interpolation = 0xFFFF;
            }
            file.colors.items[0].alpha.global_sequence = number;
            file.events.items[0].track.global_sequence = number;
        }));
    }
    cases
}

#[test]
fn lists_of_unequal_length() {
    let more = odd("more times than values", |file, _| {
        let bone = &mut file.bones.items[0];
        bone.rotation.times.items[0].items = (0..50).collect();
        bone.rotation.values.items.truncate(1);
        bone.translation
            .values
            .items
            .extend(vec![Default::default(); 9]);
        bone.scale.times.items.clear();
    });
    check_open(vec![more]);
}

#[test]
fn names_without_an_end_and_of_any_bytes() {
    check_open(names());
}

fn names() -> Vec<(String, Case)> {
    let mut cases = Vec::new();
    let names = [
        vec![],
        vec![0; 3],
        vec![0xFF; 300],
        b"no end".to_vec(),
        b"../../x\\..\\y".to_vec(),
    ];
    for name in names {
        cases.push(odd(&name.escape_ascii().to_string(), |file, _| {
            file.name = name.clone().into();
            file.textures.items[0].name = name.clone().into();
            file.particles.items[0].model_name = name.clone().into();
            file.events.items[0].id = [0xFF, 0, b'\n', 0x1B];
        }));
    }
    cases
}

#[test]
fn clips_that_name_the_same_key_file() {
    let mut file = made_model();
    let external = file.sequences.items[EXTERNAL];
    file.sequences.items[0].flags &= !Sequence::KEYS_IN_MODEL;
    file.sequences.items[0].id = external.id;
    file.sequences.items[0].variation = external.variation;
    let case = Case::laid_out(&file, &[made_skin()]);
    assert!(Tally::default().survive("one key file", &case).is_some());
    let mut model = import_file(&case.put().model(), ModelId(0)).unwrap();
    let said = &model.report.items;
    let is_shared = |item: &ReportItem| item.message.starts_with("Another clip has the same");
    assert!(said.iter().any(is_shared), "{said:?}");
    assert_eq!(model.missing, [""; 0]);

    // Once both have keys, they can not both be written, and nothing is lost without a word.
    let rotation = &mut model.model.bone_tracks[0].rotation.keys;
    let TrackKeys::PerClip(lists) = rotation else {
        panic!("a list for each clip")
    };
    let keys = lists[0].clone();
    assert!(!keys.is_empty() && lists[EXTERNAL].is_empty());
    lists[EXTERNAL] = keys;
    let error = export_model(&model.model, "case.m2", ExportLayout::KeepNative).unwrap_err();
    assert!(matches!(error, ExportError::SameName { .. }), "{error}");
}
