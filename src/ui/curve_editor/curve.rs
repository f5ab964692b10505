//! Curves: one component of one track as numbers over time, with its keys and handles.

use crate::document::TrackPath;
use egui_plot::PlotPoint;
use serde::{Deserialize, Serialize};

/// How a rotation is taken apart into curves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RotationParts {
    /// Degrees about X, then Y, then Z, without jumps.
    #[default]
    Euler,
    /// The four parts of the quaternion, as stored.
    Quaternion,
}

/// Names one curve: a track and which of its components.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CurveId {
    /// The track.
    pub path: TrackPath,
    /// 0 is X, red, or the only one; a quaternion has W as 3.
    pub component: usize,
}

/// One key of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveKey {
    /// When it is, in ms of the clip.
    pub time_ms: i32,
    /// Its value.
    pub value: f64,
    /// Where its handle towards the key before is; `None` if the track has no handles there.
    pub incoming: Option<PlotPoint>,
    /// Where its handle towards the key after is.
    pub outgoing: Option<PlotPoint>,
}

/// One component of a track over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// Which it is; `None` only in an empty curve.
    pub id: Option<CurveId>,
    /// What it is called, such as `Arm_L rotation X`.
    pub label: String,
    /// Unit of its values, to stand behind a number.
    pub unit: &'static str,
    /// Its keys, ascending in time.
    pub keys: Vec<CurveKey>,
    /// Points of the line through the keys, ascending in time.
    pub line: Vec<PlotPoint>,
}

impl Curve {
    /// The value of the line at a time; `None` without keys.
    pub fn value_at(&self, time_ms: f64) -> Option<f64> {
        let after = self.line.partition_point(|point| point.x <= time_ms);
        let before = after.checked_sub(1).and_then(|index| self.line.get(index));
        match (before, self.line.get(after)) {
            (Some(a), Some(b)) if b.x > a.x => {
                Some(a.y + (b.y - a.y) * (time_ms - a.x) / (b.x - a.x))
            }
            (Some(point), _) | (None, Some(point)) => Some(point.y),
            (None, None) => None,
        }
    }

    /// Position of the key at a time.
    pub fn key_position(&self, time_ms: i32) -> Option<usize> {
        self.keys
            .binary_search_by_key(&time_ms, |key| key.time_ms)
            .ok()
    }

    /// Least and greatest value of the line between two times; of all of it, if none is between.
    pub fn value_range(&self, from_ms: f64, to_ms: f64) -> Option<(f64, f64)> {
        let inside = self
            .line
            .iter()
            .filter(|point| point.x >= from_ms && point.x <= to_ms);
        let range = |points: &mut dyn Iterator<Item = &PlotPoint>| {
            points.fold(None, |range: Option<(f64, f64)>, point| {
                let (low, high) = range.unwrap_or((point.y, point.y));
                Some((low.min(point.y), high.max(point.y)))
            })
        };
        range(&mut inside.into_iter()).or_else(|| range(&mut self.line.iter()))
    }
}
