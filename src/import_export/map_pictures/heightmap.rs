//! Heights of a map as 16-bit grey pictures or raw numbers.

use super::MapPictureError;
use super::list::{
    ListHead, MapCoverage, SavedPictures, area_between, areas_of, read_beside, read_list,
    read_picture, write_list,
};
use crate::document::{Terrain, TerrainShape};
use crate::formats::picture::encode_grey16;
use crate::import_export::ExportedFile;
use crate::terrain::{CornerMap, HeightGrid, HeightRange};
use serde::{Deserialize, Serialize};

/// What such a list calls itself.
const KIND: &str = "heightmap";
/// The most numbers that all pictures of a list may have.
const MOST_NUMBERS: usize = 1 << 29;

/// How the numbers are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HeightForm {
    /// A PNG of 16-bit grey.
    #[default]
    Png,
    /// Two bytes a vertex, the lower first, and nothing else.
    Raw,
}

impl HeightForm {
    fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Raw => "raw",
        }
    }
}

#[derive(Serialize, Deserialize)]
struct List {
    #[serde(flatten)]
    head: ListHead,
    shape: Shape,
    areas: Vec<Area>,
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Shape {
    Adt,
    W3e,
}

#[derive(Serialize, Deserialize)]
struct Area {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    first: Option<[u8; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last: Option<[u8; 2]>,
    width: usize,
    height: usize,
    file: String,
    form: HeightForm,
    low: f32,
    high: f32,
}

/// A height map that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedHeightArea {
    /// The north-west tile; 0, 0 for a map of corners.
    pub first: [u8; 2],
    /// The south-east tile; 0, 0 for a map of corners.
    pub last: [u8; 2],
    /// The heights of the lowest and the highest number.
    pub range: HeightRange,
    /// The numbers, rows from north to south.
    pub numbers: Vec<u16>,
}

/// Makes the height maps of a terrain, to lie beside a list of this name. The range is that of the
/// heights of the whole terrain, unless one is given.
pub fn save_heightmap(
    terrain: &Terrain,
    list_name: &str,
    coverage: MapCoverage,
    form: HeightForm,
    range: Option<HeightRange>,
) -> Result<SavedPictures, MapPictureError> {
    let base = list_name
        .rsplit_once('.')
        .map_or(list_name, |(base, _)| base);
    let mut grids = Vec::new();
    let shape = match &terrain.shape {
        TerrainShape::Tiles(map) => {
            let areas = areas_of(map, coverage);
            let ranges = areas.iter();
            let ranges = ranges.filter_map(|(area, _)| map.outer_height_range(*area));
            let found = HeightRange::of(ranges.flat_map(|range| [range.low, range.high]));
            let range = range.or(found).ok_or(MapPictureError::Empty)?;
            for (area, end) in areas {
                let (width, height) = area.vertex_size();
                if width.saturating_mul(height) > MOST_NUMBERS {
                    let count = 1;
                    return Err(MapPictureError::TooLarge {
                        width,
                        height,
                        count,
                    });
                }
                let place = Some([[area.first.x, area.first.y], [area.last.x, area.last.y]]);
                grids.push((place, end, range, map.height_grid(area, range)));
            }
            Shape::Adt
        }
        TerrainShape::Corners(map) => {
            let range = range.unwrap_or_else(|| corner_range(map));
            grids.push((None, String::new(), range, map.height_grid(range)));
            Shape::W3e
        }
    };
    let mut saved = SavedPictures {
        files: Vec::new(),
        notes: Vec::new(),
    };
    let mut areas = Vec::new();
    let mut clamped = 0;
    for (place, end, range, grid) in grids {
        let file = format!("{base}{end}_heights.{}", form.extension());
        clamped += grid.clamped;
        areas.push(Area {
            first: place.map(|[first, _]| first),
            last: place.map(|[_, last]| last),
            width: grid.width,
            height: grid.height,
            file: file.clone(),
            form,
            low: range.low,
            high: range.high,
        });
        let bytes = encode(&grid, form).map_err(|source| MapPictureError::Picture {
            file: file.clone(),
            source,
        })?;
        saved.files.push(ExportedFile { name: file, bytes });
    }
    if clamped > 0 {
        saved.notes.push(format!(
            "{clamped} heights are outside the range and were clamped to it"
        ));
    }
    let list = List {
        head: ListHead::new(KIND),
        shape,
        areas,
    };
    saved
        .files
        .insert(0, write_list(list_name.to_owned(), &list)?);
    Ok(saved)
}

pub(super) fn corner_range(map: &CornerMap) -> HeightRange {
    let (low, high) = map.z_range();
    HeightRange { low, high }
}

pub(super) fn encode(
    grid: &HeightGrid,
    form: HeightForm,
) -> Result<Vec<u8>, crate::formats::picture::PictureError> {
    let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
    match form {
        HeightForm::Png => encode_grey16(side(grid.width), side(grid.height), &grid.numbers),
        HeightForm::Raw => {
            let numbers = grid.numbers.iter();
            Ok(numbers.flat_map(|number| number.to_le_bytes()).collect())
        }
    }
}

/// Reads a list and its height maps; `read` gives the bytes of a file beside the list.
pub fn load_heightmap(
    list: &[u8],
    read: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<Vec<LoadedHeightArea>, MapPictureError> {
    let list: List = read_list(list, KIND)?;
    let mut loaded = Vec::new();
    for area in list.areas {
        let fail = |reason: String| MapPictureError::List { reason };
        let size = (area.width, area.height);
        let count = area.width.saturating_mul(area.height);
        if count > MOST_NUMBERS {
            return Err(MapPictureError::TooLarge {
                width: area.width,
                height: area.height,
                count: 1,
            });
        }
        let (first, last) = match (list.shape, area.first, area.last) {
            (Shape::W3e, ..) => ([0; 2], [0; 2]),
            (Shape::Adt, Some(first), Some(last)) => {
                let wanted = area_between(first, last)?.vertex_size();
                if wanted != size {
                    return Err(fail(format!(
                        "an area of these tiles has {} x {} vertices, not {} x {}",
                        wanted.0, wanted.1, size.0, size.1
                    )));
                }
                (first, last)
            }
            (Shape::Adt, ..) => return Err(fail("an area has no first or last tile".to_owned())),
        };
        if !(area.low.is_finite() && area.high.is_finite() && area.low <= area.high) {
            return Err(fail(format!(
                "heights have to go from low to high, not from {} to {}",
                area.low, area.high
            )));
        }
        let numbers = read_numbers(&area.file, area.form, size, read)?;
        loaded.push(LoadedHeightArea {
            first,
            last,
            range: HeightRange {
                low: area.low,
                high: area.high,
            },
            numbers,
        });
    }
    Ok(loaded)
}

/// The numbers of a height map of this size beside the list.
pub(super) fn read_numbers(
    file: &str,
    form: HeightForm,
    size: (usize, usize),
    read: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>,
) -> Result<Vec<u16>, MapPictureError> {
    match form {
        HeightForm::Png => Ok(read_picture(file, size, read)?.into_sixteen()),
        HeightForm::Raw => {
            let bytes = read_beside(file, read)?;
            let count = size.0.saturating_mul(size.1);
            if bytes.len() != count * 2 {
                return Err(MapPictureError::Size {
                    file: file.to_owned(),
                    found: format!("{} bytes", bytes.len()),
                    wanted: format!("{} bytes for {} x {}", count * 2, size.0, size.1),
                });
            }
            let pairs = bytes.as_chunks().0.iter();
            Ok(pairs.map(|pair| u16::from_le_bytes(*pair)).collect())
        }
    }
}
