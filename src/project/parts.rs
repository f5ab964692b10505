//! The sections of a project: their names, their versions, and what is lost with each.

use super::error::SectionFault;
use std::fmt;

/// The version that all sections but wide views are written with.
pub(super) const FIRST_VERSION: u16 = 1;
/// The version of views with more than 65,536 vertices.
pub(super) const WIDE_VIEWS_VERSION: u16 = 2;

/// A part of a model, in a section of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ModelPart {
    /// Name, bones and clips.
    Core,
    /// The tracks of the bones.
    Tracks,
    /// The vertices.
    Mesh,
    /// How the vertices are drawn.
    Views,
    /// Materials and textures.
    Materials,
    /// What hangs on the bones, and the collision mesh.
    Nodes,
    /// What only MDX has, and how bones look.
    Additions,
    /// How weights may be edited.
    SkinSettings,
    /// Parts of the file that nobody understands.
    Opaque,
    /// The files it came from.
    Native,
}

/// A part of a terrain, in a section of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TerrainPart {
    /// Name and shape.
    Core,
    /// The corners of a map of corners.
    Corners,
    /// The tiles of a map of tiles.
    Tiles,
    /// The files it came from.
    Native,
}

impl TerrainPart {
    /// All parts, in the order in which they are written.
    pub const ALL: [Self; 4] = [Self::Core, Self::Corners, Self::Tiles, Self::Native];

    fn name(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Corners => "corners",
            Self::Tiles => "tiles",
            Self::Native => "native",
        }
    }
}

impl ModelPart {
    /// All parts, in the order in which they are written.
    pub const ALL: [Self; 10] = [
        Self::Core,
        Self::Tracks,
        Self::Mesh,
        Self::Views,
        Self::Materials,
        Self::Nodes,
        Self::Additions,
        Self::SkinSettings,
        Self::Opaque,
        Self::Native,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Tracks => "tracks",
            Self::Mesh => "mesh",
            Self::Views => "views",
            Self::Materials => "materials",
            Self::Nodes => "nodes",
            Self::Additions => "additions",
            Self::SkinSettings => "skin settings",
            Self::Opaque => "opaque",
            Self::Native => "native",
        }
    }
}

/// What a section holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SectionKind {
    /// The table of sections itself.
    Table,
    /// What is in the project.
    Manifest,
    /// Layout and view of the editor.
    Editor,
    /// A part of the model at this position.
    Model(u32, ModelPart),
    /// Which terrains there are; only where there is one.
    Terrains,
    /// A part of the terrain at this position.
    Terrain(u32, TerrainPart),
}

impl SectionKind {
    /// The newest version of such a section that this program reads.
    pub(super) fn newest_version(self) -> u16 {
        match self {
            Self::Model(_, ModelPart::Views) => WIDE_VIEWS_VERSION,
            _ => FIRST_VERSION,
        }
    }
}

impl fmt::Display for SectionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table => f.write_str("table"),
            Self::Manifest => f.write_str("manifest"),
            Self::Editor => f.write_str("editor"),
            Self::Model(index, part) => write!(f, "models/{index}/{}", part.name()),
            Self::Terrains => f.write_str("terrains"),
            Self::Terrain(index, part) => write!(f, "terrains/{index}/{}", part.name()),
        }
    }
}

impl SectionKind {
    /// From the name in the table; `None` for a name this program does not know.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        let kind = match name {
            "manifest" => Self::Manifest,
            "editor" => Self::Editor,
            "terrains" => Self::Terrains,
            _ => {
                let (list, rest) = name.split_once('/')?;
                let (index, part) = rest.split_once('/')?;
                let index = index.parse().ok()?;
                match list {
                    "models" => {
                        let mut parts = ModelPart::ALL.into_iter();
                        Self::Model(index, parts.find(|known| known.name() == part)?)
                    }
                    "terrains" => {
                        let mut parts = TerrainPart::ALL.into_iter();
                        Self::Terrain(index, parts.find(|known| known.name() == part)?)
                    }
                    _ => return None,
                }
            }
        };
        // A number can be written in several ways, a name only in one.
        (kind.to_string() == name).then_some(kind)
    }

    fn consequence(self) -> &'static str {
        match self {
            Self::Table => "nothing is lost",
            Self::Manifest => "the models are kept as they are",
            Self::Editor => "the layout starts afresh",
            Self::Model(_, part) => match part {
                ModelPart::Core => "the model cannot be opened",
                ModelPart::Tracks => "its bones do not move",
                ModelPart::Mesh => "the model opens without its mesh",
                ModelPart::Views => "its vertices open, but nothing draws them",
                ModelPart::Materials => "the model opens without materials and textures",
                ModelPart::Nodes => {
                    "the model opens without attachments, events, lights, cameras, ribbons, particles and collision mesh"
                }
                ModelPart::Additions => {
                    "the model opens without what only Warcraft III has, and without looks of bones"
                }
                ModelPart::SkinSettings => "no bone is locked, and no pair of bones is set",
                ModelPart::Opaque => "the unknown parts of its file are gone",
                ModelPart::Native => "an export lays its file out anew",
            },
            Self::Terrains => "the terrains are kept as they are",
            Self::Terrain(_, part) => match part {
                TerrainPart::Core | TerrainPart::Corners | TerrainPart::Tiles => {
                    "the terrain cannot be opened"
                }
                TerrainPart::Native => {
                    "it can't be exported into the archive or over the tiles it came from"
                }
            },
        }
    }
}

/// A section that did not open, or not as it was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionProblem {
    /// The section.
    pub section: SectionKind,
    /// The model or terrain it belongs to, by its title, where that is known.
    pub model: Option<String>,
    /// What is wrong with it.
    pub fault: SectionFault,
}

impl fmt::Display for SectionProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "section {}", self.section)?;
        if let Some(model) = &self.model {
            write!(f, " of {model}")?;
        }
        write!(f, ": {}", self.fault)?;
        match self.fault {
            SectionFault::Duplicate | SectionFault::TableFront | SectionFault::ContentHash => {
                Ok(())
            }
            _ => write!(f, "; {}", self.section.consequence()),
        }
    }
}
