//! The outlines of the brush on the ground: where it is, where its symmetry paints too, and the line
//! that is being drawn.

use super::ScreenView;
use super::ring::paint_outer_lines;
use super::terrain_ring::{TerrainRing, line_on_ground, paint_ring_copy, paint_terrain_ring};
use crate::brush::mapped;
use crate::document::Terrain;
use crate::edit::{GroundCopies, GroundPlane};
use crate::editor::{Editor, TipTurning};
use crate::ui::theme::Palette;
use eframe::egui::{Painter, Stroke, vec2};

/// Points of a straight line on the ground.
const LINE_POINTS: usize = 96;
/// Half the size of the mark of a symmetry's centre, in points.
const CENTRE_SIZE: f32 = 7.0;

/// The outlines of the brush at a place of the ground: its own first, then those where its symmetry
/// paints too.
fn rings(editor: &Editor, terrain: &Terrain, at: [f32; 2]) -> Vec<TerrainRing> {
    let brush = &editor.ground_brush;
    let plane = GroundPlane::of(&terrain.shape);
    let turn_deg = match brush.tip.turning {
        TipTurning::Fixed => 0.0,
        TipTurning::Along | TipTurning::Random => editor.ground_turn_deg().unwrap_or(0.0),
    };
    let [along, across] = plane.turned(brush.tip.angle_deg + turn_deg);
    let radius = brush.radius(&terrain.shape);
    let [length, width] = [radius, radius * brush.tip.aspect];
    let copies = GroundCopies::new(brush.way.symmetry.as_ref(), &plane);
    let rings = copies.with_maps(at).map(|(centre, original_from_plane)| {
        // What keeps lengths is undone by its rows as columns.
        let [[a, b], [c, d]] = original_from_plane;
        let to_copy = [[a, c], [b, d]];
        let long = mapped(&to_copy, along.map(|part| part * length));
        let wide = mapped(&to_copy, across.map(|part| part * width));
        TerrainRing {
            centre,
            shape: brush.shape.into(),
            plane_from_tip: [[long[0], wide[0]], [long[1], wide[1]]],
            inner: brush.hardness,
        }
    });
    rings.collect()
}

/// Draws the outlines of the brush at a place of the ground.
pub(super) fn paint_brush(
    painter: &Painter,
    view: &ScreenView,
    editor: &Editor,
    terrain: &Terrain,
    at: [f32; 2],
) {
    for (copy, ring) in rings(editor, terrain, at).into_iter().enumerate().rev() {
        match copy {
            0 => paint_terrain_ring(painter, view, &terrain.shape, ring),
            _ => paint_ring_copy(painter, view, &terrain.shape, ring),
        }
    }
}

/// Draws where the centre of the symmetry is, if there is one.
pub(super) fn paint_symmetry_centre(
    painter: &Painter,
    view: &ScreenView,
    editor: &Editor,
    terrain: &Terrain,
    palette: &Palette,
) {
    let Some(symmetry) = &editor.ground_brush.way.symmetry else {
        return;
    };
    let copies = GroundCopies::new(Some(symmetry), &GroundPlane::of(&terrain.shape));
    let [x, y] = copies.centre;
    let height = terrain.shape.ground_height(x, y).unwrap_or(0.0);
    if let Some(at) = view.pos_of(&crate::math::Vec3::new(x, y, height)) {
        for arm in [vec2(CENTRE_SIZE, 0.0), vec2(0.0, CENTRE_SIZE)] {
            let stroke = Stroke::new(2.0, palette.accent);
            painter.line_segment([at - arm, at + arm], stroke);
        }
        painter.circle_stroke(at, CENTRE_SIZE * 0.6, Stroke::new(1.5, palette.accent));
    }
}

/// Draws a straight line over the ground, and the brush at its beginning.
pub(super) fn paint_line(
    painter: &Painter,
    view: &ScreenView,
    editor: &Editor,
    terrain: &Terrain,
    [from, to]: [[f32; 2]; 2],
) {
    paint_brush(painter, view, editor, terrain, from);
    let points = (0..=LINE_POINTS).map(|point| {
        let share = point as f32 / LINE_POINTS as f32;
        [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * share)
    });
    paint_outer_lines(painter, &line_on_ground(view, &terrain.shape, points, 0.0));
}
