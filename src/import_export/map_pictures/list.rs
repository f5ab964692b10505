//! The list beside pictures of a map: JSON that says which picture is what. Its grammar is in
//! `docs/formats/alphamaps.md`.

use super::MapPictureError;
use crate::formats::picture::{GreyPixels, decode_grey};
use crate::import_export::ExportedFile;
use crate::terrain::{TileArea, TileId, TileMap};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The version of the lists.
pub(super) const LIST_VERSION: u32 = 1;

/// Which pictures are made of a map of tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MapCoverage {
    /// A set for each tile.
    #[default]
    EachTile,
    /// One set over all tiles.
    Whole,
}

/// Pictures with their list, which comes first; none of them written yet.
#[derive(Clone, Debug)]
pub struct SavedPictures {
    /// The files.
    pub files: Vec<ExportedFile>,
    /// What is worth knowing about them, in sentences.
    pub notes: Vec<String>,
}

/// What every list says of itself.
#[derive(Serialize, Deserialize)]
pub(super) struct ListHead {
    /// Which kind of list.
    pub bonewright: String,
    /// The version of the list.
    pub version: u32,
}

impl ListHead {
    pub fn new(kind: &str) -> Self {
        Self {
            bonewright: kind.to_owned(),
            version: LIST_VERSION,
        }
    }
}

/// The areas of which pictures are made, each with the end of its files' names.
pub(super) fn areas_of(map: &TileMap, coverage: MapCoverage) -> Vec<(TileArea, String)> {
    let whole = TileArea::around(map).filter(|_| coverage == MapCoverage::Whole);
    match whole {
        Some(area) => vec![(area, String::new())],
        None => {
            let is_one = map.tiles.len() == 1;
            let end = |id: &TileId| match is_one {
                true => String::new(),
                false => format!("_{}_{}", id.x, id.y),
            };
            let tiles = map.tiles.keys();
            tiles.map(|id| (TileArea::one(*id), end(id))).collect()
        }
    }
}

/// The area between two tiles that a list names.
pub(super) fn area_between(first: [u8; 2], last: [u8; 2]) -> Result<TileArea, MapPictureError> {
    let tile = |[x, y]: [u8; 2]| TileId { x, y };
    let area = TileArea::new(tile(first), tile(last));
    area.filter(|area| area.last.x < 64 && area.last.y < 64)
        .ok_or_else(|| MapPictureError::List {
            reason:
                "an area has to go from its north-west tile to its south-east one, and no tile \
                     is beyond 63"
                    .to_owned(),
        })
}

/// Reads a list of one kind.
pub(super) fn read_list<T: DeserializeOwned>(
    bytes: &[u8],
    kind: &str,
) -> Result<T, MapPictureError> {
    let fail = |reason: String| MapPictureError::List { reason };
    let head: ListHead = serde_json::from_slice(bytes).map_err(|error| fail(error.to_string()))?;
    if head.bonewright != kind {
        return Err(fail(format!(
            "it is a list of '{}', and one of '{kind}' is needed",
            head.bonewright
        )));
    }
    if head.version != LIST_VERSION {
        return Err(fail(format!(
            "it has version {}, and only {LIST_VERSION} is known",
            head.version
        )));
    }
    serde_json::from_slice(bytes).map_err(|error| fail(error.to_string()))
}

/// Writes a list.
pub(super) fn write_list(
    name: String,
    list: &impl Serialize,
) -> Result<ExportedFile, MapPictureError> {
    let mut bytes = serde_json::to_vec_pretty(list).map_err(|error| MapPictureError::List {
        reason: error.to_string(),
    })?;
    bytes.push(b'\n');
    Ok(ExportedFile { name, bytes })
}

/// A file that a list names, which must lie beside it.
pub(super) fn read_beside(
    file: &str,
    read: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<Vec<u8>, MapPictureError> {
    let is_beside = !file.is_empty() && !file.contains(['/', '\\', ':', '\0']) && file != "..";
    let found = if is_beside {
        read(file)
    } else {
        Err("a picture has to lie beside its list".to_owned())
    };
    found.map_err(|reason| MapPictureError::File {
        file: file.to_owned(),
        reason,
    })
}

/// The pixels of a grey PNG of this size beside the list.
pub(super) fn read_picture(
    file: &str,
    (width, height): (usize, usize),
    read: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<GreyPixels, MapPictureError> {
    let bytes = read_beside(file, read)?;
    let picture = decode_grey(&bytes).map_err(|source| MapPictureError::Picture {
        file: file.to_owned(),
        source,
    })?;
    if (picture.width as usize, picture.height as usize) != (width, height) {
        return Err(MapPictureError::Size {
            file: file.to_owned(),
            found: format!("{} x {} pixels", picture.width, picture.height),
            wanted: format!("{width} x {height}"),
        });
    }
    Ok(picture.pixels)
}
