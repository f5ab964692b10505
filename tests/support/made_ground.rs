//! A map of two by two tiles whose textures go on across every border, in several orders of layers.
#![allow(dead_code, reason = "each test crate uses its own part of this module")]

use bonewright::document::{Document, Terrain, TerrainId, TerrainShape};
use bonewright::terrain::{
    AlphaDepth, AlphaForm, AlphaMap, BlendRule, Chunk, ChunkFlags, ChunkShares, TextureLayer,
    TextureLayerFlags, Tile, TileId, TileMap, TileTexture,
};

/// The textures of the map.
pub const NAMES: [&str; 6] = [
    "tileset\\grass.blp",
    "tileset\\rock.blp",
    "tileset\\sand.blp",
    "tileset\\snow.blp",
    "tileset\\mud.blp",
    "tileset\\road.blp",
];

/// How the layers of map chunks are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// All alike.
    Same,
    /// Turned from one to the next.
    Mixed,
}

/// How strongly a texture covers a place of the ground, in texels from the map's corner.
fn field(texture: usize, x: usize, y: usize) -> f32 {
    let (x, y, number) = (x as f32, y as f32, texture as f32);
    let wave = (x / (37.0 + 11.0 * number)).sin() + (y / (53.0 - 7.0 * number)).cos();
    (wave + 0.7).max(0.0)
}

/// The shares of so many textures at a place; they sum to 255, in steps of `step`.
fn shares(count: usize, x: usize, y: usize, step: u32) -> Vec<u8> {
    let parts: Vec<f32> = (0..count)
        .map(|texture| field(texture, x, y) + 0.01)
        .collect();
    let whole: f32 = parts.iter().sum();
    let (mut sum, mut given) = (0.0, 0);
    let mut shares = Vec::new();
    for part in parts {
        sum += part;
        let steps = (sum / whole * (255 / step) as f32).round() as u32;
        shares.push(((steps - given) * step) as u8);
        given = steps;
    }
    shares
}

/// Bare ground.
pub fn bare_chunk(position: [f32; 3]) -> Chunk {
    Chunk {
        flags: ChunkFlags(ChunkFlags::KEEPS_ALPHA_EDGE),
        area_id: 0,
        holes: 0,
        position,
        heights: Box::new([0.0; 145]),
        normals: Box::new([[0, 0, 127]; 145]),
        colours: None,
        shadow: None,
        clutter_layers: [0b11_10_01_00_11_10_01_00; 8],
        no_clutter: [0; 8],
        layers: Vec::new(),
        liquids: Vec::new(),
    }
}

/// Layers with the given shares, from below.
pub fn layers_of(
    rule: BlendRule,
    depth: AlphaDepth,
    textures: &[u32],
    share: impl Fn(usize, usize, usize) -> u8,
) -> Vec<TextureLayer> {
    let form = match depth {
        AlphaDepth::Four => AlphaForm::FourBit,
        AlphaDepth::Eight => AlphaForm::EightBit,
    };
    let layer = |(index, texture): (usize, &u32)| TextureLayer {
        texture: *texture,
        flags: TextureLayerFlags(if index == 0 { 0 } else { 0x100 }),
        ground_effect: index as i32,
        alpha: (index > 0).then(|| AlphaMap::filled(0)),
        form,
    };
    let mut layers: Vec<TextureLayer> = textures.iter().enumerate().map(layer).collect();
    let mut planes = ChunkShares::of(rule, &layers).unwrap();
    for row in 0..64 {
        for column in 0..64 {
            let own: Vec<u8> = (0..textures.len())
                .map(|layer| share(layer, column, row))
                .collect();
            planes.set_texel(column, row, &own);
        }
    }
    planes.write(rule, depth, form, &mut layers);
    layers
}

/// Two by two tiles, each map chunk with `count` textures. Tiles to the east list their textures in
/// another order and spelling.
pub fn made_ground(rule: BlendRule, depth: AlphaDepth, count: usize, order: Order) -> TileMap {
    let mut map = TileMap {
        alpha_depth: depth,
        blend: rule,
        ..TileMap::default()
    };
    // With 4 bits any order of layers can give two textures in steps of 17.
    let (count, step) = match depth {
        AlphaDepth::Four => (count.min(2), 17),
        AlphaDepth::Eight => (count, 1),
    };
    for (x, y) in [(31u8, 31u8), (32, 31), (31, 32), (32, 32)] {
        let is_east = x == 32;
        let mut names: Vec<String> = NAMES
            .iter()
            .take(5)
            .map(|name| (*name).to_owned())
            .collect();
        if is_east {
            names.reverse();
            names = names
                .iter()
                .map(|name| name.to_uppercase().replace('\\', "/"))
                .collect();
        }
        let index = |texture: usize| if is_east { 4 - texture } else { texture } as u32;
        let chunks = (0..256usize).map(|at| {
            let (column, row) = (at % 16, at / 16);
            let left = (usize::from(x - 31) * 16 + column) * 63;
            let top = (usize::from(y - 31) * 16 + row) * 63;
            let turn = match order {
                Order::Same => 0,
                Order::Mixed => (column + 2 * row) % count,
            };
            let textures: Vec<usize> = (0..count).map(|layer| (layer + turn) % count).collect();
            let indices: Vec<u32> = textures.iter().map(|texture| index(*texture)).collect();
            let tile = 1600.0f32 / 3.0;
            let north = (32.0 - f32::from(y)) * tile - row as f32 * tile / 16.0;
            let west = (32.0 - f32::from(x)) * tile - column as f32 * tile / 16.0;
            let mut chunk = bare_chunk([north, west, 0.0]);
            // Only where tests paint are the maps worth their time.
            let is_near = (left as i32 - 1008).abs() < 260 && (top as i32 - 1008).abs() < 260;
            if is_near {
                chunk.layers = layers_of(rule, depth, &indices, |layer, column, row| {
                    shares(count, left + column, top + row, step)[textures[layer]]
                });
            } else {
                chunk.layers = layers_of(rule, depth, &indices[..1], |_, _, _| 255);
            }
            for (vertex, height) in chunk.heights.iter_mut().enumerate() {
                let (pair, rest) = (vertex / 17, vertex % 17);
                let (down, right) = if rest < 9 {
                    (pair as f32, rest as f32)
                } else {
                    (pair as f32 + 0.5, rest as f32 - 8.5)
                };
                let (u, v) = (left as f32 / 7.875 + right, top as f32 / 7.875 + down);
                *height = (u / 5.0).sin() * 6.0 + (v / 7.0).cos() * 4.0;
            }
            chunk
        });
        let textures = names.iter().map(|name| TileTexture {
            path: name.clone().into_bytes(),
            flags: 0,
        });
        let tile = Tile {
            textures: textures.collect(),
            chunks: chunks.collect(),
        };
        map.tiles.insert(TileId { x, y }, tile);
    }
    map
}

/// A document with this map alone.
pub fn ground_document(map: TileMap) -> Document {
    let mut document = Document::new();
    document.terrains.push(Terrain {
        id: TerrainId(3),
        name: "isle".to_owned(),
        shape: TerrainShape::Tiles(map),
        native: None,
    });
    document
}

/// The map of such a document.
pub fn map_of(document: &Document) -> &TileMap {
    document.terrains[0].shape.tiles().unwrap()
}
