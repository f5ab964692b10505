//! Where keys and handles of curves are on screen, and what is under a point.

use super::{Curve, CurveId, ValueAxis};
use crate::editor::KeyRef;
use crate::ui::timeline::TimeAxis;
use egui_plot::PlotPoint;

/// How far from its middle a key or handle is still hit, in pixels.
const HIT_RADIUS_PX: f32 = 8.0;

/// The view onto the curves; all places are pixels from the top left of the plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlotArea {
    /// Which times are where.
    pub times: TimeAxis,
    /// Which values are where.
    pub values: ValueAxis,
    /// Width of the plot.
    pub width: f32,
    /// Height of the plot.
    pub height: f32,
}

/// A part of a key that can be dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPart {
    /// The key itself.
    Key,
    /// Its handle towards the key before.
    Incoming,
    /// Its handle towards the key after.
    Outgoing,
}

/// What is under a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveHit {
    /// Position of the curve in the list.
    pub curve: usize,
    /// Which it is.
    pub id: CurveId,
    /// Time of the key.
    pub time_ms: i32,
    /// Which part of the key.
    pub part: KeyPart,
}

impl PlotArea {
    /// Where a point of a curve is.
    pub fn place(&self, point: PlotPoint) -> (f32, f32) {
        (
            self.times.x_of_ms(point.x),
            self.values.y_of(point.y, self.height),
        )
    }

    /// The key or handle nearest to a point, if one is near; handles are hit before keys.
    ///
    /// `shows` says which curves count, `has_handles` which keys show handles.
    pub fn hit(
        &self,
        curves: &[Curve],
        at: (f32, f32),
        shows: impl Fn(CurveId) -> bool,
        has_handles: impl Fn(KeyRef) -> bool,
    ) -> Option<CurveHit> {
        let first_ms = self.times.ms_of_x(at.0 - self.width);
        let last_ms = self.times.ms_of_x(at.0 + self.width);
        let mut best: Option<(f32, CurveHit)> = None;
        for (position, curve) in curves.iter().enumerate() {
            let Some(id) = curve.id.filter(|&id| shows(id)) else {
                continue;
            };
            let start = curve
                .keys
                .partition_point(|key| f64::from(key.time_ms) < first_ms);
            let end = curve
                .keys
                .partition_point(|key| f64::from(key.time_ms) <= last_ms);
            for key in curve.keys.get(start..end).unwrap_or(&[]) {
                let key_ref = KeyRef {
                    path: id.path,
                    time_ms: key.time_ms,
                };
                let here = PlotPoint::new(f64::from(key.time_ms), key.value);
                let mut parts = vec![(KeyPart::Key, here)];
                if has_handles(key_ref) {
                    parts.extend(key.incoming.map(|point| (KeyPart::Incoming, point)));
                    parts.extend(key.outgoing.map(|point| (KeyPart::Outgoing, point)));
                }
                for (part, point) in parts {
                    let (x, y) = self.place(point);
                    let distance = (x - at.0).hypot(y - at.1);
                    // A handle wins against the key it lies on.
                    let rank = if part == KeyPart::Key {
                        distance + 1.0
                    } else {
                        distance
                    };
                    let is_nearer = best.is_none_or(|(other, _)| rank < other);
                    if distance <= HIT_RADIUS_PX && is_nearer {
                        let hit = CurveHit {
                            curve: position,
                            id,
                            time_ms: key.time_ms,
                            part,
                        };
                        best = Some((rank, hit));
                    }
                }
            }
        }
        best.map(|(_, hit)| hit)
    }

    /// The keys of shown curves in the box between two points.
    pub fn keys_in_box(
        &self,
        curves: &[Curve],
        from: (f32, f32),
        to: (f32, f32),
        shows: impl Fn(CurveId) -> bool,
    ) -> Vec<KeyRef> {
        let (left, right) = (from.0.min(to.0), from.0.max(to.0));
        let (top, bottom) = (from.1.min(to.1), from.1.max(to.1));
        let mut keys = Vec::new();
        for curve in curves {
            let Some(id) = curve.id.filter(|&id| shows(id)) else {
                continue;
            };
            for key in &curve.keys {
                let (x, y) = self.place(PlotPoint::new(f64::from(key.time_ms), key.value));
                if x >= left && x <= right && y >= top && y <= bottom {
                    keys.push(KeyRef {
                        path: id.path,
                        time_ms: key.time_ms,
                    });
                }
            }
        }
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// The shown curve whose line passes nearest above or below a point, and its value there.
    pub fn line_at(
        &self,
        curves: &[Curve],
        at: (f32, f32),
        shows: impl Fn(CurveId) -> bool,
    ) -> Option<(usize, f64)> {
        let time_ms = self.times.ms_of_x(at.0);
        let shown = curves
            .iter()
            .enumerate()
            .filter(|(_, curve)| curve.id.is_some_and(&shows));
        shown
            .filter_map(|(position, curve)| {
                let value = curve.value_at(time_ms)?;
                let distance = (self.values.y_of(value, self.height) - at.1).abs();
                (distance <= HIT_RADIUS_PX).then_some((distance, position, value))
            })
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, position, value)| (position, value))
    }
}
