//! How far along a drag a point lies: the course of a gradient, 0 at its start and 1 at its end.

use crate::math::Vec3;

/// In which shape a gradient runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GradientShape {
    /// From plane to plane, across the drag.
    #[default]
    Linear,
    /// From the start outwards, the drag being the radius.
    Radial,
}

/// How a gradient goes from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GradientCurve {
    /// Evenly.
    #[default]
    Linear,
    /// Slowly at both ends.
    Smooth,
}

/// A gradient between two points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightGradient {
    /// Where it is 0.
    pub from: Vec3,
    /// Where it is 1.
    pub to: Vec3,
    /// Its shape.
    pub shape: GradientShape,
    /// Its curve.
    pub curve: GradientCurve,
}

impl WeightGradient {
    /// How far a point lies along the drag, 0 to 1; `None` if the point, or the drag, is none.
    pub fn at(&self, point: Vec3) -> Option<f32> {
        let (from, way) = (self.from.cast::<f64>(), (self.to - self.from).cast::<f64>());
        let offset = point.cast::<f64>() - from;
        let share = match self.shape {
            GradientShape::Linear => offset.dot(&way) / way.norm_squared(),
            GradientShape::Radial => offset.norm() / way.norm(),
        };
        if !share.is_finite() {
            return None;
        }
        let share = share.clamp(0.0, 1.0);
        Some(match self.curve {
            GradientCurve::Linear => share as f32,
            GradientCurve::Smooth => (share * share * (3.0 - 2.0 * share)) as f32,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gradient(shape: GradientShape, curve: GradientCurve) -> WeightGradient {
        WeightGradient {
            from: Vec3::new(1.0, 0.0, 0.0),
            to: Vec3::new(1.0, 4.0, 0.0),
            shape,
            curve,
        }
    }

    #[test]
    fn a_linear_gradient_measures_along_the_drag_and_a_radial_one_around_its_start() {
        let linear = gradient(GradientShape::Linear, GradientCurve::Linear);
        assert_eq!(linear.at(Vec3::new(90.0, 1.0, -5.0)), Some(0.25));
        assert_eq!(linear.at(Vec3::new(0.0, -9.0, 0.0)), Some(0.0));
        assert_eq!(linear.at(Vec3::new(0.0, 9.0, 0.0)), Some(1.0));
        let radial = gradient(GradientShape::Radial, GradientCurve::Linear);
        assert_eq!(radial.at(Vec3::new(1.0, 0.0, -3.0)), Some(0.75));
        let smooth = gradient(GradientShape::Linear, GradientCurve::Smooth);
        assert_eq!(smooth.at(Vec3::new(0.0, 1.0, 0.0)), Some(0.15625));
    }

    #[test]
    fn no_point_and_no_drag_have_no_place_in_a_gradient() {
        let mut linear = gradient(GradientShape::Linear, GradientCurve::Smooth);
        assert_eq!(linear.at(Vec3::new(f32::NAN, 0.0, 0.0)), None);
        linear.to = linear.from;
        assert_eq!(linear.at(Vec3::new(2.0, 2.0, 2.0)), None);
    }
}
