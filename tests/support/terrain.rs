//! A small terrain in which nothing is as in a map that nobody touched.
#![allow(dead_code, reason = "each test crate uses its own part of this module")]

use bonewright::document::{
    NativeFile, NativeRole, NativeSource, Terrain, TerrainId, TerrainShape,
};
use bonewright::terrain::{Corner, CornerMap, CornerMapHead};
use std::sync::Arc;

/// A map of 6 x 4 corners with an archive beside it.
pub fn small_terrain(id: TerrainId) -> Terrain {
    let corner = |index: u16| Corner {
        height: 8192 + index * 7,
        water: 0x4000 | (index * 11),
        ground: index | 0xA000,
        variation: index as u8 * 9,
        cliff: 0xF2 - index as u8,
    };
    let head = CornerMapHead {
        version: 12,
        tileset: b'X',
        custom_tileset: 1,
        ground_types: vec![*b"Xdrt", *b"Xgrs"],
        cliff_types: vec![*b"CXdi"],
        origin: [-384.0, 256.0],
        rest: b"rest".to_vec(),
    };
    let map = CornerMap::new(head, 6, (0..24).map(corner).collect());
    let file = NativeFile {
        role: NativeRole::Archive,
        name: "isle.w3x".to_owned(),
        bytes: Arc::from(b"an archive".as_slice()),
    };
    Terrain {
        id,
        name: format!("isle {}", id.0),
        shape: TerrainShape::Corners(map.expect("four rows of six")),
        native: Some(Arc::new(NativeSource { files: vec![file] })),
    }
}
