//! The tools of the terrain workspace that level, slope, flood, mark and name the ground, and what
//! shows over it.

use bonewright::document::{Document, Terrain, TerrainShape};
use bonewright::edit::{
    CliffChange, CliffNeighboursArgument, CornerMarkArgument, VariationArgument,
};
use bonewright::editor::{
    CliffWater, Command, Editor, GroundBrush, GroundColours, GroundHeightFrom, GroundIntent,
    GroundTool, GroundToolSettings, Sight, StrokePoint, StrokeStart, ViewIntent,
};
use bonewright::math::{Ray, Vec3};
use bonewright::samples::{valley, valley_corners};
use bonewright::terrain::{ChunkFlags, Corner, CornerFlags, CornerMap, CornerMapHead};
use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::viewport_bench::{button, hover, pane, picture, press, send, view, window_of};

fn editor_on(terrain: Terrain) -> Editor {
    let mut document = Document::new();
    document.terrains.push(terrain);
    Editor::with_document(document)
}

fn shape(editor: &Editor) -> &TerrainShape {
    &editor.terrain().expect("a terrain").shape
}

fn corners(editor: &Editor) -> &CornerMap {
    shape(editor).corners().expect("corners")
}

fn sight(x: f32, y: f32) -> Ray {
    Ray {
        origin: Vec3::new(x, y, 9000.0),
        direction: -Vec3::z(),
    }
}

fn point([x, y]: [f32; 2]) -> StrokePoint {
    StrokePoint {
        sight: Sight {
            ray: sight(x, y),
            is_parallel: true,
        },
        pressure: 1.0,
    }
}

/// The brush with a tool, and what is told to it.
fn set(editor: &mut Editor, tool: GroundTool, told: impl FnOnce(&mut GroundBrush)) {
    let mut brush = GroundBrush {
        tool,
        ..editor.ground_brush.clone()
    };
    told(&mut brush);
    editor.handle(GroundIntent::SetBrush(Box::new(brush)).into());
}

fn stroke(editor: &mut Editor, inverts: bool, places: &[[f32; 2]]) {
    editor.toasts.clear();
    let start = StrokeStart {
        point: point(places[0]),
        inverts,
        smooths: false,
    };
    editor.handle(GroundIntent::Begin(start).into());
    let rest = places[1..].iter().copied().map(point).collect();
    editor.handle(GroundIntent::Continue(rest).into());
    editor.handle(GroundIntent::End.into());
}

/// 17 x 17 level corners around the origin.
fn level_map() -> Terrain {
    let head = CornerMapHead {
        version: 11,
        tileset: b'L',
        custom_tileset: 0,
        ground_types: vec![*b"Ldrt", *b"Lgrs", *b"Lrok"],
        cliff_types: vec![*b"CLdi"],
        origin: [-1024.0; 2],
        rest: Vec::new(),
    };
    let map = CornerMap::new(head, 17, vec![Corner::LEVEL; 17 * 17]).expect("whole rows");
    Terrain {
        shape: TerrainShape::Corners(map),
        ..valley_corners()
    }
}

fn height(editor: &Editor, [x, y]: [f32; 2]) -> f32 {
    shape(editor).ground_height(x, y).expect("ground")
}

/// The middle of the valley's first tile of that game, and a place beside it.
fn places(editor: &Editor) -> [[f32; 2]; 2] {
    match shape(editor) {
        TerrainShape::Tiles(map) => {
            let (_, chunk) = map.chunks().nth(120).expect("a map chunk");
            let [x, y, _] = chunk.position;
            [[x - 16.0, y - 16.0], [x - 46.0, y - 40.0]]
        }
        TerrainShape::Corners(map) => {
            let at = map.position(map.width() / 2, map.height() / 2);
            [at, [at[0] + 640.0, at[1] + 256.0]]
        }
    }
}

#[test]
fn a_picked_height_is_what_flatten_and_plateau_bring_the_ground_to() {
    for terrain in [valley(), valley_corners()] {
        let mut editor = editor_on(terrain);
        let [here, there] = places(&editor);
        for tool in [GroundTool::Flatten, GroundTool::Plateau] {
            set(&mut editor, tool, |brush| {
                brush.strength = 1.0;
                brush.tile_radius = 12.0;
                brush.corner_radius = 300.0;
            });
            let picked = editor.pick_from_ground(&sight(there[0], there[1]));
            for intent in picked.expect("ground") {
                editor.handle(intent.into());
            }
            let tools = editor.ground_brush.tools.clone();
            assert_eq!(tools.height_from, GroundHeightFrom::Fixed);
            let wanted = tools.height(shape(&editor));
            assert!((wanted - height(&editor, there)).abs() < 0.01);
            let before = shape(&editor).clone();
            stroke(&mut editor, false, &[here]);
            // Heights of corners are stored in quarters.
            let found = height(&editor, here);
            assert!(
                (found - wanted).abs() < 0.3,
                "{tool:?}: {found}, not {wanted}"
            );
            editor.handle(ViewIntent::Undo.into());
            assert!(*shape(&editor) == before);
        }
        set(&mut editor, GroundTool::Plateau, |brush| {
            brush.strength = 0.1;
            brush.tools.height_from = GroundHeightFrom::Stroke;
        });
        let wanted = height(&editor, here);
        stroke(&mut editor, false, &[here]);
        // Even a weak brush levels all below it, up to its edge.
        let beside = [
            here[0] + editor.ground_brush.radius(shape(&editor)) * 0.7,
            here[1],
        ];
        let found = height(&editor, beside);
        assert!((found - wanted).abs() < 0.3, "{found}, not {wanted}");
    }
}

#[test]
fn a_ramp_goes_evenly_from_press_to_release_and_follows_the_mouse() {
    for terrain in [valley(), valley_corners()] {
        let mut editor = editor_on(terrain);
        let [from, to] = places(&editor);
        let heights = [height(&editor, from), height(&editor, to)];
        let before = shape(&editor).clone();
        set(&mut editor, GroundTool::Ramp, |brush| {
            brush.strength = 1.0;
            brush.hardness = 1.0;
            brush.tile_radius = 15.0;
            brush.corner_radius = 300.0;
        });
        let way = |share: f32| [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * share);
        let start = StrokeStart {
            point: point(from),
            inverts: false,
            smooths: false,
        };
        editor.handle(GroundIntent::Begin(start).into());
        // On the way the end is elsewhere; what was laid there is gone afterwards.
        for share in [0.3, 1.4, 1.0] {
            editor.handle(GroundIntent::Continue(vec![point(way(share))]).into());
            let [begin, end] = editor.ground_line().expect("a line");
            assert!((begin.z - heights[0]).abs() < 0.01);
            let there = before.ground_height(end.x, end.y).expect("ground");
            assert!(
                (end.z - there).abs() < 0.01,
                "the end is on the ground as it was"
            );
            assert!(*shape(&editor) != before, "it shows at once");
        }
        editor.handle(GroundIntent::End.into());
        assert!(editor.ground_line().is_none());
        assert_eq!(editor.history().position(), 1);
        for share in [0.2, 0.5, 0.8] {
            let wanted = heights[0] + (heights[1] - heights[0]) * share;
            let found = height(&editor, way(share));
            let tolerance = if shape(&editor).corners().is_some() {
                12.0
            } else {
                0.5
            };
            assert!(
                (found - wanted).abs() < tolerance,
                "{share}: {found}, not {wanted}"
            );
        }
        editor.handle(ViewIntent::Undo.into());
        assert!(*shape(&editor) == before);
        stroke(&mut editor, false, &[from]);
        assert_eq!(editor.history().position(), 0, "a click lays no ramp");
        let said = &editor.toasts.last().expect("a message").text;
        assert!(said.contains("two ends"), "{said}");
    }
}

#[test]
fn cliffs_go_up_and_down_by_steps_or_to_a_level_and_water_follows() {
    let mut editor = editor_on(level_map());
    let begin = [0.0, 0.0];
    let corner = |editor: &Editor, at: [f32; 2]| {
        let (column, row) = corners(editor).nearest(at[0], at[1]);
        corners(editor).corner(column, row).expect("inside")
    };
    let change = |editor: &mut Editor, inverts: bool, told: fn(&mut GroundToolSettings)| {
        let before = editor.history().position();
        set(editor, GroundTool::Cliffs, |brush| {
            brush.corner_radius = 260.0;
            brush.tools = GroundToolSettings::default();
            told(&mut brush.tools);
        });
        stroke(editor, inverts, &[begin]);
        let found = corner(editor, begin);
        let steps = editor.history().position() - before;
        for _ in 0..steps {
            editor.handle(ViewIntent::Undo.into());
        }
        (found.layer(), found.flags().has(CornerFlags::WATER), found)
    };
    let by = |steps: i8, inverts: bool, editor: &mut Editor| match steps {
        1 => change(editor, inverts, |it| it.cliff = CliffChange::By(1)),
        _ => change(editor, inverts, |it| it.cliff = CliffChange::By(2)),
    };
    assert_eq!(by(1, false, &mut editor).0, 3);
    assert_eq!(by(2, false, &mut editor).0, 4);
    assert_eq!(by(1, true, &mut editor).0, 1);
    assert_eq!(by(2, true, &mut editor).0, 0);
    assert_eq!(
        change(&mut editor, false, |it| it.cliff = CliffChange::To(7)).0,
        7
    );
    for (water, level) in [(CliffWater::Shallow, 1), (CliffWater::Deep, 0)] {
        let (layer, is_wet, found) = match water {
            CliffWater::Shallow => change(&mut editor, false, |it| {
                it.cliff_water = CliffWater::Shallow
            }),
            _ => change(&mut editor, false, |it| it.cliff_water = CliffWater::Deep),
        };
        assert_eq!((layer, is_wet), (level, true), "{water:?}");
        // It stands where the ground was, less what the game takes away for the tileset.
        assert_eq!(found.water_z(0.0), 0.0);
        assert!(found.shows_water(corners(&editor).head.water_offset()));
    }
    // What is beside would be too steep: it follows, or all is refused and counted.
    for (neighbours, level, expected) in [
        (CliffNeighboursArgument::Follow, 7, "followed"),
        (CliffNeighboursArgument::Stay, 2, "stay"),
    ] {
        set(&mut editor, GroundTool::Cliffs, |brush| {
            brush.corner_radius = 260.0;
            brush.tools.cliff = CliffChange::To(7);
            brush.tools.cliff_water = CliffWater::Untouched;
            brush.tools.cliff_neighbours = neighbours;
        });
        stroke(&mut editor, false, &[begin]);
        assert_eq!(corner(&editor, begin).layer(), level);
        let said: Vec<&str> = editor.toasts.iter().map(|it| it.text.as_str()).collect();
        assert!(said.iter().any(|text| text.contains(expected)), "{said:?}");
        while editor.history().position() > 0 {
            editor.handle(ViewIntent::Undo.into());
        }
    }
}

#[test]
fn water_and_marks_are_set_and_taken_away_and_variations_are_as_chosen() {
    let mut editor = editor_on(level_map());
    let begin = [0.0, 0.0];
    let here = |editor: &Editor| {
        let (column, row) = corners(editor).nearest(0.0, 0.0);
        corners(editor).corner(column, row).expect("inside")
    };
    set(&mut editor, GroundTool::Water, |brush| {
        brush.tools.water_level = 96.0
    });
    stroke(&mut editor, false, &[begin]);
    assert!(here(&editor).flags().has(CornerFlags::WATER));
    assert_eq!(here(&editor).water_z(0.0), 96.0);
    let picked = editor.pick_from_ground(&sight(5.0, 5.0)).expect("ground");
    set(&mut editor, GroundTool::Water, |brush| {
        brush.tools.water_level = 0.0
    });
    for intent in picked {
        editor.handle(intent.into());
    }
    assert_eq!(
        editor.ground_brush.tools.water_level, 96.0,
        "Alt picks the level"
    );
    stroke(&mut editor, true, &[begin]);
    assert!(!here(&editor).flags().has(CornerFlags::WATER));
    assert_eq!(here(&editor).water_z(0.0), 96.0, "its level stays");
    for (mark, flag) in [
        (CornerMarkArgument::Boundary, CornerFlags::BOUNDARY),
        (CornerMarkArgument::Ramp, CornerFlags::RAMP),
        (CornerMarkArgument::Blight, CornerFlags::BLIGHT),
        (CornerMarkArgument::Water, CornerFlags::WATER),
    ] {
        set(&mut editor, GroundTool::Marks, |brush| {
            brush.tools.mark = mark
        });
        for (inverts, has) in [(false, true), (true, false)] {
            stroke(&mut editor, inverts, &[begin]);
            assert_eq!(here(&editor).flags().has(flag), has, "{mark:?}");
        }
    }
    editor.handle(GroundIntent::Choose("Lrok".to_owned()).into());
    let paint = |editor: &mut Editor, variation: VariationArgument| {
        set(editor, GroundTool::Paint, |brush| {
            brush.corner_radius = 700.0;
            brush.tools.variation = variation;
        });
        stroke(editor, false, &[begin]);
        let painted = corners(editor).corners().iter();
        let painted = painted.filter(|corner| corner.ground_type() == 2);
        painted
            .map(|corner| corner.ground_variation())
            .collect::<Vec<u8>>()
    };
    let fixed = paint(&mut editor, VariationArgument::Fixed(7));
    assert!(
        fixed.len() > 50 && fixed.iter().all(|own| *own == 7),
        "{fixed:?}"
    );
    let kept = paint(&mut editor, VariationArgument::Keep);
    assert_eq!(kept, fixed);
    let mut by_chance = paint(&mut editor, VariationArgument::Random);
    by_chance.sort_unstable();
    by_chance.dedup();
    assert!(by_chance.len() > 3, "{by_chance:?}");
}

#[test]
fn areas_flags_and_tints_are_painted_and_picked() {
    let mut editor = editor_on(valley());
    let [here, there] = places(&editor);
    let chunk = |editor: &Editor, [x, y]: [f32; 2]| {
        let map = shape(editor).tiles().expect("tiles");
        let place = map.chunk_at(x, y).expect("a map chunk");
        map.chunk(place).expect("a map chunk").clone()
    };
    set(&mut editor, GroundTool::Area, |brush| {
        brush.tile_radius = 5.0;
        brush.tools.area = 4321;
    });
    stroke(&mut editor, false, &[here]);
    assert_eq!(chunk(&editor, here).area_id, 4321);
    assert_ne!(chunk(&editor, there).area_id, 4321);
    for (place, area) in [(there, chunk(&editor, there).area_id), (here, 4321)] {
        for intent in editor
            .pick_from_ground(&sight(place[0], place[1]))
            .expect("ground")
        {
            editor.handle(intent.into());
        }
        assert_eq!(editor.ground_brush.tools.area, area);
    }
    let flags = chunk(&editor, here).flags.0;
    set(&mut editor, GroundTool::Flags, |_| {});
    for (inverts, wanted) in [(false, flags | ChunkFlags::IS_IMPASSABLE), (true, flags)] {
        stroke(&mut editor, inverts, &[here]);
        assert_eq!(chunk(&editor, here).flags.0, wanted);
    }
    set(&mut editor, GroundTool::Colour, |brush| {
        brush.colour = [200, 100, 50];
        brush.strength = 1.0;
        brush.hardness = 1.0;
        brush.tile_radius = 12.0;
    });
    stroke(&mut editor, false, &[here]);
    set(&mut editor, GroundTool::Colour, |brush| {
        brush.colour = [1, 2, 3]
    });
    for intent in editor
        .pick_from_ground(&sight(here[0], here[1]))
        .expect("ground")
    {
        editor.handle(intent.into());
    }
    assert_eq!(editor.ground_brush.colour, [200, 100, 50]);
    let recent = &editor.ground_brush.tools.recent_tints;
    assert_eq!(recent.first(), Some(&[200, 100, 50]));
    assert!(Command::ClearHoles.plan(&editor).is_err(), "there are none");
    set(&mut editor, GroundTool::Holes, |_| {});
    stroke(&mut editor, false, &[here]);
    assert!(chunk(&editor, here).hole_count() > 0);
    for intent in Command::ClearHoles.plan(&editor).expect("there are some") {
        editor.handle(intent);
    }
    assert_eq!(chunk(&editor, here).hole_count(), 0);
}

#[test]
fn a_stroke_takes_as_much_memory_as_the_map_chunks_it_touched() {
    let mut editor = editor_on(valley());
    let [here, there] = places(&editor);
    set(&mut editor, GroundTool::Raise, |brush| {
        brush.tile_radius = 2.0;
        brush.strength = 1.0;
    });
    let mut sizes = Vec::new();
    for places in [vec![here], vec![here, there]] {
        let before = editor.history().used_bytes();
        stroke(&mut editor, false, &places);
        sizes.push(editor.history().used_bytes() - before);
    }
    let map = shape(&editor).tiles().expect("tiles");
    let chunk_bytes = bonewright::terrain::CHUNK_VERTICES * (4 + 3);
    let all = map.chunks().count() * chunk_bytes;
    // One map chunk, which holds the whole dab; then the handful that the way passes.
    assert!(
        sizes[0] > 145 * 4 && sizes[0] < 3 * chunk_bytes,
        "{sizes:?}"
    );
    assert!(
        sizes[1] > sizes[0] && sizes[1] < all / 8,
        "{sizes:?}, all {all}"
    );
}

#[test]
fn a_key_lays_colours_over_the_ground_and_takes_them_away() {
    let mut bench = window_of(editor_on(valley()), Vec2::new(1400.0, 900.0));
    let at = pane(&bench).center();
    hover(&mut bench, at);
    let plain = picture(&mut bench, "33_ground_plain");
    button(&mut bench, at, true, Modifiers::ALT);
    button(&mut bench, at, false, Modifiers::ALT);
    for (key, colours, name) in [
        (Key::L, GroundColours::LayerCount, "layers"),
        (Key::V, GroundColours::Coverage, "coverage"),
        (Key::S, GroundColours::Slope, "slope"),
        (Key::U, GroundColours::Unpaintable, "full"),
        (Key::A, GroundColours::Areas, "areas"),
        (Key::B, GroundColours::Marks, "flags"),
    ] {
        press(&mut bench, key);
        let overlays = bench.state().editor.ground_view.overlays;
        assert_eq!(overlays.colours, colours, "{key:?}");
        let shown = picture(&mut bench, &format!("33_over_{name}"));
        assert!(shown != plain, "{name} is seen");
        press(&mut bench, key);
        let overlays = bench.state().editor.ground_view.overlays;
        assert_eq!(overlays.colours, GroundColours::Nothing);
    }
    for key in [Key::C, Key::W, Key::G] {
        press(&mut bench, key);
    }
    let overlays = bench.state().editor.ground_view.overlays;
    assert!(overlays.shows_contours && overlays.shows_wire);
    assert!(!bench.state().editor.view.shows_grid);
    picture(&mut bench, "33_over_lines");
    bench.get_by_label("Overlays").click();
    bench.run_steps(3);
    picture(&mut bench, "33_over_menu");
    bench.get_by_label("Contour lines C").click();
    bench.run_steps(3);
    assert!(!bench.state().editor.ground_view.overlays.shows_contours);
}

#[test]
fn tools_of_the_strip_bring_their_settings_and_what_shows_them() {
    let mut bench = window_of(editor_on(valley_corners()), Vec2::new(1400.0, 900.0));
    bench.get_by_label("Tool: marks").click();
    bench.run_steps(3);
    assert_eq!(bench.state().editor.ground_brush.tool, GroundTool::Marks);
    let overlays = bench.state().editor.ground_view.overlays;
    assert_eq!(
        overlays.colours,
        GroundColours::Marks,
        "marks are seen while they are painted"
    );
    picture(&mut bench, "33_marks");
    bench.get_by_label("Tool: cliffs").click();
    bench.run_steps(3);
    assert!(bench.query_all_by_label("Cliffs").count() > 0);
    press(&mut bench, Key::T);
    picture(&mut bench, "33_meetings");
    let count = bench
        .state()
        .editor
        .ground_census()
        .expect("a census")
        .meetings
        .len();
    assert!(count > 0, "grounds meet in the valley");
    send(&mut bench, [GroundIntent::NextMeeting.into()]);
    let tile = bench.state().editor.ground_view.tile.expect("a tile");
    let map = corners(&bench.state().editor);
    let [x, y] = map.position(tile[0], tile[1]);
    let middle = Vec3::new(
        x + 64.0,
        y + 64.0,
        height(&bench.state().editor, [x + 64.0, y + 64.0]),
    );
    let seen_at = view(&bench).pos_of(&middle).expect("in front");
    let away = (seen_at - pane(&bench).center()).length();
    assert!(
        away < 60.0,
        "the tile is in the middle of the picture: {away}"
    );
    picture(&mut bench, "33_next_meeting");
    let mut bench = window_of(editor_on(valley()), Vec2::new(1400.0, 900.0));
    let water = bench.get_by_label("Tool: water");
    assert!(
        water.accesskit_node().is_disabled(),
        "greyed where liquids are not edited"
    );
    bench.get_by_label("Tool: area").click();
    bench.run_steps(3);
    assert!(bench.query_all_by_label("Area").count() > 0);
    picture(&mut bench, "33_area");
}
