//! A Warcraft III model in the window: its nodes in the tree, in the viewport and in the inspector.

use bonewright::anim::{Driver, Interpolation, KeyList, Track, TrackKeys};
use bonewright::assets::Team;
use bonewright::document::{CollisionShape, Document, ModelFormat};
use bonewright::editor::ViewportRequest;
use bonewright::editor::{Editor, SelectMode, ViewDirection, ViewIntent, ViewSetting};
use bonewright::math::{Aabb, Vec3};
use bonewright::mesh::{
    Bounds, ColourTarget, Geoset, Layer, LayerFlags, LayeredMaterial, Texture, TextureKind,
};
use bonewright::skeleton::{BoneId, BoneKind};
use eframe::egui::{Modifiers, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::small_model::small_document;
use crate::viewport_bench::{Bench, click, joint_pos, picture, send, window_of};
use crate::window::{Window, window_on};

const SIZE: [f32; 2] = [1280.0, 900.0];
const LIGHT: BoneId = BoneId(5);
const SHAPE: BoneId = BoneId(6);

fn constant<T>(value: T) -> Track<T> {
    Track {
        interpolation: Interpolation::Step,
        driver: Driver::Clip,
        keys: TrackKeys::Shared(KeyList {
            times_ms: vec![0],
            values: vec![value],
            tangents: Vec::new(),
        }),
    }
}

/// The small model as MDX: Tail carries a light, TipL a collision shape, HandL an attachment; one
/// geoset of two layers, the first of them in the player's colour.
fn warcraft_document() -> Document {
    let mut document = small_document(256);
    let model = &mut document.models[0];
    model.format = ModelFormat::Mdx { version: 800 };
    let kinds = [
        (3, BoneKind::Attachment),
        (5, BoneKind::Light),
        (6, BoneKind::CollisionShape),
    ];
    for (index, kind) in kinds {
        model.skeleton.bones[index].kind = kind;
    }
    model.lights[0].bone = LIGHT;
    model.lights[0].diffuse_intensity = constant(2.5);
    model.attachments[0].path = b"Effects\\Fire.mdx".to_vec();
    model.events.clear();
    model.ribbons.clear();
    model.collision_shapes.push(CollisionShape {
        bone: SHAPE,
        kind: CollisionShape::SPHERE,
        points: [Vec3::new(1.0, 0.0, 2.0); 2],
        radius: 0.75,
    });
    model.views[0].submeshes.truncate(1);
    model.geosets.push(Geoset {
        material: 0,
        selection_group: 4,
        selection_flags: 0,
        groups: Vec::new(),
        vertex_groups: vec![0; 40],
        bounds: Bounds {
            aabb: Aabb::EMPTY,
            radius: 0.0,
        },
        clip_bounds: Vec::new(),
        uv_set_count: 1,
        further_uvs: Vec::new(),
    });
    let target = ColourTarget {
        geoset: 0,
        flags: 2,
    };
    model.colour_targets.push(target);
    model.layered_materials.push(LayeredMaterial {
        priority_plane: 0,
        flags: 0,
        layer_count: 2,
    });
    for (filter, flags) in [(0, 0), (3, LayerFlags::UNSHADED | LayerFlags::TWO_SIDED)] {
        model.layers.push(Layer {
            filter,
            flags: LayerFlags(flags),
            texture: constant(0),
            transform: -1,
            uv_set: 0,
            alpha: constant(1.0),
        });
    }
    model.textures.push(Texture {
        kind: TextureKind::TEAM_COLOUR,
        flags: 0,
        path: Vec::new(),
    });
    document
}

fn window() -> Harness<'static, Window> {
    window_on(Editor::with_document(warcraft_document()), SIZE)
}

fn click_first(harness: &mut Harness<'_, Window>, label: &str) {
    let row = harness.query_all_by_label(label).next();
    row.expect("a row of that name").click();
    harness.run_ok();
}

/// How many rows of the outliner say this.
fn tree_rows(harness: &Harness<'_, Window>, label: &str) -> usize {
    let rows = harness.query_all_by_label(label);
    rows.filter(|row| row.rect().max.x < 300.0 && row.rect().max.y < 500.0)
        .count()
}

/// Chooses an entry of the field that filters by kind.
fn choose_kind(harness: &mut Harness<'_, Window>, entry: &str) {
    harness.get_by_label("Filter outliner by kind").click();
    harness.run_ok();
    harness.get_by_label(entry).click();
    harness.run_ok();
}

#[test]
fn nodes_of_all_kinds_are_in_the_tree_where_they_hang() {
    let mut harness = window();
    assert!(tree_rows(&harness, "Nodes (7)") > 0);
    assert!(tree_rows(&harness, "ArmL") > 0);
    assert_eq!(tree_rows(&harness, "Lights (1)"), 0, "a light is a node");
    assert!(tree_rows(&harness, "Cameras (1)") > 0);
    choose_kind(&mut harness, "light (1)");
    assert!(tree_rows(&harness, "Tail") > 0);
    assert_eq!(tree_rows(&harness, "ArmL"), 0, "no light and none below");
    choose_kind(&mut harness, "attachment (1)");
    assert!(tree_rows(&harness, "HandL") > 0);
    assert!(
        tree_rows(&harness, "ArmL") > 0,
        "it is above the attachment"
    );
    assert_eq!(tree_rows(&harness, "ArmR"), 0);
}

#[test]
fn the_inspector_says_what_a_node_carries() {
    let mut harness = window();
    click_first(&mut harness, "Tail");
    harness.get_by_label("Carries: light");
    harness.get_by_label("point");
    harness.get_by_label("2.500");
    for (node, texts) in [
        (SHAPE, ["Carries: collision shape", "sphere", "0.75"]),
        (BoneId(3), ["Carries: attachment", "Effects\\Fire.mdx", "2"]),
    ] {
        let intent = ViewIntent::SelectBones {
            bones: vec![node],
            mode: SelectMode::Replace,
        };
        harness.state_mut().editor.handle(intent.into());
        harness.run_ok();
        for text in texts {
            assert!(harness.query_all_by_label(text).next().is_some(), "{text}");
        }
    }
}

#[test]
fn a_part_of_the_report_selects_its_node() {
    let mut harness = window();
    let path = ViewIntent::SelectPath("lights[0].visibility".to_owned());
    harness.state_mut().editor.handle(path.into());
    harness.run_ok();
    assert_eq!(harness.state().editor.selection.bones(), [LIGHT]);
}

#[test]
fn a_geoset_shows_its_material_and_layers() {
    let mut harness = window();
    harness
        .state_mut()
        .editor
        .handle(ViewIntent::SelectGeoset(0).into());
    harness.run_ok();
    for text in [
        "Geoset: Geoset 0",
        "Layer 0",
        "Layer 1",
        "additive",
        "unshaded, two-sided",
        "team colour",
    ] {
        assert!(harness.query_all_by_label(text).next().is_some(), "{text}");
    }
    click_first(&mut harness, "ArmL");
    assert_eq!(harness.state().editor.selection.geoset, None);
}

#[test]
fn another_team_changes_the_pictures_that_follow_it() {
    let mut bench = bench();
    let colour = |bench: &Bench| {
        let slot = &bench.state().editor.textures.pictures[0];
        let picture = slot.picture.as_ref().expect("the team's picture");
        [picture.rgba[0], picture.rgba[1], picture.rgba[2]]
    };
    assert_eq!(colour(&bench), [255, 3, 3]);
    let teal = Team::numbered(2).expect("a team");
    send(
        &mut bench,
        [ViewIntent::Set(ViewSetting::Team(teal)).into()],
    );
    assert_eq!(colour(&bench), teal.colour());
}

fn bench() -> Bench {
    let mut editor = Editor::with_document(warcraft_document());
    // Textures are read when a model is shown.
    let id = editor.document().models[0].id;
    editor.handle(ViewIntent::SelectModel(id).into());
    let mut bench = window_of(editor, Vec2::new(1300.0, 850.0));
    let requests = &mut bench.state_mut().shell.viewport.requests;
    requests.push(ViewportRequest::Look(ViewDirection::Left));
    requests.push(ViewportRequest::FrameAll);
    bench.run_steps(2);
    bench
}

#[test]
fn a_node_is_picked_in_the_viewport_where_its_symbol_is() {
    let mut bench = bench();
    let at = joint_pos(&bench, LIGHT);
    let selects_light = |bench: &mut Bench| {
        send(
            bench,
            [ViewIntent::SelectBones {
                bones: Vec::new(),
                mode: SelectMode::Replace,
            }
            .into()],
        );
        click(bench, at, Modifiers::NONE);
        bench.state().editor.selection.has_bone(LIGHT)
    };
    assert!(!selects_light(&mut bench), "parts are not shown");
    send(
        &mut bench,
        [ViewIntent::Set(ViewSetting::Parts(true)).into()],
    );
    assert!(selects_light(&mut bench), "parts are shown");
}

#[test]
fn collision_shapes_are_drawn_when_they_are_wanted() {
    let mut bench = bench();
    let before = picture(&mut bench, "collision_1");
    send(
        &mut bench,
        [ViewIntent::Set(ViewSetting::Collision(true)).into()],
    );
    let after = picture(&mut bench, "collision_2");
    let changed = before.pixels().zip(after.pixels());
    let changed = changed.filter(|(a, b)| a != b).count();
    assert!(changed > 200, "{changed} pixels");
}
