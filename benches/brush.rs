//! What a brush does while a weight is painted: finding the spot under the pointer, gathering the
//! vertices under the brush, a whole dab, a whole stroke, and following a pose.
//!
//! The mesh is a bumpy ring, two triangles a vertex; dabs have about 850 vertices on both sizes.
#![allow(missing_docs, reason = "a bench has no callers")]

use bonewright::brush::{Falloff, FalloffTable};
use bonewright::document::{Document, Model, ModelFormat, ModelId};
use bonewright::edit::operator::PaintWeights;
use bonewright::edit::{
    BoneRef, DabArgument, EntryFocus, History, StrokeMemory, WeightMode, WeightStroke,
};
use bonewright::math::{Ray, Vec2, Vec3};
use bonewright::mesh::{
    Geodesic, Influence, Influences, NearVertex, Submesh, SurfaceIndex, VertexPool, VertexTree,
    View, WeldedSurface,
};
use bonewright::skeleton::{Bone, BoneFlags, BoneId, BoneKind};
use divan::Bencher;

fn main() {
    divan::main();
}

const BONES: u32 = 8;
/// Vertices around and along the ring.
const SIZES: [(&str, usize, usize); 2] = [("50k", 158, 316), ("500k", 500, 1000)];
/// Vertices under the brush.
const UNDER_BRUSH: usize = 850;

fn names() -> [&'static str; 2] {
    SIZES.map(|(name, ..)| name)
}

fn noise(index: u64, kind: u64) -> f32 {
    let mut z = (index * 16 + kind).wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^= z >> 31;
    (z >> 40) as f32 / (1u64 << 24) as f32
}

struct Ring {
    positions: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
}

impl Ring {
    fn new(size: &str) -> Self {
        let found = SIZES.iter().find(|(name, ..)| *name == size);
        let (around, along) = found.map_or((3, 3), |&(_, around, along)| (around, along));
        let (mut positions, mut triangles) = (Vec::new(), Vec::new());
        let at = |i: usize, j: usize| ((j % along) * around + i % around) as u32;
        for j in 0..along {
            for i in 0..around {
                let u = i as f32 / around as f32 * std::f32::consts::TAU;
                let v = j as f32 / along as f32 * std::f32::consts::TAU;
                let radius = 0.35 + 0.1 * (5.0 * u).sin() * (7.0 * v).cos();
                let radius = radius + 0.004 * noise((j * around + i) as u64, 3);
                let out = 1.0 + radius * u.cos();
                positions.push(Vec3::new(out * v.cos(), out * v.sin(), radius * u.sin()));
                triangles.push([at(i, j), at(i + 1, j), at(i, j + 1)]);
                triangles.push([at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
            }
        }
        Self {
            positions,
            triangles,
        }
    }

    /// Vertices somewhere on the ring.
    fn spots(&self) -> Vec<Vec3> {
        let count = self.positions.len() as f32;
        let spot = |index| (noise(index, 1) * count) as usize;
        (0..4096)
            .filter_map(|index| self.positions.get(spot(index)).copied())
            .collect()
    }

    /// Rays from outside to spots.
    fn rays(&self) -> Vec<Ray> {
        let toward = |(index, target): (u64, &Vec3)| {
            let part = |kind| noise(index, kind) - 0.5;
            let origin = Vec3::new(part(5), part(6), part(7)).try_normalize(0.0)? * 5.0;
            let direction = (target - origin).try_normalize(0.0)?;
            Some(Ray { origin, direction })
        };
        (0..).zip(&self.spots()).filter_map(toward).collect()
    }

    /// Spots along the outside of the ring, a fifth of a brush apart.
    fn way(&self, radius: f32) -> Vec<Vec3> {
        let mut way: Vec<Vec3> = Vec::new();
        for position in &self.positions {
            let along = way.last().map(|last| position - last);
            if position.z.abs() < 0.01
                && position.norm() > 1.0
                && along.is_none_or(|along| along.norm() > radius * 0.2)
            {
                way.push(*position);
            }
        }
        way
    }

    /// Spots whose dabs do not overlap, so that each dab of a stroke has all of its vertices new.
    fn apart(&self, radius: f32) -> Vec<Vec3> {
        let mut apart: Vec<Vec3> = Vec::new();
        for spot in self.spots() {
            if apart
                .iter()
                .all(|other| (other - spot).norm() > 2.0 * radius)
            {
                apart.push(spot);
            }
        }
        apart
    }

    /// The radius under which there are as many vertices at this spot.
    fn radius_at(hand: &Hand, spot: &Vec3) -> f32 {
        let mut found = Vec::new();
        hand.tree.within(spot, 3.0 * hand.radius, &mut found);
        let mut distances: Vec<f32> = found.iter().map(|near| near.distance).collect();
        distances.sort_unstable_by(f32::total_cmp);
        distances.get(UNDER_BRUSH - 1).copied().unwrap_or_default()
    }

    /// The radius under which there are so many vertices in the middle of all spots.
    fn radius(&self, tree: &VertexTree) -> f32 {
        let (mut low, mut high) = (0.0, 1.0);
        let mut found = Vec::new();
        for _ in 0..24 {
            let radius = (low + high) / 2.0;
            let spots = self.spots();
            let counts = spots.iter().take(200).map(|spot| {
                tree.within(spot, radius, &mut found);
                found.len()
            });
            if counts.sum::<usize>() > 200 * UNDER_BRUSH {
                high = radius;
            } else {
                low = radius;
            }
        }
        low
    }

    fn document(&self) -> Document {
        let count = self.positions.len();
        let mut model = Model::new(ModelId(1), "ring", ModelFormat::M2 { version: 264 });
        for index in 0..BONES {
            model.skeleton.bones.push(Bone {
                id: BoneId(index),
                name: None,
                parent: None,
                pivot: Vec3::zeros(),
                flags: BoneFlags(0),
                key_bone_id: -1,
                submesh_id: 0,
                name_crc: 0,
                kind: BoneKind::Bone,
                shape: None,
            });
        }
        let bone_count = model.skeleton.bones.len();
        model.bone_tracks.resize_with(bone_count, Default::default);
        let slots = (0..count).map(|vertex| {
            let first = (vertex * BONES as usize / count) as u32;
            let influence = |(slot, weight): (u32, f32)| Influence {
                bone: BoneId((first + slot) % BONES),
                weight,
            };
            [(0, 0.5), (1, 0.25), (2, 0.25), (3, 0.0)].map(influence)
        });
        model.vertices = VertexPool {
            positions: self.positions.clone(),
            normals: vec![Vec3::z(); count],
            uvs: [vec![Vec2::zeros(); count], vec![Vec2::zeros(); count]],
            influences: Influences {
                slots: slots.collect(),
                ..Influences::default()
            },
        };
        model.views = vec![View {
            vertex_indices: (0..count as u32).collect(),
            triangles: self.triangles.iter().flatten().copied().collect(),
            submeshes: vec![Submesh {
                vertex_count: count as u32,
                triangle_count: self.triangles.len() as u32 * 3,
                ..Submesh::default()
            }],
            ..View::default()
        }];
        let mut document = Document::new();
        document.models.push(model);
        document
    }
}

/// What the strokes do.
fn paint() -> PaintWeights {
    PaintWeights {
        model: Some(1),
        bone: Some(BoneRef::Id { id: 2 }),
        mode: WeightMode::Set,
        value: 0.7,
        ..PaintWeights::default()
    }
}

/// A brush in hand: everything that a dab needs, its memory used again.
struct Hand {
    tree: VertexTree,
    table: FalloffTable,
    radius: f32,
    found: Vec<NearVertex>,
    dab: DabArgument,
}

impl Hand {
    fn new(ring: &Ring) -> Self {
        let tree = VertexTree::new(&ring.positions);
        let radius = ring.radius(&tree);
        Self {
            tree,
            radius,
            table: FalloffTable::new(&Falloff::Smooth, 0.2),
            found: Vec::new(),
            dab: DabArgument::default(),
        }
    }

    /// Vertices and strengths of a dab at `centre`.
    fn gather(&mut self, centre: &Vec3) {
        self.tree.within(centre, self.radius, &mut self.found);
        self.dab.vertices.clear();
        self.dab.strengths.clear();
        let per_radius = self.radius.recip();
        let vertices = self.found.iter().map(|near| near.vertex);
        self.dab.vertices.extend(vertices);
        let distance = |near: &NearVertex| near.distance * per_radius;
        let strengths = &mut self.dab.strengths;
        self.table.fade(&self.found, distance, strengths);
    }
}

/// The first spot under a pointer.
#[divan::bench(args = names(), sample_count = 200, sample_size = 100)]
fn pick(bencher: Bencher<'_, '_>, size: &str) {
    let ring = Ring::new(size);
    let index = SurfaceIndex::new(&ring.positions, &ring.triangles);
    let rays = ring.rays();
    let mut turn = rays.iter().cycle();
    bencher.bench_local(|| turn.next().and_then(|ray| index.hit(ray)));
}

/// Whether a vertex is hidden.
#[divan::bench(args = names(), sample_count = 200, sample_size = 100)]
fn occlusion(bencher: Bencher<'_, '_>, size: &str) {
    let ring = Ring::new(size);
    let index = SurfaceIndex::new(&ring.positions, &ring.triangles);
    let rays = ring.rays();
    let mut turn = rays.iter().cycle();
    bencher.bench_local(|| turn.next().map(|ray| index.hits_before(ray, 4.9)));
}

/// The nearest spot of the surface, as transfer of weights asks for it.
#[divan::bench(args = names(), sample_count = 200, sample_size = 100)]
fn nearest(bencher: Bencher<'_, '_>, size: &str) {
    let ring = Ring::new(size);
    let index = SurfaceIndex::new(&ring.positions, &ring.triangles);
    let spots = ring.spots();
    let mut turn = spots.iter().cycle();
    bencher.bench_local(|| turn.next().and_then(|spot| index.nearest(&(spot * 1.01))));
}

/// Following a pose with the index that is picked in.
#[divan::bench(args = names(), sample_count = 100, sample_size = 1)]
fn refit_surface(bencher: Bencher<'_, '_>, size: &str) {
    let ring = Ring::new(size);
    let mut index = SurfaceIndex::new(&ring.positions, &ring.triangles);
    bencher.bench_local(|| index.refit(&ring.positions));
}

/// Following a pose with the tree that a dab gathers from.
#[divan::bench(args = names(), sample_count = 100, sample_size = 1)]
fn refit_vertices(bencher: Bencher<'_, '_>, size: &str) {
    let ring = Ring::new(size);
    let mut tree = VertexTree::new(&ring.positions);
    bencher.bench_local(|| tree.refit(&ring.positions));
}

/// Vertices under the brush and their strengths.
#[divan::bench(args = names(), sample_count = 400, sample_size = 20)]
fn gather(bencher: Bencher<'_, '_>, size: &str) {
    let ring = Ring::new(size);
    let mut hand = Hand::new(&ring);
    let spots = ring.spots();
    let mut turn = spots.iter().cycle();
    bencher.bench_local(|| {
        if let Some(spot) = turn.next() {
            hand.gather(spot);
        }
    });
}

/// Vertices under the brush by their distance along the surface.
#[divan::bench(args = names(), sample_count = 200, sample_size = 5)]
fn gather_along_the_surface(bencher: Bencher<'_, '_>, size: &str) {
    let ring = Ring::new(size);
    let hand = Hand::new(&ring);
    let document = ring.document();
    let Some(model) = document.models.first() else {
        return;
    };
    let topology = model.topology();
    let surface = WeldedSurface::new(&topology, &ring.positions);
    let mut geodesic = Geodesic::default();
    let mut found = Vec::new();
    let mut turn = ring.triangles.iter().step_by(991).cycle();
    bencher.bench_local(|| {
        if let Some(&corners) = turn.next()
            && let Some(point) = ring.positions.get(corners[0] as usize)
        {
            geodesic.within(&surface, corners, point, hand.radius, &mut found);
        }
    });
}

/// A dab as the window paints it: gather, strengths, weights under all rules, and the ranges of
/// vertices to show anew. The brush goes on by a fifth of its radius, and every dab changes all of
/// its vertices.
#[divan::bench(args = names(), sample_count = 4000, sample_size = 1)]
fn whole_dab(bencher: Bencher<'_, '_>, size: &str) {
    let airbrush = PaintWeights {
        accumulate: true,
        ..paint()
    };
    dabs(
        bencher,
        size,
        airbrush,
        Ring::way,
        |hand, painting, spot| {
            hand.radius = spot.radius;
            hand.gather(&spot.centre);
            let changed = painting.stroke.dab(&mut painting.document, &hand.dab);
            changed.ranges(64).len()
        },
    );
}

/// The same where the stroke has not been, at a place far from the last.
#[divan::bench(args = names(), sample_count = 4000, sample_size = 1)]
fn whole_dab_far_from_the_last(bencher: Bencher<'_, '_>, size: &str) {
    dabs(
        bencher,
        size,
        paint(),
        Ring::apart,
        |hand, painting, spot| {
            hand.radius = spot.radius;
            hand.gather(&spot.centre);
            let changed = painting.stroke.dab(&mut painting.document, &hand.dab);
            changed.ranges(64).len()
        },
    );
}

/// Where a dab goes, with as many vertices under it as under all others.
#[derive(Clone, Copy)]
struct Spot {
    centre: Vec3,
    radius: f32,
}

/// A stroke in progress.
struct Painting {
    document: Document,
    stroke: WeightStroke,
}

/// Times `dab` on one spot after the other, and begins anew after the last.
fn dabs(
    bencher: Bencher<'_, '_>,
    size: &str,
    operator: PaintWeights,
    spots: impl Fn(&Ring, f32) -> Vec<Vec3>,
    dab: impl Fn(&mut Hand, &mut Painting, &Spot) -> usize,
) {
    let ring = Ring::new(size);
    let mut hand = Hand::new(&ring);
    let spots: Vec<Spot> = spots(&ring, hand.radius)
        .into_iter()
        .map(|centre| Spot {
            radius: Ring::radius_at(&hand, &centre),
            centre,
        })
        .collect();
    let mut document = ring.document();
    let mut memory = StrokeMemory::default();
    let mut next = 0;
    let mut painting: Option<Painting> = None;
    let shared = std::cell::RefCell::new((&mut hand, &mut painting));
    bencher
        .counter(divan::counter::ItemsCount::new(UNDER_BRUSH))
        .with_inputs(|| {
            let painting = &mut shared.borrow_mut().1;
            next += 1;
            if next >= spots.len() {
                next = 0;
                if let Some(Painting {
                    document: mut painted,
                    stroke,
                }) = painting.take()
                {
                    memory = stroke.cancel(&mut painted).1;
                    document = painted;
                }
            }
            if painting.is_none() {
                let document = std::mem::take(&mut document);
                let begun =
                    WeightStroke::begin(&document, operator.clone(), std::mem::take(&mut memory));
                **painting = begun.ok().map(|stroke| Painting { document, stroke });
            }
            spots.get(next).copied()
        })
        .bench_local_values(|spot| {
            let (hand, painting) = &mut *shared.borrow_mut();
            let painting = painting.as_mut();
            painting
                .zip(spot)
                .map(|(painting, spot)| dab(hand, painting, &spot))
        });
    if let Some(Painting { stroke, .. }) = painting {
        let _ = stroke.cancel(&mut document);
    }
}

/// A stroke of one dab: begin, dab, commit with its entry in the history, and undo.
#[divan::bench(args = names(), sample_count = 200, sample_size = 1)]
fn stroke_and_undo(bencher: Bencher<'_, '_>, size: &str) {
    let ring = Ring::new(size);
    let mut hand = Hand::new(&ring);
    let mut document = ring.document();
    let mut history = History::default();
    let mut memory = StrokeMemory::default();
    let spots = ring.spots();
    let mut turn = spots.iter().cycle();
    bencher.bench_local(|| {
        let spot = turn.next()?;
        let begun = WeightStroke::begin(&document, paint(), std::mem::take(&mut memory));
        let mut stroke = begun.ok()?;
        hand.gather(spot);
        stroke.dab(&mut document, &hand.dab);
        let (applied, _, kept) = stroke.commit(&mut document, &mut history, EntryFocus::default());
        memory = kept;
        applied.ok()??;
        history.undo(&mut document)
    });
}
