//! A gradient drawn with the mouse: pressed where the active bone has all of the weight, released
//! where it has none.

use super::ScreenView;
use super::viewport_state::{Hold, ViewportState};
use crate::edit::operator::GradientWeights;
use crate::edit::{GradientShapeArgument, Operator};
use crate::editor::{Editor, Intent, ViewIntent};
use crate::math::Vec3;
use crate::ui::theme::Palette;
use eframe::egui::{self, Key, Modifiers, Painter, Pos2, Stroke};

/// Drags shorter than this are clicks, which do nothing.
const LEAST_DRAG: f32 = 4.0;
/// Radius of the dots at either end.
const END_RADIUS: f32 = 4.0;

/// A gradient that follows the mouse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GradientDrag {
    /// Where it was pressed.
    from: Pos2,
    /// That place in the pose that is shown.
    posed: Vec3,
    /// That place in the bind pose.
    bind: Vec3,
    /// Turns ways of the pose into ways of the bind pose, there.
    bind_from_pose: nalgebra::Matrix3<f32>,
}

impl GradientDrag {
    /// Begins where a line of sight meets the skin; `None` beside it.
    fn begin(editor: &Editor, view: &ScreenView, at: Pos2) -> Option<Self> {
        let model = editor.model()?;
        let hit = editor.paint_surface().hit(&view.sight(at))?;
        let mut bind = Vec3::zeros();
        for (&corner, share) in hit.corners.iter().zip(hit.shares) {
            bind += model.vertices.positions.get(corner as usize)? * share;
        }
        // The skin there moves most nearly as the bone with the most weight.
        let strongest = hit.corners.iter().zip(hit.shares);
        let (&corner, _) = strongest.max_by(|(_, a), (_, b)| a.total_cmp(b))?;
        let influences = model.vertices.influences.of(corner as usize);
        let bone = influences.max_by(|a, b| a.weight.total_cmp(&b.weight));
        let index = bone.and_then(|one| model.skeleton.index_of(one.bone));
        let matrix = index.and_then(|index| editor.pose().model_from_bind.get(index));
        let inverse = matrix.and_then(|matrix| matrix.linear().try_inverse());
        Some(Self {
            from: at,
            posed: hit.point,
            bind,
            bind_from_pose: inverse.unwrap_or_else(nalgebra::Matrix3::identity),
        })
    }

    /// Where the mouse is in the bind pose: as deep as the start, so that what lies behind the skin
    /// does not tilt the gradient.
    fn end(&self, view: &ScreenView, at: Pos2) -> Option<Vec3> {
        let ray = view.sight(at);
        let across = view.camera.backward();
        let along = ray.direction.dot(&across);
        let distance = (self.posed - ray.origin).dot(&across) / along;
        let way = ray.at(distance) - self.posed;
        let end = self.bind + self.bind_from_pose * way;
        let is_usable = end.iter().all(|part| part.is_finite()) && end != self.bind;
        is_usable.then_some(end)
    }

    /// What would be kept if the mouse were released at a place.
    fn operator(&self, editor: &Editor, view: &ScreenView, at: Pos2) -> Option<Operator> {
        let bone = editor.selection.active_bone()?;
        let end = self.end(view, at)?;
        let operator = GradientWeights {
            model: editor.selection.model.map(|id| id.0),
            from: self.bind.into(),
            to: end.into(),
            bones: vec![bone.into()],
            shape: GradientShapeArgument::Linear,
            curve: editor.view.weight_tools.gradient_curve,
            vertices: editor.gradient_vertices(bone),
        };
        Some(operator.into())
    }

    /// Draws the line with its full and its empty end.
    pub(super) fn paint(&self, painter: &Painter, palette: &Palette, to: Pos2) {
        for (width, colour) in [(4.0, palette.panel), (2.0, palette.accent)] {
            painter.line_segment([self.from, to], Stroke::new(width, colour));
        }
        let edge = Stroke::new(1.5, palette.panel);
        painter.circle(self.from, END_RADIUS, palette.accent, edge);
        let ring = Stroke::new(1.5, palette.accent);
        painter.circle(to, END_RADIUS, palette.panel, ring);
    }
}

impl ViewportState {
    /// Begins a gradient, or says why it can't be.
    pub(super) fn begin_gradient(
        &mut self,
        editor: &Editor,
        view: &ScreenView,
        at: Pos2,
        intents: &mut Vec<Intent>,
    ) {
        let refusal = match editor.model() {
            None => "There is no model to paint. Open one first.",
            Some(_) if editor.selection.active_bone().is_none() => {
                "No bone is picked, so there is no weight to lay. Alt+click the skin or a bone, or click one in the outliner."
            }
            Some(_) => match GradientDrag::begin(editor, view, at) {
                Some(drag) => {
                    self.hold = Hold::Gradient(drag);
                    return;
                }
                None => "Press on the skin, where the bone is to have all of the weight.",
            },
        };
        intents.push(ViewIntent::Refuse(refusal.to_owned()).into());
    }

    /// Shows the gradient up to the mouse; releasing keeps it, Esc puts everything back.
    pub(super) fn drag_gradient(
        &mut self,
        editor: &Editor,
        view: &ScreenView,
        drag: GradientDrag,
        ui: &egui::Ui,
        intents: &mut Vec<Intent>,
    ) {
        let (is_left, is_down, has_moved, at) = ui.ctx().input_mut(|input| {
            let moved = input.events.iter();
            let has_moved = moved
                .clone()
                .any(|event| matches!(event, egui::Event::PointerMoved(_)));
            (
                input.consume_key(Modifiers::NONE, Key::Escape),
                input.pointer.primary_down(),
                has_moved,
                input.pointer.latest_pos().unwrap_or(drag.from),
            )
        });
        if is_left {
            intents.push(ViewIntent::CancelGesture.into());
            self.hold = Hold::Nothing;
            self.ignores_click = true;
            return;
        }
        let is_long = drag.from.distance(at) >= LEAST_DRAG;
        if is_long && (has_moved || !is_down) {
            let operator = drag.operator(editor, view, at);
            intents.extend(operator.map(|one| ViewIntent::UpdateGesture(one).into()));
        }
        if !is_down {
            intents.push(match is_long {
                true => ViewIntent::CommitGesture.into(),
                false => ViewIntent::CancelGesture.into(),
            });
            self.hold = Hold::Nothing;
        }
    }
}
