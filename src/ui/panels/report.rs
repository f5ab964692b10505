//! The report: what import, checks and refusals had to say, with the place to jump to.

use crate::editor::{Editor, Intent, ReportLine, Severity, ViewIntent};
use crate::ui::theme;
use crate::ui::widgets::icon_label;
use eframe::egui;
use egui_material_icons::icons::{ICON_ERROR, ICON_INFO, ICON_WARNING};

/// What the report keeps between frames: the kinds of lines that are hidden.
#[derive(Debug, Default)]
pub struct ReportState {
    hides_errors: bool,
    hides_warnings: bool,
    hides_notes: bool,
}

/// Shows the lines of the report; a click selects what a line is about.
pub fn report_ui(
    editor: &Editor,
    state: &mut ReportState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let lines = editor.report.lines();
    if lines.is_empty() {
        ui.centered_and_justified(|ui| {
            ui.weak("Nothing to report. What import and checks find is listed here.")
        });
        return;
    }
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        ui.add_space(4.0);
        let count = |severity| {
            lines
                .iter()
                .filter(|line| line.severity == severity)
                .count()
        };
        for (hides, severity, name) in [
            (&mut state.hides_errors, Severity::Error, "errors"),
            (&mut state.hides_warnings, Severity::Warning, "warnings"),
            (&mut state.hides_notes, Severity::Note, "notes"),
        ] {
            let text = format!("{} {name}", count(severity));
            let response = ui
                .selectable_label(!*hides, text)
                .on_hover_text(format!("Show or hide {name}"));
            if response.clicked() {
                *hides = !*hides;
            }
        }
        if ui
            .button("Clear")
            .on_hover_text("Empty the report")
            .clicked()
        {
            intents.push(ViewIntent::ClearReport.into());
        }
    });
    let shown: Vec<&ReportLine> = lines
        .iter()
        .filter(|line| match line.severity {
            Severity::Error => !state.hides_errors,
            Severity::Warning => !state.hides_warnings,
            Severity::Note => !state.hides_notes,
        })
        .collect();
    ui.spacing_mut().item_spacing.y = 0.0;
    egui::ScrollArea::vertical().auto_shrink(false).show_rows(
        ui,
        theme::ROW_HEIGHT,
        shown.len(),
        |ui, rows| {
            for line in shown.get(rows).unwrap_or_default() {
                line_ui(line, ui, intents);
            }
        },
    );
}

fn line_ui(line: &ReportLine, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let palette = theme::palette(ui);
    ui.horizontal(|ui| {
        let (icon, colour, name) = match line.severity {
            Severity::Error => (ICON_ERROR, palette.error, "Error"),
            Severity::Warning => (ICON_WARNING, palette.warning, "Warning"),
            Severity::Note => (ICON_INFO, palette.text_weak, "Note"),
        };
        icon_label(ui, icon, colour, name);
        let text = match line.path.as_str() {
            "" => line.message.clone(),
            path => format!("{path}: {}", line.message),
        };
        let mut tooltip = text.clone();
        if !line.code.is_empty() {
            tooltip = format!("{tooltip}\n{}", line.code);
        }
        let response = ui
            .add(
                egui::Label::new(text)
                    .truncate()
                    .sense(egui::Sense::click()),
            )
            .on_hover_text(tooltip);
        if response.clicked() && !line.path.is_empty() {
            intents.push(ViewIntent::SelectPath(line.path.clone()).into());
        }
    });
}
