//! Damaged models in a picture and in the window: odd ones look odd, and nothing stops.

use std::time::Instant;

use bonewright::anim::Clock;
use bonewright::document::{Document, Model};
use bonewright::editor::Editor;
use bonewright::render::{
    BoneStyle, FixedView, GridStyle, Moment, Overlay, Picture, PictureView, WireStyle,
    render_picture,
};
use bonewright::ui::curve_editor::{RotationParts, curves_of};
use bonewright::ui::{Shell, fonts, shell_ui, theme};
use eframe::egui;
use egui_kittest::Harness;

use crate::case::Case;
use crate::corpus::Corpus;
use crate::crafted::oddities;
use crate::damage::damage_case;
use crate::random::Random;
use crate::random_damage::rounds;
use crate::survive::Tally;

const SIDE: u32 = 64;

/// Draws the model at rest and in motion, from a side and through its own camera.
fn draw(name: &str, model: &Model) {
    let overlay = Overlay {
        grid: GridStyle::Shown,
        wire: WireStyle::Shown,
        bone_style: BoneStyle::Octahedra,
        ..Overlay::default()
    };
    let view = model.views.first();
    let geosets = view
        .map(|view| model.default_geosets(view))
        .unwrap_or_default();
    let picture = Picture {
        model,
        view_index: 0,
        pictures: &[],
        geosets: &geosets,
        overlay: &overlay,
        size: [SIDE, SIDE],
    };
    let mut moment = Moment::bind(model);
    for view in [
        PictureView::Fixed(FixedView::Iso),
        PictureView::ModelCamera(0),
    ] {
        let drawn = render_picture(picture, &moment, view);
        let drawn = drawn.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(drawn.dimensions(), (SIDE, SIDE), "{name}");
        let clip = model.clips.len().checked_sub(1);
        let clock = Clock::of(model, clip, 333.0);
        moment.sample(model, &model.skeleton.hierarchy(), &clock);
    }
}

/// Makes the curves of every track in every clip.
fn curves(model: &Model) {
    for clip in 0..model.clips.len() {
        for owner in model.track_owners() {
            for (path, _) in model.owner_tracks(owner) {
                for parts in [RotationParts::Euler, RotationParts::Quaternion] {
                    curves_of(model, clip, path, parts);
                }
            }
        }
    }
}

struct Window {
    editor: Editor,
    shell: Shell,
}

/// Shows the model in the window for some frames, with a bone selected and the clip playing.
fn show(model: Model) {
    use bonewright::editor::{Intent, SelectMode, ViewIntent};
    let bones: Vec<_> = model.skeleton.bones.iter().map(|bone| bone.id).collect();
    let mut document = Document::new();
    document.models.push(model);
    let mut editor = Editor::with_document(document);
    editor.handle(Intent::from(ViewIntent::SelectBones {
        bones,
        mode: SelectMode::Replace,
    }));
    let window = Window {
        editor,
        shell: Shell::default(),
    };
    let mut harness = Harness::builder()
        .with_size([1280.0, 720.0])
        .with_max_steps(6)
        .with_context_setup(|ctx| {
            theme::install(ctx);
            fonts::install(ctx);
        })
        .build_ui_state(
            |ui: &mut egui::Ui, window: &mut Window| {
                shell_ui(&mut window.editor, &mut window.shell, ui);
            },
            window,
        );
    harness.step();
    // The dope sheet, then the curves.
    for key in [egui::Key::Home, egui::Key::Tab, egui::Key::Home] {
        harness.key_press(key);
        harness.step();
    }
    harness.state_mut().editor.playback.is_playing = true;
    harness.step();
    harness.step();
}

/// Opens a case, and if that works, draws it and shows it in the window.
pub fn survive(name: &str, case: &Case, tally: &mut Tally) {
    if let Some(model) = tally.survive(name, case) {
        draw(name, &model);
        curves(&model);
        show(model);
    }
}

#[test]
fn odd_models_are_drawn_and_shown() {
    let start = Instant::now();
    let mut tally = Tally::default();
    for (name, case) in oddities() {
        survive(&name, &case, &mut tally);
    }
    println!("{tally}; {} ms", start.elapsed().as_millis());
    assert_eq!(tally.refused, 0, "{tally}");
}

#[test]
fn damaged_models_are_drawn_and_shown() {
    let mut tally = Tally::default();
    let mut sound = vec![("made", Case::made())];
    if let Some(corpus) = Corpus::open() {
        sound.push(("Rabbit", Case::real(corpus.model("Rabbit.m2"))));
        sound.push(("tank", Case::real(corpus.model("tank.m2"))));
    }
    for (name, sound) in sound {
        let small = sound.size() < 100_000;
        for round in 0..rounds(if small { 40 } else { 4 }) as u64 {
            let mut random = Random(round + 7_000);
            let mut case = sound.clone();
            let file = damage_case(&mut case, &mut random);
            survive(&format!("{name} round {round} {file}"), &case, &mut tally);
        }
    }
    println!("{tally}");
    assert!(tally.opened >= 10, "{tally}");
}
