//! Bones move what they carry, on the graphics card as on paper.

use bonewright::math::{Vec3, quat_from_axis_angle};
use bonewright::mesh::Influence;
use bonewright::skeleton::BoneId;

use crate::card::{BACKGROUND, Cards, MIDDLE, check_pixel, plain};

const COLOUR: [u8; 3] = [200, 120, 60];
/// A pixel a card's width to the right of the middle.
const BESIDE: [u32; 2] = [56, 32];

fn card_on(bone: u32, cards: &mut Cards) {
    let texture = cards.add_texture(plain([200, 120, 60, 255]));
    let material = cards.add_material(0, 1);
    cards.add_card(Vec3::zeros(), 0.5, bone, material, &[texture]);
    cards.rest();
}

fn place(cards: &mut Cards) {
    let hierarchy = cards.model.skeleton.hierarchy();
    cards.moment.place_bones(&cards.model, &hierarchy);
}

#[test]
fn a_bone_carries_its_vertices() {
    let mut cards = Cards::new();
    card_on(0, &mut cards);
    cards.moment.pose.local[0].translation = Vec3::new(0.0, 1.5, 0.0);
    place(&mut cards);
    let picture = cards.draw();
    check_pixel(&picture, MIDDLE, BACKGROUND, "left behind");
    check_pixel(&picture, BESIDE, COLOUR, "moved");
}

#[test]
fn the_last_of_300_bones_moves_what_it_carries() {
    let mut cards = Cards::new();
    for bone in 0..299 {
        cards.add_bone(Some(bone), 0, Vec3::new(0.0, 0.0, -1.5));
    }
    card_on(299, &mut cards);
    cards.moment.pose.local[299].rotation =
        quat_from_axis_angle(&Vec3::x(), std::f32::consts::FRAC_PI_2);
    place(&mut cards);
    let picture = cards.draw();
    check_pixel(
        &picture,
        MIDDLE,
        BACKGROUND,
        "turned away about a pivot below",
    );
    cards.moment.pose.local[299].rotation = quat_from_axis_angle(&Vec3::x(), 0.0);
    place(&mut cards);
    check_pixel(&cards.draw(), MIDDLE, COLOUR, "at rest");
}

#[test]
fn missing_weight_stays_at_the_bind_position() {
    let mut cards = Cards::new();
    card_on(0, &mut cards);
    for slots in &mut cards.model.vertices.influences.slots {
        slots[0].weight = 0.5;
    }
    cards.moment.pose.local[0].translation = Vec3::new(0.0, 3.0, 0.0);
    place(&mut cards);
    let picture = cards.draw();
    check_pixel(
        &picture,
        MIDDLE,
        BACKGROUND,
        "half the weight moved it half the way",
    );
    check_pixel(&picture, BESIDE, COLOUR, "half the way");
}

#[test]
fn every_one_of_more_than_four_influences_counts_by_its_weight() {
    let mut cards = Cards::new();
    for _ in 0..11 {
        cards.add_bone(None, 0, Vec3::zeros());
    }
    card_on(0, &mut cards);
    let influences = &mut cards.model.vertices.influences;
    let share = |bone| Influence {
        bone: BoneId(bone),
        weight: 1.0 / 12.0,
    };
    for (vertex, slots) in influences.slots.iter_mut().enumerate() {
        *slots = [0, 1, 2, 3].map(share);
        influences
            .overflow
            .insert(vertex as u32, (4..12).map(share).collect());
    }
    // The average of a twelfth each of 1.5 x (0 + 2/11 + 4/11 + ... + 2) is 1.5.
    for (bone, local) in (0..).zip(&mut cards.moment.pose.local) {
        let part: f32 = bone as f32 * 2.0 / 11.0;
        local.translation = Vec3::new(0.0, 1.5 * part, 0.0);
    }
    place(&mut cards);
    let picture = cards.draw();
    for x in 0..64 {
        // The card is 16 pixels wide around pixel 56.
        let expected = if (48..64).contains(&x) {
            COLOUR
        } else {
            BACKGROUND
        };
        check_pixel(&picture, [x, 32], expected, "the average place");
    }
}

#[test]
fn a_strong_influence_past_the_fourth_moves_its_vertex() {
    let mut cards = Cards::new();
    for _ in 0..5 {
        cards.add_bone(None, 0, Vec3::zeros());
    }
    card_on(0, &mut cards);
    let influences = &mut cards.model.vertices.influences;
    for (vertex, slots) in influences.slots.iter_mut().enumerate() {
        for (slot, influence) in slots.iter_mut().enumerate() {
            *influence = Influence {
                bone: BoneId(slot as u32),
                weight: 0.01,
            };
        }
        let strong = Influence {
            bone: BoneId(5),
            weight: 0.96,
        };
        influences.overflow.insert(vertex as u32, vec![strong]);
    }
    cards.moment.pose.local[5].translation = Vec3::new(0.0, 1.5, 0.0);
    place(&mut cards);
    check_pixel(
        &cards.draw(),
        BESIDE,
        COLOUR,
        "the fifth influence moves it",
    );
}
