//! What the editor's overlays of the ground look like in pictures, and what they read at the cursor.

use super::weight_colours::ramp;
use crate::document::{Terrain, TerrainShape};
use crate::editor::{Editor, GroundColours, Shading};
use crate::math::Vec3;
use crate::render::{GroundHeat, GroundOverlay, SlopeRange};
use crate::terrain::CornerFlags;

/// What lies over the ground that is shown.
pub(super) fn ground_overlay(editor: &Editor, terrain: &Terrain) -> GroundOverlay {
    let overlays = &editor.ground_view.overlays;
    let shape = &terrain.shape;
    let heat = match overlays.colours_on(shape) {
        GroundColours::Nothing => GroundHeat::Nothing,
        GroundColours::LayerCount => GroundHeat::LayerCount,
        GroundColours::Coverage => GroundHeat::Coverage,
        GroundColours::Slope => GroundHeat::Slope,
        GroundColours::Unpaintable => GroundHeat::Unpaintable,
        GroundColours::Areas => GroundHeat::Areas,
        GroundColours::Marks => match shape {
            TerrainShape::Tiles(_) => GroundHeat::Flags(editor.ground_brush.tools.chunk_flags),
            TerrainShape::Corners(_) => GroundHeat::Marks,
        },
        GroundColours::Meetings => GroundHeat::Meetings,
    };
    let shading = editor.view.shading;
    let slopes = editor.ground_brush.masks.slope;
    GroundOverlay {
        heat,
        opacity: overlays.opacity,
        texture: editor.ground_view.texture.clone(),
        slopes: slopes.map(|mask| SlopeRange {
            from_deg: mask.from_deg,
            to_deg: mask.to_deg,
            soft_deg: mask.soft_deg,
            invert: mask.invert,
        }),
        ramp: ramp(overlays.ramp),
        shows_grid: editor.view.shows_grid,
        shows_wire: overlays.shows_wire || matches!(shading, Shading::Wire | Shading::TexturedWire),
        contour_step: if overlays.shows_contours {
            overlays.step(shape)
        } else {
            0.0
        },
    }
}

/// What the colours over the ground mean at a place, where a colour alone does not say it.
pub(super) fn ground_reading(editor: &Editor, terrain: &Terrain, at: Vec3) -> Option<String> {
    let colours = editor.ground_view.overlays.colours_on(&terrain.shape);
    match &terrain.shape {
        TerrainShape::Tiles(map) => {
            let chunk = map.chunk(map.chunk_at(at.x, at.y)?)?;
            match colours {
                GroundColours::Areas => Some(format!("Area {}", chunk.area_id)),
                GroundColours::Marks => Some(format!("Flags {:#x}", chunk.flags.0)),
                GroundColours::LayerCount => {
                    let count = chunk.layers.len();
                    let noun = if count == 1 { "layer" } else { "layers" };
                    Some(format!("{count} {noun}"))
                }
                _ => None,
            }
        }
        TerrainShape::Corners(map) => {
            let (column, row) = map.nearest(at.x, at.y);
            let corner = map.corner(column, row)?;
            let flags = corner.flags();
            let is_read = colours == GroundColours::Marks && flags != CornerFlags::default();
            is_read.then(|| flags.text())
        }
    }
}
