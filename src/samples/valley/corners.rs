//! The valley as a map of corners.

use super::land::height;
use super::materials::{COUNT, shares};
use crate::document::{Terrain, TerrainId, TerrainShape};
use crate::samples::noise::chance;
use crate::terrain::{CORNER_SPACING, Corner, CornerFlags, CornerMap, CornerMapHead, TypeId};
use std::num::NonZeroU32;

/// Corners of a side: 64 tiles.
const CORNERS: NonZeroU32 = NonZeroU32::new(65).unwrap();
const SIDE: u32 = CORNERS.get();
/// Units from the water to the highest hill.
const HIGHEST: f32 = 900.0;
/// How many times wider the map is than its highest hill is high.
const WIDTH: f32 = (SIDE - 1) as f32 * CORNER_SPACING / HIGHEST;
/// How high the water stands, in steps of a quarter unit: the game lowers the water of this tileset by
/// 89.6 units, which brings it to the zero of the ground.
const WATER_LEVEL: u16 = 8192 + 360;

/// The ground types of the game that stand for the materials: types that lie over others come later.
pub(super) const TYPES: [(TypeId, usize); COUNT] = [
    (*b"Ldrt", 2),
    (*b"Lrok", 3),
    (*b"Lgrs", 0),
    (*b"Lgrd", 1),
    (*b"Ldrg", 4),
    (*b"Nsnw", 5),
];

/// The valley as Warcraft III has it: 64 by 64 tiles, six ground types, a river.
pub fn valley_corners() -> Terrain {
    let half = (SIDE - 1) as f32 * CORNER_SPACING / 2.0;
    let head = CornerMapHead {
        version: 11,
        tileset: b'L',
        custom_tileset: 1,
        ground_types: TYPES.map(|(name, _)| name).to_vec(),
        cliff_types: vec![*b"CLdi", *b"CLgr"],
        origin: [-half, -half],
        rest: Vec::new(),
    };
    Terrain {
        id: TerrainId(1),
        name: "valley".to_owned(),
        shape: TerrainShape::Corners(CornerMap::from_fn(head, CORNERS, CORNERS, corner)),
        native: None,
    }
}

/// The corner in a column from the west and a row from the south.
fn corner(column: u32, row: u32) -> Corner {
    let last = (SIDE - 1) as f32;
    let (u, v) = (column as f32 / last, 1.0 - row as f32 / last);
    let mut corner = Corner::LEVEL;
    let high = height(u, v);
    corner.height = corner.height_for_z(high * HIGHEST);
    let shares = shares(u, v, WIDTH);
    let most = (0..TYPES.len()).max_by_key(|&number| {
        let (_, material) = TYPES[number];
        shares[material]
    });
    corner.set_ground_type(most.unwrap_or(0) as u8);
    corner.set_ground_variation(variation(chance((row * SIDE + column) as i32)));
    corner.set_water_level(WATER_LEVEL);
    let on_border = [column, row].iter().any(|&at| at < 2 || at + 2 >= SIDE);
    let mut flags = CornerFlags(0);
    if high < 0.01 {
        flags = flags.with(CornerFlags::WATER);
    }
    if on_border {
        flags = flags.with(CornerFlags::EDGE);
    }
    corner.set_flags(flags);
    corner
}

/// A variation of the ground, those of the game as often as it has them.
fn variation(chance: f32) -> u8 {
    const USUAL: [u8; 6] = [0, 4, 8, 12, 16, 17];
    let seldom = chance > 0.95;
    let number = (chance * 997.0) as usize;
    if seldom {
        (number % 16) as u8
    } else {
        USUAL[number % USUAL.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_map_has_all_types_and_water_in_its_river() {
        let terrain = valley_corners();
        let map = terrain.shape.corners().expect("corners");
        for number in 0..TYPES.len() {
            let count = map
                .corners()
                .iter()
                .filter(|it| it.ground_type() == number as u8);
            assert!(count.count() > 5, "{number}");
        }
        let wet = map
            .corners()
            .iter()
            .filter(|corner| corner.shows_water(-89.6));
        assert!(wet.count() > 60);
        let (low, high) = map.z_range();
        assert!(low < -30.0 && high > 500.0, "{low} {high}");
    }
}
