//! What a brush on the ground touches within its outline: a picture, how it is stretched and turned,
//! and how it is broken up.

use super::posing::finite;
use super::{EditError, PackedBytes};
use crate::brush::{MOST_TIP_SIDE, MadeTip, TipPicture};
use serde::{Deserialize, Serialize};

/// A grey picture with its pixels: white is whole, black is nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GreyTip {
    /// Pixels across, 1 to 256.
    pub width: u32,
    /// Pixels down, 1 to 256.
    pub height: u32,
    /// The pixels, a byte each, rows from the top.
    pub shades: PackedBytes,
}

/// The picture of a brush.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TipPictureArgument {
    /// Round blots of many sizes.
    Blots,
    /// A net of thin cracks.
    Cracks,
    /// Soft and uneven.
    Cloud,
    /// Small dots.
    Stipple,
    /// One of its own.
    Grey(GreyTip),
}

impl From<MadeTip> for TipPictureArgument {
    fn from(tip: MadeTip) -> Self {
        match tip {
            MadeTip::Blots => Self::Blots,
            MadeTip::Cracks => Self::Cracks,
            MadeTip::Cloud => Self::Cloud,
            MadeTip::Stipple => Self::Stipple,
        }
    }
}

impl TipPictureArgument {
    /// A picture of these pixels, rows from the top; `None` where they are none, too many, or there
    /// is no memory.
    pub fn of_pixels(width: usize, height: usize, shades: Vec<u8>) -> Option<Self> {
        let picture = TipPicture::new(width, height, shades)?;
        Some(Self::Grey(GreyTip {
            width: u32::try_from(width).ok()?,
            height: u32::try_from(height).ok()?,
            shades: PackedBytes::pack(picture.shades())?,
        }))
    }

    /// The picture itself.
    ///
    /// # Errors
    /// Sides out of their range, and pixels that do not unpack.
    pub fn picture(&self) -> Result<TipPicture, EditError> {
        let refused = || EditError::Value {
            argument: "tip",
            reason: format!("must have a picture of 1 to {MOST_TIP_SIDE} pixels a side"),
        };
        let made = match self {
            Self::Blots => MadeTip::Blots,
            Self::Cracks => MadeTip::Cracks,
            Self::Cloud => MadeTip::Cloud,
            Self::Stipple => MadeTip::Stipple,
            Self::Grey(grey) => {
                let sides = [grey.width, grey.height].map(|side| side as usize);
                if sides.iter().any(|side| !(1..=MOST_TIP_SIDE).contains(side)) {
                    return Err(refused());
                }
                let shades = grey.shades.unpack(sides[0] * sides[1], "tip")?;
                return TipPicture::new(sides[0], sides[1], shades).ok_or_else(refused);
            }
        };
        made.picture().ok_or_else(refused)
    }
}

/// How a brush is broken up into flecks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprayArgument {
    /// The share of the flecks that are there, 0 to 1.
    pub density: f32,
    /// The part of the way to the edge within which all is whole, 0 to 1.
    #[serde(default)]
    pub core: f32,
    /// How large a fleck is, in world units.
    pub fleck: f32,
}

/// What a brush touches within its outline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TipArgument {
    /// A grey picture over the whole brush; what is white is touched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<TipPictureArgument>,
    /// How wide it is across, as a share of the radius; 1 for not stretched.
    #[serde(default = "whole", skip_serializing_if = "is_whole")]
    pub aspect: f32,
    /// How far it is turned: degrees counterclockwise as seen from above; 0 lies west to east.
    #[serde(default, skip_serializing_if = "is_none")]
    pub angle_deg: f32,
    /// How it is broken up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spray: Option<SprayArgument>,
}

pub(super) fn whole() -> f32 {
    1.0
}

// Serde asks with references.
pub(super) fn is_whole(number: &f32) -> bool {
    *number == 1.0
}

pub(super) fn is_none(number: &f32) -> bool {
    *number == 0.0
}

impl Default for TipArgument {
    fn default() -> Self {
        Self {
            picture: None,
            aspect: 1.0,
            angle_deg: 0.0,
            spray: None,
        }
    }
}

impl TipArgument {
    /// Refuses numbers that no tip can have.
    pub(super) fn check(&self) -> Result<(), EditError> {
        let check = |is_sound: bool, reason: &str| {
            let reason = reason.to_owned();
            let refused = EditError::Value {
                argument: "tip",
                reason,
            };
            if is_sound { Ok(()) } else { Err(refused) }
        };
        finite("tip", &[self.angle_deg])?;
        let is_aspect = (0.01..=1.0).contains(&self.aspect);
        check(is_aspect, "must have an aspect between 0.01 and 1")?;
        if let Some(spray) = self.spray {
            let shares = [spray.density, spray.core];
            let are_shares = shares.iter().all(|share| (0.0..=1.0).contains(share));
            check(are_shares, "must have a density and a core between 0 and 1")?;
            finite("tip", &[spray.fleck])?;
            check(spray.fleck > 0.0, "must have flecks larger than 0")?;
        }
        if let Some(picture) = &self.picture {
            picture.picture()?;
        }
        Ok(())
    }
}
