//! A large map in a folder: its own file, and tiles that differ in their place and one mark alone.
#![allow(dead_code, reason = "each test crate uses its own part of this module")]

use bonewright::document::{Terrain, TerrainId, TerrainShape};
use bonewright::formats::wdt::{MapFlags, WdtFile};
use bonewright::import_export::{Profile, export_terrain};
use bonewright::terrain::{
    AlphaDepth, AlphaForm, AlphaMap, BlendRule, CHUNK_VERTICES, Chunk, ChunkFlags, TILE_YARDS,
    TextureLayer, TextureLayerFlags, Tile, TileId, TileMap, TileTexture,
};
use std::f32::consts::TAU;
use std::path::{Path, PathBuf};

/// The north-west tile of a made map.
pub const FIRST: TileId = TileId { x: 24, y: 24 };

const CHUNK: f32 = TILE_YARDS / 16.0;

/// Writes a map of so many columns and rows of tiles; gives the path of its own file.
pub fn made_map(folder: &Path, name: &str, columns: u8, rows: u8) -> PathBuf {
    let flags = MapFlags(MapFlags::HAS_BIG_ALPHA);
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let places: Vec<(u8, u8)> = places
        .map(|(column, row)| (FIRST.x + column, FIRST.y + row))
        .collect();
    let map = folder.join(format!("{name}.wdt"));
    std::fs::write(&map, WdtFile::new(flags, places.iter().copied()).write()).expect("written");
    let bytes = tile_bytes();
    for (x, y) in places {
        let path = folder.join(format!("{name}_{x}_{y}.adt"));
        std::fs::write(path, moved(&bytes, TileId { x, y })).expect("written");
    }
    map
}

/// Height of the made ground, which goes on from tile to tile; parts of a tile's side.
pub fn made_height(down: f32, right: f32) -> f32 {
    20.0 * (TAU * down).sin() + 12.0 * (2.0 * TAU * right).cos() + 3.0 * (8.0 * TAU * right).sin()
}

fn chunk(index: usize) -> Chunk {
    let (column, row) = ((index % 16) as f32, (index / 16) as f32);
    let layer = |texture: u32, alpha: Option<AlphaMap>| TextureLayer {
        texture,
        flags: TextureLayerFlags(if alpha.is_some() { 0x100 } else { 0 }),
        ground_effect: 0,
        alpha,
        form: AlphaForm::EightBit,
    };
    let wave = |seed: f32| {
        let mut alpha = AlphaMap::filled(0);
        for (down, texels) in alpha.rows_mut().iter_mut().enumerate() {
            for (right, texel) in texels.iter_mut().enumerate() {
                let down = (row + down as f32 / 63.0) / 16.0;
                let right = (column + right as f32 / 63.0) / 16.0;
                let wave = (seed * TAU * down).sin() + ((seed + 1.0) * TAU * right).cos();
                *texel = (40.0 + 20.0 * wave) as u8;
            }
        }
        alpha
    };
    Chunk {
        flags: ChunkFlags(0x8000),
        area_id: 1,
        holes: 0,
        position: [-row * CHUNK, -column * CHUNK, 0.0],
        heights: Box::new(std::array::from_fn(|vertex| {
            let (pair, rest) = ((vertex / 17) as f32, vertex % 17);
            let (down, right) = match rest {
                0..9 => (pair, rest as f32),
                _ => (pair + 0.5, rest as f32 - 8.5),
            };
            made_height((row * 8.0 + down) / 128.0, (column * 8.0 + right) / 128.0)
        })),
        normals: Box::new([[0, 0, 127]; CHUNK_VERTICES]),
        colours: None,
        shadow: None,
        clutter_layers: [0; 8],
        no_clutter: [0; 8],
        layers: vec![
            layer(0, None),
            layer(1, Some(wave(1.0))),
            layer(2, Some(wave(2.0))),
            layer(3, Some(wave(3.0))),
        ],
        liquids: Vec::new(),
    }
}

/// A tile of the map, at the place 32, 32.
pub fn made_tile() -> Tile {
    let paths = ["grass", "rock", "sand", "dirt"];
    Tile {
        textures: paths
            .map(|name| TileTexture {
                path: format!("Tileset\\Made\\{name}.blp").into_bytes(),
                flags: 0,
            })
            .to_vec(),
        chunks: (0..256).map(chunk).collect(),
    }
}

fn tile_bytes() -> Vec<u8> {
    let map = TileMap {
        tiles: [(TileId { x: 32, y: 32 }, made_tile())].into(),
        alpha_depth: AlphaDepth::Eight,
        blend: BlendRule::Weighted,
        map_flags: Some(MapFlags::HAS_BIG_ALPHA),
    };
    let terrain = Terrain {
        id: TerrainId(0),
        name: "made".to_owned(),
        shape: TerrainShape::Tiles(map),
        native: None,
    };
    let exported = export_terrain(&terrain, Profile::AdtWotlk, "made.adt").expect("a tile");
    exported.files[0].bytes.clone()
}

/// The bytes of the tile at another place; its area is a mark of the place too.
fn moved(bytes: &[u8], id: TileId) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let mut at = 0;
    let mut index = 0;
    while at + 8 <= bytes.len() {
        let size = u32::from_le_bytes(bytes[at + 4..at + 8].try_into().expect("four bytes"));
        if &bytes[at..at + 4] == b"KNCM" {
            let head = at + 8;
            let (column, row) = ((index % 16) as f32, (index / 16) as f32);
            let north = (32.0 - f32::from(id.y)) * TILE_YARDS - row * CHUNK;
            let west = (32.0 - f32::from(id.x)) * TILE_YARDS - column * CHUNK;
            bytes[head + 0x68..head + 0x6C].copy_from_slice(&north.to_le_bytes());
            bytes[head + 0x6C..head + 0x70].copy_from_slice(&west.to_le_bytes());
            let area = u32::from(id.x) * 64 + u32::from(id.y);
            bytes[head + 0x34..head + 0x38].copy_from_slice(&area.to_le_bytes());
            index += 1;
        }
        at += 8 + size as usize;
    }
    assert_eq!(index, 256, "all map chunks were moved");
    bytes
}
