//! The reversible changes of a document: each exchanges the value it holds with the document's.

use super::key_kind::KeyKind;
use super::{AnyTrack, ChangeSet, TerrainPatch};
use crate::anim::{AnyKeys, BoneTracks, Clip, ClipId, KeyList, TrackKeys};
use crate::document::{Document, Model, ModelId, TerrainId, TrackOwner, TrackPath};
use crate::for_any_track;
use crate::mesh::{Influence, SLOTS};
use crate::skeleton::{Bone, BoneId};
use crate::skinning::SkinSettings;

/// All influences of one vertex: its slots, and its overflow if it has one.
pub type VertexInfluences = (u32, [Influence; SLOTS], Option<Vec<Influence>>);

/// A change of a document that can be undone: an exchange, so doing and undoing are one function.
///
/// Made by planning an operator, which checks everything. On the state of the document it was made
/// for, and on that state again after undo, applying can't fail.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Exchanges the keyframes of one track in one clip (or the one shared list).
    SwapKeys {
        /// The model.
        model: ModelId,
        /// The track.
        path: TrackPath,
        /// The clip; of no matter for a track with one list.
        clip: ClipId,
        /// What the document will have.
        keys: AnyKeys,
    },
    /// Exchanges a whole track.
    SwapTrack {
        /// The model.
        model: ModelId,
        /// The track.
        path: TrackPath,
        /// What the document will have.
        track: Box<AnyTrack>,
    },
    /// Exchanges the fields of a bone (its id stays).
    SwapBone {
        /// The model.
        model: ModelId,
        /// What the document will have; its id says which bone.
        bone: Box<Bone>,
    },
    /// Puts a bone in at a position, or takes it out: whichever is to be done.
    ToggleBone {
        /// The model.
        model: ModelId,
        /// Position in file order.
        position: usize,
        /// The bone's id.
        id: BoneId,
        /// The bone and its tracks while they are not in the document.
        bone: Option<Box<(Bone, BoneTracks)>>,
    },
    /// Exchanges the list of clips and the hash table that finds them.
    SwapClips {
        /// The model.
        model: ModelId,
        /// What the document will have.
        clips: Vec<Clip>,
        /// What the document will have.
        lookup: Vec<ClipId>,
    },
    /// Puts lists of keyframes in at a clip's position of the tracks, or takes them out.
    ToggleLists {
        /// The model.
        model: ModelId,
        /// Position of the clip.
        position: usize,
        /// The tracks that have such a list.
        paths: Vec<TrackPath>,
        /// The lists, one a path, while they are not in the document.
        lists: Option<Vec<AnyKeys>>,
    },
    /// Exchanges the influences of some vertices.
    SwapInfluences {
        /// The model.
        model: ModelId,
        /// What the document will have.
        vertices: Vec<VertexInfluences>,
    },
    /// Exchanges how weights may be edited.
    SwapSkinSettings {
        /// The model.
        model: ModelId,
        /// What the document will have.
        settings: Box<SkinSettings>,
    },
    /// Exchanges the bones on which things hang.
    SwapCarriers {
        /// The model.
        model: ModelId,
        /// What the document will have.
        carriers: Vec<(TrackOwner, BoneId)>,
    },
    /// Exchanges the list of key bones.
    SwapKeyBones {
        /// The model.
        model: ModelId,
        /// What the document will have.
        lookup: Vec<BoneId>,
    },
    /// Exchanges the bone palettes and the bones at the middle of submeshes.
    SwapPalettes {
        /// The model.
        model: ModelId,
        /// What the document will have.
        bones: Vec<BoneId>,
        /// For each view and submesh its middle bone, as the document will have it.
        centre_bones: Vec<Vec<u16>>,
    },
    /// Exchanges the groups of bones of a geoset.
    SwapGeosetGroups {
        /// The model.
        model: ModelId,
        /// Position of the geoset.
        geoset: u32,
        /// What the document will have.
        groups: Vec<Vec<BoneId>>,
        /// The group of each vertex, as the document will have it.
        vertex_groups: Vec<u8>,
    },
    /// Exchanges a part of a terrain.
    SwapTerrain {
        /// The terrain.
        terrain: TerrainId,
        /// What the document will have.
        patch: TerrainPatch,
    },
    /// Several edits, done in order and undone in the opposite order.
    Group(Vec<Self>),
}

impl undo::Edit for Edit {
    type Target = Document;
    type Output = ChangeSet;

    fn edit(&mut self, target: &mut Document) -> ChangeSet {
        let mut changes = ChangeSet::default();
        self.forward(target, &mut changes);
        changes
    }

    fn undo(&mut self, target: &mut Document) -> ChangeSet {
        let mut changes = ChangeSet::default();
        self.backward(target, &mut changes);
        changes
    }
}

impl Edit {
    /// Whether it changes nothing at all.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Group(edits) if edits.iter().all(Self::is_empty))
    }

    fn forward(&mut self, document: &mut Document, changes: &mut ChangeSet) {
        match self {
            Self::Group(edits) => {
                for edit in edits {
                    edit.forward(document, changes);
                }
            }
            other => other.exchange(document, changes),
        }
    }

    fn backward(&mut self, document: &mut Document, changes: &mut ChangeSet) {
        match self {
            Self::Group(edits) => {
                for edit in edits.iter_mut().rev() {
                    edit.backward(document, changes);
                }
            }
            other => other.exchange(document, changes),
        }
    }

    /// Exchanges what is held with what the document has. Groups are taken apart by the callers.
    fn exchange(&mut self, document: &mut Document, changes: &mut ChangeSet) {
        if let Self::SwapTerrain { terrain, patch } = self {
            if let Some(terrain) = document.terrain_mut(*terrain) {
                patch.exchange(terrain, &mut changes.terrain);
            }
            return;
        }
        let Some(id) = self.model() else { return };
        self.raise_next_id(document);
        let Some(model) = document.model_mut(id) else {
            return;
        };
        match self {
            Self::SwapKeys {
                path, clip, keys, ..
            } => {
                changes.tracks.insert((id, *path));
                swap_keys(model, *path, *clip, keys);
            }
            Self::SwapTrack { path, track, .. } => {
                changes.tracks.insert((id, *path));
                if let Some(kept) = model.track_mut(*path) {
                    track.swap(kept);
                }
            }
            Self::SwapBone { bone, .. } => {
                changes.bones.insert((id, bone.id));
                swap_bone(model, bone, id, changes);
            }
            Self::ToggleBone {
                position,
                id: bone_id,
                bone,
                ..
            } => {
                changes.bones.insert((id, *bone_id));
                changes.hierarchies.insert(id);
                toggle_bone(model, *position, bone);
            }
            Self::SwapClips { clips, lookup, .. } => {
                let of = |clip: &Clip| (id, clip.id);
                let same_order = clips.len() == model.clips.len()
                    && clips.iter().zip(&model.clips).all(|(a, b)| a.id == b.id);
                if !same_order {
                    changes.clip_lists.insert(id);
                }
                for clip in clips.iter().filter(|clip| !model.clips.contains(clip)) {
                    changes.clips.insert(of(clip));
                }
                for clip in model.clips.iter().filter(|clip| !clips.contains(clip)) {
                    changes.clips.insert(of(clip));
                }
                std::mem::swap(clips, &mut model.clips);
                std::mem::swap(lookup, &mut model.clip_lookup);
            }
            Self::ToggleLists {
                position,
                paths,
                lists,
                ..
            } => {
                changes.tracks.extend(paths.iter().map(|&path| (id, path)));
                toggle_lists(model, *position, paths, lists);
            }
            Self::SwapInfluences { vertices, .. } => {
                let touched = changes.vertices.entry(id).or_default();
                touched.extend(vertices.iter().map(|(vertex, ..)| *vertex));
                let influences = &mut model.vertices.influences;
                for (vertex, slots, overflow) in vertices {
                    if let Some(kept) = influences.slots.get_mut(*vertex as usize) {
                        std::mem::swap(slots, kept);
                    }
                    let kept = influences.overflow.remove(vertex);
                    if let Some(more) = std::mem::replace(overflow, kept) {
                        influences.overflow.insert(*vertex, more);
                    }
                }
            }
            Self::SwapSkinSettings { settings, .. } => {
                changes.skin_settings.insert(id);
                std::mem::swap(settings.as_mut(), &mut model.skin_settings);
            }
            Self::SwapCarriers { carriers, .. } => {
                for (owner, bone) in carriers {
                    changes.owners.insert((id, *owner));
                    if let Some(kept) = carrier_mut(model, *owner) {
                        std::mem::swap(bone, kept);
                    }
                }
            }
            Self::SwapKeyBones { lookup, .. } => {
                changes.hierarchies.insert(id);
                std::mem::swap(lookup, &mut model.skeleton.key_bone_lookup);
            }
            Self::SwapPalettes {
                bones,
                centre_bones,
                ..
            } => {
                changes.palettes.insert(id);
                std::mem::swap(bones, &mut model.combos.bones);
                for (view, centres) in model.views.iter_mut().zip(centre_bones) {
                    for (submesh, centre) in view.submeshes.iter_mut().zip(centres) {
                        std::mem::swap(&mut submesh.centre_bone, centre);
                    }
                }
            }
            Self::SwapGeosetGroups {
                geoset,
                groups,
                vertex_groups,
                ..
            } => {
                changes.palettes.insert(id);
                if let Some(kept) = model.geosets.get_mut(*geoset as usize) {
                    std::mem::swap(groups, &mut kept.groups);
                    std::mem::swap(vertex_groups, &mut kept.vertex_groups);
                }
            }
            Self::SwapTerrain { .. } | Self::Group(_) => {}
        }
    }

    /// The model it changes; `None` for a terrain's edit and for a group.
    fn model(&self) -> Option<ModelId> {
        match self {
            Self::SwapKeys { model, .. }
            | Self::SwapTrack { model, .. }
            | Self::SwapBone { model, .. }
            | Self::ToggleBone { model, .. }
            | Self::SwapClips { model, .. }
            | Self::ToggleLists { model, .. }
            | Self::SwapInfluences { model, .. }
            | Self::SwapSkinSettings { model, .. }
            | Self::SwapCarriers { model, .. }
            | Self::SwapKeyBones { model, .. }
            | Self::SwapPalettes { model, .. }
            | Self::SwapGeosetGroups { model, .. } => Some(*model),
            Self::SwapTerrain { .. } | Self::Group(_) => None,
        }
    }

    /// Counts the ids this edit brings as given out; undo leaves the count where it is.
    fn raise_next_id(&self, document: &mut Document) {
        let highest = match self {
            Self::ToggleBone { id, .. } => Some(id.0),
            Self::SwapClips { clips, .. } => clips.iter().map(|clip| clip.id.0).max(),
            _ => None,
        };
        if let Some(id) = highest {
            document.next_id = document.next_id.max(id.saturating_add(1));
        }
    }
}

fn swap_keys(model: &mut Model, path: TrackPath, clip: ClipId, keys: &mut AnyKeys) {
    let index = model.clip_index(clip);
    let Some(track) = model.track_mut(path) else {
        return;
    };
    for_any_track!(TrackMut, track, track => {
        let list = match &mut track.keys {
            TrackKeys::PerClip(lists) => index.and_then(|index| lists.get_mut(index)),
            TrackKeys::Shared(list) | TrackKeys::Axis(list) => Some(list),
        };
        if let Some(list) = list {
            KeyKind::swap(keys, list);
        }
    });
}

fn swap_bone(model: &mut Model, bone: &mut Bone, id: ModelId, changes: &mut ChangeSet) {
    let Some(index) = model.skeleton.index_of(bone.id) else {
        return;
    };
    if let Some(kept) = model.skeleton.bones.get_mut(index) {
        if kept.parent != bone.parent {
            changes.hierarchies.insert(id);
        }
        std::mem::swap(bone, kept);
    }
}

fn toggle_bone(model: &mut Model, position: usize, slot: &mut Option<Box<(Bone, BoneTracks)>>) {
    let bones = &mut model.skeleton.bones;
    match slot.take() {
        Some(pair) => {
            let (bone, tracks) = *pair;
            bones.insert(position.min(bones.len()), bone);
            let position = position.min(model.bone_tracks.len());
            model.bone_tracks.insert(position, tracks);
        }
        None if position < bones.len() && position < model.bone_tracks.len() => {
            let bone = bones.remove(position);
            *slot = Some(Box::new((bone, model.bone_tracks.remove(position))));
        }
        None => {}
    }
}

fn toggle_lists(
    model: &mut Model,
    position: usize,
    paths: &[TrackPath],
    slot: &mut Option<Vec<AnyKeys>>,
) {
    if let Some(lists) = slot.take() {
        for (&path, mut keys) in paths.iter().zip(lists) {
            let Some(track) = model.track_mut(path) else {
                continue;
            };
            for_any_track!(TrackMut, track, track => {
                if let TrackKeys::PerClip(lists) = &mut track.keys {
                    let mut list = KeyList::default();
                    KeyKind::swap(&mut keys, &mut list);
                    lists.insert(position.min(lists.len()), list);
                }
            });
        }
        return;
    }
    let mut taken = Vec::with_capacity(paths.len());
    for &path in paths {
        let Some(track) = model.track_mut(path) else {
            continue;
        };
        for_any_track!(TrackMut, track, track => {
            if let TrackKeys::PerClip(lists) = &mut track.keys
                && position < lists.len()
            {
                taken.push(KeyKind::wrap(lists.remove(position)));
            }
        });
    }
    *slot = Some(taken);
}

/// The bone on which something hangs; `None` for what hangs on no bone.
fn carrier_mut(model: &mut Model, owner: TrackOwner) -> Option<&mut BoneId> {
    match owner {
        TrackOwner::Attachment(i) => model.attachments.get_mut(i as usize).map(|a| &mut a.bone),
        TrackOwner::Event(i) => model.events.get_mut(i as usize).map(|e| &mut e.bone),
        TrackOwner::Light(i) => model.lights.get_mut(i as usize).map(|l| &mut l.bone),
        TrackOwner::Ribbon(i) => model.ribbons.get_mut(i as usize).map(|r| &mut r.bone),
        TrackOwner::Particle(i) => model.particles.get_mut(i as usize).map(|p| &mut p.bone),
        TrackOwner::Bone(_)
        | TrackOwner::Colour(_)
        | TrackOwner::TextureWeight(_)
        | TrackOwner::TextureTransform(_)
        | TrackOwner::Camera(_)
        | TrackOwner::Layer(_)
        // In MDX these are nodes of the tree themselves.
        | TrackOwner::ModelEmitter(_)
        | TrackOwner::SpriteEmitter(_) => None,
    }
}
