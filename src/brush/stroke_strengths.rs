//! How strongly each element was touched by one stroke: the strongest of its dabs.

use crate::math::prefetch;

/// How strongly each element was touched by one stroke.
///
/// Only touched elements cost anything: beginning a stroke does not depend on how many there are.
#[derive(Clone, Debug, Default)]
pub struct StrokeStrengths {
    /// For each element the stroke that touched it last, and its place in `touched`.
    marks: Vec<(u32, u32)>,
    stroke: u32,
    touched: Vec<(u32, f32)>,
}

impl StrokeStrengths {
    /// Begins a stroke over this many elements.
    pub fn begin(&mut self, count: usize) {
        self.touched.clear();
        self.stroke = self.stroke.wrapping_add(1);
        if self.stroke == 0 || self.marks.len() != count {
            self.marks.clear();
            self.marks.resize(count, (0, 0));
            self.stroke = 1;
        }
    }

    /// Touches an element; whether it is touched more strongly now than before.
    ///
    /// Strengths above 1 are 1; those not above 0, and elements past the end, are no touch.
    #[inline]
    pub fn raise(&mut self, element: u32, strength: f32) -> bool {
        if strength.is_nan() || strength <= 0.0 {
            return false;
        }
        let strength = strength.min(1.0);
        let Some(mark) = self.marks.get_mut(element as usize) else {
            return false;
        };
        if mark.0 != self.stroke {
            *mark = (self.stroke, self.touched.len() as u32);
            self.touched.push((element, strength));
            return true;
        }
        match self.touched.get_mut(mark.1 as usize) {
            Some((_, before)) if strength > *before => {
                *before = strength;
                true
            }
            _ => false,
        }
    }

    /// Hears which element is touched soon.
    #[inline]
    pub fn expect(&self, element: u32) {
        prefetch(&self.marks, element as usize);
    }

    /// How strongly an element was touched; 0 if it was not.
    #[inline]
    pub fn of(&self, element: u32) -> f32 {
        match self.marks.get(element as usize) {
            Some(&(stroke, place)) if stroke == self.stroke => {
                let touched = self.touched.get(place as usize);
                touched.map_or(0.0, |(_, strength)| *strength)
            }
            _ => 0.0,
        }
    }

    /// The touched elements, in the order they were first touched.
    pub fn touched(&self) -> impl Iterator<Item = (u32, f32)> + '_ {
        self.touched.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_stronger_touch_counts_and_a_new_stroke_forgets_all() {
        let mut strengths = StrokeStrengths::default();
        strengths.begin(5);
        assert!(strengths.raise(3, 0.5));
        assert!(!strengths.raise(3, 0.5));
        assert!(!strengths.raise(3, 0.2));
        assert!(strengths.raise(3, 7.0));
        assert!(strengths.raise(1, 0.1));
        assert!(!strengths.raise(1, f32::NAN));
        assert!(!strengths.raise(9, 1.0));
        assert_eq!(
            strengths.touched().collect::<Vec<_>>(),
            [(3, 1.0), (1, 0.1)]
        );
        assert_eq!((strengths.of(3), strengths.of(0)), (1.0, 0.0));
        strengths.begin(5);
        assert_eq!(strengths.of(3), 0.0);
        assert!(strengths.raise(3, 0.1));
    }
}
