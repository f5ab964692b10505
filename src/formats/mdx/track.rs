//! One track: the keys of one animated value over the whole time axis of the model.

use super::merge::Merge;
use super::record::Record;
use super::section::Section;
use super::sink::Sink;
use super::value_kind::{ValueKind, value_kind};
use crate::formats::{FormatError, FormatErrorKind};

/// A track as the file has it: keys of all sequences in one list, in any order.
///
/// | offset | size | field |
/// | --- | --- | --- |
/// | 0 | 4 | tag |
/// | 4 | 4 | number of keys |
/// | 8 | 4 | interpolation: 0 step, 1 linear, 2 Hermite, 3 Bezier |
/// | 12 | 4 | global sequence, -1 none |
/// | 16 | | keys: i32 time, value, and with an interpolation above 1 in- and out-tangent |
#[derive(Clone, Debug)]
pub struct RawTrack {
    /// Four letters that say what is animated and thereby the kind of the values.
    pub tag: [u8; 4],
    /// Interpolation between keys; a number above 1 brings tangents.
    pub interpolation: u32,
    /// Index of the global sequence whose clock the track runs on, -1 for none.
    pub global_sequence: i32,
    /// Time of each key in ms, as found: unsorted, doubled and negative times occur.
    pub times: Vec<i32>,
    /// Value of each key.
    pub values: RawValues,
}

/// Values of a track, by kind.
#[derive(Clone, Debug)]
pub enum RawValues {
    /// One number.
    Scalar(RawKeys<f32>),
    /// Three numbers.
    Vector(RawKeys<[f32; 3]>),
    /// A quaternion x, y, z, w.
    Rotation(RawKeys<[f32; 4]>),
    /// An index.
    Integer(RawKeys<u32>),
}

/// Values of a track.
#[derive(Clone, Debug, Default)]
pub struct RawKeys<T> {
    /// One value for each time.
    pub values: Vec<T>,
    /// In-tangent and out-tangent for each time; empty if the interpolation is at most 1.
    pub tangents: Vec<[T; 2]>,
}

/// Does the same for every kind of values.
macro_rules! each_kind {
    ($values:expr, $keys:ident => $body:expr) => {
        match $values {
            RawValues::Scalar($keys) => $body,
            RawValues::Vector($keys) => $body,
            RawValues::Rotation($keys) => $body,
            RawValues::Integer($keys) => $body,
        }
    };
}

impl RawValues {
    /// Which kind of values these are.
    pub fn kind(&self) -> ValueKind {
        match self {
            Self::Scalar(_) => ValueKind::Scalar,
            Self::Vector(_) => ValueKind::Vector,
            Self::Rotation(_) => ValueKind::Rotation,
            Self::Integer(_) => ValueKind::Integer,
        }
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        each_kind!(self, keys => keys.values.len())
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether both are of one kind and the same by bits.
    pub fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Scalar(keys), Self::Scalar(other)) => keys.same(other),
            (Self::Vector(keys), Self::Vector(other)) => keys.same(other),
            (Self::Rotation(keys), Self::Rotation(other)) => keys.same(other),
            (Self::Integer(keys), Self::Integer(other)) => keys.same(other),
            _ => false,
        }
    }

    /// Takes `base`'s value for each key whose value is that of `fresh`.
    fn overlay_keys(&mut self, base: &Self, fresh: &Self) {
        match (self, base, fresh) {
            (Self::Scalar(keys), Self::Scalar(base), Self::Scalar(fresh)) => {
                keys.overlay(base, fresh);
            }
            (Self::Vector(keys), Self::Vector(base), Self::Vector(fresh)) => {
                keys.overlay(base, fresh);
            }
            (Self::Rotation(keys), Self::Rotation(base), Self::Rotation(fresh)) => {
                keys.overlay(base, fresh);
            }
            (Self::Integer(keys), Self::Integer(base), Self::Integer(fresh)) => {
                keys.overlay(base, fresh);
            }
            _ => {}
        }
    }
}

impl<T: Merge + Copy> RawKeys<T> {
    fn same(&self, other: &Self) -> bool {
        self.values.same(&other.values) && self.tangents.same(&other.tangents)
    }

    fn overlay(&mut self, base: &Self, fresh: &Self) {
        overlay_each(&mut self.values, &base.values, &fresh.values);
        overlay_each(&mut self.tangents, &base.tangents, &fresh.tangents);
    }
}

/// Takes `base`'s item at each place where `items` has `fresh`'s, if all have the same length.
fn overlay_each<T: Merge>(items: &mut [T], base: &[T], fresh: &[T]) {
    if items.len() == base.len() && items.len() == fresh.len() {
        for ((item, base), fresh) in items.iter_mut().zip(base).zip(fresh) {
            item.overlay(base, fresh);
        }
    }
}

impl RawTrack {
    /// Bytes of a track without keys.
    pub const HEADER: usize = 16;

    /// Whether an interpolation brings tangents.
    pub const fn has_tangents(interpolation: u32) -> bool {
        interpolation > 1
    }

    /// Reads a track whose values are of `kind`.
    pub(super) fn read(section: &mut Section<'_>, kind: ValueKind) -> Result<Self, FormatError> {
        let tag = section.array()?;
        let start = section.position();
        let count = section.u32()?;
        let interpolation = section.u32()?;
        let global_sequence = i32::from_le_bytes(section.array()?);
        let values_per_key = if Self::has_tangents(interpolation) {
            3
        } else {
            1
        };
        section.check_room(start, count, 4 + values_per_key * kind.size())?;
        let mut times = Vec::with_capacity(count as usize);
        let mut reader = KeyReader {
            section,
            times: &mut times,
            count: count as usize,
            has_tangents: Self::has_tangents(interpolation),
        };
        let values = match kind {
            ValueKind::Scalar => RawValues::Scalar(reader.read()?),
            ValueKind::Vector => RawValues::Vector(reader.read()?),
            ValueKind::Rotation => RawValues::Rotation(reader.read()?),
            ValueKind::Integer => RawValues::Integer(reader.read()?),
        };
        Ok(Self {
            tag,
            interpolation,
            global_sequence,
            times,
            values,
        })
    }

    /// Writes the track; refused if lists don't go together or the tag has other values.
    pub(super) fn write(&self, sink: &mut Sink) -> Result<(), FormatError> {
        if value_kind(self.tag) != Some(self.values.kind()) {
            let kind = FormatErrorKind::Ambiguous { tag: self.tag };
            return Err(FormatError::new(sink.position(), kind));
        }
        sink.bytes(&self.tag);
        sink.count("keys", self.times.len())?;
        self.interpolation.write(sink)?;
        self.global_sequence.write(sink)?;
        let has_tangents = Self::has_tangents(self.interpolation);
        each_kind!(&self.values, keys => write_keys(sink, &self.times, keys, has_tangents))
    }
}

/// Reads the keys of one track.
struct KeyReader<'a, 'b> {
    section: &'a mut Section<'b>,
    times: &'a mut Vec<i32>,
    count: usize,
    has_tangents: bool,
}

impl KeyReader<'_, '_> {
    fn read<T: Record>(&mut self) -> Result<RawKeys<T>, FormatError> {
        let mut values = Vec::with_capacity(self.count);
        let mut tangents = Vec::with_capacity(if self.has_tangents { self.count } else { 0 });
        for _ in 0..self.count {
            self.times.push(i32::read(self.section)?);
            values.push(T::read(self.section)?);
            if self.has_tangents {
                tangents.push([T::read(self.section)?, T::read(self.section)?]);
            }
        }
        Ok(RawKeys { values, tangents })
    }
}

fn write_keys<T: Record>(
    sink: &mut Sink,
    times: &[i32],
    keys: &RawKeys<T>,
    has_tangents: bool,
) -> Result<(), FormatError> {
    let tangent_count = if has_tangents { times.len() } else { 0 };
    check_equal(sink, "values", keys.values.len(), times.len())?;
    check_equal(
        sink,
        "pairs of tangents",
        keys.tangents.len(),
        tangent_count,
    )?;
    let mut tangents = keys.tangents.iter();
    for (time, value) in times.iter().zip(&keys.values) {
        time.write(sink)?;
        value.write(sink)?;
        for tangent in tangents.next().into_iter().flatten() {
            tangent.write(sink)?;
        }
    }
    Ok(())
}

fn check_equal(
    sink: &Sink,
    field: &'static str,
    count: usize,
    wanted: usize,
) -> Result<(), FormatError> {
    if count == wanted {
        return Ok(());
    }
    let kind = FormatErrorKind::UnequalLists {
        field,
        count: count as u64,
        other: "keys that have them",
        other_count: wanted as u64,
    };
    Err(FormatError::new(sink.position(), kind))
}

impl Merge for RawTrack {
    const IS_PLAIN: bool = false;

    fn blank() -> Self {
        Self {
            tag: [0; 4],
            interpolation: 0,
            global_sequence: -1,
            times: Vec::new(),
            values: RawValues::Scalar(RawKeys::default()),
        }
    }

    /// Keys are kept one by one where the times are untouched, else they are `self`'s as a whole:
    /// a time is never paired with the value of another key.
    fn overlay(&mut self, base: &Self, fresh: &Self) {
        if self.same(fresh) {
            self.clone_from(base);
            return;
        }
        self.global_sequence
            .overlay(&base.global_sequence, &fresh.global_sequence);
        if Self::has_tangents(self.interpolation) == Self::has_tangents(base.interpolation) {
            self.interpolation
                .overlay(&base.interpolation, &fresh.interpolation);
        }
        if self.times == fresh.times && self.times == base.times {
            self.values.overlay_keys(&base.values, &fresh.values);
        }
    }

    fn same(&self, other: &Self) -> bool {
        self.tag == other.tag
            && self.interpolation == other.interpolation
            && self.global_sequence == other.global_sequence
            && self.times == other.times
            && self.values.same(&other.values)
    }
}

impl PartialEq for RawTrack {
    fn eq(&self, other: &Self) -> bool {
        self.same(other)
    }
}
