//! The textures of the ground of maps, by the names that maps give them.

use super::stack::AssetStack;
use super::{Archive, GamePath};
use crate::document::{NativeRole, NativeSource, TerrainShape};
use crate::formats::picture::{Picture, decode_picture};
use crate::formats::slk::SlkTable;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The table of the game that tells the file of each ground type.
const TYPES_TABLE: &str = "TerrainArt\\Terrain.slk";
/// The table of the game that tells the ground type of each cliff type.
const CLIFFS_TABLE: &str = "TerrainArt\\CliffTypes.slk";
/// The most memory that the textures of a terrain may take.
const MAX_TOTAL_BYTES: usize = 1 << 30;

/// The most textures that are listed to choose from.
const MOST_KNOWN: usize = 20_000;

/// A texture of the ground.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundTexture {
    /// Its name: four letters of a ground type, or the path of its file.
    pub name: String,
    /// Its picture, or why there is none, as a sentence for people.
    pub picture: Result<Picture, String>,
    /// Where it was found.
    pub place: Option<String>,
}

/// A texture that a terrain could have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownTexture {
    /// Its name: four letters of a ground type, or a path.
    pub name: String,
    /// What people call it; empty where nobody says.
    pub label: String,
}

/// What the names of a terrain's textures are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundNames {
    /// Four letters that a table of the game knows.
    Types,
    /// Paths of files.
    Paths,
}

impl GroundNames {
    /// Those of a terrain.
    pub fn of(shape: &TerrainShape) -> Self {
        match shape {
            TerrainShape::Corners(_) => Self::Types,
            TerrainShape::Tiles(_) => Self::Paths,
        }
    }
}

/// Looks up textures of the ground: in the map's own archive, beside the map, then in folders and
/// archives in their order.
pub struct GroundTextureFinder {
    stack: AssetStack,
    /// Files of ground types, where the game's table was found.
    files: BTreeMap<String, String>,
    kind: GroundNames,
    decoded_bytes: usize,
}

impl GroundTextureFinder {
    /// Looks for the textures of a terrain that was read from `path`.
    pub fn new(
        kind: GroundNames,
        native: Option<&NativeSource>,
        path: Option<&Path>,
        sources: impl IntoIterator<Item = PathBuf>,
    ) -> Self {
        let mut stack = AssetStack::default();
        let natives = native.iter().flat_map(|native| &native.files);
        for file in natives.filter(|file| file.role == NativeRole::Archive) {
            // A map that is no archive any more has no textures either.
            if Archive::open(file.bytes.clone()).is_ok() {
                stack.add_archive(&file.name, file.bytes.clone());
            }
        }
        let beside = path.and_then(Path::parent).map(|parent| {
            if parent.as_os_str().is_empty() {
                PathBuf::from(".")
            } else {
                parent.to_owned()
            }
        });
        stack.append(AssetStack::of(beside.into_iter().chain(sources)));
        let table = GamePath::parse(TYPES_TABLE)
            .ok()
            .filter(|_| kind == GroundNames::Types)
            .and_then(|path| stack.read(&path));
        let files = table
            .map(|file| type_files(&file.bytes))
            .unwrap_or_default();
        Self {
            stack,
            files,
            kind,
            decoded_bytes: 0,
        }
    }

    /// The ground type that goes with each cliff type, both by their four letters, as far as the
    /// game's table was found.
    pub fn cliff_grounds(&mut self) -> BTreeMap<String, String> {
        let path = GamePath::parse(CLIFFS_TABLE).ok();
        let path = path.filter(|_| self.kind == GroundNames::Types);
        let Some(file) = path.and_then(|path| self.stack.read(&path)) else {
            return BTreeMap::new();
        };
        let table = SlkTable::read(&file.bytes);
        let rows = table.rows(["cliffID", "groundTile"]);
        rows.filter(|[cliff, ground]| !cliff.is_empty() && !ground.is_empty())
            .map(|[cliff, ground]| (cliff.to_owned(), ground.to_owned()))
            .collect()
    }

    /// The textures that the game's table or the folders and archives have, and whether there are
    /// more than that.
    pub fn known(&mut self) -> (Vec<KnownTexture>, bool) {
        if self.kind == GroundNames::Paths {
            let (paths, has_more) = self.stack.paths("tileset", ".blp", MOST_KNOWN);
            // The game has a second picture of each for its shine.
            let paths = paths.into_iter().filter(|path| !path.ends_with("_s.blp"));
            let known = paths.map(|name| KnownTexture {
                name,
                label: String::new(),
            });
            return (known.collect(), has_more);
        }
        let path = GamePath::parse(TYPES_TABLE).ok();
        let Some(file) = path.and_then(|path| self.stack.read(&path)) else {
            return (Vec::new(), false);
        };
        let table = SlkTable::read(&file.bytes);
        let rows = table.rows(["tileID", "comment", "file"]);
        let known = rows.filter(|[id, ..]| id.len() == 4);
        let known = known.map(|[id, comment, file]| KnownTexture {
            name: id.to_owned(),
            label: if comment.is_empty() { file } else { comment }.to_owned(),
        });
        (known.take(MOST_KNOWN).collect(), false)
    }

    /// What could not be opened.
    pub fn problems(&self) -> &[String] {
        self.stack.problems()
    }

    /// Finds and decodes a texture.
    pub fn load(&mut self, name: &str) -> GroundTexture {
        let found = self.find(name);
        let (picture, place) = match found {
            Ok((picture, place)) => (Ok(picture), Some(place)),
            Err(reason) => (Err(reason), None),
        };
        GroundTexture {
            name: name.to_owned(),
            picture,
            place,
        }
    }

    fn find(&mut self, name: &str) -> Result<(Picture, String), String> {
        if self.decoded_bytes > MAX_TOTAL_BYTES {
            return Err("the textures before it already take 1 GiB".to_owned());
        }
        let path = match (self.kind, self.files.get(name)) {
            (GroundNames::Types, Some(file)) => file.clone(),
            (GroundNames::Types, None) if self.files.is_empty() => {
                return Err(format!("{TYPES_TABLE} was not found, which tells its file"));
            }
            (GroundNames::Types, None) => {
                return Err(format!("{TYPES_TABLE} does not tell its file"));
            }
            (GroundNames::Paths, _) => name.to_owned(),
        };
        let path = GamePath::parse(&path).map_err(|error| error.to_string())?;
        let mut last = "it is in no folder or archive".to_owned();
        for extension in ["blp", "png", "tga", "dds"] {
            let path = path.with_extension(extension);
            let Some(file) = self.stack.read(&path) else {
                continue;
            };
            match decode_picture(&file.bytes) {
                Ok(picture) => {
                    self.decoded_bytes += picture.rgba.len();
                    return Ok((picture, file.place));
                }
                Err(error) => last = format!("{}: {error}", file.place),
            }
        }
        Err(last)
    }
}

/// The file of each ground type, without extension.
fn type_files(bytes: &[u8]) -> BTreeMap<String, String> {
    let table = SlkTable::read(bytes);
    let rows = table.rows(["tileID", "dir", "file"]);
    rows.filter(|[id, _, file]| !id.is_empty() && !file.is_empty())
        .map(|[id, folder, file]| (id.to_owned(), format!("{folder}\\{file}.blp")))
        .collect()
}
