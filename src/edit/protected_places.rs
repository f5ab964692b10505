//! Protected places and the ground that there is.

use super::terrain_draft::TerrainDraft;
use super::{GroundRectangle, TerrainMasks};
use crate::document::TerrainShape;
use crate::terrain::TILE_YARDS;

impl GroundRectangle {
    /// Whether any of it is on the ground that there is; its edges alone do not count.
    pub fn is_on(&self, shape: &TerrainShape) -> bool {
        let meets = |[min, max]: [[f32; 2]; 2]| {
            let mut axes = self.min.iter().zip(self.max).zip(min.iter().zip(max));
            axes.all(|((low, high), (min, max))| *low < max && high > *min)
        };
        match shape {
            TerrainShape::Tiles(map) => map.tiles.keys().any(|tile| {
                // Tiles are counted from the north-west, and x goes north.
                let high = [tile.y, tile.x].map(|at| (32.0 - f32::from(at)) * TILE_YARDS);
                meets([high.map(|side| side - TILE_YARDS), high])
            }),
            TerrainShape::Corners(map) => {
                let [east, north] = [map.width(), map.height()].map(|it| it.saturating_sub(1));
                meets([map.position(0, 0), map.position(east, north)])
            }
        }
    }
}

impl TerrainMasks {
    /// The same with only those protected places that are on the ground that there is.
    #[must_use]
    pub fn on(&self, shape: &TerrainShape) -> Self {
        let mut masks = self.clone();
        masks.protected.retain(|place| place.is_on(shape));
        masks
    }
}

/// Tells of protected places that are not on the ground.
pub(super) fn tell_places_elsewhere(masks: &TerrainMasks, draft: &mut TerrainDraft<'_>) {
    let shape = &draft.terrain.shape;
    let elsewhere = masks.protected.iter();
    let elsewhere = elsewhere.filter(|place| !place.is_on(shape)).count();
    if elsewhere > 0 {
        draft.note(match elsewhere {
            1 => "1 protected place is not on this ground".to_owned(),
            count => format!("{count} protected places are not on this ground"),
        });
    }
}
