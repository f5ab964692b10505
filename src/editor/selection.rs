//! What is selected: one value that every panel shows and every command works on.

use crate::anim::ClipId;
use crate::document::{Document, Model, ModelId, TrackOwner, TrackPath};
use crate::skeleton::BoneId;
use std::collections::{BTreeSet, HashSet};

/// One keyframe of the selected clip: a track and the time it has a key at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KeyRef {
    /// The track.
    pub path: TrackPath,
    /// The keyframe's time in the clip.
    pub time_ms: i32,
}

/// How a click changes what is selected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SelectMode {
    /// Only what was clicked stays selected.
    #[default]
    Replace,
    /// What was clicked is added.
    Add,
    /// What was clicked is taken out.
    Remove,
    /// What was clicked is added, or taken out if it was selected.
    Toggle,
}

/// What is selected, for all panels.
///
/// Invariants: the active bone is one of the selected bones; no bone is selected twice; vertices are
/// in ascending order, each once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    /// The model that panels show and commands work on.
    pub model: Option<ModelId>,
    /// The clip that is shown, played and keyed.
    pub clip: Option<ClipId>,
    /// The attachment, event, light or other part that is selected beside the bones.
    pub part: Option<TrackOwner>,
    /// The geoset that is selected beside the bones.
    pub geoset: Option<u16>,
    /// The channel whose interpolation and curve are shown.
    pub channel: Option<TrackPath>,
    bones: Vec<BoneId>,
    keys: BTreeSet<KeyRef>,
    vertices: Vec<u32>,
}

impl Selection {
    /// A model, and nothing of it.
    pub fn of_model(id: ModelId) -> Self {
        Self {
            model: Some(id),
            ..Self::default()
        }
    }

    /// The selected bones, in the order they were selected.
    pub fn bones(&self) -> &[BoneId] {
        &self.bones
    }

    /// The bone selected last; panels show its values.
    pub fn active_bone(&self) -> Option<BoneId> {
        self.bones.last().copied()
    }

    /// Whether a bone is selected.
    pub fn has_bone(&self, id: BoneId) -> bool {
        self.bones.contains(&id)
    }

    /// The selected keyframes of the selected clip, by track and time.
    pub fn keys(&self) -> &BTreeSet<KeyRef> {
        &self.keys
    }

    /// Whether a keyframe is selected.
    pub fn has_key(&self, key: KeyRef) -> bool {
        self.keys.contains(&key)
    }

    /// Changes which bones are selected; the last one of `ids` becomes the active bone.
    pub fn select_bones(&mut self, ids: impl IntoIterator<Item = BoneId>, mode: SelectMode) {
        if mode == SelectMode::Replace {
            self.bones.clear();
            self.part = None;
            self.geoset = None;
        }
        for id in ids {
            let was_selected = self.has_bone(id);
            self.bones.retain(|&bone| bone != id);
            let stays = match mode {
                SelectMode::Replace | SelectMode::Add => true,
                SelectMode::Remove => false,
                SelectMode::Toggle => !was_selected,
            };
            if stays {
                self.bones.push(id);
            }
        }
    }

    /// Changes which keyframes are selected.
    pub fn select_keys(&mut self, keys: impl IntoIterator<Item = KeyRef>, mode: SelectMode) {
        if mode == SelectMode::Replace {
            self.keys.clear();
        }
        for key in keys {
            match mode {
                SelectMode::Replace | SelectMode::Add => {
                    self.keys.insert(key);
                }
                SelectMode::Remove => {
                    self.keys.remove(&key);
                }
                SelectMode::Toggle => {
                    if !self.keys.remove(&key) {
                        self.keys.insert(key);
                    }
                }
            }
        }
    }

    /// The selected vertices of the mesh, in ascending order.
    pub fn vertices(&self) -> &[u32] {
        &self.vertices
    }

    /// Whether a vertex is selected.
    pub fn has_vertex(&self, vertex: u32) -> bool {
        self.vertices.binary_search(&vertex).is_ok()
    }

    /// Changes which vertices are selected.
    pub fn select_vertices(&mut self, mut vertices: Vec<u32>, mode: SelectMode) {
        vertices.sort_unstable();
        vertices.dedup();
        if mode == SelectMode::Replace {
            self.vertices = vertices;
            return;
        }
        let is_named = |vertex: &u32| vertices.binary_search(vertex).is_ok();
        let added: Vec<u32> = match mode {
            SelectMode::Remove => Vec::new(),
            _ => {
                let is_new = |vertex: &&u32| !self.has_vertex(**vertex);
                vertices.iter().filter(is_new).copied().collect()
            }
        };
        if matches!(mode, SelectMode::Remove | SelectMode::Toggle) {
            self.vertices.retain(|vertex| !is_named(vertex));
        }
        self.vertices.extend(added);
        self.vertices.sort_unstable();
    }

    /// Shows another clip; keyframes of the old one are no longer selected.
    pub fn set_clip(&mut self, clip: Option<ClipId>) {
        if self.clip != clip {
            self.keys.clear();
            self.clip = clip;
        }
    }

    /// Drops whatever the document no longer has, and picks a model and a clip if there is none.
    pub fn prune(&mut self, document: &Document) {
        let model = self.model.and_then(|id| document.model(id));
        let Some(model) = model.or_else(|| document.models.first()) else {
            *self = Self::default();
            return;
        };
        if self.model != Some(model.id) {
            *self = Self::of_model(model.id);
        }
        self.bones.retain(|&id| model.skeleton.bone(id).is_some());
        if self.clip.is_none_or(|id| model.clip(id).is_none()) {
            // The game's own resting clip (0, Stand) is the best first look at a model.
            let stand = model.clips.iter().find(|clip| clip.animation_id == 0);
            self.set_clip(stand.or(model.clips.first()).map(|clip| clip.id));
        }
        if (self.part).is_some_and(|part| model.owner_tracks(part).is_empty()) {
            self.part = None;
        }
        let mut submeshes = model.views.iter().flat_map(|view| &view.submeshes);
        if (self.geoset).is_some_and(|id| submeshes.all(|part| part.geoset != id)) {
            self.geoset = None;
        }
        if (self.channel).is_some_and(|path| model.track(path).is_none()) {
            self.channel = None;
        }
        let count = model.vertices.len() as u64;
        let there = |vertex: &u32| u64::from(*vertex) < count;
        self.vertices.truncate(self.vertices.partition_point(there));
        self.prune_keys(model);
    }

    /// Drops keyframes that are no longer there, looking once at each track.
    fn prune_keys(&mut self, model: &Model) {
        let clip = self.clip.and_then(|id| model.clip_index(id));
        let Some(key_clip) = clip.and_then(|index| model.key_clip(index)) else {
            self.keys.clear();
            return;
        };
        let mut looked_at: Option<(TrackPath, HashSet<i32>)> = None;
        self.keys.retain(|key| {
            let times = match &mut looked_at {
                Some((path, times)) if *path == key.path => times,
                other => {
                    let track = model.track(key.path);
                    let times = track.map(|track| model.own_times(track, key_clip).collect());
                    &mut other.insert((key.path, times.unwrap_or_default())).1
                }
            };
            times.contains(&key.time_ms)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bone_selected_last_is_active() {
        let mut selection = Selection::default();
        selection.select_bones([BoneId(3)], SelectMode::Replace);
        selection.select_bones([BoneId(5)], SelectMode::Add);
        assert_eq!(selection.bones(), &[BoneId(3), BoneId(5)]);
        assert_eq!(selection.active_bone(), Some(BoneId(5)));
        selection.select_bones([BoneId(3)], SelectMode::Add);
        assert_eq!(selection.active_bone(), Some(BoneId(3)));
        assert_eq!(selection.bones().len(), 2);
    }

    #[test]
    fn toggling_takes_a_selected_bone_out() {
        let mut selection = Selection::default();
        selection.select_bones([BoneId(3), BoneId(4)], SelectMode::Replace);
        selection.select_bones([BoneId(4)], SelectMode::Toggle);
        assert_eq!(selection.bones(), &[BoneId(3)]);
        selection.select_bones([BoneId(4)], SelectMode::Toggle);
        assert_eq!(selection.active_bone(), Some(BoneId(4)));
    }

    #[test]
    fn vertices_are_selected_in_order_each_once_in_every_way() {
        let mut selection = Selection::default();
        selection.select_vertices(vec![7, 3, 3], SelectMode::Replace);
        assert_eq!(selection.vertices(), [3, 7]);
        selection.select_vertices(vec![5, 7], SelectMode::Add);
        assert_eq!(selection.vertices(), [3, 5, 7]);
        selection.select_vertices(vec![7, 9], SelectMode::Toggle);
        assert_eq!(selection.vertices(), [3, 5, 9]);
        selection.select_vertices(vec![4, 5], SelectMode::Remove);
        assert_eq!(selection.vertices(), [3, 9]);
        assert!(selection.has_vertex(9) && !selection.has_vertex(5));
    }

    #[test]
    fn another_clip_drops_the_selected_keyframes() {
        let mut selection = Selection::default();
        let key = KeyRef {
            path: TrackPath::bone(BoneId(0), "rotation"),
            time_ms: 100,
        };
        selection.select_keys([key], SelectMode::Replace);
        assert!(selection.has_key(key));
        selection.set_clip(Some(ClipId(1)));
        assert!(selection.keys().is_empty());
    }
}
