//! Automatic weights of a model, found away from it: what the search needs is taken along, and
//! what it finds becomes an operator that carries the result.
//!
//! The search depends on the machine's arithmetic, so the journal must hold what it found and not
//! that it was asked for.

use super::operator::SetVertexWeights;
use super::weight_draft::check_vertices;
use super::{BoneRef, EditError, InfluenceArgument};
use crate::document::{Model, ModelId};
use crate::mesh::Topology;
use crate::skeleton::BoneId;
use crate::skinning::automatic::{
    AutomaticError, AutomaticInput, AutomaticMethod, AutomaticWeights, BoneSegments, Watch,
    automatic_weights, bone_segments,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What the search needs of a model; it can go to another thread.
#[derive(Clone, Debug)]
pub struct AutomaticRequest {
    model: ModelId,
    positions: Vec<crate::math::Vec3>,
    topology: Arc<Topology>,
    bones: Vec<BoneSegments>,
    /// The ids of all bones of the skeleton, by position.
    ids: Vec<BoneId>,
    vertices: Option<Vec<u32>>,
    method: AutomaticMethod,
}

/// What the search found.
#[derive(Clone, Debug, PartialEq)]
pub struct AutomaticFound {
    /// Gives the vertices their weights. Locks, the limit and the other rules of the model are
    /// kept when it is applied.
    pub operator: SetVertexWeights,
    /// The weights as found, what fell back and what is wrong with the mesh.
    pub weights: AutomaticWeights,
}

impl AutomaticRequest {
    /// Automatic weights for `vertices` (`None` for all) from `bones`; `None` for those that
    /// vertices are weighted to now, or where there are none, for all that are there to move
    /// vertices.
    ///
    /// # Errors
    /// Where a bone or a vertex is not there.
    pub fn new(
        model: &Model,
        bones: Option<&[BoneRef]>,
        vertices: Option<&[u32]>,
        method: AutomaticMethod,
    ) -> Result<Self, EditError> {
        if let Some(vertices) = vertices {
            check_vertices(vertices, model.vertices.len())?;
        }
        let chosen: BTreeSet<usize> = match bones {
            Some(bones) => bones
                .iter()
                .map(|bone| bone.resolve(model))
                .collect::<Result<_, _>>()?,
            None => default_bones(model),
        };
        let skeleton = &model.skeleton;
        let hierarchy = skeleton.hierarchy();
        Ok(Self {
            model: model.id,
            positions: model.vertices.positions.clone(),
            topology: model.topology(),
            bones: bone_segments(&skeleton.bones, &hierarchy, |bone| chosen.contains(&bone)),
            ids: skeleton.bones.iter().map(|bone| bone.id).collect(),
            vertices: vertices.map(<[u32]>::to_vec),
            method,
        })
    }

    /// Searches; takes from milliseconds to a second or two on large models.
    ///
    /// # Errors
    /// Where there is nothing to weight or to weight it to, or `watch` stopped it.
    pub fn find(&self, watch: &dyn Watch) -> Result<AutomaticFound, AutomaticError> {
        let weights = automatic_weights(
            &AutomaticInput {
                positions: &self.positions,
                triangles: self.topology.triangles(),
                bones: &self.bones,
                vertices: self.vertices.as_deref(),
                method: self.method,
            },
            watch,
        )?;
        let mut vertices = Vec::new();
        let mut influences = Vec::new();
        for (vertex, row) in (0u32..).zip(&weights.rows) {
            if row.is_empty() {
                continue;
            }
            let named = row.iter().filter_map(|&(bone, weight)| {
                let id = self.ids.get(bone)?.0;
                let bone = BoneRef::Id { id };
                Some(InfluenceArgument { bone, weight })
            });
            influences.push(named.collect());
            vertices.push(vertex);
        }
        let operator = SetVertexWeights {
            model: Some(self.model.0),
            vertices,
            influences,
            label: format!("Automatic weights ({})", self.method.word()),
        };
        Ok(AutomaticFound { operator, weights })
    }
}

/// The bones that vertices are weighted to; without any, all that are there to move vertices.
fn default_bones(model: &Model) -> BTreeSet<usize> {
    let positions = model.skeleton.positions();
    let used: BTreeSet<usize> = (0..model.vertices.len())
        .flat_map(|vertex| model.vertices.influences.of(vertex))
        .filter_map(|influence| positions.get(&influence.bone).copied())
        .collect();
    if !used.is_empty() {
        return used;
    }
    let bones = model.skeleton.bones.iter().enumerate();
    bones
        .filter(|(_, bone)| bone.kind.is_bone())
        .map(|(index, _)| index)
        .collect()
}
