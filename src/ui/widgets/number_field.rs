//! A number to drag or type, that says when a drag begins, goes on and ends.

use crate::ui::theme;
use eframe::egui;

/// What happened to a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FieldEvent {
    /// Nothing.
    Idle,
    /// It is being dragged, and would be this if released now.
    Dragged(f64),
    /// The drag ended.
    Released,
    /// The drag was given up with Esc: what it showed is to be put back.
    PutBack,
    /// It was typed.
    Typed(f64),
}

/// A number to drag or type; `None` shows `-`, for several things that differ.
///
/// `name` is what the field is called, such as `Rotation X`; `speed` is the change per pixel.
pub fn number_field(
    ui: &mut egui::Ui,
    name: &str,
    value: Option<f64>,
    speed: f64,
    colour: Option<egui::Color32>,
    suffix: &str,
) -> FieldEvent {
    // Rounding would show a tiny negative number as -0.
    let shown = value.unwrap_or(0.0);
    let shown = if shown.abs() < 5e-4 { 0.0 } else { shown };
    // A field can't drag infinity: it is shown, and typing replaces it.
    let odd = (!shown.is_finite()).then(|| shown.to_string());
    let shown = if odd.is_some() { 0.0 } else { shown };
    let mut edited = shown;
    let is_mixed = value.is_none();
    let mut field = egui::DragValue::new(&mut edited)
        .speed(speed)
        .max_decimals(if suffix == "°" { 1 } else { 3 })
        .update_while_editing(false)
        .suffix(if is_mixed { "" } else { suffix }.to_owned());
    if is_mixed {
        field = field.custom_formatter(|_, _| "-".to_owned());
    } else if let Some(odd) = odd {
        field = field.suffix("").custom_formatter(move |_, _| odd.clone());
    }
    let width = ui.available_width().max(24.0);
    let response = ui
        .add_sized([width, theme::ROW_HEIGHT - 2.0], field)
        .on_hover_text(format!("{name}: drag, or double click to type"))
        .accessible_name(name);
    if let Some(colour) = colour {
        let rect = response.rect;
        let bar = egui::Rect::from_min_max(rect.min, egui::pos2(rect.min.x + 2.0, rect.max.y));
        ui.painter().rect_filled(bar, 1.0, colour);
    }
    if response.drag_stopped() && ui.input(|input| input.key_pressed(egui::Key::Escape)) {
        FieldEvent::PutBack
    } else if response.drag_stopped() {
        FieldEvent::Released
    } else if response.dragged() && response.changed() {
        FieldEvent::Dragged(edited)
    } else if response.changed() && (is_mixed || edited != shown) {
        FieldEvent::Typed(edited)
    } else {
        FieldEvent::Idle
    }
}

/// A row with a label at the left and what `add` shows at the right.
pub fn property_row<R>(ui: &mut egui::Ui, label: &str, add: impl FnOnce(&mut egui::Ui) -> R) -> R {
    ui.horizontal(|ui| {
        let size = [theme::LABEL_WIDTH, theme::ROW_HEIGHT];
        ui.allocate_ui_with_layout(
            size.into(),
            egui::Layout::left_to_right(egui::Align::Center),
            |ui| {
                ui.set_min_width(theme::LABEL_WIDTH);
                let text = egui::RichText::new(label).color(theme::palette(ui).text_weak);
                ui.add(egui::Label::new(text).truncate().selectable(false));
            },
        );
        add(ui)
    })
    .inner
}
