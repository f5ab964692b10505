//! The cells of the frame strip: which there are, which one the playhead is in, and going to one.

use super::plan_parts::{Plan, ui};
use super::{Command, Editor, Intent, TimeDisplay, ViewIntent};
use crate::anim::{Clip, cell_ms, is_rate, nearest_cell};
use crate::document::Model;
use crate::edit::RangeKeys;
use crate::edit::operator::{AddClip, NameRange, PastePose, SetClipRange};

/// The rate of cells while times are shown in milliseconds.
const USUAL_RATE: f64 = 30.0;
/// Cells that a strip gets when it is made, and how many more at a time.
const CELLS_AT_FIRST: u32 = 30;
const CELLS_MORE: u32 = 10;

/// The cells of the shown clip; where all clips lie on one time axis, the cells of that axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cells {
    /// Cells a second.
    pub rate: f64,
    /// Where the shown clip starts, in the time of the strip: 0 where each clip has its own time.
    pub clip_start_ms: i32,
    /// The last moment of the shown clip, in the time of the strip.
    pub clip_end_ms: i32,
    /// The playhead, in the time of the strip.
    pub playhead_ms: f64,
    /// The last moment of the strip.
    pub end_ms: i32,
    /// Whether clips are ranges of one strip, and not strips of their own.
    pub is_shared: bool,
}

impl Cells {
    /// The cells that an editor shows; `None` without a clip.
    pub fn of(editor: &Editor) -> Option<Self> {
        let (model, clip) = (editor.model()?, editor.clip()?);
        let is_shared = model.format.has_one_axis();
        let end_of = |clip: &Clip| clip.start_ms.saturating_add_unsigned(clip.length_ms());
        let clip_end_ms = end_of(clip);
        let end_ms = if is_shared {
            let ends = model.clips.iter().map(end_of);
            ends.max().unwrap_or(clip_end_ms)
        } else {
            clip_end_ms
        };
        Some(Self {
            rate: rate(editor),
            clip_start_ms: clip.start_ms,
            clip_end_ms,
            playhead_ms: f64::from(clip.start_ms) + editor.playback.time_ms,
            end_ms,
            is_shared,
        })
    }

    /// The moment of a cell, in the time of the strip.
    pub fn time_ms(&self, cell: u32) -> Option<i32> {
        cell_ms(cell, self.rate)
    }

    /// The cell that a moment of the strip belongs to.
    pub fn at(&self, time_ms: f64) -> u32 {
        nearest_cell(time_ms, self.rate)
    }

    /// The cell in which the playhead is.
    pub fn current(&self) -> u32 {
        self.at(self.playhead_ms)
    }

    /// Number of cells: the last one is at or before the end.
    pub fn count(&self) -> u32 {
        self.whole_cells(self.end_ms)
    }

    /// The first and the last cell of a range of the strip.
    pub fn range(&self, start_ms: i32, end_ms: i32) -> [u32; 2] {
        let first = self.at(f64::from(start_ms));
        [first, self.at(f64::from(end_ms)).max(first)]
    }

    /// Number of cells at or before a moment.
    fn whole_cells(&self, time_ms: i32) -> u32 {
        let nearest = self.at(f64::from(time_ms));
        let is_past = self.time_ms(nearest).is_none_or(|at| at > time_ms);
        nearest + u32::from(!is_past)
    }

    /// Whether a cell is in the shown clip.
    pub fn is_in_clip(&self, cell: u32) -> bool {
        self.time_ms(cell)
            .is_some_and(|time| (self.clip_start_ms..=self.clip_end_ms).contains(&time))
    }
}

fn rate(editor: &Editor) -> f64 {
    match editor.playback.display {
        TimeDisplay::Frames { fps } if is_rate(fps) => fps,
        _ => USUAL_RATE,
    }
}

impl Editor {
    /// What going to a cell asks for: the playhead goes there, in the shown clip or, where clips
    /// are ranges of one strip, in the longest clip that has the cell.
    pub fn go_to_cell(&self, cell: u32) -> Result<Vec<Intent>, String> {
        let (Some(model), Some(cells)) = (self.model(), Cells::of(self)) else {
            return Err("There is no clip.".to_owned());
        };
        let Some(time_ms) = cells.time_ms(cell) else {
            return Err(format!("Cell {cell} is too far away."));
        };
        let seek = |start_ms: i32| {
            let time_ms = i64::from(time_ms) - i64::from(start_ms);
            Intent::from(ViewIntent::Seek(time_ms as f64))
        };
        if cells.is_in_clip(cell) {
            return Ok(vec![seek(cells.clip_start_ms)]);
        }
        match clip_with(model, time_ms).filter(|_| cells.is_shared) {
            Some(clip) => Ok(vec![
                ViewIntent::SelectClip(clip.id).into(),
                seek(clip.start_ms),
            ]),
            None if cells.is_shared => Err(format!("No clip has cell {cell}.")),
            None => Err(format!(
                "Cell {cell} is past the end of the clip; add cells to make it longer."
            )),
        }
    }

    /// What making a range of cells a clip asks for.
    pub fn name_range(&self, name: &str, [first, last]: [u32; 2], closes_loop: bool) -> Plan {
        let cells = Cells::of(self).ok_or_else(|| "There is no clip.".to_owned())?;
        // On a shared axis the shown clip tells how poses move only where it has the whole range.
        let last_needed = last + u32::from(closes_loop);
        let is_inside = cells.is_in_clip(first) && cells.is_in_clip(last_needed);
        let clip = self
            .selection
            .clip
            .filter(|_| is_inside || !cells.is_shared);
        let names = self.model().into_iter().flat_map(|model| &model.clips);
        let shown = self.selection.clip;
        let replace = names
            .filter(|clip| Some(clip.id) != shown)
            .any(|clip| clip.display_name() == name);
        let operator = NameRange {
            model: self.selection.model.map(|id| id.0),
            name: name.to_owned(),
            first_cell: first,
            last_cell: last,
            rate: cells.rate,
            clip: clip.map(Into::into),
            close_loop: closes_loop,
            replace,
        };
        Ok(vec![Intent::Apply(operator.into())])
    }

    /// What making the shown clip longer by some cells asks for; without a clip, a new one.
    pub fn add_cells(&self) -> Plan {
        let model = self.model().ok_or_else(|| "Nothing is open.".to_owned())?;
        let too_long = || "The strip can't be longer.".to_owned();
        let rate = rate(self);
        let Some(clip) = self.clip() else {
            let end = cell_ms(CELLS_AT_FIRST - 1, rate).ok_or_else(too_long)?;
            let operator = AddClip {
                model: Some(model.id.0),
                name: "Poses".to_owned(),
                duration_ms: end.unsigned_abs(),
            };
            return Ok(vec![Intent::Apply(operator.into())]);
        };
        let cells = Cells::of(self).ok_or_else(too_long)?;
        let last = cells.whole_cells(cells.clip_end_ms).saturating_sub(1);
        let end = cells.time_ms(last.saturating_add(CELLS_MORE));
        let end = end.ok_or_else(too_long)?;
        let operator = SetClipRange {
            model: Some(model.id.0),
            clip: clip.id.into(),
            start_ms: None,
            duration_ms: Some(end.abs_diff(clip.start_ms)),
            keys: RangeKeys::Stay,
        };
        Ok(vec![Intent::Apply(operator.into())])
    }
}

impl Command {
    /// What a command about cells asks for.
    pub(super) fn plan_cells(self, editor: &Editor) -> Plan {
        match self {
            Self::SetCell => set_cell(editor),
            Self::AddCells => editor.add_cells(),
            _ => {
                let cells = Cells::of(editor).ok_or_else(|| "There is no clip.".to_owned())?;
                let current = cells.current();
                let target = match self {
                    Self::NextCell => current.checked_add(1),
                    _ => current.checked_sub(1),
                };
                let target = target.ok_or_else(|| "This is the first cell.".to_owned())?;
                // A pose that was made belongs to the cell it was made in.
                let pose = editor.key_unkeyed().map(Intent::Apply);
                let go = editor.go_to_cell(target)?;
                Ok(pose.into_iter().chain(go).collect())
            }
        }
    }
}

/// Keys the pose of the selected bones, or of all, in the current cell.
fn set_cell(editor: &Editor) -> Plan {
    let cells = Cells::of(editor).ok_or_else(|| "There is no clip.".to_owned())?;
    let cell = cells.current();
    let time_ms = cells
        .time_ms(cell)
        .filter(|_| cells.is_in_clip(cell))
        .ok_or_else(|| format!("Cell {cell} is past the end of the clip."))?;
    let pose = editor.shown_pose();
    if pose.is_empty() {
        return Err("The model has no bones.".to_owned());
    }
    let clip = editor.selection.clip.ok_or("There is no clip.")?;
    let operator = PastePose {
        model: editor.selection.model.map(|id| id.0),
        clip: clip.into(),
        time_ms: time_ms - cells.clip_start_ms,
        pose,
        key: true,
    };
    let go = ui(ViewIntent::Seek(f64::from(time_ms - cells.clip_start_ms)))?;
    Ok([Intent::Apply(operator.into())]
        .into_iter()
        .chain(go)
        .collect())
}

/// The longest clip that has a moment of the axis.
fn clip_with(model: &Model, time_ms: i32) -> Option<&Clip> {
    let has = |clip: &&Clip| {
        let end = clip.start_ms.saturating_add_unsigned(clip.length_ms());
        (clip.start_ms..=end).contains(&time_ms)
    };
    model
        .clips
        .iter()
        .filter(has)
        .max_by_key(|clip| clip.duration_ms)
}
