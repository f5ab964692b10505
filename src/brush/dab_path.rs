//! Where dabs fall along the way of a brush: one each time it has gone so far, however the way is cut.

use crate::math::Vec3;

/// The way of a brush so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DabPath {
    last: Option<Vec3>,
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

    /// Goes on to `point` and gives the middles of the dabs on the way, `step` apart.
    ///
    /// The first point of a way is a dab. A point that is no number, or a step that is not above
    /// 0, gives no dab.
    pub fn advance(&mut self, point: Vec3, step: f32) -> Vec<Vec3> {
        if !point.iter().all(|number| number.is_finite()) || !(step > 0.0) {
            return Vec::new();
        }
        let Some(from) = self.last.replace(point) else {
            self.gone = 0.0;
            return vec![point];
        };
        let way = point - from;
        let length = way.norm();
        if length <= 0.0 {
            return Vec::new();
        }
        let mut dabs = Vec::new();
        let mut at = step - self.gone;
        while at <= length && dabs.len() < MOST_DABS {
            dabs.push(from + way * (at.max(0.0) / length));
            at += step;
        }
        self.gone = (length - (at - step)).max(0.0);
        dabs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn along(path: &mut DabPath, points: &[f32]) -> Vec<f32> {
        let dabs = points
            .iter()
            .map(|&x| path.advance(Vec3::new(x, 0.0, 0.0), 0.25));
        dabs.flatten().map(|dab| dab.x).collect()
    }

    #[test]
    fn the_same_way_in_other_pieces_gives_the_same_dabs() {
        let whole = along(&mut DabPath::default(), &[0.0, 1.1]);
        assert_eq!(whole.len(), 5);
        let pieces: Vec<f32> = (0..=110).map(|step| step as f32 / 100.0).collect();
        let cut = along(&mut DabPath::default(), &pieces);
        assert_eq!(cut.len(), whole.len());
        for (a, b) in whole.iter().zip(&cut) {
            assert!((a - b).abs() < 1e-4, "{whole:?} {cut:?}");
        }
    }

    #[test]
    fn a_way_that_is_lifted_begins_anew_and_odd_numbers_give_no_dab() {
        let mut path = DabPath::default();
        assert_eq!(along(&mut path, &[0.0]), [0.0]);
        path.lift();
        assert_eq!(along(&mut path, &[5.0, 5.1]), [5.0]);
        assert!(path.advance(Vec3::new(f32::NAN, 0.0, 0.0), 0.25).is_empty());
        assert!(path.advance(Vec3::x(), 0.0).is_empty());
        let far = path.advance(Vec3::new(1e9, 0.0, 0.0), 0.25);
        assert!(far.len() <= MOST_DABS);
    }
}
