//! Tracks: all keyframes of a track lie in one blob per attribute, whatever the number of clips.

use super::stored::{Stored, stored};
use crate::anim::{BoneTracks, Driver, Interpolation, KeyList, Tangents, Track, TrackKeys};
use crate::math::{Quat, Vec3};
use crate::project::codec::{
    Decode, Encode, EncodeError, Encoder, Packed, write_count, write_packed,
};
use crate::project::pack::Pack;

/// What stands for the clip's own clock where a global loop would stand.
const CLIP_CLOCK: u32 = u32::MAX;

/// A list per clip.
const PER_CLIP: u8 = 0;
/// One list for all clips.
const SHARED: u8 = 1;
/// One list on the file's axis.
const AXIS: u8 = 2;

/// A track. The lists lie one after the other in `times_ms` and `values`, and those that have
/// tangents also in `tangents`.
#[derive(Debug, Decode)]
#[bincode(
    decode_context = "()",
    decode_bounds = "T: Pack",
    borrow_decode_bounds = "T: Pack"
)]
pub(in crate::project) struct StoredTrack<T: Pack> {
    interpolation: u16,
    driver: u32,
    arrangement: u8,
    /// Number of keyframes, and number of tangents, of each list.
    counts: Packed<[u32; 2]>,
    times_ms: Packed<i32>,
    values: Packed<T>,
    tangents: Packed<Tangents<T>>,
}

impl<T: Pack> Stored<Track<T>> for StoredTrack<T> {
    fn write<E: Encoder>(value: &Track<T>, to: &mut E) -> Result<(), EncodeError> {
        let Track {
            interpolation,
            driver,
            keys,
        } = value;
        interpolation.number().encode(to)?;
        let clock = match driver {
            Driver::Clip => CLIP_CLOCK,
            Driver::GlobalLoop(index) => u32::from(*index),
        };
        clock.encode(to)?;
        let (arrangement, lists) = match keys {
            TrackKeys::PerClip(lists) => (PER_CLIP, lists.as_slice()),
            TrackKeys::Shared(list) => (SHARED, std::slice::from_ref(list)),
            TrackKeys::Axis(list) => (AXIS, std::slice::from_ref(list)),
        };
        arrangement.encode(to)?;
        write_count(lists.len(), to)?;
        for KeyList {
            times_ms,
            values: _,
            tangents,
        } in lists
        {
            write_count(times_ms.len(), to)?;
            write_count(tangents.len(), to)?;
        }
        write_packed(lists.iter().map(|list| list.times_ms.as_slice()), to)?;
        write_packed(lists.iter().map(|list| list.values.as_slice()), to)?;
        write_packed(lists.iter().map(|list| list.tangents.as_slice()), to)
    }

    fn restore(self) -> Result<Track<T>, String> {
        let mut lists = Lists {
            times_ms: Column::new(self.times_ms.0),
            values: Column::new(self.values.0),
            tangents: Column::new(self.tangents.0),
        };
        let keys = match (self.arrangement, self.counts.0.as_slice()) {
            (PER_CLIP, counts) => TrackKeys::PerClip(
                counts
                    .iter()
                    .map(|&counts| lists.take(counts))
                    .collect::<Result<_, _>>()?,
            ),
            (SHARED, &[counts]) => TrackKeys::Shared(lists.take(counts)?),
            (AXIS, &[counts]) => TrackKeys::Axis(lists.take(counts)?),
            (SHARED | AXIS, counts) => {
                return Err(format!("a track for all clips has {} lists", counts.len()));
            }
            (other, _) => {
                return Err(format!(
                    "a track is arranged in a way ({other}) nobody knows"
                ));
            }
        };
        if !lists.is_used_up() {
            return Err("a track holds more keyframes than its lists count".to_owned());
        }
        let driver = match self.driver {
            CLIP_CLOCK => Driver::Clip,
            index => Driver::GlobalLoop(
                u16::try_from(index).map_err(|_| format!("global loop {index} cannot be"))?,
            ),
        };
        Ok(Track {
            interpolation: Interpolation::from_number(self.interpolation),
            driver,
            keys,
        })
    }
}

/// What is left of the blobs of a track.
struct Lists<T> {
    times_ms: Column<i32>,
    values: Column<T>,
    tangents: Column<Tangents<T>>,
}

impl<T: Pack> Lists<T> {
    fn take(&mut self, [keys, tangents]: [u32; 2]) -> Result<KeyList<T>, String> {
        if tangents != 0 && tangents != keys {
            return Err(format!(
                "a list has {keys} keyframes but {tangents} tangents"
            ));
        }
        Ok(KeyList {
            times_ms: self.times_ms.take(keys)?,
            values: if T::SIZE == 0 {
                (0..keys).map(|_| T::take(&[])).collect()
            } else {
                self.values.take(keys)?
            },
            tangents: if T::SIZE == 0 {
                (0..tangents).map(|_| Tangents::take(&[])).collect()
            } else {
                self.tangents.take(tangents)?
            },
        })
    }

    fn is_used_up(&self) -> bool {
        self.times_ms.is_used_up() && self.values.is_used_up() && self.tangents.is_used_up()
    }
}

/// A blob that is taken from the front.
struct Column<T> {
    items: Vec<T>,
    next: usize,
}

impl<T> Column<T> {
    fn new(items: Vec<T>) -> Self {
        Self { items, next: 0 }
    }

    fn is_used_up(&self) -> bool {
        self.next == self.items.len()
    }
}

impl<T: Copy> Column<T> {
    fn take(&mut self, count: u32) -> Result<Vec<T>, String> {
        let end = self.next.saturating_add(count as usize);
        if self.next == 0 && end == self.items.len() {
            // The only list: nothing to cut.
            let items = std::mem::take(&mut self.items);
            return Ok(items);
        }
        let items = self
            .items
            .get(self.next..end)
            .ok_or("a track holds fewer keyframes than its lists count")?
            .to_vec();
        self.next = end;
        Ok(items)
    }
}

stored! {
    /// The three tracks of a bone.
    StoredBoneTracks for BoneTracks {
        translation: StoredTrack<Vec3>,
        rotation: StoredTrack<Quat>,
        scale: StoredTrack<Vec3>,
    }
}
