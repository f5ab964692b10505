//! The comparison of two maps of tiles.

use super::difference::{Comparison, NOTHING};
use super::path::Path;
use super::terrain::plain;
use crate::terrain::{ALPHA_SIDE, AlphaMap, Chunk, LiquidLayer, TextureLayer, Tile, TileMap};

/// Adds what differs between two maps; paths such as `tiles[31,32].chunks[7].layers[1].alpha`.
pub(super) fn compare_tile_maps(
    a: &TileMap,
    b: &TileMap,
    tolerance: f64,
    at: &Path<'_>,
    found: &mut Comparison,
) {
    let word = |flags: Option<u32>| flags.map_or(NOTHING.to_owned(), |flags| format!("{flags:#x}"));
    plain(word(a.map_flags), word(b.map_flags), at, "map_flags", found);
    let rule = |map: &TileMap| format!("{:?}", map.blend);
    plain(rule(a), rule(b), at, "blend", found);
    let depth = |map: &TileMap| format!("{:?}", map.alpha_depth);
    plain(depth(a), depth(b), at, "alpha_depth", found);
    let tiles = at.field("tiles");
    for id in a.tiles.keys() {
        let at = tiles.place(id.x.into(), id.y.into());
        match (a.tiles.get(id), b.tiles.get(id)) {
            (Some(a), Some(b)) => compare_tile(a, b, tolerance, &at, found),
            _ => found.note(&at, "a tile", NOTHING),
        }
    }
    for id in b.tiles.keys().filter(|id| !a.tiles.contains_key(id)) {
        found.note(&tiles.place(id.x.into(), id.y.into()), NOTHING, "a tile");
    }
}

fn compare_tile(a: &Tile, b: &Tile, tolerance: f64, at: &Path<'_>, found: &mut Comparison) {
    let textures = at.field("textures");
    for index in 0..a.textures.len().max(b.textures.len()) {
        let at = textures.index(index);
        match (a.textures.get(index), b.textures.get(index)) {
            (Some(a), Some(b)) => {
                plain(a.path_text(), b.path_text(), &at, "path", found);
                plain(a.flags, b.flags, &at, "flags", found);
            }
            (a, b) => {
                let text = |item: Option<&crate::terrain::TileTexture>| {
                    item.map_or(NOTHING.to_owned(), |item| item.path_text())
                };
                found.note(&at, text(a), text(b));
            }
        }
    }
    let chunks = at.field("chunks");
    for (index, (a, b)) in a.chunks.iter().zip(&b.chunks).enumerate() {
        if a != b {
            compare_chunk(a, b, tolerance, &chunks.index(index), found);
        }
    }
}

fn compare_chunk(a: &Chunk, b: &Chunk, tolerance: f64, at: &Path<'_>, found: &mut Comparison) {
    let hex = |number: u32| format!("{number:#x}");
    plain(hex(a.flags.0), hex(b.flags.0), at, "flags", found);
    plain(a.area_id, b.area_id, at, "area_id", found);
    plain(hex(a.holes.into()), hex(b.holes.into()), at, "holes", found);
    let is_close = |a: f32, b: f32| {
        a.to_bits() == b.to_bits() || (f64::from(a) - f64::from(b)).abs() <= tolerance
    };
    if !a
        .position
        .iter()
        .zip(&b.position)
        .all(|(a, b)| is_close(*a, *b))
    {
        let text = |position| format!("{position:?}");
        found.note(&at.field("position"), text(a.position), text(b.position));
    }
    let heights = at.field("heights");
    for (index, (a, b)) in a.heights.iter().zip(b.heights.iter()).enumerate() {
        if !is_close(*a, *b) {
            found.note(&heights.index(index), a, b);
        }
    }
    let normals = at.field("normals");
    for (index, (a, b)) in a.normals.iter().zip(b.normals.iter()).enumerate() {
        if a != b {
            found.note(&normals.index(index), format!("{a:?}"), format!("{b:?}"));
        }
    }
    count_changed(
        a.colours.as_deref(),
        b.colours.as_deref(),
        at,
        "colours",
        found,
    );
    count_changed(
        a.shadow.as_deref(),
        b.shadow.as_deref(),
        at,
        "shadow",
        found,
    );
    let clutter = |chunk: &Chunk| format!("{:?}", chunk.clutter_layers);
    plain(clutter(a), clutter(b), at, "clutter_layers", found);
    let bare = |chunk: &Chunk| format!("{:?}", chunk.no_clutter);
    plain(bare(a), bare(b), at, "no_clutter", found);
    let layers = at.field("layers");
    for index in 0..a.layers.len().max(b.layers.len()) {
        let at = layers.index(index);
        match (a.layers.get(index), b.layers.get(index)) {
            (Some(a), Some(b)) => compare_layer(a, b, &at, found),
            (Some(a), None) => found.note(&at, format!("texture {}", a.texture), NOTHING),
            (None, b) => {
                let texture = b.map_or(0, |layer| layer.texture);
                found.note(&at, NOTHING, format!("texture {texture}"));
            }
        }
    }
    let text = |liquids: &[LiquidLayer]| format!("{liquids:?}");
    if text(&a.liquids) != text(&b.liquids) {
        let cells = |chunk: &Chunk| {
            let cells = chunk.liquids.iter().map(LiquidLayer::cell_count);
            format!("{} cells", cells.sum::<usize>())
        };
        found.note(&at.field("liquids"), cells(a), cells(b));
    }
}

fn compare_layer(a: &TextureLayer, b: &TextureLayer, at: &Path<'_>, found: &mut Comparison) {
    plain(a.texture, b.texture, at, "texture", found);
    let hex = |layer: &TextureLayer| format!("{:#x}", layer.flags.0);
    plain(hex(a), hex(b), at, "flags", found);
    plain(a.ground_effect, b.ground_effect, at, "ground_effect", found);
    let form = |layer: &TextureLayer| format!("{:?}", layer.form);
    plain(form(a), form(b), at, "form", found);
    let alpha = at.field("alpha");
    match (&a.alpha, &b.alpha) {
        (None, None) => {}
        (Some(a), Some(b)) => compare_alpha(a, b, &alpha, found),
        (a, b) => {
            let text = |map: &Option<AlphaMap>| map.as_ref().map_or(NOTHING, |_| "an alpha map");
            found.note(&alpha, text(a), text(b));
        }
    }
}

/// The first texel that differs, and how many do.
fn compare_alpha(a: &AlphaMap, b: &AlphaMap, at: &Path<'_>, found: &mut Comparison) {
    let pairs = a.texels().iter().zip(b.texels()).enumerate();
    let mut changed = pairs.filter(|(_, (a, b))| a != b);
    if let Some((index, (a, b))) = changed.next() {
        let more = changed.count();
        let place = at.place((index % ALPHA_SIDE) as u32, (index / ALPHA_SIDE) as u32);
        found.note(&place, a, format!("{b} (and {more} more texels differ)"));
    }
}

/// Lists that are there or not, by how many of their items differ.
fn count_changed<T: PartialEq, const N: usize>(
    a: Option<&[T; N]>,
    b: Option<&[T; N]>,
    at: &Path<'_>,
    name: &'static str,
    found: &mut Comparison,
) {
    let at = at.field(name);
    match (a, b) {
        (None, None) => {}
        (Some(a), Some(b)) => {
            let changed = a.iter().zip(b).filter(|(a, b)| a != b).count();
            if changed > 0 {
                found.note(
                    &at,
                    format!("{N} values"),
                    format!("{changed} of them others"),
                );
            }
        }
        (a, _) => {
            let text = |is_there: bool| if is_there { "there" } else { NOTHING };
            found.note(&at, text(a.is_some()), text(a.is_none()));
        }
    }
}
