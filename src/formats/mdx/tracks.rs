//! The tracks of one entry, in the order of the file.

use std::collections::BTreeMap;

use super::merge::Merge;
use super::record::Record;
use super::section::Section;
use super::sink::Sink;
use super::track::RawTrack;
use super::value_kind::value_kind;
use crate::formats::FormatError;

/// Tracks up to the first bytes that are none; any order and doubled tags are kept.
#[derive(Clone, Debug, Default)]
pub struct Tracks(pub Vec<RawTrack>);

/// A tag, and how often it came before.
type TrackKey = ([u8; 4], usize);

impl Tracks {
    /// The first track with this tag.
    pub fn get(&self, tag: &[u8; 4]) -> Option<&RawTrack> {
        self.0.iter().find(|track| track.tag == *tag)
    }

    /// The first track with this tag, to be changed.
    pub fn get_mut(&mut self, tag: &[u8; 4]) -> Option<&mut RawTrack> {
        self.0.iter_mut().find(|track| track.tag == *tag)
    }

    /// Every track by its tag and the number of tracks of that tag before it.
    fn by_tag(&self) -> BTreeMap<TrackKey, &RawTrack> {
        self.keys().zip(&self.0).collect()
    }

    fn keys(&self) -> impl Iterator<Item = TrackKey> {
        let mut seen = BTreeMap::new();
        self.0.iter().map(move |track| {
            let count = seen.entry(track.tag).or_insert(0);
            *count += 1;
            (track.tag, *count - 1)
        })
    }
}

impl Record for Tracks {
    const LEAST: usize = 0;
    const IS_FIXED: bool = false;

    fn read(section: &mut Section<'_>) -> Result<Self, FormatError> {
        let mut tracks = Vec::new();
        while let Some(kind) = next_kind(section) {
            let track = RawTrack::read(section, kind);
            tracks.push(track.map_err(|error| error.at_index(tracks.len()))?);
        }
        Ok(Self(tracks))
    }

    fn write(&self, sink: &mut Sink) -> Result<(), FormatError> {
        for (index, track) in self.0.iter().enumerate() {
            track.write(sink).map_err(|error| error.at_index(index))?;
        }
        Ok(())
    }
}

/// The kind of the track that comes next, if one does.
fn next_kind(section: &Section<'_>) -> Option<super::ValueKind> {
    let is_room = section.remaining() >= RawTrack::HEADER;
    section.peek().filter(|_| is_room).and_then(value_kind)
}

/// Whether bytes behind the tracks of an entry would be read as one more track.
pub(super) fn begins_a_track(tail: &[u8]) -> Option<[u8; 4]> {
    let tag = tail.first_chunk::<4>().copied()?;
    (tail.len() >= RawTrack::HEADER && value_kind(tag).is_some()).then_some(tag)
}

impl Merge for Tracks {
    const IS_PLAIN: bool = false;

    fn blank() -> Self {
        Self::default()
    }

    /// Tracks go together by tag; the order is `base`'s, with new ones at the end.
    fn overlay(&mut self, base: &Self, fresh: &Self) {
        if self.same(fresh) {
            self.clone_from(base);
            return;
        }
        let (by_tag, fresh, in_base) = (self.by_tag(), fresh.by_tag(), base.by_tag());
        let mut merged = Vec::with_capacity(self.0.len());
        for (key, base) in base.keys().zip(&base.0) {
            match (by_tag.get(&key), fresh.get(&key)) {
                (Some(track), Some(fresh)) => {
                    let mut track = RawTrack::clone(track);
                    track.overlay(base, fresh);
                    merged.push(track);
                }
                (Some(track), None) => merged.push(RawTrack::clone(track)),
                (None, Some(_)) => {}
                (None, None) => merged.push(base.clone()),
            }
        }
        let added = self.keys().zip(&self.0);
        let added = added.filter(|(key, _)| !in_base.contains_key(key));
        merged.extend(added.map(|(_, track)| track.clone()));
        self.0 = merged;
    }

    fn same(&self, other: &Self) -> bool {
        self.0.same(&other.0)
    }
}

impl PartialEq for Tracks {
    fn eq(&self, other: &Self) -> bool {
        self.same(other)
    }
}
