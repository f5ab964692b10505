//! Writing a terrain to a format we write, as bytes with names; nothing here touches the disk.

use super::export::{ExportError, Exported, ExportedFile};
use super::map_pictures::write_splat;
use super::{GroundConversion, Profile, Report, adt, convert_terrain, map_files, w3e};
use crate::assets::is_map_name;
use crate::document::{Terrain, TerrainShape};
use std::path::Path;

/// Lays out a terrain in the format of `profile`, as a file of this name; a name that ends as those
/// of maps do asks for the archive that the terrain came from, with the terrain in it.
///
/// Ground of the other shape is converted first, at its own scale.
///
/// The result is read back before it is returned, so that a file which would not open is never
/// written.
pub fn export_terrain(
    terrain: &Terrain,
    profile: Profile,
    file_name: &str,
) -> Result<Exported, ExportError> {
    if profile == Profile::Splat {
        return Ok(write_splat(terrain, file_name)?);
    }
    if let Some(converted) = convert_terrain(terrain, profile, &GroundConversion::default()) {
        let (terrain, mut report) = converted?;
        let mut exported = export_terrain(&terrain, profile, file_name)?;
        report.take_over(exported.report);
        exported.report = report;
        return Ok(exported);
    }
    let mut report = Report::default();
    let native = terrain.native.as_deref();
    let bytes = match (&terrain.shape, profile) {
        (TerrainShape::Corners(map), Profile::W3e { version }) => {
            let w3e = w3e::write_checked(map, version, &mut report)?;
            if is_map_name(Path::new(file_name)) {
                map_files::write_into_archive(native, map, &w3e, &mut report)?
            } else {
                w3e
            }
        }
        (TerrainShape::Tiles(map), Profile::AdtWotlk) => {
            let files = adt::export_tiles(map, native, file_name, &mut report)?;
            return Ok(Exported { files, report });
        }
        (shape, to) => {
            return Err(ExportError::NoWayForTerrain {
                from: Profile::of_terrain(shape),
                to,
            });
        }
    };
    let name = file_name.to_owned();
    Ok(Exported {
        files: vec![ExportedFile { name, bytes }],
        report,
    })
}
