//! The pane that shows keyframes over time.

use crate::editor::{Editor, Intent, TimelineRequest};
use crate::ui::Hint;
use eframe::egui;

/// What the timeline keeps between frames: zoom, scroll, open rows.
#[derive(Debug, Default)]
pub struct TimelineState {
    /// What commands asked of the timeline; it takes them out.
    pub requests: Vec<TimelineRequest>,
    /// What buttons and keys do here now; the hint bar shows them while the mouse is here.
    pub hints: Vec<Hint>,
    /// Whether the mouse is over the pane.
    pub is_hovered: bool,
}

impl TimelineState {
    /// Whether a transform of keyframes follows the mouse and takes every key.
    pub fn is_modal(&self) -> bool {
        false
    }
}

/// Shows keyframes over time and lets the user change them.
pub fn timeline_ui(
    editor: &Editor,
    state: &mut TimelineState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let _ = intents;
    state.requests.clear();
    state.is_hovered = ui.ui_contains_pointer();
    ui.centered_and_justified(|ui| match editor.clip() {
        Some(clip) => ui.weak(format!(
            "Keyframes of {} are shown here.",
            clip.display_name()
        )),
        None => ui.weak("No clip. Add one in the Clips panel, or open a model that has some."),
    });
}
