//! The whole window on our own sample, drawn without a display.

use std::time::{Duration, Instant};

use bonewright::editor::{Editor, Intent, ViewIntent};
use bonewright::math::Vec3;
use bonewright::render::joint_position;
use bonewright::skeleton::BoneId;
use bonewright::ui::viewport::ScreenView;
use bonewright::ui::{Shell, fonts, shell_ui, theme};
use eframe::egui::{Key, Modifiers, PointerButton, Pos2, Rect, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use image::RgbaImage;

use crate::renderer::GlowRenderer;

/// The editor and its window.
pub struct Window {
    pub editor: Editor,
    pub shell: Shell,
}

pub type Bench = Harness<'static, Window>;

/// The whole window on the sample creature, with its textures read.
pub fn window(size: Vec2) -> Bench {
    window_of(sample(), size)
}

/// An editor on the sample creature.
pub fn sample() -> Editor {
    let mut editor = Editor::new();
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/projects/mosskin.bwp");
    editor.handle(ViewIntent::Open(vec![sample.into()]).into());
    wait(&mut editor);
    editor
}

/// Waits until everything that was asked for has been read.
fn wait(editor: &mut Editor) {
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        editor.poll();
        let is_open = editor.model().is_some() || editor.shown_terrain().is_some();
        if is_open && editor.jobs().is_idle() {
            break;
        }
        assert!(Instant::now() < until, "the sample does not open");
        std::thread::sleep(Duration::from_millis(5));
    }
    editor.toasts.clear();
}

/// The whole window on an editor.
pub fn window_of(mut editor: Editor, size: Vec2) -> Bench {
    wait(&mut editor);
    let mut bench = window_at_once(editor, size);
    bench.run_steps(3);
    bench
}

/// The same, drawn once, which sets it up; nothing was waited for.
pub fn window_at_once(editor: Editor, size: Vec2) -> Bench {
    let renderer = GlowRenderer::new().expect("an EGL device");
    let mut shell = Shell::default();
    shell.viewport.connect(renderer.context());
    let mut is_set_up = false;
    let mut harness = Harness::builder()
        .with_size(size)
        .with_step_dt(1.0 / 60.0)
        .renderer(renderer)
        .build_ui_state(
            move |ui, window: &mut Window| {
                if !is_set_up {
                    fonts::install(ui.ctx());
                    theme::install(ui.ctx());
                    is_set_up = true;
                    return;
                }
                shell_ui(&mut window.editor, &mut window.shell, ui);
            },
            Window { editor, shell },
        );
    harness.step();
    harness
}

/// Sends intents to the editor and shows what they made.
pub fn send(bench: &mut Bench, intents: impl IntoIterator<Item = Intent>) {
    for intent in intents {
        bench.state_mut().editor.handle(intent);
    }
    bench.run_steps(2);
}

/// Where the viewport is.
pub fn pane(bench: &Bench) -> Rect {
    bench.get_by_label("Viewport, 3D view").rect()
}

/// How the viewport sees.
pub fn view(bench: &Bench) -> ScreenView {
    ScreenView {
        camera: bench.state().shell.viewport.camera,
        rect: pane(bench),
    }
}

/// A bone by name.
pub fn bone(bench: &Bench, name: &str) -> BoneId {
    let model = bench.state().editor.model().expect("a model");
    let index = model.bone_names().iter().position(|found| found == name);
    let index = index.unwrap_or_else(|| panic!("no {name} in {:?}", model.bone_names()));
    model.skeleton.bones[index].id
}

/// Where the joint of a bone is in model space.
pub fn joint(bench: &Bench, id: BoneId) -> Vec3 {
    let editor = &bench.state().editor;
    let model = editor.model().expect("a model");
    let index = model.skeleton.index_of(id).expect("the bone");
    let bone = &model.skeleton.bones[index];
    joint_position(bone, editor.pose().model_from_bind.get(index))
}

/// Where the joint of a bone is on the screen.
pub fn joint_pos(bench: &Bench, id: BoneId) -> Pos2 {
    view(bench)
        .pos_of(&joint(bench, id))
        .expect("in front of the viewer")
}

/// Moves the mouse.
pub fn hover(bench: &mut Bench, to: Pos2) {
    bench.hover_at(to);
    bench.run_steps(2);
}

/// Presses and releases the left button.
pub fn click(bench: &mut Bench, at: Pos2, modifiers: Modifiers) {
    hover(bench, at);
    button(bench, at, true, modifiers);
    button(bench, at, false, modifiers);
}

/// Presses or releases the left button.
pub fn button(bench: &mut Bench, at: Pos2, pressed: bool, modifiers: Modifiers) {
    bench.event_modifiers(
        eframe::egui::Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers,
        },
        modifiers,
    );
    bench.run_steps(2);
}

/// Presses a key and lets it go.
pub fn press(bench: &mut Bench, key: Key) {
    bench.key_press(key);
    bench.run_steps(2);
}

/// A picture of the window, kept where a person can look at it.
pub fn picture(bench: &mut Bench, name: &str) -> RgbaImage {
    bench.run_steps(2);
    let picture = bench.render().expect("a picture");
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    picture
        .save(folder.join(format!("viewport_{name}.png")))
        .expect("the picture is saved");
    picture
}
