//! Deforming positions and normals of a mesh by 59 bones, four influences a vertex.
//!
//! Reads `creature_59_<size>` in the folder that `BONEWRIGHT_BENCH_INPUTS` names, where that is
//! set; otherwise a made-up mesh of the same size whose influences are as scattered.
#![allow(missing_docs, reason = "a bench has no callers")]

use bonewright::math::{Affine, Vec2, Vec3, quat_from_axis_angle};
use bonewright::mesh::{Influence, Influences, VertexPool};
use bonewright::skeleton::{Bone, BoneFlags, BoneId, BoneKind, Skeleton};
use bonewright::skinning::{Deformed, SkinBinding};
use divan::Bencher;
use std::path::PathBuf;

fn main() {
    divan::main();
}

const BONES: u32 = 59;
const SIZES: [(&str, usize); 3] = [("5k", 5_006), ("50k", 49_870), ("500k", 499_042)];

fn noise(index: u64, kind: u64) -> f64 {
    let mut z = (index * 16 + kind).wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^= z >> 31;
    (z >> 11) as f64 / (1u64 << 53) as f64
}

fn file_words<const N: usize>(size: &str, ending: &str) -> Option<Vec<[u8; N]>> {
    let folder = PathBuf::from(std::env::var_os("BONEWRIGHT_BENCH_INPUTS")?);
    let bytes = std::fs::read(folder.join(format!("creature_{BONES}_{size}.{ending}"))).ok()?;
    Some(bytes.as_chunks::<N>().0.to_vec())
}

fn vectors(size: &str, ending: &str) -> Option<Vec<Vec3>> {
    let floats: Vec<f32> = file_words(size, ending)?
        .into_iter()
        .map(f32::from_le_bytes)
        .collect();
    let vectors = floats.as_chunks::<3>().0.iter();
    Some(vectors.map(|&[x, y, z]| Vec3::new(x, y, z)).collect())
}

fn slots(size: &str) -> Option<Vec<[Influence; 4]>> {
    let bones = file_words::<2>(size, "ji.u16")?;
    let weights = file_words::<4>(size, "jw.f32")?;
    let influences: Vec<Influence> = bones
        .into_iter()
        .zip(weights)
        .map(|(bone, weight)| Influence {
            bone: BoneId(u32::from(u16::from_le_bytes(bone))),
            weight: f32::from_le_bytes(weight),
        })
        .collect();
    Some(influences.as_chunks::<4>().0.to_vec())
}

fn pool(size: &str) -> VertexPool {
    let count = SIZES
        .iter()
        .find(|(name, _)| *name == size)
        .map_or(0, |(_, count)| *count);
    let made_up = |kind: u64| -> Vec<Vec3> {
        (0..count as u64)
            .map(|i| Vec3::new(noise(i, kind) as f32, noise(i, kind + 1) as f32, 1.0))
            .collect()
    };
    let positions = vectors(size, "pos.f32").unwrap_or_else(|| made_up(0));
    let normals = vectors(size, "nrm.f32").unwrap_or_else(|| made_up(2));
    let slots = slots(size).unwrap_or_else(|| {
        (0..count as u64)
            .map(|i| {
                let first = (i * u64::from(BONES) / count as u64) as u32;
                std::array::from_fn(|slot| Influence {
                    bone: BoneId((first + (noise(i, 4 + slot as u64) * 6.0) as u32) % BONES),
                    weight: [0.5, 0.25, 0.15, 0.1][slot],
                })
            })
            .collect()
    });
    let count = positions.len();
    VertexPool {
        positions,
        normals,
        uvs: [vec![Vec2::zeros(); count], vec![Vec2::zeros(); count]],
        influences: Influences {
            slots,
            ..Influences::default()
        },
    }
}

fn skeleton() -> Skeleton {
    let bones = (0..BONES).map(|i| Bone {
        id: BoneId(i),
        name: None,
        parent: None,
        pivot: Vec3::zeros(),
        flags: BoneFlags::default(),
        key_bone_id: -1,
        submesh_id: 0,
        name_crc: 0,
        kind: BoneKind::Bone,
        shape: None,
    });
    Skeleton {
        bones: bones.collect(),
        key_bone_lookup: Vec::new(),
    }
}

fn matrices() -> Vec<Affine> {
    (0..u64::from(BONES))
        .map(|bone| {
            let part = |kind| (noise(bone, kind) * 2.0 - 1.0) as f32;
            let turn = quat_from_axis_angle(&Vec3::new(part(1), part(2), part(3)), part(4));
            let shift = Vec3::new(0.01 * bone as f32, 0.0, 0.0);
            Affine::about_pivot(&Vec3::zeros(), &shift, &turn, &Vec3::repeat(1.0))
        })
        .collect()
}

/// Chunk after chunk on this thread.
#[divan::bench(args = SIZES.map(|(name, _)| name), sample_count = 300, sample_size = 1)]
fn one_thread(bencher: Bencher<'_, '_>, size: &str) {
    let (pool, skeleton, matrices) = (pool(size), skeleton(), matrices());
    let binding = SkinBinding::new(&pool, &skeleton);
    let mut out = Deformed::default();
    bencher
        .counter(divan::counter::ItemsCount::new(pool.len()))
        .bench_local(|| {
            for start in (0..pool.len()).step_by(8192) {
                out.deform_range(&binding, &matrices, &pool, start..start + 8192);
            }
        });
}

/// As many threads as the machine has cores.
#[divan::bench(args = SIZES.map(|(name, _)| name), sample_count = 300, sample_size = 1)]
fn all_threads(bencher: Bencher<'_, '_>, size: &str) {
    let (pool, skeleton, matrices) = (pool(size), skeleton(), matrices());
    let binding = SkinBinding::new(&pool, &skeleton);
    let mut out = Deformed::default();
    bencher
        .counter(divan::counter::ItemsCount::new(pool.len()))
        .bench_local(|| out.deform(&binding, &matrices, &pool));
}

/// Binding anew the vertices under a brush.
#[divan::bench]
fn rebind_1000_vertices(bencher: Bencher<'_, '_>) {
    let (pool, skeleton) = (pool("50k"), skeleton());
    let mut binding = SkinBinding::new(&pool, &skeleton);
    bencher.bench_local(|| binding.rebind(&pool, &skeleton, 20_000..21_000));
}
