//! How bytes lie in a journal: magic and version, then frames with length and checksum.
//!
//! | Offset | Size | Meaning |
//! | --- | --- | --- |
//! | 0 | 8 | [`MAGIC`] |
//! | 8 | 4 | [`VERSION`] |
//! | 12 | | frames: length of the payload (u32), its xxh3-64 (u64), the payload |
//!
//! All numbers are little-endian. The first frame's payload is the [`Header`](super::Header), every
//! other a [`Record`](super::Record), both as JSON.

use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64;

/// The first bytes of a journal.
pub const MAGIC: [u8; 8] = *b"BWJRNL\r\n";

/// The version this program writes, and the newest it reads.
pub const VERSION: u32 = 1;

/// Bytes of magic and version.
pub(super) const PREAMBLE: usize = 12;

/// Bytes of a frame before its payload.
pub(super) const FRAME_HEAD: usize = 12;

/// The most bytes that a payload may have.
pub const FRAME_LIMIT: usize = 32 << 20;

/// Magic and version.
pub(super) fn preamble() -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes
}

/// A value as a frame; `None` if it is too long for one, or can't stand in JSON.
pub(super) fn frame<T: Serialize>(value: &T) -> Option<Vec<u8>> {
    let mut bytes = vec![0; FRAME_HEAD];
    serde_json::to_writer(&mut bytes, value).ok()?;
    let payload = bytes.get(FRAME_HEAD..)?;
    let length = u32::try_from(payload.len()).ok()?;
    if payload.len() > FRAME_LIMIT {
        return None;
    }
    let checksum = xxh3_64(payload);
    bytes.get_mut(..4)?.copy_from_slice(&length.to_le_bytes());
    bytes
        .get_mut(4..12)?
        .copy_from_slice(&checksum.to_le_bytes());
    Some(bytes)
}

/// The length and checksum that a frame begins with.
pub(super) fn read_head(head: &[u8; FRAME_HEAD]) -> (usize, u64) {
    let [a, b, c, d, checksum @ ..] = *head;
    let length = u32::from_le_bytes([a, b, c, d]);
    (length as usize, u64::from_le_bytes(checksum))
}

/// Whether a sound frame begins somewhere in `bytes`: then what is before it was not torn off.
pub(super) fn holds_a_frame(bytes: &[u8]) -> bool {
    /// Payloads hashed in the search, in bytes, so that no file makes it long.
    const EFFORT: usize = 64 << 20;
    let mut left = EFFORT;
    for start in 0..bytes.len().saturating_sub(FRAME_HEAD) {
        let rest = bytes.get(start..).unwrap_or_default();
        let Some((head, rest)) = rest.split_first_chunk() else {
            return false;
        };
        let (length, checksum) = read_head(head);
        let Some(payload) = rest.get(..length) else {
            continue;
        };
        // Every payload is a JSON object.
        if payload.first() != Some(&b'{') || payload.last() != Some(&b'}') {
            continue;
        }
        if xxh3_64(payload) == checksum {
            return true;
        }
        left = match left.checked_sub(length) {
            Some(left) => left,
            None => return true,
        };
    }
    false
}
