//! Deletes a bone. Its children and what hangs on it go to its parent, weights as chosen.

use super::spec::operator;
use crate::document::TrackOwner;
use crate::edit::Edit;
use crate::edit::bake::NewParent;
use crate::edit::draft::Draft;
use crate::edit::edits::VertexInfluences;
use crate::edit::{BoneRef, EditError, KeepOnMove, WeightsOf};
use crate::mesh::Influence;
use crate::skeleton::BoneId;

operator! {
    /// Deletes a bone. Its children and what hangs on it go to its parent, weights as chosen.
    DeleteBone = "delete_bone" {
        /// The bone.
        bone: BoneRef,
        /// Where its weights go; the sum of each vertex stays.
        #[serde(default)]
        weights: WeightsOf = "\"parent\"",
        /// What its children keep: where they are, or the numbers of their tracks.
        #[serde(default)]
        children: KeepOnMove = "\"pose\"",
    }
    example r##"{"op":"delete_bone","model":1,"bone":"#1","weights":"parent","children":"pose"}"##
}

impl DeleteBone {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let (index, id) = draft.bone(&self.bone)?;
        let model = draft.model;
        let name = model.bone_name(index);
        if let Some(bone) = model.skeleton.bones.get(index)
            && !bone.kind.is_bone()
        {
            return Err(EditError::Value {
                argument: "bone",
                reason: format!(
                    "must be a bone or a helper; '{name}' is the node of a part of the model ({})",
                    bone.kind.word()
                ),
            });
        }
        let hierarchy = model.skeleton.hierarchy();
        let bones = &model.skeleton.bones;
        let parent = hierarchy.parent(index);
        let heir = parent
            .and_then(|parent| bones.get(parent))
            .map(|bone| bone.id);
        let children: Vec<usize> = (0..bones.len())
            .filter(|&child| hierarchy.parent(child) == Some(index))
            .collect();
        if self.children == KeepOnMove::Pose {
            let moves: Vec<NewParent> = children
                .iter()
                .map(|&bone| NewParent { bone, parent })
                .collect();
            draft.keep_pose(&moves)?;
        }
        for (child, bone) in bones.iter().enumerate() {
            if bone.parent == Some(id)
                && let Some(bone) = draft.bone_mut(child)
            {
                bone.parent = heir;
            }
        }
        self.hand_over_weights(draft, id, heir, &name)?;
        hand_over_carried(draft, id, heir, &name)?;
        if model.skeleton.key_bone_lookup.contains(&id) {
            draft.note(format!(
                "'{name}' was a key bone of the game; none plays that part now"
            ));
            let old = model.skeleton.key_bone_lookup.iter();
            draft.push(Edit::SwapKeyBones {
                model: model.id,
                lookup: old
                    .map(|&bone| if bone == id { BoneId::NONE } else { bone })
                    .collect(),
            });
        }
        hand_over_palettes(draft, index, id, heir.zip(parent));
        draft.push(Edit::ToggleBone {
            model: model.id,
            position: index,
            id,
            bone: None,
        });
        Ok(format!("Delete bone {name}"))
    }

    /// Gives the weights of the bone to others, so that the sum of every vertex stays.
    fn hand_over_weights(
        &self,
        draft: &mut Draft<'_>,
        id: BoneId,
        heir: Option<BoneId>,
        name: &str,
    ) -> Result<(), EditError> {
        let influences = &draft.model.vertices.influences;
        let mut vertices: Vec<VertexInfluences> = Vec::new();
        for (vertex, slots) in (0u32..).zip(&influences.slots) {
            let more = influences.overflow.get(&vertex);
            let mut slots = *slots;
            let mut more = more.cloned();
            let all = || slots.iter().chain(more.iter().flatten());
            if !all().any(|influence| influence.bone == id) {
                continue;
            }
            let share: f32 = all().filter(|i| i.bone == id).map(|i| i.weight).sum();
            let others: f32 = all().filter(|i| i.bone != id).map(|i| i.weight).sum();
            let takes_all = self.weights == WeightsOf::Parent || others <= 0.0;
            if share > 0.0 && takes_all && heir.is_none() {
                return Err(EditError::NoHeir {
                    bone: name.to_owned(),
                    what: "weights",
                });
            }
            let heir_has_slot = heir.is_some_and(|heir| all().any(|i| i.bone == heir));
            let mut moved = false;
            for influence in slots.iter_mut().chain(more.iter_mut().flatten()) {
                if influence.bone == id {
                    // The first slot of the bone becomes the heir's if that has none yet.
                    let is_heirs = takes_all && !heir_has_slot && !moved;
                    moved |= is_heirs;
                    influence.weight = if is_heirs { share } else { 0.0 };
                    influence.bone = heir.unwrap_or(Influence::NONE.bone);
                } else if takes_all {
                    if heir == Some(influence.bone) && heir_has_slot && !moved {
                        moved = true;
                        influence.weight += share;
                    }
                } else {
                    influence.weight *= (others + share) / others;
                }
            }
            vertices.push((vertex, slots, more));
        }
        if !vertices.is_empty() {
            draft.note(format!(
                "the weights of {} vertices changed",
                vertices.len()
            ));
            draft.push(Edit::SwapInfluences {
                model: draft.model.id,
                vertices,
            });
        }
        Ok(())
    }
}

/// Hangs attachments, events, lights, ribbons and particles of the bone on its heir.
fn hand_over_carried(
    draft: &mut Draft<'_>,
    id: BoneId,
    heir: Option<BoneId>,
    name: &str,
) -> Result<(), EditError> {
    let model = draft.model;
    let mut owners = Vec::new();
    let mut add = |owner: TrackOwner, bone: BoneId| {
        if bone == id {
            owners.push(owner);
        }
    };
    (0..)
        .zip(&model.attachments)
        .for_each(|(i, a)| add(TrackOwner::Attachment(i), a.bone));
    (0..)
        .zip(&model.events)
        .for_each(|(i, e)| add(TrackOwner::Event(i), e.bone));
    (0..)
        .zip(&model.lights)
        .for_each(|(i, l)| add(TrackOwner::Light(i), l.bone));
    (0..)
        .zip(&model.ribbons)
        .for_each(|(i, r)| add(TrackOwner::Ribbon(i), r.bone));
    (0..)
        .zip(&model.particles)
        .for_each(|(i, p)| add(TrackOwner::Particle(i), p.bone));
    if owners.is_empty() {
        return Ok(());
    }
    let heir = heir.ok_or_else(|| EditError::NoHeir {
        bone: name.to_owned(),
        what: "attachments, events, lights, ribbons or particles",
    })?;
    draft.note(format!(
        "what hung on '{name}' ({}) hangs on its parent",
        owners.len()
    ));
    draft.push(Edit::SwapCarriers {
        model: model.id,
        carriers: owners.into_iter().map(|owner| (owner, heir)).collect(),
    });
    Ok(())
}

/// Puts the heir into palettes and at the middle of submeshes; middles are positions in file order.
fn hand_over_palettes(
    draft: &mut Draft<'_>,
    index: usize,
    id: BoneId,
    heir: Option<(BoneId, usize)>,
) {
    let model = draft.model;
    let other = model
        .skeleton
        .bones
        .iter()
        .enumerate()
        .find(|(_, bone)| bone.id != id);
    let (heir, place) = heir
        .or_else(|| other.map(|(place, bone)| (bone.id, place)))
        .unwrap_or((BoneId::NONE, 0));
    let new = |bone: BoneId| if bone == id { heir } else { bone };
    let moved = |centre: u16| {
        if usize::from(centre) >= model.skeleton.bones.len() {
            return centre;
        }
        let at = if usize::from(centre) == index {
            place
        } else {
            usize::from(centre)
        };
        let at = if at > index { at - 1 } else { at };
        u16::try_from(at).unwrap_or(centre)
    };
    let bones: Vec<BoneId> = model.combos.bones.iter().map(|&bone| new(bone)).collect();
    let centre_bones: Vec<Vec<u16>> = model
        .views
        .iter()
        .map(|view| {
            view.submeshes
                .iter()
                .map(|submesh| moved(submesh.centre_bone))
                .collect()
        })
        .collect();
    let centres_stay = model
        .views
        .iter()
        .zip(&centre_bones)
        .all(|(view, centres)| {
            view.submeshes
                .iter()
                .map(|submesh| submesh.centre_bone)
                .eq(centres.iter().copied())
        });
    if bones != model.combos.bones || !centres_stay {
        draft.push(Edit::SwapPalettes {
            model: model.id,
            bones,
            centre_bones,
        });
    }
}
