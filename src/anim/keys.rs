//! Lists of keyframes: times, values and, for cubic tracks, tangents.

use crate::math::{Quat, Vec3};

/// The in and out tangent of one keyframe, in the units of the value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tangents<T> {
    /// Tangent (Hermite) or control point (Bezier) towards the keyframe before.
    pub incoming: T,
    /// Tangent or control point towards the keyframe after.
    pub outgoing: T,
}

/// The keyframes of one track in one clip.
///
/// Invariants: `values` is as long as `times_ms`; `tangents` is as long or empty. Times are in the
/// order of the file, which is ascending in every sound file; an edit leaves them ascending and
/// distinct. Values are as the file has them: a rotation need not be of unit length.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyList<T> {
    /// When each keyframe is, in ms of the clip's own time.
    pub times_ms: Vec<i32>,
    /// What it sets.
    pub values: Vec<T>,
    /// Its tangents; empty if the track stores none.
    pub tangents: Vec<Tangents<T>>,
}

impl<T> Default for KeyList<T> {
    fn default() -> Self {
        Self {
            times_ms: Vec::new(),
            values: Vec::new(),
            tangents: Vec::new(),
        }
    }
}

impl<T: Copy> KeyList<T> {
    /// Number of keyframes.
    pub fn len(&self) -> usize {
        self.times_ms.len()
    }

    /// Whether there are no keyframes.
    pub fn is_empty(&self) -> bool {
        self.times_ms.is_empty()
    }

    /// Position of the keyframe at exactly `time_ms`.
    pub fn position_at(&self, time_ms: i32) -> Option<usize> {
        self.times_ms.iter().position(|&t| t == time_ms)
    }

    /// Sets the keyframe at `time_ms`, adding it in order if there is none.
    ///
    /// In a list with tangents a new keyframe gets `tangents`, an existing one keeps its own.
    pub fn set(&mut self, time_ms: i32, value: T, tangents: Tangents<T>) {
        if let Some(position) = self.position_at(time_ms) {
            if let Some(slot) = self.values.get_mut(position) {
                *slot = value;
            }
            return;
        }
        let position = self.times_ms.partition_point(|&t| t < time_ms);
        let with_tangents = !self.tangents.is_empty();
        self.times_ms.insert(position, time_ms);
        self.values.insert(position, value);
        if with_tangents {
            self.tangents.insert(position, tangents);
        }
    }

    /// Takes out the keyframe at `position`; nothing happens past the end.
    pub fn remove(&mut self, position: usize) {
        if position >= self.times_ms.len() {
            return;
        }
        self.times_ms.remove(position);
        self.values.remove(position);
        if position < self.tangents.len() {
            self.tangents.remove(position);
        }
    }

    /// Puts the keyframes in ascending order of time; those of equal time keep their order.
    pub fn sort(&mut self) {
        if self.times_ms.is_sorted() {
            return;
        }
        let mut order: Vec<usize> = (0..self.times_ms.len()).collect();
        order.sort_by_key(|&i| self.times_ms[i]);
        self.times_ms = order.iter().map(|&i| self.times_ms[i]).collect();
        self.values = order.iter().map(|&i| self.values[i]).collect();
        if !self.tangents.is_empty() {
            self.tangents = order.iter().map(|&i| self.tangents[i]).collect();
        }
    }
}

/// One value of any kind of track.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KeyValue {
    /// Translation, scale, colour, position.
    Vector(Vec3),
    /// Rotation.
    Rotation(Quat),
    /// Alpha, intensity, angle.
    Scalar(f32),
    /// Visibility, slot number.
    Integer(i32),
    /// An event: it has a time and nothing else.
    Event,
}

/// The keyframes of one track in one clip, of any kind.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyKeys {
    /// Keys of a [`KeyValue::Vector`] track.
    Vector(KeyList<Vec3>),
    /// Keys of a [`KeyValue::Rotation`] track.
    Rotation(KeyList<Quat>),
    /// Keys of a [`KeyValue::Scalar`] track.
    Scalar(KeyList<f32>),
    /// Keys of a [`KeyValue::Integer`] track.
    Integer(KeyList<i32>),
    /// Times of an event track.
    Event(KeyList<()>),
}

impl AnyKeys {
    /// When each keyframe is.
    pub fn times_ms(&self) -> &[i32] {
        match self {
            Self::Vector(keys) => &keys.times_ms,
            Self::Rotation(keys) => &keys.times_ms,
            Self::Scalar(keys) => &keys.times_ms,
            Self::Integer(keys) => &keys.times_ms,
            Self::Event(keys) => &keys.times_ms,
        }
    }

    /// The value at a position of the list.
    pub fn value(&self, position: usize) -> Option<KeyValue> {
        match self {
            Self::Vector(keys) => keys.values.get(position).copied().map(KeyValue::Vector),
            Self::Rotation(keys) => keys.values.get(position).copied().map(KeyValue::Rotation),
            Self::Scalar(keys) => keys.values.get(position).copied().map(KeyValue::Scalar),
            Self::Integer(keys) => keys.values.get(position).copied().map(KeyValue::Integer),
            Self::Event(keys) => keys.values.get(position).map(|()| KeyValue::Event),
        }
    }
}
