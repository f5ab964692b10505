//! The lanes of global loops: each loop with the tracks that run on it, in the loop's own time.

use super::sheet::{Extent, Layout};
use super::{RowId, SheetRow};
use crate::anim::Driver;
use crate::document::{TrackOwner, TrackPath};
use crate::editor::track_label;
use std::collections::BTreeMap;

impl Layout<'_> {
    /// The section of global loops; nothing where no track runs on one.
    pub(super) fn loops(&mut self) {
        if self.extent == Extent::Axis {
            return;
        }
        let by_loop = self.looped();
        if by_loop.is_empty() {
            return;
        }
        let (section, first_channel) = (self.sheet.rows.len(), self.sheet.channels.len());
        let heading = SheetRow::heading(RowId::Loops, "Global loops", 0, self.open);
        self.sheet.rows.push(heading);
        for (index, paths) in by_loop {
            self.one_loop(index, &paths);
        }
        let channels = first_channel..self.sheet.channels.len();
        if !self.open.is_open(RowId::Loops) {
            self.sheet.rows.truncate(section + 1);
        }
        self.close_row(section, channels);
    }

    /// The tracks on each loop that the filter shows.
    fn looped(&self) -> BTreeMap<u16, Vec<TrackPath>> {
        let mut by_loop: BTreeMap<u16, Vec<TrackPath>> = BTreeMap::new();
        for owner in self.model.track_owners() {
            let is_selected = match owner {
                TrackOwner::Bone(id) => self.selection.has_bone(id),
                part => self.selection.part == Some(part),
            };
            for (path, track) in self.model.owner_tracks(owner) {
                let Driver::GlobalLoop(index) = track.driver() else {
                    continue;
                };
                let has_keys = self.times(track).next().is_some();
                let label = track_label(self.model, path);
                if self.filter.shows(&label, "loop", is_selected, has_keys) {
                    by_loop.entry(index).or_default().push(path);
                }
            }
        }
        by_loop
    }

    fn one_loop(&mut self, index: u16, paths: &[TrackPath]) {
        let (lane, first_channel) = (self.sheet.rows.len(), self.sheet.channels.len());
        let id = RowId::Loop(index);
        let label = match self.model.global_loops_ms.get(usize::from(index)) {
            None => format!("Loop {index}: missing"),
            Some(0) => format!("Loop {index}: stands still"),
            Some(_) => format!("Loop {index}"),
        };
        let heading = SheetRow::heading(id, label, 1, self.open);
        self.sheet.rows.push(heading);
        for &path in paths {
            if let Some(track) = self.model.track(path) {
                let channel = self.channel(path, track);
                self.sheet.channels.push(channel);
            }
        }
        let channels = first_channel..self.sheet.channels.len();
        self.close_row(lane, channels.clone());
        if self.open.is_open(id) {
            for (position, &path) in channels.zip(paths) {
                self.channel_row(position, 2, Some(track_label(self.model, path)));
            }
        }
    }
}
