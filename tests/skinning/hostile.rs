//! Meshes that other programs refuse: each gets weights, or a sentence that says why not.

use crate::shapes::{Mesh, bones, capsule, capsule_bones, check_rows, share, weigh};
use bonewright::math::Vec3;
use bonewright::skinning::automatic::{
    AutomaticError, AutomaticInput, AutomaticMethod, AutomaticWeights, BoneSegments, Unwatched,
    Watch, automatic_weights,
};
use std::sync::atomic::{AtomicUsize, Ordering};

const METHODS: [AutomaticMethod; 4] = [
    AutomaticMethod::Best,
    AutomaticMethod::Heat,
    AutomaticMethod::GeodesicVoxels,
    AutomaticMethod::Closest,
];

fn sound() -> (Mesh, Vec<BoneSegments>) {
    (capsule(0.5, 2.0, 24, 16), capsule_bones(2.0))
}

/// The largest difference of any weight of the first vertices that both have.
fn difference(one: &AutomaticWeights, other: &AutomaticWeights) -> f32 {
    let rows = one.rows.iter().zip(&other.rows);
    rows.flat_map(|(a, b)| (0..4).map(|bone| (share(a, bone) - share(b, bone)).abs()))
        .fold(0.0, f32::max)
}

#[test]
fn duplicate_vertices_are_weighted_as_one() {
    let (mesh, bones) = sound();
    let whole = weigh(&mesh, &bones, AutomaticMethod::Heat);
    let torn = Mesh {
        positions: mesh
            .triangles
            .iter()
            .flatten()
            .map(|&corner| mesh.positions[corner as usize])
            .collect(),
        triangles: (0..mesh.triangles.len() as u32)
            .map(|i| [3 * i, 3 * i + 1, 3 * i + 2])
            .collect(),
    };
    let weights = weigh(&torn, &bones, AutomaticMethod::Heat);
    assert!(weights.fallbacks.is_empty());
    let duplicates = torn.positions.len() - mesh.positions.len();
    assert_eq!(weights.defects.duplicate_vertices, duplicates);
    for (vertex, row) in mesh.triangles.iter().flatten().zip(&weights.rows) {
        let expected = &whole.rows[*vertex as usize];
        for bone in 0..2 {
            assert!((share(row, bone) - share(expected, bone)).abs() < 1e-5);
        }
    }
}

#[test]
fn flipped_normals_change_nothing() {
    let (mesh, bones) = sound();
    let whole = weigh(&mesh, &bones, AutomaticMethod::Heat);
    for every in [1, 3] {
        let mut flipped = mesh.triangles.clone();
        for triangle in flipped.iter_mut().step_by(every) {
            triangle.swap(0, 1);
        }
        let flipped_count = flipped.len().div_ceil(every);
        let flipped = Mesh {
            positions: mesh.positions.clone(),
            triangles: flipped,
        };
        let weights = weigh(&flipped, &bones, AutomaticMethod::Heat);
        assert!(weights.fallbacks.is_empty());
        assert_eq!(weights.defects.flipped_triangles, flipped_count);
        assert!(difference(&whole, &weights) < 1e-5);
    }
}

#[test]
fn an_open_mesh_is_weighted_nearly_as_the_closed_one() {
    let (mesh, bones) = sound();
    let whole = weigh(&mesh, &bones, AutomaticMethod::Heat);
    // Without the cap at one end.
    let triangles = mesh.triangles.iter().copied();
    let open = Mesh {
        triangles: triangles
            .filter(|corners| {
                corners
                    .iter()
                    .all(|&corner| mesh.positions[corner as usize].x < 2.01)
            })
            .collect(),
        positions: mesh.positions.clone(),
    };
    for method in METHODS {
        let weights = weigh(&open, &bones, method);
        assert!(weights.defects.open_edges > 0);
        assert!(weights.defects.loose_vertices > 0);
        if method == AutomaticMethod::Heat {
            assert!(difference(&whole, &weights) < 0.05);
        }
    }
}

#[test]
fn non_manifold_edges_are_counted_and_weighted() {
    let (mut mesh, bones) = sound();
    let fin = mesh.positions.len() as u32;
    mesh.positions.push(Vec3::new(0.5, 1.5, 0.0));
    let [a, b, _] = mesh.triangles[200];
    mesh.triangles.push([a, b, fin]);
    for method in METHODS {
        let weights = weigh(&mesh, &bones, method);
        assert_eq!(weights.defects.non_manifold_edges, 1);
    }
}

#[test]
fn a_part_that_sees_no_bone_falls_back_and_says_so() {
    let (mut mesh, bones) = sound();
    // A plate above the skin, on the side of the second bone, turned away from it.
    let first = mesh.positions.len() as u32;
    for (x, z) in [(1.0, -0.2), (1.4, -0.2), (1.4, 0.2), (1.0, 0.2)] {
        mesh.positions.push(Vec3::new(x, 0.6, z));
    }
    mesh.triangles.push([first, first + 2, first + 1]);
    mesh.triangles.push([first, first + 3, first + 2]);
    let weights = weigh(&mesh, &bones, AutomaticMethod::Heat);
    assert_eq!(weights.defects.islands, 2);
    assert_eq!(weights.defects.islands_without_bones, 1);
    for row in &weights.rows[first as usize..] {
        assert!(share(row, 1) > 0.9, "{row:?}");
    }
    let fallback = weights.fallbacks.iter().find(|f| f.bone == 1).unwrap();
    assert_eq!(fallback.vertex_count, 4);
    assert_eq!(
        fallback.reason.to_string(),
        "a separate part of the mesh sees no bone"
    );
    assert_ne!(fallback.method, Some(AutomaticMethod::Heat));
    // Where other parts hide nothing, the plate sees the bone through the skin.
    let weights = weigh(&mesh, &bones, AutomaticMethod::Best);
    assert!(weights.fallbacks.is_empty(), "{:?}", weights.fallbacks);
    for row in &weights.rows[first as usize..] {
        assert!(share(row, 1) > 0.9, "{row:?}");
    }
}

#[test]
fn vertices_without_a_place_get_weights_and_spoil_no_others() {
    let (mut mesh, bones) = sound();
    let whole = weigh(&mesh, &bones, AutomaticMethod::Heat);
    mesh.positions.push(Vec3::new(f32::NAN, 0.0, 0.0));
    mesh.positions.push(Vec3::new(0.0, f32::INFINITY, 0.0));
    let count = mesh.positions.len() as u32;
    mesh.triangles.push([0, 1, count - 1]);
    for method in METHODS {
        let weights = weigh(&mesh, &bones, method);
        assert_eq!(weights.defects.vertices_without_place, 2);
        assert_eq!(weights.defects.degenerate_triangles, 1);
        let lost = |f: &&_| {
            let f: &bonewright::skinning::automatic::BoneFallback = f;
            f.reason.to_string() == "the positions of the vertices are not numbers"
        };
        assert_eq!(weights.fallbacks.iter().find(lost).unwrap().vertex_count, 2);
        if method == AutomaticMethod::Heat {
            assert!(difference(&whole, &weights) < 1e-5);
        }
    }
}

#[test]
fn a_bone_far_away_moves_nothing_and_is_named() {
    let (mesh, mut bones) = sound();
    let whole = weigh(&mesh, &bones, AutomaticMethod::Heat);
    let far = Vec3::new(1e6, 1e6, 0.0);
    bones.push(BoneSegments {
        bone: 7,
        segments: vec![bonewright::skinning::automatic::Segment {
            head: far,
            tail: far * 2.0,
        }],
    });
    for method in METHODS {
        let weights = weigh(&mesh, &bones, method);
        let named = weights.fallbacks.iter().find(|f| f.bone == 7).unwrap();
        assert_eq!((named.method, named.vertex_count), (None, 0));
        assert_eq!(
            named.reason.to_string(),
            "other bones are nearer to every vertex"
        );
        if method == AutomaticMethod::Heat {
            assert!(difference(&whole, &weights) < 1e-5);
        }
    }
}

#[test]
fn a_bone_outside_of_the_skin_moves_what_is_nearest_to_it() {
    let (mesh, mut bones) = sound();
    bones.push(BoneSegments {
        bone: 2,
        segments: vec![bonewright::skinning::automatic::Segment {
            head: Vec3::new(2.9, 0.0, 0.0),
            tail: Vec3::new(3.4, 0.0, 0.0),
        }],
    });
    bones[1].segments[0].tail = Vec3::new(0.6, 0.0, 0.0);
    let weights = weigh(&mesh, &bones, AutomaticMethod::Best);
    let pole = mesh.positions.iter().position(|p| p.x > 2.49).unwrap();
    assert!(
        share(&weights.rows[pole], 2) > 0.3,
        "{:?}",
        weights.rows[pole]
    );
}

#[test]
fn the_smallest_meshes_have_weights() {
    let bones = capsule_bones(1.0);
    let point = Mesh {
        positions: vec![Vec3::new(0.7, 0.2, 0.0)],
        triangles: Vec::new(),
    };
    let flat = Mesh {
        positions: vec![Vec3::zeros(); 3],
        triangles: vec![[0, 1, 2], [0, 0, 0]],
    };
    let huge = Mesh {
        positions: vec![
            Vec3::new(-3e38, 0.0, 0.0),
            Vec3::new(3e38, 0.0, 0.0),
            Vec3::new(0.0, 3e38, 0.0),
        ],
        triangles: vec![[0, 1, 2]],
    };
    let tiny = Mesh {
        positions: vec![
            Vec3::new(0.0, 0.0, 0.0),
            Vec3::new(1e-40, 0.0, 0.0),
            Vec3::new(0.0, 1e-40, 0.0),
        ],
        triangles: vec![[0, 1, 2]],
    };
    for mesh in [&point, &flat, &huge, &tiny] {
        for method in METHODS {
            weigh(mesh, &bones, method);
        }
    }
    let rows = weigh(&point, &bones, AutomaticMethod::Best).rows;
    assert_eq!(share(&rows[0], 1), 1.0);
}

#[test]
fn triangles_thrown_together_at_random_end_in_weights() {
    let mut seed = 5u64;
    let mut random = || {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 40) as f32 / (1u32 << 24) as f32
    };
    let count = 3000;
    let positions = (0..count)
        .map(|_| Vec3::new(random(), random(), random()))
        .collect();
    let mut corner = || (random() * count as f32) as u32 % count;
    let triangles = (0..9000).map(|_| [corner(), corner(), corner()]).collect();
    let mesh = Mesh {
        positions,
        triangles,
    };
    let ends = (0..9).map(|i| {
        let at = |z: f32| Vec3::new(0.1 * i as f32, 0.5, z);
        (at(0.2), at(0.8))
    });
    let bones = bones(&ends.collect::<Vec<_>>());
    for method in METHODS {
        weigh(&mesh, &bones, method);
    }
}

#[track_caller]
fn check_refused(
    positions: &[Vec3],
    triangles: &[[u32; 3]],
    bones: &[BoneSegments],
    vertices: Option<&[u32]>,
    expected: AutomaticError,
) {
    let input = AutomaticInput {
        positions,
        triangles,
        bones,
        vertices,
        method: AutomaticMethod::Best,
    };
    assert_eq!(automatic_weights(&input, &Unwatched), Err(expected));
}

#[test]
fn what_cannot_be_weighted_is_refused_with_its_cause() {
    let (mesh, bones) = sound();
    let (positions, triangles) = (&mesh.positions[..], &mesh.triangles[..]);
    let count = positions.len();
    check_refused(positions, triangles, &[], None, AutomaticError::NoBones);
    check_refused(&[], &[], &bones, None, AutomaticError::NoVertices);
    let nowhere = crate::shapes::bones(&[(Vec3::new(f32::NAN, 0.0, 0.0), Vec3::zeros())]);
    let expected = AutomaticError::NoUsableBones;
    check_refused(positions, triangles, &nowhere, None, expected);
    let expected = AutomaticError::TriangleOutside {
        triangle: 0,
        vertex: 90_000,
        count,
    };
    check_refused(positions, &[[0, 1, 90_000]], &bones, None, expected);
    let vertex = count as u32;
    let expected = AutomaticError::NoSuchVertex { vertex, count };
    check_refused(positions, triangles, &bones, Some(&[vertex]), expected);
}

#[test]
fn only_the_vertices_asked_for_are_weighted_and_as_all_would_be() {
    let (mesh, bones) = sound();
    for method in METHODS {
        let all = weigh(&mesh, &bones, method);
        let asked = [3u32, 40, 41, 200];
        let input = AutomaticInput {
            positions: &mesh.positions,
            triangles: &mesh.triangles,
            bones: &bones,
            vertices: Some(&asked),
            method,
        };
        let some = automatic_weights(&input, &Unwatched).unwrap();
        for (vertex, row) in some.rows.iter().enumerate() {
            if asked.contains(&(vertex as u32)) {
                assert_eq!(row, &all.rows[vertex]);
            } else {
                assert!(row.is_empty());
            }
        }
    }
}

#[test]
fn the_same_input_gives_the_same_bits_on_any_number_of_threads() {
    let (mut mesh, bones) = sound();
    let plate = mesh.positions.len() as u32;
    for x in [0.3, 0.6] {
        for z in [-0.1, 0.1] {
            mesh.positions.push(Vec3::new(x, 0.7, z));
        }
    }
    mesh.triangles.push([plate, plate + 1, plate + 2]);
    let run = |threads: usize, method| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| weigh(&mesh, &bones, method))
    };
    for method in METHODS {
        let one = run(1, method);
        assert_eq!(one, run(1, method));
        assert_eq!(one, run(4, method));
    }
}

struct StopAfter {
    questions: AtomicUsize,
    least: AtomicUsize,
    limit: usize,
}

impl Watch for StopAfter {
    fn progress(&self, share: f32) {
        let permille = (share * 1000.0) as usize;
        let before = self.least.fetch_max(permille, Ordering::SeqCst);
        assert!(permille >= before && permille <= 1000);
    }

    fn is_cancelled(&self) -> bool {
        self.questions.fetch_add(1, Ordering::SeqCst) >= self.limit
    }
}

#[test]
fn it_stops_wherever_it_is_told_to_and_its_progress_only_grows() {
    let (mesh, bones) = sound();
    for method in METHODS {
        let input = AutomaticInput {
            positions: &mesh.positions,
            triangles: &mesh.triangles,
            bones: &bones,
            vertices: None,
            method,
        };
        let mut limit = 0;
        let weights = loop {
            let watch = StopAfter {
                questions: AtomicUsize::new(0),
                least: AtomicUsize::new(0),
                limit,
            };
            match automatic_weights(&input, &watch) {
                Err(error) => assert_eq!(error, AutomaticError::Cancelled),
                Ok(weights) => {
                    assert_eq!(watch.least.into_inner(), 1000);
                    break weights;
                }
            }
            limit += 1;
        };
        assert!(limit > 0, "{method:?} never asks");
        check_rows(&weights, mesh.positions.len(), &bones);
    }
}
