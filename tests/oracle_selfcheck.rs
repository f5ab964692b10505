//! Holds the second M2 evaluator against what must be true of every real file.

#[path = "support/oracle/mod.rs"]
mod oracle;

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use oracle::Model;
use oracle::reader::{Bone, Keys, Track, Vertex};

/// Every file under `folder` that begins as an M2 of version 264.
fn find_models(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let mut start = [0; 8];
        if path.is_dir() {
            find_models(&path, found);
        } else if File::open(&path)
            .and_then(|mut file| file.read_exact(&mut start))
            .is_ok()
            && start == *b"MD20\x08\x01\0\0"
        {
            found.push(path);
        }
    }
}

#[track_caller]
fn check_close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() <= tolerance, "{found:?} is not {expected:?}");
    }
}

#[test]
fn every_real_model_opens_and_its_bind_pose_is_its_vertices() {
    let corpus = std::env::var_os("BONEWRIGHT_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"),
        PathBuf::from,
    );
    if !corpus.is_dir() {
        println!("corpus: NOT RUN");
        return;
    }
    let mut paths = Vec::new();
    find_models(&corpus, &mut paths);
    for path in &paths {
        let model = Model::open(path).unwrap_or_else(|error| panic!("{error}"));
        let skinned = model.skinned(&model.pose(None, 0.0));
        assert_eq!(skinned.len(), model.vertex_count());
        for (vertex, position) in model.vertices.iter().zip(skinned) {
            check_close(&position, &vertex.position, 1e-9);
        }
        for bone in &model.bones {
            for keys in bone.rotation.entries.iter().flatten() {
                for [q, ..] in &keys.values {
                    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
                    assert!((length - 1.0).abs() < 0.02, "{}: {q:?}", path.display());
                }
            }
        }
        for clip in 0..model.clip_count() {
            let matrices = model.pose(Some(clip), model.clip_duration(clip) / 2.0);
            assert!(matrices.iter().flatten().all(|value| value.is_finite()));
        }
        assert_eq!(
            model.info_json()["clips"].as_array().map(Vec::len),
            Some(model.clip_count())
        );
        if path.file_name().is_some_and(|name| name == "GoblinMale.M2") {
            let counts = (model.bones.len(), model.vertex_count(), model.clip_count());
            assert_eq!(counts, (149, 14_929, 186));
            let missing = model
                .companions
                .iter()
                .filter(|companion| !companion.1)
                .count();
            assert_eq!(missing, 1, "one clip's file is not in the corpus");
        }
    }
    println!("corpus: {} files", paths.len());
    assert!(paths.len() >= 31, "the corpus has lost models");
}

fn track<const N: usize>(interpolation: u16, keys: &[(f64, [[f64; N]; 3])]) -> Track<N> {
    let (times_ms, values) = keys.iter().copied().unzip();
    Track {
        interpolation,
        global_loop: None,
        is_shared: true,
        entries: vec![Some(Keys { times_ms, values })],
    }
}

fn bone(flags: u32, parent: Option<usize>, pivot: [f64; 3]) -> Bone {
    Bone {
        flags,
        parent,
        pivot,
        translation: track(0, &[]),
        rotation: track(0, &[]),
        scale: track(0, &[]),
    }
}

fn model(bones: Vec<Bone>, at: [f64; 3]) -> Model {
    let last = (0..).zip(&bones).last().map_or(0, |(index, _)| index);
    Model {
        name: Vec::new(),
        byte_count: 0,
        flags: 0,
        global_loops_ms: vec![400, 0],
        clips: Vec::new(),
        bones,
        vertices: vec![Vertex {
            position: at,
            weights: [255, 0, 0, 0],
            bones: [last, 0, 0, 0],
        }],
        view_count: 0,
        views: Vec::new(),
        textures: Vec::new(),
        counts: Default::default(),
        other_key_count: 0,
        companions: Vec::new(),
    }
}

#[test]
fn each_interpolation_gives_its_closed_form() {
    // From x = 0 to x = 8 in 100 ms with out tangent 4 and in tangent 2, a quarter of the way.
    let keys = [
        (0.0, [[0.0; 3], [0.0; 3], [4.0, 0.0, 0.0]]),
        (100.0, [[8.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0; 3]]),
    ];
    for (interpolation, expected) in [(0, 0.0), (1, 2.0), (2, 1.71875), (3, 2.09375)] {
        let mut moved = bone(0, None, [5.0, 6.0, 7.0]);
        moved.translation = track(interpolation, &keys);
        let mut model = model(vec![moved], [1.0, 2.0, 3.0]);
        let mut x = |loop_index, time_ms| {
            model.bones[0].translation.global_loop = loop_index;
            model.skinned(&model.pose(Some(0), time_ms))[0][0] - 1.0
        };
        check_close(
            &[x(None, 25.0), x(None, -9.0), x(None, 999.0)],
            &[expected, 0.0, 8.0],
            1e-12,
        );
        check_close(
            &[x(Some(0), 825.0), x(Some(1), 25.0)],
            &[expected, 0.0],
            1e-12,
        );
    }
}

#[test]
fn a_turn_about_z_goes_the_short_way_round_its_pivot() {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let mut turned = bone(0, None, [1.0, 0.0, 0.0]);
    let keys = [
        (0.0, [[0.0, 0.0, 0.0, 1.0]; 3]),
        (90.0, [[0.0, 0.0, -half, -half]; 3]),
    ];
    turned.rotation = track(1, &keys);
    let model = model(vec![turned], [2.0, 0.0, 0.0]);
    for degrees in [0.0, 30.0, 45.0, 90.0_f64] {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        let position = model.skinned(&model.pose(Some(0), degrees))[0];
        check_close(&position, &[1.0 + cosine, sine, 0.0], 1e-9);
    }
}

#[test]
fn ignored_parts_of_a_parent_do_not_reach_the_child() {
    // The parent moves by (0, 0, 3), turns by 90 degrees about z and doubles; the child's pivot
    // (1, 0, 0) goes to (0, 2, 3) and its vertex lies 1 further along x.
    let half = std::f64::consts::FRAC_1_SQRT_2;
    for (flags, expected) in [
        (0, [0.0, 4.0, 3.0]),
        (2, [0.0, 3.0, 3.0]),
        (4, [2.0, 2.0, 3.0]),
        (6, [1.0, 2.0, 3.0]),
        (1, [1.0, 2.0, 0.0]),
        (7, [2.0, 0.0, 0.0]),
    ] {
        let mut parent = bone(0, None, [0.0; 3]);
        parent.translation = track(0, &[(0.0, [[0.0, 0.0, 3.0]; 3])]);
        parent.rotation = track(0, &[(0.0, [[0.0, 0.0, half, half]; 3])]);
        parent.scale = track(0, &[(0.0, [[2.0; 3]; 3])]);
        let model = model(
            vec![parent, bone(flags, Some(0), [1.0, 0.0, 0.0])],
            [2.0, 0.0, 0.0],
        );
        check_close(
            &model.skinned(&model.pose(Some(0), 0.0))[0],
            &expected,
            1e-12,
        );
    }
}
