//! Marked regions, replaced textures and ground types in the window.

use bonewright::document::{Document, TerrainId};
use bonewright::edit::{GroundRectangle, GroundScope};
use bonewright::editor::{
    Command, Editor, GroundBrush, GroundIntent, GroundTool, Intent, ScopeChoice, StrokeStart,
    TextureSwap, ViewIntent,
};
use bonewright::samples::{valley, valley_corners};
use bonewright::terrain::ChunkPlace;
use eframe::egui::Vec2;
use eframe::egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use std::collections::BTreeSet;

use crate::terrain_workspace::{above, editor_on, map, middle, shape, stroke};
use crate::viewport_bench::{picture, window_of};

fn run(editor: &mut Editor, command: Command) -> Result<(), String> {
    for intent in command.plan(editor)? {
        editor.handle(intent);
    }
    Ok(())
}

/// Drags with the marking tool, Shift or Ctrl held.
fn mark(editor: &mut Editor, from: [f32; 2], to: [f32; 2], smooths: bool, inverts: bool) {
    run(editor, Command::MarkRegionTool).expect("it can be chosen");
    let start = StrokeStart {
        point: above(from[0], from[1]),
        inverts,
        smooths,
    };
    editor.handle(GroundIntent::Begin(start).into());
    editor.handle(GroundIntent::Continue(vec![above(to[0], to[1])]).into());
    editor.handle(GroundIntent::End.into());
}

#[test]
fn a_drag_marks_map_chunks_which_scope_fills_and_protect_from_brushes() {
    let mut editor = editor_on(valley());
    let before = shape(&editor);
    let places: Vec<ChunkPlace> = map(&editor).chunks().map(|(place, _)| place).collect();
    let first = places[40];
    let east = first.shifted(1, 0).expect("a neighbour");
    let far = first.shifted(3, 0).expect("another");
    let at = |editor: &Editor, place: ChunkPlace| middle(map(editor), place);
    let [a, b, c] = [first, east, far].map(|place| at(&editor, place));
    mark(&mut editor, a, b, false, false);
    assert_eq!(
        editor.ground_view.region.chunks,
        BTreeSet::from([first, east])
    );
    mark(&mut editor, c, c, true, false);
    assert_eq!(editor.ground_view.region.chunks.len(), 3);
    mark(&mut editor, b, b, false, true);
    let marked = BTreeSet::from([first, far]);
    assert_eq!(editor.ground_view.region.chunks, marked);
    assert_eq!(editor.history().position(), 0, "marking is no edit");
    // Only what is marked is filled.
    let texture = map(&editor).tiles[&first.tile].textures[0].path_text();
    editor.handle(GroundIntent::Choose(texture).into());
    run(&mut editor, Command::FillRegion).expect("something is marked");
    for (place, chunk) in map(&editor).chunks() {
        let bonewright::document::TerrainShape::Tiles(old) = &before else {
            panic!("tiles");
        };
        let same = old.chunk(place).map(|old| &old.layers) == Some(&chunk.layers);
        assert!(same || marked.contains(&place), "{place:?}");
        assert!(!marked.contains(&place) || chunk.layers.len() == 1);
    }
    editor.handle(ViewIntent::Undo.into());
    assert!(shape(&editor) == before);
    // What is protected stays, bit by bit, under every brush.
    run(&mut editor, Command::ProtectRegion).expect("something is marked");
    assert_eq!(editor.ground_brush.masks.protected.len(), 2);
    for tool in [GroundTool::Paint, GroundTool::Raise, GroundTool::FillChunks] {
        let brush = GroundBrush {
            tile_radius: 12.0,
            ..editor.ground_brush.clone()
        };
        editor.handle(GroundIntent::SetBrush(Box::new(brush)).into());
        stroke(&mut editor, tool, &[a, b]);
        for place in &marked {
            let bonewright::document::TerrainShape::Tiles(old) = &before else {
                panic!("tiles");
            };
            let (old, new) = (
                old.chunk(*place).unwrap(),
                map(&editor).chunk(*place).unwrap(),
            );
            assert!(old.layers == new.layers, "{tool:?} {place:?}");
            assert!(old.heights == new.heights, "{tool:?} {place:?}");
        }
    }
    run(&mut editor, Command::UnprotectAll).expect("something is protected");
    assert!(run(&mut editor, Command::UnprotectAll).is_err());
    run(&mut editor, Command::ClearRegion).expect("something is marked");
    assert!(run(&mut editor, Command::FillRegion).is_err());
}

#[test]
fn protected_places_stay_with_their_map_and_come_back_with_it_also_in_a_project() {
    let mut document = Document::new();
    let (mut one, mut other) = (valley(), valley());
    (one.id, other.id) = (TerrainId(4), TerrainId(7));
    document.terrains.extend([one, other]);
    let mut editor = Editor::with_document(document);
    editor.handle(GroundIntent::Show(TerrainId(4)).into());
    let place = map(&editor).chunks().next().expect("a chunk").0;
    let at = middle(map(&editor), place);
    mark(&mut editor, at, at, false, false);
    run(&mut editor, Command::ProtectRegion).expect("something is marked");
    let kept = editor.ground_brush.masks.protected.clone();
    assert_eq!(kept.len(), 1);
    assert_eq!(editor.protected_elsewhere(), 0);
    let protected = |editor: &Editor| editor.ground_brush.masks.protected.clone();
    editor.handle(GroundIntent::Show(TerrainId(7)).into());
    assert_eq!(protected(&editor), [], "another map has none of it");
    editor.toasts.clear();
    editor.handle(GroundIntent::Show(TerrainId(4)).into());
    assert_eq!(protected(&editor), kept);
    let toast = editor.toasts.last().expect("it is told");
    assert!(
        toast.text.contains("1 place of this map is protected"),
        "{}",
        toast.text
    );
    // One that lies on no tile is told of, and strokes do not carry it.
    let far = GroundRectangle {
        min: [9000.0, 9000.0],
        max: [9010.0, 9010.0],
    };
    let mut brush = editor.ground_brush.clone();
    brush.masks.protected.push(far);
    editor.handle(GroundIntent::SetBrush(Box::new(brush)).into());
    assert_eq!(editor.protected_elsewhere(), 1);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("valleys.bwp");
    editor.handle(ViewIntent::SaveAs(path.clone()).into());
    crate::files::wait(&mut editor);
    assert_eq!(protected(&editor), [kept[0], far], "saving loses nothing");
    editor.handle(ViewIntent::NewProject.into());
    assert_eq!(protected(&editor), []);
    let mut again = Editor::new();
    again.handle(ViewIntent::Open(vec![path]).into());
    crate::files::wait(&mut again);
    again.handle(GroundIntent::Show(TerrainId(7)).into());
    assert_eq!(protected(&again), []);
    again.toasts.clear();
    again.handle(GroundIntent::Show(TerrainId(4)).into());
    assert_eq!(protected(&again), [kept[0], far]);
    let toast = again.toasts.last().expect("it is told");
    assert!(
        toast.text.contains("Not on the ground that is loaded: 1"),
        "{}",
        toast.text
    );
    // What settings keep comes back for the project's own maps, and for nothing else.
    let text = serde_json::to_string(again.protected_places()).expect("as text");
    let mut fresh = Editor::with_document({
        let mut document = Document::new();
        document.terrains.push(valley());
        document
    });
    fresh.restore_protected_places(serde_json::from_str(&text).expect("from text"));
    assert_eq!(protected(&fresh), []);
}

#[test]
fn a_replacement_tells_how_many_map_chunks_change_and_changes_those() {
    let mut editor = editor_on(valley());
    let before = shape(&editor);
    let used = editor.ground_census().expect("a census").textures.clone();
    let [from, to] = [&used[0], &used[1]].map(|it| it.name.clone());
    let swap = TextureSwap {
        from: from.clone(),
        to: to.clone(),
        scope: ScopeChoice::Map,
    };
    let count = editor.swap_count(&swap).expect("it can be done");
    assert_eq!(count.with, used[0].place_count);
    assert!(count.with_both > 0 && count.with_both < count.with);
    editor.handle(GroundIntent::PrepareSwap(Some(swap.clone())).into());
    let mut bench = window_of(editor, Vec2::new(1400.0, 900.0));
    let text = format!("{} of {} map chunks change.", count.with, count.all);
    let labels = bench.query_all_by_label_contains(&text).count();
    assert!(labels > 0, "{text}");
    picture(&mut bench, "31_replace_texture");
    bench.get_by_role_and_label(Role::Button, "Replace").click();
    bench.run_steps(3);
    let editor = &mut bench.state_mut().editor;
    assert_eq!(editor.history().position(), 1);
    let left = map(editor).chunks().filter(|(place, chunk)| {
        let tile = &map(editor).tiles[&place.tile];
        let mut layers = chunk.layers.iter();
        layers.any(|layer| tile.textures[layer.texture as usize].path_text() == from)
    });
    assert_eq!(left.count(), 0);
    let again = editor.swap_count(&swap).expect_err("nothing is left");
    assert!(again.contains("Nothing there"), "{again}");
    editor.handle(ViewIntent::Undo.into());
    assert!(shape(editor) == before);
    // Of the picked map chunk alone.
    let place = map(editor).chunks().next().expect("one").0;
    let one = TextureSwap {
        scope: ScopeChoice::Chunk,
        ..swap
    };
    editor.handle(GroundIntent::SelectChunk(None).into());
    assert!(
        editor
            .swap_count(&one)
            .expect_err("none is picked")
            .contains("picked")
    );
    editor.handle(GroundIntent::SelectChunk(Some(place)).into());
    let scope = editor
        .ground_scope(ScopeChoice::Chunk)
        .expect("one is picked");
    assert_eq!(scope, GroundScope::from(place));
}

#[test]
fn a_replacing_brush_asks_which_texture_goes_and_changes_where_it_passes() {
    let mut editor = editor_on(valley());
    let used = editor.ground_census().expect("a census").textures.clone();
    let place = map(&editor)
        .chunks()
        .map(|(place, _)| place)
        .find(|place| {
            let [x, y] = middle(map(&editor), *place);
            let there = editor.textures_at(x, y);
            there
                .first()
                .is_some_and(|it| it.share > 0.9 && it.name == used[0].name)
                && map(&editor).chunk(*place).unwrap().layers.len() < 4
        })
        .expect("a place with the most used texture");
    let at = middle(map(&editor), place);
    editor.handle(GroundIntent::Choose(used[1].name.clone()).into());
    stroke(&mut editor, GroundTool::SwapTexture, &[at]);
    assert_eq!(editor.history().position(), 0);
    let said = editor.toasts.last().expect("a message").text.clone();
    assert!(said.contains("which texture is replaced"), "{said}");
    let brush = GroundBrush {
        swapped: Some(used[0].name.clone()),
        strength: 1.0,
        ..editor.ground_brush.clone()
    };
    editor.handle(GroundIntent::SetBrush(Box::new(brush)).into());
    stroke(&mut editor, GroundTool::SwapTexture, &[at]);
    let there = editor.textures_at(at[0], at[1]);
    assert_eq!(there[0].name, used[1].name, "{there:?}");
}

#[test]
fn corners_are_marked_as_a_rectangle_and_filled() {
    let mut editor = editor_on(valley_corners());
    let corners = |editor: &Editor| {
        let terrain = editor.terrain().expect("a map");
        terrain.shape.corners().expect("corners").clone()
    };
    let before = corners(&editor);
    let [from, to] = [[4, 5], [9, 7]].map(|[column, row]| before.position(column, row));
    mark(&mut editor, from, to, false, false);
    assert_eq!(
        editor.ground_view.region.text(),
        "6 by 3 corners are marked"
    );
    let kind = 1;
    let id = String::from_utf8_lossy(&before.head.ground_types[kind]).into_owned();
    editor.handle(GroundIntent::Choose(id).into());
    run(&mut editor, Command::FillRegion).expect("corners are marked");
    let after = corners(&editor);
    for (index, (old, new)) in before.corners().iter().zip(after.corners()).enumerate() {
        let (column, row) = before.place(index);
        if (4..=9).contains(&column) && (5..=7).contains(&row) {
            assert_eq!(usize::from(new.ground_type()), kind);
        } else {
            assert_eq!(old, new);
        }
    }
    let intents: Vec<Intent> = Command::ProtectRegion.plan(&editor).expect("marked");
    for intent in intents {
        editor.handle(intent);
    }
    let mut bench = window_of(editor, Vec2::new(1300.0, 850.0));
    picture(&mut bench, "31_marked_corners");
}

#[test]
fn marked_and_protected_map_chunks_are_drawn() {
    let mut editor = editor_on(valley());
    let places: Vec<ChunkPlace> = map(&editor).chunks().map(|(place, _)| place).collect();
    let [a, b] = [places[70], places[105]].map(|place| middle(map(&editor), place));
    mark(&mut editor, a, b, false, false);
    run(&mut editor, Command::ProtectRegion).expect("marked");
    let [a, b] = [places[130], places[135]].map(|place| middle(map(&editor), place));
    mark(&mut editor, a, b, false, false);
    let mut bench = window_of(editor, Vec2::new(1400.0, 900.0));
    assert!(bench.query_by_label("Tool: mark region").is_some());
    picture(&mut bench, "31_regions");
}
