//! What lies over the ground in the terrain workspace: colours, contour lines and edges, and the
//! commands that switch them.

use super::plan_parts::Plan;
use super::{Command, Editor, GroundIntent, WeightRamp};
use crate::document::TerrainShape;
use serde::{Deserialize, Serialize};

/// What the colours over the ground say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum GroundColours {
    /// There are none.
    #[default]
    Nothing,
    /// How many texture layers map chunks have, or how many grounds tiles of corners show.
    LayerCount,
    /// How much of the ground the chosen texture covers.
    Coverage,
    /// How steep the ground is.
    Slope,
    /// Which map chunks can't take the chosen texture.
    Unpaintable,
    /// To which area map chunks belong.
    Areas,
    /// The flag of the brush on map chunks, or the marks of corners.
    Marks,
    /// Tiles where three or four grounds meet.
    Meetings,
}

/// What lies over the ground. It is kept between runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GroundOverlays {
    /// What the colours say.
    pub colours: GroundColours,
    /// How much of the ground they cover, 0 to 1.
    pub opacity: f32,
    /// Which colours stand for numbers.
    pub ramp: WeightRamp,
    /// Whether the edges of triangles are drawn.
    pub shows_wire: bool,
    /// Whether lines of equal height are drawn.
    pub shows_contours: bool,
    /// From one of them to the next on maps of tiles, in yards.
    pub tile_step: f32,
    /// The same on maps of corners, in units of that game.
    pub corner_step: f32,
}

impl Default for GroundOverlays {
    fn default() -> Self {
        Self {
            colours: GroundColours::default(),
            opacity: 0.8,
            ramp: WeightRamp::ColourBlind,
            shows_wire: false,
            shows_contours: false,
            tile_step: 5.0,
            corner_step: 32.0,
        }
    }
}

impl GroundColours {
    /// Why they can't be shown on ground of this shape; `None` if they can.
    pub fn refusal(self, shape: &TerrainShape) -> Option<&'static str> {
        match (self, shape) {
            (Self::Unpaintable, TerrainShape::Corners(_)) => {
                Some("Every corner of a Warcraft III map can take any ground type.")
            }
            (Self::Areas, TerrainShape::Corners(_)) => {
                Some("Only maps of World of Warcraft have areas.")
            }
            (Self::Meetings, TerrainShape::Tiles(_)) => {
                Some("Only on maps of Warcraft III do grounds meet in tiles.")
            }
            _ => None,
        }
    }
}

impl GroundOverlays {
    /// The least and the most from one contour line to the next, in world units.
    pub const STEPS: [f32; 2] = [0.1, 1000.0];

    /// From one contour line to the next on ground of this shape, in world units.
    pub fn step(&self, shape: &TerrainShape) -> f32 {
        match shape {
            TerrainShape::Tiles(_) => self.tile_step,
            TerrainShape::Corners(_) => self.corner_step,
        }
    }

    /// The same, to change it.
    pub fn step_mut(&mut self, shape: &TerrainShape) -> &mut f32 {
        match shape {
            TerrainShape::Tiles(_) => &mut self.tile_step,
            TerrainShape::Corners(_) => &mut self.corner_step,
        }
    }

    /// The colours that ground of this shape shows: none where it can't have those chosen.
    pub fn colours_on(&self, shape: &TerrainShape) -> GroundColours {
        match self.colours.refusal(shape) {
            None => self.colours,
            Some(_) => GroundColours::Nothing,
        }
    }

    /// The same with every number inside its range; one that is none is as at first.
    #[must_use]
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
            opacity: sane(self.opacity, [0.1, 1.0], usual.opacity),
            tile_step: sane(self.tile_step, Self::STEPS, usual.tile_step),
            corner_step: sane(self.corner_step, Self::STEPS, usual.corner_step),
            ..self
        }
    }
}

impl Command {
    /// The colours that a command switches.
    fn ground_colours(self) -> Option<GroundColours> {
        Some(match self {
            Self::OverLayerCount => GroundColours::LayerCount,
            Self::OverCoverage => GroundColours::Coverage,
            Self::OverSlope => GroundColours::Slope,
            Self::OverUnpaintable => GroundColours::Unpaintable,
            Self::OverAreas => GroundColours::Areas,
            Self::OverMarks => GroundColours::Marks,
            Self::OverMeetings => GroundColours::Meetings,
            _ => return None,
        })
    }

    /// What a command about overlays of the ground asks for.
    pub(super) fn plan_overlay(self, editor: &Editor) -> Plan {
        let terrain = editor.terrain().filter(|_| editor.shows_ground());
        let terrain = terrain.ok_or_else(|| {
            "This is for the terrain workspace. Open a map, then press F7.".to_owned()
        })?;
        let mut overlays = editor.ground_view.overlays;
        match self.ground_colours() {
            Some(colours) => {
                if let Some(reason) = colours.refusal(&terrain.shape) {
                    return Err(reason.to_owned());
                }
                overlays.colours = if overlays.colours == colours {
                    GroundColours::Nothing
                } else {
                    colours
                };
            }
            None if self == Self::OverWire => overlays.shows_wire = !overlays.shows_wire,
            None => overlays.shows_contours = !overlays.shows_contours,
        }
        Ok(vec![GroundIntent::ShowOver(overlays).into()])
    }

    /// Whether what a command switches lies over the ground; `None` for all other commands.
    pub(super) fn is_overlay_on(self, editor: &Editor) -> Option<bool> {
        let overlays = &editor.ground_view.overlays;
        match self {
            Self::OverWire => Some(overlays.shows_wire),
            Self::OverContours => Some(overlays.shows_contours),
            other => {
                let colours = other.ground_colours()?;
                Some(overlays.colours == colours)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::samples::{valley, valley_corners};

    #[test]
    fn an_overlay_is_switched_on_and_off_and_those_of_the_other_game_are_refused() {
        for (terrain, works, refused) in [
            (valley(), Command::OverAreas, Command::OverMeetings),
            (valley_corners(), Command::OverMeetings, Command::OverAreas),
        ] {
            let mut document = Document::new();
            document.terrains.push(terrain);
            let mut editor = Editor::with_document(document);
            assert!(refused.plan(&editor).is_err());
            for is_on in [true, false] {
                for intent in works.plan(&editor).expect("it can be shown") {
                    editor.handle(intent);
                }
                assert_eq!(works.is_on(&editor), Some(is_on));
            }
            for command in [Command::OverWire, Command::OverContours, works] {
                for intent in command.plan(&editor).expect("it can be shown") {
                    editor.handle(intent);
                }
            }
            let overlays = editor.ground_view.overlays;
            assert!(overlays.shows_wire && overlays.shows_contours);
            assert_eq!(works.is_on(&editor), Some(true));
        }
    }

    #[test]
    fn numbers_of_another_run_come_back_into_their_ranges() {
        let text = r#"{"opacity": 7.0, "tile_step": 0.0, "corner_step": 1e9}"#;
        let overlays: GroundOverlays = serde_json::from_str(text).expect("overlays");
        let overlays = overlays.within_ranges();
        assert_eq!((overlays.opacity, overlays.tile_step), (1.0, 0.1));
        assert_eq!(overlays.corner_step, 1000.0);
        assert_eq!(overlays.ramp, WeightRamp::ColourBlind);
    }
}
