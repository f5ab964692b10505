//! Automatic weights with visibility, from bare mesh and bones to tidy rows.
//!
//! Reads `creature_<bones>_<size>` and `bones_<bones>` in the folder that `BONEWRIGHT_BENCH_INPUTS`
//! names, where that is set; otherwise a made-up star of arms of about the same size.
#![allow(missing_docs, reason = "a bench has no callers")]

use bonewright::math::Vec3;
use bonewright::skinning::automatic::{
    AutomaticInput, AutomaticMethod, BoneSegments, Segment, Unwatched, automatic_weights,
};
use divan::Bencher;
use std::f32::consts::TAU;
use std::path::PathBuf;

fn main() {
    divan::main();
}

/// Name of the size, bones, vertices.
const SIZES: [(&str, usize, usize); 2] = [("5k", 31, 5_000), ("50k", 59, 50_000)];

struct Subject {
    positions: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    bones: Vec<BoneSegments>,
}

fn words(name: &str) -> Option<Vec<[u8; 4]>> {
    let folder = PathBuf::from(std::env::var_os("BONEWRIGHT_BENCH_INPUTS")?);
    let bytes = std::fs::read(folder.join(name)).ok()?;
    Some(bytes.as_chunks::<4>().0.to_vec())
}

fn vectors(name: &str) -> Option<Vec<Vec3>> {
    let floats: Vec<f32> = words(name)?.into_iter().map(f32::from_le_bytes).collect();
    let vectors = floats.as_chunks::<3>().0.iter();
    Some(vectors.map(|&[x, y, z]| Vec3::new(x, y, z)).collect())
}

fn named(ends: impl Iterator<Item = (Vec3, Vec3)>) -> Vec<BoneSegments> {
    ends.enumerate()
        .map(|(bone, (head, tail))| BoneSegments {
            bone,
            segments: vec![Segment { head, tail }],
        })
        .collect()
}

fn from_files(size: &str, bones: usize) -> Option<Subject> {
    let corners = words(&format!("creature_{bones}_{size}.tri.u32"))?;
    let corners: Vec<u32> = corners.into_iter().map(u32::from_le_bytes).collect();
    let ends = vectors(&format!("bones_{bones}.f32"))?;
    Some(Subject {
        positions: vectors(&format!("creature_{bones}_{size}.pos.f32"))?,
        triangles: corners.as_chunks::<3>().0.to_vec(),
        bones: named(
            ends.as_chunks::<2>()
                .0
                .iter()
                .map(|&[head, tail]| (head, tail)),
        ),
    })
}

/// A ring on which `bones` bones lie end to end, in a skin of about `count` vertices that is
/// thick in some places and thin in others.
fn made_up(bones: usize, count: usize) -> Subject {
    let around = (count as f32 / 6.0).sqrt() as usize;
    let rings = count / around;
    let place = |along: f32, out: f32, up: f32| Vec3::new(out * along.cos(), out * along.sin(), up);
    let mut positions = Vec::new();
    let mut triangles = Vec::new();
    for ring in 0..rings {
        let along = ring as f32 / rings as f32 * TAU;
        let radius = 0.2 + 0.08 * (along * 7.0).sin();
        for step in 0..around {
            let angle = step as f32 / around as f32 * TAU;
            positions.push(place(
                along,
                1.5 + radius * angle.cos(),
                radius * angle.sin(),
            ));
            let at = |ring: usize, step: usize| (ring % rings * around + step % around) as u32;
            let (a, b) = (at(ring, step), at(ring, step + 1));
            let (c, d) = (at(ring + 1, step), at(ring + 1, step + 1));
            triangles.push([a, d, b]);
            triangles.push([a, c, d]);
        }
    }
    let joint = |index: usize| place(index as f32 / bones as f32 * TAU, 1.5, 0.0);
    Subject {
        positions,
        triangles,
        bones: named((0..bones).map(|bone| (joint(bone), joint(bone + 1)))),
    }
}

fn run(bencher: Bencher<'_, '_>, size: &str, method: AutomaticMethod) {
    let (_, bones, count) = SIZES
        .into_iter()
        .find(|(name, _, _)| *name == size)
        .unwrap_or(SIZES[0]);
    let subject = from_files(size, bones).unwrap_or_else(|| made_up(bones, count));
    bencher.bench_local(|| {
        let input = AutomaticInput {
            positions: &subject.positions,
            triangles: &subject.triangles,
            bones: &subject.bones,
            vertices: None,
            method,
        };
        automatic_weights(&input, &Unwatched)
    });
}

#[divan::bench(args = ["5k", "50k"])]
fn heat(bencher: Bencher<'_, '_>, size: &str) {
    run(bencher, size, AutomaticMethod::Heat);
}

#[divan::bench(args = ["5k", "50k"])]
fn geodesic_voxels(bencher: Bencher<'_, '_>, size: &str) {
    run(bencher, size, AutomaticMethod::GeodesicVoxels);
}
