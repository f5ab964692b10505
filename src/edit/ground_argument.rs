//! The small values that operators on corners, heights and marks of the ground take as arguments.

use crate::terrain::{
    AlphaEdges, AlphaForm, BlendRule, CliffNeighbours, CornerFlags, CornerVariation, SlotAim,
};
use serde::{Deserialize, Serialize};

/// What a brush does to heights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SculptModeArgument {
    /// Adds the amount.
    Raise,
    /// Takes the amount away.
    Lower,
    /// Brings the ground to the height.
    Flatten,
    /// Brings spots nearer to their neighbours.
    Smooth,
    /// Adds noise.
    Noise,
    /// Brings the ground to the height it has where the stroke begins.
    Plateau,
    /// Lays a ramp between two points.
    Ramp,
}

/// Which variation painted corners get.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VariationArgument {
    /// One by chance, as often as the game has each.
    #[default]
    Random,
    /// The one they have.
    Keep,
    /// Always this one, 0 to 31.
    Fixed(u8),
}

impl From<VariationArgument> for CornerVariation {
    fn from(argument: VariationArgument) -> Self {
        match argument {
            VariationArgument::Random => Self::Random,
            VariationArgument::Keep => Self::Keep,
            VariationArgument::Fixed(number) => Self::Fixed(number),
        }
    }
}

/// The rule by which layers are mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlendRuleArgument {
    /// Each layer is laid over what lies below it.
    Ordered,
    /// Alphas are shares, and the lowest layer has what they leave.
    Weighted,
}

impl From<BlendRuleArgument> for BlendRule {
    fn from(argument: BlendRuleArgument) -> Self {
        match argument {
            BlendRuleArgument::Ordered => Self::Ordered,
            BlendRuleArgument::Weighted => Self::Weighted,
        }
    }
}

impl From<BlendRule> for BlendRuleArgument {
    fn from(rule: BlendRule) -> Self {
        match rule {
            BlendRule::Ordered => Self::Ordered,
            BlendRule::Weighted => Self::Weighted,
        }
    }
}

/// What stays when layers are mixed by another rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BlendKeep {
    /// The alphas, as the file has them; the ground looks otherwise.
    #[default]
    Alphas,
    /// The look, as far as alphas can give it under the new rule.
    Look,
}

/// How files store alpha maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AlphaFormArgument {
    /// Four bits a texel.
    FourBits,
    /// A byte a texel.
    EightBits,
    /// Run-length coded bytes.
    Runs,
}

impl From<AlphaFormArgument> for AlphaForm {
    fn from(argument: AlphaFormArgument) -> Self {
        match argument {
            AlphaFormArgument::FourBits => Self::FourBit,
            AlphaFormArgument::EightBits => Self::EightBit,
            AlphaFormArgument::Runs => Self::Runs,
        }
    }
}

/// What the last rows and columns of 4-bit alpha maps become.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AlphaEdgesArgument {
    /// As they are.
    #[default]
    Keep,
    /// All 64 rows and columns count.
    All,
    /// 63 by 63 texels, and copies of the last row and column.
    Repeated,
}

impl From<AlphaEdgesArgument> for AlphaEdges {
    fn from(argument: AlphaEdgesArgument) -> Self {
        match argument {
            AlphaEdgesArgument::Keep => Self::Keep,
            AlphaEdgesArgument::All => Self::All,
            AlphaEdgesArgument::Repeated => Self::Repeated,
        }
    }
}

/// What a choice of textures may not be worse in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SlotAimArgument {
    /// On borders and in the look not than dropping what covers least.
    #[default]
    Look,
    /// On borders not than either naive way, in the look not than dropping the highest.
    Borders,
}

impl From<SlotAimArgument> for SlotAim {
    fn from(argument: SlotAimArgument) -> Self {
        match argument {
            SlotAimArgument::Borders => Self::Borders,
            SlotAimArgument::Look => Self::Look,
        }
    }
}

/// A mark of a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CornerMarkArgument {
    /// Blight lies on the ground.
    Blight,
    /// Water stands here, where its level is above the ground.
    Water,
    /// Behind the boundary that the player drew.
    Boundary,
    /// In the black border of the map.
    Edge,
    /// The ground leads from one level to the next.
    Ramp,
}

impl CornerMarkArgument {
    /// All of these marks together.
    pub(super) fn all(marks: &[Self]) -> CornerFlags {
        let marks = marks.iter().map(|mark| match mark {
            Self::Blight => CornerFlags::BLIGHT,
            Self::Water => CornerFlags::WATER,
            Self::Boundary => CornerFlags::BOUNDARY,
            Self::Edge => CornerFlags::EDGE,
            Self::Ramp => CornerFlags::RAMP,
        });
        marks.fold(CornerFlags::default(), CornerFlags::with)
    }
}

/// What happens to the level of corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CliffChange {
    /// It goes up by so many, or down where it is below 0.
    By(i8),
    /// It becomes this, 0 to 14; 2 lies at height 0.
    To(u8),
    /// It becomes what it is where the stroke begins.
    Level,
}

/// What happens to corners beside the brush that would be more than two levels away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CliffNeighboursArgument {
    /// They follow, as far as they must.
    #[default]
    Follow,
    /// They stay, and the corners of the brush that need them to follow stay too.
    Stay,
}

impl From<CliffNeighboursArgument> for CliffNeighbours {
    fn from(argument: CliffNeighboursArgument) -> Self {
        match argument {
            CliffNeighboursArgument::Follow => Self::Follow,
            CliffNeighboursArgument::Stay => Self::Stay,
        }
    }
}

/// Whether holes are cut or filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HoleArgument {
    /// Holes are cut.
    #[default]
    Cut,
    /// Holes are filled.
    Fill,
}
