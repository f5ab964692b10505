//! The line at the bottom: what each button does now, what runs, and how things stand.

use crate::editor::{Command, Editor, GroundIntent, Intent, ViewIntent};
use crate::ui::{Hint, theme};
use eframe::egui;

/// Shows hints at the left, jobs and the state of the file at the right.
pub fn hint_bar_ui(
    editor: &Editor,
    hints: &[Hint],
    frames_per_second: Option<f32>,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let palette = theme::palette(ui);
    ui.horizontal_centered(|ui| {
        let right = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(right, |ui| {
            if let Some(fps) = frames_per_second {
                weak(ui, &format!("{fps:.0} fps"));
            }
            let (text, colour) = saved_text(editor, palette);
            ui.add(egui::Label::new(egui::RichText::new(text).color(colour)).selectable(false));
            if let Some(failure) = editor.journal().failure() {
                let text = egui::RichText::new("No crash recovery").color(palette.error);
                ui.add(egui::Label::new(text).selectable(false))
                    .on_hover_text(failure);
            }
            jobs_ui(editor, ui, intents);
            seams_ui(editor, ui, intents);
            meetings_ui(editor, ui, intents);
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                for hint in hints {
                    let keys = egui::RichText::new(hint.keys).color(palette.text).strong();
                    ui.add(egui::Label::new(keys).selectable(false).truncate());
                    let does = egui::RichText::new(&hint.does).color(palette.text_weak);
                    ui.add(egui::Label::new(does).selectable(false).truncate());
                    ui.add_space(8.0);
                }
            });
        });
    });
}

fn weak(ui: &mut egui::Ui, text: &str) {
    let text = egui::RichText::new(text).color(theme::palette(ui).text_weak);
    ui.add(egui::Label::new(text).selectable(false));
}

fn saved_text(editor: &Editor, palette: &theme::Palette) -> (String, egui::Color32) {
    let text = match (editor.is_dirty(), editor.files.saved_at) {
        (true, Some(at)) => format!("Unsaved changes, saved {}", ago(at.elapsed().as_secs())),
        (true, None) => "Unsaved changes".to_owned(),
        (false, Some(at)) => format!("Saved {}", ago(at.elapsed().as_secs())),
        (false, None) if !editor.document().is_empty() => "No changes".to_owned(),
        (false, None) => String::new(),
    };
    let colour = if editor.is_dirty() {
        palette.warning
    } else {
        palette.text_weak
    };
    (text, colour)
}

fn ago(secs: u64) -> String {
    match secs {
        0..=4 => "just now".to_owned(),
        5..=59 => format!("{} s ago", secs / 5 * 5),
        60..=3599 => format!("{} min ago", secs / 60),
        _ => format!("{} h ago", secs / 3600),
    }
}

/// In how many tiles three or four grounds meet, with a button that shows the next.
fn meetings_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let census = editor.ground_census().filter(|_| editor.shows_ground());
    let count = census.map_or(0, |census| census.meetings.len());
    if count == 0 {
        return;
    }
    let response = ui
        .small_button("Next")
        .on_hover_text(Command::NextMeeting.description())
        .accessible_name("Show next meeting of grounds");
    if response.clicked() {
        intents.push(GroundIntent::NextMeeting.into());
    }
    let noun = if count == 1 { "tile" } else { "tiles" };
    let text = format!("{count} {noun} of 3 or 4 grounds");
    let text = egui::RichText::new(text).color(theme::palette(ui).text_weak);
    ui.add(egui::Label::new(text).selectable(false));
}

/// How many seams the ground has, with a button that shows the next.
fn seams_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let census = editor.ground_census().filter(|_| editor.shows_ground());
    let Some(count) = census
        .map(|census| census.seams.len())
        .filter(|&count| count > 0)
    else {
        return;
    };
    let text = if count == 1 {
        "1 seam".to_owned()
    } else {
        format!("{count} seams")
    };
    let response = ui
        .small_button("Next")
        .on_hover_text("Shows the next place where textures of neighbours do not meet.")
        .accessible_name("Show next seam");
    if response.clicked() {
        intents.push(GroundIntent::NextSeam.into());
    }
    let heal = ui
        .small_button("Heal")
        .on_hover_text("Makes textures go on across all borders; one entry of the history.")
        .accessible_name("Heal all seams");
    if heal.clicked()
        && let Ok(planned) = Command::HealSeams.plan(editor)
    {
        intents.extend(planned);
    }
    let text = egui::RichText::new(text).color(theme::palette(ui).warning);
    ui.add(egui::Label::new(text).selectable(false));
}

fn jobs_ui(editor: &Editor, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    for job in editor.jobs().running() {
        let progress = job.control.progress();
        if ui
            .small_button("Cancel")
            .on_hover_text(format!("Stop: {}", job.label))
            .accessible_name(format!("Cancel {}", job.label))
            .clicked()
        {
            intents.push(ViewIntent::CancelJob(job.id).into());
        }
        match progress.fraction {
            Some(fraction) => {
                ui.add(
                    egui::ProgressBar::new(fraction)
                        .desired_width(110.0)
                        .desired_height(12.0),
                )
                .on_hover_text(progress.step);
            }
            None => {
                ui.spinner();
            }
        }
        weak(ui, &job.label);
    }
}
