//! The left button over the ground of a map: it paints, picks textures, and changes the brush by
//! dragging.

use super::ScreenView;
use super::flight::flight_hints;
use super::ground_line::GroundLine;
use super::stroke_input::{NumberMove, StrokeMove, steps_between, stroke_point};
use super::viewport_state::{Hold, ViewportState};
use crate::brush::LazyRope;
use crate::document::Terrain;
use crate::editor::{
    BrushNumber, Editor, GroundIntent, GroundNumber, GroundTool, Intent, StrokeStart, ViewIntent,
};
use crate::math::{Aabb, Vec3};
use crate::terrain::{CHUNKS_OF_SIDE, ChunkPlace, TILE_YARDS, TileMap};
use crate::ui::Hint;
use eframe::egui::{self, PointerButton, Pos2, Response};

/// How far the mouse moves to change a number of the brush from nothing to all, in points.
const FULL_DRAG: f32 = 240.0;

/// A number of the brush that follows the mouse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GroundDrag {
    pub(super) number: GroundNumber,
    pub(super) from: Pos2,
    start: f32,
}

impl ViewportState {
    /// Begins to change a number of the brush by moving the mouse.
    pub(super) fn begin_ground_number(
        &mut self,
        editor: &Editor,
        terrain: &Terrain,
        number: BrushNumber,
        from: Pos2,
    ) {
        let number = match number {
            BrushNumber::Radius => GroundNumber::Radius,
            BrushNumber::Strength => GroundNumber::Strength,
            BrushNumber::Value => GroundNumber::Target,
        };
        self.hold = Hold::GroundNumber(GroundDrag {
            number,
            from,
            start: editor.ground_brush.number(number, &terrain.shape),
        });
    }

    /// Lets the left button paint, and pick what lies there.
    pub(super) fn use_ground(
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
            Hold::Ground { last, rope } => return self.go_on(view, last, rope, ui, intents),
            Hold::GroundLine(line) => return self.drag_line(view, line, ui, intents),
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
            point: stroke_point(view, at, ui),
            inverts: modifiers.command || modifiers.ctrl,
            smooths: modifiers.shift,
        };
        let way = &editor.ground_brush.way;
        if let Some(line) = GroundLine::begun(editor, start, at) {
            self.hold = Hold::GroundLine(line);
            return;
        }
        intents.push(GroundIntent::Begin(start).into());
        let rope = LazyRope::new(at.into(), way.rope_points);
        self.hold = Hold::Ground { last: at, rope };
    }

    /// Goes on with a stroke along everything the pointer passed since the last picture.
    fn go_on(
        &mut self,
        view: &ScreenView,
        last: Pos2,
        mut rope: LazyRope,
        ui: &egui::Ui,
        intents: &mut Vec<Intent>,
    ) {
        let StrokeMove::On {
            passed,
            last,
            is_down,
        } = StrokeMove::read(last, ui)
        else {
            intents.push(GroundIntent::Cancel.into());
            self.hold = Hold::Nothing;
            return;
        };
        let mut dragged: Vec<Pos2> = passed
            .iter()
            .filter_map(|at| rope.pull((*at).into()))
            .map(Pos2::from)
            .collect();
        if !is_down {
            let from = Pos2::from(rope.brush());
            let end = rope.let_go(last.into()).map(Pos2::from);
            dragged.extend(end.into_iter().flat_map(|to| steps_between(from, to)));
        }
        self.hold = Hold::Ground { last, rope };
        if !dragged.is_empty() {
            let points = dragged.iter().map(|at| stroke_point(view, *at, ui));
            intents.push(GroundIntent::Continue(points.collect()).into());
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
        let NumberMove {
            is_left,
            is_kept,
            moved,
        } = NumberMove::read(drag.from, ui);
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

/// The box around a map chunk.
pub(super) fn chunk_bounds(map: &TileMap, place: ChunkPlace) -> Option<Aabb> {
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

/// What the mouse and the keys do over the ground now.
pub(super) fn ground_hints(editor: &Editor, hold: Hold, flight_speed: Option<f32>) -> Vec<Hint> {
    match hold {
        Hold::Flight => flight_hints(flight_speed),
        Hold::Ground { .. } => vec![
            Hint::new("Release", "keep the stroke"),
            Hint::new("Esc", "put it back"),
        ],
        Hold::GroundLine(_) => vec![
            Hint::new("Release", "draw the line"),
            Hint::new("Esc", "leave it"),
        ],
        Hold::GroundNumber(_) => vec![
            Hint::new("Move", "change the brush"),
            Hint::new("Click / Enter", "keep"),
            Hint::new("Esc", "put back"),
        ],
        _ if editor.ground_brush.tool == GroundTool::MarkRegion => vec![
            Hint::new("Drag", "mark"),
            Hint::new("Shift+drag", "mark more"),
            Hint::new("Ctrl+drag", "take out"),
            Hint::new("Alt+click", "pick"),
            Hint::new("Middle drag", "orbit"),
            Hint::new("Wheel", "zoom"),
        ],
        _ => vec![
            Hint::new("Drag", editor.ground_brush.tool.title().to_lowercase()),
            Hint::new("Alt", editor.ground_brush.tool.picks()),
            Hint::new("Ctrl+Shift", "line from the last stroke"),
            Hint::new("F", "size"),
            Hint::new("Middle drag", "orbit"),
            Hint::new("Shift+middle", "pan"),
            Hint::new("Right hold", "fly with W A S D"),
            Hint::new("Wheel", "zoom"),
        ],
    }
}
