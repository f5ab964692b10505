//! Holds the second MDX evaluator against two programs by others: npm `war3-model` for poses, the
//! crate `wc3` for what is read.
//!
//! How `war3-model` 4.0.1 and the decisions differ, and what is done about it:
//! * It reads the 'don't inherit' flags and never uses them: both sides go without them here.
//! * Of a global sequence only keys from 0 to its length count for it, here all do; a sequence that
//!   is not there gives no value, here time 0. Nodes with such keys, and all below, are left out.
//! * It does not sort keys (it finds them by halving), never normalises rotations, turns billboards
//!   to the camera and stops at a node without pivot: the script settles these first, as its head
//!   says.
//! * It is never past the end of a sequence (there it would take up keys of the next): its clock
//!   stays at the end, which is the same as holding the last key.
//! * Two rotations whose dot is 0.999999 or more it lerps, and the result is a little short of
//!   length 1; here they are slerped. That is less than 1e-6 and all that is left: with the same
//!   lerp in the evaluator the worst difference over the corpus was 4e-15.
//! * It throws on a parent that is not there, never reaches a ring of parents, and of two nodes
//!   with one id keeps the later: such files are left out and counted.
//!
//! The same: keys inside the sequence only, no wrap, holding before the first and past the last,
//! the first of equal times being led to and the last holding, tangents as stored, slerp on the
//! short arc, the nested slerp of cubic turns, pivots, order of the product.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a broken step is a failed test, and a test says what it ran on"
)]

#[path = "support/mdx_oracle/mod.rs"]
mod mdx_oracle;
#[path = "support/war3_model.rs"]
mod war3_model;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mdx_oracle::reader::version_of;
use mdx_oracle::{Geoset, Matrix, Model, Node, Track};
use serde_json::json;
use war3_model::Peer;
use wc3::model::animation::{Interpolation, Track as PeerTrack};
use wc3::model::mdx::Read as _;
use wc3::model::scene::Node as PeerNode;
use wc3::model::{Model as PeerModel, V800};

/// What `war3-model` may differ by, relative to the model's size: its lerp of near rotations.
const TOLERANCE: f64 = 3e-6;

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

fn corpus() -> Option<Vec<PathBuf>> {
    let root = std::env::var_os("BONEWRIGHT_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"),
        PathBuf::from,
    );
    if !root.is_dir() {
        println!("corpus: NOT RUN");
        return None;
    }
    let mut paths = Vec::new();
    find_models(&root, &mut paths);
    paths.sort();
    assert!(paths.len() >= 70, "only {} models", paths.len());
    Some(paths)
}

/// First, last, two fractions and five whole milliseconds of a clip, the same on every run, and a
/// time past its end, where keys hold and global sequences go on.
fn moments(clip: usize, duration_ms: f64) -> Vec<f64> {
    let mut state = clip as u64 + 1;
    let inside = (0..5).map(|_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as f64 / (1u64 << 31) as f64 * duration_ms).floor()
    });
    let others = [0.0, duration_ms, 0.37 * duration_ms, 0.71 * duration_ms];
    others
        .into_iter()
        .chain(inside)
        .chain([duration_ms + 1234.5])
        .collect()
}

/// Whether the peer has the same rule for the tracks of a node and of all above it.
fn is_comparable(model: &Model, index: usize) -> bool {
    fn same_keys<const N: usize>(model: &Model, track: &Option<Track<N>>) -> bool {
        let Some(track) = track else { return true };
        if track.global_loop == -1 {
            return true;
        }
        let index = usize::try_from(track.global_loop).unwrap_or(usize::MAX);
        let length = model.global_loops_ms.get(index).copied().map(i64::from);
        length.is_some_and(|length| {
            let mut times = track.keys.iter().map(|key| i64::from(key.time_ms));
            times.all(|time| (0..=length).contains(&time))
        })
    }
    let node = &model.nodes[index];
    same_keys(model, &node.translation)
        && same_keys(model, &node.rotation)
        && same_keys(model, &node.scale)
        && model
            .parent(index)
            .is_none_or(|parent| is_comparable(model, parent))
}

/// The largest difference of two matrices, relative to their own size and that of the model.
fn difference(found: &Matrix, expected: &Matrix, size: f64) -> f64 {
    let place = |at: usize| at % 4 == 3;
    let largest = |is_place| {
        let chosen = expected
            .iter()
            .enumerate()
            .filter(|(at, _)| place(*at) == is_place);
        chosen.fold(1.0_f64, |most, (_, value)| most.max(value.abs()))
    };
    let (turn, offset) = (largest(false), largest(true).max(size));
    (0..12)
        .map(|at| (found[at] - expected[at]).abs() / if place(at) { offset } else { turn })
        .fold(0.0, |most, next| {
            if next.is_nan() {
                f64::INFINITY
            } else {
                most.max(next)
            }
        })
}

#[test]
fn nodes_of_every_clip_are_where_war3_model_has_them() {
    let Some(paths) = corpus() else { return };
    let mut peer = match Peer::start() {
        Ok(peer) => peer,
        Err(reason) => return println!("skipped: poses of war3-model ({reason})"),
    };
    let (mut files, mut poses, mut matrices) = (0, 0, 0);
    let (mut left_out, mut without_flags, mut without_clips) = (0, 0, 0);
    let mut refused = Vec::new();
    let mut worst = (0.0, String::new());
    for path in &paths {
        let name = path.file_name().unwrap().to_string_lossy();
        let Ok(mut model) = Model::open(path) else {
            refused.push(format!("{name}: by the second evaluator"));
            continue;
        };
        if model.clip_count() == 0 {
            without_clips += 1;
            continue;
        }
        for node in &mut model.nodes {
            without_flags += usize::from(node.flags & 7 != 0);
            node.flags &= !7;
        }
        let ids: Vec<u32> = model.nodes.iter().map(|node| node.object_id).collect();
        let asked: Vec<(usize, f64)> = (0..model.clip_count())
            .flat_map(|clip| {
                let times = moments(clip, model.clip_duration(clip));
                times.into_iter().map(move |time_ms| (clip, time_ms))
            })
            .collect();
        let answer = peer.ask(&json!({"file": path, "poses": asked}));
        if answer["nodes"] != json!(ids) {
            refused.push(format!("{name}: {}", answer["error"]));
            continue;
        }
        let comparable: Vec<bool> = (0..ids.len()).map(|at| is_comparable(&model, at)).collect();
        left_out += comparable.iter().filter(|same| !**same).count();
        files += 1;
        let size = model.size();
        let found: Vec<Vec<Matrix>> = serde_json::from_value(answer["poses"].clone()).unwrap();
        for ((clip, time_ms), found) in asked.iter().zip(&found) {
            poses += 1;
            let expected = model.pose(Some(*clip), *time_ms);
            for (index, (found, expected)) in found.iter().zip(&expected).enumerate() {
                if !comparable[index] {
                    continue;
                }
                matrices += 1;
                let differs = difference(found, expected, size);
                if differs > worst.0 {
                    let node = ids[index];
                    worst = (
                        differs,
                        format!("{name}, clip {clip}, {time_ms} ms, node {node}"),
                    );
                }
            }
        }
    }
    println!(
        "war3-model: {files} files, {poses} poses, {matrices} matrices, worst difference {:e} ({})",
        worst.0, worst.1
    );
    println!("nodes left out: {left_out}; compared without their flags: {without_flags}");
    println!("files without sequences: {without_clips}; left out: {refused:#?}");
    assert!(worst.0 <= TOLERANCE, "{worst:?}");
    assert!(files >= 65 && poses >= 3000, "{files} files, {poses} poses");
    assert_eq!(refused.len(), 1, "only the broken fixture: {refused:#?}");
    assert!(left_out < 100, "nearly all nodes can be compared");
}

/// A track as both sides can have it: interpolation, global sequence, and of each key its time and
/// the bits of value, in and out tangent.
type PlainTrack = (u32, i32, Vec<(i32, Vec<u32>)>);

/// Narrowed to what the file held, from which it was widened.
#[allow(
    clippy::cast_possible_truncation,
    reason = "the value was widened from f32, so nothing is lost"
)]
fn bits(values: &[f64]) -> impl Iterator<Item = u32> {
    values.iter().map(|x| (*x as f32).to_bits())
}

/// A track of ours with its keys in the order the crate keeps: by time, equal ones as in the file.
fn plain<const N: usize>(track: Option<&Track<N>>) -> Option<PlainTrack> {
    let track = track?;
    let mut keys: Vec<_> = track
        .keys
        .iter()
        .map(|key| {
            let mut values: Vec<u32> = bits(&key.value).collect();
            if track.interpolation > 1 {
                values.extend(bits(&key.into).chain(bits(&key.out)));
            }
            (key.time_ms, values)
        })
        .collect();
    keys.sort_by_key(|key| key.0);
    Some((track.interpolation, track.global_loop, keys))
}

fn peer_plain<const N: usize>(track: Option<&PeerTrack<[f32; N]>>) -> Option<PlainTrack>
where
    [f32; N]: wc3::model::animation::TrackValue,
{
    let track = track?;
    let plain_keys = track
        .step_keys()
        .or(track.linear_keys())
        .unwrap_or_default();
    let tangent_keys = track
        .hermite_keys()
        .or(track.bezier_keys())
        .unwrap_or_default();
    let bits = |values: [f32; N]| values.map(f32::to_bits);
    let keys = plain_keys
        .iter()
        .map(|key| (key.frame, bits(key.value).to_vec()))
        .chain(tangent_keys.iter().map(|key| {
            let values = [key.value, key.in_tangent, key.out_tangent];
            (key.frame, values.map(bits).concat())
        }))
        .collect();
    let interpolation = match track.interpolation() {
        Interpolation::Step => 0,
        Interpolation::Linear => 1,
        Interpolation::Hermite => 2,
        Interpolation::Bezier => 3,
    };
    let global_loop = track.global_sequence_id().map_or(-1, u32::cast_signed);
    Some((interpolation, global_loop, keys))
}

/// A name up to its NUL.
fn until_nul(bytes: &[u8]) -> &[u8] {
    bytes.split(|byte| *byte == 0).next().unwrap_or_default()
}

#[track_caller]
fn check_node(found: &PeerNode, expected: &Node, file: &str) {
    let place = format!("{file}, node {}", expected.object_id);
    assert_eq!(until_nul(found.name.as_bytes()), expected.name, "{place}");
    assert_eq!(
        (found.object_id, found.parent_id, found.flags.bits()),
        (expected.object_id, expected.parent_id, expected.flags),
        "{place}"
    );
    let translation = plain(expected.translation.as_ref());
    assert_eq!(
        peer_plain(found.translation.as_ref()),
        translation,
        "{place}"
    );
    let rotation = plain(expected.rotation.as_ref());
    assert_eq!(peer_plain(found.rotation.as_ref()), rotation, "{place}");
    let scale = plain(expected.scale.as_ref());
    assert_eq!(peer_plain(found.scaling.as_ref()), scale, "{place}");
}

#[track_caller]
fn check_geoset(found: &wc3::model::geometry::Geoset<V800>, expected: &Geoset, file: &str) {
    fn all_bits<const N: usize>(values: &[[f64; N]]) -> Vec<u32> {
        values.iter().flat_map(|value| bits(value)).collect()
    }
    fn peer_bits<const N: usize>(values: &[[f32; N]]) -> Vec<u32> {
        values.iter().flatten().map(|x| x.to_bits()).collect()
    }
    assert_eq!(
        peer_bits(found.vertices()),
        all_bits(&expected.vertices),
        "{file}"
    );
    assert_eq!(found.normals().len(), expected.normal_count, "{file}");
    assert_eq!(found.face_indices(), expected.faces, "{file}");
    let (types, counts): (Vec<_>, Vec<_>) = expected.face_groups.iter().copied().unzip();
    assert_eq!(found.primitive_types(), types, "{file}");
    assert_eq!(found.primitive_counts(), counts, "{file}");
    assert_eq!(found.vertex_groups(), expected.vertex_groups, "{file}");
    let mut ids = found.matrix_indices();
    for (size, group) in found.matrix_group_sizes().iter().zip(&expected.groups) {
        let (own, rest) = ids.split_at((*size as usize).min(ids.len()));
        assert_eq!(own, group, "{file}");
        ids = rest;
    }
    assert_eq!(
        found.matrix_group_sizes().len(),
        expected.groups.len(),
        "{file}"
    );
    assert_eq!(found.uv_sets().len(), expected.uv_sets.len(), "{file}");
    for (found, expected) in found.uv_sets().iter().zip(&expected.uv_sets) {
        assert_eq!(peer_bits(found), all_bits(expected), "{file}");
    }
}

#[test]
fn the_crate_wc3_reads_the_same_nodes_keys_and_geosets() {
    let Some(paths) = corpus() else { return };
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut count = |what, number| *counts.entry(what).or_default() += number;
    let mut refused = Vec::new();
    for path in &paths {
        let name = path.file_name().unwrap().to_string_lossy();
        let bytes = std::fs::read(path).unwrap();
        let (ours, theirs) = (Model::open(path), PeerModel::<V800>::decode_mdx(&bytes));
        let (ours, theirs) = match (ours, theirs) {
            (Ok(ours), Ok(theirs)) => (ours, theirs),
            (ours, theirs) => {
                refused.push(format!("{name}: {:?}; {:?}", ours.err(), theirs.err()));
                continue;
            }
        };
        count("files", 1);
        let mut nodes: Vec<&Node> = ours.nodes.iter().collect();
        nodes.sort_by_key(|node| node.place_in_file);
        let found = theirs.nodes();
        assert_eq!(found.len(), nodes.len(), "{name}");
        for (found, expected) in found.iter().zip(nodes) {
            check_node(found, expected, &name);
            count("nodes", 1);
            count(
                "keys",
                mdx_oracle::info::node_key_counts(expected).iter().sum(),
            );
        }
        let found = theirs.geosets();
        assert_eq!(found.len(), ours.geosets.len(), "{name}");
        for (found, expected) in found.iter().zip(&ours.geosets) {
            check_geoset(found, expected, &name);
            count("geosets", 1);
            count("vertices", expected.vertices.len());
        }
        let pivots: Vec<[f64; 3]> = theirs
            .pivot_points()
            .iter()
            .map(|p| p.map(f64::from))
            .collect();
        assert_eq!(pivots, ours.pivots, "{name}");
        let clips: Vec<_> = theirs
            .sequences()
            .iter()
            .map(|clip| {
                (
                    until_nul(clip.name.as_bytes()).to_vec(),
                    clip.interval,
                    clip.flags.bits(),
                )
            })
            .collect();
        let expected: Vec<_> = ours
            .clips
            .iter()
            .map(|clip| (clip.name.clone(), [clip.start_ms, clip.end_ms], clip.flags))
            .collect();
        assert_eq!(clips, expected, "{name}");
        assert_eq!(theirs.global_sequences(), ours.global_loops_ms, "{name}");
        let sizes = [
            (theirs.textures().len(), ours.textures.len()),
            (theirs.materials().len(), ours.materials.len()),
            (theirs.cameras().len(), ours.cameras.len()),
            (
                theirs.texture_animations().len(),
                ours.texture_animations.len(),
            ),
            (
                theirs.geoset_animations().len(),
                ours.geoset_animations.len(),
            ),
        ];
        assert!(
            sizes.iter().all(|(found, expected)| found == expected),
            "{name}: {sizes:?}"
        );
        count("clips", clips.len());
    }
    println!("wc3: {counts:?}; refused by one or both: {refused:#?}");
    assert!(counts["files"] >= 70, "{refused:#?}");
    assert_eq!(refused.len(), 1, "only the broken fixture: {refused:#?}");
}
