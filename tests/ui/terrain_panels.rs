//! Ground types, lists of textures, flags of layers and the choice of textures in the window.

use bonewright::editor::{Command, Editor, GroundIntent, ScopeChoice, TypesDraft, ViewIntent};
use bonewright::samples::{valley, valley_corners};
use bonewright::terrain::{CornerMap, TextureLayerFlags};
use eframe::egui::Vec2;
use egui_kittest::kittest::Queryable as _;
use std::time::{Duration, Instant};

use crate::terrain_workspace::{chunk_with, editor_on, map, middle, shape};
use crate::viewport_bench::{picture, window_of};

fn corners(editor: &Editor) -> &CornerMap {
    let terrain = editor.terrain().expect("a map");
    terrain.shape.corners().expect("corners")
}

fn types(editor: &Editor) -> Vec<String> {
    let types = corners(editor).head.ground_types.iter();
    types
        .map(|id| String::from_utf8_lossy(id).into_owned())
        .collect()
}

#[test]
fn the_list_of_ground_types_is_prepared_with_counts_and_set_at_once() {
    let mut editor = editor_on(valley_corners());
    let before = shape(&editor);
    let old = types(&editor);
    let uses = editor.type_uses();
    let counted: usize = uses.values().map(|found| found.corners).sum();
    assert_eq!(counted, corners(&editor).corners().len());
    for intent in Command::EditGroundTypes
        .plan(&editor)
        .expect("a map of corners")
    {
        editor.handle(intent);
    }
    let mut draft = editor.ground_view.types.clone().expect("it is open");
    assert_eq!(draft.list, old);
    // The last becomes a new one, the first two change places.
    let last = old.last().expect("a type").clone();
    draft.replace.insert(last.clone(), "Xnew".to_owned());
    draft.swap(0, 1);
    let notes = editor
        .types_preview(&draft)
        .expect("it can be done")
        .join(" ");
    let count = uses[&last].corners;
    assert!(notes.contains(&format!("{count} corner")), "{notes}");
    assert!(notes.contains("drawn over"), "{notes}");
    editor.handle(GroundIntent::PrepareTypes(Some(draft)).into());
    let mut bench = window_of(editor, Vec2::new(1400.0, 900.0));
    assert!(bench.query_by_label(&format!("Up: {}", old[1])).is_some());
    picture(&mut bench, "31_ground_types");
    bench.get_by_label("Set the list").click();
    bench.run_steps(3);
    let editor = &mut bench.state_mut().editor;
    let new = types(editor);
    assert_eq!(new.last().map(String::as_str), Some("Xnew"));
    assert_eq!([&new[0], &new[1]], [&old[1], &old[0]]);
    // Every corner has the type it had, under its new number.
    let bonewright::document::TerrainShape::Corners(map_before) = &before else {
        panic!("corners");
    };
    for (was, is) in map_before.corners().iter().zip(corners(editor).corners()) {
        let name = &old[usize::from(was.ground_type())];
        let name = if *name == last { "Xnew" } else { name };
        assert_eq!(new[usize::from(is.ground_type())], name);
        assert_eq!(was.ground_variation(), is.ground_variation());
    }
    editor.handle(ViewIntent::Undo.into());
    assert!(shape(editor) == before);
}

#[test]
fn a_seventeenth_ground_type_is_refused_with_the_reason() {
    let editor = editor_on(valley_corners());
    let mut draft = TypesDraft::of(corners(&editor));
    let most = editor.most_types();
    assert_eq!(most, 16);
    while draft.list.len() < most {
        draft.list.push(format!("X{:03}", draft.list.len()));
    }
    assert!(editor.types_preview(&draft).is_ok());
    draft.list.push("Xone".to_owned());
    let reason = editor.types_preview(&draft).expect_err("too many");
    assert!(reason.contains("at most 16"), "{reason}");
    // One that corners have can't simply go.
    let mut draft = TypesDraft::of(corners(&editor));
    let used = editor.type_uses();
    draft.list.retain(|name| used[name].corners == 0);
    draft.list.push("Xone".to_owned());
    let reason = editor.types_preview(&draft).expect_err("corners have it");
    assert!(reason.contains("without a type"), "{reason}");
}

#[test]
fn flags_of_a_layer_are_set_where_the_panel_says() {
    let mut bench = window_of(editor_on(valley()), Vec2::new(1500.0, 1400.0));
    let (place, _) = chunk_with(map(&bench.state().editor), 2).expect("two layers");
    let select = GroundIntent::SelectChunk(Some(place));
    bench.state_mut().editor.handle(select.into());
    bench.run_steps(3);
    let header = bench.query_all_by_label_contains("Still, clutter").next();
    header.expect("flags of a layer").click();
    bench.run_steps(20);
    picture(&mut bench, "31_layer_flags");
    let layer = |editor: &Editor, at: usize| {
        let layers = &map(editor).chunk(place).expect("the chunk").layers;
        (layers[at].flags, layers[at].texture)
    };
    let lowest = layer(&bench.state().editor, 0).1;
    let tile = &map(&bench.state().editor).tiles[&place.tile];
    let name = tile.textures[lowest as usize].path_text();
    let short = name.rsplit('\\').next().expect("a name");
    let label = format!("Overbright: {}", short.trim_end_matches(".blp"));
    bench.get_by_label(&label).click();
    bench.run_steps(3);
    let editor = &bench.state().editor;
    assert!(layer(editor, 0).0.has(TextureLayerFlags::OVERBRIGHT));
    let others = map(editor).chunks().filter(|(other, _)| *other != place);
    let lit = others.flat_map(|(_, chunk)| &chunk.layers);
    let lit = lit.filter(|layer| layer.flags.has(TextureLayerFlags::OVERBRIGHT));
    assert_eq!(lit.count(), 0, "only the picked map chunk");
    assert!(editor.ground_scope(ScopeChoice::Tile).is_ok());
}

#[test]
fn the_panel_goes_to_a_neighbour_and_reorders_the_list_of_the_tile() {
    let mut bench = window_of(editor_on(valley()), Vec2::new(1500.0, 1500.0));
    let place = map(&bench.state().editor)
        .chunks()
        .nth(40)
        .expect("a chunk")
        .0;
    let select = GroundIntent::SelectChunk(Some(place));
    bench.state_mut().editor.handle(select.into());
    bench.run_steps(3);
    bench.get_by_label("Go to the map chunk: East").click();
    bench.run_steps(3);
    let east = place.shifted(1, 0);
    assert_eq!(bench.state().editor.ground_view.chunk, east);
    let before = shape(&bench.state().editor);
    let header = bench
        .query_all_by_label_contains("Texture list of tile")
        .next();
    header.expect("the list").click();
    bench.run_steps(20);
    picture(&mut bench, "31_map_chunk");
    let tile = &map(&bench.state().editor).tiles[&place.tile];
    let paths: Vec<String> = tile.textures.iter().map(|it| it.path_text()).collect();
    let short = paths[1].rsplit('\\').next().expect("a name");
    let label = format!("Up in the list: {}", short.trim_end_matches(".blp"));
    bench.get_by_label(&label).scroll_to_me();
    bench.run_steps(20);
    bench.get_by_label(&label).click();
    bench.run_steps(3);
    let editor = &bench.state().editor;
    let now = &map(editor).tiles[&place.tile].textures;
    assert_eq!(
        [now[0].path_text(), now[1].path_text()],
        [paths[1].clone(), paths[0].clone()],
        "{label}: {:?}",
        editor.toasts
    );
    let [x, y] = middle(map(editor), place);
    let there = editor.textures_at(x, y);
    assert!(shape(editor) != before);
    let editor = &mut bench.state_mut().editor;
    editor.handle(ViewIntent::Undo.into());
    assert!(shape(editor) == before);
    assert_eq!(editor.textures_at(x, y), there, "the look is the same");
}

/// Waits until pictures of the ground were read.
fn settle(editor: &mut Editor) {
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        editor.poll();
        if editor.jobs().is_idle() {
            break;
        }
        assert!(Instant::now() < until, "pictures are never read");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn textures_of_a_folder_are_listed_and_a_dropped_picture_is_painted_with() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join("Tileset").join("Own");
    std::fs::create_dir_all(&folder).expect("it can be made");
    let moss = image::RgbaImage::from_pixel(16, 16, image::Rgba([20, 90, 30, 255]));
    let file = folder.join("Moss.png");
    moss.save(&file).expect("it is written");
    std::fs::write(folder.join("Stone.blp"), b"no picture").expect("it is written");
    let mut editor = editor_on(valley());
    editor.handle(GroundIntent::UsePicture(file).into());
    settle(&mut editor);
    let chosen = editor.ground_view.texture.clone();
    assert_eq!(chosen.as_deref(), Some("Tileset\\Own\\Moss.blp"));
    assert_eq!(editor.files.asset_folders, [root.path()]);
    let known: Vec<&str> = editor
        .ground
        .known
        .iter()
        .map(|it| it.name.as_str())
        .collect();
    assert_eq!(known, ["tileset\\own\\stone.blp"]);
    let read = editor
        .ground
        .texture("Tileset\\Own\\Moss.blp")
        .expect("it was read");
    let picture = read.picture.as_ref().expect("the png stands in");
    assert_eq!(picture.rgba[..3], [20, 90, 30]);
    let colour = editor.ground.mean_colour("tileset/own/moss.blp");
    assert_eq!(colour, Some([20.0, 90.0, 30.0]));
    // Looking at more does not read again what is there.
    editor.handle(GroundIntent::Preview(vec!["tileset\\own\\stone.blp".to_owned()]).into());
    settle(&mut editor);
    let stone = editor
        .ground
        .texture("tileset\\own\\stone.blp")
        .expect("it was read");
    assert!(stone.picture.is_err());
}
