//! The files beside a journal: what it starts from, imported models, and the picture.
//!
//! They lie in the journal's own folder under its name, so that a journal that is copied or moved
//! can take them along, and belong to no other journal.

use super::{Entry, JournalReader, TakenTile};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

/// What stands in the name of every file that a journal keeps beside itself.
const MARK: &str = ".kept-";

/// The name of the `number`-th file beside a journal.
pub(super) fn kept_name(journal: &Path, number: usize) -> String {
    let name = journal.file_name().unwrap_or_default().to_string_lossy();
    format!("{name}{MARK}{number}")
}

/// The path of a file that a journal names; `None` if the name could be that of any other file.
pub(super) fn kept_path(journal: &Path, name: &str) -> Option<PathBuf> {
    let is_plain = !name.contains(['/', '\\', ':', '\0']);
    (is_plain && name.contains(MARK)).then(|| journal.with_file_name(name))
}

/// Where the picture of a journal's work is.
pub fn picture_path(journal: &Path) -> PathBuf {
    with_suffix(journal, ".png")
}

/// A file whose being there says that the journal was recovered.
pub fn recovered_mark_path(journal: &Path) -> PathBuf {
    with_suffix(journal, ".recovered")
}

fn with_suffix(journal: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(journal.file_name().unwrap_or_default());
    name.push(suffix);
    journal.with_file_name(name)
}

/// Removes a journal and everything beside it that is its own.
///
/// # Errors
/// If the journal itself can't be removed.
pub fn remove_journal(journal: &Path) -> io::Result<()> {
    let mut kept = Vec::new();
    if let Ok(mut reader) = JournalReader::open(journal) {
        kept.extend(reader.header().kept().map(str::to_owned));
        while let Ok(Some(record)) = reader.next_record() {
            match record.entry {
                Entry::Import { kept: name, .. } | Entry::ImportTerrain { kept: name, .. } => {
                    kept.extend(name);
                }
                Entry::Tiles { taken, .. } => {
                    kept.extend(taken.into_iter().flat_map(TakenTile::kept_files));
                }
                _ => {}
            }
        }
    }
    std::fs::remove_file(journal)?;
    let beside = kept.iter().filter_map(|name| kept_path(journal, name));
    for path in beside.chain([picture_path(journal), recovered_mark_path(journal)]) {
        // Most journals have not all of them.
        let _ = std::fs::remove_file(path);
    }
    Ok(())
}
