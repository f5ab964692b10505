//! A map of corners from the bytes of a W3E file.

use crate::formats::w3e::{CornerRecord, W3eFile};
use crate::formats::{FormatError, FormatErrorKind};
use crate::import_export::Report;
use crate::terrain::{Corner, CornerMap, CornerMapHead};

/// Reads a map; what is odd about it goes to `report`.
pub fn corners_from_bytes(bytes: &[u8], report: &mut Report) -> Result<CornerMap, FormatError> {
    let file = W3eFile::read(bytes)?;
    let is_narrow = file.version < 12;
    let corners = file.corners.iter();
    let corners: Vec<Corner> = corners.map(|record| corner(record, is_narrow)).collect();
    let width = file.width;
    let count = corners.len() as u64;
    let head = CornerMapHead {
        version: file.version,
        tileset: file.tileset,
        custom_tileset: file.custom_tileset,
        ground_types: file.ground_types,
        cliff_types: file.cliff_types,
        origin: file.origin,
        rest: file.rest,
    };
    let map = CornerMap::new(head, width, corners).ok_or_else(|| {
        let kind = FormatErrorKind::UnequalLists {
            field: "corners",
            count,
            other: "places of the map",
            other_count: u64::from(file.width) * u64::from(file.height),
        };
        FormatError::new(0, kind)
    })?;
    tell_odd(&map, report);
    Ok(map)
}

/// Version 11 has four bits for the ground type and four for flags; they move to the places they
/// have in version 12.
fn corner(record: &CornerRecord, is_narrow: bool) -> Corner {
    let ground = if is_narrow {
        (record.ground & 0xF) | ((record.ground & 0xF0) << 2)
    } else {
        record.ground
    };
    Corner {
        height: record.height,
        water: record.water,
        ground,
        variation: record.variation,
        cliff: record.cliff,
    }
}

fn tell_odd(map: &CornerMap, report: &mut Report) {
    let head = &map.head;
    if !head.rest.is_empty() {
        let message = format!(
            "{} bytes follow the last corner; they are kept.",
            head.rest.len()
        );
        report.note("rest", message);
    }
    let unknown = map.corners().iter().enumerate();
    let mut unknown = unknown.filter(|(_, corner)| corner.unknown_bits() != 0);
    if let Some((first, _)) = unknown.next() {
        let count = 1 + unknown.count();
        let (column, row) = map.place(first);
        report.note(
            format!("corners[{column},{row}]"),
            format!("{count} corners have bits set that nobody knows; they are kept."),
        );
    }
}
