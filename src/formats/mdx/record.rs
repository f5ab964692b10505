//! What every part of a chunk can do, generated from one list of fields.
//!
//! - `record!` makes a struct whose reader, writer, merge and equality walk the same field list,
//!   so that they can't drift apart.
//! - `record!(sized ...)` puts the size of the whole before the fields, counting itself.
//! - `record!(merged ...)` leaves reading and writing to be written by hand.

use super::merge::Merge;
use super::section::Section;
use super::sink::Sink;
use super::tracks::begins_a_track;
use crate::formats::{FormatError, FormatErrorKind};

/// A part of a chunk with a reader and a writer.
pub trait Record: Merge {
    /// The fewest bytes it takes.
    const LEAST: usize;
    /// Whether it always takes `LEAST` bytes.
    const IS_FIXED: bool;

    /// Reads it from where `section` stands.
    fn read(section: &mut Section<'_>) -> Result<Self, FormatError>;

    /// Appends it to `sink`.
    fn write(&self, sink: &mut Sink) -> Result<(), FormatError>;
}

macro_rules! number_record {
    ($($type:ty),* $(,)?) => {
        $(
            impl Record for $type {
                const LEAST: usize = size_of::<$type>();
                const IS_FIXED: bool = true;

                fn read(section: &mut Section<'_>) -> Result<Self, FormatError> {
                    section.array().map(<$type>::from_le_bytes)
                }

                fn write(&self, sink: &mut Sink) -> Result<(), FormatError> {
                    sink.bytes(&self.to_le_bytes());
                    Ok(())
                }
            }
        )*
    };
}

number_record!(u8, u16, u32, i32, f32);

impl<T: Record + Copy, const N: usize> Record for [T; N] {
    const LEAST: usize = T::LEAST * N;
    const IS_FIXED: bool = T::IS_FIXED;

    fn read(section: &mut Section<'_>) -> Result<Self, FormatError> {
        let mut items = [T::blank(); N];
        for item in &mut items {
            *item = T::read(section)?;
        }
        Ok(items)
    }

    fn write(&self, sink: &mut Sink) -> Result<(), FormatError> {
        self.iter().try_for_each(|item| item.write(sink))
    }
}

/// Bytes behind the tracks of an entry, up to its end, of which nothing is known.
impl Record for Vec<u8> {
    const LEAST: usize = 0;
    const IS_FIXED: bool = false;

    fn read(section: &mut Section<'_>) -> Result<Self, FormatError> {
        section.rest().map(<[u8]>::to_vec)
    }

    fn write(&self, sink: &mut Sink) -> Result<(), FormatError> {
        if let Some(tag) = begins_a_track(self) {
            let kind = FormatErrorKind::Ambiguous { tag };
            return Err(FormatError::new(sink.position(), kind));
        }
        sink.bytes(self);
        Ok(())
    }
}

/// Reads `count` records; the caller has checked that there is room for as many.
pub fn read_count<T: Record>(
    section: &mut Section<'_>,
    count: usize,
) -> Result<Vec<T>, FormatError> {
    let mut items = Vec::with_capacity(count);
    for index in 0..count {
        items.push(T::read(section).map_err(|error| error.at_index(index))?);
    }
    Ok(items)
}

/// Reads records up to the end of `section`; bytes too few for a record are left.
pub fn read_all<T: Record>(section: &mut Section<'_>) -> Result<Vec<T>, FormatError> {
    let least = if T::IS_FIXED { T::LEAST.max(1) } else { 4 };
    let mut items = Vec::new();
    if T::IS_FIXED {
        items.reserve_exact(section.remaining() / least);
    }
    while section.remaining() >= least {
        items.push(T::read(section).map_err(|error| error.at_index(items.len()))?);
    }
    Ok(items)
}

/// Writes all `items`.
pub fn write_all<T: Record>(items: &[T], sink: &mut Sink) -> Result<(), FormatError> {
    for (index, item) in items.iter().enumerate() {
        item.write(sink).map_err(|error| error.at_index(index))?;
    }
    Ok(())
}

/// Defines a struct and everything that has to walk its fields in file order.
macro_rules! record {
    (merged
        $(#[$meta:meta])*
        pub struct $name:ident {
            $( $(#[$field_meta:meta])* pub $field:ident: $type:ty, )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        pub struct $name {
            $( $(#[$field_meta])* pub $field: $type, )*
        }

        impl $crate::formats::mdx::Merge for $name {
            const IS_PLAIN: bool = false;

            fn blank() -> Self {
                Self { $( $field: $crate::formats::mdx::Merge::blank(), )* }
            }

            fn overlay(&mut self, base: &Self, fresh: &Self) {
                $(
                    $crate::formats::mdx::Merge::overlay(
                        &mut self.$field, &base.$field, &fresh.$field,
                    );
                )*
            }

            fn same(&self, other: &Self) -> bool {
                true $( && $crate::formats::mdx::Merge::same(&self.$field, &other.$field) )*
            }
        }

        impl Default for $name {
            fn default() -> Self {
                $crate::formats::mdx::Merge::blank()
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                $crate::formats::mdx::Merge::same(self, other)
            }
        }
    };
    (sized
        $(#[$meta:meta])*
        pub struct $name:ident {
            $( $(#[$field_meta:meta])* pub $field:ident: $type:ty, )*
        }
    ) => {
        $crate::formats::mdx::record::record!(merged
            $(#[$meta])*
            pub struct $name {
                $( $(#[$field_meta])* pub $field: $type, )*
            }
        );

        impl $crate::formats::mdx::Record for $name {
            const LEAST: usize =
                4 $( + <$type as $crate::formats::mdx::Record>::LEAST )*;
            const IS_FIXED: bool = false;

            fn read(
                section: &mut $crate::formats::mdx::Section<'_>,
            ) -> Result<Self, $crate::formats::FormatError> {
                let least = <Self as $crate::formats::mdx::Record>::LEAST;
                let mut part = section.sized_part(least)?;
                Ok(Self {
                    $(
                        $field: $crate::formats::mdx::Record::read(&mut part)
                            .map_err(|error| error.within(stringify!($field)))?,
                    )*
                })
            }

            fn write(
                &self,
                sink: &mut $crate::formats::mdx::Sink,
            ) -> Result<(), $crate::formats::FormatError> {
                sink.sized(|sink| {
                    $(
                        $crate::formats::mdx::Record::write(&self.$field, sink)
                            .map_err(|error| error.within(stringify!($field)))?;
                    )*
                    Ok(())
                })
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $( $(#[$field_meta:meta])* pub $field:ident: $type:ty, )*
        }
    ) => {
        $crate::formats::mdx::record::record!(merged
            $(#[$meta])*
            pub struct $name {
                $( $(#[$field_meta])* pub $field: $type, )*
            }
        );

        impl $crate::formats::mdx::Record for $name {
            const LEAST: usize = 0 $( + <$type as $crate::formats::mdx::Record>::LEAST )*;
            const IS_FIXED: bool =
                true $( && <$type as $crate::formats::mdx::Record>::IS_FIXED )*;

            fn read(
                section: &mut $crate::formats::mdx::Section<'_>,
            ) -> Result<Self, $crate::formats::FormatError> {
                Ok(Self {
                    $(
                        $field: $crate::formats::mdx::Record::read(section)
                            .map_err(|error| error.within(stringify!($field)))?,
                    )*
                })
            }

            fn write(
                &self,
                sink: &mut $crate::formats::mdx::Sink,
            ) -> Result<(), $crate::formats::FormatError> {
                $(
                    $crate::formats::mdx::Record::write(&self.$field, sink)
                        .map_err(|error| error.within(stringify!($field)))?;
                )*
                Ok(())
            }
        }
    };
}

pub(crate) use record;
