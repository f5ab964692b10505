//! How the game mixes the texture layers of a map chunk, and how finely it stores them.

/// How alphas of layers make up the ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BlendRule {
    /// Each layer is laid over what lies below it: `mix(below, layer, alpha)`.
    #[default]
    Ordered,
    /// Alphas are shares: the first layer has what the others leave. Where they leave nothing and
    /// more, they are cut down in proportion.
    Weighted,
}

/// Steps of the alphas that a map can store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AlphaDepth {
    /// 16 values, 17 apart.
    Four,
    /// 256 values.
    #[default]
    Eight,
}

impl AlphaDepth {
    /// How layers are mixed where alphas are stored so, as far as the map's file can tell.
    pub fn usual_rule(self) -> BlendRule {
        match self {
            Self::Four => BlendRule::Ordered,
            Self::Eight => BlendRule::Weighted,
        }
    }

    /// The nearest alpha that can be stored.
    pub fn nearest(self, alpha: u8) -> u8 {
        match self {
            Self::Four => ((u16::from(alpha) + 8) / 17 * 17) as u8,
            Self::Eight => alpha,
        }
    }
}
