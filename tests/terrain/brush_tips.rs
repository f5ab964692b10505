//! Pictures, stretch, spray and symmetry of the brush on the ground, against what follows from their
//! arguments.

use crate::ground::{corner_map, corners, document, op, tile_map, tiles};
use crate::random::Random;
use bonewright::brush::MadeTip;
use bonewright::document::{Document, TerrainShape};
use bonewright::edit::{EntryFocus, History, TipPictureArgument};
use bonewright::terrain::{Corner, CornerMap, SpotGround};
use serde_json::{Value, json};

/// A level map of corners, its middle at a whole corner.
fn level() -> Document {
    document(TerrainShape::Corners(corner_map(11, 41, 31, |_, _, _| {})))
}

fn applied(start: &Document, operator: &Value) -> Result<Document, String> {
    let mut document = start.clone();
    let mut history = History::default();
    let operator = op(&operator.to_string());
    history
        .apply(&mut document, &operator, EntryFocus::default())
        .map_err(|error| error.to_string())?;
    Ok(document)
}

fn raised(operator: Value) -> CornerMap {
    let mut stroke = json!({
        "op": "sculpt_terrain", "mode": "raise", "amount": 100, "radius": 900, "falloff": "flat",
    });
    let given = operator.as_object().unwrap().clone();
    stroke.as_object_mut().unwrap().extend(given);
    corners(&applied(&level(), &stroke).unwrap()).clone()
}

/// World height at the corner so many steps from the map's first one.
fn height(map: &CornerMap, column: u32, row: u32) -> f32 {
    map.corner(column, row).map(Corner::ground_z).unwrap()
}

/// The middle of [`level`]'s map, and the column and row there.
const MIDDLE: [f32; 2] = [-512.0 + 20.0 * 128.0, 256.0 + 15.0 * 128.0];

#[test]
fn a_picture_raises_the_ground_as_white_as_it_is() {
    // Black at the upper left, light at the lower right.
    let shades: Vec<u8> = (0..16).map(|pixel| (pixel * 17) as u8).collect();
    let picture = TipPictureArgument::of_pixels(4, 4, shades.clone()).unwrap();
    let tip = bonewright::brush::TipPicture::new(4, 4, shades).unwrap();
    let map = raised(json!({
        "shape": "square", "tip": {"picture": picture}, "samples": [{"position": MIDDLE}],
    }));
    let mut count = 0;
    for row in 0..31u32 {
        for column in 0..41u32 {
            let [x, y] = map.position(column, row);
            let offset = [(x - MIDDLE[0]) / 900.0, (y - MIDDLE[1]) / 900.0];
            let is_in = offset[0].abs() < 1.0 && offset[1].abs() < 1.0;
            let expected = match is_in {
                true => tip.share(offset[0], offset[1]) * 100.0,
                false => 0.0,
            };
            let found = height(&map, column, row);
            assert!(
                (found - expected).abs() < 0.3,
                "{column} {row}: {found} {expected}"
            );
            count += u32::from(is_in);
        }
    }
    assert!(count > 190);
    // North is at the top of the picture, and east at its right.
    assert!(height(&map, 24, 10) > height(&map, 16, 10));
    assert!(height(&map, 20, 10) > height(&map, 20, 20));
}

#[test]
fn on_tiles_too_the_top_of_a_picture_lies_in_the_north() {
    // White at the upper left alone.
    let picture = TipPictureArgument::of_pixels(2, 2, vec![255, 0, 0, 0]).unwrap();
    let start = document(TerrainShape::Tiles(tile_map(|_, _| 0.0, |_| 0.0)));
    let sculpt = json!({
        "op": "sculpt_terrain", "mode": "raise", "amount": 50, "radius": 40, "falloff": "flat",
        "shape": "square", "tip": {"picture": picture}, "samples": [{"position": [0, 0]}],
    });
    let after = applied(&start, &sculpt).unwrap();
    let height = |x: f32, y: f32| {
        let shape = &after.terrains[0].shape;
        shape.ground_height(x, y).unwrap()
    };
    // x goes north and y west.
    assert!(height(25.0, 25.0) > 45.0, "{}", height(25.0, 25.0));
    for (x, y) in [(-25.0, 25.0), (25.0, -25.0), (-25.0, -25.0)] {
        assert!(height(x, y) < 5.0, "{x} {y}");
    }
    // The same of texels.
    let paint = json!({
        "op": "paint_texture_layer", "texture": "tileset/snow.blp", "radius": 40, "falloff": "flat",
        "shape": "square", "tip": {"picture": picture}, "samples": [{"position": [0, 0]}],
    });
    let after = applied(&start, &paint).unwrap();
    let share = |x: f32, y: f32| {
        let map = tiles(&after);
        let chunk = map.chunk(map.chunk_at(x, y).unwrap()).unwrap();
        let spot = map.chunk_at(x, y).unwrap();
        let [left, top] = bonewright::terrain::first_texel(spot);
        let [column, row] = bonewright::terrain::texel_of_world([x, y]);
        let at = |found: f64, first: i32| (found.round() as i32 - first) as usize;
        let layer = chunk.layers.iter().rev().find(|layer| layer.texture == 2);
        let alpha = layer.and_then(|layer| layer.alpha.as_ref());
        alpha.map_or(0, |alpha| alpha.alpha(at(column, left), at(row, top)))
    };
    assert!(share(25.0, 25.0) > 240, "{}", share(25.0, 25.0));
    for (x, y) in [(-25.0, 25.0), (25.0, -25.0), (-25.0, -25.0)] {
        assert!(share(x, y) < 10, "{x} {y}: {}", share(x, y));
    }
}

#[test]
fn a_stretched_brush_is_as_wide_as_its_aspect_and_lies_along_its_angle() {
    for (angle, turn) in [(0.0, 0.0), (90.0, 0.0), (20.0, 25.0), (0.0, 135.0)] {
        let map = raised(json!({
            "tip": {"aspect": 0.4, "angle_deg": angle},
            "samples": [{"position": MIDDLE, "turn_deg": turn, "scale": 0.9}],
        }));
        let (sin, cos) = f32::to_radians(angle + turn).sin_cos();
        let mut counts = [0, 0];
        for row in 0..31u32 {
            for column in 0..41u32 {
                let [x, y] = map.position(column, row);
                let (x, y) = (x - MIDDLE[0], y - MIDDLE[1]);
                let along = (x * cos + y * sin) / 810.0;
                let across = (y * cos - x * sin) / 324.0;
                let distance = along.hypot(across);
                if (distance - 1.0).abs() < 1e-3 {
                    continue;
                }
                let is_in = distance < 1.0;
                let found = height(&map, column, row);
                assert_eq!(found > 50.0, is_in, "{angle} {turn}: {column} {row}");
                counts[usize::from(is_in)] += 1;
            }
        }
        // The area of the ellipse in squares of corners.
        let area = std::f32::consts::PI * 810.0 * 324.0 / 128.0f32.powi(2);
        assert!((counts[1] as f32 - area).abs() < 12.0, "{counts:?} {area}");
    }
}

#[test]
fn spray_covers_its_share_and_its_core_and_follows_the_seed() {
    let mut maps = Vec::new();
    for seed in [1, 2] {
        let map = raised(json!({
            "radius": 1800, "shape": "square", "seed": seed,
            "tip": {"spray": {"density": 0.4, "core": 0.3, "fleck": 10}},
            "samples": [{"position": MIDDLE}],
        }));
        let mut counts = [[0u32; 2]; 2];
        for row in 1..30u32 {
            for column in 7..34u32 {
                let [x, y] = map.position(column, row);
                let far = (x - MIDDLE[0]).abs().max((y - MIDDLE[1]).abs()) / 1800.0;
                if far >= 1.0 {
                    continue;
                }
                let is_core = far < 0.3;
                let is_raised = height(&map, column, row) > 50.0;
                counts[usize::from(is_core)][usize::from(is_raised)] += 1;
            }
        }
        assert_eq!(counts[1][0], 0, "the core is whole");
        let [[left, raised], _] = counts;
        let share = raised as f32 / (left + raised) as f32;
        assert!((share - 0.4).abs() < 0.07, "{share}");
        maps.push(map);
    }
    assert!(maps[0].corners() != maps[1].corners());
}

/// Whether a map is the same seen in a mirror or turned, for the columns and rows that `other` tells.
#[track_caller]
fn check_symmetric(map: &CornerMap, other: impl Fn(u32, u32) -> (u32, u32)) {
    for row in 0..31u32 {
        for column in 0..41u32 {
            let (there, below) = other(column, row);
            if there >= 41 || below >= 31 {
                continue;
            }
            let (one, two) = (map.corner(column, row), map.corner(there, below));
            let (one, two) = (one.unwrap(), two.unwrap());
            assert_eq!(one.height, two.height, "{column} {row}");
            assert_eq!(one.ground_type(), two.ground_type(), "{column} {row}");
        }
    }
}

#[test]
fn what_a_symmetry_paints_is_the_same_on_all_its_sides() {
    let mut random = Random(9);
    // Whole numbers, so that the mirrored ones are exact.
    let samples: Vec<Value> = (0..6)
        .map(|_| {
            let position = [random.below(1500), 1000 + random.below(2000)];
            json!({"position": position, "turn_deg": random.below(360), "scale": 0.6})
        })
        .collect();
    type Other = fn(u32, u32) -> (u32, u32);
    // The middle is at column 20 and row 15.
    let kinds: [(Value, Other); 5] = [
        (json!("west_east"), |column, row| (40 - column, row)),
        (json!("north_south"), |column, row| (column, 30 - row)),
        (json!("four_way"), |column, row| (40 - column, 30 - row)),
        (json!({"turn": 2}), |column, row| (40 - column, 30 - row)),
        (json!({"turn": 4}), |column, row| {
            // A quarter round: the column from the middle becomes the row.
            let (x, y) = (column as i32 - 20, row as i32 - 15);
            ((20 - y) as u32, (15 + x) as u32)
        }),
    ];
    for (kind, other) in kinds {
        for accumulate in [false, true] {
            let mut document = level();
            for stroke in [
                json!({
                    "op": "sculpt_terrain", "mode": "raise", "amount": 40, "radius": 500,
                    "tip": {"picture": "cloud", "aspect": 0.7}, "accumulate": accumulate,
                }),
                json!({
                    "op": "paint_corners", "texture": "Lrok", "radius": 600, "strength": 0.4,
                    "seed": 7, "falloff": "linear", "accumulate": accumulate,
                    "tip": {"spray": {"density": 0.7, "core": 0.1, "fleck": 100}},
                }),
                json!({
                    "op": "sculpt_terrain", "mode": "noise", "amount": 30, "radius": 450, "seed": 3,
                    "accumulate": accumulate,
                }),
            ] {
                let mut stroke = stroke;
                stroke["symmetry"] = json!({"kind": kind});
                stroke["samples"] = samples.clone().into();
                let before = document.clone();
                document = applied(&document, &stroke).unwrap();
                assert!(document != before);
            }
            check_symmetric(corners(&document), other);
        }
    }
}

#[test]
fn cliffs_and_holes_follow_the_symmetry() {
    let cliffs = json!({
        "op": "set_cliff_level", "change": {"by": 1}, "radius": 300, "falloff": "flat",
        "symmetry": {"kind": "four_way"}, "samples": [{"position": [300, 1000]}],
    });
    let after = applied(&level(), &cliffs).unwrap();
    let map = corners(&after);
    let mut raised = 0;
    for row in 0..31u32 {
        for column in 0..41u32 {
            let layer = |column, row| map.corner(column, row).map(Corner::layer).unwrap();
            assert_eq!(layer(column, row), layer(40 - column, 30 - row));
            raised += u32::from(layer(column, row) != Corner::LEVEL.layer());
        }
    }
    assert!(raised >= 4 * 12, "{raised}");
    let start = document(TerrainShape::Tiles(tile_map(|_, _| 0.0, |_| 0.0)));
    let holes = json!({
        "op": "paint_holes", "radius": 12, "falloff": "flat", "symmetry": {"kind": {"turn": 2}},
        "samples": [{"position": [40.3, 21.7]}],
    });
    let after = applied(&start, &holes).unwrap();
    let cut = |[x, y]: [f32; 2]| {
        let map = tiles(&after);
        let chunk = map.chunk(map.chunk_at(x, y).unwrap()).unwrap();
        chunk.holes != 0
    };
    assert!(cut([40.3, 21.7]) && cut([-40.3, -21.7]) && !cut([40.3, -21.7]));
}

#[test]
fn a_symmetry_without_a_centre_is_about_the_middle_of_the_map() {
    let stroke = |centre: Value| {
        let symmetry = json!({"kind": "west_east", "centre": centre});
        raised(json!({"samples": [{"position": [100, 900]}], "symmetry": symmetry}))
    };
    let middle = stroke(json!(null));
    assert_eq!(middle.corners(), stroke(json!(MIDDLE)).corners());
    assert!(middle.corners() != stroke(json!([0, 0])).corners());
    // A dab on the line in the middle is one dab.
    let twice = raised(json!({
        "accumulate": true, "samples": [{"position": MIDDLE}], "symmetry": {"kind": "west_east"},
    }));
    assert_eq!(height(&twice, 20, 15), 100.0);
}

#[test]
fn arguments_that_no_brush_can_have_are_refused() {
    let with = |name: &str, value: Value| {
        let mut stroke = json!({
            "op": "sculpt_terrain", "mode": "raise", "radius": 300,
            "samples": [{"position": MIDDLE}],
        });
        stroke[name] = value;
        applied(&level(), &stroke)
    };
    let big = json!({"grey": {"width": 300, "height": 1, "shades": "AAAA"}});
    let torn = json!({"grey": {"width": 3, "height": 3, "shades": "AAAA"}});
    let spray = |density: f32, fleck: f32| json!({"spray": {"density": density, "fleck": fleck}});
    for tip in [
        json!({"aspect": 0.0}),
        json!({"aspect": 1.5}),
        spray(1.1, 4.0),
        spray(0.5, 0.0),
        json!({"picture": big}),
        json!({"picture": torn}),
    ] {
        let told = with("tip", tip.clone()).unwrap_err();
        assert!(told.contains("tip"), "{tip}: {told}");
    }
    for count in [0, 1, 17] {
        let told = with("symmetry", json!({"kind": {"turn": count}})).unwrap_err();
        assert!(told.contains("2 to 16"), "{told}");
    }
    let samples = json!([{"position": MIDDLE, "scale": 0}]);
    assert!(with("samples", samples).unwrap_err().contains("samples"));
    assert!(with("tip", json!({"picture": "stipple"})).is_ok());
    let ramp = json!({
        "op": "sculpt_terrain", "mode": "ramp", "radius": 300, "from": [0, 900], "to": [900, 900],
        "symmetry": {"kind": "west_east"}, "samples": [],
    });
    assert!(applied(&level(), &ramp).unwrap_err().contains("ramp"));
}

#[test]
fn every_made_picture_paints_texels_as_its_pixels_say() {
    let start = document(TerrainShape::Tiles(tile_map(|_, _| 0.0, |_| 0.0)));
    for made in MadeTip::ALL {
        let picture = made.picture().unwrap();
        let paint = json!({
            "op": "paint_texture_layer", "texture": "tileset/snow.blp", "radius": 20,
            "falloff": "flat", "tip": {"picture": TipPictureArgument::from(made)},
            "samples": [{"position": [60, 60]}],
        });
        let after = applied(&start, &paint).unwrap();
        let map = tiles(&after);
        let (mut painted, mut off) = (0, 0.0f32);
        for (place, chunk) in map.chunks() {
            let Some(layer) = chunk.layers.iter().rev().find(|layer| layer.texture == 2) else {
                continue;
            };
            let Some(alpha) = &layer.alpha else { continue };
            let [left, top] = bonewright::terrain::first_texel(place);
            for row in 0..64usize {
                for column in 0..64usize {
                    let [x, y] =
                        bonewright::terrain::world_of_texel(left + column as i32, top + row as i32);
                    let (right, up) = ((60.0 - y) / 20.0, (x - 60.0) / 20.0);
                    let expected = match right.hypot(up) < 0.999 {
                        true => picture.share(right, up),
                        false if right.hypot(up) > 1.001 => 0.0,
                        false => continue,
                    };
                    let found = f32::from(alpha.alpha(column, row)) / 255.0;
                    off = off.max((found - expected).abs());
                    painted += u32::from(expected > 0.5);
                }
            }
        }
        assert!(painted > 50, "{made:?}: {painted}");
        assert!(off < 0.02, "{made:?}: off by {off}");
    }
}

#[test]
fn a_brush_of_two_tiles_radius_paints_all_that_it_covers() {
    let start = document(TerrainShape::Tiles(tile_map(|_, _| 0.0, |_| 0.0)));
    let radius = 2.0 * bonewright::terrain::TILE_YARDS;
    let paint = json!({
        "op": "paint_texture_layer", "texture": "tileset/snow.blp", "radius": radius,
        "falloff": "flat", "samples": [{"position": [0, 0]}],
    });
    let begun = std::time::Instant::now();
    let after = applied(&start, &paint).unwrap();
    let took = begun.elapsed();
    let map = tiles(&after);
    let whole = map.chunks().filter(|(_, chunk)| {
        let top = chunk.layers.iter().find(|layer| layer.texture == 2);
        let alpha = top.and_then(|layer| layer.alpha.as_ref());
        alpha.is_some_and(|alpha| alpha.rows().iter().flatten().all(|alpha| *alpha == 255))
    });
    assert_eq!(whole.count(), 4 * 256);
    let corners = document(TerrainShape::Corners(corner_map(
        11,
        200,
        200,
        |_, _, _| {},
    )));
    let wide = json!({
        "op": "paint_corners", "texture": "Lrok", "radius": 64000, "falloff": "flat",
        "samples": [{"position": [0, 0]}],
    });
    let begun = std::time::Instant::now();
    let after = applied(&corners, &wide).unwrap();
    let all = crate::ground::corners(&after).corners();
    assert!(all.iter().all(|corner| corner.ground_type() == 2));
    eprintln!("two tiles: {took:?}, 1000 corners: {:?}", begun.elapsed());
    assert!(
        map.spot_height(bonewright::terrain::GroundSpot { column: 0, row: 0 })
            .is_none()
    );
}
