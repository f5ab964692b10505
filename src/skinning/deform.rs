//! Where a pose takes the vertices of a mesh: positions and normals, on the CPU.
//!
//! The 3x4 matrices of a vertex's bones are blended, then position and normal are transformed
//! once. Normals come out as long as the blend makes them; whoever lights them brings them to
//! unit length.

use super::SkinBinding;
use super::kernel::{Columns, Kernel, Vertices, blend};
use crate::math::{Affine, Vec3};
use crate::mesh::VertexPool;
use rayon::prelude::*;
use std::ops::Range;

/// Vertices that one thread deforms at a time.
const CHUNK: usize = 8192;

/// A mesh as a pose deforms it. Kept between frames so that nothing is allocated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deformed {
    /// Positions in model space, file units.
    pub positions: Vec<Vec3>,
    /// Normals in model space, not of unit length where bones scale or bend apart.
    pub normals: Vec<Vec3>,
    columns: Vec<Columns>,
}

impl Deformed {
    /// Deforms all vertices of `pool` by `model_from_bind`, one matrix per bone by position.
    ///
    /// A matrix that is missing leaves its bone's share at the bind pose, as does `binding` for
    /// vertices that it does not have.
    pub fn deform(&mut self, binding: &SkinBinding, model_from_bind: &[Affine], pool: &VertexPool) {
        self.deform_range(binding, model_from_bind, pool, 0..pool.len());
    }

    /// Deforms the vertices in `range` only; the others stay as the last call left them.
    ///
    /// On the first call, or when the number of vertices has changed, the others are those of the
    /// bind pose.
    pub fn deform_range(
        &mut self,
        binding: &SkinBinding,
        model_from_bind: &[Affine],
        pool: &VertexPool,
        range: Range<usize>,
    ) {
        self.deform_by(Kernel::detect(), binding, model_from_bind, pool, range);
    }

    fn deform_by(
        &mut self,
        kernel: Kernel,
        binding: &SkinBinding,
        model_from_bind: &[Affine],
        pool: &VertexPool,
        range: Range<usize>,
    ) {
        if self.positions.len() != pool.positions.len() || self.normals.len() != pool.normals.len()
        {
            self.positions.clone_from(&pool.positions);
            self.normals.clone_from(&pool.normals);
        }
        self.columns.clear();
        let matrices = model_from_bind.iter().take(binding.bone_count());
        self.columns.extend(matrices.map(Columns::from));
        // The bone after the last is the bind pose.
        self.columns
            .resize(binding.bone_count() + 1, Columns::from(&Affine::IDENTITY));

        let count = binding
            .len()
            .min(pool.positions.len())
            .min(pool.normals.len());
        let range = range.start.min(count)..range.end.min(count);
        let chunks = chunks(
            &range,
            binding,
            pool,
            &mut self.positions,
            &mut self.normals,
        );
        let columns = &self.columns;
        let deform = |(first, mut vertices): (usize, Vertices<'_>)| {
            kernel.run(columns, &mut vertices);
            deform_overflow(columns, binding, first, &mut vertices);
        };
        if range.len() <= CHUNK {
            chunks.for_each(deform);
        } else {
            chunks.collect::<Vec<_>>().into_par_iter().for_each(deform);
        }
    }
}

/// The vertices in `range`, cut into chunks, each with the position of its first vertex.
fn chunks<'a>(
    range: &Range<usize>,
    binding: &'a SkinBinding,
    pool: &'a VertexPool,
    out_positions: &'a mut [Vec3],
    out_normals: &'a mut [Vec3],
) -> impl Iterator<Item = (usize, Vertices<'a>)> {
    let start = range.start;
    let influences = (binding
        .bones
        .get(range.clone())
        .unwrap_or_default()
        .chunks(CHUNK))
    .zip(
        binding
            .weights
            .get(range.clone())
            .unwrap_or_default()
            .chunks(CHUNK),
    );
    let bind = (pool
        .positions
        .get(range.clone())
        .unwrap_or_default()
        .chunks(CHUNK))
    .zip(
        pool.normals
            .get(range.clone())
            .unwrap_or_default()
            .chunks(CHUNK),
    );
    let out = (out_positions
        .get_mut(range.clone())
        .unwrap_or_default()
        .chunks_mut(CHUNK))
    .zip(
        out_normals
            .get_mut(range.clone())
            .unwrap_or_default()
            .chunks_mut(CHUNK),
    );
    influences.zip(bind).zip(out).enumerate().map(
        move |(chunk, (((bones, weights), (positions, normals)), (out_positions, out_normals)))| {
            let vertices = Vertices {
                bones,
                weights,
                positions,
                normals,
                out_positions,
                out_normals,
            };
            (start + chunk * CHUNK, vertices)
        },
    )
}

/// Deforms the vertices of a chunk that have more influences than slots.
fn deform_overflow(
    columns: &[Columns],
    binding: &SkinBinding,
    first: usize,
    vertices: &mut Vertices<'_>,
) {
    if binding.overflow.is_empty() {
        return;
    }
    let end = first + vertices.positions.len();
    for (&vertex, influences) in binding.overflow.range(first as u32..end as u32) {
        let at = vertex as usize - first;
        let (Some(position), Some(normal)) = (vertices.positions.get(at), vertices.normals.get(at))
        else {
            continue;
        };
        let (position, normal) = blend(columns, influences, position, normal);
        if let (Some(out_position), Some(out_normal)) = (
            vertices.out_positions.get_mut(at),
            vertices.out_normals.get_mut(at),
        ) {
            *out_position = position;
            *out_normal = normal;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Vec2, quat_from_axis_angle};
    use crate::mesh::{Influence, Influences};
    use crate::skeleton::{Bone, BoneFlags, BoneId, BoneKind, Skeleton};

    /// `count` bones with ids that are not their positions, to catch a mix-up of the two.
    fn skeleton(count: u32) -> Skeleton {
        let bones = (0..count).map(|i| Bone {
            id: BoneId(BoneId::FIRST_NEW + count - i),
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

    /// Vertices on a spiral, each with the influences that `of` gives by bone position.
    fn pool(
        skeleton: &Skeleton,
        count: usize,
        of: impl Fn(usize) -> Vec<(usize, f32)>,
    ) -> VertexPool {
        let mut influences = Influences::default();
        for vertex in 0..count {
            let mut slots = [Influence::NONE; 4];
            let all: Vec<Influence> = of(vertex)
                .into_iter()
                .map(|(bone, weight)| Influence {
                    bone: skeleton
                        .bones
                        .get(bone)
                        .map_or(BoneId::NONE, |bone| bone.id),
                    weight,
                })
                .collect();
            for (slot, influence) in slots.iter_mut().zip(&all) {
                *slot = *influence;
            }
            influences.slots.push(slots);
            if all.len() > 4 {
                influences.overflow.insert(vertex as u32, all[4..].to_vec());
            }
        }
        let at = |v: usize| {
            let f = v as f32 * 0.01;
            Vec3::new(f.sin(), f.cos(), f * 0.1)
        };
        VertexPool {
            positions: (0..count).map(at).collect(),
            normals: (0..count).map(|v| at(v * 3 + 1)).collect(),
            uvs: [vec![Vec2::zeros(); count], vec![Vec2::zeros(); count]],
            influences,
        }
    }

    fn matrices(count: usize) -> Vec<Affine> {
        (0..count)
            .map(|i| {
                let f = i as f32;
                Affine::about_pivot(
                    &Vec3::new(f, 0.5, -f),
                    &Vec3::new(0.1 * f, 1.0, 0.3),
                    &quat_from_axis_angle(&Vec3::new(f.cos(), 1.0, 0.2), 0.3 + f),
                    &Vec3::new(1.0, 1.2, 0.8),
                )
            })
            .collect()
    }

    fn deformed(
        kernel: Kernel,
        pool: &VertexPool,
        skeleton: &Skeleton,
        matrices: &[Affine],
    ) -> Deformed {
        let mut out = Deformed::default();
        let binding = SkinBinding::new(pool, skeleton);
        out.deform_by(kernel, &binding, matrices, pool, 0..pool.len());
        out
    }

    /// Checks both kernels against `v' = v + sum w (M v - v)` in f64, excess divided out first.
    #[track_caller]
    fn check_deform(count: usize, of: impl Fn(usize) -> Vec<(usize, f32)>) {
        let skeleton = skeleton(9);
        let matrices = matrices(9);
        let pool = pool(&skeleton, count, &of);
        for kernel in [Kernel::Portable, Kernel::detect()] {
            let found = deformed(kernel, &pool, &skeleton, &matrices);
            for vertex in 0..count {
                let weights = of(vertex);
                let total: f64 = weights.iter().map(|(_, w)| f64::from(*w)).sum();
                let (v, n) = (&pool.positions[vertex], &pool.normals[vertex]);
                let (mut position, mut normal) = (v.cast::<f64>(), n.cast::<f64>());
                for (bone, weight) in weights {
                    let Some(matrix) = matrices.get(bone) else {
                        continue;
                    };
                    let share = f64::from(weight) / total.max(1.0);
                    position += (matrix.point(v) - v).cast::<f64>() * share;
                    normal += (matrix.vector(n) - n).cast::<f64>() * share;
                }
                let error = (found.positions[vertex].cast::<f64>() - position).norm();
                assert!(error < 1e-5, "position {vertex} by {kernel:?}: {error}");
                let error = (found.normals[vertex].cast::<f64>() - normal).norm();
                assert!(error < 1e-5, "normal {vertex} by {kernel:?}: {error}");
            }
        }
    }

    #[test]
    fn the_bind_pose_leaves_every_vertex_where_it_is() {
        let skeleton = skeleton(9);
        let pool = pool(&skeleton, 500, |v| vec![(v % 9, 0.5), ((v + 1) % 9, 0.5)]);
        for kernel in [Kernel::Portable, Kernel::detect()] {
            let found = deformed(kernel, &pool, &skeleton, &[Affine::IDENTITY; 9]);
            assert_eq!(found.positions, pool.positions);
            assert_eq!(found.normals, pool.normals);
        }
    }

    #[test]
    fn weights_that_sum_to_1_blend_the_bones() {
        // More than one chunk, and a last chunk that is not full.
        check_deform(20_001, |v| {
            vec![
                (v % 9, 0.4),
                ((v + 1) % 9, 0.3),
                ((v + 5) % 9, 0.2),
                ((v + 7) % 9, 0.1),
            ]
        });
    }

    #[test]
    fn missing_weight_stays_at_the_bind_position() {
        check_deform(100, |v| vec![(v % 9, 0.25)]);
        check_deform(100, |_| vec![]);
        check_deform(100, |v| (0..4).map(|i| ((v + i) % 9, 0.2)).collect());
    }

    #[test]
    fn excess_weight_is_normalised_first() {
        check_deform(100, |v| vec![(v % 9, 0.9), ((v + 2) % 9, 0.6)]);
        check_deform(100, |v| vec![(v % 9, 3.0e38), ((v + 2) % 9, 3.0e38)]);
    }

    #[test]
    fn vertices_with_more_than_four_influences_use_them_all() {
        check_deform(9000, |v| {
            let count = 1 + v % 7;
            (0..count)
                .map(|i| ((v + i) % 9, 1.0 / count as f32))
                .collect()
        });
    }

    #[test]
    fn a_bone_that_does_not_exist_leaves_its_share_at_the_bind_position() {
        check_deform(100, |v| vec![(v % 9, 0.5), (77, 0.5)]);
    }

    #[test]
    fn both_kernels_agree() {
        let skeleton = skeleton(9);
        let pool = pool(&skeleton, 10_000, |v| {
            (0..4)
                .map(|i| ((v * 7 + i) % 9, 0.1 * (i + 1) as f32))
                .collect()
        });
        let fast = deformed(Kernel::detect(), &pool, &skeleton, &matrices(9));
        let plain = deformed(Kernel::Portable, &pool, &skeleton, &matrices(9));
        for (a, b) in fast.positions.iter().zip(&plain.positions) {
            assert!((a - b).norm() < 1e-5, "{a:?} {b:?}");
        }
        for (a, b) in fast.normals.iter().zip(&plain.normals) {
            assert!((a - b).norm() < 1e-5, "{a:?} {b:?}");
        }
    }

    #[test]
    fn deforming_a_range_touches_no_other_vertex() {
        let skeleton = skeleton(2);
        let pool = pool(&skeleton, 30_000, |v| vec![(v % 2, 1.0)]);
        let binding = SkinBinding::new(&pool, &skeleton);
        let up = [Affine::translation(&Vec3::z()); 2];
        for range in [
            0..1,
            5..5,
            100..17_000,
            29_999..30_000,
            29_000..99_000,
            50_000..60_000,
        ] {
            let mut out = Deformed::default();
            out.deform_range(&binding, &up, &pool, range.clone());
            for vertex in 0..pool.len() {
                let bind = pool.positions[vertex];
                let moved = if range.contains(&vertex) {
                    Vec3::z()
                } else {
                    Vec3::zeros()
                };
                assert_eq!(out.positions[vertex], bind + moved, "{vertex} of {range:?}");
            }
        }
    }

    #[test]
    fn rebinding_touched_vertices_gives_what_binding_all_anew_gives() {
        let skeleton = skeleton(9);
        let mut pool = pool(&skeleton, 300, |v| {
            (0..5).map(|i| ((v + i) % 9, 0.2)).collect()
        });
        let mut binding = SkinBinding::new(&pool, &skeleton);
        for vertex in 20..40 {
            pool.influences.slots[vertex][0].weight = 0.05;
            pool.influences.slots[vertex][1].weight = 0.0;
            pool.influences.overflow.remove(&(vertex as u32));
        }
        assert_ne!(binding, SkinBinding::new(&pool, &skeleton));
        binding.rebind(&pool, &skeleton, 20..40);
        assert_eq!(binding, SkinBinding::new(&pool, &skeleton));
    }

    #[test]
    fn missing_matrices_and_an_empty_mesh_are_the_bind_pose() {
        let skeleton = skeleton(9);
        let pool = pool(&skeleton, 50, |v| vec![(v % 9, 1.0)]);
        let found = deformed(Kernel::detect(), &pool, &skeleton, &[]);
        assert_eq!(found.positions, pool.positions);
        let empty = VertexPool::default();
        assert!(
            deformed(Kernel::detect(), &empty, &skeleton, &[])
                .positions
                .is_empty()
        );
    }
}
