//! A spot of the ground that has a height of its own, whatever the shape of the map.

use super::plane_fit::PlaneFit;

/// A spot of the ground, in steps of the map's lattice from its north-west or south-west corner.
///
/// On a map of corners a step is from corner to corner. On a map of tiles it is half the way from
/// vertex to vertex: spots of the outer rows have two even numbers, those of the inner rows two odd
/// ones, and the vertices of neighbouring map chunks that lie on one place are one spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GroundSpot {
    /// Steps to the east.
    pub column: i32,
    /// Steps to the north on a map of corners, to the south on a map of tiles.
    pub row: i32,
}

impl GroundSpot {
    /// The spot so many steps away; numbers past the range stay at its end.
    #[must_use]
    pub fn shifted(self, columns: i32, rows: i32) -> Self {
        Self {
            column: self.column.saturating_add(columns),
            row: self.row.saturating_add(rows),
        }
    }
}

/// Ground whose heights can be read spot by spot.
pub trait SpotGround {
    /// World height of the ground; `None` where the map has no such spot.
    fn spot_height(&self, spot: GroundSpot) -> Option<f32>;

    /// World x and y of a spot of the map.
    fn spot_position(&self, spot: GroundSpot) -> Option<[f32; 2]>;

    /// Calls `visit` for every spot of the map at most `reach` from `middle` in both x and y, once
    /// each, always in the same order.
    fn for_spots_near(
        &self,
        middle: [f32; 2],
        reach: f32,
        visit: &mut dyn FnMut(GroundSpot, [f32; 2]),
    );

    /// Steps to a neighbour, and how much it and the one at the opposite side count when the ground
    /// is made smooth.
    fn neighbour_steps(&self) -> &'static [(i32, i32, f32)];

    /// World units of a step of the lattice.
    fn step_units(&self) -> f32;

    /// How steep the ground is at a spot, degrees: the plane that best fits its neighbours. 0 where
    /// heights are no numbers.
    fn slope_deg(
        &self,
        spot: GroundSpot,
        height: &mut dyn FnMut(GroundSpot) -> Option<f32>,
    ) -> f32 {
        let Some(own) = height(spot) else { return 0.0 };
        let step = f64::from(self.step_units());
        let mut plane = PlaneFit::default();
        for &(columns, rows, _) in self.neighbour_steps() {
            for (columns, rows) in [(columns, rows), (-columns, -rows)] {
                if let Some(there) = height(spot.shifted(columns, rows)) {
                    let [x, y] = [columns, rows].map(|steps| f64::from(steps) * step);
                    plane.add(x, y, f64::from(there) - f64::from(own));
                }
            }
        }
        let [x, y] = plane.slopes();
        let slope = x.hypot(y).atan().to_degrees() as f32;
        if slope.is_finite() { slope } else { 0.0 }
    }

    /// How much higher the neighbours of a spot are on the whole than it is itself, by `height`.
    ///
    /// Neighbours count only in pairs from opposite sides, so that a slope is no unevenness, also at
    /// the edge of the map.
    fn unevenness(
        &self,
        spot: GroundSpot,
        own: f32,
        height: &mut dyn FnMut(GroundSpot) -> Option<f32>,
    ) -> f64 {
        let (mut sum, mut weights) = (0.0, 0.0);
        for &(columns, rows, weight) in self.neighbour_steps() {
            let ahead = height(spot.shifted(columns, rows));
            let behind = height(spot.shifted(-columns, -rows));
            if let (Some(ahead), Some(behind)) = (ahead, behind) {
                let middle = (f64::from(ahead) + f64::from(behind)) / 2.0;
                sum += f64::from(weight) * (middle - f64::from(own));
                weights += f64::from(weight);
            }
        }
        if weights > 0.0 { sum / weights } else { 0.0 }
    }
}
