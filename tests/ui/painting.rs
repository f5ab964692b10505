//! Painting with lines of sight, as the viewport does, on an editor without a window.

use crate::intents::ask;
use crate::small_model::small_document;
use bonewright::document::Document;
use bonewright::edit::operator::LockBones;
use bonewright::editor::{
    BrushReach, Editor, SelectMode, Severity, Sight, StrokePoint, StrokeStart, ViewIntent,
    WeightBrush,
};
use bonewright::math::{Ray, Vec2, Vec3};
use bonewright::mesh::{Influence, Influences, Submesh, VertexPool, View};
use bonewright::skeleton::BoneId;
use bonewright::skinning::PaintMode;

const SIDE: usize = 21;

/// Two square sheets of 21 x 21 points, at heights 0 and -0.3, both facing up and bound to bone 0.
fn sheets() -> Document {
    let mut document = small_document(264);
    let model = &mut document.models[0];
    let mut positions = Vec::new();
    let mut triangles = Vec::new();
    for height in [0.0, -0.3] {
        let first = positions.len() as u32;
        for y in 0..SIDE {
            for x in 0..SIDE {
                positions.push(Vec3::new(
                    x as f32 / 10.0 - 1.0,
                    y as f32 / 10.0 - 1.0,
                    height,
                ));
            }
        }
        for y in 0..SIDE as u32 - 1 {
            for x in 0..SIDE as u32 - 1 {
                let a = first + y * SIDE as u32 + x;
                let above = a + SIDE as u32;
                triangles.extend([a, a + 1, above, a + 1, above + 1, above]);
            }
        }
    }
    let count = positions.len();
    let whole = Influence {
        bone: BoneId(0),
        weight: 1.0,
    };
    let mut slots = [Influence::NONE; 4];
    slots[0] = whole;
    model.vertices = VertexPool {
        normals: vec![Vec3::z(); count],
        uvs: [vec![Vec2::zeros(); count], vec![Vec2::zeros(); count]],
        influences: Influences {
            slots: vec![slots; count],
            ..Influences::default()
        },
        positions,
    };
    model.views = vec![View {
        vertex_indices: (0..count as u32).collect(),
        submeshes: vec![Submesh {
            vertex_count: count as u32,
            triangle_count: triangles.len() as u32,
            ..Submesh::default()
        }],
        palette_indices: vec![[0; 4]; count],
        triangles,
        ..View::default()
    }];
    // Bones stand still, so the sheets are where the test says.
    for tracks in &mut model.bone_tracks {
        *tracks = Default::default();
    }
    document
}

fn editor() -> Editor {
    let mut editor = Editor::with_document(sheets());
    let size = editor.model().unwrap().size();
    let brush = WeightBrush {
        radius_share: 0.35 / size,
        strength: 1.0,
        ..WeightBrush::default()
    };
    ask(&mut editor, ViewIntent::SetBrush(Box::new(brush)));
    ask(
        &mut editor,
        ViewIntent::SelectBones {
            bones: vec![BoneId(2)],
            mode: SelectMode::Replace,
        },
    );
    editor
}

fn brush(editor: &mut Editor, change: impl FnOnce(&mut WeightBrush)) {
    let mut brush = editor.brush.clone();
    change(&mut brush);
    ask(editor, ViewIntent::SetBrush(Box::new(brush)));
}

/// Straight down at a place.
fn above(x: f32, y: f32) -> StrokePoint {
    StrokePoint {
        sight: Sight {
            ray: Ray {
                origin: Vec3::new(x, y, 10.0),
                direction: -Vec3::z(),
            },
            is_parallel: true,
        },
        pressure: 1.0,
    }
}

fn begin(editor: &mut Editor, x: f32, y: f32) {
    let start = StrokeStart {
        point: above(x, y),
        inverts: false,
        smooths: false,
    };
    ask(editor, ViewIntent::BeginStroke(start));
}

fn stroke(editor: &mut Editor, points: &[[f32; 2]]) {
    begin(editor, points[0][0], points[0][1]);
    let on = points[1..].iter().map(|&[x, y]| above(x, y)).collect();
    ask(editor, ViewIntent::ContinueStroke(on));
    ask(editor, ViewIntent::EndStroke);
}

fn weight(editor: &Editor, vertex: usize, bone: u32) -> f32 {
    let influences = &editor.model().unwrap().vertices.influences;
    let of = influences.of(vertex).filter(|i| i.bone == BoneId(bone));
    of.map(|influence| influence.weight).sum()
}

/// The vertex in the middle of the upper sheet, and the one below it.
const MIDDLE: usize = 10 * SIDE + 10;
const BELOW: usize = MIDDLE + SIDE * SIDE;

#[test]
fn a_stroke_paints_what_the_ring_holds_and_is_one_entry_of_the_history() {
    let mut editor = editor();
    let before = editor.document().content_hash();
    begin(&mut editor, 0.0, 0.0);
    assert!(editor.is_painting());
    assert_eq!(weight(&editor, MIDDLE, 2), 1.0, "it shows at once");
    ask(&mut editor, ViewIntent::EndStroke);
    let model = editor.model().unwrap();
    for (vertex, point) in model.vertices.positions.iter().enumerate() {
        let distance = (point - Vec3::zeros()).norm();
        let painted = weight(&editor, vertex, 2);
        if distance >= 0.35 {
            assert_eq!(painted, 0.0, "{point:?}");
        } else if point.z == 0.0 {
            let near: f32 = 1.0 - distance / 0.35;
            let expected = near * near * (3.0 - 2.0 * near);
            assert!(
                (painted - expected).abs() < 0.01,
                "{point:?}: {painted} {expected}"
            );
        }
    }
    assert_eq!(editor.history().position(), 1);
    assert!(editor.last_action().unwrap().contains("ArmL"));
    ask(&mut editor, ViewIntent::Undo);
    assert_eq!(editor.document().content_hash(), before);
}

#[test]
fn escape_puts_a_stroke_back_bit_by_bit() {
    let mut editor = editor();
    let before = editor.document().content_hash();
    begin(&mut editor, 0.0, 0.0);
    ask(
        &mut editor,
        ViewIntent::ContinueStroke(vec![above(0.5, 0.5)]),
    );
    assert_ne!(editor.document().content_hash(), before);
    ask(&mut editor, ViewIntent::CancelStroke);
    assert_eq!(editor.document().content_hash(), before);
    assert_eq!(editor.history().position(), 0);
}

#[test]
fn scrubbing_a_spot_in_one_stroke_equals_one_pass_and_an_airbrush_goes_on() {
    let half = |accumulates: bool, times: usize| {
        let mut editor = editor();
        brush(&mut editor, |brush| {
            brush.strength = 0.3;
            brush.accumulates = accumulates;
            brush.mode = PaintMode::Set;
            brush.spacing = 0.1;
        });
        let there_and_back = [[0.2, 0.0], [-0.2, 0.0]];
        let points: Vec<[f32; 2]> = there_and_back.into_iter().cycle().take(2 * times).collect();
        stroke(&mut editor, &points);
        weight(&editor, MIDDLE, 2)
    };
    assert!((half(false, 20) - half(false, 1)).abs() < 0.02);
    assert!((half(false, 20) - 0.3).abs() < 0.02);
    assert!(half(true, 20) > 0.9);
}

#[test]
fn only_what_is_seen_is_painted_unless_the_brush_goes_through() {
    for (reach, expected) in [
        (BrushReach::FrontFacing, true),
        (BrushReach::Visible, false),
        (BrushReach::Through, true),
    ] {
        let mut editor = editor();
        brush(&mut editor, |brush| brush.reach = reach);
        begin(&mut editor, 0.0, 0.0);
        ask(&mut editor, ViewIntent::EndStroke);
        assert!(weight(&editor, MIDDLE, 2) > 0.9);
        assert_eq!(weight(&editor, BELOW, 2) > 0.0, expected, "{reach:?}");
    }
}

#[test]
fn along_the_surface_the_sheet_below_is_out_of_reach() {
    let mut editor = editor();
    brush(&mut editor, |brush| {
        brush.reach = BrushReach::Through;
        brush.along_surface = true;
    });
    begin(&mut editor, 0.0, 0.0);
    ask(&mut editor, ViewIntent::EndStroke);
    assert!(weight(&editor, MIDDLE, 2) > 0.9);
    assert_eq!(weight(&editor, BELOW, 2), 0.0);
}

#[test]
fn ctrl_erases_and_shift_smooths() {
    let mut editor = editor();
    stroke(&mut editor, &[[0.0, 0.0]]);
    for (inverts, smooths) in [(false, true), (true, false)] {
        let start = StrokeStart {
            point: above(0.0, 0.0),
            inverts,
            smooths,
        };
        ask(&mut editor, ViewIntent::BeginStroke(start));
        ask(&mut editor, ViewIntent::EndStroke);
        if smooths {
            assert!(weight(&editor, MIDDLE, 2) < 1.0, "the peak is lower");
        }
    }
    assert!(weight(&editor, MIDDLE, 2) < 1e-3, "erased");
}

#[test]
fn selected_vertices_keep_the_brush_in_and_hidden_ones_are_never_painted() {
    let mut editor = editor();
    brush(&mut editor, |brush| brush.reach = BrushReach::Through);
    let vertices = vec![MIDDLE as u32, MIDDLE as u32 + 1];
    ask(
        &mut editor,
        ViewIntent::SelectVertices {
            vertices,
            mode: SelectMode::Replace,
        },
    );
    stroke(&mut editor, &[[0.0, 0.0]]);
    let painted = |editor: &Editor| {
        let count = editor.model().unwrap().vertices.len();
        (0..count).filter(|&v| weight(editor, v, 2) > 0.0).count()
    };
    assert_eq!(painted(&editor), 2);
    ask(&mut editor, ViewIntent::Undo);
    ask(&mut editor, ViewIntent::HideVertices(vec![MIDDLE as u32]));
    let none = ViewIntent::SelectVertices {
        vertices: Vec::new(),
        mode: SelectMode::Replace,
    };
    ask(&mut editor, none);
    stroke(&mut editor, &[[0.1, 0.0]]);
    assert_eq!(weight(&editor, MIDDLE, 2), 0.0);
    assert!(painted(&editor) > 5);
}

#[test]
fn the_pose_is_what_is_painted_and_not_the_bind_pose() {
    let mut editor = editor();
    let turn = serde_json::from_str(
        r##"{"op":"move_bones","clip":"#0","bones":["Root"],"time_ms":0,"offset":[5,0,0],"space":"model"}"##,
    );
    editor.handle(bonewright::editor::Intent::Apply(turn.unwrap()));
    ask(&mut editor, ViewIntent::Seek(0.0));
    stroke(&mut editor, &[[0.0, 0.0]]);
    assert_eq!(
        weight(&editor, MIDDLE, 2),
        0.0,
        "the sheet is elsewhere now"
    );
    stroke(&mut editor, &[[5.0, 0.0]]);
    assert!(weight(&editor, MIDDLE, 2) > 0.9);
}

#[track_caller]
fn refusal(editor: &Editor) -> String {
    let toast = editor.toasts.last().expect("a message");
    assert_eq!(toast.severity, Severity::Warning);
    toast.text.clone()
}

#[test]
fn a_stroke_that_can_not_be_names_the_cause_and_the_fix() {
    let mut editor = editor();
    let no_bones = ViewIntent::SelectBones {
        bones: Vec::new(),
        mode: SelectMode::Replace,
    };
    ask(&mut editor, no_bones);
    begin(&mut editor, 0.0, 0.0);
    let text = refusal(&editor);
    assert!(
        text.contains("No bone") && text.contains("Alt+click"),
        "{text}"
    );
    assert!(!editor.is_painting());

    let mut editor = self::editor();
    let lock = LockBones {
        model: None,
        bones: vec![BoneId(2).into()],
        locked: true,
    };
    editor.handle(bonewright::editor::Intent::Apply(lock.into()));
    begin(&mut editor, 0.0, 0.0);
    let text = refusal(&editor);
    assert!(text.contains("ArmL") && text.contains("locked"), "{text}");
    let fix = editor.toasts.last().unwrap().fix.clone().expect("a fix");
    editor.handle(*fix.intent);
    begin(&mut editor, 0.0, 0.0);
    assert!(editor.is_painting(), "unlocked, it paints");
    ask(&mut editor, ViewIntent::EndStroke);

    let mut editor = self::editor();
    ask(
        &mut editor,
        ViewIntent::SetGeosetHidden {
            geoset: 0,
            is_hidden: true,
        },
    );
    begin(&mut editor, 0.0, 0.0);
    let text = refusal(&editor);
    assert!(text.contains("hidden"), "{text}");
    let fix = editor.toasts.last().unwrap().fix.clone().expect("a fix");
    editor.handle(*fix.intent);
    begin(&mut editor, 0.0, 0.0);
    assert!(editor.is_painting(), "shown, it paints");
    ask(&mut editor, ViewIntent::EndStroke);

    let mut document = sheets();
    document.models[0].vertices = VertexPool::default();
    document.models[0].views.clear();
    let mut editor = Editor::with_document(document);
    begin(&mut editor, 0.0, 0.0);
    let text = refusal(&editor);
    assert!(text.contains("no mesh"), "{text}");
}

#[test]
fn a_brush_that_normalises_after_the_stroke_shows_raw_weights_until_it_ends() {
    let mut editor = editor();
    brush(&mut editor, |brush| {
        brush.mode = PaintMode::Add;
        brush.normalises_after = true;
    });
    begin(&mut editor, 0.0, 0.0);
    assert_eq!(
        (weight(&editor, MIDDLE, 0), weight(&editor, MIDDLE, 2)),
        (1.0, 1.0)
    );
    ask(&mut editor, ViewIntent::EndStroke);
    assert_eq!(
        (weight(&editor, MIDDLE, 0), weight(&editor, MIDDLE, 2)),
        (0.5, 0.5)
    );
    assert_eq!(editor.history().position(), 1);
}
