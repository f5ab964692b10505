//! Short messages in the corner, each with its cause and a button that fixes it.

use crate::editor::{Editor, Intent, Severity, Toast, ViewIntent};
use crate::ui::theme;
use crate::ui::widgets::{icon_button, icon_label};
use eframe::egui;
use egui_material_icons::icons::{ICON_CHECK_CIRCLE, ICON_CLOSE, ICON_ERROR, ICON_WARNING};

/// How long a message stays, in seconds; errors stay until they are closed.
const SHOWN_SECS: f64 = 6.0;
/// How long one with a button stays: it takes reading and a decision.
const OFFERED_SECS: f64 = 15.0;
/// How many are shown at once; older ones wait in the report.
const SHOWN_COUNT: usize = 4;

/// When each message came up, to take it off again.
#[derive(Debug, Default)]
pub struct ToastsState {
    shown_since: Vec<f64>,
}

/// Shows the messages above the hint bar at the right.
pub fn toasts_ui(
    editor: &Editor,
    state: &mut ToastsState,
    ctx: &egui::Context,
    intents: &mut Vec<Intent>,
) {
    let now = ctx.input(|input| input.time);
    state.shown_since.truncate(editor.toasts.len());
    while state.shown_since.len() < editor.toasts.len() {
        state.shown_since.push(now);
    }
    if editor.toasts.is_empty() {
        return;
    }
    let first_shown = editor.toasts.len().saturating_sub(SHOWN_COUNT);
    let mut dismissed: Option<usize> = None;
    let offset = egui::vec2(-12.0, -theme::HINT_BAR_HEIGHT - 12.0);
    egui::Area::new(egui::Id::unique("toasts"))
        .anchor(egui::Align2::RIGHT_BOTTOM, offset)
        .order(egui::Order::Foreground)
        .show(ctx, |ui| {
            ui.set_max_width(theme::TOAST_WIDTH);
            for (index, toast) in editor.toasts.iter().enumerate().skip(first_shown) {
                let palette = theme::palette(ui);
                let (icon, colour, name) = match toast.severity {
                    Severity::Note => (ICON_CHECK_CIRCLE, palette.good, "Done"),
                    Severity::Warning => (ICON_WARNING, palette.warning, "Warning"),
                    Severity::Error => (ICON_ERROR, palette.error, "Error"),
                };
                let frame = egui::Frame::popup(ui.style())
                    .stroke(egui::Stroke::new(1.0, colour))
                    .show(ui, |ui| {
                        ui.set_width(theme::TOAST_WIDTH - 24.0);
                        ui.horizontal_top(|ui| {
                            icon_label(ui, icon, colour, name);
                            let text_width = ui.available_width() - theme::ROW_HEIGHT - 12.0;
                            ui.vertical(|ui| {
                                ui.set_width(text_width);
                                ui.add(egui::Label::new(&toast.text).wrap());
                                if let Some(fix) = &toast.fix
                                    && ui.button(&fix.label).clicked()
                                {
                                    intents.push((*fix.intent).clone());
                                    dismissed = Some(index);
                                }
                            });
                            if icon_button(ui, ICON_CLOSE, "Close message", "Close").clicked() {
                                dismissed = Some(index);
                            }
                        });
                    });
                // Reading takes time: while the mouse is on it, a message stays.
                if frame.response.contains_pointer()
                    && let Some(since) = state.shown_since.get_mut(index)
                {
                    *since = now;
                }
            }
        });
    let stays = |toast: &Toast| match toast.fix {
        Some(_) => OFFERED_SECS,
        None => SHOWN_SECS,
    };
    let is_over = |index: usize| {
        let age = now - state.shown_since.get(index).copied().unwrap_or(now);
        let toast = editor.toasts.get(index);
        toast.is_none_or(|toast| age > stays(toast) && toast.severity != Severity::Error)
    };
    let expired = (0..editor.toasts.len()).find(|&index| is_over(index));
    if let Some(index) = dismissed.or(expired) {
        state.shown_since.remove(index);
        intents.push(ViewIntent::DismissToast(index).into());
        // It is gone from the next picture on, which nothing else may ask for.
        ctx.request_repaint();
    }
    let next = state
        .shown_since
        .iter()
        .zip(&editor.toasts)
        .filter(|(_, toast)| toast.severity != Severity::Error)
        .map(|(since, toast)| (since + stays(toast) - now).max(0.0))
        .min_by(f64::total_cmp);
    if let Some(secs) = next {
        ctx.request_repaint_after_secs(secs as f32 + 0.05);
    }
}
