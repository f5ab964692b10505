//! The quick way of new weights with all four slots in one register; to the bit what
//! [`QuickRules::painted`] gives.
#![allow(
    unsafe_code,
    reason = "four slots are read and written as one register; what that relies on is said there"
)]

use super::quick_weights::{QuickRules, QuickWay, Shares};
use super::weight_paint::BonePaint;
use super::weight_rules::SMALLEST_WEIGHT;
use crate::mesh::{Influence, SLOTS};
use crate::skeleton::BoneId;
use std::arch::x86_64::*;

/// Each lane that is a slot's bone, and each that is its weight, out of two pairs of slots.
const BONES: i32 = 0b10_00_10_00;
const WEIGHTS: i32 = 0b11_01_11_01;
/// Each lane the next one, and each the one across.
const NEXT: i32 = 0b00_11_10_01;
const ACROSS: i32 = 0b01_00_11_10;
/// All four lanes.
const ALL: i32 = 0b1111;

/// A processor that has what this way needs; only [`Wide::detect`] makes one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wide(());

impl Wide {
    /// This processor, if it has all of it.
    pub fn detect() -> Option<Self> {
        let has_all = std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("popcnt");
        has_all.then_some(Self(()))
    }
}

impl QuickWay for Wide {
    #[inline(always)]
    fn painted(
        self,
        rules: QuickRules,
        slots: &[Influence; SLOTS],
        bone: BoneId,
        paint: BonePaint,
        strength: f32,
    ) -> Option<[Influence; SLOTS]> {
        // SAFETY: a `Wide` is only made where everything was found.
        unsafe { painted_wide(rules, slots, bone, paint, strength) }
    }
}

/// [`QuickRules::painted`] on a processor with AVX2.
#[target_feature(enable = "avx2,bmi1,popcnt")]
#[inline]
fn painted_wide(
    rules: QuickRules,
    slots: &[Influence; SLOTS],
    bone: BoneId,
    paint: BonePaint,
    strength: f32,
) -> Option<[Influence; SLOTS]> {
    // SAFETY: an `Influence` is a number of 32 bits and a float, in this order and without gaps, so
    // four are 32 bytes that are all written.
    let stored = unsafe { _mm256_loadu_ps(slots.as_ptr().cast()) };
    let (low, high) = (
        _mm256_castps256_ps128(stored),
        _mm256_extractf128_ps(stored, 1),
    );
    let bones = _mm_castps_si128(_mm_shuffle_ps(low, high, BONES));
    let weights = _mm_shuffle_ps(low, high, WEIGHTS);
    let zero = _mm_setzero_ps();
    let live = _mm_cmpgt_ps(weights, zero);
    let is_number = _mm_and_ps(
        _mm_cmpge_ps(weights, zero),
        _mm_cmplt_ps(weights, _mm_set1_ps(f32::INFINITY)),
    );
    // A bone that has no weight in a slot is no bone there: its lane is made to equal no other.
    let twice = |turned: __m128i, turned_live: __m128| {
        let same = _mm_castsi128_ps(_mm_cmpeq_epi32(bones, turned));
        _mm_and_ps(same, _mm_and_ps(live, turned_live))
    };
    let next = twice(
        _mm_shuffle_epi32(bones, NEXT),
        _mm_shuffle_ps(live, live, NEXT),
    );
    let across = twice(
        _mm_shuffle_epi32(bones, ACROSS),
        _mm_shuffle_ps(live, live, ACROSS),
    );
    let is_even = _mm_movemask_ps(is_number) == ALL;
    if !is_even || _mm_movemask_ps(_mm_or_ps(next, across)) != 0 {
        return None;
    }

    let is_own = _mm_castsi128_ps(_mm_cmpeq_epi32(bones, _mm_set1_epi32(bone.0 as i32)));
    let counted = _mm_and_ps(weights, live);
    let own = _mm_and_ps(counted, is_own);
    // At most one of the four is not 0, so the order of the sum does not matter.
    let pairs = _mm_add_ps(own, _mm_shuffle_ps(own, own, ACROSS));
    let has = _mm_cvtss_f32(_mm_add_ss(pairs, _mm_shuffle_ps(pairs, pairs, NEXT)));

    let others = _mm256_cvtps_pd(_mm_andnot_ps(is_own, counted));
    let (first, second) = (
        _mm256_castpd256_pd128(others),
        _mm256_extractf128_pd(others, 1),
    );
    let sum = _mm_add_sd(first, _mm_unpackhi_pd(first, first));
    let sum = _mm_add_sd(sum, second);
    let sum = _mm_add_sd(sum, _mm_unpackhi_pd(second, second));
    let Shares { target, of_others } = rules.shares(paint.of(has, strength), _mm_cvtsd_f64(sum))?;

    let shared = _mm256_mul_pd(_mm256_cvtps_pd(weights), _mm256_set1_pd(of_others));
    let shared = _mm256_cvtpd_ps(shared);
    let new = _mm_blendv_ps(shared, _mm_set1_ps(target), is_own);
    let stays = _mm_and_ps(live, _mm_cmpgt_ps(new, _mm_set1_ps(SMALLEST_WEIGHT)));
    let mut new = _mm_and_ps(new, stays);
    let mut new_bones = _mm_castsi128_ps(bones);
    let taken = _mm_movemask_ps(stays) as u32;
    let room = rules.room(taken, has <= 0.0 && target > 0.0)?;
    if room < SLOTS as u32 {
        let lanes = _mm_setr_epi32(0, 1, 2, 3);
        let here = _mm_castsi128_ps(_mm_cmpeq_epi32(lanes, _mm_set1_epi32(room as i32)));
        new = _mm_blendv_ps(new, _mm_set1_ps(target), here);
        let bone = _mm_castsi128_ps(_mm_set1_epi32(bone.0 as i32));
        new_bones = _mm_blendv_ps(new_bones, bone, here);
    }
    let mut painted = *slots;
    let both = _mm256_set_m128(
        _mm_unpackhi_ps(new_bones, new),
        _mm_unpacklo_ps(new_bones, new),
    );
    // SAFETY: as above; every bit pattern is a bone and a weight.
    unsafe { _mm256_storeu_ps(painted.as_mut_ptr().cast(), both) };
    Some(painted)
}
