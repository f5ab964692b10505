//! The smallest and the largest maps: opened from their files, framed, painted at every border,
//! undone, saved, exported and opened again.

use bonewright::document::{Terrain, TerrainId, TerrainShape};
use bonewright::edit::FalloffArgument;
use bonewright::editor::{
    Editor, GroundBrush, GroundIntent, GroundNumber, GroundTool, Sight, StrokePoint, StrokeStart,
    ViewIntent,
};
use bonewright::import_export::{Profile, export_terrain};
use bonewright::math::{Ray, Vec3};
use bonewright::render::terrain_bounds;
use bonewright::terrain::{Corner, CornerFlags, CornerMap, CornerMapHead};
use eframe::egui::Vec2;
use std::path::Path;

use crate::files::wait;
use crate::terrain_viewport::tile;
use crate::viewport_bench::{pane, picture, view, window_of};

/// So many tiles to a side, in waves, with a lake and two grounds.
fn corners(tiles: u32) -> Terrain {
    let head = CornerMapHead {
        version: 11,
        tileset: b'L',
        custom_tileset: 0,
        ground_types: vec![*b"Ldrt", *b"Lgrs"],
        cliff_types: vec![*b"CLdi"],
        origin: [tiles as f32 * -64.0; 2],
        rest: Vec::new(),
    };
    let side = tiles + 1;
    let places = (0..side).flat_map(|row| (0..side).map(move |column| (column, row)));
    let made = places.map(|(column, row)| {
        let mut corner = Corner::LEVEL;
        corner.height += ((column / 5 + row / 7) % 9) as u16 * 40;
        corner.set_ground_type(((column / 3 + row / 4) % 2) as u8);
        if (column / 40 + row / 40) % 3 == 1 {
            corner.set_flags(CornerFlags::WATER);
            corner.set_water_level(8400);
        }
        corner
    });
    let map = CornerMap::new(head, side, made.collect()).expect("whole rows");
    Terrain {
        id: TerrainId(0),
        name: "isle".to_owned(),
        shape: TerrainShape::Corners(map),
        native: None,
    }
}

fn shape(editor: &Editor) -> &TerrainShape {
    &editor.terrain().expect("a terrain").shape
}

fn ask(editor: &mut Editor, intent: ViewIntent) {
    editor.handle(intent.into());
    wait(editor);
}

fn stroke(editor: &mut Editor, [x, y]: [f32; 2]) {
    let point = StrokePoint {
        sight: Sight {
            ray: Ray {
                origin: Vec3::new(x, y, 9000.0),
                direction: -Vec3::z(),
            },
            is_parallel: true,
        },
        pressure: 1.0,
    };
    let start = StrokeStart {
        point,
        inverts: false,
        smooths: false,
    };
    editor.handle(GroundIntent::Begin(start).into());
    editor.handle(GroundIntent::End.into());
}

/// The corners, the middles of the borders and the middle of a map, a hair inside.
fn places(shape: &TerrainShape) -> Vec<[f32; 2]> {
    let bounds = terrain_bounds(shape);
    let at = |axis: usize, part: f32| {
        let (low, high) = (bounds.min[axis], bounds.max[axis]);
        let inside = (high - low) * 1e-3;
        low + inside + (high - low - 2.0 * inside) * part
    };
    let parts = [0.0, 0.5, 1.0];
    let all = parts
        .into_iter()
        .flat_map(|x| parts.map(|y| [at(0, x), at(1, y)]));
    all.collect()
}

/// Opens a file as the window does.
fn opened(path: &Path) -> Editor {
    let mut editor = Editor::new();
    ask(&mut editor, ViewIntent::Open(vec![path.to_owned()]));
    editor
}

fn check(name: &str, terrain: &Terrain, profile: Profile, texture: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    let exported = export_terrain(terrain, profile, name).expect("it is written");
    std::fs::write(&path, &exported.files[0].bytes).unwrap();
    let editor = opened(&path);
    let start = shape(&editor).clone();

    // All of it is in the picture, and it is drawn.
    let mut bench = window_of(editor, Vec2::new(1000.0, 700.0));
    let shown = picture(&mut bench, &format!("60_{}", name.replace('.', "_")));
    let (sees, area) = (view(&bench), pane(&bench));
    for [x, y] in places(&start) {
        let height = start.ground_height(x, y).expect("ground");
        let at = sees.pos_of(&Vec3::new(x, y, height)).expect("in front");
        assert!(area.contains(at), "{name}: {x}, {y} is at {at:?}");
    }
    let colour = |at: eframe::egui::Pos2| shown.get_pixel(at.x as u32, at.y as u32).0;
    let lit = (0..40).filter(|step| {
        let [x, y, _] = colour(area.center() + Vec2::new(*step as f32 - 20.0, 0.0))[..3] else {
            return false;
        };
        x > 30 || y > 30
    });
    assert!(lit.count() > 20, "{name} is black");

    let editor = &mut bench.state_mut().editor;
    let usual = GroundBrush {
        strength: 1.0,
        falloff: FalloffArgument::Flat,
        tile_radius: 6.0,
        corner_radius: 200.0,
        ..GroundBrush::default()
    };
    editor.handle(GroundIntent::Choose(texture.to_owned()).into());
    let mut steps = 0;
    for tool in [GroundTool::Raise, GroundTool::Paint] {
        let brush = GroundBrush {
            tool,
            ..usual.clone()
        };
        editor.handle(GroundIntent::SetBrush(Box::new(brush)).into());
        for place in places(&start) {
            let before = shape(editor).clone();
            stroke(editor, place);
            let is_new = *shape(editor) != before;
            steps += usize::from(is_new);
            assert_eq!(
                editor.history().position(),
                steps,
                "{name} {tool:?} {place:?}"
            );
            // The texture may be there already.
            assert!(is_new || tool != GroundTool::Raise, "{name} {place:?}");
        }
    }
    assert!(
        steps > places(&start).len(),
        "{name}: no texture was painted"
    );
    // The largest brush there is covers all of it.
    let largest = GroundBrush {
        tool: GroundTool::Raise,
        ..usual
    };
    let largest = largest.with_number(GroundNumber::Radius, 1e9, &start);
    let bounds = terrain_bounds(&start);
    let reach = (bounds.max - bounds.min).xy().norm() / 2.0;
    assert!(largest.radius(&start) >= reach, "{name}: {reach}");
    editor.handle(GroundIntent::SetBrush(Box::new(largest)).into());
    let before = shape(editor).clone();
    stroke(editor, places(&start)[4]);
    steps += 1;
    assert_eq!(editor.history().position(), steps);
    for [x, y] in places(&start) {
        let rise = |shape: &TerrainShape| shape.ground_height(x, y).expect("ground");
        assert!(rise(shape(editor)) > rise(&before), "{name} {x} {y}");
    }
    bench.run_steps(3);
    picture(&mut bench, &format!("61_{}", name.replace('.', "_")));

    let editor = &mut bench.state_mut().editor;
    let painted = shape(editor).clone();
    for _ in 0..steps {
        editor.handle(ViewIntent::Undo.into());
    }
    assert!(*shape(editor) == start, "{name}: undo is not exact");
    for _ in 0..steps {
        editor.handle(ViewIntent::Redo.into());
    }
    assert!(*shape(editor) == painted, "{name}: redo is not exact");
    let (saved, out) = (
        folder.path().join("work.bwp"),
        folder.path().join("out").join(name),
    );
    std::fs::create_dir_all(folder.path().join("out")).unwrap();
    ask(editor, ViewIntent::SaveAs(saved.clone()));
    ask(editor, ViewIntent::Export(out.clone()));
    assert!(out.is_file(), "{name}: {:?}", editor.toasts);
    assert!(
        *shape(&opened(&saved)) == painted,
        "{name}: the project differs"
    );
    let back = opened(&out);
    match (shape(&back), &painted) {
        (TerrainShape::Corners(back), TerrainShape::Corners(painted)) => assert!(back == painted),
        (TerrainShape::Tiles(back), TerrainShape::Tiles(painted)) => {
            let chunks = back.chunks().zip(painted.chunks());
            for ((place, back), (_, painted)) in chunks {
                assert_eq!(back.heights, painted.heights, "{place:?}");
                assert_eq!(back.layers, painted.layers, "{place:?}");
            }
            assert_eq!(back.chunks().count(), painted.chunks().count());
        }
        _ => panic!("{name} came back in another shape"),
    }
}

#[test]
fn a_map_of_a_single_tile_of_corners_is_worked_on_as_any() {
    check("one.w3e", &corners(1), Profile::W3e { version: 11 }, "Lgrs");
}

#[test]
fn the_largest_map_of_corners_is_worked_on_as_any() {
    check(
        "wide.w3e",
        &corners(480),
        Profile::W3e { version: 11 },
        "Lgrs",
    );
}

#[test]
fn a_map_of_a_single_tile_of_map_chunks_is_worked_on_as_any() {
    let terrain = Terrain {
        shape: tile(),
        ..corners(1)
    };
    let texture = "Tileset\\Made\\Snow.blp";
    check("Isle_32_32.adt", &terrain, Profile::AdtWotlk, texture);
}

#[test]
fn a_map_of_a_single_corner_has_no_ground_and_harms_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.w3e");
    let exported = export_terrain(&corners(0), Profile::W3e { version: 11 }, "none.w3e");
    std::fs::write(&path, &exported.expect("it is written").files[0].bytes).unwrap();
    let mut bench = window_of(opened(&path), Vec2::new(1000.0, 700.0));
    picture(&mut bench, "62_single_corner");
    let editor = &mut bench.state_mut().editor;
    for tool in GroundTool::ALL {
        let brush = GroundBrush {
            tool,
            ..GroundBrush::default()
        };
        editor.handle(GroundIntent::SetBrush(Box::new(brush)).into());
        stroke(editor, [0.0, 0.0]);
    }
    bench.run_steps(2);
    let map = shape(&bench.state().editor).corners().expect("corners");
    assert_eq!((map.corners().len(), map.tiles()), (1, (0, 0)));
}
