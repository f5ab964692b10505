//! How a type of the document becomes a type of the schema, and back.

use crate::anim::{ClipFlags, ClipId};
use crate::document::{ModelId, TerrainId};
use crate::math::{Aabb, Vec2, Vec3};
use crate::mesh::{LayerFlags, MaterialFlags, TextureKind};
use crate::project::codec::{
    Bytes, Encode, EncodeError, Encoder, List, Packed, Pair, Text, write_bytes, write_count,
    write_packed,
};
use crate::project::pack::Pack;
use crate::skeleton::{BoneFlags, BoneId};
use crate::terrain::{ChunkFlags, TextureLayerFlags};
use std::sync::Arc;

/// A type of the schema that stands for `D` of the document.
pub(in crate::project) trait Stored<D>: Sized {
    /// Writes `value` so that `Self` can be read.
    fn write<E: Encoder>(value: &D, to: &mut E) -> Result<(), EncodeError>;

    /// What was stored; an error says in a few words why that is nothing sound.
    fn restore(self) -> Result<D, String>;
}

/// Defines record types of the schema with both conversions, field by field.
///
/// Writing goes straight from the document to the bytes, in the order in which the record's fields
/// are read, which is that of the one list. Fields after `elsewhere` came later and are stored in a
/// section of their own, which sets them when it is read; until then they have the given value.
macro_rules! stored {
    ($($(#[$doc:meta])+ $name:ident for $domain:ident {
        $($field:ident: $kind:ty),+ $(,)? $(; elsewhere $($later:ident: $value:expr),+)?
    })+) => {$(
        $(#[$doc])+
        #[derive(Debug, $crate::project::codec::Decode)]
        #[bincode(decode_context = "()")]
        pub(in crate::project) struct $name {
            $($field: $kind),+
        }

        impl $crate::project::schema::v1::stored::Stored<$domain> for $name {
            fn write<E: $crate::project::codec::Encoder>(
                value: &$domain,
                to: &mut E,
            ) -> Result<(), $crate::project::codec::EncodeError> {
                let $domain { $($field,)+ $($($later: _,)+)? } = value;
                $(<$kind as $crate::project::schema::v1::stored::Stored<_>>::write($field, to)?;)+
                Ok(())
            }

            fn restore(self) -> Result<$domain, String> {
                let Self { $($field),+ } = self;
                Ok($domain {
                    $($field: $crate::project::schema::v1::stored::Stored::restore($field)?,)+
                    $($($later: $value,)+)?
                })
            }
        }
    )+};
}
pub(super) use stored;

macro_rules! stored_as_is {
    ($($number:ty),+) => {$(
        impl Stored<$number> for $number {
            fn write<E: Encoder>(value: &$number, to: &mut E) -> Result<(), EncodeError> {
                value.encode(to)
            }

            fn restore(self) -> Result<$number, String> {
                Ok(self)
            }
        }
    )+};
}
stored_as_is!(u8, i8, u16, i16, u32, i32, u64, f32);

macro_rules! stored_newtypes {
    ($($domain:ident($number:ty)),+) => {$(
        impl Stored<$domain> for $number {
            fn write<E: Encoder>(value: &$domain, to: &mut E) -> Result<(), EncodeError> {
                let $domain(number) = value;
                number.encode(to)
            }

            fn restore(self) -> Result<$domain, String> {
                Ok($domain(self))
            }
        }
    )+};
}
stored_newtypes!(
    BoneId(u32),
    ClipId(u32),
    ModelId(u32),
    TerrainId(u32),
    BoneFlags(u32),
    ClipFlags(u32),
    TextureKind(u32),
    MaterialFlags(u16),
    LayerFlags(u32),
    ChunkFlags(u32),
    TextureLayerFlags(u32)
);

impl Stored<Vec3> for [f32; 3] {
    fn write<E: Encoder>(value: &Vec3, to: &mut E) -> Result<(), EncodeError> {
        <[f32; 3]>::from(*value).encode(to)
    }

    fn restore(self) -> Result<Vec3, String> {
        Ok(self.into())
    }
}

impl Stored<Vec2> for [f32; 2] {
    fn write<E: Encoder>(value: &Vec2, to: &mut E) -> Result<(), EncodeError> {
        <[f32; 2]>::from(*value).encode(to)
    }

    fn restore(self) -> Result<Vec2, String> {
        Ok(self.into())
    }
}

/// The lower and the upper corner.
impl Stored<Aabb> for [[f32; 3]; 2] {
    fn write<E: Encoder>(value: &Aabb, to: &mut E) -> Result<(), EncodeError> {
        let Aabb { min, max } = value;
        <[f32; 3]>::write(min, to)?;
        <[f32; 3]>::write(max, to)
    }

    fn restore(self) -> Result<Aabb, String> {
        let [min, max] = self;
        Ok(Aabb {
            min: min.restore()?,
            max: max.restore()?,
        })
    }
}

/// An array of plain numbers.
macro_rules! stored_arrays {
    ($($array:ty),+) => {$(
        impl Stored<$array> for $array {
            fn write<E: Encoder>(value: &$array, to: &mut E) -> Result<(), EncodeError> {
                value.encode(to)
            }

            fn restore(self) -> Result<$array, String> {
                Ok(self)
            }
        }
    )+};
}
stored_arrays!(
    [u8; 3], [u8; 4], [u8; 8], [u16; 8], [u32; 2], [u32; 3], [f32; 2], [f32; 3], [f32; 25]
);

impl<D, S: Stored<D>> Stored<Option<D>> for Option<S> {
    fn write<E: Encoder>(value: &Option<D>, to: &mut E) -> Result<(), EncodeError> {
        u8::from(value.is_some()).encode(to)?;
        value.iter().try_for_each(|value| S::write(value, to))
    }

    fn restore(self) -> Result<Option<D>, String> {
        self.map(S::restore).transpose()
    }
}

impl<T: Pack> Stored<Vec<T>> for Packed<T> {
    fn write<E: Encoder>(value: &Vec<T>, to: &mut E) -> Result<(), EncodeError> {
        write_packed(std::iter::once(value.as_slice()), to)
    }

    fn restore(self) -> Result<Vec<T>, String> {
        Ok(self.0)
    }
}

/// An array that is too large to lie in its record.
impl<T: Pack, const N: usize> Stored<Box<[T; N]>> for Packed<T> {
    fn write<E: Encoder>(value: &Box<[T; N]>, to: &mut E) -> Result<(), EncodeError> {
        write_packed(std::iter::once(value.as_slice()), to)
    }

    fn restore(self) -> Result<Box<[T; N]>, String> {
        let items = self.0.into_boxed_slice().try_into();
        items.map_err(|items: Box<[T]>| format!("{} values are where {N} belong", items.len()))
    }
}

/// A number that older files hold in 16 bits.
impl Stored<u32> for u16 {
    fn write<E: Encoder>(value: &u32, to: &mut E) -> Result<(), EncodeError> {
        narrow(*value)?.encode(to)
    }

    fn restore(self) -> Result<u32, String> {
        Ok(self.into())
    }
}

/// Numbers that older files hold in 16 bits.
impl Stored<Vec<u32>> for Packed<u16> {
    fn write<E: Encoder>(value: &Vec<u32>, to: &mut E) -> Result<(), EncodeError> {
        let numbers: Vec<u16> = value
            .iter()
            .map(|&number| narrow(number))
            .collect::<Result<_, _>>()?;
        write_packed(std::iter::once(numbers.as_slice()), to)
    }

    fn restore(self) -> Result<Vec<u32>, String> {
        Ok(self.0.into_iter().map(u32::from).collect())
    }
}

fn narrow(number: u32) -> Result<u16, EncodeError> {
    u16::try_from(number).map_err(|_| EncodeError::Other("a number has more than 16 bits"))
}

impl<D, S: Stored<D>> Stored<Vec<D>> for List<S> {
    fn write<E: Encoder>(value: &Vec<D>, to: &mut E) -> Result<(), EncodeError> {
        write_count(value.len(), to)?;
        value.iter().try_for_each(|item| S::write(item, to))
    }

    fn restore(self) -> Result<Vec<D>, String> {
        self.0.into_iter().map(S::restore).collect()
    }
}

impl Stored<Vec<u8>> for Bytes<Vec<u8>> {
    fn write<E: Encoder>(value: &Vec<u8>, to: &mut E) -> Result<(), EncodeError> {
        write_bytes(value, to)
    }

    fn restore(self) -> Result<Vec<u8>, String> {
        Ok(self.0)
    }
}

impl Stored<Arc<[u8]>> for Bytes<Arc<[u8]>> {
    fn write<E: Encoder>(value: &Arc<[u8]>, to: &mut E) -> Result<(), EncodeError> {
        write_bytes(value, to)
    }

    fn restore(self) -> Result<Arc<[u8]>, String> {
        Ok(self.0)
    }
}

impl Stored<String> for Text {
    fn write<E: Encoder>(value: &String, to: &mut E) -> Result<(), EncodeError> {
        write_bytes(value.as_bytes(), to)
    }

    fn restore(self) -> Result<String, String> {
        Ok(self.0)
    }
}

impl<D, S: Stored<D>> Stored<[D; 2]> for Pair<S> {
    fn write<E: Encoder>(value: &[D; 2], to: &mut E) -> Result<(), EncodeError> {
        let [first, second] = value;
        S::write(first, to)?;
        S::write(second, to)
    }

    fn restore(self) -> Result<[D; 2], String> {
        Ok([self.0.restore()?, self.1.restore()?])
    }
}

/// Three of a kind.
#[derive(Debug, crate::project::codec::Decode)]
#[bincode(decode_context = "()")]
pub(in crate::project) struct Three<S: crate::project::codec::Decode<()>>(S, S, S);

impl<D, S: Stored<D> + crate::project::codec::Decode<()>> Stored<[D; 3]> for Three<S> {
    fn write<E: Encoder>(value: &[D; 3], to: &mut E) -> Result<(), EncodeError> {
        value.iter().try_for_each(|item| S::write(item, to))
    }

    fn restore(self) -> Result<[D; 3], String> {
        Ok([self.0.restore()?, self.1.restore()?, self.2.restore()?])
    }
}
