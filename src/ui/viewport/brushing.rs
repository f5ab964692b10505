//! The left button in the weights workspace: it paints, selects vertices, picks bones, and changes
//! the brush by dragging.

use super::ScreenView;
use super::labels::Page;
use super::mesh_pick::{MeshHit, strongest_bone};
use super::nearest_bone;
use super::ring::paint_ring;
use super::stroke_input::{NumberMove, StrokeMove, sight_at, stroke_point};
use super::viewport_state::{Hold, ViewportState};
use crate::editor::{
    BrushNumber, Editor, Intent, SelectMode, StrokeStart, ViewIntent, WeightTool, Workspace,
};
use crate::math::Vec3;
use crate::mesh::SurfaceHit;
use crate::skeleton::BoneId;
use crate::ui::theme;
use eframe::egui::{self, Key, Modifiers, PointerButton, Pos2, Rect, Response};
use std::collections::BTreeSet;

/// How near a click must be to a vertex, in points.
const VERTEX_REACH: f32 = 12.0;
/// How far the mouse moves to change a number of the brush from nothing to all, in points.
const FULL_DRAG: f32 = 240.0;

/// A number of the brush that follows the mouse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BrushDrag {
    number: BrushNumber,
    from: Pos2,
    start: f32,
}

/// Whether the left button works on weights and not on bones.
pub(super) fn is_brushing(editor: &Editor) -> bool {
    editor.view.workspace == Workspace::Weights
}

impl ViewportState {
    /// Begins to change a number of the brush by moving the mouse.
    pub(super) fn begin_brush_drag(&mut self, editor: &Editor, number: BrushNumber, at: Pos2) {
        self.hold = Hold::Brush(BrushDrag {
            number,
            from: at,
            start: editor.brush.number(number),
        });
    }

    /// Lets the left button paint or select vertices.
    pub(super) fn use_brush(
        &mut self,
        editor: &Editor,
        view: &ScreenView,
        response: &Response,
        ui: &egui::Ui,
        intents: &mut Vec<Intent>,
    ) {
        match self.hold {
            Hold::Brush(drag) => return self.drag_brush(editor, view, drag, ui, intents),
            Hold::Paint { last } => return self.paint_on(view, last, ui, intents),
            Hold::Vertices { from } => return self.box_vertices(editor, view, from, ui, intents),
            Hold::Gradient(drag) => return self.drag_gradient(editor, view, drag, ui, intents),
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
        // Keys that move about in a tree or a field are the viewport's from now on.
        ui.memory_mut(|memory| {
            if let Some(id) = memory.focused() {
                memory.surrender_focus(id);
            }
        });
        if modifiers.alt {
            match self.bone_below(editor, view, at) {
                Some(bone) => intents.push(
                    ViewIntent::SelectBones {
                        bones: vec![bone],
                        mode: SelectMode::Replace,
                    }
                    .into(),
                ),
                None => intents.push(
                    ViewIntent::Refuse("There is no bone and no skin under the cursor.".to_owned())
                        .into(),
                ),
            }
            return;
        }
        match editor.view.weight_tool {
            WeightTool::Brush => {
                let start = StrokeStart {
                    point: stroke_point(view, at, ui),
                    inverts: modifiers.command || modifiers.ctrl,
                    smooths: modifiers.shift,
                };
                intents.push(ViewIntent::BeginStroke(start).into());
                self.hold = Hold::Paint { last: at };
            }
            WeightTool::Select => self.hold = Hold::Vertices { from: at },
            WeightTool::Gradient => self.begin_gradient(editor, view, at, intents),
        }
    }

    /// The bone nearest to the cursor, else the one that moves the skin there most.
    fn bone_below(&self, editor: &Editor, view: &ScreenView, at: Pos2) -> Option<BoneId> {
        let model = editor.model()?;
        if editor.view.shows_bones
            && let Some(index) = nearest_bone(&self.bones, at)
        {
            return model.skeleton.bones.get(index).map(|bone| bone.id);
        }
        let hit = editor.paint_surface().hit(&view.sight(at))?;
        let hit = MeshHit {
            corners: hit.corners.map(|corner| corner as usize),
            shares: hit.shares,
            distance: hit.distance,
        };
        strongest_bone(&model.vertices.influences, &hit)
    }

    /// Goes on with a stroke along everything the pointer passed since the last picture.
    fn paint_on(
        &mut self,
        view: &ScreenView,
        last: Pos2,
        ui: &egui::Ui,
        intents: &mut Vec<Intent>,
    ) {
        let StrokeMove::On {
            passed,
            last,
            is_down,
        } = StrokeMove::read(last, ui)
        else {
            intents.push(ViewIntent::CancelStroke.into());
            self.hold = Hold::Nothing;
            return;
        };
        self.hold = Hold::Paint { last };
        if !passed.is_empty() {
            let points = passed.iter().map(|at| stroke_point(view, *at, ui));
            intents.push(ViewIntent::ContinueStroke(points.collect()).into());
        }
        if !is_down {
            intents.push(ViewIntent::EndStroke.into());
            self.hold = Hold::Nothing;
        }
    }

    /// Changes a number of the brush with the mouse: a click keeps it, Esc puts it back.
    fn drag_brush(
        &mut self,
        editor: &Editor,
        view: &ScreenView,
        drag: BrushDrag,
        ui: &egui::Ui,
        intents: &mut Vec<Intent>,
    ) {
        let NumberMove {
            is_left,
            is_kept,
            moved,
        } = NumberMove::read(drag.from, ui);
        let value = match drag.number {
            _ if is_left => drag.start,
            BrushNumber::Radius => {
                // The ring's edge follows the mouse, at the depth of the middle of the model.
                let model = editor.model();
                let size = model.map_or(1.0, |model| model.size().max(f32::MIN_POSITIVE));
                let target =
                    model.map_or_else(Vec3::zeros, |model| model.vertices.bounds().centre());
                drag.start + moved * view.world_per_point(&target) / size
            }
            BrushNumber::Strength | BrushNumber::Value => drag.start + moved / FULL_DRAG,
        };
        let brush = editor.brush.clone().with_number(drag.number, value);
        if brush != editor.brush {
            intents.push(ViewIntent::SetBrush(Box::new(brush)).into());
        }
        if is_left || is_kept {
            self.hold = Hold::Nothing;
            self.ignores_click = true;
        }
    }

    /// Selects the vertex that was clicked, or all in the box that was drawn.
    fn box_vertices(
        &mut self,
        editor: &Editor,
        view: &ScreenView,
        from: Pos2,
        ui: &egui::Ui,
        intents: &mut Vec<Intent>,
    ) {
        let is_left = ui
            .ctx()
            .input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        let (is_down, to, modifiers) = ui.input(|input| {
            let pointer = &input.pointer;
            (
                pointer.primary_down(),
                pointer.latest_pos().unwrap_or(from),
                input.modifiers,
            )
        });
        if is_left {
            self.hold = Hold::Nothing;
            return;
        }
        if is_down {
            return;
        }
        self.hold = Hold::Nothing;
        let is_click = from.distance(to) < 4.0;
        let mode = match (modifiers.shift, modifiers.command || modifiers.ctrl) {
            (true, _) => SelectMode::Add,
            (_, true) if is_click => SelectMode::Toggle,
            (_, true) => SelectMode::Remove,
            _ => SelectMode::Replace,
        };
        let part = Rect::from_two_pos(from, to);
        let vertices = match (editor.view.weight_tools.selects_faces, is_click) {
            (true, true) => face_below(editor, view, to),
            (true, false) => faces_of(editor, &vertices_in(editor, view, part)),
            (false, true) => vertex_below(editor, view, to).into_iter().collect(),
            (false, false) => vertices_in(editor, view, part),
        };
        if !vertices.is_empty() || mode == SelectMode::Replace {
            intents.push(ViewIntent::SelectVertices { vertices, mode }.into());
        }
    }

    /// Draws the ring of the brush, or the box that selects.
    pub(super) fn paint_brush(&self, page: &Page<'_>, ui: &egui::Ui) {
        let (editor, view) = (page.editor, page.view);
        if !is_brushing(editor) {
            return;
        }
        let at = ui.input(|input| input.pointer.latest_pos());
        if let (Hold::Vertices { from }, Some(to)) = (self.hold, at) {
            super::gizmo_paint::paint_box(page.painter, page.palette, Rect::from_two_pos(from, to));
            return;
        }
        if let (Hold::Gradient(drag), Some(to)) = (self.hold, at) {
            drag.paint(page.painter, page.palette, to);
            return;
        }
        let is_shown = self.is_hovered || matches!(self.hold, Hold::Paint { .. } | Hold::Brush(_));
        if editor.view.weight_tool != WeightTool::Brush || !is_shown {
            return;
        }
        let place = match self.hold {
            Hold::Brush(drag) => Some(drag.from),
            Hold::Nothing | Hold::Paint { .. } => at,
            _ => None,
        };
        let (Some(at), Some(model)) = (place, editor.model()) else {
            return;
        };
        let Some(hit) = editor.paint_surface().hit(&view.sight(at)) else {
            ui.set_cursor_icon(egui::CursorIcon::Default);
            return;
        };
        ui.set_cursor_icon(egui::CursorIcon::Crosshair);
        let radius = editor.brush.radius(model.size());
        let normal = facing(&hit, view);
        let hardness = editor.brush.hardness;
        paint_ring(page.painter, view, &hit.point, &normal, radius, hardness);
        if let Hold::Brush(drag) = self.hold {
            let text = drag_text(drag.number, editor, radius);
            let font = egui::FontId::proportional(theme::BODY_SIZE);
            let place = at + egui::vec2(16.0, -16.0);
            let align = egui::Align2::LEFT_BOTTOM;
            let size = page
                .painter
                .layout_no_wrap(text.clone(), font.clone(), page.palette.text);
            let back = align.anchor_size(place, size.size()).expand(4.0);
            page.painter.rect_filled(back, 3.0, page.palette.panel);
            page.painter
                .text(place, align, text, font, page.palette.text);
        }
    }
}

fn drag_text(number: BrushNumber, editor: &Editor, radius: f32) -> String {
    match number {
        BrushNumber::Radius => format!("Radius {radius:.3}"),
        BrushNumber::Strength => format!("Strength {:.2}", editor.brush.strength),
        BrushNumber::Value => format!("Value {:.2}", editor.brush.value),
    }
}

/// The normal of a hit, turned to the viewer.
fn facing(hit: &SurfaceHit, view: &ScreenView) -> Vec3 {
    let towards = view.toward_viewer(&hit.point);
    if hit.normal.norm() <= 0.0 {
        towards
    } else if hit.normal.dot(&towards) < 0.0 {
        -hit.normal
    } else {
        hit.normal
    }
}

/// The corners of the face under the cursor.
fn face_below(editor: &Editor, view: &ScreenView, at: Pos2) -> Vec<u32> {
    let hit = editor.paint_surface().hit(&view.sight(at));
    hit.map_or_else(Vec::new, |hit| hit.corners.to_vec())
}

/// Of these vertices, given one for all that coincide, the corners of faces that are whole among
/// them.
fn faces_of(editor: &Editor, vertices: &[u32]) -> Vec<u32> {
    let Some(model) = editor.model() else {
        return Vec::new();
    };
    let topology = model.topology();
    let welds: BTreeSet<u32> = vertices.iter().map(|&v| topology.weld_of(v)).collect();
    let is_in = |corner: &u32| welds.contains(&topology.weld_of(*corner));
    let hidden = &editor.view.hidden_vertices;
    let whole = topology.triangles().iter().filter(|corners| {
        corners.iter().all(is_in) && corners.iter().all(|corner| !hidden.contains(corner))
    });
    let mut corners: Vec<u32> = whole.flatten().copied().collect();
    corners.sort_unstable();
    corners.dedup();
    corners
}

/// The vertex nearest to the cursor that is seen, or any where hidden dots are shown.
fn vertex_below(editor: &Editor, view: &ScreenView, at: Pos2) -> Option<u32> {
    let reach = Rect::from_center_size(at, egui::Vec2::splat(2.0 * VERTEX_REACH));
    let near = vertices_in(editor, view, reach);
    let positions = editor.paint_surface().positions();
    let distance = |vertex: &u32| {
        let point = positions.get(*vertex as usize);
        let pos = point.and_then(|point| view.pos_of(point));
        pos.map_or(f32::INFINITY, |pos| pos.distance(at))
    };
    let nearest = near
        .into_iter()
        .min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
    (distance(&nearest) <= VERTEX_REACH).then_some(nearest)
}

/// The shown vertices in a part of the pane: those that are seen, or all where hidden dots are
/// shown.
fn vertices_in(editor: &Editor, view: &ScreenView, part: Rect) -> Vec<u32> {
    let surface = editor.paint_surface();
    let through = editor.view.weights.shows_dots && editor.view.weights.shows_dots_through;
    let positions = surface.positions();
    let inside = surface.elements().filter(|&vertex| {
        let point = positions.get(vertex as usize);
        let pos = point.and_then(|point| view.pos_of(point));
        pos.is_some_and(|pos| part.contains(pos))
    });
    inside
        .filter(|&vertex| {
            let point = positions.get(vertex as usize).copied().unwrap_or_default();
            through
                || view
                    .pos_of(&point)
                    .is_some_and(|pos| surface.is_visible(vertex, &sight_at(view, pos)))
        })
        .collect()
}
