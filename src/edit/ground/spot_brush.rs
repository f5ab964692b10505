//! How strongly a brush touches a spot of the ground, masks included.

use super::spot_mask::MaskTextures;
use crate::brush::RangeMask;
use crate::edit::ground_tip::{GroundDab, GroundTip};
use crate::edit::{EditError, GroundPlane, GroundSample, TerrainBrush};
use crate::terrain::{GroundSpot, SpotGround};

/// A brush whose fading and masks are worked out.
#[derive(Clone, Debug)]
pub struct SpotBrush {
    /// What was asked for; its samples are of no matter here.
    pub brush: TerrainBrush,
    tip: GroundTip,
    textures: MaskTextures,
}

/// What the masks of a brush look at: the ground as it was before the stroke.
pub trait GroundBefore {
    /// World height of a spot.
    fn height(&self, spot: GroundSpot) -> Option<f32>;

    /// The share that the textures named have at a spot, 0 to 1.
    fn texture_share(&self, spot: GroundSpot, textures: &[usize]) -> f32;
}

impl SpotBrush {
    /// A checked brush on ground whose textures are called `names`.
    pub fn new(
        brush: TerrainBrush,
        names: &[String],
        plane: GroundPlane,
    ) -> Result<Self, EditError> {
        Ok(Self {
            tip: GroundTip::new(&brush, plane)?,
            textures: MaskTextures::new(&brush.masks, names)?,
            brush,
        })
    }

    /// The dabs of the next sample: one for each place that the symmetry makes of it.
    pub fn dabs(&mut self, sample: &GroundSample) -> Vec<GroundDab> {
        self.tip.dabs(sample)
    }

    /// How strong it is in its middle, at a dab.
    pub fn middle(&self, dab: &GroundDab) -> f32 {
        self.brush.strength * dab.pressure.clamp(0.0, 1.0)
    }

    /// How strongly it touches a spot that lies at `place`, masks included.
    pub fn strength(
        &self,
        ground: &impl SpotGround,
        before: &impl GroundBefore,
        dab: &GroundDab,
        spot: GroundSpot,
        place: [f32; 2],
    ) -> f32 {
        let strength = self.tip.share(dab, place) * self.middle(dab);
        if strength > 0.0 {
            strength * self.mask(ground, before, spot, place)
        } else {
            0.0
        }
    }

    /// What the masks leave of a touch, 0 to 1.
    pub fn mask(
        &self,
        ground: &impl SpotGround,
        before: &impl GroundBefore,
        spot: GroundSpot,
        place: [f32; 2],
    ) -> f32 {
        let masks = &self.brush.masks;
        if masks.protected.iter().any(|area| area.contains(place)) {
            return 0.0;
        }
        let mut share = 1.0;
        if let Some(slope) = masks.slope {
            let found = ground.slope_deg(spot, &mut |spot| before.height(spot));
            let mask = RangeMask {
                from: slope.from_deg,
                to: slope.to_deg,
                soft: slope.soft_deg,
                is_inverted: slope.invert,
            };
            share *= mask.share(found);
        }
        if let Some(height) = masks.height {
            let found = before.height(spot).unwrap_or(f32::NAN);
            let mask = RangeMask {
                from: height.from,
                to: height.to,
                soft: height.soft,
                is_inverted: height.invert,
            };
            share *= mask.share(found);
        }
        if !self.textures.only.is_empty() {
            share *= before.texture_share(spot, &self.textures.only);
        }
        if !self.textures.never.is_empty() {
            share *= 1.0 - before.texture_share(spot, &self.textures.never);
        }
        share
    }
}
