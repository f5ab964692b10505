//! Gives all corners of a rectangle a ground type.

use super::brush_operator::terrain_operator;
use super::ground_type::painted_type;
use crate::edit::ground::counted;
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::{EditError, VariationArgument};
use crate::terrain::{CornerFlags, CornerPaint, CornerVariation};

terrain_operator! {
    /// Gives corners of a Warcraft III map a ground type: all of a rectangle, or only those that have another one.
    FillCorners = "fill_corners" {
        /// The ground type: its four letters, its number in the map's list, or blight.
        texture: String,
        /// Only corners with this ground type; null for all.
        #[serde(default)]
        only: Option<String> = "null",
        /// Column and row of the south-west and of the north-east corner, both included; null for the whole map.
        #[serde(default)]
        area: Option<[u32; 4]> = "null",
        /// Which variation they get; blight keeps that of its ground unless one is given.
        #[serde(default)]
        variation: VariationArgument = "\"random\"",
        /// What chance begins with.
        #[serde(default)]
        seed: u32 = "0",
    }
    example r##"{"op":"fill_corners","terrain":1,"texture":"Lgrs","only":"Ldrt","area":[10,10,40,30],"variation":"keep","seed":0}"##
}

impl FillCorners {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        let map = draft.corners()?;
        let paint = painted_type(map, &self.texture)?;
        let only = match &self.only {
            Some(name) => Some(painted_type(map, name)?),
            None => None,
        };
        let value = |argument, reason: String| EditError::Value { argument, reason };
        if let VariationArgument::Fixed(number) = self.variation
            && number > 31
        {
            let reason = format!("must be from 0 to 31, not {number}");
            return Err(value("variation", reason));
        }
        let (width, height) = (map.width(), map.height());
        let [left, bottom, right, top] =
            self.area
                .unwrap_or([0, 0, width.saturating_sub(1), height.saturating_sub(1)]);
        if left > right || bottom > top || right >= width || top >= height {
            let reason = format!(
                "must be a rectangle of corners inside 0, 0 to {}, {}",
                width.saturating_sub(1),
                height.saturating_sub(1)
            );
            return Err(value("area", reason));
        }
        let variation = match (paint, self.variation) {
            (CornerPaint::Blight, VariationArgument::Random) => CornerVariation::Keep,
            (_, variation) => variation.into(),
        };
        let (mut changed, mut others) = (0, 0);
        for row in bottom..=top {
            for column in left..=right {
                let Some(corner) = map.corner(column, row) else {
                    continue;
                };
                let is_blighted = corner.flags().has(CornerFlags::BLIGHT);
                let is_meant = match only {
                    None => true,
                    Some(CornerPaint::Blight) => is_blighted,
                    Some(CornerPaint::Ground(number)) => corner.ground_type() == number,
                };
                if !is_meant {
                    others += 1;
                    continue;
                }
                let seed = u64::from(self.seed);
                let painted = paint.on(corner, variation, seed, column, row);
                if painted != corner {
                    changed += 1;
                    draft.set_corner(row * width + column, painted);
                }
            }
        }
        if changed == 0 {
            draft.note("no corner changed".to_owned());
        }
        if others > 0 {
            draft.note(format!(
                "{} of the rectangle have another ground type and stay",
                counted(others, "corner")
            ));
        }
        Ok(format!(
            "Fill {} with {}",
            counted(changed, "corner"),
            self.texture
        ))
    }
}
