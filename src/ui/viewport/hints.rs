//! What the mouse and the keys do over the viewport now, for the hint bar.

use super::brushing::is_brushing;
use super::camera_moves::CameraDrag;
use super::transform::HeldBy;
use super::viewport_state::{Hold, ViewportState};
use crate::editor::{Editor, WeightTool};
use crate::ui::Hint;

/// The hints for the state the viewport is in.
pub(super) fn hints(editor: &Editor, state: &ViewportState) -> Vec<Hint> {
    if let Some(running) = state.transform.running() {
        let ends = match running.held_by {
            HeldBy::Button => Hint::new("Release", "keep"),
            HeldBy::Nothing => Hint::new("Click / Enter", "keep"),
        };
        return vec![
            ends,
            Hint::new("X Y Z", "lock to an axis, again for the bone's own"),
            Hint::new("Shift+X Y Z", "lock to a plane"),
            Hint::new("0-9", "type a number"),
            Hint::new("Shift", "slower"),
            Hint::new("Ctrl", "in steps"),
            Hint::new("Esc", "put back"),
        ];
    }
    match state.hold {
        Hold::Camera(CameraDrag::Orbit) => return vec![Hint::new("Drag", "orbit")],
        Hold::Camera(CameraDrag::Pan) => return vec![Hint::new("Drag", "pan")],
        Hold::Camera(CameraDrag::Zoom) => return vec![Hint::new("Drag up", "come nearer")],
        Hold::Box { .. } => {
            return vec![
                Hint::new("Release", "select what is in the box"),
                Hint::new("Shift", "add"),
                Hint::new("Ctrl", "take out"),
                Hint::new("Esc", "leave the selection"),
            ];
        }
        Hold::Vertices { .. } => {
            return vec![
                Hint::new("Release", "select the vertices in the box"),
                Hint::new("Shift", "add"),
                Hint::new("Ctrl", "take out"),
                Hint::new("Esc", "leave the selection"),
            ];
        }
        Hold::Paint { .. } => {
            return vec![
                Hint::new("Release", "keep the stroke"),
                Hint::new("Esc", "put it back"),
            ];
        }
        Hold::Brush(_) => {
            return vec![
                Hint::new("Move", "change the brush"),
                Hint::new("Click / Enter", "keep"),
                Hint::new("Esc", "put back"),
            ];
        }
        Hold::Gradient(_) => {
            return vec![
                Hint::new("Release", "keep the gradient: no weight from here on"),
                Hint::new("Esc", "put it back"),
            ];
        }
        Hold::Ground { .. }
        | Hold::GroundLine(_)
        | Hold::GroundNumber(_)
        | Hold::Flight
        | Hold::Nothing => {}
    }
    if is_brushing(editor) {
        let mut hints = match editor.view.weight_tool {
            WeightTool::Brush => vec![
                Hint::new("Drag", "paint"),
                Hint::new("Ctrl", "the opposite"),
                Hint::new("Shift", "smooth"),
                Hint::new("F", "radius"),
                Hint::new("Shift+F", "strength"),
                Hint::new("Ctrl+F", "value"),
            ],
            WeightTool::Select => vec![
                Hint::new("Click", selected_by_click(editor)),
                Hint::new("Drag", "select in a box"),
                Hint::new("Shift", "add"),
                Hint::new("Ctrl", "take out"),
            ],
            WeightTool::Gradient => vec![
                Hint::new("Press", "where the active bone has all of the weight"),
                Hint::new("Release", "where it has none"),
            ],
        };
        hints.push(Hint::new("Alt+click", "pick the bone there"));
        hints.push(Hint::new("Middle drag", "orbit"));
        return hints;
    }
    if state.hovered.handle.is_some() {
        return vec![
            Hint::new("Drag", "transform along this handle"),
            Hint::new("Shift", "slower"),
            Hint::new("Ctrl", "in steps"),
            Hint::new("Esc", "put back"),
        ];
    }
    let mut hints = vec![
        Hint::new("Click", "select"),
        Hint::new("Drag", "select in a box"),
        Hint::new("Middle drag", "orbit"),
        Hint::new("Shift+middle", "pan"),
        Hint::new("Wheel", "zoom"),
    ];
    if !editor.selection.bones().is_empty() {
        hints.push(Hint::new("G R S", "move, rotate, scale"));
        hints.push(if editor.unkeyed_pose().is_some() {
            Hint::new("I", "key the unkeyed pose")
        } else {
            Hint::new("I", "key")
        });
    }
    hints
}

fn selected_by_click(editor: &Editor) -> &'static str {
    match editor.view.weight_tools.selects_faces {
        true => "select a face",
        false => "select a vertex",
    }
}
