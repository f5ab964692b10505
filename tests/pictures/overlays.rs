//! Bones, wireframe and ground over and under a model.

use bonewright::math::Vec3;
use bonewright::render::{
    BoneLook, BoneState, BoneStyle, FixedView, GridStyle, SurfaceStyle, WireStyle,
};

use bonewright::skeleton::BoneShape;

use crate::card::{BACKGROUND, Cards, MIDDLE, check_pixel, plain};

const COLOUR: [u8; 3] = [200, 120, 60];

fn card_with_two_bones() -> Cards {
    let mut cards = Cards::new();
    cards.add_bone(Some(0), 0, Vec3::new(0.0, 0.0, 1.0));
    let texture = cards.add_texture(plain([200, 120, 60, 255]));
    let material = cards.add_material(0, 1);
    cards.add_card(Vec3::new(0.5, 0.0, 0.0), 1.0, 0, material, &[texture]);
    cards.rest();
    cards
}

fn as_bytes(colour: [f32; 4]) -> [u8; 3] {
    [0, 1, 2].map(|channel: usize| (colour[channel] * 255.0).round() as u8)
}

#[test]
fn joints_lie_in_front_of_the_model_in_the_colour_of_their_state() {
    let mut cards = card_with_two_bones();
    cards.overlay.bone_style = BoneStyle::Sticks;
    let palette = cards.overlay.palette;
    let looks = [
        (BoneState::Selected, palette.selected),
        (BoneState::Active, palette.active),
        (BoneState::Hovered, palette.hovered),
    ];
    for (state, colour) in looks {
        cards.overlay.bones = vec![BoneLook {
            state,
            colour: None,
        }];
        let [red, green, blue, _] = cards.draw().get_pixel(MIDDLE[0], MIDDLE[1]).0;
        // Joints are shaded a little, so brightness may differ; hue may not.
        for (found, expected) in [red, green, blue].into_iter().zip(as_bytes(colour)) {
            let ratio = f32::from(found) / f32::from(expected);
            assert!(
                (0.75..1.05).contains(&ratio),
                "{state:?}: {found} for {expected}"
            );
        }
    }
}

#[test]
fn hidden_bones_are_not_drawn_and_hidden_style_draws_none() {
    let mut cards = card_with_two_bones();
    check_pixel(&cards.draw(), MIDDLE, COLOUR, "style hidden");
    cards.overlay.bone_style = BoneStyle::Octahedra;
    let hidden = BoneLook {
        state: BoneState::Hidden,
        colour: None,
    };
    cards.overlay.bones = vec![hidden, hidden];
    check_pixel(&cards.draw(), MIDDLE, COLOUR, "all bones hidden");
    cards.overlay.bones.clear();
    let shown = cards.draw();
    let on_the_bone = shown.get_pixel(MIDDLE[0], MIDDLE[1] - 8).0;
    assert_ne!(on_the_bone[..3], COLOUR, "the bone runs up from the middle");
}

#[test]
fn a_wireframe_alone_leaves_the_surface_out() {
    let mut cards = card_with_two_bones();
    cards.overlay.wire = WireStyle::Shown;
    cards.overlay.surface = SurfaceStyle::Hidden;
    cards.overlay.palette.wire = [1.0, 1.0, 1.0, 1.0];
    let picture = cards.draw();
    check_pixel(&picture, [30, 22], BACKGROUND, "inside a triangle");
    let white = picture.pixels().filter(|pixel| pixel.0[2] > 130).count();
    assert!((60..300).contains(&white), "{white} pixels of lines");
}

#[test]
fn the_ground_is_seen_from_above_and_hidden_by_the_model() {
    let mut cards = card_with_two_bones();
    let without = cards.draw();
    cards.overlay.grid = GridStyle::Shown;
    cards.camera.look_from(FixedView::Iso);
    let ground = cards.draw();
    let lines = ground
        .pixels()
        .filter(|pixel| pixel.0[..3] != BACKGROUND && pixel.0[..3] != COLOUR)
        .count();
    assert!(lines > 100, "{lines} pixels of the ground");
    check_pixel(&ground, [34, 30], COLOUR, "the card is above the ground");
    check_pixel(&without, MIDDLE, COLOUR, "the card alone");
}

#[test]
fn a_solid_surface_is_grey_whatever_the_material_and_faded_parts_stay_away() {
    for blend in 0..8 {
        let mut cards = card_with_two_bones();
        cards.model.materials[0].blend = blend;
        cards.overlay.surface = SurfaceStyle::Solid;
        let [red, green, blue, _] = cards.draw().get_pixel(MIDDLE[0], MIDDLE[1]).0;
        let spread = red.max(green).max(blue) - red.min(green).min(blue);
        assert!(
            red > 120 && spread < 12,
            "blend {blend}: {red} {green} {blue}"
        );
    }
}

#[test]
fn a_bone_with_a_look_of_its_own_is_drawn_in_its_colour_as_long_and_wide_as_it_says() {
    let mut cards = card_with_two_bones();
    cards.overlay.bone_style = BoneStyle::Octahedra;
    let green = |cards: &mut Cards, length: f32, width: f32, rest: [f32; 3]| -> Vec<[u32; 2]> {
        cards.model.skeleton.bones[0].shape = Some(BoneShape {
            colour: [20, 230, 30],
            length,
            width,
            rest_degrees: rest.into(),
        });
        let picture = cards.draw();
        picture
            .enumerate_pixels()
            .filter(|(_, _, pixel)| {
                let [red, green, blue, _] = pixel.0;
                green > 90 && red < green / 2 && blue < green / 2
            })
            .map(|(x, y, _)| [x, y])
            .collect()
    };
    // Up along Z, as X is turned by -90 degrees about Y.
    let up = [0.0, -90.0, 0.0];
    let usual = green(&mut cards, 0.0, 0.0, up);
    assert!(!usual.is_empty(), "drawn to its child in its own colour");
    let short = green(&mut cards, 0.4, 0.2, up);
    let wide = green(&mut cards, 0.4, 0.6, up);
    let height = |points: &[[u32; 2]]| {
        let rows = points.iter().map(|point| point[1]);
        rows.clone().max().unwrap_or(0) - rows.min().unwrap_or(0)
    };
    assert!(height(&short) < height(&usual));
    let across = |points: &[[u32; 2]]| {
        let columns = points.iter().map(|point| point[0]);
        columns.clone().max().unwrap_or(0) - columns.min().unwrap_or(0)
    };
    assert!(across(&wide) > across(&short) + 3);
    assert!(
        short.iter().all(|point| point[1] <= MIDDLE[1] + 4),
        "it goes up"
    );
    // Along Y, which lies across the picture.
    let side = green(&mut cards, 0.8, 0.2, [0.0, 0.0, 90.0]);
    let columns = side
        .iter()
        .map(|point| i64::from(point[0]) - i64::from(MIDDLE[0]));
    assert!(columns.map(i64::abs).max().unwrap_or(0) > 6);
    assert!(height(&side) < height(&short));
}
