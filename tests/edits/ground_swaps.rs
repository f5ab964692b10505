//! Textures in place of others: with a brush, in lists of tiles, and ground types of corners.

use crate::ground_checks::{check_borders, check_sums, share_at};
use crate::made_ground::{NAMES, Order, ground_document, made_ground, map_of};
use crate::terrain::small_terrain;
use bonewright::document::{Document, TerrainId};
use bonewright::edit::Operator;
use bonewright::terrain::{AlphaDepth, BlendRule, ChunkPlace, TileId, TileMap};

const MIDDLE: ChunkPlace = ChunkPlace {
    tile: TileId { x: 31, y: 31 },
    column: 15,
    row: 15,
};

fn run(document: &mut Document, json: serde_json::Value) -> String {
    crate::notes(&crate::apply(document, &json.to_string()).unwrap())
}

fn refusal(document: &Document, json: serde_json::Value) -> String {
    let error = crate::apply(&mut document.clone(), &json.to_string()).unwrap_err();
    error.to_string()
}

#[test]
fn a_replacing_brush_moves_the_share_of_one_texture_to_another_and_leaves_the_rest() {
    let made = made_ground(BlendRule::Weighted, AlphaDepth::Eight, 3, Order::Mixed);
    let start = ground_document(made);
    let mut document = start.clone();
    run(
        &mut document,
        serde_json::json!({
            "op": "paint_texture_swap", "from": NAMES[0], "to": NAMES[3], "radius": 40,
            "strength": 0.5, "falloff": "flat", "samples": [{"position": [0, 0]}],
        }),
    );
    let (before, after) = (map_of(&start), map_of(&document));
    check_sums(after, before, "replaced");
    check_borders(after, before, "replaced");
    let mut halved = 0;
    for at in 0..4096 {
        let (column, row) = (at % 64, at / 64);
        let share = |map: &TileMap, texture: usize| {
            u32::from(share_at(map, MIDDLE, column, row, NAMES[texture]))
        };
        for other in [1, 2] {
            assert_eq!(share(before, other), share(after, other), "{column} {row}");
        }
        let was = share(before, 0);
        assert_eq!(share(after, 0) + share(after, 3), was);
        // To the nearest half.
        assert!((2 * share(after, 3)).abs_diff(was) <= 1 || share(after, 3) == 0);
        halved += usize::from(was > 1 && share(after, 3) > 0);
    }
    assert!(halved > 2000, "{halved}");
    let same = serde_json::json!({
        "op": "paint_texture_swap", "from": NAMES[0], "to": NAMES[0].to_uppercase(), "radius": 4,
        "samples": [{"position": [0, 0]}],
    });
    assert!(refusal(&start, same).contains("another texture"));
}

#[test]
fn the_list_of_a_tile_is_reordered_renamed_and_shortened_without_a_change_of_the_look() {
    let mut made = made_ground(BlendRule::Weighted, AlphaDepth::Eight, 3, Order::Mixed);
    let mut document = ground_document(made.clone());
    let list = |map: &TileMap| -> Vec<String> {
        let textures = map.tiles[&MIDDLE.tile].textures.iter();
        textures.map(|texture| texture.path_text()).collect()
    };
    let before = list(&made);
    let mut order = before.clone();
    order.reverse();
    let told = run(
        &mut document,
        serde_json::json!({"op": "set_tile_textures", "tile": [31, 31], "textures": order}),
    );
    assert!(told.contains("another entry"), "{told}");
    assert_eq!(list(map_of(&document)), order);
    for name in NAMES {
        for at in (0..4096).step_by(7) {
            let share = |map: &TileMap| share_at(map, MIDDLE, at % 64, at / 64, name);
            assert_eq!(share(map_of(&document)), share(&made), "{name}");
        }
    }
    // Snow and mud have no layer there.
    let told = run(
        &mut document,
        serde_json::json!({"op": "set_tile_textures", "tile": [31, 31], "drop_unused": true}),
    );
    assert!(told.contains("dropped because no layer has them"), "{told}");
    assert_eq!(list(map_of(&document)).len(), 3);
    // A used one can't be left out, and the message says which.
    let two: Vec<String> = list(map_of(&document)).into_iter().skip(1).collect();
    let gone = list(map_of(&document))[0].clone();
    let said = refusal(
        &document,
        serde_json::json!({"op": "set_tile_textures", "tile": [31, 31], "textures": two}),
    );
    assert!(said.contains(&gone) && said.contains("layers"), "{said}");
    // Another path takes its layers with it.
    run(
        &mut document,
        serde_json::json!({
            "op": "set_tile_textures", "tile": [31, 31], "replace": {gone.clone(): "tileset/other.blp"},
        }),
    );
    for at in (0..4096).step_by(13) {
        let now = share_at(
            map_of(&document),
            MIDDLE,
            at % 64,
            at / 64,
            "tileset\\other.blp",
        );
        assert_eq!(now, share_at(&made, MIDDLE, at % 64, at / 64, &gone));
    }
    let listed = NAMES[1];
    let said = refusal(
        &document,
        serde_json::json!({
            "op": "set_tile_textures", "tile": [31, 31], "replace": {"tileset/other.blp": listed},
        }),
    );
    assert!(said.contains("swap_texture"), "{said}");
    // Layers that point past the end keep the list as long as it is.
    made.chunk_mut(MIDDLE).unwrap().layers[0].texture = 99;
    let odd = ground_document(made);
    let said = refusal(
        &odd,
        serde_json::json!({"op": "set_tile_textures", "tile": [31, 31], "drop_unused": true}),
    );
    assert!(said.contains("past its end"), "{said}");
}

#[test]
fn duplicate_layers_become_one_with_the_share_of_both() {
    let mut made = made_ground(BlendRule::Ordered, AlphaDepth::Eight, 4, Order::Same);
    let layers = &mut made.chunk_mut(MIDDLE).unwrap().layers;
    layers[3].texture = layers[1].texture;
    let start = ground_document(made);
    let mut document = start.clone();
    let told = run(
        &mut document,
        serde_json::json!({"op": "merge_duplicate_layers"}),
    );
    assert!(told.contains("1 layers went into"), "{told}");
    assert_eq!(map_of(&document).chunk(MIDDLE).unwrap().layers.len(), 3);
    for name in NAMES {
        for at in 0..4096 {
            let share =
                |document: &Document| share_at(map_of(document), MIDDLE, at % 64, at / 64, name);
            assert_eq!(share(&document), share(&start), "{name} {at}");
        }
    }
}

#[test]
fn corners_of_a_rectangle_are_filled_or_replaced_and_no_others() {
    let mut start = Document::new();
    start.terrains.push(small_terrain(TerrainId(3)));
    let corners = |document: &Document| document.terrains[0].shape.corners().unwrap().clone();
    let map = corners(&start);
    let names: Vec<String> = map
        .head
        .ground_types
        .iter()
        .map(|id| String::from_utf8_lossy(id).into_owned())
        .collect();
    let [first, second] = [&names[0], &names[1]];
    let mut document = start.clone();
    let fill = serde_json::json!({
        "op": "fill_corners", "texture": second, "area": [1, 1, 2, 2], "variation": "keep",
    });
    run(&mut document, fill);
    let after = corners(&document);
    for (index, (old, new)) in map.corners().iter().zip(after.corners()).enumerate() {
        let (column, row) = map.place(index);
        let is_in = (1..=2).contains(&column) && (1..=2).contains(&row);
        if is_in {
            assert_eq!(new.ground_type(), 1);
            assert_eq!(new.ground_variation(), old.ground_variation());
        } else {
            assert_eq!(old, new);
        }
    }
    // Back again: only what has the second type in the rectangle.
    let swap = serde_json::json!({
        "op": "fill_corners", "texture": first, "only": second, "area": [0, 0, 1, 1],
        "variation": "keep",
    });
    run(&mut document, swap);
    let back = corners(&document);
    for (index, (old, new)) in after.corners().iter().zip(back.corners()).enumerate() {
        let (column, row) = map.place(index);
        let is_meant = column <= 1 && row <= 1 && old.ground_type() == 1;
        assert_eq!(
            new.ground_type(),
            if is_meant { 0 } else { old.ground_type() }
        );
    }
    let wide = serde_json::json!({"op": "fill_corners", "texture": first, "area": [0, 0, 999, 1]});
    assert!(refusal(&start, wide).contains("rectangle of corners inside"));
    let operator: Operator =
        serde_json::from_value(serde_json::json!({"op": "fill_corners", "texture": first}))
            .unwrap();
    assert!(operator.is_on_terrain());
}
