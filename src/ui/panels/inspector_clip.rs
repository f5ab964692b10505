//! The inspector's part about the selected clip: length, flags, and what the game does with it.

use super::inspector::section;
use crate::anim::Clip;
use crate::document::Model;
use crate::edit::operator::{SetClipFlags, SetClipRange};
use crate::edit::{AliasArgument, RangeKeys};
use crate::editor::{Editor, Intent, Request, ShellRequest, ViewIntent};
use crate::ui::widgets::{FieldEvent, number_field, property_row};
use eframe::egui;

/// Shows the selected clip.
pub(super) fn clip_section_ui(
    editor: &Editor,
    model: &Model,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let Some(clip) = editor.clip() else {
        return;
    };
    let title = format!("Clip: {}", clip.display_name());
    section(ui, &title, true, |ui| {
        property_row(ui, "Name", |ui| {
            let response = ui
                .button(clip.display_name())
                .on_hover_text("Rename this clip")
                .accessible_name("Clip name");
            if response.clicked() {
                intents.push(ViewIntent::Request(Request::Shell(ShellRequest::RenameClip)).into());
            }
        });
        if model.format.is_mdx() {
            start_ui(editor, model, clip, ui, intents);
            length_ui(editor, model, clip, ui, intents);
            game_ui(model, clip, ui, intents);
            return;
        }
        property_row(ui, "Animation", |ui| {
            ui.label(format!(
                "id {}, variation {}",
                clip.animation_id, clip.variation
            ))
        });
        length_ui(editor, model, clip, ui, intents);
        game_ui(model, clip, ui, intents);
        alias_ui(model, clip, ui, intents);
        property_row(ui, "Flags", |ui| ui.label(format!("0x{:x}", clip.flags.0)));
    });
}

/// Where the clip begins on the time axis that all clips share; its keyframes go along.
fn start_ui(
    editor: &Editor,
    model: &Model,
    clip: &Clip,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let display = editor.playback.display;
    property_row(ui, "Starts at", |ui| {
        let shown = display.shown(f64::from(clip.start_ms));
        let suffix = format!(" {}", display.unit());
        let event = number_field(ui, "Clip start", Some(shown), 0.2, None, &suffix);
        send(event, intents, |value| {
            SetClipRange {
                model: Some(model.id.0),
                clip: clip.id.into(),
                start_ms: Some(display.time_ms(value.max(0.0)).round() as i32),
                duration_ms: None,
                keys: RangeKeys::Follow,
            }
            .into()
        });
    });
}

fn length_ui(
    editor: &Editor,
    model: &Model,
    clip: &Clip,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let display = editor.playback.display;
    property_row(ui, "Length", |ui| {
        let shown = display.shown(f64::from(clip.length_ms()));
        let suffix = format!(" {}", display.unit());
        let event = number_field(ui, "Clip length", Some(shown), 0.2, None, &suffix);
        send(event, intents, |value| {
            SetClipRange {
                model: Some(model.id.0),
                clip: clip.id.into(),
                start_ms: None,
                duration_ms: Some(display.time_ms(value.max(0.0)).round() as u32),
                keys: RangeKeys::Stay,
            }
            .into()
        });
    });
}

fn game_ui(model: &Model, clip: &Clip, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let unchanged = SetClipFlags {
        model: Some(model.id.0),
        clip: clip.id.into(),
        flags: None,
        looping: None,
        move_speed: None,
        frequency: None,
        repeat: None,
        blend_time_ms: None,
        rarity: None,
        alias: None,
    };
    let mut is_looping = clip.is_looping();
    let response = ui
        .checkbox(&mut is_looping, "Repeats in the game")
        .on_hover_text("If not, the clip plays once and holds its last pose.");
    if response.changed() {
        let operator = SetClipFlags {
            looping: Some(is_looping),
            ..unchanged.clone()
        };
        intents.push(Intent::Apply(operator.into()));
    }
    property_row(ui, "Move speed", |ui| {
        let shown = Some(f64::from(clip.move_speed));
        let event = number_field(ui, "Move speed", shown, 0.02, None, " /s");
        send(event, intents, |value| {
            SetClipFlags {
                move_speed: Some(value as f32),
                ..unchanged.clone()
            }
            .into()
        });
    });
    if model.format.is_mdx() {
        property_row(ui, "Rarity", |ui| {
            let shown = Some(f64::from(clip.rarity));
            let event = number_field(ui, "Rarity", shown, 0.05, None, "");
            send(event, intents, |value| {
                SetClipFlags {
                    rarity: Some(value.max(0.0) as f32),
                    ..unchanged.clone()
                }
                .into()
            });
        });
        return;
    }
    property_row(ui, "Frequency", |ui| {
        let shown = Some(f64::from(clip.frequency));
        let event = number_field(ui, "Frequency", shown, 50.0, None, "");
        send(event, intents, |value| {
            SetClipFlags {
                frequency: Some(value.round().clamp(0.0, f64::from(i16::MAX)) as i16),
                ..unchanged.clone()
            }
            .into()
        });
    });
    property_row(ui, "Blend time", |ui| {
        let shown = Some(f64::from(clip.blend_time & 0xFFFF));
        let event = number_field(ui, "Blend time", shown, 1.0, None, " ms");
        send(event, intents, |value| {
            SetClipFlags {
                blend_time_ms: Some(value.round().clamp(0.0, f64::from(u16::MAX)) as u16),
                ..unchanged.clone()
            }
            .into()
        });
    });
}

/// Whose keyframes an alias plays, with a way there and a way out.
fn alias_ui(model: &Model, clip: &Clip, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    if !clip.is_alias() {
        return;
    }
    property_row(ui, "Plays", |ui| match model.clip(clip.alias_of) {
        Some(target) => {
            let text = format!("keyframes of {}", target.display_name());
            if ui.link(text).on_hover_text("Show that clip").clicked() {
                intents.push(ViewIntent::SelectClip(target.id).into());
            }
        }
        None => {
            ui.label("a clip that is not there");
        }
    });
    let response = ui.button("Give it its own keyframes").on_hover_text(
        "The clip no longer plays another clip's keyframes; edits then change only this clip.",
    );
    if response.clicked() {
        let operator = SetClipFlags {
            model: Some(model.id.0),
            clip: clip.id.into(),
            flags: None,
            looping: None,
            move_speed: None,
            frequency: None,
            repeat: None,
            blend_time_ms: None,
            rarity: None,
            alias: Some(AliasArgument::None),
        };
        intents.push(Intent::Apply(operator.into()));
    }
}

fn send(
    event: FieldEvent,
    intents: &mut Vec<Intent>,
    operator: impl Fn(f64) -> crate::edit::Operator,
) {
    match event {
        FieldEvent::Idle => {}
        FieldEvent::Released => intents.push(ViewIntent::CommitGesture.into()),
        FieldEvent::PutBack => intents.push(ViewIntent::CancelGesture.into()),
        FieldEvent::Dragged(value) => {
            intents.push(ViewIntent::UpdateGesture(operator(value)).into());
        }
        FieldEvent::Typed(value) => intents.push(Intent::Apply(operator(value))),
    }
}
