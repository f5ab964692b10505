//! The weights workspace: how it is reached, and what it shows of our own sample.

use bonewright::edit::Operator;
use bonewright::editor::{
    Command, SelectMode, ViewIntent, ViewSetting, WeightColours, WeightView, Workspace,
};
use bonewright::render::WeightRamp;
use bonewright::skeleton::BoneId;
use bonewright::ui::theme;
use eframe::egui::{Color32, Key, Rect, Vec2};
use egui_kittest::kittest::Queryable;
use image::RgbaImage;

use crate::viewport_bench::{Bench, bone, pane, picture, press, send, window};

fn set(view: WeightView) -> bonewright::editor::Intent {
    ViewIntent::Set(ViewSetting::Weights(view)).into()
}

fn select(bone: BoneId) -> bonewright::editor::Intent {
    ViewIntent::SelectBones {
        bones: vec![bone],
        mode: SelectMode::Replace,
    }
    .into()
}

/// How many pixels of the pane, without its legend, are near a colour.
fn count(bench: &Bench, picture: &RgbaImage, colour: Color32) -> usize {
    let area = pane(bench);
    let legend = Rect::from_min_max(area.max - Vec2::new(210.0, 120.0), area.max);
    let mut found = 0;
    for y in area.top() as u32..area.bottom() as u32 {
        for x in area.left() as u32..area.right() as u32 {
            let [red, green, blue, _] = picture.get_pixel(x, y).0;
            let is_near = [(red, colour.r()), (green, colour.g()), (blue, colour.b())]
                .into_iter()
                .all(|(a, b)| a.abs_diff(b) <= 4);
            let is_legend = legend.contains(eframe::egui::Pos2::new(x as f32, y as f32));
            found += usize::from(is_near && !is_legend);
        }
    }
    found
}

#[test]
fn tab_and_keys_lead_to_the_weights_workspace_and_back() {
    let mut bench = window(Vec2::new(1400.0, 850.0));
    let at = |bench: &Bench| bench.state().editor.view.workspace;
    assert_eq!(at(&bench), Workspace::Animate);
    // A menu has the same name; the tabs are right of all menus.
    let tab = bench
        .query_all_by_label("Weights")
        .filter(|node| node.rect().min.y < 20.0)
        .max_by(|a, b| a.rect().min.x.total_cmp(&b.rect().min.x));
    tab.expect("the tab").click();
    bench.run_steps(2);
    assert_eq!(at(&bench), Workspace::Weights);
    let has_header = |bench: &Bench| bench.query_all_by_label("Opacity").count() > 0;
    assert!(has_header(&bench));
    press(&mut bench, Key::F5);
    assert_eq!(at(&bench), Workspace::Animate);
    assert!(!has_header(&bench));
    press(&mut bench, Key::F6);
    assert_eq!(at(&bench), Workspace::Weights);
    let plan = Command::ToggleVertexDots.plan(&bench.state().editor);
    send(&mut bench, plan.expect("it works here"));
    assert!(bench.state().editor.view.weights.shows_dots);
    press(&mut bench, Key::F5);
    let refused = Command::ToggleVertexDots.plan(&bench.state().editor);
    assert!(refused.is_err(), "weights are not shown here");
}

#[test]
fn the_active_bone_is_shown_as_heat_and_another_bone_elsewhere() {
    let mut bench = window(Vec2::new(1400.0, 850.0));
    let (arm, leg) = (bone(&bench, "ArmL"), bone(&bench, "LegR"));
    let bones_off = ViewIntent::Set(ViewSetting::Bones(false)).into();
    send(&mut bench, [select(arm), bones_off]);
    let before = picture(&mut bench, "9_before");
    press(&mut bench, Key::F6);
    let of_arm = picture(&mut bench, "9_arm");
    let greys = |bench: &Bench, picture| count(bench, picture, theme::WEIGHT_ZERO[0]);
    let (usual, zeros) = (greys(&bench, &before), greys(&bench, &of_arm));
    assert!(
        zeros > usual + 1_000,
        "{zeros} greys of hatch, {usual} without"
    );
    send(&mut bench, [select(leg)]);
    let of_leg = picture(&mut bench, "9_leg");
    assert!(of_arm != of_leg, "another bone, another picture");
    let everywhere = WeightView {
        colours: WeightColours::AllBones,
        ..WeightView::default()
    };
    send(&mut bench, [set(everywhere)]);
    let of_all = picture(&mut bench, "9_all");
    let left = greys(&bench, &of_all);
    assert!(left < zeros / 4, "{left} greys of {zeros} among all bones");
    press(&mut bench, Key::F5);
    let after = picture(&mut bench, "9_after");
    assert!(greys(&bench, &after) < usual + 200);
}

#[test]
fn a_change_of_weights_shows_at_once_and_so_does_its_undo() {
    let mut bench = window(Vec2::new(1400.0, 850.0));
    let arm = bone(&bench, "ArmL");
    let bones_off = ViewIntent::Set(ViewSetting::Bones(false)).into();
    send(&mut bench, [select(arm), bones_off]);
    press(&mut bench, Key::F6);
    let before = picture(&mut bench, "9_weights_before");
    // Deleting a bone gives its weights to the parent: to the active bone.
    let model = bench.state().editor.model().expect("a model");
    let bones = &model.skeleton.bones;
    let child = bones.iter().position(|bone| bone.parent == Some(arm));
    let child = &model.bone_names()[child.expect("the arm has a child")];
    let delete = serde_json::json!({ "op": "delete_bone", "bone": child });
    let delete: Operator = serde_json::from_value(delete).expect("an operator");
    send(&mut bench, [bonewright::editor::Intent::Apply(delete)]);
    send(&mut bench, [select(arm)]);
    let changed = picture(&mut bench, "9_weights_changed");
    let full = {
        let [red, green, blue, _] = WeightRamp::Heat.colour(1.0);
        let byte = |part: f32| (part * 255.0) as u8;
        [byte(red), byte(green), byte(blue)]
    };
    let reds = |picture: &RgbaImage| {
        let is_red = |pixel: &&image::Rgba<u8>| {
            let [red, green, blue, _] = pixel.0;
            let share = f32::from(red) / f32::from(full[0]);
            (0.5..1.01).contains(&share)
                && (f32::from(green) / share - f32::from(full[1])).abs() < 12.0
                && (f32::from(blue) / share - f32::from(full[2])).abs() < 12.0
        };
        picture.pixels().filter(is_red).count()
    };
    assert!(
        reds(&changed) > reds(&before) + 100,
        "{} pixels of full weight, then {}",
        reds(&before),
        reds(&changed)
    );
    send(&mut bench, [ViewIntent::Undo.into()]);
    send(&mut bench, [select(arm)]);
    let undone = picture(&mut bench, "9_weights_undone");
    assert_eq!(reds(&undone), reds(&before));
}

#[test]
fn each_option_changes_the_picture() {
    let mut bench = window(Vec2::new(1400.0, 850.0));
    let arm = bone(&bench, "ArmL");
    send(&mut bench, [select(arm)]);
    press(&mut bench, Key::F6);
    let usual = WeightView::default();
    let views = [
        usual,
        WeightView {
            opacity: 0.5,
            ..usual
        },
        WeightView {
            shows_dots: !usual.shows_dots,
            ..usual
        },
        WeightView {
            shows_wire: !usual.shows_wire,
            ..usual
        },
        WeightView {
            ramp: usual.ramp.next(),
            ..usual
        },
        WeightView {
            colours: WeightColours::DominantBone,
            ..usual
        },
    ];
    let mut pictures = Vec::new();
    for (number, view) in views.into_iter().enumerate() {
        send(&mut bench, [set(view)]);
        pictures.push(picture(&mut bench, &format!("9_view_{number}")));
    }
    for (index, picture) in pictures.iter().enumerate() {
        for other in &pictures[index + 1..] {
            assert!(picture != other, "picture {index} is another's");
        }
    }
}
