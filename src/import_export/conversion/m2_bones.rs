//! Nodes of Warcraft III to bones of M2: which become bones, in which order, and what they are called.

use super::clip_lists::ClipLists;
use crate::document::{Model, key_bone_name};
use crate::import_export::Report;
use crate::math::Vec3;
use crate::skeleton::{Bone, BoneFlags, BoneId, BoneKind, bone_name_of_crc};
use std::collections::{HashMap, HashSet};

/// The bits of a node that both formats have.
const SHARED_FLAGS: u32 = BoneFlags::IGNORE_PARENT_TRANSLATION
    | BoneFlags::IGNORE_PARENT_SCALE
    | BoneFlags::IGNORE_PARENT_ROTATION
    | BoneFlags::ANY_BILLBOARD;
/// A node that keeps its place before the camera.
const CAMERA_ANCHORED: u32 = 0x80;
/// Set in M2 where a bone has keys.
const HAS_KEYS: u32 = 0x200;
/// Bones that a vertex can name.
const NAMEABLE: usize = 256;
/// Numbers of key bones that files have a place for.
const KEY_BONES: i32 = 27;

/// Which bone each node becomes, or hangs on.
#[derive(Debug, Default)]
pub struct BonePlan {
    /// Positions in the source, in the order of the target's bones.
    pub order: Vec<usize>,
    /// For each id of the source the id in the target of the bone that carries it.
    carriers: HashMap<BoneId, BoneId>,
    /// For each id of the source that becomes a bone its id in the target.
    own: HashMap<BoneId, BoneId>,
}

impl BonePlan {
    /// Decides for all nodes of a model.
    pub fn of(model: &Model) -> Self {
        let bones = &model.skeleton.bones;
        let hierarchy = model.skeleton.hierarchy();
        let moving = named_by_vertices(model);
        let kept: Vec<bool> = bones.iter().map(|bone| is_kept(bone.kind)).collect();
        let mut needed: Vec<bool> = (0..bones.len())
            .map(|index| {
                bones.get(index).is_some_and(|bone| {
                    let stands_alone = is_kept(bone.kind)
                        && (has_keys(model, index)
                            || bone.flags.0 & SHARED_FLAGS != 0
                            || hierarchy.parent(index).is_none());
                    bone.kind.is_bone() || moving.contains(&bone.id) || stands_alone
                })
            })
            .collect();
        // Children before parents: whoever carries something is needed.
        for &index in hierarchy.parents_first().iter().rev() {
            let counts = needed.get(index) == Some(&true) || kept.get(index) == Some(&true);
            if let Some(parent) = hierarchy.parent(index).filter(|_| counts)
                && let Some(slot) = needed.get_mut(parent)
            {
                *slot = true;
            }
        }
        let is_needed = |index: &usize| needed.get(*index) == Some(&true);
        let mut order: Vec<usize> = hierarchy.parents_first().to_vec();
        order.retain(is_needed);
        if order.len() > NAMEABLE {
            let parent = |index| hierarchy.parent(index);
            order = moving_first(&order, bones, &moving, parent);
        }
        let mut plan = Self::default();
        for (position, &index) in order.iter().enumerate() {
            if let Some(bone) = bones.get(index) {
                plan.own.insert(bone.id, id(position));
            }
        }
        for (index, bone) in bones.iter().enumerate() {
            let mut at = Some(index);
            while let Some(here) = at.filter(|here| !is_needed(here)) {
                at = hierarchy.parent(here);
            }
            let carrier = at.and_then(|at| bones.get(at));
            let carrier = carrier.and_then(|bone| plan.own.get(&bone.id).copied());
            if let Some(carrier) = carrier {
                plan.carriers.insert(bone.id, carrier);
            }
        }
        plan.order = order;
        plan
    }

    /// The bone that carries what hangs on a node; [`BoneId::NONE`] for none.
    pub fn carrier(&self, node: BoneId) -> BoneId {
        self.carriers.get(&node).copied().unwrap_or(BoneId::NONE)
    }

    /// The bone that a node became.
    pub fn bone(&self, node: BoneId) -> Option<BoneId> {
        self.own.get(&node).copied()
    }

    /// The id of the bone that nothing moves, which comes last.
    pub fn still(&self) -> BoneId {
        id(self.order.len())
    }

    /// Adds the bones to `target`.
    pub fn add_bones(
        &self,
        source: &Model,
        target: &mut Model,
        lists: &mut ClipLists,
        report: &mut Report,
    ) {
        let hierarchy = source.skeleton.hierarchy();
        let mut key_bones = vec![BoneId::NONE; usize::try_from(KEY_BONES).unwrap_or(0)];
        for &index in &self.order {
            let Some(bone) = source.skeleton.bones.get(index) else {
                continue;
            };
            let name = source.bone_name(index);
            let parent = hierarchy.parent(index);
            let parent = parent.and_then(|at| source.skeleton.bones.get(at));
            let tracks = source.bone_tracks.get(index);
            let tracks = tracks.map(|tracks| lists.bone_tracks(tracks));
            let tracks = tracks.unwrap_or_default();
            let keys = tracks.translation.key_count()
                + tracks.rotation.key_count()
                + tracks.scale.key_count();
            let keyed = if keys > 0 { HAS_KEYS } else { 0 };
            let own = id(target.skeleton.bones.len());
            target.skeleton.bones.push(Bone {
                id: own,
                parent: parent.and_then(|parent| self.bone(parent.id)),
                pivot: bone.pivot,
                flags: BoneFlags(bone.flags.0 & SHARED_FLAGS | keyed),
                key_bone_id: key_bone(&name, own, &mut key_bones),
                submesh_id: 0,
                name_crc: crc32fast::hash(name.as_bytes()),
                kind: BoneKind::Bone,
                shape: None,
                name: Some(name),
            });
            target.bone_tracks.push(tracks);
        }
        target.skeleton.key_bone_lookup = key_bones;
        tell(source, report);
    }
}

/// Adds the bone that nothing moves.
pub fn add_still_bone(target: &mut Model) {
    let name = "Still";
    target.skeleton.bones.push(Bone {
        id: id(target.skeleton.bones.len()),
        name: Some(name.to_owned()),
        parent: None,
        pivot: Vec3::zeros(),
        flags: BoneFlags(0),
        key_bone_id: -1,
        submesh_id: 0,
        name_crc: crc32fast::hash(name.as_bytes()),
        kind: BoneKind::Bone,
        shape: None,
    });
    target.bone_tracks.push(Default::default());
}

fn id(position: usize) -> BoneId {
    BoneId(u32::try_from(position).unwrap_or(u32::MAX))
}

/// Whether M2 has something for what such a node carries.
fn is_kept(kind: BoneKind) -> bool {
    matches!(
        kind,
        BoneKind::Attachment | BoneKind::Event | BoneKind::Light
    )
}

fn has_keys(model: &Model, index: usize) -> bool {
    model.bone_tracks.get(index).is_some_and(|tracks| {
        let keys = tracks.translation.key_count() + tracks.rotation.key_count();
        keys + tracks.scale.key_count() > 0
    })
}

fn named_by_vertices(model: &Model) -> HashSet<BoneId> {
    let influences = &model.vertices.influences;
    let slots = influences.slots.iter().flatten();
    let all = slots.chain(influences.overflow.values().flatten());
    all.filter(|one| one.weight > 0.0)
        .map(|one| one.bone)
        .collect()
}

/// Bones that move vertices and their parents first, so that a byte reaches them.
fn moving_first(
    order: &[usize],
    bones: &[Bone],
    moving: &HashSet<BoneId>,
    parent: impl Fn(usize) -> Option<usize>,
) -> Vec<usize> {
    let mut early = vec![false; bones.len()];
    for &index in order {
        if bones
            .get(index)
            .is_none_or(|bone| !moving.contains(&bone.id))
        {
            continue;
        }
        let mut at = Some(index);
        while let Some(here) = at {
            match early.get_mut(here) {
                Some(slot) if !*slot => *slot = true,
                _ => break,
            }
            at = parent(here);
        }
    }
    let is_early = |index: &usize| early.get(*index) == Some(&true);
    let (mut first, second): (Vec<usize>, Vec<usize>) = order.iter().copied().partition(is_early);
    first.extend(second);
    first
}

/// The key bone that a name stands for: `Bone_Arm_L` is `ArmL`. Each is given once.
fn key_bone(name: &str, own: BoneId, taken: &mut [BoneId]) -> i32 {
    let plain = |name: &str| -> String {
        let letters = name.chars().filter(|c| c.is_alphanumeric() || *c == '$');
        letters.collect::<String>().to_lowercase()
    };
    let wanted = plain(name);
    let wanted = wanted.strip_prefix("bone").unwrap_or(&wanted);
    let is_it = |key: &i32| key_bone_name(*key).is_some_and(|known| plain(known) == wanted);
    let Some(key) = (0..KEY_BONES).find(is_it) else {
        return -1;
    };
    let slot = usize::try_from(key).ok().and_then(|key| taken.get_mut(key));
    match slot {
        Some(slot) if *slot == BoneId::NONE => {
            *slot = own;
            key
        }
        _ => -1,
    }
}

fn tell(source: &Model, report: &mut Report) {
    let bones = || source.skeleton.bones.iter();
    let unknown = bones().filter(|bone| {
        let name = bone.name.as_deref().unwrap_or_default();
        bone_name_of_crc(crc32fast::hash(name.as_bytes())) != Some(name)
    });
    let unknown = unknown.count();
    if unknown > 0 {
        let what = format!("{unknown} names of bones are kept as checksums only");
        report.lose("bones.name", what, 0.0, "");
    }
    let anchored = bones().filter(|bone| bone.flags.0 & CAMERA_ANCHORED != 0);
    let anchored = anchored.count();
    if anchored > 0 {
        let what = format!("{anchored} nodes keep their place before the camera");
        report.lose("bones.flags", what, 0.0, "");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_real_models_find_their_key_bone_once() {
        let mut taken = vec![BoneId::NONE; 27];
        let mut key = |name: &str, bone| key_bone(name, BoneId(bone), &mut taken);
        assert_eq!(key("Bone_Head", 4), 6);
        assert_eq!(key("head", 5), -1);
        assert_eq!(key("Bone_Arm_L", 6), 0);
        assert_eq!(key("Jaw", 7), 7);
        assert_eq!(key("Bone_Pelvis", 8), -1);
        assert_eq!(taken[6], BoneId(4));
    }
}
