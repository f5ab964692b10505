//! Small meshes and bones to weight.

use bonewright::math::Vec3;
use bonewright::skinning::automatic::{
    AutomaticInput, AutomaticMethod, AutomaticWeights, BoneSegments, Segment, Unwatched,
    automatic_weights,
};
use std::f32::consts::TAU;

pub struct Mesh {
    pub positions: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
}

/// The bones whose heads and tails these are.
pub fn bones(ends: &[(Vec3, Vec3)]) -> Vec<BoneSegments> {
    let segment = |&(head, tail): &(Vec3, Vec3)| vec![Segment { head, tail }];
    let bones = ends.iter().map(segment).enumerate();
    bones
        .map(|(bone, segments)| BoneSegments { bone, segments })
        .collect()
}

/// Rings of `around` points each, joined into a skin that faces outwards if `ring` turns about
/// the way from one ring to the next.
pub fn tube(rings: usize, around: usize, ring: impl Fn(usize, f32) -> Vec3) -> Mesh {
    let mut positions = Vec::new();
    for index in 0..rings {
        for step in 0..around {
            positions.push(ring(index, step as f32 / around as f32 * TAU));
        }
    }
    let mut triangles = Vec::new();
    for index in 0..rings - 1 {
        for step in 0..around {
            let at = |ring: usize, step: usize| (ring * around + step % around) as u32;
            let (a, b) = (at(index, step), at(index, step + 1));
            let (c, d) = (at(index + 1, step), at(index + 1, step + 1));
            triangles.push([a, b, d]);
            triangles.push([a, d, c]);
        }
    }
    Mesh {
        positions,
        triangles,
    }
}

/// A capsule along X from -`half` to `half` with hemispheres beyond, closed by two poles.
pub fn capsule(radius: f32, half: f32, rings: usize, around: usize) -> Mesh {
    let caps = around / 4;
    let mut profile = Vec::new();
    for step in 1..caps {
        let angle = TAU / 4.0 * (1.0 - step as f32 / caps as f32);
        profile.push((-half - radius * angle.sin(), radius * angle.cos()));
    }
    for ring in 0..=rings {
        profile.push((-half + 2.0 * half * ring as f32 / rings as f32, radius));
    }
    for step in 1..caps {
        let angle = TAU / 4.0 * step as f32 / caps as f32;
        profile.push((half + radius * angle.sin(), radius * angle.cos()));
    }
    let mut mesh = tube(profile.len(), around, |ring, angle| {
        let (x, r) = profile[ring];
        Vec3::new(x, r * angle.cos(), r * angle.sin())
    });
    let (first, last) = (mesh.positions.len() as u32, mesh.positions.len() as u32 + 1);
    mesh.positions.push(Vec3::new(-half - radius, 0.0, 0.0));
    mesh.positions.push(Vec3::new(half + radius, 0.0, 0.0));
    let last_ring = first - around as u32;
    for step in 0..around as u32 {
        let next = (step + 1) % around as u32;
        mesh.triangles.push([first, next, step]);
        mesh.triangles
            .push([last, last_ring + step, last_ring + next]);
    }
    mesh
}

/// Two bones end to end through [`capsule`].
pub fn capsule_bones(half: f32) -> Vec<BoneSegments> {
    let (left, right) = (Vec3::new(-half, 0.0, 0.0), Vec3::new(half, 0.0, 0.0));
    bones(&[(left, Vec3::zeros()), (Vec3::zeros(), right)])
}

#[track_caller]
pub fn weigh(mesh: &Mesh, bones: &[BoneSegments], method: AutomaticMethod) -> AutomaticWeights {
    let input = AutomaticInput {
        positions: &mesh.positions,
        triangles: &mesh.triangles,
        bones,
        vertices: None,
        method,
    };
    let weights = automatic_weights(&input, &Unwatched).unwrap();
    check_rows(&weights, mesh.positions.len(), bones);
    weights
}

/// Every row is of known bones, heaviest first, and sums to 1.
#[track_caller]
pub fn check_rows(weights: &AutomaticWeights, count: usize, bones: &[BoneSegments]) {
    assert_eq!(weights.rows.len(), count);
    for (vertex, row) in weights.rows.iter().enumerate() {
        let sum: f64 = row.iter().map(|(_, weight)| f64::from(*weight)).sum();
        assert!((sum - 1.0).abs() < 1e-6, "vertex {vertex}: {row:?}");
        assert!(row.iter().all(|(_, weight)| *weight > 0.0), "{row:?}");
        assert!(row.is_sorted_by(|a, b| a.1 >= b.1), "{row:?}");
        for (bone, _) in row {
            assert!(bones.iter().any(|known| known.bone == *bone), "{row:?}");
        }
    }
}

/// What `bone` has of a row.
pub fn share(row: &[(usize, f32)], bone: usize) -> f32 {
    row.iter()
        .filter(|(other, _)| *other == bone)
        .map(|(_, weight)| weight)
        .sum()
}
