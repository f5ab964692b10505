//! A part of a map chunk: its body as far as it is understood, and every byte up to the next part.

use super::layer_record::{LayerRecord, SoundEmitter};
use super::map_chunk_header::MapChunkHeader;
use super::record::{Fixed, Records};
use super::tag::{HEAD_SIZE, MCAL, MCCV, MCLQ, MCLY, MCNR, MCRF, MCSE, MCSH, MCVT, Tag, reversed};
use crate::bytes::{ByteReader, ByteWriter};
use crate::formats::{FormatError, FormatErrorKind};

/// Vertices of a map chunk: 17 rows of 9 and 8 in turn.
pub const VERTEX_COUNT: usize = 145;

/// What is in a part of a map chunk.
#[derive(Clone, Debug, PartialEq)]
pub enum PartBody {
    /// `MCVT`, 580 bytes: heights above the position of the map chunk, yards; 9 in the first row, 8
    /// in the second, and so on.
    Heights(Box<[f32; VERTEX_COUNT]>),
    /// `MCNR`, 435 bytes: x, y and z of each normal, 127 is 1. 13 bytes that the size does not
    /// count stand behind them in nearly all files.
    Normals(Box<[[i8; 3]; VERTEX_COUNT]>),
    /// `MCCV`, 580 bytes: blue, green, red and alpha of each vertex; 0x7F changes nothing.
    Colours(Box<[[u8; 4]; VERTEX_COUNT]>),
    /// `MCLY`: as many layers as the head counts.
    Layers(Vec<LayerRecord>),
    /// `MCRF`: positions in `MDDF`, then positions in `MODF`.
    References(Vec<u32>),
    /// `MCSH`, 512 bytes: 64 rows of 64 bits, the lowest bit first; 1 is dark.
    Shadow(Box<[u8; 512]>),
    /// `MCAL`: the alpha maps, in forms that only the layers tell.
    Alpha(Vec<u8>),
    /// `MCLQ`: 804 bytes for each liquid flag of the head. Its own size says 0.
    Liquid(Vec<u8>),
    /// `MCSE`: sound emitters.
    Sounds(Records<SoundEmitter>),
    /// A part whose bytes mean nothing here.
    Opaque(Vec<u8>),
}

/// A part of a map chunk.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its name.
    pub tag: Tag,
    /// What is in it.
    pub body: PartBody,
    /// Bytes behind the body, up to the next part.
    pub tail: Vec<u8>,
    /// How much the part's size is above the bytes of its body, wrapping; 0 where it is right.
    pub size_excess: u32,
    /// Where its head was in the file it was read from, from the name of the map chunk.
    pub(super) origin: Option<u32>,
}

impl Part {
    /// A new part.
    pub fn new(tag: Tag, body: PartBody) -> Self {
        Self {
            tag,
            body,
            tail: Vec::new(),
            size_excess: 0,
            origin: None,
        }
    }

    /// Reads the part whose head is the first 8 bytes of `span`, which goes up to the next part.
    ///
    /// How long the body is follows from the name and `header`: the sizes of some parts lie.
    pub(super) fn read(
        tag: Tag,
        span: &[u8],
        header: &MapChunkHeader,
        origin: u32,
    ) -> Result<Self, FormatError> {
        let mut reader = ByteReader::new(span);
        reader.skip(4)?;
        let declared = reader.u32()?;
        let room = reader.remaining();
        let length = body_length(tag, header, declared, room)?;
        let bytes = reader.take(length)?;
        let mut fields = ByteReader::new(bytes);
        let body = match tag {
            MCVT => PartBody::Heights(Box::new(Fixed::read(&mut fields)?)),
            MCNR => PartBody::Normals(Box::new(Fixed::read(&mut fields)?)),
            MCCV => PartBody::Colours(Box::new(Fixed::read(&mut fields)?)),
            MCLY => PartBody::Layers(Records::read(bytes)?.items),
            MCRF => PartBody::References(Records::read(bytes)?.items),
            MCSH if length == 512 => PartBody::Shadow(Box::new(Fixed::read(&mut fields)?)),
            MCAL => PartBody::Alpha(bytes.to_vec()),
            MCLQ => PartBody::Liquid(bytes.to_vec()),
            MCSE => PartBody::Sounds(Records::read(bytes)?),
            _ => PartBody::Opaque(bytes.to_vec()),
        };
        let tail = reader.take(reader.remaining())?.to_vec();
        Ok(Self {
            tag,
            body,
            tail,
            size_excess: declared.wrapping_sub(length as u32),
            origin: Some(origin),
        })
    }

    /// Appends head, body and tail.
    pub(super) fn write(&self, writer: &mut ByteWriter) {
        let mut body = ByteWriter::new();
        self.body.write(&mut body);
        writer.bytes(&reversed(self.tag));
        writer.u32((body.position() as u32).wrapping_add(self.size_excess));
        writer.bytes(body.as_slice());
        writer.bytes(&self.tail);
    }
}

impl PartBody {
    /// Appends the body.
    fn write(&self, writer: &mut ByteWriter) {
        match self {
            Self::Heights(heights) => heights.write(writer),
            Self::Normals(normals) => normals.write(writer),
            Self::Colours(colours) => colours.write(writer),
            Self::Layers(layers) => layers.iter().for_each(|layer| layer.write(writer)),
            Self::References(refs) => refs.iter().for_each(|index| writer.u32(*index)),
            Self::Shadow(shadow) => writer.bytes(&shadow[..]),
            Self::Sounds(sounds) => sounds.write(writer),
            Self::Alpha(bytes) | Self::Liquid(bytes) | Self::Opaque(bytes) => writer.bytes(bytes),
        }
    }
}

/// How many bytes the body of a part takes, of the `room` up to the next part.
fn body_length(
    tag: Tag,
    header: &MapChunkHeader,
    declared: u32,
    room: usize,
) -> Result<usize, FormatError> {
    let at_most = |size: u32| (size as usize).min(room);
    let records = |count: u64, size: usize| {
        usize::try_from(count)
            .ok()
            .and_then(|count| count.checked_mul(size))
            .unwrap_or(usize::MAX)
    };
    let needed = match tag {
        MCVT => 580,
        MCNR => 435,
        MCCV => 580,
        MCLY => records(u64::from(header.layer_count), LayerRecord::SIZE),
        MCRF => records(
            u64::from(header.model_ref_count) + u64::from(header.object_ref_count),
            4,
        ),
        MCSH => return Ok(if room >= 512 { 512 } else { room }),
        MCAL | MCLQ => {
            let size = if tag == MCAL {
                header.alpha_size
            } else {
                header.liquid_size
            };
            return Ok(at_most(size.saturating_sub(HEAD_SIZE as u32)));
        }
        _ => return Ok(at_most(declared)),
    };
    if needed > room {
        let kind = FormatErrorKind::Overrun {
            needed: needed as u64,
            available: room as u64,
        };
        return Err(FormatError::new(HEAD_SIZE, kind));
    }
    Ok(needed)
}
