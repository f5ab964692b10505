//! What the whole editor looks like on our own sample.

use bonewright::editor::{AutoKey, SelectMode, Shading, Tool, ViewIntent, ViewSetting};
use bonewright::ui::theme;
use eframe::egui::{Color32, Rect, Vec2};
use image::RgbaImage;

use crate::viewport_bench::{bone, pane, picture, send, window};

/// How many pixels of a part of the picture fulfil something.
fn count(picture: &RgbaImage, area: Rect, is_it: impl Fn([u8; 3]) -> bool) -> usize {
    let mut found = 0;
    for y in area.top() as u32..area.bottom() as u32 {
        for x in area.left() as u32..area.right() as u32 {
            let [red, green, blue, _] = picture.get_pixel(x, y).0;
            found += usize::from(is_it([red, green, blue]));
        }
    }
    found
}

fn near(colour: Color32) -> impl Fn([u8; 3]) -> bool {
    move |[red, green, blue]| {
        red.abs_diff(colour.r()) <= 6
            && green.abs_diff(colour.g()) <= 6
            && blue.abs_diff(colour.b()) <= 6
    }
}

#[test]
fn the_editor_shows_the_sample_with_its_bones_and_handles() {
    let mut bench = window(Vec2::new(1600.0, 900.0));
    let arm = bone(&bench, "ArmL");
    send(
        &mut bench,
        [
            ViewIntent::SelectBones {
                bones: vec![arm],
                mode: SelectMode::Replace,
            }
            .into(),
            ViewIntent::Set(ViewSetting::Tool(Tool::Rotate)).into(),
            ViewIntent::Set(ViewSetting::AutoKey(AutoKey::Add)).into(),
        ],
    );
    let shown = picture(&mut bench, "1_editor");
    let area = pane(&bench);
    // The moss is green and colourful; nothing else in the pane is.
    let moss = count(&shown, area, |[red, green, blue]| {
        green > red && u32::from(green) > u32::from(blue) + 30
    });
    assert!(moss > 4_000, "only {moss} pixels of moss");
    for axis in [theme::DARK.axis_x, theme::DARK.axis_y, theme::DARK.axis_z] {
        let of_axis = count(&shown, area, near(axis));
        assert!(of_axis > 60, "{of_axis} pixels of {axis:?}");
    }
    let frame = count(&shown, area, near(theme::DARK.error));
    assert!(frame > 1_500, "the frame of auto-key has {frame} pixels");
}

#[test]
fn each_way_of_shading_is_another_picture() {
    let mut bench = window(Vec2::new(1200.0, 800.0));
    let mut colourful = Vec::new();
    for (number, shading) in [Shading::Textured, Shading::Solid, Shading::Wire]
        .into_iter()
        .enumerate()
    {
        send(
            &mut bench,
            [
                ViewIntent::Set(ViewSetting::Shading(shading)).into(),
                ViewIntent::Set(ViewSetting::Bones(false)).into(),
                ViewIntent::Set(ViewSetting::Axes(false)).into(),
            ],
        );
        let shown = picture(&mut bench, &format!("2_shading_{number}"));
        let area = pane(&bench).shrink2(Vec2::new(0.0, 90.0));
        let colours = count(&shown, area, |[red, green, blue]| {
            red.abs_diff(green).max(green.abs_diff(blue)) > 24
        });
        let bright = count(&shown, area, |[red, green, blue]| {
            red.min(green).min(blue) > 90
        });
        colourful.push((colours, bright));
    }
    let [textured, solid, wire] = colourful[..] else {
        panic!("three pictures")
    };
    assert!(textured.0 > 10 * solid.0.max(1), "{textured:?} {solid:?}");
    assert!(solid.1 > 10_000, "{solid:?}");
    assert!(wire.1 < solid.1, "{wire:?} {solid:?}");
}

#[test]
fn bones_can_lie_in_the_mesh_and_parts_are_marked() {
    let mut bench = window(Vec2::new(1200.0, 800.0));
    let before = picture(&mut bench, "8_in_front");
    send(
        &mut bench,
        [ViewIntent::Set(ViewSetting::BonesInFront(false)).into()],
    );
    let inside = picture(&mut bench, "8_inside");
    let area = pane(&bench);
    let colourful = |[red, green, blue]: [u8; 3]| red > 140 && blue > 120 && green < 110;
    let (shown, hidden) = (
        count(&before, area, colourful),
        count(&inside, area, colourful),
    );
    assert!(
        hidden * 2 < shown,
        "{shown} pixels of violet, then {hidden}"
    );
    send(
        &mut bench,
        [ViewIntent::Set(ViewSetting::Parts(true)).into()],
    );
    let marked = picture(&mut bench, "8_parts");
    let good = near(theme::DARK.good);
    assert!(count(&marked, area, &good) > count(&inside, area, &good) + 40);
}
