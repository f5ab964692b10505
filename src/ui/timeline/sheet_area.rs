//! Where the rows and keys of a sheet are on screen, and what is under a point or in a box.

use super::{Sheet, SheetRow, TimeAxis};
use crate::editor::KeyRef;
use std::ops::Range;

/// How far from its middle a key is still hit, in pixels.
pub const HIT_RADIUS_PX: f32 = 7.0;

/// The scrolled view onto a sheet; all places are pixels from the top left of the key area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SheetArea {
    /// Which times are where.
    pub axis: TimeAxis,
    /// Height of a row.
    pub row_height: f32,
    /// How far the rows are scrolled up.
    pub scroll_y: f32,
    /// Width of the key area.
    pub width: f32,
    /// Height of the key area.
    pub height: f32,
}

/// A key of a row: for a row that sums up tracks, all their keys at that time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowKey {
    /// The row's position in the sheet.
    pub row: usize,
    /// The keys' time.
    pub time_ms: i32,
}

impl SheetArea {
    /// The rows of which at least a part can be seen.
    pub fn visible_rows(&self, row_count: usize) -> Range<usize> {
        let first = (self.scroll_y / self.row_height).floor().max(0.0) as usize;
        let last = ((self.scroll_y + self.height) / self.row_height)
            .ceil()
            .max(0.0) as usize;
        let end = last.min(row_count);
        first.min(end)..end
    }

    /// The upper edge of a row.
    pub fn row_top(&self, row: usize) -> f32 {
        row as f32 * self.row_height - self.scroll_y
    }

    /// The middle line of a row.
    pub fn row_middle(&self, row: usize) -> f32 {
        self.row_top(row) + self.row_height / 2.0
    }

    /// The row at a height; `None` above the first and below the last.
    pub fn row_at(&self, y: f32, row_count: usize) -> Option<usize> {
        let row = ((y + self.scroll_y) / self.row_height).floor();
        (row >= 0.0 && (row as usize) < row_count).then_some(row as usize)
    }

    /// The furthest the rows can be scrolled.
    pub fn max_scroll_y(&self, row_count: usize) -> f32 {
        (row_count as f32 * self.row_height - self.height).max(0.0)
    }

    /// The key nearest to a point, if one is within [`HIT_RADIUS_PX`] of it in its row.
    pub fn key_at(&self, sheet: &Sheet, x: f32, y: f32) -> Option<RowKey> {
        let row = self.row_at(y, sheet.rows.len())?;
        let times = sheet.row_times(sheet.rows.get(row)?);
        let time_ms = nearest(times, self.axis.ms_of_x(x))?;
        let distance = (self.axis.x_of_ms(f64::from(time_ms)) - x).abs();
        (distance <= HIT_RADIUS_PX).then_some(RowKey { row, time_ms })
    }

    /// All keys whose middle is in the box between two points.
    pub fn keys_in_box(&self, sheet: &Sheet, from: (f32, f32), to: (f32, f32)) -> Vec<KeyRef> {
        let (left, right) = (from.0.min(to.0), from.0.max(to.0));
        let (top, bottom) = (from.1.min(to.1), from.1.max(to.1));
        let first_ms = self.axis.ms_of_x(left);
        let last_ms = self.axis.ms_of_x(right);
        let mut keys = Vec::new();
        for (position, row) in sheet.rows.iter().enumerate() {
            let middle = self.row_middle(position);
            if middle < top || middle > bottom {
                continue;
            }
            for channel in sheet.row_channels(row) {
                let times = sheet.channel_times(channel);
                let start = times.partition_point(|&time| f64::from(time) < first_ms);
                let end = times.partition_point(|&time| f64::from(time) <= last_ms);
                let inside = times.get(start..end).unwrap_or(&[]);
                keys.extend(inside.iter().map(|&time_ms| KeyRef {
                    path: channel.path,
                    time_ms,
                }));
            }
        }
        // Open rows and the rows that sum them up name the same keys.
        keys.sort_unstable();
        keys.dedup();
        keys
    }
}

/// The keys of the tracks of a row at one time.
pub fn keys_of_row_at(sheet: &Sheet, row: &SheetRow, time_ms: i32) -> Vec<KeyRef> {
    sheet
        .row_channels(row)
        .iter()
        .filter(|channel| sheet.channel_times(channel).binary_search(&time_ms).is_ok())
        .map(|channel| KeyRef {
            path: channel.path,
            time_ms,
        })
        .collect()
}

/// All keys of the tracks of a row.
pub fn keys_of_row(sheet: &Sheet, row: &SheetRow) -> Vec<KeyRef> {
    let channels = sheet.row_channels(row).iter();
    channels
        .flat_map(|channel| {
            let times = sheet.channel_times(channel).iter();
            times.map(|&time_ms| KeyRef {
                path: channel.path,
                time_ms,
            })
        })
        .collect()
}

/// The time in an ascending list that is nearest to `time_ms`.
pub fn nearest(times_ms: &[i32], time_ms: f64) -> Option<i32> {
    let after = times_ms.partition_point(|&time| f64::from(time) < time_ms);
    let candidates = [after.checked_sub(1), Some(after)];
    candidates
        .into_iter()
        .flatten()
        .filter_map(|position| times_ms.get(position).copied())
        .min_by(|&a, &b| {
            (f64::from(a) - time_ms)
                .abs()
                .total_cmp(&(f64::from(b) - time_ms).abs())
        })
}
