//! What holds for the whole map: seams, and layers that are not seen.

use crate::editor::{Command, Editor, Intent};
use crate::ui::widgets::command_button;
use eframe::egui;

/// What holds for the whole map: seams, and layers that are not seen.
pub(super) fn whole_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    ui.strong("Whole map");
    let Some(census) = editor.ground_census() else {
        ui.horizontal_wrapped(|ui| {
            ui.weak("The ground was not looked over yet.");
            command_button(ui, editor, Command::ExamineGround, intents);
        });
        return;
    };
    let seams = match census.seams.len() {
        0 => "No seams: all textures of neighbours meet.".to_owned(),
        1 => "1 seam where a texture does not meet its neighbour's.".to_owned(),
        count => format!("{count} seams where textures do not meet their neighbours'."),
    };
    ui.label(seams);
    let unseen: usize = census.unseen_layers.values().sum();
    ui.label(match unseen {
        0 => "Every layer is seen somewhere.".to_owned(),
        1 => "1 layer is not seen anywhere.".to_owned(),
        count => {
            let chunks = census.unseen_layers.len();
            format!("{count} layers of {chunks} map chunks are not seen anywhere.")
        }
    });
    ui.horizontal_wrapped(|ui| {
        if !census.seams.is_empty() {
            command_button(ui, editor, Command::NextSeam, intents);
            command_button(ui, editor, Command::HealSeams, intents);
        }
        if unseen > 0 {
            command_button(ui, editor, Command::DropUnusedLayers, intents);
        }
        command_button(ui, editor, Command::MergeDuplicateLayers, intents);
        if !editor.is_ground_census_current() {
            command_button(ui, editor, Command::ExamineGround, intents);
        }
    });
}
