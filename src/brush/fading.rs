//! How many elements under a brush fade, worked out side by side.

use super::falloff::FalloffTable;
use super::row_work::BLOCK;

/// Elements whose strengths are worked out.
struct Fading<'a, T, F> {
    table: &'a FalloffTable,
    elements: &'a [T],
    distance: F,
    strengths: &'a mut Vec<f32>,
}

impl FalloffTable {
    /// Adds the strengths of elements to `strengths`; `distance` tells how far each is, as a share of
    /// the radius.
    ///
    /// They are those of [`FalloffTable::at`], but for the last bit of some.
    pub fn fade<T>(&self, elements: &[T], distance: impl Fn(&T) -> f32, strengths: &mut Vec<f32>) {
        pulp::Arch::new().dispatch(Fading {
            table: self,
            elements,
            distance,
            strengths,
        });
    }
}

impl<T, F: Fn(&T) -> f32> pulp::WithSimd for Fading<'_, T, F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        let (whole, rest) = self.elements.as_chunks::<BLOCK>();
        self.strengths.reserve(self.elements.len());
        for block in whole {
            let mut distances = [0.0; BLOCK];
            for (distance, element) in distances.iter_mut().zip(block) {
                *distance = (self.distance)(element);
            }
            self.strengths
                .extend_from_slice(&self.table.all_at(&distances));
        }
        if rest.is_empty() {
            return;
        }
        let mut distances = [1.0; BLOCK];
        for (distance, element) in distances.iter_mut().zip(rest) {
            *distance = (self.distance)(element);
        }
        let last = self.table.all_at(&distances);
        self.strengths.extend(last.iter().take(rest.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::Falloff;
    use super::*;

    #[test]
    fn many_fade_as_each_alone() {
        for hardness in [0.0, 0.3, 1.0] {
            let table = FalloffTable::new(&Falloff::Gaussian, hardness);
            for count in [0, 1, 63, 64, 65, 850] {
                let mut far: Vec<f32> = (0..count).map(|at| at as f32 / 700.0).collect();
                if let Some(first) = far.first_mut() {
                    *first = f32::NAN;
                }
                let mut strengths = vec![0.25];
                table.fade(&far, |far| far * 0.5, &mut strengths);
                assert_eq!((strengths.len(), strengths[0]), (count + 1, 0.25));
                for (far, found) in far.iter().zip(&strengths[1..]) {
                    let expected = table.at(far * 0.5);
                    assert!((found - expected).abs() < 1e-6, "{far}: {found} {expected}");
                }
            }
        }
    }
}
