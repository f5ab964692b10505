//! What the timeline looks like: keys, curves, and the frame that says auto-key is on.

use crate::renderer::GlowRenderer;
use crate::timeline_model::{bone, editor, key};
use crate::timeline_panel::{Bench, show};
use bonewright::document::TrackOwner;
use bonewright::editor::{AutoKey, Editor, Intent, SelectMode, ViewIntent, ViewSetting};
use bonewright::skeleton::BoneId;
use bonewright::ui::timeline::{PartGroup, RowId, TimelineMode, TimelineState};
use bonewright::ui::{fonts, theme};
use eframe::egui::Color32;
use egui_kittest::Harness;
use image::RgbaImage;

fn picture(mode: TimelineMode, intents: Vec<Intent>, name: &str) -> RgbaImage {
    let mut state = TimelineState::default();
    state.mode = mode;
    picture_of(editor(), state, intents, name)
}

/// A picture of the timeline, saved under the name.
pub fn picture_of(
    mut editor: Editor,
    mut state: TimelineState,
    intents: Vec<Intent>,
    name: &str,
) -> RgbaImage {
    for intent in intents {
        editor.handle(intent);
    }
    for id in [
        RowId::Owner(TrackOwner::Bone(BoneId(1))),
        RowId::Owner(TrackOwner::Bone(BoneId(4))),
        RowId::Loop(0),
        RowId::Group(PartGroup::Events),
    ] {
        state.open.set(id, true);
    }
    let mut is_set_up = false;
    let mut harness = Harness::builder()
        .with_size([1_500.0, 420.0])
        .renderer(GlowRenderer::new().expect("an EGL device"))
        .build_ui_state(
            move |ui, bench: &mut Bench| {
                if !is_set_up {
                    fonts::install(ui.ctx());
                    theme::install(ui.ctx());
                    is_set_up = true;
                    return;
                }
                show(bench, ui);
            },
            Bench { editor, state },
        );
    harness.run();
    let picture = harness.render().expect("a picture");
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    picture
        .save(folder.join(format!("timeline_{name}.png")))
        .expect("the picture is saved");
    picture
}

/// How many pixels have about this colour.
pub fn count(picture: &RgbaImage, colour: Color32) -> usize {
    let near = |a: u8, b: u8| a.abs_diff(b) <= 6;
    picture
        .pixels()
        .filter(|pixel| {
            let [red, green, blue, _] = pixel.0;
            near(red, colour.r()) && near(green, colour.g()) && near(blue, colour.b())
        })
        .count()
}

#[test]
fn the_dope_sheet_shows_keys_selected_keys_and_the_playhead() {
    let keys = vec![key(4, "rotation", 500), key(1, "translation", 500)];
    let mode = SelectMode::Replace;
    let picture = picture(
        TimelineMode::DopeSheet,
        vec![
            ViewIntent::SelectBones {
                bones: vec![BoneId(4)],
                mode,
            }
            .into(),
            ViewIntent::SelectKeys { keys, mode }.into(),
            ViewIntent::Seek(333.0).into(),
        ],
        "dope_sheet",
    );
    assert!(count(&picture, theme::DARK.key) > 600, "keys at rest");
    assert!(
        count(&picture, theme::DARK.accent) > 600,
        "selected keys, playhead"
    );
    assert!(
        count(&picture, theme::DARK.good) > 20,
        "the end of the loop"
    );
    assert_eq!(count(&picture, theme::DARK.error), count_dot(&picture));
}

/// The auto-key button's dot is red also while it is off; nothing else is.
fn count_dot(picture: &RgbaImage) -> usize {
    let bar = image::imageops::crop_imm(picture, 0, 0, picture.width(), 30).to_image();
    count(&bar, theme::DARK.error)
}

#[test]
fn auto_key_puts_a_red_frame_around_curves_of_three_colours() {
    let mode = SelectMode::Replace;
    let picture = picture(
        TimelineMode::Both,
        vec![
            ViewIntent::Set(ViewSetting::AutoKey(AutoKey::Add)).into(),
            ViewIntent::SelectBones {
                bones: vec![BoneId(1)],
                mode,
            }
            .into(),
            ViewIntent::SelectChannel(Some(bone(1, "translation"))).into(),
            ViewIntent::SelectKeys {
                keys: vec![key(1, "translation", 500)],
                mode,
            }
            .into(),
        ],
        "auto_key_and_curves",
    );
    let below = image::imageops::crop_imm(&picture, 0, 40, picture.width(), 380).to_image();
    assert!(count(&below, theme::DARK.error) > 1_000, "the frame");
    for axis in [theme::DARK.axis_x, theme::DARK.axis_y, theme::DARK.axis_z] {
        assert!(count(&picture, axis) > 100, "{axis:?}");
    }
}
