//! A ring that lies on the ground of a map: what a brush reaches.

use super::ScreenView;
use super::ring::{paint_inner_lines, paint_outer_lines};
use crate::document::TerrainShape;
use crate::math::Vec3;
use eframe::egui::{Painter, Pos2};

/// Corners of a ring.
const CORNERS: usize = 96;
/// How far over the ground it is drawn, as a part of its radius.
const LIFT: f32 = 0.004;

/// What a brush reaches on the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TerrainRing {
    /// World x and y of its middle.
    pub centre: [f32; 2],
    /// How far it reaches, world units.
    pub radius: f32,
    /// The part of it inside which it is as strong as it gets, 0 to 1; at 0 and at 1 there is no
    /// inner ring.
    pub inner: f32,
}

/// Draws the ring; what of it is behind the viewer, or where no ground is, is left out.
pub fn paint_terrain_ring(
    painter: &Painter,
    view: &ScreenView,
    shape: &TerrainShape,
    ring: TerrainRing,
) {
    paint_outer_lines(
        painter,
        &ring_on_ground(view, shape, ring.centre, ring.radius),
    );
    if ring.inner > 0.0 && ring.inner < 1.0 {
        let radius = ring.radius * ring.inner;
        paint_inner_lines(painter, &ring_on_ground(view, shape, ring.centre, radius));
    }
}

/// The ring as lines in the pane.
fn ring_on_ground(
    view: &ScreenView,
    shape: &TerrainShape,
    [x, y]: [f32; 2],
    radius: f32,
) -> Vec<Vec<Pos2>> {
    let mut lines = Vec::new();
    if !(radius.is_finite() && radius > 0.0) {
        return lines;
    }
    let mut line = Vec::with_capacity(CORNERS + 1);
    for corner in 0..=CORNERS {
        let angle = (corner % CORNERS) as f32 / CORNERS as f32 * std::f32::consts::TAU;
        let (x, y) = (x + angle.cos() * radius, y + angle.sin() * radius);
        let height = shape.ground_height(x, y);
        let pos = height.and_then(|z| view.pos_of(&Vec3::new(x, y, z + radius * LIFT)));
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

    #[test]
    fn from_above_a_ring_is_a_circle_of_its_size_and_from_the_side_it_climbs() {
        let above = view(FixedView::Top);
        let unit = 1.0 / above.world_per_point(&Vec3::zeros());
        let lines = ring_on_ground(&above, &shape(), [0.0; 2], 300.0);
        assert_eq!((lines.len(), lines[0].len()), (1, CORNERS + 1));
        for pos in &lines[0] {
            let away = (*pos - Pos2::new(400.0, 300.0)).length();
            assert!((away - 300.0 * unit).abs() < 0.1, "{away}");
        }
        let beside = view(FixedView::Right);
        let lines = ring_on_ground(&beside, &shape(), [0.0; 2], 300.0);
        let bounds = Rect::from_points(&lines.concat());
        assert!((bounds.height() - 100.0 * unit).abs() < 0.5, "{bounds:?}");
    }

    #[test]
    fn where_no_ground_is_there_is_no_ring() {
        let above = view(FixedView::Top);
        let lines = ring_on_ground(&above, &shape(), [512.0, 0.0], 300.0);
        let count: usize = lines.iter().map(Vec::len).sum();
        assert!(count > CORNERS / 3 && count < CORNERS * 2 / 3, "{count}");
        assert!(ring_on_ground(&above, &shape(), [9000.0, 0.0], 300.0).is_empty());
        for radius in [0.0, -1.0, f32::NAN] {
            assert!(ring_on_ground(&above, &shape(), [0.0; 2], radius).is_empty());
        }
    }
}
