//! Large maps: tiles are read where the viewer is, edits keep theirs, and everything that is written
//! is right though most of the map was never in memory.

use crate::made_map::{FIRST, made_map};
use bonewright::document::{Terrain, TerrainId};
use bonewright::editor::{
    Editor, GroundIntent, Intent, Sight, StrokePoint, StrokeStart, TileLook, ViewIntent,
};
use bonewright::import_export::{ImportedFile, TilesToOpen, open_file, open_file_with};
use bonewright::journal::{Entry, JournalReader};
use bonewright::math::{Ray, Vec3};
use bonewright::project::{self, SaveOptions, Snapshot};
use bonewright::render::{
    Camera, ChangedChunk, ChangedGround, GroundPictures, Headless, Offscreen, Overlay, Renderer,
    StagedTerrain, TerrainScene,
};
use bonewright::terrain::{ChunkPlace, TILE_YARDS, TileId, TileMap};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

const ID: TerrainId = TerrainId(0);

pub fn wait(editor: &mut Editor) {
    let start = Instant::now();
    loop {
        editor.poll();
        if editor.jobs().is_idle() {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(300), "it never ends");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn opened(path: &Path, budget_mb: u32) -> Editor {
    let mut editor = Editor::new();
    open_in(&mut editor, path, budget_mb);
    editor
}

pub fn open_in(editor: &mut Editor, path: &Path, budget_mb: u32) {
    budget(editor, budget_mb);
    editor.handle(ViewIntent::Open(vec![path.to_owned()]).into());
    wait(editor);
    assert_eq!(editor.document().terrains.len(), 1, "{:?}", editor.toasts);
}

fn budget(editor: &mut Editor, megabytes: u32) {
    let asked = GroundIntent::SetTileBudget {
        megabytes,
        loads_tiles: true,
    };
    editor.handle(asked.into());
}

pub fn terrain(editor: &Editor) -> &Terrain {
    &editor.document().terrains[0]
}

pub fn map(editor: &Editor) -> &TileMap {
    terrain(editor).shape.tiles().unwrap()
}

pub fn held(editor: &Editor) -> Vec<(u8, u8)> {
    map(editor).tiles.keys().map(|id| (id.x, id.y)).collect()
}

/// World x and y of the middle of a tile.
pub fn middle(id: TileId) -> [f32; 2] {
    [f32::from(id.y), f32::from(id.x)].map(|at| (31.5 - at) * TILE_YARDS)
}

pub fn look(editor: &mut Editor, id: TileId, reach: f32) {
    let look = TileLook {
        at: middle(id),
        reach,
    };
    editor.handle(GroundIntent::LookOver(look).into());
    wait(editor);
}

/// Raises the ground at a place with a short stroke of the brush.
pub fn raise(editor: &mut Editor, [x, y]: [f32; 2]) {
    let mut brush = editor.ground_brush.clone();
    brush.tool = bonewright::editor::GroundTool::Raise;
    editor.handle(GroundIntent::SetBrush(Box::new(brush)).into());
    let ray = Ray {
        origin: Vec3::new(x, y, 900.0),
        direction: -Vec3::z(),
    };
    let point = StrokePoint {
        sight: Sight {
            ray,
            is_parallel: false,
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

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().flatten();
    let files = entries.map(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        (name, std::fs::read(entry.path()).unwrap())
    });
    files.collect()
}

pub fn near(budget_mb: u64) -> TilesToOpen {
    TilesToOpen::Near {
        budget: budget_mb << 20,
        beside: 6 << 20,
    }
}

pub fn read(path: &Path, tiles: TilesToOpen) -> Terrain {
    match open_file_with(path, tiles).unwrap() {
        ImportedFile::Terrain(imported) => imported.terrain,
        ImportedFile::Model(_) => panic!("a map is no model"),
    }
}

#[test]
fn a_small_map_is_read_as_a_whole_and_of_a_large_one_the_middle() {
    let folder = tempfile::tempdir().unwrap();
    let small = made_map(folder.path(), "small", 4, 4);
    let small = read(&small, near(64));
    assert_eq!(small.shape.tiles().unwrap().tiles.len(), 16);
    assert_eq!(small.native.as_ref().unwrap().tile_folder(), None);

    let folder = tempfile::tempdir().unwrap();
    let large = made_map(folder.path(), "large", 7, 5);
    let found = read(&large, near(1 << 20));
    assert_eq!(found.tiles_on_disk(), 0, "all of it is within the budget");
    let found = read(&large, near(400));
    let tiles: Vec<_> = found.shape.tiles().unwrap().tiles.keys().collect();
    assert_eq!((tiles.len(), found.tiles_on_disk()), (9, 26));
    assert!(tiles.contains(&&TileId {
        x: FIRST.x + 3,
        y: FIRST.y + 2
    }));
    assert_eq!(found.size_text(), "9 of 35 tiles");
    assert_eq!(read(&large, TilesToOpen::All).tiles_on_disk(), 0);
    // Of a tile's file that tile is read, and its neighbours are known.
    let tile = folder
        .path()
        .join(format!("large_{}_{}.adt", FIRST.x, FIRST.y));
    let found = read(&tile, near(400));
    assert_eq!(found.tiles_on_disk(), 34);
    assert_eq!(found.shape.tiles().unwrap().tiles.len(), 1);
    let ImportedFile::Terrain(whole) = open_file(&tile).unwrap() else {
        panic!("a tile is no model");
    };
    assert_eq!(
        whole.terrain.tiles_on_disk(),
        0,
        "a command reads what it is given"
    );
}

#[test]
fn tiles_follow_the_viewer_within_the_budget_and_edited_ones_stay() {
    let folder = tempfile::tempdir().unwrap();
    let path = made_map(folder.path(), "isle", 7, 3);
    let mut editor = opened(&path, 200);
    let before = held(&editor);
    assert!(before.len() <= 9 && !before.is_empty(), "{before:?}");
    let start = TileId {
        x: FIRST.x + 3,
        y: FIRST.y + 1,
    };
    raise(&mut editor, middle(start));
    assert_eq!(editor.history().position(), 1, "{:?}", editor.toasts);
    let edited = map(&editor).tiles[&start].clone();
    editor.handle(ViewIntent::Undo.into());
    let original = map(&editor).tiles[&start].clone();
    assert!(original != edited, "the stroke changed the tile");

    let far = TileId {
        x: FIRST.x + 6,
        y: FIRST.y + 1,
    };
    look(&mut editor, far, TILE_YARDS);
    let after = held(&editor);
    assert!(after.contains(&(far.x, far.y)), "{after:?}");
    let tally = editor.tile_tally().unwrap();
    assert!(tally.bytes <= 200 << 20, "{tally:?}");
    assert_eq!(tally.held + tally.left, 21);
    assert!(
        after.contains(&(start.x, start.y)),
        "the history refers to it"
    );
    let away = TileId {
        x: FIRST.x,
        y: FIRST.y + 1,
    };
    look(&mut editor, away, TILE_YARDS * 1.2);
    let after = held(&editor);
    let tally = editor.tile_tally().unwrap();
    assert!(tally.bytes <= 200 << 20, "{tally:?}");
    assert!(after.contains(&(away.x, away.y)), "{after:?}");
    let beyond = after.iter().filter(|(x, _)| *x == far.x).count();
    assert!(beyond < 3, "the farthest made room: {after:?}");
    editor.handle(ViewIntent::Redo.into());
    assert!(
        map(&editor).tiles[&start] == edited,
        "redone after the flight"
    );

    let left = editor.tile_tally().unwrap().left;
    editor.handle(GroundIntent::LoadAllTiles.into());
    for _ in 0..10 {
        wait(&mut editor);
    }
    assert!(left > 0);
    assert_eq!(editor.tile_tally().unwrap().left, 0);
    assert!(!editor.is_dirty() || editor.history().position() == 1);
}

#[test]
fn a_stroke_near_a_tile_on_the_disk_loads_it_first_so_that_borders_meet() {
    let folder = tempfile::tempdir().unwrap();
    let path = made_map(folder.path(), "isle", 6, 3);
    let whole = read(&path, TilesToOpen::All);
    let tile = folder
        .path()
        .join(format!("isle_{}_{}.adt", FIRST.x, FIRST.y));
    let mut editor = opened(&tile, 512);
    assert_eq!(held(&editor), [(FIRST.x, FIRST.y)]);
    let [x, y] = middle(FIRST);
    let border = [x, y - TILE_YARDS / 2.0 + 2.0];
    raise(&mut editor, border);
    let right = TileId {
        x: FIRST.x + 1,
        ..FIRST
    };
    assert_eq!(held(&editor), [(FIRST.x, FIRST.y), (right.x, right.y)]);
    let original = &whole.shape.tiles().unwrap().tiles;
    let tiles = &map(&editor).tiles;
    assert!(tiles[&FIRST] != original[&FIRST] && tiles[&right] != original[&right]);
    for row in 0..16 {
        let (west, east) = (
            &tiles[&FIRST].chunks[row * 16 + 15],
            &tiles[&right].chunks[row * 16],
        );
        for at in 0..9 {
            let [a, b] = [west.corner_height(8, at), east.corner_height(0, at)];
            assert!((a.unwrap() - b.unwrap()).abs() < 1e-3, "{row} {at}");
        }
    }
}

#[test]
fn an_operator_on_all_of_the_map_says_what_is_not_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = made_map(folder.path(), "isle", 6, 3);
    let mut editor = opened(&path, 100);
    let left = editor.tile_tally().unwrap().left;
    assert!(left > 0);
    let flags = r#"{"op":"set_layer_flags","texture":"Tileset\\Made\\rock.blp","set":64}"#;
    editor.handle(Intent::Apply(serde_json::from_str(flags).unwrap()));
    assert_eq!(editor.history().position(), 1, "{:?}", editor.toasts);
    let told = format!("{left} tiles of the map are not loaded");
    let lines: Vec<_> = editor
        .report
        .lines()
        .iter()
        .map(|line| &line.message)
        .collect();
    assert!(
        lines.iter().any(|line| line.starts_with(&told)),
        "{lines:?}"
    );
    let far = held(&editor);
    let far = (0..6u8)
        .flat_map(|x| (0..3u8).map(move |y| (FIRST.x + x, FIRST.y + y)))
        .find(|place| !far.contains(place))
        .unwrap();
    let fill = format!(
        r#"{{"op":"fill_texture","texture":"a.blp","scope":{{"tiles":[[{},{}]]}}}}"#,
        far.0, far.1
    );
    editor.handle(Intent::Apply(serde_json::from_str(&fill).unwrap()));
    let last = &editor.toasts.last().unwrap().text;
    assert!(last.contains("is not loaded"), "{last}");
}

#[test]
fn an_export_over_the_map_writes_edited_tiles_alone_and_elsewhere_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = made_map(folder.path(), "isle", 6, 3);
    let before = files(folder.path());
    let mut editor = opened(&path, 100);
    assert!(editor.tile_tally().unwrap().left > 0);
    let (x, y) = held(&editor)[0];
    let id = TileId { x, y };
    raise(&mut editor, middle(id));
    let other = tempfile::tempdir().unwrap();
    editor.handle(ViewIntent::Export(other.path().join("copy.wdt")).into());
    wait(&mut editor);
    let copied = files(other.path());
    assert_eq!(copied.len(), before.len(), "{:?}", editor.toasts);
    let name = format!("isle_{x}_{y}.adt");
    for (old, bytes) in &before {
        let new = old.replace("isle", "copy");
        assert_eq!(copied[&new] == *bytes, *old != name, "{new}");
    }

    editor.handle(ViewIntent::Export(path.clone()).into());
    wait(&mut editor);
    let mut after = files(folder.path());
    assert_eq!(
        after.remove(&format!("{name}.bak")),
        before.get(&name).cloned()
    );
    assert_eq!(after.len(), before.len());
    for (name_of, bytes) in &before {
        assert_eq!(after[name_of] == *bytes, *name_of != name, "{name_of}");
    }
    let told = "1 changed tiles are written, 17 others stay as they are.";
    assert!(
        editor
            .report
            .lines()
            .iter()
            .any(|line| line.message == told)
    );
    // The written map is the one that is open.
    let written = read(&path, TilesToOpen::All);
    assert!(written.shape.tiles().unwrap().tiles[&id] == map(&editor).tiles[&id]);
}

#[test]
fn a_project_holds_what_was_loaded_and_knows_where_the_rest_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = made_map(folder.path(), "isle", 6, 3);
    let mut editor = opened(&path, 100);
    let id = held(&editor)[0];
    raise(&mut editor, middle(TileId { x: id.0, y: id.1 }));
    let project = folder.path().join("isle.bwp");
    editor.handle(ViewIntent::SaveAs(project.clone()).into());
    wait(&mut editor);
    assert!(!editor.is_dirty(), "{:?}", editor.toasts);
    let kept = project::open(&project).unwrap().document;
    assert!(kept == *editor.document());
    let mut again = opened(&project, 100);
    assert_eq!(held(&again), held(&editor));
    let edited = map(&again).tiles[&TileId { x: id.0, y: id.1 }].clone();
    let far = TileId {
        x: FIRST.x + 5,
        y: FIRST.y + 2,
    };
    look(&mut again, far, TILE_YARDS * 0.4);
    assert!(held(&again).contains(&(far.x, far.y)));
    // An edited tile is not the one on the disk, so it stays though nothing can be undone.
    let tight = 64;
    budget(&mut again, tight);
    for _ in 0..6 {
        wait(&mut again);
    }
    assert!(map(&again).tiles.get(&TileId { x: id.0, y: id.1 }) == Some(&edited));
}

#[test]
fn a_journal_gives_back_work_on_tiles_that_came_later_whatever_became_of_their_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = made_map(folder.path(), "isle", 6, 3);
    let state = folder.path().join("state");
    let mut editor = Editor::new();
    editor.keep_journal(state.clone());
    open_in(&mut editor, &path, 100);
    let far = TileId {
        x: FIRST.x + 5,
        y: FIRST.y + 2,
    };
    assert!(!held(&editor).contains(&(far.x, far.y)));
    look(&mut editor, far, TILE_YARDS * 0.4);
    raise(&mut editor, middle(far));
    let near = TileId {
        x: FIRST.x,
        y: FIRST.y,
    };
    look(&mut editor, near, TILE_YARDS * 0.4);
    raise(&mut editor, middle(near));
    editor.handle(ViewIntent::Undo.into());
    let expected = editor.document().clone();
    let journal = editor.journal().path().unwrap().to_owned();
    let mut reader = JournalReader::open(&journal).unwrap();
    let mut kinds = Vec::new();
    while let Some(record) = reader.next_record().unwrap() {
        kinds.push(match record.entry {
            Entry::ImportTerrain { .. } => "open",
            Entry::Tiles { .. } => "tiles",
            Entry::Apply(_) => "apply",
            Entry::Undo => "undo",
            other => panic!("{other:?}"),
        });
    }
    assert_eq!(kinds, ["open", "tiles", "apply", "tiles", "apply", "undo"]);
    // What a crash leaves behind; the tile's own file is then replaced by another program.
    std::mem::forget(editor);
    let file = folder.path().join(format!("isle_{}_{}.adt", far.x, far.y));
    let passing = folder.path().join("passing");
    std::fs::write(&passing, b"REVM and no tile").unwrap();
    std::fs::rename(&passing, &file).unwrap();
    let other = folder.path().join("other");
    std::fs::create_dir(&other).unwrap();
    let copy = |name: std::ffi::OsString| {
        std::fs::copy(state.join(&name), other.join(&name)).unwrap();
    };
    let entries = std::fs::read_dir(&state).unwrap().flatten();
    entries.for_each(|entry| copy(entry.file_name()));

    let mut again = Editor::new();
    again.keep_journal(folder.path().join("second"));
    let moved = other.join(journal.file_name().unwrap());
    again.handle(ViewIntent::Recover(moved).into());
    wait(&mut again);
    assert_eq!(again.history().position(), 1, "{:?}", again.toasts);
    assert!(*again.document() == expected);
    again.handle(ViewIntent::Redo.into());
    assert_eq!(again.history().position(), 2);
}

#[test]
fn a_project_with_tiles_on_the_disk_is_the_same_after_packing() {
    let folder = tempfile::tempdir().unwrap();
    let path = made_map(folder.path(), "isle", 6, 3);
    let mut document = bonewright::document::Document::new();
    document.terrains.push(read(&path, near(60)));
    let project = folder.path().join("packed.bwp");
    project::save(
        &project,
        &Snapshot::of(&document),
        SaveOptions::default(),
        &mut |_| ControlFlow::Continue(()),
    )
    .unwrap();
    let opened = project::open(&project).unwrap();
    assert_eq!(opened.problems.len(), 0);
    assert!(opened.document == document);
    assert_eq!(opened.document.content_hash(), document.content_hash());
    assert!(opened.document.terrain(ID).unwrap().tiles_on_disk() > 0);
}

/// Draws a terrain from above its middle, from so high; gives the triangles it was drawn from.
fn drawn(
    scene: &[StagedTerrain; 1],
    renderer: &mut Renderer,
    target: &Offscreen,
    eye: [f32; 3],
) -> usize {
    let mut camera = Camera::default();
    let [x, y, z] = eye;
    camera.look_at(
        Vec3::new(x, y, z).into(),
        Vec3::new(x + 10.0, y, 0.0).into(),
    );
    camera.reach = 20_000.0;
    let overlay = Overlay::default();
    let drawn = target.draw([0.0; 4], |viewport| {
        renderer.draw_with_ground(viewport, &camera, &overlay, &mut [], scene);
        Ok(())
    });
    drawn.unwrap();
    scene[0].scene.triangle_count()
}

#[test]
fn far_ground_has_few_triangles_and_a_dab_sends_only_rows_that_it_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = made_map(folder.path(), "isle", 2, 2);
    let mut terrain = read(&path, TilesToOpen::All);
    let headless = Headless::of_this_thread().expect("an EGL device");
    let context = headless.context();
    let mut renderer = Renderer::new(context).unwrap();
    let target = Offscreen::smooth(context, 320, 200).unwrap();
    let pictures = GroundPictures::new();
    let mut staged = [StagedTerrain {
        id: ID,
        scene: TerrainScene::new(context, &terrain, &pictures),
    }];
    let [x, y] = middle(FIRST);
    let whole = 4 * 256 * 256;
    let far = drawn(&staged, &mut renderer, &target, [x, y, 6000.0]);
    assert!(far > 0 && far < whole / 20, "{far} of {whole}");
    let near = drawn(&staged, &mut renderer, &target, [x, y, 60.0]);
    assert!(near > far * 2 && near < whole, "{near} of {whole}");

    let before = staged[0].scene.sent_texel_count();
    assert_eq!(before, 4 * 256 * 4096);
    let place = ChunkPlace {
        tile: FIRST,
        column: 7,
        row: 3,
    };
    let map = terrain.shape.tiles_mut().unwrap();
    let layer = &mut map.chunk_mut(place).unwrap().layers[1];
    let alpha = layer.alpha.as_mut().unwrap();
    for row in 20..23 {
        alpha.rows_mut()[row][30] ^= 0x55;
    }
    let parts = ChangedChunk {
        layers: true,
        ..ChangedChunk::default()
    };
    let changed = ChangedGround {
        chunks: [(place, parts)].into(),
        ..ChangedGround::default()
    };
    assert_eq!(staged[0].scene.refresh(&terrain, &changed, &pictures), 1);
    assert_eq!(staged[0].scene.sent_texel_count() - before, 3 * 64);

    // A tile that goes and comes again is drawn as before.
    let gone = terrain.shape.tiles_mut().unwrap().tiles.remove(&FIRST);
    let tiles = ChangedGround {
        tiles: [FIRST].into(),
        ..ChangedGround::default()
    };
    staged[0].scene.refresh(&terrain, &tiles, &pictures);
    let three = drawn(&staged, &mut renderer, &target, [x, y, 6000.0]);
    assert!(three < far, "{three} of {far}");
    let map = terrain.shape.tiles_mut().unwrap();
    map.tiles.insert(FIRST, gone.unwrap());
    staged[0].scene.refresh(&terrain, &tiles, &pictures);
    let again = drawn(&staged, &mut renderer, &target, [x, y, 6000.0]);
    assert_eq!(again, far);
}
