//! Who moves a point: the bones of the selected vertex, how far each takes it now, and when in the
//! clip each does most.

use crate::document::Model;
use crate::editor::{Editor, Intent, SelectMode, ViewIntent, bone_label};
use crate::skeleton::BoneId;
use crate::ui::theme;
use crate::validate::{Mover, MoverPeak, mover_peaks_in, who_moves_posed};
use eframe::egui;

/// Moments of a clip that are looked at.
const MOMENTS: usize = 96;
/// Width of the bar that shows how far a bone moves the point.
const BAR_WIDTH: f32 = 32.0;
/// Width of the button that goes to where a bone does most.
const PEAK_WIDTH: f32 = 128.0;

/// When each bone of a vertex does most: worked out again only when something changed.
#[derive(Debug, Default)]
pub struct MoverRows {
    of: Option<Key>,
    peaks: Vec<MoverPeak>,
}

/// What peaks were worked out of: document, revision, vertex and clip.
type Key = (u64, u64, u32, usize);

impl MoverRows {
    fn refresh(&mut self, editor: &Editor, model: &Model, vertex: u32, clip: usize) {
        let (number, revision) = (editor.document_number(), editor.document_revision());
        let key = (number, revision, vertex, clip);
        // While a stroke or a drag goes on the weights change with every picture.
        let is_busy = editor.is_painting() || editor.has_gesture();
        let is_same_point = self
            .of
            .is_some_and(|of| (of.0, of.2, of.3) == (number, vertex, clip));
        if self.of == Some(key) || (is_busy && is_same_point) {
            return;
        }
        self.of = Some(key);
        self.peaks = mover_peaks_in(model, vertex as usize, clip, MOMENTS);
    }

    fn peak(&self, bone: BoneId) -> Option<&MoverPeak> {
        self.peaks.iter().find(|peak| peak.bone == bone)
    }
}

/// Shows who moves the first selected vertex.
pub(super) fn movers_ui(
    editor: &Editor,
    model: &Model,
    rows: &mut MoverRows,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let selected = editor.selection.vertices();
    let Some(&vertex) = selected.first() else {
        ui.weak("Select a vertex to see which bones move it, and when.");
        return;
    };
    let Some(found) = who_moves_posed(model, vertex as usize, &editor.pose().model_from_bind)
    else {
        return;
    };
    let position = |id| model.clips.iter().position(|clip| clip.id == id);
    let clip = editor.selection.clip.and_then(position);
    match clip {
        Some(clip) => rows.refresh(editor, model, vertex, clip),
        None => *rows = MoverRows::default(),
    }
    let distance = found.displacement.norm();
    let text = match selected.len() {
        1 => format!("Vertex {vertex} is {distance:.3} from the bind pose now."),
        count => {
            format!("Vertex {vertex}, first of {count}: {distance:.3} from the bind pose now.")
        }
    };
    ui.weak(text);
    let mut movers = found.movers;
    movers.retain(|mover| mover.weight != 0.0);
    movers.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    if movers.is_empty() {
        ui.weak("No bone moves it.");
        return;
    }
    let now = movers.iter().map(|mover| mover.part.norm());
    let most = rows.peaks.iter().map(|peak| peak.distance).chain(now);
    let longest = most.fold(f32::MIN_POSITIVE, f32::max);
    for mover in &movers {
        mover_ui(
            editor,
            model,
            mover,
            rows.peak(mover.bone),
            longest,
            ui,
            intents,
        );
    }
}

fn mover_ui(
    editor: &Editor,
    model: &Model,
    mover: &Mover,
    peak: Option<&MoverPeak>,
    longest: f32,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let palette = theme::palette(ui);
    let name = bone_label(model, mover.bone);
    let now = mover.part.norm();
    ui.horizontal(|ui| {
        ui.set_min_height(theme::ROW_HEIGHT);
        ui.spacing_mut().item_spacing.x = 4.0;
        let width = (ui.available_width() - BAR_WIDTH - PEAK_WIDTH - 8.0).max(24.0);
        let is_active = editor.selection.active_bone() == Some(mover.bone);
        let colour = if is_active {
            palette.accent
        } else {
            palette.text
        };
        let label = format!("{name} {:.2}", mover.weight);
        let label = egui::Label::new(egui::RichText::new(label).color(colour));
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        ui.allocate_ui_with_layout(egui::vec2(width, theme::ROW_HEIGHT), layout, |ui| {
            ui.set_min_width(width);
            ui.add(label.truncate().selectable(false));
        });
        let size = egui::vec2(BAR_WIDTH, theme::ROW_HEIGHT);
        let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
        let bar = rect.shrink2(egui::vec2(0.0, 8.0));
        let up_to = |distance: f32| {
            let width = bar.width() * (distance / longest).clamp(0.0, 1.0);
            egui::Rect::from_min_size(bar.min, egui::vec2(width, bar.height()))
        };
        let at_most = peak.map_or(now, |peak| peak.distance);
        ui.painter().rect_filled(bar, 2.0, palette.well);
        ui.painter()
            .rect_filled(up_to(at_most), 2.0, palette.button_hovered);
        ui.painter().rect_filled(up_to(now), 2.0, palette.accent);
        response.on_hover_text(format!(
            "{name} with {:.3} moves it by {now:.4} now",
            mover.weight
        ));
        peak_ui(editor, model, mover.bone, &name, peak, ui, intents);
    });
}

/// A button that goes to the moment at which a bone does most.
fn peak_ui(
    editor: &Editor,
    model: &Model,
    bone: BoneId,
    name: &str,
    peak: Option<&MoverPeak>,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let Some(peak) = peak else {
        let text = egui::RichText::new("never").color(theme::palette(ui).text_weak);
        ui.add(egui::Label::new(text).selectable(false))
            .on_hover_text("It does not move the point in this clip.");
        return;
    };
    let text = format!("{:.3} at {:.0} ms", peak.distance, peak.time_ms);
    let button = egui::Button::new(&text)
        .truncate()
        .min_size(egui::vec2(PEAK_WIDTH, theme::ROW_HEIGHT - 2.0));
    let clip = model.clips.get(peak.clip).map(|clip| clip.display_name());
    let response = ui
        .add(button)
        .on_hover_text(format!(
            "{name} moves the point most, by {:.4}, at {:.0} ms of {}\nClick to go there and to work on this bone",
            peak.distance,
            peak.time_ms,
            clip.unwrap_or_default()
        ))
        .accessible_name(format!("{name} does most at {:.0} ms", peak.time_ms));
    if response.clicked() {
        intents.push(ViewIntent::Seek(peak.time_ms).into());
        let intent = ViewIntent::SelectBones {
            bones: vec![bone],
            mode: SelectMode::Replace,
        };
        if editor
            .model()
            .is_some_and(|model| model.skeleton.bone(bone).is_some())
        {
            intents.push(intent.into());
        }
    }
}
