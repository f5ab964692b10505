//! Heights and normals of map chunks under a stroke.

use crate::edit::ChunkFields;
use crate::terrain::{ChunkPlace, GroundSpot, HEIGHT_TOLERANCE, TileMap, normal_of_heights};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The fields of the map chunks that a stroke changed, as they are now.
pub type ChangedFields = BTreeMap<ChunkPlace, ChunkFields>;

/// What a stroke found odd about heights.
#[derive(Clone, Debug, Default)]
pub struct HeightOddities {
    seen: HashSet<GroundSpot>,
    /// Places where map chunks did not meet and now do.
    pub joined: usize,
    /// Places whose map chunks can't store one height exactly.
    pub apart: BTreeSet<GroundSpot>,
}

/// World height of a spot, as the stroke leaves it.
pub fn height_now(map: &TileMap, fields: &ChangedFields, spot: GroundSpot) -> Option<f32> {
    let (place, vertex) = map.vertices_of_spot(spot).next()?;
    let chunk = map.chunk(place)?;
    let changed = fields
        .get(&place)
        .and_then(|fields| fields.heights.as_ref());
    let heights = changed.unwrap_or(&chunk.heights);
    Some(chunk.position[2] + heights.get(vertex)?)
}

/// Writes heights, and the normals that depend on them; gives the map chunks that changed.
pub fn write_heights(
    map: &TileMap,
    fields: &mut ChangedFields,
    oddities: &mut HeightOddities,
    heights: &[(GroundSpot, f32)],
) -> BTreeSet<ChunkPlace> {
    let mut changed = BTreeSet::new();
    let mut spots = Vec::with_capacity(heights.len());
    for &(spot, height) in heights {
        let found = map.heights_for_spot(spot, height);
        if oddities.seen.insert(spot) && found.gap > HEIGHT_TOLERANCE {
            oddities.joined += 1;
        }
        if found.stay_apart {
            oddities.apart.insert(spot);
        } else {
            oddities.apart.remove(&spot);
        }
        for ((place, vertex), height) in found.vertices {
            let Some(chunk) = map.chunk(place) else {
                continue;
            };
            let own = fields.entry(place).or_default();
            let list = own.heights.get_or_insert_with(|| chunk.heights.clone());
            if let Some(kept) = list.get_mut(vertex) {
                *kept = height;
                changed.insert(place);
            }
        }
        spots.push(spot);
    }
    for spot in map.spots_with_normals_of(&spots) {
        let normal = normal_of_heights(spot, |spot| height_now(map, fields, spot));
        let Some(normal) = normal else { continue };
        for (place, vertex) in map.vertices_of_spot(spot) {
            let Some(chunk) = map.chunk(place) else {
                continue;
            };
            let own = fields.entry(place).or_default();
            let list = own.normals.get_or_insert_with(|| chunk.normals.clone());
            if let Some(kept) = list.get_mut(vertex) {
                *kept = normal;
                changed.insert(place);
            }
        }
    }
    changed
}
