//! Cards on billboard bones face the viewer from wherever it looks.

use bonewright::math::Vec3;
use bonewright::render::FixedView;

use crate::card::{BACKGROUND, Cards, MIDDLE, check_pixel, plain};

const COLOUR: [u8; 3] = [200, 120, 60];

fn card_with_flags(flags: u32) -> Cards {
    let mut cards = Cards::new();
    let bone = cards.add_bone(Some(0), flags, Vec3::zeros());
    let texture = cards.add_texture(plain([200, 120, 60, 255]));
    let material = cards.add_material(0, 1);
    cards.add_card(Vec3::zeros(), 1.0, bone, material, &[texture]);
    cards.rest();
    cards
}

#[track_caller]
fn check_seen_from(flags: u32, view: FixedView, expected: [u8; 3]) {
    let mut cards = card_with_flags(flags);
    cards.camera.look_from(view);
    check_pixel(
        &cards.draw(),
        MIDDLE,
        expected,
        &format!("flags {flags:#x} from {view:?}"),
    );
}

#[test]
fn a_spherical_billboard_is_seen_from_everywhere() {
    use FixedView::{Back, Bottom, Iso, Left, Right, Top};
    for view in [Back, Left, Right, Top, Bottom, Iso] {
        check_seen_from(8, view, COLOUR);
    }
    check_seen_from(0, Back, BACKGROUND);
    check_seen_from(0, Left, BACKGROUND);
}

#[test]
fn a_billboard_about_z_is_seen_from_around_but_not_from_above() {
    use FixedView::{Back, Left, Right, Top};
    for view in [Back, Left, Right] {
        check_seen_from(0x40, view, COLOUR);
    }
    check_seen_from(0x40, Top, BACKGROUND);
}
