//! Poses a model: node matrices and skinned vertices at one time, all in `f64`.
//!
//! Conventions, so that a difference from the code under test can be argued about:
//! * Matrices are row-major and multiply column vectors; the last row is 0, 0, 0, 1.
//! * `m(n) = m(parent) * T(pivot + t) * R(r) * S(s) * T(-pivot)`, with t = 0, r = identity and
//!   s = 1 where a channel has no key that counts. Billboards are not applied.
//! * No clip (bind): every matrix is the identity, global sequences do not play either.
//! * Of a track that follows no global sequence only keys inside `start..=end` of the clip count.
//!   The time asked for is the clip's own: 0 is its `start`. A clip that ends before it starts
//!   has no keys.
//! * A global sequence runs on `time mod length` of the time asked for (never negative); length
//!   0, an index that is not there and a negative one other than -1 give time 0. All of its keys
//!   count, also those past its length. There is no wrap from the last key to the first.
//! * Keys are sorted by time, keys at one time in file order. Before the first the first holds,
//!   past the last the last. At and after a time with several keys the last of them holds; what
//!   comes before leads to the first of them (see [`sample::LEADS_TO_FIRST_OF_EQUAL_TIMES`]).
//!   Exactly on a key, that key's value.
//! * Interpolation: 0 step, 2 Hermite, 3 Bezier, any other linear. Hermite uses tangents as they
//!   are stored: `h00 a + h10 out(a) + h01 b + h11 in(b)`. Bezier: `a, out(a), in(b), b`.
//! * Rotations: keys and tangents are normalised first (length 0 gives the identity). Linear is
//!   slerp on the short arc at every angle (a lerp only where the sine is under 1e-9). Both cubics
//!   are `slerp(slerp(a, b, u), slerp(out(a), in(b), u), 2u(1-u))`, each on the short arc.
//! * 'Don't inherit' flags (1 translation, 2 rotation, 4 scaling): with the parent's matrix
//!   `[L | p]` and the node's pivot c, let s be the lengths of L's three columns and Q be L with
//!   each column divided by its length (a column of length 0 stays 0). L' is L, or diag(s) with
//!   flag 2, or Q with flag 4, or the identity with both. Without flag 1 the pivot stays where the
//!   parent takes it: `p' = L c + p - L' c`. With flag 1 it stays in the bind pose:
//!   `p' = c - L' c`. `[L' | p']` then stands for the parent's matrix in the product above.
//!   A node without parent ignores nothing. Its children inherit its final matrix.
//! * The parent is the first node in file order with that object id. Parents may come after
//!   children. A parent that is not there is none; a node whose chain of parents comes back to
//!   itself has none either (a node that only hangs on such a ring keeps its parent).
//! * A vertex is the mean of where the nodes of its group take it; a node named twice counts
//!   twice, an id that no node has stands for the identity. A vertex without a group, or with a
//!   group that is not there or names nobody, stays where it is.

use super::matrix::{IDENTITY, Matrix, multiply, rotation, scaling, transform, translation};
use super::nodes::{NO_PARENT, Node, Track};
use super::reader::Model;
use super::sample::{self, Moment};

const IGNORE_PARENT_TRANSLATION: u32 = 1;
const IGNORE_PARENT_ROTATION: u32 = 2;
const IGNORE_PARENT_SCALE: u32 = 4;

impl Model {
    /// Number of sequences.
    pub fn clip_count(&self) -> usize {
        self.clips.len()
    }

    /// Length of a sequence in ms; 0 if it ends before it starts.
    pub fn clip_duration(&self, clip_index: usize) -> f64 {
        let clip = &self.clips[clip_index];
        f64::from(clip.end_ms.saturating_sub(clip.start_ms))
    }

    /// Number of vertices of all geosets.
    pub fn vertex_count(&self) -> usize {
        self.vertices().count()
    }

    /// Positions in the bind pose, geosets one after the other.
    pub fn vertices(&self) -> impl Iterator<Item = [f64; 3]> {
        self.geosets
            .iter()
            .flat_map(|geoset| geoset.vertices.iter().copied())
    }

    /// Diagonal of the box around all vertices, in the file's units; 0 without vertices.
    pub fn size(&self) -> f64 {
        let mut square = 0.0;
        for axis in 0..3 {
            let along = self.vertices().map(|vertex| vertex[axis]);
            let (low, high) = along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
                (low.min(x), high.max(x))
            });
            if high >= low {
                square += (high - low) * (high - low);
            }
        }
        square.sqrt()
    }

    /// Where the pivot of a node lies in the bind pose.
    pub fn pivot(&self, node: &Node) -> [f64; 3] {
        let place = node.object_id as usize;
        self.pivots.get(place).copied().unwrap_or([0.0; 3])
    }

    /// Index in [`Model::nodes`] of the node with an object id.
    pub fn index_of(&self, object_id: u32) -> Option<usize> {
        self.nodes
            .iter()
            .position(|node| node.object_id == object_id)
    }

    /// Index in [`Model::nodes`] of the parent that counts.
    pub fn parent(&self, index: usize) -> Option<usize> {
        let stored = |index: usize| match self.nodes[index].parent_id {
            NO_PARENT => None,
            id => self.index_of(id),
        };
        let mut above = stored(index);
        for _ in 0..self.nodes.len() {
            match above {
                Some(at) if at == index => return None,
                Some(at) => above = stored(at),
                None => break,
            }
        }
        stored(index)
    }

    /// `model_from_bind` of every node, in the order of [`Model::nodes`]; `None` is the bind pose.
    pub fn pose(&self, clip_index: Option<usize>, time_ms: f64) -> Vec<Matrix> {
        let Some(clip_index) = clip_index else {
            return vec![IDENTITY; self.nodes.len()];
        };
        let mut done = vec![None; self.nodes.len()];
        for index in 0..self.nodes.len() {
            self.matrix(index, clip_index, time_ms, &mut done);
        }
        done.into_iter().flatten().collect()
    }

    /// Position of every vertex under the matrices of [`Model::pose`], geosets one after the other.
    pub fn skinned(&self, matrices: &[Matrix]) -> Vec<[f64; 3]> {
        let mut positions = Vec::new();
        for geoset in &self.geosets {
            let means: Vec<Option<Matrix>> = geoset
                .groups
                .iter()
                .map(|ids| self.mean(ids, matrices))
                .collect();
            for (index, vertex) in geoset.vertices.iter().enumerate() {
                let group = geoset.vertex_groups.get(index);
                let mean = group.and_then(|group| means.get(usize::from(*group))?.as_ref());
                positions.push(mean.map_or(*vertex, |mean| transform(mean, *vertex)));
            }
        }
        positions
    }

    /// When and among which keys a track is sampled.
    pub fn moment(&self, clip_index: usize, time_ms: f64, global_loop: i32) -> Moment {
        if global_loop == -1 {
            let clip = &self.clips[clip_index];
            let (start, end) = (f64::from(clip.start_ms), f64::from(clip.end_ms));
            return Moment {
                time_ms: start + time_ms,
                window_ms: (start, end),
            };
        }
        let length = usize::try_from(global_loop)
            .ok()
            .and_then(|index| self.global_loops_ms.get(index))
            .map_or(0.0, |length| f64::from(*length));
        Moment {
            time_ms: if length > 0.0 {
                time_ms.rem_euclid(length)
            } else {
                0.0
            },
            window_ms: (f64::NEG_INFINITY, f64::INFINITY),
        }
    }

    fn mean(&self, ids: &[u32], matrices: &[Matrix]) -> Option<Matrix> {
        if ids.is_empty() {
            return None;
        }
        let mut sum = [0.0; 16];
        for id in ids {
            let matrix = self.index_of(*id).map_or(&IDENTITY, |at| &matrices[at]);
            for (total, value) in sum.iter_mut().zip(matrix) {
                *total += value;
            }
        }
        let count = ids.iter().map(|_| 1.0).sum::<f64>();
        Some(sum.map(|total| total / count))
    }

    fn matrix(
        &self,
        index: usize,
        clip_index: usize,
        time_ms: f64,
        done: &mut [Option<Matrix>],
    ) -> Matrix {
        if let Some(matrix) = done[index] {
            return matrix;
        }
        let node = &self.nodes[index];
        let above = match self.parent(index) {
            Some(parent) => {
                let parent = self.matrix(parent, clip_index, time_ms, done);
                inherited(&parent, node.flags, self.pivot(node))
            }
            None => IDENTITY,
        };
        let matrix = multiply(&above, &self.local(node, clip_index, time_ms));
        done[index] = Some(matrix);
        matrix
    }

    /// `T(pivot + t) * R(r) * S(s) * T(-pivot)`.
    fn local(&self, node: &Node, clip_index: usize, time_ms: f64) -> Matrix {
        let vector = |track: &Option<Track<3>>| {
            let track = track.as_ref()?;
            sample::vector(track, self.moment(clip_index, time_ms, track.global_loop))
        };
        let turn = node.rotation.as_ref().and_then(|track| {
            sample::quaternion(track, self.moment(clip_index, time_ms, track.global_loop))
        });
        let t = vector(&node.translation).unwrap_or([0.0; 3]);
        let s = vector(&node.scale).unwrap_or([1.0; 3]);
        let r = turn.unwrap_or([0.0, 0.0, 0.0, 1.0]);
        let pivot = self.pivot(node);
        let mut product = translation([pivot[0] + t[0], pivot[1] + t[1], pivot[2] + t[2]]);
        for next in [rotation(r), scaling(s), translation(pivot.map(|x| -x))] {
            product = multiply(&product, &next);
        }
        product
    }
}

/// The parent's matrix without what the node ignores of it.
fn inherited(parent: &Matrix, flags: u32, pivot: [f64; 3]) -> Matrix {
    if flags & 7 == 0 {
        return *parent;
    }
    let mut kept = *parent;
    for column in 0..3 {
        let entries = [parent[column], parent[4 + column], parent[8 + column]];
        let length = entries.iter().map(|x| x * x).sum::<f64>().sqrt();
        let direction = if flags & IGNORE_PARENT_ROTATION != 0 {
            [0, 1, 2].map(|row| if row == column { 1.0 } else { 0.0 })
        } else if length == 0.0 {
            [0.0; 3]
        } else {
            entries.map(|x| x / length)
        };
        let factor = if flags & IGNORE_PARENT_SCALE != 0 {
            1.0
        } else {
            length
        };
        for row in 0..3 {
            kept[4 * row + column] = direction[row] * factor;
        }
    }
    let target = if flags & IGNORE_PARENT_TRANSLATION != 0 {
        pivot
    } else {
        transform(parent, pivot)
    };
    (kept[3], kept[7], kept[11]) = (0.0, 0.0, 0.0);
    let turned = transform(&kept, pivot);
    for row in 0..3 {
        kept[4 * row + 3] = target[row] - turned[row];
    }
    kept
}
