//! What every part of fixed size can do, generated from one list of its fields.

use crate::bytes::{ByteReader, ByteWriter, ReadError};

/// A value of fixed size.
pub trait Fixed: Clone {
    /// Bytes in the file.
    const SIZE: usize;

    /// Reads it from where `reader` stands.
    fn read(reader: &mut ByteReader<'_>) -> Result<Self, ReadError>;

    /// Appends its `SIZE` bytes.
    fn write(&self, writer: &mut ByteWriter);
}

macro_rules! fixed_number {
    ($($name:ident),* $(,)?) => {
        $(
            impl Fixed for $name {
                const SIZE: usize = size_of::<$name>();

                fn read(reader: &mut ByteReader<'_>) -> Result<Self, ReadError> {
                    reader.$name()
                }

                fn write(&self, writer: &mut ByteWriter) {
                    writer.$name(*self);
                }
            }
        )*
    };
}

fixed_number!(u8, i8, u16, i16, u32, i32, u64, f32);

impl<T: Fixed + Copy + Default, const N: usize> Fixed for [T; N] {
    const SIZE: usize = T::SIZE * N;

    fn read(reader: &mut ByteReader<'_>) -> Result<Self, ReadError> {
        let mut items = [T::default(); N];
        for item in &mut items {
            *item = T::read(reader)?;
        }
        Ok(items)
    }

    fn write(&self, writer: &mut ByteWriter) {
        for item in self {
            item.write(writer);
        }
    }
}

/// Defines a struct whose reader and writer walk one list of fields.
macro_rules! fixed_record {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $( $(#[$field_meta:meta])* $field_vis:vis $field:ident: $type:ty, )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        $vis struct $name {
            $( $(#[$field_meta])* $field_vis $field: $type, )*
        }

        impl $crate::formats::adt::Fixed for $name {
            const SIZE: usize = 0 $( + <$type as $crate::formats::adt::Fixed>::SIZE )*;

            fn read(
                reader: &mut $crate::bytes::ByteReader<'_>,
            ) -> Result<Self, $crate::bytes::ReadError> {
                Ok(Self { $( $field: $crate::formats::adt::Fixed::read(reader)?, )* })
            }

            fn write(&self, writer: &mut $crate::bytes::ByteWriter) {
                $( $crate::formats::adt::Fixed::write(&self.$field, writer); )*
            }
        }
    };
}

pub(crate) use fixed_record;

/// Records one after the other, and bytes too few for one more.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Records<T> {
    /// The records.
    pub items: Vec<T>,
    /// What stands behind them.
    pub rest: Vec<u8>,
}

impl<T: Fixed> Records<T> {
    /// As many records as `bytes` holds.
    pub fn read(bytes: &[u8]) -> Result<Self, ReadError> {
        let count = bytes.len() / T::SIZE.max(1);
        let mut reader = ByteReader::new(bytes);
        let mut items = Vec::with_capacity(count);
        for _ in 0..count {
            items.push(T::read(&mut reader)?);
        }
        let rest = reader.take(reader.remaining())?.to_vec();
        Ok(Self { items, rest })
    }

    /// Appends the records and the rest.
    pub fn write(&self, writer: &mut ByteWriter) {
        for item in &self.items {
            item.write(writer);
        }
        writer.bytes(&self.rest);
    }
}
