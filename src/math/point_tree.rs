//! Points in a tree, to find the one nearest to a place.

use super::Vec3;

/// Numbered points, halved again and again along X, Y and Z in turn.
///
/// Answers do not depend on the order in which the points were given: of points at the same
/// distance the one with the smallest number is found.
#[derive(Clone, Debug, Default)]
pub struct PointTree {
    /// Each stretch has its middle point in its middle, lower ones before it.
    points: Vec<(Vec3, u32)>,
}

/// What is nearest so far.
struct Best {
    distance_squared: f64,
    number: Option<u32>,
}

impl PointTree {
    /// A tree of numbered points; those that are not finite are left out.
    pub fn new(points: impl IntoIterator<Item = (u32, Vec3)>) -> Self {
        let finite = |(_, point): &(u32, Vec3)| point.iter().all(|part| part.is_finite());
        let usable = points.into_iter().filter(finite);
        let mut points: Vec<(Vec3, u32)> = usable.map(|(number, point)| (point, number)).collect();
        halve(&mut points, 0);
        Self { points }
    }

    /// The nearest of the points that `accept` takes and that are at most `distance` away, with
    /// its distance.
    pub fn nearest(
        &self,
        place: &Vec3,
        distance: f32,
        mut accept: impl FnMut(u32) -> bool,
    ) -> Option<(u32, f32)> {
        if !place.iter().all(|part| part.is_finite()) || distance.is_nan() || distance < 0.0 {
            return None;
        }
        let mut best = Best {
            distance_squared: f64::from(distance) * f64::from(distance),
            number: None,
        };
        search(&self.points, 0, place, &mut accept, &mut best);
        let number = best.number?;
        Some((number, best.distance_squared.sqrt() as f32))
    }
}

fn halve(points: &mut [(Vec3, u32)], axis: usize) {
    if points.len() < 2 {
        return;
    }
    let middle = points.len() / 2;
    points.select_nth_unstable_by(middle, |(a, first), (b, second)| {
        a[axis].total_cmp(&b[axis]).then(first.cmp(second))
    });
    let (before, after) = points.split_at_mut(middle);
    let next = (axis + 1) % 3;
    halve(before, next);
    halve(after.get_mut(1..).unwrap_or_default(), next);
}

fn search(
    points: &[(Vec3, u32)],
    axis: usize,
    place: &Vec3,
    accept: &mut impl FnMut(u32) -> bool,
    best: &mut Best,
) {
    let (before, rest) = points.split_at(points.len() / 2);
    let Some(((point, number), after)) = rest.split_first() else {
        return;
    };
    let away = (point.cast::<f64>() - place.cast::<f64>()).norm_squared();
    let is_nearer = away < best.distance_squared
        || (away == best.distance_squared && best.number.is_none_or(|kept| *number < kept));
    if is_nearer && accept(*number) {
        *best = Best {
            distance_squared: away,
            number: Some(*number),
        };
    }
    let next = (axis + 1) % 3;
    let beyond = f64::from(place[axis]) - f64::from(point[axis]);
    let (near, far) = if beyond < 0.0 {
        (before, after)
    } else {
        (after, before)
    };
    search(near, next, place, accept, best);
    if beyond * beyond <= best.distance_squared {
        search(far, next, place, accept, best);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_accepted_point_is_that_of_a_search_through_all() {
        let mut state = 7u64;
        let mut number = |span: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            ((state >> 33) % span) as f32
        };
        // Few different places, so that distances are often equal.
        let points: Vec<Vec3> = (0..300)
            .map(|_| Vec3::new(number(6), number(6), number(3)))
            .collect();
        let tree = PointTree::new((0..).zip(points.iter().copied()));
        for distance in [0.0, 1.0, 2.5, f32::INFINITY] {
            for _ in 0..200 {
                let place = Vec3::new(number(12) / 2.0, number(12) / 2.0, number(6) / 2.0);
                let odd = |index: u32| index % 2 == 1;
                let all = (0..).zip(&points).filter(|(index, _)| odd(*index));
                let truth = all
                    .map(|(index, point)| ((point - place).norm(), index))
                    .filter(|(away, _)| *away <= distance)
                    .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                let found = tree.nearest(&place, distance, odd);
                assert_eq!(found.map(|(index, _)| index), truth.map(|(_, index)| index));
            }
        }
    }

    #[test]
    fn what_is_no_number_is_never_found() {
        let tree = PointTree::new([(0, Vec3::new(f32::NAN, 0.0, 0.0)), (1, Vec3::x())]);
        assert_eq!(tree.nearest(&Vec3::zeros(), 9.0, |_| true), Some((1, 1.0)));
        let nowhere = Vec3::new(f32::NAN, 0.0, 0.0);
        assert_eq!(tree.nearest(&nowhere, 9.0, |_| true), None);
        assert_eq!(
            PointTree::default().nearest(&Vec3::zeros(), 9.0, |_| true),
            None
        );
    }
}
