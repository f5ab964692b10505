//! Materials of several layers, as MDX has them: each layer is drawn over the one before.

use super::{BlendMode, MaterialFlags};
use crate::anim::Track;

/// A material made of layers.
///
/// The layers of all materials lie in one list of the model, those of the first material first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayeredMaterial {
    /// Later planes are drawn over earlier ones.
    pub priority_plane: i32,
    /// Flag word; unknown bits are kept.
    pub flags: u32,
    /// Number of its layers in the model's list.
    pub layer_count: u32,
}

impl LayeredMaterial {
    /// What mixes is drawn from the nearest to the farthest.
    pub const SORTS_NEAR_FIRST: u32 = 8;
    /// What mixes is drawn from the farthest to the nearest.
    pub const SORTS_FAR_FIRST: u32 = 0x10;
}

/// The flag word of a layer; unknown bits are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayerFlags(pub u32);

impl LayerFlags {
    /// Light does not change it.
    pub const UNSHADED: u32 = 1;
    /// The texture mirrors the surroundings.
    pub const SPHERE_ENVIRONMENT: u32 = 2;
    /// Seen from both sides.
    pub const TWO_SIDED: u32 = 0x10;
    /// Fog does not change it.
    pub const UNFOGGED: u32 = 0x20;
    /// Drawn whatever is in front.
    pub const NO_DEPTH_TEST: u32 = 0x40;
    /// Hides nothing behind it.
    pub const NO_DEPTH_WRITE: u32 = 0x80;

    /// Each bit that M2 has too, with M2's.
    pub const SHARED_WITH_M2: [(u32, u16); 5] = [
        (Self::UNSHADED, MaterialFlags::UNLIT),
        (Self::UNFOGGED, MaterialFlags::UNFOGGED),
        (Self::TWO_SIDED, MaterialFlags::TWO_SIDED),
        (Self::NO_DEPTH_TEST, MaterialFlags::NO_DEPTH_TEST),
        (Self::NO_DEPTH_WRITE, MaterialFlags::NO_DEPTH_WRITE),
    ];

    /// Whether any of `bits` is set.
    pub fn has(self, bits: u32) -> bool {
        self.0 & bits != 0
    }

    /// The flags that M2 has too, in M2's bits.
    pub fn material_flags(self) -> MaterialFlags {
        let bits = Self::SHARED_WITH_M2
            .iter()
            .filter(|(own, _)| self.has(*own))
            .fold(0, |bits, (_, theirs)| bits | theirs);
        MaterialFlags(bits)
    }
}

/// One layer of a material.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// Filter mode as the file has it; see [`Layer::blend_mode`].
    pub filter: u32,
    /// Flag word.
    pub flags: LayerFlags,
    /// Texture slot over time; a constant in most files.
    pub texture: Track<i32>,
    /// Position in the model's texture transforms, -1 for none.
    pub transform: i32,
    /// Which set of texture coordinates.
    pub uv_set: u32,
    /// Alpha, 0 to 1, over time; a constant in most files.
    pub alpha: Track<f32>,
}

impl Layer {
    /// How the layer mixes with what is behind it; a number no game names draws as opaque.
    ///
    /// 0 none, 1 transparent, 2 blend, 3 additive, 4 add alpha, 5 modulate, 6 modulate 2x. Both
    /// additive modes weigh by the texture's alpha.
    pub fn blend_mode(&self) -> BlendMode {
        match self.filter {
            1 => BlendMode::AlphaKey,
            2 => BlendMode::Alpha,
            3 | 4 => BlendMode::Add,
            5 => BlendMode::Modulate,
            6 => BlendMode::Modulate2x,
            _ => BlendMode::Opaque,
        }
    }
}
