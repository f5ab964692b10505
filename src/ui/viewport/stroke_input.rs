//! What strokes of a brush read from the pointer: where it went, how hard it is pressed, and how a
//! number is changed with it.

use super::ScreenView;
use crate::editor::{Sight, StrokePoint};
use crate::render::Projection;
use eframe::egui::{self, Key, Modifiers, PointerButton, Pos2};

/// Points of the screen between two places of a stroke.
const STROKE_STEP: f32 = 3.0;

/// What happened to a stroke since the last picture.
pub(super) enum StrokeMove {
    /// Esc: it is left.
    Left,
    /// It went on.
    On {
        /// The places of the pane that the pointer passed, a few points apart.
        passed: Vec<Pos2>,
        /// Where the pointer is now.
        last: Pos2,
        /// Whether the button is still down.
        is_down: bool,
    },
}

impl StrokeMove {
    /// What happened since the pointer was at `last`.
    pub fn read(last: Pos2, ui: &egui::Ui) -> Self {
        let is_left = ui
            .ctx()
            .input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        if is_left {
            return Self::Left;
        }
        let (moves, is_down) = ui.input(|input| {
            let moves = input.events.iter().filter_map(|event| match event {
                egui::Event::PointerMoved(at) => Some(*at),
                _ => None,
            });
            (moves.collect::<Vec<Pos2>>(), input.pointer.primary_down())
        });
        let mut passed = Vec::new();
        let mut from = last;
        for to in moves {
            passed.extend(steps_between(from, to));
            from = to;
        }
        Self::On {
            passed,
            last: from,
            is_down,
        }
    }
}

/// The places on the way from one place of the pane to another, without the first.
pub(super) fn steps_between(from: Pos2, to: Pos2) -> impl Iterator<Item = Pos2> {
    let way = to - from;
    let steps = (way.length() / STROKE_STEP).ceil().clamp(1.0, 400.0) as usize;
    (1..=steps).map(move |step| from + way * (step as f32 / steps as f32))
}

/// How a number that is changed with the mouse stands.
pub(super) struct NumberMove {
    /// It is put back: Esc or the right button.
    pub is_left: bool,
    /// It is kept: Enter or the left button.
    pub is_kept: bool,
    /// How far the pointer is to the right of where it began.
    pub moved: f32,
}

impl NumberMove {
    /// How it stands since the pointer was at `from`.
    pub fn read(from: Pos2, ui: &egui::Ui) -> Self {
        ui.ctx().input_mut(|input| Self {
            is_left: input.consume_key(Modifiers::NONE, Key::Escape)
                || input.pointer.button_pressed(PointerButton::Secondary),
            is_kept: input.consume_key(Modifiers::NONE, Key::Enter)
                || input.pointer.button_pressed(PointerButton::Primary),
            moved: input.pointer.latest_pos().map_or(0.0, |at| at.x - from.x),
        })
    }
}

/// A place of the pane as a stroke takes it, with the pressure of a pen if one is there.
pub(super) fn stroke_point(view: &ScreenView, at: Pos2, ui: &egui::Ui) -> StrokePoint {
    let force = ui.input(|input| {
        input.events.iter().rev().find_map(|event| match event {
            egui::Event::Touch { force, .. } => *force,
            _ => None,
        })
    });
    StrokePoint {
        sight: sight_at(view, at),
        pressure: force.unwrap_or(1.0),
    }
}

/// The line of sight through a place of the pane.
pub(super) fn sight_at(view: &ScreenView, at: Pos2) -> Sight {
    Sight {
        ray: view.sight(at),
        is_parallel: matches!(view.camera.projection, Projection::Orthographic),
    }
}
