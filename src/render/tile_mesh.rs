//! What the graphics card gets of a map chunk: vertices, and alpha maps as texels.

use std::ops::Range;

use nalgebra::Vector3;
use xxhash_rust::xxh3::xxh3_64;

use crate::math::Aabb;
use crate::terrain::{ALPHA_SIDE, ALPHA_TEXELS, CHUNK_VERTICES, Chunk, TILE_YARDS};

/// Yards between two vertices of an outer row.
pub(super) const STEP: f32 = TILE_YARDS / 128.0;

/// What the last of four bytes of a texel is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    /// The shadow.
    Shadow,
    /// An alpha.
    Alpha,
}

/// The alphas of three or four layers from `first` on, four bytes a texel.
pub(super) fn packed_alphas(chunk: &Chunk, first: usize, last: Last) -> Vec<u8> {
    let mut packed = vec![0; ALPHA_TEXELS * 4];
    let count = if last == Last::Shadow { 3 } else { 4 };
    let layers = chunk.layers.iter().skip(first).take(count);
    for (part, layer) in layers.enumerate() {
        let Some(alpha) = &layer.alpha else { continue };
        let slots = packed.iter_mut().skip(part).step_by(4);
        for (slot, alpha) in slots.zip(alpha.texels()) {
            *slot = *alpha;
        }
    }
    if let (Last::Shadow, Some(shadow)) = (last, &chunk.shadow) {
        let slots = packed.iter_mut().skip(3).step_by(4);
        for (texel, slot) in slots.enumerate() {
            let is_dark = shadow
                .get(texel / 8)
                .is_some_and(|byte| byte >> (texel % 8) & 1 == 1);
            *slot = if is_dark { 255 } else { 0 };
        }
    }
    packed
}

/// What rows of texels a map chunk has on the card, told by their hashes.
#[derive(Clone, Default)]
pub(super) struct SentRows(Vec<u64>);

impl SentRows {
    /// The rows from the first to the last one that `packed` has otherwise; it is on the card from
    /// now on.
    pub(super) fn changed(&mut self, packed: &[u8]) -> Range<usize> {
        let rows: Vec<u64> = packed.chunks(ALPHA_SIDE * 4).map(xxh3_64).collect();
        let is_new = |at: &usize| self.0.get(*at) != rows.get(*at);
        let first = (0..rows.len()).find(is_new);
        let last = (0..rows.len()).rfind(is_new);
        let changed = first
            .zip(last)
            .map_or(0..0, |(first, last)| first..last + 1);
        self.0 = rows;
        changed
    }
}

/// Row and column of each vertex, in steps; inner ones lie half a step off.
fn vertex_places() -> impl Iterator<Item = [f32; 2]> {
    (0..CHUNK_VERTICES).map(|vertex| {
        let (row, column) = ((vertex / 17) as f32, vertex % 17);
        if column < 9 {
            [row, column as f32]
        } else {
            [row + 0.5, column as f32 - 8.5]
        }
    })
}

pub(super) fn chunk_positions(chunk: &Chunk) -> impl Iterator<Item = [f32; 3]> {
    let [north, west, base] = chunk.position;
    let places = vertex_places().zip(chunk.heights.iter());
    places.map(move |([row, column], height)| {
        [north - row * STEP, west - column * STEP, base + height]
    })
}

pub(super) fn chunk_normals(chunk: &Chunk) -> impl Iterator<Item = [f32; 3]> {
    chunk.normals.iter().map(|normal| {
        let [x, y, z] = normal.map(f32::from);
        let normal = Vector3::new(x, y, z).try_normalize(0.0);
        normal.unwrap_or_else(Vector3::z).into()
    })
}

pub(super) fn chunk_tints(chunk: &Chunk) -> impl Iterator<Item = [u8; 4]> {
    (0..CHUNK_VERTICES).map(|vertex| {
        let own = chunk.colours.as_ref().and_then(|all| all.get(vertex));
        own.copied().unwrap_or([127; 4])
    })
}

pub(super) fn chunk_bounds(chunk: &Chunk) -> Aabb {
    let mut bounds = Aabb::EMPTY;
    for position in chunk_positions(chunk) {
        if position.iter().all(|part| part.is_finite()) {
            bounds.include(&position.into());
        }
    }
    bounds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rows_from_the_first_to_the_last_that_changed_are_sent_again() {
        let mut sent = SentRows::default();
        let mut packed = vec![0; ALPHA_TEXELS * 4];
        assert_eq!(sent.changed(&packed), 0..64);
        assert_eq!(sent.changed(&packed), 0..0);
        packed[5 * 256 + 3] = 1;
        packed[9 * 256] = 7;
        assert_eq!(sent.changed(&packed), 5..10);
        packed[9 * 256] = 0;
        assert_eq!(sent.changed(&packed), 9..10);
    }
}
