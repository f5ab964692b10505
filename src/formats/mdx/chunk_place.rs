//! Where the chunks of a file stand, and which of the items each holds.

/// A chunk of a file, in file order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChunkPlace {
    /// The next `count` items of the list that `tag` stands for.
    ///
    /// The last place of a tag takes all items that are left, however many.
    Known {
        /// Name of the chunk.
        tag: [u8; 4],
        /// How many items the chunk had; 1 for `VERS` and `MODL`.
        count: usize,
        /// Bytes behind the last item, too few for one more.
        tail: Vec<u8>,
    },
    /// A chunk whose bytes mean nothing here: one of unknown name, or a second `VERS` or `MODL`.
    Opaque {
        /// Name of the chunk.
        tag: [u8; 4],
        /// All that is in it.
        bytes: Vec<u8>,
    },
    /// Up to seven bytes behind the last chunk; nothing comes after.
    Rest(Vec<u8>),
}

impl ChunkPlace {
    /// A chunk of the list that `tag` stands for, taking what is left of it.
    pub fn of(tag: [u8; 4]) -> Self {
        Self::Known {
            tag,
            count: 0,
            tail: Vec::new(),
        }
    }

    /// The name of the list this is a place of.
    pub fn known_tag(&self) -> Option<[u8; 4]> {
        match self {
            Self::Known { tag, .. } => Some(*tag),
            Self::Opaque { .. } | Self::Rest(_) => None,
        }
    }
}
