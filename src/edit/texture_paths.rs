//! Paths of textures as operators take, compare and list them.

use super::EditError;
use crate::terrain::TileTexture;

/// The path of a texture as it is compared: lower case, with one kind of slash.
pub(super) fn texture_key(path: &str) -> Vec<u8> {
    key_of(path.as_bytes())
}

/// The path of a listed texture as it is compared.
pub(super) fn key_of(path: &[u8]) -> Vec<u8> {
    let lower = path.iter().map(|byte| match byte {
        b'/' => b'\\',
        byte => byte.to_ascii_lowercase(),
    });
    lower.collect()
}

/// A texture that a list gets: with the slashes that files of the game have.
pub(super) fn new_texture(path: &str) -> TileTexture {
    TileTexture {
        path: path.replace('/', "\\").into_bytes(),
        flags: 0,
    }
}

/// Refuses what can be no texture's path.
pub(super) fn check_texture(argument: &'static str, path: &str) -> Result<(), EditError> {
    if path.trim().is_empty() {
        return Err(EditError::Empty { argument });
    }
    if path.contains('\0') {
        return Err(EditError::Value {
            argument,
            reason: "must have no byte 0, which ends a path in the file".to_owned(),
        });
    }
    Ok(())
}
