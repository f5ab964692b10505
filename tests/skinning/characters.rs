//! Real characters with their weights taken away: how far from the artist's weights the program
//! ends, and how far Blender does.
//!
//! With `BONEWRIGHT_HEAT_PEER` naming a folder, the meshes are written there for
//! `benches/peers/blender_heat.py`; once that has run, the next run of this test reads its weights.
#![allow(
    clippy::print_stdout,
    reason = "the comparison is for a person to read"
)]

use crate::corpus::Corpus;
use bonewright::anim::Clock;
use bonewright::document::{Model, ModelId, Pose};
use bonewright::import_export::import_file;
use bonewright::math::Vec3;
use bonewright::mesh::{Influence, Influences, VertexPool};
use bonewright::skinning::automatic::{
    AutomaticInput, AutomaticMethod, BoneSegments, Unwatched, automatic_weights, bone_segments,
};
use bonewright::skinning::{Deformed, SkinBinding};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Animated characters of different makers: bipeds, four-legged beasts, robes, armour.
const CHARACTERS: [&str; 10] = [
    "Rabbit.m2",
    "scourgefemale.m2",
    "GoblinMale.M2",
    "Warcraft3--OrcMale.mdx",
    "lia--archer.mdx",
    "lia--arthas.mdx",
    "lia--blood_mage.mdx",
    "wc3libs--PackHorse.mdx",
    "warcraft3-icc--LordMarrowgar.mdx",
    "Genos.mdx",
];

type Row = Vec<(usize, f32)>;

struct Character {
    name: String,
    model: Model,
    triangles: Vec<[u32; 3]>,
    artist: Vec<Row>,
    bones: Vec<BoneSegments>,
    /// Vertices of triangles that the artist weighted.
    vertices: Vec<usize>,
}

impl Character {
    fn load(path: &Path) -> Self {
        let model = import_file(path, ModelId(0)).unwrap().model;
        let triangles = model.topology().triangles().to_vec();
        let artist: Vec<Row> = (0..model.vertices.len())
            .map(|vertex| {
                let influences = model.vertices.influences.of(vertex);
                let known =
                    influences.filter_map(|i| Some((model.skeleton.index_of(i.bone)?, i.weight)));
                summed_to_one(known.collect())
            })
            .collect();
        let used: BTreeSet<usize> = artist.iter().flatten().map(|(bone, _)| *bone).collect();
        let hierarchy = model.skeleton.hierarchy();
        let bones = bone_segments(&model.skeleton.bones, &hierarchy, |b| used.contains(&b));
        let corners: BTreeSet<usize> = triangles.iter().flatten().map(|&v| v as usize).collect();
        let vertices = corners.into_iter().filter(|&v| !artist[v].is_empty());
        Self {
            name: path.file_stem().unwrap().to_string_lossy().into_owned(),
            vertices: vertices.collect(),
            model,
            triangles,
            artist,
            bones,
        }
    }

    fn weigh(&self, method: AutomaticMethod) -> Vec<Row> {
        let input = AutomaticInput {
            positions: &self.model.vertices.positions,
            triangles: &self.triangles,
            bones: &self.bones,
            vertices: None,
            method,
        };
        automatic_weights(&input, &Unwatched).unwrap().rows
    }

    /// The mean over the vertices of the sum over the bones of the differences, 0 to 2. A vertex
    /// without weights differs by all that it lacks, which is 1.
    fn mean_difference(&self, one: &[Row], other: &[Row]) -> f64 {
        let sum: f64 = self
            .vertices
            .iter()
            .map(|&vertex| {
                let mut of_bones: BTreeMap<usize, f64> = BTreeMap::new();
                for (sign, rows) in [(1.0, one), (-1.0, other)] {
                    for &(bone, weight) in &rows[vertex] {
                        *of_bones.entry(bone).or_default() += sign * f64::from(weight);
                    }
                }
                of_bones
                    .values()
                    .map(|difference| difference.abs())
                    .sum::<f64>()
            })
            .sum();
        sum / self.vertices.len() as f64
    }

    /// The farthest that any vertex ends from where the artist's weights take it, at moments of
    /// all clips, as a share of the model's diagonal.
    fn worst_displacement(&self, rows: &[Row]) -> f32 {
        let skeleton = &self.model.skeleton;
        let hierarchy = skeleton.hierarchy();
        let bound = |rows: &[Row]| {
            let pool = VertexPool {
                influences: influences(rows, skeleton.bones.iter().map(|b| b.id).collect()),
                ..self.model.vertices.clone()
            };
            (SkinBinding::new(&pool, skeleton), pool)
        };
        let (ours, artist) = (bound(rows), bound(&self.artist));
        let (mut pose, mut moved) = (Pose::default(), [Deformed::default(), Deformed::default()]);
        let mut worst = 0.0f32;
        for (clip, found) in self.model.clips.iter().enumerate() {
            for moment in 0..4 {
                let time = f64::from(found.duration_ms) * f64::from(moment) / 4.0;
                let clock = Clock::of(&self.model, Some(clip), time);
                self.model.evaluate(&clock, &hierarchy, &mut pose);
                for (deformed, (binding, pool)) in moved.iter_mut().zip([&ours, &artist]) {
                    deformed.deform(binding, &pose.model_from_bind, pool);
                }
                for &vertex in &self.vertices {
                    let distance = moved[0].positions[vertex] - moved[1].positions[vertex];
                    worst = worst.max(distance.norm());
                }
            }
        }
        worst / self.model.vertices.bounds().diagonal()
    }

    fn write_for_blender(&self, folder: &Path) {
        let point = |p: &Vec3| json!([p.x, p.y, p.z]);
        let bones = self.bones.iter().map(|bone| {
            // Blender's bones have one tail: the middle of all that ours reach to.
            let tails: Vec3 = bone.segments.iter().map(|segment| segment.tail).sum();
            let tail = tails / bone.segments.len() as f32;
            json!({"head": point(&bone.segments[0].head), "tail": point(&tail)})
        });
        let positions = self.model.vertices.positions.iter().map(point);
        let text = json!({
            "positions": positions.collect::<Vec<_>>(),
            "triangles": self.triangles,
            "bones": bones.collect::<Vec<_>>(),
        });
        let path = folder.join(format!("{}.mesh.json", self.name));
        std::fs::write(path, text.to_string()).unwrap();
    }

    fn read_from_blender(&self, folder: &Path) -> Option<Vec<Row>> {
        let path = folder.join(format!("{}.blender.json", self.name));
        let answer: Value = serde_json::from_slice(&std::fs::read(path).ok()?).unwrap();
        let rows: Vec<Row> = serde_json::from_value(answer["rows"].clone()).unwrap();
        let named = rows.into_iter().map(|row| {
            let named = row.into_iter().map(|(bone, w)| (self.bones[bone].bone, w));
            summed_to_one(named.collect())
        });
        Some(named.collect())
    }
}

fn summed_to_one(mut row: Row) -> Row {
    let sum: f32 = row.iter().map(|(_, weight)| weight).sum();
    if sum > 0.0 {
        row.iter_mut().for_each(|(_, weight)| *weight /= sum);
    }
    row
}

fn influences(rows: &[Row], ids: Vec<bonewright::skeleton::BoneId>) -> Influences {
    let mut influences = Influences::default();
    for (vertex, row) in rows.iter().enumerate() {
        let named = row.iter().map(|&(bone, weight)| Influence {
            bone: ids[bone],
            weight,
        });
        let mut named: Vec<Influence> = named.collect();
        let more = named.split_off(named.len().min(4));
        named.resize(4, Influence::NONE);
        influences
            .slots
            .push([named[0], named[1], named[2], named[3]]);
        if !more.is_empty() {
            influences.overflow.insert(vertex as u32, more);
        }
    }
    influences
}

#[test]
fn on_average_the_weights_are_not_farther_from_the_artists_than_blenders() {
    let Some(corpus) = Corpus::open() else {
        return;
    };
    let find = |name: &str| -> PathBuf {
        let mut files = ["m2", "mdx"]
            .into_iter()
            .flat_map(|kind| corpus.with_extension(kind));
        let found = files.find(|path| path.file_name().is_some_and(|found| found == name));
        found
            .unwrap_or_else(|| panic!("{name} is not in the corpus"))
            .to_owned()
    };
    let peer = std::env::var_os("BONEWRIGHT_HEAT_PEER").map(PathBuf::from);
    let mut sums = (0.0, 0.0);
    let mut compared = 0;
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("projects/mosskin.m2");
    let paths = CHARACTERS.iter().map(|name| find(name));
    for path in paths.chain([sample]) {
        let character = Character::load(&path);
        let ours = character.weigh(AutomaticMethod::Best);
        let closest = character.weigh(AutomaticMethod::Closest);
        let distance = character.mean_difference(&ours, &character.artist);
        let trivial = character.mean_difference(&closest, &character.artist);
        let displaced = character.worst_displacement(&ours);
        let name = &character.name;
        println!(
            "{name}: {} vertices, {} bones; from the artist's weights {distance:.3} (closest \
             bone {trivial:.3}), worst vertex {displaced:.3} of the diagonal",
            character.vertices.len(),
            character.bones.len(),
        );
        assert!(distance < 2.0 && displaced.is_finite(), "{name}");
        let Some(folder) = &peer else {
            continue;
        };
        character.write_for_blender(folder);
        let Some(blender) = character.read_from_blender(folder) else {
            println!("{name}: Blender has not answered yet");
            continue;
        };
        let empty = character
            .vertices
            .iter()
            .filter(|&&v| blender[v].is_empty())
            .count();
        let theirs = character.mean_difference(&blender, &character.artist);
        println!(
            "{name}: Blender's from the artist's {theirs:.3}, worst vertex {:.3}, {empty} vertices \
             without weights; ours from Blender's {:.3}",
            character.worst_displacement(&blender),
            character.mean_difference(&ours, &blender),
        );
        if compared < CHARACTERS.len() {
            sums = (sums.0 + distance, sums.1 + theirs);
            compared += 1;
        }
    }
    if compared == CHARACTERS.len() {
        let count = compared as f64;
        let (ours, theirs) = (sums.0 / count, sums.1 / count);
        println!("mean of {compared} characters: ours {ours:.3}, Blender's {theirs:.3}");
        assert!(ours <= theirs, "ours {ours:.3}, Blender's {theirs:.3}");
    } else {
        println!("Blender: NOT COMPARED (see benches/peers/README.md)");
    }
}
