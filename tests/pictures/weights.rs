//! Weights as colours, hatch and dots, on cards whose every pixel can be worked out by hand.
//!
//! A card of half size 1 covers the middle half of the picture: columns and rows 16 to 47.

use std::ops::Range;

use bonewright::math::Vec3;
use bonewright::mesh::{BlendMode, Influence};
use bonewright::render::{
    BARE_COLOUR, Colour, DotDepth, HATCH_PERIOD, Headless, Moment, Offscreen, Renderer, Scene,
    StagedModel, SurfaceStyle, WeightColouring, WeightLooks, WeightRamp, WireStyle, ZERO_TONES,
    bone_colour,
};
use bonewright::skeleton::BoneId;
use image::RgbaImage;

use crate::card::{BACKGROUND, Cards, MIDDLE, SIDE, check_pixel, plain};

const TEXTURE: [u8; 3] = [200, 120, 60];
const OF_FIRST: WeightColouring = WeightColouring::OneBone(Some(BoneId(0)));

/// One card with the texture above, all of it on bone 0 of six, in weight colours.
fn card() -> Cards {
    let mut cards = Cards::new();
    for _ in 0..5 {
        cards.add_bone(Some(0), 0, Vec3::zeros());
    }
    let texture = cards.add_texture(plain([200, 120, 60, 255]));
    let material = cards.add_material(0, 1);
    cards.add_card(Vec3::zeros(), 1.0, 0, material, &[texture]);
    cards.overlay.weights.opacity = 1.0;
    cards.rest();
    cards
}

/// Gives a vertex these weights of bones 0, 1, 2 and so on, and no others.
fn weigh(cards: &mut Cards, vertex: usize, weights: &[f32]) {
    let mut all = (0..).zip(weights).map(|(bone, &weight)| Influence {
        bone: BoneId(bone),
        weight,
    });
    let influences = &mut cards.model.vertices.influences;
    influences.slots[vertex] = std::array::from_fn(|_| all.next().unwrap_or(Influence::NONE));
    influences.overflow.remove(&(vertex as u32));
    let more: Vec<_> = all.collect();
    if !more.is_empty() {
        influences.overflow.insert(vertex as u32, more);
    }
}

fn weigh_all(cards: &mut Cards, weights: &[f32]) {
    for vertex in 0..cards.model.vertices.len() {
        weigh(cards, vertex, weights);
    }
}

fn bytes(colour: Colour) -> [u8; 3] {
    [0, 1, 2].map(|part: usize| (colour[part] * 255.0).round() as u8)
}

fn mixed(a: [u8; 3], b: [u8; 3], share_of_b: f32) -> [u8; 3] {
    [0, 1, 2].map(|part: usize| {
        let (a, b) = (f32::from(a[part]), f32::from(b[part]));
        (a + (b - a) * share_of_b).round() as u8
    })
}

#[test]
fn a_surface_seen_from_the_front_has_exactly_the_colour_of_its_weight() {
    for ramp in [WeightRamp::Heat, WeightRamp::ColourBlind, WeightRamp::Grey] {
        for weight in [0.02, 0.25, 0.4, 0.5, 1.0] {
            let mut cards = card();
            weigh_all(&mut cards, &[weight, 1.0 - weight]);
            cards.overlay.weights.ramp = ramp;
            let picture = cards.draw_weights(OF_FIRST);
            let expected = bytes(ramp.colour(weight));
            let what = format!("{ramp:?} {weight}");
            check_pixel(&picture, MIDDLE, expected, &what);
            check_pixel(&picture, [4, 4], BACKGROUND, &what);
        }
    }
}

#[test]
fn between_no_weight_and_all_of_it_lies_the_whole_ramp() {
    let mut cards = card();
    // Left corners are vertices 0 and 3; a hair of weight keeps the hatch away.
    for (vertex, weight) in [(0, 1e-6), (3, 1e-6), (1, 1.0), (2, 1.0)] {
        weigh(&mut cards, vertex, &[weight]);
    }
    let picture = cards.draw_weights(OF_FIRST);
    for column in [17, 24, 32, 40, 46] {
        let weight = (column as f32 + 0.5 - 16.0) / 32.0;
        let expected = bytes(WeightRamp::Heat.colour(weight));
        check_pixel(&picture, [column, 30], expected, &format!("at {weight}"));
    }
}

#[test]
fn contours_are_drawn_where_the_weight_is_a_tenth_and_nowhere_else() {
    let mut cards = card();
    for (vertex, weight) in [(0, 0.31), (3, 0.31), (1, 0.49), (2, 0.49)] {
        weigh(&mut cards, vertex, &[weight, 1.0 - weight]);
    }
    let plain = cards.draw_weights(OF_FIRST);
    cards.overlay.weights.shows_contours = true;
    let lined = cards.draw_weights(OF_FIRST);
    // Four tenths are in the middle.
    for column in 17..47u32 {
        let (a, b) = (plain.get_pixel(column, 30).0, lined.get_pixel(column, 30).0);
        let most = (0..3).map(|part| a[part].abs_diff(b[part])).max();
        let most = most.expect("three parts");
        match column.abs_diff(31).min(column.abs_diff(32)) {
            0 => assert!(most > 60, "{column}: {a:?} {b:?}"),
            1..=2 => {}
            _ => assert_eq!(a, b, "{column}"),
        }
    }
    // Where the weight is the same all over there is no line, even if that is a tenth.
    weigh_all(&mut cards, &[0.4, 0.6]);
    let lined = cards.draw_weights(OF_FIRST);
    let expected = bytes(WeightRamp::Heat.colour(0.4));
    check_pixel(&lined, MIDDLE, expected, "all over");
}

#[test]
fn exactly_zero_is_hatched_and_no_weight_at_all_has_a_colour_of_its_own() {
    let mut cards = card();
    weigh_all(&mut cards, &[0.0, 1.0]);
    let picture = cards.draw_weights(OF_FIRST);
    let (mut dark, mut light) = (0, 0);
    for (x, y) in (20..44).flat_map(|x| (20..44).map(move |y| (x, y))) {
        // OpenGL counts rows from below, from the middle of a pixel.
        let along = x as f32 + 0.5 + (SIDE - 1 - y) as f32 + 0.5;
        let is_light = (along / HATCH_PERIOD).fract() >= 0.5;
        let tone = if is_light { &mut light } else { &mut dark };
        *tone += 1;
        let expected = bytes(ZERO_TONES[usize::from(is_light)]);
        check_pixel(&picture, [x, y], expected, "the hatch");
    }
    assert_eq!(
        (dark, light),
        (288, 288),
        "stripes are as wide as their gaps"
    );
    weigh_all(&mut cards, &[]);
    let picture = cards.draw_weights(OF_FIRST);
    check_pixel(&picture, MIDDLE, bytes(BARE_COLOUR), "no weights at all");
    let picture = cards.draw_weights(WeightColouring::AllBones);
    check_pixel(&picture, MIDDLE, bytes(BARE_COLOUR), "none among all bones");
}

#[test]
fn the_hatch_ends_near_the_vertex_that_has_none() {
    let mut cards = card();
    for (vertex, weight) in [(0, 0.0), (3, 0.0), (1, 1.0), (2, 1.0)] {
        weigh(&mut cards, vertex, &[weight, 1.0 - weight]);
    }
    let picture = cards.draw_weights(OF_FIRST);
    for column in [24, 32, 40] {
        let weight = (column as f32 + 0.5 - 16.0) / 32.0;
        let expected = bytes(WeightRamp::Heat.colour(weight));
        check_pixel(&picture, [column, 30], expected, &format!("at {weight}"));
    }
    let [red, green, blue, _] = picture.get_pixel(16, 30).0;
    assert!(red == green && green == blue, "grey at the edge of zeros");
}

#[test]
fn opacity_mixes_with_the_surface_as_it_is_shown() {
    let mut cards = card();
    let full = bytes(WeightRamp::Heat.colour(1.0));
    for opacity in [0.0, 0.25, 0.75, 1.0] {
        cards.overlay.weights.opacity = opacity;
        let picture = cards.draw_weights(OF_FIRST);
        let expected = mixed(TEXTURE, full, opacity);
        check_pixel(&picture, MIDDLE, expected, &format!("opacity {opacity}"));
    }
    cards.overlay.weights.opacity = 0.5;
    cards.overlay.surface = SurfaceStyle::Solid;
    let solid = cards.draw().get_pixel(MIDDLE[0], MIDDLE[1]).0;
    let picture = cards.draw_weights(OF_FIRST);
    let expected = mixed([solid[0], solid[1], solid[2]], full, 0.5);
    check_pixel(&picture, MIDDLE, expected, "over a solid surface");
    cards.overlay.surface = SurfaceStyle::Hidden;
    let picture = cards.draw_weights(OF_FIRST);
    check_pixel(&picture, MIDDLE, BACKGROUND, "no surface, no colours");
}

#[test]
fn every_material_shows_weights_alike_and_holes_stay_holes() {
    let full = bytes(WeightRamp::Heat.colour(1.0));
    for blend in 0..8 {
        let mut cards = card();
        cards.model.materials[0].blend = blend;
        let picture = cards.draw_weights(OF_FIRST);
        check_pixel(&picture, MIDDLE, full, &format!("blend {blend}"));
    }
    for (blend, without_effect) in [
        (BlendMode::AlphaKey, [200, 120, 60, 0]),
        (BlendMode::Alpha, [200, 120, 60, 0]),
        (BlendMode::Add, [0, 0, 0, 255]),
        (BlendMode::NoAlphaAdd, [0, 0, 0, 255]),
        (BlendMode::Modulate, [255; 4]),
        (BlendMode::Modulate2x, [128, 128, 128, 255]),
    ] {
        let mut cards = card();
        cards.model.materials[0].blend = blend as u16;
        cards.pictures[0] = plain(without_effect);
        let picture = cards.draw_weights(OF_FIRST);
        check_pixel(
            &picture,
            MIDDLE,
            BACKGROUND,
            &format!("a hole of {blend:?}"),
        );
    }
}

#[test]
fn without_looks_and_for_hidden_geosets_everything_is_as_ever() {
    let mut cards = card();
    cards.overlay.weights.dot_size = 8.0;
    check_pixel(&cards.draw(), MIDDLE, TEXTURE, "no looks");
    let strange = WeightLooks::of(&Cards::new().model, OF_FIRST);
    let picture = cards.draw_with(Some(&strange));
    check_pixel(&picture, MIDDLE, TEXTURE, "looks of another model");
    cards.geosets.clear();
    let picture = cards.draw_weights(OF_FIRST);
    check_pixel(&picture, MIDDLE, BACKGROUND, "hidden");
    check_pixel(&picture, [16, 16], BACKGROUND, "no dots either");
}

#[test]
fn all_bones_are_mixed_and_the_dominant_one_is_not() {
    let mut cards = card();
    weigh_all(&mut cards, &[0.25, 0.75]);
    let [a, b] = [bone_colour(0), bone_colour(1)].map(bytes);
    let picture = cards.draw_weights(WeightColouring::AllBones);
    check_pixel(&picture, MIDDLE, mixed(a, b, 0.75), "all bones");
    let picture = cards.draw_weights(WeightColouring::DominantBone);
    check_pixel(&picture, MIDDLE, b, "the dominant bone");
}

/// The card's lower left corner is vertex 3: the pixel about which its dot lies.
const CORNER: [u32; 2] = [16, 48];

fn dotted(texture: [u8; 3]) -> Cards {
    let mut cards = card();
    let [red, green, blue] = texture;
    cards.pictures[0] = plain([red, green, blue, 255]);
    cards.overlay.weights.opacity = 0.0;
    cards.overlay.weights.dot_size = 10.0;
    cards
}

#[test]
fn a_dot_has_the_colour_of_its_weight_in_a_dark_ring_in_a_light_one_on_any_ground() {
    for ground in [[0; 3], [255; 3], TEXTURE] {
        let cards = dotted(ground);
        let picture = cards.draw_weights(OF_FIRST);
        let full = bytes(WeightRamp::Heat.colour(1.0));
        for (x, y) in [(14, 47), (16, 47), (18, 50)] {
            check_pixel(&picture, [x, y], full, "inside the dot");
        }
        // The dot reaches from 11 to 21 and its rings to 23.5, give or take half a pixel: drivers
        // may put points on the middles of pixels.
        let on_card = |x: u32| {
            let [red, green, blue, _] = picture.get_pixel(x, 47).0;
            (u32::from(red) + u32::from(green) + u32::from(blue)) / 3
        };
        let darkest = (20..=22).map(on_card).min().unwrap_or(255);
        let lightest = (21..=24).map(on_card).max().unwrap_or(0);
        assert!(darkest < 90, "{ground:?}: the dark ring has {darkest}");
        assert!(lightest > 150, "{ground:?}: the light ring has {lightest}");
        check_pixel(&picture, [26, 40], ground, "beside the dot");
    }
}

#[test]
fn selected_dots_have_the_colour_of_the_selection_and_zeros_are_grey() {
    let mut cards = dotted(TEXTURE);
    weigh_all(&mut cards, &[0.0, 1.0]);
    let mut looks = WeightLooks::of(&cards.model, OF_FIRST);
    looks.select([3]);
    let picture = cards.draw_with(Some(&looks));
    let selected = bytes(cards.overlay.palette.selected);
    check_pixel(&picture, CORNER, selected, "the selected dot");
    check_pixel(
        &picture,
        [48, 48],
        bytes(ZERO_TONES[1]),
        "a dot of weight 0",
    );
    weigh(&mut cards, 2, &[]);
    let picture = cards.draw_weights(OF_FIRST);
    check_pixel(
        &picture,
        [48, 48],
        bytes(BARE_COLOUR),
        "a dot of no weights",
    );
}

#[test]
fn surfaces_hide_dots_behind_them_unless_all_are_asked_for() {
    let mut cards = dotted(TEXTURE);
    let far = cards.model.vertices.len();
    let texture = cards.add_texture(plain([10, 20, 30, 255]));
    let material = cards.add_material(0, 1);
    // A smaller card behind the first: its corners lie under it.
    cards.add_card(Vec3::new(-1.0, 0.0, 0.0), 0.5, 0, material, &[texture]);
    weigh(&mut cards, far, &[0.5, 0.5]);
    cards.rest();
    let picture = cards.draw_weights(OF_FIRST);
    check_pixel(&picture, [24, 24], TEXTURE, "hidden by the surface");
    cards.overlay.weights.dot_depth = DotDepth::Through;
    let picture = cards.draw_weights(OF_FIRST);
    let half = bytes(WeightRamp::Heat.colour(0.5));
    check_pixel(&picture, [24, 24], half, "through the surface");
}

#[test]
fn dots_and_colours_follow_the_pose() {
    let mut cards = dotted(TEXTURE);
    cards.overlay.weights.opacity = 1.0;
    cards.moment.pose.local[0].translation = Vec3::new(0.0, 0.5, 0.0);
    let hierarchy = cards.model.skeleton.hierarchy();
    cards.moment.place_bones(&cards.model, &hierarchy);
    let picture = cards.draw_weights(OF_FIRST);
    let full = bytes(WeightRamp::Heat.colour(1.0));
    check_pixel(
        &picture,
        [24, 48],
        full,
        "the dot moved half the card's half",
    );
    check_pixel(
        &picture,
        [12, 46],
        BACKGROUND,
        "it is gone from where it was",
    );
    check_pixel(&picture, [54, 32], full, "the surface moved too");
}

#[test]
fn edges_are_seen_over_weight_colours() {
    let mut cards = card();
    cards.overlay.wire = WireStyle::Shown;
    cards.overlay.palette.wire = [1.0; 4];
    for opacity in [0.5, 1.0] {
        cards.overlay.weights.opacity = opacity;
        let picture = cards.draw_weights(OF_FIRST);
        let white = picture.pixels().filter(|pixel| pixel.0[2] > 150).count();
        assert!((60..300).contains(&white), "{white} pixels of lines");
    }
}

/// A scene that is kept while its model is edited.
struct Kept {
    cards: Cards,
    looks: WeightLooks,
    renderer: Renderer,
    models: [StagedModel; 1],
    target: Offscreen,
    _headless: std::rc::Rc<Headless>,
}

impl Kept {
    fn new(cards: Cards) -> Self {
        let headless = Headless::of_this_thread().expect("an EGL device");
        let context = headless.context();
        let looks = WeightLooks::of(&cards.model, OF_FIRST);
        let mut scene = Scene::new(context, &cards.model, 0, &cards.pictures);
        scene.set_looks(&looks);
        Self {
            renderer: Renderer::new(context).expect("the shaders compile"),
            target: Offscreen::smooth(context, SIDE, SIDE).expect("a small target"),
            models: [StagedModel {
                id: cards.model.id,
                scene,
                moment: Moment::default(),
                geosets: cards.geosets.clone(),
            }],
            cards,
            looks,
            _headless: headless,
        }
    }

    fn mend(&mut self, ranges: &[Range<u32>]) {
        let scene = &mut self.models[0].scene;
        scene.mend_influences(&self.cards.model, ranges.iter().cloned());
        for range in ranges {
            self.looks.mend(&self.cards.model, OF_FIRST, range.clone());
        }
        scene.mend_looks(&self.looks, ranges.iter().cloned());
    }

    fn draw(&mut self) -> RgbaImage {
        self.models[0].moment.clone_from(&self.cards.moment);
        let drawn = self.target.draw([0.0; 4], |viewport| {
            let Cards {
                camera, overlay, ..
            } = &self.cards;
            self.renderer
                .draw(viewport, camera, overlay, &mut self.models);
            Ok(())
        });
        drawn.expect("a picture");
        self.target.read()
    }
}

/// Two cards side by side, the left one on vertices 0 to 3; bones lie apart in the pose.
fn two_small_cards() -> Cards {
    let mut cards = card();
    let material = cards.add_material(0, 1);
    let model = &mut cards.model;
    for position in &mut model.vertices.positions {
        *position = *position * 0.5 - Vec3::new(0.0, 1.0, 0.0);
    }
    cards.add_card(Vec3::new(0.0, 1.0, 0.0), 0.5, 0, material, &[0]);
    cards.rest();
    for bone in 0..6 {
        let shift = if bone == 4 { 1.0 } else { 0.0 };
        cards.moment.pose.local[bone].translation = Vec3::new(0.0, 0.0, shift);
    }
    let hierarchy = cards.model.skeleton.hierarchy();
    cards.moment.place_bones(&cards.model, &hierarchy);
    cards
}

#[test]
fn what_a_dab_changes_is_drawn_as_if_all_had_been_uploaded_again() {
    let mut kept = Kept::new(two_small_cards());
    let states: [&[f32]; 5] = [
        &[1.0],
        &[0.2, 0.2, 0.2, 0.2, 0.2],
        &[0.1, 0.1, 0.1, 0.1, 0.6],
        &[0.0, 0.0, 0.0, 0.5, 0.5],
        &[],
    ];
    let mut pictures = Vec::new();
    for (step, weights) in states.into_iter().cycle().take(12).enumerate() {
        // One card, the other, or a part of both.
        let range = [0..4, 4..8, 2..6][step % 3].clone();
        for vertex in range.clone() {
            weigh(&mut kept.cards, vertex as usize, weights);
        }
        kept.mend(&[range]);
        let mended = kept.draw();
        let anew = kept.cards.draw_weights(OF_FIRST);
        assert!(mended == anew, "step {step} {weights:?}");
        pictures.push(mended);
    }
    pictures.dedup();
    assert!(pictures.len() > 8, "the steps look different");
}

#[test]
fn vertices_that_were_not_named_keep_what_was_uploaded() {
    let mut kept = Kept::new(two_small_cards());
    let before = kept.draw();
    for vertex in 0..8 {
        weigh(&mut kept.cards, vertex, &[0.5, 0.5]);
    }
    kept.mend(&[4..8, 900..u32::MAX, 3..3]);
    let picture = kept.draw();
    let (left, right) = ([16, 32], [48, 32]);
    let was = before.get_pixel(left[0], left[1]).0;
    check_pixel(&picture, left, [was[0], was[1], was[2]], "not named");
    let half = bytes(WeightRamp::Heat.colour(0.5));
    check_pixel(&picture, right, half, "named");
}
