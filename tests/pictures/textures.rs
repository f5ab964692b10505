//! Texture units: coordinates, transforms, wrapping, combining, and what stands for a missing one.

use bonewright::math::{Quat, Vec3};
use bonewright::mesh::TextureTransform;
use bonewright::render::{FixedView, UvAffine, checker_picture};

use crate::card::{Cards, MIDDLE, check_pixel, halves, plain};

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
/// Pixels in the left and the right half of the card.
const LEFT: [u32; 2] = [24, 32];
const RIGHT: [u32; 2] = [40, 32];

fn halves_card() -> Cards {
    let mut cards = Cards::new();
    let texture = cards.add_texture(halves(RED, GREEN));
    let material = cards.add_material(0, 1);
    cards.add_card(Vec3::zeros(), 1.0, 0, material, &[texture]);
    cards.rest();
    cards
}

#[track_caller]
fn check_halves(cards: &Cards, left: [u8; 4], right: [u8; 4], what: &str) {
    let picture = cards.draw();
    check_pixel(&picture, LEFT, [left[0], left[1], left[2]], what);
    check_pixel(&picture, RIGHT, [right[0], right[1], right[2]], what);
}

#[test]
fn a_texture_is_seen_the_right_way_round() {
    check_halves(&halves_card(), RED, GREEN, "left and right");
    let mut cards = halves_card();
    let top_red =
        image::RgbaImage::from_fn(16, 16, |_, y| image::Rgba(if y < 8 { RED } else { GREEN }));
    cards.pictures[0] = Some(top_red);
    let picture = cards.draw();
    check_pixel(&picture, [32, 24], [255, 0, 0], "top");
    check_pixel(&picture, [32, 40], [0, 255, 0], "bottom");
}

#[test]
fn the_second_set_of_coordinates_is_used_where_the_combo_says_so() {
    let mut cards = halves_card();
    cards.model.combos.texture_coords[0] = 1;
    check_halves(&cards, GREEN, RED, "second set");
}

fn move_texture(cards: &mut Cards, translation: Vec3) {
    cards
        .model
        .texture_transforms
        .push(TextureTransform::default());
    cards.model.combos.texture_transforms[0] = 0;
    cards.rest();
    cards.moment.texture_transforms[0] =
        UvAffine::about_middle(&translation, &Quat::identity(), &Vec3::new(1.0, 1.0, 1.0));
}

#[test]
fn a_texture_transform_moves_its_batch_only() {
    let mut cards = halves_card();
    move_texture(&mut cards, Vec3::new(0.5, 0.0, 0.0));
    check_halves(&cards, GREEN, RED, "moved by half");
    cards.model.combos.texture_transforms[0] = 0xFFFF;
    check_halves(&cards, RED, GREEN, "no transform");
}

#[test]
fn a_texture_that_does_not_repeat_holds_its_edge() {
    let mut cards = halves_card();
    move_texture(&mut cards, Vec3::new(1.0, 0.0, 0.0));
    check_halves(&cards, RED, GREEN, "repeats");
    cards.model.textures[0].flags = 2;
    check_halves(&cards, GREEN, GREEN, "held");
}

#[test]
fn two_units_are_multiplied_by_default() {
    let mut cards = Cards::new();
    let first = cards.add_texture(plain([200, 100, 50, 255]));
    let second = cards.add_texture(halves([128, 128, 128, 255], [255; 4]));
    let material = cards.add_material(0, 1);
    cards.add_card(Vec3::zeros(), 1.0, 0, material, &[first, second]);
    cards.rest();
    check_halves(&cards, [100, 50, 25, 255], [200, 100, 50, 255], "product");
}

#[test]
fn the_combiner_table_adds_the_second_unit_where_it_says_so() {
    let mut cards = Cards::new();
    let first = cards.add_texture(plain([100, 100, 50, 255]));
    let second = cards.add_texture(halves([100, 0, 0, 255], [0, 100, 0, 128]));
    let material = cards.add_material(0, 1);
    cards.add_card(Vec3::zeros(), 1.0, 0, material, &[first, second]);
    cards.model.combos.combiners = Some(vec![0, 3]);
    cards.rest();
    check_halves(
        &cards,
        [200, 100, 50, 255],
        [100, 150, 50, 255],
        "added by its alpha",
    );
}

#[test]
fn an_environment_map_follows_the_view_and_not_the_coordinates() {
    let mut cards = Cards::new();
    let texture = cards.add_texture(halves(RED, GREEN));
    let material = cards.add_material(0, 1 | 4);
    cards.add_card(Vec3::zeros(), 1.0, 0, material, &[texture]);
    cards.model.combos.texture_coords[0] = -1;
    cards.rest();
    for (yaw, expected) in [(-0.5, GREEN), (0.5, RED)] {
        cards.camera.look_from(FixedView::Front);
        cards.camera.orbit(yaw, 0.0);
        let picture = cards.draw();
        let [red, green, ..] = picture.get_pixel(MIDDLE[0], MIDDLE[1]).0;
        let is_red = red > green;
        assert_eq!(is_red, expected == RED, "turned by {yaw}: {red} {green}");
    }
}

#[test]
fn a_missing_texture_shows_a_checker() {
    let mut cards = Cards::new();
    let texture = cards.add_texture(None);
    let material = cards.add_material(0, 1);
    cards.add_card(Vec3::zeros(), 1.0, 0, material, &[texture]);
    cards.rest();
    let picture = cards.draw();
    // A field of the checker is four pixels wide here.
    let checker = checker_picture();
    for (at, texel) in [
        ([18, 18], [4, 4]),
        ([22, 18], [12, 4]),
        ([22, 22], [12, 12]),
    ] {
        let [red, green, blue, _] = checker.get_pixel(texel[0], texel[1]).0;
        check_pixel(&picture, at, [red, green, blue], "checker");
    }
}
