//! Blend modes, material flags, colours and the order of drawing.

use bonewright::document::Model;
use bonewright::math::Vec3;
use bonewright::mesh::ColourTracks;
use bonewright::render::FixedView;

use crate::card::{BACKGROUND, Cards, MIDDLE, check_pixel, plain};

const UNLIT: u16 = 1;
const TWO_SIDED: u16 = 4;
const NO_DEPTH_TEST: u16 = 8;
const NO_DEPTH_WRITE: u16 = 0x10;

fn one_card(blend: u16, flags: u16, colour: [u8; 4]) -> Cards {
    let mut cards = Cards::new();
    let texture = cards.add_texture(plain(colour));
    let material = cards.add_material(blend, UNLIT | flags);
    cards.add_card(Vec3::zeros(), 1.0, 0, material, &[texture]);
    cards.rest();
    cards
}

/// What a blend mode makes of a colour over the background, worked out per channel.
fn blended(colour: [u8; 4], blend: impl Fn(f32, f32, f32) -> f32) -> [u8; 3] {
    let alpha = f32::from(colour[3]) / 255.0;
    [0, 1, 2].map(|channel| {
        let source = f32::from(colour[channel]) / 255.0;
        let behind = f32::from(BACKGROUND[channel]) / 255.0;
        (blend(source, alpha, behind) * 255.0)
            .round()
            .clamp(0.0, 255.0) as u8
    })
}

#[test]
fn each_blend_mode_mixes_as_its_formula_says() {
    let colour = [200, 120, 60, 128];
    let cases: [(u16, [u8; 3]); 8] = [
        (0, [200, 120, 60]),
        (1, BACKGROUND),
        (2, blended(colour, |s, a, b| s * a + b * (1.0 - a))),
        (3, blended(colour, |s, _, b| s + b)),
        (4, blended(colour, |s, a, b| s * a + b)),
        (5, blended(colour, |s, _, b| s * b)),
        (6, blended(colour, |s, _, b| 2.0 * s * b)),
        (7, blended(colour, |s, a, b| s + b * (1.0 - a))),
    ];
    for (mode, expected) in cases {
        let picture = one_card(mode, 0, colour).draw();
        check_pixel(&picture, MIDDLE, expected, &format!("blend mode {mode}"));
        check_pixel(&picture, [4, 4], BACKGROUND, "beside the card");
        assert_eq!(
            picture.get_pixel(MIDDLE[0], MIDDLE[1]).0[3],
            255,
            "the picture stays opaque"
        );
    }
}

#[test]
fn an_alpha_key_keeps_what_is_above_224_of_255() {
    for (alpha, expected) in [(223, BACKGROUND), (225, [200, 120, 60])] {
        let picture = one_card(1, 0, [200, 120, 60, alpha]).draw();
        check_pixel(&picture, MIDDLE, expected, &format!("alpha {alpha}"));
    }
}

#[test]
fn a_card_shows_its_back_only_if_it_has_two_sides() {
    for (flags, expected) in [(0, BACKGROUND), (TWO_SIDED, [200, 120, 60])] {
        let mut cards = one_card(0, flags, [200, 120, 60, 255]);
        cards.camera.look_from(FixedView::Back);
        check_pixel(
            &cards.draw(),
            MIDDLE,
            expected,
            &format!("flags {flags:#x}"),
        );
    }
}

#[test]
fn the_light_changes_a_lit_card_and_not_an_unlit_one() {
    let colour = [120, 120, 120, 255];
    check_pixel(&one_card(0, 0, colour).draw(), MIDDLE, [120; 3], "unlit");
    let mut lit = one_card(0, 0, colour);
    lit.model.materials[0].flags.0 = 0;
    let [red, ..] = lit.draw().get_pixel(MIDDLE[0], MIDDLE[1]).0;
    assert!(red.abs_diff(120) > 4, "the light gives exactly {red}");
    for normal in &mut lit.model.vertices.normals {
        *normal = -Vec3::z();
    }
    let [away, ..] = lit.draw().get_pixel(MIDDLE[0], MIDDLE[1]).0;
    assert!(
        away + 30 < red,
        "turned away from the light it is {away}, towards it {red}"
    );
}

fn with_colours(cards: &mut Cards, colour: [f32; 4], weight: f32) {
    let model: &mut Model = &mut cards.model;
    model.colours.push(ColourTracks::default());
    model.texture_weights.push(Default::default());
    model.combos.texture_weights[0] = 0;
    model.views[0].batches[0].colour_index = 0;
    cards.rest();
    cards.moment.colours[0] = colour;
    cards.moment.texture_weights[0] = weight;
}

#[test]
fn colour_alpha_and_weight_are_multiplied() {
    let mut cards = one_card(2, 0, [200, 120, 60, 204]);
    with_colours(&mut cards, [0.5, 1.0, 0.25, 0.5], 0.75);
    let alpha = 0.8 * 0.5 * 0.75;
    let mix = |source: f32, behind: u8| {
        (source * alpha + f32::from(behind) * (1.0 - alpha)).round() as u8
    };
    let expected = [mix(100.0, 100), mix(120.0, 60), mix(15.0, 40)];
    check_pixel(&cards.draw(), MIDDLE, expected, "product");
}

#[test]
fn a_faded_opaque_card_mixes_and_one_of_alpha_zero_is_gone() {
    let mut cards = one_card(0, 0, [200, 120, 60, 255]);
    with_colours(&mut cards, [1.0; 4], 0.5);
    check_pixel(&cards.draw(), MIDDLE, [150, 90, 50], "half");
    cards.moment.texture_weights[0] = 0.0;
    check_pixel(&cards.draw(), MIDDLE, BACKGROUND, "nothing");
}

/// Two cards in front of one another: red nearer, green farther.
fn two_cards(near: (u16, u16), far: (u16, u16)) -> Cards {
    let mut cards = Cards::new();
    let red = cards.add_texture(plain([255, 0, 0, 128]));
    let green = cards.add_texture(plain([0, 255, 0, 128]));
    let near = cards.add_material(near.0, UNLIT | near.1);
    let far = cards.add_material(far.0, UNLIT | far.1);
    cards.add_card(Vec3::new(0.5, 0.0, 0.0), 1.0, 0, near, &[red]);
    cards.add_card(Vec3::new(-0.5, 0.0, 0.0), 1.0, 0, far, &[green]);
    cards.rest();
    cards
}

#[test]
fn depth_decides_unless_a_flag_says_otherwise() {
    check_pixel(
        &two_cards((0, 0), (0, 0)).draw(),
        MIDDLE,
        [255, 0, 0],
        "depth",
    );
    let no_test = two_cards((0, 0), (0, NO_DEPTH_TEST));
    check_pixel(&no_test.draw(), MIDDLE, [0, 255, 0], "no depth test");
    let no_write = two_cards((0, NO_DEPTH_WRITE), (0, 0));
    check_pixel(&no_write.draw(), MIDDLE, [0, 255, 0], "no depth write");
}

fn over(top: f32, below: f32) -> f32 {
    0.502 * top + 0.498 * below
}

#[test]
fn blended_cards_are_drawn_from_back_to_front() {
    let picture = two_cards((2, 0), (2, 0)).draw();
    let red = over(255.0, over(0.0, 100.0)) as u8;
    let green = over(0.0, over(255.0, 60.0)) as u8;
    let blue = over(0.0, over(0.0, 40.0)) as u8;
    check_pixel(&picture, MIDDLE, [red, green, blue], "red over green");
}

#[test]
fn priority_plane_and_layer_go_before_distance() {
    let change: [fn(&mut Cards); 2] = [
        |cards| cards.model.views[0].batches[0].priority_plane = -1,
        |cards| cards.model.views[0].batches[1].layer = 1,
    ];
    for change in change {
        let mut cards = two_cards((2, NO_DEPTH_WRITE), (2, NO_DEPTH_WRITE));
        change(&mut cards);
        // The near card does not write depth, so that the far one can be drawn over it.
        let green = over(255.0, over(0.0, 60.0)) as u8;
        let red = over(0.0, over(255.0, 100.0)) as u8;
        let blue = over(0.0, over(0.0, 40.0)) as u8;
        check_pixel(&cards.draw(), MIDDLE, [red, green, blue], "green over red");
    }
}

#[test]
fn only_the_chosen_geosets_are_shown() {
    let mut cards = one_card(0, 0, [200, 120, 60, 255]);
    cards.model.views[0].submeshes[0].geoset = 302;
    check_pixel(&cards.draw(), MIDDLE, BACKGROUND, "not chosen");
    cards.geosets.insert(302);
    check_pixel(&cards.draw(), MIDDLE, [200, 120, 60], "chosen");
}

#[test]
fn numbers_that_point_at_nothing_still_give_a_picture() {
    let mut cards = one_card(2, 0, [200, 120, 60, 255]);
    {
        let view = &mut cards.model.views[0];
        view.batches[0].material_index = 900;
        view.batches[0].texture_combo_index = 900;
        view.triangles[2] = 60_000;
        let lost = view.batches[0];
        view.batches.push(bonewright::mesh::Batch {
            submesh: 900,
            ..lost
        });
    }
    cards.draw();
}
