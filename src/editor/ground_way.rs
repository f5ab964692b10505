//! How strokes on the ground go along, as the user sets it: symmetry, pen, rope, straight lines.

use super::PressureUse;
use crate::brush::{CurvePoint, FIRST_CURVE, is_curve};
use crate::document::TerrainShape;
use crate::edit::{GroundCopies, GroundPlane, MOST_TURNS, SymmetryArgument, SymmetryKind};
use serde::{Deserialize, Serialize};

/// How strokes on the ground go along.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GroundWay {
    /// Which other places are worked on too.
    pub symmetry: Option<SymmetryArgument>,
    /// What the pressure of a pen changes.
    pub pressure: PressureUse,
    /// How far the brush stays behind the pointer, in points of the screen.
    pub rope_points: f32,
    /// Whether every stroke is a straight line.
    pub is_straight: bool,
    /// The falloff that the user drew, kept while another one is used.
    pub curve: Vec<CurvePoint>,
}

impl Default for GroundWay {
    fn default() -> Self {
        Self {
            symmetry: None,
            pressure: PressureUse::Strength,
            rope_points: 0.0,
            is_straight: false,
            curve: FIRST_CURVE.to_vec(),
        }
    }
}

impl GroundWay {
    /// The longest rope, in points of the screen.
    pub const LONGEST_ROPE: f32 = 200.0;

    /// What operators are told: the centre is named, so that the stroke is the same when it is done
    /// again where other tiles are loaded.
    pub(super) fn symmetry_on(&self, shape: &TerrainShape) -> Option<SymmetryArgument> {
        let symmetry = self.symmetry?;
        let centre = GroundCopies::new(Some(&symmetry), &GroundPlane::of(shape)).centre;
        Some(SymmetryArgument {
            centre: Some(centre),
            ..symmetry
        })
    }

    /// The same with every number inside its range.
    #[must_use]
    pub(super) fn within_ranges(mut self) -> Self {
        self.rope_points = if self.rope_points.is_finite() {
            self.rope_points.clamp(0.0, Self::LONGEST_ROPE)
        } else {
            0.0
        };
        if let Some(symmetry) = &mut self.symmetry {
            symmetry.centre = symmetry
                .centre
                .filter(|centre| centre.iter().all(|part| part.is_finite()));
            if let SymmetryKind::Turn(count) = &mut symmetry.kind {
                *count = (*count).clamp(2, MOST_TURNS);
            }
        }
        if !is_curve(&self.curve) {
            self.curve = FIRST_CURVE.to_vec();
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pressure_changes_what_it_is_asked_to() {
        for (pressure, factors) in [
            (PressureUse::Nothing, [1.0, 1.0]),
            (PressureUse::Strength, [1.0, 0.25]),
            (PressureUse::Size, [0.25, 1.0]),
            (PressureUse::Both, [0.25, 0.25]),
        ] {
            assert_eq!(pressure.factors(0.25), factors, "{pressure:?}");
            assert_eq!(pressure.factors(f32::NAN), [1.0, 1.0]);
        }
        assert_eq!(PressureUse::Size.factors(0.0), [0.05, 1.0]);
    }

    #[test]
    fn settings_of_another_run_come_back_into_their_ranges() {
        let text = r#"{"rope_points": 1e9, "curve": [[0.5, 3.0]],
            "symmetry": {"kind": {"turn": 99}}}"#;
        let way: GroundWay = serde_json::from_str(text).expect("readable");
        let way = way.within_ranges();
        assert_eq!(way.rope_points, GroundWay::LONGEST_ROPE);
        assert_eq!(way.curve, FIRST_CURVE);
        let kind = way.symmetry.map(|symmetry| symmetry.kind);
        assert_eq!(kind, Some(SymmetryKind::Turn(MOST_TURNS)));
    }
}
