//! The work that a crash left behind: what it is, how it looked, and what to do with it.

use crate::editor::{Editor, Intent, Recoverable, ViewIntent};
use crate::journal::{Found, stamp};
use crate::ui::theme;
use eframe::egui;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Width and height of a picture.
const PICTURE: egui::Vec2 = egui::vec2(176.0, 110.0);

/// What the dialog keeps between frames.
#[derive(Default)]
pub struct RecoveryState {
    textures: BTreeMap<PathBuf, egui::TextureHandle>,
    /// The one whose removal has to be confirmed.
    removing: Option<PathBuf>,
}

impl std::fmt::Debug for RecoveryState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RecoveryState")
            .field("removing", &self.removing)
            .finish_non_exhaustive()
    }
}

/// Asks what to do with work that a crash left behind, if the editor wants to know.
pub fn recovery_ui(
    editor: &Editor,
    state: &mut RecoveryState,
    ctx: &egui::Context,
    intents: &mut Vec<Intent>,
) {
    if !editor.recovery.is_asking {
        *state = RecoveryState::default();
        return;
    }
    let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(16);
    let modal = egui::Modal::new(egui::Id::unique("recovery")).frame(frame);
    let modal = modal.show(ctx, |ui| {
        let screen = ctx.content_rect();
        ui.set_width(680.0_f32.min(screen.width() - 60.0));
        ui.heading("Recover unsaved work?");
        ui.add_space(4.0);
        ui.label(
            "Bonewright ended without being closed. The work is still there, and stays on this list \
             until you remove it.",
        );
        ui.add_space(8.0);
        egui::ScrollArea::vertical()
            .max_height((screen.height() - 220.0).max(160.0))
            .show(ui, |ui| {
                for one in &editor.recovery.found {
                    recoverable_ui(one, state, ui, intents);
                    ui.add_space(6.0);
                }
            });
        ui.add_space(8.0);
        let right = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(right, |ui| {
            let later = ui
                .button("Not now")
                .on_hover_text("They stay. File > Recover unsaved work… shows this list again.");
            if later.clicked() {
                intents.push(ViewIntent::PutOffRecovery.into());
            }
        });
    });
    if modal.should_close() {
        intents.push(ViewIntent::PutOffRecovery.into());
    }
}

fn recoverable_ui(
    one: &Recoverable,
    state: &mut RecoveryState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let palette = theme::palette(ui);
    egui::Frame::new()
        .fill(palette.well)
        .stroke(egui::Stroke::new(1.0, palette.line))
        .corner_radius(6)
        .inner_margin(10)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal_top(|ui| {
                picture_ui(one, state, ui);
                ui.add_space(8.0);
                ui.vertical(|ui| {
                    match &one.content {
                        Ok(found) => found_ui(found, ui),
                        Err(reason) => {
                            ui.strong(file_name(&one.path));
                            ui.colored_label(palette.error, reason);
                        }
                    }
                    ui.add_space(6.0);
                    buttons_ui(one, state, ui, intents);
                });
            });
        });
}

fn found_ui(found: &Found, ui: &mut egui::Ui) {
    let palette = theme::palette(ui);
    let header = &found.header;
    let title = if header.title.is_empty() {
        "Untitled"
    } else {
        &header.title
    };
    ui.label(egui::RichText::new(title).strong().size(15.0));
    let place = match header.project_path() {
        Some(path) => path.to_owned(),
        None => "Never saved as a project".to_owned(),
    };
    ui.add(egui::Label::new(egui::RichText::new(place).color(palette.text_weak)).truncate());
    let secs = found.last_at_ms / 1000;
    let count = found.operation_count();
    ui.label(format!(
        "{count} {}, the last {} ({} UTC)",
        if count == 1 { "change" } else { "changes" },
        ago(stamp::now_secs().saturating_sub(secs)),
        stamp::utc_text(secs),
    ));
    if !found.last_labels.is_empty() {
        let mut labels = found.last_labels.join(", then ");
        if found.entry_count > found.last_labels.len() {
            labels = format!("… {labels}");
        }
        ui.add(egui::Label::new(egui::RichText::new(labels).color(palette.text_weak)).wrap());
    }
    let about = match (found.was_recovered, &header.recovered_from) {
        (true, _) => Some("Recovered before; kept until you remove it."),
        (false, Some(_)) => Some("Goes on from work that was recovered."),
        (false, None) => None,
    };
    if let Some(about) = about {
        ui.label(egui::RichText::new(about).color(palette.text_weak));
    }
    let notes = [
        found.tail.sentence(),
        found
            .is_older_than_project()
            .then(|| "The project was saved after this and may hold all of it already.".to_owned()),
    ];
    for note in notes.into_iter().flatten() {
        ui.add(egui::Label::new(egui::RichText::new(note).color(palette.warning)).wrap());
    }
}

fn buttons_ui(
    one: &Recoverable,
    state: &mut RecoveryState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let name = match &one.content {
        Ok(found) => found.header.title.clone(),
        Err(_) => file_name(&one.path),
    };
    ui.horizontal(|ui| {
        if state.removing.as_deref() == Some(&one.path) {
            ui.label("Remove it for good?");
            let yes = ui.button("Remove for good");
            if yes
                .accessible_name(format!("Remove {name} for good"))
                .clicked()
            {
                intents.push(ViewIntent::RemoveJournal(one.path.clone()).into());
                state.removing = None;
            }
            if ui.button("Keep").clicked() {
                state.removing = None;
            }
            return;
        }
        if one.content.is_ok() {
            let is_new = one.content.as_ref().is_ok_and(|found| !found.was_recovered);
            let mut recover = egui::Button::new("Recover");
            if is_new {
                recover = recover.stroke(egui::Stroke::new(1.0, theme::palette(ui).accent));
            }
            let recover = ui
                .add(recover)
                .on_hover_text("Opens it in place of what is open. It then counts as unsaved.")
                .accessible_name(format!("Recover {name}"));
            if recover.clicked() {
                intents.push(ViewIntent::Recover(one.path.clone()).into());
            }
        }
        let remove = ui
            .button("Remove…")
            .on_hover_text(one.path.display().to_string())
            .accessible_name(format!("Remove {name}"));
        if remove.clicked() {
            state.removing = Some(one.path.clone());
        }
    });
}

fn picture_ui(one: &Recoverable, state: &mut RecoveryState, ui: &mut egui::Ui) {
    let palette = theme::palette(ui);
    let Some(picture) = &one.picture else {
        let (rect, _) = ui.allocate_exact_size(PICTURE, egui::Sense::hover());
        ui.painter().rect_filled(rect, 4.0, palette.panel);
        ui.painter().text(
            rect.center(),
            egui::Align2::CENTER_CENTER,
            "No picture",
            egui::TextStyle::Small.resolve(ui.style()),
            palette.text_weak,
        );
        return;
    };
    let texture = state.textures.entry(one.path.clone()).or_insert_with(|| {
        let size = [picture.width as usize, picture.height as usize];
        let image = egui::ColorImage::from_rgba_unmultiplied(size, &picture.rgba);
        let name = one.path.display().to_string();
        ui.ctx()
            .load_texture(name, image, egui::TextureOptions::LINEAR)
    });
    ui.add(
        egui::Image::new(&*texture)
            .fit_to_exact_size(PICTURE)
            .corner_radius(4),
    );
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

fn ago(secs: u64) -> String {
    let (count, unit) = match secs {
        0..=59 => return "less than a minute ago".to_owned(),
        60..=3599 => (secs / 60, "minute"),
        3600..=86_399 => (secs / 3600, "hour"),
        _ => (secs / 86_400, "day"),
    };
    match count {
        1 => format!("1 {unit} ago"),
        _ => format!("{count} {unit}s ago"),
    }
}
