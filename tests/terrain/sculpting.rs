//! Sculpting heights of both shapes: what each mode does, and what it must not do.

use crate::ground::{
    MEETING, applied, apply, corner_map, corners, document, motley_corners, op, tile_map, tiles,
    told, vertex_place,
};
use crate::random::Random;
use bonewright::document::{Document, TerrainShape};
use bonewright::edit::Operator;
use bonewright::terrain::{Corner, CornerMap, SpotGround, TileMap, spot_of_vertex};

fn stroke(mode: &str, radius: f32, falloff: &str, samples: &[[f32; 2]]) -> String {
    let samples: Vec<String> = samples
        .iter()
        .map(|[x, y]| format!(r#"{{"position":[{x},{y}]}}"#))
        .collect();
    format!(
        r#"{{"op":"sculpt_terrain",{mode},"radius":{radius},"falloff":"{falloff}","samples":[{}]}}"#,
        samples.join(",")
    )
}

/// Every vertex of a map: its place and world height.
fn vertices(map: &TileMap) -> Vec<([f32; 2], f32)> {
    let chunks = map.chunks();
    chunks
        .flat_map(|(_, chunk)| {
            (0..145).map(|vertex| {
                let z = chunk.position[2] + chunk.heights[vertex];
                (vertex_place(chunk, vertex), z)
            })
        })
        .collect()
}

/// The greatest difference of world heights of vertices that lie on one place, in yards, where one
/// of them has another height than in `before`.
fn widest_gap(before: &TileMap, map: &TileMap) -> f32 {
    let mut gap = 0.0f32;
    for (place, chunk) in map.chunks() {
        for vertex in 0..145 {
            if chunk.heights[vertex] == before.chunk(place).unwrap().heights[vertex] {
                continue;
            }
            let own = chunk.position[2] + chunk.heights[vertex];
            for at in map.vertices_of_spot(spot_of_vertex(place, vertex)) {
                gap = gap.max((map.vertex_height(at).unwrap() - own).abs());
            }
        }
    }
    gap
}

/// Normals of vertices that lie on one place are the same.
#[track_caller]
fn check_shared_normals(map: &TileMap) {
    for (place, chunk) in map.chunks() {
        for vertex in 0..145 {
            for (other, there) in map.vertices_of_spot(spot_of_vertex(place, vertex)) {
                let normal = map.chunk(other).unwrap().normals[there];
                assert_eq!(normal, chunk.normals[vertex], "{place:?} {vertex}");
            }
        }
    }
}

fn hills(base: impl FnMut(bonewright::terrain::ChunkPlace) -> f32) -> Document {
    let height = |x: f32, y: f32| (x / 17.0).sin() * 8.0 + (y / 23.0).cos() * 5.0;
    document(TerrainShape::Tiles(tile_map(height, base)))
}

#[test]
fn a_cone_is_raised_exactly_and_nothing_outside_of_it() {
    let mut document = hills(|_| 0.0);
    let start = tiles(&document).clone();
    let before = vertices(&start);
    applied(
        &mut document,
        &stroke(r#""mode":"raise","amount":10"#, 30.0, "linear", &[MEETING]),
    );
    let mut raised = 0;
    for ((place, old), (_, new)) in before.iter().zip(vertices(tiles(&document))) {
        let distance = place[0].hypot(place[1]);
        if distance >= 30.0 {
            assert_eq!(old.to_bits(), new.to_bits(), "{place:?}");
        } else {
            let wanted = old + 10.0 * (1.0 - distance / 30.0);
            assert!(
                (new - wanted).abs() < 2e-3,
                "{place:?}: {new}, not {wanted}"
            );
            raised += 1;
        }
    }
    assert!(raised > 300);
    assert_eq!(widest_gap(&start, tiles(&document)), 0.0);
}

#[test]
fn normals_of_vertices_that_no_changed_height_touches_stay_to_the_bit() {
    let mut document = hills(|_| 0.0);
    applied(
        &mut document,
        &stroke(r#""mode":"raise","amount":10"#, 30.0, "linear", &[MEETING]),
    );
    let mut changed = 0;
    for (_, chunk) in tiles(&document).chunks() {
        for vertex in 0..145 {
            let [x, y] = vertex_place(chunk, vertex);
            if x.hypot(y) > 30.0 + 2.95 {
                // What the map was made with.
                assert_eq!(chunk.normals[vertex], [0, 0, 127]);
            } else {
                changed += usize::from(chunk.normals[vertex] != [0, 0, 127]);
            }
        }
    }
    assert!(changed > 200);
    check_shared_normals(tiles(&document));
}

#[test]
fn borders_and_corners_of_chunks_and_tiles_stay_together_under_any_stroke() {
    let mut random = Random(12);
    let modes = [
        r#""mode":"raise","amount":3.7"#,
        r#""mode":"lower","amount":2.9"#,
        r#""mode":"smooth""#,
        r#""mode":"noise","amount":4,"scale":6"#,
        r#""mode":"plateau""#,
        r#""mode":"flatten","height":3.3"#,
        r#""mode":"ramp","from":[-30,-20],"to":[40,30]"#,
    ];
    // Bases in halves, as made maps have them, and with long fractions, as those of games have.
    for long in [false, true] {
        let mut bases = Random(3);
        let mut document = hills(|_| match long {
            false => bases.below(100) as f32 / 2.0,
            true => bases.below(1 << 20) as f32 / 7919.0,
        });
        let start = tiles(&document).clone();
        for _ in 0..3 {
            for mode in modes {
                let mut way = Vec::new();
                for _ in 0..4 {
                    way.push([0; 2].map(|_| random.below(900) as f32 / 10.0 - 45.0));
                }
                let found = applied(&mut document, &stroke(mode, 11.3, "smooth", &way));
                let map = tiles(&document);
                let gap = widest_gap(&start, map);
                if long {
                    // Where no common height can be stored, it is told, and it is next to nothing.
                    assert!(gap < 1e-4, "{mode}: {gap}");
                } else {
                    assert_eq!(gap, 0.0, "{mode}");
                    assert!(!told(&found).contains("too many digits"));
                }
            }
        }
        check_shared_normals_near(tiles(&document), 45.0);
    }
}

fn check_shared_normals_near(map: &TileMap, radius: f32) {
    for (place, chunk) in map.chunks() {
        for vertex in 0..145 {
            let [x, y] = vertex_place(chunk, vertex);
            if x.hypot(y) < radius {
                for (other, there) in map.vertices_of_spot(spot_of_vertex(place, vertex)) {
                    assert_eq!(
                        map.chunk(other).unwrap().normals[there],
                        chunk.normals[vertex]
                    );
                }
            }
        }
    }
}

#[test]
fn chunks_that_did_not_meet_do_after_a_stroke_over_the_gap_and_it_is_told() {
    let mut document = hills(|_| 0.0);
    let map = document.terrains[0].shape.tiles_mut().unwrap();
    let tile = map.tiles.values_mut().next().unwrap();
    for vertex in 0..9 {
        tile.chunks[255].heights[136 + vertex] += 4.0;
    }
    let start = tiles(&document).clone();
    let found = applied(
        &mut document,
        &stroke(r#""mode":"raise","amount":1"#, 60.0, "flat", &[MEETING]),
    );
    assert_eq!(widest_gap(&start, tiles(&document)), 0.0);
    assert!(
        told(&found).contains("did not meet at 9 places"),
        "{}",
        told(&found)
    );
}

#[test]
fn flattening_at_full_strength_gives_the_height() {
    let mut document = hills(|place| f32::from(place.row) * 1.7);
    applied(
        &mut document,
        &stroke(
            r#""mode":"flatten","height":12.34"#,
            40.0,
            "flat",
            &[MEETING],
        ),
    );
    for (place, z) in vertices(tiles(&document)) {
        if place[0].hypot(place[1]) < 40.0 {
            assert!((z - 12.34).abs() < 1e-4, "{z}");
        }
    }
    let mut document = document_of(motley_corners(&mut Random(2)));
    let json = stroke(
        r#""mode":"flatten","height":33.4"#,
        900.0,
        "flat",
        &[[1000.0, 1500.0]],
    );
    applied(&mut document, &json);
    for (index, corner) in corners(&document).corners().iter().enumerate() {
        let (column, row) = corners(&document).place(index);
        let [x, y] = corners(&document).position(column, row);
        if (x - 1000.0).hypot(y - 1500.0) < 900.0 {
            assert!(
                (corner.ground_z() - 33.4).abs() <= 0.125,
                "{}",
                corner.ground_z()
            );
        }
    }
}

fn document_of(map: CornerMap) -> Document {
    document(TerrainShape::Corners(map))
}

#[test]
fn smoothing_keeps_a_plane_a_plane_and_flattens_a_spike() {
    let plane = |column: u32, row: u32| (8192 + column * 6 + row * 10) as u16;
    let mut made = document_of(corner_map(11, 30, 30, |column, row, corner| {
        corner.height = plane(column, row);
    }));
    let json = stroke(
        r#""mode":"smooth","accumulate":true"#,
        9000.0,
        "smooth",
        &[[0.0, 900.0]; 5],
    );
    let before = made.clone();
    applied(&mut made, &json);
    assert!(made == before);
    let map = made.terrains[0].shape.corners_mut().unwrap();
    map.corner_mut(15, 15).unwrap().height += 400;
    let middle = map.position(15, 15);
    applied(
        &mut made,
        &stroke(r#""mode":"smooth""#, 300.0, "flat", &[middle]),
    );
    let z = corners(&made).corner(15, 15).unwrap().height;
    assert_eq!(
        z,
        plane(15, 15),
        "the mean of neighbours on a plane is the plane"
    );

    let slope = |x: f32, y: f32| x * 0.25 - y * 0.5 + 3.0;
    let mut made = document(TerrainShape::Tiles(tile_map(slope, |_| 0.0)));
    let before = vertices(tiles(&made));
    let json = stroke(
        r#""mode":"smooth","accumulate":true"#,
        200.0,
        "flat",
        &[MEETING; 3],
    );
    applied(&mut made, &json);
    for ((place, old), (_, new)) in before.iter().zip(vertices(tiles(&made))) {
        assert!((old - new).abs() < 1e-4, "{place:?}: {old} {new}");
    }
}

#[test]
fn a_ramp_is_a_straight_line_between_its_ends() {
    let mut document = hills(|_| 0.0);
    let json = r#"{"op":"sculpt_terrain","mode":"ramp","from":[-40,10],"to":[40,10],"from_height":-5,"to_height":15,"radius":8,"falloff":"flat","samples":[]}"#;
    let before = vertices(tiles(&document));
    applied(&mut document, json);
    for ((place, old), (_, new)) in before.iter().zip(vertices(tiles(&document))) {
        let [x, y] = *place;
        let along = x.clamp(-40.0, 40.0);
        let distance = (x - along).hypot(y - 10.0);
        if distance < 7.99 {
            let wanted = 5.0 + along / 4.0;
            assert!((new - wanted).abs() < 1e-3, "{place:?}: {new} {wanted}");
        } else if distance > 8.01 {
            assert_eq!(old.to_bits(), new.to_bits());
        }
    }
    let json = r#"{"op":"sculpt_terrain","mode":"ramp","from":[-40,10],"to":[40,30],"radius":8,"samples":[]}"#;
    applied(&mut document, json);
    let near = |x: f32, y: f32| {
        let of = vertices(tiles(&document)).into_iter();
        let nearest = of.min_by(|(a, _), (b, _)| {
            let far = |p: &[f32; 2]| (p[0] - x).hypot(p[1] - y);
            far(a).total_cmp(&far(b))
        });
        nearest.unwrap().1
    };
    assert!(
        (near(-40.0, 10.0) - -5.0).abs() < 1.0,
        "the ends keep the height of the ground"
    );
}

#[test]
fn heights_of_corners_stop_at_what_can_be_stored_and_are_counted() {
    let mut document = document_of(motley_corners(&mut Random(8)));
    let before = corners(&document).clone();
    let json = stroke(
        r#""mode":"raise","amount":9000"#,
        400.0,
        "flat",
        &[[0.0, 1280.0]],
    );
    let found = applied(&mut document, &json);
    let mut clamped = 0;
    for (old, new) in before.corners().iter().zip(corners(&document).corners()) {
        if old != new {
            assert_eq!(new.height, 16_383);
            clamped += 1;
            assert_eq!(
                Corner {
                    height: old.height,
                    ..*new
                },
                *old
            );
        }
    }
    assert!(clamped > 20);
    let sentence = format!("{clamped} corners reached the lowest or highest");
    assert!(told(&found).contains(&sentence), "{}", told(&found));
}

#[test]
fn strokes_too_weak_for_a_stored_step_add_up_where_they_accumulate() {
    let mut document = document_of(corner_map(11, 5, 5, |_, _, _| {}));
    let [x, y] = corners(&document).position(2, 2);
    let mode = r#""mode":"raise","amount":0.05,"accumulate":true"#;
    applied(&mut document, &stroke(mode, 64.0, "flat", &[[x, y]; 20]));
    assert_eq!(corners(&document).corner(2, 2).unwrap().ground_z(), 1.0);
    // And without, the strongest touch counts alone.
    let mode = r#""mode":"raise","amount":3"#;
    applied(&mut document, &stroke(mode, 64.0, "flat", &[[x, y]; 20]));
    assert_eq!(corners(&document).corner(2, 2).unwrap().ground_z(), 4.0);
}

#[test]
fn a_map_of_one_corner_and_one_of_the_largest_size_are_sculpted() {
    for (width, height) in [(1, 1), (481, 481)] {
        for mode in ["raise", "smooth"] {
            let mut document = document_of(corner_map(12, width, height, |column, row, corner| {
                corner.height = 8192 + ((column * 7 + row * 3) % 50) as u16;
            }));
            let json = stroke(
                &format!(r#""mode":"{mode}","amount":70"#),
                1e5,
                "flat",
                &[[0.0, 256.0]],
            );
            let planned = op(&json).plan(&document).unwrap();
            if mode == "raise" {
                applied(&mut document, &json);
                let first = corners(&document).corners()[0];
                assert_eq!(first.height, 8192 + 280);
            }
            assert!(!planned.label.is_empty());
        }
    }
}

#[test]
fn numbers_that_no_ground_can_have_are_refused() {
    let mut document = hills(|_| 0.0);
    let start = op(&stroke(
        r#""mode":"raise","amount":1"#,
        10.0,
        "flat",
        &[MEETING],
    ));
    let Operator::SculptTerrain(start) = start else {
        panic!("it is one");
    };
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30] {
        let mut operators = vec![start.clone(); 6];
        operators[0].amount = bad;
        operators[1].mode = serde_json::from_str("\"flatten\"").unwrap();
        operators[1].height = Some(bad);
        operators[2].mode = serde_json::from_str("\"noise\"").unwrap();
        operators[2].scale = Some(bad);
        operators[3].mode = serde_json::from_str("\"ramp\"").unwrap();
        operators[3].from = Some([bad, 0.0]);
        operators[3].to = Some([0.0, 0.0]);
        operators[4].strength = bad;
        operators[5].hardness = bad;
        for operator in operators {
            assert!(apply(&mut document, &Operator::from(operator)).is_err());
        }
        if !bad.is_finite() {
            let mut far = start.clone();
            far.samples[0].position[1] = bad;
            let mut wide = start.clone();
            wide.radius = bad;
            for operator in [far, wide] {
                assert!(apply(&mut document, &Operator::from(operator)).is_err());
            }
        }
    }
    for (mode, part) in [
        (r#""mode":"flatten""#, "'height' must be given"),
        (r#""mode":"ramp""#, "'from' must be given"),
        (
            r#""mode":"ramp","from":[0,0],"to":[9000,0]"#,
            "is not on the map",
        ),
        (r#""mode":"noise","scale":0"#, "must be above 0"),
    ] {
        let error = apply(&mut document, &op(&stroke(mode, 9.0, "flat", &[MEETING]))).unwrap_err();
        assert!(error.to_string().contains(part), "{error}");
    }
    // A brush as wide as can be touches all, and one beside the map nothing.
    applied(
        &mut document,
        &stroke(r#""mode":"raise""#, 1e30, "flat", &[MEETING]),
    );
    let found = applied(
        &mut document,
        &stroke(r#""mode":"raise""#, 9.0, "flat", &[[1e30, 0.0]]),
    );
    assert!(told(&found).contains("nothing was changed"));
}

#[test]
fn ground_whose_height_is_no_number_is_left_alone_and_counted() {
    let mut document = hills(|_| 0.0);
    let map = document.terrains[0].shape.tiles_mut().unwrap();
    let tile = map.tiles.values_mut().next().unwrap();
    tile.chunks[255].heights[72] = f32::NAN;
    let json = stroke(r#""mode":"smooth""#, 60.0, "flat", &[MEETING]);
    let planned = op(&json).plan(&document).unwrap();
    let notes: Vec<String> = planned.notes.into_iter().map(|note| note.0).collect();
    assert!(
        notes
            .iter()
            .any(|note| note.contains("left alone: the height")),
        "{notes:?}"
    );
}

#[test]
fn masks_by_slope_and_height_keep_steep_and_high_ground() {
    let slope = |x: f32, _: f32| if x > 0.0 { x * 2.0 } else { 0.0 };
    let mut document = document(TerrainShape::Tiles(tile_map(slope, |_| 0.0)));
    let before = vertices(tiles(&document));
    let mode = r#""mode":"raise","masks":{"slope":{"from_deg":0,"to_deg":30}}"#;
    applied(&mut document, &stroke(mode, 50.0, "flat", &[MEETING]));
    for ((place, old), (_, new)) in before.iter().zip(vertices(tiles(&document))) {
        let is_inside = place[0].hypot(place[1]) < 49.9;
        if place[0] > 5.0 || place[0].hypot(place[1]) > 50.1 {
            assert_eq!(old, &new, "{place:?}");
        } else if place[0] < -5.0 && is_inside {
            assert_eq!(old + 1.0, new, "{place:?}");
        }
    }
    let map = tiles(&document);
    assert!(
        map.spot_height(spot_of_vertex(map.chunks().next().unwrap().0, 0))
            .is_some()
    );
}
