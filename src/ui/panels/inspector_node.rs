//! The inspector's part about what an MDX node carries: a light, an emitter, a shape.

use super::inspector::{section, text_row, tracks_ui};
use crate::document::{CollisionShape, Model, TrackOwner};
use crate::editor::{Intent, carried_part};
use crate::math::Vec3;
use crate::skeleton::{BoneId, BoneKind};
use eframe::egui;

/// Shows what the node carries, if it is there to carry something.
pub(super) fn node_section_ui(
    model: &Model,
    node: BoneId,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let Some(bone) = model.skeleton.bone(node) else {
        return;
    };
    if !model.format.is_mdx() || bone.kind.is_bone() {
        return;
    }
    let title = format!("Carries: {}", bone.kind.word());
    section(ui, &title, true, |ui| {
        if bone.kind == BoneKind::CollisionShape {
            let mut shapes = model.collision_shapes.iter();
            if let Some(shape) = shapes.find(|shape| shape.bone == node) {
                shape_ui(shape, ui);
            }
        }
        if let Some(part) = carried_part(model, node) {
            for (label, text) in facts(model, part) {
                text_row(ui, label, &text);
            }
            tracks_ui(model, part, ui, intents);
        }
    });
}

fn shape_ui(shape: &CollisionShape, ui: &mut egui::Ui) {
    let kind = match shape.kind {
        CollisionShape::BOX => "box",
        CollisionShape::PLANE => "plane",
        CollisionShape::SPHERE => "sphere",
        CollisionShape::CYLINDER => "cylinder",
        _ => "unknown",
    };
    text_row(ui, "Shape", kind);
    let [from, to] = shape.points;
    if shape.kind == CollisionShape::SPHERE {
        text_row(ui, "Centre", &place(&from));
    } else {
        text_row(ui, "From", &place(&from));
        text_row(ui, "To", &place(&to));
    }
    if shape.has_radius() {
        text_row(ui, "Radius", &format!("{:.2}", shape.radius));
    }
}

/// What is the same in all clips.
fn facts(model: &Model, part: TrackOwner) -> Vec<(&'static str, String)> {
    let found = match part {
        TrackOwner::Light(i) => model.lights.get(i as usize).map(|light| {
            let kind = match light.kind {
                0 => "directional",
                1 => "point",
                2 => "ambient",
                _ => "unknown",
            };
            vec![("Kind", kind.to_owned())]
        }),
        TrackOwner::Attachment(i) => model.attachments.get(i as usize).map(|part| {
            vec![
                ("Number", part.kind.to_string()),
                ("Model", path(&part.path)),
            ]
        }),
        TrackOwner::Event(i) => model.events.get(i as usize).map(|event| {
            let name = model.skeleton.bone(event.bone);
            let name = name.and_then(|bone| bone.name.clone()).unwrap_or_default();
            vec![("What", event_word(&event.tag).to_owned()), ("Name", name)]
        }),
        TrackOwner::ModelEmitter(i) => (model.model_emitters.get(i as usize))
            .map(|emitter| vec![("Model", path(&emitter.path))]),
        TrackOwner::SpriteEmitter(i) => model.sprite_emitters.get(i as usize).map(|emitter| {
            let [birth, middle, end] = emitter.scales;
            let filter = match emitter.filter {
                0 => "blend",
                1 => "additive",
                2 => "modulate",
                3 => "modulate 2x",
                4 => "alpha key",
                _ => "unknown",
            };
            let texture = usize::try_from(emitter.texture).ok();
            let texture = texture.and_then(|slot| model.textures.get(slot));
            vec![
                ("Filter", filter.to_owned()),
                (
                    "Texture",
                    texture.map_or_else(|| "none".to_owned(), |texture| texture.path_text()),
                ),
                ("Tiles", format!("{} x {}", emitter.columns, emitter.rows)),
                ("Lifespan", format!("{} s", emitter.lifespan)),
                ("Sizes", format!("{birth:.2}  {middle:.2}  {end:.2}")),
                ("Priority", emitter.priority_plane.to_string()),
            ]
        }),
        TrackOwner::Ribbon(i) => model.ribbons.get(i as usize).map(|ribbon| {
            let material = ribbon.materials.first();
            vec![
                (
                    "Material",
                    material.map_or_else(|| "none".to_owned(), u16::to_string),
                ),
                ("Lifespan", format!("{} s", ribbon.edge_lifetime)),
                ("Edges", format!("{} a second", ribbon.edges_per_second)),
                ("Gravity", ribbon.gravity.to_string()),
            ]
        }),
        _ => None,
    };
    found.unwrap_or_default()
}

/// What the first letters of an event's name mean.
fn event_word(tag: &[u8; 4]) -> &'static str {
    match tag.get(..3) {
        Some(b"SND") => "sound",
        Some(b"SPL") => "splat on the ground",
        Some(b"FPT") => "footprint",
        Some(b"SPN") => "model that appears",
        Some(b"UBR") => "mark on the ground",
        _ => "unknown",
    }
}

fn place(point: &Vec3) -> String {
    format!("{:.2}  {:.2}  {:.2}", point.x, point.y, point.z)
}

fn path(bytes: &[u8]) -> String {
    let text = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    if text.is_empty() {
        "none".to_owned()
    } else {
        String::from_utf8_lossy(text).into_owned()
    }
}
