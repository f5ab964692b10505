//! The drags of the timeline as states: what is dragged, and by how much.

use super::band_drag::BandDrag;
use super::{Sheet, SheetChannel, frames};
use crate::document::TrackPath;
use crate::editor::{KeyRef, SelectMode, TimeDisplay};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// What the pointer drags.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum KeyDrag {
    /// Nothing.
    #[default]
    Ready,
    /// The playhead.
    Scrubbing,
    /// The view.
    Panning,
    /// A box around keys, from a corner in time and content height.
    Boxing {
        /// Time of the first corner.
        from_ms: f64,
        /// Height of the first corner, from the top of the first row.
        from_y: f32,
        /// What happens to the keys inside.
        mode: SelectMode,
    },
    /// Keys.
    Moving(KeyMove),
    /// The start of the play range.
    RangeStart,
    /// The end of the play range.
    RangeEnd,
    /// The end of the clip.
    ClipEnd {
        /// The length the gesture shows.
        duration_ms: u32,
    },
    /// The band of a clip on the shared axis.
    Band(BandDrag),
}

/// Whether keys or copies of them are dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// The keys themselves.
    Keys,
    /// Copies; the keys stay.
    Copies,
}

/// What holds a drag of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeldBy {
    /// The button: releasing it ends the drag.
    Button,
    /// Nothing: a click ends the drag, a right click or Esc takes it back.
    Nothing,
}

/// Keys on their way.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyMove {
    /// The keys, at the times they had when the drag began.
    pub keys: Vec<KeyRef>,
    /// Whether they or copies move.
    pub kind: MoveKind,
    /// What ends the drag.
    pub held_by: HeldBy,
    /// The time under the pointer when the drag began.
    pub grabbed_ms: f64,
    /// The time of the key that was grabbed; it is the one that snaps.
    pub anchor_ms: i32,
    /// How far the gesture shows them moved.
    pub delta_ms: i32,
    /// How many keys are in the way of where the pointer wants them.
    pub blocked: usize,
    /// The sheet as it was when the drag began.
    pub before: Arc<Sheet>,
}

impl KeyMove {
    /// How far the keys should move for a pointer at `pointer_ms`, snapped to frames if asked.
    ///
    /// None of them moves before the start of the clip; where clips share an axis, none past its
    /// end either.
    pub fn wanted_delta_ms(&self, pointer_ms: f64, snap: Option<TimeDisplay>) -> i32 {
        let raw = pointer_ms - self.grabbed_ms;
        let wanted = match snap {
            Some(display) => {
                frames::snap_ms(display, f64::from(self.anchor_ms) + raw) - self.anchor_ms
            }
            None => raw.round() as i32,
        };
        let first_ms = self.keys.iter().map(|key| key.time_ms).min().unwrap_or(0);
        // Operators name no key before the start of the clip.
        let wanted = wanted.max(first_ms.saturating_neg().min(0));
        self.room_ms().map_or(wanted, |room_ms| wanted.min(room_ms))
    }

    /// How far the keys can go before one leaves its clip's part of a shared axis.
    pub fn room_ms(&self) -> Option<i32> {
        let on_axis: HashSet<TrackPath> = self
            .before
            .channels
            .iter()
            .filter(|channel| channel.is_on_axis)
            .map(|channel| channel.path)
            .collect();
        let keys = self.keys.iter().filter(|key| on_axis.contains(&key.path));
        let last_ms = keys.map(|key| key.time_ms).max()?;
        let end_ms = i32::try_from(self.before.duration_ms()).unwrap_or(i32::MAX);
        Some(end_ms.saturating_sub(last_ms).max(0))
    }

    /// How many keys that don't move would be landed on.
    pub fn blocking(&self, delta_ms: i32) -> usize {
        let sheet = &self.before;
        let channels: HashMap<TrackPath, &SheetChannel> = sheet
            .channels
            .iter()
            .map(|channel| (channel.path, channel))
            .collect();
        self.keys
            .iter()
            .filter(|key| {
                let target = key.time_ms.saturating_add(delta_ms);
                let Some(channel) = channels.get(&key.path) else {
                    return false;
                };
                let lands_on_key = sheet.channel_times(channel).binary_search(&target).is_ok();
                let is_moving = || {
                    self.kind == MoveKind::Keys
                        && self
                            .keys
                            .binary_search(&KeyRef {
                                path: key.path,
                                time_ms: target,
                            })
                            .is_ok()
                };
                lands_on_key && !is_moving()
            })
            .count()
    }

    /// The keys at the times to which they were moved.
    pub fn moved(&self, delta_ms: i32) -> Vec<KeyRef> {
        self.keys
            .iter()
            .map(|key| KeyRef {
                path: key.path,
                time_ms: key.time_ms.saturating_add(delta_ms),
            })
            .collect()
    }
}
