//! Finding and decoding game files: folders, companions, textures. The only reader of game files.

mod folder;
mod game_path;
mod textures;

pub use folder::{Folder, find_beside};
pub use game_path::{GamePath, GamePathError};
pub use textures::{TextureFinder, TexturePicture, TextureSource};
