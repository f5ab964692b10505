//! What an export tells of layers that nobody sees and of textures without layers.
#![allow(
    clippy::expect_used,
    reason = "a test that can't set itself up has failed"
)]

use bonewright::document::Terrain;
use bonewright::import_export::{Profile, export_terrain};
use bonewright::samples::valley;
use bonewright::terrain::{AlphaMap, TileTexture};

fn told(terrain: &Terrain) -> String {
    let exported = export_terrain(terrain, Profile::AdtWotlk, "valley.wdt").expect("it is written");
    let items = exported.report.items.iter();
    let told = items.map(|item| format!("{}: {}", item.path, item.message));
    told.collect::<Vec<_>>().join("\n")
}

#[test]
fn an_export_counts_layers_that_nobody_sees_and_textures_without_layers() {
    let mut terrain = valley();
    let before = told(&terrain);
    assert!(!before.contains("not seen anywhere"), "{before}");
    let map = terrain.shape.tiles_mut().expect("tiles");
    let (id, tile) = map.tiles.iter_mut().next().expect("a tile");
    let path = format!("tiles[{},{}]", id.x, id.y);
    tile.textures.push(TileTexture {
        path: b"tileset\\nobody.blp".to_vec(),
        flags: 0,
    });
    let mut hidden = 0;
    for chunk in tile.chunks.iter_mut().take(40) {
        // The highest layer is drawn over by none, so without alphas it is not seen.
        if chunk.layers.len() > 1
            && let Some(layer) = chunk.layers.last_mut()
        {
            layer.alpha = Some(AlphaMap::filled(0));
            hidden += 1;
        }
    }
    assert!(hidden > 3, "{hidden}");
    let after = told(&terrain);
    let layers = format!("{path}.layers: {hidden} layers of {hidden} map chunks not seen anywhere");
    assert!(after.contains(&layers), "{after}");
    let textures = format!("{path}.textures: 1 texture of the list without a layer");
    assert!(after.contains(&textures), "{after}");
}
