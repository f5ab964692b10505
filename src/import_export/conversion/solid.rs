//! Collision shapes as triangles.

use crate::document::{Collision, CollisionShape};
use crate::math::{Aabb, Vec3};

/// Sides of what stands for a cylinder, and of each ring of what stands for a sphere.
const SIDES: u16 = 8;

/// Gathers shapes into one collision mesh.
#[derive(Debug, Default)]
pub struct Solid {
    collision: Collision,
    /// Spheres and cylinders, whose round sides became flat.
    pub rounded: usize,
    /// How far a flat side lies below the round one, at most.
    pub largest_gap: f32,
    /// Shapes for which there was no room, or of an unknown kind.
    pub left_out: usize,
}

impl Solid {
    /// Adds a shape, whose points are in model space.
    pub fn add(&mut self, shape: &CollisionShape) {
        let [a, b] = shape.points;
        let is_finite = |at: &Vec3| at.iter().all(|part| part.is_finite());
        if !is_finite(&a) || !is_finite(&b) || !shape.radius.is_finite() {
            self.left_out += 1;
            return;
        }
        match shape.kind {
            CollisionShape::BOX => self.cuboid(&a.inf(&b), &a.sup(&b)),
            CollisionShape::PLANE => {
                let corners = [a, Vec3::new(b.x, a.y, a.z), b, Vec3::new(a.x, b.y, b.z)];
                self.surface(&corners, &[[0, 1, 2], [0, 2, 3]]);
            }
            CollisionShape::SPHERE => self.sphere(&a, shape.radius),
            CollisionShape::CYLINDER => self.cylinder(&a, &b, shape.radius),
            _ => self.left_out += 1,
        }
    }

    /// The mesh, with what surrounds it.
    pub fn finish(mut self) -> Collision {
        let around = Aabb::around(&self.collision.vertices);
        if !around.is_empty() {
            self.collision.bounds = around;
        }
        let lengths = self.collision.vertices.iter().map(Vec3::norm);
        self.collision.radius = lengths.fold(0.0, f32::max);
        self.collision
    }

    fn cuboid(&mut self, low: &Vec3, high: &Vec3) {
        let pick = |bit: usize, axis: usize| if bit == 0 { low[axis] } else { high[axis] };
        let corners: [Vec3; 8] = std::array::from_fn(|corner| {
            Vec3::new(
                pick(corner & 1, 0),
                pick(corner & 2, 1),
                pick(corner & 4, 2),
            )
        });
        let faces = [
            [0, 2, 3],
            [0, 3, 1],
            [4, 5, 7],
            [4, 7, 6],
            [0, 1, 5],
            [0, 5, 4],
            [2, 6, 7],
            [2, 7, 3],
            [0, 4, 6],
            [0, 6, 2],
            [1, 3, 7],
            [1, 7, 5],
        ];
        self.surface(&corners, &faces);
    }

    fn sphere(&mut self, centre: &Vec3, radius: f32) {
        let half = std::f32::consts::FRAC_1_SQRT_2 * radius;
        let top = Vec3::new(0.0, 0.0, radius);
        let rings = [(-half, half), (0.0, radius), (half, half)];
        let mut points = vec![centre - top];
        for (height, around) in rings {
            points.extend(ring(
                &(centre + Vec3::new(0.0, 0.0, height)),
                around,
                Vec3::x(),
                Vec3::y(),
            ));
        }
        points.push(centre + top);
        let last = SIDES * 3 + 1;
        let mut faces = Vec::new();
        for side in 0..SIDES {
            let next = (side + 1) % SIDES;
            faces.push([0, 1 + next, 1 + side]);
            for lower in [1, 1 + SIDES] {
                let upper = lower + SIDES;
                faces.push([lower + side, lower + next, upper + next]);
                faces.push([lower + side, upper + next, upper + side]);
            }
            let upper = 1 + 2 * SIDES;
            faces.push([last, upper + side, upper + next]);
        }
        self.rounded += 1;
        let (edge, rise) = (
            std::f32::consts::PI / f32::from(SIDES),
            std::f32::consts::FRAC_PI_8,
        );
        let gap = radius.abs() * (1.0 - edge.cos() * rise.cos());
        self.largest_gap = self.largest_gap.max(gap);
        self.surface(&points, &faces);
    }

    fn cylinder(&mut self, a: &Vec3, b: &Vec3, radius: f32) {
        let axis = (b - a)
            .try_normalize(f32::MIN_POSITIVE)
            .unwrap_or_else(Vec3::z);
        let other = if axis.x.abs() < 0.9 {
            Vec3::x()
        } else {
            Vec3::y()
        };
        let across = axis
            .cross(&other)
            .try_normalize(1e-6)
            .unwrap_or_else(Vec3::y);
        let along = axis.cross(&across);
        let mut points: Vec<Vec3> = ring(a, radius, across, along).collect();
        points.extend(ring(b, radius, across, along));
        let mut faces = Vec::new();
        for side in 0..SIDES {
            let next = (side + 1) % SIDES;
            faces.push([side, next, SIDES + next]);
            faces.push([side, SIDES + next, SIDES + side]);
            if side >= 2 {
                faces.push([0, side, side - 1]);
                faces.push([SIDES, SIDES + side - 1, SIDES + side]);
            }
        }
        self.rounded += 1;
        let edge = std::f32::consts::PI / f32::from(SIDES);
        self.largest_gap = self.largest_gap.max(radius.abs() * (1.0 - edge.cos()));
        self.surface(&points, &faces);
    }

    fn surface(&mut self, points: &[Vec3], faces: &[[u16; 3]]) {
        let base = self.collision.vertices.len();
        let Some(base) = u16::try_from(base)
            .ok()
            .filter(|_| base + points.len() <= usize::from(u16::MAX))
        else {
            self.left_out += 1;
            return;
        };
        self.collision.vertices.extend_from_slice(points);
        for face in faces {
            self.collision
                .indices
                .extend(face.map(|corner| base + corner));
            let [a, b, c] = face.map(|at| points.get(usize::from(at)).copied().unwrap_or_default());
            let across = (b - a).cross(&(c - a));
            let normal = across.try_normalize(f32::MIN_POSITIVE);
            self.collision.normals.push(normal.unwrap_or_else(Vec3::z));
        }
    }
}

fn ring(middle: &Vec3, radius: f32, x: Vec3, y: Vec3) -> impl Iterator<Item = Vec3> + use<> {
    let middle = *middle;
    (0..SIDES).map(move |side| {
        let angle = std::f32::consts::TAU * f32::from(side) / f32::from(SIDES);
        middle + x * (radius * angle.cos()) + y * (radius * angle.sin())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::BoneId;

    #[test]
    fn shapes_become_closed_surfaces_that_look_outward() {
        let (low, high) = (Vec3::new(-1.0, -2.0, 0.0), Vec3::new(3.0, 1.0, 4.0));
        for (kind, faces) in [
            (CollisionShape::BOX, 12),
            (CollisionShape::SPHERE, 48),
            (CollisionShape::CYLINDER, 28),
        ] {
            let mut solid = Solid::default();
            solid.add(&CollisionShape {
                bone: BoneId(0),
                kind,
                points: if kind == CollisionShape::SPHERE {
                    [low, low]
                } else {
                    [low, high]
                },
                radius: 2.0,
            });
            let mesh = solid.finish();
            assert_eq!((mesh.indices.len() / 3, mesh.normals.len()), (faces, faces));
            let middle: Vec3 = mesh.vertices.iter().sum::<Vec3>() / mesh.vertices.len() as f32;
            let mut edges = std::collections::HashSet::new();
            for (face, normal) in mesh.indices.chunks_exact(3).zip(&mesh.normals) {
                let corner = |at: usize| mesh.vertices[usize::from(face[at])];
                assert!(
                    normal.dot(&(corner(0) - middle)) > 0.0,
                    "kind {kind}: {face:?}"
                );
                for at in 0..3 {
                    assert!(edges.insert((face[at], face[(at + 1) % 3])));
                }
            }
            assert!(
                edges.iter().all(|&(a, b)| edges.contains(&(b, a))),
                "kind {kind}"
            );
        }
    }
}
