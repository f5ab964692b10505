//! What changes about Warcraft III surfaces while a clip plays, and what holds in the bind pose.

use bonewright::anim::{Clock, Driver, Interpolation, KeyList, KeyWindow, Track, TrackKeys};
use bonewright::math::Vec3;

use crate::card::{BACKGROUND, Cards, MIDDLE, check_pixel, constant, layer, plain};

const RED: [u8; 3] = [255, 0, 0];
const GREEN: [u8; 3] = [0, 255, 0];

/// Keys on the file's axis.
fn keyed<T: Copy>(interpolation: Interpolation, keys: &[(i32, T)]) -> Track<T> {
    Track {
        interpolation,
        driver: Driver::Clip,
        keys: TrackKeys::Axis(KeyList {
            times_ms: keys.iter().map(|key| key.0).collect(),
            values: keys.iter().map(|key| key.1).collect(),
            tangents: Vec::new(),
        }),
    }
}

fn flipbook() -> Cards {
    let mut cards = Cards::warcraft();
    let red = cards.add_texture(plain([255, 0, 0, 255]));
    let green = cards.add_texture(plain([0, 255, 0, 255]));
    let mut own = layer(0, red);
    let slots = [(1000, i32::from(green)), (1500, i32::from(red))];
    own.texture = keyed(Interpolation::Step, &slots);
    cards.add_geoset(Vec3::zeros(), 1.0, 0, &[own]);
    cards
}

fn at(start_ms: i32, duration_ms: u32, time_ms: f64) -> Clock {
    Clock {
        window: KeyWindow::new(start_ms, duration_ms),
        ..Clock::in_clip(0, time_ms)
    }
}

#[test]
fn a_flipbook_shows_the_slot_of_its_key() {
    let mut cards = flipbook();
    for (time_ms, expected) in [(0.0, GREEN), (499.0, GREEN), (500.0, RED), (900.0, RED)] {
        let clock = at(1000, 1000, time_ms);
        cards
            .moment
            .sample(&cards.model, &cards.model.skeleton.hierarchy(), &clock);
        check_pixel(&cards.draw(), MIDDLE, expected, &format!("{time_ms} ms"));
    }
    cards.rest();
    check_pixel(
        &cards.draw(),
        MIDDLE,
        GREEN,
        "the bind pose shows its first",
    );
}

#[test]
fn alpha_follows_its_keys_in_the_clip_and_rests_outside() {
    let mut cards = flipbook();
    cards.model.layers[0].texture = constant(0);
    cards.add_geoset_colour(0, 0, [1.0; 3], 1.0);
    let fade = keyed(Interpolation::Linear, &[(1000, 1.0), (2000, 0.0)]);
    cards.model.colours[0].alpha = fade;
    let half = [178, 30, 20];
    for (clock, expected) in [
        (at(1000, 1000, 0.0), RED),
        (at(1000, 1000, 500.0), half),
        (at(1000, 1000, 1000.0), BACKGROUND),
        (at(3000, 1000, 500.0), RED),
        (Clock::BIND, RED),
    ] {
        cards
            .moment
            .sample(&cards.model, &cards.model.skeleton.hierarchy(), &clock);
        check_pixel(&cards.draw(), MIDDLE, expected, &format!("{clock:?}"));
    }
}

#[test]
fn constants_hold_in_the_bind_pose_and_in_every_clip() {
    let mut cards = flipbook();
    cards.model.layers[0].texture = constant(1);
    cards.model.layers[0].alpha = constant(0.5);
    for clock in [Clock::BIND, at(0, 1000, 300.0), at(9000, 10, 3.0)] {
        cards
            .moment
            .sample(&cards.model, &cards.model.skeleton.hierarchy(), &clock);
        check_pixel(&cards.draw(), MIDDLE, [50, 158, 20], &format!("{clock:?}"));
    }
}
