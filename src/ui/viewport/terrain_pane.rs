//! The pane where it shows the ground of a map.

use super::brush_outline::{paint_line, paint_symmetry_centre};
use super::camera_moves::{side_of, toggle_projection};
use super::ground_input::{chunk_bounds, ground_hints};
use super::ground_legend::paint_ground_legend;
use super::ground_line::paint_rope;
use super::ground_look::ground_reading;
use super::ground_marks::{
    paint_brush_outline, paint_line_preview, paint_note, paint_number, paint_picked_chunk,
    paint_tally, paint_texture_list, tile_border,
};
use super::region_marks::paint_regions;
use super::terrain_ring::paint_terrain_ring;
use super::tile_look::{look_of, tells_more, whole_reach};
use super::viewport_state::{Hold, ViewportState};
use super::{ScreenView, gizmo_paint::paint_axes};
use crate::document::Terrain;
use crate::editor::{Editor, GroundIntent, Intent, ViewportRequest};
use crate::render::{Camera, FixedView, fit_terrain, frame_terrain, turn_to_terrain};
use crate::terrain::HoleFill;
use crate::ui::theme;
use eframe::egui::{self, PointerButton, Pos2, Rect, Response, Vec2};

/// How much farther than a tile that was asked for the camera shows.
const TILE_ROOM: f32 = 4.0;
/// From the top right corner to the middle of the small axes.
const AXES_INSET: f32 = 46.0;

/// Shows a terrain, moves the camera over it, and lets the left button work on it.
pub(super) fn terrain_ui(
    editor: &Editor,
    terrain: &Terrain,
    state: &mut ViewportState,
    response: &Response,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let rect = response.rect;
    state.frame_terrain_first(editor, terrain, rect);
    state.carry_out_terrain_requests(editor, terrain, rect, ui, intents);
    let is_working = state.is_on_ground();
    let is_flying = !is_working && state.fly(terrain, response, ui);
    if !is_working && !is_flying {
        state.follow_ground(terrain, response, ui);
        let view = state.view(rect);
        state.move_camera(&view, response, ui);
    }
    let view = state.view(rect);
    if !is_flying {
        state.use_ground(editor, terrain, &view, response, ui, intents);
    }
    state.look_over_tiles(terrain, intents);
    let cursor = ui.input(|input| input.pointer.hover_pos());
    let cursor = match state.hold {
        Hold::GroundNumber(drag) => Some(drag.from),
        // On a rope the brush is where it was dragged to.
        Hold::Ground { rope, .. } => cursor.map(|_| Pos2::from(rope.brush())),
        Hold::GroundLine(_) => cursor,
        _ => cursor.filter(|_| state.is_hovered),
    };
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
    let palette = theme::palette(ui);
    paint_regions(&painter, &view, editor, terrain, palette);
    paint_picked_chunk(&painter, &view, editor, palette);
    paint_symmetry_centre(&painter, &view, editor, terrain, palette);
    if let Some(hit) = state.ground {
        ui.set_cursor_icon(egui::CursorIcon::Crosshair);
        paint_brush_outline(&painter, &view, editor, terrain, hit.position);
    } else if let Some(ring) = state.terrain_ring {
        paint_terrain_ring(&painter, &view, &terrain.shape, ring);
    }
    if let Hold::GroundLine(line) = state.hold
        && let Some(hit) = state.ground
        && let Some(from) = line.begins_at(editor)
    {
        let ends = [from, [hit.position.x, hit.position.y]];
        paint_line(&painter, &view, editor, terrain, ends);
    }
    if let Hold::Ground { last, rope } = state.hold {
        paint_rope(&painter, last, rope, palette);
    }
    if let (Some(hit), Some(at)) = (state.ground, cursor)
        && ui.input(|input| input.modifiers.alt)
    {
        match editor.tool_reading(hit.position) {
            Some(text) => paint_note(&painter, at, &text, palette),
            None => paint_texture_list(&painter, editor, hit.position, at, palette),
        }
    } else if let (Some(hit), Some(at), Hold::Nothing) = (state.ground, cursor, state.hold)
        && let Some(text) = ground_reading(editor, terrain, hit.position)
    {
        paint_note(&painter, at, &text, palette);
    }
    paint_ground_legend(&painter, rect, editor, terrain, palette);
    if let Some(ends) = editor.ground_line() {
        paint_line_preview(&painter, &view, ends, palette);
    }
    if let Hold::GroundNumber(drag) = state.hold {
        paint_number(&painter, editor, terrain, drag, palette);
    }
    if let Some(tally) = editor.tile_tally() {
        paint_tally(
            &painter,
            rect,
            tally,
            editor.ground_view.tile_budget_mb(),
            palette,
        );
    }
    let corner = rect.right_top() + Vec2::new(-AXES_INSET, AXES_INSET);
    paint_axes(&painter, theme::palette(ui), &view.camera, corner);
    state.hints = ground_hints(editor, state.hold, state.flight_speed);
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

    fn carry_out_terrain_requests(
        &mut self,
        editor: &Editor,
        terrain: &Terrain,
        rect: Rect,
        ui: &egui::Ui,
        intents: &mut Vec<Intent>,
    ) {
        for request in std::mem::take(&mut self.requests) {
            if self.is_modal() {
                continue;
            }
            let aspect = self.view(rect).aspect();
            match request {
                ViewportRequest::FrameSelected if editor.ground_view.chunk.is_some() => {
                    let map = terrain.shape.tiles().zip(editor.ground_view.chunk);
                    let around = map.and_then(|(map, place)| chunk_bounds(map, place));
                    if let Some(around) = around {
                        let (min, max) = (around.min.into(), around.max.into());
                        self.camera.frame_box(min, max, aspect);
                    }
                }
                ViewportRequest::FrameSelected if editor.ground_view.tile.is_some() => {
                    let map = terrain.shape.corners().zip(editor.ground_view.tile);
                    if let Some((map, [column, row])) = map {
                        let border = tile_border(map, column, row);
                        let points = border.into_iter().map(Into::into);
                        self.camera.frame_points(points, aspect);
                        // A tile alone would not say where it is.
                        self.camera.distance *= TILE_ROOM;
                    }
                }
                ViewportRequest::DragBrush(number) => {
                    let at = ui.input(|input| input.pointer.latest_pos());
                    let at = at.unwrap_or(rect.center());
                    self.begin_ground_number(editor, terrain, number, at);
                }
                ViewportRequest::CentreSymmetry => {
                    let hit = self.ground.map(|hit| [hit.position.x, hit.position.y]);
                    self.centre_symmetry(editor, hit, intents);
                }
                ViewportRequest::FrameAll | ViewportRequest::FrameSelected => {
                    fit_terrain(&mut self.camera, &terrain.shape, aspect);
                }
                ViewportRequest::Look(direction) => {
                    turn_to_terrain(&mut self.camera, &terrain.shape, side_of(direction));
                }
                ViewportRequest::ToggleOrtho => toggle_projection(&mut self.camera),
                // These are about models.
                ViewportRequest::LookThroughCamera | ViewportRequest::Transform(_) => {}
            }
        }
    }

    /// Says where the viewer is over a map that has tiles on the disk, where that is news.
    fn look_over_tiles(&mut self, terrain: &Terrain, intents: &mut Vec<Intent>) {
        let native = terrain.native.as_deref();
        let Some(native) = native.filter(|native| native.tile_folder().is_some()) else {
            self.told_look = None;
            return;
        };
        // All of the map can be seen, also what is not loaded yet.
        self.camera.reach = self.camera.reach.max(whole_reach(native));
        let look = look_of(&self.camera);
        if tells_more(self.told_look, look) {
            self.told_look = Some(look);
            intents.push(GroundIntent::LookOver(look).into());
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
