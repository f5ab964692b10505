//! Holes, colours, areas and flags of map chunks.

use crate::ground::{MEETING, applied, apply, document, op, tile_map, tiles, told, vertex_place};
use bonewright::document::{Document, TerrainShape};
use bonewright::terrain::{ChunkFlags, TileMap, spot_of_vertex};

const CHUNK_YARDS: f32 = 100.0 / 3.0;

fn level() -> Document {
    document(TerrainShape::Tiles(tile_map(|_, _| 5.0, |_| 0.0)))
}

fn hole_count(map: &TileMap) -> usize {
    map.chunks().map(|(_, chunk)| chunk.hole_count()).sum()
}

fn brush(radius: f32, [x, y]: [f32; 2]) -> String {
    format!(r#""radius":{radius},"falloff":"flat","samples":[{{"position":[{x},{y}]}}]"#)
}

#[test]
fn the_hole_under_the_brush_is_cut_and_filled_again() {
    let mut document = level();
    // In the third column and second row of the chunk whose north-west corner is the meeting point.
    let place = [-CHUNK_YARDS / 4.0 * 1.9, -CHUNK_YARDS / 4.0 * 2.1];
    applied(
        &mut document,
        &format!(r#"{{"op":"paint_holes",{}}}"#, brush(0.1, place)),
    );
    let holes: Vec<_> = tiles(&document)
        .chunks()
        .filter(|(_, chunk)| chunk.holes != 0)
        .collect();
    assert_eq!(holes.len(), 1);
    let (at, chunk) = holes[0];
    assert_eq!((at.tile.x, at.tile.y, at.column, at.row), (32, 32, 0, 0));
    assert_eq!(chunk.holes, 1 << (4 + 2));
    let before = document.clone();
    applied(
        &mut document,
        &format!(r#"{{"op":"paint_holes",{}}}"#, brush(40.0, MEETING)),
    );
    let cut = hole_count(tiles(&document));
    // A hole is 8.33 yards wide: as many as their middles lie in the circle.
    let side = CHUNK_YARDS / 4.0;
    let middles = (-8..8).flat_map(|a| (-8..8).map(move |b| (a as f32 + 0.5, b as f32 + 0.5)));
    let wanted = middles
        .filter(|(a, b)| (a * side).hypot(b * side) < 40.0)
        .count();
    assert_eq!(cut, wanted);
    applied(
        &mut document,
        &format!(
            r#"{{"op":"paint_holes","mode":"fill",{}}}"#,
            brush(60.0, MEETING)
        ),
    );
    assert_eq!(hole_count(tiles(&document)), 0);
    let filled = told(&applied(
        &mut document,
        &format!(
            r#"{{"op":"paint_holes","mode":"fill",{}}}"#,
            brush(60.0, MEETING)
        ),
    ));
    assert!(filled.contains("nothing was changed"));
    assert_eq!(hole_count(tiles(&before)), 1);
}

#[test]
fn chunks_with_finer_holes_are_left_alone_and_counted() {
    let mut document = level();
    let map = document.terrains[0].shape.tiles_mut().unwrap();
    let tile = map.tiles.values_mut().next().unwrap();
    tile.chunks[255].flags.0 |= ChunkFlags::HAS_FINE_HOLES;
    let found = applied(
        &mut document,
        &format!(r#"{{"op":"paint_holes",{}}}"#, brush(20.0, MEETING)),
    );
    assert!(
        told(&found).contains("1 map chunk with holes of 8 by 8"),
        "{}",
        told(&found)
    );
    let map = tiles(&document);
    assert_eq!(map.tiles.values().next().unwrap().chunks[255].holes, 0);
    assert!(hole_count(map) > 5);
}

#[test]
fn colours_move_towards_the_goal_by_the_brush_and_agree_on_borders() {
    let mut document = level();
    let [x, y] = [3.0, -4.0];
    let found = applied(
        &mut document,
        &format!(
            r#"{{"op":"paint_vertex_colours","colour":[255,127,7],"strength":0.5,"radius":30,"falloff":"linear","samples":[{{"position":[{x},{y}]}}]}}"#
        ),
    );
    assert!(
        told(&found).contains("map chunks had no colours"),
        "{}",
        told(&found)
    );
    let map = tiles(&document);
    let mut painted = 0;
    for (place, chunk) in map.chunks() {
        assert_eq!(
            chunk.colours.is_some(),
            chunk.flags.has(ChunkFlags::HAS_COLOURS)
        );
        let Some(colours) = &chunk.colours else {
            continue;
        };
        for vertex in 0..145 {
            let [vx, vy] = vertex_place(chunk, vertex);
            let share = (1.0 - (vx - x).hypot(vy - y) / 30.0).max(0.0) * 0.5;
            let toward = |goal: f32| 127.0 + (goal - 127.0) * share;
            let [blue, green, red, alpha] = colours[vertex];
            assert!((f32::from(red) - toward(255.0)).abs() < 1.01);
            assert!((f32::from(blue) - toward(7.0)).abs() < 1.01);
            assert_eq!((green, alpha), (127, 127));
            painted += usize::from(red != 127);
            for (other, there) in map.vertices_of_spot(spot_of_vertex(place, vertex)) {
                let other = map.chunk(other).unwrap().colours.as_ref();
                let beside = other.map_or([127; 4], |colours| colours[there]);
                assert_eq!(beside, colours[vertex]);
            }
        }
    }
    assert!(painted > 100);
}

#[test]
fn areas_and_flags_go_to_the_chunk_under_the_brush_and_those_it_covers() {
    let mut document = level();
    applied(
        &mut document,
        &format!(
            r#"{{"op":"set_area_id","area":500,{}}}"#,
            brush(1.0, [-1.0, -1.0])
        ),
    );
    let of_area = |document: &Document, area: u32| {
        let chunks = tiles(document).chunks();
        let own = chunks.filter(|(_, chunk)| chunk.area_id == area);
        own.map(|(place, _)| place).collect::<Vec<_>>()
    };
    let found = of_area(&document, 500);
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].tile.x, found[0].tile.y, found[0].index()),
        (32, 32, 0)
    );
    applied(
        &mut document,
        &format!(
            r#"{{"op":"set_area_id","area":501,{}}}"#,
            brush(25.0, MEETING)
        ),
    );
    assert_eq!(of_area(&document, 501).len(), 4);
    applied(
        &mut document,
        &format!(
            r#"{{"op":"set_chunk_flags","set":2,"clear":4,{}}}"#,
            brush(25.0, MEETING)
        ),
    );
    for (_, chunk) in tiles(&document).chunks() {
        assert_eq!(chunk.flags.0 & 2 == 2, chunk.area_id == 501);
    }
    for bits in [0x1, 0x40, 0x8000, 0x1_0000] {
        let json = format!(
            r#"{{"op":"set_chunk_flags","set":{bits},{}}}"#,
            brush(25.0, MEETING)
        );
        assert!(apply(&mut document, &op(&json)).is_err());
    }
}
