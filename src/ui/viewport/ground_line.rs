//! Straight lines over the ground with the mouse, and the rope between the pointer and the brush.

use super::ScreenView;
use super::stroke_input::{StrokeMove, stroke_point};
use super::viewport_state::{Hold, ViewportState};
use crate::brush::LazyRope;
use crate::editor::{Editor, GroundIntent, Intent, StrokePoint, StrokeStart, ViewIntent};
use crate::ui::theme::Palette;
use eframe::egui::{self, Painter, Pos2, Stroke};

/// A straight line that is being drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GroundLine {
    /// Where it begins; `None` for where the last stroke ended.
    from: Option<StrokePoint>,
    /// How the press began, with the keys that were held.
    start: StrokeStart,
    /// Where the pointer was.
    last: Pos2,
}

impl GroundLine {
    /// A line, if one begins with this press: Ctrl+Shift goes on from the last stroke, and where
    /// every stroke is a line it begins at the press.
    pub fn begun(editor: &Editor, start: StrokeStart, at: Pos2) -> Option<Self> {
        let goes_on = start.inverts && start.smooths;
        if !goes_on && !editor.ground_brush.way.is_straight {
            return None;
        }
        let last = editor.ground_view.last_place().filter(|_| goes_on);
        Some(Self {
            from: last.is_none().then_some(start.point),
            start: StrokeStart {
                inverts: start.inverts && !goes_on,
                smooths: start.smooths && !goes_on,
                ..start
            },
            last: at,
        })
    }

    /// World x and y of its beginning; `None` beside the ground.
    pub fn begins_at(&self, editor: &Editor) -> Option<[f32; 2]> {
        match self.from {
            None => editor.ground_view.last_place(),
            Some(from) => {
                let hit = editor.ground_below(&from.sight.ray)?;
                Some([hit.position.x, hit.position.y])
            }
        }
    }
}

impl ViewportState {
    /// Lets the end of a line follow the mouse; a release draws it.
    pub(super) fn drag_line(
        &mut self,
        view: &ScreenView,
        line: GroundLine,
        ui: &egui::Ui,
        intents: &mut Vec<Intent>,
    ) {
        let StrokeMove::On { last, is_down, .. } = StrokeMove::read(line.last, ui) else {
            self.hold = Hold::Nothing;
            return;
        };
        if is_down {
            self.hold = Hold::GroundLine(GroundLine { last, ..line });
            return;
        }
        let to = StrokeStart {
            point: stroke_point(view, last, ui),
            ..line.start
        };
        let from = line.from;
        intents.push(GroundIntent::Line { from, to }.into());
        self.hold = Hold::Nothing;
    }

    /// Makes a place of the ground the centre of the brush's symmetry.
    pub(super) fn centre_symmetry(
        &mut self,
        editor: &Editor,
        place: Option<[f32; 2]>,
        intents: &mut Vec<Intent>,
    ) {
        let Some(place) = place else {
            let reason = "Hold the cursor over the ground, where the centre is to be.".to_owned();
            intents.push(ViewIntent::Refuse(reason).into());
            return;
        };
        let mut brush = editor.ground_brush.clone();
        if let Some(symmetry) = &mut brush.way.symmetry {
            symmetry.centre = Some(place);
            intents.push(GroundIntent::SetBrush(Box::new(brush)).into());
        }
    }
}

/// Draws the rope between the pointer and the brush.
pub(super) fn paint_rope(painter: &Painter, pointer: Pos2, rope: LazyRope, palette: &Palette) {
    let brush = Pos2::from(rope.brush());
    if brush.distance(pointer) > 2.0 {
        painter.line_segment([brush, pointer], Stroke::new(1.0, palette.accent));
        painter.circle_filled(pointer, 2.0, palette.accent);
    }
}
