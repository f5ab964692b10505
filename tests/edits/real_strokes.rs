//! Strokes on the textures of real tiles: random brushes over borders and corners of map chunks, with
//! all masks, and what must hold after each.

use std::collections::BTreeMap;

use bonewright::document::{Document, Terrain, TerrainId, TerrainShape};
use bonewright::edit::{EntryFocus, History};
use bonewright::terrain::{AlphaDepth, ChunkPlace, ChunkTexel, TileMap, texel_sides};

use crate::corpus::Corpus;
use crate::ground_checks::{check_sums, shares_at};
use crate::ground_strokes::{StrokeGround, check_live, check_untouched, random_stroke};
use crate::made_ground::map_of;
use crate::op;
use crate::random_operators::Dice;
use crate::real_tiles::{open_map, real_tiles};

/// Strokes on each tile.
const STROKES: usize = 3;

/// The north-west corner of some map chunk inside the tile, with what lies around.
fn ground_of(dice: &mut Dice, map: &TileMap) -> StrokeGround {
    let inside = map.chunks().filter(|(place, chunk)| {
        let is_inside = (2..14).contains(&place.column) && (2..14).contains(&place.row);
        is_inside && chunk.layers.len() > 1
    });
    let inside: Vec<_> = inside.collect();
    let (place, chunk) = inside[dice.below(inside.len())];
    ground_at(dice, map, place, [chunk.position[0], chunk.position[1]])
}

/// The textures of a map chunk and its neighbours, and some of the tile's.
fn ground_at(dice: &mut Dice, map: &TileMap, place: ChunkPlace, corner: [f32; 2]) -> StrokeGround {
    let near = [(0, 0), (-1, 0), (0, -1), (-1, -1)];
    let near = near.into_iter().filter_map(|(x, y)| place.shifted(x, y));
    let mut textures = Vec::new();
    for near in near {
        let Some(chunk) = map.chunk(near) else {
            continue;
        };
        for layer in &chunk.layers {
            let path = map.tiles[&near.tile].textures[layer.texture as usize].path_text();
            textures.push(path.to_lowercase());
        }
    }
    let list = &map.tiles[&place.tile].textures;
    textures.push(list[dice.below(list.len())].path_text());
    textures.push("tileset\\never\\seen.blp".to_owned());
    while textures.len() < 3 {
        textures.push(textures[0].clone());
    }
    let chunk = map.chunk(place).unwrap();
    StrokeGround {
        corner,
        height: chunk.position[2] + chunk.heights[0],
        textures,
    }
}

fn document(map: TileMap) -> Document {
    let mut document = Document::new();
    document.terrains.push(Terrain {
        id: TerrainId(3),
        name: "real".to_owned(),
        shape: TerrainShape::Tiles(map),
        native: None,
    });
    document
}

/// The layers of a map chunk as textures in their order.
fn order(map: &TileMap, place: ChunkPlace) -> Vec<String> {
    let tile = &map.tiles[&place.tile];
    let layers = map.chunk(place).unwrap().layers.iter();
    let paths = layers.map(|layer| tile.textures[layer.texture as usize].path_text());
    paths.map(|path| path.to_lowercase()).collect()
}

/// Where both sides of a border had the same textures in one order and the same shares, and still
/// have the same textures, they still agree; elsewhere no seam opens wider than it was. Gives how many
/// texels were compared, and the widest that opened.
fn check_borders(before: &TileMap, after: &TileMap, what: &str) -> (usize, u32) {
    let (mut compared, mut widest) = (0, 0);
    for (place, chunk) in after.chunks() {
        if before.chunk(place).unwrap().layers == chunk.layers {
            continue;
        }
        for along in 0..64 {
            for (column, row) in [(63, along), (along, 63), (0, along), (along, 0)] {
                let texel = ChunkTexel { place, column, row };
                for side in texel_sides(texel) {
                    if side.place == place || after.chunk(side.place).is_none() {
                        continue;
                    }
                    let shares = |map| {
                        (
                            shares_at(map, place, column, row),
                            shares_at(map, side.place, side.column, side.row),
                        )
                    };
                    let (old, new) = (shares(before), shares(after));
                    let is_alike = |map| order(map, place) == order(map, side.place);
                    if old.0 == old.1 && is_alike(before) && is_alike(after) {
                        assert_eq!(new.0, new.1, "{place:?} {column} {row}: {what}");
                        compared += 1;
                    }
                    let gap = |(one, other): &(BTreeMap<String, u32>, BTreeMap<String, u32>)| {
                        let common = one
                            .iter()
                            .filter_map(|(key, share)| Some(share.abs_diff(*other.get(key)?)));
                        common.max().unwrap_or(0)
                    };
                    // Textures that only one side has now are another matter: what it gave way to.
                    if new.0.keys().eq(new.1.keys()) && old.0.keys().eq(old.1.keys()) {
                        widest = widest.max(gap(&new).saturating_sub(gap(&old)));
                    }
                }
            }
        }
    }
    (compared, widest)
}

/// Every alpha that changed is one that the file can hold.
fn check_steps(before: &TileMap, after: &TileMap) {
    for (place, chunk) in after.chunks() {
        if after.alpha_depth != AlphaDepth::Four || before.chunk(place) == Some(chunk) {
            continue;
        }
        for layer in &chunk.layers {
            let texels = layer.alpha.iter().flat_map(|alpha| alpha.texels());
            assert!(texels.into_iter().all(|alpha| alpha % 17 == 0), "{place:?}");
        }
    }
}

/// Strokes one after the other, each also live; all undone in the end. Gives how many landed, how
/// many border texels were compared, and the widest seam that opened.
fn check_map(name: &str, map: TileMap, grounds: &[StrokeGround], seed: u64) -> (usize, usize, u32) {
    let start = document(map);
    let mut document = start.clone();
    let mut history = History::default();
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let (mut landed, mut compared, mut widest) = (0, 0, 0);
    for ground in grounds {
        let stroke = random_stroke(&mut dice, ground);
        let before = document.clone();
        let what = format!("{name} seed {seed}: {stroke}");
        history
            .apply(
                &mut document,
                &op(&stroke.to_string()),
                EntryFocus::default(),
            )
            .unwrap_or_else(|error| panic!("{error}: {what}"));
        assert_eq!(document.check_invariants(), []);
        check_sums(map_of(&document), map_of(&before), &what);
        check_steps(map_of(&before), map_of(&document));
        check_untouched(map_of(&before), map_of(&document), &stroke);
        check_live(&before, &document, &stroke);
        let (count, gap) = check_borders(map_of(&before), map_of(&document), &what);
        landed += usize::from(document != before);
        compared += count;
        widest = widest.max(gap);
    }
    while history.undo(&mut document).is_some() {}
    assert!(document == start, "{name} seed {seed}");
    (landed, compared, widest)
}

#[test]
fn whatever_is_painted_on_real_tiles_sums_to_the_whole_and_opens_no_seam() {
    let Some(corpus) = Corpus::open() else { return };
    let (mut landed, mut compared) = (0, 0);
    for (seed, (name, map)) in (1..).zip(real_tiles(&corpus)) {
        if map.chunks().all(|(_, chunk)| chunk.layers.len() < 2) {
            continue;
        }
        let mut dice = Dice(seed * 77 + 5);
        let grounds: Vec<_> = (0..STROKES).map(|_| ground_of(&mut dice, &map)).collect();
        let found = check_map(&name, map, &grounds, seed);
        println!(
            "{name}: {} of {STROKES} strokes landed, {} border texels agree, widest new gap {}",
            found.0, found.1, found.2
        );
        landed += found.0;
        compared += found.1;
        assert!(found.2 <= 1, "{name}: {}", found.2);
    }
    assert!(landed >= 12 && compared > 1000, "{landed} {compared}");
}

#[test]
fn strokes_over_the_corner_that_two_real_tiles_share_stay_within_their_ground() {
    let Some(corpus) = Corpus::open() else { return };
    let path = corpus
        .with_extension("wdt")
        .find(|path| path.ends_with("CustomMaps.wdt"))
        .unwrap();
    let mut map = open_map(path);
    // These two touch at a corner.
    map.tiles
        .retain(|id, _| [(48, 13), (49, 12)].contains(&(id.x, id.y)));
    let south_west = ChunkPlace {
        tile: bonewright::terrain::TileId { x: 48, y: 13 },
        column: 15,
        row: 0,
    };
    assert!(map.chunk(south_west.shifted(1, -1).unwrap()).is_some());
    let [north, west, _] = map.chunk(south_west).unwrap().position;
    let corner = [north, west - 100.0 / 3.0];
    let mut dice = Dice(9);
    let grounds: Vec<_> = (0..4)
        .map(|_| ground_at(&mut dice, &map, south_west, corner))
        .collect();
    let (landed, compared, widest) = check_map("CustomMaps", map, &grounds, 3);
    println!(
        "{landed} of 4 strokes landed, {compared} border texels agree, widest new gap {widest}"
    );
    assert!(landed > 0 && widest <= 1);
}
