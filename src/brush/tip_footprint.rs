//! A turned, stretched or broken up tip over the spots of a grid.

use super::WHOLE;
use super::footprint::{Footprint, MOST_SPOTS};
use super::tip::{BrushTip, TipPose};

impl Footprint {
    /// Makes it anew for a dab of a tip whose pose is that on the grid: `middle` in steps of the
    /// grid, column and row; `strength` 0 to 1.
    pub fn make_tip(&mut self, tip: &BrushTip, pose: &TipPose, middle: [f64; 2], strength: f32) {
        self.begin_rows(0);
        let [column, row] = middle;
        let [across, down] = pose
            .reach(tip.shape)
            .map(|reach| f64::from(reach).min(MOST_SPOTS / 2.0));
        let is_sound = across > 0.0 && down > 0.0 && column.abs() < 1e9 && row.abs() < 1e9;
        let whole = strength.clamp(0.0, 1.0) * f32::from(WHOLE);
        if !is_sound || whole.is_nan() || whole <= 0.0 {
            return;
        }
        let [first, last] = [(row - down).ceil() as i32, (row + down).floor() as i32];
        let [left, right] = [
            (column - across).ceil() as i32,
            (column + across).floor() as i32,
        ];
        self.begin_rows(first);
        for at in first..=last {
            let below = (f64::from(at) - row) as f32;
            let strengths = (left..=right).map(|spot| {
                let beside = (f64::from(spot) - column) as f32;
                // To the nearest; quicker than to ask for that.
                (tip.share(pose, [beside, below]) * whole + 0.5) as u16
            });
            self.push_row(left, strengths);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::falloff::{Falloff, FalloffTable};
    use super::super::footprint::{BrushShape, GridBrush};
    use super::super::tip::{PlaneMap, SAME_PLANE};
    use super::*;

    fn pose(tip_from_plane: PlaneMap) -> TipPose {
        TipPose {
            tip_from_plane,
            original_from_plane: SAME_PLANE,
            original: [0.0; 2],
            seed: 1,
        }
    }

    #[test]
    fn a_tip_that_is_neither_turned_nor_stretched_is_the_plain_brush() {
        for shape in [BrushShape::Circle, BrushShape::Square, BrushShape::Diamond] {
            let falloff = FalloffTable::new(&Falloff::Smooth, 0.2);
            let plain = GridBrush {
                radius: 5.5,
                shape,
                falloff: falloff.clone(),
            };
            let tip = BrushTip {
                shape,
                falloff,
                picture: None,
                spray: None,
            };
            let (mut one, mut other) = (Footprint::default(), Footprint::default());
            one.make(&plain, [100.3, -7.6], 0.8);
            let pose = pose([[1.0 / 5.5, 0.0], [0.0, 1.0 / 5.5]]);
            other.make_tip(&tip, &pose, [100.3, -7.6], 0.8);
            for row in -20..10 {
                for column in 90..110 {
                    let (a, b) = (one.at(column, row), other.at(column, row));
                    assert!(a.abs_diff(b) <= 1, "{shape:?} {column} {row}: {a} {b}");
                }
            }
        }
    }

    #[test]
    fn every_spot_of_a_turned_tip_has_its_strength_and_none_is_left_out() {
        let tip = BrushTip {
            shape: BrushShape::Square,
            falloff: FalloffTable::new(&Falloff::Flat, 0.0),
            picture: None,
            spray: None,
        };
        let (sin, cos) = 0.6f32.sin_cos();
        let pose = pose([[cos / 9.0, sin / 9.0], [-sin / 2.0, cos / 2.0]]);
        let mut footprint = Footprint::default();
        let middle = [-3.2f64, 40.7];
        footprint.make_tip(&tip, &pose, middle, 1.0);
        let mut count = 0;
        for row in 20..60 {
            for column in -30..30 {
                let offset = [column as f32 + 3.2, row as f32 - 40.7];
                let found = footprint.at(column, row);
                let expected = (tip.share(&pose, offset) * 65535.0).round() as u16;
                assert!(found.abs_diff(expected) <= 1, "{column} {row}");
                count += u32::from(found > 0);
            }
        }
        // Four times the product of both half sides.
        assert!((60..84).contains(&count), "{count}");
        footprint.make_tip(&tip, &pose, [f64::NAN, 0.0], 1.0);
        assert_eq!(footprint.bounds(), None);
    }
}
