//! All visible keys of the dope sheet as one mesh, built only when something it shows changed.

use super::{KeyShape, SelectedTimes, Sheet, SheetArea, is_on_frame};
use crate::editor::TimeDisplay;
use crate::ui::theme::Palette;
use eframe::egui;
use egui::{Color32, Mesh, Pos2, Vec2};

/// Half the width of a key, in pixels.
pub const KEY_RADIUS: f32 = 5.0;
/// Keys of one row that are closer than this are drawn as one.
const MERGE_PX: f32 = 2.0;
/// With more keys than this in view, edges are drawn without smoothing.
const SMOOTH_LIMIT: usize = 4_000;

/// The colours of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyColours {
    /// At rest.
    pub key: Color32,
    /// Selected.
    pub selected: Color32,
    /// Before the start or past the end.
    pub outside: Color32,
    /// The dot in a key that is between frames.
    pub dot: Color32,
}

/// What of the clip the mesh of its keys depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyMeshInput {
    /// The scrolled view.
    pub area: SheetArea,
    /// Top left of the key area on screen.
    pub origin: Pos2,
    /// How times are shown: keys between its frames get a dot.
    pub display: TimeDisplay,
    /// The colours.
    pub colours: KeyColours,
}

impl From<&Palette> for KeyColours {
    fn from(palette: &Palette) -> Self {
        Self {
            key: palette.key,
            selected: palette.accent,
            outside: palette.key.gamma_multiply(0.35),
            dot: palette.panel,
        }
    }
}

/// Builds the mesh of the keys in view. Vertices of `mesh` are replaced, its memory is kept.
pub fn build_key_mesh(
    mesh: &mut Mesh,
    sheet: &Sheet,
    selected: &SelectedTimes,
    input: &KeyMeshInput,
) {
    let KeyMeshInput {
        area,
        origin,
        display,
        colours,
    } = *input;
    mesh.clear();
    let first_ms = area.axis.ms_of_x(-KEY_RADIUS);
    let last_ms = area.axis.ms_of_x(area.width + KEY_RADIUS);
    let visible = area.visible_rows(sheet.rows.len());
    let rows = || {
        let rows = sheet.rows.get(visible.clone()).unwrap_or(&[]);
        visible.clone().zip(rows).map(|(position, row)| {
            let times = sheet.row_times(row);
            let start = times.partition_point(|&time| f64::from(time) < first_ms);
            let end = times.partition_point(|&time| f64::from(time) <= last_ms);
            (position, row, times.get(start..end).unwrap_or(&[]))
        })
    };
    let in_view: usize = rows().map(|(_, _, times)| times.len()).sum();
    let is_smooth = in_view <= SMOOTH_LIMIT;
    mesh.vertices
        .reserve(in_view.min(20_000) * if is_smooth { 16 } else { 8 });
    let mut row_selected = Vec::new();
    for (position, row, times) in rows() {
        selected.of_row(row, &mut row_selected);
        let mut still_selected = row_selected.iter().copied().peekable();
        let y = origin.y + area.row_middle(position);
        let outline = outline_of(row.shape);
        let mut last: Option<(f32, Color32)> = None;
        for &time_ms in times {
            while still_selected
                .next_if(|&selected| selected < time_ms)
                .is_some()
            {}
            let colour = if still_selected.peek() == Some(&time_ms) {
                colours.selected
            } else if sheet.is_outside(row, time_ms) {
                colours.outside
            } else {
                colours.key
            };
            let x = area.axis.x_of_ms(f64::from(time_ms));
            if last
                .is_some_and(|(last_x, last_colour)| last_colour == colour && x - last_x < MERGE_PX)
            {
                continue;
            }
            last = Some((x, colour));
            let centre = Pos2::new(origin.x + x, y);
            push_key(mesh, outline, centre, KEY_RADIUS, colour, is_smooth);
            if is_smooth && !is_on_frame(display, time_ms) {
                let dot = outline_of(KeyShape::Diamond);
                push_key(mesh, dot, centre, 2.0, colours.dot, true);
            }
        }
    }
}

/// Adds one key; a smooth one gets a rim that fades out over a pixel.
pub fn push_key(
    mesh: &mut Mesh,
    outline: &[Vec2],
    centre: Pos2,
    radius: f32,
    colour: Color32,
    is_smooth: bool,
) {
    let first = mesh.vertices.len() as u32;
    let count = outline.len() as u32;
    for &corner in outline {
        mesh.colored_vertex(centre + corner * (radius - 0.5), colour);
    }
    for corner in 2..count {
        mesh.add_triangle(first, first + corner - 1, first + corner);
    }
    if !is_smooth {
        return;
    }
    for &corner in outline {
        mesh.colored_vertex(centre + corner * (radius + 0.5), Color32::TRANSPARENT);
    }
    for corner in 0..count {
        let next = (corner + 1) % count;
        mesh.add_triangle(first + corner, first + next, first + count + corner);
        mesh.add_triangle(first + next, first + count + next, first + count + corner);
    }
}

/// The corners of a shape of radius 1.
pub fn outline_of(shape: KeyShape) -> &'static [Vec2] {
    const HALF: f32 = std::f32::consts::FRAC_1_SQRT_2;
    const DIAMOND: [Vec2; 4] = [
        Vec2::new(0.0, -1.0),
        Vec2::new(1.0, 0.0),
        Vec2::new(0.0, 1.0),
        Vec2::new(-1.0, 0.0),
    ];
    const SQUARE: [Vec2; 4] = [
        Vec2::new(-0.8, -0.8),
        Vec2::new(0.8, -0.8),
        Vec2::new(0.8, 0.8),
        Vec2::new(-0.8, 0.8),
    ];
    const CIRCLE: [Vec2; 8] = [
        Vec2::new(0.0, -1.0),
        Vec2::new(HALF, -HALF),
        Vec2::new(1.0, 0.0),
        Vec2::new(HALF, HALF),
        Vec2::new(0.0, 1.0),
        Vec2::new(-HALF, HALF),
        Vec2::new(-1.0, 0.0),
        Vec2::new(-HALF, -HALF),
    ];
    const FLAG: [Vec2; 3] = [
        Vec2::new(-0.9, -0.9),
        Vec2::new(0.9, -0.9),
        Vec2::new(0.0, 1.0),
    ];
    match shape {
        KeyShape::Diamond => &DIAMOND,
        KeyShape::Square => &SQUARE,
        KeyShape::Circle => &CIRCLE,
        KeyShape::Flag => &FLAG,
    }
}
