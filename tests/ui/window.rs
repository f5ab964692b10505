//! The whole window of a test: an editor and its shell, found by label.

use bonewright::editor::{Editor, Request};
use bonewright::ui::{Shell, fonts, shell_ui, theme};
use eframe::egui;
use egui_kittest::Harness;

use crate::small_model::small_document;

/// What a test holds: the editor, the shell, and what the window was asked to do.
pub struct Window {
    pub editor: Editor,
    pub shell: Shell,
    pub requests: Vec<Request>,
}

impl Window {
    pub fn of(editor: Editor) -> Self {
        Self {
            editor,
            shell: Shell::default(),
            requests: Vec::new(),
        }
    }
}

/// Draws one frame of the window.
pub fn frame(ui: &mut egui::Ui, window: &mut Window) {
    let requests = shell_ui(&mut window.editor, &mut window.shell, ui);
    window.requests.extend(requests);
}

/// A window of this size on the small model of the tests.
pub fn window_on_small_model(size: [f32; 2]) -> Harness<'static, Window> {
    window_on(Editor::with_document(small_document(264)), size)
}

/// A window of this size on an editor.
pub fn window_on(editor: Editor, size: [f32; 2]) -> Harness<'static, Window> {
    let mut harness = Harness::builder()
        .with_size(size)
        .with_max_steps(12)
        .with_context_setup(|ctx| {
            theme::install(ctx);
            fonts::install(ctx);
            ctx.set_theme(egui::ThemePreference::Dark);
        })
        .build_ui_state(frame, Window::of(editor));
    harness.run_ok();
    harness
}
