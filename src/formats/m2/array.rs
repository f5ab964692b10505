//! An array that a count and an offset point at, and where it was found.

use super::layout::Layout;
use super::read_context::ReadContext;
use super::record::{Fields, Record};
use crate::formats::{FormatError, FormatErrorKind};

/// Which bytes an offset counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// The model (or skin) file itself.
    Model,
    /// The external `.anim` file of the sequence with this index.
    Anim(u32),
    /// Bytes that must not or can't be read: the keys of an alias or of a missing `.anim` file.
    Unread,
}

/// Where an array was when its file was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Which bytes `offset` counts in.
    pub place: Place,
    /// Offset of the first item.
    pub offset: u32,
    /// Number of items there.
    pub count: u32,
}

/// The bytes an array takes in a file that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// Which bytes.
    pub place: Place,
    /// First byte.
    pub start: u64,
    /// One past the last byte.
    pub end: u64,
}

/// An array held by count and offset in the file.
///
/// Two arrays are equal when their items are, wherever they lie; floats compare by bits.
/// An array whose origin is [`Place::Unread`] has no items; its raw count and offset are written
/// back as long as it has none and its place still can't be read.
#[derive(Clone, Debug)]
pub struct M2Array<T> {
    /// The items, in file order.
    pub items: Vec<T>,
    /// Where the items were read from; `None` for what was made here.
    pub origin: Option<Origin>,
}

impl<T> Default for M2Array<T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            origin: None,
        }
    }
}

impl<T> From<Vec<T>> for M2Array<T> {
    fn from(items: Vec<T>) -> Self {
        Self {
            items,
            origin: None,
        }
    }
}

impl<T: Record> PartialEq for M2Array<T> {
    fn eq(&self, other: &Self) -> bool {
        self.same(other)
    }
}

impl<T: Record> M2Array<T> {
    /// Whether the file has keys here that were not read.
    pub fn is_unread(&self) -> bool {
        self.origin
            .is_some_and(|origin| origin.place == Place::Unread && origin.count > 0)
    }

    /// The bytes the array had in its file; `None` when it had none there or was not read.
    pub fn span(&self) -> Option<Span> {
        let Origin {
            place,
            offset,
            count,
        } = self.origin?;
        let start = u64::from(offset);
        let end = start + u64::from(count) * T::SIZE as u64;
        (place != Place::Unread && end > start).then_some(Span { place, start, end })
    }

    /// Reads count and offset, and the items from `place`.
    #[inline]
    pub(super) fn read_at(
        place: Place,
        fields: &mut Fields<'_>,
        context: &mut ReadContext<'_>,
    ) -> Result<Self, FormatError> {
        let count = u32::from_le_bytes(fields.take());
        let offset = u32::from_le_bytes(fields.take());
        let origin = Some(Origin {
            place,
            offset,
            count,
        });
        if count == 0 || place == Place::Unread {
            return Ok(Self {
                items: Vec::new(),
                origin,
            });
        }
        let source = context.bytes(place);
        let needed = u64::from(count) * T::SIZE as u64;
        let available = (source.len() as u64).saturating_sub(u64::from(offset));
        let start = offset as usize;
        let bytes = usize::try_from(needed)
            .ok()
            .and_then(|needed| start.checked_add(needed))
            .and_then(|end| source.get(start..end))
            .ok_or_else(|| {
                let kind = FormatErrorKind::Truncated { needed, available };
                FormatError::new(start, kind)
            })?;
        context
            .spend(count as usize, size_of::<T>())
            .map_err(|kind| FormatError::new(start, kind))?;
        Ok(Self {
            items: T::read_items(bytes, context)?,
            origin,
        })
    }

    /// Places the items in `layout` and appends count and offset.
    #[inline]
    pub(super) fn write_at(&self, place: Place, layout: &mut Layout<'_>) {
        let (count, offset) = if self.items.is_empty() {
            layout.empty_array(self.origin, place)
        } else {
            let open = layout.open_array(place, self.items.len(), T::SIZE);
            T::write_items(&self.items, layout);
            layout.close_array(open, self.origin)
        };
        layout.bytes(&count.to_le_bytes());
        layout.bytes(&offset.to_le_bytes());
    }
}

impl<T: Record> Record for M2Array<T> {
    const SIZE: usize = 8;
    const HAS_ARRAYS: bool = true;

    #[inline]
    fn read(fields: &mut Fields<'_>, context: &mut ReadContext<'_>) -> Result<Self, FormatError> {
        Self::read_at(Place::Model, fields, context)
    }

    #[inline]
    fn write(&self, layout: &mut Layout<'_>) {
        self.write_at(Place::Model, layout);
    }

    /// Items beyond the shorter of the three arrays stay as they are.
    fn overlay(&mut self, base: &Self, fresh: &Self) {
        if self.same(fresh) {
            self.clone_from(base);
            return;
        }
        self.origin = base.origin;
        for (item, (base, fresh)) in self
            .items
            .iter_mut()
            .zip(base.items.iter().zip(&fresh.items))
        {
            item.overlay(base, fresh);
        }
    }

    fn same(&self, other: &Self) -> bool {
        self.items.len() == other.items.len()
            && self.items.iter().zip(&other.items).all(|(a, b)| a.same(b))
    }

    fn visit_spans(&self, visit: &mut dyn FnMut(Span)) {
        if let Some(span) = self.span() {
            visit(span);
        }
        if T::HAS_ARRAYS {
            for item in &self.items {
                item.visit_spans(visit);
            }
        }
    }

    /// The inner arrays of a track: each may lie in the `.anim` file of its sequence.
    fn read_items(bytes: &[u8], context: &mut ReadContext<'_>) -> Result<Vec<Self>, FormatError> {
        let count = bytes.len() / Self::SIZE;
        let mut items = Vec::with_capacity(count);
        for (index, chunk) in bytes.chunks_exact(Self::SIZE).enumerate() {
            let place = context.inner_place(index, count);
            let item = Self::read_at(place, &mut Fields::new(chunk), context);
            items.push(item.map_err(|error| {
                let error = error.at_index(index);
                if place == Place::Model {
                    error
                } else {
                    error.within("(.anim file) ")
                }
            })?);
        }
        Ok(items)
    }

    fn write_items(items: &[Self], layout: &mut Layout<'_>) {
        for (index, item) in items.iter().enumerate() {
            let place = if item.items.is_empty() {
                layout.empty_place(index, items.len())
            } else {
                layout.filled_place(index, items.len())
            };
            item.write_at(place, layout);
        }
    }
}

/// An array whose header only some files have, at the end of the main header.
impl<T: Record> Record for Option<M2Array<T>> {
    const SIZE: usize = 0;
    const HAS_ARRAYS: bool = true;

    fn read(fields: &mut Fields<'_>, context: &mut ReadContext<'_>) -> Result<Self, FormatError> {
        if fields.remaining() < M2Array::<T>::SIZE {
            return Ok(None);
        }
        M2Array::read(fields, context).map(Some)
    }

    fn write(&self, layout: &mut Layout<'_>) {
        if let Some(array) = self {
            array.write(layout);
        }
    }

    fn overlay(&mut self, base: &Self, fresh: &Self) {
        if let (Some(array), Some(base), Some(fresh)) = (self.as_mut(), base, fresh) {
            array.overlay(base, fresh);
        } else if self.same(fresh) {
            self.clone_from(base);
        }
    }

    fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Some(a), Some(b)) => a.same(b),
            (None, None) => true,
            _ => false,
        }
    }

    fn visit_spans(&self, visit: &mut dyn FnMut(Span)) {
        if let Some(array) = self {
            array.visit_spans(visit);
        }
    }
}
