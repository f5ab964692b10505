//! The pane where it shows the ground of a map.

use super::camera_moves::{side_of, toggle_projection};
use super::terrain_ring::paint_terrain_ring;
use super::viewport_state::ViewportState;
use super::{ScreenView, gizmo_paint::paint_axes};
use crate::document::Terrain;
use crate::editor::{Editor, ViewportRequest};
use crate::render::{Camera, FixedView, fit_terrain, frame_terrain, turn_to_terrain};
use crate::terrain::HoleFill;
use crate::ui::{Hint, theme};
use eframe::egui::{self, PointerButton, Rect, Response, Vec2};

/// From the top right corner to the middle of the small axes.
const AXES_INSET: f32 = 46.0;

/// Shows a terrain and moves the camera over it.
pub(super) fn terrain_ui(
    editor: &Editor,
    terrain: &Terrain,
    state: &mut ViewportState,
    response: &Response,
    ui: &mut egui::Ui,
) {
    let rect = response.rect;
    state.frame_terrain_first(editor, terrain, rect);
    state.carry_out_terrain_requests(terrain, rect);
    state.follow_ground(terrain, response, ui);
    let view = state.view(rect);
    state.move_camera(&view, response, ui);
    let view = state.view(rect);
    let cursor = ui.input(|input| input.pointer.hover_pos());
    let cursor = cursor.filter(|_| state.is_hovered);
    // Holes are picked too: they can be closed again.
    state.ground = cursor.and_then(|cursor| {
        let sight = view.sight(cursor);
        terrain.shape.pick_ground(&sight, HoleFill::Filled)
    });
    let camera = state.camera;
    state
        .graphics
        .show_terrain(editor, terrain, &camera, ui, rect);
    let painter = ui.painter_at(rect);
    if let Some(ring) = state.terrain_ring {
        paint_terrain_ring(&painter, &view, &terrain.shape, ring);
    }
    let corner = rect.right_top() + Vec2::new(-AXES_INSET, AXES_INSET);
    paint_axes(&painter, theme::palette(ui), &view.camera, corner);
    state.hints = vec![
        Hint::new("Middle drag", "orbit"),
        Hint::new("Shift+middle", "pan"),
        Hint::new("Wheel", "zoom"),
        Hint::new("Home", "show all of the map"),
    ];
    state.status = None;
}

impl ViewportState {
    /// Shows all of a terrain that was not shown before.
    fn frame_terrain_first(&mut self, editor: &Editor, terrain: &Terrain, rect: Rect) {
        let now = Some((editor.document_number(), terrain.id));
        if self.framed_terrain != now {
            self.framed_terrain = now;
            self.framed = None;
            self.camera = Camera::default();
            let aspect = self.view(rect).aspect();
            frame_terrain(&mut self.camera, &terrain.shape, FixedView::Iso, aspect);
        }
    }

    fn carry_out_terrain_requests(&mut self, terrain: &Terrain, rect: Rect) {
        for request in std::mem::take(&mut self.requests) {
            let aspect = self.view(rect).aspect();
            match request {
                ViewportRequest::FrameAll | ViewportRequest::FrameSelected => {
                    fit_terrain(&mut self.camera, &terrain.shape, aspect);
                }
                ViewportRequest::Look(direction) => {
                    turn_to_terrain(&mut self.camera, &terrain.shape, side_of(direction));
                }
                ViewportRequest::ToggleOrtho => toggle_projection(&mut self.camera),
                // These are about models.
                ViewportRequest::LookThroughCamera
                | ViewportRequest::DragBrush(_)
                | ViewportRequest::Transform(_) => {}
            }
        }
    }

    /// Puts the camera's target as deep as the ground under the cursor where a drag or the wheel
    /// begins to move it, so that the ground follows the cursor at any distance.
    fn follow_ground(&mut self, terrain: &Terrain, response: &Response, ui: &egui::Ui) {
        let (cursor, begins) = ui.input(|input| {
            let pressed = input.pointer.button_pressed(PointerButton::Middle)
                || input.pointer.button_pressed(PointerButton::Primary) && input.modifiers.alt;
            let scrolls = input.smooth_scroll_delta().y != 0.0 || input.zoom_delta() != 1.0;
            (input.pointer.hover_pos(), pressed || scrolls)
        });
        if !begins || !response.contains_pointer() {
            return;
        }
        let view: ScreenView = self.view(response.rect);
        let hit = cursor.and_then(|cursor| {
            let sight = view.sight(cursor);
            terrain.shape.pick_ground(&sight, HoleFill::Filled)
        });
        if let Some(hit) = hit {
            self.camera.refocus(&hit.position.into());
        }
    }
}
