//! The ground of Warcraft III maps, against a slow drawing of every tile written from the rule:
//! the lowest type covers the tile, each higher one lies over it with the cell of its corners.

use std::collections::BTreeMap;

use bonewright::document::{TerrainShape, ground_names};
use bonewright::import_export::{ImportedFile, open_file};
use bonewright::render::{ChangedGround, GroundLight, GroundPictures};
use bonewright::terrain::{Corner, CornerFlags, CornerMap, CornerMapHead};
use image::{Rgba, RgbaImage};

use crate::corpus::Corpus;
use crate::terrain_stage::{Stage, above, dice, is_near, overlay, terrain};

/// Texels and pixels of a side of a tile.
const SIDE: u32 = 4;

/// An atlas in which every texel differs: its numbers follow from texture, cell and place.
fn atlas(number: u32) -> RgbaImage {
    let columns = if number.is_multiple_of(2) { 4 } else { 8 };
    RgbaImage::from_fn(columns * SIDE, 4 * SIDE, |x, y| {
        let hash = dice(number * 1000 + y, x);
        let [red, green, blue, alpha] = hash.to_le_bytes();
        // Mostly opaque or clear, as cells are, and in between at times.
        let alpha = match alpha {
            0..100 => 0,
            100..200 => 255,
            between => between,
        };
        Rgba([red, green, blue, alpha])
    })
}

fn atlases(map: &TerrainShape) -> (Vec<RgbaImage>, GroundPictures) {
    let names = ground_names(map);
    // The same name twice is the same texture.
    let first = |name: &String| names.iter().position(|own| own == name).expect("its own");
    let all: Vec<RgbaImage> = names.iter().map(|name| atlas(first(name) as u32)).collect();
    let pictures: BTreeMap<String, RgbaImage> =
        names.iter().cloned().zip(all.iter().cloned()).collect();
    (all, pictures)
}

/// What a corner shows.
fn shown(map: &CornerMap, column: u32, row: u32) -> usize {
    let corner = map.corner(column, row).expect("inside");
    if corner.flags().has(CornerFlags::BLIGHT) {
        map.head.ground_types.len()
    } else {
        usize::from(corner.ground_type())
    }
}

/// A texel of a cell, `x` from the west and `y` from the north.
fn texel(atlas: &RgbaImage, column: u32, row: u32, x: u32, y: u32) -> [f32; 4] {
    let pixel = atlas.get_pixel(column * SIDE + x, row * SIDE + y).0;
    pixel.map(f32::from)
}

/// The colour of a tile at a texel, and how many types meet there.
fn expected(
    map: &CornerMap,
    atlases: &[RgbaImage],
    tile: [u32; 2],
    x: u32,
    y: u32,
) -> ([f32; 3], usize) {
    let [column, row] = tile;
    let sw = shown(map, column, row);
    let se = shown(map, column + 1, row);
    let nw = shown(map, column, row + 1);
    let ne = shown(map, column + 1, row + 1);
    let mut kinds = vec![sw, se, nw, ne];
    kinds.sort_unstable();
    kinds.dedup();
    let lowest = &atlases[kinds[0]];
    let variation = u32::from(map.corner(column, row).expect("inside").ground_variation());
    let is_extended = lowest.width() == 2 * lowest.height();
    let (cell_column, cell_row) = match (is_extended, variation) {
        (false, 0) => (0, 0),
        (false, _) | (true, 16) => (3, 3),
        (true, 0..16) => (4 + variation % 4, variation / 4),
        (true, _) => (0, 0),
    };
    let [r, g, b, _] = texel(lowest, cell_column, cell_row, x, y);
    let mut sum = [r, g, b];
    for kind in &kinds[1..] {
        let is = |corner: usize| u32::from(corner == *kind);
        let mask = 8 * is(nw) + 4 * is(ne) + 2 * is(sw) + is(se);
        let over = texel(&atlases[*kind], mask % 4, mask / 4, x, y);
        for part in 0..3 {
            sum[part] += (over[part] - sum[part]) * over[3] / 255.0;
        }
    }
    (sum, kinds.len())
}

/// Draws a map and compares the corner texels of every tile, and one inside; gives how many tiles
/// had one, two, three and four types.
fn check(map: &CornerMap, name: &str) -> [usize; 5] {
    let (columns, rows) = map.tiles();
    let shape = TerrainShape::Corners(map.clone());
    let (all, pictures) = atlases(&shape);
    let [left, bottom] = map.position(0, 0);
    let middle = [left + columns as f32 * 64.0, bottom + rows as f32 * 64.0];
    let camera = above(&shape, middle, rows as f32 * 64.0);
    let mut stage = Stage::new(&terrain(shape), &pictures);
    let size = [columns * SIDE, rows * SIDE];
    let picture = stage.draw(&camera, &overlay(GroundLight::Even), size);
    let mut met = [0; 5];
    for (column, row) in (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row))) {
        let mut count = 0;
        // The middle first: where one type covers all, it tells enough.
        for (x, y) in [(2, 1), (0, 0), (3, 0), (0, 3), (3, 3)] {
            let (colour, kinds) = expected(map, &all, [column, row], x, y);
            let place = [column * SIDE + x, (rows - 1 - row) * SIDE + y];
            let found = picture.get_pixel(place[0], place[1]).0;
            assert!(
                is_near(found, colour, 4.0),
                "{name}: tile {column}, {row}, texel {x}, {y}: {found:?}, not {colour:?}"
            );
            count = kinds;
            if kinds == 1 {
                break;
            }
        }
        met[count] += 1;
    }
    met
}

/// The rectangle of a map outside which all tiles show one type, with a few more tiles.
fn busy_part(map: &CornerMap) -> CornerMap {
    let (columns, rows) = map.tiles();
    let (mut low, mut high) = ([columns / 2, rows / 2], [columns / 2, rows / 2]);
    for row in 0..rows {
        for column in 0..columns {
            let own = shown(map, column, row);
            let others = [(1, 0), (0, 1), (1, 1)];
            let mut others = others.iter();
            if others.any(|(right, up)| shown(map, column + right, row + up) != own) {
                low = [low[0].min(column), low[1].min(row)];
                high = [high[0].max(column), high[1].max(row)];
            }
        }
    }
    let first = low.map(|at| at.saturating_sub(8));
    let last = [(high[0] + 9).min(columns), (high[1] + 9).min(rows)];
    let corners = (first[1]..=last[1])
        .flat_map(|row| (first[0]..=last[0]).map(move |column| (column, row)))
        .filter_map(|(column, row)| map.corner(column, row));
    let mut head = map.head.clone();
    head.origin = map.position(first[0], first[1]);
    let width = last[0] - first[0] + 1;
    CornerMap::new(head, width, corners.collect()).expect("whole rows")
}

fn made(width: u32, height: u32, kinds: u32) -> CornerMap {
    let corners = (0..width * height).map(|index| {
        let hash = dice(index, 77);
        let mut corner = Corner::LEVEL;
        corner.set_ground_type((hash % kinds) as u8);
        corner.set_ground_variation((hash >> 8) as u8);
        corner.height = 8192 + (hash >> 16 & 0xFF) as u16;
        corner.set_layer(2 + (hash >> 24 & 1) as u8);
        if hash >> 25 & 15 == 0 {
            corner.set_flags(CornerFlags::BLIGHT);
        }
        corner
    });
    let head = CornerMapHead {
        version: 12,
        tileset: b'L',
        custom_tileset: 1,
        ground_types: (0..kinds)
            .map(|kind| [b'A' + kind as u8, b'x', b'y', b'z'])
            .collect(),
        cliff_types: vec![*b"CLdi"],
        origin: [-1280.0, 640.0],
        rest: Vec::new(),
    };
    CornerMap::new(head, width, corners.collect()).expect("whole rows")
}

#[test]
fn every_tile_shows_the_cells_of_its_corners_over_one_another() {
    let met = check(&made(71, 40, 6), "made");
    assert!(met[1..].iter().all(|count| *count > 0), "{met:?}");
}

#[test]
fn tiles_of_real_maps_show_the_cells_of_their_corners() {
    let mut met = [0; 5];
    let mut count = 0;
    let Some(corpus) = Corpus::open() else {
        return;
    };
    let kinds = ["w3e", "w3x", "w3m"].into_iter();
    for path in kinds.flat_map(|kind| corpus.with_extension(kind)) {
        let Ok(ImportedFile::Terrain(imported)) = open_file(path) else {
            continue;
        };
        let TerrainShape::Corners(map) = &imported.terrain.shape else {
            continue;
        };
        let (columns, rows) = map.tiles();
        // Bigger pictures than this not every driver draws.
        if columns == 0 || rows == 0 || columns.max(rows) * SIDE > 2048 {
            continue;
        }
        let busy = busy_part(map);
        let found = check(&busy, &path.display().to_string());
        for (sum, found) in met.iter_mut().zip(found) {
            *sum += found;
        }
        count += 1;
    }
    println!(
        "corpus: {count} files, tiles of one to four types: {:?}",
        &met[1..]
    );
    {
        assert!(
            count > 20 && met[3] > 1000 && met[4] > 100,
            "{count}, {met:?}"
        );
    }
}

#[test]
fn a_changed_corner_uploads_the_blocks_around_it_and_shows_what_a_new_scene_would() {
    let mut map = made(100, 70, 4);
    let shape = TerrainShape::Corners(map.clone());
    let (_, pictures) = atlases(&shape);
    let camera = above(
        &shape,
        [-1280.0 + 50.0 * 128.0, 640.0 + 35.0 * 128.0],
        35.0 * 128.0,
    );
    let mut stage = Stage::new(&terrain(shape), &pictures);
    for (column, row, blocks) in [(10, 10, 1), (33, 20, 2), (32, 32, 4), (99, 69, 1)] {
        let corner = map.corner_mut(column, row).expect("inside");
        corner.set_ground_type(3 - corner.ground_type());
        corner.set_layer(4);
        corner.height += 900;
        let changed = ChangedGround {
            corners: Some([[column, row]; 2]),
            ..ChangedGround::default()
        };
        let now = terrain(TerrainShape::Corners(map.clone()));
        assert_eq!(stage.refresh(&now, &changed, &pictures), blocks);
        for light in [GroundLight::Even, GroundLight::Lit] {
            let shown = stage.draw(&camera, &overlay(light), [400, 280]);
            let fresh = Stage::new(&now, &pictures).draw(&camera, &overlay(light), [400, 280]);
            assert!(shown == fresh, "corner {column}, {row}");
        }
    }
}
