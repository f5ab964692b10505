//! The viewport while it shows the ground of a map: its camera, its brush, and what is drawn over it.

use super::ScreenView;
use super::camera_moves::{look, toggle_projection};
use super::ground_marks::{
    paint_brush_outline, paint_grid, paint_picked_chunk, paint_texture_list,
};
use super::viewport_state::{Hold, ViewportState};
use crate::document::{Terrain, TerrainShape};
use crate::editor::{
    BrushNumber, Editor, GroundIntent, GroundNumber, Intent, Sight, StrokePoint, StrokeStart,
    ViewIntent, ViewportRequest,
};
use crate::math::{Aabb, Vec3};
use crate::render::{Camera, FixedView, Projection};
use crate::terrain::{CHUNKS_OF_SIDE, ChunkPlace, TILE_YARDS, TileMap};
use crate::ui::{Hint, theme};
use eframe::egui::{self, Key, Modifiers, PointerButton, Pos2, Rect, Response};

/// Points of the pane between two places that a moving stroke looks at.
const STROKE_STEP: f32 = 3.0;
/// How far the mouse moves to change a number of the brush from nothing to all, in points.
const FULL_DRAG: f32 = 240.0;

/// A number of the brush that follows the mouse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GroundDrag {
    number: GroundNumber,
    pub(super) from: Pos2,
    start: f32,
}

/// Shows the ground and lets the left button work on it.
pub(super) fn ground_pane_ui(
    editor: &Editor,
    terrain: &Terrain,
    state: &mut ViewportState,
    response: &Response,
    ui: &egui::Ui,
    intents: &mut Vec<Intent>,
) {
    let rect = response.rect;
    state.frame_ground_first(editor, terrain, rect);
    state.carry_out_ground_requests(editor, terrain, rect, ui);
    if !matches!(state.hold, Hold::Ground { .. } | Hold::GroundNumber(_)) {
        state.move_camera(&state.view(rect), response, ui);
    }
    let view = state.view(rect);
    state.use_ground(editor, terrain, &view, response, ui, intents);
    let painter = ui.painter_at(rect);
    let palette = theme::palette(ui);
    painter.rect_filled(rect, 0.0, palette.backdrop);
    if editor.view.shows_grid {
        paint_grid(&painter, &view, terrain, palette);
    }
    paint_picked_chunk(&painter, &view, editor, palette);
    let cursor = ui.input(|input| input.pointer.latest_pos());
    let at = match state.hold {
        Hold::GroundNumber(drag) => Some(drag.from),
        Hold::Ground { .. } => cursor,
        _ => cursor.filter(|_| state.is_hovered),
    };
    if let Some(at) = at {
        paint_brush_outline(&painter, &view, editor, terrain, at);
        if ui.input(|input| input.modifiers.alt) && state.is_hovered {
            paint_texture_list(&painter, &view, editor, at, palette);
        }
    }
    if let Hold::GroundNumber(drag) = state.hold {
        super::ground_marks::paint_note(
            &painter,
            drag.from,
            &number_text(editor, terrain, drag),
            palette,
        );
    }
    state.hints = hints(state);
    state.status = None;
}

impl ViewportState {
    /// Shows all of a terrain that was not shown before.
    fn frame_ground_first(&mut self, editor: &Editor, terrain: &Terrain, rect: Rect) {
        let now = Some((editor.document_number(), terrain.id));
        if self.framed_ground == now {
            return;
        }
        self.framed_ground = now;
        // The camera is set up anew for a model that is shown after it.
        self.framed = None;
        self.camera = Camera::default();
        self.camera.look_from(FixedView::Iso);
        let aspect = self.view(rect).aspect();
        frame(&mut self.camera, &bounds(terrain), aspect);
    }

    fn carry_out_ground_requests(
        &mut self,
        editor: &Editor,
        terrain: &Terrain,
        rect: Rect,
        ui: &egui::Ui,
    ) {
        for request in std::mem::take(&mut self.requests) {
            if self.is_modal() {
                continue;
            }
            let aspect = self.view(rect).aspect();
            match request {
                ViewportRequest::FrameSelected => {
                    let map = terrain.shape.tiles();
                    let chunk = map.zip(editor.ground_view.chunk);
                    let around = chunk.and_then(|(map, place)| chunk_bounds(map, place));
                    let around = around.unwrap_or_else(|| bounds(terrain));
                    frame(&mut self.camera, &around, aspect);
                }
                ViewportRequest::FrameAll => frame(&mut self.camera, &bounds(terrain), aspect),
                ViewportRequest::Look(direction) => look(&mut self.camera, direction),
                ViewportRequest::ToggleOrtho => toggle_projection(&mut self.camera),
                ViewportRequest::DragBrush(number) => {
                    let number = match number {
                        BrushNumber::Radius => GroundNumber::Radius,
                        BrushNumber::Strength => GroundNumber::Strength,
                        BrushNumber::Value => GroundNumber::Target,
                    };
                    let at = ui.input(|input| input.pointer.latest_pos());
                    self.hold = Hold::GroundNumber(GroundDrag {
                        number,
                        from: at.unwrap_or(rect.center()),
                        start: editor.ground_brush.number(number, &terrain.shape),
                    });
                }
                // Models have those.
                ViewportRequest::LookThroughCamera | ViewportRequest::Transform(_) => {}
            }
        }
    }

    /// Lets the left button paint, and pick what lies there.
    fn use_ground(
        &mut self,
        editor: &Editor,
        terrain: &Terrain,
        view: &ScreenView,
        response: &Response,
        ui: &egui::Ui,
        intents: &mut Vec<Intent>,
    ) {
        match self.hold {
            Hold::GroundNumber(drag) => {
                return self.drag_ground_number(editor, terrain, view, drag, ui, intents);
            }
            Hold::Ground { last } => return self.go_on(view, last, ui, intents),
            _ => {}
        }
        // The press carries the keys that were held: by the end of a slow frame they may be released.
        let press = ui.input(|input| {
            input.events.iter().find_map(|event| match event {
                egui::Event::PointerButton {
                    pos,
                    button: PointerButton::Primary,
                    pressed: true,
                    modifiers,
                } => Some((*pos, *modifiers)),
                _ => None,
            })
        });
        let Some((at, modifiers)) = press.filter(|_| response.contains_pointer()) else {
            return;
        };
        ui.memory_mut(|memory| {
            if let Some(id) = memory.focused() {
                memory.surrender_focus(id);
            }
        });
        if modifiers.alt {
            match editor.pick_from_ground(&view.sight(at)) {
                Ok(picked) => intents.extend(picked.into_iter().map(Intent::from)),
                Err(reason) => intents.push(ViewIntent::Refuse(reason).into()),
            }
            return;
        }
        let start = StrokeStart {
            point: point(view, at, ui),
            inverts: modifiers.command || modifiers.ctrl,
            smooths: modifiers.shift,
        };
        intents.push(GroundIntent::Begin(start).into());
        self.hold = Hold::Ground { last: at };
    }

    /// Goes on with a stroke along everything the pointer passed since the last picture.
    fn go_on(&mut self, view: &ScreenView, last: Pos2, ui: &egui::Ui, intents: &mut Vec<Intent>) {
        let is_left = ui
            .ctx()
            .input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        if is_left {
            intents.push(GroundIntent::Cancel.into());
            self.hold = Hold::Nothing;
            return;
        }
        let (passed, is_down) = ui.input(|input| {
            let moves = input.events.iter().filter_map(|event| match event {
                egui::Event::PointerMoved(at) => Some(*at),
                _ => None,
            });
            (moves.collect::<Vec<Pos2>>(), input.pointer.primary_down())
        });
        let mut points = Vec::new();
        let mut from = last;
        for to in passed {
            let way = to - from;
            let steps = (way.length() / STROKE_STEP).ceil().clamp(1.0, 400.0) as usize;
            for step in 1..=steps {
                points.push(point(view, from + way * (step as f32 / steps as f32), ui));
            }
            from = to;
        }
        self.hold = Hold::Ground { last: from };
        if !points.is_empty() {
            intents.push(GroundIntent::Continue(points).into());
        }
        if !is_down {
            intents.push(GroundIntent::End.into());
            self.hold = Hold::Nothing;
        }
    }

    /// Changes a number of the brush with the mouse: a click keeps it, Esc puts it back.
    fn drag_ground_number(
        &mut self,
        editor: &Editor,
        terrain: &Terrain,
        view: &ScreenView,
        drag: GroundDrag,
        ui: &egui::Ui,
        intents: &mut Vec<Intent>,
    ) {
        let (is_left, is_kept, at) = ui.ctx().input_mut(|input| {
            let is_left = input.consume_key(Modifiers::NONE, Key::Escape)
                || input.pointer.button_pressed(PointerButton::Secondary);
            let is_kept = input.consume_key(Modifiers::NONE, Key::Enter)
                || input.pointer.button_pressed(PointerButton::Primary);
            (is_left, is_kept, input.pointer.latest_pos())
        });
        let moved = at.map_or(0.0, |at| at.x - drag.from.x);
        let value = match drag.number {
            _ if is_left => drag.start,
            GroundNumber::Radius => {
                let hit = editor.ground_below(&view.sight(drag.from));
                let place = hit.map_or_else(|| view.camera.target.coords, |hit| hit.position);
                drag.start + moved * view.world_per_point(&place)
            }
            GroundNumber::Strength => drag.start + moved / FULL_DRAG,
            GroundNumber::Target => drag.start + moved / FULL_DRAG * 100.0,
        };
        let brush = editor.ground_brush.clone();
        let brush = brush.with_number(drag.number, value, &terrain.shape);
        if brush != editor.ground_brush {
            intents.push(GroundIntent::SetBrush(Box::new(brush)).into());
        }
        if is_left || is_kept {
            self.hold = Hold::Nothing;
            self.ignores_click = true;
        }
    }
}

/// A place of the pane as a stroke takes it, with the pressure of a pen if one is there.
fn point(view: &ScreenView, at: Pos2, ui: &egui::Ui) -> StrokePoint {
    let force = ui.input(|input| {
        input.events.iter().rev().find_map(|event| match event {
            egui::Event::Touch { force, .. } => *force,
            _ => None,
        })
    });
    StrokePoint {
        sight: Sight {
            ray: view.sight(at),
            is_parallel: matches!(view.camera.projection, Projection::Orthographic),
        },
        pressure: force.unwrap_or(1.0),
    }
}

fn number_text(editor: &Editor, terrain: &Terrain, drag: GroundDrag) -> String {
    let brush = &editor.ground_brush;
    match drag.number {
        GroundNumber::Radius => format!("Radius {:.1}", brush.radius(&terrain.shape)),
        GroundNumber::Strength => format!("Strength {:.2}", brush.strength),
        GroundNumber::Target => format!("Target {:.0} %", brush.target_percent),
    }
}

fn frame(camera: &mut Camera, around: &Aabb, aspect: f32) {
    if !around.is_empty() {
        camera.frame_box(around.min.into(), around.max.into(), aspect);
    }
}

/// The box around a terrain.
fn bounds(terrain: &Terrain) -> Aabb {
    let mut around = Aabb::EMPTY;
    match &terrain.shape {
        TerrainShape::Tiles(map) => {
            for (place, _) in map.chunks() {
                if let Some(chunk) = chunk_bounds(map, place) {
                    around.include(&chunk.min);
                    around.include(&chunk.max);
                }
            }
        }
        TerrainShape::Corners(map) => {
            let (low, high) = map.z_range();
            let [west, south] = map.position(0, 0);
            let last = [
                map.width().saturating_sub(1),
                map.height().saturating_sub(1),
            ];
            let [east, north] = map.position(last[0], last[1]);
            around.include(&Vec3::new(west, south, low));
            around.include(&Vec3::new(east, north, high));
        }
    }
    around
}

/// The box around a map chunk.
fn chunk_bounds(map: &TileMap, place: ChunkPlace) -> Option<Aabb> {
    let chunk = map.chunk(place)?;
    let side = TILE_YARDS / CHUNKS_OF_SIDE as f32;
    let [north, west, _] = chunk.position;
    let mut around = Aabb::EMPTY;
    for height in chunk.world_heights().filter(|height| height.is_finite()) {
        around.include(&Vec3::new(north, west, height));
        around.include(&Vec3::new(north - side, west - side, height));
    }
    Some(around)
}

fn hints(state: &ViewportState) -> Vec<Hint> {
    match state.hold {
        Hold::Ground { .. } => vec![
            Hint::new("Release", "keep the stroke"),
            Hint::new("Esc", "put it back"),
        ],
        Hold::GroundNumber(_) => vec![
            Hint::new("Move", "change the brush"),
            Hint::new("Click / Enter", "keep"),
            Hint::new("Esc", "put back"),
        ],
        _ => vec![
            Hint::new("Drag", "paint"),
            Hint::new("Alt", "list textures, click to pick"),
            Hint::new("F", "size"),
            Hint::new("Middle", "orbit"),
            Hint::new("Shift+Middle", "pan"),
            Hint::new("Wheel", "zoom"),
        ],
    }
}
