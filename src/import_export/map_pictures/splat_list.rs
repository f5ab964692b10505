//! The list of a free splat: a height map and a weight picture for each texture. Its grammar is in
//! `docs/formats/alphamaps.md`.

use super::MapPictureError;
use super::heightmap::HeightForm;
use super::list::ListHead;
use crate::terrain::{HeightRange, TILE_YARDS};
use serde::{Deserialize, Serialize};

/// What such a list calls itself.
pub(super) const KIND: &str = "splat";
/// Outer vertices from one side of a tile to the other.
pub(super) const TILE_STEPS: usize = 128;
/// Yards between two outer vertices.
pub(super) const VERTEX_YARDS: f64 = TILE_YARDS as f64 / TILE_STEPS as f64;
/// The most pixels of a side of a picture.
const MOST_SIDE: usize = 16_384;

/// The list.
#[derive(Serialize, Deserialize)]
pub(super) struct SplatList {
    #[serde(flatten)]
    pub head: ListHead,
    /// Yards between two heights.
    pub cell: f64,
    /// The north-west tile, where the ground shall lie on a certain place of the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<[u8; 2]>,
    pub heights: SplatHeights,
    pub weights: SplatWeights,
}

/// The height map.
#[derive(Serialize, Deserialize)]
pub(super) struct SplatHeights {
    pub file: String,
    #[serde(default)]
    pub form: HeightForm,
    pub width: usize,
    pub height: usize,
    pub low: f32,
    pub high: f32,
}

/// The weight pictures, all of one size.
#[derive(Serialize, Deserialize)]
pub(super) struct SplatWeights {
    pub width: usize,
    pub height: usize,
    pub layers: Vec<SplatLayer>,
}

/// A texture and its weights.
#[derive(Serialize, Deserialize)]
pub(super) struct SplatLayer {
    pub texture: String,
    pub file: String,
}

impl SplatList {
    /// The range of its heights.
    pub fn range(&self) -> HeightRange {
        let SplatHeights { low, high, .. } = self.heights;
        HeightRange { low, high }
    }

    /// Refuses numbers that no ground can have.
    pub fn check(&self) -> Result<(), MapPictureError> {
        let fail = |reason: String| Err(MapPictureError::List { reason });
        for (what, width, height) in [
            ("heights", self.heights.width, self.heights.height),
            ("weights", self.weights.width, self.weights.height),
        ] {
            if width.min(height) < 2 || width.max(height) > MOST_SIDE {
                return fail(format!(
                    "{what} have to be 2 to {MOST_SIDE} pixels a side, not {width} x {height}"
                ));
            }
        }
        if !(self.cell.is_finite() && self.cell > 0.0) {
            return fail(format!("'cell' has to be above 0, not {}", self.cell));
        }
        let HeightRange { low, high } = self.range();
        if !(low.is_finite() && high.is_finite() && low <= high) {
            return fail(format!(
                "heights have to go from low to high, not from {low} to {high}"
            ));
        }
        if self.weights.layers.is_empty() {
            return fail("there has to be at least one layer".to_owned());
        }
        Ok(())
    }
}
