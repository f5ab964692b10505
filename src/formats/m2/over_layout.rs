//! A file written over the one it was read from: only what differs changes.
//!
//! - An array whose bytes are those of its origin stays there; nothing is touched.
//! - Else it goes to its origin if it fits and no other array has a share in those bytes.
//! - Else it is appended to its buffer, at a multiple of 16.
//! - What differs is told by content alone, so changing a value back gives the first bytes again.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fmt;

use super::anim_set::M2Bytes;
use super::array::{Origin, Place, Span};
use super::layout::{OpenArray, align};
use super::read_context::{KeySource, key_place};
use super::span_table::SpanTable;

/// Calls back with the span of every array of the tree being written.
pub(super) type VisitSpans<'a> = &'a dyn Fn(&mut dyn FnMut(Span));

/// The buffers of a file being written over another.
pub(super) struct OverLayout<'a> {
    source: &'a M2Bytes,
    sources: Vec<KeySource>,
    /// Sequences without a file that were given keys.
    revived: Vec<usize>,
    model: Vec<u8>,
    anims: BTreeMap<usize, Vec<u8>>,
    header_size: usize,
    header_grows: bool,
    visit_spans: VisitSpans<'a>,
    spans: OnceCell<SpanTable>,
}

impl fmt::Debug for OverLayout<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OverLayout").finish_non_exhaustive()
    }
}

impl<'a> OverLayout<'a> {
    /// Starts from a copy of `source`, which had a header of `source_header_size`.
    pub(super) fn new(
        source: &'a M2Bytes,
        source_header_size: usize,
        header_size: usize,
        sources: Vec<KeySource>,
        visit_spans: VisitSpans<'a>,
    ) -> Self {
        let is_external = |index: usize| sources.get(index) == Some(&KeySource::External);
        let kept = source
            .anims
            .iter()
            .filter(|(index, _)| is_external(**index));
        Self {
            source,
            revived: Vec::new(),
            model: source.model.clone(),
            anims: kept.map(|(index, bytes)| (*index, bytes.clone())).collect(),
            sources,
            header_size,
            header_grows: header_size > source_header_size,
            visit_spans,
            spans: OnceCell::new(),
        }
    }

    /// Where an inner array without items belongs.
    pub(super) fn empty_place(&self, index: usize, count: usize) -> Place {
        key_place(&self.sources, index, count)
    }

    /// Where an inner array with items goes: keys of an alias stay in the model, and those of a
    /// missing file make a new one.
    pub(super) fn filled_place(&mut self, index: usize, count: usize) -> Place {
        let place = key_place(&self.sources, index, count);
        if place != Place::Unread {
            return place;
        }
        if self.sources.get(index) == Some(&KeySource::Missing) {
            if self.revived.last() != Some(&index) {
                self.revived.push(index);
            }
            return KeySource::External.place(index);
        }
        Place::Model
    }

    /// Finds the place of an array and tells its offset there.
    pub(super) fn close(
        &mut self,
        open: &OpenArray,
        origin: Option<Origin>,
        items: &[u8],
    ) -> usize {
        match origin.filter(|origin| origin.place == open.place) {
            Some(origin) if self.is_unchanged(open, origin, items) => {
                return origin.offset as usize;
            }
            Some(origin) if self.may_overwrite(open, origin, items) => {
                let start = origin.offset as usize;
                let room = self.buffer(open.place).get_mut(start..start + items.len());
                if let Some(room) = room {
                    room.copy_from_slice(items);
                    return start;
                }
            }
            _ => {}
        }
        let buffer = self.buffer(open.place);
        let offset = align(buffer);
        buffer.extend_from_slice(items);
        offset
    }

    /// Sequences without a file that were given keys.
    pub(super) fn revived(&self) -> &[usize] {
        &self.revived
    }

    /// Puts the header in.
    pub(super) fn finish(mut self, header: &[u8]) -> M2Bytes {
        if self.model.len() < header.len() {
            self.model.resize(header.len(), 0);
        }
        if let Some(room) = self.model.get_mut(..header.len()) {
            room.copy_from_slice(header);
        }
        M2Bytes {
            model: self.model,
            anims: self.anims,
        }
    }

    fn is_unchanged(&self, open: &OpenArray, origin: Origin, items: &[u8]) -> bool {
        let start = origin.offset as usize;
        let in_new_header =
            self.header_grows && open.place == Place::Model && start < self.header_size;
        let source = match open.place {
            Place::Anim(index) => self.source.anims.get(&(index as usize)).map(Vec::as_slice),
            _ => Some(self.source.model.as_slice()),
        };
        let found = start
            .checked_add(items.len())
            .and_then(|end| source?.get(start..end));
        origin.count as usize == open.count && !in_new_header && found == Some(items)
    }

    fn may_overwrite(&self, open: &OpenArray, origin: Origin, items: &[u8]) -> bool {
        let start = u64::from(origin.offset);
        let end = start + u64::from(origin.count) * open.stride as u64;
        let span = Span {
            place: open.place,
            start,
            end,
        };
        items.len() as u64 <= end - start && self.spans().is_alone(span)
    }

    fn spans(&self) -> &SpanTable {
        self.spans.get_or_init(|| {
            let header = Span {
                place: Place::Model,
                start: 0,
                end: self.header_size as u64,
            };
            let mut spans = vec![header];
            (self.visit_spans)(&mut |span| spans.push(span));
            SpanTable::new(spans)
        })
    }

    fn buffer(&mut self, place: Place) -> &mut Vec<u8> {
        match place {
            Place::Anim(index) => self.anims.entry(index as usize).or_default(),
            _ => &mut self.model,
        }
    }
}
