//! What every fixed-size part of an offset-table file can do, generated from one list of fields.
//!
//! - `record!` makes a struct whose reader, writer, merge and equality walk the same field list,
//!   so that they can't drift apart.
//! - `SIZE` is the sum of the fields' sizes, thus the size in the file.
//! - Equality is by bits: two NaNs with the same bits are equal, 0 and -0 are not.

use super::array::Span;
use super::layout::Layout;
use super::read_context::ReadContext;
use crate::formats::FormatError;

/// A part of a file with a fixed size, possibly pointing at arrays elsewhere.
pub trait Record: Clone {
    /// Bytes in the file, without what its arrays point at.
    const SIZE: usize;
    /// Whether arrays hang off this record.
    const HAS_ARRAYS: bool;

    /// Reads the record from its `SIZE` bytes, and its arrays from `context`.
    fn read(fields: &mut Fields<'_>, context: &mut ReadContext<'_>) -> Result<Self, FormatError>;

    /// Appends the `SIZE` bytes to `layout`, after its arrays have found their places there.
    fn write(&self, layout: &mut Layout<'_>);

    /// Takes `base`'s value wherever `self` has what `fresh` has.
    fn overlay(&mut self, base: &Self, fresh: &Self);

    /// Whether both would be written as the same bytes, wherever their arrays lie.
    fn same(&self, other: &Self) -> bool;

    /// Calls `visit` with the span of every array that was read from a file.
    fn visit_spans(&self, visit: &mut dyn FnMut(Span));

    /// Reads as many records as `bytes` holds.
    fn read_items(bytes: &[u8], context: &mut ReadContext<'_>) -> Result<Vec<Self>, FormatError> {
        let mut items = Vec::with_capacity(bytes.len() / Self::SIZE.max(1));
        for chunk in bytes.chunks_exact(Self::SIZE.max(1)) {
            let item = Self::read(&mut Fields::new(chunk), context);
            items.push(item.map_err(|error| error.at_index(items.len()))?);
        }
        Ok(items)
    }

    /// Appends all `items` to `layout`.
    fn write_items(items: &[Self], layout: &mut Layout<'_>) {
        for item in items {
            item.write(layout);
        }
    }
}

/// The bytes of one record, taken field by field.
///
/// The caller hands over as many bytes as the record has, so a field always fits;
/// should it not, it reads as zeros.
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    bytes: &'a [u8],
}

impl<'a> Fields<'a> {
    /// The fields in `bytes`.
    #[inline]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// How many bytes have not been taken.
    pub fn remaining(&self) -> usize {
        self.bytes.len()
    }

    /// Takes the next `N` bytes.
    #[inline]
    pub fn take<const N: usize>(&mut self) -> [u8; N] {
        let taken = self.bytes.split_first_chunk::<N>();
        debug_assert!(taken.is_some(), "a record is longer than its bytes");
        match taken {
            Some((first, rest)) => {
                self.bytes = rest;
                *first
            }
            None => [0; N],
        }
    }
}

macro_rules! number_record {
    ($($type:ty),* $(,)?) => {
        $(
            impl Record for $type {
                const SIZE: usize = size_of::<$type>();
                const HAS_ARRAYS: bool = false;

                #[inline]
                fn read(
                    fields: &mut Fields<'_>,
                    _: &mut ReadContext<'_>,
                ) -> Result<Self, FormatError> {
                    Ok(<$type>::from_le_bytes(fields.take()))
                }

                #[inline]
                fn write(&self, layout: &mut Layout<'_>) {
                    layout.bytes(&self.to_le_bytes());
                }

                #[inline]
                fn overlay(&mut self, base: &Self, fresh: &Self) {
                    if self.same(fresh) {
                        *self = *base;
                    }
                }

                #[inline]
                fn same(&self, other: &Self) -> bool {
                    self.to_le_bytes() == other.to_le_bytes()
                }

                fn visit_spans(&self, _: &mut dyn FnMut(Span)) {}

                fn read_items(
                    bytes: &[u8],
                    _: &mut ReadContext<'_>,
                ) -> Result<Vec<Self>, FormatError> {
                    let (chunks, _) = bytes.as_chunks::<{ size_of::<$type>() }>();
                    Ok(chunks.iter().map(|chunk| <$type>::from_le_bytes(*chunk)).collect())
                }

                #[inline]
                fn write_items(items: &[Self], layout: &mut Layout<'_>) {
                    layout.encode(items, |item| item.to_le_bytes());
                }
            }
        )*
    };
}

number_record!(u8, i8, u16, i16, u32, i32, f32);

impl<T: Record + Copy + Default, const N: usize> Record for [T; N] {
    const SIZE: usize = T::SIZE * N;
    const HAS_ARRAYS: bool = T::HAS_ARRAYS;

    #[inline]
    fn read(fields: &mut Fields<'_>, context: &mut ReadContext<'_>) -> Result<Self, FormatError> {
        let mut items = [T::default(); N];
        for item in &mut items {
            *item = T::read(fields, context)?;
        }
        Ok(items)
    }

    #[inline]
    fn write(&self, layout: &mut Layout<'_>) {
        T::write_items(self, layout);
    }

    /// An array is one value: a changed component keeps the other components as they are.
    fn overlay(&mut self, base: &Self, fresh: &Self) {
        if self.same(fresh) {
            *self = *base;
        }
    }

    #[inline]
    fn same(&self, other: &Self) -> bool {
        self.iter().zip(other).all(|(a, b)| a.same(b))
    }

    fn visit_spans(&self, _: &mut dyn FnMut(Span)) {}

    #[inline]
    fn write_items(items: &[Self], layout: &mut Layout<'_>) {
        T::write_items(items.as_flattened(), layout);
    }
}

/// Defines a struct and everything that has to walk its fields in file order.
macro_rules! record {
    (
        $(#[$meta:meta])*
        pub struct $name:ident $(<$generic:ident>)? {
            $( $(#[$field_meta:meta])* pub $field:ident: $type:ty, )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default)]
        pub struct $name $(<$generic>)? {
            $( $(#[$field_meta])* pub $field: $type, )*
        }

        impl $(<$generic: $crate::formats::m2::Record>)? $crate::formats::m2::Record
            for $name $(<$generic>)?
        {
            const SIZE: usize = 0 $( + <$type as $crate::formats::m2::Record>::SIZE )*;
            const HAS_ARRAYS: bool =
                false $( || <$type as $crate::formats::m2::Record>::HAS_ARRAYS )*;

            #[inline]
            fn read(
                fields: &mut $crate::formats::m2::Fields<'_>,
                context: &mut $crate::formats::m2::ReadContext<'_>,
            ) -> Result<Self, $crate::formats::FormatError> {
                Ok(Self {
                    $(
                        $field: <$type as $crate::formats::m2::Record>::read(fields, context)
                            .map_err(|error| error.within(stringify!($field)))?,
                    )*
                })
            }

            #[inline]
            fn write(&self, layout: &mut $crate::formats::m2::Layout<'_>) {
                $( $crate::formats::m2::Record::write(&self.$field, layout); )*
            }

            fn overlay(&mut self, base: &Self, fresh: &Self) {
                $(
                    $crate::formats::m2::Record::overlay(
                        &mut self.$field, &base.$field, &fresh.$field,
                    );
                )*
            }

            fn same(&self, other: &Self) -> bool {
                true $( && $crate::formats::m2::Record::same(&self.$field, &other.$field) )*
            }

            fn visit_spans(&self, visit: &mut dyn FnMut($crate::formats::m2::Span)) {
                $(
                    if <$type as $crate::formats::m2::Record>::HAS_ARRAYS {
                        $crate::formats::m2::Record::visit_spans(&self.$field, visit);
                    }
                )*
            }
        }

        impl $(<$generic: $crate::formats::m2::Record>)? PartialEq for $name $(<$generic>)? {
            fn eq(&self, other: &Self) -> bool {
                $crate::formats::m2::Record::same(self, other)
            }
        }
    };
}

pub(crate) use record;
