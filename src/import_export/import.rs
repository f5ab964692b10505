//! Opening a file of any format we read.

use super::open_file::TerrainFile;
use super::{MapPictureError, Report, bonetext, m2, mdx};
use crate::assets::{ArchiveError, AssetError, ModelFiles, Neighbours, read_file, read_m2_files};
use crate::document::{Model, ModelId, NativeFile, NativeRole, NativeSource};
use crate::formats::bonetext::{BoneTextError, begins_like_a_skeleton};
use crate::formats::{FormatError, FormatErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A model that was opened, and what is worth saying about it.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The model, with its native source.
    pub model: Model,
    /// What was odd about the files.
    pub report: Report,
    /// Names of companions that were not found.
    pub missing: Vec<String>,
}

/// Why a file can't be opened.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The disk says no, or a companion is damaged.
    #[error(transparent)]
    Asset(#[from] AssetError),
    /// The bytes make no sense.
    #[error("{path}: {source}")]
    Format {
        /// Which file.
        path: PathBuf,
        /// Where and why.
        source: FormatError,
    },
    /// A tile is split into files, and one that is needed is missing.
    #[error("{path}: the tile is split into files, and {missing} is not beside it")]
    TilePart {
        /// The root of the tile.
        path: PathBuf,
        /// The name of the file that is missing.
        missing: String,
    },
    /// The text is no skeleton.
    #[error("{path}: {source}")]
    BoneText {
        /// Which file.
        path: PathBuf,
        /// Where and why.
        source: BoneTextError,
    },
    /// An archive can't be read.
    #[error("{path}: {source}")]
    Archive {
        /// Which file.
        path: PathBuf,
        /// Why not.
        source: ArchiveError,
    },
    /// An archive holds no map.
    #[error(
        "{path}: none of the {file_count} files in the archive is war3map.w3e, the ground of a map; `bonewright archive list` tells what is in it"
    )]
    NoTerrain {
        /// Which file.
        path: PathBuf,
        /// How many files it has.
        file_count: usize,
    },
    /// A folder that is named as a map holds none.
    #[error("{path}: there is no war3map.w3e in the folder")]
    NoTerrainInFolder {
        /// Which folder.
        path: PathBuf,
    },
    /// A list of pictures, or one of them, can't be read.
    #[error("{path}: {source}")]
    Pictures {
        /// The list.
        path: PathBuf,
        /// Why not.
        source: MapPictureError,
    },
    /// It is the ground of a map.
    #[error("{path}: this is a terrain, and a model is asked for here")]
    Terrain {
        /// Which file.
        path: PathBuf,
    },
    /// No format we read begins like this.
    #[error("{path}: this is no model or map Bonewright knows (it begins with \"{}\")", .start.escape_ascii())]
    UnknownFormat {
        /// Which file.
        path: PathBuf,
        /// Its first bytes.
        start: Vec<u8>,
    },
}

/// Opens a model with its companions. What it is, is told by its first bytes, not by its name.
pub fn import_file(path: &Path, id: ModelId) -> Result<Imported, ImportError> {
    if has_skeleton_name(path) {
        return import_bonetext(path, id);
    }
    let start = read_start(path)?;
    match &start {
        b"MD20" | b"PTCH" => {}
        b"MDLX" => {
            let bytes = read_file(path)?;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            return import_source(one_file(bytes.into(), &name), id, &title_of(path), path);
        }
        b"SKIN" => return import_file(&model_of_skin(path)?, id),
        start if TerrainFile::of_start(*start).is_some() => {
            return Err(ImportError::Terrain {
                path: path.to_owned(),
            });
        }
        text if begins_like_a_skeleton(text) => return import_bonetext(path, id),
        other => {
            return Err(ImportError::UnknownFormat {
                path: path.to_owned(),
                start: other.to_vec(),
            });
        }
    }
    let files = read_m2_files(path)?;
    import_source(files, id, &title_of(path), path)
}

pub(super) fn title_of(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Whether the name says that the file is a text skeleton; then faults in it are told as such.
fn has_skeleton_name(path: &Path) -> bool {
    let extension = path.extension();
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case("skl"))
}

/// Opens a text skeleton as a model without a mesh.
fn import_bonetext(path: &Path, id: ModelId) -> Result<Imported, ImportError> {
    read_bonetext(read_file(path)?, id, &title_of(path), path)
}

fn read_bonetext(
    bytes: Vec<u8>,
    id: ModelId,
    title: &str,
    path: &Path,
) -> Result<Imported, ImportError> {
    let mut report = Report::default();
    let mut model =
        bonetext::model_from_bytes(&bytes, id, title, &mut report).map_err(|source| {
            ImportError::BoneText {
                path: path.to_owned(),
                source,
            }
        })?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    model.native = Some(Arc::new(one_file(bytes.into(), &name).source));
    Ok(Imported {
        model,
        report,
        missing: Vec::new(),
    })
}

/// Opens a model from bytes in memory, without companions.
pub fn import_bytes(bytes: &[u8], name: &str, id: ModelId) -> Result<Imported, ImportError> {
    if begins_like_a_skeleton(bytes) {
        return read_bonetext(bytes.to_vec(), id, name, Path::new(name));
    }
    import_source(one_file(Arc::from(bytes), name), id, name, Path::new(name))
}

fn one_file(bytes: Arc<[u8]>, name: &str) -> ModelFiles {
    let file = NativeFile {
        role: NativeRole::Model,
        name: name.to_owned(),
        bytes,
    };
    ModelFiles {
        source: NativeSource { files: vec![file] },
        ..ModelFiles::default()
    }
}

fn import_source(
    files: ModelFiles,
    id: ModelId,
    title: &str,
    path: &Path,
) -> Result<Imported, ImportError> {
    let mut report = Report::default();
    let mut missing = Vec::new();
    for companion in &files.missing {
        let message = match companion.role {
            NativeRole::Skin(_) => "The view's file is missing; that view is empty.",
            _ => "The clip's key file is missing; the clip shows the bind pose.",
        };
        report.warn(&companion.name, message);
        missing.push(companion.name.clone());
    }
    for companion in &files.shared {
        let message =
            "Another clip has the same key file and keeps its keys; this one shows the bind pose.";
        report.warn(&companion.name, message);
    }
    let model_file = files.source.file(NativeRole::Model);
    let model = if model_file.is_some_and(|file| file.bytes.starts_with(b"MDLX")) {
        mdx::model_from_source(&files.source, id, title, &mut report)
    } else {
        m2::model_from_source(&files.source, id, title, &mut report)
    };
    let mut model = model.map_err(|source| ImportError::Format {
        path: path.to_owned(),
        source,
    })?;
    model.native = Some(Arc::new(files.source));
    Ok(Imported {
        model,
        report,
        missing,
    })
}

pub(super) fn read_start(path: &Path) -> Result<[u8; 4], ImportError> {
    use std::io::Read as _;
    let fail = |source| AssetError::Io {
        path: path.to_owned(),
        source,
    };
    let mut start = Vec::new();
    std::fs::File::open(path)
        .map_err(fail)?
        .take(4)
        .read_to_end(&mut start)
        .map_err(fail)?;
    match start.first_chunk::<4>() {
        Some(four) => Ok(*four),
        None => {
            let kind = FormatErrorKind::Truncated {
                needed: 4,
                available: start.len() as u64,
            };
            let source = FormatError::new(0, kind);
            Err(ImportError::Format {
                path: path.to_owned(),
                source,
            })
        }
    }
}

/// A skin alone shows nothing: the model beside it is opened instead.
fn model_of_skin(path: &Path) -> Result<PathBuf, ImportError> {
    let stem = path
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default();
    let base = stem.trim_end_matches(|c: char| c.is_ascii_digit());
    let unknown = || ImportError::UnknownFormat {
        path: path.to_owned(),
        start: b"SKIN".to_vec(),
    };
    let model = Neighbours::of(path)
        .find(&format!("{base}.m2"))
        .ok_or_else(unknown)?;
    // A file that names itself would be opened for ever.
    match read_file(&model)?.starts_with(b"MD20") {
        true => Ok(model),
        false => Err(unknown()),
    }
}
