//! The index that finds spots on a posed triangle mesh.

use super::build::build;
use super::leaves::Leaves;
use super::nearest::Nearest;
use super::ray_probe::{AnyHit, FirstHit, RayProbe};
use super::refit::Pieces;
use super::surface_hit::SurfaceHit;
use super::traverse::traverse;
use super::wide_node::WideNode;
use crate::math::{Ray, Vec3};

/// Finds spots on a triangle mesh: along a ray, or nearest to a point.
///
/// - It is made once for a mesh and refitted when a pose moves its vertices, which costs a few
///   milliseconds for a million triangles; the grouping stays that of the first positions.
/// - A triangle with a corner that does not exist, or is not finite when the index is made, is in
///   none of its answers; one whose corner stops being finite later is in none until it is again.
/// - Answers do not depend on threads: of spots that are equally near, the one of the first
///   triangle is taken.
#[derive(Clone, Debug)]
pub struct SurfaceIndex {
    nodes: Vec<WideNode>,
    leaves: Leaves,
    pieces: Pieces,
}

impl SurfaceIndex {
    /// Makes the index of `triangles`, whose corners are places in `positions`.
    pub fn new(positions: &[Vec3], triangles: &[[u32; 3]]) -> Self {
        let (nodes, leaves) = build(positions, triangles);
        let pieces = Pieces::new(&nodes, &leaves);
        let mut index = Self {
            nodes,
            leaves,
            pieces,
        };
        index.refit(positions);
        index
    }

    /// Moves the mesh to other positions of the same vertices. Triangles of a vertex that
    /// `positions` does not have are in no answer.
    pub fn refit(&mut self, positions: &[Vec3]) {
        self.pieces
            .refit(&mut self.nodes, &mut self.leaves, positions);
    }

    /// How many triangles can be found.
    pub fn triangle_count(&self) -> usize {
        self.leaves.corners.len()
    }

    /// The first spot along `ray`, of a triangle that faces it or turns its back.
    ///
    /// A ray through an edge or a corner meets one of the triangles there. `None` where it meets
    /// nothing, or is not made of finite numbers.
    pub fn hit(&self, ray: &Ray) -> Option<SurfaceHit> {
        let mut query = FirstHit {
            probe: RayProbe::new(ray, self.nodes.first()?)?,
            leaves: &self.leaves,
            limit: f32::MAX,
            best: None,
        };
        traverse(&self.nodes, &mut query);
        let best = query.best?;
        self.leaves
            .hit(best.leaf, best.place, best.shares, best.distance)
    }

    /// Whether `ray` meets anything nearer than `distance`.
    pub fn hits_before(&self, ray: &Ray, distance: f32) -> bool {
        let root = self.nodes.first();
        let Some(probe) = root.and_then(|root| RayProbe::new(ray, root)) else {
            return false;
        };
        let mut query = AnyHit {
            probe,
            leaves: &self.leaves,
            limit: distance,
            found: false,
        };
        traverse(&self.nodes, &mut query);
        query.found
    }

    /// The spot of the surface that is nearest to `point`; `None` only for a mesh without
    /// triangles and for a point that is not finite.
    pub fn nearest(&self, point: &Vec3) -> Option<SurfaceHit> {
        self.nearest_within(point, f32::INFINITY)
    }

    /// The nearest spot of the surface that is at most `distance` away from `point`.
    pub fn nearest_within(&self, point: &Vec3, distance: f32) -> Option<SurfaceHit> {
        self.nearest_of(point, distance, |_| true)
    }

    /// The nearest spot, at most `distance` away from `point`, of triangles that `accept` takes by
    /// their position in the list that the index was made of.
    pub fn nearest_of(
        &self,
        point: &Vec3,
        distance: f32,
        accept: impl Fn(u32) -> bool,
    ) -> Option<SurfaceHit> {
        if !point.iter().all(|part| part.is_finite()) || distance.is_nan() || distance < 0.0 {
            return None;
        }
        let mut query = Nearest {
            point: *point,
            leaves: &self.leaves,
            limit: (distance * distance).min(f32::MAX),
            accept,
            best: None,
        };
        traverse(&self.nodes, &mut query);
        let best = query.best?;
        self.leaves
            .hit(best.leaf, best.place, best.shares, best.squared.sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers between 0 and 1, always the same.
    struct Noise(u64);

    impl Noise {
        fn next(&mut self) -> f32 {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            ((self.0 >> 40) as f32) / (1u64 << 24) as f32
        }

        fn point(&mut self, size: f32) -> Vec3 {
            let (x, y, z) = (self.next() - 0.5, self.next() - 0.5, self.next() - 0.5);
            Vec3::new(x, y, z) * size
        }
    }

    fn unit(vector: Vec3) -> Vec3 {
        vector.try_normalize(0.0).unwrap()
    }

    /// A closed, bumpy ring of `around` times `along` vertices.
    fn ring(around: usize, along: usize) -> (Vec<Vec3>, Vec<[u32; 3]>) {
        let (mut positions, mut triangles) = (Vec::new(), Vec::new());
        let at = |i: usize, j: usize| ((j % along) * around + i % around) as u32;
        for j in 0..along {
            for i in 0..around {
                let u = i as f32 / around as f32 * std::f32::consts::TAU;
                let v = j as f32 / along as f32 * std::f32::consts::TAU;
                let radius = 0.35 + 0.08 * (5.0 * u).sin() * (7.0 * v).cos();
                let out = 1.0 + radius * u.cos();
                positions.push(Vec3::new(out * v.cos(), out * v.sin(), radius * u.sin()));
                triangles.push([at(i, j), at(i + 1, j), at(i, j + 1)]);
                triangles.push([at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
            }
        }
        (positions, triangles)
    }

    /// Triangles that share nothing.
    fn soup(count: usize, noise: &mut Noise) -> (Vec<Vec3>, Vec<[u32; 3]>) {
        let mut positions = Vec::new();
        for _ in 0..count {
            let centre = noise.point(4.0);
            positions.extend([0; 3].map(|_| centre + noise.point(0.6)));
        }
        let triangles = (0..count as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
        (positions, triangles.collect())
    }

    fn corners(positions: &[Vec3], triangle: [u32; 3]) -> [Vec3; 3] {
        triangle.map(|corner| positions[corner as usize])
    }

    /// The distance to the first triangle along a ray, by asking them all.
    fn first_by_force(positions: &[Vec3], triangles: &[[u32; 3]], ray: &Ray) -> Option<f32> {
        let met = triangles.iter().filter_map(|&triangle| {
            let [a, b, c] = corners(positions, triangle);
            ray.hit_triangle(&a, &b, &c)
        });
        met.min_by(f32::total_cmp)
    }

    /// The distance from a point to a triangle: by minimising over the face, its edges and its
    /// corners apart, in double precision.
    fn distance_by_force(p: &Vec3, [a, b, c]: [Vec3; 3]) -> f64 {
        let p = p.cast::<f64>();
        let [a, b, c] = [a, b, c].map(|corner| corner.cast::<f64>());
        let to_edge = |a: nalgebra::Vector3<f64>, b: nalgebra::Vector3<f64>| {
            let along = (b - a).dot(&(p - a)) / (b - a).norm_squared();
            (a + (b - a) * along.clamp(0.0, 1.0) - p).norm()
        };
        let mut least = to_edge(a, b).min(to_edge(b, c)).min(to_edge(c, a));
        let normal = (b - a).cross(&(c - a));
        let foot = p - normal * (normal.dot(&(p - a)) / normal.norm_squared());
        let inside = [(a, b), (b, c), (c, a)]
            .iter()
            .all(|(from, to)| normal.dot(&(to - from).cross(&(foot - from))) >= 0.0);
        if inside {
            least = least.min((foot - p).norm());
        }
        least
    }

    #[track_caller]
    fn check_hit(positions: &[Vec3], triangles: &[[u32; 3]], hit: &SurfaceHit) {
        assert_eq!(triangles[hit.triangle as usize], hit.corners);
        let [a, b, c] = corners(positions, hit.corners);
        let [x, y, z] = hit.shares;
        assert!((x + y + z - 1.0).abs() < 1e-5 && x >= 0.0 && y >= 0.0 && z >= 0.0);
        assert!((a * x + b * y + c * z - hit.point).norm() < 1e-6);
        let normal = unit((b - a).cross(&(c - a)));
        assert!((normal - hit.normal).norm() < 1e-5);
    }

    #[test]
    fn a_ray_meets_first_what_it_meets_when_all_triangles_are_asked() {
        let mut noise = Noise(3);
        let meshes = [ring(24, 40), soup(800, &mut noise), soup(1, &mut noise)];
        for (positions, triangles) in meshes {
            let index = SurfaceIndex::new(&positions, &triangles);
            assert_eq!(index.triangle_count(), triangles.len());
            let mut met = 0;
            for _ in 0..600 {
                let target = positions[(noise.next() * positions.len() as f32) as usize];
                let origin = noise.point(6.0);
                let direction = unit(target + noise.point(0.3) - origin);
                let ray = Ray { origin, direction };
                let expected = first_by_force(&positions, &triangles, &ray);
                let hit = index.hit(&ray);
                match (expected, hit) {
                    (Some(distance), Some(hit)) => {
                        assert!((hit.distance - distance).abs() < 1e-5);
                        assert!((ray.at(hit.distance) - hit.point).norm() < 1e-5);
                        check_hit(&positions, &triangles, &hit);
                        met += 1;
                    }
                    (None, None) => {}
                    other => panic!("{other:?}"),
                }
                let distance = expected.unwrap_or(9.0);
                assert_eq!(
                    index.hits_before(&ray, distance * 1.001),
                    expected.is_some()
                );
                assert!(!index.hits_before(&ray, distance * 0.999));
            }
            assert!(met > 20, "{met}");
        }
    }

    #[test]
    fn no_ray_slips_through_between_triangles() {
        let (positions, triangles) = ring(60, 90);
        let index = SurfaceIndex::new(&positions, &triangles);
        let mut noise = Noise(8);
        for &[a, b, _] in &triangles {
            // From within the ring, at a corner and somewhere on an edge.
            let [a, b] = [a, b].map(|corner| positions[corner as usize]);
            let middle = Vec3::new(a.x, a.y, 0.0).try_normalize(0.0).unwrap();
            let on_edge = a + (b - a) * noise.next();
            for target in [a, on_edge] {
                let direction = unit(target - middle);
                let origin = middle;
                let hit = index.hit(&Ray { origin, direction }).unwrap();
                assert!(hit.distance <= (target - middle).norm() + 1e-5);
            }
        }
    }

    #[test]
    fn the_nearest_spot_is_as_near_as_the_nearest_of_all_triangles() {
        let mut noise = Noise(5);
        for (positions, triangles) in [ring(20, 30), soup(500, &mut noise)] {
            let index = SurfaceIndex::new(&positions, &triangles);
            for _ in 0..300 {
                let point = noise.point(4.0);
                let distances = triangles
                    .iter()
                    .map(|&triangle| distance_by_force(&point, corners(&positions, triangle)));
                let expected = distances.min_by(f64::total_cmp).unwrap() as f32;
                let hit = index.nearest(&point).unwrap();
                assert!((hit.distance - expected).abs() < 1e-5, "{hit:?} {expected}");
                assert!(((hit.point - point).norm() - expected).abs() < 1e-5);
                check_hit(&positions, &triangles, &hit);
                assert!(index.nearest_within(&point, expected * 0.999).is_none());
                assert!(index.nearest_within(&point, expected * 1.001).is_some());
            }
        }
    }

    #[test]
    fn a_refitted_index_answers_as_one_made_anew() {
        let (mut positions, triangles) = ring(100, 400);
        let mut refitted = SurfaceIndex::new(&positions, &triangles);
        for position in &mut positions {
            let turn = position.z * 2.0;
            *position = Vec3::new(
                position.x * turn.cos() - position.y * turn.sin(),
                position.x * turn.sin() + position.y * turn.cos(),
                position.z * 3.0 + 1.0,
            );
        }
        refitted.refit(&positions);
        let anew = SurfaceIndex::new(&positions, &triangles);
        let mut noise = Noise(13);
        for _ in 0..500 {
            let point = noise.point(5.0);
            let ray = Ray {
                origin: point,
                direction: unit(noise.point(1.0)),
            };
            assert_eq!(refitted.hit(&ray), anew.hit(&ray));
            assert_eq!(refitted.nearest(&point), anew.nearest(&point));
        }
    }

    #[test]
    fn triangles_that_are_none_are_in_no_answer() {
        let bad = f32::NAN;
        let positions = [
            Vec3::new(0.0, 0.0, 1.0),
            Vec3::new(1.0, 0.0, 1.0),
            Vec3::new(0.0, 1.0, 1.0),
            Vec3::new(bad, 0.0, 0.0),
            Vec3::new(f32::INFINITY, 0.0, 0.0),
        ];
        let triangles = [[0, 1, 3], [0, 1, 99], [4, 1, 2], [0, 0, 0], [0, 1, 2]];
        let mut index = SurfaceIndex::new(&positions, &triangles);
        assert_eq!(index.triangle_count(), 2);
        let ray = Ray {
            origin: Vec3::new(0.2, 0.2, 0.0),
            direction: Vec3::z(),
        };
        assert_eq!(index.hit(&ray).map(|hit| hit.triangle), Some(4));
        let nearest = index.nearest(&Vec3::new(-1.0, -1.0, 1.0)).unwrap();
        assert_eq!(nearest.point, positions[0]);

        // A pose that loses a corner loses its triangles, until it is back.
        let mut lost = positions;
        lost[1].y = bad;
        index.refit(&lost);
        assert!(index.hit(&ray).is_none());
        index.refit(&positions[..1]);
        assert!(index.hit(&ray).is_none() && !index.hits_before(&ray, 9.0));
        index.refit(&positions);
        assert!(index.hit(&ray).is_some());
    }

    #[test]
    fn rays_and_points_that_are_no_numbers_find_nothing() {
        let (positions, triangles) = ring(8, 8);
        let index = SurfaceIndex::new(&positions, &triangles);
        let through = Ray {
            origin: Vec3::new(-5.0, 0.0, 0.0),
            direction: Vec3::x(),
        };
        assert!(index.hit(&through).is_some());
        for bad in [f32::NAN, f32::INFINITY] {
            for ray in [
                Ray {
                    origin: Vec3::repeat(bad),
                    ..through
                },
                Ray {
                    direction: Vec3::new(0.0, bad, 0.0),
                    ..through
                },
                Ray {
                    direction: Vec3::zeros(),
                    ..through
                },
            ] {
                assert!(index.hit(&ray).is_none() && !index.hits_before(&ray, 1e9));
            }
            assert!(index.nearest(&Vec3::repeat(bad)).is_none());
        }
        assert!(!index.hits_before(&through, f32::NAN));
        assert!(index.nearest_within(&Vec3::zeros(), f32::NAN).is_none());
        assert!(index.nearest_within(&Vec3::zeros(), -1.0).is_none());
        let empty = SurfaceIndex::new(&[], &[]);
        assert!(empty.hit(&through).is_none() && empty.nearest(&Vec3::zeros()).is_none());
    }

    #[test]
    fn meshes_of_one_spot_one_line_and_all_sizes_are_indexed() {
        let same = vec![[0, 1, 2]; 50_000];
        let small = [Vec3::zeros(), Vec3::x(), Vec3::y()];
        for scale in [1e-15, 1.0, 1e15] {
            let positions = small.map(|point| point * scale);
            let index = SurfaceIndex::new(&positions, &same);
            let ray = Ray {
                origin: Vec3::new(0.25, 0.25, -1.0) * scale,
                direction: Vec3::z(),
            };
            assert_eq!(index.hit(&ray).map(|hit| hit.triangle), Some(0));
        }
        let dots = SurfaceIndex::new(&[Vec3::repeat(2.0)], &vec![[0, 0, 0]; 5_000]);
        assert!(dots.nearest(&Vec3::zeros()).is_some());
        let huge = [
            Vec3::repeat(-3e38),
            Vec3::repeat(3e38),
            Vec3::new(0.0, 3e38, -3e38),
        ];
        let index = SurfaceIndex::new(&huge, &[[0, 1, 2], [2, 1, 0]]);
        let along = Ray {
            origin: Vec3::zeros(),
            direction: Vec3::x(),
        };
        let _ = (index.hit(&along), index.nearest(&Vec3::zeros()));
    }
}
