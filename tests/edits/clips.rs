//! Clips: lists, links, names and the table that finds them.

use crate::small_model::small_document;
use crate::{apply, notes};
use bonewright::anim::{ClipId, KeyList, TrackKeys};
use bonewright::document::{Document, Model};
use bonewright::edit::EditError;
use bonewright::math::Quat;

/// Finds a clip by its animation id the way the game searches the table.
fn search(model: &Model, animation_id: u16) -> Option<ClipId> {
    let size = model.clip_lookup.len();
    let (mut slot, mut step) = (usize::from(animation_id) % size, 0);
    while step <= size {
        let found = model.clip_lookup[slot];
        if found == ClipId::NONE {
            return None;
        }
        if model
            .clip(found)
            .is_some_and(|clip| clip.animation_id == animation_id)
        {
            return Some(found);
        }
        step += 1;
        slot = (slot + step * step) % size;
    }
    None
}

#[track_caller]
fn check_table(document: &Document) {
    let model = &document.models[0];
    for clip in &model.clips {
        let found = search(model, clip.animation_id).and_then(|id| model.clip(id));
        assert_eq!(
            found.map(|c| c.animation_id),
            Some(clip.animation_id),
            "{}",
            clip.display_name()
        );
        let lowest = model
            .clips
            .iter()
            .filter(|c| c.animation_id == clip.animation_id);
        assert_eq!(
            found.map(|c| c.variation),
            lowest.map(|c| c.variation).min()
        );
    }
    for animation_id in 0..40 {
        let exists = model
            .clips
            .iter()
            .any(|clip| clip.animation_id == animation_id);
        assert_eq!(
            search(model, animation_id).is_some(),
            exists,
            "animation {animation_id}"
        );
    }
    let mut numbers: Vec<_> = model
        .clips
        .iter()
        .map(|c| (c.animation_id, c.variation))
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(
        numbers.len(),
        model.clips.len(),
        "two clips are the same variation"
    );
}

fn rotation(document: &Document, clip: usize) -> KeyList<Quat> {
    document.models[0].bone_tracks[2]
        .rotation
        .keys(clip)
        .cloned()
        .unwrap_or_default()
}

#[test]
fn the_table_finds_every_clip_after_each_change() {
    for version in [264, 256] {
        let mut document = small_document(version);
        check_table(&document);
        for json in [
            r##"{"op":"add_clip","name":"ReadyUnarmed","duration_ms":10}"##,
            r##"{"op":"add_clip","name":"Swim","duration_ms":10}"##,
            r##"{"op":"add_clip","name":"Fall","duration_ms":10}"##,
            r##"{"op":"add_clip","name":"Hover","duration_ms":10}"##,
            r##"{"op":"add_clip","name":"ShuffleRight","duration_ms":10}"##,
            r##"{"op":"add_clip","name":"Attack1H","duration_ms":10}"##,
            r##"{"op":"duplicate_clip","clip":"Walk"}"##,
            r##"{"op":"rename_clip","clip":"Swim","name":"Stand"}"##,
            r##"{"op":"delete_clip","clip":"Run"}"##,
            r##"{"op":"delete_clip","clip":"Stand"}"##,
        ] {
            apply(&mut document, json).unwrap();
            check_table(&document);
        }
    }
}

#[test]
fn a_file_without_a_table_gets_none() {
    let mut document = small_document(264);
    document.models[0].clip_lookup.clear();
    apply(
        &mut document,
        r#"{"op":"add_clip","name":"Swim","duration_ms":10}"#,
    )
    .unwrap();
    assert!(document.models[0].clip_lookup.is_empty());
}

#[test]
fn deleting_a_clip_takes_its_lists_out_of_every_track() {
    let mut document = small_document(264);
    let (walk, variation) = (rotation(&document, 1), rotation(&document, 3));
    apply(&mut document, r#"{"op":"delete_clip","clip":"Stand"}"#).unwrap();
    assert_eq!(rotation(&document, 0), walk);
    assert_eq!(rotation(&document, 2), variation);
    let model = &document.models[0];
    assert_eq!(model.clips.len(), 3);
    assert_eq!(model.bone_tracks[2].rotation.lists().len(), 3);
    assert_eq!(model.events[0].times.lists().len(), 3);
}

#[test]
fn a_clip_whose_keyframes_others_play_is_not_deleted() {
    let mut document = small_document(264);
    let error = apply(&mut document, r#"{"op":"delete_clip","clip":"Walk"}"#).unwrap_err();
    assert_eq!(
        error.to_string(),
        "clip 'Walk' can't be deleted: Run play its keyframes"
    );
    apply(&mut document, r#"{"op":"delete_clip","clip":"Run"}"#).unwrap();
    apply(&mut document, r#"{"op":"delete_clip","clip":"Walk"}"#).unwrap();
}

#[test]
fn chains_of_variations_close_over_a_deleted_clip() {
    let mut document = small_document(264);
    apply(&mut document, r#"{"op":"duplicate_clip","clip":"Stand"}"#).unwrap();
    let model = &document.models[0];
    let copy = model.clips[4].id;
    assert_eq!(
        (model.clips[4].animation_id, model.clips[4].variation),
        (0, 2)
    );
    assert_eq!(model.clips[3].variation_next, copy);
    apply(&mut document, r#"{"op":"delete_clip","clip":"Stand (1)"}"#).unwrap();
    let model = &document.models[0];
    assert_eq!(model.clips[0].variation_next, copy);
    assert_eq!(model.clips[3].variation_next, ClipId::NONE);
}

#[test]
fn a_copy_plays_the_same_keyframes() {
    let mut document = small_document(264);
    apply(
        &mut document,
        r#"{"op":"duplicate_clip","clip":"Walk","name":"Swim"}"#,
    )
    .unwrap();
    assert_eq!(rotation(&document, 4), rotation(&document, 1));
    assert_eq!(document.models[0].clips[4].display_name(), "Swim");

    let mut document = small_document(256);
    apply(
        &mut document,
        r#"{"op":"duplicate_clip","clip":"Walk","name":"Swim"}"#,
    )
    .unwrap();
    let start = document.models[0].clips[4].start_ms;
    assert!(start > 7000);
    let TrackKeys::Axis(list) = &document.models[0].bone_tracks[2].rotation.keys else {
        panic!("the track left the axis");
    };
    assert_eq!(list.times_ms[9..], [start, start + 400, start + 1000]);
    assert_eq!(list.values[9..], list.values[3..6]);
}

#[test]
fn a_name_of_the_game_sets_the_animation_and_another_is_kept_beside_it() {
    let mut document = small_document(264);
    let applied = apply(
        &mut document,
        r#"{"op":"rename_clip","clip":"Walk","name":"My walk"}"#,
    )
    .unwrap();
    assert!(notes(&applied).contains("keeps playing as Walk"));
    let clip = &document.models[0].clips[1];
    assert_eq!(
        (clip.animation_id, clip.name.as_deref()),
        (4, Some("My walk"))
    );
    apply(
        &mut document,
        r#"{"op":"rename_clip","clip":"My walk","name":"stand"}"#,
    )
    .unwrap();
    let clip = &document.models[0].clips[1];
    assert_eq!(
        (clip.animation_id, clip.variation, clip.name.as_deref()),
        (0, 2, None)
    );
    assert_eq!(clip.display_name(), "Stand (2)");
}

#[test]
fn a_shorter_clip_says_which_keyframes_no_longer_play() {
    for version in [264, 256] {
        let mut document = small_document(version);
        let applied = apply(
            &mut document,
            r#"{"op":"set_clip_range","clip":"Walk","duration_ms":500}"#,
        )
        .unwrap();
        assert!(
            notes(&applied).contains("now lie outside every clip"),
            "{}",
            notes(&applied)
        );
    }
    let mut document = small_document(264);
    assert!(
        apply(
            &mut document,
            r#"{"op":"set_clip_range","clip":"Walk","start_ms":5}"#
        )
        .is_err()
    );
}

#[test]
fn a_clip_can_not_play_itself_in_a_circle() {
    let mut document = small_document(264);
    let json = r#"{"op":"set_clip_flags","clip":"Walk","alias":{"of":"Run"}}"#;
    assert!(matches!(
        apply(&mut document, json),
        Err(EditError::BrokenAlias { .. })
    ));
    apply(
        &mut document,
        r#"{"op":"set_clip_flags","clip":"Run","alias":"none"}"#,
    )
    .unwrap();
    assert!(!document.models[0].clips[2].is_alias());
}

#[test]
fn a_copy_of_a_named_clip_gets_a_name_of_its_own() {
    let mut document = small_document(264);
    let count = document.models[0].clips.len();
    for json in [
        r#"{"op":"add_clip","name":"Salute","duration_ms":100}"#.to_owned(),
        format!(r##"{{"op":"duplicate_clip","clip":"#{count}"}}"##),
        format!(r##"{{"op":"duplicate_clip","clip":"#{count}"}}"##),
    ] {
        apply(&mut document, &json).unwrap();
    }
    let names: Vec<String> = document.models[0].clips[count..]
        .iter()
        .map(|clip| clip.display_name())
        .collect();
    assert_eq!(names, ["Salute", "Salute (1)", "Salute (2)"]);
}

#[test]
fn the_number_of_an_animation_without_a_name_is_a_name() {
    let mut document = small_document(264);
    let shown = bonewright::anim::animation_name(60000);
    apply(
        &mut document,
        &format!(r##"{{"op":"rename_clip","clip":"#0","name":"{shown}"}}"##),
    )
    .unwrap();
    let clip = &document.models[0].clips[0];
    assert_eq!((clip.animation_id, &clip.name), (60000, &None));
    for other in ["Anim4", "Anim060000", "Anim+60000", "Anim99999", "Äni6"] {
        assert_eq!(bonewright::anim::animation_id(other), None, "{other}");
    }
}
