//! How a type of the document becomes a type of the schema, and back.

use crate::anim::{ClipFlags, ClipId};
use crate::document::ModelId;
use crate::math::{Aabb, Vec2, Vec3};
use crate::mesh::{MaterialFlags, TextureKind};
use crate::project::codec::{Bytes, List, Packed, Pair, Text};
use crate::project::pack::Pack;
use crate::skeleton::{BoneFlags, BoneId};
use std::sync::Arc;

/// A type of the schema that stands for `D` of the document.
pub(in crate::project) trait Stored<D>: Sized {
    /// What is written for `value`.
    fn store(value: &D) -> Self;

    /// What was stored; an error says in a few words why that is nothing sound.
    fn restore(self) -> Result<D, String>;
}

/// Defines record types of the schema with both conversions, field by field.
macro_rules! stored {
    ($($(#[$doc:meta])+ $name:ident for $domain:ident { $($field:ident: $kind:ty),+ $(,)? })+) => {$(
        $(#[$doc])+
        #[derive(Debug, $crate::project::codec::Encode, $crate::project::codec::Decode)]
        #[bincode(decode_context = "()")]
        pub(in crate::project) struct $name {
            $($field: $kind),+
        }

        impl $crate::project::schema::v1::stored::Stored<$domain> for $name {
            fn store(value: &$domain) -> Self {
                let $domain { $($field),+ } = value;
                Self {
                    $($field: $crate::project::schema::v1::stored::Stored::store($field)),+
                }
            }

            fn restore(self) -> Result<$domain, String> {
                let Self { $($field),+ } = self;
                Ok($domain {
                    $($field: $crate::project::schema::v1::stored::Stored::restore($field)?),+
                })
            }
        }
    )+};
}
pub(super) use stored;

macro_rules! stored_as_is {
    ($($number:ty),+) => {$(
        impl Stored<$number> for $number {
            fn store(value: &$number) -> Self {
                *value
            }

            fn restore(self) -> Result<$number, String> {
                Ok(self)
            }
        }
    )+};
}
stored_as_is!(u8, i8, u16, i16, u32, i32, f32);

macro_rules! stored_newtypes {
    ($($domain:ident($number:ty)),+) => {$(
        impl Stored<$domain> for $number {
            fn store(value: &$domain) -> Self {
                let $domain(number) = value;
                *number
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
    BoneFlags(u32),
    ClipFlags(u32),
    TextureKind(u32),
    MaterialFlags(u16)
);

impl Stored<Vec3> for [f32; 3] {
    fn store(value: &Vec3) -> Self {
        (*value).into()
    }

    fn restore(self) -> Result<Vec3, String> {
        Ok(self.into())
    }
}

impl Stored<Vec2> for [f32; 2] {
    fn store(value: &Vec2) -> Self {
        (*value).into()
    }

    fn restore(self) -> Result<Vec2, String> {
        Ok(self.into())
    }
}

/// The lower and the upper corner.
impl Stored<Aabb> for [[f32; 3]; 2] {
    fn store(value: &Aabb) -> Self {
        let Aabb { min, max } = value;
        [Stored::store(min), Stored::store(max)]
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
            fn store(value: &$array) -> Self {
                *value
            }

            fn restore(self) -> Result<$array, String> {
                Ok(self)
            }
        }
    )+};
}
stored_arrays!([u8; 4], [u32; 2], [f32; 25]);

impl<D, S: Stored<D>> Stored<Option<D>> for Option<S> {
    fn store(value: &Option<D>) -> Self {
        value.as_ref().map(S::store)
    }

    fn restore(self) -> Result<Option<D>, String> {
        self.map(S::restore).transpose()
    }
}

impl<T: Pack> Stored<Vec<T>> for Packed<T> {
    fn store(value: &Vec<T>) -> Self {
        Self(value.clone())
    }

    fn restore(self) -> Result<Vec<T>, String> {
        Ok(self.0)
    }
}

impl<D, S: Stored<D>> Stored<Vec<D>> for List<S> {
    fn store(value: &Vec<D>) -> Self {
        Self(value.iter().map(S::store).collect())
    }

    fn restore(self) -> Result<Vec<D>, String> {
        self.0.into_iter().map(S::restore).collect()
    }
}

impl Stored<Vec<u8>> for Bytes<Vec<u8>> {
    fn store(value: &Vec<u8>) -> Self {
        Self(value.clone())
    }

    fn restore(self) -> Result<Vec<u8>, String> {
        Ok(self.0)
    }
}

impl Stored<Arc<[u8]>> for Bytes<Arc<[u8]>> {
    fn store(value: &Arc<[u8]>) -> Self {
        Self(Arc::clone(value))
    }

    fn restore(self) -> Result<Arc<[u8]>, String> {
        Ok(self.0)
    }
}

impl Stored<String> for Text {
    fn store(value: &String) -> Self {
        Self(value.clone())
    }

    fn restore(self) -> Result<String, String> {
        Ok(self.0)
    }
}

impl<D, S: Stored<D>> Stored<[D; 2]> for Pair<S> {
    fn store(value: &[D; 2]) -> Self {
        let [first, second] = value;
        Self(S::store(first), S::store(second))
    }

    fn restore(self) -> Result<[D; 2], String> {
        Ok([self.0.restore()?, self.1.restore()?])
    }
}
