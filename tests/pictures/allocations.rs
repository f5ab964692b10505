//! Drawing the same model again takes no memory from the heap.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use bonewright::math::Vec3;
use bonewright::mesh::Influence;
use bonewright::render::{
    BoneStyle, GridStyle, Headless, Moment, Offscreen, Renderer, Scene, StagedModel,
    WeightColouring, WeightLooks, WireStyle,
};

use crate::card::{Cards, layer, plain};

thread_local! {
    static TAKEN: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, counting what each thread takes.
struct Counting;

#[allow(
    unsafe_code,
    reason = "an allocator is an unsafe trait; this one only counts"
)]
// SAFETY: every call goes on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        TAKEN.set(TAKEN.get() + 1);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the memory came from the system's allocator.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn a_steady_picture_takes_no_memory() {
    let mut cards = Cards::new();
    let billboard = cards.add_bone(Some(0), 8, Vec3::new(0.0, 0.0, 1.0));
    let texture = cards.add_texture(plain([200, 120, 60, 128]));
    let (covering, blended) = (cards.add_material(0, 0), cards.add_material(2, 0));
    cards.add_card(Vec3::zeros(), 1.0, 0, covering, &[texture, texture]);
    cards.add_card(Vec3::zeros(), 1.0, billboard, blended, &[texture]);
    check_steady(cards);
}

#[test]
fn a_steady_picture_of_a_warcraft_model_takes_no_memory() {
    let mut cards = Cards::warcraft();
    for flags in [8, 0x40, 0, 0, 0, 0] {
        cards.add_bone(Some(0), flags, Vec3::new(0.0, 0.0, 1.0));
    }
    let texture = cards.add_texture(plain([200, 120, 60, 128]));
    let layers = [0, 1, 2, 3, 5].map(|filter| layer(filter, texture));
    cards.add_geoset(Vec3::zeros(), 1.0, 0, &layers);
    cards.add_geoset(Vec3::zeros(), 1.0, 1, &[]);
    cards.add_geoset_colour(0, 2, [1.0; 3], 0.5);
    let influences = &mut cards.model.vertices.influences;
    for vertex in 0..4 {
        let share = |bone| Influence {
            bone: bonewright::skeleton::BoneId(bone),
            weight: 1.0 / 7.0,
        };
        influences.slots[vertex] = [0, 1, 2, 3].map(share);
        let more = [4, 5, 6].map(share).to_vec();
        influences.overflow.insert(vertex as u32, more);
    }
    check_steady(cards);
}

/// Draws twelve pictures that differ, and counts what each takes.
fn check_steady(mut cards: Cards) {
    cards.overlay.bone_style = BoneStyle::Octahedra;
    cards.overlay.grid = GridStyle::Shown;
    cards.overlay.wire = WireStyle::Shown;
    cards.overlay.weights.opacity = 0.5;
    cards.overlay.weights.dot_size = 4.0;
    cards.rest();

    let headless = Headless::of_this_thread().expect("an EGL device");
    let context = headless.context();
    let target = Offscreen::smooth(context, 64, 64).expect("a small target");
    let mut renderer = Renderer::new(context).expect("the shaders compile");
    let mut models = [StagedModel {
        id: cards.model.id,
        scene: Scene::new(context, &cards.model, 0, &cards.pictures),
        moment: Moment::bind(&cards.model),
        geosets: cards.geosets.clone(),
    }];
    let looks = WeightLooks::of(&cards.model, WeightColouring::AllBones);
    models[0].scene.set_looks(&looks);
    let hierarchy = cards.model.skeleton.hierarchy();
    let mut taken = Vec::with_capacity(12);
    for time in 0..12 {
        let before = TAKEN.get();
        let clock = bonewright::anim::Clock::in_clip(0, f64::from(time));
        let moment = &mut models[0].moment;
        moment.sample(&cards.model, &hierarchy, &clock);
        moment.pose.local[0].translation.x = time as f32 * 0.1;
        moment.place_bones(&cards.model, &hierarchy);
        cards.camera.orbit(0.1, 0.0);
        let drawn = target.draw([0.0; 4], |viewport| {
            renderer.draw(viewport, &cards.camera, &cards.overlay, &mut models);
            Ok(())
        });
        drawn.expect("a picture");
        taken.push(TAKEN.get() - before);
    }
    assert!(taken[0] > 0, "the first picture is counted");
    // Debug builds look for changed shader files now and then, which takes some.
    let least = taken[1..].iter().min();
    assert_eq!(least, Some(&0), "memory taken by each picture: {taken:?}");
}
