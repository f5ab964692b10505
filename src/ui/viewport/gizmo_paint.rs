//! Drawing the handles, and the lines that show what a transform is held to.

use super::gizmo::{CENTRE_RADIUS, Gizmo, Handle, HandleShape};
use super::transform::{Axis, AxisLock, Running};
use crate::editor::{Tool, TransformKind};
use crate::ui::theme::Palette;
use eframe::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2};

const LINE_WIDTH: f32 = 2.5;
const HOVERED_WIDTH: f32 = 4.5;
const TIP: f32 = 12.0;
const GUIDE_WIDTH: f32 = 1.2;
/// How far a guide line goes from the centre, in units of the camera's distance.
const GUIDE_REACH: f32 = 30.0;

/// Draws the handles; the one under the cursor stands out.
pub(super) fn paint_gizmo(
    painter: &Painter,
    palette: &Palette,
    gizmo: &Gizmo,
    tool: Tool,
    hovered: Option<usize>,
) {
    for (index, handle) in gizmo.handles.iter().enumerate() {
        let is_hovered = hovered == Some(index);
        paint_handle(
            painter,
            palette,
            gizmo.points_of(handle),
            handle,
            tool,
            is_hovered,
        );
    }
}

fn paint_handle(
    painter: &Painter,
    palette: &Palette,
    points: &[Pos2],
    handle: &Handle,
    tool: Tool,
    is_hovered: bool,
) {
    let colour = colour_of(palette, handle.lock);
    let colour = if is_hovered { brighter(colour) } else { colour };
    let width = if is_hovered {
        HOVERED_WIDTH
    } else {
        LINE_WIDTH
    };
    let stroke = Stroke::new(width, colour);
    match (handle.shape, points) {
        (HandleShape::Line, [from, to]) => {
            painter.line_segment([*from, *to], stroke);
            paint_tip(painter, *from, *to, colour, tool);
        }
        (HandleShape::Ring, _) => {
            painter.add(Shape::line(points.to_vec(), stroke));
        }
        (HandleShape::Square, _) => {
            let fill = colour.gamma_multiply(if is_hovered { 0.75 } else { 0.4 });
            let outline = Stroke::new(1.0, colour);
            painter.add(Shape::convex_polygon(points.to_vec(), fill, outline));
        }
        (HandleShape::Centre, [centre]) => {
            painter.circle(
                *centre,
                CENTRE_RADIUS,
                colour.gamma_multiply(if is_hovered { 0.5 } else { 0.15 }),
                Stroke::new(1.5, colour),
            );
        }
        (HandleShape::Line | HandleShape::Centre, _) => {}
    }
}

fn paint_tip(painter: &Painter, from: Pos2, to: Pos2, colour: Color32, tool: Tool) {
    let along = (to - from).normalized();
    let across = along.rot90();
    if tool == Tool::Scale {
        let corner = (along + across) * (TIP * 0.5);
        let other = (along - across) * (TIP * 0.5);
        let points = vec![to + corner, to + other, to - corner, to - other];
        painter.add(Shape::convex_polygon(points, colour, Stroke::NONE));
    } else {
        let points = vec![
            to + along * TIP,
            to + across * (TIP * 0.42),
            to - across * (TIP * 0.42),
        ];
        painter.add(Shape::convex_polygon(points, colour, Stroke::NONE));
    }
}

/// Draws what a running transform is held to, and the line from its centre to the cursor.
pub(super) fn paint_guides(painter: &Painter, palette: &Palette, running: &Running) {
    let (lines, axes): (&[Axis], _) = match running.lock {
        AxisLock::Free => (&[], None),
        AxisLock::Along(axis, axes) => (slice_of(axis), Some(axes)),
        AxisLock::Across(Axis::X, axes) => (&[Axis::Y, Axis::Z], Some(axes)),
        AxisLock::Across(Axis::Y, axes) => (&[Axis::X, Axis::Z], Some(axes)),
        AxisLock::Across(Axis::Z, axes) => (&[Axis::X, Axis::Y], Some(axes)),
    };
    let frame = &running.frame;
    for &axis in lines {
        let Some(axes) = axes else {
            continue;
        };
        let direction = frame.direction(axis, axes);
        if let Some(ends) = guide_ends(running, &direction) {
            let stroke = Stroke::new(GUIDE_WIDTH, axis_colour(palette, axis));
            painter.line_segment(ends, stroke);
        }
    }
    if running.kind != TransformKind::Move {
        let stroke = Stroke::new(1.0, palette.text.gamma_multiply(0.6));
        let ends = [frame.centre(), running.pointer.last];
        painter.extend(Shape::dashed_line(&ends, stroke, 5.0, 4.0));
    }
}

/// Both ends of a line through the centre, cut where it would pass behind the viewer.
fn guide_ends(running: &Running, direction: &crate::math::Vec3) -> Option<[Pos2; 2]> {
    let frame = &running.frame;
    let reach = frame.view.camera.distance * GUIDE_REACH;
    let end = |sign: f32| {
        let mut far = reach;
        for _ in 0..12 {
            let point = frame.pivot + direction * (far * sign);
            if let Some(pos) = frame.view.pos_of(&point) {
                return Some(pos);
            }
            far *= 0.5;
        }
        None
    };
    Some([end(1.0)?, end(-1.0)?])
}

/// Draws the three axes as the camera sees them.
pub(super) fn paint_axes(
    painter: &Painter,
    palette: &Palette,
    camera: &crate::render::Camera,
    middle: Pos2,
) {
    const LENGTH: f32 = 26.0;
    let mut axes = Axis::ALL.map(|axis| {
        let mut direction = crate::math::Vec3::zeros();
        direction[axis.index()] = 1.0;
        let by = Vec2::new(direction.dot(&camera.right()), -direction.dot(&camera.up()));
        (axis, by, direction.dot(&camera.backward()))
    });
    axes.sort_by(|a, b| a.2.total_cmp(&b.2));
    for (axis, by, toward) in axes {
        let strength = 0.55 + 0.45 * (toward * 0.5 + 0.5);
        let colour = axis_colour(palette, axis).gamma_multiply(strength);
        let tip = middle + by * LENGTH;
        painter.line_segment([middle, tip], Stroke::new(2.0, colour));
        painter.text(
            tip + by * 9.0,
            eframe::egui::Align2::CENTER_CENTER,
            axis.letter(),
            eframe::egui::FontId::proportional(crate::ui::theme::SMALL_SIZE),
            colour,
        );
    }
}

/// Draws the box that selects.
pub(super) fn paint_box(painter: &Painter, palette: &Palette, area: Rect) {
    painter.rect(
        area,
        0.0,
        palette.accent.gamma_multiply(0.12),
        Stroke::new(1.0, palette.accent),
        eframe::egui::StrokeKind::Inside,
    );
}

/// The colour of an axis, everywhere.
pub(super) fn axis_colour(palette: &Palette, axis: Axis) -> Color32 {
    match axis {
        Axis::X => palette.axis_x,
        Axis::Y => palette.axis_y,
        Axis::Z => palette.axis_z,
    }
}

fn colour_of(palette: &Palette, lock: AxisLock) -> Color32 {
    match lock {
        AxisLock::Free => palette.text,
        AxisLock::Along(axis, _) | AxisLock::Across(axis, _) => axis_colour(palette, axis),
    }
}

fn brighter(colour: Color32) -> Color32 {
    colour.lerp_to_gamma(Color32::WHITE, 0.45)
}

fn slice_of(axis: Axis) -> &'static [Axis] {
    match axis {
        Axis::X => &[Axis::X],
        Axis::Y => &[Axis::Y],
        Axis::Z => &[Axis::Z],
    }
}
