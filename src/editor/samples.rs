//! The samples that come with the program: where they are, and opening one.

use super::Editor;
use std::path::PathBuf;

/// A sample that comes with the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Its name, as the welcome screen shows it.
    pub name: String,
    /// Its file.
    pub path: PathBuf,
}

/// The samples found beside the program or in the folder it was built from, by name.
pub fn find_samples() -> Vec<Sample> {
    let beside = std::env::current_exe()
        .ok()
        .and_then(|path| path.parent().map(|folder| folder.join("projects")));
    let folders = [
        Some(PathBuf::from("projects")),
        beside,
        Some(PathBuf::from(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/projects"
        ))),
    ];
    let mut samples: Vec<Sample> = Vec::new();
    for folder in folders.into_iter().flatten() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let name = if super::files::is_project(&path) {
                stem.into_owned()
            } else if path
                .extension()
                .is_some_and(|it| it == "mdx" || it == "w3e")
            {
                format!("{stem} (Warcraft III)")
            } else {
                continue;
            };
            if !samples.iter().any(|sample| sample.name == name) {
                samples.push(Sample { name, path });
            }
        }
    }
    samples.sort_by(|a, b| a.name.cmp(&b.name));
    samples
}

/// Whether a file is one of the samples: their folder is the program's, not for journals.
pub(super) fn is_sample(path: &std::path::Path) -> bool {
    let same = |sample: &Sample| match (sample.path.canonicalize(), path.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    };
    find_samples().iter().any(same)
}

impl Editor {
    pub(super) fn open_sample(&mut self, name: &str) {
        match find_samples()
            .into_iter()
            .find(|sample| sample.name == name)
        {
            Some(sample) => self.open(vec![sample.path]),
            None => self.refuse(format!("There is no sample \"{name}\" beside the program.")),
        }
    }
}
