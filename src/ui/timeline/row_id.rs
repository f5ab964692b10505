//! What a row of the dope sheet stands for, and which rows are open.

use crate::document::{TrackOwner, TrackPath};
use std::collections::BTreeSet;

/// The kinds of things beside bones that have tracks; each is a collapsible group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PartGroup {
    /// Colours of batches.
    Colours,
    /// Texture weights.
    TextureWeights,
    /// Texture transforms.
    TextureTransforms,
    /// Attachments.
    Attachments,
    /// Events.
    Events,
    /// Lights.
    Lights,
    /// Cameras.
    Cameras,
    /// Ribbons.
    Ribbons,
    /// Particle emitters.
    Particles,
    /// Layers of materials.
    Layers,
}

impl PartGroup {
    /// All groups, in the order of the sheet.
    pub const ALL: [Self; 10] = [
        Self::Colours,
        Self::TextureWeights,
        Self::TextureTransforms,
        Self::Attachments,
        Self::Events,
        Self::Lights,
        Self::Cameras,
        Self::Ribbons,
        Self::Particles,
        Self::Layers,
    ];

    /// The group an owner belongs to; `None` for bones.
    pub fn of(owner: TrackOwner) -> Option<Self> {
        match owner {
            TrackOwner::Bone(_) => None,
            TrackOwner::Colour(_) => Some(Self::Colours),
            TrackOwner::TextureWeight(_) => Some(Self::TextureWeights),
            TrackOwner::TextureTransform(_) => Some(Self::TextureTransforms),
            TrackOwner::Attachment(_) => Some(Self::Attachments),
            TrackOwner::Event(_) => Some(Self::Events),
            TrackOwner::Light(_) => Some(Self::Lights),
            TrackOwner::Camera(_) => Some(Self::Cameras),
            TrackOwner::Ribbon(_) => Some(Self::Ribbons),
            TrackOwner::Particle(_)
            | TrackOwner::ModelEmitter(_)
            | TrackOwner::SpriteEmitter(_) => Some(Self::Particles),
            TrackOwner::Layer(_) => Some(Self::Layers),
        }
    }

    /// Its heading.
    pub fn label(self) -> &'static str {
        match self {
            Self::Colours => "Colours",
            Self::TextureWeights => "Texture weights",
            Self::TextureTransforms => "Texture transforms",
            Self::Attachments => "Attachments",
            Self::Events => "Events",
            Self::Lights => "Lights",
            Self::Cameras => "Cameras",
            Self::Ribbons => "Ribbons",
            Self::Particles => "Particles",
            Self::Layers => "Material layers",
        }
    }
}

/// What one row stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RowId {
    /// Every key of the sheet.
    Summary,
    /// A group of parts beside the bones.
    Group(PartGroup),
    /// The tracks that run on loops of their own.
    Loops,
    /// One of these loops, by its number.
    Loop(u16),
    /// A bone, light or other owner of tracks.
    Owner(TrackOwner),
    /// One track.
    Channel(TrackPath),
}

/// Which rows show what is below them.
///
/// The summary and the list of global loops are open from the start, everything else closed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenRows {
    toggled: BTreeSet<RowId>,
    generation: u64,
}

impl OpenRows {
    /// Whether the rows below `id` are shown.
    pub fn is_open(&self, id: RowId) -> bool {
        matches!(id, RowId::Summary | RowId::Loops) != self.toggled.contains(&id)
    }

    /// Opens a closed row, closes an open one.
    pub fn toggle(&mut self, id: RowId) {
        if !self.toggled.remove(&id) {
            self.toggled.insert(id);
        }
        self.generation += 1;
    }

    /// Opens or closes a row.
    pub fn set(&mut self, id: RowId, is_open: bool) {
        if self.is_open(id) != is_open {
            self.toggle(id);
        }
    }

    /// Changes whenever a row was opened or closed.
    pub fn generation(&self) -> u64 {
        self.generation
    }
}
