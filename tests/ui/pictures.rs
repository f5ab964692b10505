//! A few pictures of the whole window, to be looked at and to notice what moved.
//!
//! Set `BONEWRIGHT_PICTURES` to a folder to have them written there.

use bonewright::editor::{Editor, Intent, SelectMode, ViewIntent};
use bonewright::skeleton::BoneId;
use eframe::egui;
use egui_kittest::Harness;

use crate::intents::rotate_arm;
use crate::renderer::GlowRenderer;
use crate::small_model::small_document;
use crate::window::{Window, frame};
use bonewright::ui::{fonts, theme};

fn window(editor: Editor, size: [f32; 2]) -> Harness<'static, Window> {
    let mut harness = Harness::builder()
        .with_size(size)
        .with_max_steps(12)
        .with_context_setup(|ctx| {
            theme::install(ctx);
            fonts::install(ctx);
            ctx.set_theme(egui::ThemePreference::Dark);
        })
        .renderer(GlowRenderer::new().expect("a context without a display"))
        .build_ui_state(frame, Window::of(editor));
    harness.run_ok();
    harness
}

/// Renders, writes the picture if asked to, and checks that it is no blank.
fn look(harness: &mut Harness<'_, Window>, name: &str) {
    harness.run_ok();
    let picture = harness.render().expect("the window is drawn");
    if let Ok(folder) = std::env::var("BONEWRIGHT_PICTURES") {
        let path = std::path::Path::new(&folder).join(format!("{name}.png"));
        picture.save(path).expect("the picture is written");
    }
    let first = picture.get_pixel(0, 0);
    let different = picture.pixels().filter(|pixel| *pixel != first).count();
    let total = (picture.width() * picture.height()) as usize;
    assert!(
        different * 20 > total,
        "{name}: {different} of {total} pixels show something"
    );
}

#[test]
fn the_editor_with_a_model_open() {
    let mut harness = window(Editor::with_document(small_document(264)), [1280.0, 720.0]);
    let editor = &mut harness.state_mut().editor;
    editor.handle(Intent::Apply(rotate_arm(500, 30.0).into()));
    editor.handle(
        ViewIntent::SelectBones {
            bones: vec![BoneId(1), BoneId(2)],
            mode: SelectMode::Replace,
        }
        .into(),
    );
    look(&mut harness, "1_editor_1280");
    harness.set_size(egui::vec2(1920.0, 1080.0));
    look(&mut harness, "2_editor_1920");
    harness.ctx.set_theme(egui::ThemePreference::Light);
    look(&mut harness, "3_editor_light");
}

#[test]
fn the_welcome_screen() {
    let mut harness = window(Editor::new(), [1280.0, 720.0]);
    look(&mut harness, "4_welcome");
}

#[test]
fn chinese_and_russian_names_are_drawn_where_a_font_is_there() {
    let mut document = small_document(264);
    document.models[0].skeleton.bones[1].name = Some("Позвоночник".to_owned());
    let mut harness = window(Editor::with_document(document), [1280.0, 720.0]);
    look(&mut harness, "5_names");
}
