//! Names in archives as paths on the disk, and back.

use super::CliError;
use crate::assets::{ArchiveEntry, GamePath};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Where each file of an archive goes below `folder`.
///
/// A name that would leave the folder is refused. Files of one name for several languages get the
/// language's number into theirs.
pub fn extracted_paths<'a>(
    entries: &[&'a ArchiveEntry],
    folder: &Path,
) -> Result<Vec<(&'a ArchiveEntry, PathBuf)>, CliError> {
    let mut taken = HashSet::new();
    let mut targets = Vec::with_capacity(entries.len());
    // The one for any language keeps the plain name.
    let mut entries = entries.to_vec();
    entries.sort_by_key(|entry| (entry.locale != 0, entry.block));
    for entry in entries {
        let name = entry.shown_name();
        let path =
            GamePath::parse(&name).map_err(|error| CliError::input(format!("{name}: {error}")))?;
        let mut target = folder.to_owned();
        target.extend(path.parts());
        if !taken.insert(target.clone()) {
            let name = path.file_name();
            let (locale, block) = (entry.locale, entry.block);
            target.set_file_name(format!("{name}.{locale:04x}-{block}"));
            taken.insert(target.clone());
        }
        targets.push((entry, target));
    }
    Ok(targets)
}

/// All files below a folder with the names they get in an archive, in the order of their names.
/// Lists that archives make themselves are left out.
pub fn files_below(folder: &Path) -> Result<Vec<(String, Vec<u8>)>, CliError> {
    let mut files = Vec::new();
    collect(folder, "", &mut files)?;
    files.sort();
    Ok(files)
}

fn collect(folder: &Path, above: &str, files: &mut Vec<(String, Vec<u8>)>) -> Result<(), CliError> {
    let fail = |error| CliError::input(format!("{}: {error}", folder.display()));
    for entry in std::fs::read_dir(folder).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        let Ok(name) = entry.file_name().into_string() else {
            return Err(CliError::input(format!(
                "{}: the name is no text",
                entry.path().display()
            )));
        };
        let name = format!("{above}{name}");
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{name}\\"), files)?;
        } else if !["(listfile)", "(attributes)", "(signature)"].contains(&name.as_str()) {
            let content = crate::assets::read_file(&entry.path()).map_err(CliError::input)?;
            files.push((name, content));
        }
    }
    Ok(())
}
