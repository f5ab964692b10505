//! Real models at named moments: what is seen lies where the deformed vertices say, to within what
//! culling takes off the outline.
//!
//! With `BONEWRIGHT_PICTURES=folder` the pictures are also written there, to be looked at.

use std::path::{Path, PathBuf};

use bonewright::anim::Clock;
use bonewright::assets::TextureFinder;
use bonewright::document::{Model, ModelId};
use bonewright::import_export::import_file;
use bonewright::mesh::default_geosets;
use bonewright::render::{
    Camera, FixedView, GridStyle, Headless, Moment, Overlay, Palette, Picture, PictureMaker,
    PictureView, posed_points,
};
use bonewright::skeleton::{Bone, BoneFlags};
use image::RgbaImage;

use crate::corpus::Corpus;

const SIDE: u32 = 320;
const FRONT: PictureView = PictureView::Fixed(FixedView::Front);
const ISO: PictureView = PictureView::Fixed(FixedView::Iso);

/// Model, clip by its position, time in ms, view, and what there is to see.
const SHOTS: [(&str, usize, f64, PictureView, &str); 24] = [
    (
        "GoblinMale.M2",
        0,
        0.0,
        FRONT,
        "a goblin at ease, fists low, grey for want of a skin",
    ),
    (
        "GoblinMale.M2",
        3,
        400.0,
        ISO,
        "the same goblin in another clip, in another pose",
    ),
    (
        "GoblinTrike01.M2",
        0,
        0.0,
        ISO,
        "three wheels, seat, engine, aerial; no cards of smoke",
    ),
    (
        "Helm_Cloth_B_04WideBrim_WoM.M2",
        0,
        0.0,
        ISO,
        "a hat with a wide brim",
    ),
    (
        "Helm_Cloth_RaidWarlock_I_01_WoF.M2",
        0,
        0.0,
        ISO,
        "a hood with long horns in banded pieces",
    ),
    (
        "Helm_Engi_B_02_GoF.m2",
        0,
        0.0,
        ISO,
        "a cap with a large lens before one eye",
    ),
    (
        "Helm_Leather_FirelandsDruid_D_01_GoM.M2",
        0,
        0.0,
        ISO,
        "a beaked helm with a mane of feathers",
    ),
    (
        "Helm_Leather_RaidDruid_C_01_GoM.M2",
        0,
        0.0,
        ISO,
        "a beaked hood",
    ),
    (
        "Helm_Leather_Zulaman_D_02_GoF.M2",
        0,
        0.0,
        ISO,
        "a boar's mask with bright tusks, feathers behind",
    ),
    (
        "Helm_Magic_B_02_GoF.M2",
        0,
        0.0,
        ISO,
        "three stones that circle the head, shining",
    ),
    (
        "Helm_Mail_RaidHunter_E_01_WoF.M2",
        0,
        0.0,
        ISO,
        "a bull's head with curved horns",
    ),
    (
        "Helm_Mail_RaidShaman_G_01_GoF.M2",
        0,
        0.0,
        ISO,
        "a mask under a crown of flames, a beard below",
    ),
    (
        "Helm_Mask_Plague_WoM.M2",
        0,
        0.0,
        ISO,
        "a mask with a hose and two spiked canisters",
    ),
    (
        "Helm_Plate_RaidPaladin_C_01_WoF.M2",
        0,
        0.0,
        ISO,
        "a winged helm, shining, a blue glow behind its slit",
    ),
    (
        "Helm_Plate_ZulAman_D_01_WoF.M2",
        0,
        0.0,
        ISO,
        "a skull with a plume, its eyes added as cards",
    ),
    (
        "Helm_Robe_PVPHorde_B_01_GoF.m2",
        0,
        0.0,
        ISO,
        "a horned beast's face with red eyes",
    ),
    (
        "Helm_Sunglasses_A_01_GoF.M2",
        0,
        0.0,
        ISO,
        "a pair of glasses",
    ),
    (
        "Rabbit.m2",
        0,
        0.0,
        ISO,
        "a rabbit of few triangles, ears and tail as cards",
    ),
    (
        "WorgenFemaleDeathSkeleton.m2",
        0,
        0.0,
        ISO,
        "bones on the ground",
    ),
    (
        "goblinfemaledeathskeleton.m2",
        0,
        0.0,
        ISO,
        "bones on the ground",
    ),
    ("creature.m2", 0, 0.0, ISO, "a horned beast with a tail"),
    (
        "scourgefemale.m2",
        0,
        0.0,
        FRONT,
        "an undead woman with bare knees and elbows",
    ),
    (
        "tank.m2",
        0,
        0.0,
        ISO,
        "a steam tank, its shine added over it",
    ),
    (
        "ui_goblin.m2",
        0,
        0.0,
        PictureView::ModelCamera(0),
        "the scene through its own camera",
    ),
];

fn load(path: &Path) -> (Model, Vec<Option<RgbaImage>>) {
    let model = import_file(path, ModelId(0)).expect("a sound model").model;
    let root = path
        .ancestors()
        .find(|folder| folder.ends_with("patch"))
        .map(PathBuf::from);
    let mut finder = TextureFinder::new(Some(path), root, Default::default());
    let pictures = finder.load_all(&model).into_iter().map(|texture| {
        let picture = texture.picture?;
        RgbaImage::from_raw(picture.width, picture.height, picture.rgba)
    });
    let pictures = pictures.collect();
    (model, pictures)
}

/// The box of pixels that differ from the background: left, top, right, bottom.
fn seen_box(picture: &RgbaImage, background: [u8; 3]) -> Option<[f32; 4]> {
    let mut found: Option<[u32; 4]> = None;
    for (x, y, pixel) in picture.enumerate_pixels() {
        let differs = pixel
            .0
            .iter()
            .zip(background)
            .any(|(a, b)| a.abs_diff(b) > 6);
        if differs {
            let [left, top, right, bottom] = found.unwrap_or([x, y, x, y]);
            found = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
        }
    }
    found.map(|sides| sides.map(|side| side as f32))
}

/// The box around the places where the deformed vertices should be seen, cut to the picture.
fn expected_box(points: &[bonewright::math::Vec3], camera: &Camera) -> [f32; 4] {
    let mut found = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];
    for point in points {
        let Some(place) = camera.place_of(&(*point).into(), 1.0) else {
            continue;
        };
        let side = SIDE as f32;
        let (x, y) = ((place.x * 0.5 + 0.5) * side, (0.5 - place.y * 0.5) * side);
        let (x, y) = (x.clamp(0.0, side - 1.0), y.clamp(0.0, side - 1.0));
        found = [
            found[0].min(x),
            found[1].min(y),
            found[2].max(x),
            found[3].max(y),
        ];
    }
    found
}

fn flat_overlay() -> (Overlay, [u8; 3]) {
    let grey = [0.2, 0.2, 0.2, 1.0];
    let palette = Palette {
        background_bottom: grey,
        background_top: grey,
        ..Palette::default()
    };
    (
        Overlay {
            palette,
            ..Overlay::default()
        },
        [51; 3],
    )
}

fn check_shot(corpus: &Corpus, shot: (&str, usize, f64, PictureView, &str)) {
    let (name, clip, time_ms, view, what) = shot;
    let path = corpus.model(name).path;
    let (model, pictures) = load(&path);
    // The file of a view may be missing.
    let view_index = model
        .views
        .iter()
        .position(|view| !view.triangles.is_empty())
        .expect("a view");
    let model_view = &model.views[view_index];
    let geosets = default_geosets(model_view);
    let mut moment = Moment::bind(&model);
    let clock = Clock::of(&model, Some(clip), time_ms);
    moment.sample(&model, &model.skeleton.hierarchy(), &clock);

    let (overlay, background) = flat_overlay();
    let picture = Picture {
        model: &model,
        view_index,
        pictures: &pictures,
        geosets: &geosets,
        overlay: &overlay,
        size: [SIDE, SIDE],
    };
    let mut maker = PictureMaker::new(picture).expect("an EGL device");
    let camera = maker.camera(view, &moment);
    let drawn = maker.draw(&camera, &moment).expect("a picture");
    let found = seen_box(&drawn, background).expect("something is seen");
    save(&path, clip, picture, view, &moment);
    // Parts that turn to the viewer are not quite where the document's pose has them.
    let turns = |bone: &Bone| bone.flags.has(BoneFlags::ANY_BILLBOARD);
    let has_billboards = model.skeleton.bones.iter().any(turns);
    let tolerance_px = if has_billboards { 40.0 } else { 12.0 };
    let points = posed_points(&model, model_view, &moment, &geosets);
    let expected = expected_box(&points, &camera);
    for side in 0..4 {
        let off = (found[side] - expected[side]).abs();
        assert!(
            off <= tolerance_px,
            "{name} ({what}): seen in {found:?}, expected in {expected:?}"
        );
    }
}

/// Writes a larger picture with the ground for people, if they asked for it.
fn save(path: &Path, clip: usize, picture: Picture<'_>, view: PictureView, moment: &Moment) {
    let Some(folder) = std::env::var_os("BONEWRIGHT_PICTURES").map(PathBuf::from) else {
        return;
    };
    let overlay = Overlay {
        grid: GridStyle::Shown,
        ..Overlay::default()
    };
    let larger = Picture {
        overlay: &overlay,
        size: [800, 800],
        ..picture
    };
    let drawn = bonewright::render::render_picture(larger, moment, view).expect("a picture");
    let stem = path.file_stem().expect("a name").to_string_lossy();
    drawn
        .save(folder.join(format!("{stem}_{clip}.png")))
        .expect("a file");
}

#[test]
fn real_models_are_seen_where_their_vertices_are() {
    let Some(corpus) = Corpus::open() else { return };
    // Kept so that all pictures share one context.
    let _headless = Headless::of_this_thread().expect("an EGL device");
    for shot in SHOTS {
        check_shot(&corpus, shot);
    }
}
