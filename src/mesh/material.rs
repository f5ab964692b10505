//! Materials, textures, and the tracks that change their colour and place.

use crate::anim::Track;
use crate::math::{Quat, Vec3};

/// How a batch mixes with what is behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BlendMode {
    /// Covers (0).
    Opaque,
    /// Covers where the texture's alpha is high, else not at all (1).
    AlphaKey,
    /// Mixes by alpha (2).
    Alpha,
    /// Adds, alpha ignored (3).
    NoAlphaAdd,
    /// Adds, weighted by alpha (4).
    Add,
    /// Multiplies (5).
    Modulate,
    /// Multiplies, doubled (6).
    Modulate2x,
    /// Adds to a background kept by alpha (7).
    BlendAdd,
}

impl BlendMode {
    /// From the number in the file; a number no format names draws as opaque.
    pub fn from_number(number: u16) -> Self {
        match number {
            1 => Self::AlphaKey,
            2 => Self::Alpha,
            3 => Self::NoAlphaAdd,
            4 => Self::Add,
            5 => Self::Modulate,
            6 => Self::Modulate2x,
            7 => Self::BlendAdd,
            _ => Self::Opaque,
        }
    }
}

/// The flag word of a material; unknown bits are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaterialFlags(pub u16);

impl MaterialFlags {
    /// Light does not change it.
    pub const UNLIT: u16 = 1;
    /// Fog does not change it.
    pub const UNFOGGED: u16 = 2;
    /// Seen from both sides.
    pub const TWO_SIDED: u16 = 4;
    /// Drawn whatever is in front.
    pub const NO_DEPTH_TEST: u16 = 8;
    /// Hides nothing behind it.
    pub const NO_DEPTH_WRITE: u16 = 0x10;

    /// Whether any of `bits` is set.
    pub fn has(self, bits: u16) -> bool {
        self.0 & bits != 0
    }
}

/// How a batch is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Material {
    /// Flag word.
    pub flags: MaterialFlags,
    /// Blend mode as the file has it; see [`BlendMode::from_number`].
    pub blend: u16,
}

/// Where a texture comes from; the numbers are those of the model's format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextureKind(pub u32);

impl TextureKind {
    /// Named by its path.
    pub const NAMED: Self = Self(0);
    /// MDX: the player's colour.
    pub const TEAM_COLOUR: Self = Self(1);
    /// MDX: a soft light in the player's colour.
    pub const TEAM_GLOW: Self = Self(2);

    /// What Warcraft III fills a texture of this kind with; `None` for one named by its path.
    pub fn warcraft_name(self) -> Option<String> {
        let name = match self.0 {
            0 => return None,
            1 => "team colour",
            2 => "team glow",
            11 => "cliff",
            31..=37 => return Some(format!("tree {}", self.0)),
            other => return Some(format!("replaceable {other}")),
        };
        Some(name.to_owned())
    }

    /// What WoW fills a texture of this kind with; `None` for one named by its path.
    pub fn replaceable_name(self) -> Option<String> {
        let name = match self.0 {
            0 => return None,
            1 => "skin",
            2 => "object skin (cape)",
            6 => "hair",
            8 => "skin extra",
            9 => "interface",
            11 => "monster skin 1",
            12 => "monster skin 2",
            13 => "monster skin 3",
            14 => "item icon",
            15 => "guild background",
            16 => "guild emblem",
            17 => "guild border",
            18 => "guild emblem colour",
            other => return Some(format!("replaceable {other}")),
        };
        Some(name.to_owned())
    }
}

/// A texture slot of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texture {
    /// Where it comes from.
    pub kind: TextureKind,
    /// 1 repeats across, 2 repeats down; old files have junk above, which is kept.
    pub flags: u32,
    /// The path in the game's folders, as the bytes of the file (usually with a NUL at the end).
    pub path: Vec<u8>,
}

impl Texture {
    /// The path as text, up to the first NUL; bytes that are no UTF-8 become marks.
    pub fn path_text(&self) -> String {
        let end = self
            .path
            .iter()
            .position(|&b| b == 0)
            .unwrap_or(self.path.len());
        String::from_utf8_lossy(&self.path[..end]).into_owned()
    }

    /// Whether the texture repeats across.
    pub fn wraps_x(&self) -> bool {
        self.flags & 1 != 0
    }

    /// Whether the texture repeats down.
    pub fn wraps_y(&self) -> bool {
        self.flags & 2 != 0
    }
}

/// Colour and alpha that change over time; a batch multiplies its picture by them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ColourTracks {
    /// Red, green, blue, 0 to 1.
    pub colour: Track<Vec3>,
    /// Alpha, 0 to 1.
    pub alpha: Track<f32>,
}

/// A transform of texture coordinates that changes over time, about the middle of the texture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextureTransform {
    /// Offset in texture lengths.
    pub translation: Track<Vec3>,
    /// Rotation.
    pub rotation: Track<Quat>,
    /// Scale.
    pub scale: Track<Vec3>,
}
