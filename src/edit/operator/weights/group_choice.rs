//! Which equal shares come nearest to the weights of a vertex.

use crate::document::{Model, sample_poses};
use crate::math::{Affine, Vec3};
use crate::mesh::Influence;
use crate::skeleton::BoneId;
use crate::skinning::{ChosenGroup, GroupChooser};
use std::collections::HashMap;

/// Weights nearer than this to equal shares are equal shares that bytes could not hold.
const BYTE: f32 = 1.01 / 255.0;

/// What choosing groups needs of a model.
pub(super) struct GroupScene {
    poses: Vec<Vec<Affine>>,
    position_of: HashMap<BoneId, usize>,
}

impl GroupScene {
    /// Poses the model at moments of its clips, in which errors are measured.
    pub(super) fn new(model: &Model) -> Self {
        Self {
            poses: sample_poses(model),
            position_of: model.skeleton.positions(),
        }
    }

    /// Chooses for vertices of the model groups of at most so many bones; 0 for any number.
    pub(super) fn chooser(&self, limit: usize) -> GroupChoice<'_> {
        GroupChoice {
            chooser: GroupChooser::new(&self.poses, &self.position_of),
            limit,
        }
    }
}

/// Chooses the group of one vertex after the other.
pub(super) struct GroupChoice<'a> {
    chooser: GroupChooser<'a>,
    limit: usize,
}

impl GroupChoice<'_> {
    /// The group whose average moves a vertex least wrongly; weights that are equal shares already
    /// stay.
    pub(super) fn choose(&mut self, position: Vec3, own: &[Influence]) -> ChosenGroup {
        let most = if self.limit == 0 {
            usize::MAX
        } else {
            self.limit
        };
        let mut chosen = self.chooser.choose_at_most(position, own, most);
        let share = 1.0 / own.len().max(1) as f32;
        let is_equal = own.iter().all(|one| (one.weight - share).abs() <= BYTE);
        if is_equal && own.len() <= most {
            chosen.bones = own.iter().map(|one| one.bone).collect();
            chosen.error = self.chooser.error_of(position, &chosen.bones);
        }
        chosen
    }

    /// How far the average of another group takes the vertex that was chosen for last from where
    /// its weights would, at the most.
    pub(super) fn error_of(&self, position: Vec3, bones: &[BoneId]) -> f32 {
        self.chooser.error_of(position, bones)
    }
}
