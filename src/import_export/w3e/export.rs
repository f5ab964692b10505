//! The bytes of a W3E file from a map of corners.

use super::corners_from_bytes;
use crate::formats::w3e::{CornerRecord, W3eFile};
use crate::import_export::{ExportError, Report};
use crate::terrain::{Corner, CornerMap};

/// Ground types that version 11 can name.
const NARROW_TYPES: usize = 16;
/// Ground types that version 12 can name.
const WIDE_TYPES: usize = 64;

/// Writes a map as W3E of a version; what that can't hold is refused or in the report.
fn write_corners(
    map: &CornerMap,
    version: u32,
    report: &mut Report,
) -> Result<Vec<u8>, ExportError> {
    let head = &map.head;
    let is_narrow = version < 12;
    let limit = if is_narrow { NARROW_TYPES } else { WIDE_TYPES };
    if head.ground_types.len() > limit {
        return Err(ExportError::TooManyGroundTypes {
            count: head.ground_types.len(),
            version,
            limit,
        });
    }
    if is_narrow {
        check_narrow(map, report)?;
    }
    let corners = map.corners().iter();
    let file = W3eFile {
        version,
        tileset: head.tileset,
        custom_tileset: head.custom_tileset,
        ground_types: head.ground_types.clone(),
        cliff_types: head.cliff_types.clone(),
        width: map.width(),
        height: map.height(),
        origin: head.origin,
        corners: corners.map(|corner| record(corner, is_narrow)).collect(),
        rest: head.rest.clone(),
    };
    Ok(file.write()?)
}

/// As [`write_corners`], and reads the result back.
pub fn write_checked(
    map: &CornerMap,
    version: u32,
    report: &mut Report,
) -> Result<Vec<u8>, ExportError> {
    let bytes = write_corners(map, version, report)?;
    let back = corners_from_bytes(&bytes, &mut Report::default());
    back.map_err(ExportError::Unreadable)?;
    Ok(bytes)
}

/// Refuses corners whose ground type can't be written, and lists bits that are lost.
fn check_narrow(map: &CornerMap, report: &mut Report) -> Result<(), ExportError> {
    let mut lost = 0usize;
    for (index, corner) in map.corners().iter().enumerate() {
        if usize::from(corner.ground_type()) >= NARROW_TYPES {
            let (column, row) = map.place(index);
            return Err(ExportError::GroundTypeTooHigh {
                column,
                row,
                number: corner.ground_type(),
            });
        }
        lost += usize::from(corner.ground & 0xFC00 != 0);
    }
    if lost > 0 {
        let what = format!("{lost} corners have unknown bits that version 11 has no place for");
        report.lose("corners", what, 0.0, "");
    }
    Ok(())
}

fn record(corner: &Corner, is_narrow: bool) -> CornerRecord {
    let ground = if is_narrow {
        (corner.ground & 0xF) | (corner.ground >> 2 & 0xF0)
    } else {
        corner.ground
    };
    CornerRecord {
        height: corner.height,
        water: corner.water,
        ground,
        variation: corner.variation,
        cliff: corner.cliff,
    }
}
