//! How a brush fades, drawn: small as the picture of a button, large as a curve whose points are
//! dragged.

use crate::brush::{CurvePoint, Falloff, with_point_added, with_point_moved, without_point};
use crate::ui::theme;
use eframe::egui::{self, Pos2, Rect, Sense, Stroke, Vec2};

/// Size of the picture of a button.
const BUTTON_SIZE: Vec2 = Vec2::new(44.0, 30.0);
/// Size of the plot.
const PLOT_SIZE: Vec2 = Vec2::new(216.0, 120.0);
/// Radius of a point.
const POINT_RADIUS: f32 = 4.0;
/// How near the mouse must be to a point, across.
const POINT_REACH: f32 = 14.0;

/// Where a point of a curve is in a plot: the middle of the brush at the left, full strength at the
/// top.
fn pos_of(plot: Rect, [distance, strength]: CurvePoint) -> Pos2 {
    let share = Vec2::new(distance, 1.0 - strength);
    plot.min + plot.size() * share
}

/// The point of a curve at a place of a plot, within its ranges.
fn point_at(plot: Rect, at: Pos2) -> CurvePoint {
    let share = (at - plot.min) / plot.size();
    [share.x.clamp(0.0, 1.0), (1.0 - share.y).clamp(0.0, 1.0)]
}

/// The line of a falloff in a plot.
fn line_of(plot: Rect, falloff: &Falloff) -> Vec<Pos2> {
    let steps = plot.width().max(2.0) as usize;
    let last = 1.0 - f32::EPSILON;
    let at = |step: usize| (step as f32 / steps as f32).min(last);
    let line = (0..=steps).map(|step| pos_of(plot, [at(step), falloff.strength(at(step))]));
    line.collect()
}

/// A button with the picture of a falloff; whether it was clicked.
pub fn falloff_button(ui: &mut egui::Ui, falloff: &Falloff, name: &str, is_chosen: bool) -> bool {
    let palette = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(BUTTON_SIZE, Sense::click());
    let response = response
        .on_hover_text(name)
        .accessible_name(format!("Falloff: {}", name.to_lowercase()));
    let (back, line) = match (is_chosen, response.hovered()) {
        (true, _) => (palette.selection, palette.text),
        (false, true) => (palette.button_hovered, palette.text),
        (false, false) => (palette.well, palette.text_weak),
    };
    ui.painter().rect_filled(rect, 3.0, back);
    if response.has_focus() {
        let edge = Stroke::new(1.0, palette.accent);
        ui.painter()
            .rect_stroke(rect, 3.0, edge, egui::StrokeKind::Inside);
    }
    let plot = rect.shrink(5.0);
    ui.painter()
        .line(line_of(plot, falloff), Stroke::new(1.5, line));
    response.clicked()
}

/// A curve to draw: its points are dragged, a double click adds one, a right click takes one away;
/// gives the new curve if it changed.
pub fn falloff_plot(ui: &mut egui::Ui, curve: &[CurvePoint]) -> Option<Vec<CurvePoint>> {
    let palette = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(PLOT_SIZE, Sense::click());
    let response = response
        .on_hover_text("Drag points; double click adds one, right click takes one away.")
        .accessible_name("Falloff curve");
    let plot = rect.shrink(8.0);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 3.0, palette.well);
    for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let thin = Stroke::new(1.0, palette.button_hovered.gamma_multiply(0.6));
        let across = pos_of(plot, [0.0, share]).y;
        let along = pos_of(plot, [share, 0.0]).x;
        painter.hline(plot.x_range(), across, thin);
        painter.vline(along, plot.y_range(), thin);
    }
    let falloff = Falloff::Curve(curve.to_vec());
    painter.line(line_of(plot, &falloff), Stroke::new(2.0, palette.accent));
    let mut changed = None;
    for (place, &point) in curve.iter().enumerate() {
        let centre = pos_of(plot, point);
        let area = Rect::from_center_size(centre, Vec2::splat(POINT_REACH));
        let id = response.id.with(place);
        let handle = ui
            .interact(area, id, Sense::click_and_drag())
            .accessible_name(format!("Falloff point {}", place + 1));
        if handle.dragged()
            && let Some(at) = handle.interact_pointer_pos()
        {
            changed = Some(with_point_moved(curve, place, point_at(plot, at)));
        }
        if handle.secondary_clicked() {
            changed = without_point(curve, place).or(changed);
        }
        let is_held = handle.dragged() || handle.hovered() || handle.has_focus();
        let colour = if is_held {
            palette.text
        } else {
            palette.accent
        };
        painter.circle(
            centre,
            POINT_RADIUS,
            colour,
            Stroke::new(1.0, palette.panel),
        );
    }
    if response.double_clicked()
        && let Some(at) = response.interact_pointer_pos()
    {
        let added = with_point_added(curve, point_at(plot, at));
        changed = added.map(|(more, _)| more).or(changed);
    }
    changed.filter(|changed| changed.as_slice() != curve)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_the_plot_and_points_of_the_curve_are_each_others_inverse() {
        let plot = Rect::from_min_size(Pos2::new(10.0, 20.0), Vec2::new(200.0, 100.0));
        assert_eq!(pos_of(plot, [0.0, 1.0]), plot.left_top());
        assert_eq!(pos_of(plot, [1.0, 0.0]), plot.right_bottom());
        for point in [[0.25, 0.5], [0.75, 0.1]] {
            let [x, y] = point_at(plot, pos_of(plot, point));
            assert!((x - point[0]).abs() < 1e-5 && (y - point[1]).abs() < 1e-5);
        }
        assert_eq!(point_at(plot, Pos2::new(-50.0, 500.0)), [0.0, 0.0]);
    }
}
