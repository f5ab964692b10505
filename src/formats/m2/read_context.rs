//! What a reader needs besides the bytes of a record: the files, and where each sequence's keys are.

use super::anim_set::AnimSet;
use super::array::Place;
use crate::formats::FormatErrorKind;

/// Memory any file may take when read, however small it is.
const BASE_BUDGET: u64 = 16 << 20;
/// Memory a file may take when read, for each of its bytes.
const BUDGET_PER_BYTE: u64 = 16;
/// What an allocation is counted as besides its items.
const ALLOCATION_COST: u64 = 16;

/// Where the keys of one sequence are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeySource {
    /// In the model file.
    Inline,
    /// In the `.anim` file of the sequence.
    External,
    /// In an `.anim` file that is not there.
    Missing,
    /// Nowhere: the sequence plays another one.
    Alias,
}

impl KeySource {
    /// The place of the keys of sequence `index`.
    pub(super) fn place(self, index: usize) -> Place {
        match self {
            Self::Inline => Place::Model,
            Self::External => Place::Anim(u32::try_from(index).unwrap_or(u32::MAX)),
            Self::Missing | Self::Alias => Place::Unread,
        }
    }
}

/// Where the inner array `index` of `count` lies, for a track that has one for each sequence.
///
/// One inner array for several sequences is a constant of the model.
pub(super) fn key_place(sources: &[KeySource], index: usize, count: usize) -> Place {
    if count == 1 && sources.len() != 1 {
        return Place::Model;
    }
    sources
        .get(index)
        .map_or(Place::Model, |source| source.place(index))
}

/// The files being read, and how much memory reading them may still take.
#[derive(Debug)]
pub struct ReadContext<'a> {
    model: &'a [u8],
    anims: Vec<&'a [u8]>,
    sources: Vec<KeySource>,
    per_sequence: bool,
    limit: u64,
    spent: u64,
}

impl<'a> ReadContext<'a> {
    /// A context for a file without sequences.
    pub(super) fn new(model: &'a [u8]) -> Self {
        Self::with_sequences(model, &AnimSet::default(), Vec::new())
    }

    /// A context for a model whose sequences have their keys in `sources`.
    pub(super) fn with_sequences(
        model: &'a [u8],
        anims: &AnimSet<'a>,
        sources: Vec<KeySource>,
    ) -> Self {
        let anims: Vec<&[u8]> = (0..sources.len())
            .map(|index| anims.get(index).unwrap_or_default())
            .collect();
        let size = model.len() + anims.iter().map(|anim| anim.len()).sum::<usize>();
        let limit = BASE_BUDGET.saturating_add((size as u64).saturating_mul(BUDGET_PER_BYTE));
        Self {
            model,
            anims,
            sources,
            per_sequence: false,
            limit,
            spent: 0,
        }
    }

    /// The bytes that offsets of `place` count in.
    #[inline]
    pub(super) fn bytes(&self, place: Place) -> &'a [u8] {
        match place {
            Place::Model => self.model,
            Place::Anim(index) => self.anims.get(index as usize).copied().unwrap_or_default(),
            Place::Unread => &[],
        }
    }

    /// Counts `count` items of `size` bytes in memory against the budget.
    #[inline]
    pub(super) fn spend(&mut self, count: usize, size: usize) -> Result<(), FormatErrorKind> {
        let cost = (count as u64)
            .saturating_mul(size as u64)
            .saturating_add(ALLOCATION_COST);
        self.spent = self.spent.saturating_add(cost);
        if self.spent <= self.limit {
            return Ok(());
        }
        let (value, limit) = (self.spent, self.limit);
        Err(FormatErrorKind::LimitExceeded {
            field: "the memory for all arrays",
            value,
            limit,
        })
    }

    /// Says whether the arrays in arrays that follow have one entry for each sequence.
    #[inline]
    pub(super) fn set_per_sequence(&mut self, per_sequence: bool) {
        self.per_sequence = per_sequence;
    }

    /// Where the inner array `index` of `count` lies.
    #[inline]
    pub(super) fn inner_place(&self, index: usize, count: usize) -> Place {
        if self.per_sequence {
            key_place(&self.sources, index, count)
        } else {
            Place::Model
        }
    }
}
