//! Edits of small Warcraft III files made for the purpose: what is written is what was meant.

use crate::apply;
use crate::made_mdx::made_model;
use bonewright::document::{Document, ModelId};
use bonewright::edit::TrackAddress;
use bonewright::formats::mdx::{FixedText, MdxFile};
use bonewright::import_export::{ExportLayout, export_model, import_bytes};
use bonewright::skeleton::BoneId;

fn open(file: &MdxFile) -> Document {
    let bytes = file.write().expect("the made model can be laid out");
    open_bytes(&bytes)
}

fn open_bytes(bytes: &[u8]) -> Document {
    let mut document = Document::new();
    let imported = import_bytes(bytes, "made", ModelId(1)).expect("the model opens");
    document.models.push(imported.model);
    document
}

fn written(document: &Document) -> Vec<u8> {
    let exported = export_model(&document.models[0], "made.mdx", ExportLayout::KeepNative);
    exported.expect("the model exports").files[0].bytes.clone()
}

fn written_file(document: &Document) -> MdxFile {
    MdxFile::read(&written(document)).expect("what was written opens")
}

/// The made model with real pivots, and two that belong to no node.
fn sound_model() -> MdxFile {
    let mut file = made_model();
    file.pivots = (0..16u8).map(|at| [f32::from(at), 1.0, 2.0]).collect();
    file.geosets[0].vertex_groups = vec![0, 1, 0];
    file.geosets[0].uv_sets = vec![vec![[0.5; 2]; 3]];
    file
}

#[test]
fn every_track_is_found_by_the_path_that_reports_show() {
    let document = open(&made_model());
    let model = &document.models[0];
    let mut lists = std::collections::BTreeSet::new();
    for owner in model.track_owners() {
        for (path, _) in model.owner_tracks(owner) {
            let text = path.text(model);
            lists.insert(text.split('[').next().unwrap().to_owned());
            let found = TrackAddress::Text(text.clone()).resolve(model);
            assert_eq!(found.ok(), Some(path), "{text}");
        }
    }
    assert_eq!(lists.len(), 11, "{lists:?}");
}

#[test]
fn layers_and_emitters_are_keyed_by_a_script_and_written() {
    for (track, value) in [
        ("layers[1].alpha", "0.25"),
        ("layers[1].texture", "0"),
        ("model_emitters[0].speed", "7.0"),
        ("sprite_emitters[0].width", "7.0"),
    ] {
        let mut document = open(&sound_model());
        let key = format!(
            r##"{{"op":"insert_track_keyframe","tracks":["{track}"],"clip":"#0","time_ms":321,"value":{value}}}"##
        );
        apply(&mut document, &key).expect(track);
        let again = open_bytes(&written(&document));
        let (ours, theirs) = (&document.models[0], &again.models[0]);
        let path = TrackAddress::Text(track.to_owned()).resolve(ours).unwrap();
        let (ours, theirs) = (ours.track(path).unwrap(), theirs.track(path).unwrap());
        assert!(ours.times_ms(0).contains(&421), "{track}");
        assert_eq!(theirs.times_ms(0), ours.times_ms(0), "{track}");
    }
}

#[test]
fn a_new_bone_gets_an_id_with_a_pivot_whatever_ids_the_file_has() {
    for strange in [0xFFFF_FFFE, 1_000_000, 20] {
        let mut file = sound_model();
        file.helpers[0].node.object_id = strange;
        let mut document = open(&file);
        for name in ["NewA", "NewB"] {
            let add = format!(
                r##"{{"op":"add_bone","name":"{name}","parent":"#0","position":[5,6,7]}}"##
            );
            apply(&mut document, &add).expect("a bone can be added");
        }
        let out = written_file(&document);
        let mut ids: Vec<u32> = Vec::new();
        for name in ["NewA", "NewB"] {
            let bone = out
                .bones
                .iter()
                .find(|b| b.node.name.text() == name)
                .unwrap();
            let at = bone.node.object_id;
            assert_eq!(out.pivots[at as usize], [5.0, 6.0, 7.0], "{strange:#x}");
            ids.push(at);
        }
        ids.extend(
            document.models[0]
                .skeleton
                .bones
                .iter()
                .map(|bone| bone.id.0),
        );
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 2 + document.models[0].skeleton.bones.len());
        assert_eq!(out.helpers[0].node.object_id, strange);
    }
}

#[test]
fn pivots_that_belong_to_no_node_stay_behind_those_that_do() {
    let file = sound_model();
    for (script, nodes) in [
        (
            r##"{"op":"add_bone","name":"New","parent":"#0","position":[5,6,7]}"##,
            15,
        ),
        (
            r##"{"op":"delete_bone","bone":"Arm","children":"local"}"##,
            13,
        ),
    ] {
        let mut document = open(&file);
        apply(&mut document, script).expect("the operator lands");
        let out = written_file(&document);
        assert_eq!(out.pivots.len(), nodes + 2, "{script}");
        assert_eq!(out.pivots[nodes..], file.pivots[14..], "{script}");
    }
}

#[test]
fn after_a_bone_is_deleted_groups_hold_bones_that_are_there() {
    let mut file = sound_model();
    // The last group names a node that is not there; the file keeps it as long as it can.
    file.geosets[0].group_sizes = vec![1, 2, 1, 3];
    file.geosets[0].group_nodes = vec![0, 0, 1, 1, 0, 3, 77];
    let mut document = open(&file);
    apply(
        &mut document,
        r##"{"op":"delete_bone","bone":"Arm","children":"local"}"##,
    )
    .expect("the bone goes");
    let out = written_file(&document);
    let geoset = &out.geosets[0];
    let named: u32 = geoset.group_sizes.iter().sum();
    assert_eq!(named as usize, geoset.group_nodes.len());
    assert!(
        geoset.group_sizes.iter().all(|&size| size > 0),
        "{geoset:?}"
    );
    let again = open_bytes(&written(&document));
    for group in again.models[0].geosets[0].groups.iter().flatten() {
        assert_ne!(*group, BoneId::NONE);
    }
    for (ours, theirs) in [(&document.models[0], &again.models[0])] {
        let bones = |model: &bonewright::document::Model, vertex: usize| -> Vec<(String, f32)> {
            let influences = model.vertices.influences.of(vertex);
            influences
                .map(|one| {
                    let index = model.skeleton.index_of(one.bone).unwrap();
                    (model.bone_name(index), one.weight)
                })
                .collect()
        };
        for vertex in 0..3 {
            assert_eq!(bones(ours, vertex), bones(theirs, vertex), "{vertex}");
        }
    }
}

#[test]
fn clips_of_warcraft_are_called_as_they_were_named() {
    let mut document = open(&sound_model());
    for clip in ["#0", "#1"] {
        let rename = format!(r##"{{"op":"rename_clip","clip":"{clip}","name":"Attack"}}"##);
        apply(&mut document, &rename).expect("a clip can be renamed");
    }
    apply(
        &mut document,
        r##"{"op":"add_clip","name":"Walk","duration_ms":100}"##,
    )
    .unwrap();
    apply(
        &mut document,
        r##"{"op":"duplicate_clip","clip":"#2","name":"Walk"}"##,
    )
    .unwrap();
    let out = written_file(&document);
    let names: Vec<_> = out
        .sequences
        .iter()
        .map(|sequence| sequence.name.text())
        .collect();
    assert_eq!(names, ["Attack", "Attack", "Walk", "Walk"]);
    // What is not in the file is not in the document either.
    let again = open_bytes(&written(&document));
    for (ours, theirs) in document.models[0].clips.iter().zip(&again.models[0].clips) {
        let mut ours = ours.clone();
        ours.id = theirs.id;
        assert_eq!(&ours, theirs);
    }
}

#[test]
fn names_that_a_file_can_not_hold_are_refused_or_cut_between_letters() {
    let mut document = open(&sound_model());
    for name in ["", " ", "a\\u0000b"] {
        let rename = format!(r##"{{"op":"rename_clip","clip":"#0","name":"{name}"}}"##);
        assert!(apply(&mut document, &rename).is_err(), "{name:?}");
    }
    let long = "\u{e9}".repeat(60);
    let rename = format!(r##"{{"op":"rename_clip","clip":"#0","name":"{long}"}}"##);
    apply(&mut document, &rename).expect("a long name is one");
    let name = written_file(&document).sequences[0].name;
    assert_eq!(name.text(), "\u{e9}".repeat(39));
}

#[test]
fn a_clip_can_not_be_moved_past_the_end_of_time() {
    let mut document = open(&sound_model());
    let far = r##"{"op":"set_clip_range","clip":"#0","start_ms":2147483647}"##;
    let refused = apply(&mut document, far).expect_err("it ends too late");
    assert!(refused.to_string().contains("'start_ms'"), "{refused}");
    let near = r##"{"op":"set_clip_range","clip":"#0","start_ms":2147482647}"##;
    apply(&mut document, near).expect("it ends with the axis");
}

#[test]
fn keys_of_a_camera_have_tangents_only_on_curves() {
    for interpolation in 0..=3 {
        let mut file = sound_model();
        for track in &mut file.cameras[0].tracks.0 {
            *track = crate::made_mdx::track(track.tag, interpolation);
        }
        let mut document = open(&file);
        let key = r##"{"op":"insert_track_keyframe","tracks":["cameras[0].position"],
            "clip":"#0","time_ms":321,"value":[1,2,3]}"##;
        apply(&mut document, key).expect("a camera can be keyed");
        let again = open_bytes(&written(&document));
        let (ours, theirs) = (&document.models[0].cameras, &again.models[0].cameras);
        assert_eq!(ours, theirs, "{interpolation}");
    }
}
