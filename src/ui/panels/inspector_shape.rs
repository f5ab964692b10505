//! The inspector's part about how bones are drawn: colour, length, width and rest rotation.

use crate::document::Model;
use crate::edit::operator::SetBoneShape;
use crate::editor::{Editor, Intent, ViewIntent};
use crate::skeleton::{Bone, BoneShape};
use crate::ui::theme;
use crate::ui::widgets::{FieldEvent, number_field, property_row};
use eframe::egui;

/// Shows how the selected bones are drawn; the values are those of the active bone.
pub(super) fn shape_ui(
    editor: &Editor,
    model: &Model,
    active: &Bone,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let change = || {
        let bones = editor.selection.bones().iter();
        SetBoneShape {
            model: Some(model.id.0),
            bones: bones.map(|&id| id.into()).collect(),
            colour: None,
            length: None,
            width: None,
            rest_degrees: None,
            reset: false,
        }
    };
    egui::CollapsingHeader::new("Look of the bone")
        .id_salt("bone shape")
        .default_open(active.shape.is_some())
        .show(ui, |ui| {
            let shape = active.shape.unwrap_or(BoneShape::PLAIN);
            property_row(ui, "Colour", |ui| {
                let mut colour = shape.colour;
                let response = ui
                    .color_edit_button_srgb(&mut colour)
                    .accessible_name("Bone colour")
                    .on_hover_text("The colour of the bone in the viewport");
                if response.changed() {
                    let colour = Some(colour);
                    let operator = SetBoneShape { colour, ..change() };
                    intents.push(ViewIntent::UpdateGesture(operator.into()).into());
                }
                // The gesture lasts as long as the colour picker is open.
                let is_open = egui::Popup::is_any_open(ui.ctx());
                if !is_open && editor.has_gesture() && !ui.input(|input| input.pointer.any_down()) {
                    intents.push(ViewIntent::CommitGesture.into());
                }
                match active.shape {
                    Some(_) => {
                        if ui
                            .small_button("Reset")
                            .on_hover_text("Draw the bone as other bones are drawn")
                            .clicked()
                        {
                            let reset = true;
                            let operator = SetBoneShape { reset, ..change() };
                            intents.push(Intent::Apply(operator.into()));
                        }
                    }
                    None => {
                        ui.weak("as usual");
                    }
                }
            });
            let speed = f64::from(model.size()).max(0.01) * 0.002;
            let mut size = |ui: &mut egui::Ui, label: &str, value: f32, length: bool| {
                property_row(ui, label, |ui| {
                    let name = format!("Bone {}", label.to_lowercase());
                    let event = number_field(ui, &name, Some(value.into()), speed, None, "");
                    push(event, intents, |value| {
                        let value = Some((value as f32).max(0.0));
                        if length {
                            SetBoneShape {
                                length: value,
                                ..change()
                            }
                        } else {
                            SetBoneShape {
                                width: value,
                                ..change()
                            }
                        }
                    });
                });
            };
            size(ui, "Length", shape.length, true);
            size(ui, "Width", shape.width, false);
            let palette = theme::palette(ui);
            let text =
                egui::RichText::new("Points at rest, against its parent").color(palette.text_weak);
            ui.add(egui::Label::new(text).selectable(false));
            let colours = [palette.axis_x, palette.axis_y, palette.axis_z];
            ui.columns(3, |columns| {
                for (axis, (column, colour)) in columns.iter_mut().zip(colours).enumerate() {
                    let name =
                        format!("Rest rotation {}", ["X", "Y", "Z"].get(axis).unwrap_or(&""));
                    let shown = shape.rest_degrees.get(axis).map(|&value| f64::from(value));
                    let event = number_field(column, &name, shown, 0.5, Some(colour), "°");
                    push(event, intents, |value| {
                        let mut rest = shape.rest_degrees;
                        if let Some(slot) = rest.get_mut(axis) {
                            *slot = value as f32;
                        }
                        SetBoneShape {
                            rest_degrees: Some(rest.into()),
                            ..change()
                        }
                    });
                }
            });
        });
}

/// Sends what a field asks for: live while it is dragged, for good when it is let go or typed.
fn push(event: FieldEvent, intents: &mut Vec<Intent>, make: impl FnOnce(f64) -> SetBoneShape) {
    match event {
        FieldEvent::Idle => {}
        FieldEvent::Released => intents.push(ViewIntent::CommitGesture.into()),
        FieldEvent::PutBack => intents.push(ViewIntent::CancelGesture.into()),
        FieldEvent::Dragged(value) => {
            intents.push(ViewIntent::UpdateGesture(make(value).into()).into());
        }
        FieldEvent::Typed(value) => intents.push(Intent::Apply(make(value).into())),
    }
}
