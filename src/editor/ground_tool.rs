//! The tools of the terrain workspace: what the left button does on the ground.

use super::GroundColours;
use crate::document::TerrainShape;
use serde::{Deserialize, Serialize};

/// What the left button does on the ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GroundTool {
    /// Lays the chosen texture or ground type down.
    #[default]
    Paint,
    /// Evens textures out.
    SmoothTextures,
    /// Takes textures apart.
    SharpenTextures,
    /// Covers whole map chunks with the chosen texture.
    FillChunks,
    /// Puts the chosen texture in the place of another one.
    SwapTexture,
    /// Marks map chunks, or a rectangle of corners.
    MarkRegion,
    /// Raises the ground.
    Raise,
    /// Lowers it.
    Lower,
    /// Brings it to the height where the stroke began.
    Flatten,
    /// Evens heights out.
    SmoothHeights,
    /// Makes it uneven.
    Noise,
    /// Cuts holes.
    Holes,
    /// Tints the ground.
    Colour,
    /// Lays blight down.
    Blight,
    /// Raises cliffs by a level.
    Cliffs,
    /// Makes all ground under it level at once.
    Plateau,
    /// Lays a ramp between two points.
    Ramp,
    /// Sets the level of water, and that there is some.
    Water,
    /// Marks corners.
    Marks,
    /// Gives map chunks to an area of the game.
    Area,
    /// Sets flags of map chunks.
    Flags,
}

/// A tool with its name, what it does, and the shapes of ground that it works on.
struct ToolFacts {
    title: &'static str,
    description: &'static str,
    on_tiles: bool,
    on_corners: bool,
}

impl GroundTool {
    /// All of them, in the order of the strip.
    pub const ALL: [Self; 21] = [
        Self::Paint,
        Self::SmoothTextures,
        Self::SharpenTextures,
        Self::FillChunks,
        Self::SwapTexture,
        Self::MarkRegion,
        Self::Raise,
        Self::Lower,
        Self::Flatten,
        Self::Plateau,
        Self::Ramp,
        Self::SmoothHeights,
        Self::Noise,
        Self::Cliffs,
        Self::Water,
        Self::Holes,
        Self::Colour,
        Self::Blight,
        Self::Marks,
        Self::Area,
        Self::Flags,
    ];

    fn facts(self) -> ToolFacts {
        let both = |title, description| ToolFacts {
            title,
            description,
            on_tiles: true,
            on_corners: true,
        };
        let tiles = |title, description| ToolFacts {
            on_corners: false,
            ..both(title, description)
        };
        let corners = |title, description| ToolFacts {
            on_tiles: false,
            ..both(title, description)
        };
        match self {
            Self::Paint => both(
                "Paint",
                "Lays the chosen texture down. Ctrl takes it away and Shift smooths, where textures have layers.",
            ),
            Self::SmoothTextures => tiles(
                "Smooth textures",
                "Evens textures out across chunks and tiles. Ctrl sharpens.",
            ),
            Self::SharpenTextures => tiles(
                "Sharpen textures",
                "Sharpens what divides textures. Ctrl smooths.",
            ),
            Self::FillChunks => tiles(
                "Fill chunks",
                "Covers the map chunks that it passes with the chosen texture.",
            ),
            Self::SwapTexture => tiles(
                "Replace texture",
                "Puts the chosen texture in the place of another one where it passes.",
            ),
            Self::MarkRegion => both(
                "Mark region",
                "A drag marks what fills, swaps and masks may be kept to. Shift adds, Ctrl takes out.",
            ),
            Self::Raise => both("Raise", "Raises the ground. Ctrl lowers, Shift smooths."),
            Self::Lower => both("Lower", "Lowers the ground. Ctrl raises, Shift smooths."),
            Self::Flatten => both(
                "Flatten",
                "Brings the ground to a height: that where the stroke begins, or one that was picked with Alt or typed. Shift smooths.",
            ),
            Self::Plateau => both(
                "Plateau",
                "Makes all ground under the brush level at once, with a clear edge. Alt picks the height.",
            ),
            Self::Ramp => both(
                "Ramp",
                "Press, drag, release: the ground goes evenly from the height at one end to that at the other.",
            ),
            Self::SmoothHeights => both("Smooth heights", "Evens heights out."),
            Self::Noise => both("Noise", "Makes the ground uneven. Shift smooths."),
            Self::Holes => tiles("Holes", "Cuts holes into the ground. Ctrl fills them."),
            Self::Colour => tiles("Colour", "Tints the ground. Ctrl takes the tint away."),
            Self::Blight => corners("Blight", "Lays blight down. Ctrl takes it away."),
            Self::Cliffs => corners(
                "Cliffs",
                "Raises cliffs; what they become is in the bar. Ctrl does the opposite. Alt picks a level.",
            ),
            Self::Water => corners(
                "Water",
                "Lets water stand at the level in the bar. Ctrl takes it away, Alt picks a level.",
            ),
            Self::Marks => corners(
                "Marks",
                "Marks corners as water, boundary, ramp, blight or edge. Ctrl takes the mark away.",
            ),
            Self::Area => tiles(
                "Area",
                "Gives map chunks to the area in the bar. Alt picks one.",
            ),
            Self::Flags => tiles(
                "Chunk flags",
                "Gives map chunks the flag in the bar. Ctrl takes it away.",
            ),
        }
    }

    /// What buttons say.
    pub fn title(self) -> &'static str {
        self.facts().title
    }

    /// What it does, in a sentence or two.
    pub fn description(self) -> &'static str {
        self.facts().description
    }

    /// Why it can't be used on ground of this shape; `None` if it can.
    pub fn refusal(self, shape: &TerrainShape) -> Option<&'static str> {
        let facts = self.facts();
        match shape {
            TerrainShape::Tiles(_) if self == Self::Water => Some(
                "Liquids of World of Warcraft are shown as the file has them, and are not edited.",
            ),
            TerrainShape::Tiles(_) if !facts.on_tiles => {
                Some("This works on maps of Warcraft III only. Choose another tool.")
            }
            TerrainShape::Corners(_) if !facts.on_corners => {
                Some("This works on maps of World of Warcraft only. Choose another tool.")
            }
            _ => None,
        }
    }

    /// Whether it is listed on ground of this shape, be it greyed with its reason: tools that have a
    /// meaning only in the other game are not.
    pub fn is_offered(self, shape: &TerrainShape) -> bool {
        self.refusal(shape).is_none() || self == Self::Water
    }

    /// The colours over the ground that show what it changes, where the ground does not.
    pub fn shown_by(self) -> Option<GroundColours> {
        match self {
            Self::Marks | Self::Flags => Some(GroundColours::Marks),
            Self::Area => Some(GroundColours::Areas),
            _ => None,
        }
    }

    /// What Alt does with it.
    pub fn picks(self) -> &'static str {
        match self {
            Self::Flatten | Self::Plateau => "show the height, click to pick",
            Self::Water => "show the water, click to pick",
            Self::Cliffs => "show the level, click to pick",
            Self::Area => "show the area, click to pick",
            Self::Colour => "show the tint, click to pick",
            _ => "list textures, click to pick",
        }
    }

    /// Whether it brings the ground to a height.
    pub fn has_height(self) -> bool {
        matches!(self, Self::Flatten | Self::Plateau)
    }

    /// Whether it lays the chosen texture down.
    pub fn has_texture(self) -> bool {
        matches!(self, Self::Paint | Self::FillChunks | Self::SwapTexture)
    }

    /// Whether a map chunk may come to have a fifth texture by it.
    pub fn has_fifth(self) -> bool {
        matches!(self, Self::Paint | Self::SwapTexture)
    }

    /// Whether it has a radius.
    pub fn has_radius(self) -> bool {
        !matches!(self, Self::FillChunks | Self::MarkRegion)
    }

    /// Whether it changes heights by an amount.
    pub fn has_amount(self) -> bool {
        matches!(self, Self::Raise | Self::Lower | Self::Noise)
    }
}
