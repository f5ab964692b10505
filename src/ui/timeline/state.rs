//! What the timeline remembers between frames: zoom, scroll, open rows, filter, and the drag that runs.

use super::{AxisFacts, AxisFactsCache, KeyDrag, OpenRows, RowFilter, Sheet, SheetCache, TimeAxis};
use crate::anim::ClipId;
use crate::document::ModelId;
use crate::editor::TimelineRequest;
use crate::ui::Hint;
use crate::ui::curve_editor::{CurveDrag, CurveState};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What is shown below the ruler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimelineMode {
    /// Keys in rows.
    #[default]
    DopeSheet,
    /// Curves of the selected channels.
    Curves,
    /// Keys in rows above, curves below, on the same time axis.
    Both,
}

/// How much of a model with one time axis is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimelineSpan {
    /// The selected clip, in its own time.
    #[default]
    Clip,
    /// The whole axis, with a band for each clip.
    Axis,
}

/// View state of the timeline panel.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct TimelineState {
    /// Zoom and scroll in time.
    pub axis: TimeAxis,
    /// What is shown below the ruler.
    pub mode: TimelineMode,
    /// Width of the names at the left, in pixels.
    pub label_width: f32,
    /// Which rows are shown.
    pub filter: RowFilter,
    /// Value axis and look of the curves.
    pub curves: CurveState,
    /// Whether the selected clip or the whole axis is shown.
    #[serde(skip)]
    pub span: TimelineSpan,
    /// Whether the keys outside every clip are what is selected.
    #[serde(skip)]
    pub strays_selected: bool,
    /// The clip whose band was brought into view last.
    #[serde(skip)]
    pub(super) revealed: Option<ClipId>,
    /// Whether the view has to scroll to that key, once its width is known.
    #[serde(skip)]
    pub(super) pending_reveal: bool,
    /// The stray key that was shown last.
    #[serde(skip)]
    pub(super) stray_ms: Option<i32>,
    /// Which rows show what is below them.
    #[serde(skip)]
    pub open: OpenRows,
    /// How far the rows are scrolled up, in pixels.
    #[serde(skip)]
    pub scroll_y: f32,
    /// The drag that runs, if any.
    #[serde(skip)]
    pub drag: KeyDrag,
    /// Fits that wait for the width of the panel to be known.
    #[serde(skip)]
    pub(super) pending_fit: Option<TimelineRequest>,
    /// The clip that was fitted last, none for the whole axis; another is fitted when first shown.
    #[serde(skip)]
    pub(super) fitted: Option<(ModelId, Option<ClipId>)>,
    /// What commands asked of the timeline; it takes them out.
    #[serde(skip)]
    pub requests: Vec<TimelineRequest>,
    /// What buttons and keys do here now; the hint bar shows them while the mouse is here.
    #[serde(skip)]
    pub hints: Vec<Hint>,
    /// Whether the pointer was over the panel in the last frame; its keys then come first.
    #[serde(skip)]
    pub is_hovered: bool,
    /// Where the key area begins on screen, as of the last frame.
    #[serde(skip)]
    pub(super) key_area_left: f32,
    #[serde(skip)]
    pub(super) cache: SheetCache,
    /// The same for the whole axis.
    #[serde(skip)]
    pub(super) axis_cache: SheetCache,
    #[serde(skip)]
    pub(super) facts: AxisFactsCache,
}

impl Default for TimelineState {
    fn default() -> Self {
        Self {
            axis: TimeAxis::default(),
            mode: TimelineMode::default(),
            label_width: 190.0,
            filter: RowFilter::default(),
            curves: CurveState::default(),
            span: TimelineSpan::default(),
            strays_selected: false,
            revealed: None,
            pending_reveal: false,
            stray_ms: None,
            open: OpenRows::default(),
            scroll_y: 0.0,
            drag: KeyDrag::default(),
            pending_fit: None,
            fitted: None,
            requests: Vec::new(),
            hints: Vec::new(),
            is_hovered: false,
            key_area_left: 0.0,
            cache: SheetCache::default(),
            axis_cache: SheetCache::default(),
            facts: AxisFactsCache::default(),
        }
    }
}

impl TimelineState {
    /// Whether a drag of keys follows the mouse and takes every key.
    pub fn is_modal(&self) -> bool {
        !matches!(self.drag, KeyDrag::Ready) || !matches!(self.curves.drag, CurveDrag::Ready)
    }

    /// Shows the selected clip or the whole axis.
    pub fn set_span(&mut self, span: TimelineSpan) {
        if self.span != span {
            self.drag = KeyDrag::Ready;
        }
        self.span = span;
        self.strays_selected &= span == TimelineSpan::Axis;
    }

    /// What was last known of the shared axis.
    pub fn axis_facts(&self) -> Arc<AxisFacts> {
        self.facts.facts()
    }

    /// Shows the next stray key and selects all of them.
    fn show_next_stray(&mut self) {
        let facts = self.facts.facts();
        let after = self.stray_ms.filter(|_| self.strays_selected);
        let Some(next) = facts.next_stray_ms(after) else {
            return;
        };
        self.set_span(TimelineSpan::Axis);
        self.strays_selected = true;
        self.stray_ms = Some(next);
        self.pending_reveal = true;
    }

    /// The sheet as it was last shown.
    pub(crate) fn sheet(&self) -> Arc<Sheet> {
        self.cache.sheet()
    }

    /// Carries out what a menu, shortcut or the palette asked of the timeline's view.
    pub fn request(&mut self, request: TimelineRequest) {
        match request {
            TimelineRequest::ToggleCurves => {
                self.mode = match self.mode {
                    TimelineMode::Curves => TimelineMode::DopeSheet,
                    TimelineMode::DopeSheet | TimelineMode::Both => TimelineMode::Curves,
                };
                self.curves.fit_next_frame();
            }
            TimelineRequest::ToggleAxis => self.set_span(match self.span {
                TimelineSpan::Clip => TimelineSpan::Axis,
                TimelineSpan::Axis => TimelineSpan::Clip,
            }),
            TimelineRequest::NextStray => self.show_next_stray(),
            TimelineRequest::FitAll | TimelineRequest::FitSelected => {
                self.pending_fit = Some(request);
            }
        }
    }
}
