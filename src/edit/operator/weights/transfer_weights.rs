//! Takes weights over from another mesh.

use super::mirror_weights::check_distance;
use crate::document::{Model, ModelId};
use crate::edit::draft::Draft;
use crate::edit::operator::spec::operator;
use crate::edit::weight_draft::{WeightPlan, check_vertices, counted};
use crate::edit::weight_mirror::Parts;
use crate::edit::weight_transfer::{TransferSource, bones_by_name};
use crate::edit::{BoneRef, EditError, TransferBy};
use crate::mesh::Influence;
use crate::skeleton::BoneId;
use crate::skinning::{gather, stored_of};
use std::collections::{BTreeMap, HashMap};

operator! {
    /// Takes weights over from another mesh, bones found by their names: from another model of the document, or from other vertices of the same.
    TransferWeights = "transfer_weights" {
        /// The id of the model that gives its weights; null for the same model.
        #[serde(default)]
        from: Option<u32> = "null",
        /// Which spot of the other mesh a vertex takes its weights from.
        #[serde(default)]
        by: TransferBy = "\"nearest\"",
        /// How far that spot may be, in the model's units, with `uv` in widths of the picture; null for any distance.
        #[serde(default)]
        max_distance: Option<f32> = "null",
        /// Bones of the other model by name that are called otherwise here, each with the bone it becomes.
        #[serde(default)]
        names: BTreeMap<String, BoneRef> = "{}",
        /// The vertices that may change; null for all.
        #[serde(default)]
        vertices: Option<Vec<u32>> = "null",
        /// The vertices that give their weights; null for all, of the same model those that may not change.
        #[serde(default)]
        source_vertices: Option<Vec<u32>> = "null",
    }
    example r##"{"op":"transfer_weights","model":1,"from":null,"by":"nearest","max_distance":0.5,"names":{"Bip01 L Hand":"HandL"},"vertices":[0,1,2],"source_vertices":null}"##
}

/// Most bones that notes list by name.
const MOST_NAMES: usize = 20;

impl TransferWeights {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut Draft<'_>,
    ) -> Result<String, EditError> {
        check_distance("max_distance", self.max_distance)?;
        let model = draft.model;
        let plan = WeightPlan::new(model, self.vertices.as_deref())?;
        let source = self.source(draft)?;
        let is_same = source.model.id == model.id;
        let bones = if is_same && self.names.is_empty() {
            let all = model.skeleton.bones.iter();
            all.map(|bone| (bone.id, bone.id)).collect()
        } else {
            bones_by_name(source.model, model, &self.names)?
        };
        let mut weights = plan.begin(model);
        let places = weights.pen.places();
        let groups: Vec<&[u32]> = places.iter().map(|place| plan.group(place)).collect();
        let found = source.find(model, &groups, self.by, self.max_distance)?;
        let mut taking = Taking {
            source: source.model,
            bones,
            lost: BTreeMap::new(),
        };
        let (mut unmatched, mut boneless) = (0, 0);
        for ((&place, group), parts) in places.iter().zip(&groups).zip(&found) {
            let Some(parts) = parts else {
                unmatched += group.len();
                continue;
            };
            match taking.row(parts) {
                Some(row) => weights.replace(place, &row),
                None => boneless += group.len(),
            }
        }
        let lost = taking.lost;
        let count = weights.finish(draft);
        if unmatched > 0 {
            draft.note(format!(
                "{} kept weights: nothing of the other mesh fits them",
                counted(unmatched)
            ));
        }
        if boneless > 0 {
            draft.note(format!(
                "{} kept weights: there the other mesh has none, or none of its bones is here",
                counted(boneless)
            ));
        }
        note_lost(draft, source.model, &lost);
        Ok(format!(
            "Transfer weights from {}, {}",
            if is_same {
                "other vertices"
            } else {
                &source.model.title
            },
            counted(count)
        ))
    }

    /// What gives its weights.
    fn source<'a>(&self, draft: &Draft<'a>) -> Result<TransferSource<'a>, EditError> {
        let model = match self.from {
            None => draft.model,
            Some(id) => draft
                .other_model(ModelId(id))
                .ok_or_else(|| EditError::Unknown {
                    what: "model",
                    name: id.to_string(),
                    near: Vec::new(),
                })?,
        };
        let count = model.vertices.len();
        let marked = |vertices: &[u32], is_in: bool| {
            let mut gives = vec![!is_in; count];
            for &vertex in vertices {
                if let Some(mark) = gives.get_mut(vertex as usize) {
                    *mark = is_in;
                }
            }
            gives
        };
        let is_same = model.id == draft.model.id;
        let gives = match (&self.source_vertices, &self.vertices) {
            (Some(vertices), _) => {
                if vertices.is_empty() {
                    return Err(EditError::Empty {
                        argument: "source_vertices",
                    });
                }
                check_vertices(vertices, count)?;
                marked(vertices, true)
            }
            (None, Some(vertices)) if is_same => marked(vertices, false),
            (None, None) if is_same => {
                return Err(EditError::Value {
                    argument: "source_vertices",
                    reason: "must be given, or 'vertices', or another model in 'from': a mesh has \
                             nothing to take from itself"
                        .to_owned(),
                });
            }
            _ => vec![true; count],
        };
        Ok(TransferSource { model, gives })
    }
}

/// Weights on their way from one skeleton to another.
struct Taking<'a> {
    source: &'a Model,
    bones: HashMap<BoneId, BoneId>,
    /// Bones of the other model that have no bone here, with the weight they had.
    lost: BTreeMap<BoneId, f64>,
}

impl Taking<'_> {
    /// The weights made of parts; `None` where nothing is left.
    fn row(&mut self, parts: &Parts) -> Option<Vec<Influence>> {
        let mut row: Vec<Influence> = Vec::new();
        let mut own = Vec::new();
        for &(vertex, share) in parts {
            gather(
                stored_of(&self.source.vertices.influences, vertex),
                &mut own,
            );
            for influence in &own {
                let weight = influence.weight * share;
                let Some(&bone) = self.bones.get(&influence.bone) else {
                    *self.lost.entry(influence.bone).or_default() += f64::from(weight);
                    continue;
                };
                match row.iter_mut().find(|known| known.bone == bone) {
                    Some(known) => known.weight += weight,
                    None => row.push(Influence { bone, weight }),
                }
            }
        }
        (!row.is_empty()).then_some(row)
    }
}

fn note_lost(draft: &mut Draft<'_>, source: &Model, lost: &BTreeMap<BoneId, f64>) {
    let mut sorted: Vec<(BoneId, f64)> = lost.iter().map(|(bone, sum)| (*bone, *sum)).collect();
    sorted.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    for &(bone, sum) in sorted.iter().take(MOST_NAMES) {
        let name = match source.skeleton.index_of(bone) {
            Some(index) => source.bone_name(index),
            None => format!("id {}", bone.0),
        };
        draft.note(format!(
            "bone '{name}' of the other model is not here; its weight, {sum:.3} in all, went to \
             the other bones"
        ));
    }
    if sorted.len() > MOST_NAMES {
        let rest = sorted.len() - MOST_NAMES;
        draft.note(format!("{rest} more bones of the other model are not here"));
    }
}
