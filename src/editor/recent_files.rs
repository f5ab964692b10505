//! The files opened last, newest first.

use std::path::{Path, PathBuf};

/// The files opened last, newest first; a file is in it once.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RecentFiles {
    paths: Vec<PathBuf>,
}

impl RecentFiles {
    /// How many are kept.
    pub const LIMIT: usize = 12;

    /// Puts a file at the front.
    pub fn add(&mut self, path: &Path) {
        self.paths.retain(|other| other != path);
        self.paths.insert(0, path.to_owned());
        self.paths.truncate(Self::LIMIT);
    }

    /// Takes a file out.
    pub fn remove(&mut self, path: &Path) {
        self.paths.retain(|other| other != path);
    }

    /// The files, newest first; some may no longer exist.
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_opened_again_moves_to_the_front() {
        let mut recent = RecentFiles::default();
        for name in ["a", "b", "a"] {
            recent.add(Path::new(name));
        }
        assert_eq!(recent.paths(), &[PathBuf::from("a"), PathBuf::from("b")]);
    }
}
