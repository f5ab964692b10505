//! The exact bytes a model or terrain came from, so that a save can keep what was not touched.

use crate::anim::ClipId;
use std::sync::Arc;

/// What a file of a native source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NativeRole {
    /// The model file itself.
    Model,
    /// The view of this number (`Base00.skin`).
    Skin(u32),
    /// The keys of this clip (`Base0060-00.anim`).
    Anim(ClipId),
    /// The file that holds a terrain.
    Terrain,
    /// The archive that holds the file of a terrain.
    Archive,
    /// What holds for all tiles of a map (`Base.wdt`).
    Map,
    /// A tile of a map (`Base_38_46.adt`).
    Tile {
        /// Column on the map.
        x: u8,
        /// Row on the map.
        y: u8,
    },
    /// The textures of a tile that is split (`Base_38_46_tex0.adt`).
    TileTextures {
        /// Column on the map.
        x: u8,
        /// Row on the map.
        y: u8,
    },
    /// What stands on a tile that is split (`Base_38_46_obj0.adt`).
    TileObjects {
        /// Column on the map.
        x: u8,
        /// Row on the map.
        y: u8,
    },
}

/// One file of a native source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeFile {
    /// What it is.
    pub role: NativeRole,
    /// Its name on disk, without folder.
    pub name: String,
    /// Its bytes, exactly.
    pub bytes: Arc<[u8]>,
}

/// The files a model or terrain was imported from, opaque here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NativeSource {
    /// The main file and its companions, ordered by role.
    pub files: Vec<NativeFile>,
}

impl NativeSource {
    /// The file that plays `role`.
    pub fn file(&self, role: NativeRole) -> Option<&NativeFile> {
        self.files.iter().find(|file| file.role == role)
    }
}
