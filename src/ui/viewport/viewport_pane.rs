//! The pane that shows the model.

use crate::editor::{Editor, Intent, ViewportRequest};
use crate::ui::{Hint, theme};
use eframe::egui;

/// What the viewport keeps between frames: the camera and the tool in hand.
#[derive(Debug, Default)]
pub struct ViewportState {
    /// What commands asked of the viewport; it takes them out.
    pub requests: Vec<ViewportRequest>,
    /// What buttons and keys do here now; the hint bar shows them while the mouse is here.
    pub hints: Vec<Hint>,
    /// Whether the mouse is over the pane.
    pub is_hovered: bool,
}

impl ViewportState {
    /// Whether a transform follows the mouse and takes every key.
    pub fn is_modal(&self) -> bool {
        false
    }

    /// What stands in the header instead of the options while a transform follows the mouse.
    pub fn status(&self) -> Option<&str> {
        None
    }
}

/// Shows the model and the tools that pose it.
pub fn viewport_ui(
    editor: &Editor,
    state: &mut ViewportState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let _ = intents;
    state.requests.clear();
    state.is_hovered = ui.ui_contains_pointer();
    ui.painter()
        .rect_filled(ui.max_rect(), 0.0, theme::palette(ui).backdrop);
    ui.centered_and_justified(|ui| match editor.model() {
        Some(model) => ui.weak(format!("{} is shown here.", model.title)),
        None => ui.weak("Open a model to see it here."),
    });
}
