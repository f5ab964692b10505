//! The rows of the dope sheet with their key times, laid out from a model, a clip and a filter.
//!
//! Invariants: rows are in the order of the screen; the channels of a row are a run of `channels`;
//! the times of every row and channel are ascending and distinct.

use super::{OpenRows, PartGroup, RowFilter, RowId};
use crate::anim::{Driver, Interpolation, TrackKeys, TrackRef};
use crate::document::{Model, TrackOwner, TrackPath};
use crate::editor::{Selection, bone_label, owner_label};
use crate::for_any_track;
use std::ops::Range;

/// How a key is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyShape {
    /// Linear, and rows that sum up several tracks.
    Diamond,
    /// Step.
    Square,
    /// Hermite and Bezier.
    Circle,
    /// An event.
    Flag,
}

/// One track of the sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetChannel {
    /// Which track.
    pub path: TrackPath,
    /// How its keys are drawn.
    pub shape: KeyShape,
    /// Length of the global loop it runs on; `None` on the clip's clock.
    pub loop_ms: Option<u32>,
    /// Whether all clips see these keys.
    pub is_shared: bool,
    times: Range<usize>,
}

/// One row of the sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetRow {
    /// What it stands for.
    pub id: RowId,
    /// Its text.
    pub label: String,
    /// Steps of indentation.
    pub depth: u8,
    /// Whether the rows below it are shown; `None` if there can be none.
    pub is_open: Option<bool>,
    /// How its keys are drawn.
    pub shape: KeyShape,
    /// Length of the global loop of its tracks; `None` on the clip's clock or if they differ.
    pub loop_ms: Option<u32>,
    /// Whether all clips see its keys.
    pub is_shared: bool,
    /// Its tracks, as a run of the sheet's channels.
    pub channels: Range<usize>,
    times: Range<usize>,
}

/// The rows of one clip.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// The rows that are not inside a closed row.
    pub rows: Vec<SheetRow>,
    /// All tracks that passed the filter, also those inside closed rows.
    pub channels: Vec<SheetChannel>,
    /// Number of keys in `channels`.
    pub key_count: usize,
    /// Number of those that lie before the start or past the end of the clip or of their loop.
    pub outside_count: usize,
    times_ms: Vec<i32>,
}

impl Sheet {
    /// Lays out the tracks of `model` in the clip at position `clip` (the one that holds the keys).
    pub fn new(
        model: &Model,
        clip: usize,
        selection: &Selection,
        filter: &RowFilter,
        open: &OpenRows,
    ) -> Self {
        let mut sheet = Self::default();
        sheet.rows.push(SheetRow {
            id: RowId::Summary,
            label: "All keys".to_owned(),
            depth: 0,
            is_open: Some(open.is_open(RowId::Summary)),
            shape: KeyShape::Diamond,
            loop_ms: None,
            is_shared: false,
            channels: 0..0,
            times: 0..0,
        });
        let mut layout = Layout {
            sheet: &mut sheet,
            model,
            clip,
            selection,
            filter,
            open,
        };
        layout.bones();
        layout.groups();
        let all = 0..sheet.channels.len();
        let times = sheet.merged(&all);
        if let Some(summary) = sheet.rows.first_mut() {
            summary.channels = all;
            summary.times = times;
        }
        sheet.count(model.clips.get(clip).map_or(0, |clip| clip.duration_ms));
        if !open.is_open(RowId::Summary) {
            sheet.rows.truncate(1);
        }
        sheet
    }

    /// Key times of a row, ascending and distinct.
    pub fn row_times(&self, row: &SheetRow) -> &[i32] {
        self.times_ms.get(row.times.clone()).unwrap_or(&[])
    }

    /// Key times of a channel, ascending and distinct.
    pub fn channel_times(&self, channel: &SheetChannel) -> &[i32] {
        self.times_ms.get(channel.times.clone()).unwrap_or(&[])
    }

    /// The tracks of a row.
    pub fn row_channels(&self, row: &SheetRow) -> &[SheetChannel] {
        self.channels.get(row.channels.clone()).unwrap_or(&[])
    }

    /// The position of a row; `None` if it is not shown.
    pub fn row_position(&self, id: RowId) -> Option<usize> {
        self.rows.iter().position(|row| row.id == id)
    }

    /// First and last key time of the sheet.
    pub fn time_span_ms(&self) -> Option<(i32, i32)> {
        let times = self.row_times(self.rows.first()?);
        Some((*times.first()?, *times.last()?))
    }

    /// Merges the times of some channels into a run of their own.
    fn merged(&mut self, channels: &Range<usize>) -> Range<usize> {
        let runs = self.channels.get(channels.clone()).unwrap_or(&[]);
        if let [only] = runs {
            return only.times.clone();
        }
        let start = self.times_ms.len();
        for run in runs.iter().map(|channel| channel.times.clone()) {
            self.times_ms.extend_from_within(run);
        }
        let mut merged = self.times_ms.split_off(start);
        // Runs that are already in order: the stable sort merges them.
        merged.sort();
        merged.dedup();
        self.times_ms.append(&mut merged);
        start..self.times_ms.len()
    }

    fn count(&mut self, duration_ms: u32) {
        for channel in &self.channels {
            let times = self.times_ms.get(channel.times.clone()).unwrap_or(&[]);
            let end = i32::try_from(channel.loop_ms.unwrap_or(duration_ms)).unwrap_or(i32::MAX);
            let before = times.partition_point(|&time| time < 0);
            let inside = times.partition_point(|&time| time <= end);
            self.key_count += times.len();
            self.outside_count += before + times.len() - inside;
        }
    }
}

/// What the functions that lay out rows share.
struct Layout<'a> {
    sheet: &'a mut Sheet,
    model: &'a Model,
    clip: usize,
    selection: &'a Selection,
    filter: &'a RowFilter,
    open: &'a OpenRows,
}

impl Layout<'_> {
    /// Bones in tree order, each with its channels.
    fn bones(&mut self) {
        for (index, depth) in tree_order(self.model) {
            let Some(bone) = self.model.skeleton.bones.get(index) else {
                continue;
            };
            let label = bone_label(self.model, bone.id);
            let is_selected = self.selection.has_bone(bone.id);
            self.owner(TrackOwner::Bone(bone.id), label, depth.min(6), is_selected);
        }
    }

    /// The parts beside the bones, by group.
    fn groups(&mut self) {
        let owners = self.model.track_owners();
        for group in PartGroup::ALL {
            let row_position = self.sheet.rows.len();
            let first_channel = self.sheet.channels.len();
            let id = RowId::Group(group);
            self.sheet.rows.push(SheetRow {
                id,
                label: group.label().to_owned(),
                depth: 0,
                is_open: Some(self.open.is_open(id)),
                shape: KeyShape::Diamond,
                loop_ms: None,
                is_shared: false,
                channels: 0..0,
                times: 0..0,
            });
            for &owner in owners
                .iter()
                .filter(|&&owner| PartGroup::of(owner) == Some(group))
            {
                let is_selected = self.selection.part == Some(owner);
                self.owner(owner, owner_label(self.model, owner), 1, is_selected);
            }
            let channels = first_channel..self.sheet.channels.len();
            if channels.is_empty() {
                self.sheet.rows.truncate(row_position);
                continue;
            }
            if !self.open.is_open(id) {
                self.sheet.rows.truncate(row_position + 1);
            }
            self.close_row(row_position, channels);
        }
    }

    /// One owner with its channels; the row of an owner with a single channel is that channel's.
    fn owner(&mut self, owner: TrackOwner, label: String, depth: u8, is_selected: bool) {
        let tracks = self.model.owner_tracks(owner);
        let is_single = tracks.len() == 1;
        let row_position = self.sheet.rows.len();
        let first_channel = self.sheet.channels.len();
        let id = RowId::Owner(owner);
        let is_open = self.open.is_open(id);
        for (path, track) in tracks {
            let has_keys = !times_of(&track, self.clip).is_empty();
            if !self
                .filter
                .shows(&label, path.channel, is_selected, has_keys)
            {
                continue;
            }
            let channel = self.channel(path, track);
            self.sheet.channels.push(channel);
        }
        let channels = first_channel..self.sheet.channels.len();
        if channels.is_empty() {
            return;
        }
        self.sheet.rows.push(SheetRow {
            id,
            label,
            depth,
            is_open: (!is_single).then_some(is_open),
            shape: KeyShape::Diamond,
            loop_ms: None,
            is_shared: false,
            channels: 0..0,
            times: 0..0,
        });
        self.close_row(row_position, channels.clone());
        if is_single {
            if let (Some(row), Some(channel)) = (
                self.sheet.rows.get_mut(row_position),
                self.sheet.channels.get(first_channel),
            ) {
                row.id = RowId::Channel(channel.path);
            }
        } else if is_open {
            for position in channels {
                self.channel_row(position, depth + 1);
            }
        }
    }

    fn channel_row(&mut self, position: usize, depth: u8) {
        let Some(channel) = self.sheet.channels.get(position) else {
            return;
        };
        let mut label = channel.path.channel.replace('_', " ");
        if let Some(first) = label.get_mut(0..1) {
            first.make_ascii_uppercase();
        }
        let row = SheetRow {
            id: RowId::Channel(channel.path),
            label,
            depth,
            is_open: None,
            shape: channel.shape,
            loop_ms: channel.loop_ms,
            is_shared: channel.is_shared,
            channels: position..position + 1,
            times: channel.times.clone(),
        };
        self.sheet.rows.push(row);
    }

    /// Gives a row its channels and what follows from them.
    fn close_row(&mut self, row_position: usize, channels: Range<usize>) {
        let times = self.sheet.merged(&channels);
        let of_row = self.sheet.channels.get(channels.clone()).unwrap_or(&[]);
        let Some(first) = of_row.first() else {
            return;
        };
        let shape = if of_row.iter().all(|other| other.shape == first.shape) {
            first.shape
        } else {
            KeyShape::Diamond
        };
        let same_loop = of_row.iter().all(|other| other.loop_ms == first.loop_ms);
        let loop_ms = first.loop_ms.filter(|_| same_loop);
        let is_shared = of_row.iter().all(|channel| channel.is_shared);
        if let Some(row) = self.sheet.rows.get_mut(row_position) {
            row.channels = channels;
            row.times = times;
            row.shape = shape;
            row.loop_ms = loop_ms;
            row.is_shared = is_shared;
        }
    }

    /// Copies the times of a track into the sheet.
    fn channel(&mut self, path: TrackPath, track: TrackRef<'_>) -> SheetChannel {
        let start = self.sheet.times_ms.len();
        let axis_start_ms = if is_on_file_axis(&track) {
            self.model
                .clips
                .get(self.clip)
                .map_or(0, |clip| clip.start_ms)
        } else {
            0
        };
        let times = times_of(&track, self.clip);
        self.sheet
            .times_ms
            .extend(times.iter().map(|&time| time.saturating_sub(axis_start_ms)));
        if !times.is_sorted_by(|a, b| a < b) {
            // A file out of order: sort what is shown, the document keeps its order.
            let mut sorted = self.sheet.times_ms.split_off(start);
            sorted.sort_unstable();
            sorted.dedup();
            self.sheet.times_ms.append(&mut sorted);
        }
        let shape = match (track, track.interpolation()) {
            (TrackRef::Event(_), _) => KeyShape::Flag,
            (TrackRef::Integer(_), _) | (_, Interpolation::Step) => KeyShape::Square,
            (_, Interpolation::Hermite | Interpolation::Bezier) => KeyShape::Circle,
            (_, Interpolation::Linear | Interpolation::Unknown(_)) => KeyShape::Diamond,
        };
        let loop_ms = match track.driver() {
            Driver::Clip => None,
            Driver::GlobalLoop(index) => {
                let loops = &self.model.global_loops_ms;
                Some(loops.get(usize::from(index)).copied().unwrap_or(0))
            }
        };
        SheetChannel {
            path,
            shape,
            loop_ms,
            is_shared: track.is_shared(),
            times: start..self.sheet.times_ms.len(),
        }
    }
}

/// Times of the keys that play in a clip; a track on a global loop plays its first list.
fn times_of<'t>(track: &TrackRef<'t>, clip: usize) -> &'t [i32] {
    for_any_track!(TrackRef, track, track => {
        let list = match track.driver {
            Driver::GlobalLoop(_) => track.lists().first(),
            Driver::Clip => track.keys(clip),
        };
        list.map_or(&[], |list| &list.times_ms)
    })
}

/// Whether the keys are on the file's own time axis, on which clips are windows.
fn is_on_file_axis(track: &TrackRef<'_>) -> bool {
    for_any_track!(TrackRef, track, track => matches!(track.keys, TrackKeys::Axis(_)))
}

/// Every bone's position and depth, children below their parents.
fn tree_order(model: &Model) -> Vec<(usize, u8)> {
    let hierarchy = model.skeleton.hierarchy();
    let count = hierarchy.len();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut stack: Vec<(usize, u8)> = Vec::new();
    for index in (0..count).rev() {
        match hierarchy
            .parent(index)
            .and_then(|parent| children.get_mut(parent))
        {
            Some(siblings) => siblings.push(index),
            None => stack.push((index, 0)),
        }
    }
    let mut order = Vec::with_capacity(count);
    while let Some((index, depth)) = stack.pop() {
        order.push((index, depth));
        let below = children.get(index).into_iter().flatten();
        stack.extend(below.map(|&child| (child, depth.saturating_add(1))));
    }
    order
}
