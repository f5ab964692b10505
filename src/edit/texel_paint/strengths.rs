//! How strongly dabs touched the texels of a map chunk.

use super::masks::MaskPlane;
use crate::brush::{Footprint, raise};
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
        let Strengths { texels, mask } = self.strengths;
        for ((row, kept), at) in texels.iter_mut().enumerate().zip(top..) {
            let mut room = [0; ALPHA_SIDE];
            let (given, lanes) = self.footprint.run(at, left, &mut room);
            if lanes.is_empty() {
                continue;
            }
            let shares = mask.as_ref().and_then(|mask| mask.get(row));
            let (taken, has_grown) = raise(kept, given, shares, &lanes, self.accumulates);
            if has_grown {
                // Texels that the dab leaves alone are none of the stroke's.
                let taken = taken.get(lanes.clone()).unwrap_or_default();
                let is_meant = |strength: &u16| *strength > 0;
                let from = taken.iter().position(is_meant).unwrap_or(0);
                let last = taken.iter().rposition(is_meant);
                let to = last.map_or(taken.len(), |last| last + 1);
                let spans = spans.get_or_insert(TexelSpans::NONE);
                spans.add(row, lanes.start + from..lanes.start + to);
            }
        }
        spans
    }
}
