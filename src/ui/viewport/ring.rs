//! A ring on the surface, at its true size: what a brush reaches.

use super::ScreenView;
use crate::math::Vec3;
use crate::ui::theme;
use eframe::egui::{Painter, Pos2, Shape, Stroke};

/// Corners of a ring.
const CORNERS: usize = 64;
/// Widths of the dark line and of the light one in it, in points.
const WIDTHS: [f32; 2] = [3.5, 1.5];

/// Draws a ring about `centre` across `normal`, `radius_world` large, in two tones so that it is
/// seen on any ground, and a finer one inside at the part `inner` of its size.
///
/// An `inner` of 0 or 1 and more draws no finer ring; a ring without size or place draws nothing,
/// and what of it is behind the viewer is left out.
pub fn paint_ring(
    painter: &Painter,
    view: &ScreenView,
    centre: &Vec3,
    normal: &Vec3,
    radius_world: f32,
    inner: f32,
) {
    let mut lines = Vec::new();
    ring_lines(view, centre, normal, radius_world, &mut lines);
    paint_outer_lines(painter, &lines);
    if inner > 0.0 && inner < 1.0 {
        lines.clear();
        ring_lines(view, centre, normal, radius_world * inner, &mut lines);
        paint_inner_lines(painter, &lines);
    }
}

/// Draws lines in two tones, a dark one around a light one.
pub(super) fn paint_outer_lines(painter: &Painter, lines: &[Vec<Pos2>]) {
    let tones = [theme::RING_DARK, theme::RING_LIGHT];
    for (width, tone) in WIDTHS.into_iter().zip(tones) {
        for line in lines {
            let stroke = Stroke::new(width, tone);
            painter.add(Shape::line(line.clone(), stroke));
        }
    }
}

/// The same, finer and fainter.
pub(super) fn paint_inner_lines(painter: &Painter, lines: &[Vec<Pos2>]) {
    for (width, tone) in [(2.0, theme::RING_DARK), (0.75, theme::RING_LIGHT)] {
        for line in lines {
            let stroke = Stroke::new(width, tone.gamma_multiply(0.6));
            painter.add(Shape::line(line.clone(), stroke));
        }
    }
}

/// The ring as lines in the pane: one closed line, or pieces where a part is behind the viewer.
pub(super) fn ring_lines(
    view: &ScreenView,
    centre: &Vec3,
    normal: &Vec3,
    radius_world: f32,
    lines: &mut Vec<Vec<Pos2>>,
) {
    let is_ring = radius_world.is_finite() && radius_world > 0.0;
    let Some(normal) = normal.try_normalize(0.0).filter(|_| is_ring) else {
        return;
    };
    let aside = if normal.z.abs() < 0.9 {
        Vec3::z()
    } else {
        Vec3::x()
    };
    let Some(across) = normal.cross(&aside).try_normalize(0.0) else {
        return;
    };
    let other = normal.cross(&across);
    let mut line = Vec::with_capacity(CORNERS + 1);
    for corner in 0..=CORNERS {
        let angle = (corner % CORNERS) as f32 / CORNERS as f32 * std::f32::consts::TAU;
        let point = centre + (across * angle.cos() + other * angle.sin()) * radius_world;
        match view.pos_of(&point) {
            Some(pos) => line.push(pos),
            None if line.len() > 1 => lines.push(std::mem::take(&mut line)),
            None => line.clear(),
        }
    }
    if line.len() > 1 {
        lines.push(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{Camera, FixedView, Projection};
    use eframe::egui::{Rect, Vec2};
    use nalgebra::Point3;

    fn front() -> ScreenView {
        let mut camera = Camera {
            target: Point3::origin(),
            distance: 10.0,
            projection: Projection::Orthographic,
            ..Camera::default()
        };
        camera.look_from(FixedView::Front);
        ScreenView {
            camera,
            rect: Rect::from_min_size(Pos2::ZERO, Vec2::new(800.0, 600.0)),
        }
    }

    fn line_of(view: &ScreenView, centre: Vec3, normal: Vec3, radius: f32) -> Vec<Pos2> {
        let mut lines = Vec::new();
        ring_lines(view, &centre, &normal, radius, &mut lines);
        lines.concat()
    }

    #[test]
    fn seen_from_the_front_a_ring_is_a_circle_of_its_true_size() {
        let view = front();
        let unit = 1.0 / view.world_per_point(&Vec3::zeros());
        for normal in [Vec3::x(), -Vec3::x() * 7.0] {
            let line = line_of(&view, Vec3::zeros(), normal, 1.5);
            assert_eq!(line.len(), CORNERS + 1);
            assert_eq!(line.first(), line.last(), "it is closed");
            for pos in line {
                let away = (pos - Pos2::new(400.0, 300.0)).length();
                assert!((away - 1.5 * unit).abs() < 0.05, "{away}");
            }
        }
    }

    #[test]
    fn a_surface_seen_at_60_degrees_halves_the_ring() {
        let view = front();
        let unit = 1.0 / view.world_per_point(&Vec3::zeros());
        let normal = Vec3::new(0.5, 0.75f32.sqrt(), 0.0);
        let line = line_of(&view, Vec3::zeros(), normal, 1.0);
        let bounds = Rect::from_points(&line);
        assert!((bounds.width() - unit).abs() < 0.01 * unit, "{bounds:?}");
        assert!((bounds.height() - 2.0 * unit).abs() < 0.01 * unit);
    }

    #[test]
    fn a_ring_around_the_viewer_is_only_what_is_in_front() {
        let mut view = front();
        view.camera.projection = Projection::Perspective;
        let eye = view.camera.eye().coords;
        let mut lines = Vec::new();
        let below = eye - Vec3::z();
        ring_lines(&view, &below, &Vec3::z(), 3.0, &mut lines);
        let count: usize = lines.iter().map(Vec::len).sum();
        assert!(count > 0 && count < CORNERS, "{count} corners");
        assert!(lines.iter().flatten().all(|pos| pos.is_finite()));
    }

    #[test]
    fn rings_without_size_or_direction_are_none() {
        let view = front();
        let nan = f32::NAN;
        for (centre, normal, radius) in [
            (Vec3::zeros(), Vec3::zeros(), 1.0),
            (Vec3::zeros(), Vec3::x(), 0.0),
            (Vec3::zeros(), Vec3::x(), nan),
            (Vec3::zeros(), Vec3::new(nan, 0.0, 0.0), 1.0),
            (Vec3::new(nan, 0.0, 0.0), Vec3::x(), 1.0),
        ] {
            assert!(line_of(&view, centre, normal, radius).is_empty());
        }
    }
}
