//! Words in the viewport: names of bones, numbers in the corners, and what is not keyed.

use super::ScreenView;
use super::camera_moves::side_name;
use super::transform::Running;
use super::viewport_state::{BoneNames, ViewportState};
use crate::document::Model;
use crate::editor::{AutoKey, Editor, bone_label};
use crate::render::Projection;
use crate::ui::theme::{self, Palette};
use crate::ui::timeline::tag;
use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2};

const MARGIN: f32 = 10.0;
const FRAME_WIDTH: f32 = 3.0;
const DOT_RADIUS: f32 = 3.5;

/// Everything that the words are about.
pub(super) struct Page<'a> {
    pub editor: &'a Editor,
    pub model: &'a Model,
    pub view: &'a ScreenView,
    pub painter: &'a Painter,
    pub palette: &'a Palette,
}

impl BoneNames {
    /// Brings the names up to date with the document.
    pub fn refresh(&mut self, editor: &Editor, model: &Model) {
        let now = (
            editor.document_number(),
            editor.document_revision(),
            model.id,
        );
        if self.of != Some(now) {
            self.of = Some(now);
            let bones = model.skeleton.bones.iter();
            self.names = bones.map(|bone| bone_label(model, bone.id)).collect();
        }
    }

    /// The name of the bone at a position in file order.
    pub fn name(&self, index: usize) -> &str {
        self.names.get(index).map_or("", String::as_str)
    }
}

/// Writes the names of bones: of all if they are asked for, else of the selected ones.
///
/// A name that would cover another is left out; selected bones come first.
pub(super) fn paint_names(page: &Page<'_>, state: &ViewportState) {
    let editor = page.editor;
    if !editor.view.shows_bones {
        return;
    }
    let mut taken: Vec<Rect> = Vec::new();
    for pass_is_selected in [true, false] {
        if !pass_is_selected && !editor.view.shows_bone_names {
            break;
        }
        for (index, bone) in page.model.skeleton.bones.iter().enumerate() {
            if editor.selection.has_bone(bone.id) != pass_is_selected {
                continue;
            }
            let Some(joint) = state.bones.get(index).and_then(|bone| bone.joint) else {
                continue;
            };
            if !page.view.rect.contains(joint) {
                continue;
            }
            let colour = if pass_is_selected {
                page.palette.accent
            } else {
                page.palette.text
            };
            write_name(page, state.names.name(index), joint, colour, &mut taken);
        }
    }
}

fn write_name(page: &Page<'_>, name: &str, joint: Pos2, colour: Color32, taken: &mut Vec<Rect>) {
    let font = FontId::proportional(theme::SMALL_SIZE);
    let galley = page.painter.layout_no_wrap(name.to_owned(), font, colour);
    let at = joint + Vec2::new(8.0, -galley.size().y * 0.5);
    let place = Rect::from_min_size(at, galley.size()).expand(1.0);
    if taken.iter().any(|other| other.intersects(place)) {
        return;
    }
    taken.push(place);
    let ground = page.palette.well.gamma_multiply(0.6);
    page.painter
        .rect_filled(place.expand2(Vec2::new(2.0, 0.0)), 3.0, ground);
    page.painter.galley(at, galley, colour);
}

/// Puts an orange dot beside every bone whose pose is not keyed.
pub(super) fn paint_unkeyed(page: &Page<'_>, state: &ViewportState) {
    let Some(unkeyed) = page.editor.unkeyed_pose() else {
        return;
    };
    for &id in unkeyed.bones.keys() {
        let index = page.model.skeleton.index_of(id);
        let Some(joint) = index.and_then(|index| state.bones.get(index)?.joint) else {
            continue;
        };
        let at = joint + Vec2::new(-8.0, -8.0);
        let rim = Stroke::new(1.0, page.palette.well);
        page.painter
            .circle(at, DOT_RADIUS, page.palette.warning, rim);
    }
    let count = unkeyed.bones.len();
    let bones = if count == 1 { "bone" } else { "bones" };
    let at = page.view.rect.left_bottom() + Vec2::new(MARGIN + 4.0, -MARGIN - 6.0);
    page.painter
        .circle_filled(at, DOT_RADIUS, page.palette.warning);
    corner_text(
        page,
        at + Vec2::new(9.0, 0.0),
        Align2::LEFT_CENTER,
        &format!("Unkeyed pose of {count} {bones}: I keys it"),
        page.palette.warning,
    );
}

/// Names the bone that a click would select.
pub(super) fn paint_hovered(page: &Page<'_>, state: &ViewportState, cursor: Pos2) {
    if let Some(index) = state.hovered.bone {
        let name = state.names.name(index).to_owned();
        tag(page.painter, page.palette, cursor, name);
    }
}

/// Says at the cursor what a transform does.
pub(super) fn paint_transform(page: &Page<'_>, running: &Running) {
    let label = running.label();
    tag(page.painter, page.palette, running.pointer.last, label);
}

/// Writes where the camera is and how large the model is; frames a second while it plays.
pub(super) fn paint_corner(page: &Page<'_>, frames_per_second: Option<f32>) {
    let camera = &page.view.camera;
    let side = side_name(camera).unwrap_or("Free");
    let projection = match camera.projection {
        Projection::Perspective => "perspective",
        Projection::Orthographic => "parallel",
    };
    let model = page.model;
    let triangles = (model.views.first()).map_or(0, |view| view.triangles.len() / 3);
    let lines = [
        Some(format!("{side}, {projection}")),
        Some(format!(
            "{} bones  {} vertices  {} triangles",
            grouped(model.skeleton.bones.len()),
            grouped(model.vertices.len()),
            grouped(triangles)
        )),
        frames_per_second.map(|fps| format!("{fps:.0} fps")),
    ];
    let mut at = page.view.rect.left_top() + Vec2::splat(MARGIN);
    for line in lines.iter().flatten() {
        let colour = page.palette.text_weak;
        let height = corner_text(page, at, Align2::LEFT_TOP, line, colour).height();
        at.y += height + 2.0;
    }
}

/// The frame that nobody overlooks while poses set keyframes by themselves.
pub(super) fn paint_auto_key(page: &Page<'_>) {
    let text = match page.editor.view.auto_key {
        AutoKey::Off => return,
        AutoKey::Add => "AUTO-KEY",
        AutoKey::ReplaceOnly => "AUTO-KEY: REPLACE",
    };
    let colour = page.palette.error;
    let stroke = Stroke::new(FRAME_WIDTH, colour);
    page.painter
        .rect_stroke(page.view.rect, 0.0, stroke, StrokeKind::Inside);
    let at = page.view.rect.center_top() + Vec2::new(0.0, MARGIN);
    corner_text(page, at, Align2::CENTER_TOP, text, colour);
}

/// Text on a ground that keeps it readable over any model.
fn corner_text(page: &Page<'_>, at: Pos2, anchor: Align2, text: &str, colour: Color32) -> Rect {
    let font = FontId::proportional(theme::SMALL_SIZE + 1.0);
    let galley = page.painter.layout_no_wrap(text.to_owned(), font, colour);
    let place = anchor.anchor_size(at, galley.size());
    let ground = page.palette.well.gamma_multiply(0.55);
    page.painter
        .rect_filled(place.expand2(Vec2::new(4.0, 1.0)), 3.0, ground);
    page.painter.galley(place.min, galley, colour);
    place
}

/// A number with a comma between thousands.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_told_apart() {
        for (number, expected) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1234567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), expected);
        }
    }
}
