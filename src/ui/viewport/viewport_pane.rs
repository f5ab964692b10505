//! The pane that shows the model, its bones, and the tools that pose them.

use super::ScreenView;
use super::bone_pick::project_bones;
use super::brushing::is_brushing;
use super::camera_moves::{frame_all, frame_selected, look, model_camera, toggle_projection};
use super::collision_marks::paint_collision;
use super::gizmo_paint::{paint_axes, paint_box, paint_gizmo, paint_guides};
use super::hints::hints;
use super::hover::Hovered;
use super::labels::{
    Page, paint_auto_key, paint_corner, paint_hovered, paint_names, paint_transform, paint_unkeyed,
};
use super::legend::paint_legend;
use super::part_marks::{is_node_shown, paint_nodes, paint_parts};
use super::terrain_pane::terrain_ui;
use super::transform::{Axes, AxisLock, HeldBy};
use super::transform_input::{Grip, frame_of};
use super::viewport_state::{Hold, ViewportState};
use super::weight_numbers::paint_weight_numbers;
use crate::document::Model;
use crate::editor::{Editor, Intent, ViewportRequest, Workspace};
use crate::render::{Camera, FixedView};
use crate::ui::theme;
use eframe::egui::{self, Pos2, Rect, Sense, Vec2};

/// From the top right corner to the middle of the small axes.
const AXES_INSET: f32 = 46.0;

/// Shows the model and the tools that pose it.
pub fn viewport_ui(
    editor: &Editor,
    state: &mut ViewportState,
    ui: &mut egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let rect = ui.max_rect();
    state.pane = Some(rect);
    let palette = theme::palette(ui);
    let response = ui.allocate_rect(rect, Sense::click_and_drag());
    response
        .widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, "Viewport, 3D view"));
    state.is_hovered = response.contains_pointer();
    if let (Some(terrain), None) = (editor.shown_terrain(), state.graphics.failure()) {
        terrain_ui(editor, terrain, state, &response, ui, intents);
        return;
    }
    state.ground = None;
    if state.hold == Hold::Flight {
        state.hold = Hold::Nothing;
    }
    let Some(model) = editor.model() else {
        state.requests.clear();
        let failure = state.graphics.failure();
        let failure = failure.filter(|_| editor.shown_terrain().is_some());
        let text = failure.unwrap_or_else(|| match editor.terrain() {
            Some(_) => "Press F7 to see the map.".to_owned(),
            None => "Open a model to see it here.".to_owned(),
        });
        message(ui, rect, &text);
        return;
    };
    if let Some(reason) = state.graphics.failure() {
        state.requests.clear();
        message(ui, rect, &reason);
        return;
    }
    state.frame_first(editor, model, rect);
    state.carry_out_requests(editor, model, rect, ui, intents);
    let was_running = state.has_transform();
    if !was_running {
        let view = state.view(rect);
        state.move_camera(&view, &response, ui);
    }
    let view = state.view(rect);
    project_bones(
        &view,
        &model.skeleton.bones,
        editor.hierarchy(),
        &editor.pose().model_from_bind,
        |bone| !is_node_shown(editor, bone),
        &mut state.bones,
    );
    state.names.refresh(editor, model);
    if was_running {
        state.drive_transform(editor, ui, intents);
    }
    state.place_gizmo(editor, model, &view);
    let cursor = ui
        .input(|input| input.pointer.hover_pos())
        .filter(|_| state.is_hovered && !was_running && state.hold == Hold::Nothing);
    state.hovered = match cursor {
        // A new box or click still needs what was under the cursor when the button went down.
        Some(_) if is_brushing(editor) && !ui.input(|input| input.modifiers.alt) => {
            Hovered::default()
        }
        Some(_) => state.look_below(editor, model, &view, ui, cursor),
        None => Hovered::default(),
    };
    if is_brushing(editor) && !was_running {
        state.use_brush(editor, &view, &response, ui, intents);
    } else if !was_running {
        state.use_pointer(editor, &view, &response, ui, intents);
    }
    let camera = state.camera;
    state
        .graphics
        .show(editor, &camera, state.hovered.bone, ui, rect);
    let painter = ui.painter_at(rect);
    let page = Page {
        editor,
        model,
        view: &view,
        painter: &painter,
        palette,
    };
    paint_over(&page, state, ui, cursor);
    state.paint_brush(&page, ui);
    if let Some(cursor) = cursor {
        paint_weight_numbers(&page, &mut state.mesh_pick, cursor);
    }
    state.hints = hints(editor, state);
    let status = state.transform.running().map(|running| running.label());
    state.status = status;
}

impl ViewportState {
    /// The camera in the pane.
    pub(super) fn view(&self, rect: Rect) -> ScreenView {
        ScreenView {
            camera: self.camera,
            rect,
        }
    }

    /// Shows all of a model that was not shown before.
    fn frame_first(&mut self, editor: &Editor, model: &Model, rect: Rect) {
        let now = Some((editor.document_number(), model.id));
        if self.framed != now {
            self.framed = now;
            self.framed_terrain = None;
            self.next_model_camera = 0;
            self.camera = Camera::default();
            self.camera.look_from(FixedView::Iso);
            let aspect = self.view(rect).aspect();
            frame_all(&mut self.camera, editor, model, aspect);
        }
    }

    fn carry_out_requests(
        &mut self,
        editor: &Editor,
        model: &Model,
        rect: Rect,
        ui: &egui::Ui,
        intents: &mut Vec<Intent>,
    ) {
        for request in std::mem::take(&mut self.requests) {
            if self.is_modal() {
                continue;
            }
            let view = self.view(rect);
            let aspect = view.aspect();
            match request {
                ViewportRequest::FrameSelected => {
                    frame_selected(&mut self.camera, editor, model, aspect);
                }
                ViewportRequest::FrameAll => frame_all(&mut self.camera, editor, model, aspect),
                ViewportRequest::Look(direction) => look(&mut self.camera, direction),
                ViewportRequest::ToggleOrtho => toggle_projection(&mut self.camera),
                ViewportRequest::LookThroughCamera => {
                    if let Some(camera) =
                        model_camera(editor, model, self.next_model_camera, aspect)
                    {
                        self.camera = camera;
                        self.next_model_camera += 1;
                    }
                }
                // This is about the ground.
                ViewportRequest::CentreSymmetry => {}
                ViewportRequest::DragBrush(number) => {
                    let at = ui.input(|input| input.pointer.latest_pos());
                    self.begin_brush_drag(editor, number, at.unwrap_or(rect.center()));
                }
                ViewportRequest::Transform(kind) => {
                    let at = ui.input(|input| input.pointer.latest_pos());
                    let at = at.unwrap_or_else(|| rect.center() + Vec2::new(100.0, 0.0));
                    let grip = Grip {
                        kind,
                        lock: AxisLock::Free,
                        held_by: HeldBy::Nothing,
                    };
                    self.start_transform(editor, &view, grip, at, intents);
                }
            }
        }
    }

    /// Puts the handles of the tool on the selection, or takes them away.
    fn place_gizmo(&mut self, editor: &Editor, model: &Model, view: &ScreenView) {
        // Handles would lie in the way of a brush; the keys still pose.
        let is_posing = editor.view.workspace == Workspace::Animate;
        let is_shown = !self.is_modal() && editor.view.shows_bones && is_posing;
        let frame = is_shown.then(|| frame_of(editor, model, view)).flatten();
        match frame {
            Some(frame) => {
                let axes = Axes::of(editor.view.axes_space);
                self.gizmo.place(editor.view.tool, axes, &frame);
            }
            None => self.gizmo.clear(),
        }
    }
}

fn paint_over(page: &Page<'_>, state: &ViewportState, ui: &egui::Ui, cursor: Option<Pos2>) {
    let (painter, palette) = (page.painter, page.palette);
    paint_collision(page);
    paint_parts(page);
    paint_nodes(page, state);
    paint_names(page, state);
    paint_unkeyed(page, state);
    let tool = page.editor.view.tool;
    paint_gizmo(painter, palette, &state.gizmo, tool, state.hovered.handle);
    let corner = page.view.rect.right_top() + Vec2::new(-AXES_INSET, AXES_INSET);
    paint_axes(painter, palette, &page.view.camera, corner);
    let is_playing = page.editor.playback.is_playing;
    let fps = is_playing.then(|| ui.input(|input| input.stable_dt).max(1e-3).recip());
    paint_corner(page, fps);
    paint_legend(page);
    paint_auto_key(page);
    if let Hold::Box { from } = state.hold
        && let Some(to) = ui.input(|input| input.pointer.latest_pos())
    {
        paint_box(painter, palette, Rect::from_two_pos(from, to));
    }
    if let Some(running) = state.transform.running() {
        paint_guides(painter, palette, running);
        paint_transform(page, running);
        ui.set_cursor_icon(egui::CursorIcon::Move);
    } else if let Some(cursor) = cursor {
        paint_hovered(page, state, cursor);
        if state.hovered.handle.is_some() {
            ui.set_cursor_icon(egui::CursorIcon::Grab);
        } else if state.hovered.bone.is_some() {
            ui.set_cursor_icon(egui::CursorIcon::PointingHand);
        }
    }
}

fn message(ui: &egui::Ui, rect: Rect, text: &str) {
    let palette = theme::palette(ui);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, palette.backdrop);
    let font = egui::FontId::proportional(theme::BODY_SIZE);
    let galley = painter.layout(text.to_owned(), font, palette.text_weak, rect.width() * 0.8);
    let place = egui::Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size());
    painter.galley(place.min, galley, palette.text_weak);
}
