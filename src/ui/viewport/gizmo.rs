//! The handles on the selected bones: where they are on the screen and which one the cursor is on.
//!
//! Handles keep their size on the screen. A handle that points at the viewer, or a square that is
//! seen edge on, is left out: nobody could drag it.

use super::transform::{Axes, Axis, AxisLock, TransformFrame};
use crate::editor::{Tool, TransformKind};
use crate::math::Vec3;
use eframe::egui::{Pos2, Vec2};
use std::f32::consts::TAU;

/// From the centre to the tip of a handle, and the radius of rings, in points.
const SIZE: f32 = 84.0;
/// The ring in the plane of the picture lies around the others.
const OUTER_SIZE: f32 = 98.0;
/// The handle in the middle.
pub(super) const CENTRE_RADIUS: f32 = 8.0;
/// How near the cursor must be to a line.
const HIT_RADIUS: f32 = 7.0;
/// Where the squares begin and end, as parts of the handles.
const SQUARE: [f32; 2] = [0.30, 0.48];
const RING_STEPS: usize = 64;
/// Facing the viewer by more than this, a line is a dot.
const MOST_FACING: f32 = 0.97;
/// Facing the viewer by less than this, a square is a line.
const LEAST_FACING: f32 = 0.2;

/// What a handle looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HandleShape {
    /// A line with a tip.
    Line,
    /// The near side of a ring.
    Ring,
    /// A filled square.
    Square,
    /// The handle in the middle.
    Centre,
}

/// One handle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Handle {
    /// What dragging it is held to.
    pub lock: AxisLock,
    pub shape: HandleShape,
    first: usize,
    count: usize,
}

/// The handles that are shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Gizmo {
    pub handles: Vec<Handle>,
    points: Vec<Pos2>,
}

impl Gizmo {
    /// Shows nothing.
    pub fn clear(&mut self) {
        self.handles.clear();
        self.points.clear();
    }

    /// Shows the handles of a tool along these axes.
    pub fn place(&mut self, tool: Tool, axes: Axes, frame: &TransformFrame) {
        self.clear();
        if frame.view.pos_of(&frame.pivot).is_none() {
            return;
        }
        match tool {
            Tool::Select => {}
            Tool::Move => {
                self.add_centre(frame);
                self.add_lines(axes, frame);
                for axis in Axis::ALL {
                    self.add_square(axis, axes, frame);
                }
            }
            Tool::Rotate => {
                for axis in Axis::ALL {
                    self.add_ring(axis, axes, frame);
                }
                self.add_outer_ring(frame);
            }
            Tool::Scale => {
                self.add_centre(frame);
                // Scales are along a bone's own axes, whatever the view's are.
                let axes = if axes == Axes::View {
                    Axes::Local
                } else {
                    axes
                };
                self.add_lines(axes, frame);
            }
        }
    }

    /// The outline of a handle.
    pub fn points_of(&self, handle: &Handle) -> &[Pos2] {
        let range = handle.first..handle.first + handle.count;
        self.points.get(range).unwrap_or_default()
    }

    /// The handle under the cursor, as its position in the list.
    pub fn hit(&self, cursor: Pos2) -> Option<usize> {
        let mut best: Option<(usize, f32)> = None;
        for (index, handle) in self.handles.iter().enumerate() {
            let points = self.points_of(handle);
            let distance = match handle.shape {
                HandleShape::Centre => points
                    .first()
                    .map(|centre| centre.distance(cursor) - CENTRE_RADIUS),
                HandleShape::Square => is_inside(points, cursor).then_some(1.0),
                HandleShape::Line | HandleShape::Ring => distance_to_path(points, cursor),
            };
            let Some(distance) = distance.filter(|&distance| distance <= HIT_RADIUS) else {
                continue;
            };
            if best.is_none_or(|(_, least)| distance < least) {
                best = Some((index, distance));
            }
        }
        best.map(|(index, _)| index)
    }

    fn add(&mut self, lock: AxisLock, shape: HandleShape, points: impl Iterator<Item = Pos2>) {
        let first = self.points.len();
        self.points.extend(points);
        let count = self.points.len() - first;
        if count > 0 {
            self.handles.push(Handle {
                lock,
                shape,
                first,
                count,
            });
        }
    }

    fn add_centre(&mut self, frame: &TransformFrame) {
        let centre = std::iter::once(frame.centre());
        self.add(AxisLock::Free, HandleShape::Centre, centre);
    }

    fn add_lines(&mut self, axes: Axes, frame: &TransformFrame) {
        for axis in Axis::ALL {
            let direction = frame.direction(axis, axes);
            if frame.facing(&direction).abs() > MOST_FACING {
                continue;
            }
            let places = [0.16, 1.0].map(|part| at(frame, &(direction * part)));
            let lock = AxisLock::Along(axis, axes);
            self.add(lock, HandleShape::Line, places.into_iter().flatten());
        }
    }

    fn add_square(&mut self, axis: Axis, axes: Axes, frame: &TransformFrame) {
        let [a, b] = axis.others().map(|other| frame.direction(other, axes));
        let normal = a.cross(&b).try_normalize(0.0);
        if normal.is_none_or(|normal| frame.facing(&normal).abs() < LEAST_FACING) {
            return;
        }
        let [low, high] = SQUARE;
        let corners = [[low, low], [high, low], [high, high], [low, high]];
        let places = corners.map(|[along_a, along_b]| at(frame, &(a * along_a + b * along_b)));
        let lock = AxisLock::Across(axis, axes);
        self.add(lock, HandleShape::Square, places.into_iter().flatten());
    }

    fn add_ring(&mut self, axis: Axis, axes: Axes, frame: &TransformFrame) {
        let normal = frame.direction(axis, axes);
        let toward = frame.view.toward_viewer(&frame.pivot);
        // The ring begins where it is farthest from the viewer, so that its near half is one arc.
        let away = -(toward - normal * normal.dot(&toward));
        let Some(start) = away.try_normalize(1e-3).or_else(|| any_across(&normal)) else {
            return;
        };
        let side = normal.cross(&start);
        let is_whole = frame.facing(&normal).abs() > MOST_FACING;
        let points = (0..=RING_STEPS).filter_map(|step| {
            let angle = step as f32 / RING_STEPS as f32 * TAU;
            let direction = start * angle.cos() + side * angle.sin();
            let is_near = direction.dot(&toward) > -0.02;
            (is_whole || is_near)
                .then(|| at(frame, &direction))
                .flatten()
        });
        self.add(AxisLock::Along(axis, axes), HandleShape::Ring, points);
    }

    fn add_outer_ring(&mut self, frame: &TransformFrame) {
        let centre = frame.centre();
        let points = (0..=RING_STEPS).map(|step| {
            let angle = step as f32 / RING_STEPS as f32 * TAU;
            centre + Vec2::angled(angle) * OUTER_SIZE
        });
        self.add(AxisLock::Free, HandleShape::Ring, points);
    }
}

/// The transform that dragging a tool's handles does.
pub(super) fn kind_of(tool: Tool) -> Option<TransformKind> {
    match tool {
        Tool::Select => None,
        Tool::Move => Some(TransformKind::Move),
        Tool::Rotate => Some(TransformKind::Rotate),
        Tool::Scale => Some(TransformKind::Scale),
    }
}

/// Where a place is seen that is given in lengths of a handle from the centre.
fn at(frame: &TransformFrame, place: &Vec3) -> Option<Pos2> {
    let length = frame.view.world_per_point(&frame.pivot) * SIZE;
    frame.view.pos_of(&(frame.pivot + place * length))
}

fn any_across(normal: &Vec3) -> Option<Vec3> {
    let other = if normal.x.abs() < 0.9 {
        Vec3::x()
    } else {
        Vec3::y()
    };
    normal.cross(&other).try_normalize(0.0)
}

fn distance_to_path(points: &[Pos2], cursor: Pos2) -> Option<f32> {
    let segments = points.windows(2).filter_map(|ends| {
        let [a, b] = ends else {
            return None;
        };
        let along = *b - *a;
        let length_squared = along.length_sq().max(f32::MIN_POSITIVE);
        let part = ((cursor - *a).dot(along) / length_squared).clamp(0.0, 1.0);
        Some((*a + along * part).distance(cursor))
    });
    segments.min_by(f32::total_cmp)
}

/// Whether a point is inside a convex outline, whichever way round it goes.
fn is_inside(points: &[Pos2], cursor: Pos2) -> bool {
    let next = points.iter().cycle().skip(1);
    let mut sides = points.iter().zip(next).map(|(a, b)| {
        let (along, to) = (*b - *a, cursor - *a);
        along.x * to.y - along.y * to.x > 0.0
    });
    match sides.next() {
        Some(first) => sides.all(|side| side == first),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{Camera, FixedView, Projection};
    use crate::ui::viewport::ScreenView;
    use eframe::egui::Rect;
    use nalgebra::{Matrix3, Point3};

    /// Seen from the front; the centre is at 400, 300.
    fn frame(distance: f32, projection: Projection) -> TransformFrame {
        let mut camera = Camera {
            target: Point3::origin(),
            distance,
            projection,
            ..Camera::default()
        };
        camera.look_from(FixedView::Front);
        TransformFrame {
            pivot: Vec3::zeros(),
            model_from_local: Matrix3::identity(),
            model_from_parent: Matrix3::identity(),
            view: ScreenView {
                camera,
                rect: Rect::from_min_size(Pos2::ZERO, Vec2::new(800.0, 600.0)),
            },
        }
    }

    fn lock_at(tool: Tool, cursor: [f32; 2], frame: &TransformFrame) -> Option<AxisLock> {
        let mut gizmo = Gizmo::default();
        gizmo.place(tool, Axes::Model, frame);
        let hit = gizmo.hit(cursor.into())?;
        gizmo.handles.get(hit).map(|handle| handle.lock)
    }

    #[test]
    fn handles_keep_their_size_at_any_distance() {
        for distance in [0.05, 6.0, 5000.0] {
            for projection in [Projection::Perspective, Projection::Orthographic] {
                let frame = frame(distance, projection);
                let along = |axis| Some(AxisLock::Along(axis, Axes::Model));
                assert_eq!(lock_at(Tool::Move, [480.0, 302.0], &frame), along(Axis::Y));
                assert_eq!(lock_at(Tool::Move, [398.0, 222.0], &frame), along(Axis::Z));
                assert_eq!(lock_at(Tool::Move, [500.0, 300.0], &frame), None);
            }
        }
    }

    #[test]
    fn an_axis_that_points_at_the_viewer_has_no_arrow_but_a_whole_ring() {
        let frame = frame(6.0, Projection::Orthographic);
        let mut gizmo = Gizmo::default();
        gizmo.place(Tool::Scale, Axes::Model, &frame);
        assert_eq!(gizmo.handles.len(), 3, "two lines and the middle");
        let around_x = Some(AxisLock::Along(Axis::X, Axes::Model));
        for angle in [0.4, 1.2, 2.6, 4.0, 5.5_f32] {
            let place = Pos2::new(400.0, 300.0) + Vec2::angled(angle) * SIZE;
            assert_eq!(lock_at(Tool::Rotate, place.into(), &frame), around_x);
        }
        let outer = Pos2::new(400.0, 300.0) + Vec2::angled(0.4) * OUTER_SIZE;
        assert_eq!(
            lock_at(Tool::Rotate, outer.into(), &frame),
            Some(AxisLock::Free)
        );
    }

    #[test]
    fn the_square_between_two_arrows_moves_in_their_plane() {
        let frame = frame(6.0, Projection::Orthographic);
        assert_eq!(
            lock_at(Tool::Move, [400.0 + 0.4 * SIZE, 300.0 - 0.4 * SIZE], &frame),
            Some(AxisLock::Across(Axis::X, Axes::Model))
        );
        assert_eq!(
            lock_at(Tool::Move, [402.0, 299.0], &frame),
            Some(AxisLock::Free)
        );
        assert_eq!(lock_at(Tool::Select, [402.0, 299.0], &frame), None);
    }
}
