//! The document that a journal starts from: found again, and known to be the same.

use super::kept_files::kept_path;
use super::{Header, Start};
use crate::document::Document;
use crate::project::{self, KeptSection};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// What a project holds beside its document.
#[derive(Debug, Default)]
pub struct ProjectRest {
    /// Where it is; `None` for work that was never saved.
    pub path: Option<PathBuf>,
    /// What the editor asked to have kept.
    pub editor: Option<Vec<u8>>,
    /// Sections that this program does not know.
    pub kept: Vec<KeptSection>,
    /// Whether it was opened with damage.
    pub was_damaged: bool,
}

/// The document before the first entry; an error says where it was looked for.
pub(super) fn start_document(
    journal: &Path,
    header: &Header,
) -> Result<(Document, ProjectRest), String> {
    let (places, xxh3) = match &header.start {
        Start::Empty => return Ok((Document::new(), ProjectRest::default())),
        Start::Project { path, xxh3, kept } => (project_places(journal, path, kept), *xxh3),
        Start::Snapshot { kept, xxh3, .. } => {
            (kept_path(journal, kept).into_iter().collect(), *xxh3)
        }
    };
    let mut reasons = Vec::new();
    for place in places {
        if is_device(&place) {
            reasons.push(format!("{}: is no file", place.display()));
            continue;
        }
        let bytes = match std::fs::read(&place) {
            Ok(bytes) => bytes,
            Err(error) => {
                reasons.push(format!("{}: {error}", place.display()));
                continue;
            }
        };
        if xxh3_64(&bytes) != xxh3 {
            reasons.push(format!("{}: has changed since", place.display()));
            continue;
        }
        let opened =
            project::read(&bytes).map_err(|error| format!("{}: {error}", place.display()))?;
        let rest = ProjectRest {
            path: header.project_path().map(PathBuf::from),
            editor: opened.editor,
            kept: opened.kept,
            was_damaged: !opened.problems.is_empty(),
        };
        return Ok((opened.document, rest));
    }
    if reasons.is_empty() {
        reasons.push("it names no file beside itself".to_owned());
    }
    Err(reasons.join("; "))
}

/// Whether something is there that is no file: a pipe or a device might never end.
pub(super) fn is_device(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|found| !found.is_file())
}

/// Where the project may be: in its place, under its second name, as the version before the last
/// save, or beside the journal if both were moved.
fn project_places(journal: &Path, path: &str, kept: &Option<String>) -> Vec<PathBuf> {
    let path = Path::new(path);
    let mut places = vec![path.to_owned()];
    places.extend(kept.as_deref().and_then(|name| kept_path(journal, name)));
    if let Some(name) = path.file_name() {
        let mut backup = name.to_owned();
        backup.push(".bak");
        places.push(path.with_file_name(backup));
        let moved = journal.with_file_name(name);
        if moved != path {
            places.push(moved);
        }
    }
    places
}
