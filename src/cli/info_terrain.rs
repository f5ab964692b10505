//! What `bonewright info` tells of a terrain.

use super::info_tiles::tiles_json;
use crate::document::{Terrain, TerrainShape};
use crate::import_export::Profile;
use crate::terrain::{AtlasKind, CornerFlags, CornerMap, TypeId};
use crate::validate::validate_terrain;
use serde_json::{Value, json};
use std::io::Write;

/// What is in a terrain whose file has this many bytes.
pub fn terrain_json(terrain: &Terrain, bytes: u64) -> Value {
    let findings = validate_terrain(terrain, Profile::of_terrain(&terrain.shape));
    let mut value = match &terrain.shape {
        TerrainShape::Corners(map) => corners_json(map),
        TerrainShape::Tiles(map) => tiles_json(map, terrain.native.as_deref()),
    };
    let common = json!({
        "format": terrain.shape.format_name(),
        "version": terrain.shape.version(),
        "name": terrain.name,
        "bytes": bytes,
        "findings": findings.map_or(0, |findings| findings.len()),
    });
    if let (Value::Object(value), Value::Object(common)) = (&mut value, common) {
        value.extend(common);
    }
    value
}

fn corners_json(map: &CornerMap) -> Value {
    let head = &map.head;
    let (low, high) = map.z_range();
    let ids = |types: &[TypeId]| -> Vec<String> {
        // A letter a byte, so that odd ones can be told apart.
        let text = |id: &TypeId| id.iter().map(|byte| char::from(*byte)).collect();
        types.iter().map(text).collect()
    };
    let mut ground_corners = vec![0usize; head.ground_types.len()];
    let mut flags = CornerFlags::ALL.map(|(_, name)| (name, 0usize));
    for corner in map.corners() {
        let number = usize::from(corner.ground_type());
        if let Some(count) = ground_corners.get_mut(number) {
            *count += 1;
        }
        for ((flag, _), (_, count)) in CornerFlags::ALL.iter().zip(&mut flags) {
            *count += usize::from(corner.flags().has(*flag));
        }
    }
    let water = flags.iter().find(|(name, _)| *name == "water");
    let (columns, rows) = map.tiles();
    json!({
        "width": map.width(),
        "height": map.height(),
        "tiles": [columns, rows],
        "chunks": null,
        "textures": [],
        "layers": 0,
        "max_layers_per_chunk": null,
        "height_min": low,
        "height_max": high,
        "holes": 0,
        "water_cells": water.map_or(0, |(_, count)| *count),
        "tileset": head.tileset.escape_ascii().to_string(),
        "custom_tileset": head.custom_tileset,
        "ground_types": ids(&head.ground_types),
        "ground_corners": ground_corners,
        "tiles_by_ground_count": tiles_by_ground_count(map),
        "cliff_types": ids(&head.cliff_types),
        "origin": head.origin,
        "flags": flags.into_iter().collect::<std::collections::BTreeMap<_, _>>(),
    })
}

/// How many tiles show one ground type, two, three and four, by what their corners say.
fn tiles_by_ground_count(map: &CornerMap) -> [usize; 4] {
    let (columns, rows) = map.tiles();
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let mut counts = [0; 4];
    for (column, row) in places {
        let blend = map.tile_blend(column, row, &[], |_| AtlasKind::Plain);
        let count = blend.map_or(0, |blend| blend.layers().len());
        if let Some(slot) = counts.get_mut(count.wrapping_sub(1)) {
            *slot += 1;
        }
    }
    counts
}

/// The same for people.
pub fn write_terrain_text(out: &mut dyn Write, value: &Value) -> std::io::Result<()> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    writeln!(
        out,
        "{} ({} {}, {} bytes)",
        text(&value["name"]),
        text(&value["format"]),
        value["version"],
        value["bytes"]
    )?;
    for key in [
        "width",
        "height",
        "tileset",
        "tiles",
        "layers",
        "max_layers_per_chunk",
        "blend",
        "height_min",
        "height_max",
        "holes",
        "water_cells",
        "findings",
    ] {
        let shown = match &value[key] {
            // Not every shape has all of these.
            Value::Null => continue,
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        writeln!(out, "  {:<20} {shown}", key.replace('_', " "))?;
    }
    let counts = value["ground_corners"].as_array();
    for (index, id) in value["ground_types"]
        .as_array()
        .into_iter()
        .flatten()
        .enumerate()
    {
        let count = counts.and_then(|counts| counts.get(index));
        let count = count.and_then(Value::as_u64).unwrap_or_default();
        writeln!(
            out,
            "  ground #{index:<12} {} at {count} corners",
            text(id).escape_default()
        )?;
    }
    for (index, id) in value["cliff_types"]
        .as_array()
        .into_iter()
        .flatten()
        .enumerate()
    {
        writeln!(out, "  cliff #{index:<13} {}", text(id).escape_default())?;
    }
    let met = &value["tiles_by_ground_count"];
    if met.is_array() {
        let (three, four) = (&met[2], &met[3]);
        writeln!(out, "  three types meet in {three} tiles, four in {four}")?;
    }
    for path in value["textures"].as_array().into_iter().flatten() {
        writeln!(out, "  texture              {}", text(path))?;
    }
    Ok(())
}
