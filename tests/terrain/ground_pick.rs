//! Rays against the ground of both shapes, against each triangle tried one by one.

use bonewright::math::{Ray, Vec3};
use bonewright::terrain::{
    CHUNK_VERTICES, Chunk, ChunkFlags, Corner, CornerMap, CornerMapHead, HoleFill, Tile, TileId,
    TileMap,
};

/// Numbers from 0 to 1 that look random.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1u32 << 24) as f32
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.roll()
    }
}

fn corner_map(width: u32, height: u32) -> CornerMap {
    let mut dice = Dice(7);
    let corners = (0..width * height).map(|_| {
        let mut corner = Corner::LEVEL;
        corner.height = 8192 + (dice.roll() * 900.0) as u16;
        corner.set_layer(2 + (dice.roll() * 1.2) as u8);
        corner
    });
    let head = CornerMapHead {
        version: 11,
        tileset: b'L',
        custom_tileset: 0,
        ground_types: vec![*b"Ldrt"],
        cliff_types: vec![*b"CLdi"],
        origin: [-1024.0, 384.0],
        rest: Vec::new(),
    };
    CornerMap::new(head, width, corners.collect()).expect("whole rows")
}

/// All triangles of a map of corners, the diagonal from south-east to north-west.
fn corner_triangles(map: &CornerMap) -> Vec<[Vec3; 3]> {
    let (columns, rows) = map.tiles();
    let point = |column, row| {
        let [x, y] = map.position(column, row);
        Vec3::new(x, y, map.corner(column, row).expect("inside").ground_z())
    };
    let tiles = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let triangles = tiles.flat_map(|(c, r)| {
        let [sw, se] = [point(c, r), point(c + 1, r)];
        let [nw, ne] = [point(c, r + 1), point(c + 1, r + 1)];
        [[sw, se, nw], [ne, nw, se]]
    });
    triangles.collect()
}

const STEP: f32 = 1600.0 / 3.0 / 128.0;

fn chunk(dice: &mut Dice, position: [f32; 3], holes: u16) -> Chunk {
    let mut heights = Box::new([0.0; CHUNK_VERTICES]);
    heights.fill_with(|| dice.between(0.0, 4.0));
    Chunk {
        flags: ChunkFlags::default(),
        area_id: 0,
        holes,
        position,
        heights,
        normals: Box::new([[0, 0, 127]; CHUNK_VERTICES]),
        colours: None,
        shadow: None,
        clutter_layers: [0; 8],
        no_clutter: [0; 8],
        layers: Vec::new(),
        liquids: Vec::new(),
    }
}

/// Two tiles side by side in their usual places, with ground in the three northern rows of map
/// chunks, three columns on each side of their border.
fn tile_map() -> TileMap {
    let mut dice = Dice(3);
    let mut map = TileMap::default();
    for x in [30, 31] {
        let id = TileId { x, y: 33 };
        let chunks = (0..256_u16).map(|index| {
            let (column, row) = (f32::from(index % 16), f32::from(index / 16));
            let north = -1600.0 / 3.0 - row * 8.0 * STEP;
            let west = (32.0 - f32::from(x)) * 1600.0 / 3.0 - column * 8.0 * STEP;
            let holes = if index % 3 == 0 { 0x8421 ^ index } else { 0 };
            let mut chunk = chunk(&mut dice, [north, west, 20.0], holes);
            let is_near = if x == 30 { column > 12.0 } else { column < 3.0 };
            if !is_near || row > 2.0 {
                chunk.heights.fill(f32::NAN);
            }
            chunk
        });
        let chunks = chunks.collect();
        let textures = Vec::new();
        map.tiles.insert(id, Tile { textures, chunks });
    }
    map
}

/// All triangles of a map of tiles, with those in holes or without.
fn tile_triangles(map: &TileMap, fill: HoleFill) -> Vec<[Vec3; 3]> {
    let mut triangles = Vec::new();
    for (_, chunk) in map.chunks().filter(|(_, it)| it.heights[0].is_finite()) {
        let [north, west, base] = chunk.position;
        let point = |row: usize, column: usize, inner: usize| {
            let half = inner as f32 * 0.5;
            let height = chunk.heights[row * 17 + inner * 9 + column];
            Vec3::new(
                north - (row as f32 + half) * STEP,
                west - (column as f32 + half) * STEP,
                base + height,
            )
        };
        for (row, column) in (0..64).map(|cell| (cell / 8, cell % 8)) {
            let is_hole = chunk.holes & 1 << (row / 2 * 4 + column / 2) != 0;
            if is_hole && fill == HoleFill::Open {
                continue;
            }
            let middle = point(row, column, 1);
            let around = [(0, 0), (0, 1), (1, 1), (1, 0), (0, 0)];
            for pair in around.windows(2) {
                let [a, b] = [pair[0], pair[1]].map(|(r, c)| point(row + r, column + c, 0));
                triangles.push([middle, a, b]);
            }
        }
    }
    triangles
}

/// The nearest triangle's distance and normal.
fn nearest(triangles: &[[Vec3; 3]], ray: &Ray) -> Option<(f32, Vec3)> {
    let hits = triangles.iter().filter_map(|[a, b, c]| {
        let distance = ray.hit_triangle(a, b, c)?;
        let normal = (b - a).cross(&(c - a)).try_normalize(0.0)?;
        Some((distance, normal * normal.z.signum()))
    });
    hits.min_by(|a, b| a.0.total_cmp(&b.0))
}

/// A ray from around the box that is aimed at a place in it.
fn aimed(dice: &mut Dice, low: Vec3, high: Vec3) -> Ray {
    let mut inside = || Vec3::from_fn(|axis, _| dice.between(low[axis], high[axis]));
    let (from, to) = (inside() * 2.0 - (low + high) / 2.0, inside());
    let origin = Vec3::new(from.x, from.y, high.z + (from.z - low.z).abs() + 5.0);
    Ray {
        origin,
        direction: (to - origin).try_normalize(0.0).expect("another place"),
    }
}

/// Compares many rays; gives how many hit.
fn check_rays(
    triangles: &[[Vec3; 3]],
    low: Vec3,
    high: Vec3,
    tolerance: f32,
    pick: impl Fn(&Ray) -> Option<bonewright::terrain::GroundHit>,
) -> usize {
    let mut dice = Dice(11);
    let (mut hit_count, mut differing) = (0, 0);
    for _ in 0..500 {
        let ray = aimed(&mut dice, low, high);
        match (nearest(triangles, &ray), pick(&ray)) {
            (None, None) => {}
            (Some((distance, normal)), Some(hit))
                if (distance - hit.distance).abs() < tolerance =>
            {
                hit_count += 1;
                assert!((ray.at(hit.distance) - hit.position).norm() < tolerance);
                assert!((hit.normal.norm() - 1.0).abs() < 1e-4);
                // On an edge either triangle is right.
                differing += usize::from((hit.normal - normal).norm() > 1e-2);
            }
            // The grid overlaps by a thousandth, so a ray may just graze what it should miss.
            _ => differing += 1,
        }
    }
    assert!(differing <= 10, "{differing} rays differ");
    hit_count
}

#[test]
fn rays_meet_corners_where_the_nearest_triangle_is() {
    let map = corner_map(21, 15);
    let triangles = corner_triangles(&map);
    let (low, high) = (
        Vec3::new(-1024.0, 384.0, 0.0),
        Vec3::new(-1024.0 + 2560.0, 384.0 + 1792.0, 400.0),
    );
    let hits = check_rays(&triangles, low, high, 0.2, |ray| map.pick_ground(ray));
    assert!(hits > 330, "{hits} hits");
}

#[test]
fn rays_meet_tiles_where_the_nearest_triangle_is_and_go_through_holes() {
    let map = tile_map();
    let border = 1600.0 / 3.0;
    let (low, high) = (
        Vec3::new(-border - 24.0 * STEP, border - 24.0 * STEP, 20.0),
        Vec3::new(-border, border + 24.0 * STEP, 24.0),
    );
    for fill in [HoleFill::Open, HoleFill::Filled] {
        let triangles = tile_triangles(&map, fill);
        let hits = check_rays(&triangles, low, high, 0.02, |ray| {
            map.pick_ground(ray, fill)
        });
        assert!(hits > 230, "{hits} hits");
    }
}

#[test]
fn rays_along_lines_of_the_grid_slip_through_nowhere() {
    let corners = corner_map(9, 9);
    let tiles = tile_map();
    let down = |x, y| Ray {
        origin: Vec3::new(x, y, 2000.0),
        direction: -Vec3::z(),
    };
    for step in 0..=24 {
        for across in 0..=8 {
            let (x, y) = (step as f32 * 32.0 - 1024.0, across as f32 * 128.0 + 384.0);
            assert!(corners.pick_ground(&down(x, y)).is_some(), "{x}, {y}");
            let (x, y) = (
                -1600.0 / 3.0 - step as f32 * STEP,
                1600.0 / 3.0 + (across as f32 - 4.0) * 6.0 * STEP,
            );
            let hit = tiles.pick_ground(&down(x, y), HoleFill::Filled);
            assert!(hit.is_some(), "{x}, {y}");
        }
    }
    // One that lies in the plane of a line of the grid, and one along the diagonals of tiles.
    for direction in [Vec3::new(1.0, 0.0, -2.0), Vec3::new(-1.0, 1.0, -2.0)] {
        let ray = Ray {
            origin: Vec3::new(-512.0, 640.0, 600.0),
            direction: direction.try_normalize(0.0).expect("a direction"),
        };
        assert!(corners.pick_ground(&ray).is_some());
    }
}

#[test]
fn height_and_slope_are_those_of_the_triangle_above() {
    let corners = corner_map(9, 9);
    let tiles = tile_map();
    let corner_triangles = corner_triangles(&corners);
    let tile_triangles = tile_triangles(&tiles, HoleFill::Filled);
    let mut dice = Dice(5);
    let check = |triangles: &[[Vec3; 3]], x, y, height: Option<f32>, slope: Option<f32>| {
        let ray = Ray {
            origin: Vec3::new(x, y, 2000.0),
            direction: -Vec3::z(),
        };
        let Some((distance, normal)) = nearest(triangles, &ray) else {
            return 0;
        };
        assert!((height.expect("ground") - (2000.0 - distance)).abs() < 0.05);
        let expected = normal.z.acos().to_degrees();
        usize::from((slope.expect("ground") - expected).abs() < 0.5)
    };
    let mut met = 0;
    for _ in 0..300 {
        let (x, y) = (dice.between(-1024.0, 0.0), dice.between(384.0, 1408.0));
        let (height, slope) = (corners.ground_height(x, y), corners.ground_slope_deg(x, y));
        met += check(&corner_triangles, x, y, height, slope);
        let (x, y) = (dice.between(-630.0, -534.0), dice.between(435.0, 632.0));
        let (height, slope) = (tiles.ground_height(x, y), tiles.ground_slope_deg(x, y));
        met += check(&tile_triangles, x, y, height, slope);
    }
    assert!(met > 590, "{met} of 600");
    for (x, y) in [(-1024.1, 500.0), (-500.0, 383.9), (f32::NAN, 500.0)] {
        assert_eq!(corners.ground_height(x, y), None);
        assert_eq!(corners.ground_slope_deg(x, y), None);
    }
    assert_eq!(tiles.ground_height(0.0, 100.0), None);
    assert_eq!(tiles.ground_height(f32::NAN, 100.0), None);
}

#[test]
fn a_chunk_far_from_the_place_of_its_tile_is_met_where_it_lies() {
    let mut map = TileMap::default();
    let mut dice = Dice(1);
    let chunks = vec![chunk(&mut dice, [5000.0, -7000.0, 1.0], 0)];
    let textures = Vec::new();
    map.tiles
        .insert(TileId { x: 0, y: 0 }, Tile { textures, chunks });
    let height = map.ground_height(4990.0, -7010.0).expect("ground");
    let ray = Ray {
        origin: Vec3::new(4990.0, -7010.0, 500.0),
        direction: -Vec3::z(),
    };
    let hit = map.pick_ground(&ray, HoleFill::Open).expect("ground");
    assert!((hit.position.z - height).abs() < 0.01);
    assert!(map.chunk_at(4990.0, -7010.0).is_some());
}

#[test]
fn a_map_of_one_corner_has_no_ground_and_heights_that_are_no_numbers_none() {
    let map = corner_map(1, 1);
    let ray = Ray {
        origin: Vec3::new(-1024.0, 384.0, 2000.0),
        direction: -Vec3::z(),
    };
    assert_eq!(map.pick_ground(&ray), None);
    assert_eq!(map.ground_height(-1024.0, 384.0), None);
    let mut map = tile_map();
    for tile in map.tiles.values_mut() {
        for chunk in &mut tile.chunks {
            chunk.heights.fill(f32::NAN);
        }
    }
    let ray = Ray {
        origin: Vec3::new(-600.0, 100.0, 2000.0),
        direction: -Vec3::z(),
    };
    assert_eq!(map.pick_ground(&ray, HoleFill::Filled), None);
    assert_eq!(map.ground_height(-600.0, 100.0), None);
}
