//! The bytes of a model's external `.anim` files, by sequence index.

use std::collections::BTreeMap;

/// Borrowed `.anim` files; a sequence whose file is not here has its keys left unread.
#[derive(Clone, Debug, Default)]
pub struct AnimSet<'a> {
    files: BTreeMap<usize, &'a [u8]>,
}

impl<'a> AnimSet<'a> {
    /// No files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the file of the sequence with this index, replacing one that was there.
    pub fn insert(&mut self, sequence_index: usize, bytes: &'a [u8]) {
        self.files.insert(sequence_index, bytes);
    }

    /// The file of the sequence with this index.
    pub fn get(&self, sequence_index: usize) -> Option<&'a [u8]> {
        self.files.get(&sequence_index).copied()
    }
}

impl<'a> FromIterator<(usize, &'a [u8])> for AnimSet<'a> {
    fn from_iter<I: IntoIterator<Item = (usize, &'a [u8])>>(files: I) -> Self {
        Self {
            files: files.into_iter().collect(),
        }
    }
}

/// A model file and its `.anim` files, as written or as kept from an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct M2Bytes {
    /// The `.m2` file.
    pub model: Vec<u8>,
    /// The `.anim` files by sequence index.
    pub anims: BTreeMap<usize, Vec<u8>>,
}

impl M2Bytes {
    /// The `.anim` files, borrowed for reading.
    pub fn anim_set(&self) -> AnimSet<'_> {
        self.anims
            .iter()
            .map(|(index, bytes)| (*index, bytes.as_slice()))
            .collect()
    }
}
