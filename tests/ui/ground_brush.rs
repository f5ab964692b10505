//! The brush of the terrain workspace: lines, rope, symmetry, pictures, and what its menus show.

use bonewright::document::{Document, Terrain, TerrainShape};
use bonewright::edit::{SymmetryArgument, SymmetryKind, TipPictureArgument};
use bonewright::editor::{
    Command, Editor, GroundBrush, GroundIntent, GroundTool, PressureUse, Sight, SpraySettings,
    StrokePoint, StrokeStart, TipTurning, ViewIntent,
};
use bonewright::formats::picture::encode_png;
use bonewright::math::{Ray, Vec3};
use bonewright::samples::valley_corners;
use bonewright::terrain::{CornerMap, CornerMapHead};
use eframe::egui::{Event, Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable as _;

use crate::files::wait;
use crate::viewport_bench::{button, hover, pane, picture, press, view, window_of};

/// A level map of 65 x 65 corners about the origin.
fn level() -> Editor {
    let head = CornerMapHead {
        version: 11,
        tileset: b'L',
        custom_tileset: 0,
        ground_types: vec![*b"Ldrt", *b"Lgrs"],
        cliff_types: vec![*b"CLdi"],
        origin: [-4096.0; 2],
        rest: Vec::new(),
    };
    let corners = vec![bonewright::terrain::Corner::LEVEL; 65 * 65];
    let map = CornerMap::new(head, 65, corners).expect("whole rows");
    let mut document = Document::new();
    document.terrains.push(Terrain {
        shape: TerrainShape::Corners(map),
        ..valley_corners()
    });
    let mut editor = Editor::with_document(document);
    wait(&mut editor);
    let mut brush = GroundBrush {
        tool: GroundTool::Raise,
        corner_radius: 300.0,
        ..GroundBrush::default()
    };
    brush.corner_amount = 100.0;
    set(&mut editor, brush);
    editor
}

fn set(editor: &mut Editor, brush: GroundBrush) {
    editor.handle(GroundIntent::SetBrush(Box::new(brush)).into());
}

fn map(editor: &Editor) -> &CornerMap {
    let terrain = editor.terrain().expect("a terrain");
    terrain.shape.corners().expect("a map of corners")
}

/// How many corners were raised.
fn raised(editor: &Editor) -> usize {
    let corners = map(editor).corners().iter();
    corners.filter(|corner| corner.height != 8192).count()
}

fn height_at(editor: &Editor, x: f32, y: f32) -> f32 {
    let terrain = editor.terrain().expect("a terrain");
    terrain.shape.ground_height(x, y).expect("ground")
}

/// A place of the ground seen from straight above.
fn above(x: f32, y: f32, pressure: f32) -> StrokePoint {
    StrokePoint {
        sight: Sight {
            ray: Ray {
                origin: Vec3::new(x, y, 9000.0),
                direction: -Vec3::z(),
            },
            is_parallel: true,
        },
        pressure,
    }
}

fn start(point: StrokePoint) -> StrokeStart {
    StrokeStart {
        point,
        inverts: false,
        smooths: false,
    }
}

fn click(editor: &mut Editor, x: f32, y: f32, pressure: f32) {
    let begin = GroundIntent::Begin(start(above(x, y, pressure)));
    editor.handle(begin.into());
    editor.handle(GroundIntent::End.into());
}

#[test]
fn a_line_goes_on_from_where_the_last_stroke_ended() {
    let mut editor = level();
    click(&mut editor, -2000.0, -1000.0, 1.0);
    assert_eq!(editor.ground_view.last_place(), Some([-2000.0, -1000.0]));
    let line = GroundIntent::Line {
        from: None,
        to: start(above(2000.0, -1000.0, 1.0)),
    };
    editor.handle(line.into());
    assert_eq!(editor.history().position(), 2);
    for x in [-1500.0, -500.0, 0.0, 700.0, 1999.0] {
        assert!(height_at(&editor, x, -1000.0) > 20.0, "{x}");
        assert_eq!(height_at(&editor, x, -500.0), 0.0);
    }
    assert_eq!(editor.ground_view.last_place(), Some([2000.0, -1000.0]));
    editor.handle(ViewIntent::Undo.into());
    assert_eq!(height_at(&editor, 0.0, -1000.0), 0.0);
    let outside = GroundIntent::Line {
        from: None,
        to: start(above(90_000.0, 0.0, 1.0)),
    };
    editor.handle(outside.into());
    assert_eq!(editor.history().position(), 1);
    let toast = editor.toasts.last().expect("a message");
    assert!(toast.text.contains("beside the ground"), "{}", toast.text);
}

#[test]
fn a_stroke_that_turns_shrinks_and_mirrors_is_undone_and_redone_exactly() {
    let mut editor = level();
    let mut brush = editor.ground_brush.clone();
    brush.tip.picture = Some(TipPictureArgument::Cloud);
    brush.tip.aspect = 0.4;
    brush.tip.turning = TipTurning::Along;
    brush.tip.scale_jitter = 0.5;
    brush.tip.spray = Some(SpraySettings {
        density: 0.8,
        ..SpraySettings::default()
    });
    brush.way.symmetry = Some(SymmetryArgument {
        kind: SymmetryKind::FourWay,
        centre: None,
    });
    brush.corner_radius = 900.0;
    set(&mut editor, brush);
    let before = editor.terrain().cloned();
    let begin = GroundIntent::Begin(start(above(500.0, 600.0, 1.0)));
    editor.handle(begin.into());
    let points = (1..40).map(|step| above(500.0 + 50.0 * step as f32, 600.0, 0.8));
    editor.handle(GroundIntent::Continue(points.collect()).into());
    let live = editor.terrain().cloned();
    editor.handle(GroundIntent::End.into());
    assert_eq!(editor.terrain().cloned(), live, "the end is what was shown");
    let map_now = map(&editor);
    for row in 0..65u32 {
        for column in 0..65u32 {
            let height = |column, row| map_now.corner(column, row).map(|corner| corner.height);
            let mirrored = height(64 - column, row);
            assert!(
                height(column, row)
                    .zip(mirrored)
                    .is_some_and(|(one, other)| one.abs_diff(other) <= 1),
                "{column} {row}"
            );
        }
    }
    assert!(raised(&editor) > 100);
    let corners = map(&editor).corners().to_vec();
    editor.handle(ViewIntent::Undo.into());
    assert_eq!(editor.terrain().cloned(), before);
    editor.handle(ViewIntent::Redo.into());
    assert!(map(&editor).corners() == corners.as_slice());
}

#[test]
fn a_pen_changes_the_size_or_the_opacity_as_asked() {
    let painted = |pressure: PressureUse| {
        let mut editor = level();
        let mut brush = editor.ground_brush.clone();
        brush.way.pressure = pressure;
        brush.corner_radius = 1000.0;
        brush.strength = 1.0;
        set(&mut editor, brush);
        click(&mut editor, 0.0, 0.0, 0.5);
        (raised(&editor), height_at(&editor, 0.0, 0.0))
    };
    let (all, whole) = painted(PressureUse::Nothing);
    let (same, half) = painted(PressureUse::Strength);
    let (small, high) = painted(PressureUse::Size);
    assert_eq!((whole, half, high), (100.0, 50.0, 100.0));
    assert!(same <= all && same * 10 > all * 9, "{same} of {all}");
    let share = small as f32 / all as f32;
    assert!((share - 0.25).abs() < 0.05, "{small} of {all}");
}

#[test]
fn a_picture_is_read_from_a_file_and_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("half.png");
    let pixels = (0..400 * 400).flat_map(|pixel| {
        let shade = if pixel % 400 < 200 { 255 } else { 0 };
        [shade, shade, shade, 255]
    });
    let png = encode_png(400, 400, &pixels.collect::<Vec<u8>>()).expect("a picture");
    std::fs::write(&path, png).expect("it is written");
    let mut editor = level();
    editor.handle(ViewIntent::LoadBrushPicture(path).into());
    wait(&mut editor);
    let toast = editor.toasts.last().expect("a message");
    assert!(toast.text.contains("400 x 400"), "{}", toast.text);
    let tip = editor.ground_brush.tip.clone();
    assert_eq!(tip.picture_name, "half.png");
    let read = tip.picture.expect("a picture").picture().expect("pixels");
    assert_eq!(read.size(), [256, 256]);
    // White in the west alone.
    click(&mut editor, 0.0, 0.0, 1.0);
    assert!(height_at(&editor, -128.0, 0.0) > 10.0);
    assert_eq!(height_at(&editor, 128.0, 0.0), 0.0);
    // It comes back with the settings.
    let text = serde_json::to_string(&editor.ground_brush).expect("text");
    let back: GroundBrush = serde_json::from_str(&text).expect("readable");
    assert_eq!(back.within_ranges(), editor.ground_brush);
    let missing = folder.path().join("none.png");
    editor.handle(ViewIntent::LoadBrushPicture(missing).into());
    wait(&mut editor);
    assert!(
        editor
            .toasts
            .last()
            .expect("a message")
            .text
            .contains("none.png")
    );
}

#[test]
fn commands_go_through_symmetries_and_say_why_they_cant_work() {
    let mut editor = level();
    let centre = Command::CentreSymmetry.plan(&editor);
    assert!(centre.expect_err("there is none").contains("no symmetry"));
    let mut kinds = Vec::new();
    for _ in 0..6 {
        for intent in Command::NextSymmetry.plan(&editor).expect("it works") {
            editor.handle(intent);
        }
        kinds.push(
            editor
                .ground_brush
                .way
                .symmetry
                .map(|symmetry| symmetry.kind),
        );
    }
    assert_eq!(kinds[0], Some(SymmetryKind::WestEast));
    assert_eq!(kinds[4], Some(SymmetryKind::Turn(4)));
    assert_eq!(kinds[5], None);
    assert!(Command::ClearBrushPicture.plan(&editor).is_err());
    assert!(Command::NextSymmetry.plan(&Editor::new()).is_err());
}

#[test]
fn the_mouse_draws_lines_on_a_rope_and_about_a_centre() {
    let mut bench = window_of(level(), Vec2::new(1400.0, 900.0));
    let at = pane(&bench).center();
    // A straight stroke: it is drawn when the button is released.
    hover(&mut bench, at);
    bench.key_press_modifiers(Modifiers::SHIFT, Key::L);
    bench.run_steps(2);
    assert!(bench.state().editor.ground_brush.way.is_straight);
    button(&mut bench, at, true, Modifiers::NONE);
    let end = at + Vec2::new(180.0, 60.0);
    for share in [0.3, 0.7, 1.0] {
        let wobble = Vec2::new(0.0, 40.0 * (1.0 - share));
        bench.event(Event::PointerMoved(at + (end - at) * share + wobble));
        bench.run_steps(1);
    }
    assert_eq!(raised(&bench.state().editor), 0, "nothing yet");
    picture(&mut bench, "31_ground_line");
    button(&mut bench, end, false, Modifiers::NONE);
    assert_eq!(bench.state().editor.history().position(), 1);
    let ground = |bench: &crate::viewport_bench::Bench, at| {
        let hit = bench.state().editor.ground_below(&view(bench).sight(at));
        hit.expect("ground").position
    };
    let last = bench.state().editor.ground_view.last_place();
    let [x, y] = last.expect("it ended somewhere");
    let there = ground(&bench, end);
    assert!(
        (there.x - x).hypot(there.y - y) < 300.0,
        "{there:?} {x} {y}"
    );
    // Ctrl+Shift goes on from there, also where strokes are not straight.
    bench.key_press_modifiers(Modifiers::SHIFT, Key::L);
    bench.run_steps(2);
    let keys = Modifiers::CTRL
        .plus(Modifiers::SHIFT)
        .plus(Modifiers::COMMAND);
    let next = at + Vec2::new(60.0, -60.0);
    hover(&mut bench, next);
    let count = raised(&bench.state().editor);
    button(&mut bench, next, true, keys);
    button(&mut bench, next, false, keys);
    assert_eq!(bench.state().editor.history().position(), 2);
    assert!(raised(&bench.state().editor) > count);
    // On a rope the brush stays behind until the end.
    let mut brush = bench.state().editor.ground_brush.clone();
    brush.way.rope_points = 80.0;
    set(&mut bench.state_mut().editor, brush);
    let from = at + Vec2::new(-120.0, -20.0);
    let to = from + Vec2::new(0.0, 120.0);
    hover(&mut bench, from);
    button(&mut bench, from, true, Modifiers::NONE);
    for step in 1..=12 {
        bench.event(Event::PointerMoved(
            from + Vec2::new(0.0, 10.0 * step as f32),
        ));
        bench.run_steps(1);
    }
    let brush_at = bench.state().shell.viewport.ground_hit().expect("a brush");
    let behind = ground(&bench, from + Vec2::new(0.0, 40.0));
    let far = (brush_at.position - behind).norm();
    assert!(far < 250.0, "{brush_at:?} {behind:?}");
    picture(&mut bench, "31_ground_rope");
    button(&mut bench, to, false, Modifiers::NONE);
    let [x, y] = bench
        .state()
        .editor
        .ground_view
        .last_place()
        .expect("an end");
    let there = ground(&bench, to);
    assert!((there.x - x).hypot(there.y - y) < 300.0, "it caught up");
    // The centre of the symmetry is put under the cursor.
    press(&mut bench, Key::Y);
    hover(&mut bench, at);
    bench.event(Event::Key {
        key: Key::Y,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::SHIFT,
    });
    bench.run_steps(3);
    let symmetry = bench.state().editor.ground_brush.way.symmetry;
    let [x, y] = symmetry.and_then(|it| it.centre).expect("a centre");
    let there = ground(&bench, at);
    assert!((there.x - x).hypot(there.y - y) < 60.0, "{there:?} {x} {y}");
    hover(&mut bench, at + Vec2::new(150.0, 50.0));
    picture(&mut bench, "31_ground_symmetry");
}

#[test]
fn the_menus_of_the_bar_show_pictures_curves_and_symmetry() {
    let mut editor = level();
    let mut brush = editor.ground_brush.clone();
    brush.tip.aspect = 0.5;
    brush.tip.angle_deg = 30.0;
    brush.tip.spray = Some(SpraySettings::default());
    brush.way.symmetry = Some(SymmetryArgument {
        kind: SymmetryKind::Turn(3),
        centre: None,
    });
    set(&mut editor, brush);
    let mut bench = window_of(editor, Vec2::new(1400.0, 900.0));
    let at = pane(&bench).center() + Vec2::new(120.0, 40.0);
    hover(&mut bench, at);
    bench.get_by_label("Tip (on)").click();
    bench.run_steps(3);
    bench.get_by_label("Brush picture: cracks").click();
    bench.run_steps(3);
    let picked = bench.state().editor.ground_brush.tip.picture.clone();
    assert_eq!(picked, Some(TipPictureArgument::Cracks));
    assert!(bench.query_by_label("Density").is_some());
    picture(&mut bench, "31_menu_tip");
    press(&mut bench, Key::Escape);
    bench.get_by_label("Symmetry (on)").click();
    bench.run_steps(3);
    bench.get_by_label("Four ways").click();
    bench.run_steps(3);
    let symmetry = bench.state().editor.ground_brush.way.symmetry;
    assert_eq!(symmetry.map(|it| it.kind), Some(SymmetryKind::FourWay));
    picture(&mut bench, "31_menu_symmetry");
    press(&mut bench, Key::Escape);
    bench.get_by_label("Stroke").click();
    bench.run_steps(3);
    bench.get_by_label("Falloff: custom").click();
    bench.run_steps(3);
    assert!(bench.query_by_label("Falloff curve").is_some());
    picture(&mut bench, "31_menu_stroke");
}
