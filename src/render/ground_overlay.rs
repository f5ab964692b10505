//! What lies over the ground to show what plain view hides: colours, borders, heights and edges.
//!
//! The shaders of the ground work all of it out from what they draw with anyway, so a dab uploads
//! no more than it does without.

use super::{BARE_COLOUR, Colour, WeightRamp};
use crate::terrain::Chunk;

/// What the colours over the ground say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GroundHeat {
    /// There are none.
    #[default]
    Nothing,
    /// How many texture layers map chunks have; on maps of corners how many grounds tiles show.
    LayerCount,
    /// How much of the ground the chosen texture covers.
    Coverage,
    /// How steep it is.
    Slope,
    /// Which map chunks have four layers, none of which is the chosen texture.
    Unpaintable,
    /// To which area of the game map chunks belong.
    Areas,
    /// Which map chunks have all of these flags.
    Flags(u32),
    /// What corners are marked as.
    Marks,
    /// Tiles of corners where three or four grounds meet.
    Meetings,
}

/// Slopes that stand out; all others are dimmed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlopeRange {
    /// The least slope, degrees.
    pub from_deg: f32,
    /// The most, degrees.
    pub to_deg: f32,
    /// Over how many degrees beyond either they fade.
    pub soft_deg: f32,
    /// Whether all other slopes are meant.
    pub invert: bool,
}

/// What lies over the ground of maps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroundOverlay {
    /// What the colours say.
    pub heat: GroundHeat,
    /// How much of the ground they cover, 0 to 1.
    pub opacity: f32,
    /// The texture that coverage is about: a path, or the name of a ground type.
    pub texture: Option<String>,
    /// Slopes that stand out where colours say how steep it is.
    pub slopes: Option<SlopeRange>,
    /// The colours of numbers.
    pub ramp: WeightRamp,
    /// Whether borders are drawn: of map chunks and tiles, or of tiles of corners.
    pub shows_grid: bool,
    /// Whether the edges of triangles are drawn.
    pub shows_wire: bool,
    /// World units between contour lines; 0 draws none.
    pub contour_step: f32,
}

/// The steepest slope that has a colour of its own, in degrees; the shader has the same number.
pub const STEEPEST_DEG: f32 = 60.0;

/// Colours of the marks of corners, bit by bit: ramp, blight, water, boundary, edge. They are apart
/// in lightness, too.
pub const MARK_COLOURS: [Colour; 5] = [
    [0.90, 0.62, 0.00, 1.0],
    [0.80, 0.47, 0.65, 1.0],
    [0.00, 0.45, 0.70, 1.0],
    [0.08, 0.08, 0.08, 1.0],
    [0.94, 0.89, 0.26, 1.0],
];

/// The stripes over what stands out.
pub const ALARM_TONES: [Colour; 2] = [[0.84, 0.37, 0.00, 1.0], [0.16, 0.07, 0.02, 1.0]];
/// What has more than the usual number.
pub const EXCESS_COLOUR: Colour = BARE_COLOUR;

impl GroundOverlay {
    /// The number of the chosen texture among names.
    pub(super) fn number_in(&self, names: &[String]) -> Option<usize> {
        let wanted = self.texture.as_ref()?.replace('/', "\\");
        names
            .iter()
            .position(|own| own.eq_ignore_ascii_case(&wanted))
    }

    /// What colours say, how much they cover, the chosen texture, and the step of contour lines.
    pub(super) fn what(&self, texture: Option<usize>) -> [f32; 4] {
        let kind = match self.heat {
            GroundHeat::Nothing => 0.0,
            GroundHeat::LayerCount => 1.0,
            GroundHeat::Coverage => 2.0,
            GroundHeat::Slope => 3.0,
            GroundHeat::Unpaintable => 4.0,
            GroundHeat::Areas => 5.0,
            GroundHeat::Flags(_) => 6.0,
            GroundHeat::Marks => 7.0,
            GroundHeat::Meetings => 8.0,
        };
        let texture = texture.map_or(-1.0, |number| number as f32);
        let step = self.contour_step;
        let step = if step.is_finite() { step.max(0.0) } else { 0.0 };
        [kind, self.opacity, texture, step]
    }

    /// Whether borders and edges are drawn, how large a point is, and which flags stand out.
    pub(super) fn lines(&self, scale: f32) -> [f32; 4] {
        let shown = |is_shown: bool| f32::from(u8::from(is_shown));
        let flags = match self.heat {
            GroundHeat::Flags(bits) => (bits & 0xFF_FFFF) as f32,
            _ => 0.0,
        };
        [shown(self.shows_grid), shown(self.shows_wire), scale, flags]
    }

    /// The slopes that stand out; the first is above the second where all do.
    pub(super) fn slope_range(&self) -> [f32; 4] {
        self.slopes.map_or([1.0, 0.0, 0.0, 0.0], |range| {
            let invert = f32::from(u8::from(range.invert));
            [
                range.from_deg,
                range.to_deg,
                range.soft_deg.max(0.0),
                invert,
            ]
        })
    }
}

/// What the shader is told of a map chunk: the colour of its area, and its flags.
pub(super) fn chunk_marks(chunk: &Chunk) -> Colour {
    let [red, green, blue, _] = area_colour(chunk.area_id);
    // Floats hold this many bits exactly; no known flag lies above them.
    [red, green, blue, (chunk.flags.0 & 0xFF_FFFF) as f32]
}

/// The colour of an area: numbers beside one another are far apart in hue and in lightness.
pub fn area_colour(area: u32) -> Colour {
    if area == 0 {
        return [0.35, 0.35, 0.35, 1.0];
    }
    let turn = (area as f32 * 0.618_034).fract() * 6.0;
    let lightness = [0.95, 0.55, 0.75][(area % 3) as usize];
    let part = |shift: f32| {
        let away = (turn + shift) % 6.0;
        let full = ((away - 3.0).abs() - 1.0).clamp(0.0, 1.0);
        (0.25 + 0.75 * full) * lightness
    };
    [part(0.0), part(4.0), part(2.0), 1.0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_beside_one_another_look_unlike() {
        for area in 1..200 {
            let apart = |other: u32| -> f32 {
                let pairs = area_colour(area).into_iter().zip(area_colour(other));
                pairs.map(|(a, b)| (a - b).abs()).sum()
            };
            assert!(apart(area + 1) > 0.3, "{area}: {}", apart(area + 1));
            assert!(
                area_colour(area)
                    .iter()
                    .all(|part| (0.0..=1.0).contains(part))
            );
        }
    }

    #[test]
    fn a_chosen_texture_is_found_however_its_path_is_written() {
        let overlay = GroundOverlay {
            texture: Some("Tileset/Made/Rock.BLP".to_owned()),
            ..GroundOverlay::default()
        };
        let names = ["tileset\\made\\grass.blp", "tileset\\made\\rock.blp"].map(str::to_owned);
        assert_eq!(overlay.number_in(&names), Some(1));
        assert_eq!(GroundOverlay::default().number_in(&names), None);
    }
}
