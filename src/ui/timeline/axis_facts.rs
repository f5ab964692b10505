//! What the timeline knows of the axis that all clips of a model share: bands, keys outside.

use super::Bands;
use crate::anim::{AxisCover, ClipId, KeyWindow};
use crate::document::{Model, ModelId};
use std::collections::HashMap;
use std::sync::Arc;

/// The bands of the clips, and the keys that no clip plays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AxisFacts {
    /// A band for each clip.
    pub bands: Bands,
    /// Times of the keys outside every clip, ascending and distinct.
    pub stray_times: Vec<i32>,
    /// How many keys lie outside every clip.
    pub stray_count: usize,
    /// First and last key in each clip, on the axis.
    key_spans: HashMap<ClipId, (i32, i32)>,
    /// From the first to the last moment of interest.
    span_ms: (i32, i32),
}

impl AxisFacts {
    /// Looks at every track of a model.
    pub fn of(model: &Model) -> Self {
        let mut facts = Self {
            bands: Bands::of(model),
            ..Self::default()
        };
        let cover = AxisCover::of(&model.clips);
        let windows = model
            .clips
            .iter()
            .map(|clip| (clip.id, KeyWindow::of(clip)));
        let windows: Vec<(ClipId, KeyWindow)> = windows.collect();
        let mut times = Vec::new();
        for owner in model.track_owners() {
            for (_, track) in model.owner_tracks(owner) {
                if track.is_on_axis() {
                    times.extend_from_slice(track.list_times_ms(0));
                }
            }
        }
        times.sort_unstable();
        facts.stray_times = times
            .iter()
            .copied()
            .filter(|&time| !cover.contains(time))
            .collect();
        facts.stray_count = facts.stray_times.len();
        facts.stray_times.dedup();
        for (id, window) in windows {
            let first = times.partition_point(|&time| time < window.start_ms);
            let end = times.partition_point(|&time| time <= window.end_ms);
            if let Some([first, .., last] | [first @ last]) = times.get(first..end) {
                facts.key_spans.insert(id, (*first, *last));
            }
        }
        let bands = facts.bands.bands.iter();
        let starts = bands
            .clone()
            .map(|band| band.first_ms())
            .chain(times.first().copied());
        let ends = bands
            .map(|band| band.last_ms())
            .chain(times.last().copied());
        facts.span_ms = (starts.min().unwrap_or(0), ends.max().unwrap_or(0));
        facts
    }

    /// From the first to the last moment that has a band or a key.
    pub fn span_ms(&self) -> (i32, i32) {
        self.span_ms
    }

    /// First and last key in a clip, on the axis; `None` without keys.
    pub fn key_span_ms(&self, clip: ClipId) -> Option<(i32, i32)> {
        self.key_spans.get(&clip).copied()
    }

    /// The first stray key after a moment, from the start again behind the last.
    pub fn next_stray_ms(&self, after_ms: Option<i32>) -> Option<i32> {
        let next = self
            .stray_times
            .iter()
            .find(|&&time| after_ms.is_none_or(|after| time > after));
        next.or(self.stray_times.first()).copied()
    }
}

/// Keeps the facts until the document changes.
#[derive(Clone, Debug, Default)]
pub struct AxisFactsCache {
    facts: Arc<AxisFacts>,
    made_of: Option<(ModelId, u64)>,
}

impl AxisFactsCache {
    /// The facts of a model at a revision of the document.
    pub fn refresh(&mut self, model: &Model, revision: u64) {
        if self.made_of != Some((model.id, revision)) {
            self.facts = Arc::new(AxisFacts::of(model));
            self.made_of = Some((model.id, revision));
        }
    }

    /// The facts as of the last refresh.
    pub fn facts(&self) -> Arc<AxisFacts> {
        Arc::clone(&self.facts)
    }
}
