//! Clips as bands on the axis they share: stacked where they overlap, and what the pointer grabs.

use super::TimeAxis;
use crate::anim::{Clip, ClipId};
use crate::document::Model;

/// How close to the edge of a band the pointer takes hold of the edge, in pixels.
const EDGE_PX: f32 = 6.0;
/// The most lanes of bands; in the last one bands may overlap.
const MOST_LANES: usize = 6;

/// How a band is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BandKind {
    /// From its start to its end.
    Span,
    /// A mark: the clip has no length.
    Moment,
    /// A mark with its direction: the clip ends before it starts.
    Backwards,
}

/// One clip on the axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    /// Which clip.
    pub clip: ClipId,
    /// What it is called.
    pub name: String,
    /// Where it starts.
    pub start_ms: i32,
    /// Where it ends; before the start if it runs backwards.
    pub end_ms: i32,
    /// How it is drawn.
    pub kind: BandKind,
    /// Counted from the top.
    pub lane: usize,
    /// Position of the clip in the model; its colour goes by it.
    pub position: usize,
}

/// What of a band is dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BandPart {
    /// Its start; the end stays.
    Start,
    /// Its end; the start stays.
    End,
    /// All of it.
    Whole,
}

/// The bands of a model, in order of their start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bands {
    /// The bands.
    pub bands: Vec<Band>,
    /// Number of lanes.
    pub lane_count: usize,
}

impl Band {
    /// The earlier of its ends.
    pub fn first_ms(&self) -> i32 {
        self.start_ms.min(self.end_ms)
    }

    /// The later of its ends.
    pub fn last_ms(&self) -> i32 {
        self.start_ms.max(self.end_ms)
    }

    /// Whether a moment is inside.
    pub fn contains(&self, axis_ms: f64) -> bool {
        (f64::from(self.start_ms)..=f64::from(self.end_ms)).contains(&axis_ms)
    }

    fn of(position: usize, clip: &Clip) -> Self {
        let kind = match clip.duration_ms {
            _ if clip.runs_backwards() => BandKind::Backwards,
            0 => BandKind::Moment,
            _ => BandKind::Span,
        };
        Self {
            clip: clip.id,
            name: clip.display_name(),
            start_ms: clip.start_ms,
            end_ms: clip.start_ms.saturating_add(clip.duration_ms.cast_signed()),
            kind,
            lane: 0,
            position,
        }
    }
}

impl Bands {
    /// The bands of all clips that hold keys of their own.
    pub fn of(model: &Model) -> Self {
        let clips = model.clips.iter().enumerate();
        let holders = clips.filter(|(_, clip)| !clip.is_alias());
        let mut bands: Vec<Band> = holders.map(|(at, clip)| Band::of(at, clip)).collect();
        bands.sort_by_key(|band| (band.first_ms(), band.position));
        // The end of the last band of each lane; clips that only touch share a lane.
        let mut lanes: Vec<i32> = Vec::new();
        for band in &mut bands {
            let free = lanes.iter().position(|&end| end <= band.first_ms());
            band.lane = free.unwrap_or(lanes.len()).min(MOST_LANES - 1);
            match lanes.get_mut(band.lane) {
                Some(end) => *end = (*end).max(band.last_ms()),
                None => lanes.push(band.last_ms()),
            }
        }
        Self {
            lane_count: lanes.len(),
            bands,
        }
    }

    /// The band under a point and the part of it that a press takes hold of.
    ///
    /// `x` is in pixels from the left edge of `axis`, `lane` the one under the pointer. Of bands
    /// that overlap the one of `preferred` is taken first, then the shortest.
    pub fn grab_at(
        &self,
        axis: &TimeAxis,
        x: f32,
        lane: usize,
        preferred: Option<ClipId>,
    ) -> Option<(&Band, BandPart)> {
        let hit = |band: &&Band| {
            let from = axis.x_of_ms(f64::from(band.first_ms())) - EDGE_PX;
            let to = axis.x_of_ms(f64::from(band.last_ms())) + EDGE_PX;
            band.lane == lane && (from..=to).contains(&x)
        };
        let rank = |band: &&Band| {
            let inside = axis.ms_of_x(x);
            let is_inside = band.contains(inside);
            let length = i64::from(band.last_ms()) - i64::from(band.first_ms());
            (Some(band.clip) != preferred, !is_inside, length)
        };
        let band = self.bands.iter().filter(hit).min_by_key(rank)?;
        let left = axis.x_of_ms(f64::from(band.first_ms()));
        let right = axis.x_of_ms(f64::from(band.last_ms()));
        // A narrow band keeps a middle to move it by.
        let edge = EDGE_PX.min((right - left) / 3.0);
        let part = match band.kind {
            BandKind::Backwards | BandKind::Moment => BandPart::Whole,
            _ if x < left + edge => BandPart::Start,
            _ if x > right - edge => BandPart::End,
            _ => BandPart::Whole,
        };
        Some((band, part))
    }

    /// The clip that is shown at a moment: `preferred` if it is there, else the first that is.
    pub fn clip_at(&self, axis_ms: f64, preferred: Option<ClipId>) -> Option<ClipId> {
        let mut there = self.bands.iter().filter(|band| band.contains(axis_ms));
        let is_preferred = |band: &&Band| Some(band.clip) == preferred;
        let first = there.clone().next();
        there.find(is_preferred).or(first).map(|band| band.clip)
    }

    /// The band of a clip.
    pub fn of_clip(&self, clip: ClipId) -> Option<&Band> {
        self.bands.iter().find(|band| band.clip == clip)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn band(position: usize, start_ms: i32, end_ms: i32) -> Band {
        Band {
            clip: ClipId(position as u32),
            name: String::new(),
            start_ms,
            end_ms,
            kind: BandKind::Span,
            lane: 0,
            position,
        }
    }

    #[test]
    fn a_press_near_an_edge_takes_the_edge_and_a_narrow_band_keeps_a_middle() {
        let bands = Bands {
            bands: vec![band(0, 0, 1000), band(1, 1000, 1010)],
            lane_count: 1,
        };
        let axis = TimeAxis {
            start_ms: 0.0,
            px_per_ms: 0.5,
        };
        let part = |x: f32| {
            let grabbed = bands.grab_at(&axis, x, 0, None);
            grabbed.map(|(band, part)| (band.clip.0, part))
        };
        assert_eq!(part(2.0), Some((0, BandPart::Start)));
        assert_eq!(part(250.0), Some((0, BandPart::Whole)));
        assert_eq!(part(497.0), Some((0, BandPart::End)));
        assert_eq!(part(502.5), Some((1, BandPart::Whole)));
        assert_eq!(part(504.5), Some((1, BandPart::End)));
        assert_eq!(part(600.0), None);
        assert_eq!(bands.grab_at(&axis, 250.0, 1, None), None);
    }

    #[test]
    fn on_a_shared_boundary_the_shown_clip_is_meant() {
        let bands = Bands {
            bands: vec![band(0, 0, 1000), band(1, 1000, 2000)],
            lane_count: 1,
        };
        assert_eq!(bands.clip_at(1000.0, None), Some(ClipId(0)));
        assert_eq!(bands.clip_at(1000.0, Some(ClipId(1))), Some(ClipId(1)));
        assert_eq!(bands.clip_at(500.0, Some(ClipId(1))), Some(ClipId(0)));
        assert_eq!(bands.clip_at(2500.0, None), None);
    }
}
