//! Marks where attachments, events, lights and emitters hang on the bones.

use super::labels::Page;
use super::viewport_state::ViewportState;
use crate::document::TrackOwner;
use crate::editor::{Editor, owner_label};
use crate::math::Vec3;
use crate::skeleton::{Bone, BoneId};
use crate::ui::theme;
use crate::ui::widgets::node_icon;
use eframe::egui::{Align2, FontId, Shape, Stroke, Vec2};

/// Half the height of a mark, in points.
const SIZE: f32 = 5.0;
/// Height of an icon, in points.
const ICON_SIZE: f32 = 13.0;

/// Marks every part, with its name if the names of bones are shown; the selected one in any case.
pub(super) fn paint_parts(page: &Page<'_>) {
    let (editor, model) = (page.editor, page.model);
    if !editor.view.shows_parts || model.format.is_mdx() {
        return;
    }
    let parts = (0..)
        .zip(&model.attachments)
        .map(|(i, part)| (TrackOwner::Attachment(i), part.bone, part.position))
        .chain(
            (0..)
                .zip(&model.events)
                .map(|(i, part)| (TrackOwner::Event(i), part.bone, part.position)),
        )
        .chain(
            (0..)
                .zip(&model.lights)
                .map(|(i, part)| (TrackOwner::Light(i), part.bone, part.position)),
        )
        .chain(
            (0..)
                .zip(&model.ribbons)
                .map(|(i, part)| (TrackOwner::Ribbon(i), part.bone, part.position)),
        )
        .chain(
            (0..)
                .zip(&model.particles)
                .map(|(i, part)| (TrackOwner::Particle(i), part.bone, part.position)),
        );
    for (owner, bone, position) in parts {
        paint_mark(page, owner, bone, &position);
    }
}

/// Whether a node is drawn and can be picked: those that only carry something are if parts are
/// shown, and while they are selected.
pub(super) fn is_node_shown(editor: &Editor, bone: &Bone) -> bool {
    let view = &editor.view;
    let is_wanted = bone.kind.is_bone() || view.shows_parts || editor.selection.has_bone(bone.id);
    is_wanted && !view.hidden_bones.contains(&bone.id)
}

/// Marks the nodes of an MDX that carry something with the icon of their kind.
pub(super) fn paint_nodes(page: &Page<'_>, state: &ViewportState) {
    let (editor, palette) = (page.editor, page.palette);
    for (index, bone) in page.model.skeleton.bones.iter().enumerate() {
        if bone.kind.is_bone() {
            continue;
        }
        let Some(at) = state.bones.get(index).and_then(|bone| bone.joint) else {
            continue;
        };
        let colour = if editor.selection.has_bone(bone.id) {
            palette.accent
        } else if state.hovered.bone == Some(index) {
            palette.text
        } else {
            palette.good
        };
        let ground = palette.well.gamma_multiply(0.6);
        page.painter.circle_filled(at, SIZE * 1.6, ground);
        let icon = node_icon(bone.kind);
        let font = FontId::new(ICON_SIZE, icon.font_family());
        page.painter
            .text(at, Align2::CENTER_CENTER, icon.codepoint, font, colour);
    }
}

fn paint_mark(page: &Page<'_>, owner: TrackOwner, bone: BoneId, position: &Vec3) {
    let (editor, model) = (page.editor, page.model);
    let matrix = model
        .skeleton
        .index_of(bone)
        .and_then(|index| editor.pose().model_from_bind.get(index));
    let point = matrix.map_or(*position, |matrix| matrix.point(position));
    let Some(at) = page.view.pos_of(&point) else {
        return;
    };
    let is_selected = editor.selection.part == Some(owner);
    let colour = if is_selected {
        page.palette.accent
    } else {
        page.palette.good
    };
    let corners = [Vec2::UP, Vec2::RIGHT, Vec2::DOWN, Vec2::LEFT];
    let corners = corners.map(|corner| at + corner * SIZE).to_vec();
    let outline = Stroke::new(1.5, colour);
    let fill = page.palette.well.gamma_multiply(0.5);
    page.painter
        .add(Shape::convex_polygon(corners, fill, outline));
    if is_selected || editor.view.shows_bone_names {
        page.painter.text(
            at + Vec2::new(SIZE + 3.0, 0.0),
            Align2::LEFT_CENTER,
            owner_label(model, owner),
            FontId::proportional(theme::SMALL_SIZE),
            colour,
        );
    }
}
