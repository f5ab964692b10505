//! A model with its companions as files with names, ready to be damaged and put in a folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bonewright::formats::m2::{M2Bytes, M2File, SkinFile};
use tempfile::TempDir;

use crate::corpus::ModelFiles;
use crate::made_model::{made_model, made_skin};

/// The name every case gives its model file.
pub const MODEL: &str = "case.m2";

/// The files of one case; the model is the one called [`MODEL`].
#[derive(Clone, Debug, Default)]
pub struct Case {
    pub files: BTreeMap<String, Vec<u8>>,
}

impl Case {
    /// A real model and what lies beside it.
    pub fn real(files: ModelFiles) -> Self {
        let bytes = M2Bytes {
            model: files.model,
            anims: files.anims,
        };
        let mut case = Self::of_bytes(bytes);
        for (view, skin) in files.skins.into_iter().enumerate() {
            case.files.insert(skin_name(view), skin);
        }
        case
    }

    /// A model laid out from nothing, with these views.
    pub fn laid_out(file: &M2File, skins: &[SkinFile]) -> Self {
        let mut case = Self::of_bytes(file.write_fresh().expect("it can be laid out"));
        for (view, skin) in skins.iter().enumerate() {
            let bytes = skin.write_fresh().expect("it can be laid out");
            case.files.insert(skin_name(view), bytes);
        }
        case
    }

    /// The small model that has every record of the format.
    pub fn made() -> Self {
        Self::laid_out(&made_model(), &[made_skin()])
    }

    /// The sample of the project.
    pub fn sample() -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("projects");
        Self::real(ModelFiles::load(&folder.join("mosskin.m2")))
    }

    fn of_bytes(bytes: M2Bytes) -> Self {
        let mut case = Self::default();
        let external = bonewright::formats::m2::external_sequences(&bytes.model);
        for sequence in external.expect("a sound model") {
            if let Some(keys) = bytes.anims.get(&sequence.index) {
                let name = format!("case{:04}-{:02}.anim", sequence.id, sequence.variation);
                case.files.insert(name, keys.clone());
            }
        }
        case.files.insert(MODEL.to_owned(), bytes.model);
        case
    }

    /// The bytes of the model file.
    pub fn model(&mut self) -> &mut Vec<u8> {
        self.files.get_mut(MODEL).expect("every case has a model")
    }

    /// All bytes of all files.
    pub fn size(&self) -> usize {
        self.files.values().map(Vec::len).sum()
    }

    /// Writes the files into a folder of their own.
    pub fn put(&self) -> PutCase {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, bytes) in &self.files {
            fs::write(folder.path().join(name), bytes).expect("a file");
        }
        PutCase { folder }
    }
}

fn skin_name(view: usize) -> String {
    format!("case{view:02}.skin")
}

/// A case on disk, for as long as this is held.
pub struct PutCase {
    folder: TempDir,
}

impl PutCase {
    /// Where the model is.
    pub fn model(&self) -> PathBuf {
        self.folder.path().join(MODEL)
    }
}
