//! The brush that paints weights: its size, what it does, and what it reaches.

use crate::brush::{CurvePoint, FIRST_CURVE, Falloff, is_curve};
use crate::skinning::PaintMode;

/// Which of the vertices within the radius are touched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BrushReach {
    /// Those whose surface faces the viewer.
    #[default]
    FrontFacing,
    /// Those that the viewer sees: nothing is before them.
    Visible,
    /// All, also behind the surface.
    Through,
}

/// What the pressure of a pen changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum PressureUse {
    /// Nothing.
    Nothing,
    /// How strong the brush is.
    #[default]
    Strength,
    /// How large the brush is.
    Size,
    /// Both.
    Both,
}

impl PressureUse {
    /// How pressure changes size and strength, as factors. What is no pressure is a mouse.
    pub fn factors(self, pressure: f32) -> [f32; 2] {
        let pressure = if pressure.is_finite() {
            pressure.clamp(0.0, 1.0)
        } else {
            1.0
        };
        match self {
            Self::Nothing => [1.0, 1.0],
            Self::Strength => [1.0, pressure],
            // A brush without size would paint nothing at the first touch.
            Self::Size => [pressure.max(0.05), 1.0],
            Self::Both => [pressure.max(0.05), pressure],
        }
    }
}

/// What the left button does in the weights workspace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WeightTool {
    /// Paints.
    #[default]
    Brush,
    /// Selects vertices.
    Select,
    /// Lays a gradient of the active bone along a drag.
    Gradient,
}

/// A number of the brush that a drag of the mouse changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrushNumber {
    /// Its radius.
    Radius,
    /// Its strength.
    Strength,
    /// Its value.
    Value,
}

/// The brush that paints weights.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightBrush {
    /// What it does.
    pub mode: PaintMode,
    /// Its radius as a share of the model's size, so that it fits models of any unit.
    pub radius_share: f32,
    /// How much of it is done at the middle, 0 to 1.
    pub strength: f32,
    /// The weight, amount or factor of the mode.
    pub value: f32,
    /// How it fades towards the edge.
    pub falloff: Falloff,
    /// The curve that the user drew, kept while another shape is used.
    pub curve: Vec<CurvePoint>,
    /// How much of the radius is touched at full strength before the fading begins, 0 to 1.
    pub hardness: f32,
    /// Way between two dabs, as a share of the radius.
    pub spacing: f32,
    /// Whether each dab works on what the dabs before left.
    pub accumulates: bool,
    /// What it reaches.
    pub reach: BrushReach,
    /// Whether distances are measured along the surface.
    pub along_surface: bool,
    /// Whether the other side of the model is painted too.
    pub mirrors: bool,
    /// Whether sums are brought to 1 after the stroke and not with every dab, where the rules ask
    /// for that.
    pub normalises_after: bool,
    /// What the pressure of a pen changes.
    pub pressure: PressureUse,
    /// Whether only selected vertices are painted while any are selected.
    pub keeps_to_selection: bool,
}

impl WeightBrush {
    /// Radii from a pixel's worth of a model to all of it.
    pub const RADIUS_SHARES: [f32; 2] = [0.001, 1.0];

    /// One of its numbers.
    pub fn number(&self, number: BrushNumber) -> f32 {
        match number {
            BrushNumber::Radius => self.radius_share,
            BrushNumber::Strength => self.strength,
            BrushNumber::Value => self.value,
        }
    }

    /// The same brush with another number, brought into its range.
    #[must_use]
    pub fn with_number(mut self, number: BrushNumber, value: f32) -> Self {
        if !value.is_finite() {
            return self;
        }
        let [least, most] = Self::RADIUS_SHARES;
        match number {
            BrushNumber::Radius => self.radius_share = value.clamp(least, most),
            BrushNumber::Strength => self.strength = value.clamp(0.0, 1.0),
            BrushNumber::Value => self.value = value.clamp(0.0, self.highest_value()),
        }
        self
    }

    /// The highest value that makes sense: a factor may be above 1.
    pub fn highest_value(&self) -> f32 {
        if self.mode == PaintMode::Scale {
            4.0
        } else {
            1.0
        }
    }

    /// The same brush fading along the curve that the user drew.
    #[must_use]
    pub fn with_curve(mut self, curve: Vec<CurvePoint>) -> Self {
        self.falloff = Falloff::Curve(curve.clone());
        self.curve = curve;
        self
    }

    /// Keeps a curve that was drawn in another run; what is no curve is forgotten.
    pub fn remember_curve(&mut self, curve: Vec<CurvePoint>) {
        if is_curve(&curve) {
            self.curve = curve;
        }
    }

    /// The radius in units of a model of this size.
    pub fn radius(&self, model_size: f32) -> f32 {
        self.radius_share * model_size
    }

    /// How pressure changes size and strength, as factors. What is no pressure is a mouse.
    pub fn pressed(&self, pressure: f32) -> (f32, f32) {
        let [size, strength] = self.pressure.factors(pressure);
        (size, strength)
    }

    /// The mode and value while keys are held: Ctrl turns the brush round, Shift smooths.
    pub fn held(&self, inverts: bool, smooths: bool) -> (PaintMode, f32) {
        if smooths {
            return (PaintMode::Smooth, self.value);
        }
        if !inverts {
            return (self.mode, self.value);
        }
        let value = match self.mode {
            PaintMode::Set => (1.0 - self.value).clamp(0.0, 1.0),
            PaintMode::Scale if self.value > 0.0 => self.value.recip(),
            _ => self.value,
        };
        (self.mode.inverted(), value)
    }
}

impl Default for WeightBrush {
    fn default() -> Self {
        Self {
            mode: PaintMode::Set,
            radius_share: 0.06,
            strength: 0.5,
            value: 1.0,
            falloff: Falloff::default(),
            curve: FIRST_CURVE.to_vec(),
            hardness: 0.0,
            spacing: 0.2,
            accumulates: false,
            reach: BrushReach::default(),
            along_surface: false,
            mirrors: false,
            normalises_after: false,
            pressure: PressureUse::default(),
            keeps_to_selection: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ctrl_turns_the_brush_round_and_shift_smooths() {
        let mut brush = WeightBrush::default();
        assert_eq!(brush.held(true, false), (PaintMode::Set, 0.0));
        assert_eq!(brush.held(true, true), (PaintMode::Smooth, 1.0));
        brush.mode = PaintMode::Add;
        assert_eq!(brush.held(true, false), (PaintMode::Subtract, 1.0));
        (brush.mode, brush.value) = (PaintMode::Scale, 0.5);
        assert_eq!(brush.held(true, false), (PaintMode::Scale, 2.0));
    }
}
