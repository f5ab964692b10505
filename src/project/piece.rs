//! Single values of a document as bytes, for files that hold no whole model: journals, and what the
//! history puts on the disk. They are laid out as in the sections of a project.

use super::codec::{self, List, Packed};
use super::schema::v1::{
    SkinSettingsSection, Stored, StoredBoneTracks, StoredCornerMapHead, StoredTextureLayer,
    StoredTileTexture, StoredTrack, WholeBone, WholeClip,
};
use crate::anim::{BoneTracks, Clip, Track};
use crate::math::{Quat, Vec3};
use crate::mesh::Influence;
use crate::skeleton::Bone;
use crate::skinning::SkinSettings;
use crate::terrain::{Corner, CornerMapHead, TextureLayer, TileTexture};

/// A value of a document that can stand in a file by itself.
pub trait Piece: Sized {
    /// Its bytes.
    ///
    /// # Errors
    /// If it is too long for a section of a project.
    fn to_bytes(&self) -> Result<Vec<u8>, String>;

    /// From its bytes, which must be all of them.
    ///
    /// # Errors
    /// A few words on why they are nothing sound.
    fn from_bytes(bytes: &[u8]) -> Result<Self, String>;
}

macro_rules! pieces {
    ($($domain:ty as $stored:ty;)+) => {$(
        impl Piece for $domain {
            fn to_bytes(&self) -> Result<Vec<u8>, String> {
                codec::encode(0, |to| <$stored as Stored<$domain>>::write(self, to))
            }

            fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
                codec::decode::<$stored>(bytes)?.restore()
            }
        }
    )+};
}

pieces! {
    Bone as WholeBone;
    BoneTracks as StoredBoneTracks;
    Vec<Clip> as List<WholeClip>;
    Track<Vec3> as StoredTrack<Vec3>;
    Track<Quat> as StoredTrack<Quat>;
    Track<f32> as StoredTrack<f32>;
    Track<i32> as StoredTrack<i32>;
    Track<()> as StoredTrack<()>;
    Vec<Influence> as Packed<Influence>;
    Vec<u16> as Packed<u16>;
    Vec<u32> as Packed<u32>;
    SkinSettings as SkinSettingsSection;
    CornerMapHead as StoredCornerMapHead;
    Vec<Corner> as Packed<Corner>;
    Vec<TextureLayer> as List<StoredTextureLayer>;
    Vec<TileTexture> as List<StoredTileTexture>;
}
