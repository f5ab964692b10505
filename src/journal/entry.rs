//! One line of a journal: what changed the document, in the order it happened.

use crate::edit::Operator;
use serde::{Deserialize, Serialize};

/// What a journal holds. Replaying all entries on the same start gives the same document.
///
/// Positions count from the journal's start, whatever the history held before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Entry {
    /// An operator landed.
    Apply(Box<Operator>),
    /// The last entry of the history was taken back.
    Undo,
    /// The next entry of the history was done again.
    Redo,
    /// The history went to this position.
    Jump(usize),
    /// The history went back to the journal's start and past it, to what was done before.
    Exchange {
        /// The edits from before the start in the order in which they were exchanged.
        edits: Vec<ExchangedEdit>,
        /// The position that the history went on to.
        position: usize,
    },
    /// A file was added to the document.
    Import {
        /// Where it was.
        path: String,
        /// The xxh3-64 of its bytes, so that another file at that place is not taken for it.
        xxh3: u64,
        /// The id that the model got.
        model: u32,
        /// The content hash of the model with id 0: companions count too.
        content: u64,
        /// A file beside the journal that holds the model as a project does, so that neither the
        /// imported file nor the same way of reading it is needed.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        kept: Option<String>,
    },
    /// A file with a terrain was added to the document.
    ImportTerrain {
        /// Where it was.
        path: String,
        /// The xxh3-64 of its bytes; 0 for a folder.
        xxh3: u64,
        /// The id that the terrain got.
        terrain: u32,
        /// The content hash of the terrain with id 0.
        content: u64,
        /// A file beside the journal that holds the terrain as a project does; a replay takes it
        /// from there.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        kept: Option<String>,
    },
    /// Tiles of a map were taken up from its folder, or left there, which is no edit. It stands
    /// before the next step of the history and has all that happened since the last one.
    Tiles {
        /// The terrain.
        terrain: u32,
        /// Those that are held since.
        taken: Vec<TakenTile>,
        /// Those that are no longer held: column and row on the map.
        left: Vec<[u8; 2]>,
    },
}

/// A tile that was taken up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakenTile {
    /// Column and row on the map.
    pub place: [u8; 2],
    /// The xxh3-64 of its file.
    pub xxh3: u64,
    /// A file beside the journal that is the same, so that the tile's own may change.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub kept: Option<String>,
    /// The textures of a split tile.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub textures: Option<TakenPart>,
    /// What stands on a split tile.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub objects: Option<TakenPart>,
}

/// A file beside the root of a split tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakenPart {
    /// Its name.
    pub name: String,
    /// Its xxh3-64.
    pub xxh3: u64,
    /// A file beside the journal that is the same.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub kept: Option<String>,
}

impl TakenTile {
    /// The files beside the journal that are those of the tile.
    pub fn kept_files(self) -> impl Iterator<Item = String> {
        let parts = [self.textures, self.objects].into_iter().flatten();
        self.kept
            .into_iter()
            .chain(parts.filter_map(|part| part.kept))
    }
}

/// An edit that was done before the journal's start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExchangedEdit {
    /// Whether it was undone, and not done again.
    pub is_undone: bool,
    /// The edit as it was before, as bytes in hexadecimal.
    pub edit: String,
}

impl Entry {
    /// What it says where an operator has a label of its own.
    pub fn text(&self) -> String {
        match self {
            Self::Apply(_) => "Apply an operator".to_owned(),
            Self::Undo => "Undo".to_owned(),
            Self::Redo => "Redo".to_owned(),
            Self::Jump(position) => format!("Go to entry {position}"),
            Self::Exchange { edits, .. } => match edits.as_slice() {
                [one] if one.is_undone => "Undo".to_owned(),
                [_] => "Redo".to_owned(),
                more => format!("Undo or redo {} entries", more.len()),
            },
            Self::Tiles { taken, left, .. } => {
                format!("Load {} tiles, leave {}", taken.len(), left.len())
            }
            Self::Import { path, .. } | Self::ImportTerrain { path, .. } => {
                let name = std::path::Path::new(path).file_name();
                let name = name.map(|name| name.to_string_lossy().into_owned());
                format!("Open {}", name.unwrap_or_else(|| path.clone()))
            }
        }
    }
}
