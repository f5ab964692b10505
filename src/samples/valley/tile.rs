//! The valley as a tile of map chunks.

use super::land::{gradient, height};
use super::materials::{COUNT, MATERIALS, shares};
use crate::document::{Terrain, TerrainId, TerrainShape};
use crate::math::Vec3;
use crate::terrain::{
    ALPHA_SIDE, AlphaDepth, AlphaForm, AlphaMap, BlendRule, CHUNK_VERTICES, CHUNKS_OF_SIDE,
    CHUNKS_OF_TILE, Chunk, ChunkFlags, DRAWN_LAYERS, LiquidLayer, LiquidOrigin, TILE_YARDS,
    TextureLayer, TextureLayerFlags, Tile, TileId, TileMap, TileTexture,
};
use std::collections::BTreeMap;

/// Yards from the water to the highest hill.
const HIGHEST: f32 = 80.0;
/// How many times wider the map is than its highest hill is high.
const WIDTH: f32 = TILE_YARDS / HIGHEST;
/// The tile in the middle of the map, whose north-west corner is the middle of the world.
const PLACE: TileId = TileId { x: 32, y: 32 };
/// A row of the game's table of liquids: still water.
const WATER: u32 = 1;
/// The material that lies under all others, and takes what finds no room.
const BASE: usize = 0;

/// The valley as World of Warcraft has it: one tile, six textures, a river.
pub fn valley() -> Terrain {
    let tile = Tile {
        textures: MATERIALS
            .map(|name| TileTexture {
                path: format!("tileset\\valley\\valley_{name}.blp").into_bytes(),
                flags: 0,
            })
            .to_vec(),
        chunks: (0..CHUNKS_OF_TILE).map(chunk).collect(),
    };
    Terrain {
        id: TerrainId(1),
        name: "valley".to_owned(),
        shape: TerrainShape::Tiles(TileMap {
            tiles: BTreeMap::from([(PLACE, tile)]),
            alpha_depth: AlphaDepth::Eight,
            blend: BlendRule::Weighted,
            map_flags: Some(0x4),
        }),
        native: None,
    }
}

/// A spot of a map chunk as shares of the map; spots are shares of the map chunk.
fn place(index: usize, east: f32, south: f32) -> [f32; 2] {
    let side = CHUNKS_OF_SIDE as f32;
    let (column, row) = (index % CHUNKS_OF_SIDE, index / CHUNKS_OF_SIDE);
    [(column as f32 + east) / side, (row as f32 + south) / side]
}

/// East and south of a vertex, as shares of the map chunk: rows of 9 and 8 in turn.
fn vertex(index: usize) -> [f32; 2] {
    let (pair, within) = (index / 17, index % 17);
    if within < 9 {
        [within as f32 / 8.0, pair as f32 / 8.0]
    } else {
        [(within as f32 - 8.5) / 8.0, (pair as f32 + 0.5) / 8.0]
    }
}

fn chunk(index: usize) -> Chunk {
    let [u, v] = place(index, 0.0, 0.0);
    let base = HIGHEST * height(u, v);
    let at = |vertex_index: usize| {
        let [east, south] = vertex(vertex_index);
        place(index, east, south)
    };
    Chunk {
        flags: ChunkFlags(ChunkFlags::KEEPS_ALPHA_EDGE),
        area_id: 0,
        holes: 0,
        // World x goes north and y west.
        position: [-v * TILE_YARDS, -u * TILE_YARDS, base],
        heights: Box::new(std::array::from_fn(|vertex| {
            let [u, v] = at(vertex);
            HIGHEST * height(u, v) - base
        })),
        normals: Box::new(std::array::from_fn::<_, CHUNK_VERTICES, _>(|vertex| {
            let [u, v] = at(vertex);
            normal(u, v)
        })),
        colours: None,
        shadow: None,
        clutter_layers: [0; 8],
        no_clutter: [0; 8],
        layers: layers(index),
        liquids: water(index).into_iter().collect(),
    }
}

/// The normal at a place, 127 long: x north, y west, z up.
fn normal(u: f32, v: f32) -> [i8; 3] {
    let [east, south] = gradient(u, v).map(|rise| rise / WIDTH);
    let across = Vec3::new(south, east, 1.0);
    let normal = across / across.norm() * 127.0;
    [normal.x, normal.y, normal.z].map(|part| part.round() as i8)
}

/// The layers of a map chunk: the four materials that cover most of it.
fn layers(index: usize) -> Vec<TextureLayer> {
    let last = (ALPHA_SIDE - 1) as f32;
    let texels: Vec<[u8; COUNT]> = (0..ALPHA_SIDE * ALPHA_SIDE)
        .map(|texel| {
            let east = (texel % ALPHA_SIDE) as f32 / last;
            let south = (texel / ALPHA_SIDE) as f32 / last;
            let [u, v] = place(index, east, south);
            shares(u, v, WIDTH)
        })
        .collect();
    let cover = |material: usize| -> u32 {
        let shares = texels.iter().map(|shares| u32::from(shares[material]));
        shares.sum()
    };
    let mut above: Vec<usize> = (0..COUNT).filter(|&m| m != BASE && cover(m) > 0).collect();
    above.sort_by_key(|&material| std::cmp::Reverse(cover(material)));
    above.truncate(DRAWN_LAYERS - 1);
    above.sort_unstable();
    let layer = |material: usize, alpha: Option<AlphaMap>| TextureLayer {
        form: match alpha {
            Some(_) => AlphaForm::Runs,
            None => AlphaForm::EightBit,
        },
        texture: material as u32,
        flags: TextureLayerFlags(match alpha {
            Some(_) => TextureLayerFlags::HAS_ALPHA | TextureLayerFlags::IS_COMPRESSED,
            None => 0,
        }),
        ground_effect: 0,
        alpha,
    };
    let mut layers = vec![layer(BASE, None)];
    for material in above {
        let mut alpha = AlphaMap::filled(0);
        for (texel, shares) in alpha.texels_mut().iter_mut().zip(&texels) {
            *texel = shares[material];
        }
        layers.push(layer(material, Some(alpha)));
    }
    layers
}

/// The water over a map chunk, where there is any.
fn water(index: usize) -> Option<LiquidLayer> {
    let mut cells = 0;
    for cell in 0..64 {
        let (column, row) = (cell % 8, cell / 8);
        let is_wet = [[0, 0], [1, 0], [0, 1], [1, 1]]
            .iter()
            .any(|[right, down]| {
                let east = (column + right) as f32 / 8.0;
                let south = (row + down) as f32 / 8.0;
                let [u, v] = place(index, east, south);
                height(u, v) < 0.0
            });
        cells |= u64::from(is_wet) << cell;
    }
    (cells != 0).then_some(LiquidLayer {
        origin: LiquidOrigin::Water,
        kind: WATER,
        area: [0, 0, 8, 8],
        cells,
        range: [0.0, 0.0],
        heights: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::audit_seams;

    #[test]
    fn map_chunks_of_the_valley_fit_together() {
        let terrain = valley();
        let map = terrain.shape.tiles().expect("tiles");
        let tile = &map.tiles[&PLACE];
        for row in 0..CHUNKS_OF_SIDE {
            for column in 0..CHUNKS_OF_SIDE - 1 {
                for step in 0..9 {
                    let west = tile
                        .chunk(column, row)
                        .and_then(|it| it.corner_height(8, step));
                    let east = tile
                        .chunk(column + 1, row)
                        .and_then(|it| it.corner_height(0, step));
                    let (west, east) = (west.expect("inside"), east.expect("inside"));
                    assert!((west - east).abs() < 1e-4, "{column} {row} {step}");
                }
            }
        }
        let most = tile.chunks.iter().map(|chunk| chunk.layers.len()).max();
        assert_eq!(most, Some(DRAWN_LAYERS));
        assert!(tile.chunks.iter().any(|chunk| !chunk.liquids.is_empty()));
        let seams = audit_seams(map);
        assert!(seams.len() < 12, "{} seams", seams.len());
    }
}
