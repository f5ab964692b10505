//! Painting ground types, blight, marks and water at corners.

use crate::ground::{applied, apply, corner_map, corners, document, motley_corners, op, told};
use crate::random::Random;
use bonewright::document::{Document, TerrainShape};
use bonewright::edit::EditError;
use bonewright::terrain::{Corner, CornerFlags, CornerMap};

fn level(width: u32, height: u32) -> Document {
    let map = corner_map(11, width, height, |_, _, _| {});
    document(TerrainShape::Corners(map))
}

/// The columns and rows whose corners are not the same in both maps.
fn changed(before: &CornerMap, after: &CornerMap) -> Vec<(u32, u32)> {
    let pairs = before.corners().iter().zip(after.corners()).enumerate();
    let other = pairs.filter(|(_, (before, after))| before != after);
    other.map(|(index, _)| before.place(index)).collect()
}

#[test]
fn each_shape_of_brush_takes_the_corners_within_it_and_no_other() {
    // Seen from the corner in column 20, row 15, in steps of a corner; the radius is 5.5 steps.
    type Inside = fn(i32, i32) -> bool;
    let shapes: [(&str, Inside); 3] = [
        ("circle", |x, y| x * x + y * y <= 30),
        ("square", |x, y| x.abs() <= 5 && y.abs() <= 5),
        ("diamond", |x, y| x.abs() + y.abs() <= 5),
    ];
    for (shape, inside) in shapes {
        let mut document = level(40, 30);
        let before = corners(&document).clone();
        let [x, y] = before.position(20, 15);
        applied(
            &mut document,
            &format!(
                r#"{{"op":"paint_corners","texture":"Lrok","variation":{{"fixed":9}},"radius":704,"falloff":"flat","shape":"{shape}","samples":[{{"position":[{x},{y}]}}]}}"#
            ),
        );
        for (index, corner) in corners(&document).corners().iter().enumerate() {
            let (column, row) = before.place(index);
            let is_inside = inside(column as i32 - 20, row as i32 - 15);
            let mut wanted = before.corners()[index];
            if is_inside {
                wanted.set_ground_type(2);
                wanted.set_ground_variation(9);
            }
            assert_eq!(*corner, wanted, "{shape} {column} {row}");
        }
    }
}

#[test]
fn a_fading_brush_takes_corners_down_to_half_of_its_strength() {
    let mut document = level(40, 30);
    let before = corners(&document).clone();
    let [x, y] = before.position(20, 15);
    applied(
        &mut document,
        &format!(
            r#"{{"op":"paint_corners","texture":"Lgrs","radius":1280,"falloff":"linear","samples":[{{"position":[{x},{y}]}}]}}"#
        ),
    );
    for (index, corner) in corners(&document).corners().iter().enumerate() {
        let (column, row) = before.place(index);
        let distance = (column as f32 - 20.0).hypot(row as f32 - 15.0);
        if (distance - 5.0).abs() > 1e-3 {
            assert_eq!(corner.ground_type() == 1, distance < 5.0, "{column} {row}");
        }
    }
}

#[test]
fn a_weak_brush_takes_a_share_by_chance_and_the_same_one_each_time() {
    let paint = |strength: f32, seed: u32| {
        let mut document = level(200, 200);
        let before = corners(&document).clone();
        applied(
            &mut document,
            &format!(
                r#"{{"op":"paint_corners","texture":"Lgrs","radius":60000,"falloff":"flat","strength":{strength},"seed":{seed},"samples":[{{"position":[0,0]}}]}}"#
            ),
        );
        changed(&before, corners(&document))
    };
    let (few, more, other) = (paint(0.1, 5), paint(0.3, 5), paint(0.1, 6));
    assert_eq!(few, paint(0.1, 5));
    assert_ne!(few, other);
    for (taken, share) in [(&few, 0.2), (&more, 0.6), (&other, 0.2)] {
        let found = taken.len() as f32 / 40_000.0;
        assert!((found - share).abs() < 0.01, "{found} of {share}");
    }
    assert!(few.iter().all(|place| more.contains(place)));
}

#[test]
fn a_map_of_one_corner_and_the_largest_map_are_painted_whole() {
    for (width, height) in [(1, 1), (1, 7), (481, 481)] {
        let mut document = level(width, height);
        let json = r#"{"op":"paint_corners","texture":"3","variation":"keep","radius":200000,"falloff":"flat","samples":[{"position":[0,0]}]}"#;
        let told = applied(&mut document, json);
        let map = corners(&document);
        assert!(map.corners().iter().all(|corner| corner.ground_type() == 3));
        let area = told.changes.terrain.corners[&document.terrains[0].id];
        assert_eq!(area.first, [0, 0]);
        assert_eq!(area.last, [width - 1, height - 1]);
    }
}

#[test]
fn blight_lies_over_ground_and_goes_away_under_paint() {
    let mut document = level(9, 9);
    let paint = |texture: &str| {
        format!(
            r#"{{"op":"paint_corners","texture":"{texture}","radius":5000,"falloff":"flat","samples":[{{"position":[0,256]}}]}}"#
        )
    };
    let before = corners(&document).clone();
    applied(&mut document, &paint("blight"));
    for (corner, old) in corners(&document).corners().iter().zip(before.corners()) {
        assert!(corner.flags().has(CornerFlags::BLIGHT));
        assert_eq!(corner.variation, old.variation);
        assert_eq!(corner.ground_type(), old.ground_type());
    }
    applied(&mut document, &paint("Lrok"));
    let clean = |corner: &Corner| !corner.flags().has(CornerFlags::BLIGHT);
    assert!(corners(&document).corners().iter().all(clean));
}

#[test]
fn protected_ground_and_other_types_are_left_alone() {
    let mut document = document(TerrainShape::Corners(motley_corners(&mut Random(4))));
    let before = corners(&document).clone();
    let json = r#"{"op":"paint_corners","texture":"Lsnd","variation":{"fixed":1},"radius":50000,"falloff":"flat","samples":[{"position":[0,0]}],
        "masks":{"only_textures":["Lgrs","blight"],"never_textures":["Lrok"],"protected":[{"min":[-500,300],"max":[700,900]}]}}"#;
    applied(&mut document, json);
    let mut painted = 0;
    for (index, corner) in corners(&document).corners().iter().enumerate() {
        let old = before.corners()[index];
        let (column, row) = before.place(index);
        let [x, y] = before.position(column, row);
        let is_protected = (-500.0..=700.0).contains(&x) && (300.0..=900.0).contains(&y);
        let is_meant = old.flags().has(CornerFlags::BLIGHT) || old.ground_type() == 1;
        if is_meant && !is_protected {
            assert_eq!((corner.ground_type(), corner.ground_variation()), (3, 1));
            painted += 1;
        } else {
            assert_eq!(*corner, old);
        }
    }
    assert!(painted > 100);
}

#[test]
fn marks_and_water_are_set_and_cleared_and_nothing_else() {
    let mut document = document(TerrainShape::Corners(motley_corners(&mut Random(5))));
    let before = corners(&document).clone();
    let brush =
        r#""radius":700,"falloff":"flat","shape":"square","samples":[{"position":[1000,1500]}]"#;
    applied(
        &mut document,
        &format!(
            r#"{{"op":"paint_corner_flags","set":["boundary","edge"],"clear":["blight"],{brush}}}"#
        ),
    );
    let marked = corners(&document).clone();
    let places = changed(&before, &marked);
    assert_eq!(places.len(), 11 * 11);
    for (column, row) in &places {
        let mut wanted = before.corner(*column, *row).unwrap();
        let flags = wanted.flags().without(CornerFlags::BLIGHT);
        wanted.set_flags(flags.with(CornerFlags::BOUNDARY).with(CornerFlags::EDGE));
        assert_eq!(marked.corner(*column, *row).unwrap(), wanted);
    }
    applied(
        &mut document,
        &format!(r#"{{"op":"set_water_level","level":50.25,"water":true,{brush}}}"#),
    );
    for (column, row) in places {
        let corner = corners(&document).corner(column, row).unwrap();
        let mut wanted = marked.corner(column, row).unwrap();
        wanted.set_water_level(8192 + 201);
        wanted.set_flags(wanted.flags().with(CornerFlags::WATER));
        assert_eq!((corner, corner.water_z(0.0)), (wanted, 50.25));
    }
    let far = applied(
        &mut document,
        &format!(r#"{{"op":"set_water_level","level":9000,{brush}}}"#),
    );
    assert!(told(&far).contains("stops at 2047.75"), "{}", told(&far));
}

#[test]
fn what_can_not_be_painted_is_refused_with_a_reason() {
    let mut document = level(5, 5);
    let brush = r#""radius":100,"samples":[{"position":[0,0]}]"#;
    for (json, part) in [
        (
            format!(r#"{{"op":"paint_corners","texture":"Xxxx",{brush}}}"#),
            "there is no ground type 'Xxxx'",
        ),
        (
            format!(r#"{{"op":"paint_corners","texture":"4",{brush}}}"#),
            "there is no ground type '4'",
        ),
        (
            format!(
                r#"{{"op":"paint_corners","texture":"Ldrt","variation":{{"fixed":32}},{brush}}}"#
            ),
            "0 to 31",
        ),
        (
            r#"{"op":"paint_corners","texture":"Ldrt","radius":100,"samples":[]}"#.to_owned(),
            "'samples' is empty",
        ),
        (
            r#"{"op":"paint_corners","texture":"Ldrt","radius":0,"samples":[{"position":[0,0]}]}"#
                .to_owned(),
            "'radius' must be above 0",
        ),
        (
            format!(r#"{{"op":"paint_corner_flags",{brush}}}"#),
            "'set' is empty",
        ),
        (
            format!(r#"{{"op":"set_water_level",{brush}}}"#),
            "'level' is empty",
        ),
        (
            format!(r#"{{"op":"paint_holes",{brush}}}"#),
            "is made of corners",
        ),
        (
            format!(r#"{{"op":"set_area_id","area":3,{brush}}}"#),
            "is made of corners",
        ),
    ] {
        let error = apply(&mut document, &op(&json)).unwrap_err();
        assert!(error.to_string().contains(part), "{error}");
    }
    let mut empty = Document::new();
    let json = format!(r#"{{"op":"paint_corners","texture":"Ldrt",{brush}}}"#);
    let error = apply(&mut empty, &op(&json)).unwrap_err();
    assert!(matches!(error, EditError::Terrain { .. }));
}
