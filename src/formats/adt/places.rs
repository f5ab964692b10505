//! Where the chunks of a tile begin: by its head and index, by walking where these lead nowhere.

use super::record::Fixed;
use super::tag::{HEAD_SIZE, MCIN, MCNK, MDDF, MHDR, MMDX, MTEX, Tag, head_at, is_plausible};
use super::tile_header::{CELL_COUNT, CellEntry, TileHeader};
use crate::bytes::ByteReader;
use crate::formats::{FormatError, FormatErrorKind};
use std::collections::{BTreeMap, BTreeSet};

/// The chunks of a file.
#[derive(Debug)]
pub struct Places {
    /// Name of each chunk by where its head is; the first is at 0.
    pub chunks: BTreeMap<usize, Tag>,
    /// Where each of the 256 map chunks is.
    pub cells: Vec<usize>,
    /// Chunks whose place in the head leads to something else.
    pub misplaced: Vec<Tag>,
    /// Map chunks whose place in the index leads to something else.
    pub misplaced_cells: usize,
}

impl Places {
    /// Finds the chunks of a tile.
    pub fn find(bytes: &[u8]) -> Result<Self, FormatError> {
        let walked = walk(bytes, 0, bytes.len());
        let first_of = |tag| walked.iter().find(|(_, known)| *known == tag);
        let Some(&(header_at, _)) = first_of(MHDR) else {
            return Err(not_whole(bytes, &walked));
        };
        let header = read_header(bytes, header_at)?;
        let mut trusted = BTreeMap::from([(0, super::tag::MVER), (header_at, MHDR)]);
        let mut misplaced = Vec::new();
        for (tag, offset) in TileHeader::PLACED.into_iter().zip(header.offsets) {
            let at = (header_at + HEAD_SIZE).saturating_add(offset as usize);
            if offset != 0 && head_at(bytes, at).is_some_and(|head| head.tag == tag) {
                trusted.insert(at, tag);
            } else if offset != 0 {
                misplaced.push(tag);
                trusted.extend(first_of(tag).copied());
            }
        }
        let index_at = trusted.iter().find(|(_, tag)| **tag == MCIN);
        let index_at = index_at.map(|(at, _)| *at);
        let Some(index_at) = index_at.or(first_of(MCIN).map(|(at, _)| *at)) else {
            return Err(not_whole(bytes, &walked));
        };
        trusted.insert(index_at, MCIN);
        let entries = read_index(bytes, index_at)?;
        let (cells, taken) = told_cells(bytes, &entries);
        trusted.extend(taken.iter().map(|at| (*at, MCNK)));
        let chunks = with_untold(bytes, trusted)?;
        let misplaced_cells = cells.iter().filter(|cell| cell.is_none()).count();
        let cells = with_lost(bytes, &chunks, cells, &taken)?;
        Ok(Self {
            chunks,
            cells,
            misplaced,
            misplaced_cells,
        })
    }
}

/// Chunks one behind the other from `from`, none of which goes beyond `until`; some files have
/// zeros between them.
pub(super) fn walk(bytes: &[u8], from: usize, until: usize) -> Vec<(usize, Tag)> {
    let mut found = Vec::new();
    let mut at = from;
    loop {
        let rest = bytes.get(at..until).unwrap_or_default();
        at += rest.iter().take_while(|byte| **byte == 0).count();
        let Some(head) = head_at(bytes, at) else {
            break;
        };
        let end = (at + HEAD_SIZE).saturating_add(head.size as usize);
        if !is_plausible(head.tag) || end > until {
            break;
        }
        found.push((at, head.tag));
        at = end;
    }
    found
}

/// The trusted chunks, and others that stand behind them.
fn with_untold(
    bytes: &[u8],
    trusted: BTreeMap<usize, Tag>,
) -> Result<BTreeMap<usize, Tag>, FormatError> {
    let starts: Vec<usize> = trusted.keys().copied().collect();
    let mut chunks = trusted;
    for (index, start) in starts.iter().enumerate() {
        let next = starts.get(index + 1).copied();
        let room = next.unwrap_or(bytes.len()) - start;
        if room < HEAD_SIZE {
            // Both heads are said to be there, so one of them lies in the other.
            let kind = FormatErrorKind::Overrun {
                needed: HEAD_SIZE as u64,
                available: room as u64,
            };
            return Err(FormatError::new(*start, kind));
        }
        chunks.extend(walk(bytes, *start, next.unwrap_or(bytes.len())));
    }
    Ok(chunks)
}

/// The map chunks the index leads to, each at most once: to the entry of its own number first.
fn told_cells(
    bytes: &[u8],
    entries: &[CellEntry; CELL_COUNT],
) -> (Vec<Option<usize>>, BTreeSet<usize>) {
    let mut cells = vec![None; CELL_COUNT];
    let mut taken = BTreeSet::new();
    for asks_number in [true, false] {
        for ((index, entry), cell) in entries.iter().enumerate().zip(&mut cells) {
            let at = entry.offset as usize;
            let leads = head_at(bytes, at).is_some_and(|head| head.tag == MCNK);
            let is_own = !asks_number || own_number(bytes, at) == Some(index as u32);
            if cell.is_none() && leads && is_own && taken.insert(at) {
                *cell = Some(at);
            }
        }
    }
    (cells, taken)
}

/// The number that a map chunk's column and row give.
pub(super) fn own_number(bytes: &[u8], at: usize) -> Option<u32> {
    let mut reader = ByteReader::new(bytes.get(at.checked_add(HEAD_SIZE + 4)?..)?);
    let (x, y) = (reader.u32().ok()?, reader.u32().ok()?);
    (x < 16 && y < 16).then(|| y * 16 + x)
}

/// The map chunks the index leads to, and for the others those that say they are in that place.
fn with_lost(
    bytes: &[u8],
    chunks: &BTreeMap<usize, Tag>,
    cells: Vec<Option<usize>>,
    taken: &BTreeSet<usize>,
) -> Result<Vec<usize>, FormatError> {
    let mut lost = BTreeMap::new();
    for (at, _) in chunks.iter().filter(|(_, tag)| **tag == MCNK) {
        if let Some(number) = own_number(bytes, *at).filter(|_| !taken.contains(at)) {
            lost.entry(number).or_insert(*at);
        }
    }
    let cells = cells.into_iter().enumerate().map(|(index, cell)| {
        let found = cell.or_else(|| lost.get(&(index as u32)).copied());
        found.ok_or_else(|| {
            let kind = FormatErrorKind::MissingPart { tag: MCNK };
            FormatError::new(0, kind).at_index(index).within("chunks")
        })
    });
    cells.collect()
}

fn read_header(bytes: &[u8], at: usize) -> Result<TileHeader, FormatError> {
    let mut reader = ByteReader::new(bytes);
    reader.seek(at + HEAD_SIZE)?;
    TileHeader::read(&mut reader).map_err(|error| FormatError::from(error).within("header"))
}

fn read_index(bytes: &[u8], at: usize) -> Result<[CellEntry; CELL_COUNT], FormatError> {
    let mut reader = ByteReader::new(bytes);
    reader.seek(at + HEAD_SIZE)?;
    let entries = reader.take(CELL_COUNT * CellEntry::SIZE);
    let entries = entries.map_err(|error| FormatError::from(error).within("index"))?;
    let entries: Vec<CellEntry> = super::Records::read(entries)?.items;
    entries.try_into().map_err(|_| {
        let kind = FormatErrorKind::MissingPart { tag: MCIN };
        FormatError::new(at, kind)
    })
}

/// What to say of a file that has no head or no index.
fn not_whole(bytes: &[u8], walked: &[(usize, Tag)]) -> FormatError {
    if let Some(error) = cut_chunk(bytes, walked) {
        return error;
    }
    let has = |tag| walked.iter().any(|(_, known)| *known == tag);
    let kind = if has(MCNK) || has(MTEX) || has(MMDX) || has(MDDF) {
        FormatErrorKind::SplitTile
    } else if has(MHDR) {
        FormatErrorKind::MissingPart { tag: MCIN }
    } else {
        FormatErrorKind::MissingPart { tag: MHDR }
    };
    FormatError::new(0, kind)
}

/// The chunk behind the last one that was walked, if the file ends within it.
pub(super) fn cut_chunk(bytes: &[u8], walked: &[(usize, Tag)]) -> Option<FormatError> {
    let (last, _) = walked.last()?;
    let at = last + HEAD_SIZE + head_at(bytes, *last)?.size as usize;
    let head = head_at(bytes, at).filter(|head| is_plausible(head.tag))?;
    let start = at + HEAD_SIZE;
    let kind = FormatErrorKind::Truncated {
        needed: u64::from(head.size),
        available: bytes.len().saturating_sub(start) as u64,
    };
    let name = std::str::from_utf8(&head.tag).unwrap_or("chunk").to_owned();
    Some(FormatError::new(start, kind).within(&name))
}
