//! Full map chunks in the window: the question at the end of a stroke, and what look-alikes are.

use bonewright::edit::{FifthArgument, FifthCost};
use bonewright::editor::{Command, Editor, GroundBrush, GroundIntent, GroundTool, ViewIntent};
use bonewright::samples::valley;
use bonewright::terrain::ChunkPlace;
use eframe::egui::{Key, Vec2};
use egui_kittest::kittest::Queryable as _;

use crate::terrain_workspace::{chunk_with, editor_on, map, middle, shape, stroke};
use crate::viewport_bench::{picture, press, window_of};

/// An editor whose brush asks about full map chunks, with a texture that one of them lacks.
fn asking() -> (Editor, ChunkPlace, [f32; 2]) {
    let mut editor = editor_on(valley());
    let (place, texture) = chunk_with(map(&editor), 4).expect("a chunk of four layers");
    let brush = GroundBrush {
        tile_radius: 6.0,
        asks_fifth: true,
        ..GroundBrush::default()
    };
    editor.handle(GroundIntent::SetBrush(Box::new(brush)).into());
    editor.handle(GroundIntent::Choose(texture).into());
    let at = middle(map(&editor), place);
    (editor, place, at)
}

/// From now on its brush leaves full map chunks alone.
fn stop_asking(editor: &mut Editor) {
    let brush = GroundBrush {
        asks_fifth: false,
        ..editor.ground_brush.clone()
    };
    editor.handle(GroundIntent::SetBrush(Box::new(brush)).into());
}

#[test]
fn a_stroke_that_asks_shows_each_way_and_keeps_the_one_that_is_chosen() {
    let (mut editor, place, at) = asking();
    let before = shape(&editor);
    stroke(&mut editor, GroundTool::Paint, &[at]);
    let question = editor.fifth_question().expect("it asks").clone();
    assert_eq!(question.chunks.len(), 1);
    assert_eq!(question.chunks[0].place, place);
    assert_eq!(question.chunks[0].textures.len(), 4);
    assert_eq!(editor.history().position(), 0, "nothing is kept yet");
    assert!(shape(&editor) == before, "nothing is painted there");
    // A way that is shown, and another, and the first again: each starts from before the stroke.
    let [one, other] = [1, 3].map(|layer| question.chunks[0].textures[layer].name.clone());
    let pairs = [(other, one)];
    let brush = GroundBrush {
        look_alikes: pairs.clone().into(),
        ..editor.ground_brush.clone()
    };
    editor.handle(GroundIntent::SetBrush(Box::new(brush)).into());
    let merge = FifthArgument::Merge(pairs.into());
    editor.handle(GroundIntent::ShowFifth(FifthArgument::Refuse).into());
    let question = editor.fifth_question().expect("it still asks");
    let cost = question.chunks[0].cost(&merge);
    assert!(matches!(cost, FifthCost::Merges { .. }), "{cost:?}");
    editor.handle(GroundIntent::ShowFifth(merge.clone()).into());
    let shown = shape(&editor);
    assert!(shown != before, "the ground shows it");
    editor.handle(GroundIntent::ShowFifth(FifthArgument::Refuse).into());
    assert!(shape(&editor) == before);
    editor.handle(GroundIntent::ShowFifth(merge).into());
    assert!(shape(&editor) == shown);
    editor.handle(GroundIntent::AnswerFifth { keeps_shown: true }.into());
    assert!(editor.fifth_question().is_none());
    assert!(shape(&editor) == shown, "what was shown is kept");
    assert_eq!(editor.history().position(), 1);
    editor.handle(ViewIntent::Undo.into());
    assert!(shape(&editor) == before, "undo is exact");
}

#[test]
fn a_stroke_that_waits_for_an_answer_is_not_lost() {
    // A second stroke, or anything else, settles it: what could be painted stays.
    let (mut editor, _, at) = asking();
    let before = shape(&editor);
    let aside = [at[0] + 33.4, at[1]];
    stroke(&mut editor, GroundTool::Paint, &[at, aside]);
    if editor.fifth_question().is_none() {
        panic!("it asks");
    }
    let painted = shape(&editor);
    stop_asking(&mut editor);
    stroke(&mut editor, GroundTool::Raise, &[at]);
    assert!(editor.fifth_question().is_none());
    let kept = usize::from(painted != before);
    assert_eq!(editor.history().position(), 1 + kept.max(1));
    editor.handle(ViewIntent::Undo.into());
    assert!(shape(&editor) == painted);
    // Undo while it waits puts the stroke back, and nothing is in the history.
    let (mut editor, _, at) = asking();
    let before = shape(&editor);
    stroke(&mut editor, GroundTool::Paint, &[at]);
    editor.handle(ViewIntent::Undo.into());
    assert!(editor.fifth_question().is_none());
    assert!(shape(&editor) == before);
    assert_eq!(editor.history().position(), 0);
}

#[test]
fn the_question_lists_map_chunks_and_escape_leaves_them() {
    let (mut editor, place, at) = asking();
    let before = shape(&editor);
    stroke(&mut editor, GroundTool::Paint, &[at]);
    let mut bench = window_of(editor, Vec2::new(1400.0, 900.0));
    let link = format!("Show full chunk {}, {}", place.column, place.row);
    bench.get_by_label(&link).click();
    bench.run_steps(3);
    assert_eq!(bench.state().editor.ground_view.chunk, Some(place));
    assert!(bench.query_by_label("Keep this").is_some());
    picture(&mut bench, "31_fifth_question");
    press(&mut bench, Key::Escape);
    assert!(bench.state().editor.fifth_question().is_none());
    assert!(shape(&bench.state().editor) == before);
}

#[test]
fn a_refused_stroke_offers_to_go_to_the_map_chunk() {
    let (mut editor, place, at) = asking();
    stop_asking(&mut editor);
    editor.toasts.clear();
    stroke(&mut editor, GroundTool::Paint, &[at]);
    let toast = editor.toasts.last().expect("a message").clone();
    assert!(toast.text.contains("no further texture"), "{}", toast.text);
    let fix = toast.fix.expect("a way there");
    editor.handle(GroundIntent::SelectChunk(None).into());
    editor.handle(*fix.intent);
    assert_eq!(editor.ground_view.chunk, Some(place));
}

/// Lets the window work until nothing is left to do.
fn settle(bench: &mut crate::viewport_bench::Bench) {
    bench.run_steps(4);
}

#[test]
fn a_full_map_chunk_is_solved_in_two_clicks_and_is_one_step() {
    let (mut editor, place, at) = asking();
    let before = shape(&editor);
    stroke(&mut editor, GroundTool::Paint, &[at]);
    let question = editor.fifth_question().expect("it asks").clone();
    let ways = &question.chunks[0].ways;
    assert!(ways.len() >= 4, "each of four textures can go: {ways:?}");
    let best = ways[0].clone();
    assert!(
        ways.iter()
            .all(|way| way.change >= 0.0 && way.change <= way.share)
    );
    let mut bench = window_of(editor, Vec2::new(1400.0, 900.0));
    assert!(
        bench.query_by_label("Before").is_none(),
        "nothing to compare"
    );
    bench.get_by_label("Solve").click();
    settle(&mut bench);
    let solved = shape(&bench.state().editor);
    assert!(solved != before, "the ground shows it");
    let chosen = bench.state().editor.fifth_question().expect("it asks");
    let FifthArgument::Chosen(choices) = &chosen.shown else {
        panic!("{:?}", chosen.shown);
    };
    assert_eq!(choices.as_slice(), std::slice::from_ref(&best.choice));
    assert!(chosen.seams[1] <= chosen.seams[0], "{:?}", chosen.seams);
    picture(&mut bench, "32_fifth_solved");
    bench.get_by_label("Before").click();
    settle(&mut bench);
    assert!(shape(&bench.state().editor) == before, "as it was");
    bench.get_by_label("After").click();
    settle(&mut bench);
    assert!(shape(&bench.state().editor) == solved);
    bench.get_by_label("Keep this").click();
    settle(&mut bench);
    let editor = &mut bench.state_mut().editor;
    assert!(editor.fifth_question().is_none());
    assert!(shape(editor) == solved);
    assert_eq!(editor.history().position(), 1, "one step");
    let textures: Vec<String> = {
        let map = map(editor);
        let chunk = map.chunk(place).expect("the chunk");
        let list = &map.tiles[&place.tile].textures;
        let layers = chunk.layers.iter();
        layers
            .map(|layer| list[layer.texture as usize].path_text())
            .collect()
    };
    assert_eq!(textures.len(), 4);
    assert!(!textures.contains(&best.choice.texture), "{textures:?}");
    editor.handle(ViewIntent::Undo.into());
    assert!(shape(editor) == before, "undo is exact");
    editor.handle(ViewIntent::Redo.into());
    assert!(shape(editor) == solved, "and redo");
}

#[test]
fn another_way_can_be_taken_for_one_map_chunk_and_none() {
    let (mut editor, place, at) = asking();
    let before = shape(&editor);
    stroke(&mut editor, GroundTool::Paint, &[at]);
    let question = editor.fifth_question().expect("it asks").clone();
    let last = question.chunks[0].ways.last().expect("a way").clone();
    let mut bench = window_of(editor, Vec2::new(1400.0, 900.0));
    let menu = format!("Ways for chunk {}, {}", place.column, place.row);
    bench.get_by_label(&menu).click();
    settle(&mut bench);
    picture(&mut bench, "33_fifth_ways");
    let name = last.choice.texture.rsplit(['\\', '/']).next().unwrap();
    let start = format!("{} gives way", name.trim_end_matches(".blp"));
    bench.get_by_label_contains(&start).click();
    settle(&mut bench);
    let shown = bench.state().editor.fifth_question().expect("it asks");
    assert_eq!(shown.shown, FifthArgument::Chosen(vec![last.choice]));
    assert!(shape(&bench.state().editor) != before);
    bench.get_by_label(&menu).click();
    settle(&mut bench);
    bench.get_by_label("Leave it as it is").click();
    settle(&mut bench);
    let shown = bench.state().editor.fifth_question().expect("it asks");
    assert_eq!(shown.shown, FifthArgument::Refuse);
    assert!(shape(&bench.state().editor) == before);
}

#[test]
fn a_stroke_that_was_refused_gets_its_room_in_two_clicks() {
    let (mut editor, _, at) = asking();
    stop_asking(&mut editor);
    editor.toasts.clear();
    // A stroke that lands on one side and is refused on the other.
    let aside = [at[0] + 33.4, at[1]];
    let before = shape(&editor);
    let mut bench = window_of(editor, Vec2::new(1400.0, 900.0));
    stroke(
        &mut bench.state_mut().editor,
        GroundTool::Paint,
        &[at, aside],
    );
    let refused = shape(&bench.state().editor);
    let steps = bench.state().editor.history().position();
    settle(&mut bench);
    settle(&mut bench);
    let offered = Command::MakeRoom.plan(&bench.state().editor);
    assert!(offered.is_ok(), "{offered:?}");
    bench.get_by_label("Make room there…").click();
    settle(&mut bench);
    assert!(shape(&bench.state().editor) != refused, "the best is shown");
    assert!(bench.query_by_label("Make room there…").is_none());
    assert!(bench.query_by_label("Before").is_some());
    bench.get_by_label("Keep this").click();
    settle(&mut bench);
    let editor = &mut bench.state_mut().editor;
    assert_eq!(editor.history().position(), steps.max(1), "still one step");
    assert!(shape(editor) != refused);
    editor.handle(ViewIntent::Undo.into());
    assert!(shape(editor) == before);
    // Once something else was done, the button has nothing to come back to.
    let (mut editor, _, at) = asking();
    stop_asking(&mut editor);
    stroke(&mut editor, GroundTool::Paint, &[at]);
    stroke(&mut editor, GroundTool::Raise, &[at]);
    let reason = Command::MakeRoom.plan(&editor);
    assert!(reason.is_err_and(|reason| reason.contains("no stroke that met")));
    editor.handle(GroundIntent::AskFifth.into());
    assert!(editor.fifth_question().is_none());
    let toast = editor.toasts.last().expect("a message");
    assert!(toast.text.contains("not the last step"), "{}", toast.text);
}

#[test]
fn a_brush_that_solves_makes_room_when_the_stroke_ends() {
    let (mut editor, _, at) = asking();
    let before = shape(&editor);
    let brush = GroundBrush {
        asks_fifth: false,
        fifth: FifthArgument::Solve {
            look_alikes: Default::default(),
        },
        ..editor.ground_brush.clone()
    };
    editor.handle(GroundIntent::SetBrush(Box::new(brush)).into());
    stroke(&mut editor, GroundTool::Paint, &[at]);
    assert!(editor.fifth_question().is_none());
    assert!(shape(&editor) != before);
    assert_eq!(editor.history().position(), 1);
    let said = |text: &str| {
        let report = editor.report.lines().iter();
        report.filter(|line| line.message.contains(text)).count()
    };
    assert_eq!(said("Changed beside the stroke"), 1);
    editor.handle(ViewIntent::Undo.into());
    assert!(shape(&editor) == before);
}

#[test]
fn nothing_is_written_while_the_question_waits() {
    let (mut editor, _, at) = asking();
    stroke(&mut editor, GroundTool::Paint, &[at]);
    assert!(editor.fifth_question().is_some());
    for command in [Command::Save, Command::SaveAs, Command::Export] {
        let reason = command.plan(&editor).expect_err("it waits");
        assert!(reason.contains("Answer the question"), "{reason}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let [project, export] = ["a.bwp", "a_32_32.adt"].map(|name| folder.path().join(name));
    editor.handle(ViewIntent::SaveAs(project.clone()).into());
    editor.handle(ViewIntent::Export(export.clone()).into());
    assert!(editor.fifth_question().is_some() && editor.jobs().is_idle());
    assert!(!project.exists() && !export.exists());
    let told = editor.toasts.iter();
    let told = told.filter(|toast| toast.text.starts_with("Answer the question"));
    assert_eq!(told.count(), 1, "it is said once");
    editor.handle(GroundIntent::AnswerFifth { keeps_shown: false }.into());
    assert!(Command::Save.plan(&editor).is_ok());
}

#[test]
fn room_can_be_made_after_the_stroke_was_undone_and_redone() {
    let (mut editor, _, at) = asking();
    stop_asking(&mut editor);
    stroke(&mut editor, GroundTool::Paint, &[at, [at[0] + 33.4, at[1]]]);
    assert!(Command::MakeRoom.plan(&editor).is_ok());
    editor.handle(ViewIntent::Undo.into());
    assert!(Command::MakeRoom.plan(&editor).is_err());
    editor.handle(ViewIntent::Redo.into());
    assert!(Command::MakeRoom.plan(&editor).is_ok());
}
