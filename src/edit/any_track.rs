//! A track of any kind, owned: what an edit exchanges with the document's.

use crate::anim::{Driver, Interpolation, KeyList, Track, TrackKeys, TrackMut, TrackRef};
use crate::math::{Quat, Vec3};

/// A track of any kind.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyTrack {
    /// Translation, scale, colour, position.
    Vector(Track<Vec3>),
    /// Rotation.
    Rotation(Track<Quat>),
    /// Alpha, intensity, angle.
    Scalar(Track<f32>),
    /// Visibility, slot number.
    Integer(Track<i32>),
    /// Event times.
    Event(Track<()>),
}

/// Runs the same expression on whichever kind of track an [`AnyTrack`] holds.
macro_rules! for_kept_track {
    ($any:expr, $track:ident => $body:expr) => {
        match $any {
            $crate::edit::AnyTrack::Vector($track) => $body,
            $crate::edit::AnyTrack::Rotation($track) => $body,
            $crate::edit::AnyTrack::Scalar($track) => $body,
            $crate::edit::AnyTrack::Integer($track) => $body,
            $crate::edit::AnyTrack::Event($track) => $body,
        }
    };
}
pub(super) use for_kept_track;

impl From<TrackRef<'_>> for AnyTrack {
    fn from(track: TrackRef<'_>) -> Self {
        match track {
            TrackRef::Vector(track) => Self::Vector(track.clone()),
            TrackRef::Rotation(track) => Self::Rotation(track.clone()),
            TrackRef::Scalar(track) => Self::Scalar(track.clone()),
            TrackRef::Integer(track) => Self::Integer(track.clone()),
            TrackRef::Event(track) => Self::Event(track.clone()),
        }
    }
}

impl AnyTrack {
    /// The track, to look at.
    pub fn as_ref(&self) -> TrackRef<'_> {
        match self {
            Self::Vector(track) => TrackRef::Vector(track),
            Self::Rotation(track) => TrackRef::Rotation(track),
            Self::Scalar(track) => TrackRef::Scalar(track),
            Self::Integer(track) => TrackRef::Integer(track),
            Self::Event(track) => TrackRef::Event(track),
        }
    }

    /// Number of lists, one a clip; 0 for a track whose clips share one.
    pub fn list_count(&self) -> usize {
        for_kept_track!(self, track => match &track.keys {
            TrackKeys::PerClip(lists) => lists.len(),
            TrackKeys::Shared(_) | TrackKeys::Axis(_) => 0,
        })
    }

    /// Exchanges this track with one of the same kind; another kind is left alone.
    pub fn swap(&mut self, other: TrackMut<'_>) {
        match (self, other) {
            (Self::Vector(a), TrackMut::Vector(b)) => std::mem::swap(a, b),
            (Self::Rotation(a), TrackMut::Rotation(b)) => std::mem::swap(a, b),
            (Self::Scalar(a), TrackMut::Scalar(b)) => std::mem::swap(a, b),
            (Self::Integer(a), TrackMut::Integer(b)) => std::mem::swap(a, b),
            (Self::Event(a), TrackMut::Event(b)) => std::mem::swap(a, b),
            _ => {}
        }
    }

    /// What its keyframes hold, for messages.
    pub fn kind_name(&self) -> &'static str {
        match self {
            Self::Vector(_) => "three numbers",
            Self::Rotation(_) => "rotations",
            Self::Scalar(_) => "numbers",
            Self::Integer(_) => "whole numbers",
            Self::Event(_) => "times and no values",
        }
    }
}

/// A track without keyframes, on the clock of the clip.
pub(super) fn empty_track<T>(on_axis: bool) -> Track<T> {
    Track {
        interpolation: Interpolation::Step,
        driver: Driver::Clip,
        keys: if on_axis {
            TrackKeys::Axis(KeyList::default())
        } else {
            TrackKeys::PerClip(Vec::new())
        },
    }
}
