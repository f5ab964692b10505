//! Warcraft III maps as containers of a W3E: archives, and folders in their stead.

use super::{ExportError, ImportError, Report};
use crate::assets::{
    Archive, MAP_TERRAIN, Neighbours, Replaced, is_map_name, read_file, replace_file,
};
use crate::document::{NativeFile, NativeRole, NativeSource};
use crate::terrain::CornerMap;
use std::path::Path;
use std::sync::Arc;

/// The bytes of a map's W3E, and the archive they came from.
pub(super) struct MapBytes {
    /// The W3E.
    pub w3e: Vec<u8>,
    /// What an export into the archive needs.
    pub native: Option<Arc<NativeSource>>,
}

/// Whether a path is a folder that stands for a map.
pub(super) fn is_map_folder(path: &Path) -> bool {
    path.is_dir() && (is_map_name(path) || Neighbours::in_folder(path).find(MAP_TERRAIN).is_some())
}

/// Reads the W3E of a map in an archive.
pub(super) fn read_archive(path: &Path, report: &mut Report) -> Result<MapBytes, ImportError> {
    let bytes: Arc<[u8]> = read_file(path)?.into();
    let fail = |source| ImportError::Archive {
        path: path.to_owned(),
        source,
    };
    let archive = Archive::open(Arc::clone(&bytes)).map_err(fail)?;
    if archive.find(MAP_TERRAIN).is_none() {
        return Err(ImportError::NoTerrain {
            path: path.to_owned(),
            file_count: archive.entries().len(),
        });
    }
    let w3e = archive.read_name(MAP_TERRAIN).map_err(fail)?;
    for repair in archive.repairs() {
        report.note("archive", format!("The archive is odd: {repair}."));
    }
    let file = NativeFile {
        role: NativeRole::Archive,
        name: file_name(path),
        bytes,
    };
    Ok(MapBytes {
        w3e,
        native: Some(Arc::new(NativeSource { files: vec![file] })),
    })
}

/// Reads the W3E of a map that is a folder.
pub(super) fn read_folder(path: &Path) -> Result<MapBytes, ImportError> {
    let found = Neighbours::in_folder(path).find(MAP_TERRAIN);
    let found = found.ok_or_else(|| ImportError::NoTerrainInFolder {
        path: path.to_owned(),
    })?;
    Ok(MapBytes {
        w3e: read_file(&found)?,
        native: None,
    })
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The archive that a terrain came from with this W3E in it; the very bytes it was read from where
/// it has that W3E already.
pub(super) fn write_into_archive(
    native: Option<&NativeSource>,
    map: &CornerMap,
    w3e: &[u8],
    report: &mut Report,
) -> Result<Vec<u8>, ExportError> {
    let file = native.and_then(|native| native.file(NativeRole::Archive));
    let file = file.ok_or(ExportError::NoMapArchive)?;
    let archive = Archive::open(Arc::clone(&file.bytes))?;
    let before = archive.read_name(MAP_TERRAIN)?;
    if before == w3e {
        return Ok(file.bytes.to_vec());
    }
    let Replaced {
        bytes,
        dropped_signature,
    } = replace_file(&archive, MAP_TERRAIN, w3e)?;
    if dropped_signature {
        let what = "the signature of the archive is left out, for it does not hold after a change";
        report.lose("archive.signature", what, 0.0, "");
    }
    tell_stale(map, &before, report);
    Ok(bytes)
}

/// Says which other files of the map follow from the ground and were not made anew.
fn tell_stale(map: &CornerMap, before: &[u8], report: &mut Report) {
    let old = super::w3e::corners_from_bytes(before, &mut Report::default());
    let is_moved = old.is_ok_and(|old| {
        let pairs = old.corners().iter().zip(map.corners());
        let shape = |corner: &crate::terrain::Corner| (corner.height, corner.cliff, corner.water);
        old.corners().len() != map.corners().len()
            || pairs.into_iter().any(|(a, b)| shape(a) != shape(b))
    });
    if is_moved {
        report.warn(
            "archive",
            "Heights, cliffs or water changed; paths (war3map.wpm), shadows (war3map.shd), the \
             minimap and heights of doodads are as before, and the World Editor makes them anew \
             when it saves the map.",
        );
    }
}
