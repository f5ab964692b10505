//! Saving and opening a project of about 45 MB, and the bare write of the same bytes beside it.

#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a bench has no callers, and stops where it cannot go on"
)]

#[path = "../tests/support/model.rs"]
mod model;

use bonewright::anim::{BoneTracks, Interpolation, Track};
use bonewright::document::{Document, NativeFile, NativeRole, NativeSource};
use bonewright::math::{Quat, Vec2, Vec3};
use bonewright::mesh::Influence;
use bonewright::project::{Compression, SaveOptions, Snapshot, encode, open, read, save};
use bonewright::skeleton::BoneId;
use divan::{Bencher, black_box};
use std::fs::{self, File};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, LazyLock};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

/// A character of 270,000 vertices, 120 bones and some 650,000 keyframes, with 6 MB of files.
static DOCUMENT: LazyLock<Document> = LazyLock::new(|| {
    const VERTICES: usize = 270_000;
    const KEYS: i32 = 450;
    const CLIPS: u32 = 6;
    let mut document = model::sound_document();
    let model = &mut document.models[0];
    let number = |index: usize| (index as f32 * 0.37).sin();
    let vector = |index: usize| Vec3::new(number(index), number(index + 1), number(index + 2));
    let pool = &mut model.vertices;
    pool.positions = (0..VERTICES).map(vector).collect();
    pool.normals = (0..VERTICES).map(vector).collect();
    for uvs in &mut pool.uvs {
        *uvs = (0..VERTICES)
            .map(|index| Vec2::new(number(index), number(index + 3)))
            .collect();
    }
    let influence = |index: usize| Influence {
        bone: BoneId((index % 120) as u32),
        weight: 0.25,
    };
    pool.influences.slots = (0..VERTICES)
        .map(|vertex| [0, 1, 2, 3].map(|slot| influence(vertex + slot)))
        .collect();
    model.clips = (0..CLIPS)
        .map(|id| model::clip(id, id as u16, 0, 15_000))
        .collect();
    while model.skeleton.bones.len() < 120 {
        let mut bone = model.skeleton.bones[3].clone();
        bone.id = BoneId(model.skeleton.bones.len() as u32);
        model.skeleton.bones.push(bone);
    }
    let lists = |make: &dyn Fn(usize) -> Quat| {
        [0; CLIPS as usize].map(|_| {
            let list: Vec<_> = (0..KEYS)
                .map(|key| (key * 33, make(key as usize)))
                .collect();
            model::keys(&list)
        })
    };
    model.bone_tracks = (0..120)
        .map(|bone| BoneTracks {
            rotation: model::per_clip(
                Interpolation::Linear,
                lists(&|key| Quat::new(number(key), number(bone), 0.0, 1.0)),
            ),
            translation: model::per_clip(
                Interpolation::Linear,
                [0; CLIPS as usize].map(|_| {
                    let list: Vec<_> = (0..KEYS)
                        .map(|key| (key * 33, vector(key as usize)))
                        .collect();
                    model::keys(&list)
                }),
            ),
            scale: Track::default(),
        })
        .collect();
    model.native = Some(Arc::new(NativeSource {
        files: vec![NativeFile {
            role: NativeRole::Model,
            name: "Character.m2".to_owned(),
            bytes: (0..10_000_000u32)
                .map(|index| (index.wrapping_mul(2_654_435_761) >> 24) as u8)
                .collect(),
        }],
    }));
    document
});

static BYTES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let bytes = encode(&Snapshot::of(&DOCUMENT), Compression::None)
        .expect("encodes")
        .to_vec();
    println!("the project has {:.1} MB", bytes.len() as f64 / 1e6);
    bytes
});

/// Beside the target folder, which is on a disk, not in memory.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder")
}

fn write_bare(path: &Path, bytes: &[u8]) {
    let temporary = path.with_extension("tmp");
    let mut file = File::create(&temporary).expect("creates");
    file.write_all(bytes).expect("writes");
    file.sync_all().expect("syncs");
    fs::rename(&temporary, path).expect("renames");
    File::open(path.parent().expect("a folder"))
        .and_then(|folder| folder.sync_all())
        .expect("syncs");
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn bare_write_fsync_rename(bencher: Bencher<'_, '_>) {
    let bytes = &*BYTES;
    let folder = folder();
    bencher.bench_local(|| write_bare(&folder.path().join("bare"), bytes));
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn bare_write_and_read_back(bencher: Bencher<'_, '_>) {
    let bytes = &*BYTES;
    let folder = folder();
    let path = folder.path().join("bare");
    bencher.bench_local(|| {
        write_bare(&path, bytes);
        assert!(fs::read(&path).expect("reads") == *bytes);
    });
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn save_atomic_and_verified(bencher: Bencher<'_, '_>) {
    let document = &*DOCUMENT;
    let folder = folder();
    let path = folder.path().join("project.bwp");
    bencher.bench_local(|| {
        save(
            &path,
            &Snapshot::of(document),
            SaveOptions::default(),
            &mut |_| ControlFlow::Continue(()),
        )
        .expect("saves")
    });
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn encode_only(bencher: Bencher<'_, '_>) {
    let document = &*DOCUMENT;
    bencher.bench_local(|| encode(&Snapshot::of(document), Compression::None));
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn content_hash_only(bencher: Bencher<'_, '_>) {
    let document = &*DOCUMENT;
    bencher.bench_local(|| black_box(document).content_hash());
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn open_warm(bencher: Bencher<'_, '_>) {
    let folder = folder();
    let path = folder.path().join("project.bwp");
    fs::write(&path, &*BYTES).expect("writes");
    bencher.bench_local(|| open(&path).expect("opens"));
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn read_only(bencher: Bencher<'_, '_>) {
    let bytes = &*BYTES;
    bencher.bench_local(|| read(bytes).expect("opens"));
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn bare_read(bencher: Bencher<'_, '_>) {
    let folder = folder();
    let path = folder.path().join("bare");
    fs::write(&path, &*BYTES).expect("writes");
    bencher.bench_local(|| fs::read(&path).expect("reads"));
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn clone_of_the_document(bencher: Bencher<'_, '_>) {
    let document = &*DOCUMENT;
    bencher.bench_local(|| black_box(document.clone()));
}
