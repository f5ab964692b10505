//! The frame of a project file: magic, version, table of sections, and the sections one by one.
//!
//! | Offset | Size | Field |
//! | --- | --- | --- |
//! | 0 | 8 | [`MAGIC`] |
//! | 8 | 4 | [`CONTAINER_VERSION`] |
//! | 12 | 4 | number of sections |
//! | 16 | 4 | length of the table |
//! | 20 | 4 | 0 |
//! | 24 | 8 | xxh3-64 of bytes 8 to 24 and of the table |
//! | 32 | | table |
//! | | | the stored bytes of each section, in the order of the table, without gaps |
//! | | | the table again |
//! | end - 32 | 32 | bytes 8 to 32 again, then [`END_MAGIC`] |
//!
//! A line of the table: u16 length of the name, name (UTF-8), u16 schema version, u8 codec (0
//! bincode, 1 zstd of bincode), u8 0, u64 stored length, u64 raw length, u64 xxh3-64 of the
//! stored bytes. All numbers are little-endian. The first 12 bytes mean the same in every version.
//!
//! Sections have no offsets, so no two can share bytes. The copy of the table opens a file whose
//! front is damaged; the front opens one that was cut.

use super::error::ReadError;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// The first eight bytes of a project file; the odd ones show what a text-mode transfer broke.
pub const MAGIC: [u8; 8] = *b"\x89BWP\r\n\x1a\n";
/// The last eight bytes.
const END_MAGIC: [u8; 8] = *b"BWP-END\n";
/// The newest frame that this program reads, and the one it writes.
pub const CONTAINER_VERSION: u32 = 1;

/// Everything before the table, and everything after its copy.
const HEAD_LENGTH: usize = 32;
/// A line of the table without its name.
const LINE_LENGTH: usize = 30;
/// The longest name of a section.
const NAME_LIMIT: usize = 200;

/// One line of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// What is in the section, such as `models/0/mesh`.
    pub name: String,
    /// Version of the schema of its content.
    pub version: u16,
    /// How it is stored.
    pub codec: u8,
    /// Bytes in the file.
    pub stored_length: u64,
    /// Bytes once unpacked.
    pub raw_length: u64,
    /// xxh3-64 of the bytes in the file.
    pub checksum: u64,
}

/// A file taken apart.
#[derive(Debug)]
pub(super) struct Frame<'a> {
    /// The lines of the table, each with its bytes; fewer than it says where the file was cut.
    pub sections: Vec<(Entry, &'a [u8])>,
    /// Whether the front of the file was damaged and the copy of the table was used.
    pub is_from_copy: bool,
}

/// What comes before and after the sections.
pub(super) struct Ends {
    pub front: Vec<u8>,
    pub back: Vec<u8>,
}

/// The bytes around sections with these lines; an error if a name or the table is too long.
pub(super) fn ends(entries: &[Entry]) -> Result<Ends, String> {
    let mut table = Vec::new();
    for entry in entries {
        let name_length = u16::try_from(entry.name.len())
            .ok()
            .filter(|&length| usize::from(length) <= NAME_LIMIT)
            .ok_or_else(|| format!("the name of section {:?} is too long", entry.name))?;
        table.extend(name_length.to_le_bytes());
        table.extend(entry.name.as_bytes());
        table.extend(entry.version.to_le_bytes());
        table.extend([entry.codec, 0]);
        table.extend(entry.stored_length.to_le_bytes());
        table.extend(entry.raw_length.to_le_bytes());
        table.extend(entry.checksum.to_le_bytes());
    }
    let too_many = |_| "there are too many sections".to_owned();
    let mut counts = Vec::new();
    counts.extend(CONTAINER_VERSION.to_le_bytes());
    counts.extend(
        u32::try_from(entries.len())
            .map_err(too_many)?
            .to_le_bytes(),
    );
    counts.extend(u32::try_from(table.len()).map_err(too_many)?.to_le_bytes());
    counts.extend([0; 4]);
    let checksum = table_checksum(&counts, &table).to_le_bytes();
    let front = [&MAGIC[..], &counts, &checksum, &table].concat();
    let back = [&table[..], &counts, &checksum, &END_MAGIC].concat();
    Ok(Ends { front, back })
}

fn table_checksum(counts: &[u8], table: &[u8]) -> u64 {
    let mut hasher = Xxh3::new();
    hasher.update(counts);
    hasher.update(table);
    hasher.digest()
}

/// Takes a file apart without looking into its sections.
pub(super) fn take_apart(bytes: &[u8]) -> Result<Frame<'_>, ReadError> {
    let has_magic = bytes.starts_with(&MAGIC);
    if has_magic && let Some(entries) = front_table(bytes) {
        return Ok(cut(bytes, entries, false));
    }
    if let Some(entries) = back_table(bytes) {
        return Ok(cut(bytes, entries, true));
    }
    if !has_magic {
        return Err(ReadError::NotAProject);
    }
    match bytes.get(8..).and_then(<[u8]>::first_chunk) {
        Some(version) if u32::from_le_bytes(*version) > CONTAINER_VERSION => {
            Err(ReadError::NewerContainer {
                found: u32::from_le_bytes(*version),
                supported: CONTAINER_VERSION,
            })
        }
        _ => Err(ReadError::TableDamaged {
            length: bytes.len(),
        }),
    }
}

fn cut(bytes: &[u8], entries: Vec<Entry>, is_from_copy: bool) -> Frame<'_> {
    let table_length: usize = entries
        .iter()
        .map(|entry| LINE_LENGTH + entry.name.len())
        .sum();
    let mut rest = bytes.get(HEAD_LENGTH + table_length..).unwrap_or_default();
    let sections = entries
        .into_iter()
        .map(|entry| {
            let length = usize::try_from(entry.stored_length)
                .unwrap_or(usize::MAX)
                .min(rest.len());
            let (stored, after) = rest.split_at(length);
            rest = after;
            (entry, stored)
        })
        .collect();
    Frame {
        sections,
        is_from_copy,
    }
}

fn front_table(bytes: &[u8]) -> Option<Vec<Entry>> {
    let (head, rest) = bytes.split_first_chunk::<HEAD_LENGTH>()?;
    let counts = head.get(8..24)?;
    let table = rest.get(..table_length(counts)?)?;
    read_table(counts, head.get(24..32)?, table)
}

fn back_table(bytes: &[u8]) -> Option<Vec<Entry>> {
    let (before, tail) = bytes.split_last_chunk::<HEAD_LENGTH>()?;
    if !tail.ends_with(&END_MAGIC) {
        return None;
    }
    let counts = tail.get(..16)?;
    let start = before.len().checked_sub(table_length(counts)?)?;
    read_table(counts, tail.get(16..24)?, before.get(start..)?)
}

fn table_length(counts: &[u8]) -> Option<usize> {
    let length = counts.get(8..)?.first_chunk()?;
    usize::try_from(u32::from_le_bytes(*length)).ok()
}

fn read_table(counts: &[u8], checksum: &[u8], table: &[u8]) -> Option<Vec<Entry>> {
    let (version, rest) = counts.split_first_chunk()?;
    if u32::from_le_bytes(*version) != CONTAINER_VERSION
        || checksum != table_checksum(counts, table).to_le_bytes()
    {
        return None;
    }
    let count = u32::from_le_bytes(*rest.first_chunk()?) as usize;
    if count > table.len() / LINE_LENGTH {
        return None;
    }
    let mut entries = Vec::with_capacity(count);
    let mut table = table;
    for _ in 0..count {
        entries.push(read_line(&mut table)?);
    }
    table.is_empty().then_some(entries)
}

fn read_line(table: &mut &[u8]) -> Option<Entry> {
    let name_length = usize::from(u16::from_le_bytes(take(table)?));
    if name_length > NAME_LIMIT {
        return None;
    }
    let (name, rest) = table.split_at_checked(name_length)?;
    *table = rest;
    let name = std::str::from_utf8(name).ok()?.to_owned();
    let version = u16::from_le_bytes(take(table)?);
    let [codec, _] = take(table)?;
    Some(Entry {
        name,
        version,
        codec,
        stored_length: u64::from_le_bytes(take(table)?),
        raw_length: u64::from_le_bytes(take(table)?),
        checksum: u64::from_le_bytes(take(table)?),
    })
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (chunk, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*chunk)
}

/// The checksum of the stored bytes of a section.
pub(super) fn section_checksum(stored: &[u8]) -> u64 {
    xxh3_64(stored)
}
