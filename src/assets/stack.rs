//! Folders and archives in which game files are looked up one after the other.

use super::{Archive, Folder, GamePath};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Largest archive that is opened.
const MAX_ARCHIVE_BYTES: u64 = 4 << 30;
/// Largest file that is read.
const MAX_FILE_BYTES: u64 = 256 << 20;

/// Folders and archives, the first that has a file counts.
#[derive(Default)]
pub struct AssetStack {
    layers: Vec<Layer>,
    problems: Vec<String>,
}

enum Layer {
    Folder(Folder),
    Archive { name: String, archive: Box<Archive> },
}

/// A file of a stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackFile {
    /// What it holds.
    pub bytes: Vec<u8>,
    /// Where it is, for people.
    pub place: String,
}

impl AssetStack {
    /// Folders and archives, whichever each path is; those that can't be opened are among
    /// [`AssetStack::problems`].
    pub fn of(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        let mut stack = Self::default();
        for path in paths {
            if path.is_file() {
                match read_limited(&path, MAX_ARCHIVE_BYTES) {
                    Ok(bytes) => stack.add_archive(&path.display().to_string(), bytes),
                    Err(reason) => {
                        let problem = format!("{}: {reason}", path.display());
                        stack.problems.push(problem);
                    }
                }
            } else {
                stack.layers.push(Layer::Folder(Folder::new(path)));
            }
        }
        stack
    }

    /// Adds an archive in memory as the last layer.
    pub fn add_archive(&mut self, name: &str, bytes: impl Into<Arc<[u8]>>) {
        match Archive::open(bytes) {
            Ok(archive) => self.layers.push(Layer::Archive {
                name: name.to_owned(),
                archive: Box::new(archive),
            }),
            Err(error) => self.problems.push(format!("{name}: {error}")),
        }
    }

    /// Adds all layers of another stack after these.
    pub fn append(&mut self, other: Self) {
        self.layers.extend(other.layers);
        self.problems.extend(other.problems);
    }

    /// What could not be opened, as sentences for people.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }

    /// The first file at a path.
    pub fn read(&mut self, path: &GamePath) -> Option<StackFile> {
        self.layers.iter_mut().find_map(|layer| match layer {
            Layer::Folder(folder) => {
                let found = folder.find(path)?;
                let bytes = read_limited(&found, MAX_FILE_BYTES).ok()?;
                let place = found.display().to_string();
                Some(StackFile { bytes, place })
            }
            Layer::Archive { name, archive } => {
                let bytes = archive.read_name(&path.to_string()).ok()?;
                let place = format!("{name}: {path}");
                Some(StackFile { bytes, place })
            }
        })
    }
}

impl AssetStack {
    /// Paths of the files below a folder whose names end like this, in the order of the alphabet and
    /// each once, at most so many; whether there are more.
    pub fn paths(&self, below: &str, ending: &str, most: usize) -> (Vec<String>, bool) {
        let mut found = BTreeSet::new();
        let fits = |path: &str| {
            let path = path.to_lowercase().replace('/', "\\");
            path.strip_prefix(below)
                .is_some_and(|rest| rest.starts_with('\\'))
                && path.ends_with(ending)
        };
        for layer in &self.layers {
            match layer {
                Layer::Folder(folder) => {
                    for path in files_below(folder.root(), below, most) {
                        if fits(&path) {
                            found.insert(path.to_lowercase());
                        }
                    }
                }
                Layer::Archive { archive, .. } => {
                    let names = archive.entries().iter();
                    let names = names.filter_map(|entry| entry.name.as_deref());
                    let names = names.map(|name| String::from_utf8_lossy(name).into_owned());
                    let fitting = names.filter(|name| fits(name));
                    found.extend(fitting.map(|name| name.to_lowercase().replace('/', "\\")));
                }
            }
        }
        let has_more = found.len() > most;
        (found.into_iter().take(most).collect(), has_more)
    }
}

/// Files below a sub-folder, letter case of its name aside, as paths of the game.
fn files_below(root: &Path, below: &str, most: usize) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders: Vec<(PathBuf, String)> = listed(root)
        .into_iter()
        .filter(|(path, name)| name.eq_ignore_ascii_case(below) && path.is_dir())
        .collect();
    while let Some((folder, shown)) = folders.pop() {
        for (path, name) in listed(&folder) {
            let shown = format!("{shown}\\{name}");
            if path.is_dir() {
                folders.push((path, shown));
            } else {
                found.push(shown);
            }
            if found.len() > 4 * most {
                return found;
            }
        }
    }
    found
}

/// What a folder holds; links to folders are left out, for they may lead round in a circle.
fn listed(folder: &Path) -> Vec<(PathBuf, String)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let plain = entries.filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink()));
    plain
        .map(|entry| {
            (
                entry.path(),
                entry.file_name().to_string_lossy().into_owned(),
            )
        })
        .collect()
}

fn read_limited(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    let size = std::fs::metadata(path).map_err(|error| error.to_string())?;
    if size.len() > limit {
        return Err(format!("{} bytes are more than are read", size.len()));
    }
    std::fs::read(path).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::create_archive;

    #[test]
    fn the_first_layer_that_has_a_file_gives_it() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("loose");
        std::fs::create_dir_all(folder.join("Tileset")).unwrap();
        std::fs::write(folder.join("Tileset/a.blp"), b"loose").unwrap();
        let files = [("Tileset\\a.blp", b"packed"), ("Tileset\\b.blp", b"second")];
        let files = files.map(|(name, bytes)| (name.to_owned(), bytes.to_vec()));
        let archive = root.path().join("art.mpq");
        std::fs::write(&archive, create_archive(&files).unwrap()).unwrap();
        let broken = root.path().join("broken.mpq");
        std::fs::write(&broken, b"no archive").unwrap();
        let mut stack = AssetStack::of([folder, archive.clone(), broken]);
        let mut read = |path: &str| stack.read(&GamePath::parse(path).unwrap());
        assert_eq!(read("tileset/A.blp").unwrap().bytes, b"loose");
        assert_eq!(read("Tileset\\b.blp").unwrap().bytes, b"second");
        assert_eq!(read("Tileset\\c.blp"), None);
        assert_eq!(stack.problems().len(), 1);
        let listed = |most| stack.paths("tileset", ".blp", most);
        let both = ["tileset\\a.blp", "tileset\\b.blp"].map(str::to_owned);
        assert_eq!(listed(9), (both.to_vec(), false));
        assert_eq!(listed(1), (both[..1].to_vec(), true));
        let mut stack = AssetStack::of([archive, root.path().join("loose")]);
        let path = GamePath::parse("Tileset\\a.blp").unwrap();
        assert_eq!(stack.read(&path).unwrap().bytes, b"packed");
    }
}
