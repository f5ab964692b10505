//! One section: packing its bytes on the way out, checking and unpacking them on the way in.

use super::codec::SECTION_LIMIT;
use super::container::{Entry, section_checksum};
use super::error::SectionFault;
use std::borrow::Cow;

/// The bytes of bincode as they are.
const PLAIN: u8 = 0;
/// The bytes of bincode, compressed.
const ZSTD: u8 = 1;
/// The newest codec this program reads.
pub(super) const NEWEST_CODEC: u8 = ZSTD;

/// All compressed sections of a file together unpack to at most this many times its length, and
/// [`UNPACKED_FLOOR`]; what would pass that is stored plain.
const UNPACKED_RATIO: u64 = 4;
/// What a small file may unpack to all the same.
const UNPACKED_FLOOR: u64 = 4 << 20;

/// How sections are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compression {
    /// As they are: the fastest to save and to open.
    #[default]
    None,
    /// With zstd, where that makes a section smaller: for files that are passed on.
    Zstd,
}

/// A section that this program does not know, carried over to the next save as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptSection {
    pub(super) entry: Entry,
    pub(super) stored: Vec<u8>,
}

impl KeptSection {
    /// The name of the section.
    pub fn name(&self) -> &str {
        &self.entry.name
    }
}

/// A section ready to be written.
pub(super) fn pack(
    name: String,
    version: u16,
    raw: Vec<u8>,
    compression: Compression,
) -> KeptSection {
    let raw_length = raw.len() as u64;
    let packed = match compression {
        Compression::None => None,
        // A section that cannot be compressed is stored plain, so a failure costs nothing.
        Compression::Zstd => zstd::bulk::compress(&raw, 9).ok().filter(|packed| {
            let length = packed.len() as u64;
            length < raw_length && raw_length <= length * UNPACKED_RATIO
        }),
    };
    let (codec, stored) = match packed {
        Some(packed) => (ZSTD, packed),
        None => (PLAIN, raw),
    };
    KeptSection {
        entry: Entry {
            name,
            version,
            codec,
            stored_length: stored.len() as u64,
            raw_length,
            checksum: section_checksum(&stored),
        },
        stored,
    }
}

/// What the compressed sections of one file may still unpack to.
pub(super) struct UnpackBudget {
    left: u64,
}

impl UnpackBudget {
    /// The budget of a file of this length.
    pub fn of_file(length: usize) -> Self {
        Self {
            left: (length as u64).saturating_mul(UNPACKED_RATIO) + UNPACKED_FLOOR,
        }
    }
}

/// Whether the bytes of a section are all there and as they were written.
pub(super) fn verify(entry: &Entry, stored: &[u8]) -> Result<(), SectionFault> {
    if stored.len() as u64 != entry.stored_length {
        return Err(SectionFault::Truncated {
            found: stored.len() as u64,
            expected: entry.stored_length,
        });
    }
    if section_checksum(stored) != entry.checksum {
        return Err(SectionFault::Checksum);
    }
    if entry.raw_length > SECTION_LIMIT as u64 {
        return Err(SectionFault::TooLarge {
            length: entry.raw_length,
        });
    }
    Ok(())
}

/// The bytes of bincode in a section, once it is verified.
pub(super) fn unpack<'a>(
    entry: &Entry,
    stored: &'a [u8],
    budget: &mut UnpackBudget,
) -> Result<Cow<'a, [u8]>, SectionFault> {
    verify(entry, stored)?;
    let mismatch = |found: usize| SectionFault::RawLength {
        found: found as u64,
        expected: entry.raw_length,
    };
    if entry.codec == PLAIN {
        return if entry.raw_length == entry.stored_length {
            Ok(Cow::Borrowed(stored))
        } else {
            Err(mismatch(stored.len()))
        };
    }
    budget.left = budget
        .left
        .checked_sub(entry.raw_length)
        .ok_or(SectionFault::TooLarge {
            length: entry.raw_length,
        })?;
    let capacity = usize::try_from(entry.raw_length).map_err(|_| mismatch(0))?;
    let raw = zstd::bulk::decompress(stored, capacity)
        .map_err(|error| SectionFault::Content(error.to_string()))?;
    if raw.len() == capacity {
        Ok(Cow::Owned(raw))
    } else {
        Err(mismatch(raw.len()))
    }
}
