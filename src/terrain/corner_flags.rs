//! What is marked at a corner beside its ground.

/// Marks of a corner of a [`CornerMap`](super::CornerMap), one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CornerFlags(pub u8);

impl CornerFlags {
    /// The ground leads from one level to the next.
    pub const RAMP: Self = Self(1);
    /// Blight lies on the ground.
    pub const BLIGHT: Self = Self(2);
    /// Water stands here, where its level is above the ground.
    pub const WATER: Self = Self(4);
    /// The corner is behind the boundary that the player drew.
    pub const BOUNDARY: Self = Self(8);
    /// The corner is in the black border of the map.
    pub const EDGE: Self = Self(16);

    /// All marks with their names, in the order of their bits.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::RAMP, "ramp"),
        (Self::BLIGHT, "blight"),
        (Self::WATER, "water"),
        (Self::BOUNDARY, "boundary"),
        (Self::EDGE, "edge"),
    ];

    /// Whether one of the marks in `flags` is set.
    pub fn has(self, flags: Self) -> bool {
        self.0 & flags.0 != 0
    }

    /// The names of the marks that are set, or `none`.
    pub fn text(self) -> String {
        let set = Self::ALL.iter().filter(|(flag, _)| self.has(*flag));
        let names: Vec<&str> = set.map(|(_, name)| *name).collect();
        match names.as_slice() {
            [] => "none".to_owned(),
            names => names.join(" "),
        }
    }

    /// The same with the marks in `flags` set.
    #[must_use]
    pub fn with(self, flags: Self) -> Self {
        Self(self.0 | flags.0)
    }

    /// The same with the marks in `flags` cleared.
    #[must_use]
    pub fn without(self, flags: Self) -> Self {
        Self(self.0 & !flags.0)
    }
}
