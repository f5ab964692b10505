//! What the brush leaves alone.

use super::field::labelled;
use super::protected::protected_ui;
use crate::edit::{HeightMaskArgument, SlopeMaskArgument};
use crate::editor::{Editor, GroundBrush, Intent};
use crate::ui::ground_name::short_name;
use eframe::egui;

/// Shows the masks of the brush.
pub(super) fn masks_ui(
    editor: &Editor,
    brush: &mut GroundBrush,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    ui.set_width(260.0);
    slope_ui(&mut brush.masks.slope, ui);
    ui.separator();
    height_ui(&mut brush.masks.height, ui);
    ui.separator();
    texture_masks_ui(editor, brush, ui);
    ui.separator();
    protected_ui(editor, brush, ui, intents);
}

fn slope_ui(mask: &mut Option<SlopeMaskArgument>, ui: &mut egui::Ui) {
    let usual = SlopeMaskArgument {
        from_deg: 0.0,
        to_deg: 35.0,
        soft_deg: 5.0,
        invert: false,
    };
    let Some(slope) = switched(mask, usual, "Only some slopes", ui) else {
        return;
    };
    let numbers = [&mut slope.from_deg, &mut slope.to_deg, &mut slope.soft_deg];
    range_ui(numbers, ui, |value| {
        let field = egui::DragValue::new(value).range(0.0..=90.0).suffix("°");
        (field, "In degrees; 0 is level.")
    });
    ui.checkbox(&mut slope.invert, "All other slopes instead");
}

fn height_ui(mask: &mut Option<HeightMaskArgument>, ui: &mut egui::Ui) {
    let usual = HeightMaskArgument {
        from: 0.0,
        to: 100.0,
        soft: 2.0,
        invert: false,
    };
    let Some(height) = switched(mask, usual, "Only some heights", ui) else {
        return;
    };
    let numbers = [&mut height.from, &mut height.to, &mut height.soft];
    range_ui(numbers, ui, |value| {
        (egui::DragValue::new(value), "In units of the game.")
    });
    ui.checkbox(&mut height.invert, "All other heights instead");
}

/// A mask that a box turns on and off; what it holds while it is on.
fn switched<'a, T>(
    mask: &'a mut Option<T>,
    usual: T,
    name: &str,
    ui: &mut egui::Ui,
) -> Option<&'a mut T> {
    let mut is_on = mask.is_some();
    ui.checkbox(&mut is_on, name);
    if !is_on {
        *mask = None;
        return None;
    }
    Some(mask.get_or_insert(usual))
}

/// From, to, and over how much beyond either the brush fades.
fn range_ui(
    [from, to, soft]: [&mut f32; 3],
    ui: &mut egui::Ui,
    field: impl for<'a> Fn(&'a mut f32) -> (egui::DragValue<'a>, &'static str),
) {
    ui.horizontal(|ui| {
        for (name, value) in [("from", &mut *from), ("to", &mut *to), ("soft", &mut *soft)] {
            let (field, tip) = field(value);
            labelled(ui, name, tip, field);
        }
    });
    (*to, *soft) = (to.max(*from), soft.max(0.0));
}

/// Which textures the brush keeps to, and which it leaves alone: the chosen one is put in.
fn texture_masks_ui(editor: &Editor, brush: &mut GroundBrush, ui: &mut egui::Ui) {
    let chosen = editor.ground_view.texture.as_deref();
    let lists = [
        ("Only on", &mut brush.masks.only_textures),
        ("Never on", &mut brush.masks.never_textures),
    ];
    for (title, list) in lists {
        ui.horizontal(|ui| {
            ui.label(title);
            let name = chosen.map_or("chosen texture", short_name);
            let response = ui.add_enabled(
                chosen.is_some_and(|chosen| !list.iter().any(|it| it == chosen)),
                egui::Button::new(format!("Add {name}")),
            );
            if let Some(chosen) = chosen.filter(|_| response.clicked()) {
                list.push(chosen.to_owned());
            }
        });
        list.retain(|texture| {
            let text = format!("{}  ✕", short_name(texture));
            let response = ui.small_button(text).on_hover_text("Click to take it out.");
            !response.clicked()
        });
    }
}
