//! What share of the ground each texture has, as a grey picture a texture; of a map of corners the
//! numbers of ground types as one picture.

use super::MapPictureError;
use super::list::{
    ListHead, MapCoverage, SavedPictures, area_between, areas_of, read_list, read_picture,
    write_list,
};
use crate::document::{Terrain, TerrainShape};
use crate::formats::picture::encode_grey8;
use crate::import_export::ExportedFile;
use crate::terrain::{CornerMap, TileMap, TypeId};
use serde::{Deserialize, Serialize};

/// What such a list calls itself.
const KIND: &str = "alphamaps";
/// The most bytes that all pictures of a list may take in memory.
pub(super) const MOST_BYTES: usize = 1 << 30;

/// The list.
#[derive(Serialize, Deserialize)]
struct List {
    #[serde(flatten)]
    head: ListHead,
    #[serde(flatten)]
    pictures: Pictures,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "shape", rename_all = "snake_case")]
enum Pictures {
    Adt { areas: Vec<Area> },
    W3e(Corners),
}

#[derive(Serialize, Deserialize)]
struct Area {
    first: [u8; 2],
    last: [u8; 2],
    width: usize,
    height: usize,
    textures: Vec<Texture>,
}

#[derive(Serialize, Deserialize)]
struct Texture {
    path: String,
    file: String,
}

#[derive(Serialize, Deserialize)]
struct Corners {
    width: usize,
    height: usize,
    file: String,
    types: Vec<String>,
}

/// Pictures of shares that were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadedAlphamaps {
    /// Of a map of tiles.
    Tiles(Vec<LoadedAlphaArea>),
    /// Of a map of corners.
    Corners {
        /// The ground types that the numbers mean.
        types: Vec<String>,
        /// A number a corner, rows from north to south.
        numbers: Vec<u8>,
    },
}

/// Pictures of a rectangle of tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadedAlphaArea {
    /// The north-west tile.
    pub first: [u8; 2],
    /// The south-east tile.
    pub last: [u8; 2],
    /// The path of each texture with its shares, rows from north to south.
    pub textures: Vec<(String, Vec<u8>)>,
}

/// Makes the pictures of a terrain, to lie beside a list of this name.
pub fn save_alphamaps(
    terrain: &Terrain,
    list_name: &str,
    coverage: MapCoverage,
) -> Result<SavedPictures, MapPictureError> {
    let base = list_name
        .rsplit_once('.')
        .map_or(list_name, |(base, _)| base);
    let mut saved = SavedPictures {
        files: Vec::new(),
        notes: Vec::new(),
    };
    let pictures = match &terrain.shape {
        TerrainShape::Tiles(map) => {
            let areas = save_tiles(map, base, coverage, &mut saved)?;
            Pictures::Adt { areas }
        }
        TerrainShape::Corners(map) => Pictures::W3e(save_corners(map, base, &mut saved)?),
    };
    let list = List {
        head: ListHead::new(KIND),
        pictures,
    };
    let list = write_list(list_name.to_owned(), &list)?;
    saved.files.insert(0, list);
    Ok(saved)
}

fn save_tiles(
    map: &TileMap,
    base: &str,
    coverage: MapCoverage,
    saved: &mut SavedPictures,
) -> Result<Vec<Area>, MapPictureError> {
    let mut areas = Vec::new();
    let mut differing = 0;
    for (area, end) in areas_of(map, coverage) {
        let (width, height) = area.texel_size();
        let too_large = || MapPictureError::TooLarge {
            width,
            height,
            count: map.tiles.values().map(|tile| tile.textures.len()).sum(),
        };
        let shares = map.shares(area, MOST_BYTES).ok_or_else(too_large)?;
        differing += shares.differing;
        let mut textures = Vec::new();
        for (number, (texture, plane)) in shares.textures.iter().zip(&shares.planes).enumerate() {
            let file = format!("{base}{end}_{number:02}_{}.png", plain_stem(&texture.path));
            saved.files.push(grey8(&file, width, height, plane)?);
            textures.push(Texture {
                path: texture.path.clone(),
                file,
            });
        }
        areas.push(Area {
            first: [area.first.x, area.first.y],
            last: [area.last.x, area.last.y],
            width,
            height,
            textures,
        });
    }
    if areas.is_empty() {
        return Err(MapPictureError::Empty);
    }
    if differing > 0 {
        saved.notes.push(format!(
            "{differing} texels on borders of map chunks differ from those of the neighbour that \
             the pictures show; where a picture is not changed, both stay"
        ));
    }
    Ok(areas)
}

fn save_corners(
    map: &CornerMap,
    base: &str,
    saved: &mut SavedPictures,
) -> Result<Corners, MapPictureError> {
    let (width, height) = (map.width() as usize, map.height() as usize);
    let rows = map.corners().chunks(width).rev();
    let numbers: Vec<u8> = rows.flatten().map(|corner| corner.ground_type()).collect();
    let file = format!("{base}_types.png");
    saved.files.push(grey8(&file, width, height, &numbers)?);
    Ok(Corners {
        width,
        height,
        file,
        types: map.head.ground_types.iter().map(type_text).collect(),
    })
}

/// The four letters of a type, each byte as the letter of that number.
pub(super) fn type_text(id: &TypeId) -> String {
    id.iter().copied().map(char::from).collect()
}

/// A picture of 8-bit grey.
pub(super) fn grey8(
    file: &str,
    width: usize,
    height: usize,
    pixels: &[u8],
) -> Result<ExportedFile, MapPictureError> {
    // A side that is no u32 is refused as one that is too long.
    let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
    let bytes = encode_grey8(side(width), side(height), pixels);
    Ok(ExportedFile {
        name: file.to_owned(),
        bytes: bytes.map_err(|source| MapPictureError::Picture {
            file: file.to_owned(),
            source,
        })?,
    })
}

/// The name of a texture's file without folders and extension, of letters that any system takes.
pub(super) fn plain_stem(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let plain = stem.chars().take(60).map(|char| match char {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '-' => char,
        _ => '_',
    });
    plain.collect()
}

/// Reads a list and its pictures; `read` gives the bytes of a file beside the list.
pub fn load_alphamaps(
    list: &[u8],
    read: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<LoadedAlphamaps, MapPictureError> {
    let list: List = read_list(list, KIND)?;
    match list.pictures {
        Pictures::Adt { areas } => load_tiles(areas, read).map(LoadedAlphamaps::Tiles),
        Pictures::W3e(corners) => {
            let size = (corners.width, corners.height);
            let pixels = read_picture(&corners.file, size, read)?;
            Ok(LoadedAlphamaps::Corners {
                types: corners.types,
                numbers: pixels.into_eight(),
            })
        }
    }
}

fn load_tiles(
    areas: Vec<Area>,
    read: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<Vec<LoadedAlphaArea>, MapPictureError> {
    let mut loaded = Vec::new();
    let mut bytes = 0_usize;
    for given in areas {
        let (width, height) = area_between(given.first, given.last)?.texel_size();
        if (given.width, given.height) != (width, height) {
            return Err(MapPictureError::List {
                reason: format!(
                    "an area of these tiles has {width} x {height} texels, not {} x {}",
                    given.width, given.height
                ),
            });
        }
        let count = given.textures.len();
        bytes = bytes.saturating_add((width * height).saturating_mul(count));
        if bytes > MOST_BYTES {
            return Err(MapPictureError::TooLarge {
                width,
                height,
                count,
            });
        }
        let mut textures = Vec::new();
        for Texture { path, file } in given.textures {
            let pixels = read_picture(&file, (width, height), read)?;
            textures.push((path, pixels.into_eight()));
        }
        loaded.push(LoadedAlphaArea {
            first: given.first,
            last: given.last,
            textures,
        });
    }
    Ok(loaded)
}
