//! What an export of a large map does with the tiles that are left on the disk, and with those that
//! nobody changed.

use super::jobs::JobControl;
use crate::document::{NativeRole, NativeSource, Terrain};
use crate::import_export::{Exported, files_to_take_along};
use crate::project::Disk;
use crate::project::atomic_write::{Previous, atomic_write_set};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Files that go along as they are: where each is, and where to.
pub(super) type TakenAlong = Vec<(PathBuf, PathBuf)>;

/// Settles which files an export of a map writes.
///
/// Over the map's own files only what changed is written; elsewhere the tiles that are left on the
/// disk are taken along. A map that holds all of its tiles, and a single tile, stay as they are.
///
/// # Errors
/// A sentence, if a tile to be taken along is not there.
pub(super) fn settle_left_tiles(
    path: &Path,
    terrain: &Terrain,
    exported: &mut Exported,
) -> Result<TakenAlong, String> {
    let Some(native) = terrain.native.as_deref() else {
        return Ok(Vec::new());
    };
    let is_map = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("wdt"));
    let (Some(folder), true) = (native.tile_folder(), is_map) else {
        return Ok(Vec::new());
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if is_own_place(path, Path::new(folder), native) {
        leave_unchanged(native, exported);
        return Ok(Vec::new());
    }
    let target = path.parent().unwrap_or_else(|| Path::new(""));
    let along = files_to_take_along(native, &name).into_iter();
    let along: TakenAlong = along
        .map(|(from, name)| (from, target.join(name)))
        .collect();
    let missing = along.iter().filter(|(from, _)| !from.is_file()).count();
    if missing > 0 {
        return Err(format!(
            "{missing} tiles of the map are not loaded and no longer in {folder}, so the map can't \
             be written anywhere else."
        ));
    }
    if !along.is_empty() {
        exported.report.note(
            "map",
            format!(
                "{} tiles that are not loaded go along as they are.",
                native.tiles_on_disk().count()
            ),
        );
    }
    Ok(along)
}

/// Whether a path is that of the map's own file.
fn is_own_place(path: &Path, folder: &Path, native: &NativeSource) -> bool {
    let Some(own) = native.file(NativeRole::Map) else {
        return false;
    };
    let own = std::fs::canonicalize(folder.join(&own.name));
    own.is_ok_and(|own| std::fs::canonicalize(path).is_ok_and(|path| path == own))
}

fn leave_unchanged(native: &NativeSource, exported: &mut Exported) {
    let is_same = |name: &str, bytes: &[u8]| {
        let mut own = native.files.iter();
        own.any(|own| own.name == name && *own.bytes == *bytes)
    };
    let held = tiles_among(exported);
    exported
        .files
        .retain(|file| !is_same(&file.name, &file.bytes));
    let written = tiles_among(exported);
    let untouched = held - written + native.tiles_on_disk().count();
    exported.report.note(
        "map",
        format!("{written} changed tiles are written, {untouched} others stay as they are."),
    );
}

/// How many tiles files are of: the files of a split one have its name in common.
fn tiles_among(exported: &Exported) -> usize {
    let names = exported
        .files
        .iter()
        .map(|file| file.name.to_ascii_lowercase());
    let tiles = names.filter(|name| !name.ends_with(".wdt")).map(|name| {
        let (stem, _) = name.rsplit_once('.').unwrap_or((&name, ""));
        let parts = ["_tex0", "_obj0"].iter();
        let mut roots = parts.filter_map(|part| stem.strip_suffix(part));
        roots.next().unwrap_or(stem).to_owned()
    });
    tiles.collect::<BTreeSet<String>>().len()
}

/// Writes the files that go along, one after the other, so that no more than one is in memory.
pub(super) fn take_along(along: &TakenAlong, control: &JobControl) -> Result<(), String> {
    for (done, (from, to)) in along.iter().enumerate() {
        let name = to.file_name().unwrap_or_default().to_string_lossy();
        control.report(&*name, Some(done as f32 / along.len().max(1) as f32));
        let bytes = std::fs::read(from).map_err(|error| format!("{}: {error}", from.display()))?;
        let file = [(to.as_path(), bytes.as_slice())];
        atomic_write_set(&Disk, &file, Previous::Backup, &mut |_| {})
            .map_err(|error| error.to_string())?;
    }
    Ok(())
}
