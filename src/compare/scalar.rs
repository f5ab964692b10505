//! How single values and lists of them are compared.

use super::difference::{NOTHING, Walk};
use super::path::Path;
use crate::anim::{ClipFlags, ClipId, Driver, Interpolation};
use crate::document::ModelFormat;
use crate::math::{Quat, Vec2, Vec3};
use crate::mesh::{LayerFlags, MaterialFlags, TextureKind};
use crate::skeleton::{BoneFlags, BoneId, BoneKind};

/// A value that can be compared with another of its kind.
pub(super) trait Compare {
    /// Notes in `walk` what differs between `self` and `other`, both at `at`.
    fn compare(&self, other: &Self, at: &Path<'_>, walk: &mut Walk);
}

/// Values that are the same or not, with the text that shows them.
macro_rules! compare_plain {
    ($($kind:ty: $text:expr;)+) => {$(
        impl Compare for $kind {
            fn compare(&self, other: &Self, at: &Path<'_>, walk: &mut Walk) {
                if self != other {
                    let text: fn(&$kind) -> String = $text;
                    walk.differ(at, text(self), text(other));
                }
            }
        }
    )+};
}

compare_plain! {
    u8: ToString::to_string;
    i8: ToString::to_string;
    u16: ToString::to_string;
    i16: ToString::to_string;
    u32: ToString::to_string;
    i32: ToString::to_string;
    String: Clone::clone;
    (): |()| String::new();
    BoneFlags: |flags| format!("{:#x}", flags.0);
    ClipFlags: |flags| format!("{:#x}", flags.0);
    MaterialFlags: |flags| format!("{:#x}", flags.0);
    LayerFlags: |flags| format!("{:#x}", flags.0);
    BoneKind: |kind| kind.word().to_owned();
    TextureKind: |kind| kind.0.to_string();
    Interpolation: |interpolation| match interpolation {
        Interpolation::Step => "step".to_owned(),
        Interpolation::Linear => "linear".to_owned(),
        Interpolation::Hermite => "hermite".to_owned(),
        Interpolation::Bezier => "bezier".to_owned(),
        Interpolation::Unknown(number) => number.to_string(),
    };
    Driver: |driver| match driver {
        Driver::Clip => "clip".to_owned(),
        Driver::GlobalLoop(index) => format!("global_loops[{index}]"),
    };
    ModelFormat: |format| match format {
        ModelFormat::M2 { version } => format!("m2-{version}"),
        ModelFormat::Mdx { version } => format!("mdx-{version}"),
        ModelFormat::BoneText => "bonetext".to_owned(),
    };
    [u8; 4]: |bytes| bytes_text(bytes);
    [u32; 2]: |pair| format!("{pair:?}");
    [u32; 3]: |three| format!("{three:?}");
    [u8; 3]: |three| format!("{three:?}");
}

/// Bytes as text where they are text up to the NULs at their end, else as hexadecimal numbers.
pub(super) fn bytes_text(bytes: &[u8]) -> String {
    let end = bytes
        .iter()
        .rposition(|&byte| byte != 0)
        .map_or(0, |last| last + 1);
    let (shown, nuls) = bytes.split_at_checked(end).unwrap_or_default();
    match std::str::from_utf8(shown) {
        Ok(text) if !text.chars().any(char::is_control) => {
            format!("{text:?}{}", "+NUL".repeat(nuls.len().min(4)))
        }
        _ => {
            let start = bytes.iter().take(32).map(|byte| format!("{byte:02x}"));
            let more = if bytes.len() > 32 { "..." } else { "" };
            format!("{} bytes {}{more}", bytes.len(), start.collect::<String>())
        }
    }
}

impl Compare for f32 {
    fn compare(&self, other: &Self, at: &Path<'_>, walk: &mut Walk) {
        if !walk.is_close(*self, *other) {
            walk.differ(at, self, other);
        }
    }
}

fn numbers(a: &[f32], b: &[f32], at: &Path<'_>, walk: &mut Walk) {
    let is_close = a.iter().zip(b).all(|(&a, &b)| walk.is_close(a, b));
    if !is_close {
        walk.differ(at, format!("{a:?}"), format!("{b:?}"));
    }
}

impl Compare for Vec3 {
    fn compare(&self, other: &Self, at: &Path<'_>, walk: &mut Walk) {
        numbers(self.as_slice(), other.as_slice(), at, walk);
    }
}

impl Compare for Vec2 {
    fn compare(&self, other: &Self, at: &Path<'_>, walk: &mut Walk) {
        numbers(self.as_slice(), other.as_slice(), at, walk);
    }
}

/// With a tolerance, a quaternion and its negative are the same rotation.
impl Compare for Quat {
    fn compare(&self, other: &Self, at: &Path<'_>, walk: &mut Walk) {
        let opposite = -*other;
        let is_opposite = || {
            let pairs = self.coords.iter().zip(opposite.coords.iter());
            pairs.into_iter().all(|(&a, &b)| walk.is_close(a, b))
        };
        if walk.is_tolerant() && is_opposite() {
            return;
        }
        numbers(self.coords.as_slice(), other.coords.as_slice(), at, walk);
    }
}

macro_rules! compare_arrays {
    ($($item:ty; $count:literal),+) => {$(
        impl Compare for [$item; $count] {
            fn compare(&self, other: &Self, at: &Path<'_>, walk: &mut Walk) {
                for (index, (a, b)) in self.iter().zip(other).enumerate() {
                    a.compare(b, &at.index(index), walk);
                }
            }
        }
    )+};
}
compare_arrays!(f32; 25, f32; 3, Vec3; 2, Vec3; 3);

impl Compare for BoneId {
    fn compare(&self, other: &Self, at: &Path<'_>, walk: &mut Walk) {
        let (a, b) = walk.bones(*self, *other);
        if a != b {
            walk.differ(at, a, b);
        }
    }
}

impl Compare for ClipId {
    fn compare(&self, other: &Self, at: &Path<'_>, walk: &mut Walk) {
        let (a, b) = walk.clips(*self, *other);
        if a != b {
            walk.differ(at, a, b);
        }
    }
}

impl<T: Compare> Compare for Option<T> {
    fn compare(&self, other: &Self, at: &Path<'_>, walk: &mut Walk) {
        match (self, other) {
            (None, None) => {}
            (Some(a), Some(b)) => a.compare(b, at, walk),
            (Some(_), None) => walk.differ(at, "there", NOTHING),
            (None, Some(_)) => walk.differ(at, NOTHING, "there"),
        }
    }
}

impl<T: Compare + PartialEq> Compare for Vec<T> {
    fn compare(&self, other: &Self, at: &Path<'_>, walk: &mut Walk) {
        self.as_slice().compare(other.as_slice(), at, walk);
    }
}

impl<T: Compare + PartialEq> Compare for [T] {
    fn compare(&self, other: &Self, at: &Path<'_>, walk: &mut Walk) {
        if walk.has_same_ids() && self == other {
            return;
        }
        if self.len() != other.len() {
            walk.differ(&at.field("count"), self.len(), other.len());
        }
        for (index, (a, b)) in self.iter().zip(other).enumerate() {
            a.compare(b, &at.index(index), walk);
        }
    }
}

/// Bytes are one value.
pub(super) fn compare_bytes(a: &[u8], b: &[u8], at: &Path<'_>, walk: &mut Walk) {
    if a != b {
        walk.differ(at, bytes_text(a), bytes_text(b));
    }
}
