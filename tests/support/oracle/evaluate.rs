//! Poses a model: bone matrices and skinned vertices at one time, all in `f64`.
//!
//! Conventions, so that a difference from the code under test can be argued about:
//! * Matrices are row-major and multiply column vectors; the last row is 0, 0, 0, 1.
//! * `m(b) = m(parent) * T(pivot) * T(t) * R(r) * S(s) * T(-pivot)`, with t = 0, r = identity and
//!   s = 1 where a channel has no keys. Billboards are not applied.
//! * No clip (bind): no channel has a value, global loops included; the same product is formed.
//! * A clip whose file is missing, whose alias leads nowhere, or whose chain of aliases is longer
//!   than the number of clips: only its own keys are missing. Shared tracks (global loops, one
//!   entry for all clips) still play.
//! * An alias is played at the time asked for, not stretched.
//! * Clock of a global loop: `time mod length` (never negative); length 0 or a loop that is not
//!   there gives time 0. There is no wrap from its last key to the first.
//! * Before the first key the first holds, past the last the last. Of keys at one time the last in
//!   file order holds at that time. Exactly on a key, that key's value.
//! * Interpolation: 0 step, 2 Hermite, 3 Bezier, any other linear. Hermite uses tangents as they
//!   are stored: `h00 a + h10 out(a) + h01 b + h11 in(b)`. Bezier: `a, out(a), in(b), b`.
//! * Rotations: keys and tangents are normalised first (length 0 gives the identity). Linear is
//!   slerp on the short arc at every angle (a lerp only where the sine is under 1e-9). Both cubics
//!   are `slerp(slerp(a, b, u), slerp(out(a), in(b), u), 2u(1-u))`, each on the short arc.
//! * Ignore-parent flags (1 translation, 2 scale, 4 rotation): with the parent's matrix
//!   `[L | p]` and the bone's pivot c, let s be the lengths of L's three columns and Q be L with
//!   each column divided by its length (a column of length 0 stays 0). L' is L, or Q with flag 2,
//!   or diag(s) with flag 4, or the identity with both. Without flag 1 the pivot stays where
//!   the parent takes it: `p' = L c + p - L' c`. With flag 1 it stays in the bind pose:
//!   `p' = c - L' c`. `[L' | p']` then stands for the parent's matrix in the product above.
//!   A bone without parent ignores nothing. Its children inherit its final matrix.
//! * A vertex is `v + sum w (M v - v)` with w = weight / 255, or / their sum if that is larger.

use super::reader::{Bone, Keys, Model, Track};

/// A row-major matrix for column vectors.
pub type Matrix = [f64; 16];

const IDENTITY: Matrix = [
    1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0,
];
const IGNORE_PARENT_TRANSLATION: u32 = 1;
const IGNORE_PARENT_SCALE: u32 = 2;
const IGNORE_PARENT_ROTATION: u32 = 4;

impl Model {
    /// Number of clips.
    pub fn clip_count(&self) -> usize {
        self.clips.len()
    }

    /// Length of a clip in ms, its own even if it is an alias.
    pub fn clip_duration(&self, clip_index: usize) -> f64 {
        f64::from(self.clips[clip_index].duration_ms)
    }

    /// Number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.vertices.len()
    }

    /// Diagonal of the box around all vertices, in the file's units; 0 without vertices.
    pub fn size(&self) -> f64 {
        let mut square = 0.0;
        for axis in 0..3 {
            let along = self.vertices.iter().map(|vertex| vertex.position[axis]);
            let low = along.clone().fold(f64::INFINITY, f64::min);
            let high = along.fold(f64::NEG_INFINITY, f64::max);
            if high >= low {
                square += (high - low) * (high - low);
            }
        }
        square.sqrt()
    }

    /// `model_from_bind` of every bone in file order; `None` is the bind pose.
    pub fn pose(&self, clip_index: Option<usize>, time_ms: f64) -> Vec<Matrix> {
        let clock = clip_index.map(|index| Clock {
            clip_index: self.resolve_alias(index),
            time_ms,
            global_loops_ms: &self.global_loops_ms,
        });
        let mut matrices = vec![None; self.bones.len()];
        for bone in 0..self.bones.len() {
            self.matrix(bone, clock.as_ref(), &mut matrices);
        }
        matrices.into_iter().flatten().collect()
    }

    /// Position of every vertex in file order under the matrices of [`Model::pose`].
    pub fn skinned(&self, matrices: &[Matrix]) -> Vec<[f64; 3]> {
        let mut positions = Vec::with_capacity(self.vertices.len());
        for vertex in &self.vertices {
            let sum: f64 = vertex.weights.iter().copied().map(f64::from).sum();
            let whole = sum.max(255.0);
            let mut position = vertex.position;
            for (bone, weight) in vertex.bones.iter().zip(vertex.weights) {
                if weight > 0 {
                    let moved = transform(&matrices[usize::from(*bone)], vertex.position);
                    for axis in 0..3 {
                        position[axis] +=
                            f64::from(weight) / whole * (moved[axis] - vertex.position[axis]);
                    }
                }
            }
            positions.push(position);
        }
        positions
    }

    /// The clip whose keys are played for this one.
    fn resolve_alias(&self, clip_index: usize) -> Option<usize> {
        let mut at = clip_index;
        for _ in 0..=self.clips.len() {
            match self.clips.get(at)?.alias_of {
                Some(target) => at = target,
                None => return Some(at),
            }
        }
        None
    }

    fn matrix(&self, index: usize, clock: Option<&Clock>, done: &mut [Option<Matrix>]) -> Matrix {
        if let Some(matrix) = done[index] {
            return matrix;
        }
        let bone = &self.bones[index];
        let above = match bone.parent {
            Some(parent) => inherited(&self.matrix(parent, clock, done), bone),
            None => IDENTITY,
        };
        let matrix = multiply(&above, &local(bone, clock));
        done[index] = Some(matrix);
        matrix
    }
}

/// What is played: a clip's keys, if it has any, at a time.
struct Clock<'a> {
    clip_index: Option<usize>,
    time_ms: f64,
    global_loops_ms: &'a [u32],
}

impl Clock<'_> {
    /// The keys a track has here, and the time to sample them at.
    fn keys<'t, const N: usize>(&self, track: &'t Track<N>) -> Option<(&'t Keys<N>, f64)> {
        let entry = if track.is_shared { 0 } else { self.clip_index? };
        let keys = track.entries.get(entry)?.as_ref()?;
        let time_ms = match track.global_loop {
            Some(index) => match self.global_loops_ms.get(index) {
                Some(0) | None => 0.0,
                Some(length) => self.time_ms.rem_euclid(f64::from(*length)),
            },
            None => self.time_ms,
        };
        (!keys.times_ms.is_empty()).then_some((keys, time_ms))
    }

    fn vector(&self, track: &Track<3>) -> Option<[f64; 3]> {
        let (keys, time_ms) = self.keys(track)?;
        let (a, b, u) = span(&keys.times_ms, time_ms);
        let ([from, _, out], [to, into, _]) = (keys.values[a], keys.values[b]);
        if a == b {
            return Some(from);
        }
        Some(std::array::from_fn(|axis| match track.interpolation {
            0 => from[axis],
            2 => hermite(from[axis], out[axis], into[axis], to[axis], u),
            3 => bezier(from[axis], out[axis], into[axis], to[axis], u),
            _ => from[axis] + (to[axis] - from[axis]) * u,
        }))
    }

    fn quaternion(&self, track: &Track<4>) -> Option<[f64; 4]> {
        let (keys, time_ms) = self.keys(track)?;
        let (a, b, u) = span(&keys.times_ms, time_ms);
        let ([from, _, out], [to, into, _]) = (keys.values[a], keys.values[b]);
        let (from, to) = (normalised(from), normalised(to));
        if a == b {
            return Some(from);
        }
        Some(match track.interpolation {
            0 => from,
            2 | 3 => slerp(
                slerp(from, to, u),
                slerp(normalised(out), normalised(into), u),
                2.0 * u * (1.0 - u),
            ),
            _ => slerp(from, to, u),
        })
    }
}

/// The keys around a time and how far it lies from the first to the second, 0 to 1.
fn span(times_ms: &[f64], time_ms: f64) -> (usize, usize, f64) {
    let last = times_ms.len() - 1;
    let Some(before) = times_ms.iter().rposition(|time| *time <= time_ms) else {
        return (0, 0, 0.0);
    };
    if before == last || times_ms[before] == time_ms {
        return (before, before, 0.0);
    }
    let (from, to) = (times_ms[before], times_ms[before + 1]);
    (before, before + 1, (time_ms - from) / (to - from))
}

fn hermite(from: f64, out: f64, into: f64, to: f64, u: f64) -> f64 {
    let (u2, u3) = (u * u, u * u * u);
    let h00 = 2.0 * u3 - 3.0 * u2 + 1.0;
    let h10 = u3 - 2.0 * u2 + u;
    let h01 = -2.0 * u3 + 3.0 * u2;
    let h11 = u3 - u2;
    h00 * from + h10 * out + h01 * to + h11 * into
}

fn bezier(from: f64, out: f64, into: f64, to: f64, u: f64) -> f64 {
    let v = 1.0 - u;
    v * v * v * from + 3.0 * u * v * v * out + 3.0 * u * u * v * into + u * u * u * to
}

fn normalised(q: [f64; 4]) -> [f64; 4] {
    let length = dot(q, q).sqrt();
    if length == 0.0 {
        [0.0, 0.0, 0.0, 1.0]
    } else {
        q.map(|component| component / length)
    }
}

fn dot(a: [f64; 4], b: [f64; 4]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
}

fn slerp(a: [f64; 4], b: [f64; 4], u: f64) -> [f64; 4] {
    let signed = dot(a, b);
    let (b, cosine) = if signed < 0.0 {
        (b.map(|x| -x), -signed)
    } else {
        (b, signed)
    };
    let angle = cosine.min(1.0).acos();
    let sine = angle.sin();
    let (from, to) = if sine < 1e-9 {
        (1.0 - u, u)
    } else {
        (((1.0 - u) * angle).sin() / sine, (u * angle).sin() / sine)
    };
    normalised(std::array::from_fn(|i| from * a[i] + to * b[i]))
}

/// `T(pivot) * T(t) * R(r) * S(s) * T(-pivot)`.
fn local(bone: &Bone, clock: Option<&Clock>) -> Matrix {
    let sampled = |track| clock.and_then(|clock| clock.vector(track));
    let t = sampled(&bone.translation).unwrap_or([0.0; 3]);
    let s = sampled(&bone.scale).unwrap_or([1.0; 3]);
    let r = clock
        .and_then(|clock| clock.quaternion(&bone.rotation))
        .unwrap_or([0.0, 0.0, 0.0, 1.0]);
    let scaling = [
        s[0], 0.0, 0.0, 0.0, 0.0, s[1], 0.0, 0.0, 0.0, 0.0, s[2], 0.0, 0.0, 0.0, 0.0, 1.0,
    ];
    [
        translation(bone.pivot),
        translation(t),
        rotation(r),
        scaling,
        translation(bone.pivot.map(|x| -x)),
    ]
    .iter()
    .fold(IDENTITY, |product, next| multiply(&product, next))
}

/// The parent's matrix without what the bone ignores of it.
fn inherited(parent: &Matrix, bone: &Bone) -> Matrix {
    let ignores = |flag| bone.flags & flag != 0;
    if bone.flags & 7 == 0 {
        return *parent;
    }
    let mut kept = *parent;
    for column in 0..3 {
        let length = (0..3)
            .map(|row| parent[4 * row + column].powi(2))
            .sum::<f64>()
            .sqrt();
        for row in 0..3 {
            let unit = if row == column { 1.0 } else { 0.0 };
            let stored = parent[4 * row + column];
            kept[4 * row + column] = match (
                ignores(IGNORE_PARENT_SCALE),
                ignores(IGNORE_PARENT_ROTATION),
            ) {
                (true, true) => unit,
                (true, false) if length == 0.0 => 0.0,
                (true, false) => stored / length,
                (false, true) => unit * length,
                (false, false) => stored,
            };
        }
    }
    let target = if ignores(IGNORE_PARENT_TRANSLATION) {
        bone.pivot
    } else {
        transform(parent, bone.pivot)
    };
    for row in 0..3 {
        kept[4 * row + 3] = 0.0;
    }
    let turned = transform(&kept, bone.pivot);
    for row in 0..3 {
        kept[4 * row + 3] = target[row] - turned[row];
    }
    kept
}

fn translation(by: [f64; 3]) -> Matrix {
    let mut matrix = IDENTITY;
    for row in 0..3 {
        matrix[4 * row + 3] = by[row];
    }
    matrix
}

fn rotation([x, y, z, w]: [f64; 4]) -> Matrix {
    let mut matrix = IDENTITY;
    matrix[0] = 1.0 - 2.0 * (y * y + z * z);
    matrix[1] = 2.0 * (x * y - z * w);
    matrix[2] = 2.0 * (x * z + y * w);
    matrix[4] = 2.0 * (x * y + z * w);
    matrix[5] = 1.0 - 2.0 * (x * x + z * z);
    matrix[6] = 2.0 * (y * z - x * w);
    matrix[8] = 2.0 * (x * z - y * w);
    matrix[9] = 2.0 * (y * z + x * w);
    matrix[10] = 1.0 - 2.0 * (x * x + y * y);
    matrix
}

fn multiply(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|at| {
        let (row, column) = (at / 4, at % 4);
        (0..4).map(|k| a[4 * row + k] * b[4 * k + column]).sum()
    })
}

fn transform(matrix: &Matrix, point: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|row| {
        let at = 4 * row;
        matrix[at] * point[0]
            + matrix[at + 1] * point[1]
            + matrix[at + 2] * point[2]
            + matrix[at + 3]
    })
}
