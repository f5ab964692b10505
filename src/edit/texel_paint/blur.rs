//! Evens the shares of textures out over the ground, across map chunks and tiles, or sharpens them.

use super::borders::sides_on;
use super::held::Held;
use super::views::{TextureNumber, Views};
use crate::brush::WHOLE;
use crate::terrain::{ALPHA_SIDE, ChunkTexel, MOST_LAYERS, TileMap, first_texel, split_whole};

/// What a blur does to shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blur {
    /// Brings them nearer to those around.
    Smooth,
    /// Takes them farther from those around.
    Sharpen,
}

/// The shares of a texel, blurred as strongly as `strength` says; by layer.
///
/// Only textures that the map chunk has count, and on a border only those that all sides have, so
/// that all sides get the same.
pub(super) fn blurred(
    map: &TileMap,
    views: &mut Views,
    held: &Held,
    texel: ChunkTexel,
    blur: (Blur, i32),
    strength: u16,
) -> [u8; MOST_LAYERS] {
    let (blur, reach) = blur;
    let before = held.start.texel(texel.column, texel.row);
    let mut has = [true; MOST_LAYERS];
    for side in sides_on(map, texel) {
        if let Some(view) = views.see(map, side.place)
            && side.place != texel.place
        {
            for (has, number) in has.iter_mut().zip(&held.numbers) {
                *has &= view.numbers.contains(number);
            }
        }
    }
    let mut sums = [0u64; MOST_LAYERS];
    around(map, views, held, texel, reach, &mut sums);
    for (sum, has) in sums.iter_mut().zip(has) {
        *sum = if has { *sum } else { 0 };
    }
    let total: u64 = sums.iter().sum();
    if total == 0 {
        return before;
    }
    let strength = u64::from(strength);
    let whole = u64::from(WHOLE);
    let mut parts = [0u64; MOST_LAYERS];
    for (((part, share), sum), has) in parts.iter_mut().zip(before).zip(sums).zip(has) {
        let own = u64::from(share) * total;
        let mean = 255 * sum;
        *part = match blur {
            _ if !has => 0,
            Blur::Smooth => own * (whole - strength) + mean * strength,
            Blur::Sharpen => (own * (whole + strength)).saturating_sub(mean * strength),
        };
    }
    if parts.iter().all(|part| *part == 0) {
        return before;
    }
    // Rounding goes along the order of textures, which all map chunks have alike.
    let ordered: Vec<u64> = held
        .order
        .iter()
        .filter_map(|layer| parts.get(*layer))
        .copied()
        .collect();
    let mut split = vec![0; ordered.len()];
    split_whole(&ordered, &mut split);
    let mut shares = [0; MOST_LAYERS];
    for (layer, share) in held.order.iter().zip(split) {
        if let Some(kept) = shares.get_mut(*layer) {
            *kept = share;
        }
    }
    shares
}

/// Adds up the shares of a map chunk's textures around a texel.
fn around(
    map: &TileMap,
    views: &mut Views,
    held: &Held,
    texel: ChunkTexel,
    reach: i32,
    sums: &mut [u64; MOST_LAYERS],
) {
    let side = ALPHA_SIDE as i32;
    let (column, row) = (texel.column as i32, texel.row as i32);
    let is_inside = |at: i32| at - reach >= 0 && at + reach < side;
    let numbers: &[TextureNumber] = &held.numbers;
    for down in -reach..=reach {
        for right in -reach..=reach {
            if is_inside(column) && is_inside(row) {
                let shares = held
                    .start
                    .texel((column + right) as usize, (row + down) as usize);
                for (sum, share) in sums.iter_mut().zip(shares) {
                    *sum += u64::from(share);
                }
                continue;
            }
            let [left, top] = first_texel(texel.place);
            if let Some((near, view)) = views.at(map, left + column + right, top + row + down) {
                for (at, (sum, number)) in sums.iter_mut().zip(numbers).enumerate() {
                    let is_first = numbers.iter().take(at).all(|below| below != number);
                    if is_first {
                        *sum += u64::from(view.share(*number, near.column, near.row));
                    }
                }
            }
        }
    }
}
