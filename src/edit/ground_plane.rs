//! The ground as a plane with directions, and the places that a symmetry makes of one.

use super::{SymmetryArgument, SymmetryKind};
use crate::brush::{PlaneMap, SAME_PLANE, after, mapped};
use crate::document::TerrainShape;
use crate::terrain::{CORNER_SPACING, CornerMap, TILE_YARDS, TileMap};

/// The ground as a plane: where its directions and its middle are, in world x and y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundPlane {
    east: [f32; 2],
    north: [f32; 2],
    /// The middle of the ground that there is.
    pub middle: [f32; 2],
}

impl GroundPlane {
    /// That of ground of either shape.
    pub fn of(shape: &TerrainShape) -> Self {
        match shape {
            TerrainShape::Tiles(map) => Self::of_tiles(map),
            TerrainShape::Corners(map) => Self::of_corners(map),
        }
    }

    /// That of tiles: x goes north and y west.
    pub fn of_tiles(map: &TileMap) -> Self {
        let range = |numbers: &mut dyn Iterator<Item = u8>| {
            let range = numbers.fold(None, |range: Option<[u8; 2]>, number| {
                Some(range.map_or([number; 2], |[low, high]| {
                    [low.min(number), high.max(number)]
                }))
            });
            // Without tiles it is the middle of the world.
            let [low, high] = range.unwrap_or([31, 32]);
            (32.0 - (f32::from(low) + f32::from(high) + 1.0) / 2.0) * TILE_YARDS
        };
        Self {
            east: [0.0, -1.0],
            north: [1.0, 0.0],
            middle: [
                range(&mut map.tiles.keys().map(|tile| tile.y)),
                range(&mut map.tiles.keys().map(|tile| tile.x)),
            ],
        }
    }

    /// That of corners: x goes east and y north.
    pub fn of_corners(map: &CornerMap) -> Self {
        let [x, y] = map.head.origin;
        let half = |count: u32| count.saturating_sub(1) as f32 * CORNER_SPACING / 2.0;
        Self {
            east: [1.0, 0.0],
            north: [0.0, 1.0],
            middle: [x + half(map.width()), y + half(map.height())],
        }
    }

    /// The direction of a way in degrees: counterclockwise as seen from above, from the east.
    pub fn direction_deg(&self, way: [f32; 2]) -> f32 {
        let along = |axis: [f32; 2]| axis[0] * way[0] + axis[1] * way[1];
        along(self.north).atan2(along(self.east)).to_degrees()
    }

    /// From world offsets to those along a direction and across it.
    pub fn turned(&self, angle_deg: f32) -> PlaneMap {
        let [sin, cos] = sin_cos_deg(angle_deg);
        let mix = |a: f32, b: f32| [0, 1].map(|axis| self.east[axis] * a + self.north[axis] * b);
        [mix(cos, sin), mix(-sin, cos)]
    }

    fn mirrored(axis: [f32; 2]) -> PlaneMap {
        [0, 1].map(|row| {
            [0, 1].map(|column| SAME_PLANE[row][column] - 2.0 * axis[row] * axis[column])
        })
    }
}

/// Sine and cosine of an angle in degrees; exact for quarters of a turn.
fn sin_cos_deg(angle_deg: f32) -> [f32; 2] {
    let angle = f64::from(angle_deg).rem_euclid(360.0);
    let quarter = (angle / 90.0).round();
    let (sin, cos) = (angle - quarter * 90.0).to_radians().sin_cos();
    let [sin, cos] = [sin as f32, cos as f32];
    match quarter as u32 % 4 {
        0 => [sin, cos],
        1 => [cos, -sin],
        2 => [-sin, -cos],
        _ => [-cos, sin],
    }
}

/// The places that a symmetry makes of one.
#[derive(Clone, Debug, PartialEq)]
pub struct GroundCopies {
    /// About which place, world x and y.
    pub centre: [f32; 2],
    /// From offsets from the centre to those of each copy; the first is the original.
    maps: Vec<PlaneMap>,
}

impl GroundCopies {
    /// Those of a symmetry; without one the original alone.
    pub fn new(symmetry: Option<&SymmetryArgument>, plane: &GroundPlane) -> Self {
        let east = GroundPlane::mirrored(plane.east);
        let north = GroundPlane::mirrored(plane.north);
        let kind = symmetry.map(|symmetry| symmetry.kind);
        let maps = match kind {
            None => vec![SAME_PLANE],
            Some(SymmetryKind::WestEast) => vec![SAME_PLANE, east],
            Some(SymmetryKind::NorthSouth) => vec![SAME_PLANE, north],
            Some(SymmetryKind::FourWay) => vec![SAME_PLANE, east, north, after(&east, &north)],
            Some(SymmetryKind::Turn(count)) => {
                let turns = (0..count.max(1)).map(|turn| {
                    let [sin, cos] = sin_cos_deg(360.0 * turn as f32 / count.max(1) as f32);
                    [[cos, -sin], [sin, cos]]
                });
                turns.collect()
            }
        };
        let centre = symmetry.and_then(|symmetry| symmetry.centre);
        Self {
            centre: centre.unwrap_or(plane.middle),
            maps,
        }
    }

    /// The copies of a place, the place itself first.
    pub fn places(&self, place: [f32; 2]) -> impl Iterator<Item = [f32; 2]> + '_ {
        self.with_maps(place).map(|(place, _)| place)
    }

    /// The copies of a place, each with the map from offsets at it to those at the original.
    pub fn with_maps(&self, place: [f32; 2]) -> impl Iterator<Item = ([f32; 2], PlaneMap)> + '_ {
        let [x, y] = self.centre;
        let first = std::iter::once((place, SAME_PLANE));
        first.chain(self.maps.iter().skip(1).map(move |map| {
            let [along, across] = mapped(map, [place[0] - x, place[1] - y]);
            // What keeps lengths is undone by its rows as columns.
            let [[a, b], [c, d]] = *map;
            ([x + along, y + across], [[a, c], [b, d]])
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plane(east: [f32; 2], north: [f32; 2]) -> GroundPlane {
        GroundPlane {
            east,
            north,
            middle: [10.0, -20.0],
        }
    }

    fn copies(plane: &GroundPlane, kind: SymmetryKind) -> Vec<[f32; 2]> {
        let symmetry = SymmetryArgument { kind, centre: None };
        let copies = GroundCopies::new(Some(&symmetry), plane);
        copies.places([13.0, -16.0]).collect()
    }

    #[test]
    fn west_mirrors_east_whichever_axis_goes_there() {
        let corners = plane([1.0, 0.0], [0.0, 1.0]);
        let tiles = plane([0.0, -1.0], [1.0, 0.0]);
        use SymmetryKind::{FourWay, NorthSouth, Turn, WestEast};
        let place = [13.0, -16.0];
        assert_eq!(copies(&corners, WestEast), [place, [7.0, -16.0]]);
        assert_eq!(copies(&tiles, WestEast), [place, [13.0, -24.0]]);
        assert_eq!(copies(&corners, NorthSouth), [place, [13.0, -24.0]]);
        assert_eq!(
            copies(&corners, FourWay),
            [place, [7.0, -16.0], [13.0, -24.0], [7.0, -24.0]]
        );
        assert_eq!(copies(&tiles, Turn(2)), [place, [7.0, -24.0]]);
        assert_eq!(
            copies(&corners, Turn(4)),
            [place, [6.0, -17.0], [7.0, -24.0], [14.0, -23.0]]
        );
        let three = copies(&tiles, Turn(3));
        for at in &three {
            assert!(((at[0] - 10.0).hypot(at[1] + 20.0) - 5.0).abs() < 1e-5);
        }
        assert_eq!(three.len(), 3);
    }

    #[test]
    fn directions_are_told_from_the_east_counterclockwise() {
        let corners = plane([1.0, 0.0], [0.0, 1.0]);
        let tiles = plane([0.0, -1.0], [1.0, 0.0]);
        assert_eq!(corners.direction_deg([2.0, 0.0]), 0.0);
        assert_eq!(corners.direction_deg([0.0, 3.0]), 90.0);
        assert_eq!(tiles.direction_deg([3.0, 0.0]), 90.0);
        assert_eq!(tiles.direction_deg([0.0, -3.0]), 0.0);
        for angle in [-30.0f32, 0.0, 90.0, 135.0] {
            let [along, across] = tiles.turned(angle);
            let back = tiles.direction_deg(along);
            assert!((back - angle).abs() < 1e-4, "{angle}: {back}");
            let dot = along[0] * across[0] + along[1] * across[1];
            assert!(dot.abs() < 1e-6);
        }
        assert_eq!(sin_cos_deg(270.0), [-1.0, 0.0]);
        assert_eq!(sin_cos_deg(-90.0), [-1.0, 0.0]);
    }
}
