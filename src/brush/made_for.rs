//! What the strengths of a footprint were worked out for, so that the same are not worked out again.

use super::footprint::GridBrush;
use super::tip::{BrushTip, PlaneMap, TipPose};

/// What strengths were worked out for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum MadeFor {
    /// A brush as it is.
    Plain {
        brush: Box<GridBrush>,
        /// The middle's way from the origin.
        middle: [f64; 2],
        strength: f32,
    },
    /// A turned, stretched or broken up tip.
    Tip(Box<MadeTipFor>),
}

/// The same of a tip.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MadeTipFor {
    tip: BrushTip,
    tip_from_plane: PlaneMap,
    middle: [f64; 2],
    strength: f32,
    /// What decides which flecks are there: they lie still while the brush moves.
    flecks: Option<(TipPose, [i32; 2])>,
}

impl MadeFor {
    /// A tip whose middle is so far from an origin.
    pub fn tip(
        tip: &BrushTip,
        pose: &TipPose,
        (origin, middle): ([i32; 2], [f64; 2]),
        strength: f32,
    ) -> Self {
        Self::Tip(Box::new(MadeTipFor {
            tip: tip.clone(),
            tip_from_plane: pose.tip_from_plane,
            middle,
            strength,
            flecks: tip.spray.is_some().then_some((*pose, origin)),
        }))
    }

    /// Whether it was for this brush.
    pub fn is_plain(&self, brush: &GridBrush, middle: [f64; 2], strength: f32) -> bool {
        let Self::Plain {
            brush: own,
            middle: own_middle,
            strength: own_strength,
        } = self
        else {
            return false;
        };
        *own_middle == middle && *own_strength == strength && **own == *brush
    }

    /// Whether it was for this tip.
    pub fn is_tip(
        &self,
        tip: &BrushTip,
        pose: &TipPose,
        (origin, middle): ([i32; 2], [f64; 2]),
        strength: f32,
    ) -> bool {
        let Self::Tip(own) = self else {
            return false;
        };
        let has_flecks = match &own.flecks {
            None => true,
            Some(flecks) => *flecks == (*pose, origin),
        };
        own.middle == middle
            && own.strength == strength
            && own.tip_from_plane == pose.tip_from_plane
            && has_flecks
            && own.tip == *tip
    }
}
