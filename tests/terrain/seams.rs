//! Borders of map chunks: what is found to break off, and what heals it.

use std::collections::BTreeSet;

use bonewright::terrain::{
    AlphaDepth, AlphaForm, AlphaMap, BlendRule, Chunk, ChunkFlags, ChunkPlace, DRAWN_LAYERS,
    SeamFault, SeamSeverity, TextureLayer, TextureLayerFlags, Tile, TileId, TileMap, TileTexture,
    alphas_of, audit_seams, heal_seams, weights_of,
};

use crate::random::Random;

/// How strongly a layer covers a place of the ground, in texels from the map's corner.
fn field(layer: usize, x: usize, y: usize) -> u8 {
    let (x, y) = (x as f32, y as f32);
    let wave = (x / (37.0 + 11.0 * layer as f32)).sin() + (y / (53.0 - 7.0 * layer as f32)).cos();
    (wave * 63.0 + 127.0) as u8
}

fn layer(texture: u32, alpha: Option<AlphaMap>) -> TextureLayer {
    TextureLayer {
        texture,
        flags: TextureLayerFlags(if alpha.is_some() { 0x100 } else { 0 }),
        ground_effect: -1,
        alpha,
        form: AlphaForm::EightBit,
    }
}

fn chunk(layers: Vec<TextureLayer>) -> Chunk {
    Chunk {
        flags: ChunkFlags::default(),
        area_id: 0,
        holes: 0,
        position: [0.0; 3],
        heights: Box::new([0.0; 145]),
        normals: Box::new([[0, 0, 127]; 145]),
        colours: None,
        shadow: None,
        clutter_layers: [0; 8],
        no_clutter: [0; 8],
        layers,
        liquids: Vec::new(),
    }
}

/// Two by two tiles whose layers go on across every border. The tiles to the east list their
/// textures in another order and spelling.
fn clean_map(rule: BlendRule) -> TileMap {
    let mut map = TileMap {
        alpha_depth: AlphaDepth::Eight,
        blend: rule,
        ..TileMap::default()
    };
    for (x, y) in [(30, 30), (31, 30), (30, 31), (31, 31)] {
        let is_east = x == 31;
        let names = if is_east {
            [
                "TILESET/SAND.BLP",
                "tileset/rock.blp",
                "Tileset/Grass.blp",
                "tileset/snow.blp",
            ]
        } else {
            [
                "tileset\\grass.blp",
                "Tileset\\Rock.blp",
                "tileset\\sand.blp",
                "tileset\\snow.blp",
            ]
        };
        let textures = names.map(|name| TileTexture {
            path: name.into(),
            flags: 0,
        });
        let chunks = (0..256).map(|index| {
            let (column, row) = (index % 16, index / 16);
            let left = (usize::from(x as u8) * 16 + column) * 63;
            let top = (usize::from(y as u8) * 16 + row) * 63;
            let above = (1..3).map(|number| {
                let texels =
                    std::array::from_fn(|at| field(number, left + at % 64, top + at / 64) / 2);
                let texture = if is_east {
                    2 - number as u32
                } else {
                    number as u32
                };
                layer(texture, Some(AlphaMap::new(Box::new(texels))))
            });
            let base = layer(if is_east { 2 } else { 0 }, None);
            chunk(std::iter::once(base).chain(above).collect())
        });
        let tile = Tile {
            textures: textures.to_vec(),
            chunks: chunks.collect(),
        };
        map.tiles.insert(
            TileId {
                x: x as u8,
                y: y as u8,
            },
            tile,
        );
    }
    map
}

#[test]
fn nothing_is_found_where_textures_go_on_whatever_tiles_call_them() {
    for rule in [BlendRule::Ordered, BlendRule::Weighted] {
        let map = clean_map(rule);
        assert_eq!(audit_seams(&map), []);
        assert_eq!(heal_seams(&map), Default::default());
    }
}

#[test]
fn every_one_of_fifty_defects_is_found_where_it_is() {
    let mut random = Random(7);
    let mut map = clean_map(BlendRule::Ordered);
    let places: Vec<ChunkPlace> = map.chunks().map(|(place, _)| place).collect();
    let mut spoilt = BTreeSet::new();
    while spoilt.len() < 50 {
        let place = places[random.below(places.len())];
        // Away from the outer border of the map and from other defects.
        let near = (-1..=1).flat_map(|x| (-1..=1).map(move |y| place.shifted(x, y)));
        let near: Vec<Option<ChunkPlace>> = near.collect();
        let is_inside = near
            .iter()
            .all(|near| near.is_some_and(|near| map.chunk(near).is_some()));
        if !is_inside || near.iter().flatten().any(|near| spoilt.contains(near)) {
            continue;
        }
        let along = random.below(64);
        let (column, row) = match random.below(5) {
            0 => (0, along),
            1 => (63, along),
            2 => (along, 0),
            3 => (along, 63),
            _ => ([0, 63][random.below(2)], [0, 63][random.below(2)]),
        };
        let top = map.chunk_mut(place).unwrap().layers[2]
            .alpha
            .as_mut()
            .unwrap();
        let texel = &mut top.texels_mut()[row * 64 + column];
        *texel = if *texel > 127 {
            *texel - 40
        } else {
            *texel + 40
        };
        spoilt.insert(place);
    }
    let found = audit_seams(&map);
    let touched: BTreeSet<ChunkPlace> = found
        .iter()
        .flat_map(|finding| {
            let (columns, rows) = finding.side.step();
            [Some(finding.place), finding.place.shifted(columns, rows)]
        })
        .flatten()
        .collect();
    for place in &spoilt {
        assert!(touched.contains(place), "{place:?} was not found");
    }
    for finding in &found {
        let (columns, rows) = finding.side.step();
        let next = finding.place.shifted(columns, rows).unwrap();
        assert!(
            spoilt.contains(&finding.place) || spoilt.contains(&next),
            "{finding:?}"
        );
        assert_eq!(
            (finding.fault, finding.texel_count),
            (SeamFault::Differs, 1)
        );
    }
    let visible = found
        .iter()
        .filter(|finding| finding.severity == SeamSeverity::Visible);
    assert!(visible.count() >= 50);
}

/// Writes what heals a map into it, with layers for what is added.
fn apply(map: &mut TileMap) -> usize {
    let heal = heal_seams(map);
    let (rule, depth) = (map.blend, map.alpha_depth);
    for (place, heal) in &heal.chunks {
        let tile = map.tiles.get_mut(&place.tile).unwrap();
        for path in &heal.added {
            let found = (0..tile.textures.len() as u32)
                .find(|texture| tile.texture_key(*texture).as_ref() == Some(path));
            let texture = found.unwrap_or_else(|| {
                tile.textures.push(TileTexture {
                    path: path.clone(),
                    flags: 0,
                });
                tile.textures.len() as u32 - 1
            });
            let chunk = &mut tile.chunks[place.index()];
            chunk.layers.push(layer(texture, Some(AlphaMap::filled(0))));
            assert!(chunk.layers.len() <= DRAWN_LAYERS);
        }
        let chunk = &mut tile.chunks[place.index()];
        for texel in &heal.texels {
            let at = usize::from(texel.row) * 64 + usize::from(texel.column);
            assert_eq!(
                texel
                    .weights
                    .iter()
                    .map(|weight| u32::from(*weight))
                    .sum::<u32>(),
                255
            );
            assert_eq!(texel.weights.len(), chunk.layers.len());
            assert!([0, 63].contains(&texel.row) || [0, 63].contains(&texel.column));
            let mut alphas: Vec<u8> = chunk.layers[1..]
                .iter()
                .map(|layer| layer.alpha.as_ref().unwrap().texels()[at])
                .collect();
            alphas_of(rule, depth, &texel.weights, &mut alphas);
            for (layer, alpha) in chunk.layers[1..].iter_mut().zip(alphas) {
                layer.alpha.as_mut().unwrap().texels_mut()[at] = alpha;
            }
        }
    }
    heal.unhealed
}

#[test]
fn healing_makes_every_border_agree_with_the_mean_of_its_sides() {
    for rule in [BlendRule::Ordered, BlendRule::Weighted] {
        let mut random = Random(9);
        let mut map = clean_map(rule);
        let places: Vec<ChunkPlace> = map.chunks().map(|(place, _)| place).collect();
        for _ in 0..200 {
            let place = places[random.below(places.len())];
            let number = 1 + random.below(2);
            let alpha = map.chunk_mut(place).unwrap().layers[number]
                .alpha
                .as_mut()
                .unwrap();
            alpha.texels_mut().fill(random.below(120) as u8);
        }
        assert!(audit_seams(&map).len() > 100);
        assert_eq!(apply(&mut map), 0);
        assert_eq!(audit_seams(&map), [], "{rule:?}");
        assert_eq!(heal_seams(&map), Default::default());
    }
}

#[test]
fn healing_in_four_bits_leaves_no_more_than_their_rounding() {
    let mut map = clean_map(BlendRule::Ordered);
    map.alpha_depth = AlphaDepth::Four;
    let mut random = Random(13);
    for tile in map.tiles.values_mut() {
        for layer in tile.chunks.iter_mut().flat_map(|chunk| &mut chunk.layers) {
            layer.form = AlphaForm::FourBit;
            if let Some(alpha) = &mut layer.alpha {
                let spoilt = random.below(8) == 0;
                for texel in alpha.texels_mut() {
                    *texel = if spoilt { 68 } else { *texel / 17 * 17 };
                }
            }
        }
    }
    let worst = |map: &TileMap| audit_seams(map).iter().map(|seam| seam.worst).max();
    let before = worst(&map).unwrap();
    assert_eq!(apply(&mut map), 0);
    let after = worst(&map).unwrap_or(0);
    println!("worst before {before}, after {after}");
    assert!(
        before > 60 && after <= 17,
        "worst before {before}, after {after}"
    );
}

/// One tile of plain ground.
fn plain_map() -> TileMap {
    let mut map = clean_map(BlendRule::Ordered);
    map.tiles.retain(|id, _| (id.x, id.y) == (30, 30));
    for tile in map.tiles.values_mut() {
        tile.chunks
            .iter_mut()
            .for_each(|chunk| chunk.layers.truncate(1));
    }
    map
}

fn put(map: &mut TileMap, index: usize, textures: &[u32], alpha: u8) {
    let tile = map.tiles.values_mut().next().unwrap();
    let layers = textures.iter().enumerate().map(|(number, texture)| {
        let map = (number > 0).then(|| AlphaMap::filled(alpha));
        layer(*texture, map)
    });
    tile.chunks[index].layers = layers.collect();
}

#[test]
fn a_texture_that_is_missing_next_door_is_found_and_added_there() {
    let mut map = plain_map();
    put(&mut map, 17, &[0, 1], 100);
    let found = audit_seams(&map);
    let missing = |fault| {
        found
            .iter()
            .filter(|finding| finding.fault == fault)
            .count()
    };
    // To the east, the south and both corners below; from the north, the west and corners above.
    assert_eq!(missing(SeamFault::MissingNextDoor), 4);
    assert_eq!(missing(SeamFault::MissingHere), 4);
    let heal = heal_seams(&map);
    assert_eq!(heal.chunks.len(), 9);
    let added = heal
        .chunks
        .values()
        .filter(|chunk| chunk.added == [b"tileset\\rock.blp"]);
    assert_eq!(added.count(), 8);
    assert_eq!(apply(&mut map), 0);
    assert_eq!(audit_seams(&map), []);
    let chunk = map.chunks().nth(17).unwrap().1;
    let mut weights = [0; 2];
    let alpha = chunk.layers[1].alpha.as_ref().unwrap();
    weights_of(map.blend, &[alpha.alpha(63, 30)], &mut weights);
    assert_eq!(weights, [205, 50]);
    assert_eq!((alpha.alpha(62, 30), alpha.alpha(0, 0)), (100, 25));
}

#[test]
fn a_full_neighbour_gets_no_fifth_layer_and_the_texture_fades_out_instead() {
    let mut map = plain_map();
    for index in 0..256 {
        put(&mut map, index, &[0, 2, 3, 1], 0);
    }
    let tile = map.tiles.values_mut().next().unwrap();
    tile.textures.push(TileTexture {
        path: b"tileset\\lava.blp".to_vec(),
        flags: 0,
    });
    put(&mut map, 17, &[0, 4], 200);
    assert_eq!(apply(&mut map), 0);
    assert_eq!(audit_seams(&map), []);
    for (place, chunk) in map.chunks() {
        assert!(chunk.layers.len() <= DRAWN_LAYERS, "{place:?}");
    }
    let alpha = map.chunks().nth(17).unwrap().1.layers[1]
        .alpha
        .as_ref()
        .unwrap();
    assert_eq!((alpha.alpha(63, 5), alpha.alpha(62, 5)), (0, 200));
}

#[test]
fn sides_that_can_share_nothing_are_counted_and_left() {
    let mut map = plain_map();
    let tile = map.tiles.values_mut().next().unwrap();
    for number in 4..8 {
        let path = format!("tileset\\other{number}.blp").into_bytes();
        tile.textures.push(TileTexture { path, flags: 0 });
    }
    for index in 0..256 {
        put(&mut map, index, &[0, 1, 2, 3], 90);
    }
    put(&mut map, 17, &[4, 5, 6, 7], 90);
    let before = map.clone();
    assert_eq!(heal_seams(&map).unhealed, 4 * 62 + 4);
    assert_eq!(apply(&mut map), 4 * 62 + 4);
    assert_eq!(map, before);
}
