//! The inner loop of deforming, once for any machine and once for AVX2 with FMA.
#![allow(
    unsafe_code,
    reason = "aligned vector loads and overlapping stores; what they rely on is said at each"
)]

use crate::math::{Affine, Vec3};
use crate::mesh::SLOTS;

/// A 3x4 matrix as four columns of four numbers, the fourth 0: what the kernels blend.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub(super) struct Columns([[f32; 4]; 4]);

impl From<&Affine> for Columns {
    fn from(affine: &Affine) -> Self {
        let [x, y, z] = &affine.rows;
        let column = |i: usize| [x[i], y[i], z[i], 0.0];
        Self([column(0), column(1), column(2), column(3)])
    }
}

impl Columns {
    const ZERO: Self = Self([[0.0; 4]; 4]);

    /// Adds `other`, weighted.
    #[inline(always)]
    fn add_weighted(&mut self, other: &Self, weight: f32) {
        for (sum, column) in self.0.iter_mut().zip(&other.0) {
            for (sum, value) in sum.iter_mut().zip(column) {
                *sum += value * weight;
            }
        }
    }

    #[inline(always)]
    fn point(&self, p: &Vec3) -> Vec3 {
        let [x, y, z, shift] = &self.0;
        let row = |i: usize| x[i] * p.x + (y[i] * p.y + (z[i] * p.z + shift[i]));
        Vec3::new(row(0), row(1), row(2))
    }

    #[inline(always)]
    fn vector(&self, v: &Vec3) -> Vec3 {
        let [x, y, z, _] = &self.0;
        let row = |i: usize| x[i] * v.x + (y[i] * v.y + z[i] * v.z);
        Vec3::new(row(0), row(1), row(2))
    }
}

/// Position and normal of one vertex with any number of influences.
pub(super) fn blend(
    columns: &[Columns],
    influences: &[(u16, f32)],
    position: &Vec3,
    normal: &Vec3,
) -> (Vec3, Vec3) {
    let mut sum = Columns::ZERO;
    for &(bone, weight) in influences {
        if let Some(matrix) = columns.get(usize::from(bone)) {
            sum.add_weighted(matrix, weight);
        }
    }
    (sum.point(position), sum.vector(normal))
}

/// The vertices of one call: six slices of equal length.
pub(super) struct Vertices<'a> {
    pub bones: &'a [[u16; SLOTS]],
    pub weights: &'a [[f32; SLOTS]],
    pub positions: &'a [Vec3],
    pub normals: &'a [Vec3],
    pub out_positions: &'a mut [Vec3],
    pub out_normals: &'a mut [Vec3],
}

/// Which inner loop to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kernel {
    /// Plain code.
    Portable,
    /// AVX2 and FMA; only [`Kernel::detect`] makes it.
    #[cfg(target_arch = "x86_64")]
    Avx2(Detected),
}

/// Proof that the processor has AVX2 and FMA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg(target_arch = "x86_64")]
pub(super) struct Detected(());

impl Kernel {
    /// The fastest loop this processor can run.
    pub(super) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma")
        {
            return Self::Avx2(Detected(()));
        }
        Self::Portable
    }

    /// Deforms `vertices`, whose slices are equally long and whose bones are all in `columns`.
    pub(super) fn run(self, columns: &[Columns], vertices: &mut Vertices<'_>) {
        match self {
            Self::Portable => portable(columns, vertices),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(Detected(())) => {
                // SAFETY: a `Detected` is only made after both features were found.
                unsafe { avx2::deform(columns, vertices) }
            }
        }
    }
}

fn portable(columns: &[Columns], vertices: &mut Vertices<'_>) {
    let influences = vertices.bones.iter().zip(vertices.weights);
    let bind = vertices.positions.iter().zip(vertices.normals);
    let out = vertices
        .out_positions
        .iter_mut()
        .zip(vertices.out_normals.iter_mut());
    for (((bones, weights), (position, normal)), (out_position, out_normal)) in
        influences.zip(bind).zip(out)
    {
        let mut sum = Columns::ZERO;
        for (&bone, &weight) in bones.iter().zip(weights) {
            sum.add_weighted(&columns[usize::from(bone)], weight);
        }
        *out_position = sum.point(position);
        *out_normal = sum.vector(normal);
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{Columns, Vertices};
    use crate::math::Vec3;
    use std::arch::x86_64::*;

    /// The columns of a matrix in two registers, two columns in each.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn load(matrix: &Columns) -> (__m256, __m256) {
        let start = std::ptr::from_ref(matrix).cast::<f32>();
        // SAFETY: `Columns` is 16 numbers in a row, aligned to 64 bytes.
        unsafe { (_mm256_load_ps(start), _mm256_load_ps(start.add(8))) }
    }

    /// Writes x, y and z of `value`.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn store_last(out: &mut Vec3, value: __m128) {
        let mask = _mm_setr_epi32(-1, -1, -1, 0);
        // SAFETY: the mask keeps the write inside the three numbers of `out`.
        unsafe { _mm_maskstore_ps(out.as_mut_ptr(), mask, value) }
    }

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn deform(columns: &[Columns], vertices: &mut Vertices<'_>) {
        let Vertices {
            bones,
            weights,
            positions,
            normals,
            out_positions,
            out_normals,
        } = vertices;
        let count = bones.len();
        // Cut to one length here, the loop needs no checks.
        let (weights, positions, normals) =
            (&weights[..count], &positions[..count], &normals[..count]);
        let (out_positions, out_normals) = (&mut out_positions[..count], &mut out_normals[..count]);
        for i in 0..count {
            let (bone, weight) = (&bones[i], &weights[i]);
            let matrix = |slot: usize| &columns[usize::from(bone[slot])];
            let share = _mm256_set1_ps(weight[0]);
            let (xy, z_shift) = load(matrix(0));
            let mut xy_sum = _mm256_mul_ps(xy, share);
            let mut z_shift_sum = _mm256_mul_ps(z_shift, share);
            for (slot, &weight) in weight.iter().enumerate().skip(1) {
                let share = _mm256_set1_ps(weight);
                let (xy, z_shift) = load(matrix(slot));
                xy_sum = _mm256_fmadd_ps(xy, share, xy_sum);
                z_shift_sum = _mm256_fmadd_ps(z_shift, share, z_shift_sum);
            }
            let x = _mm256_castps256_ps128(xy_sum);
            let y = _mm256_extractf128_ps(xy_sum, 1);
            let z = _mm256_castps256_ps128(z_shift_sum);
            let shift = _mm256_extractf128_ps(z_shift_sum, 1);
            let p = &positions[i];
            let n = &normals[i];
            let position = _mm_fmadd_ps(
                x,
                _mm_set1_ps(p.x),
                _mm_fmadd_ps(
                    y,
                    _mm_set1_ps(p.y),
                    _mm_fmadd_ps(z, _mm_set1_ps(p.z), shift),
                ),
            );
            let normal = _mm_fmadd_ps(
                x,
                _mm_set1_ps(n.x),
                _mm_fmadd_ps(y, _mm_set1_ps(n.y), _mm_mul_ps(z, _mm_set1_ps(n.z))),
            );
            if i + 1 < count {
                // SAFETY: a fourth number is written past vertex `i`, into vertex `i + 1` of the
                // same slice, which exists and is written next.
                unsafe {
                    _mm_storeu_ps(out_positions.as_mut_ptr().add(i).cast(), position);
                    _mm_storeu_ps(out_normals.as_mut_ptr().add(i).cast(), normal);
                }
            } else {
                store_last(&mut out_positions[i], position);
                store_last(&mut out_normals[i], normal);
            }
        }
    }
}
