//! The comparison of two terrains.

use super::difference::{Comparison, NOTHING};
use super::path::Path;
use super::tiles::compare_tile_maps;
use crate::document::{Document, Terrain, TerrainShape};
use crate::terrain::{Corner, CornerMap, CornerMapHead, TypeId};
use std::fmt::Display;

/// Adds what differs between the terrains of two documents, matched by position; paths begin with
/// `terrains[0]`.
pub(super) fn compare_terrains(a: &Document, b: &Document, tolerance: f64, found: &mut Comparison) {
    let terrains = Path::TOP.field("terrains");
    for index in 0..a.terrains.len().max(b.terrains.len()) {
        let at = terrains.index(index);
        match (a.terrains.get(index), b.terrains.get(index)) {
            (Some(a), Some(b)) => compare_terrain(a, b, tolerance, &at, found),
            (Some(a), None) => found.note(&at, &a.name, NOTHING),
            (None, b) => found.note(&at, NOTHING, b.map_or("", |b| &b.name)),
        }
    }
}

fn compare_terrain(
    a: &Terrain,
    b: &Terrain,
    tolerance: f64,
    at: &Path<'_>,
    found: &mut Comparison,
) {
    match (&a.shape, &b.shape) {
        (TerrainShape::Corners(a), TerrainShape::Corners(b)) => {
            compare_heads(&a.head, &b.head, tolerance, at, found);
            compare_corners(a, b, at, found);
        }
        (TerrainShape::Tiles(a), TerrainShape::Tiles(b)) => {
            compare_tile_maps(a, b, tolerance, at, found);
        }
        (a, b) => found.note(&at.field("format"), a.format_name(), b.format_name()),
    }
}

/// A value that is the same or not.
pub(super) fn plain<T: PartialEq + Display>(
    a: T,
    b: T,
    at: &Path<'_>,
    name: &'static str,
    found: &mut Comparison,
) {
    if a != b {
        found.note(&at.field(name), a, b);
    }
}

fn compare_heads(
    a: &CornerMapHead,
    b: &CornerMapHead,
    tolerance: f64,
    at: &Path<'_>,
    found: &mut Comparison,
) {
    let CornerMapHead {
        version,
        tileset,
        custom_tileset,
        ground_types,
        cliff_types,
        origin,
        rest,
    } = a;
    plain(*version, b.version, at, "version", found);
    let letter = |letter: u8| letter.escape_ascii().to_string();
    plain(letter(*tileset), letter(b.tileset), at, "tileset", found);
    plain(
        *custom_tileset,
        b.custom_tileset,
        at,
        "custom_tileset",
        found,
    );
    compare_types(
        ground_types,
        &b.ground_types,
        &at.field("ground_types"),
        found,
    );
    compare_types(cliff_types, &b.cliff_types, &at.field("cliff_types"), found);
    let is_close = |(a, b): (&f32, &f32)| {
        a.to_bits() == b.to_bits() || (f64::from(*a) - f64::from(*b)).abs() <= tolerance
    };
    if !origin.iter().zip(&b.origin).all(is_close) {
        found.note(
            &at.field("origin"),
            format!("{origin:?}"),
            format!("{:?}", b.origin),
        );
    }
    if *rest != b.rest {
        let text = |rest: &[u8]| format!("{} bytes", rest.len());
        found.note(&at.field("rest"), text(rest), text(&b.rest));
    }
}

fn compare_types(a: &[TypeId], b: &[TypeId], at: &Path<'_>, found: &mut Comparison) {
    let text = |id: Option<&TypeId>| {
        id.map_or_else(|| NOTHING.to_owned(), |id| id.escape_ascii().to_string())
    };
    for index in 0..a.len().max(b.len()) {
        let (a, b) = (a.get(index), b.get(index));
        if a != b {
            found.note(&at.index(index), text(a), text(b));
        }
    }
}

/// Maps of different size are compared where both have corners, by column and row.
fn compare_corners(a: &CornerMap, b: &CornerMap, at: &Path<'_>, found: &mut Comparison) {
    plain(a.width(), b.width(), at, "width", found);
    plain(a.height(), b.height(), at, "height", found);
    if a.width() == b.width() && a.corners() == b.corners() {
        return;
    }
    let corners = at.field("corners");
    for row in 0..a.height().min(b.height()) {
        for column in 0..a.width().min(b.width()) {
            if let (Some(a), Some(b)) = (a.corner(column, row), b.corner(column, row))
                && a != b
            {
                compare_corner(a, b, &corners.place(column, row), found);
            }
        }
    }
}

fn compare_corner(a: Corner, b: Corner, at: &Path<'_>, found: &mut Comparison) {
    plain(a.height, b.height, at, "height", found);
    plain(a.water_level(), b.water_level(), at, "water", found);
    plain(a.ground_type(), b.ground_type(), at, "ground", found);
    let (own, other) = (a.ground_variation(), b.ground_variation());
    plain(own, other, at, "ground_variation", found);
    let (own, other) = (a.cliff_variation(), b.cliff_variation());
    plain(own, other, at, "cliff_variation", found);
    let cliff = |corner: Corner| {
        corner
            .cliff_type()
            .map_or(NOTHING.to_owned(), |it| it.to_string())
    };
    plain(cliff(a), cliff(b), at, "cliff", found);
    plain(a.layer(), b.layer(), at, "layer", found);
    plain(a.flags().text(), b.flags().text(), at, "flags", found);
    let bits = |corner: Corner| format!("{:#x}", corner.unknown_bits());
    plain(bits(a), bits(b), at, "unknown_bits", found);
}
