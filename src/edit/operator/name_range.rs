//! Makes a clip of a range of cells: single poses at a steady rate, everything between interpolated.

use super::add_clip::push_clip;
use super::spec::operator;
use crate::anim::{Driver, FASTEST_RATE, KeyWindow, TrackKeys, cell_ms, is_rate};
use crate::document::TrackPath;
use crate::edit::any_track::for_kept_track;
use crate::edit::draft::Draft;
use crate::edit::key_kind::KeyKind;
use crate::edit::key_lists::{list_mut, put};
use crate::edit::keying::Setting;
use crate::edit::range_copy::{RangeTimes, range_keys, set_list};
use crate::edit::{AnyTrack, ClipRef, Edit, EditError};

operator! {
    /// Makes a clip of a range of cells: single poses at a steady rate, everything between interpolated. Cell n is the whole ms nearest to n * 1000 / rate. Where the file has one time axis the clip is a window on it; else the keyframes of the range are copied.
    NameRange = "name_range" {
        /// The clip's name; one of the game's names sets its animation id.
        name: String,
        /// The first cell, from 0.
        first_cell: u32,
        /// The last cell; it belongs to the range.
        last_cell: u32,
        /// Cells a second.
        rate: f64,
        /// The clip in which the poses are. Where clips share a time axis cells count from the start of the axis, and the clip may be left out; else they count from the start of the clip.
        #[serde(default)]
        clip: Option<ClipRef> = "null",
        /// Whether the first pose comes again one cell after the last, so that a loop closes smoothly.
        #[serde(default)]
        close_loop: bool = "false",
        /// Whether a clip that has the name already gets the range, instead of a new one.
        #[serde(default)]
        replace: bool = "false",
    }
    example r##"{"op":"name_range","model":1,"name":"Run","first_cell":8,"last_cell":15,"rate":15.0,"clip":"#0","close_loop":true,"replace":false}"##
}

impl NameRange {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let times = self.times()?;
        let name = self.name.trim();
        let source = match &self.clip {
            Some(clip) => Some(clip.resolve(draft.model)?),
            None => None,
        };
        let clips = draft.model.clips.iter();
        let known = clips.zip(0..).find(|(clip, _)| clip.display_name() == name);
        let target = known.map(|(_, index)| index).filter(|_| self.replace);
        if let Some(clip) = target.and_then(|target| draft.model.clips.get(target)) {
            let holder = source.and_then(|source| draft.model.key_clip(source));
            if target == source || target == holder {
                return Err(value("name", "is that of the clip in which the poses are"));
            }
            if clip.is_alias() {
                return Err(value(
                    "name",
                    "is that of a clip that plays another's keyframes",
                ));
            }
        }
        if draft.is_on_axis() {
            self.on_axis(draft, &times, source, target)?;
        } else {
            let source = source.ok_or_else(|| {
                value(
                    "clip",
                    "must be given: each clip of this format has its own cells",
                )
            })?;
            self.per_clip(draft, &times, source, target)?;
        }
        let (first, last) = (self.first_cell, self.last_cell);
        Ok(format!("Name cells {first} to {last} {name}"))
    }

    fn times(&self) -> Result<RangeTimes, EditError> {
        if self.name.trim().is_empty() {
            return Err(value("name", "is empty"));
        }
        if !is_rate(self.rate) {
            let reason = format!("must be above 0 and at most {FASTEST_RATE}");
            return Err(value("rate", reason));
        }
        if self.last_cell < self.first_cell {
            return Err(value("last_cell", "is before the first"));
        }
        let at = |cell: u32| {
            cell_ms(cell, self.rate).ok_or_else(|| value("last_cell", "is too far away"))
        };
        let after = self.last_cell.saturating_add(1);
        Ok(RangeTimes {
            start_ms: at(self.first_cell)?,
            end_ms: at(self.last_cell)?,
            close_ms: self.close_loop.then(|| at(after)).transpose()?,
        })
    }

    /// The clip is a window on the axis; keyframes are only added where the movement crosses its
    /// ends, and for the first pose again.
    fn on_axis(
        &self,
        draft: &mut Draft<'_>,
        times: &RangeTimes,
        source: Option<usize>,
        target: Option<usize>,
    ) -> Result<(), EditError> {
        let model = draft.model;
        if let Some(source) = source {
            let holder = model.key_clip(source).unwrap_or(source);
            let (start, end) = model.clips.get(holder).map_or((0, 0), |clip| {
                let window = KeyWindow::new(clip.start_ms, clip.duration_ms);
                (window.start_ms, window.end_ms)
            });
            if times.start_ms < start || times.last_ms() > end {
                let reason = format!(
                    "leaves clip '{}', which goes from {start} to {end} ms",
                    draft.clip_name(source)
                );
                return Err(value("last_cell", reason));
            }
            for path in axis_paths(draft, start, end) {
                for time in [times.start_ms, times.end_ms] {
                    draft.set_key(path, holder, time - start, Setting::AsPosed, true)?;
                }
            }
        }
        if let Some(close_ms) = times.close_ms {
            for path in axis_paths(draft, times.start_ms, times.end_ms) {
                repeat_first(draft, path, times.start_ms, close_ms)?;
            }
        }
        let duration_ms = times.duration_ms();
        match target {
            Some(target) => {
                if let Some(clip) = draft.clips_mut().get_mut(target) {
                    clip.start_ms = times.start_ms;
                    clip.duration_ms = duration_ms;
                }
            }
            None => {
                push_clip(draft, self.name.trim(), times.start_ms, duration_ms)?;
            }
        }
        Ok(())
    }

    /// The clip gets copies of the keyframes, with one at each end.
    fn per_clip(
        &self,
        draft: &mut Draft<'_>,
        times: &RangeTimes,
        source: usize,
        target: Option<usize>,
    ) -> Result<(), EditError> {
        let model = draft.model;
        let broken = || EditError::BrokenAlias {
            clip: draft.clip_name(source),
        };
        let holder = model.key_clip(source).ok_or_else(broken)?;
        let length = model.clips.get(holder).map_or(0, |clip| clip.duration_ms);
        if i64::from(times.end_ms) > i64::from(length) {
            let reason = format!(
                "leaves clip '{}', which is {length} ms long",
                draft.clip_name(source)
            );
            return Err(value("last_cell", reason));
        }
        let copies = range_keys(draft, holder, times)?;
        let duration_ms = times.duration_ms();
        if let Some(target) = target {
            if let Some(clip) = draft.clips_mut().get_mut(target) {
                clip.duration_ms = duration_ms;
            }
            for (path, keys) in copies {
                set_list(draft, path, target, keys);
            }
            return Ok(());
        }
        let position = push_clip(draft, self.name.trim(), 0, duration_ms)?;
        let (mut paths, mut lists) = (Vec::new(), Vec::new());
        for (path, keys) in copies {
            let is_full = model
                .track(path)
                .is_some_and(|track| AnyTrack::from(track).list_count() == position);
            if is_full {
                paths.push(path);
                lists.push(keys);
            } else if !keys.times_ms().is_empty() {
                set_list(draft, path, position, keys);
            }
        }
        if !paths.is_empty() {
            draft.push(Edit::ToggleLists {
                model: model.id,
                position,
                paths,
                lists: Some(lists),
            });
        }
        Ok(())
    }
}

/// The tracks on the axis with values that have a keyframe from `start` to `end`.
fn axis_paths(draft: &mut Draft<'_>, start: i32, end: i32) -> Vec<TrackPath> {
    let model = draft.model;
    let owners = model.track_owners().into_iter();
    let all: Vec<TrackPath> = owners
        .flat_map(|owner| model.owner_tracks(owner))
        .filter(|(_, track)| track.driver() == Driver::Clip)
        .map(|(path, _)| path)
        .collect();
    all.into_iter()
        .filter(|&path| match draft.track_mut(path) {
            None | Some(AnyTrack::Event(_)) => false,
            Some(track) => for_kept_track!(track, track => {
                let inside = |time: &i32| (start..=end).contains(time);
                matches!(&track.keys, TrackKeys::Axis(list) if list.times_ms.iter().any(inside))
            }),
        })
        .collect()
}

/// Copies the keyframe at `from` to `to`, where no other may be.
fn repeat_first(
    draft: &mut Draft<'_>,
    path: TrackPath,
    from: i32,
    to: i32,
) -> Result<(), EditError> {
    let text = path.text(draft.model);
    let Some(track) = draft.track_mut(path) else {
        return Ok(());
    };
    let is_free = for_kept_track!(track, track => match list_mut(track, 0) {
        None => true,
        Some(list) => repeat_in(list, from, to),
    });
    if is_free {
        Ok(())
    } else {
        Err(EditError::Collision {
            track: text,
            time_ms: to,
        })
    }
}

/// `false` if another value stands where the copy would go.
fn repeat_in<T: KeyKind>(list: &mut crate::anim::KeyList<T>, from: i32, to: i32) -> bool {
    let Some(position) = list.position_at(from) else {
        return true;
    };
    let Some(value) = list.values.get(position).copied() else {
        return true;
    };
    let tangents = list.tangents.get(position).copied();
    match list.position_at(to) {
        Some(there) => list.values.get(there) == Some(&value),
        None => {
            put(list, to, value, tangents);
            true
        }
    }
}

fn value(argument: &'static str, reason: impl Into<String>) -> EditError {
    EditError::Value {
        argument,
        reason: reason.into(),
    }
}
