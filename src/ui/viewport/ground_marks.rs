//! What is drawn over the ground: the outline of the brush, the picked chunk, the list of textures
//! at the cursor.

use super::ScreenView;
use super::brush_outline::paint_brush;
use super::ground_input::GroundDrag;
use crate::document::{Terrain, TerrainShape};
use crate::editor::{Editor, GroundNumber, GroundTool, TileTally};
use crate::math::Vec3;
use crate::terrain::{CHUNKS_OF_SIDE, Chunk, CornerMap, TILE_YARDS};
use crate::ui::theme::{self, Palette};
use eframe::egui::{self, Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke};

/// Cells of a side of a map chunk.
const CELLS: usize = 8;

/// Draws the outline of the brush at a place of the ground: of one without a radius the map chunk
/// below.
pub(super) fn paint_brush_outline(
    painter: &Painter,
    view: &ScreenView,
    editor: &Editor,
    terrain: &Terrain,
    at: Vec3,
) {
    let tool = editor.ground_brush.tool;
    if tool == GroundTool::MarkRegion && terrain.shape.corners().is_some() {
        return;
    }
    if tool.has_radius() && editor.ground_line().is_some() {
        return;
    }
    if tool.has_radius() {
        paint_brush(painter, view, editor, terrain, [at.x, at.y]);
        return;
    }
    let map = terrain.shape.tiles();
    let chunk = map.and_then(|map| map.chunk(map.chunk_at(at.x, at.y)?));
    if let Some(chunk) = chunk {
        let border = chunk_border(chunk);
        paint_line(painter, view, &border, Stroke::new(3.5, theme::RING_DARK));
        paint_line(painter, view, &border, Stroke::new(1.5, theme::RING_LIGHT));
    }
}

/// Draws the border of the map chunk that the panel shows, or of the tile of corners that was
/// looked at last.
pub(super) fn paint_picked_chunk(
    painter: &Painter,
    view: &ScreenView,
    editor: &Editor,
    palette: &Palette,
) {
    let shape = editor.terrain().map(|terrain| &terrain.shape);
    let map = shape.and_then(TerrainShape::corners);
    if let Some((map, [column, row])) = map.zip(editor.ground_view.tile) {
        let border = tile_border(map, column, row);
        paint_line(painter, view, &border, Stroke::new(3.5, theme::RING_DARK));
        paint_line(painter, view, &border, Stroke::new(2.0, palette.accent));
    }
    let map = shape.and_then(TerrainShape::tiles);
    let chunk = map.zip(editor.ground_view.chunk);
    if let Some(chunk) = chunk.and_then(|(map, place)| map.chunk(place)) {
        let stroke = Stroke::new(2.0, palette.accent);
        paint_line(painter, view, &chunk_border(chunk), stroke);
    }
}

/// Writes what a number of the brush is while the mouse changes it.
pub(super) fn paint_number(
    painter: &Painter,
    editor: &Editor,
    terrain: &Terrain,
    drag: GroundDrag,
    palette: &Palette,
) {
    let brush = &editor.ground_brush;
    let text = match drag.number {
        GroundNumber::Radius => format!("Radius {:.1}", brush.radius(&terrain.shape)),
        GroundNumber::Strength => format!("Strength {:.2}", brush.strength),
        GroundNumber::Target => format!("Target {:.0} %", brush.target_percent),
    };
    paint_note(painter, drag.from, &text, palette);
}

/// Lists the textures at a place of the ground, the strongest first.
pub(super) fn paint_texture_list(
    painter: &Painter,
    editor: &Editor,
    ground: Vec3,
    at: Pos2,
    palette: &Palette,
) {
    let found = editor.textures_at(ground.x, ground.y);
    let lines = found.iter().map(|texture| {
        let name = crate::ui::ground_name::short_name(&texture.name);
        format!("{:>3.0} %  {name}", texture.share * 100.0)
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    if !text.is_empty() {
        paint_note(painter, at, &text, palette);
    }
}

/// Says in the corner of the pane how many tiles of a large map are loaded.
pub(super) fn paint_tally(
    painter: &Painter,
    pane: Rect,
    tally: TileTally,
    budget_mb: u32,
    palette: &Palette,
) {
    let text = format!(
        "{} of {} tiles, {} of {budget_mb} MB",
        tally.held,
        tally.held + tally.left,
        tally.bytes.div_ceil(1 << 20)
    );
    let font = FontId::proportional(theme::SMALL_SIZE + 1.0);
    let galley = painter.layout_no_wrap(text, font, palette.text_weak);
    let place = pane.left_top() + egui::vec2(12.0, 12.0);
    let area = Align2::LEFT_TOP.anchor_size(place, galley.size());
    painter.rect_filled(area.expand(3.0), 3.0, palette.panel.gamma_multiply(0.7));
    painter.galley(area.min, galley, palette.text_weak);
}

/// Draws the line of a stroke from end to end with the height of both, and how steep it is.
pub(super) fn paint_line_preview(
    painter: &Painter,
    view: &ScreenView,
    ends: [Vec3; 2],
    palette: &Palette,
) {
    paint_line(painter, view, &ends, Stroke::new(4.0, theme::RING_DARK));
    paint_line(painter, view, &ends, Stroke::new(2.0, palette.accent));
    let [from, to] = ends;
    let way = (to - from).xy().norm();
    let rise = to.z - from.z;
    let texts = [
        format!("{:.1}", from.z),
        format!(
            "{:.1}  ({rise:+.1}, {:.0}°)",
            to.z,
            rise.atan2(way).to_degrees()
        ),
    ];
    for (end, text) in ends.iter().zip(texts) {
        if let Some(at) = view.pos_of(end) {
            painter.circle_filled(at, 4.0, theme::RING_DARK);
            painter.circle_filled(at, 2.5, palette.accent);
            paint_note(painter, at, &text, palette);
        }
    }
}

/// Writes a note beside a place of the pane.
pub(super) fn paint_note(painter: &Painter, at: Pos2, text: &str, palette: &Palette) {
    let font = FontId::proportional(theme::BODY_SIZE);
    let galley = painter.layout_no_wrap(text.to_owned(), font, palette.text);
    let place = at + egui::vec2(16.0, -16.0);
    let area = Align2::LEFT_BOTTOM.anchor_size(place, galley.size());
    painter.rect_filled(area.expand(4.0), 3.0, palette.panel);
    painter.galley(area.min, galley, Color32::PLACEHOLDER);
}

/// The border of a map chunk along its vertices, closed.
pub(super) fn chunk_border(chunk: &Chunk) -> Vec<Vec3> {
    let side = TILE_YARDS / CHUNKS_OF_SIDE as f32;
    let [north, west, _] = chunk.position;
    let step = side / CELLS as f32;
    let at = |column: usize, row: usize| {
        let z = chunk.corner_height(column, row).unwrap_or_default();
        Vec3::new(north - row as f32 * step, west - column as f32 * step, z)
    };
    let top = (0..CELLS).map(|it| at(it, 0));
    let right = (0..CELLS).map(|it| at(CELLS, it));
    let bottom = (0..CELLS).map(|it| at(CELLS - it, CELLS));
    let left = (0..=CELLS).map(|it| at(0, CELLS - it));
    top.chain(right).chain(bottom).chain(left).collect()
}

/// The border of a tile of a map of corners, closed.
pub(super) fn tile_border(map: &CornerMap, column: u32, row: u32) -> Vec<Vec3> {
    let corners = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)];
    let places = corners.map(|(right, up)| (column + right, row + up));
    let points = places.into_iter().filter_map(|(column, row)| {
        let [x, y] = map.position(column, row);
        Some(Vec3::new(x, y, map.corner(column, row)?.ground_z()))
    });
    points.collect()
}

/// Draws a line of the world; what is behind the viewer breaks it.
pub(super) fn paint_line(painter: &Painter, view: &ScreenView, line: &[Vec3], stroke: Stroke) {
    let mut piece = Vec::with_capacity(line.len());
    for point in line {
        match view.pos_of(point) {
            Some(pos) => piece.push(pos),
            None if piece.len() > 1 => {
                painter.add(Shape::line(std::mem::take(&mut piece), stroke));
            }
            None => piece.clear(),
        }
    }
    if piece.len() > 1 {
        painter.add(Shape::line(piece, stroke));
    }
}
