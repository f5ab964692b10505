//! What the brush on the ground touches within its outline, as the user sets it.

use crate::edit::{SprayArgument, TipArgument, TipPictureArgument};
use crate::math::spot_chance;
use serde::{Deserialize, Serialize};

/// How the brush turns from dab to dab.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TipTurning {
    /// Not at all.
    #[default]
    Fixed,
    /// Along the way of the stroke.
    Along,
    /// By chance.
    Random,
}

/// How the brush is broken up into flecks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SpraySettings {
    /// The share of the flecks that are there, 0 to 1.
    pub density: f32,
    /// The part of the way to the edge within which all is whole, 0 to 1.
    pub core: f32,
    /// How large a fleck is, as a share of the radius.
    pub fleck: f32,
}

impl Default for SpraySettings {
    fn default() -> Self {
        Self {
            density: 0.4,
            core: 0.0,
            fleck: 0.1,
        }
    }
}

/// What the brush on the ground touches within its outline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GroundTipSettings {
    /// A grey picture over the whole brush.
    pub picture: Option<TipPictureArgument>,
    /// What the picture is called, where it is one of its own.
    pub picture_name: String,
    /// How wide the brush is across, as a share of the radius.
    pub aspect: f32,
    /// How far it is turned: degrees counterclockwise as seen from above.
    pub angle_deg: f32,
    /// How it turns from dab to dab.
    pub turning: TipTurning,
    /// How much smaller dabs may be by chance, 0 to 1.
    pub scale_jitter: f32,
    /// How it is broken up.
    pub spray: Option<SpraySettings>,
}

impl Default for GroundTipSettings {
    fn default() -> Self {
        Self {
            picture: None,
            picture_name: String::new(),
            aspect: 1.0,
            angle_deg: 0.0,
            turning: TipTurning::Fixed,
            scale_jitter: 0.0,
            spray: None,
        }
    }
}

/// The least size of a dab by chance, as a share of the radius.
const LEAST_SCALE: f32 = 0.05;

impl GroundTipSettings {
    /// The least and the largest share that the brush is wide.
    pub const ASPECTS: [f32; 2] = [0.05, 1.0];
    /// The least and the largest size of a fleck, as a share of the radius.
    pub const FLECKS: [f32; 2] = [0.005, 1.0];

    /// What operators are told, for a brush of this radius.
    pub(super) fn argument(&self, radius: f32) -> TipArgument {
        TipArgument {
            picture: self.picture.clone(),
            aspect: self.aspect,
            angle_deg: self.angle_deg,
            spray: self.spray.map(|spray| SprayArgument {
                density: spray.density,
                core: spray.core,
                fleck: spray.fleck * radius,
            }),
        }
    }

    /// Size of a dab by chance, as a share of the radius.
    pub(super) fn scale_of(&self, seed: u32, dab: u32) -> f32 {
        let chance = spot_chance(u64::from(seed) ^ 0x51_7E, dab as i32, 1);
        (1.0 - self.scale_jitter * chance).max(LEAST_SCALE)
    }

    /// How far a dab is turned by chance, degrees.
    pub(super) fn chance_turn_deg(seed: u32, dab: u32) -> f32 {
        spot_chance(u64::from(seed) ^ 0x70_27, dab as i32, 2) * 360.0
    }

    /// The same with every number inside its range, and without a picture that is none.
    #[must_use]
    pub(super) fn within_ranges(mut self) -> Self {
        let usual = Self::default();
        let sane = |value: f32, [least, most]: [f32; 2], usual: f32| {
            if value.is_finite() {
                value.clamp(least, most)
            } else {
                usual
            }
        };
        self.aspect = sane(self.aspect, Self::ASPECTS, usual.aspect);
        self.angle_deg = sane(self.angle_deg, [-360.0, 360.0], usual.angle_deg);
        self.scale_jitter = sane(self.scale_jitter, [0.0, 1.0], usual.scale_jitter);
        if let Some(spray) = &mut self.spray {
            let usual = SpraySettings::default();
            spray.density = sane(spray.density, [0.0, 1.0], usual.density);
            spray.core = sane(spray.core, [0.0, 1.0], usual.core);
            spray.fleck = sane(spray.fleck, Self::FLECKS, usual.fleck);
        }
        self.picture = self.picture.filter(|picture| picture.picture().is_ok());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dabs_by_chance_are_within_their_ranges_and_the_same_every_time() {
        let settings = GroundTipSettings {
            scale_jitter: 0.6,
            ..GroundTipSettings::default()
        };
        let (mut least, mut most) = (1.0f32, 0.0f32);
        for dab in 0..500 {
            let scale = settings.scale_of(3, dab);
            assert_eq!(scale, settings.scale_of(3, dab));
            (least, most) = (least.min(scale), most.max(scale));
            let turn = GroundTipSettings::chance_turn_deg(3, dab);
            assert!((0.0..360.0).contains(&turn));
        }
        assert!((0.4..0.45).contains(&least) && most > 0.95 && most <= 1.0);
        let steady = GroundTipSettings::default();
        assert_eq!(steady.scale_of(3, 77), 1.0);
    }

    #[test]
    fn numbers_and_pictures_of_another_run_come_back_into_their_ranges() {
        let text = r#"{"aspect": 0.0, "spray": {"density": 9}, "turning": "Along",
            "picture": {"grey": {"width": 3, "height": 1, "shades": "!"}}}"#;
        let settings: GroundTipSettings = serde_json::from_str(text).expect("readable");
        let settings = settings.within_ranges();
        assert_eq!(
            (settings.aspect, settings.turning),
            (0.05, TipTurning::Along)
        );
        assert_eq!(settings.spray.map(|spray| spray.density), Some(1.0));
        assert_eq!(settings.picture, None);
    }
}
