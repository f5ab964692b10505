//! What lies over the ground: each colour against what the map says at the place.

use bonewright::document::{TerrainShape, ground_names};
use bonewright::render::{
    ALARM_TONES, ChangedChunk, ChangedGround, Colour, EXCESS_COLOUR, GroundHeat, GroundLight,
    GroundOverlay, GroundPictures, MARK_COLOURS, Overlay, STEEPEST_DEG, SlopeRange, WeightRamp,
    ZERO_TONES, area_colour,
};
use bonewright::terrain::{
    BlendRule, Chunk, ChunkFlags, Corner, CornerFlags, CornerMap, CornerMapHead, TileMap,
};
use image::{Rgba, RgbaImage};

use crate::terrain_stage::{Stage, above, is_near, overlay, terrain};
use crate::tile_ground::{CHUNK, alpha_at, map, plain_pictures};

const RAMP: WeightRamp = WeightRamp::ColourBlind;

fn over(ground_overlay: GroundOverlay) -> Overlay {
    Overlay {
        ground_overlay,
        ..overlay(GroundLight::Even)
    }
}

/// Colours that cover all of the ground.
fn heat(heat: GroundHeat) -> GroundOverlay {
    GroundOverlay {
        heat,
        opacity: 1.0,
        ramp: RAMP,
        ..GroundOverlay::default()
    }
}

fn bytes(colour: Colour) -> [f32; 3] {
    let [red, green, blue, _] = colour;
    [red * 255.0, green * 255.0, blue * 255.0]
}

fn is_one_of(pixel: Rgba<u8>, tones: [Colour; 2]) -> bool {
    tones.iter().any(|tone| is_near(pixel.0, bytes(*tone), 2.0))
}

/// A stage on a map of tiles, and how each of its first map chunks is seen.
struct Chunks {
    map: TileMap,
    pictures: GroundPictures,
    stage: Stage,
}

impl Chunks {
    fn new(map: TileMap) -> Self {
        let pictures = plain_pictures(&map);
        let stage = Stage::new(&terrain(TerrainShape::Tiles(map.clone())), &pictures);
        Self {
            map,
            pictures,
            stage,
        }
    }

    fn chunk(&self, index: usize) -> &Chunk {
        &self.map.tiles.values().next().expect("a tile").chunks[index]
    }

    fn draw(&mut self, index: usize, overlay: &Overlay) -> RgbaImage {
        let [north, west, _] = self.chunk(index).position;
        let middle = [north - CHUNK * 0.5, west - CHUNK * 0.5];
        let shape = TerrainShape::Tiles(self.map.clone());
        let camera = above(&shape, middle, CHUNK * 0.5);
        self.stage.draw(&camera, overlay, [63, 63])
    }

    /// The path of a texture by its number.
    fn path(&self, number: u32) -> String {
        let tile = self.map.tiles.values().next().expect("a tile");
        tile.textures[number as usize].path_text()
    }
}

/// The share of a texture in a map chunk, worked out layer by layer.
fn share(chunk: &Chunk, rule: BlendRule, texture: u32, x: f32, y: f32) -> f32 {
    let alphas: Vec<f32> = chunk
        .layers
        .iter()
        .skip(1)
        .map(|layer| alpha_at(layer.alpha.as_ref().expect("an alpha map"), x, y))
        .collect();
    let mut shares = vec![0.0; chunk.layers.len()];
    match rule {
        BlendRule::Ordered => {
            shares[0] = 1.0;
            for (above, alpha) in alphas.iter().enumerate() {
                for below in &mut shares[..=above] {
                    *below *= 1.0 - alpha;
                }
                shares[above + 1] = *alpha;
            }
        }
        BlendRule::Weighted => {
            let sum: f32 = alphas.iter().sum();
            shares[0] = (1.0 - sum).max(0.0);
            for (share, alpha) in shares[1..].iter_mut().zip(&alphas) {
                *share = alpha / sum.max(1.0);
            }
        }
    }
    let own = chunk.layers.iter().zip(shares);
    own.filter(|(layer, _)| layer.texture == texture)
        .map(|(_, share)| share)
        .sum()
}

#[test]
fn map_chunks_have_the_colour_of_their_number_of_layers() {
    let mut chunks = Chunks::new(map(BlendRule::Ordered, 16));
    for index in 0..8 {
        let count = chunks.chunk(index).layers.len();
        assert_eq!(count, 1 + index, "a number of layers each");
        let picture = chunks.draw(index, &over(heat(GroundHeat::LayerCount)));
        let expected = match count {
            1..=4 => RAMP.colour((count - 1) as f32 / 3.0),
            _ => EXCESS_COLOUR,
        };
        let found = picture.get_pixel(31, 20).0;
        assert!(is_near(found, bytes(expected), 2.0), "{count}: {found:?}");
    }
}

#[test]
fn coverage_is_the_share_of_the_chosen_texture_by_the_rule_of_the_map() {
    for rule in [BlendRule::Ordered, BlendRule::Weighted] {
        let mut chunks = Chunks::new(map(rule, 16));
        for (index, layer) in [(3, 2), (3, 0), (7, 5), (0, 0), (5, 1)] {
            let texture = chunks.chunk(index).layers[layer].texture;
            let overlay = over(GroundOverlay {
                texture: Some(chunks.path(texture).replace('\\', "/").to_uppercase()),
                ..heat(GroundHeat::Coverage)
            });
            let picture = chunks.draw(index, &overlay);
            for (x, y, pixel) in picture.enumerate_pixels().step_by(37) {
                let at = [x as f32 + 0.5, y as f32 + 0.5];
                let share = share(chunks.chunk(index), rule, texture, at[0], at[1]);
                if share > 0.02 {
                    let expected = bytes(RAMP.colour(share));
                    assert!(
                        is_near(pixel.0, expected, 6.0),
                        "{rule:?}, map chunk {index}, {share}: {:?}, not {expected:?}",
                        pixel.0
                    );
                }
            }
        }
        // A map chunk without the texture is hatched.
        let lone = chunks.chunk(0).layers[0].texture;
        let other = (0..9).find(|number| *number != lone).expect("another");
        let overlay = over(GroundOverlay {
            texture: Some(chunks.path(other)),
            ..heat(GroundHeat::Coverage)
        });
        let picture = chunks.draw(0, &overlay);
        assert!(picture.pixels().all(|pixel| is_one_of(*pixel, ZERO_TONES)));
    }
}

#[test]
fn full_map_chunks_are_marked_unless_they_have_the_chosen_texture() {
    let mut chunks = Chunks::new(map(BlendRule::Ordered, 16));
    for index in 0..8 {
        let own: Vec<u32> = chunks
            .chunk(index)
            .layers
            .iter()
            .map(|it| it.texture)
            .collect();
        for number in 0..9 {
            let overlay = over(GroundOverlay {
                texture: Some(chunks.path(number)),
                ..heat(GroundHeat::Unpaintable)
            });
            let is_full = own.len() >= 4 && !own.contains(&number);
            let picture = chunks.draw(index, &overlay);
            let plain = chunks.draw(index, &over(GroundOverlay::default()));
            if is_full {
                let all = picture.pixels().all(|pixel| is_one_of(*pixel, ALARM_TONES));
                assert!(all, "map chunk {index}, texture {number}");
            } else {
                assert!(picture == plain, "map chunk {index}, texture {number}");
            }
        }
    }
}

#[test]
fn slopes_have_the_colour_of_their_angle_and_those_left_alone_are_dim() {
    let mut made = map(BlendRule::Ordered, 16);
    let tile = made.tiles.values_mut().next().expect("a tile");
    for (chunk, degrees) in tile.chunks.iter_mut().zip([0.0_f32, 20.0, 45.0, 80.0]) {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        chunk.normals.fill([
            (sine * 127.0).round() as i8,
            0,
            (cosine * 127.0).round() as i8,
        ]);
    }
    let mut chunks = Chunks::new(made);
    for (index, degrees) in [0.0_f32, 20.0, 45.0, 80.0].into_iter().enumerate() {
        let expected = bytes(RAMP.colour((degrees / STEEPEST_DEG).min(1.0)));
        let found = chunks.draw(index, &over(heat(GroundHeat::Slope)));
        let found = found.get_pixel(30, 30).0;
        assert!(
            is_near(found, expected, 4.0),
            "{degrees}: {found:?}, not {expected:?}"
        );
        for invert in [false, true] {
            let overlay = over(GroundOverlay {
                slopes: Some(SlopeRange {
                    from_deg: 10.0,
                    to_deg: 50.0,
                    soft_deg: 2.0,
                    invert,
                }),
                ..heat(GroundHeat::Slope)
            });
            let is_meant = (10.0..50.0).contains(&degrees) != invert;
            let found = chunks.draw(index, &overlay).get_pixel(30, 30).0;
            assert_eq!(
                is_near(found, expected, 4.0),
                is_meant,
                "{degrees} {invert}"
            );
        }
    }
}

#[test]
fn areas_and_flags_follow_an_edit_without_a_new_scene() {
    let mut chunks = Chunks::new(map(BlendRule::Ordered, 256));
    let (place, _) = chunks.map.chunks().nth(5).expect("a map chunk");
    let plain = chunks.draw(5, &over(GroundOverlay::default()));
    let flags = over(heat(GroundHeat::Flags(ChunkFlags::IS_IMPASSABLE)));
    assert!(chunks.draw(5, &flags) == plain, "no flag, no mark");
    let chunk = chunks.map.chunk_mut(place).expect("the map chunk");
    (chunk.area_id, chunk.flags) = (77, ChunkFlags(ChunkFlags::IS_IMPASSABLE | 0x20));
    let marks = ChangedChunk {
        marks: true,
        ..ChangedChunk::default()
    };
    let changed = ChangedGround {
        chunks: [(place, marks)].into(),
        ..ChangedGround::default()
    };
    let now = terrain(TerrainShape::Tiles(chunks.map.clone()));
    assert_eq!(chunks.stage.refresh(&now, &changed, &chunks.pictures), 1);
    let found = chunks.draw(5, &flags);
    assert!(found.pixels().all(|pixel| is_one_of(*pixel, ALARM_TONES)));
    let both = over(heat(GroundHeat::Flags(0x20 | 0x8)));
    assert!(chunks.draw(5, &both) == plain, "all of the flags are meant");
    let found = chunks.draw(5, &over(heat(GroundHeat::Areas)));
    // Three quarters of the colour, and the ground below.
    let below = plain.get_pixel(31, 31).0;
    let colour = bytes(area_colour(77));
    let expected = [0, 1, 2].map(|part| colour[part] * 0.75 + f32::from(below[part]) * 0.25);
    let found = found.get_pixel(31, 31).0;
    assert!(is_near(found, expected, 3.0), "{found:?}, not {expected:?}");
}

/// Rows of the picture that have a line, as counts of bright runs down its middle.
fn lines_down(picture: &RgbaImage) -> usize {
    let bright = |y: u32| {
        picture.get_pixel(picture.width() / 2, y).0[..3]
            .iter()
            .all(|it| *it > 150)
    };
    (1..picture.height())
        .filter(|y| bright(*y) && !bright(*y - 1))
        .count()
}

#[test]
fn contour_lines_lie_at_every_step_of_height_and_borders_at_borders() {
    let mut made = map(BlendRule::Ordered, 256);
    for tile in made.tiles.values_mut() {
        for chunk in &mut tile.chunks {
            let north = chunk.position[0];
            chunk.layers.truncate(1);
            // A yard up for each yard to the south; height 0 lies 120 yards from the border.
            for (vertex, height) in chunk.heights.iter_mut().enumerate() {
                let row = vertex / 17 * 2 + usize::from(vertex % 17 > 8);
                *height = row as f32 * CHUNK / 16.0 - north - 120.0;
            }
            chunk.position[2] = 0.0;
        }
    }
    let grey = |name: String| (name, RgbaImage::from_pixel(16, 16, Rgba([90, 90, 90, 255])));
    let shape = TerrainShape::Tiles(made);
    let pictures = ground_names(&shape).into_iter().map(grey).collect();
    let mut stage = Stage::new(&terrain(shape.clone()), &pictures);
    // 40 yards from north to south, beginning half a yard beyond a whole height.
    let camera = above(&shape, [-(100.5 + 20.0), 100.0], 20.0);
    for (step, expected) in [(10.0, 4), (4.0, 10), (0.0, 0)] {
        let overlay = over(GroundOverlay {
            contour_step: step,
            ..GroundOverlay::default()
        });
        let picture = stage.draw(&camera, &overlay, [300, 300]);
        assert_eq!(lines_down(&picture), expected, "every {step}");
    }
    let overlay = over(GroundOverlay {
        shows_grid: true,
        ..GroundOverlay::default()
    });
    let camera = above(&shape, [-CHUNK * 4.0, CHUNK * 4.5], CHUNK * 2.1);
    let picture = stage.draw(&camera, &overlay, [200, 200]);
    let dark = |y: u32| picture.get_pixel(100, y).0[0] != 90;
    let borders = (1..200).filter(|y| dark(*y) && !dark(*y - 1)).count();
    assert_eq!(
        borders, 5,
        "at two map chunks to either side, and in the middle"
    );
}

#[test]
fn tiles_of_corners_show_meetings_marks_and_coverage() {
    let head = CornerMapHead {
        version: 11,
        tileset: b'L',
        custom_tileset: 0,
        ground_types: vec![*b"Ldrt", *b"Lgrs", *b"Lrok", *b"Lgrd", *b"Ldro"],
        cliff_types: Vec::new(),
        origin: [0.0; 2],
        rest: Vec::new(),
    };
    let side = 11;
    let corners = (0..side * side).map(|index| {
        let mut corner = Corner::LEVEL;
        corner.set_ground_type((crate::terrain_stage::dice(index, 4) % 5) as u8);
        let flags = CornerFlags((crate::terrain_stage::dice(index, 8) % 32) as u8);
        corner.set_flags(flags);
        corner
    });
    let made = CornerMap::new(head, side, corners.collect()).expect("whole rows");
    let shape = TerrainShape::Corners(made.clone());
    let mut stage = Stage::new(&terrain(shape.clone()), &GroundPictures::new());
    let tiles = side - 1;
    let pixels = 40;
    let camera = above(&shape, [tiles as f32 * 64.0; 2], tiles as f32 * 64.0);
    let size = [tiles * pixels; 2];
    let plain = stage.draw(&camera, &over(GroundOverlay::default()), size);
    let meetings = stage.draw(&camera, &over(heat(GroundHeat::Meetings)), size);
    let coverage = GroundOverlay {
        texture: Some("Lgrs".to_owned()),
        ..heat(GroundHeat::Coverage)
    };
    let coverage = stage.draw(&camera, &over(coverage), size);
    let marks = stage.draw(&camera, &over(heat(GroundHeat::Marks)), size);
    let shown = |column: u32, row: u32| {
        let corner = made.corner(column, row).expect("inside");
        match corner.flags().has(CornerFlags::BLIGHT) {
            true => 5,
            false => corner.ground_type(),
        }
    };
    let mut found_counts = [0; 5];
    for (column, row) in (0..tiles).flat_map(|row| (0..tiles).map(move |it| (it, row))) {
        let mut kinds: Vec<u8> = [(0, 0), (1, 0), (0, 1), (1, 1)]
            .map(|(right, up)| shown(column + right, row + up))
            .to_vec();
        kinds.sort_unstable();
        kinds.dedup();
        found_counts[kinds.len()] += 1;
        // Pixels around the corners of the tile, a quarter of it each.
        for (right, up) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let x = column * pixels + 8 + right * 24;
            let y = (tiles - 1 - row) * pixels + 8 + (1 - up) * 24;
            let found = *meetings.get_pixel(x, y);
            match kinds.len() {
                3 => assert!(is_one_of(found, ALARM_TONES), "{column}, {row}: {found:?}"),
                4 => assert!(is_one_of(found, [EXCESS_COLOUR, ALARM_TONES[1]])),
                _ => assert_eq!(found, *plain.get_pixel(x, y), "{column}, {row}"),
            }
            let found = *coverage.get_pixel(x, y);
            match shown(column + right, row + up) {
                1 => assert!(is_near(found.0, bytes(RAMP.colour(1.0)), 2.0), "{found:?}"),
                _ => assert!(is_one_of(found, ZERO_TONES), "{found:?}"),
            }
            let flags = made
                .corner(column + right, row + up)
                .expect("inside")
                .flags();
            let tones = MARK_COLOURS.iter().enumerate();
            let own = tones.filter(|(bit, _)| flags.0 >> bit & 1 == 1);
            // Four fifths of the colour of one of its marks, and the ground below.
            let below = *plain.get_pixel(x, y);
            let expected = |tone: [f32; 3]| {
                [0, 1, 2].map(|part| tone[part] * 0.8 + f32::from(below.0[part]) * 0.2)
            };
            let found = *marks.get_pixel(x, y);
            let mut own = own.map(|(_, tone)| expected(bytes(*tone)));
            if flags.0 == 0 {
                assert_eq!(found, below);
            } else {
                let is_own = own.any(|tone| is_near(found.0, tone, 3.0));
                assert!(is_own, "{}: {found:?}", flags.text());
            }
        }
    }
    assert!(
        found_counts[2..].iter().all(|count| *count > 0),
        "{found_counts:?}"
    );
}
