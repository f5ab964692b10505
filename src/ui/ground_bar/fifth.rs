//! What the brush does where a texture would be a fifth.

use super::field::labelled;
use crate::edit::FifthArgument;
use crate::editor::GroundBrush;
use eframe::egui;

/// What is done where a map chunk has four other textures.
pub(super) fn fifth_ui(brush: &mut GroundBrush, ui: &mut egui::Ui) {
    let shown = match &brush.fifth {
        FifthArgument::Refuse => "5th: refuse",
        FifthArgument::Evict { .. } => "5th: replace faint",
        FifthArgument::Merge(_) => "5th: merge",
    };
    let choices = [
        (
            FifthArgument::Refuse,
            "Refuse",
            "Nothing is painted on map chunks with four other textures, and it is said.",
        ),
        (
            FifthArgument::Evict { below_percent: 5.0 },
            "Replace faint",
            "The texture that covers least of the map chunk gives way, if that is little enough.",
        ),
    ];
    egui::ComboBox::from_id_salt("fifth")
        .selected_text(shown)
        .width(116.0)
        .show_ui(ui, |ui| {
            for (choice, name, tip) in choices {
                let is_chosen =
                    std::mem::discriminant(&choice) == std::mem::discriminant(&brush.fifth);
                let response = ui.selectable_label(is_chosen, name).on_hover_text(tip);
                if response.clicked() && !is_chosen {
                    brush.fifth = choice;
                }
            }
        })
        .response
        .on_hover_text("What happens where a map chunk has four other textures.")
        .accessible_name("Fifth texture");
    if let FifthArgument::Evict { below_percent } = &mut brush.fifth {
        let field = egui::DragValue::new(below_percent)
            .range(0.1..=100.0)
            .speed(0.1)
            .suffix(" %");
        labelled(
            ui,
            "below",
            "Only a texture that covers less gives way.",
            field,
        );
    }
}
