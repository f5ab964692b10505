//! The inspector: the values of what is selected, to drag or type.

use super::inspector_bone::bone_section_ui;
use super::inspector_clip::clip_section_ui;
use super::inspector_geoset::geoset_section_ui;
use super::inspector_keys::keys_section_ui;
use super::inspector_node::node_section_ui;
use crate::anim::KeyValue;
use crate::document::{Model, ModelFormat, TrackOwner};
use crate::editor::{Editor, Intent, SelectMode, ViewIntent, bone_label, owner_label};
use crate::math::{Quat, Vec3, quat_from_euler_deg};
use crate::skeleton::BoneId;
use crate::ui::theme;
use crate::ui::widgets::property_row;
use eframe::egui;

/// What the inspector keeps between frames.
#[derive(Debug, Default)]
pub struct InspectorState {
    /// The angles last typed or dragged, and the rotation they stand for.
    ///
    /// Many angles stand for one rotation; while the rotation is the same, the user's own are shown.
    pub(super) euler: Option<(Quat, Vec3)>,
}

impl InspectorState {
    /// The angles to show for a rotation: the user's own if they stand for it.
    pub(super) fn euler_deg(&self, rotation: &Quat) -> Vec3 {
        match &self.euler {
            Some((known, euler)) if known.dot(rotation).abs() > 1.0 - 1e-6 => *euler,
            _ => crate::math::euler_deg_from_quat(rotation),
        }
    }

    /// Remembers the user's angles.
    pub(super) fn keep_euler(&mut self, euler_deg: Vec3) {
        self.euler = Some((quat_from_euler_deg(&euler_deg), euler_deg));
    }
}

/// Shows the values of what is selected.
pub fn inspector_ui(
    editor: &Editor,
    state: &mut InspectorState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let Some(model) = editor.model() else {
        ui.centered_and_justified(|ui| ui.weak("Nothing is open."));
        return;
    };
    egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            egui::Frame::new()
                .inner_margin(egui::Margin::symmetric(8, 6))
                .show(ui, |ui| {
                    bone_section_ui(editor, model, state, ui, intents);
                    match (editor.selection.part, editor.selection.active_bone()) {
                        (Some(part), None) => part_section_ui(model, part, ui, intents),
                        (_, Some(node)) => node_section_ui(model, node, ui, intents),
                        (None, None) => {}
                    }
                    if let Some(geoset) = editor.selection.geoset {
                        geoset_section_ui(model, geoset, ui, intents);
                    }
                    keys_section_ui(editor, model, ui, intents);
                    clip_section_ui(editor, model, ui, intents);
                    model_section_ui(model, ui);
                });
        });
}

/// A heading that opens and closes what is below it.
pub(super) fn section<R>(
    ui: &mut egui::Ui,
    title: &str,
    is_open: bool,
    add: impl FnOnce(&mut egui::Ui) -> R,
) {
    egui::CollapsingHeader::new(egui::RichText::new(title).strong())
        .id_salt(title.split(':').next().unwrap_or(title))
        .default_open(is_open)
        .show_unindented(ui, add);
    ui.add_space(4.0);
}

/// A bone's name that selects it when clicked.
pub(super) fn bone_link_ui(
    model: &Model,
    id: BoneId,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let label = bone_label(model, id);
    if model.skeleton.bone(id).is_none() {
        ui.weak("none");
    } else if ui.link(&label).on_hover_text("Select this bone").clicked() {
        intents.push(
            ViewIntent::SelectBones {
                bones: vec![id],
                mode: SelectMode::Replace,
            }
            .into(),
        );
    }
}

/// A label and a text.
pub(super) fn text_row(ui: &mut egui::Ui, label: &str, text: &str) {
    property_row(ui, label, |ui| ui.add(egui::Label::new(text).truncate()));
}

fn part_section_ui(model: &Model, part: TrackOwner, ui: &mut egui::Ui, intents: &mut Vec<Intent>) {
    let title = format!("Part: {}", owner_label(model, part));
    section(ui, &title, true, |ui| {
        let place = match part {
            TrackOwner::Attachment(i) => {
                (model.attachments.get(i as usize)).map(|p| (Some(p.bone), p.position))
            }
            TrackOwner::Event(i) => {
                (model.events.get(i as usize)).map(|p| (Some(p.bone), p.position))
            }
            TrackOwner::Light(i) => {
                (model.lights.get(i as usize)).map(|p| (Some(p.bone), p.position))
            }
            TrackOwner::Camera(i) => {
                (model.cameras.get(i as usize)).map(|p| (None, p.position_base))
            }
            _ => None,
        };
        if let Some((bone, position)) = place {
            if let Some(bone) = bone {
                property_row(ui, "Bone", |ui| bone_link_ui(model, bone, ui, intents));
            }
            let text = format!("{:.3}  {:.3}  {:.3}", position.x, position.y, position.z);
            text_row(ui, "Position", &text);
        }
        if let TrackOwner::Event(i) = part
            && let Some(event) = model.events.get(i as usize)
        {
            text_row(ui, "Number", &event.payload.to_string());
        }
        tracks_ui(model, part, ui, intents);
    });
}

/// The tracks of a part, each with its keyframes; one that never changes with its value.
pub(super) fn tracks_ui(
    model: &Model,
    part: TrackOwner,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    for (path, track) in model.owner_tracks(part) {
        let count = track.key_count();
        let constant = (model.format.is_mdx() && track.is_constant())
            .then(|| track.any_keys(0).value(0))
            .flatten();
        let text = match constant {
            Some(value) => value_text(&value),
            None => format!("{count} keyframes, {:?}", track.interpolation()),
        };
        let label = path.channel.replace('_', " ");
        property_row(ui, &label, |ui| {
            if ui.link(text).on_hover_text("Show its curve").clicked() {
                intents.push(ViewIntent::SelectChannel(Some(path)).into());
            }
        });
    }
}

fn value_text(value: &KeyValue) -> String {
    match value {
        KeyValue::Vector(v) => format!("{:.3}  {:.3}  {:.3}", v.x, v.y, v.z),
        KeyValue::Rotation(q) => format!("{:.3}  {:.3}  {:.3}  {:.3}", q.i, q.j, q.k, q.w),
        KeyValue::Scalar(number) => format!("{number:.3}"),
        KeyValue::Integer(number) => number.to_string(),
        KeyValue::Event => "once".to_owned(),
    }
}

fn model_section_ui(model: &Model, ui: &mut egui::Ui) {
    let title = format!("Model: {}", model.title);
    section(ui, &title, false, |ui| {
        let format = match model.format {
            ModelFormat::M2 { version } => format!("M2, version {version}"),
            ModelFormat::Mdx { version } => format!("MDX, version {version}"),
            ModelFormat::BoneText => "Text skeleton".to_owned(),
        };
        text_row(ui, "Format", &format);
        text_row(ui, "Bones", &model.bone_count().to_string());
        text_row(ui, "Vertices", &model.vertices.len().to_string());
        let triangles = model
            .views
            .first()
            .map_or(0, |view| view.triangles.len() / 3);
        text_row(ui, "Triangles", &triangles.to_string());
        text_row(ui, "Clips", &model.clips.len().to_string());
        text_row(ui, "Textures", &model.textures.len().to_string());
        let emitters = model.particles.len() + model.model_emitters.len();
        let emitters = emitters + model.sprite_emitters.len();
        text_row(ui, "Particles", &emitters.to_string());
        let size = egui::RichText::new(format!("{:.3} units", model.size()));
        property_row(ui, "Size", |ui| {
            ui.label(size.color(theme::palette(ui).text))
        });
    });
}
