//! What the mouse and the keys do over the timeline now, for the hint bar.

use super::{BandPart, HeldBy, KeyDrag, TimelineMode, TimelineSpan, TimelineState};
use crate::edit::RangeKeys;
use crate::ui::Hint;
use crate::ui::curve_editor::CurveDrag;

/// The hints for the state the timeline is in.
pub fn hints(state: &TimelineState) -> Vec<Hint> {
    match (&state.drag, &state.curves.drag) {
        (KeyDrag::Moving(moving), _) => {
            let ends = match moving.held_by {
                HeldBy::Button => Hint::new("Release", "keep"),
                HeldBy::Nothing => Hint::new("Click", "keep"),
            };
            vec![
                ends,
                Hint::new("Ctrl", "snap to frames"),
                Hint::new("Alt", "replace keys in the way"),
                Hint::new("Esc", "put back"),
            ]
        }
        (KeyDrag::Band(drag), _) => {
            let other = match (drag.part, drag.keys(false)) {
                (BandPart::Whole, _) => "leave keys where they are",
                (_, RangeKeys::Stay) => "stretch keys with the clip",
                (_, RangeKeys::Follow) => "leave keys where they are",
            };
            vec![
                Hint::new("Release", "keep"),
                Hint::new("Alt", other),
                Hint::new("Ctrl", "snap to frames"),
                Hint::new("Esc", "put back"),
            ]
        }
        (KeyDrag::ClipEnd { .. }, _) => vec![
            Hint::new("Release", "keep"),
            Hint::new("Ctrl", "stretch keys with the clip"),
        ],
        (_, CurveDrag::Key(_)) => vec![
            Hint::new("Release", "keep"),
            Hint::new("X / Y / Shift", "time or value only"),
            Hint::new("Ctrl", "snap to frames"),
            Hint::new("Esc", "put back"),
        ],
        (KeyDrag::Boxing { .. }, _) | (_, CurveDrag::Boxing { .. }) => vec![
            Hint::new("Release", "select what is in the box"),
            Hint::new("Esc", "leave the selection"),
        ],
        (KeyDrag::Ready, CurveDrag::Ready) if state.span == TimelineSpan::Axis => vec![
            Hint::new("Click", "show a clip or select a key"),
            Hint::new("Drag band", "move clip with its keys (Alt: without)"),
            Hint::new("Drag edge", "lengthen clip (Alt: stretch keys)"),
            Hint::new("Double click", "show this clip alone"),
            Hint::new("Wheel", "zoom"),
            Hint::new("Esc", "back to the clip"),
        ],
        (KeyDrag::Ready, CurveDrag::Ready) => {
            let mut hints = vec![
                Hint::new("Click", "select a key"),
                Hint::new("Drag", "move keys, or select in a box"),
                Hint::new("Wheel", "zoom"),
                Hint::new("Middle drag", "pan"),
            ];
            if state.mode == TimelineMode::DopeSheet {
                hints.push(Hint::new("Alt+click", "select a column"));
            } else {
                hints.push(Hint::new("Ctrl+click", "add a key"));
                hints.push(Hint::new("Ctrl+wheel", "zoom in value"));
            }
            hints.push(Hint::new("Tab", "keys or curves"));
            hints
        }
        _ => vec![Hint::new("Release", "keep")],
    }
}
