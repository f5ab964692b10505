//! The parts of a file's time axis on which some clip lies.

use super::{Clip, KeyWindow};

/// The parts of a file's time axis on which some clip lies: what is outside never plays.
///
/// Clips that play the keyframes of another cover nothing; one that runs backwards covers its start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AxisCover {
    /// In order, none touching the next.
    parts: Vec<KeyWindow>,
}

impl AxisCover {
    /// What the clips cover.
    pub fn of(clips: &[Clip]) -> Self {
        let mut windows: Vec<KeyWindow> = clips
            .iter()
            .filter(|clip| !clip.is_alias())
            .map(KeyWindow::of)
            .collect();
        windows.sort_unstable_by_key(|window| window.start_ms);
        let mut parts: Vec<KeyWindow> = Vec::with_capacity(windows.len());
        for window in windows {
            match parts.last_mut() {
                Some(last) if window.start_ms <= last.end_ms.saturating_add(1) => {
                    last.end_ms = last.end_ms.max(window.end_ms);
                }
                _ => parts.push(window),
            }
        }
        Self { parts }
    }

    /// Whether some clip plays what is at this moment.
    pub fn contains(&self, axis_ms: i32) -> bool {
        let after = self.parts.partition_point(|part| part.start_ms <= axis_ms);
        let before = after.checked_sub(1).and_then(|at| self.parts.get(at));
        before.is_some_and(|part| axis_ms <= part.end_ms)
    }
}
