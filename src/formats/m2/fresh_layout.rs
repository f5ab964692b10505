//! A file laid out from nothing, in the order the game's own files have.
//!
//! - An array comes before the arrays its items point at, at a multiple of 16, zeros between.
//! - Keys come last, sequence by sequence; those of external sequences go to their own buffers.

use super::anim_set::M2Bytes;
use super::array::Place;
use super::layout::{OpenArray, align, too_large};
use super::read_context::KeySource;
use crate::formats::FormatError;

/// The buffers of a file laid out from nothing.
#[derive(Debug)]
pub(super) struct FreshLayout {
    model: Vec<u8>,
    sources: Vec<KeySource>,
    /// Keys by sequence index; offsets count from the start of each.
    keys: Vec<Vec<u8>>,
    /// Where offsets of key arrays stand in the model.
    key_offsets: Vec<KeyOffset>,
    /// The arrays being written, outermost first.
    open: Vec<OpenArray>,
}

/// An offset that counts in a sequence's keys until those find their place in the model.
#[derive(Clone, Copy, Debug)]
struct KeyOffset {
    sequence_index: usize,
    position: usize,
}

impl FreshLayout {
    /// An empty file with room for its header.
    pub(super) fn new(header_size: usize, sources: Vec<KeySource>) -> Self {
        Self {
            model: vec![0; header_size],
            keys: vec![Vec::new(); sources.len()],
            sources,
            key_offsets: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Keys of every sequence are gathered, also those that end up in the model.
    pub(super) fn filled_place(&self, index: usize, count: usize) -> Place {
        let is_constant = count == 1 && self.sources.len() != 1;
        if is_constant || index >= self.sources.len() {
            return Place::Model;
        }
        KeySource::External.place(index)
    }

    /// Keeps room for an array and tells its offset.
    pub(super) fn open(&mut self, open: &OpenArray) -> usize {
        let buffer = match open.place {
            Place::Anim(index) => self.keys.get_mut(index as usize).unwrap_or(&mut self.model),
            _ => &mut self.model,
        };
        let reserved = align(buffer);
        buffer.resize(reserved + open.count * open.stride, 0);
        self.open.push(OpenArray { reserved, ..*open });
        reserved
    }

    /// Fills the room kept for an array.
    pub(super) fn close(&mut self, open: &OpenArray, items: &[u8]) -> usize {
        self.open.pop();
        let buffer = match open.place {
            Place::Anim(index) => {
                let sequence_index = index as usize;
                if let Some(outer) = self.open.last() {
                    let position = outer.reserved + (open.start - outer.start) + 4;
                    self.key_offsets.push(KeyOffset {
                        sequence_index,
                        position,
                    });
                }
                self.keys.get_mut(sequence_index).unwrap_or(&mut self.model)
            }
            _ => &mut self.model,
        };
        if let Some(room) = buffer.get_mut(open.reserved..open.reserved + items.len()) {
            room.copy_from_slice(items);
        }
        open.reserved
    }

    /// Puts the header and the keys in.
    pub(super) fn finish(mut self, header: &[u8]) -> Result<M2Bytes, FormatError> {
        if let Some(room) = self.model.get_mut(..header.len()) {
            room.copy_from_slice(header);
        }
        let mut bytes = M2Bytes::default();
        let mut shifts = vec![0; self.keys.len()];
        for (index, keys) in self.keys.into_iter().enumerate() {
            if keys.is_empty() {
                continue;
            }
            if self.sources.get(index) == Some(&KeySource::External) {
                bytes.anims.insert(index, keys);
            } else if let Some(shift) = shifts.get_mut(index) {
                *shift = align(&mut self.model);
                self.model.extend_from_slice(&keys);
            }
        }
        align(&mut self.model);
        if u32::try_from(self.model.len()).is_err() {
            return Err(too_large("the file's size", self.model.len()));
        }
        for KeyOffset {
            sequence_index,
            position,
        } in self.key_offsets
        {
            let shift = shifts.get(sequence_index).copied().unwrap_or(0);
            let offset = self
                .model
                .get_mut(position..)
                .and_then(|rest| rest.first_chunk_mut());
            if let Some(offset) = offset {
                *offset = (u32::from_le_bytes(*offset) + shift as u32).to_le_bytes();
            }
        }
        bytes.model = self.model;
        Ok(bytes)
    }
}
