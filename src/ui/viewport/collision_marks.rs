//! Wires of the shapes that the mouse and missiles hit.
//!
//! Their points are in model space, as vertices are: in real files a sphere's centre is the pivot of
//! its node, and boxes stand on the ground wherever their pivot is. A shape moves with its node.

use super::labels::Page;
use crate::document::CollisionShape;
use crate::math::{Affine, Vec3};
use eframe::egui::{Color32, Stroke};

/// Corners of a circle.
const STEPS: usize = 32;

/// Draws the selected shapes, and all if they are wanted.
pub(super) fn paint_collision(page: &Page<'_>) {
    let (editor, model) = (page.editor, page.model);
    for shape in &model.collision_shapes {
        let is_selected = editor.selection.has_bone(shape.bone);
        if !is_selected && !editor.view.shows_collision {
            continue;
        }
        let colour = if is_selected {
            page.palette.accent
        } else {
            page.palette.good
        };
        let index = model.skeleton.index_of(shape.bone);
        let matrix = index.and_then(|index| editor.pose().model_from_bind.get(index));
        let matrix = matrix.copied().unwrap_or(Affine::IDENTITY);
        for line in lines(shape) {
            paint_line(page, &matrix, &line, colour);
        }
    }
}

fn paint_line(page: &Page<'_>, matrix: &Affine, line: &[Vec3], colour: Color32) {
    let stroke = Stroke::new(1.5, colour);
    for pair in line.windows(2) {
        let &[a, b] = pair else { continue };
        let ends = [a, b].map(|point| page.view.pos_of(&matrix.point(&point)));
        if let [Some(a), Some(b)] = ends {
            page.painter.line_segment([a, b], stroke);
        }
    }
}

/// The lines of a shape in model space, each from point to point.
pub(super) fn lines(shape: &CollisionShape) -> Vec<Vec<Vec3>> {
    let [a, b] = shape.points;
    match shape.kind {
        CollisionShape::SPHERE => (0..3)
            .map(|axis| {
                let (across, up) = (unit((axis + 1) % 3), unit((axis + 2) % 3));
                circle(&a, &(across * shape.radius), &(up * shape.radius))
            })
            .collect(),
        CollisionShape::CYLINDER => {
            let along = b - a;
            let across = if along.x.abs() < along.norm() * 0.9 {
                Vec3::x()
            } else {
                Vec3::y()
            };
            let up = along
                .cross(&across)
                .try_normalize(0.0)
                .unwrap_or_else(Vec3::y);
            let across = up.cross(&along).try_normalize(0.0).unwrap_or(across);
            let (across, up) = (across * shape.radius, up * shape.radius);
            let rims = [a, b].map(|middle| circle(&middle, &across, &up));
            let sides = [across, up, -across, -up].map(|out| vec![a + out, b + out]);
            rims.into_iter().chain(sides).collect()
        }
        _ => box_edges(&a, &b),
    }
}

/// The twelve edges of a box; those of a plane are a rectangle drawn twice.
fn box_edges(a: &Vec3, b: &Vec3) -> Vec<Vec<Vec3>> {
    let corner = |bits: usize| {
        Vec3::from_fn(|axis, _| {
            if bits >> axis & 1 == 0 {
                a[axis]
            } else {
                b[axis]
            }
        })
    };
    let edges = (0..8).flat_map(|from: usize| {
        let ends = (0..3).map(move |axis| (from, from | 1 << axis));
        ends.filter(|(from, to)| from != to)
    });
    edges
        .map(|(from, to)| vec![corner(from), corner(to)])
        .collect()
}

fn circle(middle: &Vec3, across: &Vec3, up: &Vec3) -> Vec<Vec3> {
    (0..=STEPS)
        .map(|step| {
            let angle = step as f32 * std::f32::consts::TAU / STEPS as f32;
            middle + across * angle.cos() + up * angle.sin()
        })
        .collect()
}

fn unit(axis: usize) -> Vec3 {
    Vec3::from_fn(|row, _| if row == axis { 1.0 } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::BoneId;

    fn shape(kind: u32) -> CollisionShape {
        CollisionShape {
            bone: BoneId(0),
            kind,
            points: [Vec3::new(1.0, 2.0, 3.0), Vec3::new(1.0, 2.0, 9.0)],
            radius: 2.0,
        }
    }

    #[test]
    fn a_box_has_twelve_edges_along_its_axes() {
        let box_shape = CollisionShape {
            points: [Vec3::zeros(), Vec3::new(1.0, 2.0, 3.0)],
            ..shape(CollisionShape::BOX)
        };
        let found = lines(&box_shape);
        assert_eq!(found.len(), 12);
        let total: f32 = found.iter().map(|line| (line[1] - line[0]).norm()).sum();
        assert!((total - 4.0 * 6.0).abs() < 1e-5, "{total}");
    }

    #[test]
    fn a_sphere_is_three_circles_of_its_radius_about_its_first_point() {
        let found = lines(&shape(CollisionShape::SPHERE));
        assert_eq!(found.len(), 3);
        for point in found.iter().flatten() {
            let radius = (point - Vec3::new(1.0, 2.0, 3.0)).norm();
            assert!((radius - 2.0).abs() < 1e-5);
        }
    }

    #[test]
    fn every_point_of_a_cylinder_is_its_radius_from_its_axis() {
        let found = lines(&shape(CollisionShape::CYLINDER));
        assert_eq!(found.len(), 6);
        for point in found.iter().flatten() {
            let out = Vec3::new(point.x - 1.0, point.y - 2.0, 0.0).norm();
            assert!((out - 2.0).abs() < 1e-5, "{point:?}");
            assert!((3.0..=9.0).contains(&point.z));
        }
        let flat = CollisionShape {
            points: [Vec3::zeros(); 2],
            ..shape(CollisionShape::CYLINDER)
        };
        let finite = |point: &Vec3| point.iter().all(|part| part.is_finite());
        assert!(lines(&flat).iter().flatten().all(finite));
    }
}
