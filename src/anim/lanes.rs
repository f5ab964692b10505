//! Eight bones side by side: blending two samples of each and making their matrices.
#![allow(
    unsafe_code,
    reason = "vector loads and stores through references to arrays of exactly that size"
)]

use crate::math::Affine;

/// Bones that are sampled at once.
pub(super) const WIDTH: usize = 8;

/// One sample of eight bones: translation x y z, rotation x y z w, scale x y z.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub(super) struct Lanes([[f32; WIDTH]; 10]);

impl Lanes {
    /// Eight bones at rest.
    pub(super) const REST: Self = {
        let mut rows = [[0.0; WIDTH]; 10];
        rows[6] = [1.0; WIDTH];
        rows[7] = [1.0; WIDTH];
        rows[8] = [1.0; WIDTH];
        rows[9] = [1.0; WIDTH];
        Self(rows)
    };

    /// Sets `values`, from row `first` on, of the bone in `lane`.
    pub(super) fn set<const N: usize>(&mut self, first: usize, lane: usize, values: [f32; N]) {
        for (row, value) in self.0.iter_mut().skip(first).zip(values) {
            row[lane % WIDTH] = value;
        }
    }
}

/// The pivots of eight bones: x, y, z.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(32))]
pub(super) struct Pivots(pub(super) [[f32; WIDTH]; 3]);

/// Whether the processor has AVX2 and FMA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Simd {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(Detected),
}

/// Proof that the features were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg(target_arch = "x86_64")]
pub(super) struct Detected(());

impl Simd {
    /// The fastest this processor can run.
    pub(super) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma")
        {
            return Self::Avx2(Detected(()));
        }
        Self::Portable
    }

    /// The matrices about the pivots at `t` between two samples, eight bones a group.
    ///
    /// Stops at the end of the shortest slice; `out` holds eight matrices a group.
    pub(super) fn own_matrices(
        self,
        before: &[Lanes],
        after: &[Lanes],
        t: f32,
        pivots: &[Pivots],
        out: &mut [Affine],
    ) {
        match self {
            Self::Portable => {
                let groups = before.iter().zip(after).zip(pivots);
                for (((a, b), pivots), out) in groups.zip(out.as_chunks_mut::<WIDTH>().0) {
                    portable(a, b, t, pivots, out);
                }
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(Detected(())) => {
                // SAFETY: a `Detected` is only made after both features were found.
                unsafe { avx2::own_matrices(before, after, t, pivots, out) }
            }
        }
    }

    /// `out[i] = out[parent] * own[i]` for each link in order; see [`Link`].
    pub(super) fn chain(self, links: &[Link], own: &[Affine], out: &mut [Affine]) {
        match self {
            Self::Portable => chain_portable(links, own, out),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(Detected(())) => {
                // SAFETY: a `Detected` is only made after both features were found.
                unsafe { avx2::chain(links, own, out) }
            }
        }
    }
}

/// One bone of the parents-first pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// The bone.
    pub(super) index: u32,
    /// Its parent; itself for a root.
    pub(super) parent: u32,
}

fn chain_portable(links: &[Link], own: &[Affine], out: &mut [Affine]) {
    for link in links {
        let index = link.index as usize;
        let Some(own) = own.get(index) else {
            continue;
        };
        let matrix = match out.get(link.parent as usize) {
            Some(parent) if link.parent != link.index => *parent * *own,
            _ => *own,
        };
        if let Some(slot) = out.get_mut(index) {
            *slot = matrix;
        }
    }
}

fn portable(a: &Lanes, b: &Lanes, t: f32, pivots: &Pivots, out: &mut [Affine; WIDTH]) {
    for (lane, out) in out.iter_mut().enumerate() {
        let v: [f32; 10] = std::array::from_fn(|row| {
            let (from, to) = (a.0[row][lane], b.0[row][lane]);
            from + (to - from) * t
        });
        let [tx, ty, tz, x, y, z, w, sx, sy, sz] = v;
        let s = 2.0 / (x * x + y * y + z * z + w * w);
        let (xs, ys, zs) = (x * s, y * s, z * s);
        let linear = [
            [
                (1.0 - (y * ys + z * zs)) * sx,
                (x * ys - w * zs) * sy,
                (x * zs + w * ys) * sz,
            ],
            [
                (x * ys + w * zs) * sx,
                (1.0 - (x * xs + z * zs)) * sy,
                (y * zs - w * xs) * sz,
            ],
            [
                (x * zs - w * ys) * sx,
                (y * zs + w * xs) * sy,
                (1.0 - (x * xs + y * ys)) * sz,
            ],
        ];
        let [px, py, pz] = pivots.0.map(|row| row[lane]);
        let moved = [tx + px, ty + py, tz + pz];
        for ((row, [a, b, c]), moved) in out.rows.iter_mut().zip(linear).zip(moved) {
            *row = [a, b, c, moved - (a * px + b * py + c * pz)];
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{Lanes, Link, Pivots, WIDTH};
    use crate::math::Affine;
    use std::arch::x86_64::*;

    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn load(values: &[f32; WIDTH]) -> __m256 {
        // SAFETY: the reference is to exactly eight numbers.
        unsafe { _mm256_loadu_ps(values.as_ptr()) }
    }

    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn load_row(row: &[f32; 4]) -> __m128 {
        // SAFETY: the reference is to exactly four numbers.
        unsafe { _mm_loadu_ps(row.as_ptr()) }
    }

    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn store_row(row: &mut [f32; 4], value: __m128) {
        // SAFETY: the reference is to exactly four numbers.
        unsafe { _mm_storeu_ps(row.as_mut_ptr(), value) }
    }

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn own_matrices(
        before: &[Lanes],
        after: &[Lanes],
        t: f32,
        pivots: &[Pivots],
        out: &mut [Affine],
    ) {
        let t = _mm256_set1_ps(t);
        let groups = before.iter().zip(after).zip(pivots);
        for (((a, b), pivots), out) in groups.zip(out.as_chunks_mut::<WIDTH>().0) {
            group(a, b, t, pivots, out);
        }
    }

    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn group(a: &Lanes, b: &Lanes, t: __m256, pivots: &Pivots, out: &mut [Affine; WIDTH]) {
        let at = |row: usize| {
            let from = load(&a.0[row]);
            _mm256_fmadd_ps(_mm256_sub_ps(load(&b.0[row]), from), t, from)
        };
        let (x, y, z, w) = (at(3), at(4), at(5), at(6));
        let length = _mm256_fmadd_ps(
            x,
            x,
            _mm256_fmadd_ps(y, y, _mm256_fmadd_ps(z, z, _mm256_mul_ps(w, w))),
        );
        // 2 over the squared length: the blend need not be brought to unit length first.
        let s = _mm256_div_ps(_mm256_set1_ps(2.0), length);
        let (xs, ys, zs) = (
            _mm256_mul_ps(x, s),
            _mm256_mul_ps(y, s),
            _mm256_mul_ps(z, s),
        );
        let (wx, wy, wz) = (
            _mm256_mul_ps(w, xs),
            _mm256_mul_ps(w, ys),
            _mm256_mul_ps(w, zs),
        );
        let one = _mm256_set1_ps(1.0);
        let xx = _mm256_fnmadd_ps(x, xs, one);
        let (xy, xz, yz) = (
            _mm256_mul_ps(x, ys),
            _mm256_mul_ps(x, zs),
            _mm256_mul_ps(y, zs),
        );
        let zz_out = _mm256_mul_ps(z, zs);
        let (sx, sy, sz) = (at(7), at(8), at(9));
        let linear = [
            [
                _mm256_mul_ps(_mm256_sub_ps(_mm256_fnmadd_ps(y, ys, one), zz_out), sx),
                _mm256_mul_ps(_mm256_sub_ps(xy, wz), sy),
                _mm256_mul_ps(_mm256_add_ps(xz, wy), sz),
            ],
            [
                _mm256_mul_ps(_mm256_add_ps(xy, wz), sx),
                _mm256_mul_ps(_mm256_sub_ps(xx, zz_out), sy),
                _mm256_mul_ps(_mm256_sub_ps(yz, wx), sz),
            ],
            [
                _mm256_mul_ps(_mm256_sub_ps(xz, wy), sx),
                _mm256_mul_ps(_mm256_add_ps(yz, wx), sy),
                _mm256_mul_ps(_mm256_fnmadd_ps(y, ys, xx), sz),
            ],
        ];
        let pivot = [load(&pivots.0[0]), load(&pivots.0[1]), load(&pivots.0[2])];
        for (row, [a, b, c]) in linear.into_iter().enumerate() {
            let moved = _mm256_add_ps(at(row), pivot[row]);
            let shift = _mm256_fnmadd_ps(
                a,
                pivot[0],
                _mm256_fnmadd_ps(b, pivot[1], _mm256_fnmadd_ps(c, pivot[2], moved)),
            );
            // Four rows of eight bones become a row of four numbers for each bone.
            let (ab_low, ab_high) = (_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b));
            let (cd_low, cd_high) = (_mm256_unpacklo_ps(c, shift), _mm256_unpackhi_ps(c, shift));
            let rows = [
                _mm256_shuffle_ps(ab_low, cd_low, 0x44),
                _mm256_shuffle_ps(ab_low, cd_low, 0xEE),
                _mm256_shuffle_ps(ab_high, cd_high, 0x44),
                _mm256_shuffle_ps(ab_high, cd_high, 0xEE),
            ];
            for (bone, pair) in rows.into_iter().enumerate() {
                store_row(&mut out[bone].rows[row], _mm256_castps256_ps128(pair));
                store_row(&mut out[bone + 4].rows[row], _mm256_extractf128_ps(pair, 1));
            }
        }
    }

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn chain(links: &[Link], own: &[Affine], out: &mut [Affine]) {
        let shift_only = _mm_castsi128_ps(_mm_setr_epi32(0, 0, 0, -1));
        for link in links {
            let index = link.index as usize;
            let Some(own) = own.get(index) else {
                continue;
            };
            let mut matrix = *own;
            if link.parent != link.index
                && let Some(parent) = out.get(link.parent as usize)
            {
                let rows = [
                    load_row(&own.rows[0]),
                    load_row(&own.rows[1]),
                    load_row(&own.rows[2]),
                ];
                for (target, row) in matrix.rows.iter_mut().zip(&parent.rows) {
                    let shift = _mm_and_ps(load_row(row), shift_only);
                    let sum = _mm_fmadd_ps(
                        _mm_set1_ps(row[0]),
                        rows[0],
                        _mm_fmadd_ps(
                            _mm_set1_ps(row[1]),
                            rows[1],
                            _mm_fmadd_ps(_mm_set1_ps(row[2]), rows[2], shift),
                        ),
                    );
                    store_row(target, sum);
                }
            }
            if let Some(slot) = out.get_mut(index) {
                *slot = matrix;
            }
        }
    }
}
