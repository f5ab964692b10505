//! A stage painted inside somebody else's picture shows what a picture of its own would.

use bonewright::document::ModelId;
use bonewright::math::Vec3;
use bonewright::render::{GridStyle, Headless, Offscreen, Scene, Stage, StagedModel};
use three_d::Viewport;

use crate::card::{Cards, SIDE, check_pixel, plain};

fn cards() -> Cards {
    let mut cards = Cards::new();
    let texture = cards.add_texture(plain([200, 120, 60, 255]));
    let material = cards.add_material(0, 0);
    cards.add_card(Vec3::new(0.0, 0.4, 0.2), 0.8, 0, material, &[texture]);
    cards.overlay.grid = GridStyle::Shown;
    cards.camera.orbit(0.3, 0.4);
    cards.rest();
    cards
}

fn staged(cards: &Cards, stage: &Stage) -> StagedModel {
    StagedModel {
        id: cards.model.id,
        scene: Scene::new(stage.context(), &cards.model, 0, &cards.pictures),
        moment: cards.moment.clone(),
        geosets: cards.geosets.clone(),
    }
}

#[test]
fn a_stage_in_a_corner_shows_the_picture_and_leaves_the_rest() {
    let cards = cards();
    let alone = cards.draw();
    let headless = Headless::of_this_thread().expect("an EGL device");
    let mut stage = Stage::new(headless.context()).expect("the shaders compile");
    stage.camera = cards.camera;
    stage.overlay = cards.overlay.clone();
    let model = staged(&cards, &stage);
    stage.models.push(model);
    assert!(stage.model_mut(ModelId(7)).is_none());
    assert!(stage.model_mut(cards.model.id).is_some());

    let host = Offscreen::plain(headless.context(), SIDE + 20, SIDE + 30).expect("a target");
    let place = Viewport {
        x: 20,
        y: 0,
        width: SIDE,
        height: SIDE,
    };
    host.draw([0.0, 0.0, 1.0, 1.0], |_| stage.paint(place))
        .expect("a picture");
    let picture = host.read();
    for (x, y, pixel) in alone.enumerate_pixels() {
        let [red, green, blue, _] = pixel.0;
        check_pixel(&picture, [x + 20, y + 30], [red, green, blue], "inside");
    }
    check_pixel(&picture, [10, 60], [0, 0, 255], "left of it");
    check_pixel(&picture, [40, 10], [0, 0, 255], "above it");
}
