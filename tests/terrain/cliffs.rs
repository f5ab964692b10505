//! Levels of cliffs: what follows, what stays, and that no tile becomes too steep.

use crate::ground::{applied, corner_map, corners, document, told};
use crate::random::Random;
use bonewright::document::TerrainShape;
use bonewright::terrain::{CornerFlags, CornerMap};

fn steepest(map: &CornerMap) -> u8 {
    let (columns, rows) = map.tiles();
    let tiles = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let steps = tiles.filter_map(|(column, row)| map.tile_layers(column, row));
    steps.map(|(low, high)| high - low).max().unwrap_or(0)
}

#[test]
fn a_raised_square_rises_by_one_with_its_cliff_type_and_its_height_kept() {
    let mut document = document(TerrainShape::Corners(corner_map(
        11,
        20,
        20,
        |column, _, c| {
            c.height = 8192 + column as u16;
        },
    )));
    let before = corners(&document).clone();
    let [x, y] = before.position(10, 10);
    let json = |change: &str, more: &str| {
        format!(
            r#"{{"op":"set_cliff_level","change":{change},"radius":300,"falloff":"flat","shape":"square","samples":[{{"position":[{x},{y}]}}]{more}}}"#
        )
    };
    applied(&mut document, &json(r#"{"by":1}"#, ""));
    for (index, corner) in corners(&document).corners().iter().enumerate() {
        let (column, row) = before.place(index);
        let mut wanted = before.corners()[index];
        if column.abs_diff(10) <= 2 && row.abs_diff(10) <= 2 {
            wanted.set_layer(3);
            wanted.set_cliff_type(Some(0));
        }
        assert_eq!(*corner, wanted, "{column} {row}");
    }
    let high = applied(
        &mut document,
        &json(r#"{"to":8}"#, r#","cliff_type":"CLgr""#),
    );
    assert!(told(&high).contains("followed"), "{}", told(&high));
    assert_eq!(steepest(corners(&document)), 2);
    assert_eq!(
        corners(&document).corner(10, 10).unwrap().cliff_type(),
        Some(1)
    );
    let stay = applied(
        &mut document,
        &json(r#"{"by":1}"#, r#","neighbours":"stay""#),
    );
    assert!(told(&stay).contains("16 corners stay"), "{}", told(&stay));
    let over = applied(&mut document, &json(r#"{"by":99}"#, ""));
    assert!(told(&over).contains("stopped at"), "{}", told(&over));
    assert_eq!(corners(&document).corner(10, 10).unwrap().layer(), 14);
}

#[test]
fn no_run_of_changes_makes_a_tile_too_steep_or_moves_a_ramp() {
    let mut random = Random(77);
    let mut document = document(TerrainShape::Corners(corner_map(
        12,
        30,
        30,
        |column, row, c| {
            if column == 14 && (9..14).contains(&row) {
                c.set_flags(CornerFlags::RAMP);
            }
        },
    )));
    let before = corners(&document).clone();
    let (mut refused, mut followed) = (0, 0);
    for _ in 0..60 {
        let [x, y] = before.position(random.below(30) as u32, random.below(30) as u32);
        let radius = 100 + random.below(700);
        let change = match random.below(3) {
            0 => format!(r#"{{"by":{}}}"#, random.below(7) as i32 - 3),
            1 => format!(r#"{{"to":{}}}"#, random.below(15)),
            _ => r#""level""#.to_owned(),
        };
        let neighbours = ["follow", "stay"][random.below(2)];
        let found = applied(
            &mut document,
            &format!(
                r#"{{"op":"set_cliff_level","change":{change},"neighbours":"{neighbours}","radius":{radius},"falloff":"flat","samples":[{{"position":[{x},{y}]}}],"masks":{{"protected":[{{"min":[1000,300],"max":[1700,800]}}]}}}}"#
            ),
        );
        let told = told(&found);
        refused += usize::from(told.contains("can't follow"));
        followed += usize::from(told.contains("followed"));
        assert!(steepest(corners(&document)) <= 2);
        for (index, corner) in corners(&document).corners().iter().enumerate() {
            let old = before.corners()[index];
            let (column, row) = before.place(index);
            let [x, y] = before.position(column, row);
            let is_protected = (1000.0..=1700.0).contains(&x) && (300.0..=800.0).contains(&y);
            if is_protected || old.flags().has(CornerFlags::RAMP) {
                assert_eq!(*corner, old, "{column} {row}");
            }
        }
    }
    assert!(refused > 5 && followed > 5, "{refused} {followed}");
}

#[test]
fn sunken_corners_have_water_where_they_were_and_their_neighbours_stay_dry() {
    let mut document = document(TerrainShape::Corners(corner_map(12, 20, 20, |_, _, _| {})));
    let before = corners(&document).clone();
    let [x, y] = before.position(10, 10);
    let json = format!(
        r#"{{"op":"set_cliff_level","change":{{"to":1}},"water":0.0,"radius":300,"falloff":"flat","shape":"square","samples":[{{"position":[{x},{y}]}}]}}"#
    );
    for is_again in [false, true] {
        let done = applied(&mut document, &json);
        for (index, corner) in corners(&document).corners().iter().enumerate() {
            let (column, row) = before.place(index);
            let is_inside = column.abs_diff(10) <= 2 && row.abs_diff(10) <= 2;
            let layer = if is_inside { 1 } else { 2 };
            assert_eq!(corner.layer(), layer, "{column} {row}");
            assert_eq!(corner.flags().has(CornerFlags::WATER), is_inside);
            assert_eq!(corner.water_z(0.0), before.corners()[index].water_z(0.0));
        }
        let is_nothing = told(&done).contains("no level was changed");
        assert_eq!(is_nothing, is_again, "{}", told(&done));
    }
}

#[test]
fn ramps_away_from_every_cliff_are_counted() {
    let mut document = document(TerrainShape::Corners(corner_map(
        11,
        20,
        20,
        |column, _, c| {
            c.set_layer(if column < 10 { 2 } else { 3 });
        },
    )));
    let map = corners(&document).clone();
    let mark = |column: u32, document: &mut bonewright::document::Document| {
        let [x, y] = map.position(column, 10);
        let json = format!(
            r#"{{"op":"paint_corner_flags","set":["ramp"],"radius":200,"falloff":"flat","shape":"square","samples":[{{"position":[{x},{y}]}}]}}"#
        );
        told(&applied(document, &json))
    };
    // Columns 9 and 10 are at the cliff; a brush of 3 by 3 around 11 has one of them.
    assert!(mark(11, &mut document).contains("6 corners marked as a ramp"));
    let far = mark(16, &mut document);
    assert!(far.contains("9 corners marked as a ramp"), "{far}");
    let mut level = document.clone();
    let at = mark(9, &mut level);
    assert!(
        at.contains("3 corners marked as a ramp"),
        "column 8 alone: {at}"
    );
}
