//! What a surface looks like: render flags, textures, their animation and colours.

use super::array::M2Array;
use super::record::record;
use super::track::Track;

record! {
    /// Render flags and blend mode, 4 bytes.
    #[derive(Copy)]
    pub struct Material {
        /// Bits, see the constants of [`Material`].
        pub flags: u16,
        /// 0 opaque, 1 alpha key, 2 alpha, 3 add without alpha, 4 add, 5 multiply, 6 multiply by 2.
        pub blend_mode: u16,
    }
}

impl Material {
    /// Not lit.
    pub const UNLIT: u16 = 0x1;
    /// Not fogged.
    pub const UNFOGGED: u16 = 0x2;
    /// Both sides are drawn.
    pub const TWO_SIDED: u16 = 0x4;
    /// Not hidden by what is in front.
    pub const NO_DEPTH_TEST: u16 = 0x8;
    /// Hides nothing behind.
    pub const NO_DEPTH_WRITE: u16 = 0x10;
}

record! {
    /// A texture, 16 bytes.
    ///
    /// | offset | size | field |
    /// | --- | --- | --- |
    /// | 0 | 4 | kind |
    /// | 4 | 4 | flags |
    /// | 8 | 8 | name |
    pub struct Texture {
        /// 0 named, 1 skin, 2 object skin, 6 hair, 8 extra skin, 11 to 13 monster skins, ...
        pub kind: u32,
        /// 1 wraps x, 2 wraps y; the other bits are noise.
        pub flags: u32,
        /// Path in the game's files, bytes with the closing NUL; empty for replaceable kinds.
        pub name: M2Array<u8>,
    }
}

impl Texture {
    /// The texture repeats along x.
    pub const WRAP_X: u32 = 0x1;
    /// The texture repeats along y.
    pub const WRAP_Y: u32 = 0x2;
}

record! {
    /// An animated colour with an opacity, 40 bytes.
    pub struct Color {
        /// Red, green and blue, 0 to 1.
        pub rgb: Track<[f32; 3]>,
        /// Opacity in fixed point, 32767 is 1.
        pub alpha: Track<i16>,
    }
}

record! {
    /// The animated opacity of a texture, 20 bytes.
    pub struct TextureWeight {
        /// Opacity in fixed point, 32767 is 1.
        pub weight: Track<i16>,
    }
}

record! {
    /// Animated texture coordinates, 60 bytes; turns and scales about (0.5, 0.5).
    pub struct TextureTransform {
        /// Offsets in texture space.
        pub translation: Track<[f32; 3]>,
        /// Unit quaternions x, y, z, w; floats, unlike those of bones.
        pub rotation: Track<[f32; 4]>,
        /// Factors.
        pub scale: Track<[f32; 3]>,
    }
}
