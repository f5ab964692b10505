//! The terrain workspace: how it is reached, what it lists, and strokes on the ground.

use bonewright::document::{Document, Terrain, TerrainShape};
use bonewright::editor::{
    Command, Editor, GroundBrush, GroundIntent, GroundTool, Severity, Sight, StrokePoint,
    StrokeStart, ViewIntent, Workspace,
};
use bonewright::math::{Ray, Vec3};
use bonewright::samples::{valley, valley_corners};
use bonewright::terrain::{ChunkPlace, TileMap};
use eframe::egui::{Event, Key, Modifiers, Pos2, Vec2};
use egui_kittest::kittest::Queryable as _;
use std::time::{Duration, Instant};

use crate::viewport_bench::{Bench, button, hover, pane, picture, press, view, window_of};

pub fn editor_on(terrain: Terrain) -> Editor {
    let mut document = Document::new();
    document.terrains.push(terrain);
    let mut editor = Editor::with_document(document);
    wait(&mut editor);
    editor
}

/// Waits until the ground was looked over and its textures were looked for.
pub fn wait(editor: &mut Editor) {
    let until = Instant::now() + Duration::from_secs(120);
    loop {
        editor.poll();
        if editor.is_ground_census_current() && editor.jobs().is_idle() {
            break;
        }
        assert!(Instant::now() < until, "the ground is never looked over");
        std::thread::sleep(Duration::from_millis(5));
    }
}

pub fn map(editor: &Editor) -> &TileMap {
    let terrain = editor.terrain().expect("a terrain");
    terrain.shape.tiles().expect("a map of tiles")
}

pub fn shape(editor: &Editor) -> TerrainShape {
    editor.terrain().expect("a terrain").shape.clone()
}

/// A place of the ground seen from straight above.
pub fn above(x: f32, y: f32) -> StrokePoint {
    StrokePoint {
        sight: Sight {
            ray: Ray {
                origin: Vec3::new(x, y, 9000.0),
                direction: -Vec3::z(),
            },
            is_parallel: true,
        },
        pressure: 1.0,
    }
}

pub fn begin(point: StrokePoint) -> GroundIntent {
    GroundIntent::Begin(StrokeStart {
        point,
        inverts: false,
        smooths: false,
    })
}

/// A stroke through places, with this tool.
pub fn stroke(editor: &mut Editor, tool: GroundTool, places: &[[f32; 2]]) {
    let brush = GroundBrush {
        tool,
        ..editor.ground_brush.clone()
    };
    editor.handle(GroundIntent::SetBrush(Box::new(brush)).into());
    let mut points = places.iter().map(|[x, y]| above(*x, *y));
    editor.handle(begin(points.next().expect("a place")).into());
    editor.handle(GroundIntent::Continue(points.collect()).into());
    editor.handle(GroundIntent::End.into());
}

/// The middle of a map chunk.
pub fn middle(map: &TileMap, place: ChunkPlace) -> [f32; 2] {
    let [north, west, _] = map.chunk(place).expect("the chunk").position;
    [north - 16.6, west - 16.6]
}

/// A map chunk with so many layers, and a texture of its tile that it does not have.
pub fn chunk_with(map: &TileMap, count: usize) -> Option<(ChunkPlace, String)> {
    map.chunks().find_map(|(place, chunk)| {
        let textures = &map.tiles.get(&place.tile)?.textures;
        let used: Vec<u32> = chunk.layers.iter().map(|layer| layer.texture).collect();
        let mut numbered = (0..).zip(textures);
        let (_, other) = numbered.find(|(number, _)| !used.contains(number))?;
        (chunk.layers.len() == count).then(|| (place, other.path_text()))
    })
}

/// A place where two textures share the ground, on a map chunk that has room for a third.
fn mixed(editor: &Editor, map: &TileMap) -> ([f32; 2], String) {
    let places = map
        .chunks()
        .filter(|(_, chunk)| (2..4).contains(&chunk.layers.len()));
    let mixed = places.filter_map(|(place, chunk)| {
        let [x, y] = middle(map, place);
        let there = editor.textures_at(x, y);
        let is_mixed = there.iter().filter(|it| it.share > 0.2).count() > 1;
        let tile = map.tiles.get(&place.tile)?;
        let used: Vec<u32> = chunk.layers.iter().map(|layer| layer.texture).collect();
        let mut numbered = (0..).zip(&tile.textures);
        let (_, other) = numbered.find(|(number, _)| !used.contains(number))?;
        is_mixed.then(|| ([x, y], other.path_text()))
    });
    mixed.last().expect("ground of two textures")
}

#[test]
fn a_map_opens_in_its_workspace_with_textures_and_without_the_timeline() {
    let mut bench = window_of(editor_on(valley()), Vec2::new(1400.0, 900.0));
    assert_eq!(bench.state().editor.view.workspace, Workspace::Terrain);
    assert!(bench.query_by_label("Tool: paint").is_some());
    assert!(bench.query_by_label("Tool: holes").is_some());
    assert!(bench.query_by_label("Tool: blight").is_none(), "not here");
    assert!(bench.query_by_label("Radius").is_some());
    assert_eq!(bench.query_all_by_label("Auto-key off").count(), 0);
    let census = bench
        .state()
        .editor
        .ground_census()
        .expect("a census")
        .clone();
    let shares: Vec<f64> = census.textures.iter().map(|it| it.share).collect();
    assert!(
        shares.len() >= 4 && shares.is_sorted_by(|a, b| a >= b),
        "{shares:?}"
    );
    assert!(
        (shares.iter().sum::<f64>() - 1.0).abs() < 1e-6,
        "{shares:?}"
    );
    let first = census.textures.first().expect("a texture");
    let name = first.name.rsplit('\\').next().expect("a name").to_owned();
    let label = format!("Paint with {}", name.trim_end_matches(".blp"));
    bench.get_by_label(&label).click();
    bench.run_steps(3);
    let chosen = bench.state().editor.ground_view.texture.clone();
    assert_eq!(chosen.as_deref(), Some(first.name.as_str()));
    let percent = format!("{:.1} %", first.share * 100.0);
    assert!(bench.query_all_by_label(&percent).count() > 0, "{percent}");
    picture(&mut bench, "30_terrain_workspace");
    for command in [Command::AnimateWorkspace, Command::TerrainWorkspace] {
        for intent in command.plan(&bench.state().editor).expect("it works") {
            bench.state_mut().editor.handle(intent);
        }
        bench.run_steps(2);
    }
    assert!(bench.query_all_by_label(&label).count() > 0);
    assert!(Command::TerrainWorkspace.plan(&Editor::new()).is_err());
}

#[test]
fn a_stroke_is_one_entry_of_the_history_and_undoes_exactly() {
    let mut editor = editor_on(valley());
    let before = shape(&editor);
    let (place, texture) = chunk_with(map(&editor), 2).expect("a chunk of two layers");
    let [x, y] = middle(map(&editor), place);
    editor.handle(GroundIntent::Choose(texture.clone()).into());
    stroke(
        &mut editor,
        GroundTool::Paint,
        &[[x, y], [x - 6.0, y + 9.0]],
    );
    assert_eq!(editor.history().position(), 1);
    assert_eq!(editor.ground_view.chunk, Some(place));
    let found = editor.textures_at(x, y);
    assert!(found.iter().any(|it| it.name == texture), "{found:?}");
    editor.handle(ViewIntent::Undo.into());
    assert!(shape(&editor) == before, "undo is exact");
    editor.handle(ViewIntent::Redo.into());
    assert_eq!(editor.textures_at(x, y), found);
}

#[test]
fn every_tool_leaves_one_entry_that_undoes_exactly() {
    for terrain in [valley(), valley_corners()] {
        let mut editor = editor_on(terrain);
        let places = match &shape(&editor) {
            TerrainShape::Tiles(map) => {
                let ([x, y], texture) = mixed(&editor, map);
                editor.handle(GroundIntent::Choose(texture).into());
                [[x, y], [x - 12.0, y + 4.0]]
            }
            TerrainShape::Corners(map) => {
                let column = map.width() / 2;
                let [x, y] = map.position(column, map.height() / 2);
                let there = map.corner(column, map.height() / 2).expect("inside");
                let other = usize::from(there.ground_type() == 0);
                let id = map.head.ground_types.get(other).expect("two types");
                let id = String::from_utf8_lossy(id).into_owned();
                editor.handle(GroundIntent::Choose(id).into());
                [[x, y], [x + 300.0, y]]
            }
        };
        let before = shape(&editor);
        let mut tried = 0;
        for tool in GroundTool::ALL {
            // Marking a region is no edit.
            if tool.refusal(&before).is_some() || tool == GroundTool::MarkRegion {
                continue;
            }
            tried += 1;
            // Even ground can't be made more even: a bump first.
            stroke(&mut editor, GroundTool::Raise, &places[1..]);
            if tool == GroundTool::SwapTexture {
                let [x, y] = places[0];
                let chosen = editor.ground_view.texture.clone();
                let there = editor.textures_at(x, y).into_iter().map(|it| it.name);
                let swapped = there.into_iter().find(|name| Some(name) != chosen.as_ref());
                let brush = GroundBrush {
                    swapped,
                    ..editor.ground_brush.clone()
                };
                editor.handle(GroundIntent::SetBrush(Box::new(brush)).into());
            }
            let bumped = shape(&editor);
            let steps = editor.history().position();
            stroke(&mut editor, tool, &places);
            assert_eq!(
                editor.history().position(),
                steps + 1,
                "{tool:?}: {:?}",
                editor.toasts
            );
            assert!(shape(&editor) != bumped, "{tool:?} changes the ground");
            editor.handle(ViewIntent::Undo.into());
            assert!(shape(&editor) == bumped, "{tool:?} undoes exactly");
            editor.handle(ViewIntent::Undo.into());
            assert!(shape(&editor) == before);
        }
        assert!(tried >= 8, "{tried} tools");
    }
}

#[test]
fn a_fifth_texture_is_refused_with_a_message() {
    let mut editor = editor_on(valley());
    let (place, texture) = chunk_with(map(&editor), 4).expect("a chunk of four layers");
    let before = shape(&editor);
    let brush = GroundBrush {
        tile_radius: 4.0,
        ..GroundBrush::default()
    };
    editor.handle(GroundIntent::SetBrush(Box::new(brush)).into());
    editor.handle(GroundIntent::Choose(texture).into());
    editor.toasts.clear();
    let [x, y] = middle(map(&editor), place);
    stroke(&mut editor, GroundTool::Paint, &[[x, y]]);
    assert!(shape(&editor) == before, "nothing is painted");
    let said: Vec<&str> = editor.toasts.iter().map(|it| it.text.as_str()).collect();
    assert!(
        said.iter().any(|text| text.contains("no further texture")),
        "{said:?}"
    );
}

#[test]
fn what_can_not_be_painted_says_why() {
    let mut editor = editor_on(valley());
    let [x, y] = middle(
        map(&editor),
        map(&editor).chunks().next().expect("a chunk").0,
    );
    editor.handle(begin(above(x, y)).into());
    let toast = editor.toasts.last().expect("a message");
    assert!(
        toast.text.contains("No texture is chosen"),
        "{}",
        toast.text
    );
    assert!(!editor.is_on_ground());
    let mut editor = Editor::new();
    editor.handle(begin(above(0.0, 0.0)).into());
    let toast = editor.toasts.last().expect("a message");
    assert_eq!(toast.severity, Severity::Warning);
    assert!(toast.text.contains("no map"), "{}", toast.text);
    let mut editor = editor_on(valley_corners());
    let holes = GroundBrush {
        tool: GroundTool::Holes,
        ..GroundBrush::default()
    };
    editor.handle(GroundIntent::SetBrush(Box::new(holes)).into());
    editor.handle(begin(above(0.0, 0.0)).into());
    let toast = editor.toasts.last().expect("a message");
    assert!(toast.text.contains("World of Warcraft"), "{}", toast.text);
}

/// The middle of the pane, where there is ground.
fn target(bench: &Bench) -> Pos2 {
    pane(bench).center()
}

#[test]
fn the_mouse_picks_paints_and_lets_go() {
    let mut bench = window_of(editor_on(valley()), Vec2::new(1400.0, 900.0));
    let at = target(&bench);
    hover(&mut bench, at);
    button(&mut bench, at, true, Modifiers::ALT);
    button(&mut bench, at, false, Modifiers::ALT);
    let hit = bench.state().editor.ground_below(&view(&bench).sight(at));
    let hit = hit.expect("ground in the middle").position;
    let there = bench.state().editor.textures_at(hit.x, hit.y);
    let ground = bench.state().editor.ground_view.clone();
    assert_eq!(ground.texture.as_ref(), there.first().map(|it| &it.name));
    assert_eq!(
        ground.chunk,
        bench.state().editor.ground_chunk_at(hit.x, hit.y)
    );
    // A picked texture is painted elsewhere; Esc puts the first stroke back.
    let names: Vec<String> = map(&bench.state().editor)
        .tiles
        .values()
        .flat_map(|tile| tile.textures.iter().map(|texture| texture.path_text()))
        .collect();
    let fitting = names.into_iter().find(|name| {
        let there: Vec<&String> = there.iter().map(|it| &it.name).collect();
        !there.contains(&name)
    });
    let choose = GroundIntent::Choose(fitting.expect("another texture"));
    bench.state_mut().editor.handle(choose.into());
    let evict = GroundBrush {
        tool: GroundTool::Raise,
        ..GroundBrush::default()
    };
    let set = GroundIntent::SetBrush(Box::new(evict));
    bench.state_mut().editor.handle(set.into());
    let before = shape(&bench.state().editor);
    for is_kept in [false, true] {
        hover(&mut bench, at);
        button(&mut bench, at, true, Modifiers::NONE);
        for step in 1..=5 {
            bench.event(Event::PointerMoved(at + Vec2::new(6.0, 2.0) * step as f32));
            bench.run_steps(1);
        }
        assert!(bench.state().editor.is_on_ground());
        assert!(shape(&bench.state().editor) != before, "it shows at once");
        if !is_kept {
            press(&mut bench, Key::Escape);
        }
        button(
            &mut bench,
            at + Vec2::new(30.0, 10.0),
            false,
            Modifiers::NONE,
        );
        assert!(!bench.state().editor.is_on_ground());
        assert_eq!(shape(&bench.state().editor) != before, is_kept);
        assert_eq!(
            bench.state().editor.history().position(),
            usize::from(is_kept)
        );
    }
    let radius = bench.state().editor.ground_brush.tile_radius;
    press(&mut bench, Key::CloseBracket);
    let larger = bench.state().editor.ground_brush.tile_radius;
    assert!(larger > radius);
    press(&mut bench, Key::OpenBracket);
    let again = bench.state().editor.ground_brush.tile_radius;
    assert!((again - radius).abs() < 1e-3);
    hover(&mut bench, at);
    press(&mut bench, Key::F);
    hover(&mut bench, at + Vec2::new(50.0, 0.0));
    press(&mut bench, Key::Enter);
    assert!(bench.state().editor.ground_brush.tile_radius > radius);
    picture(&mut bench, "30_terrain_stroke");
}

#[test]
fn layers_of_the_picked_chunk_are_listed_and_moved_without_a_change_of_the_look() {
    let mut bench = window_of(editor_on(valley()), Vec2::new(1500.0, 1000.0));
    let editor = &bench.state().editor;
    let (place, _) = chunk_with(map(editor), 2).expect("a chunk of two layers");
    let [x, y] = middle(map(editor), place);
    let before = editor.textures_at(x, y);
    let select = GroundIntent::SelectChunk(Some(place));
    bench.state_mut().editor.handle(select.into());
    bench.run_steps(3);
    let title = format!("Chunk {}, {}", place.column, place.row);
    assert!(bench.query_by_label(&title).is_some(), "{title}");
    let map_now = map(&bench.state().editor);
    let tile = map_now.tiles.get(&place.tile).expect("the tile");
    let layers = &map_now.chunk(place).expect("the chunk").layers;
    let second = tile.textures[layers[1].texture as usize].path_text();
    let short = second.rsplit('\\').next().expect("a name");
    let label = format!("Lower: {}", short.trim_end_matches(".blp"));
    bench.get_by_label(&label).click();
    bench.run_steps(3);
    let editor = &bench.state().editor;
    assert_eq!(editor.history().position(), 1, "{:?}", editor.toasts);
    let after = editor.textures_at(x, y);
    for texture in &before {
        let same = after.iter().find(|it| it.name == texture.name);
        let share = same.map_or(0.0, |it| it.share);
        assert!((share - texture.share).abs() < 0.01, "{before:?} {after:?}");
    }
    picture(&mut bench, "30_map_chunk");
}
