//! Equality by bits, and keeping what a file had wherever an edit left it alone.

/// A value that can be laid over the value a file had.
pub trait Merge: Clone {
    /// Whether lists of these are one value, which an edit changes as a whole.
    const IS_PLAIN: bool;

    /// All zeros, and empty lists.
    fn blank() -> Self;

    /// Takes `base`'s value wherever `self` has what `fresh` has.
    ///
    /// `base` is a file as read, `fresh` what an untouched import of it is exported as, and `self`
    /// what the edited document is exported as.
    fn overlay(&mut self, base: &Self, fresh: &Self);

    /// Whether both are written as the same bytes.
    fn same(&self, other: &Self) -> bool;
}

macro_rules! plain_numbers {
    ($($type:ty),* $(,)?) => {
        $(
            impl Merge for $type {
                const IS_PLAIN: bool = true;

                fn blank() -> Self {
                    Default::default()
                }

                fn overlay(&mut self, base: &Self, fresh: &Self) {
                    if self.same(fresh) {
                        *self = *base;
                    }
                }

                fn same(&self, other: &Self) -> bool {
                    self.to_le_bytes() == other.to_le_bytes()
                }
            }
        )*
    };
}

plain_numbers!(u8, u16, u32, i32, f32);

impl Merge for bool {
    const IS_PLAIN: bool = true;

    fn blank() -> Self {
        false
    }

    fn overlay(&mut self, base: &Self, fresh: &Self) {
        if self == fresh {
            *self = *base;
        }
    }

    fn same(&self, other: &Self) -> bool {
        self == other
    }
}

impl<T: Merge + Copy, const N: usize> Merge for [T; N] {
    const IS_PLAIN: bool = T::IS_PLAIN;

    fn blank() -> Self {
        [T::blank(); N]
    }

    /// An array is one value: a changed component keeps the other components as they are.
    fn overlay(&mut self, base: &Self, fresh: &Self) {
        if self.same(fresh) {
            *self = *base;
        }
    }

    fn same(&self, other: &Self) -> bool {
        self.iter().zip(other).all(|(a, b)| a.same(b))
    }
}

impl<T: Merge> Merge for Vec<T> {
    const IS_PLAIN: bool = false;

    fn blank() -> Self {
        Self::new()
    }

    /// A list of plain numbers is one value; of other things, each lies over the one at its place
    /// where all three lists have the same length.
    fn overlay(&mut self, base: &Self, fresh: &Self) {
        if self.same(fresh) {
            self.clone_from(base);
        } else if !T::IS_PLAIN && self.len() == fresh.len() && self.len() == base.len() {
            for ((item, base), fresh) in self.iter_mut().zip(base).zip(fresh) {
                item.overlay(base, fresh);
            }
        }
    }

    fn same(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().zip(other).all(|(a, b)| a.same(b))
    }
}
