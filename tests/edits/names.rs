//! How bones, clips, tracks and models are named.

use crate::small_model::small_document;
use crate::{apply, op};
use bonewright::document::ModelId;
use bonewright::edit::{BoneRef, ClipRef, EditError, TrackAddress};

#[test]
fn a_name_that_is_not_unique_lists_the_choices() {
    let mut document = small_document(264);
    apply(
        &mut document,
        r#"{"op":"rename_bone","bone":"ArmR","name":"ArmL"}"#,
    )
    .unwrap();
    let error = BoneRef::from("ArmL")
        .resolve(&document.models[0])
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "bone 'ArmL' is not unique; use one of #2, #4"
    );
    assert_eq!(BoneRef::from("#4").resolve(&document.models[0]), Ok(4));
    assert_eq!(BoneRef::Id { id: 2 }.resolve(&document.models[0]), Ok(2));
}

#[test]
fn an_unknown_name_lists_near_ones() {
    let model = &small_document(264).models[0];
    let error = BoneRef::from("ArmLeft")
        .resolve(model)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("there is no bone 'ArmLeft'; perhaps ArmL"),
        "{error}"
    );
    let error = ClipRef::from("Wlak")
        .resolve(model)
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("there is no clip 'Wlak'"), "{error}");
    assert!(BoneRef::from("#7").resolve(model).is_err());
    assert!(BoneRef::Id { id: 99 }.resolve(model).is_err());
}

#[test]
fn clips_are_named_as_they_show_and_letter_case_does_not_matter_if_unique() {
    let model = &small_document(264).models[0];
    for (text, expected) in [("Stand", 0), ("Stand (1)", 3), ("walk", 1), ("#2", 2)] {
        assert_eq!(ClipRef::from(text).resolve(model), Ok(expected), "{text}");
    }
}

#[test]
fn tracks_are_named_as_reports_write_them() {
    let model = &small_document(264).models[0];
    for text in [
        "bones[2].rotation",
        "events[0].times",
        "cameras[0].roll",
        "colours[0].alpha",
    ] {
        let path = TrackAddress::from(text).resolve(model).unwrap();
        assert_eq!(path.text(model), text);
    }
    let by_bone = TrackAddress::Bone {
        bone: "ArmL".into(),
        channel: "scale".to_owned(),
    };
    assert_eq!(
        by_bone.resolve(model).unwrap().text(model),
        "bones[2].scale"
    );
    let by_name = TrackAddress::from("bones[ArmL].scale").resolve(model);
    assert_eq!(by_name.unwrap().text(model), "bones[2].scale");
    for text in [
        "bones[2].colour",
        "bones[9].scale",
        "hats[0].size",
        "bones",
        "events[0].alpha",
    ] {
        assert!(TrackAddress::from(text).resolve(model).is_err(), "{text}");
    }
}

#[test]
fn a_model_must_be_named_where_there_are_several() {
    let mut document = small_document(264);
    let mut second = document.models[0].clone();
    second.id = ModelId(2);
    second.title = "other".to_owned();
    document.models.push(second);
    let error = op(r#"{"op":"rename_bone","bone":"Tail","name":"x"}"#)
        .plan(&document)
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "'model' must name one of 1 (small), 2 (other)"
    );
    apply(
        &mut document,
        r#"{"op":"rename_bone","model":2,"bone":"Tail","name":"x"}"#,
    )
    .unwrap();
    assert_eq!(document.models[0].bone_name(5), "Tail");
    assert_eq!(document.models[1].bone_name(5), "x");
    let error = op(r#"{"op":"rename_bone","model":9,"bone":"Tail","name":"x"}"#).plan(&document);
    assert!(matches!(
        error,
        Err(EditError::Model { given: Some(9), .. })
    ));
}

#[test]
fn renaming_a_bone_writes_the_checksum_where_the_format_has_one() {
    for (version, expected) in [
        (264, crc32fast::hash(b"Paw")),
        (256, crc32fast::hash(b"Tail")),
    ] {
        let mut document = small_document(version);
        apply(
            &mut document,
            r#"{"op":"rename_bone","bone":"Tail","name":"Paw"}"#,
        )
        .unwrap();
        assert_eq!(document.models[0].skeleton.bones[5].name_crc, expected);
    }
}
