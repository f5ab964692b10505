//! Version 1 of every section.
//!
//! Each `stored!` line takes its type of the document apart without `..`, so a new field of the
//! document does not compile until it is stored.

mod additions;
mod material;
mod mesh;
mod model;
mod native;
mod nodes;
mod skeleton;
mod skin_settings;
mod stored;
mod terrain;
mod tiles;
mod track;
mod whole;

pub(in crate::project) use additions::AdditionsSection;
pub(in crate::project) use mesh::is_wide;
pub(in crate::project) use model::{
    CoreSection, HASH_VERSION, Manifest, ManifestModel, ManifestSection, MaterialSection,
    MeshSection, NodeSection, TrackSection, ViewSection, WideViewSection,
};
pub(in crate::project) use native::{NativeSection, OpaqueSection};
pub(in crate::project) use skin_settings::SkinSettingsSection;
pub(in crate::project) use stored::Stored;
pub(in crate::project) use terrain::{
    CornerSection, ListedTerrain, ShapeKind, StoredCornerMapHead, TerrainCore, TerrainCoreSection,
    TerrainListSection,
};
pub(in crate::project) use tiles::{StoredTextureLayer, StoredTileTexture, TileSection};
pub(in crate::project) use track::{StoredBoneTracks, StoredTrack};
pub(in crate::project) use whole::{WholeBone, WholeClip};
