//! Models of one format written as the other, opened again and posed: they do what they did.

use crate::corpus::Corpus;
use crate::{mdx_oracle, oracle};
use bonewright::anim::Clock;
use bonewright::document::{Document, Model, ModelFormat, ModelId, Pose};
use bonewright::import_export::{
    Converted, ExportLayout, Origin, Report, convert, export_model, import_file,
};
use bonewright::math::{Aabb, Vec3};
use bonewright::skinning::{Deformed, SkinBinding};
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// Moments of each clip that are compared.
const MOMENTS: u32 = 20;
/// Models of version 800 in the corpus that are sound.
const LEAST_MDX: usize = 74;

pub const MDX: ModelFormat = ModelFormat::Mdx { version: 800 };
pub const M2: ModelFormat = ModelFormat::M2 { version: 264 };

/// The model of a file.
pub fn open(path: &Path) -> Model {
    let imported = import_file(path, ModelId(0));
    imported
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        .model
}

/// Converts, writes all files, and opens what was written.
#[track_caller]
pub fn through_bytes(source: &Model, target: ModelFormat) -> (Model, Converted) {
    let converted = convert(source, target).expect("there is a conversion");
    let mut document = Document::new();
    document.models.push(converted.model.clone());
    assert_eq!(document.check_invariants(), [], "{}", source.title);
    let name = if target.is_mdx() { "out.mdx" } else { "out.m2" };
    let exported = export_model(&converted.model, name, ExportLayout::FromNothing)
        .unwrap_or_else(|error| panic!("{}: {error}", source.title));
    let more: Vec<_> = exported
        .report
        .losses
        .iter()
        .filter(|loss| !loss.what.contains("names or paths"))
        .collect();
    assert!(
        more.is_empty(),
        "{}: the conversion left losses to the export: {more:?}",
        source.title
    );
    let folder = tempfile::tempdir().unwrap();
    for file in &exported.files {
        std::fs::write(folder.path().join(&file.name), &file.bytes).unwrap();
    }
    (open(&folder.path().join(name)), converted)
}

/// The largest differences between a model and what became of it, over the size of the model.
#[derive(Clone, Copy, Debug, Default)]
pub struct Worst {
    /// Bones, where they take the corners of the model.
    pub bones: f64,
    /// Vertices of up to four equal weights, from where the average of their bones takes them, what
    /// the bytes of M2 can't say aside.
    pub equal: f64,
    /// The same from where their weights take them, which in files are bytes such as 128 and 127.
    pub rounded: f64,
    /// All other vertices.
    pub others: f64,
    pub clips: usize,
}

impl Worst {
    fn join(&mut self, other: Self) {
        self.bones = self.bones.max(other.bones);
        self.equal = self.equal.max(other.equal);
        self.rounded = self.rounded.max(other.rounded);
        self.others = self.others.max(other.others);
        self.clips += other.clips;
    }
}

/// Where the vertices and pivots are at rest; never of no size.
fn space(model: &Model) -> Aabb {
    let pivots = model.skeleton.bones.iter().map(|bone| &bone.pivot);
    let mut aabb = model.vertices.bounds();
    if aabb.diagonal() <= 0.0 {
        aabb = Aabb::around(pivots);
    }
    if aabb.diagonal() <= 0.0 {
        aabb = Aabb {
            min: Vec3::zeros(),
            max: Vec3::repeat(1.0),
        };
    }
    aabb
}

/// The positions of the bones of a vertex that up to four equal weights move; else none.
fn equal_bones(model: &Model, vertex: usize) -> Vec<usize> {
    let influences: Vec<_> = model.vertices.influences.of(vertex).collect();
    let share = 1.0 / influences.len().max(1) as f32;
    let is_equal = |weight: f32| (weight - share).abs() <= 1.01 / 255.0;
    let bones = influences.iter().filter(|one| is_equal(one.weight));
    let bones: Vec<usize> = bones
        .filter_map(|one| model.skeleton.index_of(one.bone))
        .collect();
    if bones.len() == influences.len() && bones.len() <= 4 {
        bones
    } else {
        Vec::new()
    }
}

/// How far the largest weight of a vertex is from an equal share.
fn inequality(model: &Model, vertex: usize) -> f32 {
    let weights: Vec<f32> = model
        .vertices
        .influences
        .of(vertex)
        .map(|one| one.weight)
        .collect();
    let share = 1.0 / weights.len().max(1) as f32;
    let off = weights.iter().map(|weight| (weight - share).abs());
    off.fold(0.0, f32::max)
}

struct Posed<'a> {
    model: &'a Model,
    hierarchy: bonewright::skeleton::Hierarchy,
    binding: SkinBinding,
    pose: Pose,
    deformed: Deformed,
}

impl<'a> Posed<'a> {
    fn new(model: &'a Model) -> Self {
        Self {
            model,
            hierarchy: model.skeleton.hierarchy(),
            binding: SkinBinding::new(&model.vertices, &model.skeleton),
            pose: Pose::default(),
            deformed: Deformed::default(),
        }
    }

    fn at(&mut self, clip: Option<usize>, time_ms: f64, loop_time_ms: f64) {
        let clock = Clock::of(self.model, clip, time_ms).with_loop_time(loop_time_ms);
        self.model.evaluate(&clock, &self.hierarchy, &mut self.pose);
        let matrices = &self.pose.model_from_bind;
        self.deformed
            .deform(&self.binding, matrices, &self.model.vertices);
    }
}

/// Takes over how far `b` is from `a`, over the size of the model and less what is allowed, if that
/// is more than `worst`. Something that is no number where it was one is infinitely far.
fn raise(worst: &mut f64, a: &Vec3, b: &Vec3, size: f64, allowed: impl Fn() -> f64) {
    let (x, y, z) = (a.x - b.x, a.y - b.y, a.z - b.z);
    let square = f64::from(x * x + y * y + z * z);
    let limit = *worst * size;
    if square <= limit * limit
        || b.iter().any(|part| part.is_nan()) && a.iter().any(|part| part.is_nan())
    {
        return;
    }
    // Far away from the model a float has no digits left for a thousandth of it.
    let scale = size.max(f64::from(a.norm()) * 1e-3);
    let error = (square.sqrt() - allowed()) / scale;
    *worst = if error.is_nan() {
        f64::INFINITY
    } else {
        worst.max(error)
    };
}

/// Compares two models at many moments of every clip, and in the bind pose.
pub fn compare(source: &Model, target: &Model, origin: &Origin) -> Worst {
    assert_eq!(target.clips.len(), origin.clips.len());
    assert_eq!(target.skeleton.bones.len(), origin.bones.len());
    assert_eq!(target.vertices.len(), origin.vertices.len());
    let space = space(source);
    let size = f64::from(space.diagonal());
    let corners: Vec<Vec3> = (0..8)
        .map(|i| {
            Vec3::from_fn(|axis, _| {
                if i >> axis & 1 == 0 {
                    space.min[axis]
                } else {
                    space.max[axis]
                }
            })
        })
        .collect();
    let equal: Vec<Vec<usize>> = origin
        .vertices
        .iter()
        .map(|&at| equal_bones(source, at))
        .collect();
    let unequal: Vec<f32> = (0..target.vertices.len())
        .map(|at| inequality(target, at))
        .collect();
    // What bytes made of equal weights made equal again.
    let mut pool = source.vertices.clone();
    for (bones, &vertex) in equal.iter().zip(&origin.vertices) {
        for slot in pool.influences.slots[vertex].iter_mut() {
            if slot.weight > 0.0 && !bones.is_empty() {
                slot.weight = 1.0 / bones.len() as f32;
            }
        }
    }
    let ideal_binding = SkinBinding::new(&pool, &source.skeleton);
    let mut ideal = Deformed::default();
    let (mut before, mut after) = (Posed::new(source), Posed::new(target));
    let mut worst = Worst::default();
    let pairs = origin.clips.iter().enumerate();
    let pairs = pairs.filter_map(|(clip, from)| Some((Some(clip), Some((*from)?))));
    for (clip, from) in std::iter::once((None, None)).chain(pairs) {
        worst.clips += usize::from(clip.is_some());
        let duration = from.map_or(0, |from| source.clips[from].duration_ms);
        for moment in 0..MOMENTS {
            let time_ms = f64::from(duration) * f64::from(moment) / f64::from(MOMENTS - 1);
            let loop_time_ms = time_ms + 1234.5 * f64::from(moment);
            before.at(from, time_ms, loop_time_ms);
            after.at(clip, time_ms, loop_time_ms);
            ideal.deform(
                &ideal_binding,
                &before.pose.model_from_bind,
                &source.vertices,
            );
            for (bone, from) in origin.bones.iter().enumerate() {
                let Some(from) = *from else { continue };
                let (a, b) = (
                    &before.pose.model_from_bind[from],
                    &after.pose.model_from_bind[bone],
                );
                for corner in &corners {
                    let (a, b) = (a.point(corner), b.point(corner));
                    raise(&mut worst.bones, &a, &b, size, || 0.0);
                }
            }
            let moved = after.deformed.positions.iter().zip(&origin.vertices);
            for (at, (own, &vertex)) in moved.enumerate() {
                let old = &before.deformed.positions[vertex];
                if equal[at].is_empty() {
                    raise(&mut worst.others, old, own, size, || 0.0);
                    continue;
                }
                raise(&mut worst.rounded, old, own, size, || 0.0);
                let average = &ideal.positions[vertex];
                // Bytes do not go into four equal parts.
                let allowed = || {
                    let rest = source.vertices.positions[vertex];
                    let moved = |bone: &usize| before.pose.model_from_bind[*bone].point(&rest);
                    let spread = equal[at].iter().map(|bone| (moved(bone) - average).norm());
                    f64::from(unequal[at] * spread.sum::<f32>())
                };
                raise(&mut worst.equal, average, own, size, allowed);
            }
            if duration == 0 && clip.is_some() {
                break;
            }
        }
    }
    worst
}

fn has_loss(report: &Report, path: &str) -> bool {
    report.losses.iter().any(|loss| loss.path.starts_with(path))
}

/// Triangles of the first view that has any submesh.
fn triangle_count(model: &Model) -> usize {
    let view = model.views.iter().find(|view| !view.submeshes.is_empty());
    view.map_or(0, |view| {
        view.submeshes
            .iter()
            .map(|part| part.triangle_range(view.triangles.len()).len() / 3)
            .sum()
    })
}

/// What there was is there, or the report says that it is not.
#[track_caller]
fn check_counts(source: &Model, target: &Model, report: &Report) {
    let title = &source.title;
    let check = |what: &str, before: usize, after: usize, path: &str| {
        assert!(
            before == after || has_loss(report, path),
            "{title}: {before} {what} became {after}, and the report is silent: {report:?}"
        );
    };
    let is_added = source.clips.is_empty() && !target.format.is_mdx();
    check(
        "clips",
        source.clips.len(),
        target.clips.len() - usize::from(is_added),
        "clips",
    );
    let to_mdx = target.format.is_mdx();
    let path = if to_mdx {
        "views[0].triangles"
    } else {
        "geosets"
    };
    let repeats = report
        .items
        .iter()
        .any(|item| item.message.contains("several colours"));
    if !repeats {
        check(
            "triangles",
            triangle_count(source),
            triangle_count(target),
            path,
        );
    }
    check(
        "attachments",
        source.attachments.len(),
        target.attachments.len(),
        "nothing",
    );
    check(
        "cameras",
        source.cameras.len(),
        target.cameras.len(),
        "nothing",
    );
    check("events", source.events.len(), target.events.len(), "events");
    check("lights", source.lights.len(), target.lights.len(), "lights");
    check(
        "loops",
        source.global_loops_ms.len(),
        target.global_loops_ms.len(),
        "nothing",
    );
    for (what, path, count) in [
        ("particles", "particles", source.particles.len()),
        ("ribbons", "ribbons", source.ribbons.len()),
        (
            "emitters of models",
            "model_emitters",
            source.model_emitters.len(),
        ),
        (
            "sprite emitters",
            "sprite_emitters",
            source.sprite_emitters.len(),
        ),
    ] {
        check(what, count, 0, path);
    }
}

fn sample() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("projects/mosskin.m2")
}

/// Every M2 264 there is, our own first.
fn m2_files() -> Vec<PathBuf> {
    let mut files = vec![sample()];
    if let Some(corpus) = Corpus::open() {
        files.extend(corpus.models(264).into_iter().map(Path::to_owned));
        assert!(files.len() > crate::round_trip::LEAST_MODELS);
    }
    files
}

/// Every sound MDX 800 of the corpus.
fn mdx_files() -> Vec<PathBuf> {
    let Some(corpus) = Corpus::open() else {
        return Vec::new();
    };
    let paths = corpus.mdx_models(800).into_iter();
    let opens = |path: &&Path| import_file(path, ModelId(0)).is_ok();
    let files: Vec<PathBuf> = paths.filter(opens).map(Path::to_owned).collect();
    assert!(files.len() >= LEAST_MDX, "only {} files", files.len());
    files
}

/// Converts every file, two and more at a time, and adds up what that changes.
fn check_all(files: &[PathBuf], target: ModelFormat) {
    let own = files.par_iter().map(|path| {
        let source = open(path);
        let (target, converted) = through_bytes(&source, target);
        check_counts(&source, &target, &converted.report);
        let own = compare(&source, &target, &converted.origin);
        println!("{}: {own:?}", source.title);
        assert!(own.bones <= 1e-3, "{}: bones {}", path.display(), own.bones);
        assert!(
            own.equal <= 1e-3,
            "{}: vertices {}",
            path.display(),
            own.equal
        );
        let losses = &converted.report.losses;
        let is_said = losses.iter().any(|loss| loss.path == "vertices.influences");
        let is_off = own.others > 1e-3 || own.rounded > 1e-3;
        assert!(is_said || !is_off, "{}: {own:?}", path.display());
        own
    });
    let worst = own.reduce(Worst::default, |mut worst, own| {
        worst.join(own);
        worst
    });
    println!(
        "{} models, {} clips, worst over size: {worst:?}",
        files.len(),
        worst.clips
    );
}

#[test]
fn every_m2_written_as_mdx_poses_as_before() {
    check_all(&m2_files(), MDX);
}

#[test]
fn every_mdx_written_as_m2_poses_as_before() {
    check_all(&mdx_files(), M2);
}

/// The file as one second evaluator reads it, against what was written as the other reads that.
#[test]
fn two_evaluators_that_know_nothing_of_each_other_agree_on_file_and_conversion() {
    let files = m2_files();
    let worst = files.par_iter().map(|path| {
        let before = oracle::Model::open(path).expect("the second reader opens it");
        let source = open(path);
        let converted = convert(&source, MDX).expect("there is a conversion");
        let exported = export_model(&converted.model, "x.mdx", ExportLayout::FromNothing).unwrap();
        let after = mdx_oracle::Model::read(&exported.files[0].bytes, "x.mdx").unwrap();
        let size = f64::from(space(&source).diagonal());
        let nodes: Vec<usize> = (0..source.skeleton.bones.len() as u32)
            .map(|bone| after.index_of(bone).expect("every bone is a node"))
            .collect();
        let mut worst = 0.0f64;
        for clip in 0..before.clip_count() {
            for third in 0..=2u32 {
                let time_ms = before.clip_duration(clip) * f64::from(third) / 2.0;
                let (a, b) = (
                    before.pose(Some(clip), time_ms),
                    after.pose(Some(clip), time_ms),
                );
                for (bone, &node) in nodes.iter().enumerate() {
                    for (entry, (a, b)) in a[bone].iter().zip(&b[node]).enumerate() {
                        // The last column is a way in the file's units, the others are shares.
                        let scale = if entry % 4 == 3 {
                            size.max(a.abs() * 1e-3)
                        } else {
                            1.0
                        };
                        worst = worst.max((a - b).abs() / scale);
                    }
                }
            }
        }
        assert!(worst < 1e-4, "{}: {worst}", path.display());
        worst
    });
    let worst = worst.reduce(|| 0.0, f64::max);
    println!(
        "{} models, worst matrix entry off by {worst:e}",
        files.len()
    );
}
