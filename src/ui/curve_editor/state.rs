//! What the curve editor remembers: the value axis, hidden and solo curves, and the drag that runs.

use super::{CurveCache, CurveDrag, CurveId, RotationParts, ValueAxis};
use crate::document::TrackPath;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// View state of the curves.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct CurveState {
    /// How rotations are taken apart.
    pub rotation: RotationParts,
    /// The values in view.
    #[serde(skip)]
    pub values: ValueAxis,
    /// Channels picked one by one; shown beside the selected one.
    #[serde(skip)]
    pub channels: BTreeSet<TrackPath>,
    /// Curves that are not shown.
    #[serde(skip)]
    pub hidden: BTreeSet<CurveId>,
    /// The only curve that is shown, if one is.
    #[serde(skip)]
    pub solo: Option<CurveId>,
    /// The key whose numbers can be typed: the one touched last.
    #[serde(skip)]
    pub active: Option<(CurveId, i32)>,
    /// The drag that runs.
    #[serde(skip)]
    pub drag: CurveDrag,
    #[serde(skip)]
    pub(super) is_fit_pending: bool,
    #[serde(skip)]
    pub(super) cache: CurveCache,
    /// How far the list of curves is scrolled.
    #[serde(skip)]
    pub(super) list_scroll: f32,
}

impl CurveState {
    /// Fits the values into the view when the curves are next shown.
    pub fn fit_next_frame(&mut self) {
        self.is_fit_pending = true;
    }

    /// Whether a curve is shown.
    pub fn shows(&self, id: CurveId) -> bool {
        match self.solo {
            Some(solo) => solo == id,
            None => !self.hidden.contains(&id),
        }
    }
}
