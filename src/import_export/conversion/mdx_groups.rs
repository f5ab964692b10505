//! Weights to groups of bones: for every vertex the group whose average moves it least wrongly.

use crate::document::{Model, sample_poses};
use crate::mesh::Influence;
use crate::skeleton::BoneId;
use crate::skinning::GroupChooser;
use std::cell::OnceCell;
use std::collections::HashMap;

/// Weights that are nearer than this to equal shares were equal before they became bytes.
const BYTE: f32 = 1.01 / 255.0;
/// Stands for a bone that never moves: what a vertex without enough weight hangs on.
pub const STILL: BoneId = BoneId(u32::MAX);

/// How well the group of a vertex gives its weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// They are equal shares.
    Exact,
    /// They are equal shares but for the rounding to bytes.
    Rounded,
    /// They are not.
    Averaged,
}

impl Fit {
    fn of(influences: &[Influence]) -> Self {
        let share = 1.0 / influences.len().max(1) as f32;
        let off = influences.iter().map(|one| (one.weight - share).abs());
        match off.fold(0.0, f32::max) {
            off if off <= 1e-6 => Self::Exact,
            off if off <= BYTE => Self::Rounded,
            _ => Self::Averaged,
        }
    }
}

/// The groups of all vertices of a model.
#[derive(Debug, Default)]
pub struct VertexGroups {
    /// All groups; a bone is named by its id in the source, or is [`STILL`].
    pub groups: Vec<Vec<BoneId>>,
    /// For each vertex of the source its group; unset for one that no mesh uses.
    of_vertex: Vec<Option<(usize, Fit)>>,
    numbers: HashMap<Vec<BoneId>, usize>,
    /// Vertices that hang, in part or as a whole, on nothing.
    pub hanging: usize,
}

impl VertexGroups {
    /// Chooses for the given vertices of `model`.
    pub fn choose(model: &Model, vertices: impl Iterator<Item = u32>) -> Self {
        let positions = model.skeleton.positions();
        let poses = OnceCell::new();
        let mut found = Self {
            of_vertex: vec![None; model.vertices.len()],
            ..Self::default()
        };
        for vertex in vertices {
            let at = vertex as usize;
            let Some(&position) = model.vertices.positions.get(at) else {
                continue;
            };
            if found.of_vertex.get(at).is_none_or(Option::is_some) {
                continue;
            }
            let influences = whole(model.vertices.influences.of(at), |bone| {
                positions.contains_key(&bone)
            });
            found.hanging += usize::from(influences.iter().any(|one| one.bone == STILL));
            let fit = Fit::of(&influences);
            let bones = if fit != Fit::Averaged {
                influences.iter().map(|one| one.bone).collect()
            } else {
                let poses = poses.get_or_init(|| sample_poses(model));
                let mut chooser = GroupChooser::new(poses, &positions);
                chooser.choose(position, &influences).bones
            };
            let number = found.number_of(bones);
            if let Some(slot) = found.of_vertex.get_mut(at) {
                *slot = Some((number, fit));
            }
        }
        found
    }

    /// The group of a vertex.
    pub fn of(&self, vertex: u32) -> usize {
        let found = self.of_vertex.get(vertex as usize).copied();
        found.flatten().map_or(0, |(group, _)| group)
    }

    /// How well the group of a vertex gives its weights.
    pub fn fit(&self, vertex: usize) -> Fit {
        let found = self.of_vertex.get(vertex).copied();
        found.flatten().map_or(Fit::Exact, |(_, fit)| fit)
    }

    fn number_of(&mut self, mut bones: Vec<BoneId>) -> usize {
        bones.sort_unstable();
        let groups = &mut self.groups;
        *self.numbers.entry(bones).or_insert_with_key(|bones| {
            groups.push(bones.clone());
            groups.len() - 1
        })
    }
}

/// Influences that sum up to 1: each bone once, excess divided out, what is missing on [`STILL`].
pub fn whole(
    influences: impl Iterator<Item = Influence>,
    is_bone: impl Fn(BoneId) -> bool,
) -> Vec<Influence> {
    let mut out: Vec<Influence> = Vec::new();
    let mut add = |bone: BoneId, weight: f32| match out.iter_mut().find(|one| one.bone == bone) {
        Some(known) => known.weight += weight,
        None => out.push(Influence { bone, weight }),
    };
    let mut total = 0.0;
    for one in influences.filter(|one| one.weight.is_finite()) {
        let bone = if is_bone(one.bone) { one.bone } else { STILL };
        add(bone, one.weight);
        total += one.weight;
    }
    if total < 1.0 - BYTE {
        add(STILL, 1.0 - total);
    }
    let divisor = total.max(1.0);
    for one in &mut out {
        one.weight /= divisor;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn influences(of: &[(u32, f32)]) -> Vec<Influence> {
        of.iter()
            .map(|&(bone, weight)| Influence {
                bone: BoneId(bone),
                weight,
            })
            .collect()
    }

    #[test]
    fn weights_become_whole() {
        let is_bone = |bone: BoneId| bone.0 < 8;
        let of = |list: &[(u32, f32)]| whole(influences(list).into_iter(), is_bone);
        assert_eq!(of(&[(1, 0.5), (2, 0.5)]), influences(&[(1, 0.5), (2, 0.5)]));
        assert_eq!(of(&[(1, 1.0), (2, 1.0)]), influences(&[(1, 0.5), (2, 0.5)]));
        assert_eq!(of(&[(1, 0.25), (1, 0.75)]), influences(&[(1, 1.0)]));
        let still = STILL.0;
        assert_eq!(of(&[]), influences(&[(still, 1.0)]));
        assert_eq!(of(&[(1, 0.5)]), influences(&[(1, 0.5), (still, 0.5)]));
        assert_eq!(
            of(&[(1, 0.5), (9, 0.5)]),
            influences(&[(1, 0.5), (still, 0.5)])
        );
    }

    #[test]
    fn weights_that_only_bytes_keep_from_being_equal_are_equal() {
        let fit = |of: &[u8]| -> Fit {
            let list: Vec<_> = (0..)
                .zip(of)
                .map(|(b, &w)| (b, f32::from(w) / 255.0))
                .collect();
            Fit::of(&influences(&list))
        };
        assert_eq!(fit(&[255]), Fit::Exact);
        assert_eq!(fit(&[85, 85, 85]), Fit::Exact);
        assert_eq!(fit(&[128, 127]), Fit::Rounded);
        assert_eq!(fit(&[64, 64, 64, 63]), Fit::Rounded);
        assert_eq!(fit(&[130, 125]), Fit::Averaged);
        assert_eq!(fit(&[100, 85, 70]), Fit::Averaged);
    }
}
