//! The corpus of real files, which tests read and the repository never holds.
#![allow(dead_code, reason = "each test crate uses its own part of this module")]
#![allow(
    clippy::print_stdout,
    reason = "a test run says how many real files it read"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use bonewright::formats::m2::{AnimSet, external_sequences, view_count};

/// Files the corpus has at least; fewer mean that a part of it is missing.
const LEAST_FILES: usize = 800;

/// The files of the corpus.
pub struct Corpus {
    files: Vec<PathBuf>,
}

impl Corpus {
    /// The corpus named by `BONEWRIGHT_CORPUS`, else the one beside the project.
    ///
    /// Prints how many files it has, or that it is absent and the test did not run.
    pub fn open() -> Option<Self> {
        let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
        let named = env::var_os("BONEWRIGHT_CORPUS").map(PathBuf::from);
        let root = named.unwrap_or(beside);
        if !root.is_dir() {
            println!("corpus: NOT RUN");
            return None;
        }
        let mut files = Vec::new();
        gather(&root, &mut files);
        files.sort();
        println!("corpus: {} files", files.len());
        assert!(
            files.len() >= LEAST_FILES,
            "the corpus has only {} files",
            files.len()
        );
        Some(Self { files })
    }

    /// All files whose name ends in `.extension`, whatever its case.
    pub fn with_extension(&self, extension: &str) -> impl Iterator<Item = &Path> {
        let wanted = extension.to_owned();
        self.files.iter().map(PathBuf::as_path).filter(move |path| {
            path.extension()
                .is_some_and(|found| found.eq_ignore_ascii_case(&wanted))
        })
    }

    /// All model files of one version.
    pub fn models(&self, version: u32) -> Vec<&Path> {
        let start = [b"MD20".as_slice(), &version.to_le_bytes()].concat();
        self.with_extension("m2")
            .filter(|path| read(path).starts_with(&start))
            .collect()
    }

    /// All Warcraft III models of one version, whatever their extension.
    pub fn mdx_models(&self, version: u32) -> Vec<&Path> {
        let files = ["mdx", "mdl"]
            .into_iter()
            .flat_map(|kind| self.with_extension(kind));
        files
            .filter(|path| mdx_version(&read(path)) == Some(version))
            .collect()
    }

    /// The model whose file name is `name`, whatever its case, with its companions.
    pub fn model(&self, name: &str) -> ModelFiles {
        let path = self.with_extension("m2").find(|path| {
            path.file_name()
                .is_some_and(|found| found.eq_ignore_ascii_case(name))
        });
        ModelFiles::load(path.unwrap_or_else(|| panic!("{name} is not in the corpus")))
    }
}

/// A model of version 264 with its companions as found on disk.
pub struct ModelFiles {
    /// The model file.
    pub path: PathBuf,
    /// Its bytes.
    pub model: Vec<u8>,
    /// The `.anim` files that are there, by sequence index.
    pub anims: BTreeMap<usize, Vec<u8>>,
    /// The `.skin` files that are there.
    pub skins: Vec<Vec<u8>>,
    /// How many `.anim` files the model asks for and the folder lacks.
    pub missing_anims: usize,
}

impl ModelFiles {
    /// Loads a model and what lies beside it.
    pub fn load(path: &Path) -> Self {
        let model = read(path);
        let base = path.file_stem().unwrap().to_string_lossy().into_owned();
        let mut anims = BTreeMap::new();
        let mut missing_anims = 0;
        for external in external_sequences(&model).unwrap() {
            let name = format!("{base}{:04}-{:02}.anim", external.id, external.variation);
            match beside(path, &name) {
                Some(file) => drop(anims.insert(external.index, read(&file))),
                None => missing_anims += 1,
            }
        }
        let views = 0..view_count(&model).unwrap();
        let skins = views.filter_map(|view| beside(path, &format!("{base}{view:02}.skin")));
        let skins = skins.map(|file| read(&file)).collect();
        Self {
            path: path.to_owned(),
            model,
            anims,
            skins,
            missing_anims,
        }
    }

    /// The `.anim` files, borrowed for reading.
    pub fn anim_set(&self) -> AnimSet<'_> {
        self.anims
            .iter()
            .map(|(index, bytes)| (*index, bytes.as_slice()))
            .collect()
    }
}

/// The version that the chunk `VERS` of an MDX names; damaged files too.
fn mdx_version(bytes: &[u8]) -> Option<u32> {
    let mut rest = bytes.strip_prefix(b"MDLX")?;
    loop {
        let (tag, after) = rest.split_first_chunk::<4>()?;
        let (size, after) = after.split_first_chunk::<4>()?;
        if tag == b"VERS" {
            return after
                .first_chunk()
                .map(|version| u32::from_le_bytes(*version));
        }
        rest = after.get(u32::from_le_bytes(*size) as usize..)?;
    }
}

/// The bytes of a file that must be readable.
pub fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A file in the folder of `path`, by a name whose case does not matter.
fn beside(path: &Path, name: &str) -> Option<PathBuf> {
    let entries = fs::read_dir(path.parent()?).ok()?;
    let mut paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    paths.find(|found| {
        found
            .file_name()
            .is_some_and(|found| found.eq_ignore_ascii_case(name))
    })
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            gather(&path, files);
        } else {
            files.push(path);
        }
    }
}
