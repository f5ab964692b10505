//! Values that stand beside tracks: which of them a file keeps when a track is taken out.
//!
//! While a value has keys, the document knows nothing of the constant beside its track, and the
//! file's stands. When an edit took the last key out, the document's value counts: the constant
//! that the file had beside the track would show something the editor never showed.

use crate::formats::mdx::{
    Attachment, Bone, Camera, CollisionShape, Event, Geoset, GeosetAnimation, Helper, Layer, Light,
    Material, ModelEmitter, Ribbon, Sequence, SpriteEmitter, Texture, TextureAnimation,
};

/// An entry that may have constants beside its tracks.
pub trait Statics {
    /// Takes `exported`'s constants, as they were before `self` was laid over the file, for every
    /// track that `base` had and `self` has no more.
    fn keep_statics(&mut self, exported: &Self, base: &Self) {
        let _ = (exported, base);
    }
}

macro_rules! no_statics {
    ($($kind:ty),+ $(,)?) => {
        $(impl Statics for $kind {})+
    };
}
no_statics!(
    u32,
    [f32; 3],
    Attachment,
    Bone,
    Camera,
    CollisionShape,
    Event,
    Geoset,
    Helper,
    Sequence,
    Texture,
    TextureAnimation,
);

macro_rules! statics {
    ($($kind:ty { $($field:ident: $tag:literal),+ $(,)? })+) => {$(
        impl Statics for $kind {
            fn keep_statics(&mut self, exported: &Self, base: &Self) {
                $(
                    let is_gone = self.tracks.get($tag).is_none();
                    if is_gone && base.tracks.get($tag).is_some() {
                        self.$field = exported.$field;
                    }
                )+
            }
        }
    )+};
}
statics! {
    Layer { texture_id: b"KMTF", alpha: b"KMTA" }
    GeosetAnimation { alpha: b"KGAO", color: b"KGAC" }
    Light {
        attenuation_start: b"KLAS", attenuation_end: b"KLAE", color: b"KLAC", intensity: b"KLAI",
        ambient_color: b"KLBC", ambient_intensity: b"KLBI",
    }
    ModelEmitter {
        emission_rate: b"KPEE", gravity: b"KPEG", longitude: b"KPLN", latitude: b"KPLT",
        lifespan: b"KPEL", speed: b"KPES",
    }
    SpriteEmitter {
        speed: b"KP2S", variation: b"KP2R", latitude: b"KP2L", gravity: b"KP2G",
        emission_rate: b"KP2E", length: b"KP2N", width: b"KP2W",
    }
    Ribbon {
        height_above: b"KRHA", height_below: b"KRHB", alpha: b"KRAL", color: b"KRCO",
        texture_slot: b"KRTX",
    }
}

impl Statics for Material {
    fn keep_statics(&mut self, exported: &Self, base: &Self) {
        let layers = self.layers.iter_mut().zip(&exported.layers);
        for ((layer, exported), base) in layers.zip(&base.layers) {
            layer.keep_statics(exported, base);
        }
    }
}
