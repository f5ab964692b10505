//! `MCNK` of the textures of a split tile: the parts of a map chunk that are about layers, without
//! a header.

use super::layer_record::LayerRecord;
use super::map_chunk::{part_name, slice};
use super::map_chunk_header::MapChunkHeader;
use super::part::{Part, PartBody};
use super::record::Fixed;
use super::tag::{HEAD_SIZE, MCAL, MCLY, MCNR, Tag, head_at, is_plausible};
use crate::bytes::{ByteReader, ByteWriter};
use crate::formats::FormatError;

/// The parts of a map chunk that are about layers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapParts {
    /// Bytes before the first part.
    pub gap: Vec<u8>,
    /// The parts, in file order; each reaches up to the next one.
    pub parts: Vec<Part>,
}

impl MapParts {
    /// Reads the parts; `span` begins with the name of the map chunk and ends where it does.
    pub(super) fn read(span: &[u8]) -> Result<Self, FormatError> {
        let starts = walk_sizes(span, HEAD_SIZE);
        let first = starts.first().map_or(span.len(), |(start, _)| *start);
        let gap = slice(span, HEAD_SIZE, first)?.to_vec();
        // Parts ask a header how long they are; here their sizes are right.
        let mut header = MapChunkHeader::read(&mut ByteReader::new(&[0; MapChunkHeader::BYTES]))?;
        let mut parts = Vec::with_capacity(starts.len());
        for (index, (start, tag)) in starts.iter().enumerate() {
            let size = head_at(span, *start).map_or(0, |head| head.size);
            match *tag {
                MCLY => header.layer_count = size / LayerRecord::SIZE as u32,
                MCAL => header.alpha_size = size.saturating_add(HEAD_SIZE as u32),
                _ => {}
            }
            let end = starts.get(index + 1).map_or(span.len(), |(next, _)| *next);
            let part = Part::read(*tag, slice(span, *start, end)?, &header, *start as u32);
            parts.push(part.map_err(|mut error| {
                error.offset += *start;
                error.within(part_name(*tag))
            })?);
        }
        Ok(Self { gap, parts })
    }

    /// Appends everything behind the head of the map chunk.
    pub(super) fn write(&self, writer: &mut ByteWriter) {
        writer.bytes(&self.gap);
        self.parts.iter().for_each(|part| part.write(writer));
    }

    /// How many layers there are.
    pub fn layer_count(&self) -> usize {
        let counts = self.parts.iter().filter_map(|part| match &part.body {
            PartBody::Layers(layers) => Some(layers.len()),
            _ => None,
        });
        counts.sum()
    }
}

/// The parts one after the other by their sizes, whatever their names.
pub(super) fn walk_sizes(span: &[u8], from: usize) -> Vec<(usize, Tag)> {
    let mut found = Vec::new();
    let mut at = from;
    let is_part = |at| {
        let head = head_at(span, at).filter(|head| is_plausible(head.tag));
        head.is_some_and(|head| head.size as usize <= span.len() - at - HEAD_SIZE)
    };
    while let Some(head) = head_at(span, at).filter(|_| is_part(at)) {
        found.push((at, head.tag));
        let end = at + HEAD_SIZE + head.size as usize;
        // 13 bytes behind the normals may not be counted.
        let is_hidden = head.tag == MCNR && !is_part(end) && is_part(end.saturating_add(13));
        at = if is_hidden { end + 13 } else { end };
    }
    found
}
