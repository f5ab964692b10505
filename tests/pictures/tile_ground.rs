//! The ground of World of Warcraft maps, against a slow mix of its layers texel by texel.

use bonewright::document::{TerrainShape, ground_names};
use bonewright::render::{ChangedChunk, ChangedGround, GroundLight, GroundPictures};
use bonewright::terrain::{
    AlphaForm, AlphaMap, BlendRule, CHUNK_VERTICES, Chunk, ChunkFlags, ChunkPlace, TILE_YARDS,
    TextureLayer, TextureLayerFlags, Tile, TileId, TileMap, TileTexture,
};
use image::{Rgba, RgbaImage};

use crate::terrain_stage::{Stage, above, dice, is_near, overlay, terrain};

pub const CHUNK: f32 = TILE_YARDS / 16.0;

/// Alphas that rise and fall softly, so that a pixel beside a texel's middle is no other.
fn soft(seed: u32) -> AlphaMap {
    let mut alpha = AlphaMap::filled(0);
    let shift = (dice(seed, 3) % 628) as f32 * 0.01;
    for (row, texels) in alpha.rows_mut().iter_mut().enumerate() {
        for (column, texel) in texels.iter_mut().enumerate() {
            let (x, y) = (column as f32, row as f32);
            let wave = (x * 0.09 + shift).sin() + (y * 0.07 - x * 0.03 + 2.0 * shift).cos();
            *texel = (127.5 + wave * 63.0) as u8;
        }
    }
    alpha
}

fn chunk(tile: TileId, index: u32, layer_count: u32) -> Chunk {
    let (column, row) = (index % 16, index / 16);
    let north = (32.0 - f32::from(tile.y)) * TILE_YARDS - row as f32 * CHUNK;
    let west = (32.0 - f32::from(tile.x)) * TILE_YARDS - column as f32 * CHUNK;
    let layers = (0..layer_count).map(|layer| TextureLayer {
        texture: (index + layer * 3) % 9,
        flags: TextureLayerFlags::default(),
        ground_effect: -1,
        alpha: (layer > 0).then(|| soft(index * 8 + layer)),
        form: AlphaForm::EightBit,
    });
    let mut heights = Box::new([0.0; CHUNK_VERTICES]);
    for (vertex, height) in (0..).zip(heights.iter_mut()) {
        *height = (dice(vertex, index) % 100) as f32 * 0.05;
    }
    Chunk {
        flags: ChunkFlags::default(),
        area_id: 0,
        holes: 0,
        position: [north, west, 10.0],
        heights,
        normals: Box::new([[0, 0, 127]; CHUNK_VERTICES]),
        colours: None,
        shadow: None,
        clutter_layers: [0; 8],
        no_clutter: [0; 8],
        layers: layers.collect(),
        liquids: Vec::new(),
    }
}

fn tile(id: TileId, chunk_count: u32) -> Tile {
    let textures = (0..9).map(|number| TileTexture {
        path: format!("Tileset\\Made\\{number}.blp").into_bytes(),
        flags: 0,
    });
    Tile {
        textures: textures.collect(),
        chunks: (0..chunk_count)
            .map(|index| chunk(id, index, 1 + index % 8))
            .collect(),
    }
}

pub fn map(blend: BlendRule, chunk_count: u32) -> TileMap {
    let id = TileId { x: 31, y: 32 };
    TileMap {
        tiles: [(id, tile(id, chunk_count))].into(),
        blend,
        ..TileMap::default()
    }
}

fn tone(number: u32) -> [u8; 3] {
    let [red, green, blue, _] = dice(number, 9).to_le_bytes();
    [red, green, blue]
}

/// A picture of one tone for each texture.
pub fn plain_pictures(map: &TileMap) -> GroundPictures {
    let names = ground_names(&TerrainShape::Tiles(map.clone()));
    let pictures = names.into_iter().map(|name| {
        let number = name
            .chars()
            .find(char::is_ascii_digit)
            .and_then(|it| it.to_digit(10));
        let [red, green, blue] = tone(number.expect("a number"));
        (
            name,
            RgbaImage::from_pixel(16, 16, Rgba([red, green, blue, 255])),
        )
    });
    pictures.collect()
}

/// An alpha between texels, 0 to 1; `x` and `y` count texels from the first one's middle.
pub fn alpha_at(alpha: &AlphaMap, x: f32, y: f32) -> f32 {
    let (x, y) = (x.clamp(0.0, 63.0), y.clamp(0.0, 63.0));
    let (left, top) = (x.floor() as usize, y.floor() as usize);
    let texel = |column: usize, row: usize| f32::from(alpha.alpha(column.min(63), row.min(63)));
    let (part_x, part_y) = (x.fract(), y.fract());
    let above = texel(left, top) * (1.0 - part_x) + texel(left + 1, top) * part_x;
    let below = texel(left, top + 1) * (1.0 - part_x) + texel(left + 1, top + 1) * part_x;
    (above * (1.0 - part_y) + below * part_y) / 255.0
}

fn mixed(chunk: &Chunk, rule: BlendRule, x: f32, y: f32) -> [f32; 3] {
    let colour = |layer: &TextureLayer| tone(layer.texture).map(f32::from);
    let base = colour(&chunk.layers[0]);
    let above = chunk.layers[1..].iter().map(|layer| {
        let alpha = layer.alpha.as_ref().expect("an alpha map");
        (colour(layer), alpha_at(alpha, x, y))
    });
    match rule {
        BlendRule::Ordered => above.fold(base, |below, (over, alpha)| {
            [0, 1, 2].map(|part| below[part] + (over[part] - below[part]) * alpha)
        }),
        BlendRule::Weighted => {
            let above: Vec<_> = above.collect();
            let whole: f32 = above.iter().map(|(_, alpha)| alpha).sum();
            let cut = whole.max(1.0);
            let rest = (1.0 - whole).max(0.0);
            [0, 1, 2].map(|part| {
                let parts = above.iter().map(|(over, alpha)| over[part] * alpha / cut);
                base[part] * rest + parts.sum::<f32>()
            })
        }
    }
}

#[test]
fn layers_are_mixed_texel_by_texel_by_the_rule_of_the_map() {
    for rule in [BlendRule::Ordered, BlendRule::Weighted] {
        let map = map(rule, 40);
        let pictures = plain_pictures(&map);
        let shape = TerrainShape::Tiles(map.clone());
        let mut stage = Stage::new(&terrain(shape.clone()), &pictures);
        for index in 0..16 {
            let chunk = &map.tiles.values().next().expect("a tile").chunks[index];
            let [north, west, _] = chunk.position;
            let middle = [north - CHUNK * 0.5, west - CHUNK * 0.5];
            let camera = above(&shape, middle, CHUNK * 0.5);
            let picture = stage.draw(&camera, &overlay(GroundLight::Even), [63, 63]);
            for (x, y, pixel) in picture.enumerate_pixels() {
                let expected = mixed(chunk, rule, x as f32 + 0.5, y as f32 + 0.5);
                assert!(
                    is_near(pixel.0, expected, 3.0),
                    "{rule:?}, map chunk {index}, {x}, {y}: {:?}, not {expected:?}",
                    pixel.0
                );
            }
        }
    }
}

#[test]
fn textures_repeat_in_every_cell_with_their_top_to_the_north() {
    let map = map(BlendRule::Ordered, 1);
    let name = ground_names(&TerrainShape::Tiles(map.clone())).remove(0);
    // Each quarter has its own tone.
    let quarters = RgbaImage::from_fn(32, 32, |x, y| {
        let [red, green, blue] = tone(100 + x / 16 + y / 16 * 2);
        Rgba([red, green, blue, 255])
    });
    let pictures = GroundPictures::from([(name, quarters)]);
    let shape = TerrainShape::Tiles(map.clone());
    let mut stage = Stage::new(&terrain(shape.clone()), &pictures);
    let [north, west, _] = map.chunks().next().expect("a map chunk").1.position;
    let camera = above(
        &shape,
        [north - CHUNK * 0.5, west - CHUNK * 0.5],
        CHUNK * 0.5,
    );
    let picture = stage.draw(&camera, &overlay(GroundLight::Even), [256, 256]);
    for (x, y) in (0..16).flat_map(|y| (0..16).map(move |x| (x, y))) {
        let expected = tone(100 + x % 2 + y % 2 * 2).map(f32::from);
        let found = picture.get_pixel(x * 16 + 8, y * 16 + 8).0;
        assert!(is_near(found, expected, 1.0), "{x}, {y}: {found:?}");
    }
}

#[test]
fn holes_show_what_is_behind_and_tiles_lie_side_by_side() {
    let mut map = map(BlendRule::Ordered, 256);
    let east = TileId { x: 32, y: 32 };
    map.tiles.insert(east, tile(east, 256));
    let place = ChunkPlace {
        tile: east,
        column: 0,
        row: 0,
    };
    // The hole in the second column of the first row.
    map.chunk_mut(place).expect("a map chunk").holes = 2;
    let pictures = plain_pictures(&map);
    let shape = TerrainShape::Tiles(map.clone());
    let mut stage = Stage::new(&terrain(shape.clone()), &pictures);
    // The border of the tiles lies at y = 0; a map chunk is 32 pixels wide.
    let camera = above(&shape, [-CHUNK * 0.5, 0.0], CHUNK);
    let picture = stage.draw(&camera, &overlay(GroundLight::Even), [64, 64]);
    let background = stage.draw(
        &above(&shape, [9000.0, 9000.0], 1.0),
        &overlay(GroundLight::Even),
        [64, 64],
    );
    let mut hole_count = 0;
    for (x, y, pixel) in picture.enumerate_pixels() {
        let is_north = y < 16;
        let is_hole = (40..48).contains(&x) && (16..24).contains(&y);
        let is_bare = *pixel == *background.get_pixel(x, y);
        hole_count += usize::from(is_hole && is_bare);
        assert_eq!(is_bare, is_hole || is_north, "{x}, {y}");
    }
    assert_eq!(hole_count, 64);
}

#[test]
fn light_falls_on_tints_and_shadows() {
    let mut map = map(BlendRule::Ordered, 1);
    let place = map.chunks().next().expect("a map chunk").0;
    let chunk = map.chunk_mut(place).expect("a map chunk");
    chunk.heights.fill(0.0);
    let pictures = plain_pictures(&map);
    let draw = |map: &TileMap| {
        let shape = TerrainShape::Tiles(map.clone());
        let [north, west, _] = map.chunks().next().expect("a map chunk").1.position;
        let camera = above(
            &shape,
            [north - CHUNK * 0.5, west - CHUNK * 0.5],
            CHUNK * 0.5,
        );
        let mut stage = Stage::new(&terrain(shape), &pictures);
        let picture = stage.draw(&camera, &overlay(GroundLight::Lit), [64, 64]);
        [picture.get_pixel(8, 32).0, picture.get_pixel(56, 32).0]
    };
    let [plain, _] = draw(&map);
    let chunk = map.chunk_mut(place).expect("a map chunk");
    // The western half in the shadow, no red anywhere.
    chunk.shadow = Some(Box::new(std::array::from_fn(|byte| {
        if byte % 8 < 4 { 0xFF } else { 0 }
    })));
    chunk.colours = Some(Box::new([[127, 127, 0, 127]; CHUNK_VERTICES]));
    let [dark, light] = draw(&map);
    assert_eq!((dark[0], light[0]), (0, 0));
    assert!(light[1].abs_diff(plain[1]) <= 1 && light[2].abs_diff(plain[2]) <= 1);
    let share = f32::from(dark[1]) / f32::from(plain[1]);
    assert!((share - 0.65).abs() < 0.03, "{share}");
}

#[test]
fn a_changed_map_chunk_is_uploaded_alone_and_shows_what_a_new_scene_would() {
    let mut map = map(BlendRule::Ordered, 256);
    let pictures = plain_pictures(&map);
    let shape = TerrainShape::Tiles(map.clone());
    let middle = [-TILE_YARDS * 0.5, TILE_YARDS * 0.5];
    let camera = above(&shape, middle, TILE_YARDS * 0.5);
    let mut stage = Stage::new(&terrain(shape), &pictures);
    let all = ChangedChunk {
        heights: true,
        layers: true,
        holes: true,
        colours: true,
        marks: true,
    };
    for index in [0_u8, 37, 255] {
        let place = ChunkPlace {
            tile: TileId { x: 31, y: 32 },
            column: index % 16,
            row: index / 16,
        };
        let chunk = map.chunk_mut(place).expect("a map chunk");
        chunk.layers.push(TextureLayer {
            texture: 4,
            flags: TextureLayerFlags::default(),
            ground_effect: -1,
            alpha: Some(soft(500)),
            form: AlphaForm::EightBit,
        });
        chunk.heights.fill(5.0);
        chunk.holes = 0x0420;
        chunk.colours = Some(Box::new([[127, 60, 127, 127]; CHUNK_VERTICES]));
        let changed = ChangedGround {
            chunks: [(place, all)].into(),
            ..ChangedGround::default()
        };
        let now = terrain(TerrainShape::Tiles(map.clone()));
        assert_eq!(stage.refresh(&now, &changed, &pictures), 1);
        for light in [GroundLight::Even, GroundLight::Lit] {
            let shown = stage.draw(&camera, &overlay(light), [256, 256]);
            let fresh = Stage::new(&now, &pictures).draw(&camera, &overlay(light), [256, 256]);
            assert!(shown == fresh, "map chunk {index}");
        }
    }
}
