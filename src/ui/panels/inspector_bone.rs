//! The inspector's part about bones: name, parent, flags, pivot, and the pose at the playhead.

use super::inspector::{InspectorState, bone_link_ui, section};
use crate::anim::{Interpolation, TrackRef};
use crate::document::{Model, TrackOwner, TrackPath};
use crate::edit::operator::{
    DeleteKeyframes, InsertKeyframe, PastePose, SetBoneFlags, SetBoneTransform, SetInterpolation,
    SetPivot,
};
use crate::edit::{
    BonePose, Channel, ChannelValues, InterpolationArgument, KeepOnMove, KeyArgument, Operator,
    TangentFill, TrackAddress,
};
use crate::editor::{Editor, Intent, ShellRequest, ViewIntent, bone_label};
use crate::math::{Vec3, quat_from_euler_deg};
use crate::skeleton::{BoneFlags, BoneId, LocalTransform};
use crate::ui::theme;
use crate::ui::widgets::{FieldEvent, number_field, property_row};
use eframe::egui;

const CHANNELS: [(Channel, &str, f64, &str); 3] = [
    (Channel::Translation, "Position", 0.01, ""),
    (Channel::Rotation, "Rotation", 0.5, "°"),
    (Channel::Scale, "Scale", 0.01, ""),
];

const INTERPOLATIONS: [(InterpolationArgument, &str); 4] = [
    (InterpolationArgument::Step, "Step"),
    (InterpolationArgument::Linear, "Linear"),
    (InterpolationArgument::Hermite, "Hermite"),
    (InterpolationArgument::Bezier, "Bezier"),
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

/// One of position, rotation and scale: a key, three numbers, and the interpolation below.
struct ChannelRow {
    channel: Channel,
    label: &'static str,
    speed: f64,
    suffix: &'static str,
}

impl ChannelRow {
    fn ui(
        &self,
        editor: &Editor,
        model: &Model,
        state: &mut InspectorState,
        ui: &mut egui::Ui,
        intents: &mut Vec<Intent>,
    ) {
        let palette = theme::palette(ui);
        let colours = [palette.axis_x, palette.axis_y, palette.axis_z];
        ui.horizontal(|ui| {
            self.key_ui(editor, model, ui, intents);
            let text = egui::RichText::new(self.label).color(palette.text_weak);
            ui.add(egui::Label::new(text).selectable(false));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                self.interpolation_ui(editor, model, ui, intents);
            });
        });
        ui.columns(3, |columns| {
            for (axis, column) in columns.iter_mut().enumerate() {
                let name = format!(
                    "{} {}",
                    self.label,
                    ["X", "Y", "Z"].get(axis).unwrap_or(&"")
                );
                let shown = self.shared_value(editor, model, state, axis);
                let colour = colours.get(axis).copied();
                let event = number_field(column, &name, shown, self.speed, colour, self.suffix);
                self.edit(editor, model, state, axis, event, intents);
            }
        });
    }

    /// The number that all selected bones have on an axis; `None` if they differ.
    fn shared_value(
        &self,
        editor: &Editor,
        model: &Model,
        state: &InspectorState,
        axis: usize,
    ) -> Option<f64> {
        let mut shared: Option<f64> = None;
        for &id in editor.selection.bones() {
            let local = local_of(editor, model, id)?;
            let value = f64::from(self.vector(&local, state).get(axis).copied()?);
            match shared {
                Some(other) if (other - value).abs() > 1e-3 * other.abs().max(1.0) => return None,
                _ => shared = Some(value),
            }
        }
        shared
    }

    fn vector(&self, local: &LocalTransform, state: &InspectorState) -> Vec3 {
        match self.channel {
            Channel::Translation => local.translation,
            Channel::Rotation => state.euler_deg(&local.rotation),
            Channel::Scale => local.scale,
        }
    }

    fn edit(
        &self,
        editor: &Editor,
        model: &Model,
        state: &mut InspectorState,
        axis: usize,
        event: FieldEvent,
        intents: &mut Vec<Intent>,
    ) {
        let value = match event {
            FieldEvent::Idle => return,
            FieldEvent::Released => {
                intents.push(ViewIntent::CommitGesture.into());
                return;
            }
            FieldEvent::Dragged(value) | FieldEvent::Typed(value) => value as f32,
        };
        if let Some(operator) = self.operator(editor, model, state, axis, value) {
            intents.push(ViewIntent::UpdateGesture(operator).into());
            if matches!(event, FieldEvent::Typed(_)) {
                intents.push(ViewIntent::CommitGesture.into());
            }
        }
    }

    /// Sets one axis of every selected bone and leaves their other axes as they are.
    fn operator(
        &self,
        editor: &Editor,
        model: &Model,
        state: &mut InspectorState,
        axis: usize,
        value: f32,
    ) -> Option<Operator> {
        let clip = editor.selection.clip?;
        let time_ms = editor.playback.key_time_ms();
        let mut pose = Vec::new();
        for &id in editor.selection.bones() {
            let local = local_of(editor, model, id)?;
            let mut vector = self.vector(&local, state);
            *vector.get_mut(axis)? = value;
            if self.channel == Channel::Rotation {
                state.keep_euler(vector);
            }
            pose.push((id, vector));
        }
        if let [(id, vector)] = pose.as_slice() {
            let values: [f32; 3] = (*vector).into();
            let values = match self.channel {
                Channel::Translation => ChannelValues {
                    translation: Some(values),
                    ..ChannelValues::default()
                },
                Channel::Rotation => ChannelValues {
                    rotation: Some(KeyArgument::Euler { euler_deg: values }),
                    ..ChannelValues::default()
                },
                Channel::Scale => ChannelValues {
                    scale: Some(values),
                    ..ChannelValues::default()
                },
            };
            return Some(
                SetBoneTransform {
                    model: Some(model.id.0),
                    clip: clip.into(),
                    bones: vec![(*id).into()],
                    time_ms,
                    values,
                    key: true,
                }
                .into(),
            );
        }
        let pose = pose
            .into_iter()
            .map(|(id, vector)| self.bone_pose(id, vector));
        Some(
            PastePose {
                model: Some(model.id.0),
                clip: clip.into(),
                time_ms,
                pose: pose.collect(),
                key: true,
            }
            .into(),
        )
    }

    fn bone_pose(&self, id: BoneId, vector: Vec3) -> BonePose {
        let mut pose = BonePose {
            bone: id.into(),
            translation: None,
            rotation: None,
            scale: None,
        };
        match self.channel {
            Channel::Translation => pose.translation = Some(vector.into()),
            Channel::Rotation => {
                let q = quat_from_euler_deg(&vector);
                pose.rotation = Some([q.i, q.j, q.k, q.w]);
            }
            Channel::Scale => pose.scale = Some(vector.into()),
        }
        pose
    }

    fn tracks<'a>(&self, editor: &Editor, model: &'a Model) -> Vec<(TrackPath, TrackRef<'a>)> {
        editor
            .selection
            .bones()
            .iter()
            .filter_map(|&id| {
                let path = TrackPath::bone(id, self.channel.name());
                Some((path, model.track(path)?))
            })
            .collect()
    }

    /// The diamond: whether there is a keyframe at the playhead; a click adds or deletes it.
    fn key_ui(&self, editor: &Editor, model: &Model, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
        let palette = theme::palette(ui);
        let time_ms = editor.playback.key_time_ms();
        let clip_index = editor.key_clip_index();
        let tracks = self.tracks(editor, model);
        let keyed: Vec<TrackPath> = tracks
            .iter()
            .filter(|(_, track)| {
                clip_index.is_some_and(|clip| track.times_ms(clip).contains(&time_ms))
            })
            .map(|(path, _)| *path)
            .collect();
        let is_keyed = !tracks.is_empty() && keyed.len() == tracks.len();
        let is_unkeyed = editor.unkeyed_pose().is_some_and(|pose| {
            let mut bones = editor.selection.bones().iter();
            bones.any(|&id| pose.has(id, self.channel.name()))
        });
        let (colour, filled, tooltip) = if is_unkeyed {
            (
                palette.warning,
                true,
                "Changed and not keyed. Click to key it.",
            )
        } else if is_keyed {
            (
                palette.accent,
                true,
                "Keyed here. Click to delete the keyframe.",
            )
        } else {
            (
                palette.text_weak,
                false,
                "Not keyed here. Click to add a keyframe.",
            )
        };
        let size = egui::Vec2::splat(18.0);
        let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
        let name = format!("Key {}", self.label.to_lowercase());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name.clone()));
        let response = response.on_hover_text(tooltip);
        let radius = if response.hovered() { 6.5 } else { 5.5 };
        let c = rect.center();
        let corners = vec![
            c + egui::vec2(0.0, -radius),
            c + egui::vec2(radius, 0.0),
            c + egui::vec2(0.0, radius),
            c + egui::vec2(-radius, 0.0),
        ];
        let stroke = egui::Stroke::new(1.5, colour);
        ui.painter().add(if filled {
            egui::Shape::convex_polygon(corners, colour, egui::Stroke::NONE)
        } else {
            egui::Shape::closed_line(corners, stroke)
        });
        let Some(clip) = editor.selection.clip.filter(|_| response.clicked()) else {
            return;
        };
        let model_id = Some(model.id.0);
        let operator: Operator = if is_unkeyed {
            match editor.key_unkeyed() {
                Some(operator) => operator,
                None => return,
            }
        } else if is_keyed {
            let keys = keyed.iter().map(|path| crate::edit::KeyRef {
                track: TrackAddress::Text(path.text(model)),
                clip: clip.into(),
                time_ms,
            });
            DeleteKeyframes {
                model: model_id,
                keys: keys.collect(),
            }
            .into()
        } else {
            let bones = editor.selection.bones().iter();
            InsertKeyframe {
                model: model_id,
                clip: clip.into(),
                bones: bones.map(|&id| id.into()).collect(),
                channels: vec![self.channel],
                time_ms,
                values: None,
            }
            .into()
        };
        intents.push(Intent::Apply(operator));
    }

    /// The interpolation of the channel: stored once for the track, so it holds in all clips.
    fn interpolation_ui(
        &self,
        editor: &Editor,
        model: &Model,
        ui: &mut egui::Ui,
        intents: &mut Vec<Intent>,
    ) {
        let tracks = self.tracks(editor, model);
        let first = tracks.first().map(|(_, track)| track.interpolation());
        let is_mixed = tracks
            .iter()
            .any(|(_, track)| Some(track.interpolation()) != first);
        let shown = match first {
            _ if is_mixed => "-".to_owned(),
            Some(Interpolation::Unknown(number)) => format!("Number {number}"),
            Some(interpolation) => format!("{interpolation:?}"),
            None => String::new(),
        };
        let response = egui::ComboBox::from_id_salt(("interpolation", self.label))
            .selected_text(shown)
            .width(84.0)
            .show_ui(ui, |ui| {
                for (interpolation, text) in INTERPOLATIONS {
                    let is_shown = !is_mixed && first == Some(interpolation.into());
                    if ui.selectable_label(is_shown, text).clicked() && !is_shown {
                        let operator = SetInterpolation {
                            model: Some(model.id.0),
                            tracks: tracks
                                .iter()
                                .map(|(path, _)| TrackAddress::Text(path.text(model)))
                                .collect(),
                            interpolation,
                            tangents: TangentFill::default(),
                        };
                        intents.push(Intent::Apply(operator.into()));
                    }
                }
            })
            .response;
        response
            .on_hover_text("How it goes from keyframe to keyframe. One for all clips.")
            .accessible_name(format!("{} interpolation", self.label));
    }
}

fn local_of(editor: &Editor, model: &Model, id: BoneId) -> Option<LocalTransform> {
    let index = model.skeleton.index_of(id)?;
    editor.pose().local.get(index).copied()
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
            intents.push(
                ViewIntent::Request(crate::editor::Request::Shell(ShellRequest::RenameBone)).into(),
            );
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
