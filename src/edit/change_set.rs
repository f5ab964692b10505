//! What an edit touched, so that views and caches refresh only that.

use super::TerrainChanges;
use crate::anim::ClipId;
use crate::document::{ModelId, TrackOwner, TrackPath};
use crate::mesh::VertexSet;
use crate::skeleton::BoneId;
use std::collections::{BTreeMap, BTreeSet};

/// What an edit touched. Everything is named by the model it belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangeSet {
    /// Tracks whose keyframes, interpolation or clock changed.
    pub tracks: BTreeSet<(ModelId, TrackPath)>,
    /// Bones whose name, parent, pivot or flags changed, and bones added or removed.
    pub bones: BTreeSet<(ModelId, BoneId)>,
    /// Clips whose fields changed, and clips added or removed.
    pub clips: BTreeSet<(ModelId, ClipId)>,
    /// Vertices whose influences changed.
    pub vertices: BTreeMap<ModelId, VertexSet>,
    /// Models whose weight settings changed: locks, limit, welding, mirror pairs.
    pub skin_settings: BTreeSet<ModelId>,
    /// What hangs on a bone and now hangs on another.
    pub owners: BTreeSet<(ModelId, TrackOwner)>,
    /// Models whose list of bones, or the tree of them, changed.
    pub hierarchies: BTreeSet<ModelId>,
    /// Models whose list of clips changed in length or order.
    pub clip_lists: BTreeSet<ModelId>,
    /// Models whose bone palettes, submesh bones or groups of geosets changed.
    pub palettes: BTreeSet<ModelId>,
    /// What changed of the ground.
    pub terrain: TerrainChanges,
}

impl ChangeSet {
    /// Whether nothing was touched.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds what another edit touched.
    pub fn merge(&mut self, other: Self) {
        self.tracks.extend(other.tracks);
        self.bones.extend(other.bones);
        self.clips.extend(other.clips);
        for (model, vertices) in other.vertices {
            self.vertices
                .entry(model)
                .or_default()
                .extend(vertices.sorted());
        }
        self.skin_settings.extend(other.skin_settings);
        self.owners.extend(other.owners);
        self.hierarchies.extend(other.hierarchies);
        self.clip_lists.extend(other.clip_lists);
        self.palettes.extend(other.palettes);
        self.terrain.merge(other.terrain);
    }
}
