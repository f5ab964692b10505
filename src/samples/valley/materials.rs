//! What lies where in the valley: a share for each material at every place, in 255ths.

use super::land::{from_river, from_road, height, steepness};
use crate::math::Vec3;
use crate::samples::noise::{layered, smooth, step};

/// The materials, in the order in which they are listed.
pub(super) const MATERIALS: [&str; 6] = ["grass", "moss", "dirt", "rock", "gravel", "snow"];

/// Number of materials.
pub(super) const COUNT: usize = MATERIALS.len();

/// The share of each material at a place; they sum to 255. `width` is how many times wider the map
/// is than its highest hill is high.
pub(super) fn shares(u: f32, v: f32, width: f32) -> [u8; COUNT] {
    let high = height(u, v);
    let steep = steepness(u, v, width);
    let rough = layered(&Vec3::new(u * 60.0, v * 60.0, 4.0)) - 0.5;
    let patches = smooth(&Vec3::new(u * 11.0, v * 11.0, 6.0));
    // From below to above: each takes its share of what is left.
    let snow = step(0.66, 0.76, high + 0.06 * rough) * step(1.0, 0.7, steep);
    let rock = step(0.5, 0.72, steep + 0.16 * rough);
    let gravel = step(0.02, 0.005, high) * step(0.085, 0.06, from_river(u, v) + 0.01 * rough);
    let road = from_road(u, v) + 0.006 * rough;
    let dirt = step(0.017, 0.009, road) * step(-0.01, 0.004, high);
    // Moss keeps away from what else is narrow, so that four materials do nearly everywhere.
    let quiet = step(0.1, 0.13, from_river(u, v)) * step(0.06, 0.085, from_road(u, v));
    let moss = step(0.52, 0.7, patches + 0.2 * rough) * step(0.5, 0.3, high) * quiet;
    let mut left = 1.0;
    let mut parts = [0.0_f32; COUNT];
    for (material, cover) in [(2, dirt), (4, gravel), (5, snow), (3, rock), (1, moss)] {
        parts[material] = left * cover;
        left *= 1.0 - cover;
    }
    parts[0] = left;
    rounded(parts)
}

/// Whole numbers that sum to 255: the largest remainders are rounded up.
fn rounded(parts: [f32; COUNT]) -> [u8; COUNT] {
    let exact = parts.map(|part| part * 255.0);
    let mut whole = exact.map(|part| part.floor() as u8);
    let given: u32 = whole.iter().map(|part| u32::from(*part)).sum();
    let mut order: [usize; COUNT] = std::array::from_fn(|material| material);
    order.sort_by(|a, b| exact[*b].fract().total_cmp(&exact[*a].fract()));
    let missing = 255_u32.saturating_sub(given) as usize;
    for material in order.into_iter().take(missing) {
        whole[material] += 1;
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_whole_and_every_material_is_somewhere() {
        let mut most = [0; COUNT];
        for place in 0..128 * 128 {
            let (u, v) = ((place % 128) as f32 / 127.0, (place / 128) as f32 / 127.0);
            let shares = shares(u, v, 7.0);
            let sum: u32 = shares.iter().map(|share| u32::from(*share)).sum();
            assert_eq!(sum, 255, "{u} {v}");
            for (most, share) in most.iter_mut().zip(shares) {
                *most = share.max(*most);
            }
        }
        assert_eq!(most.map(|share| share > 250), [true; COUNT], "{most:?}");
    }
}
