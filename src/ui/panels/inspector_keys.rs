//! The inspector's part about selected keyframes: when they are, and what one of them sets.

use super::inspector::section;
use crate::anim::KeyValue;
use crate::document::Model;
use crate::edit::operator::{MoveKeyframes, SetKeyValue};
use crate::edit::{CollisionPolicy, KeyArgument, Operator, TrackAddress};
use crate::editor::{Editor, Intent, KeyRef, ViewIntent, track_label};
use crate::math::{Vec3, euler_deg_from_quat};
use crate::ui::theme;
use crate::ui::widgets::{FieldEvent, number_field, property_row};
use eframe::egui;

/// Shows the selected keyframes, if there are any.
pub(super) fn keys_section_ui(
    editor: &Editor,
    model: &Model,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let keys = editor.selection.keys();
    let (Some(first), Some(clip)) = (keys.iter().next().copied(), editor.selection.clip) else {
        return;
    };
    let title = match keys.len() {
        1 => format!("Keyframe: {}", track_label(model, first.path)),
        count => format!("Keyframe: {count} selected"),
    };
    section(ui, &title, true, |ui| {
        time_ui(editor, model, ui, intents);
        if keys.len() == 1
            && let Some(index) = editor.key_clip_index()
            && let Some(track) = model.track(first.path)
        {
            let place = model.place(track, index);
            let list = track.any_keys(place.list);
            let position = place
                .list_ms(first.time_ms)
                .and_then(|time| list.times_ms().iter().rposition(|&other| other == time));
            if let Some(value) = position.and_then(|position| list.value(position)) {
                value_ui(model, first, clip.into(), value, ui, intents);
            }
        }
    });
}

/// The time of the first selected keyframe; changing it moves all of them.
fn time_ui(editor: &Editor, model: &Model, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let keys = editor.selection.keys();
    let display = editor.playback.display;
    let (Some(earliest), Some(clip)) = (
        keys.iter().map(|key| key.time_ms).min(),
        editor.selection.clip,
    ) else {
        return;
    };
    let is_one_time = keys.iter().all(|key| key.time_ms == earliest);
    let shown = display.shown(f64::from(earliest));
    let label = if is_one_time { "Time" } else { "First time" };
    property_row(ui, label, |ui| {
        let suffix = format!(" {}", display.unit());
        let event = number_field(ui, "Keyframe time", Some(shown), 0.1, None, &suffix);
        // Moving is not shown while dragging: the selection follows only once it has landed.
        if let FieldEvent::Typed(value) | FieldEvent::Dragged(value) = event {
            let wanted_ms = display.time_ms(value).round() as i32;
            let delta_ms = wanted_ms.saturating_sub(earliest);
            if delta_ms == 0 {
                return;
            }
            let operator = MoveKeyframes {
                model: Some(model.id.0),
                keys: keys
                    .iter()
                    .map(|key| crate::edit::KeyRef {
                        track: TrackAddress::Text(key.path.text(model)),
                        clip: clip.into(),
                        time_ms: key.time_ms,
                    })
                    .collect(),
                delta_ms,
                value_delta: None,
                collisions: CollisionPolicy::default(),
            };
            intents.push(ViewIntent::UpdateGesture(operator.into()).into());
            intents.push(ViewIntent::CommitGesture.into());
        }
    });
}

fn value_ui(
    model: &Model,
    key: KeyRef,
    clip: crate::edit::ClipRef,
    value: KeyValue,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let set = |value: KeyArgument| -> Operator {
        SetKeyValue {
            model: Some(model.id.0),
            track: TrackAddress::Text(key.path.text(model)),
            clip: clip.clone(),
            time_ms: key.time_ms,
            value: Some(value),
            incoming: None,
            outgoing: None,
        }
        .into()
    };
    match value {
        KeyValue::Vector(vector) => {
            vector_ui(vector, 0.01, "", ui, intents, |vector| {
                set(KeyArgument::Vector(vector.into()))
            });
        }
        KeyValue::Rotation(rotation) => {
            let euler = euler_deg_from_quat(&rotation);
            vector_ui(euler, 0.5, "°", ui, intents, |euler| {
                set(KeyArgument::Euler {
                    euler_deg: euler.into(),
                })
            });
        }
        KeyValue::Scalar(number) => scalar_ui(f64::from(number), 0.01, ui, intents, |number| {
            set(KeyArgument::Number(number as f32))
        }),
        KeyValue::Integer(number) => scalar_ui(f64::from(number), 0.05, ui, intents, |number| {
            set(KeyArgument::Number(number.round() as f32))
        }),
        KeyValue::Event => {
            ui.weak("An event has a time and no value.");
        }
    }
}

fn scalar_ui(
    number: f64,
    speed: f64,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
    set: impl Fn(f64) -> Operator,
) {
    property_row(ui, "Value", |ui| {
        let event = number_field(ui, "Keyframe value", Some(number), speed, None, "");
        send(event, intents, set);
    });
}

fn vector_ui(
    vector: Vec3,
    speed: f64,
    suffix: &str,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
    set: impl Fn(Vec3) -> Operator,
) {
    let palette = theme::palette(ui);
    let colours = [palette.axis_x, palette.axis_y, palette.axis_z];
    ui.columns(3, |columns| {
        for (axis, column) in columns.iter_mut().enumerate() {
            let name = format!("Keyframe {}", ["X", "Y", "Z"].get(axis).unwrap_or(&""));
            let shown = vector.get(axis).map(|&value| f64::from(value));
            let colour = colours.get(axis).copied();
            let event = number_field(column, &name, shown, speed, colour, suffix);
            send(event, intents, |value| {
                let mut edited = vector;
                if let Some(slot) = edited.get_mut(axis) {
                    *slot = value as f32;
                }
                set(edited)
            });
        }
    });
}

fn send(event: FieldEvent, intents: &mut Vec<Intent>, set: impl Fn(f64) -> Operator) {
    match event {
        FieldEvent::Idle => {}
        FieldEvent::Released => intents.push(ViewIntent::CommitGesture.into()),
        FieldEvent::PutBack => intents.push(ViewIntent::CancelGesture.into()),
        FieldEvent::Dragged(value) => {
            intents.push(ViewIntent::UpdateGesture(set(value)).into());
        }
        FieldEvent::Typed(value) => intents.push(Intent::Apply(set(value))),
    }
}
