//! The hash by which archives find names.
//!
//! Upper-cases only a to z. A name is normally hashed with `\` between folders, which is the
//! caller's to see to: some archives hold names that were hashed with `/`.

use std::sync::LazyLock;

/// Which of the hashes of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HashKind {
    /// The first that is stored beside the name's place.
    A = 1,
    /// The second.
    B = 2,
}

static TABLE: LazyLock<[u32; 0x500]> = LazyLock::new(|| {
    let mut table = [0; 0x500];
    let mut seed = 0x0010_0001u32;
    let mut next = || {
        seed = (seed * 125 + 3) % 0x2A_AAAB;
        seed & 0xFFFF
    };
    for column in 0..0x100 {
        for slot in table.iter_mut().skip(column).step_by(0x100) {
            let high = next() << 16;
            *slot = high | next();
        }
    }
    table
});

/// A hash of the bytes of a name.
pub(super) fn name_hash(name: &[u8], kind: HashKind) -> u32 {
    let (mut first, mut second) = (0x7FED_7FEDu32, 0xEEEE_EEEEu32);
    for byte in name {
        let byte = byte.to_ascii_uppercase();
        let index = (kind as usize) << 8 | usize::from(byte);
        let word = TABLE.get(index).copied().unwrap_or_default();
        first = word ^ first.wrapping_add(second);
        second = u32::from(byte)
            .wrapping_add(first)
            .wrapping_add(second)
            .wrapping_add(second << 5)
            .wrapping_add(3);
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_hash_as_every_reader_of_archives_has_it() {
        // The two stored hashes of "(listfile)" are the same in every archive.
        assert_eq!(name_hash(b"(listfile)", HashKind::A), 0xFD65_7910);
        assert_eq!(name_hash(b"(LISTFILE)", HashKind::B), 0x4E9B_98A7);
    }
}
