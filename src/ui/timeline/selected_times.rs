//! The selected keys by channel of the sheet, ready to be walked beside the sheet's times.

use super::{Sheet, SheetRow};
use crate::editor::KeyRef;
use std::collections::BTreeSet;

/// For every channel of a sheet the times of its selected keys, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SelectedTimes {
    by_channel: Vec<Vec<i32>>,
    count: usize,
}

impl SelectedTimes {
    /// Looks up the selected keys of each channel.
    pub fn new(sheet: &Sheet, keys: &BTreeSet<KeyRef>) -> Self {
        if keys.is_empty() {
            return Self::default();
        }
        let by_channel: Vec<Vec<i32>> = sheet
            .channels
            .iter()
            .map(|channel| {
                let at = |time_ms| KeyRef {
                    path: channel.path,
                    time_ms,
                };
                keys.range(at(i32::MIN)..=at(i32::MAX))
                    .map(|key| key.time_ms)
                    .collect()
            })
            .collect();
        let count = by_channel.iter().map(Vec::len).sum();
        Self { by_channel, count }
    }

    /// Number of selected keys that the sheet shows.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The selected times of a row, ascending and distinct, written into `out`.
    pub fn of_row(&self, row: &SheetRow, out: &mut Vec<i32>) {
        out.clear();
        if self.count == 0 {
            return;
        }
        for times in self.by_channel.get(row.channels.clone()).unwrap_or(&[]) {
            out.extend_from_slice(times);
        }
        out.sort();
        out.dedup();
    }
}
