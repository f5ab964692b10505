//! The rows of the dope sheet with their key times, laid out from a model, a clip and a filter.
//!
//! Invariants: rows are in the order of the screen; the channels of a row are a run of `channels`;
//! the times of every row and channel are ascending and distinct.

use super::{OpenRows, PartGroup, RowFilter, RowId};
use crate::anim::{AxisCover, Clip, Driver, Interpolation, KeyPlace, KeyWindow, TrackRef};
use crate::document::{Model, TrackOwner, TrackPath};
use crate::editor::{Selection, bone_label, owner_label};
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
    /// Whether other clips lie before and after these keys, so that none may leave the clip.
    pub is_on_axis: bool,
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
    /// What clips cover, in a sheet of the whole axis.
    pub(super) cover: Option<AxisCover>,
    /// Length of the clip.
    duration_ms: u32,
    times_ms: Vec<i32>,
}

/// What a sheet shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// The clip at this position, in its own time.
    Clip(usize),
    /// The whole axis that clips share, in the time of the axis.
    Axis,
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
        let length = model.clips.get(clip).map_or(0, Clip::length_ms);
        Self::lay_out(model, Extent::Clip(clip), length, selection, filter, open)
    }

    /// Lays out the tracks on the axis that all clips of `model` share.
    ///
    /// Tracks on global loops are not on it.
    pub fn of_axis(
        model: &Model,
        selection: &Selection,
        filter: &RowFilter,
        open: &OpenRows,
    ) -> Self {
        let mut sheet = Self::lay_out(model, Extent::Axis, 0, selection, filter, open);
        let cover = AxisCover::of(&model.clips);
        let is_outside = |time: &&i32| !cover.contains(**time);
        let channels = sheet.channels.iter();
        sheet.outside_count = channels
            .map(|channel| {
                sheet
                    .channel_times(channel)
                    .iter()
                    .filter(is_outside)
                    .count()
            })
            .sum();
        sheet.cover = Some(cover);
        sheet
    }

    fn lay_out(
        model: &Model,
        extent: Extent,
        duration_ms: u32,
        selection: &Selection,
        filter: &RowFilter,
        open: &OpenRows,
    ) -> Self {
        let mut sheet = Self {
            duration_ms,
            ..Self::default()
        };
        let summary = SheetRow::heading(RowId::Summary, "All keys", 0, open);
        sheet.rows.push(summary);
        let mut layout = Layout {
            sheet: &mut sheet,
            model,
            extent,
            selection,
            filter,
            open,
        };
        layout.bones();
        layout.groups();
        layout.loops();
        let all = 0..sheet.channels.len();
        let times = sheet.merged(&all);
        if let Some(summary) = sheet.rows.first_mut() {
            summary.channels = all;
            summary.times = times;
        }
        sheet.count();
        if !open.is_open(RowId::Summary) {
            sheet.rows.truncate(1);
        }
        sheet
    }

    /// Whether a key of a row never plays: past the end of its clip or loop, or in no clip.
    pub fn is_outside(&self, row: &SheetRow, time_ms: i32) -> bool {
        if let Some(cover) = &self.cover {
            return !cover.contains(time_ms);
        }
        let end_ms = row.loop_ms.unwrap_or(self.duration_ms);
        time_ms < 0 || time_ms.cast_unsigned() > end_ms
    }

    /// Length of the clip, 0 in a sheet of the whole axis.
    pub fn duration_ms(&self) -> u32 {
        self.duration_ms
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

    fn count(&mut self) {
        for channel in &self.channels {
            let times = self.times_ms.get(channel.times.clone()).unwrap_or(&[]);
            let end =
                i32::try_from(channel.loop_ms.unwrap_or(self.duration_ms)).unwrap_or(i32::MAX);
            let before = times.partition_point(|&time| time < 0);
            let inside = times.partition_point(|&time| time <= end);
            self.key_count += times.len();
            self.outside_count += before + times.len() - inside;
        }
    }
}

impl SheetRow {
    /// A row above others, without keys yet.
    pub(super) fn heading(id: RowId, label: impl Into<String>, depth: u8, open: &OpenRows) -> Self {
        Self {
            id,
            label: label.into(),
            depth,
            is_open: Some(open.is_open(id)),
            shape: KeyShape::Diamond,
            loop_ms: None,
            is_shared: false,
            channels: 0..0,
            times: 0..0,
        }
    }
}

/// What the functions that lay out rows share.
pub(super) struct Layout<'a> {
    pub(super) sheet: &'a mut Sheet,
    pub(super) model: &'a Model,
    pub(super) extent: Extent,
    pub(super) selection: &'a Selection,
    pub(super) filter: &'a RowFilter,
    pub(super) open: &'a OpenRows,
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
            let heading = SheetRow::heading(id, group.label(), 0, self.open);
            self.sheet.rows.push(heading);
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
            if !self.is_in_extent(track) {
                continue;
            }
            let has_keys = self.times(track).next().is_some();
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
        let mut heading = SheetRow::heading(id, label, depth, self.open);
        heading.is_open = heading.is_open.filter(|_| !is_single);
        self.sheet.rows.push(heading);
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
                self.channel_row(position, depth + 1, None);
            }
        }
    }

    /// The row of one channel; without a label it is called by the channel's name.
    pub(super) fn channel_row(&mut self, position: usize, depth: u8, label: Option<String>) {
        let Some(channel) = self.sheet.channels.get(position) else {
            return;
        };
        let label = label.unwrap_or_else(|| {
            let mut name = channel.path.channel.replace('_', " ");
            if let Some(first) = name.get_mut(0..1) {
                first.make_ascii_uppercase();
            }
            name
        });
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
    pub(super) fn close_row(&mut self, row_position: usize, channels: Range<usize>) {
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

    /// Whether a track is among the rows of bones and parts.
    fn is_in_extent(&self, track: TrackRef<'_>) -> bool {
        match self.extent {
            Extent::Clip(_) => track.driver() == Driver::Clip,
            Extent::Axis => track.is_on_axis(),
        }
    }

    /// Times of the keys of a track, as this sheet shows them.
    pub(super) fn times<'t>(&self, track: TrackRef<'t>) -> impl Iterator<Item = i32> + use<'t> {
        let whole = |list| KeyPlace {
            list,
            shift_ms: 0,
            window: KeyWindow::WHOLE,
        };
        let place = match self.extent {
            Extent::Clip(clip) => self.model.place(track, clip),
            Extent::Axis => whole(0),
        };
        let times = track.list_times_ms(place.list).iter();
        times.filter_map(move |&time| place.own_ms(time))
    }

    /// Copies the times of a track into the sheet.
    pub(super) fn channel(&mut self, path: TrackPath, track: TrackRef<'_>) -> SheetChannel {
        let start = self.sheet.times_ms.len();
        let times = self.times(track);
        self.sheet.times_ms.extend(times);
        let added = self.sheet.times_ms.get(start..).unwrap_or(&[]);
        if !added.is_sorted_by(|a, b| a < b) {
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
            is_shared: track.is_shared() && !track.is_on_axis(),
            is_on_axis: track.is_on_axis(),
            times: start..self.sheet.times_ms.len(),
        }
    }
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
