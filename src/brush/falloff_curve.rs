//! A curve drawn by the user through a handful of points: smooth, and without waves between them.

/// Most points of a curve.
pub const MOST_CURVE_POINTS: usize = 12;

/// How near points may come to one another, as a share of the radius.
const LEAST_STEP: f32 = 0.01;

/// A point of distance from the middle and strength, each 0 to 1.
pub type CurvePoint = [f32; 2];

/// The curve that drawing starts from: near to the smooth shape.
pub const FIRST_CURVE: [CurvePoint; 4] = [[0.0, 1.0], [0.3, 0.8], [0.7, 0.2], [1.0, 0.0]];

/// The strength of a curve at a distance; before its first point the first holds, past its last the
/// last. Without points it falls in a straight line.
///
/// Between points it is a cubic whose slopes are limited (Fritsch and Carlson), so that it rises
/// only where the points rise and falls only where they fall.
pub(super) fn curve_at(points: &[CurvePoint], at: f32) -> f32 {
    let after = points.partition_point(|[x, _]| *x <= at);
    let left = after.checked_sub(1);
    let point = |place: usize| points.get(place);
    let value = match (left.and_then(point), point(after)) {
        (Some(&[x0, y0]), Some(&[x1, y1])) if x1 > x0 => {
            let step = x1 - x0;
            let t = (at - x0) / step;
            let (out, into) = (slope(points, after - 1) * step, slope(points, after) * step);
            let (t2, t3) = (t * t, t * t * t);
            let cubic = (2.0 * t3 - 3.0 * t2 + 1.0) * y0
                + (t3 - 2.0 * t2 + t) * out
                + (3.0 * t2 - 2.0 * t3) * y1
                + (t3 - t2) * into;
            cubic.clamp(y0.min(y1), y0.max(y1))
        }
        (Some([_, y]), _) | (None, Some([_, y])) => *y,
        (None, None) => 1.0 - at,
    };
    if value.is_finite() {
        value.clamp(0.0, 1.0)
    } else {
        0.0
    }
}

/// The slope of a curve in one of its points: the harmonic mean of those to either side, weighted by
/// their lengths; level where they point up and down, and at either end that of the only side.
fn slope(points: &[CurvePoint], place: usize) -> f32 {
    let between = |from: usize| {
        let ([x0, y0], [x1, y1]) = (points.get(from)?, points.get(from + 1)?);
        let step = x1 - x0;
        (step > 0.0).then(|| (step, (y1 - y0) / step))
    };
    match (place.checked_sub(1).and_then(between), between(place)) {
        (Some((before, a)), Some((after, b))) if a * b > 0.0 => {
            let (first, second) = (2.0 * after + before, after + 2.0 * before);
            (first + second) / (first / a + second / b)
        }
        (Some(_), Some(_)) | (None, None) => 0.0,
        (Some((_, one)), None) | (None, Some((_, one))) => one,
    }
}

/// Whether points make a curve: from two on, in ascending order, all numbers between 0 and 1.
pub fn is_curve(points: &[CurvePoint]) -> bool {
    let is_share = |point: &CurvePoint| point.iter().all(|part| (0.0..=1.0).contains(part));
    (2..=MOST_CURVE_POINTS).contains(&points.len())
        && points.iter().all(is_share)
        && points.windows(2).all(|pair| match pair {
            [a, b] => a[0] < b[0],
            _ => true,
        })
}

/// The curve with a point moved: the first and the last keep their distance, the others stay between
/// their neighbours. What is no number moves nothing.
#[must_use]
pub fn with_point_moved(points: &[CurvePoint], place: usize, to: CurvePoint) -> Vec<CurvePoint> {
    let mut moved = points.to_vec();
    let last = points.len().saturating_sub(1);
    let x_of = |place: Option<usize>| place.and_then(|place| points.get(place)).map(|at| at[0]);
    let (before, after) = (x_of(place.checked_sub(1)), x_of(Some(place + 1)));
    let Some(point) = moved
        .get_mut(place)
        .filter(|_| to.iter().all(|part| part.is_finite()))
    else {
        return moved;
    };
    if place > 0 && place < last {
        let least = before.map_or(0.0, |x| x + LEAST_STEP);
        let most = after.map_or(1.0, |x| x - LEAST_STEP);
        if least <= most {
            point[0] = to[0].clamp(least, most);
        }
    }
    point[1] = to[1].clamp(0.0, 1.0);
    moved
}

/// The curve with another point, and where in the list it is; `None` where there is no room.
pub fn with_point_added(points: &[CurvePoint], at: CurvePoint) -> Option<(Vec<CurvePoint>, usize)> {
    let place = points.partition_point(|[x, _]| *x < at[0]);
    let is_near = |point: &CurvePoint| (point[0] - at[0]).abs() < LEAST_STEP;
    let is_share = at.iter().all(|part| (0.0..=1.0).contains(part));
    if points.len() >= MOST_CURVE_POINTS || !is_share || points.iter().any(is_near) {
        return None;
    }
    let mut more = points.to_vec();
    more.insert(place, at);
    Some((more, place))
}

/// The curve without one of its inner points; the first and the last stay.
pub fn without_point(points: &[CurvePoint], place: usize) -> Option<Vec<CurvePoint>> {
    let is_inner = place > 0 && place + 1 < points.len();
    is_inner.then(|| {
        let mut fewer = points.to_vec();
        fewer.remove(place);
        fewer
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_goes_through_its_points_and_makes_no_waves_between_them() {
        let curves: [&[CurvePoint]; 4] = [
            &FIRST_CURVE,
            &[[0.0, 1.0], [0.05, 0.1], [0.1, 0.95], [1.0, 0.9]],
            &[[0.1, 0.0], [0.5, 1.0], [0.6, 1.0], [0.9, 0.2]],
            &[[0.0, 0.3], [1.0, 0.7]],
        ];
        for points in curves {
            assert!(is_curve(points));
            for [x, y] in points {
                assert!((curve_at(points, *x) - y).abs() < 1e-6, "{points:?} at {x}");
            }
            for pair in points.windows(2) {
                let ([x0, y0], [x1, y1]) = (pair[0], pair[1]);
                let mut before = y0;
                for step in 0..=100 {
                    let now = curve_at(points, x0 + (x1 - x0) * step as f32 / 100.0);
                    let rises = (now - before) * (y1 - y0).signum();
                    assert!(rises > -1e-5, "{points:?} turns back at {now}");
                    before = now;
                }
            }
        }
        // Points on a line stay one.
        let line = [[0.0, 1.0], [0.25, 0.75], [0.5, 0.5], [1.0, 0.0]];
        for step in 0..=100 {
            let at = step as f32 / 100.0;
            assert!((curve_at(&line, at) - (1.0 - at)).abs() < 1e-5);
        }
    }

    #[test]
    fn the_slope_has_no_corner_in_an_inner_point() {
        let step = 1e-3;
        for at in [0.3f32, 0.7] {
            let before = curve_at(&FIRST_CURVE, at) - curve_at(&FIRST_CURVE, at - step);
            let after = curve_at(&FIRST_CURVE, at + step) - curve_at(&FIRST_CURVE, at);
            assert!((before - after).abs() < 2e-5, "{before} {after} at {at}");
        }
    }

    #[test]
    fn points_are_moved_between_their_neighbours_added_and_taken_away() {
        let moved = with_point_moved(&FIRST_CURVE, 1, [0.9, 2.0]);
        assert_eq!(moved[1], [0.7 - LEAST_STEP, 1.0]);
        assert_eq!(with_point_moved(&FIRST_CURVE, 0, [0.5, 0.5])[0], [0.0, 0.5]);
        assert_eq!(with_point_moved(&FIRST_CURVE, 9, [0.5, 0.5]), FIRST_CURVE);
        assert_eq!(
            with_point_moved(&FIRST_CURVE, 1, [f32::NAN, 0.5]),
            FIRST_CURVE
        );
        let (more, place) = with_point_added(&FIRST_CURVE, [0.5, 0.9]).unwrap();
        assert_eq!((more.len(), place, more[2]), (5, 2, [0.5, 0.9]));
        assert!(is_curve(&more));
        assert!(with_point_added(&FIRST_CURVE, [0.301, 0.5]).is_none());
        assert_eq!(without_point(&more, 2).unwrap(), FIRST_CURVE);
        assert!(without_point(&more, 0).is_none() && without_point(&more, 4).is_none());
    }

    #[test]
    fn what_is_no_curve_is_told_and_harms_nobody() {
        for odd in [
            &[][..],
            &[[0.0, 1.0]],
            &[[0.5, 1.0], [0.5, 0.0]],
            &[[0.0, f32::NAN], [1.0, 0.0]],
            &[[0.0, 1.5], [1.0, 0.0]],
        ] {
            assert!(!is_curve(odd), "{odd:?}");
            for at in [0.0, 0.5, 1.0] {
                assert!((0.0..=1.0).contains(&curve_at(odd, at)), "{odd:?}");
            }
        }
    }
}
