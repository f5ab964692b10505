//! One file of an archive, as its tables describe it.

/// One file of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveEntry {
    /// Its name, as bytes; `None` where neither a list nor a known name tells it.
    pub name: Option<Vec<u8>>,
    /// Language it is for; 0 for any.
    pub locale: u16,
    /// Platform word of the table, as it is.
    pub platform: u16,
    /// Number of its block.
    pub block: u32,
    /// Where its stored bytes begin, counted from the start of the whole file.
    pub offset: u64,
    /// Its size once read.
    pub size: u32,
    /// Its stored bytes.
    pub packed: u32,
    /// Flag word of the block.
    pub flags: u32,
}

/// Bits of [`ArchiveEntry::flags`] with the letters that a list shows.
const LETTERS: [(u32, char); 7] = [
    (0x100, 'i'),
    (0x200, 'c'),
    (0x1_0000, 'e'),
    (0x2_0000, 'k'),
    (0x100_0000, 's'),
    (0x400_0000, 'r'),
    (0x10_0000, 'p'),
];

impl ArchiveEntry {
    /// The name, or one made of the block's number where none is known.
    pub fn shown_name(&self) -> String {
        match &self.name {
            Some(name) => String::from_utf8_lossy(name).into_owned(),
            None => format!("File{:08}", self.block),
        }
    }

    /// How it is stored, as letters: i imploded, c compressed, e encrypted, k key moved by its
    /// place, s in one unit, r with checksums, p patch.
    pub fn storage_text(&self) -> String {
        let letter = |(bit, letter): &(u32, char)| match self.flags & bit {
            0 => '-',
            _ => *letter,
        };
        LETTERS.iter().map(letter).collect()
    }
}
