//! Which bone moves the skin under the cursor.
//!
//! The mesh is deformed on the processor for this, so it is asked only on a click and when the
//! cursor rests.

use crate::document::{Model, ModelId};
use crate::editor::Editor;
use crate::math::{Ray, Vec3};
use crate::mesh::{self, Influences, View};
use crate::skeleton::BoneId;
use crate::skinning::{Deformed, SkinBinding};

/// A triangle under the cursor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshHit {
    /// Its vertices in the model's pool.
    pub corners: [usize; 3],
    /// How near the hit is to each of them; they sum to 1.
    pub shares: [f32; 3],
    /// Distance along the ray.
    pub distance: f32,
}

/// The mesh in the pose in which it was last picked.
#[derive(Debug, Default)]
pub(super) struct MeshPick {
    binding: Option<((u64, ModelId, u64), SkinBinding)>,
    deformed: Deformed,
    posed_at: u64,
}

impl MeshPick {
    /// The bone with the most weight where a ray first meets the mesh.
    pub fn bone_at(&mut self, editor: &Editor, ray: &Ray) -> Option<BoneId> {
        let model = editor.model()?;
        let view = model.views.first()?;
        let (positions, _) = self.posed(editor)?;
        let triangles = shown_triangles(editor, model, view);
        let hit = nearest_triangle(ray, positions, triangles)?;
        strongest_bone(&model.vertices.influences, &hit)
    }

    /// Positions and normals of all vertices in the pose that is shown.
    pub fn posed(&mut self, editor: &Editor) -> Option<(&[Vec3], &[Vec3])> {
        let model = editor.model()?;
        let key = (
            editor.document_number(),
            model.id,
            editor.document_revision(),
        );
        let is_bound = self
            .binding
            .as_ref()
            .is_some_and(|(bound, _)| *bound == key);
        if !is_bound {
            let binding = SkinBinding::new(&model.vertices, &model.skeleton);
            self.binding = Some((key, binding));
        }
        let (_, binding) = self.binding.as_ref()?;
        if !is_bound || self.posed_at != editor.revision() {
            self.posed_at = editor.revision();
            let pose = &editor.pose().model_from_bind;
            self.deformed.deform(binding, pose, &model.vertices);
        }
        Some((&self.deformed.positions, &self.deformed.normals))
    }
}

/// The triangles of the shown geosets, as vertices of the pool.
fn shown_triangles<'a>(
    editor: &'a Editor,
    model: &'a Model,
    view: &'a View,
) -> impl Iterator<Item = [usize; 3]> + 'a {
    let hidden = &editor.view.hidden_geosets;
    let is_shown = |geoset| !hidden.contains(&geoset);
    mesh::shown_triangles(view, model.vertices.len(), is_shown)
        .map(|corners| corners.map(|vertex| vertex as usize))
}

/// The first triangle that a ray meets, from either side.
///
/// Corners past the end of `positions` are no triangle.
pub fn nearest_triangle(
    ray: &Ray,
    positions: &[Vec3],
    triangles: impl Iterator<Item = [usize; 3]>,
) -> Option<MeshHit> {
    let mut best: Option<MeshHit> = None;
    for corners in triangles {
        let [Some(a), Some(b), Some(c)] = corners.map(|vertex| positions.get(vertex)) else {
            continue;
        };
        let Some(distance) = ray.hit_triangle(a, b, c) else {
            continue;
        };
        if best.is_none_or(|best| distance < best.distance) {
            best = Some(MeshHit {
                corners,
                shares: shares_of(&ray.at(distance), a, b, c),
                distance,
            });
        }
    }
    best
}

/// The bone with the most weight at a hit; the earlier of two with as much.
pub fn strongest_bone(influences: &Influences, hit: &MeshHit) -> Option<BoneId> {
    let mut sums: Vec<(BoneId, f32)> = Vec::new();
    for (vertex, share) in hit.corners.into_iter().zip(hit.shares) {
        for influence in influences.of(vertex) {
            let weight = influence.weight * share;
            match sums.iter_mut().find(|(bone, _)| *bone == influence.bone) {
                Some((_, sum)) => *sum += weight,
                None => sums.push((influence.bone, weight)),
            }
        }
    }
    let strongest = sums
        .into_iter()
        .reduce(|best, next| if next.1 > best.1 { next } else { best });
    strongest.map(|(bone, _)| bone)
}

/// How near a point of a triangle is to each corner.
fn shares_of(point: &Vec3, a: &Vec3, b: &Vec3, c: &Vec3) -> [f32; 3] {
    let area = |p: &Vec3, q: &Vec3, r: &Vec3| (q - p).cross(&(r - p)).norm();
    let parts = [area(point, b, c), area(a, point, c), area(a, b, point)];
    let whole: f32 = parts.iter().sum();
    if whole > 0.0 {
        parts.map(|part| part / whole)
    } else {
        [1.0, 0.0, 0.0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Influence;

    /// Two triangles over each other, at heights 1 and 2, each with a bone for each corner.
    fn two() -> (Vec<Vec3>, [[usize; 3]; 2]) {
        let mut positions = Vec::new();
        for height in [1.0, 2.0] {
            positions.push(Vec3::new(0.0, 0.0, height));
            positions.push(Vec3::new(4.0, 0.0, height));
            positions.push(Vec3::new(0.0, 4.0, height));
        }
        (positions, [[0, 1, 2], [3, 4, 5]])
    }

    fn down_at(x: f32, y: f32) -> Ray {
        Ray {
            origin: Vec3::new(x, y, 10.0),
            direction: -Vec3::z(),
        }
    }

    #[test]
    fn the_first_triangle_along_the_ray_is_hit() {
        let (positions, triangles) = two();
        let hit = nearest_triangle(&down_at(1.0, 1.0), &positions, triangles.into_iter());
        let hit = hit.expect("a hit");
        assert_eq!(hit.corners, [3, 4, 5]);
        assert!((hit.distance - 8.0).abs() < 1e-5);
        for (share, expected) in hit.shares.iter().zip([0.5, 0.25, 0.25]) {
            assert!((share - expected).abs() < 1e-5, "{:?}", hit.shares);
        }
    }

    #[test]
    fn a_miss_and_corners_that_do_not_exist_hit_nothing() {
        let (positions, triangles) = two();
        let miss = nearest_triangle(&down_at(3.0, 3.0), &positions, triangles.into_iter());
        assert_eq!(miss, None);
        let stray = [[0, 1, 99]].into_iter();
        assert_eq!(
            nearest_triangle(&down_at(1.0, 1.0), &positions, stray),
            None
        );
    }

    #[test]
    fn the_bone_with_the_most_weight_where_it_was_hit_wins() {
        let of = |bone, weight| Influence {
            bone: BoneId(bone),
            weight,
        };
        let none = Influence::NONE;
        let influences = Influences {
            slots: vec![
                [of(7, 1.0), none, none, none],
                [of(8, 0.6), of(9, 0.4), none, none],
                [of(9, 1.0), none, none, none],
            ],
            ..Influences::default()
        };
        let hit = |shares| MeshHit {
            corners: [0, 1, 2],
            shares,
            distance: 1.0,
        };
        assert_eq!(
            strongest_bone(&influences, &hit([0.5, 0.25, 0.25])),
            Some(BoneId(7))
        );
        assert_eq!(
            strongest_bone(&influences, &hit([0.3, 0.3, 0.4])),
            Some(BoneId(9))
        );
        assert_eq!(
            strongest_bone(&Influences::default(), &hit([1.0, 0.0, 0.0])),
            None
        );
    }
}
