//! What the outliner's rows are filtered by: part of a name, and in MDX a kind of node.

use crate::document::Model;
use crate::skeleton::BoneKind;
use crate::ui::widgets::icon_button;
use eframe::egui;
use egui_material_icons::icons::ICON_CLOSE;

/// What rows are filtered by; a row must fit both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutlinerFilter {
    /// Part of a name, letter case aside.
    pub text: String,
    /// A kind of node.
    pub kind: Option<BoneKind>,
}

impl OutlinerFilter {
    /// Whether any row may be left out.
    pub fn is_set(&self) -> bool {
        self.kind.is_some() || !self.text.trim().is_empty()
    }

    /// What to say where no row fits.
    pub(super) fn found_nothing(&self) -> String {
        let text = self.text.trim();
        match self.kind {
            Some(kind) if text.is_empty() => format!("There is no {}.", kind.word()),
            Some(kind) => format!("No {} is called \"{text}\".", kind.word()),
            None => format!("Nothing is called \"{text}\"."),
        }
    }
}

/// Shows the fields above the rows.
pub(super) fn filter_ui(model: &Model, filter: &mut OutlinerFilter, ui: &mut egui::Ui) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.add_space(4.0);
        let room = if filter.text.is_empty() { 8.0 } else { 40.0 };
        ui.add(
            egui::TextEdit::singleline(&mut filter.text)
                .hint_text("Filter by name")
                .desired_width((ui.available_width() - room).max(40.0)),
        )
        .accessible_name("Filter outliner");
        if !filter.text.is_empty()
            && icon_button(ui, ICON_CLOSE, "Clear filter", "Show all").clicked()
        {
            filter.text.clear();
        }
    });
    if model.format.is_mdx() {
        kind_ui(model, filter, ui);
    } else {
        filter.kind = None;
    }
}

/// The kinds of nodes that the model has, each with its number.
fn kind_ui(model: &Model, filter: &mut OutlinerFilter, ui: &mut egui::Ui) {
    let count = |kind: BoneKind| {
        let bones = model.skeleton.bones.iter();
        bones.filter(|bone| bone.kind == kind).count()
    };
    let label = |kind: BoneKind| format!("{} ({})", kind.word(), count(kind));
    let shown = filter.kind.map_or_else(|| "all kinds".to_owned(), label);
    ui.horizontal(|ui| {
        ui.add_space(4.0);
        egui::ComboBox::from_id_salt("outliner kind")
            .selected_text(shown)
            .width((ui.available_width() - 8.0).max(40.0))
            .show_ui(ui, |ui| {
                ui.selectable_value(&mut filter.kind, None, "all kinds");
                for kind in BoneKind::ALL {
                    if count(kind) > 0 {
                        ui.selectable_value(&mut filter.kind, Some(kind), label(kind));
                    }
                }
            })
            .response
            .accessible_name("Filter outliner by kind");
    });
}
