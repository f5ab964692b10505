//! How the weights workspace shows weights.

use serde::{Deserialize, Serialize};

/// What the colours of the skin say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum WeightColours {
    /// The weight of the active bone.
    #[default]
    OneBone,
    /// All bones, mixed by weight.
    AllBones,
    /// Which bone has the most weight.
    DominantBone,
    /// What the game will get: the skin as the target file holds it, and how far that moves it.
    Target,
}

/// Which colours stand for weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum WeightRamp {
    /// Dark blue over green to red.
    #[default]
    Heat,
    /// Dark blue over grey to light yellow.
    ColourBlind,
    /// Black to white.
    Grey,
}

impl WeightRamp {
    /// The ramp after this one; after the last comes the first.
    pub fn next(self) -> Self {
        match self {
            Self::Heat => Self::ColourBlind,
            Self::ColourBlind => Self::Grey,
            Self::Grey => Self::Heat,
        }
    }
}

/// How the weights workspace shows weights.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WeightView {
    /// What the colours say.
    pub colours: WeightColours,
    /// Which colours stand for weights.
    pub ramp: WeightRamp,
    /// How much of the surface the colours cover, 0 to 1.
    pub opacity: f32,
    /// Whether vertices are drawn as dots.
    pub shows_dots: bool,
    /// Diameter of a dot, in points; see [`Self::DOT_SIZES`].
    pub dot_size: f32,
    /// Whether dots that a surface hides are drawn too.
    pub shows_dots_through: bool,
    /// Whether lines are drawn where the weight of the active bone is a tenth, two tenths and so on.
    pub shows_contours: bool,
    /// Whether edges are drawn over the colours.
    pub shows_wire: bool,
    /// Whether weights are written as numbers near the cursor.
    pub shows_numbers: bool,
}

impl Default for WeightView {
    fn default() -> Self {
        Self {
            colours: WeightColours::default(),
            ramp: WeightRamp::default(),
            opacity: 1.0,
            shows_dots: false,
            dot_size: 5.0,
            shows_dots_through: false,
            shows_contours: false,
            shows_wire: false,
            shows_numbers: false,
        }
    }
}

impl WeightView {
    /// The least and the largest diameter of a dot, in points.
    pub const DOT_SIZES: [f32; 2] = [2.0, 16.0];

    /// The same with every number inside its range; one that is none is as at first.
    pub fn within_ranges(self) -> Self {
        let usual = Self::default();
        let sane = |value: f32, [least, most]: [f32; 2], usual: f32| {
            if value.is_finite() {
                value.clamp(least, most)
            } else {
                usual
            }
        };
        Self {
            opacity: sane(self.opacity, [0.0, 1.0], usual.opacity),
            dot_size: sane(self.dot_size, Self::DOT_SIZES, usual.dot_size),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_come_back_into_it() {
        let odd = WeightView {
            opacity: f32::NAN,
            dot_size: 900.0,
            ..WeightView::default()
        };
        let sane = odd.within_ranges();
        assert_eq!((sane.opacity, sane.dot_size), (1.0, 16.0));
        let odd = WeightView {
            opacity: -3.0,
            dot_size: f32::INFINITY,
            ..WeightView::default()
        };
        let sane = odd.within_ranges();
        assert_eq!((sane.opacity, sane.dot_size), (0.0, 5.0));
    }
}
