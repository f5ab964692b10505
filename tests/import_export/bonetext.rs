//! Text skeletons as models and back: places summed up through rest frames, text kept as typed.

use bonewright::document::{Document, Model, ModelFormat, ModelId};
use bonewright::edit::{EntryFocus, History, Operator};
use bonewright::import_export::{
    ExportLayout, Imported, Profile, export_as, import_bytes, import_file,
};
use bonewright::math::Vec3;
use bonewright::project::{Compression, Snapshot, encode, read};

const CRANE: &str = "bonetext 1
# Boom and hook.
bone 10 \"Base\"  parent none  position 1 0 0       rotation 0 0 90   length 2
bone 30 \"Hook\"  parent 20    position 0.5 0 0     # listed before its parent

bone 20 \"Boom\"  parent 10    position 2 0 0       rotation 0 -90 0  colour 200 10 10
";

fn open(text: &str) -> Imported {
    import_bytes(text.as_bytes(), "crane", ModelId(0)).expect("the text is sound")
}

fn text(model: &Model, layout: ExportLayout) -> String {
    let exported =
        export_as(model, Profile::BoneText, "out.skl", layout).expect("it can be written");
    String::from_utf8(exported.files[0].bytes.clone()).expect("it is text")
}

fn pivot(model: &Model, name: &str) -> Vec3 {
    let bones = &model.skeleton.bones;
    let bone = bones.iter().find(|bone| bone.name.as_deref() == Some(name));
    bone.expect(name).pivot
}

fn document(model: Model) -> Document {
    let mut document = Document::new();
    document.models.push(model);
    document
}

fn apply(document: &mut Document, json: &str) {
    let operator: Operator = serde_json::from_str(json).expect(json);
    History::new(1 << 20)
        .apply(document, &operator, EntryFocus::default())
        .expect(json);
}

#[test]
fn places_sum_up_in_the_rest_frames_of_the_parents() {
    let Imported { model, report, .. } = open(CRANE);
    assert_eq!(model.format, ModelFormat::BoneText);
    assert!(report.items.is_empty(), "{report:?}");
    // The base turns X to Y; the boom then turns X up.
    let near = |name, x, y, z| {
        let distance = (pivot(&model, name) - Vec3::new(x, y, z)).norm();
        assert!(distance < 1e-6, "{name}: {:?}", pivot(&model, name));
    };
    near("Base", 1.0, 0.0, 0.0);
    near("Boom", 1.0, 2.0, 0.0);
    near("Hook", 1.0, 2.0, 0.5);
    let shape = model.skeleton.bones[2].shape.expect("it has a colour");
    assert_eq!(shape.colour, [200, 10, 10]);
    assert_eq!(shape.rest_degrees, Vec3::new(0.0, -90.0, 0.0));
    assert_eq!(model.skeleton.bones[1].shape, None);
}

#[test]
fn an_untouched_skeleton_is_written_back_byte_for_byte_also_through_a_project() {
    let model = open(CRANE).model;
    assert_eq!(text(&model, ExportLayout::KeepNative), CRANE);
    let document = document(model);
    let bytes = encode(&Snapshot::of(&document), Compression::default()).expect("a project");
    let again = read(&bytes.to_vec()).expect("it opens").document;
    assert_eq!(document.content_hash(), again.content_hash());
    assert_eq!(text(&again.models[0], ExportLayout::KeepNative), CRANE);
}

#[test]
fn an_edit_changes_the_lines_of_its_bones_and_no_others() {
    let mut document = document(open(CRANE).model);
    apply(
        &mut document,
        r#"{"op":"rename_bone","bone":"Base","name":"Foot"}"#,
    );
    apply(
        &mut document,
        r#"{"op":"add_bone","name":"Load","parent":"Hook","position":[1,2,0.25]}"#,
    );
    let out = text(&document.models[0], ExportLayout::KeepNative);
    let (before, after): (Vec<&str>, Vec<&str>) = (CRANE.lines().collect(), out.lines().collect());
    assert_eq!(
        after[2],
        "bone 10 \"Foot\" parent none position 1 0 0 rotation 0 0 90 length 2 colour 204 204 204"
    );
    assert_eq!(after[..2], before[..2]);
    assert_eq!(after[3..6], before[3..6]);
    assert_eq!(after[6], "bone 0 \"Load\" parent 30 position -0.25 0 0");
    let again = open(&out).model;
    assert_eq!(pivot(&again, "Load"), Vec3::new(1.0, 2.0, 0.25));

    apply(&mut document, r#"{"op":"delete_bone","bone":"Hook"}"#);
    let out = text(&document.models[0], ExportLayout::KeepNative);
    assert!(
        !out.contains("Hook") && out.contains("# Boom and hook."),
        "{out}"
    );
    assert!(out.contains("bone 0 \"Load\" parent 20"), "{out}");
}

#[test]
fn laid_out_from_nothing_it_says_the_same_values() {
    let model = open(CRANE).model;
    let out = text(&model, ExportLayout::FromNothing);
    assert!(
        out.contains("bone 30 \"Hook\" parent 20 position 0.5 0 0\n"),
        "{out}"
    );
    assert!(!out.contains('#'));
    let again = open(&out).model;
    assert_eq!(again.skeleton, model.skeleton);
    assert_eq!(text(&again, ExportLayout::FromNothing), out);
}

#[test]
fn random_skeletons_come_back_with_the_same_numbers() {
    let mut state = 5u64;
    let mut random = move |below: u64| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) % below
    };
    for _ in 0..200 {
        let count = 1 + random(12);
        let mut lines = vec!["bonetext 1".to_owned()];
        for id in 0..count {
            let parent = match random(3) {
                0 => "none".to_owned(),
                _ => (random(count) * 3).to_string(),
            };
            let mut numbers = |scale: f64| {
                let one = |random: u64| (random as f64 - 5000.0) / 10_000.0 * scale;
                format!(
                    "{} {} {}",
                    one(random(10_000)),
                    one(random(10_000)),
                    one(random(10_000))
                )
            };
            lines.push(format!(
                "bone {} \"b{id}\" parent {parent} position {} rotation {} length {} width {}",
                id * 3,
                numbers(20.0),
                numbers(720.0),
                id as f64 / 8.0,
                id as f64 / 64.0,
            ));
        }
        let typed = lines.join("\n");
        let model = open(&typed).model;
        assert_eq!(text(&model, ExportLayout::KeepNative), typed);
        let again = open(&text(&model, ExportLayout::FromNothing)).model;
        for (a, b) in model.skeleton.bones.iter().zip(&again.skeleton.bones) {
            assert_eq!((a.id, &a.name, a.parent), (b.id, &b.name, b.parent));
            assert!((a.pivot - b.pivot).norm() < 1e-5, "{typed}");
            let (a, b) = (a.shape.unwrap(), b.shape.unwrap());
            assert_eq!(
                (a.length, a.width, a.rest_degrees),
                (b.length, b.width, b.rest_degrees)
            );
        }
        assert_eq!(model.skeleton.bones.len(), count as usize);
    }
}

#[test]
fn odd_skeletons_open_and_the_report_says_what_is_odd() {
    let odd = "bonetext 1
bone 5 a parent 7 position 1 0 0
bone 7 b parent 5 position 0 1 0
bone 5 a parent 900
bone 8 self parent 8
";
    let Imported { model, report, .. } = open(odd);
    let said = |word: &str, path: &str| {
        let found = report.items.iter().find(|item| item.message.contains(word));
        assert_eq!(found.expect(word).path, path);
    };
    said("circle", "bones[1].parent");
    said("this number", "bones[2].id");
    said("No bone has the parent", "bones[2].parent");
    said("same name", "bones[2].name");
    let ids: Vec<u32> = model.skeleton.bones.iter().map(|bone| bone.id.0).collect();
    assert_eq!(ids, [0, 1, 2, 3]);
    let document = document(model);
    assert!(document.check_invariants().is_empty());
    assert_eq!(text(&document.models[0], ExportLayout::KeepNative), odd);
}

#[test]
fn a_skeleton_is_told_by_its_first_line_and_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        import_file(&path, ModelId(3))
    };
    for name in ["crane.skl", "crane.txt", "crane.m2"] {
        let model = put(name, CRANE).expect(name).model;
        assert_eq!(
            (model.skeleton.bones.len(), model.title.as_str()),
            (3, "crane")
        );
    }
    let error = put("notes.skl", "hello\n").unwrap_err().to_string();
    assert!(error.contains("notes.skl: Line 1, column 1"), "{error}");
    let error = put("notes.txt", "hello\n").unwrap_err().to_string();
    assert!(
        error.contains("no model or map Bonewright knows"),
        "{error}"
    );
    let error = put("cut.txt", "bone").unwrap_err().to_string();
    assert!(error.contains("\"bonetext 1\""), "{error}");
}

#[test]
fn very_many_bones_in_the_worst_order_open() {
    let mut lines = vec!["bonetext 1".to_owned()];
    // A chain whose every bone is listed before its parent, numbers falling.
    lines.extend((0..65_535u32).rev().map(|id| match id {
        0 => "bone 0 root".to_owned(),
        _ => format!("bone {id} b parent {} position 0.001 0 0", id - 1),
    }));
    let typed = lines.join("\n");
    let model = open(&typed).model;
    assert_eq!(model.skeleton.bones.len(), 65_535);
    assert!((model.skeleton.bones[0].pivot.x - 65.534).abs() < 0.01);
    assert_eq!(text(&model, ExportLayout::KeepNative), typed);
}

#[test]
fn any_model_gives_a_skeleton_and_a_list_of_what_is_left_out() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/projects/mosskin.m2");
    let model = import_file(path.as_ref(), ModelId(0))
        .expect("the sample")
        .model;
    let exported = export_as(&model, Profile::BoneText, "a.skl", ExportLayout::KeepNative)
        .expect("it is written");
    let lost: Vec<&str> = exported
        .report
        .losses
        .iter()
        .map(|l| l.path.as_str())
        .collect();
    for path in ["vertices", "clips", "textures", "bones"] {
        assert!(lost.contains(&path), "{lost:?}");
    }
    let text = String::from_utf8(exported.files[0].bytes.clone()).unwrap();
    let again = open(&text).model;
    assert_eq!(again.bone_names(), model.bone_names());
    for (a, b) in model.skeleton.bones.iter().zip(&again.skeleton.bones) {
        assert_eq!((a.id, a.parent, a.pivot), (b.id, b.parent, b.pivot));
    }
}
