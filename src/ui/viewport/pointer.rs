//! What the mouse does while no transform runs: it moves the camera, selects, and takes handles.

use super::ScreenView;
use super::bone_pick::bones_in_box;
use super::camera_moves::{CameraDrag, drag_camera, wheel_camera};
use super::gizmo::kind_of;
use super::transform::HeldBy;
use super::transform_input::Grip;
use super::viewport_state::{Hold, ViewportState};
use crate::editor::{Editor, Intent, SelectMode, ViewIntent};
use crate::skeleton::BoneId;
use eframe::egui::{self, Key, Modifiers, PointerButton, Pos2, Rect, Response};

impl ViewportState {
    /// Lets the wheel and the middle button move the camera.
    pub(super) fn move_camera(&mut self, view: &ScreenView, response: &Response, ui: &egui::Ui) {
        if let Hold::Camera(kind) = self.hold {
            let (by, at, is_down) = ui.input(|input| {
                let pointer = &input.pointer;
                (pointer.delta(), pointer.latest_pos(), pointer.any_down())
            });
            if let Some(at) = at.filter(|_| is_down) {
                drag_camera(view, &mut self.camera, kind, by, at);
                ui.set_cursor_icon(egui::CursorIcon::Grabbing);
                return;
            }
            self.hold = Hold::Nothing;
        }
        if !response.contains_pointer() {
            return;
        }
        let (modifiers, is_middle, is_primary) = ui.input(|input| {
            let pointer = &input.pointer;
            (
                input.modifiers,
                pointer.button_pressed(PointerButton::Middle),
                pointer.button_pressed(PointerButton::Primary),
            )
        });
        let kind = if modifiers.shift {
            CameraDrag::Pan
        } else if modifiers.command || modifiers.ctrl {
            CameraDrag::Zoom
        } else {
            CameraDrag::Orbit
        };
        if is_middle || (is_primary && modifiers.alt) {
            self.hold = Hold::Camera(kind);
            self.ignores_click = is_primary;
            return;
        }
        let (scroll, pinch, at) = ui.input(|input| {
            (
                input.smooth_scroll_delta().y,
                input.zoom_delta(),
                input.pointer.hover_pos(),
            )
        });
        if let Some(at) = at {
            if scroll != 0.0 {
                wheel_camera(view, &mut self.camera, scroll, at);
            }
            if pinch != 1.0 && pinch > 0.0 {
                let place = view.place_of(at);
                self.camera.zoom_at(place, pinch.recip(), view.aspect());
            }
        }
    }

    /// Lets the left button take a handle, select, or draw a box.
    pub(super) fn use_pointer(
        &mut self,
        editor: &Editor,
        view: &ScreenView,
        response: &Response,
        ui: &egui::Ui,
        intents: &mut Vec<Intent>,
    ) {
        let (is_pressed, is_down, at) = ui.input(|input| {
            let pointer = &input.pointer;
            (
                pointer.button_pressed(PointerButton::Primary),
                pointer.primary_down(),
                pointer.latest_pos(),
            )
        });
        if let Hold::Box { from } = self.hold {
            self.draw_box(editor, [from, at.unwrap_or(from)], is_down, ui, intents);
            return;
        }
        if self.ignores_click {
            self.ignores_click = is_down;
            return;
        }
        if is_pressed && response.contains_pointer() {
            // Keys that move about in a tree or a field are the viewport's from now on.
            ui.memory_mut(|memory| {
                if let Some(id) = memory.focused() {
                    memory.surrender_focus(id);
                }
            });
        }
        let handle = self
            .hovered
            .handle
            .and_then(|index| self.gizmo.handles.get(index).copied());
        if is_pressed
            && response.contains_pointer()
            && let (Some(handle), Some(kind), Some(at)) = (handle, kind_of(editor.view.tool), at)
        {
            let grip = Grip {
                kind,
                lock: handle.lock,
                held_by: HeldBy::Button,
            };
            self.start_transform(editor, view, grip, at, intents);
            self.ignores_click = true;
        } else if response.drag_started_by(PointerButton::Primary) {
            let from = ui.input(|input| input.pointer.press_origin());
            if let Some(from) = from {
                self.hold = Hold::Box { from };
            }
        } else if response.clicked()
            && let Some(at) = response.interact_pointer_pos()
        {
            let modifiers = ui.input(|input| input.modifiers);
            let mode = click_mode(modifiers);
            let bone = self.bone_for_click(editor, view, at);
            if bone.is_some() || mode == SelectMode::Replace {
                select(bone.into_iter().collect(), mode, intents);
            }
        }
    }

    fn draw_box(
        &mut self,
        editor: &Editor,
        corners: [Pos2; 2],
        is_down: bool,
        ui: &egui::Ui,
        intents: &mut Vec<Intent>,
    ) {
        let is_left = ui
            .ctx()
            .input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        if is_left {
            self.hold = Hold::Nothing;
            self.ignores_click = is_down;
            return;
        }
        if is_down {
            return;
        }
        self.hold = Hold::Nothing;
        let modifiers = ui.input(|input| input.modifiers);
        let mode = if modifiers.shift {
            SelectMode::Add
        } else if modifiers.command || modifiers.ctrl {
            SelectMode::Remove
        } else {
            SelectMode::Replace
        };
        let Some(model) = editor.model().filter(|_| editor.view.shows_bones) else {
            return;
        };
        let [from, to] = corners;
        let inside: Vec<BoneId> = bones_in_box(&self.bones, Rect::from_two_pos(from, to))
            .filter_map(|index| model.skeleton.bones.get(index).map(|bone| bone.id))
            .collect();
        if !inside.is_empty() || mode == SelectMode::Replace {
            select(inside, mode, intents);
        }
    }
}

/// How a click changes the selection.
fn click_mode(modifiers: Modifiers) -> SelectMode {
    if modifiers.shift {
        SelectMode::Add
    } else if modifiers.command || modifiers.ctrl {
        SelectMode::Toggle
    } else {
        SelectMode::Replace
    }
}

fn select(bones: Vec<BoneId>, mode: SelectMode, intents: &mut Vec<Intent>) {
    intents.push(ViewIntent::SelectBones { bones, mode }.into());
}
