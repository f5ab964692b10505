//! The exact bytes a model or terrain came from, so that a save can keep what was not touched.

use crate::anim::ClipId;
use crate::terrain::TileId;
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
    /// The folder of a map whose tiles are not all held: its path is the name, and it has no bytes.
    TileFolder,
    /// A tile of that folder that is left on the disk: it has a name and no bytes.
    TileOnDisk {
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
    /// The list of a free splat (`Base.splat`).
    SplatList,
    /// A picture that such a list names, counted in its order.
    SplatPicture(u32),
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

/// The files of a tile, whole or split.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TileBytes {
    /// The tile, or the root of a split one.
    pub root: Arc<[u8]>,
    /// The textures of a split tile, with the name of their file.
    pub textures: Option<(String, Arc<[u8]>)>,
    /// What stands on a split tile, with the name of its file.
    pub objects: Option<(String, Arc<[u8]>)>,
}

impl TileBytes {
    /// How many bytes they are.
    pub fn byte_count(&self) -> usize {
        let beside = [&self.textures, &self.objects].into_iter().flatten();
        self.root.len() + beside.map(|(_, bytes)| bytes.len()).sum::<usize>()
    }
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

    /// The folder that tiles are left in; `None` where all tiles are held.
    pub fn tile_folder(&self) -> Option<&str> {
        self.file(NativeRole::TileFolder)
            .map(|file| file.name.as_str())
    }

    /// The tiles that are left on the disk, with the names of their files.
    pub fn tiles_on_disk(&self) -> impl Iterator<Item = (TileId, &str)> {
        self.files.iter().filter_map(|file| match file.role {
            NativeRole::TileOnDisk { x, y } => Some((TileId { x, y }, file.name.as_str())),
            _ => None,
        })
    }

    /// The files of a tile that is held.
    pub fn tile_bytes(&self, TileId { x, y }: TileId) -> Option<TileBytes> {
        let beside = |role| {
            let file = self.file(role)?;
            Some((file.name.clone(), Arc::clone(&file.bytes)))
        };
        Some(TileBytes {
            root: Arc::clone(&self.file(NativeRole::Tile { x, y })?.bytes),
            textures: beside(NativeRole::TileTextures { x, y }),
            objects: beside(NativeRole::TileObjects { x, y }),
        })
    }

    /// Puts a file in, in the order of roles; one with that role makes room.
    pub fn put(&mut self, file: NativeFile) {
        self.files.retain(|other| other.role != file.role);
        let at = self.files.partition_point(|other| other.role < file.role);
        self.files.insert(at, file);
    }

    /// Takes a file out.
    pub fn take(&mut self, role: NativeRole) -> Option<NativeFile> {
        let at = self.files.iter().position(|file| file.role == role)?;
        Some(self.files.remove(at))
    }
}
