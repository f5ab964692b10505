//! Marked and protected places, drawn over the ground.

use super::ScreenView;
use super::ground_marks::{chunk_border, paint_line};
use crate::document::{Terrain, TerrainShape};
use crate::edit::GroundRectangle;
use crate::editor::Editor;
use crate::math::Vec3;
use crate::terrain::Chunk;
use crate::ui::theme::Palette;
use eframe::egui::{Color32, Mesh, Painter, Shape, Stroke};

/// Points along a side of a protected place.
const STEPS: usize = 24;
/// Points of a side of a map chunk.
const CELLS: usize = 8;

/// Draws what is marked, and what brushes leave alone.
pub(super) fn paint_regions(
    painter: &Painter,
    view: &ScreenView,
    editor: &Editor,
    terrain: &Terrain,
    palette: &Palette,
) {
    let region = &editor.ground_view.region;
    let stroke = Stroke::new(2.0, palette.accent);
    let fill = palette.accent.gamma_multiply(0.16);
    match &terrain.shape {
        TerrainShape::Tiles(map) => {
            for place in &region.chunks {
                let Some(chunk) = map.chunk(*place) else {
                    continue;
                };
                paint_fill(painter, view, chunk, fill);
                // Only the outline of all: lines between two marked map chunks are left out.
                let border = chunk_border(chunk);
                let sides = [(0, -1), (1, 0), (0, 1), (-1, 0)];
                for (side, (columns, rows)) in sides.into_iter().enumerate() {
                    let beside = place.shifted(columns, rows);
                    if beside.is_some_and(|beside| region.chunks.contains(&beside)) {
                        continue;
                    }
                    let line = border.get(side * CELLS..=(side + 1) * CELLS);
                    paint_line(painter, view, line.unwrap_or_default(), stroke);
                }
            }
        }
        TerrainShape::Corners(_) => {
            for rectangle in region.rectangles(&terrain.shape) {
                let line = outline(terrain, &rectangle);
                paint_line(painter, view, &line, stroke);
            }
        }
    }
    let protected = Stroke::new(2.0, palette.warning);
    for rectangle in &editor.ground_brush.masks.protected {
        let line = outline(terrain, rectangle);
        paint_line(painter, view, &line, protected);
        let hatch = Stroke::new(1.0, palette.warning.gamma_multiply(0.55));
        for line in hatches(terrain, rectangle) {
            paint_line(painter, view, &line, hatch);
        }
    }
}

/// Tints a map chunk, as a fan about its middle.
fn paint_fill(painter: &Painter, view: &ScreenView, chunk: &Chunk, colour: Color32) {
    let border = chunk_border(chunk);
    let points: Option<Vec<_>> = border.iter().map(|point| view.pos_of(point)).collect();
    let (Some(points), [first, ..]) = (points, border.as_slice()) else {
        return;
    };
    let Some(opposite) = border.get(2 * CELLS) else {
        return;
    };
    let middle = (first + opposite) / 2.0;
    let height = chunk.corner_height(CELLS / 2, CELLS / 2);
    let middle = Vec3::new(middle.x, middle.y, height.unwrap_or(middle.z));
    let Some(middle) = view.pos_of(&middle) else {
        return;
    };
    let mut mesh = Mesh::default();
    mesh.colored_vertex(middle, colour);
    for point in points {
        mesh.colored_vertex(point, colour);
    }
    let count = border.len() as u32;
    for at in 1..count {
        mesh.add_triangle(0, at, at + 1);
    }
    painter.add(Shape::mesh(mesh));
}

/// A place on the ground, or where it would be.
fn on_ground(terrain: &Terrain, x: f32, y: f32) -> Option<Vec3> {
    let height = terrain.shape.ground_height(x, y)?;
    Some(Vec3::new(x, y, height))
}

/// The border of a rectangle along the ground, as far as there is ground.
fn outline(terrain: &Terrain, rectangle: &GroundRectangle) -> Vec<Vec3> {
    let ([x, y], [far_x, far_y]) = (rectangle.min, rectangle.max);
    let corners = [[x, y], [far_x, y], [far_x, far_y], [x, far_y], [x, y]];
    let sides = corners.windows(2).flat_map(|ends| match ends {
        [from, to] => along(terrain, *from, *to),
        _ => Vec::new(),
    });
    sides.collect()
}

fn along(terrain: &Terrain, from: [f32; 2], to: [f32; 2]) -> Vec<Vec3> {
    let points = (0..=STEPS).filter_map(|step| {
        let part = step as f32 / STEPS as f32;
        let ([x, y], [far_x, far_y]) = (from, to);
        on_ground(terrain, x + (far_x - x) * part, y + (far_y - y) * part)
    });
    points.collect()
}

/// Lines aslant over a rectangle.
fn hatches(terrain: &Terrain, rectangle: &GroundRectangle) -> Vec<Vec<Vec3>> {
    const LINES: usize = 6;
    let ([x, y], [far_x, far_y]) = (rectangle.min, rectangle.max);
    let (width, height) = (far_x - x, far_y - y);
    let lines = (1..2 * LINES).map(|line| {
        let part = line as f32 / LINES as f32;
        // From the left or the upper side to the lower or the right one.
        let start = (part - 1.0).max(0.0);
        let end = part.min(1.0);
        along(
            terrain,
            [x + width * start, y + height * end],
            [x + width * end, y + height * start],
        )
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::valley;
    use crate::terrain::TileMap;

    #[test]
    fn hatches_stay_inside_their_rectangle() {
        let terrain = valley();
        let map: &TileMap = terrain.shape.tiles().expect("tiles");
        let (_, chunk) = map.chunks().next().expect("a chunk");
        let [north, west, _] = chunk.position;
        let rectangle = GroundRectangle {
            min: [north - 60.0, west - 30.0],
            max: [north - 2.0, west - 2.0],
        };
        let lines = hatches(&terrain, &rectangle);
        assert_eq!(lines.len(), 11);
        for point in lines.iter().flatten() {
            let (x, y) = (point.x, point.y);
            assert!(x > rectangle.min[0] - 0.01 && x < rectangle.max[0] + 0.01);
            assert!(y > rectangle.min[1] - 0.01 && y < rectangle.max[1] + 0.01);
        }
    }
}
