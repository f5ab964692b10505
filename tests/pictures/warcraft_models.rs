//! Real Warcraft III models: all of version 800 can be drawn, and those whose textures lie beside
//! them look as they should.
//!
//! With `BONEWRIGHT_PICTURES=folder` the pictures are also written there, to be looked at.

use std::path::{Path, PathBuf};

use bonewright::anim::Clock;
use bonewright::assets::TextureFinder;
use bonewright::document::{Model, ModelId};
use bonewright::import_export::import_file;
use bonewright::render::{
    FixedView, Headless, Moment, Overlay, Palette, Picture, PictureMaker, PictureView,
};
use image::RgbaImage;

use crate::corpus::Corpus;

/// Models of version 800 that the corpus has at least; the broken ones among them do not open.
const LEAST_MODELS: usize = 60;
const GREY: u8 = 51;

/// What most of a model's picture is like.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Look {
    Red,
    Green,
    Blue,
    /// No colour leads.
    Mixed,
}

/// Every model with its textures: its look, and the least part of the picture it fills from
/// `iso`, in per cent.
const TEXTURED: [(&str, Look, f32, &str); 13] = [
    ("Echelle_5", Look::Red, 1.0, "a ladder of brown wood"),
    (
        "FinePine0",
        Look::Green,
        5.0,
        "a pine whose branches are cut out",
    ),
    (
        "FutureTrunksRevert",
        Look::Blue,
        20.0,
        "a head with light blue hair",
    ),
    ("Genos", Look::Mixed, 5.0, "a fair man in black metal"),
    (
        "KW_jungletree3",
        Look::Green,
        8.0,
        "a bent tree, leaves cut out",
    ),
    ("KW_tree3", Look::Green, 8.0, "a wide tree, leaves cut out"),
    ("KW_tree4", Look::Green, 5.0, "a tall tree, leaves cut out"),
    ("LoadingScreen", Look::Red, 10.0, "a map on old paper"),
    (
        "Madara_squished",
        Look::Red,
        5.0,
        "a man in red armour plates",
    ),
    (
        "TirionFordring",
        Look::Red,
        8.0,
        "a paladin, bright fins added",
    ),
    (
        "blood",
        Look::Red,
        1.0,
        "a stain that mixes with the ground",
    ),
    ("chain1", Look::Mixed, 0.5, "a chain, added twice"),
    ("puddle2", Look::Green, 3.0, "a shining green puddle"),
];

fn load(path: &Path) -> Option<(Model, Vec<Option<RgbaImage>>)> {
    let model = import_file(path, ModelId(0)).ok()?.model;
    let mut finder = TextureFinder::new(Some(path), [], Default::default());
    let pictures = finder.load_all(&model).into_iter().map(|texture| {
        let picture = texture.picture?;
        RgbaImage::from_raw(picture.width, picture.height, picture.rgba)
    });
    let pictures = pictures.collect();
    Some((model, pictures))
}

fn overlay() -> Overlay {
    let part = f32::from(GREY) / 255.0;
    let grey = [part, part, part, 1.0];
    let palette = Palette {
        background_bottom: grey,
        background_top: grey,
        ..Palette::default()
    };
    Overlay {
        palette,
        ..Overlay::default()
    }
}

/// Draws a model in the middle of the clips at these positions, seen from each of `views`.
fn draw(
    (model, pictures): &(Model, Vec<Option<RgbaImage>>),
    clips: &[Option<usize>],
    views: &[FixedView],
    side: u32,
) -> Vec<RgbaImage> {
    let geosets = model.views.first().map(|view| model.default_geosets(view));
    let overlay = overlay();
    let picture = Picture {
        model,
        view_index: 0,
        pictures,
        geosets: &geosets.unwrap_or_default(),
        overlay: &overlay,
        size: [side, side],
    };
    let mut maker = PictureMaker::new(picture).expect("an EGL device");
    let hierarchy = model.skeleton.hierarchy();
    let mut drawn = Vec::new();
    for &clip in clips {
        let duration = clip.map_or(0, |clip| model.clips[clip].duration_ms);
        let clock = Clock::of(model, clip, f64::from(duration) * 0.5);
        let mut moment = Moment::bind(model);
        moment.sample(model, &hierarchy, &clock);
        for &view in views {
            let camera = maker.camera(PictureView::Fixed(view), &moment);
            drawn.push(maker.draw(&camera, &moment).expect("a picture"));
        }
    }
    drawn
}

/// How many pixels differ from the background, and their mean colour.
fn seen(picture: &RgbaImage) -> (usize, [f32; 3]) {
    let mut sum = [0.0f32; 3];
    let mut count = 0;
    for pixel in picture.pixels() {
        let [red, green, blue, _] = pixel.0;
        if [red, green, blue]
            .iter()
            .any(|part| part.abs_diff(GREY) > 6)
        {
            count += 1;
            for (sum, part) in sum.iter_mut().zip([red, green, blue]) {
                *sum += f32::from(part);
            }
        }
    }
    (count, sum.map(|sum| sum / (count as f32).max(1.0)))
}

fn look_of([red, green, blue]: [f32; 3]) -> Look {
    let leads = |a: f32, b: f32, c: f32| a > 1.1 * b && a > 1.1 * c;
    match () {
        () if leads(red, green, blue) => Look::Red,
        () if leads(green, red, blue) => Look::Green,
        () if leads(blue, red, green) => Look::Blue,
        () => Look::Mixed,
    }
}

#[test]
fn models_with_their_textures_look_as_they_should() {
    let Some(corpus) = Corpus::open() else { return };
    let _headless = Headless::of_this_thread().expect("an EGL device");
    let all: Vec<&Path> = corpus.mdx_models(800);
    let beside = |name: &str| {
        let own = all.iter().find(|path| {
            let stem = path.file_stem().is_some_and(|stem| stem == name);
            stem && path.components().any(|part| part.as_os_str() == "textured")
        });
        *own.unwrap_or_else(|| panic!("{name} is not in the corpus"))
    };
    for (name, look, least_per_cent, what) in TEXTURED {
        let loaded = load(beside(name)).expect("a sound model");
        let lacks = loaded.1.iter().filter(|picture| picture.is_none()).count();
        assert_eq!(lacks, 0, "{name} lacks textures");
        let count = loaded.0.clips.len();
        let clips = [Some(0), (count > 2).then_some(count / 2), None];
        let drawn = draw(&loaded, &clips, &[FixedView::Iso, FixedView::Front], 320);
        save(name, &drawn);
        let (seen_count, mean) = seen(&drawn[0]);
        let per_cent = seen_count as f32 * 100.0 / (320.0 * 320.0);
        assert!(per_cent >= least_per_cent, "{name} ({what}): {per_cent} %");
        assert_eq!(look_of(mean), look, "{name} ({what}): {mean:?}");
    }
}

fn save(name: &str, drawn: &[RgbaImage]) {
    if let Some(folder) = std::env::var_os("BONEWRIGHT_PICTURES").map(PathBuf::from) {
        for (index, picture) in drawn.iter().enumerate() {
            let path = folder.join(format!("{name}_{index}.png"));
            picture.save(path).expect("a file");
        }
    }
}

#[test]
fn every_model_is_drawn_in_the_bind_pose_and_in_its_clips() {
    let Some(corpus) = Corpus::open() else { return };
    let _headless = Headless::of_this_thread().expect("an EGL device");
    let (mut drawn_count, mut seen_count) = (0, 0);
    for path in corpus.mdx_models(800) {
        let Some(loaded) = load(path) else { continue };
        let count = loaded.0.clips.len();
        let ends = [Some(0), count.checked_sub(1)];
        let mut clips: Vec<Option<usize>> = ends.into_iter().filter(|_| count > 0).collect();
        clips.push(None);
        let drawn = draw(&loaded, &clips, &[FixedView::Iso], 64);
        drawn_count += 1;
        let is_seen = drawn.iter().any(|picture| seen(picture).0 > 8);
        seen_count += usize::from(is_seen);
        let has_surface = !loaded.0.vertices.is_empty() && !loaded.0.layers.is_empty();
        if !is_seen && has_surface {
            println!("nothing is seen of {}", path.display());
        }
    }
    println!("{drawn_count} models of version 800 drawn, something is seen of {seen_count}");
    assert!(drawn_count >= LEAST_MODELS, "only {drawn_count} models");
    assert!(
        seen_count * 5 >= drawn_count * 4,
        "only {seen_count} of {drawn_count} are seen"
    );
}
