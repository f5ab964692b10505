//! Which conversion of ground a profile asks for.

use super::{GroundConversion, from_corners, from_tiles};
use crate::document::{Terrain, TerrainShape};
use crate::import_export::{ExportError, Profile, Report};

/// The terrain in the shape of `profile`, with all that is lost; `None` if it has that shape, or
/// the profile is none of terrains.
pub fn convert_terrain(
    terrain: &Terrain,
    profile: Profile,
    how: &GroundConversion,
) -> Option<Result<(Terrain, Report), ExportError>> {
    let mut report = Report::default();
    let shape = match (&terrain.shape, profile) {
        (TerrainShape::Tiles(map), Profile::W3e { version }) => {
            let corners = from_tiles::corners_of(map, version, how, &mut report);
            corners.map(TerrainShape::Corners)
        }
        (TerrainShape::Corners(map), Profile::AdtWotlk) => {
            let tiles = from_corners::tiles_of(map, how, &mut report);
            tiles.map(TerrainShape::Tiles)
        }
        _ => return None,
    };
    Some(shape.map(|shape| {
        let terrain = Terrain {
            id: terrain.id,
            name: terrain.name.clone(),
            shape,
            native: None,
        };
        (terrain, report)
    }))
}
