//! Numbers of a fixed width, as they lie side by side in a byte blob.

use crate::anim::{ClipId, Tangents};
use crate::math::{Quat, Vec2, Vec3};
use crate::mesh::{Influence, SLOTS};
use crate::skeleton::BoneId;
use crate::terrain::Corner;

/// A value of a fixed number of bytes, little-endian; floats keep every bit.
pub(super) trait Pack: Copy {
    /// Bytes of one value.
    const SIZE: usize;

    /// Writes the value to `out`, which is [`Pack::SIZE`] bytes long.
    fn put(&self, out: &mut [u8]);

    /// Reads the value from `bytes`, which is [`Pack::SIZE`] bytes long.
    fn take(bytes: &[u8]) -> Self;
}

macro_rules! pack_numbers {
    ($($number:ty),+) => {$(
        impl Pack for $number {
            const SIZE: usize = size_of::<$number>();

            #[inline]
            fn put(&self, out: &mut [u8]) {
                if let Some(out) = out.first_chunk_mut() {
                    *out = self.to_le_bytes();
                }
            }

            #[inline]
            fn take(bytes: &[u8]) -> Self {
                bytes.first_chunk().map_or(Self::default(), |bytes| Self::from_le_bytes(*bytes))
            }
        }
    )+};
}
pack_numbers!(u8, i8, u16, i16, u32, i32, f32);

impl Pack for () {
    const SIZE: usize = 0;

    fn put(&self, _: &mut [u8]) {}

    fn take(_: &[u8]) -> Self {}
}

impl<T: Pack + Default, const N: usize> Pack for [T; N] {
    const SIZE: usize = T::SIZE * N;

    #[inline]
    fn put(&self, out: &mut [u8]) {
        for (item, slot) in self.iter().zip(out.chunks_exact_mut(T::SIZE)) {
            item.put(slot);
        }
    }

    #[inline]
    fn take(bytes: &[u8]) -> Self {
        let mut items = [T::default(); N];
        for (item, slot) in items.iter_mut().zip(bytes.chunks_exact(T::SIZE)) {
            *item = T::take(slot);
        }
        items
    }
}

/// Packs a type as the numbers that two closures make of it and it of them.
macro_rules! pack_as {
    ($($kind:ty as $raw:ty: $into:expr, $from:expr;)+) => {$(
        impl Pack for $kind {
            const SIZE: usize = <$raw as Pack>::SIZE;

            #[inline]
            fn put(&self, out: &mut [u8]) {
                let into: fn(&$kind) -> $raw = $into;
                into(self).put(out);
            }

            #[inline]
            fn take(bytes: &[u8]) -> Self {
                let from: fn($raw) -> $kind = $from;
                from(<$raw as Pack>::take(bytes))
            }
        }
    )+};
}

pack_as! {
    Vec3 as [f32; 3]: |v| [v.x, v.y, v.z], |[x, y, z]| Vec3::new(x, y, z);
    Vec2 as [f32; 2]: |v| [v.x, v.y], |[x, y]| Vec2::new(x, y);
    Quat as [f32; 4]: |q| [q.i, q.j, q.k, q.w], |[x, y, z, w]| Quat::new(w, x, y, z);
    BoneId as u32: |id| id.0, BoneId;
    ClipId as u32: |id| id.0, ClipId;
}

impl Pack for Corner {
    const SIZE: usize = 8;

    #[inline]
    fn put(&self, out: &mut [u8]) {
        let Self {
            height,
            water,
            ground,
            variation,
            cliff,
        } = *self;
        [
            height,
            water,
            ground,
            u16::from_le_bytes([variation, cliff]),
        ]
        .put(out);
    }

    #[inline]
    fn take(bytes: &[u8]) -> Self {
        let [height, water, ground, last] = <[u16; 4]>::take(bytes);
        let [variation, cliff] = last.to_le_bytes();
        Self {
            height,
            water,
            ground,
            variation,
            cliff,
        }
    }
}

impl Pack for Influence {
    const SIZE: usize = 8;

    #[inline]
    fn put(&self, out: &mut [u8]) {
        let Self { bone, weight } = self;
        [bone.0, weight.to_bits()].put(out);
    }

    #[inline]
    fn take(bytes: &[u8]) -> Self {
        let [bone, weight] = <[u32; 2]>::take(bytes);
        Self {
            bone: BoneId(bone),
            weight: f32::from_bits(weight),
        }
    }
}

impl Pack for [Influence; SLOTS] {
    const SIZE: usize = Influence::SIZE * SLOTS;

    #[inline]
    fn put(&self, out: &mut [u8]) {
        for (item, slot) in self.iter().zip(out.chunks_exact_mut(Influence::SIZE)) {
            item.put(slot);
        }
    }

    #[inline]
    fn take(bytes: &[u8]) -> Self {
        let mut items = [Influence::NONE; SLOTS];
        for (item, slot) in items.iter_mut().zip(bytes.chunks_exact(Influence::SIZE)) {
            *item = Influence::take(slot);
        }
        items
    }
}

impl<T: Pack> Pack for Tangents<T> {
    const SIZE: usize = T::SIZE * 2;

    #[inline]
    fn put(&self, out: &mut [u8]) {
        let Self { incoming, outgoing } = self;
        if let Some((first, second)) = out.split_at_mut_checked(T::SIZE) {
            incoming.put(first);
            outgoing.put(second);
        }
    }

    #[inline]
    fn take(bytes: &[u8]) -> Self {
        let (first, second) = bytes.split_at_checked(T::SIZE).unwrap_or_default();
        Self {
            incoming: T::take(first),
            outgoing: T::take(second),
        }
    }
}
