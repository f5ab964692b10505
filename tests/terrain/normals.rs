//! Normals from heights against those of surfaces whose slope is known, and those of real tiles.

use crate::corpus::Corpus;
use crate::ground::{tile_map, vertex_place};
use bonewright::document::TerrainShape;
use bonewright::import_export::{ImportedFile, open_file};
use bonewright::terrain::{TileMap, spot_of_vertex};

/// The largest difference of a part of a normal, in steps of 1/127, over all vertices.
fn worst(map: &TileMap, slope: impl Fn(f32, f32) -> [f32; 2]) -> i32 {
    let mut worst = 0;
    for (place, chunk) in map.chunks() {
        for vertex in 0..145 {
            let found = map.normal_from_heights(spot_of_vertex(place, vertex));
            let [x, y] = vertex_place(chunk, vertex);
            let [along, across] = slope(x, y);
            let length = (along * along + across * across + 1.0).sqrt();
            let wanted = [-along, -across, 1.0].map(|part| (part / length * 127.0).round() as i32);
            for (found, wanted) in found.unwrap().into_iter().zip(wanted) {
                worst = worst.max((i32::from(found) - wanted).abs());
            }
        }
    }
    worst
}

#[test]
fn normals_are_those_of_the_surface_also_at_borders_and_at_the_edge_of_the_map() {
    let plane = tile_map(
        |x, y| 0.3 * x - 0.7 * y + 20.0,
        |place| f32::from(place.column),
    );
    assert!(worst(&plane, |_, _| [0.3, -0.7]) <= 1);
    let waves = tile_map(
        |x, y| (x / 60.0).sin() * 20.0 + (y / 45.0).cos() * 9.0,
        |place| f32::from(place.row) * 0.31,
    );
    let slope = |x: f32, y: f32| [(x / 60.0).cos() / 3.0, -(y / 45.0).sin() / 5.0];
    // At the edge one side is missing, so the slope there is that of half a step inside.
    assert!(worst(&waves, slope) <= 2, "{}", worst(&waves, slope));
}

#[test]
fn normals_from_heights_are_near_those_that_real_tiles_have() {
    let Some(corpus) = Corpus::open() else { return };
    let mut read = 0;
    for path in corpus.with_extension("adt").take(6) {
        let Ok(ImportedFile::Terrain(imported)) = open_file(path) else {
            continue;
        };
        let TerrainShape::Tiles(map) = &imported.terrain.shape else {
            continue;
        };
        let (mut near, mut all) = (0, 0);
        for (place, chunk) in map.chunks() {
            for vertex in 0..145 {
                let Some(found) = map.normal_from_heights(spot_of_vertex(place, vertex)) else {
                    continue;
                };
                let pairs = found.into_iter().zip(chunk.normals[vertex]);
                let away = pairs.map(|(a, b)| (i32::from(a) - i32::from(b)).abs());
                near += usize::from(away.max().unwrap_or(0) <= 8);
                all += 1;
            }
        }
        println!("{near} of {all} normals are near");
        assert!(near * 10 > all * 9, "{}: {near} of {all}", path.display());
        read += 1;
    }
    assert!(read > 3);
}
