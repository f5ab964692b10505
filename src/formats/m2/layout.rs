//! Where the arrays of a file being written go: laid out from nothing, or over the file they came from.
//!
//! Records are encoded into one scratch buffer used as a stack: an array's items are pushed,
//! find their place, are popped, and the array's count and offset are pushed in their stead.
//! So arrays are placed before the array that points at them.

use super::anim_set::M2Bytes;
use super::array::{Origin, Place};
use super::fresh_layout::FreshLayout;
use super::over_layout::OverLayout;
use crate::formats::{FormatError, FormatErrorKind};

/// Arrays begin at multiples of this, as the game's own files have it.
pub(super) const ALIGNMENT: usize = 16;

/// A file being written.
#[derive(Debug)]
pub struct Layout<'a> {
    scratch: Vec<u8>,
    per_sequence: bool,
    error: Option<FormatError>,
    target: Target<'a>,
}

/// How arrays find their places.
#[derive(Debug)]
enum Target<'a> {
    Fresh(FreshLayout),
    Over(OverLayout<'a>),
}

/// An array whose items are being pushed.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenArray {
    /// Where its items begin in the scratch buffer.
    pub(super) start: usize,
    /// The buffer it goes to.
    pub(super) place: Place,
    /// Number of items.
    pub(super) count: usize,
    /// Bytes of an item.
    pub(super) stride: usize,
    /// The offset kept free for it, in a layout that puts arrays before what they point at.
    pub(super) reserved: usize,
}

impl<'a> Layout<'a> {
    /// Lays a file out from nothing.
    pub(super) fn fresh(target: FreshLayout) -> Self {
        Self::new(Target::Fresh(target))
    }

    /// Writes over the file the records were read from.
    pub(super) fn over(target: OverLayout<'a>) -> Self {
        Self::new(Target::Over(target))
    }

    fn new(target: Target<'a>) -> Self {
        Self {
            scratch: Vec::new(),
            per_sequence: false,
            error: None,
            target,
        }
    }

    /// Appends `bytes` to the record being written.
    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.scratch.extend_from_slice(bytes);
    }

    /// Appends the `N` bytes of each item.
    #[inline]
    pub(super) fn encode<T, const N: usize>(
        &mut self,
        items: &[T],
        encode: impl Fn(&T) -> [u8; N],
    ) {
        let start = self.scratch.len();
        self.scratch.resize(start + items.len() * N, 0);
        let (chunks, _) = self.scratch.split_at_mut(start).1.as_chunks_mut::<N>();
        for (chunk, item) in chunks.iter_mut().zip(items) {
            *chunk = encode(item);
        }
    }

    /// Says whether the arrays in arrays that follow have one entry for each sequence.
    #[inline]
    pub(super) fn set_per_sequence(&mut self, per_sequence: bool) {
        self.per_sequence = per_sequence;
    }

    /// The place of an inner array without items.
    #[inline]
    pub(super) fn empty_place(&self, index: usize, count: usize) -> Place {
        match &self.target {
            Target::Over(over) if self.per_sequence => over.empty_place(index, count),
            _ => Place::Model,
        }
    }

    /// The place of an inner array with items.
    #[inline]
    pub(super) fn filled_place(&mut self, index: usize, count: usize) -> Place {
        match &mut self.target {
            _ if !self.per_sequence => Place::Model,
            Target::Fresh(fresh) => fresh.filled_place(index, count),
            Target::Over(over) => over.filled_place(index, count),
        }
    }

    /// Count and offset of an array without items: what the file had, where that means the same.
    #[inline]
    pub(super) fn empty_array(&self, origin: Option<Origin>, place: Place) -> (u32, u32) {
        match (&self.target, origin) {
            (Target::Fresh(_), _) | (_, None) => (0, 0),
            (Target::Over(_), Some(origin)) => match (origin.place, place) {
                (Place::Unread, Place::Unread) => (origin.count, origin.offset),
                (Place::Unread, _) => (0, 0),
                _ => (0, origin.offset),
            },
        }
    }

    /// Begins an array: its items are to be written next.
    #[inline]
    pub(super) fn open_array(&mut self, place: Place, count: usize, stride: usize) -> OpenArray {
        let start = self.scratch.len();
        let mut open = OpenArray {
            start,
            place,
            count,
            stride,
            reserved: 0,
        };
        if let Target::Fresh(fresh) = &mut self.target {
            open.reserved = fresh.open(&open);
        }
        open
    }

    /// Ends an array: pops its items, places them, and gives count and offset.
    #[inline]
    pub(super) fn close_array(&mut self, open: OpenArray, origin: Option<Origin>) -> (u32, u32) {
        let items = self.scratch.get(open.start..).unwrap_or_default();
        let offset = match &mut self.target {
            Target::Fresh(fresh) => fresh.close(&open, items),
            Target::Over(over) => over.close(&open, origin, items),
        };
        self.scratch.truncate(open.start);
        (
            self.narrow("an array's item count", open.count),
            self.narrow("the file's size", offset),
        )
    }

    /// Sequences whose `.anim` file was missing and that were given keys.
    ///
    /// If there are any, headers may be left that point into the missing files: write again with
    /// new files for them.
    pub(super) fn revived(&self) -> &[usize] {
        match &self.target {
            Target::Fresh(_) => &[],
            Target::Over(over) => over.revived(),
        }
    }

    /// The finished files; the scratch buffer holds the main header now.
    pub(super) fn finish(self) -> Result<M2Bytes, FormatError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        match self.target {
            Target::Fresh(fresh) => fresh.finish(&self.scratch),
            Target::Over(over) => Ok(over.finish(&self.scratch)),
        }
    }

    /// `value` as the file holds it; the first that is too large fails the whole write.
    fn narrow(&mut self, field: &'static str, value: usize) -> u32 {
        u32::try_from(value).unwrap_or_else(|_| {
            self.error.get_or_insert(too_large(field, value));
            0
        })
    }
}

/// The error for a number that does not fit the file's 32 bits.
pub(super) fn too_large(field: &'static str, value: usize) -> FormatError {
    let limit = u64::from(u32::MAX);
    FormatError::new(
        0,
        FormatErrorKind::LimitExceeded {
            field,
            value: value as u64,
            limit,
        },
    )
}

/// Appends zeros up to the next place an array may begin at, and tells it.
pub(super) fn align(buffer: &mut Vec<u8>) -> usize {
    buffer.resize(buffer.len().next_multiple_of(ALIGNMENT), 0);
    buffer.len()
}
