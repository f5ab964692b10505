//! Where dabs fall along the way of a brush: one each time it has gone so far, however the way is cut.

use crate::math::Vec3;

/// A point that the brush passes, or a dab on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathPoint {
    /// Where.
    pub place: Vec3,
    /// How hard the pen is pressed, 0 to 1.
    pub pressure: f32,
}

/// The way of a brush so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DabPath {
    last: Option<PathPoint>,
    /// How far it went since the last dab.
    gone: f32,
}

/// Dabs that one piece of way may have at most: a jump must not paint for minutes.
const MOST_DABS: usize = 4096;

impl DabPath {
    /// The brush leaves the surface: the way breaks, and the next point begins with a dab.
    pub fn lift(&mut self) {
        *self = Self::default();
    }

    /// Goes on to `point` and gives the dabs on the way, `step` apart, with the pressure there.
    ///
    /// The first point of a way is a dab. On a way too long for its step dabs are farther apart. A
    /// point that is no number, or a step that is not above 0, gives no dab, and the way goes on
    /// from where it was; a pressure that is no number is that of a mouse, 1.
    pub fn advance(&mut self, point: PathPoint, step: f32) -> Vec<PathPoint> {
        let is_number = point.place.iter().all(|number| number.is_finite());
        if !is_number || step.is_nan() || step <= 0.0 {
            return Vec::new();
        }
        let pressure = if point.pressure.is_nan() {
            1.0
        } else {
            point.pressure.clamp(0.0, 1.0)
        };
        let point = PathPoint { pressure, ..point };
        let Some(from) = self.last.replace(point) else {
            self.gone = 0.0;
            return vec![point];
        };
        let way = point.place - from.place;
        let length = way.norm();
        if length.is_nan() || length <= 0.0 {
            return Vec::new();
        }
        let step = step.max(length / MOST_DABS as f32);
        // A step that has become shorter since the last dab may be over already.
        let first = (step - self.gone).max(0.0);
        if first > length {
            self.gone += length;
            return Vec::new();
        }
        let more = (((length - first) / step) as usize).min(MOST_DABS);
        let dabs = (0..=more).map(|dab| {
            let share = ((first + dab as f32 * step) / length).min(1.0);
            PathPoint {
                place: from.place + way * share,
                pressure: from.pressure + (point.pressure - from.pressure) * share,
            }
        });
        self.gone = (length - (first + more as f32 * step)).max(0.0);
        dabs.collect()
    }
}

/// Dabs on a straight line, the first and the last at its ends and the others at even ways, at most
/// `step` apart unless they were too many.
///
/// A line without length is one dab; one whose ends or step are no numbers is none.
pub fn even_line(from: PathPoint, to: PathPoint, step: f32) -> Vec<PathPoint> {
    let way = to.place - from.place;
    let length = way.norm();
    if !length.is_finite() || step.is_nan() || step <= 0.0 {
        return Vec::new();
    }
    // A hair less, so that a length of whole steps has no step more.
    let count = ((length / step - 1e-3).ceil().max(0.0) as usize).min(MOST_DABS);
    let dabs = (0..=count).map(|dab| {
        let share = match count {
            0 => 0.0,
            _ => dab as f32 / count as f32,
        };
        PathPoint {
            place: from.place + way * share,
            pressure: from.pressure + (to.pressure - from.pressure) * share,
        }
    });
    dabs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f32, pressure: f32) -> PathPoint {
        PathPoint {
            place: Vec3::new(x, 0.0, 0.0),
            pressure,
        }
    }

    fn along(path: &mut DabPath, points: &[f32]) -> Vec<f32> {
        let dabs = points
            .iter()
            .map(|&x| path.advance(at(x, 1.0 - 0.5 * x), 0.25));
        dabs.flatten()
            .map(|dab| {
                let pressure = (1.0 - 0.5 * dab.place.x).clamp(0.0, 1.0);
                assert!((dab.pressure - pressure).abs() < 1e-4);
                dab.place.x
            })
            .collect()
    }

    #[test]
    fn the_same_way_in_other_pieces_gives_the_same_dabs() {
        let whole = along(&mut DabPath::default(), &[0.0, 1.1]);
        assert_eq!(whole.len(), 5);
        for count in [2, 7, 110, 1000] {
            let pieces = (0..=count).map(|step| step as f32 / count as f32 * 1.1);
            let cut = along(&mut DabPath::default(), &pieces.collect::<Vec<_>>());
            assert_eq!(cut.len(), whole.len());
            for (a, b) in whole.iter().zip(&cut) {
                assert!((a - b).abs() < 1e-4, "{whole:?} {cut:?}");
            }
        }
    }

    #[test]
    fn a_way_that_is_lifted_begins_anew_and_odd_numbers_give_no_dab() {
        let mut path = DabPath::default();
        assert_eq!(along(&mut path, &[0.0]), [0.0]);
        path.lift();
        assert_eq!(path.advance(at(5.0, 2.0), 0.25), [at(5.0, 1.0)]);
        assert!(path.advance(at(5.1, f32::NAN), 0.25).is_empty());
        for bad in [f32::NAN, f32::INFINITY] {
            assert!(path.advance(at(bad, 1.0), 0.25).is_empty());
        }
        for bad in [f32::NAN, 0.0, -1.0] {
            assert!(path.advance(at(9.0, 1.0), bad).is_empty());
        }
        // The way still goes on from 5.1.
        let dabs = path.advance(at(5.3, 1.0), 0.25);
        assert_eq!(dabs.len(), 1);
        assert!((dabs[0].place.x - 5.25).abs() < 1e-5);
    }

    #[test]
    fn a_jump_is_painted_with_few_dabs_and_the_way_after_it_as_ever() {
        let mut path = DabPath::default();
        path.advance(at(0.0, 1.0), 0.25);
        let far = path.advance(at(1e6, 1.0), 0.25);
        assert!(far.len() > 1000 && far.len() <= MOST_DABS + 1);
        assert!(
            far.iter()
                .all(|dab| dab.place.x >= 0.0 && dab.place.x <= 1e6)
        );
        for step in 1..20 {
            let dabs = path.advance(at(1e6 + step as f32, 1.0), 0.5);
            assert!(dabs.len() <= 3, "{}", dabs.len());
        }
    }

    #[test]
    fn a_straight_line_has_dabs_at_both_ends_and_even_ways_between() {
        for (length, step, count) in [(10.0, 3.0, 5), (9.0, 3.0, 4), (1.0, 3.0, 2), (0.0, 3.0, 1)] {
            let dabs = even_line(at(2.0, 1.0), at(2.0 + length, 0.5), step);
            assert_eq!(dabs.len(), count, "{length}");
            for (index, dab) in dabs.iter().enumerate() {
                let share = index as f32 / (count - 1).max(1) as f32;
                assert!((dab.place.x - 2.0 - length * share).abs() < 1e-5);
                assert!((dab.pressure - 1.0 + 0.5 * share).abs() < 1e-5);
            }
        }
        assert!(even_line(at(0.0, 1.0), at(f32::NAN, 1.0), 1.0).is_empty());
        assert!(even_line(at(0.0, 1.0), at(1.0, 1.0), 0.0).is_empty());
        assert_eq!(
            even_line(at(0.0, 1.0), at(1e9, 1.0), 0.1).len(),
            MOST_DABS + 1
        );
    }

    #[test]
    fn a_brush_that_grows_under_pressure_puts_its_dabs_farther_apart() {
        let mut path = DabPath::default();
        path.advance(at(0.0, 0.0), 1.0);
        assert_eq!(path.advance(at(0.9, 0.5), 1.0), []);
        // The step has become shorter than what was gone: a dab is due at once, and only one.
        let dabs = path.advance(at(1.0, 1.0), 0.5);
        assert_eq!(dabs.len(), 1);
        assert!((dabs[0].place.x - 0.9).abs() < 1e-6);
    }
}
