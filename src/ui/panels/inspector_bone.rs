//! The inspector's part about bones: name, parent, flags, pivot, and the pose at the playhead.

use super::inspector::{InspectorState, bone_link_ui, section};
use super::inspector_channel::ChannelRow;
use super::inspector_shape::shape_ui;
use crate::document::{Model, TrackOwner};
use crate::edit::operator::{SetBoneFlags, SetPivot};
use crate::edit::{Channel, KeepOnMove};
use crate::editor::{Editor, Intent, Request, ShellRequest, ViewIntent, bone_label};
use crate::math::Vec3;
use crate::skeleton::{BoneFlags, BoneId};
use crate::ui::theme;
use crate::ui::widgets::{FieldEvent, number_field, property_row};
use eframe::egui;

const CHANNELS: [(Channel, &str, f64, &str); 3] = [
    (Channel::Translation, "Position", 0.01, ""),
    (Channel::Rotation, "Rotation", 0.5, "°"),
    (Channel::Scale, "Scale", 0.01, ""),
];

const FLAGS: [(u32, &str, &str); 7] = [
    (
        BoneFlags::SPHERICAL_BILLBOARD,
        "Faces the camera",
        "The bone turns its X axis to the camera.",
    ),
    (
        0x10,
        "Faces the camera about X",
        "Turns about its own X axis only.",
    ),
    (
        0x20,
        "Faces the camera about Y",
        "Turns about its own Y axis only.",
    ),
    (
        0x40,
        "Faces the camera about Z",
        "Turns about its own Z axis only.",
    ),
    (
        BoneFlags::IGNORE_PARENT_TRANSLATION,
        "Ignores parent's position",
        "The parent's movement is not inherited.",
    ),
    (
        BoneFlags::IGNORE_PARENT_ROTATION,
        "Ignores parent's rotation",
        "The parent's rotation is not inherited.",
    ),
    (
        BoneFlags::IGNORE_PARENT_SCALE,
        "Ignores parent's scale",
        "The parent's scale is not inherited.",
    ),
];

/// Shows the selected bones.
pub(super) fn bone_section_ui(
    editor: &Editor,
    model: &Model,
    state: &mut InspectorState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let selected = editor.selection.bones();
    let Some(active) = editor.selection.active_bone() else {
        if editor.selection.part.is_none() {
            ui.weak("No bone is selected. Click one in the viewport or the outliner.");
            ui.add_space(4.0);
        }
        return;
    };
    let name = bone_label(model, active);
    let title = match selected.len() {
        1 => format!("Bone: {name}"),
        count => format!("Bone: {name} and {} more", count - 1),
    };
    section(ui, &title, true, |ui| {
        if editor.clip().is_some() {
            for (channel, label, speed, suffix) in CHANNELS {
                let row = ChannelRow {
                    channel,
                    label,
                    speed: if channel == Channel::Translation {
                        f64::from(model.size()).max(0.01) * 0.002
                    } else {
                        speed
                    },
                    suffix,
                };
                row.ui(editor, model, state, ui, intents);
            }
        } else {
            ui.weak("Add a clip to pose bones.");
        }
        bone_properties_ui(editor, model, active, ui, intents);
    });
}

fn bone_properties_ui(
    editor: &Editor,
    model: &Model,
    active: BoneId,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let Some(bone) = model.skeleton.bone(active) else {
        return;
    };
    ui.add_space(4.0);
    property_row(ui, "Name", |ui| {
        let name = bone_label(model, active);
        if ui
            .button(&name)
            .on_hover_text("Rename this bone (F2)")
            .clicked()
        {
            intents.push(ViewIntent::Request(Request::Shell(ShellRequest::RenameBone)).into());
        }
    });
    property_row(ui, "Parent", |ui| match bone.parent {
        Some(parent) => bone_link_ui(model, parent, ui, intents),
        None => {
            ui.weak("none");
        }
    });
    let owner = TrackOwner::Bone(active);
    let attached = model
        .attachments
        .iter()
        .filter(|part| part.bone == active)
        .count();
    if attached > 0 {
        property_row(ui, "Carries", |ui| {
            ui.label(format!("{attached} attachments"))
        });
    }
    let key_count: usize = model
        .owner_tracks(owner)
        .iter()
        .map(|(_, track)| track.key_count())
        .sum();
    property_row(ui, "Keyframes", |ui| {
        ui.label(format!("{key_count} in all clips"))
    });
    pivot_ui(model, active, bone.pivot, ui, intents);
    shape_ui(editor, model, bone, ui, intents);
    flags_ui(editor, model, bone.flags, ui, intents);
}

fn pivot_ui(model: &Model, id: BoneId, pivot: Vec3, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let palette = theme::palette(ui);
    let colours = [palette.axis_x, palette.axis_y, palette.axis_z];
    let text = egui::RichText::new("Pivot, in model space").color(palette.text_weak);
    ui.add(egui::Label::new(text).selectable(false));
    let speed = f64::from(model.size()).max(0.01) * 0.002;
    ui.columns(3, |columns| {
        for (axis, column) in columns.iter_mut().enumerate() {
            let name = format!("Pivot {}", ["X", "Y", "Z"].get(axis).unwrap_or(&""));
            let shown = pivot.get(axis).map(|&value| f64::from(value));
            let colour = colours.get(axis).copied();
            let event = number_field(column, &name, shown, speed, colour, "");
            let value = match event {
                FieldEvent::Idle => continue,
                FieldEvent::Released => {
                    intents.push(ViewIntent::CommitGesture.into());
                    continue;
                }
                FieldEvent::PutBack => {
                    intents.push(ViewIntent::CancelGesture.into());
                    continue;
                }
                FieldEvent::Dragged(value) | FieldEvent::Typed(value) => value as f32,
            };
            let mut position = pivot;
            if let Some(slot) = position.get_mut(axis) {
                *slot = value;
            }
            let operator = SetPivot {
                model: Some(model.id.0),
                bone: id.into(),
                position: position.into(),
                keep: KeepOnMove::default(),
            };
            intents.push(ViewIntent::UpdateGesture(operator.into()).into());
            if matches!(event, FieldEvent::Typed(_)) {
                intents.push(ViewIntent::CommitGesture.into());
            }
        }
    });
}

fn flags_ui(
    editor: &Editor,
    model: &Model,
    flags: BoneFlags,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    egui::CollapsingHeader::new(format!("Flags 0x{:x}", flags.0))
        .id_salt("bone flags")
        .show(ui, |ui| {
            for (bit, label, tooltip) in FLAGS {
                let mut is_set = flags.has(bit);
                if ui
                    .checkbox(&mut is_set, label)
                    .on_hover_text(tooltip)
                    .changed()
                {
                    let bones = editor.selection.bones().iter();
                    let operator = SetBoneFlags {
                        model: Some(model.id.0),
                        bones: bones.map(|&id| id.into()).collect(),
                        set: if is_set { bit } else { 0 },
                        clear: if is_set { 0 } else { bit },
                    };
                    intents.push(Intent::Apply(operator.into()));
                }
            }
        });
}
