//! Puts the bones of another skeleton on a model: by name, adding those that are missing.

use super::set_bone_shape::check_size;
use super::spec::operator;
use crate::anim::BoneTracks;
use crate::edit::any_track::empty_track;
use crate::edit::draft::Draft;
use crate::edit::posing::finite;
use crate::edit::{Edit, EditError, KeepOnMove, SkeletonBone};
use crate::math::Vec3;
use crate::skeleton::{Bone, BoneFlags, BoneId, BoneKind, Hierarchy};
use std::collections::HashMap;

operator! {
    /// Puts the bones of another skeleton on a model: bones of the same name get its pivots and looks, those that are missing are added.
    AttachSkeleton = "attach_skeleton" {
        /// The bones of the other skeleton.
        bones: Vec<SkeletonBone>,
        /// What bones that the model has keep: where they are at every keyframe, or the numbers of their tracks.
        #[serde(default)]
        keep: KeepOnMove = "\"pose\"",
    }
    example r##"{"op":"attach_skeleton","model":1,"bones":[{"name":"Root","position":[0.0,0.0,1.0]},{"name":"Tail","parent":0,"position":[0.0,0.5,1.0],"shape":{"colour":[230,180,60],"length":0.4,"width":0.1,"rest_degrees":[0.0,0.0,90.0]}}],"keep":"pose"}"##
}

impl AttachSkeleton {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(super) fn draft(&self, draft: &mut Draft<'_>) -> Result<String, EditError> {
        let hierarchy = self.checked()?;
        let known = known_bones(draft, &self.bones)?;
        let (mut added, mut set) = (0, 0);
        let mut ids: Vec<BoneId> = vec![BoneId::NONE; self.bones.len()];
        for &at in hierarchy.parents_first() {
            let Some(bone) = self.bones.get(at) else {
                continue;
            };
            let parent = hierarchy
                .parent(at)
                .and_then(|parent| ids.get(parent))
                .copied();
            let id = match known.get(bone.name.as_str()) {
                Some(&index) => {
                    set += 1;
                    self.set(draft, index, bone)?
                }
                None => {
                    added += 1;
                    add(draft, bone, parent, added - 1)
                }
            };
            if let Some(slot) = ids.get_mut(at) {
                *slot = id;
            }
        }
        Ok(format!("Attach skeleton: {added} bones added, {set} set"))
    }

    /// The tree of the list; refuses numbers and parents that can't be.
    fn checked(&self) -> Result<Hierarchy, EditError> {
        if self.bones.is_empty() {
            return Err(EditError::Empty { argument: "bones" });
        }
        let mut parents = Vec::with_capacity(self.bones.len());
        let mut names = HashMap::new();
        for (at, bone) in self.bones.iter().enumerate() {
            let refuse = |reason: String| EditError::Value {
                argument: "bones",
                reason: format!("of '{}' {reason}", bone.name),
            };
            finite("position", &bone.position)?;
            if let Some(shape) = &bone.shape {
                check_size("length", shape.length)?;
                check_size("width", shape.width)?;
                finite("rest_degrees", &shape.rest_degrees)?;
            }
            if bone.name.trim().is_empty() || bone.name.contains('\0') {
                return Err(refuse("must have names".to_owned()));
            }
            if names.insert(bone.name.as_str(), at).is_some() {
                return Err(refuse(
                    "has the name twice, so it fits no one bone".to_owned(),
                ));
            }
            let parent = bone.parent.map(|parent| parent as usize);
            if parent.is_some_and(|parent| parent >= self.bones.len()) {
                return Err(refuse("has a parent that is not in the list".to_owned()));
            }
            parents.push(parent);
        }
        let hierarchy = Hierarchy::new(parents);
        let Some(&at) = hierarchy.cyclic().first() else {
            return Ok(hierarchy);
        };
        let name = |at: usize| {
            let bone = self.bones.get(at);
            bone.map(|bone| bone.name.clone()).unwrap_or_default()
        };
        let parent = self.bones.get(at).and_then(|bone| bone.parent);
        Err(EditError::Cycle {
            bone: name(at),
            parent: name(parent.unwrap_or_default() as usize),
        })
    }

    /// Gives a bone of the model the pivot and look of one of the list.
    fn set(
        &self,
        draft: &mut Draft<'_>,
        index: usize,
        from: &SkeletonBone,
    ) -> Result<BoneId, EditError> {
        let pivot = Vec3::from(from.position);
        let old = draft.model.skeleton.bones.get(index).map(|bone| bone.pivot);
        if self.keep == KeepOnMove::Pose && old != Some(pivot) {
            draft.keep_pose_about(index, pivot)?;
        }
        let Some(bone) = draft.bone_mut(index) else {
            return Ok(BoneId::NONE);
        };
        bone.pivot = pivot;
        if let Some(shape) = from.shape {
            bone.shape = Some(shape.into());
        }
        let (id, parent) = (bone.id, bone.parent);
        let listed = from.parent.and_then(|at| self.bones.get(at as usize));
        let model = draft.model;
        let kept = parent.and_then(|parent| model.skeleton.index_of(parent));
        let kept = kept.map(|index| model.bone_name(index));
        if listed.map(|bone| bone.name.as_str()) != kept.as_deref() {
            draft.note(format!(
                "'{}' keeps its parent ({}), though the other skeleton has another",
                from.name,
                kept.as_deref().unwrap_or("none")
            ));
        }
        Ok(id)
    }
}

/// Which names of the list are names of the model's bones, and where those are.
fn known_bones<'a>(
    draft: &Draft<'_>,
    bones: &'a [SkeletonBone],
) -> Result<HashMap<&'a str, usize>, EditError> {
    let mut places: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, name) in draft.model.bone_names().into_iter().enumerate() {
        places.entry(name).or_default().push(index);
    }
    let mut known = HashMap::new();
    for bone in bones {
        match places.get(&bone.name).map(Vec::as_slice) {
            None | Some([]) => {}
            Some([one]) => {
                known.insert(bone.name.as_str(), *one);
            }
            Some(several) => {
                return Err(EditError::Ambiguous {
                    what: "bone",
                    name: bone.name.clone(),
                    choices: several.iter().map(|index| format!("#{index}")).collect(),
                });
            }
        }
    }
    Ok(known)
}

/// Adds a bone after the last; `before` others were added by this operator.
fn add(
    draft: &mut Draft<'_>,
    from: &SkeletonBone,
    parent: Option<BoneId>,
    before: usize,
) -> BoneId {
    let on_axis = draft.is_on_axis();
    let id = BoneId(draft.new_id());
    let bone = Bone {
        id,
        name: Some(from.name.clone()),
        parent,
        pivot: Vec3::from(from.position),
        flags: BoneFlags(0),
        key_bone_id: -1,
        submesh_id: 0,
        name_crc: if on_axis {
            0
        } else {
            crc32fast::hash(from.name.as_bytes())
        },
        kind: BoneKind::Bone,
        shape: from.shape.map(Into::into),
    };
    let tracks = BoneTracks {
        translation: empty_track(on_axis),
        rotation: empty_track(on_axis),
        scale: empty_track(on_axis),
    };
    let model = draft.model;
    draft.push(Edit::ToggleBone {
        model: model.id,
        position: model.skeleton.bones.len() + before,
        id,
        bone: Some(Box::new((bone, tracks))),
    });
    id
}
