//! One channel of the selected bones in the inspector: its key, its numbers, its interpolation.

use super::inspector::InspectorState;
use crate::anim::{Interpolation, TrackRef};
use crate::document::{Model, TrackPath};
use crate::edit::operator::{
    DeleteKeyframes, InsertKeyframe, PastePose, SetBoneTransform, SetInterpolation,
};
use crate::edit::{
    BonePose, Channel, ChannelValues, InterpolationArgument, KeyArgument, Operator, TangentFill,
    TrackAddress,
};
use crate::editor::{Editor, Intent, ViewIntent};
use crate::math::{Vec3, quat_from_euler_deg};
use crate::skeleton::{BoneId, LocalTransform};
use crate::ui::theme;
use crate::ui::widgets::{FieldEvent, number_field};
use eframe::egui;

const INTERPOLATIONS: [(InterpolationArgument, &str); 4] = [
    (InterpolationArgument::Step, "Step"),
    (InterpolationArgument::Linear, "Linear"),
    (InterpolationArgument::Hermite, "Hermite"),
    (InterpolationArgument::Bezier, "Bezier"),
];

/// One of position, rotation and scale: a key, three numbers, and the interpolation below.
pub(super) struct ChannelRow {
    /// Which of the three.
    pub(super) channel: Channel,
    /// What it is called.
    pub(super) label: &'static str,
    /// Change per pixel of a drag.
    pub(super) speed: f64,
    /// The unit.
    pub(super) suffix: &'static str,
}

impl ChannelRow {
    /// Shows the row.
    pub(super) fn ui(
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
            FieldEvent::PutBack => {
                intents.push(ViewIntent::CancelGesture.into());
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
                clip_index.is_some_and(|clip| model.has_key(*track, clip, time_ms))
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
