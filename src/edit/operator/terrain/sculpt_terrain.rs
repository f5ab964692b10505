//! Changes heights of the ground with a stroke of a brush.

use super::brush_operator::terrain_brush_operator;
use super::height_of::{checked_height, ground_height};
use crate::edit::ground::{GroundPainter, GroundWork};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::terrain_stroke::{GroundTool, draft_stroke};
use crate::edit::{EditError, GroundSample, SculptModeArgument};
use crate::terrain::{SculptMode, SculptStroke};

terrain_brush_operator! {
    /// Changes heights of the ground with a stroke of a brush, over borders of map chunks and tiles. Normals follow. Heights of Warcraft III stay within what their layer can have, and are counted where they stop there.
    SculptTerrain = "sculpt_terrain" {
        /// What the brush does.
        mode: SculptModeArgument,
        /// For raise, lower and noise: how much at full strength, in world units.
        #[serde(default = "crate::edit::operator::spec::one")]
        amount: f32 = "1.0",
        /// For flatten: the height to reach, world units.
        #[serde(default)]
        height: Option<f32> = "null",
        /// For noise: the size of its bumps in world units; null for half the radius.
        #[serde(default)]
        scale: Option<f32> = "null",
        /// For ramp: where it begins, world x and y. A ramp needs no samples: the brush goes along it.
        #[serde(default)]
        from: Option<[f32; 2]> = "null",
        /// For ramp: where it ends.
        #[serde(default)]
        to: Option<[f32; 2]> = "null",
        /// For ramp: its height at the beginning; null for that of the ground there.
        #[serde(default)]
        from_height: Option<f32> = "null",
        /// For ramp: its height at the end; null for that of the ground there.
        #[serde(default)]
        to_height: Option<f32> = "null",
    }
    example r##"{"op":"sculpt_terrain","terrain":1,"mode":"raise","amount":4.0,"height":null,"scale":null,"from":null,"to":null,"from_height":null,"to_height":null,"radius":20.0,"strength":1.0,"hardness":0.0,"falloff":"smooth","accumulate":false,"shape":"circle","samples":[{"position":[100.0,200.0],"pressure":1.0}],"masks":{},"seed":0,"tip":{},"symmetry":null}"##
}

impl SculptTerrain {
    /// What its brush does.
    pub(in crate::edit) fn tool(
        &self,
        draft: &TerrainDraft<'_>,
    ) -> Result<Box<dyn GroundTool>, EditError> {
        let brush = self.brush()?;
        let mode = self.sculpt_mode(draft)?;
        let stroke = SculptStroke::new(mode, self.accumulate);
        let work = GroundWork::over_heights(draft.terrain, brush, stroke)?;
        let verb = match self.mode {
            SculptModeArgument::Raise => "Raise",
            SculptModeArgument::Lower => "Lower",
            SculptModeArgument::Flatten => "Flatten",
            SculptModeArgument::Smooth => "Smooth",
            SculptModeArgument::Noise => "Roughen",
            SculptModeArgument::Plateau => "Level",
            SculptModeArgument::Ramp => "Lay a ramp over",
        };
        Ok(GroundPainter::boxed(work, format!("{verb} {{}}")))
    }

    fn sculpt_mode(&self, draft: &TerrainDraft<'_>) -> Result<SculptMode, EditError> {
        let amount = checked_height("amount", self.amount)?;
        Ok(match self.mode {
            SculptModeArgument::Raise => SculptMode::Add { amount },
            SculptModeArgument::Lower => SculptMode::Add { amount: -amount },
            SculptModeArgument::Smooth => SculptMode::Smooth,
            SculptModeArgument::Plateau => SculptMode::Plateau,
            SculptModeArgument::Flatten => {
                let height = self.height.ok_or_else(|| needed("height", "flatten"))?;
                SculptMode::Level {
                    height: checked_height("height", height)?,
                }
            }
            SculptModeArgument::Noise => {
                let scale = checked_height("scale", self.scale.unwrap_or(self.radius / 2.0))?;
                if scale <= 0.0 {
                    return Err(EditError::Value {
                        argument: "scale",
                        reason: "must be above 0".to_owned(),
                    });
                }
                SculptMode::Noise {
                    amount,
                    scale,
                    seed: u64::from(self.seed),
                }
            }
            SculptModeArgument::Ramp if self.symmetry.is_some() => {
                return Err(EditError::Value {
                    argument: "symmetry",
                    reason: "must be null for mode 'ramp': a ramp lies where its ends are"
                        .to_owned(),
                });
            }
            SculptModeArgument::Ramp => {
                let from = self.from.ok_or_else(|| needed("from", "ramp"))?;
                let to = self.to.ok_or_else(|| needed("to", "ramp"))?;
                let end = |name, argument, [x, y]: [f32; 2], height: Option<f32>| {
                    checked_height(name, x)?;
                    checked_height(name, y)?;
                    let height = match height {
                        Some(height) => checked_height(argument, height)?,
                        None => ground_height(draft, name, [x, y])?,
                    };
                    Ok::<_, EditError>([x, y, height])
                };
                SculptMode::Ramp {
                    from: end("from", "from_height", from, self.from_height)?,
                    to: end("to", "to_height", to, self.to_height)?,
                }
            }
        })
    }

    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        // The line of a ramp is touched as a whole, once.
        let once = [GroundSample::new(self.from.unwrap_or_default(), 1.0)];
        let samples = match self.mode {
            SculptModeArgument::Ramp => once.as_slice(),
            _ => &self.samples,
        };
        draft_stroke(self.tool(draft)?, samples, draft)
    }
}

fn needed(argument: &'static str, mode: &str) -> EditError {
    EditError::Value {
        argument,
        reason: format!("must be given for mode '{mode}'"),
    }
}
