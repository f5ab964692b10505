//! Holds the second MDX evaluator against closed forms on small files made here, and against what
//! must be true of every real file.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a broken step is a failed test, and a test says what it ran on"
)]

#[path = "support/mdx_bytes.rs"]
mod mdx_bytes;
#[path = "support/mdx_oracle/mod.rs"]
mod mdx_oracle;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mdx_bytes::{
    NONE, bone, chunk, clip, file, floats, geoset, node, sized, text, track, words, x_keys,
};
use mdx_oracle::matrix::{IDENTITY, transform};
use mdx_oracle::reader::version_of;
use mdx_oracle::{Kind, Model};

const HALF: f32 = std::f32::consts::FRAC_1_SQRT_2;

fn model(chunks: &[Vec<u8>]) -> Model {
    Model::read(&file(chunks), "made here").unwrap()
}

/// Where a point goes that is carried by a node.
fn moved(model: &Model, clip: usize, time_ms: f64, id: u32, point: [f64; 3]) -> [f64; 3] {
    let matrices = model.pose(Some(clip), time_ms);
    transform(&matrices[model.index_of(id).unwrap()], point)
}

#[track_caller]
fn check_close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() <= tolerance, "{found:?} is not {expected:?}");
    }
}

#[test]
fn each_interpolation_gives_its_closed_form_in_the_clip_and_in_a_global_sequence() {
    // From x = 0 to x = 8 in 100 ms with out tangent 4 and in tangent 2, a quarter of the way.
    for (interpolation, expected) in [(0, 0.0), (1, 2.0), (2, 1.71875), (3, 2.09375)] {
        let keys = |start| {
            let mut keys = vec![
                (start, vec![0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 4.0, 0.0, 0.0]),
                (
                    start + 100,
                    vec![8.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0],
                ),
            ];
            if interpolation < 2 {
                keys.iter_mut().for_each(|key| key.1.truncate(3));
            }
            keys
        };
        let global = |id, index| {
            bone(
                id,
                NONE,
                0,
                &[track("KGTR", interpolation, index, &keys(0))],
            )
        };
        let model = model(&[
            chunk("SEQS", &[clip("Stand", 3000, 3999, 0)]),
            chunk("GLBS", &[words(&[400, 0])]),
            chunk(
                "BONE",
                &[
                    bone(
                        0,
                        NONE,
                        0,
                        &[track("KGTR", interpolation, NONE, &keys(3000))],
                    ),
                    global(1, 0),
                    global(2, 1),
                    global(3, 7),
                ],
            ),
            chunk("PIVT", &[floats(&[5.0, 6.0, 7.0])]),
        ]);
        let x = |id, time_ms| moved(&model, 0, time_ms, id, [1.0, 2.0, 3.0])[0] - 1.0;
        check_close(
            &[x(0, 25.0), x(0, -9.0), x(0, 100.0), x(0, 5000.0)],
            &[expected, 0.0, 8.0, 8.0],
            1e-12,
        );
        check_close(&[x(1, 825.0), x(1, 300.0)], &[expected, 8.0], 1e-12);
        check_close(&[x(2, 25.0), x(3, 25.0)], &[0.0, 0.0], 1e-12);
    }
}

#[test]
fn all_keys_of_a_global_sequence_count_whatever_the_clip() {
    // Length 100, keys at -100, 300 and 500: on their way to the second all the time.
    let keys = [(-100, 0.0), (300, 8.0), (500, 99.0)].map(|(time, x)| (time, vec![x, 0.0, 0.0]));
    let model = model(&[
        chunk("SEQS", &[clip("Stand", 5000, 6000, 0)]),
        chunk("GLBS", &[words(&[100])]),
        chunk("BONE", &[bone(0, NONE, 0, &[track("KGTR", 1, 0, &keys)])]),
    ]);
    for (time_ms, expected) in [(0.0, 2.0), (50.0, 3.0), (100.0, 2.0), (975.0, 3.5)] {
        check_close(
            &moved(&model, 0, time_ms, 0, [0.0; 3]),
            &[expected, 0.0, 0.0],
            1e-12,
        );
    }
}

#[test]
fn only_keys_inside_the_clip_count_and_no_key_is_rest() {
    // One list of keys; clips that see its middle, one key, none, and that run backwards.
    let keys = [
        (-50, -3.0),
        (0, 1.0),
        (1000, 2.0),
        (2000, 4.0),
        (2500, 100.0),
    ];
    let model = model(&[
        chunk(
            "SEQS",
            &[
                clip("two keys", 500, 2400, 0),
                clip("one key", 2401, 2600, 1),
                clip("none", 1100, 1900, 0),
                clip("edges", 1000, 2000, 0),
                clip("backwards", 2000, 1000, 0),
                clip("one ms", 1000, 1000, 0),
            ],
        ),
        chunk("BONE", &[bone(0, NONE, 0, &[x_keys("KGTR", &keys)])]),
        chunk("PIVT", &[floats(&[0.0; 3])]),
    ]);
    let x = |clip, time_ms| moved(&model, clip, time_ms, 0, [0.0; 3])[0];
    check_close(
        &[x(0, 0.0), x(0, 1000.0), x(0, 1900.0)],
        &[2.0, 3.0, 4.0],
        1e-12,
    );
    check_close(&[x(1, 0.0), x(1, 199.0)], &[100.0, 100.0], 1e-12);
    check_close(&[x(2, 400.0)], &[0.0], 0.0);
    check_close(
        &[x(3, 0.0), x(3, 250.0), x(3, 1000.0)],
        &[2.0, 2.5, 4.0],
        1e-12,
    );
    check_close(&[x(4, 0.0), x(5, 0.0)], &[0.0, 2.0], 1e-12);
    assert_eq!(model.pose(None, 300.0), [IDENTITY]);
    let durations: Vec<f64> = (0..6).map(|clip| model.clip_duration(clip)).collect();
    assert_eq!(durations, [1900.0, 199.0, 800.0, 1000.0, 0.0, 0.0]);
}

#[test]
fn keys_are_taken_by_time_and_the_last_of_equal_ones_holds() {
    let keys = [(200, 8.0), (0, 0.0), (100, 6.0), (100, 2.0)];
    let model = model(&[
        chunk("SEQS", &[clip("Stand", 0, 1000, 0)]),
        chunk("BONE", &[bone(0, NONE, 0, &[x_keys("KGTR", &keys)])]),
    ]);
    let x = |time_ms| moved(&model, 0, time_ms, 0, [0.0; 3])[0];
    check_close(
        &[x(0.0), x(100.0), x(150.0), x(300.0)],
        &[0.0, 2.0, 5.0, 8.0],
        1e-12,
    );
    let led_to = if mdx_oracle::sample::LEADS_TO_FIRST_OF_EQUAL_TIMES {
        6.0
    } else {
        2.0
    };
    check_close(&[x(50.0)], &[led_to / 2.0], 1e-12);
}

#[test]
fn a_turn_about_z_goes_the_short_way_round_its_pivot() {
    // The second key has length 3 and the sign of the long way.
    let keys = [
        (0, vec![0.0, 0.0, 0.0, 1.0]),
        (90, vec![0.0, 0.0, -3.0 * HALF, -3.0 * HALF]),
    ];
    let model = model(&[
        chunk("SEQS", &[clip("Stand", 0, 90, 0)]),
        chunk(
            "BONE",
            &[bone(0, NONE, 0, &[track("KGRT", 1, NONE, &keys)])],
        ),
        chunk("PIVT", &[floats(&[1.0, 0.0, 0.0])]),
    ]);
    for degrees in [0.0, 30.0, 45.0, 90.0_f64] {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        let position = moved(&model, 0, degrees, 0, [2.0, 0.0, 0.0]);
        check_close(&position, &[1.0 + cosine, sine, 0.0], 1e-7);
    }
}

#[test]
fn a_cubic_turn_bends_towards_its_tangents() {
    // All about z: the plain way is at 45 of 90 degrees half-way, the tangents' at 60 (both
    // tangents 60), and 2 u (1 - u) = 1/2 of the way between is 52.5 degrees.
    let about_z = |degrees: f32| {
        let (sine, cosine) = (degrees.to_radians() / 2.0).sin_cos();
        [0.0, 0.0, sine, cosine]
    };
    let keys = [0.0, 90.0].map(|degrees| {
        let values = [about_z(degrees), about_z(60.0), about_z(60.0)].concat();
        (if degrees > 0.0 { 100 } else { 0 }, values)
    });
    for interpolation in [2, 3] {
        let model = model(&[
            chunk("SEQS", &[clip("Stand", 0, 100, 0)]),
            chunk(
                "HELP",
                &[node(
                    0,
                    NONE,
                    0,
                    &[track("KGRT", interpolation, NONE, &keys)],
                )],
            ),
        ]);
        let (sine, cosine) = 52.5_f64.to_radians().sin_cos();
        let position = moved(&model, 0, 50.0, 0, [1.0, 0.0, 0.0]);
        check_close(&position, &[cosine, sine, 0.0], 1e-7);
    }
}

#[test]
fn ignored_parts_of_a_parent_do_not_reach_the_child() {
    // The parent moves by (0, 0, 3), turns by 90 degrees about z and doubles; the child's pivot
    // (1, 0, 0) goes to (0, 2, 3) and its vertex lies 1 further along x. The child comes first.
    for (flags, expected) in [
        (0, [0.0, 4.0, 3.0]),
        (2, [2.0, 2.0, 3.0]),
        (4, [0.0, 3.0, 3.0]),
        (6, [1.0, 2.0, 3.0]),
        (1, [1.0, 2.0, 0.0]),
        (7, [2.0, 0.0, 0.0]),
    ] {
        let tracks = [
            track("KGTR", 0, NONE, &[(0, vec![0.0, 0.0, 3.0])]),
            track("KGRT", 0, NONE, &[(0, vec![0.0, 0.0, HALF, HALF])]),
            track("KGSC", 0, NONE, &[(0, vec![2.0; 3])]),
        ];
        let model = model(&[
            chunk("SEQS", &[clip("Stand", 0, 100, 0)]),
            chunk("BONE", &[bone(0, 1, flags, &[]), bone(1, NONE, 0, &tracks)]),
            chunk("PIVT", &[floats(&[1.0, 0.0, 0.0]), floats(&[0.0; 3])]),
            chunk("GEOS", &[geoset(&[([2.0, 0.0, 0.0], 0)], &[&[0]])]),
        ]);
        let position = model.skinned(&model.pose(Some(0), 0.0))[0];
        check_close(&position, &expected, 1e-6);
    }
}

#[test]
fn rings_of_parents_and_missing_parents_are_roots() {
    let by = |x| x_keys("KGTR", &[(0, x)]);
    let model = model(&[
        chunk("SEQS", &[clip("Stand", 0, 100, 0)]),
        chunk(
            "BONE",
            &[
                bone(0, 1, 0, &[by(1.0)]),
                bone(1, 0, 0, &[by(2.0)]),
                bone(2, 0, 0, &[by(4.0)]),
                bone(3, 77, 0, &[by(8.0)]),
                bone(4, 4, 0, &[by(16.0)]),
            ],
        ),
    ]);
    let found = [0, 1, 2, 3, 4].map(|id| moved(&model, 0, 0.0, id, [0.0; 3])[0]);
    check_close(&found, &[1.0, 2.0, 5.0, 8.0, 16.0], 0.0);
}

#[test]
fn a_vertex_is_the_mean_of_where_the_nodes_of_its_group_take_it() {
    // Nodes in the file as 9, 4; node 4 moves by 6, node 9 doubles about (0, 1, 0); 5 is missing.
    let model = model(&[
        chunk("SEQS", &[clip("Stand", 0, 100, 0)]),
        chunk(
            "GEOS",
            &[
                geoset(
                    &[
                        ([1.0, 1.0, 1.0], 0),
                        ([1.0, 1.0, 1.0], 1),
                        ([1.0, 1.0, 1.0], 2),
                    ],
                    &[&[4, 9], &[4, 4, 9], &[4, 5]],
                ),
                geoset(&[([1.0; 3], 1), ([1.0; 3], 0), ([1.0; 3], 9)], &[&[], &[9]]),
            ],
        ),
        chunk(
            "BONE",
            &[bone(
                9,
                NONE,
                0,
                &[track("KGSC", 0, NONE, &[(0, vec![2.0; 3])])],
            )],
        ),
        chunk("HELP", &[node(4, NONE, 0, &[x_keys("KGTR", &[(50, 6.0)])])]),
        chunk(
            "PIVT",
            &(0..10)
                .map(|_| floats(&[0.0, 1.0, 0.0]))
                .collect::<Vec<_>>(),
        ),
    ]);
    assert_eq!(
        model
            .nodes
            .iter()
            .map(|node| node.object_id)
            .collect::<Vec<_>>(),
        [4, 9]
    );
    let skinned = model.skinned(&model.pose(Some(0), 0.0)).concat();
    let expected = [
        [4.5, 1.0, 1.5],
        [16.0 / 3.0, 1.0, 4.0 / 3.0],
        [4.0, 1.0, 1.0],
        [2.0, 1.0, 2.0],
        [1.0; 3],
        [1.0; 3],
    ];
    check_close(&skinned, &expected.concat(), 1e-12);
    check_close(
        &model.skinned(&model.pose(None, 0.0)).concat(),
        &[1.0; 18],
        0.0,
    );
}

#[test]
fn everything_in_a_file_is_counted() {
    let outer = |id, flags, fixed: usize, tracks: &[Vec<u8>]| {
        sized([node(id, NONE, flags, &[]), vec![0; fixed], tracks.concat()].concat())
    };
    let numbers = |tag, count: usize, times: &[i32]| {
        let keys: Vec<_> = times.iter().map(|t| (*t, vec![1.0; count])).collect();
        track(tag, 0, NONE, &keys)
    };
    let layer = |tracks: &[Vec<u8>]| sized([vec![0; 24], tracks.concat()].concat());
    let material = [
        words(&[0, 0]),
        b"LAYS".to_vec(),
        words(&[2]),
        layer(&[numbers("KMTA", 1, &[0, 5]), numbers("KMTF", 1, &[0])]),
        layer(&[]),
    ];
    let event = [
        node(6, NONE, 0, &[]),
        b"KEVT".to_vec(),
        words(&[2, NONE, 10, 20]),
    ];
    let model = model(&[
        chunk("MODL", &[text("Beast\0junk", 80), vec![0; 292]]),
        chunk(
            "SEQS",
            &[
                clip("Stand - 1", 333, 1000, 0),
                clip("Death\0x", 2000, 2500, 1),
            ],
        ),
        chunk("GLBS", &[words(&[0, 1200])]),
        chunk(
            "TEXS",
            &[
                words(&[0]),
                text("Textures\\Beast.blp", 260),
                words(&[3, 1]),
                text("", 260),
                words(&[0]),
            ],
        ),
        chunk("MTLS", &[sized(material.concat())]),
        chunk("TXAN", &[sized(numbers("KTAR", 4, &[0, 1, 2]))]),
        chunk("GEOS", &[geoset(&[([1.0; 3], 0)], &[&[0]])]),
        chunk(
            "GEOA",
            &[sized([vec![0; 24], numbers("KGAC", 3, &[1])].concat())],
        ),
        chunk(
            "BONE",
            &[bone(
                0,
                NONE,
                256,
                &[
                    numbers("KGSC", 3, &[1]),
                    numbers("KGTR", 3, &[1, 2]),
                    numbers("KGRT", 4, &[1, 2, 3]),
                ],
            )],
        ),
        chunk("LITE", &[outer(2, 0, 44, &[numbers("KLAC", 3, &[1])])]),
        chunk("HELP", &[node(1, 0, 0, &[numbers("KGTR", 3, &[7])])]),
        chunk("ATCH", &[outer(3, 0, 264, &[numbers("KATV", 1, &[1])])]),
        chunk("PIVT", &[floats(&[0.0; 30])]),
        chunk(
            "PREM",
            &[outer(4, 0x8000, 284, &[numbers("KPEE", 1, &[1])])],
        ),
        chunk(
            "PRE2",
            &[
                outer(5, 0, 171, &[numbers("KP2V", 1, &[1])]),
                outer(9, 0, 171, &[]),
            ],
        ),
        chunk("RIBB", &[outer(7, 0, 52, &[numbers("KRTX", 1, &[1])])]),
        chunk(
            "CAMS",
            &[sized([vec![0; 80 + 36], numbers("KTTR", 3, &[1])].concat())],
        ),
        chunk("EVTS", &[event.concat()]),
        chunk(
            "CLID",
            &[[node(8, NONE, 0, &[]), words(&[2]), floats(&[0.0; 4])].concat()],
        ),
        chunk("MDVI", &[vec![1, 2, 3]]),
    ]);
    let expected = serde_json::json!({
        "format": "mdx", "version": 800, "name": "Beast", "bytes": model.byte_count,
        "bones": 2, "vertices": 1, "triangles": 1, "submeshes": 1,
        "clips": [
            {"index": 0, "name": "Stand - 1", "start_ms": 333, "duration_ms": 667, "looping": true},
            {"index": 1, "name": "Death", "start_ms": 2000, "duration_ms": 500, "looping": false},
        ],
        "global_loops_ms": [0, 1200],
        "textures": [
            {"path": "Textures\\Beast.blp", "replaceable": 0},
            {"path": "", "replaceable": 1},
        ],
        "materials": 1, "attachments": 1, "events": 1, "lights": 1, "cameras": 1, "ribbons": 1,
        "particles": 3, "collision_shapes": 1,
        // Layers 3, texture animation 3, geoset animation 1, then light, attachment, both
        // emitters, ribbon and camera 1 each, and two times of the event.
        "keys": {"translation": 3, "rotation": 3, "scale": 1, "other": 15},
        "opaque_chunks": ["MDVI"],
    });
    assert_eq!(model.info_json(), expected);
}

#[test]
fn damaged_files_are_refused_at_every_cut() {
    let keys = [(0, vec![0.0, 0.0, 0.0, 1.0]), (9, vec![0.0, 0.0, 0.0, 1.0])];
    let whole = file(&[
        chunk("GEOS", &[geoset(&[([1.0; 3], 0)], &[&[0]])]),
        chunk(
            "BONE",
            &[bone(0, NONE, 0, &[track("KGRT", 1, NONE, &keys)])],
        ),
    ]);
    assert!(Model::read(&whole, "whole").is_ok());
    // Between two chunks a cut can't be told from the end.
    let ends = [16, whole.len() - (8 + 96 + 16 + 2 * 20 + 8)];
    for length in 0..whole.len() {
        let read = Model::read(&whole[..length], "cut");
        assert_eq!(read.is_ok(), ends.contains(&length), "cut at {length}");
    }
    let mut newer = whole.clone();
    newer[12..16].copy_from_slice(&900_u32.to_le_bytes());
    assert!(Model::read(&newer, "newer").is_err());
    let mut many_keys = whole;
    let at = many_keys
        .windows(4)
        .position(|four| four == b"KGRT")
        .unwrap();
    many_keys[at + 4..at + 8].copy_from_slice(&[0xFF; 4]);
    assert!(Model::read(&many_keys, "many keys").is_err());
}

/// Every file under `folder` that is an MDX of version 800.
fn find_models(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            find_models(&path, found);
        } else if std::fs::read(&path)
            .is_ok_and(|bytes| matches!(version_of(&bytes, "corpus"), Ok(Some(800))))
        {
            found.push(path);
        }
    }
}

fn corpus() -> Option<PathBuf> {
    let corpus = std::env::var_os("BONEWRIGHT_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"),
        PathBuf::from,
    );
    if corpus.is_dir() {
        return Some(corpus);
    }
    println!("corpus: NOT RUN");
    None
}

/// The numbers that an index of the corpus gives for each of its files of version 800.
fn indexed(corpus: &Path) -> Vec<(PathBuf, BTreeMap<String, usize>)> {
    let index = std::fs::read_to_string(corpus.join("wc3/INDEX.csv")).unwrap();
    let mut found = Vec::new();
    for line in index.lines() {
        let fields: Vec<&str> = line.split(',').collect();
        if fields.len() > 3 && fields[1] == "800" && fields[3].contains("bones=") {
            let counts = fields[3].split(' ').filter_map(|pair| {
                let (name, number) = pair.split_once('=')?;
                Some((name.to_owned(), number.parse().ok()?))
            });
            found.push((corpus.join("wc3").join(fields[0]), counts.collect()));
        }
    }
    found
}

#[test]
fn the_index_of_the_corpus_counts_the_same() {
    let Some(corpus) = corpus() else { return };
    let mut compared = 0;
    for (path, counts) in indexed(&corpus) {
        let Ok(model) = Model::open(&path) else {
            continue;
        };
        compared += 1;
        let of = |kind| model.nodes.iter().filter(|node| node.kind == kind).count();
        let expected = [
            ("bones", of(Kind::Bone)),
            ("helpers", of(Kind::Helper)),
            ("verts", model.vertex_count()),
            ("geosets", model.geosets.len()),
            ("seqs", model.clip_count()),
        ];
        for (name, number) in expected {
            assert_eq!(
                counts.get(name),
                Some(&number),
                "{name} of {}",
                path.display()
            );
        }
    }
    println!("INDEX.csv: {compared} files");
    assert!(compared >= 40, "the index has lost models");
}

#[test]
fn every_real_model_opens_and_its_bind_pose_is_its_vertices() {
    let Some(corpus) = corpus() else { return };
    let mut paths = Vec::new();
    find_models(&corpus, &mut paths);
    paths.sort();
    let (mut opened, mut refused) = (0, Vec::new());
    for path in &paths {
        let model = match Model::open(path) {
            Ok(model) => model,
            Err(error) => {
                refused.push(error);
                continue;
            }
        };
        opened += 1;
        let vertices: Vec<_> = model.vertices().collect();
        assert_eq!(model.skinned(&model.pose(None, 0.0)), vertices);
        for clip in 0..model.clip_count() {
            let matrices = model.pose(Some(clip), model.clip_duration(clip) / 2.0);
            assert_eq!(matrices.len(), model.nodes.len());
            assert!(matrices.iter().flatten().all(|value| value.is_finite()));
        }
        assert_eq!(
            model.info_json()["clips"].as_array().map(Vec::len),
            Some(model.clip_count())
        );
    }
    println!("mdx 800: {opened} files opened, refused: {refused:#?}");
    // Only the fixture that claims 4,294,967,295 keys is broken on purpose.
    assert_eq!(refused.len(), 1, "{refused:#?}");
    assert!(refused[0].contains("track_count_overflow"));
    assert!(opened >= 70, "the corpus has lost models");
}
