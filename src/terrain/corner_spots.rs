//! The corners of a map as spots of the ground.

use super::ground_spot::{GroundSpot, SpotGround};
use super::{CORNER_SPACING, CornerMap};

/// Steps to neighbours along and across the rows, and aslant.
const NEIGHBOURS: [(i32, i32, f32); 4] = [(1, 0, 2.0), (0, 1, 2.0), (1, 1, 1.0), (1, -1, 1.0)];

impl CornerMap {
    /// Place of the corner of a spot in [`CornerMap::corners`].
    pub fn spot_index(&self, spot: GroundSpot) -> Option<usize> {
        let column = u32::try_from(spot.column).ok()?;
        self.index(column, u32::try_from(spot.row).ok()?)
    }

    /// Columns and rows of the corners at most `reach` from `middle` in both x and y.
    ///
    /// Empty ranges where there are none, and for what is no number.
    pub fn columns_and_rows_near(
        &self,
        middle: [f32; 2],
        reach: f32,
    ) -> (std::ops::Range<u32>, std::ops::Range<u32>) {
        let range = |from: f32, middle: f32, count: u32| {
            let low = ((middle - reach - from) / CORNER_SPACING).ceil();
            let high = ((middle + reach - from) / CORNER_SPACING).floor();
            if low.is_nan() || high.is_nan() || high < 0.0 || low > high {
                return 0..0;
            }
            (low.max(0.0) as u32).min(count)..(high as u32).saturating_add(1).min(count)
        };
        let [left, bottom] = self.head.origin;
        let [x, y] = middle;
        (
            range(left, x, self.width()),
            range(bottom, y, self.height()),
        )
    }
}

impl SpotGround for CornerMap {
    fn spot_height(&self, spot: GroundSpot) -> Option<f32> {
        let corner = self.corners().get(self.spot_index(spot)?)?;
        Some(corner.ground_z())
    }

    fn spot_position(&self, spot: GroundSpot) -> Option<[f32; 2]> {
        let (column, row) = self.place(self.spot_index(spot)?);
        Some(self.position(column, row))
    }

    fn for_spots_near(
        &self,
        middle: [f32; 2],
        reach: f32,
        visit: &mut dyn FnMut(GroundSpot, [f32; 2]),
    ) {
        let (columns, rows) = self.columns_and_rows_near(middle, reach);
        for row in rows {
            for column in columns.clone() {
                let spot = GroundSpot {
                    column: column as i32,
                    row: row as i32,
                };
                visit(spot, self.position(column, row));
            }
        }
    }

    fn step_units(&self) -> f32 {
        CORNER_SPACING
    }

    fn neighbour_steps(&self) -> &'static [(i32, i32, f32)] {
        &NEIGHBOURS
    }
}
