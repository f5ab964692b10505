//! `MCNK`: one of the 256 map chunks of a tile.
//!
//! - The parts are in file order; each reaches up to the next one, so that nothing between them is
//!   lost.
//! - Where a part is, the head tells; sizes are only walked where the head leads to nothing.
//! - Writing moves the places in the head along with the parts; a place that led to no part stays.

use super::map_chunk_header::MapChunkHeader;
use super::map_parts::walk_sizes;
use super::part::{Part, PartBody, VERTEX_COUNT};
use super::record::Fixed;
use super::tag::{HEAD_SIZE, MCAL, MCLQ, MCNR, MCVT, Tag, head_at};
use crate::bytes::{ByteReader, ByteWriter};
use crate::formats::{FormatError, FormatErrorKind};

/// The first byte a part can be at, from the name of the map chunk.
const FIRST_PART: usize = HEAD_SIZE + MapChunkHeader::BYTES;

/// A map chunk.
#[derive(Clone, Debug, PartialEq)]
pub struct MapChunk {
    /// Flags, counts and places.
    pub header: MapChunkHeader,
    /// Bytes between the header and the first part.
    pub gap: Vec<u8>,
    /// The parts, in file order.
    pub parts: Vec<Part>,
    /// Parts whose place in the header leads to something else; some were found by walking.
    pub misplaced: Vec<Tag>,
}

impl MapChunk {
    /// Reads a map chunk; `span` begins with its name and goes up to the next chunk of the file.
    pub(super) fn read(span: &[u8]) -> Result<Self, FormatError> {
        let mut reader = ByteReader::new(span);
        reader.skip(HEAD_SIZE)?;
        let header = MapChunkHeader::read(&mut reader)?;
        let (starts, misplaced) = part_starts(span, &header);
        let chunk = Self::read_at(span, header, &starts, misplaced)?;
        if chunk.header.layer_count > 0 && chunk.layers().is_empty() {
            let tag = super::tag::MCLY;
            return Err(FormatError::new(0, FormatErrorKind::MissingPart { tag }));
        }
        Ok(chunk)
    }

    /// Reads a map chunk of the root of a split tile, whose layers are elsewhere; sizes tell where
    /// its parts are.
    pub(super) fn read_root(span: &[u8]) -> Result<Self, FormatError> {
        let mut reader = ByteReader::new(span);
        reader.skip(HEAD_SIZE)?;
        let header = MapChunkHeader::read(&mut reader)?;
        let starts = walk_sizes(span, FIRST_PART);
        Self::read_at(span, header, &starts, Vec::new())
    }

    fn read_at(
        span: &[u8],
        header: MapChunkHeader,
        starts: &[(usize, Tag)],
        misplaced: Vec<Tag>,
    ) -> Result<Self, FormatError> {
        let first = starts.first().map_or(span.len(), |(start, _)| *start);
        let gap = slice(span, FIRST_PART, first)?.to_vec();
        let mut parts = Vec::with_capacity(starts.len());
        for (index, (start, tag)) in starts.iter().enumerate() {
            let end = starts.get(index + 1).map_or(span.len(), |(next, _)| *next);
            let part = Part::read(*tag, slice(span, *start, end)?, &header, *start as u32);
            parts.push(part.map_err(|mut error| {
                error.offset += *start;
                error.within(part_name(*tag))
            })?);
        }
        let chunk = Self {
            header,
            gap,
            parts,
            misplaced,
        };
        for tag in [MCVT, MCNR] {
            if chunk.part(tag).is_none() {
                return Err(FormatError::new(0, FormatErrorKind::MissingPart { tag }));
            }
        }
        Ok(chunk)
    }

    /// Appends everything behind the head of the map chunk.
    pub(super) fn write(&self, writer: &mut ByteWriter) {
        let start = writer.position();
        let mut parts = ByteWriter::new();
        let mut header = self.header.clone();
        for part in &self.parts {
            let now = (FIRST_PART + self.gap.len() + parts.position()) as u32;
            let led_here = part.origin.is_none_or(|old| {
                // A part found by walking is not what its place in the header leads to.
                self.header.offset_of(part.tag) == old
            });
            if let Some(offset) = header.offset_mut(part.tag).filter(|_| led_here) {
                *offset = now;
            }
            part.write(&mut parts);
        }
        header.write(writer);
        writer.bytes(&self.gap);
        writer.bytes(parts.as_slice());
        debug_assert_eq!(
            writer.position() - start,
            FIRST_PART - HEAD_SIZE + self.gap.len() + parts.position()
        );
    }

    /// The first part of this name.
    pub fn part(&self, tag: Tag) -> Option<&Part> {
        self.parts.iter().find(|part| part.tag == tag)
    }

    /// The first part of this name, to change it.
    pub fn part_mut(&mut self, tag: Tag) -> Option<&mut Part> {
        self.parts.iter_mut().find(|part| part.tag == tag)
    }

    /// Puts in a new part, where files have it.
    pub fn insert(&mut self, part: Part) {
        let rank = |tag| MapChunkHeader::PARTS.iter().position(|known| *known == tag);
        let own = rank(part.tag);
        let after = |other: &Part| rank(other.tag) > own;
        let place = self.parts.iter().position(after);
        self.parts.insert(place.unwrap_or(self.parts.len()), part);
    }

    /// Takes a part out, and its place from the header.
    pub fn remove(&mut self, tag: Tag) {
        self.parts.retain(|part| part.tag != tag);
        if let Some(offset) = self.header.offset_mut(tag) {
            *offset = 0;
        }
    }

    /// The heights; every map chunk that was read has them.
    pub fn heights(&self) -> Option<&[f32; VERTEX_COUNT]> {
        self.parts.iter().find_map(|part| match &part.body {
            PartBody::Heights(heights) => Some(&**heights),
            _ => None,
        })
    }

    /// The normals; every map chunk that was read has them.
    pub fn normals(&self) -> Option<&[[i8; 3]; VERTEX_COUNT]> {
        self.parts.iter().find_map(|part| match &part.body {
            PartBody::Normals(normals) => Some(&**normals),
            _ => None,
        })
    }

    /// The colours of the vertices.
    pub fn colours(&self) -> Option<&[[u8; 4]; VERTEX_COUNT]> {
        self.parts.iter().find_map(|part| match &part.body {
            PartBody::Colours(colours) => Some(&**colours),
            _ => None,
        })
    }

    /// The shadow.
    pub fn shadow(&self) -> Option<&[u8; 512]> {
        self.parts.iter().find_map(|part| match &part.body {
            PartBody::Shadow(shadow) => Some(&**shadow),
            _ => None,
        })
    }

    /// The texture layers.
    pub fn layers(&self) -> &[super::LayerRecord] {
        let found = self.parts.iter().find_map(|part| match &part.body {
            PartBody::Layers(layers) => Some(layers.as_slice()),
            _ => None,
        });
        found.unwrap_or_default()
    }

    /// The bytes of all alpha maps.
    pub fn alpha(&self) -> &[u8] {
        let found = self.parts.iter().find_map(|part| match &part.body {
            PartBody::Alpha(bytes) => Some(bytes.as_slice()),
            _ => None,
        });
        found.unwrap_or_default()
    }

    /// The bytes of the liquid of before 3.x.
    pub fn liquid(&self) -> &[u8] {
        let found = self.parts.iter().find_map(|part| match &part.body {
            PartBody::Liquid(bytes) => Some(bytes.as_slice()),
            _ => None,
        });
        found.unwrap_or_default()
    }
}

/// Where the parts begin, in file order, and those whose place in the header leads elsewhere.
fn part_starts(span: &[u8], header: &MapChunkHeader) -> (Vec<(usize, Tag)>, Vec<Tag>) {
    let mut starts = Vec::new();
    let mut misplaced = Vec::new();
    for tag in MapChunkHeader::PARTS {
        let offset = header.offset_of(tag) as usize;
        if offset >= FIRST_PART && head_at(span, offset).is_some_and(|head| head.tag == tag) {
            starts.push((offset, tag));
        } else if offset != 0 {
            misplaced.push(tag);
        }
    }
    let lacks = |starts: &[(usize, Tag)], tag| !starts.iter().any(|(_, known)| *known == tag);
    if !misplaced.is_empty() || lacks(&starts, MCVT) || lacks(&starts, MCNR) {
        for (start, tag) in walk(span, header) {
            if lacks(&starts, tag) {
                starts.push((start, tag));
            }
        }
    }
    starts.sort_unstable();
    // Two heads less than a head apart can't both be one.
    let mut end = FIRST_PART;
    starts.retain(|(start, _)| {
        let fits = *start >= end;
        if fits {
            end = start + HEAD_SIZE;
        }
        fits
    });
    (starts, misplaced)
}

/// The parts one after the other, by their sizes where these can be trusted.
fn walk(span: &[u8], header: &MapChunkHeader) -> Vec<(usize, Tag)> {
    let mut found = Vec::new();
    let mut at = FIRST_PART;
    while let Some(head) = head_at(span, at) {
        if !MapChunkHeader::PARTS.contains(&head.tag) {
            break;
        }
        found.push((at, head.tag));
        let size = match head.tag {
            MCAL => header.alpha_size.saturating_sub(HEAD_SIZE as u32),
            MCLQ => header.liquid_size.saturating_sub(HEAD_SIZE as u32),
            _ => head.size,
        };
        let Some(end) = (at + HEAD_SIZE).checked_add(size as usize) else {
            break;
        };
        // 13 bytes behind the normals are not counted.
        let is_part =
            |at| head_at(span, at).is_some_and(|head| MapChunkHeader::PARTS.contains(&head.tag));
        let hidden = head.tag == MCNR && !is_part(end) && is_part(end.saturating_add(13));
        at = if hidden { end + 13 } else { end };
    }
    found
}

pub(super) fn slice(span: &[u8], from: usize, to: usize) -> Result<&[u8], FormatError> {
    span.get(from..to).ok_or_else(|| {
        let kind = FormatErrorKind::Overrun {
            needed: to.saturating_sub(from) as u64,
            available: span.len().saturating_sub(from) as u64,
        };
        FormatError::new(from, kind)
    })
}

/// What a part is called in the path of an error.
pub(super) fn part_name(tag: Tag) -> &'static str {
    match &tag {
        b"MCVT" => "heights",
        b"MCNR" => "normals",
        b"MCCV" => "colours",
        b"MCLY" => "layers",
        b"MCRF" => "references",
        b"MCSH" => "shadow",
        b"MCAL" => "alpha",
        b"MCLQ" => "liquid",
        b"MCSE" => "sounds",
        _ => "part",
    }
}
