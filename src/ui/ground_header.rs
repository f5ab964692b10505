//! The menu of what lies over the ground, in the header of the terrain workspace.

use crate::document::Terrain;
use crate::editor::{Command, Editor, GroundIntent, GroundOverlays, Intent};
use crate::ui::theme;
use crate::ui::weight_header::RAMPS;
use crate::ui::widgets::{menu_command, staying_menu};
use eframe::egui;

/// What the menu lists, in its order.
const OVERLAYS: [Command; 10] = [
    Command::ToggleGrid,
    Command::OverWire,
    Command::OverContours,
    Command::OverLayerCount,
    Command::OverCoverage,
    Command::OverUnpaintable,
    Command::OverMeetings,
    Command::OverSlope,
    Command::OverAreas,
    Command::OverMarks,
];
/// How many of them are lines, which can be shown together.
const LINES: usize = 3;

/// Shows the menu; it says what colours the ground now.
pub(super) fn ground_overlays_ui(
    editor: &Editor,
    terrain: &Terrain,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let is_on = |command: &Command| command.is_on(editor) == Some(true);
    let colours = OVERLAYS.iter().skip(LINES);
    let title = match colours.copied().find(|command| is_on(command)) {
        Some(command) => format!("Overlay: {}", command.label().to_lowercase()),
        None => "Overlays".to_owned(),
    };
    staying_menu(ui, title, |ui| {
        ui.set_width(250.0);
        for (number, command) in OVERLAYS.into_iter().enumerate() {
            if number == LINES {
                ui.separator();
            }
            menu_command(ui, editor, command, intents);
        }
        ui.separator();
        options_ui(editor, terrain, ui, intents);
    })
    .on_hover_text("What lies over the ground to show what plain view hides.")
    .accessible_name("Overlays");
}

fn options_ui(editor: &Editor, terrain: &Terrain, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let before = editor.ground_view.overlays;
    let mut overlays = before;
    let weak = |ui: &mut egui::Ui, text: &str| {
        let text = egui::RichText::new(text).color(theme::palette(ui).text_weak);
        ui.add(egui::Label::new(text).selectable(false)).id
    };
    ui.horizontal(|ui| {
        let label = weak(ui, "Contour lines every");
        let [least, most] = GroundOverlays::STEPS;
        let field = egui::DragValue::new(overlays.step_mut(&terrain.shape))
            .range(least..=most)
            .speed(0.25)
            .max_decimals(1);
        ui.add(field)
            .on_hover_text("In units of the game; each fifth line is stronger.")
            .labelled_by(label);
    });
    ui.horizontal(|ui| {
        let label = weak(ui, "Colours cover");
        let mut percent = overlays.opacity * 100.0;
        let field = egui::DragValue::new(&mut percent)
            .range(10.0..=100.0)
            .suffix(" %")
            .max_decimals(0);
        if ui.add(field).labelled_by(label).changed() {
            overlays.opacity = percent / 100.0;
        }
    });
    ui.horizontal(|ui| {
        for &(ramp, name) in RAMPS {
            if ui.selectable_label(overlays.ramp == ramp, name).clicked() {
                overlays.ramp = ramp;
            }
        }
    });
    if overlays != before {
        intents.push(GroundIntent::ShowOver(overlays).into());
    }
}
