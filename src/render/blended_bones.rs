//! Vertices with more influences than a vertex has room for: bones that stand for several.
//!
//! A vertex is moved by the average of its bones' matrices. That average is a matrix itself, so
//! each combination that occurs gets a row of its own behind the bones, which is filled for every
//! picture; its vertices follow this row alone, and nothing is lost.
//!
//! - Vertices with the same influences share a row.
//! - A row that no vertex follows any more is given to the next combination that is new.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use crate::document::Model;
use crate::math::Affine;
use crate::mesh::SLOTS;

/// The combinations of a model.
#[derive(Debug, Default)]
pub(super) struct BlendedBones {
    combinations: Vec<Combination>,
    /// Combinations that no vertex follows.
    unused: Vec<usize>,
    known: HashMap<Key, usize>,
    /// The combination that each crowded vertex follows.
    followed: BTreeMap<u32, usize>,
    bone_count: usize,
    row_limit: usize,
}

/// Bones by position and their shares, as far as they are not the bind pose.
#[derive(Debug, Default)]
struct Combination {
    parts: Vec<(u16, f32)>,
    follower_count: usize,
}

/// Bones and shares of a combination, bit by bit.
type Key = Vec<(u16, u32)>;

impl BlendedBones {
    /// The combinations of `model`, as far as `row_limit` rows go.
    pub fn of(model: &Model, row_limit: usize) -> Self {
        let mut blended = Self {
            bone_count: model.skeleton.bones.len(),
            row_limit: row_limit.min(usize::from(u16::MAX)),
            ..Self::default()
        };
        blended.mend(model, 0..u32::MAX);
        blended
    }

    /// Takes up changed influences of the vertices in `range`.
    pub fn mend(&mut self, model: &Model, range: Range<u32>) {
        while let Some((&vertex, &combination)) = self.followed.range(range.clone()).next() {
            self.followed.remove(&vertex);
            self.leave(combination);
        }
        for (&vertex, _) in model.vertices.influences.overflow.range(range) {
            let Some(parts) = crowd_of(model, vertex as usize) else {
                continue;
            };
            if let Some(combination) = self.join(parts) {
                self.followed.insert(vertex, combination);
            }
        }
    }

    /// The row of the bone texture that moves a vertex alone.
    pub fn row_of(&self, vertex: u32) -> Option<u16> {
        let combination = self.followed.get(&vertex)?;
        u16::try_from(self.bone_count + combination).ok()
    }

    /// Number of rows behind those of the bones.
    pub fn len(&self) -> usize {
        self.combinations.len()
    }

    /// Adds the matrix of every combination to `rows`, in their order.
    pub fn extend(&self, bones: &[Affine], rows: &mut Vec<[f32; 4]>) {
        for combination in &self.combinations {
            let total: f32 = combination.parts.iter().map(|part| part.1).sum();
            let mut sum = Affine::IDENTITY
                .rows
                .map(|row| row.map(|v| v * (1.0 - total)));
            for &(bone, share) in &combination.parts {
                let matrix = bones.get(usize::from(bone)).unwrap_or(&Affine::IDENTITY);
                for (sum, row) in sum.iter_mut().zip(&matrix.rows) {
                    for (sum, value) in sum.iter_mut().zip(row) {
                        *sum += share * value;
                    }
                }
            }
            rows.extend(sum);
        }
    }

    /// One more vertex with these influences; `None` if there is no row left for them.
    fn join(&mut self, parts: Vec<(u16, f32)>) -> Option<usize> {
        let key = key_of(&parts);
        let index = match self.known.get(&key) {
            Some(&index) => index,
            None => {
                let index = match self.unused.pop() {
                    Some(index) => index,
                    None if self.bone_count + self.len() >= self.row_limit => return None,
                    None => {
                        self.combinations.push(Combination::default());
                        self.len() - 1
                    }
                };
                if let Some(combination) = self.combinations.get_mut(index) {
                    combination.parts = parts;
                }
                self.known.insert(key, index);
                index
            }
        };
        self.combinations.get_mut(index)?.follower_count += 1;
        Some(index)
    }

    /// One vertex less that follows a combination.
    fn leave(&mut self, index: usize) {
        let Some(combination) = self.combinations.get_mut(index) else {
            return;
        };
        combination.follower_count = combination.follower_count.saturating_sub(1);
        if combination.follower_count == 0 {
            let parts = std::mem::take(&mut combination.parts);
            self.known.remove(&key_of(&parts));
            self.unused.push(index);
        }
    }
}

fn key_of(parts: &[(u16, f32)]) -> Key {
    let bits = parts.iter().map(|&(bone, share)| (bone, share.to_bits()));
    bits.collect()
}

/// Bones by position and shares of a vertex that has too many; excess weight is divided out.
fn crowd_of(model: &Model, vertex: usize) -> Option<Vec<(u16, f32)>> {
    let finite = || {
        let all = model.vertices.influences.of(vertex);
        all.filter(|influence| influence.weight.is_finite())
    };
    let used = || {
        finite().filter_map(|influence| {
            let bone = model.skeleton.index_of(influence.bone)?;
            Some((u16::try_from(bone).ok()?, influence.weight))
        })
    };
    if used().count() <= SLOTS {
        return None;
    }
    let total: f64 = finite().map(|influence| f64::from(influence.weight)).sum();
    let divisor = total.max(1.0);
    let share = |weight: f32| (f64::from(weight) / divisor) as f32;
    Some(used().map(|(bone, weight)| (bone, share(weight))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{ModelFormat, ModelId};
    use crate::math::Vec3;
    use crate::mesh::Influence;
    use crate::skeleton::{Bone, BoneFlags, BoneId, BoneKind};

    const BONE_COUNT: u32 = 6;

    fn model(vertex_count: usize) -> Model {
        let mut model = Model::new(ModelId(0), "M", ModelFormat::M2 { version: 264 });
        model.skeleton.bones = (0..BONE_COUNT)
            .map(|index| Bone {
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
            })
            .collect();
        model.vertices.positions = vec![Vec3::zeros(); vertex_count];
        model.vertices.influences.slots = vec![[Influence::NONE; SLOTS]; vertex_count];
        model
    }

    /// Gives a vertex these weights of bones 0, 1, 2 and so on.
    fn weigh(model: &mut Model, vertex: usize, weights: &[f32]) {
        let mut all = (0..).zip(weights).map(|(bone, &weight)| Influence {
            bone: BoneId(bone),
            weight,
        });
        let influences = &mut model.vertices.influences;
        influences.slots[vertex] = std::array::from_fn(|_| all.next().unwrap_or(Influence::NONE));
        let more: Vec<Influence> = all.collect();
        influences.overflow.remove(&(vertex as u32));
        if !more.is_empty() {
            influences.overflow.insert(vertex as u32, more);
        }
    }

    /// Bones that move by 1, 2, 4 and so on along X.
    fn moved_bones() -> Vec<Affine> {
        let bones = (0..BONE_COUNT).map(|bone| {
            let mut matrix = Affine::IDENTITY;
            matrix.rows[0][3] = (1 << bone) as f32;
            matrix
        });
        bones.collect()
    }

    /// How far the row of a vertex moves it along X.
    #[track_caller]
    fn shift_of(blended: &BlendedBones, vertex: u32) -> f32 {
        let mut rows = Vec::new();
        blended.extend(&moved_bones(), &mut rows);
        let row = blended.row_of(vertex).expect("it has a row");
        let combination = usize::from(row) - BONE_COUNT as usize;
        rows[combination * 3][3]
    }

    #[test]
    fn a_fifth_influence_brings_a_row_and_its_loss_takes_it_away() {
        let mut model = model(3);
        weigh(&mut model, 1, &[0.25; 4]);
        let mut blended = BlendedBones::of(&model, 100);
        assert_eq!(blended.row_of(1), None);
        weigh(&mut model, 1, &[0.2; 5]);
        blended.mend(&model, 1..2);
        assert!((shift_of(&blended, 1) - 0.2 * 31.0).abs() < 1e-5);
        weigh(&mut model, 1, &[0.1, 0.1, 0.1, 0.1, 0.6]);
        blended.mend(&model, 1..2);
        assert!((shift_of(&blended, 1) - (0.1 * 15.0 + 0.6 * 16.0)).abs() < 1e-5);
        weigh(&mut model, 1, &[0.25; 4]);
        blended.mend(&model, 0..3);
        assert_eq!(blended.row_of(1), None);
        assert_eq!(blended.len(), 1, "the row is kept for the next");
        weigh(&mut model, 2, &[0.125, 0.125, 0.125, 0.125, 0.5]);
        blended.mend(&model, 2..3);
        assert_eq!(blended.len(), 1);
        assert!((shift_of(&blended, 2) - (0.125 * 15.0 + 8.0)).abs() < 1e-5);
    }

    #[test]
    fn equal_vertices_share_a_row_until_the_last_leaves_it() {
        let mut model = model(4);
        for vertex in 0..3 {
            weigh(&mut model, vertex, &[0.2; 5]);
        }
        let mut blended = BlendedBones::of(&model, 100);
        assert_eq!(blended.len(), 1);
        weigh(&mut model, 0, &[1.0]);
        blended.mend(&model, 0..1);
        assert_eq!(blended.row_of(0), None);
        assert_eq!(blended.row_of(1), blended.row_of(2));
        weigh(&mut model, 3, &[0.1; 6]);
        blended.mend(&model, 3..4);
        assert_ne!(blended.row_of(3), blended.row_of(1));
        assert!(
            (shift_of(&blended, 3) - 6.3).abs() < 1e-5,
            "0.4 of it stays"
        );
    }

    #[test]
    fn mending_any_ranges_gives_what_building_anew_gives() {
        let mut model = model(40);
        let mut seed = 7u32;
        let mut random = move || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed >> 16
        };
        let mut blended = BlendedBones::of(&model, 1000);
        for _ in 0..300 {
            let start = random() % 40;
            let end = (start + 1 + random() % 5).min(40);
            for vertex in start..end {
                let count = random() % 7;
                let weights: Vec<f32> = (0..count).map(|_| (random() % 3) as f32 * 0.25).collect();
                weigh(&mut model, vertex as usize, &weights);
            }
            blended.mend(&model, start..end);
        }
        let anew = BlendedBones::of(&model, 1000);
        for vertex in 0..40 {
            assert_eq!(
                blended.row_of(vertex).is_some(),
                anew.row_of(vertex).is_some()
            );
            if anew.row_of(vertex).is_some() {
                assert_eq!(shift_of(&blended, vertex), shift_of(&anew, vertex));
            }
        }
        assert!(blended.len() <= 40, "rows that are free are used again");
    }

    #[test]
    fn without_rows_left_or_with_odd_weights_a_vertex_has_none() {
        let mut model = model(2);
        weigh(&mut model, 0, &[0.2; 5]);
        weigh(
            &mut model,
            1,
            &[f32::NAN, 0.5, 0.5, f32::INFINITY, 0.0, 0.1],
        );
        let blended = BlendedBones::of(&model, BONE_COUNT as usize);
        assert_eq!((blended.row_of(0), blended.row_of(1)), (None, None));
        let blended = BlendedBones::of(&model, 100);
        assert_eq!(blended.row_of(1), None);
    }
}
