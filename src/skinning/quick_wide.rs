//! The quick way of new weights with a number of all eight vertices in one register; to the bit what
//! [`QuickRules::paint`] gives.
#![allow(
    unsafe_code,
    reason = "slots are read and written as registers; what that relies on is said there"
)]

use super::quick_weights::{LANES, QuickRules};
use super::weight_paint::{BonePaint, PaintMode};
use super::weight_rules::SMALLEST_WEIGHT;
use crate::mesh::{Influence, SLOTS};
use crate::skeleton::BoneId;
use std::arch::x86_64::*;

/// A processor that has what this way needs; only [`Wide::detect`] makes one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wide(());

impl Wide {
    /// This processor, if it has all of it.
    pub fn detect() -> Option<Self> {
        std::arch::is_x86_feature_detected!("avx2").then_some(Self(()))
    }

    /// [`QuickRules::paint`].
    #[inline(always)]
    pub fn paint(
        self,
        rules: QuickRules,
        slots: &mut [[Influence; SLOTS]; LANES],
        bone: BoneId,
        paint: BonePaint,
        strengths: &[f32; LANES],
    ) -> u32 {
        // SAFETY: a `Wide` is only made where everything was found.
        unsafe { painted(rules, slots, bone, paint, strengths) }
    }
}

/// A float of double width for each vertex: the first four, then the others.
type Doubles = [__m256d; 2];

#[target_feature(enable = "avx2")]
#[inline]
fn painted(
    rules: QuickRules,
    slots: &mut [[Influence; SLOTS]; LANES],
    bone: BoneId,
    paint: BonePaint,
    strengths: &[f32; LANES],
) -> u32 {
    // SAFETY: an `Influence` is a number of 32 bits and a float, in this order and without gaps, so
    // the four of a vertex are 32 bytes that are all written; so are eight strengths.
    let (rows, strengths) = unsafe {
        let mut rows = [_mm256_setzero_ps(); LANES];
        for (row, slots) in rows.iter_mut().zip(slots.iter()) {
            // In halves, as they were put there just now: a processor hands on what it has not yet
            // written only to who reads no more than was written at once.
            let halves = slots.as_ptr().cast::<f32>();
            *row = _mm256_set_m128(_mm_loadu_ps(halves.add(4)), _mm_loadu_ps(halves));
        }
        (rows, _mm256_loadu_ps(strengths.as_ptr()))
    };
    let [b0, w0, b1, w1, b2, w2, b3, w3] = transposed(rows);
    let mut bones = [b0, b1, b2, b3].map(|bones| _mm256_castps_si256(bones));
    let mut weights = [w0, w1, w2, w3];

    let zero = _mm256_setzero_ps();
    let smallest = _mm256_set1_ps(SMALLEST_WEIGHT);
    let whole = _mm256_set1_ps(1.0);
    let new_bone = _mm256_set1_epi32(bone.0 as i32);
    let live = weights.map(|weight| greater(weight, zero));
    let is_own = bones.map(|bones| _mm256_castsi256_ps(_mm256_cmpeq_epi32(bones, new_bone)));

    let mut own = zero;
    let mut has_others = zero;
    let mut others: Doubles = [_mm256_setzero_pd(); 2];
    for slot in 0..SLOTS {
        let counted = _mm256_and_ps(weights[slot], live[slot]);
        // No bone is named twice: at most one of the four is not 0.
        own = _mm256_add_ps(own, _mm256_and_ps(counted, is_own[slot]));
        let other = _mm256_andnot_ps(is_own[slot], counted);
        has_others = _mm256_or_ps(has_others, greater(other, zero));
        let [low, high] = doubles(other);
        others = [
            _mm256_add_pd(others[0], low),
            _mm256_add_pd(others[1], high),
        ];
    }

    // What is no number, or infinite, is nothing.
    let target = painted_weights(paint, own, strengths);
    let size = _mm256_andnot_ps(_mm256_set1_ps(-0.0), target);
    let is_finite = greater(_mm256_set1_ps(f32::INFINITY), size);
    let target = _mm256_and_ps(target, is_finite);
    let mut target = _mm256_min_ps(_mm256_max_ps(target, zero), whole);
    let mut of_others: Doubles = [_mm256_set1_pd(1.0); 2];
    let mut is_done = are_even(&bones, &weights, &live);
    if rules.normalises {
        let is_whole = _mm256_cmp_ps::<_CMP_GE_OQ>(target, whole);
        let is_alone = _mm256_andnot_ps(has_others, greater(target, zero));
        let is_all = _mm256_or_ps(is_whole, is_alone);
        let (parts, masks) = (doubles(target), double_masks(is_all));
        for half in 0..2 {
            let left = _mm256_sub_pd(_mm256_set1_pd(1.0), parts[half]);
            let part = _mm256_div_pd(left, others[half]);
            of_others[half] = _mm256_andnot_pd(masks[half], part);
        }
        target = _mm256_blendv_ps(target, whole, is_all);
        is_done = _mm256_and_ps(is_done, _mm256_or_ps(is_all, has_others));
    }
    target = _mm256_and_ps(target, greater(target, smallest));

    let is_new = _mm256_cmp_ps::<_CMP_LE_OQ>(own, zero);
    // Where the bone still needs a slot.
    let mut needs = _mm256_and_ps(is_new, greater(target, zero));
    let mut count = _mm256_setzero_si256();
    for slot in 0..SLOTS {
        let [low, high] = doubles(weights[slot]);
        let shared = _mm256_set_m128(
            _mm256_cvtpd_ps(_mm256_mul_pd(high, of_others[1])),
            _mm256_cvtpd_ps(_mm256_mul_pd(low, of_others[0])),
        );
        let new = _mm256_blendv_ps(shared, target, is_own[slot]);
        let stays = _mm256_and_ps(live[slot], greater(new, smallest));
        let is_room = _mm256_andnot_ps(stays, needs);
        needs = _mm256_andnot_ps(is_room, needs);
        let is_taken = _mm256_castps_si256(_mm256_or_ps(stays, is_room));
        count = _mm256_sub_epi32(count, is_taken);
        weights[slot] = _mm256_blendv_ps(_mm256_and_ps(new, stays), target, is_room);
        bones[slot] = _mm256_blendv_epi8(bones[slot], new_bone, _mm256_castps_si256(is_room));
    }
    let limit = i32::try_from(rules.limit).unwrap_or(i32::MAX);
    let is_over = _mm256_cmpgt_epi32(count, _mm256_set1_epi32(limit));
    let is_too_much = _mm256_or_ps(needs, _mm256_castsi256_ps(is_over));
    let is_done = _mm256_andnot_ps(is_too_much, is_done);

    let [b0, b1, b2, b3] = bones.map(|bones| _mm256_castsi256_ps(bones));
    let [w0, w1, w2, w3] = weights;
    let rows = transposed([b0, w0, b1, w1, b2, w2, b3, w3]);
    for (slots, row) in slots.iter_mut().zip(rows) {
        // SAFETY: as above; every bit pattern is a bone and a weight.
        unsafe { _mm256_storeu_ps(slots.as_mut_ptr().cast(), row) };
    }
    _mm256_movemask_ps(is_done) as u32
}

/// [`BonePaint::of`].
#[target_feature(enable = "avx2")]
#[inline]
fn painted_weights(paint: BonePaint, weights: __m256, strengths: __m256) -> __m256 {
    let value = _mm256_set1_ps(paint.value);
    let whole = _mm256_set1_ps(1.0);
    match paint.mode {
        PaintMode::Add => _mm256_add_ps(weights, _mm256_mul_ps(value, strengths)),
        PaintMode::Subtract => _mm256_sub_ps(weights, _mm256_mul_ps(value, strengths)),
        PaintMode::Scale => {
            let less = _mm256_mul_ps(_mm256_sub_ps(value, whole), strengths);
            _mm256_mul_ps(weights, _mm256_add_ps(whole, less))
        }
        _ => {
            let way = _mm256_mul_ps(_mm256_sub_ps(value, weights), strengths);
            let is_whole = _mm256_cmp_ps::<_CMP_GE_OQ>(strengths, whole);
            _mm256_blendv_ps(_mm256_add_ps(weights, way), value, is_whole)
        }
    }
}

/// Where no bone has two slots with a weight, and all weights are numbers and not below 0.
#[target_feature(enable = "avx2")]
#[inline]
fn are_even(bones: &[__m256i; SLOTS], weights: &[__m256; SLOTS], live: &[__m256; SLOTS]) -> __m256 {
    let infinity = _mm256_set1_ps(f32::INFINITY);
    let mut even = _mm256_castsi256_ps(_mm256_set1_epi32(-1));
    for slot in 0..SLOTS {
        let weight = weights[slot];
        let is_not_below = _mm256_cmp_ps::<_CMP_GE_OQ>(weight, _mm256_setzero_ps());
        let is_number = _mm256_and_ps(is_not_below, greater(infinity, weight));
        even = _mm256_and_ps(even, is_number);
        for other in slot + 1..SLOTS {
            let is_same = _mm256_castsi256_ps(_mm256_cmpeq_epi32(bones[slot], bones[other]));
            let are_live = _mm256_and_ps(live[slot], live[other]);
            even = _mm256_andnot_ps(_mm256_and_ps(is_same, are_live), even);
        }
    }
    even
}

#[target_feature(enable = "avx2")]
#[inline]
fn greater(one: __m256, other: __m256) -> __m256 {
    _mm256_cmp_ps::<_CMP_GT_OQ>(one, other)
}

#[target_feature(enable = "avx2")]
#[inline]
fn doubles(floats: __m256) -> Doubles {
    [
        _mm256_cvtps_pd(_mm256_castps256_ps128(floats)),
        _mm256_cvtps_pd(_mm256_extractf128_ps::<1>(floats)),
    ]
}

/// The same choice for numbers of double width.
#[target_feature(enable = "avx2")]
#[inline]
fn double_masks(mask: __m256) -> Doubles {
    let mask = _mm256_castps_si256(mask);
    let halves = [
        _mm256_castsi256_si128(mask),
        _mm256_extracti128_si256::<1>(mask),
    ];
    halves.map(|half| _mm256_castsi256_pd(_mm256_cvtepi32_epi64(half)))
}

/// Rows as columns.
#[target_feature(enable = "avx2")]
#[inline]
fn transposed([r0, r1, r2, r3, r4, r5, r6, r7]: [__m256; LANES]) -> [__m256; LANES] {
    // Which halves of two registers come together.
    const LOW: i32 = 0b01_00_01_00;
    const HIGH: i32 = 0b11_10_11_10;
    let (a, b) = (_mm256_unpacklo_ps(r0, r1), _mm256_unpackhi_ps(r0, r1));
    let (c, d) = (_mm256_unpacklo_ps(r2, r3), _mm256_unpackhi_ps(r2, r3));
    let (e, f) = (_mm256_unpacklo_ps(r4, r5), _mm256_unpackhi_ps(r4, r5));
    let (g, h) = (_mm256_unpacklo_ps(r6, r7), _mm256_unpackhi_ps(r6, r7));
    let first = [
        _mm256_shuffle_ps::<LOW>(a, c),
        _mm256_shuffle_ps::<HIGH>(a, c),
        _mm256_shuffle_ps::<LOW>(b, d),
        _mm256_shuffle_ps::<HIGH>(b, d),
    ];
    let last = [
        _mm256_shuffle_ps::<LOW>(e, g),
        _mm256_shuffle_ps::<HIGH>(e, g),
        _mm256_shuffle_ps::<LOW>(f, h),
        _mm256_shuffle_ps::<HIGH>(f, h),
    ];
    let mut columns = [_mm256_setzero_ps(); LANES];
    for at in 0..LANES / 2 {
        columns[at] = _mm256_permute2f128_ps::<0x20>(first[at], last[at]);
        columns[at + LANES / 2] = _mm256_permute2f128_ps::<0x31>(first[at], last[at]);
    }
    columns
}
