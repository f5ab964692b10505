//! Bone heat where the answer is known otherwise.

use crate::shapes::{bones, capsule, capsule_bones, share, tube, weigh};
use bonewright::math::Vec3;
use bonewright::skinning::automatic::AutomaticMethod;
use std::f64::consts::{PI, TAU};

/// Heat that flows in for one over the square of the distance.
const STRENGTH: f64 = 4.0;

/// On a long cylinder around two bones end to end, `w'' = s (w - p) / r^2` has the solution
/// `1 - e^(-x sqrt(s) / r) / 2` on the bone's own side, and its mirror image on the other.
#[test]
fn a_capsule_of_two_bones_has_the_weights_of_the_closed_form() {
    let (radius, half) = (0.5f32, 4.0f32);
    let mesh = capsule(radius, half, 160, 48);
    let weights = weigh(&mesh, &capsule_bones(half), AutomaticMethod::Heat);
    assert!(weights.fallbacks.is_empty(), "{:?}", weights.fallbacks);
    let mut worst = 0.0f32;
    for (position, row) in mesh.positions.iter().zip(&weights.rows) {
        if position.x.abs() > half - 1.0 {
            continue;
        }
        let decay = 0.5 * (-position.x.abs() * (STRENGTH as f32).sqrt() / radius).exp();
        let expected = if position.x < 0.0 { decay } else { 1.0 - decay };
        worst = worst.max((share(row, 1) - expected).abs());
    }
    assert!(worst < 0.02, "{worst}");
}

#[test]
fn weights_do_not_depend_on_how_fine_or_how_large_the_mesh_is() {
    let half = 4.0;
    let coarse = capsule(0.5, half, 32, 16);
    let mut fine = capsule(0.5, half, 160, 64);
    let mut large_bones = capsule_bones(half);
    for position in &mut fine.positions {
        *position *= 1000.0;
    }
    for segment in large_bones.iter_mut().flat_map(|bone| &mut bone.segments) {
        segment.head *= 1000.0;
        segment.tail *= 1000.0;
    }
    let on_coarse = weigh(&coarse, &capsule_bones(half), AutomaticMethod::Heat);
    let on_fine = weigh(&fine, &large_bones, AutomaticMethod::Heat);
    let at = |positions: &[Vec3], rows: &[Vec<(usize, f32)>], x: f32| {
        let found = positions
            .iter()
            .zip(rows)
            .find(|(position, _)| (position.x - x).abs() < 1e-3 * x.abs() + 1e-4);
        found.map(|(_, row)| share(row, 1)).unwrap()
    };
    for x in [-0.5, -0.25, 0.25, 0.5, 2.0] {
        let one = at(&coarse.positions, &on_coarse.rows, x);
        let other = at(&fine.positions, &on_fine.rows, x * 1000.0);
        assert!((one - other).abs() < 0.02, "at {x}: {one} and {other}");
    }
}

/// A quarter of a ring around the Y axis, open at both ends, with three straight bones inside.
/// The truth is the same equation on a fine grid of the two angles, solved by relaxation.
#[test]
fn a_bent_tube_has_the_weights_of_a_fine_grid_in_its_own_coordinates() {
    const AROUND: usize = 48;
    const ALONG: usize = 96;
    let (bend, radius) = (2.0f64, 0.4f64);
    let place = |along: f64, around: f64| {
        let out = bend + radius * around.cos();
        [out * along.cos(), radius * around.sin(), out * along.sin()]
    };
    let joints = [0.0, 0.3, 0.62, 1.0].map(|share| {
        let angle = share * PI / 2.0;
        [bend * angle.cos(), 0.0, bend * angle.sin()]
    });
    let single = |p: [f64; 3]| Vec3::new(p[0] as f32, p[1] as f32, p[2] as f32);
    // Seen along the tube, the ring turns the other way round.
    let mesh = tube(ALONG + 1, AROUND, |ring, angle| {
        single(place(
            ring as f64 / ALONG as f64 * PI / 2.0,
            -f64::from(angle),
        ))
    });
    let ends: Vec<(Vec3, Vec3)> = joints
        .windows(2)
        .map(|pair| (single(pair[0]), single(pair[1])))
        .collect();
    let weights = weigh(&mesh, &bones(&ends), AutomaticMethod::Heat);
    assert!(weights.fallbacks.is_empty(), "{:?}", weights.fallbacks);
    assert_eq!(weights.defects.open_edges, 2 * AROUND);

    let truth = Grid::solve(bend, radius, &joints, &place);
    let mut worst = 0.0f64;
    for (vertex, row) in weights.rows.iter().enumerate() {
        let along = (vertex / AROUND) as f64 / ALONG as f64;
        let around = 1.0 - (vertex % AROUND) as f64 / AROUND as f64;
        for bone in 0..3 {
            let expected = truth.at(bone, along, around);
            worst = worst.max((f64::from(share(row, bone)) - expected).abs());
        }
    }
    assert!(worst < 0.02, "{worst}");
}

/// Weights on a grid over the two angles of a bent tube.
struct Grid {
    along: usize,
    around: usize,
    weights: Vec<[f64; 3]>,
}

impl Grid {
    fn solve(
        bend: f64,
        radius: f64,
        joints: &[[f64; 3]; 4],
        place: &impl Fn(f64, f64) -> [f64; 3],
    ) -> Self {
        let (along, around) = (193, 96);
        let (du, dv) = (PI / 2.0 / (along - 1) as f64, TAU / around as f64);
        let mut sources = Vec::new();
        for u in 0..along {
            for v in 0..around {
                let (p, q) = (u as f64 * du, v as f64 * dv);
                let normal = [q.cos() * p.cos(), q.sin(), q.cos() * p.sin()];
                sources.push(nearest(place(p, q), normal, joints));
            }
        }
        let mut weights = vec![[1.0 / 3.0; 3]; along * around];
        // The circumference along the tube depends on the angle around it.
        let stretch = |v: f64| bend + radius * (v * dv).cos();
        for _ in 0..4000 {
            for u in 0..along {
                for v in 0..around {
                    let here = v as f64;
                    // Half a cell at the open ends, across which nothing flows.
                    let half = if u == 0 || u == along - 1 { 0.5 } else { 1.0 };
                    let area = half * stretch(here) * radius * du * dv;
                    let mut sum = sources[u * around + v].map(|heat| heat * area);
                    let mut total: f64 = sum.iter().sum();
                    let mut flow = |index: usize, conductance: f64| {
                        total += conductance;
                        for (sum, weight) in sum.iter_mut().zip(weights[index]) {
                            *sum += conductance * weight;
                        }
                    };
                    let lengthwise = radius * dv / (stretch(here) * du);
                    if u > 0 {
                        flow((u - 1) * around + v, lengthwise);
                    }
                    if u < along - 1 {
                        flow((u + 1) * around + v, lengthwise);
                    }
                    let across = |v: f64| half * stretch(v) * du / (radius * dv);
                    flow(u * around + (v + 1) % around, across(here + 0.5));
                    flow(u * around + (v + around - 1) % around, across(here - 0.5));
                    weights[u * around + v] = sum.map(|sum| sum / total);
                }
            }
        }
        Self {
            along,
            around,
            weights,
        }
    }

    fn at(&self, bone: usize, along: f64, around: f64) -> f64 {
        let u = (along * (self.along - 1) as f64).round() as usize;
        let v = (around * self.around as f64).round() as usize % self.around;
        self.weights[u * self.around + v][bone]
    }
}

/// How much each bone warms a point: the nearest does, and all that are as near, as on the outer
/// side of a bend. Distances grow where the skin faces the bone.
fn nearest(point: [f64; 3], normal: [f64; 3], joints: &[[f64; 3]; 4]) -> [f64; 3] {
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let minus = |a: [f64; 3], b: [f64; 3]| [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    let distance = |bone: usize| {
        let (head, tail) = (joints[bone], joints[bone + 1]);
        let way = minus(tail, head);
        let share = (dot(minus(point, head), way) / dot(way, way)).clamp(0.0, 1.0);
        let foot = [0, 1, 2].map(|axis| head[axis] + way[axis] * share);
        let away = minus(point, foot);
        let length = dot(away, away).sqrt();
        length / (0.5 * (dot(away, normal) / length + 1.001))
    };
    let distances = [0, 1, 2].map(distance);
    let least = distances.into_iter().fold(f64::INFINITY, f64::min);
    distances.map(|distance| {
        if distance < least * 1.0001 {
            STRENGTH * least.powi(-2)
        } else {
            0.0
        }
    })
}
