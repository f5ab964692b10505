//! Finding and decoding game files: folders, companions, textures. The only reader of game files.

mod archive;
mod folder;
mod game_path;
mod ground_textures;
mod model_files;
mod stack;
mod team;
mod textures;

pub use archive::{
    Archive, ArchiveEntry, ArchiveError, MAP_TERRAIN, Replaced, create_archive, is_map_name,
    replace_file,
};
pub use folder::{Folder, Neighbours};
pub use game_path::{GamePath, GamePathError};
pub use ground_textures::{GroundNames, GroundTexture, GroundTextureFinder, KnownTexture};
pub use model_files::{
    AssetError, MissingCompanion, ModelFiles, anim_name, read_file, read_m2_files, skin_name,
};
pub use stack::{AssetStack, StackFile};
pub use team::Team;
pub use textures::{TextureFinder, TexturePicture, TextureSource};
