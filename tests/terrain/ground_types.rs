//! The list of ground types of a map: what corners show before and after.

use crate::ground::{applied, apply, corners, document, motley_corners, op, told};
use crate::random::Random;
use bonewright::document::{Document, TerrainShape};
use bonewright::terrain::{CornerMap, TypeId};

fn made() -> Document {
    document(TerrainShape::Corners(motley_corners(&mut Random(6))))
}

/// What type each corner shows.
fn shown(map: &CornerMap) -> Vec<TypeId> {
    let types = &map.head.ground_types;
    let all = map.corners().iter();
    all.map(|corner| types[usize::from(corner.ground_type())])
        .collect()
}

fn listed(document: &Document) -> Vec<String> {
    let types = corners(document).head.ground_types.iter();
    types
        .map(|id| String::from_utf8(id.to_vec()).unwrap())
        .collect()
}

#[test]
fn reordering_adding_and_dropping_change_no_corners_type() {
    let mut document = made();
    let before = shown(corners(&document));
    let found = applied(
        &mut document,
        r#"{"op":"set_ground_types","types":["Lsnd","Ldrt","Lrok","Lgrs","Lnew"],"add":["Lxxx","Ldrt"],"drop_unused":true}"#,
    );
    assert_eq!(listed(&document), ["Lsnd", "Ldrt", "Lrok", "Lgrs", "Lxxx"]);
    assert_eq!(shown(corners(&document)), before);
    let told = told(&found);
    for part in [
        "order of types changed",
        "dropped because no corner has them: Lnew",
        "'Ldrt' is listed already",
        "a list of its own",
    ] {
        assert!(told.contains(part), "{told}");
    }
    assert_eq!(corners(&document).head.custom_tileset, 1);
    assert!(
        corners(&document)
            .corners()
            .iter()
            .all(|c| c.unknown_bits() & 0x3F == 0b10_1000)
    );
}

#[test]
fn a_replaced_type_gives_its_corners_to_the_other_and_says_how_many() {
    for (to, list) in [
        ("Lnew", vec!["Ldrt", "Lnew", "Lrok", "Lsnd"]),
        ("Lsnd", vec!["Ldrt", "Lrok", "Lsnd"]),
    ] {
        let mut document = made();
        let before = shown(corners(&document));
        let found = applied(
            &mut document,
            &format!(r#"{{"op":"set_ground_types","replace":{{"Lgrs":"{to}"}}}}"#),
        );
        assert_eq!(listed(&document), list);
        let count = before.iter().filter(|id| *id == b"Lgrs").count();
        let sentence = format!("{count} corners changed from 'Lgrs' to '{to}'");
        assert!(told(&found).contains(&sentence), "{}", told(&found));
        for (old, new) in before.iter().zip(shown(corners(&document))) {
            let wanted = if old == b"Lgrs" { to.as_bytes() } else { old };
            assert_eq!(new, wanted);
        }
    }
}

#[test]
fn lists_that_are_too_long_or_leave_corners_without_a_type_are_refused() {
    let many = |count: usize| {
        let names: Vec<String> = (0..count)
            .map(|number| format!("\"T{number:03}\""))
            .collect();
        format!(r#"{{"op":"set_ground_types","add":[{}]}}"#, names.join(","))
    };
    for (version, most) in [(11, 16), (12, 64)] {
        let mut document = made();
        let map = document.terrains[0].shape.corners_mut().unwrap();
        map.head.version = version;
        applied(&mut document, &many(most - 4));
        assert_eq!(listed(&document).len(), most);
        let mut document = made();
        let map = document.terrains[0].shape.corners_mut().unwrap();
        map.head.version = version;
        let error = apply(&mut document, &op(&many(most - 3))).unwrap_err();
        assert!(
            error.to_string().contains(&format!("at most {most}")),
            "{error}"
        );
    }
    let mut document = made();
    for (json, part) in [
        (r#"{"op":"set_ground_types","types":["Ldrt"]}"#, "'Lgrs' ("),
        (
            r#"{"op":"set_ground_types","types":[]}"#,
            "'types' is empty",
        ),
        (
            r#"{"op":"set_ground_types","types":["Ldrt","Ldrt"]}"#,
            "twice",
        ),
        (
            r#"{"op":"set_ground_types","add":["Dirt1"]}"#,
            "four letters",
        ),
        (
            r#"{"op":"set_ground_types","replace":{"Lxxx":"Ldrt"}}"#,
            "there is no ground type 'Lxxx'",
        ),
        (
            r#"{"op":"set_ground_types","replace":{"Ldrt":"Lgrs","Lgrs":"Lrok"}}"#,
            "replaces another",
        ),
    ] {
        let error = apply(&mut document, &op(json)).unwrap_err();
        assert!(error.to_string().contains(part), "{error}");
    }
}
