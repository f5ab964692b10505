//! The strengths of a row of spots: where each lies in the tip, how the tip fades there, and what its
//! picture and its flecks leave of that.
//!
//! It works on blocks of spots in steps that processors do for many numbers side by side.

use super::falloff::FalloffTable;
use super::footprint::BrushShape;
use super::spray::Spray;
use super::tip::{PlaneMap, TipPose};
use super::tip_picture::TipPicture;
use crate::math::TO_WHOLE;

/// Spots that are worked on at once.
pub(super) const BLOCK: usize = 64;

/// A number for each spot of a block.
pub(super) type Lanes = [f32; BLOCK];

/// A number from 0 up to 2^22 as the nearest whole one.
#[inline(always)]
pub(super) fn nearest_whole(number: f32) -> u32 {
    (number + TO_WHOLE).to_bits() & 0x3F_FFFF
}

/// What the strengths of all rows are made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowWork<'a> {
    /// The outline.
    pub shape: BrushShape,
    /// How it fades.
    pub falloff: &'a FalloffTable,
    /// From offsets on the grid to those in the tip.
    pub tip_from_grid: PlaneMap,
    /// What a distance in the tip is multiplied with to be one of radii.
    pub scale: f32,
    /// The column of the middle.
    pub column: f64,
    /// The strength of what is whole.
    pub whole: f32,
    /// What of the tip is touched.
    pub picture: Option<&'a TipPicture>,
    /// How it is broken up, and where.
    pub spray: Option<(&'a Spray, &'a TipPose)>,
}

/// A row to work out.
struct Row<'a> {
    work: &'a RowWork<'a>,
    /// How far it is below the middle.
    below: f32,
    /// Its first column.
    left: i32,
    strengths: &'a mut [u16],
}

impl RowWork<'_> {
    /// Works out the strengths of a row that is so far below the middle, from its first column on.
    pub fn fill(&self, below: f32, left: i32, strengths: &mut [u16]) {
        pulp::Arch::new().dispatch(Row {
            work: self,
            below,
            left,
            strengths,
        });
    }
}

impl pulp::WithSimd for Row<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        let Self {
            work,
            below,
            left,
            strengths,
        } = self;
        let mut first = left;
        for strengths in strengths.chunks_mut(BLOCK) {
            let start = f64::from(first) - work.column;
            first += BLOCK as i32;
            let mut beside: Lanes = [0.0; BLOCK];
            for (beside, at) in beside.iter_mut().zip(0u16..) {
                *beside = (start + f64::from(at)) as f32;
            }
            let shares = work.shares(&beside, below, strengths.len());
            let worked_out = shares.map(|share| nearest_whole(share * work.whole) as u16);
            if let Some(worked_out) = worked_out.get(..strengths.len()) {
                strengths.copy_from_slice(worked_out);
            }
        }
    }
}

impl RowWork<'_> {
    /// How strong the tip is at some spots of a row.
    #[inline(always)]
    fn shares(&self, beside: &Lanes, below: f32, count: usize) -> Lanes {
        let [[a, b], [c, d]] = self.tip_from_grid;
        let (mut right, mut up): (Lanes, Lanes) = ([0.0; BLOCK], [0.0; BLOCK]);
        for ((right, up), x) in right.iter_mut().zip(&mut up).zip(beside) {
            (*right, *up) = (a * x + b * below, c * x + d * below);
        }
        let mut distances: Lanes = [0.0; BLOCK];
        // Asked once for all spots, so that each answer is a loop without a question.
        match self.shape {
            BrushShape::Circle => {
                self.measure(BrushShape::Circle, &mut distances, &right, &up);
            }
            BrushShape::Square => {
                self.measure(BrushShape::Square, &mut distances, &right, &up);
            }
            BrushShape::Diamond => {
                self.measure(BrushShape::Diamond, &mut distances, &right, &up);
            }
        }
        let mut shares = self.falloff.all_at(&distances);
        if let Some(picture) = self.picture {
            picture.take_from(&mut shares, &right, &up);
        }
        if let Some((spray, pose)) = self.spray {
            let beside = beside.get(..count).unwrap_or_default();
            let places = beside.iter().map(|x| pose.original_of([*x, below]));
            spray.take_from(&mut shares, &distances, pose.seed, places);
        }
        shares
    }

    #[inline(always)]
    fn measure(&self, shape: BrushShape, distances: &mut Lanes, right: &Lanes, up: &Lanes) {
        for (distance, (right, up)) in distances.iter_mut().zip(right.iter().zip(up)) {
            *distance = shape.distance(*right, *up) * self.scale;
        }
    }
}
