//! Writes heights into map chunks so that vertices on one place of the ground end up equally high.

use super::ground_spot::GroundSpot;
use super::tile_map::TileMap;
use super::tile_spots::VertexPlace;

/// How far apart vertices of one place may lie before they count as apart, in yards.
pub const HEIGHT_TOLERANCE: f32 = 1e-3;

/// The height above its chunk's base that each vertex of a spot gets, and what was odd.
#[derive(Clone, Debug, PartialEq)]
pub struct SpotHeights {
    /// The vertices, each with its height above the base of its chunk.
    pub vertices: Vec<(VertexPlace, f32)>,
    /// How far apart the vertices lay before, in yards.
    pub gap: f32,
    /// Whether no height is the same for all: the bases differ in digits that heights can't hold.
    /// They are apart by one step of a stored number.
    pub stay_apart: bool,
}

impl TileMap {
    /// How the vertices of a spot are stored at a world height. Where they count from different
    /// bases, a neighbouring height is taken that all can hold exactly.
    pub fn heights_for_spot(&self, spot: GroundSpot, height: f32) -> SpotHeights {
        let vertices: Vec<(VertexPlace, f32, f32)> = self
            .vertices_of_spot(spot)
            .filter_map(|at| {
                let base = self.chunk(at.0)?.position[2];
                Some((at, base, self.vertex_height(at)?))
            })
            .collect();
        let heights = vertices.iter().map(|(_, _, height)| *height);
        let (low, high) = heights.fold((f32::MAX, f32::MIN), |(low, high), height| {
            (low.min(height), high.max(height))
        });
        let bases: Vec<f32> = vertices.iter().map(|(_, base, _)| *base).collect();
        let shared = shared_height(&bases, height);
        let height = shared.unwrap_or(height);
        SpotHeights {
            vertices: vertices
                .iter()
                .map(|(at, base, _)| (*at, height - base))
                .collect(),
            gap: (high - low).max(0.0),
            stay_apart: shared.is_none(),
        }
    }
}

/// The height nearest to `wanted` that is reached exactly from all bases, within a few steps.
fn shared_height(bases: &[f32], wanted: f32) -> Option<f32> {
    let is_reached = |height: f32| bases.iter().all(|base| base + (height - base) == height);
    // What one base makes of the height is often what all can reach.
    let rounded = bases.iter().map(|base| base + (wanted - base));
    let near = std::iter::once(wanted).chain(rounded);
    if let Some(height) = near.into_iter().find(|height| is_reached(*height)) {
        return Some(height);
    }
    // Bases of long fractions: the steps of the widest numbers in play, one after the other.
    let widest = bases
        .iter()
        .map(|base| (wanted - base).abs().max(base.abs()));
    let widest = widest.fold(wanted.abs(), f32::max);
    let step = widest.next_up() - widest;
    let tries = (1..=64).flat_map(|count| [count as f32 * step / 8.0, count as f32 * -step / 8.0]);
    tries
        .map(|away| wanted + away)
        .find(|height| is_reached(*height))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_height_is_found_that_is_the_same_from_bases_of_any_fraction() {
        let mut number = 1u32;
        let mut next = || {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (number >> 8) as f32 / (1 << 24) as f32
        };
        let mut found = 0;
        for _ in 0..20_000 {
            let bases = [0; 4].map(|_| next() * 400.0 - 100.0);
            let wanted = next() * 400.0 - 100.0;
            if let Some(height) = shared_height(&bases, wanted) {
                found += 1;
                assert!((height - wanted).abs() < 1e-3);
                for base in bases {
                    assert_eq!(base + (height - base), height);
                }
            }
        }
        // Of the others the bases have digits that no common height can have.
        assert!(found > 18_000, "{found}");
        let alone = shared_height(&[12.5], 0.3).expect("one base reaches something near");
        assert!((alone - 0.3).abs() < 1e-6, "{alone}");
    }
}
