//! Outlines that lie on the ground of a map: what a brush reaches, at its true size and shape.

use super::ScreenView;
use super::ring::{paint_inner_lines, paint_outer_lines};
use crate::brush::{BrushShape, PlaneMap, mapped};
use crate::document::TerrainShape;
use crate::math::Vec3;
use eframe::egui::{Painter, Pos2, Rect};

/// The fewest and the most points of an outline.
const POINTS: [usize; 2] = [96, 480];
/// How far over the ground it is drawn, as a part of its size.
const LIFT: f32 = 0.004;
/// An outline smaller than this on the screen is drawn as a mark of this size, in points.
const LEAST_SIZE: f32 = 7.0;

/// What a brush reaches on the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TerrainRing {
    /// World x and y of its middle.
    pub centre: [f32; 2],
    /// Its outline before it is stretched and turned.
    pub shape: BrushShape,
    /// From places of a brush of size 1 to world offsets from the middle.
    pub plane_from_tip: PlaneMap,
    /// The part of it inside which it is as strong as it gets, 0 to 1; at 0 and at 1 there is no
    /// inner ring.
    pub inner: f32,
}

impl TerrainRing {
    /// A circle; none for a radius below 0.
    pub fn circle(centre: [f32; 2], radius: f32, inner: f32) -> Self {
        let radius = radius.max(0.0);
        Self {
            centre,
            shape: BrushShape::Circle,
            plane_from_tip: [[radius, 0.0], [0.0, radius]],
            inner,
        }
    }

    /// How far it reaches at most, world units.
    fn size(&self) -> f32 {
        let [[a, b], [c, d]] = self.plane_from_tip;
        a.hypot(c).max(b.hypot(d))
    }

    /// World x and y of a point of the outline at a part of its size, `share` of the way round.
    fn point(&self, share: f32, part: f32) -> [f32; 2] {
        let angle = share * std::f32::consts::TAU;
        let (x, y) = (angle.cos(), angle.sin());
        let edge = part / self.shape.distance(x, y);
        let [along, across] = mapped(&self.plane_from_tip, [x * edge, y * edge]);
        [self.centre[0] + along, self.centre[1] + across]
    }
}

/// Draws the ring; what of it is behind the viewer, or where no ground is, is left out. One that
/// would be too small to see from so far is a small mark.
pub fn paint_terrain_ring(
    painter: &Painter,
    view: &ScreenView,
    shape: &TerrainShape,
    ring: TerrainRing,
) {
    let outer = ring_on_ground(view, shape, &ring, 1.0);
    if let Some(mark) = small_mark(&outer) {
        paint_outer_lines(painter, &[mark]);
        return;
    }
    paint_outer_lines(painter, &outer);
    if ring.inner > 0.0 && ring.inner < 1.0 {
        paint_inner_lines(painter, &ring_on_ground(view, shape, &ring, ring.inner));
    }
}

/// The same, finer and fainter and without its inner ring: where a symmetry paints too.
pub(super) fn paint_ring_copy(
    painter: &Painter,
    view: &ScreenView,
    shape: &TerrainShape,
    ring: TerrainRing,
) {
    let lines = ring_on_ground(view, shape, &ring, 1.0);
    match small_mark(&lines) {
        Some(mark) => paint_inner_lines(painter, &[mark]),
        None => paint_inner_lines(painter, &lines),
    }
}

/// A small circle in place of lines that would be too small to see.
fn small_mark(lines: &[Vec<Pos2>]) -> Option<Vec<Pos2>> {
    let bounds = Rect::from_points(&lines.concat());
    let is_small = bounds.width().max(bounds.height()) < LEAST_SIZE;
    (bounds.is_finite() && is_small).then(|| {
        let corners = (0..=24).map(|corner| {
            let (sin, cos) = (corner as f32 / 24.0 * std::f32::consts::TAU).sin_cos();
            bounds.center() + eframe::egui::vec2(cos, sin) * (LEAST_SIZE / 2.0)
        });
        corners.collect()
    })
}

/// The ring at a part of its size, as lines in the pane.
fn ring_on_ground(
    view: &ScreenView,
    shape: &TerrainShape,
    ring: &TerrainRing,
    part: f32,
) -> Vec<Vec<Pos2>> {
    let size = ring.size();
    if !(size.is_finite() && size > 0.0) {
        return Vec::new();
    }
    // Points as far apart as those that heights are of, so that a large outline follows every hill.
    let step = match shape {
        TerrainShape::Tiles(_) => 4.0,
        TerrainShape::Corners(_) => 128.0,
    };
    let [fewest, most] = POINTS;
    let count = ((size * part * std::f32::consts::TAU / step) as usize).clamp(fewest, most);
    // Corners of squares are hit exactly.
    let count = count.next_multiple_of(8);
    let points = (0..=count).map(|point| ring.point((point % count) as f32 / count as f32, part));
    line_on_ground(view, shape, points, size * LIFT)
}

/// Points of the map as lines on the ground, in the pane; what has no ground, or is behind the
/// viewer, breaks them.
pub(super) fn line_on_ground(
    view: &ScreenView,
    shape: &TerrainShape,
    points: impl Iterator<Item = [f32; 2]>,
    lift: f32,
) -> Vec<Vec<Pos2>> {
    let mut lines = Vec::new();
    let mut line = Vec::new();
    for [x, y] in points {
        let height = shape.ground_height(x, y);
        let pos = height.and_then(|z| view.pos_of(&Vec3::new(x, y, z + lift)));
        match pos {
            Some(pos) => line.push(pos),
            None if line.len() > 1 => lines.push(std::mem::take(&mut line)),
            None => line.clear(),
        }
    }
    if line.len() > 1 {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{Camera, FixedView, Projection};
    use crate::terrain::{Corner, CornerMap, CornerMapHead};
    use eframe::egui::{Rect, Vec2};

    /// 9 x 9 corners around the origin whose eastern half lies higher.
    fn shape() -> TerrainShape {
        let head = CornerMapHead {
            version: 11,
            tileset: b'L',
            custom_tileset: 0,
            ground_types: vec![*b"Ldrt"],
            cliff_types: vec![*b"CLdi"],
            origin: [-512.0; 2],
            rest: Vec::new(),
        };
        let corners = (0..81).map(|index| Corner {
            height: if index % 9 > 4 { 8192 + 400 } else { 8192 },
            ..Corner::LEVEL
        });
        let map = CornerMap::new(head, 9, corners.collect());
        TerrainShape::Corners(map.expect("whole rows"))
    }

    fn view(side: FixedView) -> ScreenView {
        let mut camera = Camera {
            target: nalgebra::Point3::origin(),
            distance: 1500.0,
            projection: Projection::Orthographic,
            ..Camera::default()
        };
        camera.look_from(side);
        ScreenView {
            camera,
            rect: Rect::from_min_size(Pos2::ZERO, Vec2::new(800.0, 600.0)),
        }
    }

    fn circle(view: &ScreenView, centre: [f32; 2], radius: f32) -> Vec<Vec<Pos2>> {
        ring_on_ground(
            view,
            &shape(),
            &TerrainRing::circle(centre, radius, 0.0),
            1.0,
        )
    }

    #[test]
    fn from_above_a_ring_is_a_circle_of_its_size_and_from_the_side_it_climbs() {
        let above = view(FixedView::Top);
        let unit = 1.0 / above.world_per_point(&Vec3::zeros());
        let lines = circle(&above, [0.0; 2], 300.0);
        assert_eq!((lines.len(), lines[0].len()), (1, POINTS[0] + 1));
        for pos in &lines[0] {
            let away = (*pos - Pos2::new(400.0, 300.0)).length();
            assert!((away - 300.0 * unit).abs() < 0.1, "{away}");
        }
        let beside = view(FixedView::Right);
        let lines = circle(&beside, [0.0; 2], 300.0);
        let bounds = Rect::from_points(&lines.concat());
        assert!((bounds.height() - 100.0 * unit).abs() < 0.5, "{bounds:?}");
    }

    #[test]
    fn a_stretched_square_has_its_corners_where_it_ends() {
        let above = view(FixedView::Top);
        let unit = 1.0 / above.world_per_point(&Vec3::zeros());
        let ring = TerrainRing {
            centre: [0.0; 2],
            shape: BrushShape::Square,
            plane_from_tip: [[300.0, 0.0], [0.0, 120.0]],
            inner: 0.5,
        };
        for part in [1.0, 0.5] {
            let lines = ring_on_ground(&above, &shape(), &ring, part);
            let mut sides = [0.0f32; 2];
            for pos in lines.concat() {
                let away = (pos - Pos2::new(400.0, 300.0)) / unit / part;
                sides = [sides[0].max(away.x.abs()), sides[1].max(away.y.abs())];
                // From above, x goes up.
                let is_edge =
                    (away.x.abs() - 120.0).abs() < 0.5 || (away.y.abs() - 300.0).abs() < 0.5;
                assert!(is_edge, "{away:?}");
            }
            assert!((sides[0] - 120.0).abs() < 0.5 && (sides[1] - 300.0).abs() < 0.5);
        }
    }

    #[test]
    fn an_outline_that_is_too_far_to_see_is_a_small_mark() {
        let above = view(FixedView::Top);
        let near = circle(&above, [0.0; 2], 300.0);
        assert_eq!(small_mark(&near), None);
        let far = circle(&above, [0.0; 2], 0.5);
        let mark = Rect::from_points(&small_mark(&far).expect("it is small"));
        assert!((mark.width() - LEAST_SIZE).abs() < 0.2);
        assert!((mark.center() - Pos2::new(400.0, 300.0)).length() < 0.5);
        assert_eq!(small_mark(&[]), None);
    }

    #[test]
    fn where_no_ground_is_there_is_no_ring() {
        let above = view(FixedView::Top);
        let lines = circle(&above, [512.0, 0.0], 300.0);
        let count: usize = lines.iter().map(Vec::len).sum();
        let whole = POINTS[0];
        assert!(count > whole / 3 && count < whole * 2 / 3, "{count}");
        assert!(circle(&above, [9000.0, 0.0], 300.0).is_empty());
        for radius in [0.0, -1.0, f32::NAN] {
            assert!(circle(&above, [0.0; 2], radius).is_empty());
        }
    }
}
