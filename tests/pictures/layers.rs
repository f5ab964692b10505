//! Layers of Warcraft III materials: filter modes, flags, alpha, order, and what is missing.

use bonewright::math::{Quat, Vec2, Vec3};
use bonewright::mesh::{LayerFlags, LayeredMaterial, TextureTransform};
use bonewright::render::{FixedView, UvAffine, checker_picture};

use crate::card::{BACKGROUND, Cards, MIDDLE, check_pixel, constant, halves, layer, plain};

const COLOUR: [u8; 4] = [200, 120, 60, 128];
const SOLID: [u8; 3] = [200, 120, 60];
const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
/// Pixels in the left and the right half of a card.
const LEFT: [u32; 2] = [24, 32];
const RIGHT: [u32; 2] = [40, 32];

fn one_layer(filter: u32, flags: u32, colour: [u8; 4]) -> Cards {
    let mut cards = Cards::warcraft();
    let texture = cards.add_texture(plain(colour));
    cards.add_geoset(Vec3::zeros(), 1.0, 0, &[layer(filter, texture)]);
    cards.model.layers[0].flags.0 |= flags;
    cards.rest();
    cards
}

/// What a formula makes of a colour over the background, per channel.
fn mixed(colour: [u8; 4], mix: impl Fn(f32, f32, f32) -> f32) -> [u8; 3] {
    let alpha = f32::from(colour[3]) / 255.0;
    [0, 1, 2].map(|channel| {
        let source = f32::from(colour[channel]) / 255.0;
        let behind = f32::from(BACKGROUND[channel]) / 255.0;
        (mix(source, alpha, behind) * 255.0)
            .round()
            .clamp(0.0, 255.0) as u8
    })
}

#[test]
fn each_filter_mode_mixes_as_its_formula_says() {
    let cases: [(u32, [u8; 3]); 8] = [
        (0, SOLID),
        (1, BACKGROUND),
        (2, mixed(COLOUR, |s, a, b| s * a + b * (1.0 - a))),
        (3, mixed(COLOUR, |s, a, b| s * a + b)),
        (4, mixed(COLOUR, |s, a, b| s * a + b)),
        (5, mixed(COLOUR, |s, _, b| s * b)),
        (6, mixed(COLOUR, |s, _, b| 2.0 * s * b)),
        (77, SOLID),
    ];
    for (filter, expected) in cases {
        let picture = one_layer(filter, 0, COLOUR).draw();
        check_pixel(&picture, MIDDLE, expected, &format!("filter {filter}"));
        check_pixel(&picture, [4, 4], BACKGROUND, "beside the card");
    }
}

#[test]
fn transparent_keeps_three_quarters_and_more() {
    for (alpha, expected) in [(190, BACKGROUND), (192, SOLID)] {
        let picture = one_layer(1, 0, [200, 120, 60, alpha]).draw();
        check_pixel(&picture, MIDDLE, expected, &format!("alpha {alpha}"));
        let [.., opacity] = picture.get_pixel(MIDDLE[0], MIDDLE[1]).0;
        assert_eq!(opacity, 255, "the picture stays opaque");
    }
}

#[test]
fn what_multiplies_leaves_out_what_is_clear() {
    for filter in [5, 6] {
        let picture = one_layer(filter, 0, [0, 0, 0, 0]).draw();
        check_pixel(&picture, MIDDLE, BACKGROUND, "clear black darkens nothing");
    }
}

#[test]
fn a_card_shows_its_back_only_if_it_has_two_sides() {
    for (flags, expected) in [(0, BACKGROUND), (LayerFlags::TWO_SIDED, SOLID)] {
        let mut cards = one_layer(0, flags, COLOUR);
        cards.camera.look_from(FixedView::Back);
        check_pixel(&cards.draw(), MIDDLE, expected, &format!("{flags:#x}"));
    }
}

#[test]
fn light_changes_what_is_not_unshaded() {
    let mut cards = one_layer(0, 0, [120, 120, 120, 255]);
    check_pixel(&cards.draw(), MIDDLE, [120; 3], "unshaded");
    cards.model.layers[0].flags.0 = 0;
    let [towards, ..] = cards.draw().get_pixel(MIDDLE[0], MIDDLE[1]).0;
    for normal in &mut cards.model.vertices.normals {
        *normal = -Vec3::z();
    }
    let [away, ..] = cards.draw().get_pixel(MIDDLE[0], MIDDLE[1]).0;
    assert!(away + 30 < towards, "away {away}, towards {towards}");
}

#[test]
fn layers_lie_over_one_another_in_their_order() {
    // The player's colour shows where the skin over it is clear.
    let mut cards = Cards::warcraft();
    let team = cards.add_texture(plain([0, 66, 255, 255]));
    let skin = cards.add_texture(halves([200, 120, 60, 0], [200, 120, 60, 255]));
    let layers = [layer(0, team), layer(2, skin)];
    cards.add_geoset(Vec3::zeros(), 1.0, 0, &layers);
    cards.rest();
    let picture = cards.draw();
    check_pixel(&picture, LEFT, [0, 66, 255], "team colour");
    check_pixel(&picture, RIGHT, SOLID, "skin");
    // Two that mix: the later over the earlier.
    let mut cards = Cards::warcraft();
    let red = cards.add_texture(plain([255, 0, 0, 128]));
    let green = cards.add_texture(plain([0, 255, 0, 128]));
    cards.add_geoset(Vec3::zeros(), 1.0, 0, &[layer(2, red), layer(2, green)]);
    cards.rest();
    let over = |top: f32, below: f32| 0.502 * top + 0.498 * below;
    let expected = [
        over(0.0, over(255.0, 100.0)) as u8,
        over(255.0, over(0.0, 60.0)) as u8,
        over(0.0, over(0.0, 40.0)) as u8,
    ];
    check_pixel(&cards.draw(), MIDDLE, expected, "green over red");
}

#[test]
fn layer_alpha_and_geoset_alpha_are_multiplied_and_colour_counts_with_its_flag() {
    let mut cards = one_layer(2, 0, [200, 120, 60, 204]);
    cards.model.layers[0].alpha = constant(0.5);
    cards.add_geoset_colour(0, 2, [1.0, 0.0, 0.0], 0.1);
    cards.add_geoset_colour(0, 2, [0.5, 1.0, 0.25], 0.75);
    cards.add_geoset_colour(5, 2, [0.0; 3], 0.0);
    cards.rest();
    let alpha = 0.8 * 0.5 * 0.75;
    let mix = |source: f32, behind: u8| {
        (source * alpha + f32::from(behind) * (1.0 - alpha)).round() as u8
    };
    let expected = [mix(100.0, 100), mix(120.0, 60), mix(15.0, 40)];
    check_pixel(&cards.draw(), MIDDLE, expected, "the last entry counts");
    cards.model.colour_targets[1].flags = 1;
    let expected = [mix(200.0, 100), mix(120.0, 60), mix(60.0, 40)];
    check_pixel(
        &cards.draw(),
        MIDDLE,
        expected,
        "without the flag only alpha",
    );
}

#[test]
fn a_geoset_of_alpha_zero_is_gone_and_hides_nothing() {
    let mut cards = one_layer(0, 0, COLOUR);
    let behind = cards.add_texture(plain(GREEN));
    cards.add_geoset(Vec3::new(-1.0, 0.0, 0.0), 1.0, 0, &[layer(0, behind)]);
    cards.add_geoset_colour(0, 0, [1.0; 3], 0.0);
    cards.rest();
    check_pixel(&cards.draw(), MIDDLE, [0, 255, 0], "gone");
    cards.model.colours[0].alpha = constant(1.0);
    cards.rest();
    check_pixel(&cards.draw(), MIDDLE, SOLID, "there");
    cards.model.layers[0].alpha = constant(0.0);
    cards.rest();
    check_pixel(&cards.draw(), MIDDLE, [0, 255, 0], "its layer is gone");
}

/// Two half clear cards in front of one another: red nearer and first in the file, green farther.
fn two_geosets(filter: u32, flags: u32) -> Cards {
    let mut cards = Cards::warcraft();
    let red = cards.add_texture(plain([255, 0, 0, 128]));
    let green = cards.add_texture(plain([0, 255, 0, 128]));
    for (x, texture) in [(0.5, red), (-0.5, green)] {
        let mut own = layer(filter, texture);
        own.flags.0 |= flags;
        cards.add_geoset(Vec3::new(x, 0.0, 0.0), 1.0, 0, &[own]);
    }
    cards.rest();
    cards
}

#[track_caller]
fn check_on_top(cards: &Cards, is_red: bool, what: &str) {
    let [red, green, ..] = cards.draw().get_pixel(MIDDLE[0], MIDDLE[1]).0;
    assert_eq!(red > green, is_red, "{what}: red {red}, green {green}");
}

#[test]
fn depth_decides_what_covers_unless_a_flag_says_otherwise() {
    check_on_top(&two_geosets(0, 0), true, "the nearer");
    let untested = two_geosets(0, LayerFlags::NO_DEPTH_TEST);
    check_on_top(&untested, false, "no depth test: the later");
    let unwritten = two_geosets(0, LayerFlags::NO_DEPTH_WRITE);
    check_on_top(&unwritten, false, "no depth write: the later");
}

#[test]
fn what_mixes_is_in_the_order_of_the_file_unless_plane_or_material_say_otherwise() {
    check_on_top(
        &two_geosets(2, 0),
        false,
        "file order, though red is nearer",
    );
    let mut by_plane = two_geosets(2, 0);
    by_plane.model.layered_materials[0].priority_plane = 1;
    check_on_top(&by_plane, true, "a later plane");
    let mut sorted = two_geosets(2, 0);
    for material in &mut sorted.model.layered_materials {
        material.flags = LayeredMaterial::SORTS_FAR_FIRST;
    }
    check_on_top(&sorted, true, "far first");
    for material in &mut sorted.model.layered_materials {
        material.flags = LayeredMaterial::SORTS_NEAR_FIRST;
    }
    check_on_top(&sorted, false, "near first");
}

#[track_caller]
fn check_halves(cards: &Cards, left: [u8; 4], right: [u8; 4], what: &str) {
    let picture = cards.draw();
    check_pixel(&picture, LEFT, [left[0], left[1], left[2]], what);
    check_pixel(&picture, RIGHT, [right[0], right[1], right[2]], what);
}

fn halves_card() -> Cards {
    let mut cards = Cards::warcraft();
    let texture = cards.add_texture(halves(RED, GREEN));
    cards.add_geoset(Vec3::zeros(), 1.0, 0, &[layer(0, texture)]);
    cards.rest();
    cards
}

#[test]
fn a_layer_takes_its_own_set_of_coordinates() {
    let mut cards = halves_card();
    check_halves(&cards, RED, GREEN, "first set");
    cards.model.layers[0].uv_set = 1;
    check_halves(&cards, GREEN, RED, "second set, turned round");
    cards.model.layers[0].uv_set = 2;
    check_halves(&cards, RED, GREEN, "one that is not there is the first");
    cards.model.geosets[0].uv_set_count = 3;
    cards.model.geosets[0].further_uvs = vec![vec![Vec2::new(0.9, 0.5); 4]];
    check_halves(&cards, GREEN, GREEN, "third set, all in the right half");
}

#[test]
fn a_texture_transform_moves_and_turns_about_the_middle() {
    let mut cards = halves_card();
    cards
        .model
        .texture_transforms
        .push(TextureTransform::default());
    cards.model.layers[0].transform = 0;
    cards.rest();
    let whole = Vec3::new(1.0, 1.0, 1.0);
    let half = Vec3::new(0.5, 0.0, 0.0);
    cards.moment.texture_transforms[0] = UvAffine::about_middle(&half, &Quat::identity(), &whole);
    check_halves(&cards, GREEN, RED, "moved by half");
    let turn = bonewright::math::quat_from_axis_angle(&Vec3::z(), std::f32::consts::PI);
    cards.moment.texture_transforms[0] = UvAffine::about_middle(&Vec3::zeros(), &turn, &whole);
    check_halves(&cards, GREEN, RED, "turned by half");
    cards.model.layers[0].transform = 4;
    check_halves(&cards, RED, GREEN, "one that is not there does nothing");
}

#[test]
fn a_sphere_environment_map_follows_the_view_and_not_the_coordinates() {
    let mut cards = halves_card();
    cards.model.layers[0].flags.0 |= LayerFlags::SPHERE_ENVIRONMENT | LayerFlags::TWO_SIDED;
    for (yaw, is_red) in [(-0.5, false), (0.5, true)] {
        cards.camera.look_from(FixedView::Front);
        cards.camera.orbit(yaw, 0.0);
        check_on_top(&cards, is_red, &format!("turned by {yaw}"));
    }
}

#[test]
fn a_missing_material_is_grey_and_a_missing_texture_a_checker() {
    let mut cards = halves_card();
    cards.model.geosets[0].material = 9;
    let [red, green, blue, _] = cards.draw().get_pixel(MIDDLE[0], MIDDLE[1]).0;
    let is_grey = red.abs_diff(green) < 12 && green.abs_diff(blue) < 12;
    assert!(is_grey && red > 100, "{red} {green} {blue}");
    let mut cards = halves_card();
    for slot in [-1, 900] {
        cards.model.layers[0].texture = constant(slot);
        cards.rest();
        let [red, green, blue, _] = checker_picture().get_pixel(4, 4).0;
        check_pixel(&cards.draw(), [18, 18], [red, green, blue], "checker");
    }
    cards.model.layers.clear();
    cards.rest();
    cards.draw();
}

#[test]
fn in_warcraft_a_card_about_y_turns_its_front() {
    for (flags, view, expected) in [
        (8, FixedView::Back, SOLID),
        (0x40, FixedView::Left, SOLID),
        (0x20, FixedView::Top, SOLID),
        (0x20, FixedView::Back, SOLID),
        (0, FixedView::Back, BACKGROUND),
    ] {
        let mut cards = Cards::warcraft();
        let bone = cards.add_bone(Some(0), flags, Vec3::zeros());
        let texture = cards.add_texture(plain(COLOUR));
        cards.add_geoset(Vec3::zeros(), 1.0, bone, &[layer(0, texture)]);
        cards.rest();
        cards.camera.look_from(view);
        let what = format!("flags {flags:#x} from {view:?}");
        check_pixel(&cards.draw(), MIDDLE, expected, &what);
    }
}
