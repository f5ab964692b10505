//! How strongly dabs touched the texels of a map chunk.

use super::masks::MaskPlane;
use crate::brush::{Footprint, raise, scaled};
use crate::terrain::{ALPHA_SIDE, StrengthPlane, TexelSpans};

/// How strongly dabs touched the texels of a map chunk so far.
#[derive(Debug)]
pub(super) struct Strengths {
    texels: StrengthPlane,
    mask: Option<MaskPlane>,
}

/// What a dab adds to a map chunk.
struct Raise<'a> {
    strengths: &'a mut Strengths,
    /// Column and row of the first texel.
    first: [i32; 2],
    footprint: &'a Footprint,
    accumulates: bool,
}

impl Strengths {
    /// Of a map chunk that was not touched.
    pub fn new(mask: Option<MaskPlane>) -> Self {
        Self {
            texels: Box::new([[0; ALPHA_SIDE]; ALPHA_SIDE]),
            mask,
        }
    }

    /// The strengths, row by row.
    pub fn texels(&self) -> &[[u16; ALPHA_SIDE]; ALPHA_SIDE] {
        &self.texels
    }

    /// Takes a dab in; the rows that it changed, as far as it reaches.
    pub fn raise(
        &mut self,
        first: [i32; 2],
        footprint: &Footprint,
        accumulates: bool,
    ) -> Option<TexelSpans> {
        pulp::Arch::new().dispatch(Raise {
            strengths: self,
            first,
            footprint,
            accumulates,
        })
    }
}

impl pulp::WithSimd for Raise<'_> {
    type Output = Option<TexelSpans>;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) -> Self::Output {
        let [left, top] = self.first;
        let mut spans = None;
        let rows = self.strengths.texels.iter_mut().zip(0i32..);
        for (kept, row) in rows {
            let (first, given) = self.footprint.row(top + row);
            // Where the dab's row begins, in columns of the map chunk.
            let offset = first - left;
            let skipped = usize::try_from(-offset).unwrap_or(0);
            let begin = usize::try_from(offset).unwrap_or(0);
            let given = given.get(skipped..).unwrap_or_default();
            let kept = kept.get_mut(begin..).unwrap_or_default();
            let count = kept.len().min(given.len());
            let (kept, given) = (kept.get_mut(..count), given.get(..count));
            let (Some(kept), Some(given)) = (kept, given) else {
                continue;
            };
            let row = row as usize;
            let mask = self.strengths.mask.as_ref().and_then(|mask| mask.get(row));
            let mut masked = [0; ALPHA_SIDE];
            let given = match mask.and_then(|mask| mask.get(begin..begin + count)) {
                None => given,
                Some(mask) => {
                    for (masked, (given, share)) in masked.iter_mut().zip(given.iter().zip(mask)) {
                        *masked = scaled(*given, *share);
                    }
                    masked.get(..count).unwrap_or_default()
                }
            };
            if raise(kept, given, self.accumulates) {
                // Texels that the dab leaves alone are none of the stroke's.
                let is_meant = |strength: &u16| *strength > 0;
                let from = given.iter().position(is_meant).unwrap_or(0);
                let to = given
                    .iter()
                    .rposition(is_meant)
                    .map_or(count, |last| last + 1);
                let spans = spans.get_or_insert(TexelSpans::NONE);
                spans.add(row, begin + from..begin + to);
            }
        }
        spans
    }
}
