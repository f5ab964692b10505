//! Opening free splats: a list with its pictures, or pictures of other programs without one.

use super::map_pictures::{SplatPictures, list_splat, read_splat};
use super::{ImportError, ImportedTerrain, MapPictureError, Report};
use crate::assets::{Neighbours, read_file};
use crate::document::{NativeFile, NativeRole, NativeSource, Terrain, TerrainId, TerrainShape};
use crate::terrain::{HeightRange, TILE_YARDS, TileMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The heights of black and white where nothing tells them.
const USUAL_HEIGHTS: HeightRange = HeightRange {
    low: 0.0,
    high: 200.0,
};
/// Yards between two heights where nothing tells them: one for each vertex.
const USUAL_CELL: f64 = TILE_YARDS as f64 / 128.0;

/// Whether a file is called as lists of splats are.
pub(super) fn is_splat_name(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("splat"))
}

/// Reads a list of a splat and the pictures beside it; a save writes over these files.
pub(super) fn read_splat_file(
    path: &Path,
    report: &mut Report,
) -> Result<(TileMap, NativeSource), ImportError> {
    let list = read_file(path)?;
    let neighbours = Neighbours::of(path);
    let mut pictures = PicturesRead::default();
    let mut read = |file: &str| pictures.read(&neighbours, file);
    let map = read_splat(&list, &mut read, report).map_err(|source| ImportError::Pictures {
        path: path.to_owned(),
        source,
    })?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok((map, pictures.into_source(name.into_owned(), list)))
}

/// The pictures of a splat that were read, each once, by the names that the list has for them.
#[derive(Default)]
struct PicturesRead {
    files: Vec<(String, Arc<[u8]>)>,
}

impl PicturesRead {
    fn read(&mut self, neighbours: &Neighbours, file: &str) -> Result<Vec<u8>, String> {
        if let Some((_, bytes)) = self.files.iter().find(|(name, _)| name == file) {
            return Ok(bytes.to_vec());
        }
        let bytes = read_beside(neighbours, file)?;
        self.files.push((file.to_owned(), bytes.as_slice().into()));
        Ok(bytes)
    }

    fn into_source(self, list_name: String, list: Vec<u8>) -> NativeSource {
        let mut files = vec![NativeFile {
            role: NativeRole::SplatList,
            name: list_name,
            bytes: list.into(),
        }];
        let pictures = (0..).zip(self.files);
        files.extend(pictures.map(|(number, (name, bytes))| NativeFile {
            role: NativeRole::SplatPicture(number),
            name,
            bytes,
        }));
        NativeSource { files }
    }
}

/// Makes ground of a height map and weight pictures that lie in one folder; of a single path all
/// pictures beside it are taken. The height map is raw numbers, or has "height" in its name; each
/// other picture is a texture of that name.
pub fn open_splat_pictures(paths: &[PathBuf]) -> Result<ImportedTerrain, ImportError> {
    let beside;
    let paths = match paths {
        [one] => {
            beside = pictures_beside(one);
            beside.as_slice()
        }
        several => several,
    };
    let name = |path: &Path| {
        let name = path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    };
    let is_heights = |path: &&PathBuf| {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        ["raw", "r16"].contains(&extension.to_lowercase().as_str())
            || name(path).to_lowercase().contains("height")
    };
    let fail = |path: PathBuf, reason: &str| ImportError::Pictures {
        path,
        source: MapPictureError::List {
            reason: reason.to_owned(),
        },
    };
    let first = paths.first().cloned().unwrap_or_default();
    let Some(heights) = paths.iter().find(is_heights) else {
        let reason = "none of the pictures is a height map: that one has 'height' in its name, or \
                      ends in .raw or .r16";
        return Err(fail(first, reason));
    };
    if paths.iter().any(|path| path.parent() != heights.parent()) {
        return Err(fail(
            heights.clone(),
            "the pictures have to lie in one folder",
        ));
    }
    let layers = paths.iter().filter(|path| *path != heights);
    let mut layers: Vec<(Option<String>, String)> = layers.map(|path| (None, name(path))).collect();
    layers.sort();
    let pictures = SplatPictures {
        heights: name(heights),
        raw_size: None,
        range: USUAL_HEIGHTS,
        cell: USUAL_CELL,
        layers,
    };
    let neighbours = Neighbours::of(heights);
    let stem = heights.file_stem().unwrap_or_default().to_string_lossy();
    let list_name = format!("{stem}.splat");
    let mut found = PicturesRead::default();
    let mut read = |file: &str| found.read(&neighbours, file);
    let mut report = Report::default();
    let read = list_splat(&pictures, &list_name, &mut read).and_then(|list| {
        let map = read_splat(&list.bytes, &mut read, &mut report)?;
        Ok((map, list))
    });
    let (map, list) = read.map_err(|source| ImportError::Pictures {
        path: heights.clone(),
        source,
    })?;
    report.warn(
        "heights",
        format!(
            "Nothing tells how high black and white are, so they are {} and {} yards, {USUAL_CELL:.4} \
             yards from height to height; a list (bonewright splat) can tell.",
            USUAL_HEIGHTS.low, USUAL_HEIGHTS.high
        ),
    );
    Ok(ImportedTerrain {
        terrain: Terrain {
            id: TerrainId(0),
            name: stem.into_owned(),
            shape: TerrainShape::Tiles(map),
            native: Some(Arc::new(found.into_source(list.name, list.bytes))),
        },
        report,
    })
}

/// All pictures and raw numbers in the folder of a file, in the order of their names.
fn pictures_beside(path: &Path) -> Vec<PathBuf> {
    let entries = path
        .parent()
        .and_then(|folder| std::fs::read_dir(folder).ok());
    let paths = entries
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let is_picture = |path: &PathBuf| {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        ["png", "raw", "r16"].contains(&extension.to_lowercase().as_str())
    };
    let mut found: Vec<PathBuf> = paths.filter(is_picture).collect();
    found.sort();
    found
}

fn read_beside(neighbours: &Neighbours, file: &str) -> Result<Vec<u8>, String> {
    let found = neighbours.find(file);
    let found = found.ok_or_else(|| "it is not beside the list".to_owned())?;
    read_file(&found).map_err(|error| error.to_string())
}
