//! The list beside the curves: hide, solo, how rotations are shown, and the active key's numbers.

use super::curve_input::grabbed_key;
use super::panel::component_colour;
use super::{CurveId, RotationParts, argument};
use crate::edit::CollisionPolicy;
use crate::editor::{Intent, KeyRef, SelectMode, ViewIntent};
use crate::ui::theme;
use crate::ui::timeline::{
    KeyChange, KeyOperators, ShownClip, TimelineState, TimelineView, time_field_ui,
};
use eframe::egui;
use egui::{
    Button, ComboBox, DragValue, Rect, Response, RichText, ScrollArea, Ui, UiBuilder, Vec2,
};
use egui_material_icons::icons::{ICON_VISIBILITY, ICON_VISIBILITY_OFF};

/// The list of curves in `rect`.
pub fn curve_list_ui(
    view: &TimelineView<'_>,
    shown: ShownClip<'_>,
    state: &mut TimelineState,
    rect: Rect,
    ui: &mut Ui,
    intents: &mut Vec<Intent>,
) {
    let builder = UiBuilder::new().max_rect(rect.shrink2(Vec2::new(4.0, 2.0)));
    ui.scope_builder(builder, |ui| {
        ui.set_clip_rect(rect.intersect(ui.clip_rect()));
        ui.spacing_mut().item_spacing = Vec2::new(4.0, 2.0);
        rotation_ui(state, ui);
        active_key_ui(view, shown, state, ui, intents);
        ui.separator();
        ScrollArea::vertical()
            .id_salt("curve list")
            .show(ui, |ui| list_ui(state, ui));
    });
}

fn rotation_ui(state: &mut TimelineState, ui: &mut Ui) {
    let label = |parts| match parts {
        RotationParts::Euler => "Rotations: degrees",
        RotationParts::Quaternion => "Rotations: quaternion",
    };
    let combo = ComboBox::from_id_salt("rotation parts")
        .width(ui.available_width() - 8.0)
        .selected_text(label(state.curves.rotation));
    let response = combo
        .show_ui(ui, |ui| {
            for parts in [RotationParts::Euler, RotationParts::Quaternion] {
                ui.selectable_value(&mut state.curves.rotation, parts, label(parts));
            }
        })
        .response;
    response.accessible_name("Rotation curves").on_hover_text(
        "Degrees about X, Y, Z without jumps, or the quaternion as stored. \
         Keys stay unit quaternions either way",
    );
}

/// Time and value of the key touched last, to type or drag.
fn active_key_ui(
    view: &TimelineView<'_>,
    shown: ShownClip<'_>,
    state: &mut TimelineState,
    ui: &mut Ui,
    intents: &mut Vec<Intent>,
) {
    let curves = state.curves.cache.last();
    let active = state
        .curves
        .active
        .and_then(|(id, time_ms)| grabbed_key(&shown, &curves, &state.curves, id, time_ms));
    let Some(grabbed) = active else {
        ui.weak("Click a key for its numbers");
        return;
    };
    let id = grabbed.id;
    let time_ms = grabbed.key.time_ms;
    let operators = KeyOperators::new(shown);
    ui.horizontal(|ui| {
        ui.label("Key at");
        if let Some(wanted_ms) = time_field_ui(ui, view, f64::from(time_ms), "Key time") {
            let delta_ms = (wanted_ms.round() as i32).saturating_sub(time_ms);
            let moved_ms = time_ms.saturating_add(delta_ms);
            let is_free = curves
                .iter()
                .filter(|curve| curve.id.is_some_and(|other| other.path == id.path))
                .all(|curve| curve.key_position(moved_ms).is_none());
            let operator =
                operators.move_keys(&[grabbed.key], delta_ms, None, CollisionPolicy::Refuse);
            intents.push(Intent::Apply(operator));
            if is_free {
                let key = KeyRef {
                    path: id.path,
                    time_ms: moved_ms,
                };
                let mode = SelectMode::Replace;
                intents.push(
                    ViewIntent::SelectKeys {
                        keys: vec![key],
                        mode,
                    }
                    .into(),
                );
                state.curves.active = Some((id, key.time_ms));
            }
        }
    });
    ui.horizontal(|ui| {
        ui.label("Value");
        let mut value = grabbed.part();
        let speed = (state.curves.values.top - state.curves.values.bottom) / 400.0;
        let field = DragValue::new(&mut value).speed(speed).max_decimals(5);
        let response = ui.add(field).accessible_name("Key value");
        let response = response.on_hover_text("Value of the key: drag, or type a number");
        if response.changed() && value != grabbed.part() {
            let change = KeyChange {
                value: argument(grabbed.with_part(value)),
                ..KeyChange::default()
            };
            let operator = operators.set_value(grabbed.key, change);
            intents.push(ViewIntent::UpdateGesture(operator).into());
            if !response.dragged() {
                intents.push(ViewIntent::CommitGesture.into());
            }
        }
        if response.drag_stopped() {
            intents.push(ViewIntent::CommitGesture.into());
        }
    });
}

fn list_ui(state: &mut TimelineState, ui: &mut Ui) {
    let palette = theme::palette(ui);
    // As of the last frame: the plot, which makes the curves, is drawn after this list.
    let curves = state.curves.cache.last();
    for curve in curves.iter() {
        let Some(id) = curve.id else {
            continue;
        };
        ui.horizontal(|ui| {
            let is_shown = state.curves.shows(id);
            eye_ui(state, id, &curve.label, ui);
            let colour = component_colour(palette, id);
            let colour = if is_shown { colour } else { palette.text_weak };
            let text = RichText::new(&curve.label).color(colour);
            let is_solo = state.curves.solo == Some(id);
            let button = Button::new(text)
                .frame_when_inactive(false)
                .selected(is_solo)
                .truncate();
            let response: Response = ui.add(button);
            let response = response.on_hover_text("Click: show only this curve. Again: show all");
            if response.clicked() {
                state.curves.solo = if is_solo { None } else { Some(id) };
                state.curves.fit_next_frame();
            }
        });
    }
}

fn eye_ui(state: &mut TimelineState, id: CurveId, label: &str, ui: &mut Ui) {
    let is_hidden = state.curves.hidden.contains(&id);
    let (icon, verb) = if is_hidden {
        (ICON_VISIBILITY_OFF, "Show")
    } else {
        (ICON_VISIBILITY, "Hide")
    };
    let button = Button::new(icon.rich_text())
        .frame_when_inactive(false)
        .small();
    let response = ui.add(button).accessible_name(format!("{verb} {label}"));
    let response = response.on_hover_text(format!("{verb} this curve"));
    if response.clicked() && !state.curves.hidden.remove(&id) {
        state.curves.hidden.insert(id);
    }
}
