//! Animated values: per sequence a list of key times and a list of values.
//!
//! | offset | size | field |
//! | --- | --- | --- |
//! | 0 | 2 | interpolation |
//! | 2 | 2 | global sequence, -1 none |
//! | 4 | 8 | array of (array of u32 times in ms) |
//! | 12 | 8 | array of (array of values); not in event tracks |
//!
//! - The outer arrays have an entry for each sequence; or one entry, a constant of all sequences;
//!   or one entry that runs on a global sequence's own clock.
//! - The inner arrays of sequence `i` lie in its `.anim` file when the sequence says so.
//! - With interpolation 2 or 3 each value is a [`SplineKey`]; in cameras it always is, whatever the
//!   interpolation. Outside cameras no real file was seen that has one.

use super::array::{M2Array, Span};
use super::layout::Layout;
use super::read_context::ReadContext;
use super::record::{Fields, Record, record};
use crate::formats::FormatError;

/// The `global_sequence` of a track that follows the playing sequence.
pub const NO_GLOBAL_SEQUENCE: i16 = -1;

/// Key times and values. `HOLDS_TANGENTS` says that a value of `T` is a [`SplineKey`] already.
#[derive(Clone, Debug)]
pub struct Track<T, const HOLDS_TANGENTS: bool = false> {
    /// 0 step, 1 linear, 2 Hermite, 3 Bezier.
    pub interpolation: u16,
    /// Index of the global sequence that drives the track, or [`NO_GLOBAL_SEQUENCE`].
    pub global_sequence: i16,
    /// Key times in milliseconds.
    pub times: M2Array<M2Array<u32>>,
    /// A value for each time; empty where `splines` holds them.
    pub values: M2Array<M2Array<T>>,
    /// A value with its tangents for each time, if the interpolation asks for tangents.
    pub splines: M2Array<M2Array<SplineKey<T>>>,
}

/// Key times alone: when an event fires.
#[derive(Clone, Debug)]
pub struct EventTrack {
    /// Without meaning, kept.
    pub interpolation: u16,
    /// Index of the global sequence that drives the track, or [`NO_GLOBAL_SEQUENCE`].
    pub global_sequence: i16,
    /// Times in milliseconds.
    pub times: M2Array<M2Array<u32>>,
}

impl<T, const HOLDS_TANGENTS: bool> Track<T, HOLDS_TANGENTS> {
    /// Whether the file has tangents beside the values, so that `splines` is used.
    pub fn uses_splines(&self) -> bool {
        !HOLDS_TANGENTS && matches!(self.interpolation, HERMITE | BEZIER)
    }
}

const HERMITE: u16 = 2;
const BEZIER: u16 = 3;

impl<T, const HOLDS_TANGENTS: bool> Default for Track<T, HOLDS_TANGENTS> {
    fn default() -> Self {
        Self {
            interpolation: 0,
            global_sequence: NO_GLOBAL_SEQUENCE,
            times: M2Array::default(),
            values: M2Array::default(),
            splines: M2Array::default(),
        }
    }
}

impl Default for EventTrack {
    fn default() -> Self {
        let times = M2Array::default();
        Self {
            interpolation: 0,
            global_sequence: NO_GLOBAL_SEQUENCE,
            times,
        }
    }
}

impl<T: Record, const HOLDS_TANGENTS: bool> PartialEq for Track<T, HOLDS_TANGENTS> {
    fn eq(&self, other: &Self) -> bool {
        self.same(other)
    }
}

impl PartialEq for EventTrack {
    fn eq(&self, other: &Self) -> bool {
        self.same(other)
    }
}

impl<T: Record, const HOLDS_TANGENTS: bool> Record for Track<T, HOLDS_TANGENTS> {
    const SIZE: usize = EventTrack::SIZE + 8;
    const HAS_ARRAYS: bool = true;

    fn read(fields: &mut Fields<'_>, context: &mut ReadContext<'_>) -> Result<Self, FormatError> {
        let interpolation = u16::read(fields, context)?;
        let global_sequence = i16::read(fields, context)?;
        context.set_per_sequence(global_sequence == NO_GLOBAL_SEQUENCE);
        let times = M2Array::read(fields, context).map_err(|error| error.within("times"))?;
        let mut track = Self {
            interpolation,
            global_sequence,
            times,
            ..Self::default()
        };
        if track.uses_splines() {
            track.splines =
                M2Array::read(fields, context).map_err(|error| error.within("values"))?;
        } else {
            track.values =
                M2Array::read(fields, context).map_err(|error| error.within("values"))?;
        }
        context.set_per_sequence(false);
        Ok(track)
    }

    fn write(&self, layout: &mut Layout<'_>) {
        self.interpolation.write(layout);
        self.global_sequence.write(layout);
        layout.set_per_sequence(self.global_sequence == NO_GLOBAL_SEQUENCE);
        self.times.write(layout);
        if self.uses_splines() {
            self.splines.write(layout);
        } else {
            self.values.write(layout);
        }
        layout.set_per_sequence(false);
    }

    fn overlay(&mut self, base: &Self, fresh: &Self) {
        self.interpolation
            .overlay(&base.interpolation, &fresh.interpolation);
        self.global_sequence
            .overlay(&base.global_sequence, &fresh.global_sequence);
        self.times.overlay(&base.times, &fresh.times);
        self.values.overlay(&base.values, &fresh.values);
        self.splines.overlay(&base.splines, &fresh.splines);
    }

    fn same(&self, other: &Self) -> bool {
        self.interpolation == other.interpolation
            && self.global_sequence == other.global_sequence
            && self.times.same(&other.times)
            && self.values.same(&other.values)
            && self.splines.same(&other.splines)
    }

    fn visit_spans(&self, visit: &mut dyn FnMut(Span)) {
        self.times.visit_spans(visit);
        self.values.visit_spans(visit);
        self.splines.visit_spans(visit);
    }
}

impl Record for EventTrack {
    const SIZE: usize = 12;
    const HAS_ARRAYS: bool = true;

    fn read(fields: &mut Fields<'_>, context: &mut ReadContext<'_>) -> Result<Self, FormatError> {
        let interpolation = u16::read(fields, context)?;
        let global_sequence = i16::read(fields, context)?;
        context.set_per_sequence(global_sequence == NO_GLOBAL_SEQUENCE);
        let times = M2Array::read(fields, context).map_err(|error| error.within("times"))?;
        context.set_per_sequence(false);
        Ok(Self {
            interpolation,
            global_sequence,
            times,
        })
    }

    fn write(&self, layout: &mut Layout<'_>) {
        self.interpolation.write(layout);
        self.global_sequence.write(layout);
        layout.set_per_sequence(self.global_sequence == NO_GLOBAL_SEQUENCE);
        self.times.write(layout);
        layout.set_per_sequence(false);
    }

    fn overlay(&mut self, base: &Self, fresh: &Self) {
        self.interpolation
            .overlay(&base.interpolation, &fresh.interpolation);
        self.global_sequence
            .overlay(&base.global_sequence, &fresh.global_sequence);
        self.times.overlay(&base.times, &fresh.times);
    }

    fn same(&self, other: &Self) -> bool {
        self.interpolation == other.interpolation
            && self.global_sequence == other.global_sequence
            && self.times.same(&other.times)
    }

    fn visit_spans(&self, visit: &mut dyn FnMut(Span)) {
        self.times.visit_spans(visit);
    }
}

record! {
    /// A value with its tangents, as camera tracks store it whatever their interpolation.
    pub struct SplineKey<T> {
        /// The value at the key.
        pub value: T,
        /// Tangent (Hermite) or control point (Bezier) towards the key before.
        pub in_tangent: T,
        /// Tangent (Hermite) or control point (Bezier) towards the key after.
        pub out_tangent: T,
    }
}

record! {
    /// A curve over the life of a particle: times from 0 to 32767, one list for all sequences.
    pub struct LifeCurve<T> {
        /// Times as fixed-point shares of the life.
        pub times: M2Array<u16>,
        /// A value for each time.
        pub values: M2Array<T>,
    }
}
