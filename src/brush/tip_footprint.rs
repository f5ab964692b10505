//! A turned, stretched or broken up tip over the spots of a grid.

use super::WHOLE;
use super::footprint::{BrushShape, Footprint, MOST_SPOTS};
use super::made_for::MadeFor;
use super::row_work::RowWork;
use super::tip::{BrushTip, PlaneMap, TipPose};

/// How much wider than a tip its rows are, so that rounding leaves no spot out.
const MARGIN: f64 = 1e-3;

impl Footprint {
    /// Makes it anew for a dab of a tip whose pose is that on the grid: `middle` in steps of the
    /// grid, column and row; `strength` 0 to 1.
    ///
    /// A dab that lies between the spots as the one before has the same strengths, only elsewhere,
    /// and nothing is worked out, unless flecks lie still below it.
    pub fn make_tip(&mut self, tip: &BrushTip, pose: &TipPose, middle: [f64; 2], strength: f32) {
        let [column, row] = middle.map(f64::floor);
        let [across, down] = pose
            .reach(tip.shape)
            .map(|reach| f64::from(reach).min(MOST_SPOTS / 2.0));
        let is_sound = across > 0.0 && down > 0.0 && column.abs() < 1e9 && row.abs() < 1e9;
        let whole = strength.clamp(0.0, 1.0) * f32::from(WHOLE);
        if !is_sound || whole.is_nan() || whole <= 0.0 {
            self.clear();
            return;
        }
        let middle = [middle[0] - column, middle[1] - row];
        self.origin = [column as i32, row as i32];
        let place = (self.origin, middle);
        let made = self.made.as_ref();
        if made.is_some_and(|made| made.is_tip(tip, pose, place, strength)) {
            return;
        }
        self.clear();
        self.made = Some(MadeFor::tip(tip, pose, place, strength));
        let [column, row] = middle;
        let (first, last) = ((row - down).ceil() as i32, (row + down).floor() as i32);
        let columns = (first..=last).map(|at| {
            let [from, to] = row_of(tip.shape, &pose.tip_from_plane, f64::from(at) - row);
            let (from, to) = (from.max(-across), to.min(across));
            (column + from).ceil() as i32..=(column + to).floor() as i32
        });
        let work = RowWork {
            shape: tip.shape,
            falloff: &tip.falloff,
            tip_from_grid: pose.tip_from_plane,
            scale: 1.0,
            column,
            whole,
            picture: tip.picture.as_ref(),
            spray: tip.spray.as_ref().map(|spray| (spray, pose)),
        };
        self.work_rows(first, columns, row, &work);
    }
}

/// From where to where a tip of this shape reaches in the row so far below its middle, a hair more
/// than it does; the first is greater where it does not.
fn row_of(shape: BrushShape, map: &PlaneMap, below: f64) -> [f64; 2] {
    let [[a, b], [c, d]] = map.map(|row| row.map(f64::from));
    let (right, up) = (b * below, d * below);
    let limit = 1.0 + MARGIN;
    match shape {
        BrushShape::Circle => {
            let (square, half) = (a * a + c * c, a * right + c * up);
            let rest = half * half - square * (right * right + up * up - limit * limit);
            let root = rest.max(0.0).sqrt();
            if rest < 0.0 {
                return NOWHERE;
            }
            [(-half - root) / square, (-half + root) / square]
        }
        BrushShape::Square => both(strip(a, right, limit), strip(c, up, limit)),
        BrushShape::Diamond => both(
            strip(a + c, right + up, limit),
            strip(a - c, right - up, limit),
        ),
    }
}

/// Where a row is not met.
const NOWHERE: [f64; 2] = [1.0, -1.0];

/// For which offsets `slope * offset + start` is within `limit` of 0.
fn strip(slope: f64, start: f64, limit: f64) -> [f64; 2] {
    if slope == 0.0 {
        let is_within = start.abs() <= limit;
        return if is_within {
            [-f64::MAX, f64::MAX]
        } else {
            NOWHERE
        };
    }
    let ends = [(-limit - start) / slope, (limit - start) / slope];
    [ends[0].min(ends[1]), ends[0].max(ends[1])]
}

fn both(one: [f64; 2], other: [f64; 2]) -> [f64; 2] {
    [one[0].max(other[0]), one[1].min(other[1])]
}

#[cfg(test)]
mod tests {
    use super::super::falloff::{Falloff, FalloffTable};
    use super::super::footprint::GridBrush;
    use super::super::spray::Spray;
    use super::super::tip::SAME_PLANE;
    use super::super::tip_picture::TipPicture;
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

    /// Tips of every kind, each with how it lies: turned, stretched, mirrored.
    fn tips() -> Vec<(BrushTip, TipPose)> {
        let falloffs = [Falloff::Smooth, Falloff::Flat, Falloff::Spherical];
        let shapes = [BrushShape::Circle, BrushShape::Square, BrushShape::Diamond];
        let mut tips = Vec::new();
        for (turn, (falloff, shape)) in (0u8..).zip(falloffs.iter().zip(shapes)) {
            let (sin, cos) = (f32::from(turn) * 0.7 + 0.3).sin_cos();
            for part in 0..4u8 {
                let tip = BrushTip {
                    shape,
                    falloff: FalloffTable::new(falloff, 0.25),
                    picture: (part % 2 == 1).then(|| {
                        let shades: Vec<u8> = (0..=255).map(|at: u8| at.wrapping_mul(57)).collect();
                        TipPicture::new(32, 8, shades).expect("a picture")
                    }),
                    spray: (part > 1).then_some(Spray {
                        density: 0.45,
                        core: 0.2,
                        fleck: if turn == 0 { 0.7 } else { 6.3 },
                    }),
                };
                let pose = TipPose {
                    tip_from_plane: [[cos / 47.0, sin / 47.0], [-sin / 21.0, cos / 21.0]],
                    original_from_plane: [[cos, -sin], [sin, cos]],
                    original: [812.25, -77.5],
                    seed: 9,
                };
                tips.push((tip, pose));
            }
        }
        tips
    }

    #[test]
    fn rows_hold_what_the_tip_says_of_each_spot() {
        let mut footprint = Footprint::default();
        let mut met = 0;
        for (tip, pose) in tips() {
            let middle = [300.25f64, -41.5];
            footprint.make_tip(&tip, &pose, middle, 0.8);
            for row in -95..12 {
                for column in 245..356 {
                    let beside = (f64::from(column) - middle[0]) as f32;
                    let below = (f64::from(row) - middle[1]) as f32;
                    let expected = tip.share(&pose, [beside, below]) * 0.8 * 65535.0;
                    let found = footprint.at(column, row);
                    assert!(
                        (f32::from(found) - expected).abs() <= 1.0,
                        "{tip:?} {column} {row}: {found} {expected}"
                    );
                    met += u32::from(found > 0);
                }
            }
        }
        assert!(met > 10_000, "{met}");
    }

    #[test]
    fn a_large_tip_has_the_same_rows_worked_out_side_by_side() {
        for (tip, mut pose) in tips() {
            pose.tip_from_plane = pose.tip_from_plane.map(|row| row.map(|part| part / 6.0));
            let mut footprint = Footprint::default();
            footprint.make_tip(&tip, &pose, [0.0; 2], 1.0);
            for at in 0..4000 {
                let (column, row) = (at * 37 % 601 - 300, at * 53 % 599 - 299);
                let expected = tip.share(&pose, [column as f32, row as f32]) * 65535.0;
                let found = f32::from(footprint.at(column, row));
                assert!((found - expected).abs() <= 1.0, "{tip:?} {column} {row}");
            }
        }
    }

    #[test]
    fn strengths_that_are_kept_are_those_that_would_be_worked_out_anew() {
        let mut kept = Footprint::default();
        for (tip, pose) in tips() {
            for (step, strength) in [(0, 0.5), (0, 0.5), (7, 0.5), (-31, 0.5), (-31, 1.0)] {
                // The flecks lie where the sample is, and move with no dab.
                let pose = TipPose {
                    original: [pose.original[0] + step as f32, pose.original[1]],
                    ..pose
                };
                let middle = [20.5 + f64::from(step), 3.75];
                kept.make_tip(&tip, &pose, middle, strength);
                let mut fresh = Footprint::default();
                fresh.make_tip(&tip, &pose, middle, strength);
                assert_eq!(kept.bounds(), fresh.bounds());
                let rows = -60..60;
                assert!(rows.clone().all(|row| kept.row(row) == fresh.row(row)));
                assert!(rows.clone().any(|row| !kept.row(row).1.is_empty()));
            }
            // Another seed has other flecks.
            let other = TipPose { seed: 10, ..pose };
            let before = kept.clone();
            kept.make_tip(&tip, &other, [20.5 - 31.0, 3.75], 1.0);
            let is_same = (-60..60).all(|row| kept.row(row) == before.row(row));
            assert_eq!(is_same, tip.spray.is_none());
        }
        let plain = GridBrush {
            radius: 9.0,
            shape: BrushShape::Circle,
            falloff: FalloffTable::new(&Falloff::Linear, 0.0),
        };
        let mut fresh = Footprint::default();
        kept.make(&plain, [4.5, 2.0], 1.0);
        fresh.make(&plain, [4.5, 2.0], 1.0);
        assert_eq!(kept.bounds(), fresh.bounds());
        assert!((-60..60).all(|row| kept.row(row) == fresh.row(row)));
    }
}
