//! A track: how one value of the model changes over time, in every clip.

use super::{AnyKeys, KeyList};
use crate::math::{Quat, Vec3};

/// How a value gets from one keyframe to the next; one per track, as the formats store it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Interpolation {
    /// Holds each keyframe until the next (0).
    #[default]
    Step,
    /// A straight line; the short arc for rotations (1).
    Linear,
    /// Cubic with tangents (2).
    Hermite,
    /// Cubic with control points (3).
    Bezier,
    /// A number no format names; plays as [`Interpolation::Linear`] and is written back.
    Unknown(u16),
}

impl Interpolation {
    /// From the number that M2 and MDX store.
    pub fn from_number(number: u16) -> Self {
        match number {
            0 => Self::Step,
            1 => Self::Linear,
            2 => Self::Hermite,
            3 => Self::Bezier,
            other => Self::Unknown(other),
        }
    }

    /// The number that M2 and MDX store.
    pub fn number(self) -> u16 {
        match self {
            Self::Step => 0,
            Self::Linear => 1,
            Self::Hermite => 2,
            Self::Bezier => 3,
            Self::Unknown(number) => number,
        }
    }

    /// Whether keyframes of such a track have tangents.
    pub fn has_tangents(self) -> bool {
        matches!(self, Self::Hermite | Self::Bezier)
    }
}

/// Which clock a track runs on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Driver {
    /// The time of the clip that plays.
    #[default]
    Clip,
    /// A loop of its own: an index into the model's global loops.
    GlobalLoop(u16),
}

/// Where a track's keyframes are.
#[derive(Clone, Debug, PartialEq)]
pub enum TrackKeys<T> {
    /// A list per clip, by the clip's position. A clip past the end has no keys.
    PerClip(Vec<KeyList<T>>),
    /// One list for all clips: a constant, or the keys of a global loop.
    Shared(KeyList<T>),
    /// One list on the file's own time axis, on which clips are windows.
    Axis(KeyList<T>),
}

/// How one value of the model changes over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Track<T> {
    /// How it gets from keyframe to keyframe, in all clips.
    pub interpolation: Interpolation,
    /// Which clock it runs on.
    pub driver: Driver,
    /// Its keyframes.
    pub keys: TrackKeys<T>,
}

impl<T> Default for Track<T> {
    fn default() -> Self {
        Self {
            interpolation: Interpolation::Step,
            driver: Driver::Clip,
            keys: TrackKeys::PerClip(Vec::new()),
        }
    }
}

impl<T> Track<T> {
    /// The keyframes that play in the clip at position `clip`; `None` where there is no list.
    ///
    /// Aliases are the caller's business: pass the position of the clip that holds the keys.
    pub fn keys(&self, clip: usize) -> Option<&KeyList<T>> {
        match &self.keys {
            TrackKeys::PerClip(lists) => lists.get(clip),
            TrackKeys::Shared(list) | TrackKeys::Axis(list) => Some(list),
        }
    }

    /// Every list of keyframes of this track.
    pub fn lists(&self) -> &[KeyList<T>] {
        match &self.keys {
            TrackKeys::PerClip(lists) => lists,
            TrackKeys::Shared(list) | TrackKeys::Axis(list) => std::slice::from_ref(list),
        }
    }

    /// Number of keyframes in all clips.
    pub fn key_count(&self) -> usize {
        self.lists().iter().map(|list| list.times_ms.len()).sum()
    }

    /// Whether all clips see the same keyframes.
    pub fn is_shared(&self) -> bool {
        !matches!(self.keys, TrackKeys::PerClip(_))
    }

    /// Whether it is one value for all clips, on no clock of its own.
    pub fn is_constant(&self) -> bool {
        let is_one = matches!(&self.keys, TrackKeys::Shared(list) if list.times_ms.len() == 1);
        is_one && self.driver == Driver::Clip
    }
}

/// The three tracks of a bone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoneTracks {
    /// Offset in the parent's axes, file units.
    pub translation: Track<Vec3>,
    /// Rotation about the pivot.
    pub rotation: Track<Quat>,
    /// Scale along the bone's own axes.
    pub scale: Track<Vec3>,
}

/// A track of any kind, to look at.
#[derive(Clone, Copy, Debug)]
pub enum TrackRef<'a> {
    /// Translation, scale, colour, position.
    Vector(&'a Track<Vec3>),
    /// Rotation.
    Rotation(&'a Track<Quat>),
    /// Alpha, intensity, angle.
    Scalar(&'a Track<f32>),
    /// Visibility, slot number.
    Integer(&'a Track<i32>),
    /// Event times.
    Event(&'a Track<()>),
}

/// A track of any kind, to change. Only `edit` asks for one.
#[derive(Debug)]
pub enum TrackMut<'a> {
    /// Translation, scale, colour, position.
    Vector(&'a mut Track<Vec3>),
    /// Rotation.
    Rotation(&'a mut Track<Quat>),
    /// Alpha, intensity, angle.
    Scalar(&'a mut Track<f32>),
    /// Visibility, slot number.
    Integer(&'a mut Track<i32>),
    /// Event times.
    Event(&'a mut Track<()>),
}

/// Runs the same expression on whichever kind of track a `TrackRef` or `TrackMut` holds.
#[macro_export]
macro_rules! for_any_track {
    ($kind:ident, $any:expr, $track:ident => $body:expr) => {
        match $any {
            $crate::anim::$kind::Vector($track) => $body,
            $crate::anim::$kind::Rotation($track) => $body,
            $crate::anim::$kind::Scalar($track) => $body,
            $crate::anim::$kind::Integer($track) => $body,
            $crate::anim::$kind::Event($track) => $body,
        }
    };
}

impl TrackRef<'_> {
    /// How the track gets from keyframe to keyframe.
    pub fn interpolation(&self) -> Interpolation {
        for_any_track!(TrackRef, self, track => track.interpolation)
    }

    /// Which clock the track runs on.
    pub fn driver(&self) -> Driver {
        for_any_track!(TrackRef, self, track => track.driver)
    }

    /// Times of the keyframes in the clip at `clip`; empty where there is no list.
    pub fn times_ms(&self, clip: usize) -> &[i32] {
        for_any_track!(TrackRef, self, track => track.keys(clip).map_or(&[], |keys| &keys.times_ms))
    }

    /// Number of keyframes in all clips.
    pub fn key_count(&self) -> usize {
        for_any_track!(TrackRef, self, track => track.key_count())
    }

    /// Whether all clips see the same keyframes.
    pub fn is_shared(&self) -> bool {
        for_any_track!(TrackRef, self, track => track.is_shared())
    }

    /// Whether it is one value for all clips, on no clock of its own.
    pub fn is_constant(&self) -> bool {
        for_any_track!(TrackRef, self, track => track.is_constant())
    }

    /// A copy of the keyframes in the clip at `clip`; an empty list where there is none.
    pub fn any_keys(&self, clip: usize) -> AnyKeys {
        match self {
            Self::Vector(track) => AnyKeys::Vector(track.keys(clip).cloned().unwrap_or_default()),
            Self::Rotation(track) => {
                AnyKeys::Rotation(track.keys(clip).cloned().unwrap_or_default())
            }
            Self::Scalar(track) => AnyKeys::Scalar(track.keys(clip).cloned().unwrap_or_default()),
            Self::Integer(track) => AnyKeys::Integer(track.keys(clip).cloned().unwrap_or_default()),
            Self::Event(track) => AnyKeys::Event(track.keys(clip).cloned().unwrap_or_default()),
        }
    }
}
