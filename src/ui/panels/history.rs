//! The history: what was done, by name, with a click to go there.

use crate::editor::{Editor, Intent, ViewIntent};
use crate::ui::theme;
use eframe::egui;

/// Shows what was done, oldest first; the current place is marked, undone entries are grey.
pub fn history_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let history = editor.history();
    let position = history.position();
    let entries = history.entries().map(|entry| {
        let bytes = entry.byte_count() as u64 + entry.stored_bytes();
        (entry.label(), Some(bytes))
    });
    let labels: Vec<(&str, Option<u64>)> =
        std::iter::once(("Start", None)).chain(entries).collect();
    ui.add_space(4.0);
    let mut bytes = memory_text(history.used_bytes(), history.budget_bytes());
    if history.stored_bytes() > 0 {
        bytes += &format!(", {} on the disk", mib_text(history.stored_bytes()));
    }
    let bytes = egui::RichText::new(bytes).color(theme::palette(ui).text_weak);
    ui.horizontal(|ui| {
        ui.add_space(ui.spacing().button_padding.x);
        ui.add(egui::Label::new(bytes).selectable(false).truncate());
    });
    ui.spacing_mut().item_spacing.y = 0.0;
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .stick_to_bottom(true)
        .show_rows(ui, theme::ROW_HEIGHT, labels.len(), |ui, rows| {
            for index in rows {
                let Some(&(label, bytes)) = labels.get(index) else {
                    continue;
                };
                let is_current = index == position;
                let mut text = egui::RichText::new(label);
                if index > position {
                    text = text.color(theme::palette(ui).text_weak).italics();
                }
                let button = egui::Button::selectable(is_current, text)
                    .min_size(egui::vec2(ui.available_width(), theme::ROW_HEIGHT))
                    .truncate();
                let tooltip = match index.cmp(&position) {
                    std::cmp::Ordering::Less => "Click to go back to after this",
                    std::cmp::Ordering::Equal => "The document is here",
                    std::cmp::Ordering::Greater => "Undone; click to do it again",
                };
                let tooltip = match bytes {
                    Some(bytes) => format!("{tooltip}\nHolds {}", size_text(bytes)),
                    None => tooltip.to_owned(),
                };
                if ui.add(button).on_hover_text(tooltip).clicked() && !is_current {
                    intents.push(ViewIntent::JumpTo(index).into());
                }
            }
        });
}

/// A size that is small as a rule.
fn size_text(bytes: u64) -> String {
    match bytes {
        0..=1023 => format!("{bytes} bytes"),
        1024..=1_048_575 => format!("{:.1} KiB", bytes as f64 / 1024.0),
        _ => mib_text(bytes),
    }
}

fn mib_text(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}

fn memory_text(used: usize, budget: usize) -> String {
    let mib = |bytes: usize| bytes as f64 / f64::from(1 << 20);
    format!("{:.1} of {:.0} MiB", mib(used), mib(budget))
}
