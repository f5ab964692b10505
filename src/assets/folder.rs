//! Finding files by game path in a folder of the disk, letter case aside.

use super::GamePath;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A folder in which game paths are looked up; what it holds is read once per sub-folder.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
    listings: HashMap<PathBuf, HashMap<String, String>>,
}

impl Folder {
    /// A folder of the disk. Nothing is read until something is looked up.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self {
            root: root.into(),
            listings: HashMap::new(),
        }
    }

    /// Where it is.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The file at a game path, whatever the case of its letters on disk.
    pub fn find(&mut self, path: &GamePath) -> Option<PathBuf> {
        let mut at = self.root.clone();
        for part in path.parts() {
            let listing = self.listings.entry(at.clone()).or_insert_with(|| list(&at));
            at.push(listing.get(&part.to_lowercase())?);
        }
        at.is_file().then_some(at)
    }

    /// Forgets what was read, so that changes on disk are seen.
    pub fn refresh(&mut self) {
        self.listings.clear();
    }
}

/// The files of one folder by their names, letter case aside; what it holds is read once.
#[derive(Clone, Debug)]
pub struct Neighbours {
    folder: PathBuf,
    listing: HashMap<String, String>,
}

impl Neighbours {
    /// The files in the same folder as `path`.
    pub fn of(path: &Path) -> Self {
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        Self {
            folder: folder.to_owned(),
            listing: list(folder),
        }
    }

    /// The files in `folder` itself.
    pub fn in_folder(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            listing: list(folder),
        }
    }

    /// The file of this name; one whose letters have the same case comes first.
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        let found = self.listing.get(&name.to_lowercase())?;
        let exact = self.folder.join(name);
        if exact.is_file() {
            return Some(exact);
        }
        let path = self.folder.join(found);
        path.is_file().then_some(path)
    }
}

/// Names in a folder, by their lower-case form; of two that differ in case only the first sorts in.
fn list(folder: &Path) -> HashMap<String, String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    names.sort();
    let mut listing = HashMap::with_capacity(names.len());
    for name in names {
        listing.entry(name.to_lowercase()).or_insert(name);
    }
    listing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letter_case_does_not_matter_in_any_part() {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(root.path().join("CREATURE/Imp")).unwrap();
        std::fs::write(root.path().join("CREATURE/Imp/Skin.BLP"), b"x").unwrap();
        let mut folder = Folder::new(root.path());
        let path = GamePath::parse("creature\\imp\\skin.blp").unwrap();
        assert_eq!(
            folder.find(&path),
            Some(root.path().join("CREATURE/Imp/Skin.BLP"))
        );
        let path = GamePath::parse("creature\\imp\\other.blp").unwrap();
        assert_eq!(folder.find(&path), None);
    }

    #[test]
    fn a_companion_is_found_beside_its_model() {
        let root = tempfile::tempdir().unwrap();
        std::fs::write(root.path().join("WOLF00.SKIN"), b"x").unwrap();
        let model = root.path().join("Wolf.m2");
        assert_eq!(
            Neighbours::of(&model).find("Wolf00.skin"),
            Some(root.path().join("WOLF00.SKIN"))
        );
    }
}
