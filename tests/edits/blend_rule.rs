//! The rule by which layers are mixed: chosen, with the alphas or the look staying as they are.

use crate::ground_checks::shares_at;
use crate::made_ground::{Order, ground_document, made_ground, map_of};
use crate::{apply, notes};
use bonewright::document::Document;
use bonewright::terrain::{AlphaDepth, BlendRule, ChunkPlace, TileId};

const MIDDLE: ChunkPlace = ChunkPlace {
    tile: TileId { x: 31, y: 31 },
    column: 15,
    row: 15,
};

/// The shares of the texels of a map chunk, worked out from its alphas.
fn look(document: &Document) -> Vec<std::collections::BTreeMap<String, u32>> {
    let texels = (0..4096).step_by(7);
    texels
        .map(|at| shares_at(map_of(document), MIDDLE, at % 64, at / 64))
        .collect()
}

#[test]
fn another_rule_keeps_alphas_and_changes_the_look_or_the_other_way_round() {
    for (from, to, name) in [
        (BlendRule::Ordered, BlendRule::Weighted, "weighted"),
        (BlendRule::Weighted, BlendRule::Ordered, "ordered"),
    ] {
        let start = ground_document(made_ground(from, AlphaDepth::Eight, 4, Order::Mixed));
        let mut document = start.clone();
        let json = format!(r#"{{"op":"set_blend_rule","rule":"{name}"}}"#);
        let told = notes(&apply(&mut document, &json).unwrap());
        assert!(
            told.contains("the look of") && told.contains("kept in projects"),
            "{told}"
        );
        assert_eq!(map_of(&document).blend, to);
        assert_ne!(look(&document), look(&start));
        for ((_, one), (_, other)) in map_of(&document).chunks().zip(map_of(&start).chunks()) {
            assert_eq!(one, other);
        }

        let mut document = start.clone();
        let json = format!(r#"{{"op":"set_blend_rule","rule":"{name}","keep":"look"}}"#);
        let told = notes(&apply(&mut document, &json).unwrap());
        assert_eq!(map_of(&document).blend, to);
        // With 8 bits every share can be had under either rule.
        assert_eq!(look(&document), look(&start));
        assert!(!told.contains("the look of"), "{told}");
        assert_ne!(
            map_of(&document).chunk(MIDDLE).unwrap().layers,
            map_of(&start).chunk(MIDDLE).unwrap().layers
        );
        // And back again, it is what it was to look at.
        let back = match from {
            BlendRule::Ordered => "ordered",
            BlendRule::Weighted => "weighted",
        };
        let json = format!(r#"{{"op":"set_blend_rule","rule":"{back}","keep":"look"}}"#);
        apply(&mut document, &json).unwrap();
        assert_eq!(look(&document), look(&start));
    }
}

#[test]
fn the_rule_that_is_there_already_is_no_change_and_corners_have_none() {
    let mut document = ground_document(made_ground(
        BlendRule::Ordered,
        AlphaDepth::Eight,
        2,
        Order::Same,
    ));
    let before = document.clone();
    let json = r#"{"op":"set_blend_rule","rule":"ordered"}"#;
    let told = notes(&apply(&mut document, json).unwrap());
    assert!(told.contains("already"), "{told}");
    assert!(document == before);
    let mut document = Document::new();
    let id = bonewright::document::TerrainId(1);
    document.terrains.push(crate::terrain::small_terrain(id));
    assert!(apply(&mut document, json).is_err());
}
