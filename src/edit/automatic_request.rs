//! Automatic weights of a model, found away from it: what the search needs is taken along, and
//! what it finds becomes an operator that carries the result.
//!
//! The search depends on the machine's arithmetic, so the journal must hold what it found and not
//! that it was asked for.

use super::late_bones::LateBones;
use super::operator::SetVertexWeights;
use super::weight_draft::{check_vertices, counted};
use super::{BoneRef, EditError};
use crate::document::{Model, ModelId};
use crate::mesh::{Influence, Topology};
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
    /// The bones that get their weights between those of the others; `None` where all are new.
    late: Option<LateBones>,
}

/// What the search found.
#[derive(Clone, Debug, PartialEq)]
pub struct AutomaticFound {
    /// Gives the vertices their weights. Locks, the limit and the other rules of the model are
    /// kept when it is applied. It has no vertex where none of them gets weight from the bones
    /// asked for.
    pub operator: SetVertexWeights,
    /// The weights as found, what fell back and what is wrong with the mesh.
    pub weights: AutomaticWeights,
}

impl AutomaticRequest {
    /// Automatic weights for `vertices` (`None` for all).
    ///
    /// Without `bones` the vertices get all-new weights of the bones that vertices are weighted to
    /// now, or where there are none, of all that are there to move vertices. With `bones`, these
    /// are searched for together with the bones that vertices are weighted to, and take their
    /// share; the other bones of a vertex keep their proportion in what is left.
    ///
    /// # Errors
    /// Where a bone or a vertex is not there, a list is empty, or all the bones are locked.
    pub fn new(
        model: &Model,
        bones: Option<&[BoneRef]>,
        vertices: Option<&[u32]>,
        method: AutomaticMethod,
    ) -> Result<Self, EditError> {
        let empty = |argument| Err(EditError::Empty { argument });
        match vertices {
            Some([]) => return empty("vertices"),
            Some(vertices) => check_vertices(vertices, model.vertices.len())?,
            None => {}
        }
        let mut searched = weighted_bones(model);
        let late = match bones {
            Some([]) => return empty("bones"),
            Some(bones) => {
                let chosen = unlocked(model, bones)?;
                searched.extend(&chosen);
                Some(LateBones::new(model, &chosen))
            }
            None => None,
        };
        let skeleton = &model.skeleton;
        if searched.is_empty() {
            let bones = skeleton.bones.iter().enumerate();
            searched.extend(
                bones
                    .filter(|(_, b)| b.kind.is_bone())
                    .map(|(index, _)| index),
            );
        }
        let hierarchy = skeleton.hierarchy();
        Ok(Self {
            model: model.id,
            positions: model.vertices.positions.clone(),
            topology: model.topology(),
            bones: bone_segments(&skeleton.bones, &hierarchy, |bone| searched.contains(&bone)),
            ids: skeleton.bones.iter().map(|bone| bone.id).collect(),
            vertices: vertices.map(<[u32]>::to_vec),
            method,
            late,
        })
    }

    /// Searches; takes from milliseconds to a second or two on large models.
    ///
    /// # Errors
    /// Where there is nothing to weight or to weight it to, or `watch` stopped it.
    pub fn find(&self, watch: &dyn Watch) -> Result<AutomaticFound, AutomaticError> {
        let mut weights = automatic_weights(
            &AutomaticInput {
                positions: &self.positions,
                triangles: self.topology.triangles(),
                bones: &self.bones,
                vertices: self.vertices.as_deref(),
                method: self.method,
            },
            watch,
        )?;
        let rows = match &self.late {
            Some(late) => {
                let is_chosen = |bone: usize| self.ids.get(bone).is_some_and(|id| late.has(*id));
                weights
                    .fallbacks
                    .retain(|fallback| is_chosen(fallback.bone));
                late.rows(&self.ids, &weights.rows)
            }
            None => self.all_rows(&weights),
        };
        let (vertices, rows): (Vec<u32>, Vec<Vec<Influence>>) = rows.into_iter().unzip();
        let label = format!("Automatic weights, {}", counted(vertices.len()));
        let operator = SetVertexWeights::of_rows(Some(self.model.0), vertices, &rows, label);
        Ok(AutomaticFound { operator, weights })
    }

    /// The influences of all vertices that weights were found for.
    fn all_rows(&self, weights: &AutomaticWeights) -> Vec<(u32, Vec<Influence>)> {
        let rows = (0u32..).zip(&weights.rows);
        let rows = rows.filter(|(_, row)| !row.is_empty());
        let named = |&(bone, weight): &(usize, f32)| {
            let bone = *self.ids.get(bone)?;
            Some(Influence { bone, weight })
        };
        rows.map(|(vertex, row)| (vertex, row.iter().filter_map(named).collect()))
            .collect()
    }
}

/// The bones that vertices are weighted to.
fn weighted_bones(model: &Model) -> BTreeSet<usize> {
    let positions = model.skeleton.positions();
    (0..model.vertices.len())
        .flat_map(|vertex| model.vertices.influences.of(vertex))
        .filter_map(|influence| positions.get(&influence.bone).copied())
        .collect()
}

/// The bones whose weights may change.
fn unlocked(model: &Model, bones: &[BoneRef]) -> Result<BTreeSet<usize>, EditError> {
    let mut unlocked = BTreeSet::new();
    let mut locked = None;
    for bone in bones {
        let index = bone.resolve(model)?;
        let id = model.skeleton.bones.get(index).map(|bone| bone.id);
        match id.filter(|id| model.skin_settings.locked_bones.contains(id)) {
            Some(id) => locked = locked.or(Some((index, id))),
            None => {
                unlocked.insert(index);
            }
        }
    }
    match locked {
        Some((index, id)) if unlocked.is_empty() => Err(EditError::Locked {
            bone: model.bone_name(index),
            id,
        }),
        _ => Ok(unlocked),
    }
}
