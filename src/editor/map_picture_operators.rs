//! The operators that put pictures of a map on a terrain.

use crate::edit::operator::{ImportAlphamaps, ImportGroundTypes, ImportHeights};
use crate::edit::{AlphaArea, AlphaPlane, HeightArea, Operator, PackedBytes};
use crate::import_export::{LoadedAlphamaps, LoadedHeightArea};

/// The operator that gives a terrain the shares of pictures; `None` if there is no memory to pack
/// them.
pub fn alphamaps_operator(
    terrain: Option<u32>,
    loaded: &LoadedAlphamaps,
    label: String,
) -> Option<Operator> {
    let operator = match loaded {
        LoadedAlphamaps::Tiles(areas) => {
            let plane = |(path, shares): &(String, Vec<u8>)| {
                Some(AlphaPlane {
                    path: path.clone(),
                    shares: PackedBytes::pack(shares)?,
                })
            };
            let areas = areas.iter().map(|area| {
                Some(AlphaArea {
                    first: area.first,
                    last: area.last,
                    textures: area.textures.iter().map(plane).collect::<Option<_>>()?,
                })
            });
            ImportAlphamaps {
                terrain,
                areas: areas.collect::<Option<_>>()?,
                label,
            }
            .into()
        }
        LoadedAlphamaps::Corners { types, numbers } => ImportGroundTypes {
            terrain,
            types: types.clone(),
            numbers: PackedBytes::pack(numbers)?,
            label,
        }
        .into(),
    };
    Some(operator)
}

/// The operator that gives a terrain the heights of height maps; `None` if there is no memory to
/// pack them.
pub fn heights_operator(
    terrain: Option<u32>,
    loaded: &[LoadedHeightArea],
    label: String,
) -> Option<Operator> {
    let areas = loaded.iter().map(|area| {
        let numbers = area.numbers.iter();
        let bytes: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
        Some(HeightArea {
            first: area.first,
            last: area.last,
            low: area.range.low,
            high: area.range.high,
            heights: PackedBytes::pack(&bytes)?,
        })
    });
    let operator = ImportHeights {
        terrain,
        areas: areas.collect::<Option<_>>()?,
        label,
    };
    Some(operator.into())
}
