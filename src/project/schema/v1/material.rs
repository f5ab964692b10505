//! Materials, textures and their tracks.

use super::stored::stored;
use super::track::StoredTrack;
use crate::document::Combos;
use crate::math::{Quat, Vec3};
use crate::mesh::{ColourTracks, Material, Texture, TextureTransform};
use crate::project::codec::{Bytes, Packed};
use crate::skeleton::BoneId;

stored! {
    /// A material.
    StoredMaterial for Material {
        flags: u16,
        blend: u16,
    }

    /// A texture slot.
    StoredTexture for Texture {
        kind: u32,
        flags: u32,
        path: Bytes<Vec<u8>>,
    }

    /// Colour and alpha over time.
    StoredColourTracks for ColourTracks {
        colour: StoredTrack<Vec3>,
        alpha: StoredTrack<f32>,
    }

    /// A transform of texture coordinates.
    StoredTextureTransform for TextureTransform {
        translation: StoredTrack<Vec3>,
        rotation: StoredTrack<Quat>,
        scale: StoredTrack<Vec3>,
    }

    /// The tables between batches and what they use.
    StoredCombos for Combos {
        bones: Packed<BoneId>,
        textures: Packed<u16>,
        texture_coords: Packed<i16>,
        texture_weights: Packed<u16>,
        texture_transforms: Packed<u16>,
        combiners: Option<Packed<u16>>,
    }
}
