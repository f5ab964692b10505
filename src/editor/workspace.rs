//! What the user is at: it decides what the viewport shows and which tools are at hand.

/// What the user is at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Workspace {
    /// Posing bones and setting keyframes.
    #[default]
    Animate,
    /// Seeing and changing how bones move the skin, in any pose.
    Weights,
    /// Painting the ground of a map.
    Terrain,
}

impl Workspace {
    /// All of them, from left to right.
    pub const ALL: [Self; 3] = [Self::Animate, Self::Weights, Self::Terrain];

    /// What its tab says.
    pub fn title(self) -> &'static str {
        match self {
            Self::Animate => "Animate",
            Self::Weights => "Weights",
            Self::Terrain => "Terrain",
        }
    }

    /// The next one to the right; after the last comes the first.
    pub fn next(self) -> Self {
        match self {
            Self::Animate => Self::Weights,
            Self::Weights => Self::Terrain,
            Self::Terrain => Self::Animate,
        }
    }
}
