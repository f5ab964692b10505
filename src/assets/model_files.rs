//! A model file and the companions it needs, read from disk as they are.

use super::Neighbours;
use crate::anim::ClipId;
use crate::document::{NativeFile, NativeRole, NativeSource};
use crate::formats::FormatError;
use crate::formats::m2;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Largest model or companion that is read.
const MAX_FILE_BYTES: u64 = 1 << 30;

/// A file that can't be read, and why.
#[derive(Debug, thiserror::Error)]
pub enum AssetError {
    /// The disk says no.
    #[error("{path}: {source}")]
    Io {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file is larger than any model.
    #[error("{path}: {bytes} bytes is more than any model has; nothing was read")]
    TooLarge {
        /// Which file.
        path: PathBuf,
        /// Its size.
        bytes: u64,
    },
    /// The file's bytes make no sense.
    #[error("{path}: {source}")]
    Format {
        /// Which file.
        path: PathBuf,
        /// Where and why.
        source: FormatError,
    },
}

/// A model's files, and the names of those that were not found.
#[derive(Clone, Debug, Default)]
pub struct ModelFiles {
    /// What was found.
    pub source: NativeSource,
    /// Companions the model names but the folder does not have.
    pub missing: Vec<MissingCompanion>,
    /// Key files that an earlier clip of the model names, too; only that one has its keys.
    pub shared: Vec<MissingCompanion>,
}

/// A companion that is not on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingCompanion {
    /// What it would be.
    pub role: NativeRole,
    /// The name it would have.
    pub name: String,
}

/// The whole file, if it is no larger than a model may be.
pub fn read_file(path: &Path) -> Result<Vec<u8>, AssetError> {
    let fail = |source| AssetError::Io {
        path: path.to_owned(),
        source,
    };
    let bytes = std::fs::metadata(path).map_err(fail)?.len();
    if bytes > MAX_FILE_BYTES {
        return Err(AssetError::TooLarge {
            path: path.to_owned(),
            bytes,
        });
    }
    std::fs::read(path).map_err(fail)
}

/// Reads an M2 with its `.skin` and `.anim` files from the same folder.
pub fn read_m2_files(path: &Path) -> Result<ModelFiles, AssetError> {
    let model = read_file(path)?;
    let format = |source| AssetError::Format {
        path: path.to_owned(),
        source,
    };
    let views = m2::view_count(&model).map_err(format)?;
    let external = m2::external_sequences(&model).map_err(format)?;
    let base = path
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default();
    let mut wanted = Vec::new();
    // A header can claim any number of views; the games have at most four and a file name two digits.
    for view in 0..views.min(100) {
        wanted.push((NativeRole::Skin(view), skin_name(&base, view)));
    }
    for sequence in &external {
        let id = ClipId(u32::try_from(sequence.index).unwrap_or(u32::MAX));
        let name = anim_name(&base, sequence.id, sequence.variation);
        wanted.push((NativeRole::Anim(id), name));
    }
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let mut files = ModelFiles::default();
    files.source.files.push(NativeFile {
        role: NativeRole::Model,
        name,
        bytes: model.into(),
    });
    let neighbours = Neighbours::of(path);
    let mut taken = HashSet::new();
    for (role, name) in wanted {
        // Without this, a small model could ask for a large file thousands of times.
        if !taken.insert(name.clone()) {
            files.shared.push(MissingCompanion { role, name });
            continue;
        }
        match neighbours.find(&name) {
            Some(found) => {
                let bytes = read_file(&found)?.into();
                let name = found
                    .file_name()
                    .map_or(name, |name| name.to_string_lossy().into_owned());
                files.source.files.push(NativeFile { role, name, bytes });
            }
            None => files.missing.push(MissingCompanion { role, name }),
        }
    }
    Ok(files)
}

/// The name of a view's file: `Wolf00.skin`.
pub fn skin_name(base: &str, view: u32) -> String {
    format!("{base}{view:02}.skin")
}

/// The name of a clip's key file: `Wolf0060-00.anim`.
pub fn anim_name(base: &str, animation_id: u16, variation: u16) -> String {
    format!("{base}{animation_id:04}-{variation:02}.anim")
}
