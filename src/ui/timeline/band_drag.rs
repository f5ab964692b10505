//! A band on its way: from where it was grabbed to the range its clip would get.

use super::{Band, BandPart, frames};
use crate::anim::ClipId;
use crate::edit::operator::SetClipRange;
use crate::edit::{Operator, RangeKeys};
use crate::editor::TimeDisplay;

/// A band, or an edge of it, on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BandDrag {
    /// Whose band.
    pub clip: ClipId,
    /// What of it moves.
    pub part: BandPart,
    /// Where it started when the drag began.
    pub from_start_ms: i32,
    /// Where it ended when the drag began.
    pub from_end_ms: i32,
    /// The time under the pointer when the drag began.
    pub grabbed_ms: f64,
    /// Start and length that the gesture shows, and whether keys go along; `None` before it moves.
    pub shown: Option<(i32, u32, RangeKeys)>,
}

impl BandDrag {
    /// Takes hold of a band.
    pub fn new(band: &Band, part: BandPart, grabbed_ms: f64) -> Self {
        Self {
            clip: band.clip,
            part,
            from_start_ms: band.start_ms,
            from_end_ms: band.end_ms,
            grabbed_ms,
            shown: None,
        }
    }

    /// What happens to keys: they go with a whole band and stay when an edge moves; `is_other`
    /// (Alt) asks for the other of the two.
    pub fn keys(&self, is_other: bool) -> RangeKeys {
        match (self.part == BandPart::Whole, is_other) {
            (true, false) | (false, true) => RangeKeys::Follow,
            _ => RangeKeys::Stay,
        }
    }

    /// Start and length for a pointer at `pointer_ms`, snapped to frames if asked.
    pub fn range_at(&self, pointer_ms: f64, snap: Option<TimeDisplay>) -> (i32, u32) {
        let moved_edge = match self.part {
            BandPart::End => self.from_end_ms,
            _ => self.from_start_ms,
        };
        let raw = f64::from(moved_edge) + pointer_ms - self.grabbed_ms;
        let edge = match snap {
            Some(display) => frames::snap_ms(display, raw),
            None => raw.round() as i32,
        };
        let length = self
            .from_end_ms
            .wrapping_sub(self.from_start_ms)
            .cast_unsigned();
        let between = |from: i32, to: i32| to.saturating_sub(from).max(0).cast_unsigned();
        match self.part {
            BandPart::Whole => (edge.max(0), length),
            BandPart::Start => {
                let start = edge.clamp(0, self.from_end_ms.max(0));
                (start, between(start, self.from_end_ms))
            }
            BandPart::End => (self.from_start_ms, between(self.from_start_ms, edge)),
        }
    }

    /// The operator that gives the clip a range.
    pub fn operator(&self, model: u32, range: (i32, u32), keys: RangeKeys) -> Operator {
        // A start before 0 and a backwards clip are left as the file has them.
        let is_new_start = range.0 != self.from_start_ms;
        SetClipRange {
            model: Some(model),
            clip: self.clip.into(),
            start_ms: is_new_start.then_some(range.0),
            duration_ms: (self.part != BandPart::Whole).then_some(range.1),
            keys,
        }
        .into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::timeline::BandKind;

    fn drag(part: BandPart) -> BandDrag {
        let band = Band {
            clip: ClipId(3),
            name: String::new(),
            start_ms: 3000,
            end_ms: 4000,
            kind: BandKind::Span,
            lane: 0,
            position: 3,
        };
        BandDrag::new(&band, part, 3100.0)
    }

    #[test]
    fn edges_stop_at_each_other_and_nothing_goes_before_0() {
        assert_eq!(drag(BandPart::Whole).range_at(3350.2, None), (3250, 1000));
        assert_eq!(drag(BandPart::Whole).range_at(-9e9, None), (0, 1000));
        assert_eq!(drag(BandPart::Start).range_at(3350.0, None), (3250, 750));
        assert_eq!(drag(BandPart::Start).range_at(9e9, None), (4000, 0));
        assert_eq!(drag(BandPart::End).range_at(2600.0, None), (3000, 500));
        assert_eq!(drag(BandPart::End).range_at(0.0, None), (3000, 0));
        let frames = TimeDisplay::Frames { fps: 20.0 };
        assert_eq!(
            drag(BandPart::Whole).range_at(3120.0, Some(frames)),
            (3000, 1000)
        );
    }

    #[test]
    fn keys_go_with_a_band_and_stay_under_an_edge_unless_alt_is_held() {
        assert_eq!(drag(BandPart::Whole).keys(false), RangeKeys::Follow);
        assert_eq!(drag(BandPart::Whole).keys(true), RangeKeys::Stay);
        assert_eq!(drag(BandPart::End).keys(false), RangeKeys::Stay);
        assert_eq!(drag(BandPart::Start).keys(true), RangeKeys::Follow);
    }
}
