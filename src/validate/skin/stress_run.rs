//! The work of a stress test: poses shared out over threads, and the worst of each vertex kept.

use super::mesh_edges::{MeshEdges, RingVolume};
use crate::document::{Model, Moment, Poser};
use crate::math::Affine;
use crate::skinning::{Deformed, SkinBinding};
use rayon::prelude::*;
use std::ops::ControlFlow;

/// Poses that a thread looks at between two reports of progress.
const BATCH: usize = 8;
/// Edges shorter than this part of a typical one can't collapse in a way that is seen.
const SHORT: f32 = 0.25;
/// A ring that encloses less than this with its joint, measured by its area, is flat.
const FLAT: f64 = 0.02;

/// The worst moment of a vertex.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Peak {
    /// How bad it is; 0 is fine.
    pub score: f32,
    /// What is told of it.
    pub ratio: f32,
    /// The mean score of all edges of the vertex at that moment: both ends of an edge have its
    /// score, and the one with more such edges is the culprit.
    pub mean: f32,
    /// The moment's position in the list.
    pub moment: u32,
}

impl Peak {
    /// Takes the other if it is worse; of equal ones the earlier stays.
    fn take(&mut self, other: &Self) {
        let is_worse = other.score > self.score;
        let is_earlier = other.score == self.score && other.moment < self.moment;
        if is_worse || (is_earlier && other.score > 0.0) {
            *self = *other;
        }
    }
}

/// The worst moments of all vertices.
#[derive(Clone, Debug, Default)]
pub struct Peaks {
    /// Of edges that grow.
    pub stretch: Vec<Peak>,
    /// Of edges that shrink.
    pub collapse: Vec<Peak>,
    /// Of volume that goes.
    pub volume: Vec<Peak>,
}

impl Peaks {
    fn new(vertices: usize) -> Self {
        let none = vec![Peak::default(); vertices];
        Self {
            stretch: none.clone(),
            collapse: none.clone(),
            volume: none,
        }
    }

    fn take(&mut self, other: &Self) {
        let lists = [
            (&mut self.stretch, &other.stretch),
            (&mut self.collapse, &other.collapse),
            (&mut self.volume, &other.volume),
        ];
        for (own, other) in lists {
            for (own, other) in own.iter_mut().zip(other) {
                own.take(other);
            }
        }
    }
}

/// What does not change from pose to pose.
struct Subject<'a> {
    model: &'a Model,
    mesh: &'a MeshEdges,
    binding: SkinBinding,
    /// The bones of each vertex, by position: those of vertex `v` from `starts[v]` on.
    bones: Vec<u32>,
    starts: Vec<u32>,
    /// The strongest bone of each vertex with a ring that encloses something, and how much.
    joints: Vec<Option<(usize, f64)>>,
    /// How many edges each vertex has.
    degrees: Vec<u32>,
}

/// A stress test as it runs.
pub struct StressRun<'a> {
    subject: Subject<'a>,
    workers: Vec<Worker<'a>>,
}

impl<'a> StressRun<'a> {
    /// For the mesh of a model.
    pub fn new(model: &'a Model, mesh: &'a MeshEdges) -> Self {
        let subject = Subject::new(model, mesh);
        let count = rayon::current_num_threads().max(1);
        let workers = (0..count).map(|_| Worker::new(model));
        Self {
            workers: workers.collect(),
            subject,
        }
    }

    /// Looks at all moments; `None` if it was stopped.
    pub fn all(
        &mut self,
        moments: &[Moment],
        on_progress: &mut dyn FnMut(f32) -> ControlFlow<()>,
    ) -> Option<()> {
        let at_once = self.workers.len() * BATCH;
        for (number, batch) in moments.chunks(at_once).enumerate() {
            let first = number * at_once;
            if on_progress(first as f32 / moments.len() as f32).is_break() {
                return None;
            }
            let subject = &self.subject;
            let shares = batch.chunks(BATCH).collect::<Vec<_>>();
            let work = self.workers.par_iter_mut().zip(shares).enumerate();
            work.for_each(|(share, (worker, moments))| {
                for (moment, number) in moments.iter().zip(first + share * BATCH..) {
                    worker.look(subject, moment, u32::try_from(number).unwrap_or(u32::MAX));
                }
            });
        }
        Some(())
    }

    /// The worst of all vertices.
    pub fn peaks(self) -> Peaks {
        let mut workers = self.workers.into_iter();
        let mut peaks = workers
            .next()
            .map(|worker| worker.peaks)
            .unwrap_or_default();
        for worker in workers {
            peaks.take(&worker.peaks);
        }
        peaks
    }
}

impl<'a> Subject<'a> {
    fn new(model: &'a Model, mesh: &'a MeshEdges) -> Self {
        let positions = model.skeleton.positions();
        let count = model.vertices.len();
        let (mut bones, mut starts) = (Vec::new(), vec![0]);
        let mut rings = Vec::new();
        RingVolume::all(&mesh.triangles, &model.vertices.positions, &mut rings);
        let mut joints = Vec::with_capacity(count);
        for vertex in 0..count {
            let mut strongest: Option<(usize, f32)> = None;
            for one in model.vertices.influences.of(vertex) {
                let Some(&position) = positions.get(&one.bone) else {
                    continue;
                };
                bones.push(u32::try_from(position).unwrap_or(u32::MAX));
                if strongest.is_none_or(|known| one.weight > known.1) {
                    strongest = Some((position, one.weight));
                }
            }
            starts.push(u32::try_from(bones.len()).unwrap_or(u32::MAX));
            let joint = strongest.and_then(|(bone, _)| {
                let pivot = model.skeleton.bones.get(bone)?.pivot;
                let ring = rings.get(vertex)?;
                let volume = ring.to(&pivot);
                (volume > FLAT * ring.area().powf(1.5)).then_some((bone, volume))
            });
            joints.push(joint);
        }
        let mut degrees = vec![0u32; count];
        for end in mesh.edges.iter().flat_map(|edge| edge.0) {
            if let Some(degree) = degrees.get_mut(end as usize) {
                *degree += 1;
            }
        }
        Self {
            model,
            mesh,
            binding: SkinBinding::new(&model.vertices, &model.skeleton),
            bones,
            starts,
            joints,
            degrees,
        }
    }

    fn bones_of(&self, vertex: usize) -> &[u32] {
        let range = self.starts.get(vertex).zip(self.starts.get(vertex + 1));
        range
            .and_then(|(&start, &end)| self.bones.get(start as usize..end as usize))
            .unwrap_or_default()
    }
}

/// A thread's part of the work, and what it needs for it.
struct Worker<'a> {
    poser: Poser<'a>,
    deformed: Deformed,
    /// Of each bone the largest and the smallest scale along an axis.
    bone_scales: Vec<[f32; 2]>,
    /// The same of each vertex over its bones; never below 1 the one, never above the other.
    scales: Vec<[f32; 2]>,
    /// Sums of the scores of all edges of each vertex in the pose.
    sums: Vec<[f32; 2]>,
    /// The worst of each vertex in the pose.
    stretch: Vec<Peak>,
    collapse: Vec<Peak>,
    rings: Vec<RingVolume>,
    peaks: Peaks,
}

impl<'a> Worker<'a> {
    fn new(model: &'a Model) -> Self {
        Self {
            poser: Poser::new(model),
            deformed: Deformed::default(),
            bone_scales: Vec::new(),
            scales: Vec::new(),
            sums: Vec::new(),
            stretch: Vec::new(),
            collapse: Vec::new(),
            rings: Vec::new(),
            peaks: Peaks::new(model.vertices.len()),
        }
    }

    fn look(&mut self, subject: &Subject<'_>, moment: &Moment, number: u32) {
        let pool = &subject.model.vertices;
        let pose = self.poser.at(Some(moment.clip), moment.time_ms);
        self.deformed.deform(&subject.binding, pose, pool);
        self.bone_scales.clear();
        self.bone_scales.extend(pose.iter().map(scale_of));
        self.scales.clear();
        let bone_scales = &self.bone_scales;
        self.scales.extend((0..pool.len()).map(|vertex| {
            let own = subject.bones_of(vertex).iter();
            let own = own.filter_map(|&bone| bone_scales.get(bone as usize));
            own.fold([1.0f32, 1.0], |[most, least], scale| {
                [most.max(scale[0]), least.min(scale[1])]
            })
        }));
        self.look_at_edges(subject);
        self.look_at_volumes(subject, number);
        let degrees = subject.degrees.iter();
        let lists = self.stretch.iter_mut().zip(&mut self.collapse);
        let peaks = self.peaks.stretch.iter_mut().zip(&mut self.peaks.collapse);
        for ((((stretch, collapse), sums), &degree), peaks) in
            lists.zip(&self.sums).zip(degrees).zip(peaks)
        {
            let share = 1.0 / degree.max(1) as f32;
            (stretch.mean, stretch.moment) = (sums[0] * share, number);
            (collapse.mean, collapse.moment) = (sums[1] * share, number);
            peaks.0.take(stretch);
            peaks.1.take(collapse);
        }
    }

    fn look_at_edges(&mut self, subject: &Subject<'_>) {
        let count = self.scales.len();
        for list in [&mut self.stretch, &mut self.collapse] {
            list.clear();
            list.resize(count, Peak::default());
        }
        self.sums.clear();
        self.sums.resize(count, [0.0; 2]);
        let typical = subject.mesh.typical;
        for &(ends, bind) in &subject.mesh.edges {
            let [a, b] = ends.map(|end| end as usize);
            let at = |end: usize| self.deformed.positions.get(end).copied();
            let (Some(from), Some(to)) = (at(a), at(b)) else {
                continue;
            };
            let (Some(own), Some(other)) = (self.scales.get(a), self.scales.get(b)) else {
                continue;
            };
            let length = (to - from).norm();
            let (most, least) = (own[0].max(other[0]), own[1].min(other[1]));
            let ratio = length / bind;
            let stretch = (length - most * bind) / bind.max(typical);
            let is_long = bind >= SHORT * typical && least > 0.0;
            let collapse = if is_long { 1.0 - ratio / least } else { 0.0 };
            for end in [a, b] {
                if let Some(sums) = self.sums.get_mut(end) {
                    sums[0] += stretch.max(0.0);
                    sums[1] += collapse.max(0.0);
                }
                for (list, score) in [(&mut self.stretch, stretch), (&mut self.collapse, collapse)]
                {
                    if let Some(peak) = list.get_mut(end)
                        && score > peak.score
                    {
                        (peak.score, peak.ratio) = (score, ratio);
                    }
                }
            }
        }
    }

    fn look_at_volumes(&mut self, subject: &Subject<'_>, number: u32) {
        let positions = &self.deformed.positions;
        RingVolume::all(&subject.mesh.triangles, positions, &mut self.rings);
        let bones = &subject.model.skeleton.bones;
        let pose = self.poser.last();
        let rings = self.rings.iter().zip(&subject.joints);
        for ((ring, joint), peak) in rings.zip(&mut self.peaks.volume) {
            let Some((bone, before)) = *joint else {
                continue;
            };
            let (Some(matrix), Some(bone)) = (pose.get(bone), bones.get(bone)) else {
                continue;
            };
            let own = f64::from(matrix.linear().determinant().abs()).min(1.0);
            // A bone that shrinks to nothing takes the volume with it, as it is meant to.
            if own < 1e-6 {
                continue;
            }
            let left = ring.to(&matrix.point(&bone.pivot)) / before;
            peak.take(&Peak {
                score: (1.0 - left / own) as f32,
                ratio: left as f32,
                mean: 0.0,
                moment: number,
            });
        }
    }
}

/// The largest and the smallest factor by which a bone scales its own axes.
fn scale_of(matrix: &Affine) -> [f32; 2] {
    let linear = matrix.linear();
    let lengths = [0, 1, 2].map(|axis| linear.column(axis).norm());
    [
        lengths.into_iter().fold(0.0, f32::max),
        lengths.into_iter().fold(f32::INFINITY, f32::min),
    ]
}
