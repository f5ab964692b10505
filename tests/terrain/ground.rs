//! Made ground of both shapes, and what must hold of every operator on it.

use crate::random::Random;
use bonewright::document::{Document, Terrain, TerrainId, TerrainShape};
use bonewright::edit::{Applied, EditError, EntryFocus, History, Operator};
use bonewright::terrain::{
    AlphaDepth, AlphaForm, AlphaMap, BlendRule, Chunk, ChunkFlags, ChunkPlace, Corner, CornerMap,
    CornerMapHead, TextureLayer, TextureLayerFlags, Tile, TileId, TileMap, TileTexture,
};

/// Yards from an outer vertex to the next.
pub const VERTEX_YARDS: f32 = 1600.0 / 3.0 / 128.0;

/// A document with one terrain.
pub fn document(shape: TerrainShape) -> Document {
    let mut document = Document::new();
    document.terrains.push(Terrain {
        id: TerrainId(4),
        name: "made".to_owned(),
        shape,
        native: None,
    });
    document
}

/// A map of corners that `change` was asked for each of.
pub fn corner_map(
    version: u32,
    width: u32,
    height: u32,
    mut change: impl FnMut(u32, u32, &mut Corner),
) -> CornerMap {
    let head = CornerMapHead {
        version,
        tileset: b'L',
        custom_tileset: 0,
        ground_types: vec![*b"Ldrt", *b"Lgrs", *b"Lrok", *b"Lsnd"],
        cliff_types: vec![*b"CLdi", *b"CLgr"],
        origin: [-512.0, 256.0],
        rest: Vec::new(),
    };
    let mut corners = Vec::new();
    for row in 0..height {
        for column in 0..width {
            let mut corner = Corner::LEVEL;
            change(column, row, &mut corner);
            corners.push(corner);
        }
    }
    CornerMap::new(head, width, corners).unwrap()
}

/// A map of corners on which everything is somewhere.
pub fn motley_corners(random: &mut Random) -> CornerMap {
    corner_map(12, 40, 30, |column, row, corner| {
        corner.height = 8192 + random.below(400) as u16;
        corner.set_ground_type(random.below(4) as u8);
        corner.variation = random.below(256) as u8;
        corner.set_water_level(8192 + random.below(500) as u16);
        corner.set_layer(2 + u8::from(column > 20) * 2);
        corner.ground |= 0xA000;
        if random.below(9) == 0 && row > 3 {
            corner.ground |= 0x80;
        }
    })
}

pub fn corners(document: &Document) -> &CornerMap {
    document.terrains[0].shape.corners().unwrap()
}

pub fn tiles(document: &Document) -> &TileMap {
    document.terrains[0].shape.tiles().unwrap()
}

/// The middle of [`tile_map`]: where its four tiles meet.
pub const MEETING: [f32; 2] = [0.0, 0.0];

/// Two by two tiles that meet in the middle of the world, with these heights; map chunks count them
/// from `base`, which is asked for each.
pub fn tile_map(
    mut height: impl FnMut(f32, f32) -> f32,
    mut base: impl FnMut(ChunkPlace) -> f32,
) -> TileMap {
    let mut map = TileMap {
        alpha_depth: AlphaDepth::Eight,
        blend: BlendRule::Ordered,
        ..TileMap::default()
    };
    for (x, y) in [(31, 31), (32, 31), (31, 32), (32, 32)] {
        let mut tile = Tile::default();
        for name in ["Tileset\\Grass.blp", "Tileset\\Rock.blp"] {
            tile.textures.push(TileTexture {
                path: name.into(),
                flags: 0,
            });
        }
        for index in 0..=255u8 {
            let (column, row) = (index % 16, index / 16);
            let place = ChunkPlace {
                tile: TileId { x, y },
                column,
                row,
            };
            // In vertices from the middle of the world, so that neighbours get the same numbers.
            let north = (32 - i32::from(y)) * 128 - i32::from(row) * 8;
            let west = (32 - i32::from(x)) * 128 - i32::from(column) * 8;
            let bottom = base(place);
            let yards = |vertices: f32| vertices * VERTEX_YARDS;
            let mut heights = Box::new([0.0; 145]);
            for (vertex, slot) in heights.iter_mut().enumerate() {
                let [down, right] = place_in_chunk(vertex);
                let (x, y) = (yards(north as f32 - down), yards(west as f32 - right));
                *slot = height(x, y) - bottom;
            }
            tile.chunks.push(Chunk {
                flags: ChunkFlags::default(),
                area_id: 7,
                holes: 0,
                position: [yards(north as f32), yards(west as f32), bottom],
                heights,
                normals: Box::new([[0, 0, 127]; 145]),
                colours: None,
                shadow: None,
                clutter_layers: [0; 8],
                no_clutter: [0; 8],
                layers: layers(column >= 8),
                liquids: Vec::new(),
            });
        }
        map.tiles.insert(TileId { x, y }, tile);
    }
    map
}

/// Grass, and rock over half of it.
fn layers(has_rock: bool) -> Vec<TextureLayer> {
    let layer = |texture: u32, alpha: Option<AlphaMap>| TextureLayer {
        texture,
        flags: TextureLayerFlags(if alpha.is_some() { 0x100 } else { 0 }),
        ground_effect: -1,
        alpha,
        form: AlphaForm::EightBit,
    };
    let mut layers = vec![layer(0, None)];
    if has_rock {
        layers.push(layer(1, Some(AlphaMap::filled(255))));
    }
    layers
}

/// How far a vertex lies from its chunk's north-west corner, in outer vertices: down and right.
pub fn place_in_chunk(vertex: usize) -> [f32; 2] {
    let (line, rest) = ((vertex / 17) as f32, (vertex % 17) as f32);
    if rest < 9.0 {
        [line, rest]
    } else {
        [line + 0.5, rest - 8.5]
    }
}

/// World x and y of a vertex.
pub fn vertex_place(chunk: &Chunk, vertex: usize) -> [f32; 2] {
    let [down, right] = place_in_chunk(vertex);
    [
        chunk.position[0] - down * VERTEX_YARDS,
        chunk.position[1] - right * VERTEX_YARDS,
    ]
}

/// An operator from its JSON.
#[track_caller]
pub fn op(json: &str) -> Operator {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{error} in {json}"))
}

/// Applies an operator; undo and redo must be exact, and a refusal must change nothing.
#[track_caller]
pub fn apply(document: &mut Document, operator: &Operator) -> Result<Applied, EditError> {
    let before = document.clone();
    let mut history = History::default();
    let applied = history.apply(document, operator, EntryFocus::default());
    assert_eq!(document.check_invariants(), [], "{operator:?}");
    if applied.is_err() || !history.can_undo() {
        assert_same(document, &before, operator);
        return applied;
    }
    let after = document.clone();
    history.undo(document).unwrap();
    assert_same(document, &before, operator);
    history.redo(document).unwrap();
    assert_same(document, &after, operator);
    applied
}

/// Applies an operator that nothing may forbid.
#[track_caller]
pub fn applied(document: &mut Document, json: &str) -> Applied {
    apply(document, &op(json)).unwrap_or_else(|error| panic!("{error}: {json}"))
}

/// The sentences of what an operator told.
pub fn told(applied: &Applied) -> String {
    let notes = applied.notes.iter().map(|note| note.0.as_str());
    notes.collect::<Vec<_>>().join("; ")
}

/// Both documents are equal to the bit.
#[track_caller]
pub fn assert_same(one: &Document, other: &Document, what: &Operator) {
    assert_eq!(one.content_hash(), other.content_hash(), "{what:?}");
    assert!(one == other, "{what:?}");
}
