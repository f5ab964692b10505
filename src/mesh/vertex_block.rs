//! Sixteen vertices side by side, and those of them that are inside a sphere.
#![allow(
    unsafe_code,
    reason = "eight vertices are one register; what that relies on is said at each"
)]

use crate::math::Vec3;

/// Vertices in a block.
pub(super) const BLOCK: usize = 16;

/// A vertex near a point.
///
/// Laid out as it reads, so that several can be written as one register.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct NearVertex {
    /// The vertex.
    pub vertex: u32,
    /// How far from the point it is.
    pub distance: f32,
}

/// Positions of some vertices, axis by axis.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub position: [[f32; BLOCK]; 3],
    pub vertex: [u32; BLOCK],
}

/// A ball around a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sphere {
    pub centre: Vec3,
    pub squared_radius: f32,
}

impl Sphere {
    /// Adds those vertices of a block that are inside.
    #[inline(always)]
    pub fn gather(&self, block: &Block, found: &mut Vec<NearVertex>) {
        let mut squared = [0.0; BLOCK];
        for (axis, row) in block.position.iter().enumerate() {
            let at = self.centre[axis];
            for (squared, position) in squared.iter_mut().zip(row) {
                let apart = position - at;
                *squared += apart * apart;
            }
        }
        let distances = squared.map(f32::sqrt);
        // Every vertex is written, and the next over it if it was outside: whether a vertex is
        // inside cannot be foreseen, so a branch would cost more.
        let start = found.len();
        found.resize(start + BLOCK, NearVertex::default());
        let Some(room) = found.last_chunk_mut::<BLOCK>() else {
            return;
        };
        let mut count = 0;
        for lane in 0..BLOCK {
            room[count % BLOCK] = NearVertex {
                vertex: block.vertex[lane],
                distance: distances[lane],
            };
            count += usize::from(squared[lane] <= self.squared_radius);
        }
        found.truncate(start + count);
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) mod wide {
    use super::{BLOCK, Block, NearVertex, Sphere};
    use std::arch::x86_64::*;

    /// Numbers in a register.
    const LANES: usize = 8;

    /// For each choice of lanes, which lane comes where when the chosen ones move to the front.
    static TO_FRONT: [[u32; LANES]; 1 << LANES] = {
        let mut table = [[0; LANES]; 1 << LANES];
        let mut chosen = 0;
        while chosen < table.len() {
            let (mut lane, mut place) = (0, 0);
            while lane < LANES {
                if chosen >> lane & 1 == 1 {
                    table[chosen][place] = lane as u32;
                    place += 1;
                }
                lane += 1;
            }
            chosen += 1;
        }
        table
    };

    /// Whether this processor has what [`gather`] needs.
    pub fn is_there() -> bool {
        std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("popcnt")
    }

    /// [`Sphere::gather`], to the bit.
    #[target_feature(enable = "avx2,popcnt")]
    #[inline]
    pub fn gather(sphere: &Sphere, block: &Block, found: &mut Vec<NearVertex>) {
        found.reserve(BLOCK);
        let [x, y, z] = &block.position;
        let centre =
            [sphere.centre.x, sphere.centre.y, sphere.centre.z].map(|part| _mm256_set1_ps(part));
        let squared_radius = _mm256_set1_ps(sphere.squared_radius);
        let rows = x.as_chunks::<LANES>().0.iter();
        let rows = rows.zip(y.as_chunks::<LANES>().0);
        let rows = rows.zip(z.as_chunks::<LANES>().0);
        for (((x, y), z), vertices) in rows.zip(block.vertex.as_chunks::<LANES>().0) {
            let rows = [load(x), load(y), load(z)];
            let apart = |axis: usize| _mm256_sub_ps(rows[axis], centre[axis]);
            let square = |apart: __m256| _mm256_mul_ps(apart, apart);
            // In the order of the sum in `Sphere::gather`.
            let squared = _mm256_add_ps(square(apart(0)), square(apart(1)));
            let squared = _mm256_add_ps(squared, square(apart(2)));
            let inside = _mm256_cmp_ps::<_CMP_LE_OQ>(squared, squared_radius);
            let chosen = _mm256_movemask_ps(inside) as usize;
            // SAFETY: both are eight numbers of 32 bits.
            let (order, vertices) = unsafe {
                (
                    _mm256_loadu_si256(TO_FRONT[chosen].as_ptr().cast()),
                    _mm256_loadu_si256(vertices.as_ptr().cast()),
                )
            };
            let vertices = _mm256_permutevar8x32_epi32(vertices, order);
            let distances = _mm256_permutevar8x32_ps(_mm256_sqrt_ps(squared), order);
            let distances = _mm256_castps_si256(distances);
            let low = _mm256_unpacklo_epi32(vertices, distances);
            let high = _mm256_unpackhi_epi32(vertices, distances);
            let first = _mm256_permute2x128_si256::<0x20>(low, high);
            let second = _mm256_permute2x128_si256::<0x31>(low, high);
            // SAFETY: there is room for sixteen, of which at most eight were added before; a
            // `NearVertex` is a number and a float, in this order and without gaps. What is counted
            // as there was written.
            unsafe {
                let end = found.as_mut_ptr().add(found.len()).cast::<__m256i>();
                _mm256_storeu_si256(end, first);
                _mm256_storeu_si256(end.add(1), second);
                found.set_len(found.len() + chosen.count_ones() as usize);
            }
        }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn load(numbers: &[f32; LANES]) -> __m256 {
        // SAFETY: eight numbers are there.
        unsafe { _mm256_loadu_ps(numbers.as_ptr()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_registers_find_what_any_processor_finds() {
        let mut dice = 1_u64;
        let mut next = || {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (dice >> 40) as f32 / (1_u64 << 24) as f32
        };
        for turn in 0..5_000_u32 {
            let mut block = Block {
                position: [[0.0; BLOCK]; 3].map(|row| row.map(|_: f32| next())),
                vertex: std::array::from_fn(|lane| turn * 16 + lane as u32),
            };
            if turn % 3 == 0 {
                block.position[turn as usize % 3][turn as usize % BLOCK] = f32::NAN;
            }
            let sphere = Sphere {
                centre: Vec3::new(next(), next(), next()),
                squared_radius: next() * next(),
            };
            let mut anywhere = vec![NearVertex::default(); 3];
            sphere.gather(&block, &mut anywhere);
            #[cfg(target_arch = "x86_64")]
            if wide::is_there() {
                let mut found = vec![NearVertex::default(); 3];
                // SAFETY: what it needs was found just now.
                unsafe { wide::gather(&sphere, &block, &mut found) };
                assert_eq!(found, anywhere);
            }
        }
    }
}
