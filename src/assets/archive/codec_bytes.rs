//! Which codecs the sectors of a file name, without undoing them.

use super::ArchiveEntry;
use crate::bytes::ByteReader;

const COMPRESSED: u32 = 0x200;
const ENCRYPTED: u32 = 0x1_0000;
const SINGLE_UNIT: u32 = 0x100_0000;
/// Sound of one and of two channels, stored with loss.
const SOUND: u8 = 0x40 | 0x80;

/// Whether a file may be sound that was stored with loss, so that a checksum of what went in does
/// not hold for what comes out. `stored` are its bytes in the archive.
///
/// Codecs of an encrypted file can't be seen; then its name decides.
pub(super) fn may_have_loss(entry: &ArchiveEntry, stored: &[u8], sector_size: u32) -> bool {
    if entry.flags & COMPRESSED == 0 {
        return false;
    }
    if entry.flags & ENCRYPTED != 0 {
        let name = entry.shown_name().to_ascii_lowercase();
        return name.ends_with(".wav") || entry.name.is_none();
    }
    let is_sound = |byte: Option<&u8>| byte.is_some_and(|byte| byte & SOUND != 0);
    if entry.flags & SINGLE_UNIT != 0 {
        return entry.packed < entry.size && is_sound(stored.first());
    }
    let mut reader = ByteReader::new(stored);
    let mut sectors = entry.size.div_ceil(sector_size.max(1));
    let Ok(mut start) = reader.u32() else {
        return false;
    };
    let mut left = entry.size;
    while sectors > 0
        && let Ok(end) = reader.u32()
    {
        let plain = left.min(sector_size);
        // A sector of its plain length is stored without a codec byte.
        if end.saturating_sub(start) < plain && is_sound(stored.get(start as usize)) {
            return true;
        }
        left -= plain;
        sectors -= 1;
        start = end;
    }
    false
}
