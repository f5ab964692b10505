//! The weight check: how much of the target's room the skin uses, what the target makes of it, and
//! where clips tear it.

use crate::editor::{Editor, Intent, SelectMode, Severity, TargetCheck, ViewIntent};
use crate::import_export::{Profile, TargetPreview};
use crate::ui::theme;
use crate::validate::{self, BudgetRow, StressSpot, WeightCensus};
use eframe::egui;

/// What the weight check keeps between frames.
#[derive(Debug, Default)]
pub struct WeightCheckState {
    /// The target; `None` is the model's own format.
    target: Option<Profile>,
}

/// The targets that can be chosen.
const TARGETS: [(Profile, &str); 2] = [
    (Profile::M2 { version: 264 }, "World of Warcraft (M2 264)"),
    (Profile::Mdx { version: 800 }, "Warcraft III (MDX 800)"),
];

/// Shows the last check of the selected model, and starts another.
pub fn weight_check_ui(
    editor: &Editor,
    state: &mut WeightCheckState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let Some(model) = editor.model() else {
        ui.centered_and_justified(|ui| ui.weak("Nothing is open."));
        return;
    };
    let own = Profile::of(model.format);
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        ui.add_space(4.0);
        let chosen = state.target.unwrap_or(own);
        let name_of = |profile: Profile| {
            let known = TARGETS.iter().find(|one| one.0 == profile);
            known.map_or_else(|| profile.to_string(), |one| one.1.to_owned())
        };
        egui::ComboBox::from_id_salt("target")
            .selected_text(name_of(chosen))
            .show_ui(ui, |ui| {
                for (profile, name) in TARGETS {
                    if ui.selectable_label(chosen == profile, name).clicked() {
                        state.target = Some(profile);
                    }
                }
            })
            .response
            .accessible_name("Target");
        let is_running = editor.is_target_check_running();
        let button = ui.add_enabled(!is_running, egui::Button::new("Check weights"));
        let tip = "Writes the model for the target in memory, reads it back, and bends it through all clips";
        if button.on_hover_text(tip).clicked() {
            intents.push(ViewIntent::CheckTarget(Some(chosen)).into());
        }
        if is_running {
            ui.spinner();
        }
    });
    let Some(check) = editor.target_check() else {
        ui.add_space(4.0);
        ui.weak("Shows what a game will get of the weights: what its file has no room for, which vertices it moves elsewhere, and where clips tear the mesh.");
        return;
    };
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            if !editor.is_target_check_current() {
                let text = "The model was changed since; check again.";
                ui.colored_label(theme::palette(ui).warning, text);
            }
            match &check.preview {
                Ok(preview) => preview_ui(editor, preview, ui, intents),
                Err(message) => {
                    ui.colored_label(theme::palette(ui).error, message);
                }
            }
            section(ui, "Room in the file", |ui| budget_ui(&check.budget, ui));
            section(ui, "Influences", |ui| census_ui(&check.census, ui));
            section(ui, "Stress", |ui| stress_ui(editor, check, ui, intents));
        });
}

fn section(ui: &mut egui::Ui, title: &str, add: impl FnOnce(&mut egui::Ui)) {
    egui::CollapsingHeader::new(title)
        .default_open(true)
        .show(ui, add);
}

fn preview_ui(
    editor: &Editor,
    preview: &TargetPreview,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let changed = preview.changed();
    if changed == 0 && preview.left_out.is_empty() {
        ui.label(format!("{} holds every weight as it is.", preview.profile));
        return;
    }
    let largest = preview.largest.iter().copied().fold(0.0, f32::max);
    ui.label(format!(
        "{changed} vertices change as {}, a weight by at most {largest:.4}.",
        preview.profile
    ));
    if !preview.dropped.is_empty() {
        ui.label(format!("{} influences are dropped.", preview.dropped.len()));
    }
    if !preview.left_out.is_empty() {
        ui.label(format!(
            "{} vertices are not in the file.",
            preview.left_out.len()
        ));
    }
    if let Some(worst) = preview.worst {
        let text = format!(
            "Worst vertex: {} is {:.4} units off in {}",
            worst.vertex,
            worst.distance,
            moment_text(editor, worst.clip, worst.time_ms)
        );
        let place = (worst.clip, worst.time_ms, worst.vertex);
        jump_ui(editor, &text, place, ui, intents);
    }
}

fn budget_ui(rows: &[BudgetRow], ui: &mut egui::Ui) {
    for row in rows {
        let palette = theme::palette(ui);
        let colour = match row.severity {
            Some(validate::Severity::Error) => palette.error,
            Some(_) => palette.warning,
            None => palette.accent,
        };
        let kind = row.kind.name();
        let text = format!(
            "{}: {} of {} {kind}",
            part_name(&row.path),
            row.used,
            row.limit
        );
        let share = row.share().min(1.0);
        ui.add(
            egui::ProgressBar::new(share)
                .desired_height(6.0)
                .fill(colour),
        )
        .on_hover_text(&text);
        ui.add(egui::Label::new(text).truncate());
    }
}

/// What people call a part: `views[0].submeshes[2]` is view 0, submesh 2.
fn part_name(path: &str) -> String {
    let names = path.split('.').map(|part| {
        let (kind, number) = part.split_once('[').unwrap_or((part, ""));
        let kind = match kind {
            "views" => "View",
            "submeshes" => "submesh",
            "geosets" => "Geoset",
            "bones" => "All bones",
            other => other,
        };
        format!("{kind} {}", number.trim_end_matches(']'))
            .trim_end()
            .to_owned()
    });
    names.collect::<Vec<_>>().join(", ")
}

fn census_ui(census: &WeightCensus, ui: &mut egui::Ui) {
    let all = census.vertices.max(1) as f32;
    for (influences, &count) in census.by_count.iter().enumerate() {
        if count == 0 {
            continue;
        }
        let text = match influences {
            0 => format!("{count} vertices that no bone moves"),
            1 => format!("{count} vertices with 1 bone"),
            more => format!("{count} vertices with {more} bones"),
        };
        ui.add(egui::ProgressBar::new(count as f32 / all).text(text));
    }
    let palette = theme::palette(ui);
    for (count, what, severity) in [
        (
            census.off_sum.len(),
            "vertices whose weights do not sum to 1",
            Severity::Warning,
        ),
        (
            census.missing_bones.len(),
            "weights of bones that do not exist",
            Severity::Error,
        ),
        (
            census.senseless.len(),
            "vertices with a weight that is negative or no number",
            Severity::Error,
        ),
        (census.dust.len(), "weights below 0.01", Severity::Note),
    ] {
        if count > 0 {
            let colour = match severity {
                Severity::Error => palette.error,
                Severity::Warning => palette.warning,
                Severity::Note => palette.text_weak,
            };
            ui.colored_label(colour, format!("{count} {what}"));
        }
    }
}

fn stress_ui(editor: &Editor, check: &TargetCheck, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let stress = &check.stress;
    let mut list = |spots: &[StressSpot], what: &str, ui: &mut egui::Ui| {
        for spot in spots {
            let text = format!(
                "{what} {:.2} times: vertex {} in {}",
                spot.ratio,
                spot.vertex,
                moment_text(editor, spot.clip, spot.time_ms)
            );
            let place = (spot.clip, spot.time_ms, spot.vertex);
            jump_ui(editor, &text, place, ui, intents);
        }
    };
    if stress.stretches.is_empty() && stress.collapses.is_empty() && stress.volume_losses.is_empty()
    {
        ui.weak("No clip stretches or crushes the mesh.");
    }
    list(&stress.stretches, "Stretched to", ui);
    list(&stress.collapses, "Shrunk to", ui);
    list(&stress.volume_losses, "Volume", ui);
}

fn moment_text(editor: &Editor, clip: usize, time_ms: f64) -> String {
    let clip = editor.model().and_then(|model| model.clips.get(clip));
    let name = clip.map_or_else(String::new, |clip| clip.display_name());
    format!("{name} at {time_ms:.0} ms")
}

/// A line that goes to a moment of a clip and selects a vertex there.
fn jump_ui(
    editor: &Editor,
    text: &str,
    (clip, time_ms, vertex): (usize, f64, u32),
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let button = egui::Button::selectable(false, text)
        .min_size(egui::vec2(ui.available_width(), theme::ROW_HEIGHT))
        .truncate();
    let response = ui.add(button);
    let response = response.on_hover_text(format!("{text}\nClick to go there"));
    let clip = editor.model().and_then(|model| model.clips.get(clip));
    if let (true, Some(clip)) = (response.clicked(), clip) {
        intents.push(ViewIntent::SelectClip(clip.id).into());
        intents.push(ViewIntent::Seek(time_ms).into());
        let (vertices, mode) = (vec![vertex], SelectMode::Replace);
        intents.push(ViewIntent::SelectVertices { vertices, mode }.into());
    }
}

/// What the tab of the panel says beside its title: how many limits are broken.
pub fn weight_check_badge(editor: &Editor) -> Option<String> {
    let check = editor.target_check()?;
    let broken = check.budget.iter().filter(|row| row.severity.is_some());
    let count = broken.count();
    (count > 0).then(|| format!("({count})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_names_for_people() {
        assert_eq!(part_name("views[0].submeshes[12]"), "View 0, submesh 12");
        assert_eq!(part_name("geosets[3]"), "Geoset 3");
        assert_eq!(part_name("bones"), "All bones");
        assert_eq!(part_name(""), "");
    }
}
