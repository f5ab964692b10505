//! How many bones move the vertices of a model, and whose weights are not as they should be.

use crate::document::Model;
use crate::skeleton::BoneId;

/// Sums this near to 1 are 1.
const WHOLE: f64 = 1e-6;

/// The weight of one bone in one vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoneShare {
    /// The vertex.
    pub vertex: u32,
    /// The bone.
    pub bone: BoneId,
    /// Its weight.
    pub weight: f32,
}

/// The vertices of a model by what moves them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeightCensus {
    /// Number of vertices.
    pub vertices: usize,
    /// At each position how many vertices have that many influences above 0.
    pub by_count: Vec<usize>,
    /// Vertices that no bone moves, in ascending order.
    pub unweighted: Vec<u32>,
    /// Vertices with weights that do not sum to 1, and their sums; furthest from 1 first. Those
    /// that no bone moves are not among them.
    pub off_sum: Vec<(u32, f64)>,
    /// Weights of bones that do not exist, the largest first.
    pub missing_bones: Vec<BoneShare>,
    /// Weights above 0 but below the limit of dust, by vertex.
    pub dust: Vec<BoneShare>,
    /// Vertices with a weight that is negative or no finite number.
    pub senseless: Vec<u32>,
}

impl WeightCensus {
    /// Counts all vertices of a model; a weight below `dust` is dust.
    pub fn of(model: &Model, dust: f32) -> Self {
        let bones = model.skeleton.positions();
        let influences = &model.vertices.influences;
        let mut out = Self {
            vertices: model.vertices.len(),
            ..Self::default()
        };
        for at in 0..model.vertices.len() {
            let Ok(vertex) = u32::try_from(at) else { break };
            let slots = influences.slots.get(at).into_iter().flatten();
            let more = influences.overflow.get(&vertex).into_iter().flatten();
            if slots
                .chain(more)
                .any(|one| !one.weight.is_finite() || one.weight < 0.0)
            {
                out.senseless.push(vertex);
            }
            let (mut count, mut sum) = (0, 0.0f64);
            for one in influences.of(at) {
                count += 1;
                sum += f64::from(one.weight);
                let share = BoneShare {
                    vertex,
                    bone: one.bone,
                    weight: one.weight,
                };
                if !bones.contains_key(&one.bone) {
                    out.missing_bones.push(share);
                }
                if one.weight < dust {
                    out.dust.push(share);
                }
            }
            if out.by_count.len() <= count {
                out.by_count.resize(count + 1, 0);
            }
            if let Some(slot) = out.by_count.get_mut(count) {
                *slot += 1;
            }
            if count == 0 {
                out.unweighted.push(vertex);
            } else if (sum - 1.0).abs() > WHOLE {
                out.off_sum.push((vertex, sum));
            }
        }
        let off = |sum: f64| (sum - 1.0).abs();
        out.off_sum.sort_by(|a, b| off(b.1).total_cmp(&off(a.1)));
        let heavier = |a: &BoneShare, b: &BoneShare| b.weight.total_cmp(&a.weight);
        out.missing_bones.sort_by(heavier);
        out
    }

    /// The largest number of influences of a vertex.
    pub fn most(&self) -> usize {
        self.by_count.len().saturating_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{ModelFormat, ModelId};
    use crate::math::Vec3;
    use crate::mesh::Influence;
    use crate::skeleton::{Bone, BoneFlags, BoneKind};

    fn model(vertices: &[&[(u32, f32)]]) -> Model {
        let mut model = Model::new(ModelId(0), "counted", ModelFormat::M2 { version: 264 });
        model.skeleton.bones = (0..3)
            .map(|id| Bone {
                id: BoneId(id),
                name: None,
                parent: None,
                pivot: Vec3::zeros(),
                flags: BoneFlags::default(),
                key_bone_id: -1,
                submesh_id: 0,
                name_crc: 0,
                kind: BoneKind::Bone,
                shape: None,
            })
            .collect();
        for (vertex, all) in (0..).zip(vertices) {
            model.vertices.positions.push(Vec3::zeros());
            let of = |&(bone, weight): &(u32, f32)| Influence {
                bone: BoneId(bone),
                weight,
            };
            let influences = &mut model.vertices.influences;
            let slot = |at: usize| all.get(at).map_or(Influence::NONE, of);
            influences.slots.push(std::array::from_fn(slot));
            if all.len() > 4 {
                let more = all[4..].iter().map(of).collect();
                influences.overflow.insert(vertex, more);
            }
        }
        model
    }

    #[test]
    fn vertices_are_counted_by_their_influences() {
        let five: &[(u32, f32)] = &[(0, 0.2), (1, 0.2), (2, 0.2), (0, 0.2), (1, 0.2)];
        let counted = WeightCensus::of(&model(&[&[(0, 1.0)], &[], &[(1, 1.0)], five]), 0.01);
        assert_eq!(counted.by_count, [1, 2, 0, 0, 0, 1]);
        assert_eq!(counted.unweighted, [1]);
        assert_eq!((counted.vertices, counted.most()), (4, 5));
        assert!(counted.off_sum.is_empty() && counted.dust.is_empty());
    }

    #[test]
    fn sums_that_are_not_1_are_listed_with_the_worst_first() {
        let counted = WeightCensus::of(
            &model(&[
                &[(0, 0.9)],
                &[(0, 0.5), (1, 0.5)],
                &[(0, 1.0), (1, 0.75)],
                &[],
            ]),
            0.01,
        );
        let vertices: Vec<u32> = counted.off_sum.iter().map(|one| one.0).collect();
        assert_eq!(vertices, [2, 0]);
        assert_eq!(counted.off_sum[0].1, 1.75);
    }

    #[test]
    fn dust_missing_bones_and_senseless_weights_are_listed() {
        let odd: &[(u32, f32)] = &[(0, 0.995), (1, 0.005)];
        let gone: &[(u32, f32)] = &[(7, 0.25), (0, 0.75)];
        let far: &[(u32, f32)] = &[(9, 1.0)];
        let bad: &[(u32, f32)] = &[(0, f32::NAN), (1, 1.0)];
        let below: &[(u32, f32)] = &[(0, 1.5), (1, -0.5)];
        let counted = WeightCensus::of(&model(&[odd, gone, far, bad, below]), 0.01);
        assert_eq!(
            counted.dust,
            [BoneShare {
                vertex: 0,
                bone: BoneId(1),
                weight: 0.005
            }]
        );
        let missing: Vec<_> = counted.missing_bones.iter().map(|one| one.bone.0).collect();
        assert_eq!(missing, [9, 7]);
        assert_eq!(counted.senseless, [3, 4]);
    }
}
