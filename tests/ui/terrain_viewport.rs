//! The viewport on maps of both games: the ground is drawn, met by the cursor, and follows edits.

use crate::files::wait;
use crate::viewport_bench::{Bench, hover, pane, picture, send, view, window_of};
use bonewright::document::{Document, Terrain, TerrainId, TerrainShape};
use bonewright::edit::operator::Operator;
use bonewright::editor::{Command, Editor, GroundIntent, Intent, ViewIntent};
use bonewright::math::Vec3;
use bonewright::terrain::{AlphaForm, HoleFill};
use bonewright::terrain::{
    CHUNK_VERTICES, Chunk, ChunkFlags, Corner, CornerMap, CornerMapHead, TILE_YARDS, TextureLayer,
    TextureLayerFlags, Tile, TileId, TileMap, TileTexture,
};
use bonewright::ui::viewport::TerrainRing;
use eframe::egui::{Event, MouseWheelSource, MouseWheelUnit, Pos2, Rect, TouchPhase, Vec2};
use image::RgbaImage;
use std::time::{Duration, Instant};

pub fn editor_on(shape: TerrainShape) -> Editor {
    let mut document = Document::new();
    document.terrains.push(Terrain {
        id: TerrainId(0),
        name: "isle".to_owned(),
        shape,
        native: None,
    });
    Editor::with_document(document)
}

/// 33 x 33 corners with a hill in the middle.
pub fn hill() -> TerrainShape {
    let head = CornerMapHead {
        version: 11,
        tileset: b'L',
        custom_tileset: 0,
        ground_types: vec![*b"Ldrt", *b"Lgrs"],
        cliff_types: vec![*b"CLdi"],
        origin: [-2048.0; 2],
        rest: Vec::new(),
    };
    let corners = (0..33 * 33_i32).map(|index| {
        let away = (index % 33 - 16).pow(2) + (index / 33 - 16).pow(2);
        let mut corner = Corner::LEVEL;
        corner.height += (200 - away).max(0) as u16 * 12;
        corner.set_ground_type(u8::from(away < 60));
        corner
    });
    let map = CornerMap::new(head, 33, corners.collect());
    TerrainShape::Corners(map.expect("whole rows"))
}

/// A level tile with one texture.
pub fn tile() -> TerrainShape {
    let chunks = (0..256_u16).map(|index| {
        let side = TILE_YARDS / 16.0;
        let (column, row) = (f32::from(index % 16), f32::from(index / 16));
        Chunk {
            flags: ChunkFlags::default(),
            area_id: 0,
            holes: 0,
            position: [-row * side, -column * side, 0.0],
            heights: Box::new([0.0; CHUNK_VERTICES]),
            normals: Box::new([[0, 0, 127]; CHUNK_VERTICES]),
            colours: None,
            shadow: None,
            clutter_layers: [0; 8],
            no_clutter: [0; 8],
            layers: vec![TextureLayer {
                texture: 0,
                flags: TextureLayerFlags::default(),
                ground_effect: -1,
                alpha: None,
                form: AlphaForm::EightBit,
            }],
            liquids: Vec::new(),
        }
    });
    let texture = TileTexture {
        path: b"Tileset\\Made\\Rock.blp".to_vec(),
        flags: 0,
    };
    let tile = Tile {
        textures: vec![texture],
        chunks: chunks.collect(),
    };
    TerrainShape::Tiles(TileMap {
        tiles: [(TileId { x: 32, y: 32 }, tile)].into(),
        ..TileMap::default()
    })
}

/// The mean colour of a square of the pane around a place.
fn colour_at(picture: &RgbaImage, at: Pos2) -> [f32; 3] {
    let mut sum = [0.0; 3];
    for (x, y) in (0..16).flat_map(|y| (0..16).map(move |x| (x, y))) {
        let pixel = picture
            .get_pixel(at.x as u32 + x - 8, at.y as u32 + y - 8)
            .0;
        for (sum, part) in sum.iter_mut().zip(pixel) {
            *sum += f32::from(part) / 256.0;
        }
    }
    sum
}

fn difference(a: [f32; 3], b: [f32; 3]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum()
}

fn pixels_that_differ(a: &RgbaImage, b: &RgbaImage, area: Rect) -> usize {
    let pairs = a.enumerate_pixels().zip(b.pixels());
    let own =
        pairs.filter(|((x, y, a), b)| area.contains(Pos2::new(*x as f32, *y as f32)) && a.0 != b.0);
    own.count()
}

fn bench(shape: TerrainShape) -> Bench {
    window_of(editor_on(shape), Vec2::new(1200.0, 800.0))
}

#[test]
fn a_map_fills_the_pane_and_the_cursor_is_on_its_ground() {
    let mut bench = bench(hill());
    let shown = picture(&mut bench, "20_hill");
    let middle = pane(&bench).center();
    let corner = pane(&bench).left_bottom() + Vec2::new(30.0, -40.0);
    let (ground, around) = (colour_at(&shown, middle), colour_at(&shown, corner));
    assert!(difference(ground, around) > 40.0, "{ground:?} {around:?}");
    assert_eq!(bench.state().shell.viewport.ground_hit(), None);
    hover(&mut bench, middle);
    let hit = bench
        .state()
        .shell
        .viewport
        .ground_hit()
        .expect("on the ground");
    let height = hill().ground_height(hit.position.x, hit.position.y);
    assert!((height.expect("ground") - hit.position.z).abs() < 0.5);
    let seen_at = view(&bench).pos_of(&hit.position).expect("in front");
    assert!((seen_at - middle).length() < 0.5, "{seen_at:?}");
    hover(&mut bench, corner);
    assert_eq!(bench.state().shell.viewport.ground_hit(), None);
}

#[test]
fn the_wheel_keeps_the_ground_under_the_cursor_and_home_shows_all_again() {
    let mut bench = bench(hill());
    let at = pane(&bench).center() + Vec2::new(90.0, 60.0);
    hover(&mut bench, at);
    let before = bench.state().shell.viewport.ground_hit().expect("ground");
    let far = view(&bench).camera;
    bench.event(Event::MouseWheel {
        unit: MouseWheelUnit::Line,
        delta: Vec2::new(0.0, 6.0),
        phase: TouchPhase::Move,
        source: MouseWheelSource::Wheel,
        modifiers: eframe::egui::Modifiers::NONE,
    });
    bench.run_steps(40);
    let near = view(&bench);
    assert!(near.camera.distance < far.distance * 0.8);
    let seen_at = near.pos_of(&before.position).expect("in front");
    assert!((seen_at - at).length() < 1.5, "{seen_at:?}, not {at:?}");
    // All of the map is still before the far plane.
    let eye = near.camera.eye().coords;
    assert!(near.camera.reach > 2.0 * 2048.0 && eye.norm() < near.camera.reach);
    let intents = Command::FrameAll
        .plan(&bench.state().editor)
        .expect("a map is shown");
    send(&mut bench, intents);
    let all = view(&bench);
    let rect = pane(&bench);
    for (x, y) in [(-2048.0, -2048.0), (2048.0, 2048.0), (-2048.0, 2048.0)] {
        let corner = all.pos_of(&Vec3::new(x, y, 0.0)).expect("in front");
        assert!(rect.contains(corner), "{corner:?} is not in {rect:?}");
    }
}

#[test]
fn a_ring_lies_on_the_ground() {
    let mut bench = bench(hill());
    let without = picture(&mut bench, "21_no_ring");
    bench.state_mut().shell.viewport.terrain_ring = Some(TerrainRing::circle([0.0; 2], 900.0, 0.5));
    let with = picture(&mut bench, "21_ring");
    let area = pane(&bench);
    let drawn = pixels_that_differ(&without, &with, area);
    assert!(drawn > 800 && drawn < 20_000, "{drawn} pixels");
    // A place of the outer ring, at the height of the ground there.
    let height = hill().ground_height(900.0, 0.0).expect("ground");
    let place = view(&bench)
        .pos_of(&Vec3::new(900.0, 0.0, height))
        .expect("in front");
    let around = Rect::from_center_size(place, Vec2::splat(8.0));
    assert!(pixels_that_differ(&without, &with, around) > 4);
}

#[test]
fn an_edit_of_the_ground_is_seen_and_undone() {
    let mut bench = bench(tile());
    wait(&mut bench.state_mut().editor);
    let before = picture(&mut bench, "22_before");
    let place = pane(&bench).center();
    let sight = view(&bench).sight(place);
    assert!(tile().pick_ground(&sight, HoleFill::Open).is_some());
    let text = r#"{"op":"fill_texture","texture":"Tileset\\Made\\Snow.blp","scope":"all"}"#;
    let fill: Operator = serde_json::from_str(text).expect("an operator");
    send(&mut bench, [Intent::Apply(fill)]);
    let filled = picture(&mut bench, "22_filled");
    let change = difference(colour_at(&before, place), colour_at(&filled, place));
    assert!(change > 60.0, "{change}");
    let undo = Command::Undo.plan(&bench.state().editor).expect("a step");
    send(&mut bench, undo);
    // The panel beside it is as wide as what it says, which the map is looked over for.
    wait(&mut bench.state_mut().editor);
    let undone = picture(&mut bench, "22_undone");
    // Messages may lie over the corners.
    let middle = Rect::from_center_size(place, Vec2::splat(240.0));
    assert_eq!(pixels_that_differ(&before, &undone, middle), 0);
}

#[test]
fn textures_are_read_from_beside_the_map_and_from_folders_that_are_added() {
    let folder = tempfile::tempdir().unwrap();
    let made = folder.path().join("art/TerrainArt/Made");
    std::fs::create_dir_all(&made).unwrap();
    let table = "ID;PWXL\nC;X1;Y1;K\"tileID\"\nC;X2;K\"dir\"\nC;X3;K\"file\"\n\
        C;X1;Y2;K\"Ldrt\"\nC;X2;K\"TerrainArt\\Made\"\nC;X3;K\"Dirt\"\nE\n";
    std::fs::write(folder.path().join("art/TerrainArt/Terrain.slk"), table).unwrap();
    let red = RgbaImage::from_pixel(64, 64, image::Rgba([255, 0, 0, 255]));
    red.save(made.join("Dirt.png")).unwrap();
    let mut bench = bench(hill());
    let editor = &bench.state().editor;
    assert_eq!(editor.ground.missing_count(), 3);
    let revision = editor.ground.revision;
    let grid = Command::ToggleGrid
        .plan(&bench.state().editor)
        .expect("a grid");
    send(&mut bench, grid);
    let before = picture(&mut bench, "23_patterns");
    let add = ViewIntent::AddAssetFolder(folder.path().join("art"));
    send(&mut bench, [add.into()]);
    for _ in 0..500 {
        bench.state_mut().editor.poll();
        if bench.state().editor.ground.revision > revision {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let editor = &bench.state().editor;
    assert_eq!(editor.ground.missing_count(), 2);
    let toast = editor.toasts.last().expect("what is missing is said");
    assert!(toast.text.starts_with("2 of 3 textures"), "{}", toast.text);
    let after = picture(&mut bench, "23_found");
    // A place of bare dirt, away from the borders of its tile.
    let height = hill().ground_height(-1472.0, -1472.0).expect("ground");
    let place = view(&bench).pos_of(&Vec3::new(-1472.0, -1472.0, height));
    let place = place.expect("in front");
    let [red, green, _] = colour_at(&after, place);
    assert!(red > 100.0 && green < 0.1 * red, "{red} {green}");
    assert!(difference(colour_at(&before, place), colour_at(&after, place)) > 60.0);
}

#[test]
fn textures_that_were_used_on_other_maps_are_not_missed_on_this_one() {
    let mut editor = editor_on(tile());
    let other = "Tileset\\Other\\Sand.blp".to_owned();
    editor.handle(GroundIntent::Choose(other).into());
    let until = Instant::now() + Duration::from_secs(60);
    while editor.ground.textures.len() < 2 {
        assert!(Instant::now() < until, "they are never looked for");
        editor.poll();
    }
    assert_eq!(
        (editor.ground.own_count(), editor.ground.missing_count()),
        (1, 1)
    );
    let expected = "1 of 1 textures of the ground was not found and is drawn as a pattern";
    let told: Vec<&str> = editor.toasts.iter().map(|it| it.text.as_str()).collect();
    assert!(
        told.iter().any(|text| text.starts_with(expected)),
        "{told:?}"
    );
}
