//! Pictures of one size in one texture, each with a number, that can be replaced one by one.
//!
//! Its first row is at 0, as pictures are stored. The raw calls are here because three-d copies and
//! turns every picture that it uploads, and can't replace one of them.

use glow::HasContext as _;
use image::RgbaImage;
use three_d::core::{Context, Program};

/// What happens at the edges of its pictures, and between their texels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArrayUse {
    /// They repeat, and have smaller versions down to one texel.
    Repeated,
    /// They end at their edges, and have this many smaller versions.
    Clamped { smaller: u32 },
}

/// Pictures of four bytes a texel.
pub(super) struct TextureArray {
    context: Context,
    texture: glow::Texture,
    size: [u32; 2],
    count: u32,
}

/// The most pictures that an array can have here.
#[allow(unsafe_code, reason = "asks the driver for a number")]
pub(super) fn most_pictures(context: &Context) -> u32 {
    // SAFETY: the name is valid for glGetIntegerv and gives one integer.
    let most = unsafe { context.get_parameter_i32(glow::MAX_ARRAY_TEXTURE_LAYERS) };
    u32::try_from(most).unwrap_or(0)
}

impl TextureArray {
    /// An array of so many pictures, at least one, that hold nothing yet.
    ///
    /// `None` if the driver gives no texture.
    #[allow(unsafe_code, reason = "three-d can't replace one picture of an array")]
    pub fn new(context: &Context, size: [u32; 2], count: u32, used: ArrayUse) -> Option<Self> {
        let count = count.max(1);
        let [width, height] = size.map(|side| i32::try_from(side.max(1)).unwrap_or(1));
        let smaller = match used {
            ArrayUse::Repeated => size[0].max(size[1]).max(1).ilog2(),
            ArrayUse::Clamped { smaller } => smaller,
        };
        let wrap = match used {
            ArrayUse::Repeated => glow::REPEAT,
            ArrayUse::Clamped { .. } => glow::CLAMP_TO_EDGE,
        };
        let shrunk = if smaller > 0 {
            glow::LINEAR_MIPMAP_LINEAR
        } else {
            glow::LINEAR
        };
        let target = glow::TEXTURE_2D_ARRAY;
        // SAFETY: the texture is bound while it is set up; no memory of ours is read.
        let texture = unsafe {
            let texture = context.create_texture().ok()?;
            context.bind_texture(target, Some(texture));
            let parameter = |name, value: u32| {
                context.tex_parameter_i32(target, name, value as i32);
            };
            parameter(glow::TEXTURE_MIN_FILTER, shrunk);
            parameter(glow::TEXTURE_MAG_FILTER, glow::LINEAR);
            parameter(glow::TEXTURE_WRAP_S, wrap);
            parameter(glow::TEXTURE_WRAP_T, wrap);
            parameter(glow::TEXTURE_MAX_LEVEL, smaller);
            for level in 0..=smaller {
                context.tex_image_3d(
                    target,
                    level as i32,
                    glow::RGBA8 as i32,
                    (width >> level).max(1),
                    (height >> level).max(1),
                    count as i32,
                    0,
                    glow::RGBA,
                    glow::UNSIGNED_BYTE,
                    glow::PixelUnpackData::Slice(None),
                );
            }
            context.bind_texture(target, None);
            texture
        };
        Some(Self {
            context: context.clone(),
            texture,
            size,
            count,
        })
    }

    /// Replaces a picture; one of another size, or a number past the last, changes nothing.
    pub fn set(&self, number: u32, bytes: &[u8]) {
        let [width, height] = self.size;
        let is_whole = bytes.len() as u64 == u64::from(width) * u64::from(height) * 4;
        if is_whole {
            self.set_rows(number, 0, bytes);
        }
    }

    /// Replaces whole rows of a picture from `first` on; what is no whole rows of it, or a number
    /// past the last, changes nothing.
    #[allow(unsafe_code, reason = "three-d can't replace a part of an array")]
    pub fn set_rows(&self, number: u32, first: u32, bytes: &[u8]) {
        let [width, height] = self.size;
        let row = width as usize * 4;
        let count = bytes.len().checked_div(row).unwrap_or(0);
        let is_whole = count * row == bytes.len();
        let end = u32::try_from(count)
            .ok()
            .and_then(|it| first.checked_add(it));
        let is_inside = end.is_some_and(|end| end <= height) && number < self.count;
        if count == 0 || !is_whole || !is_inside {
            return;
        }
        // SAFETY: the slice holds the rows, packed tightly.
        unsafe {
            let target = glow::TEXTURE_2D_ARRAY;
            self.context.bind_texture(target, Some(self.texture));
            self.context.tex_sub_image_3d(
                target,
                0,
                0,
                first as i32,
                number as i32,
                width as i32,
                count as i32,
                1,
                glow::RGBA,
                glow::UNSIGNED_BYTE,
                glow::PixelUnpackData::Slice(Some(bytes)),
            );
            self.context.bind_texture(target, None);
        }
    }

    /// Replaces a picture.
    pub fn set_picture(&self, number: u32, picture: &RgbaImage) {
        if [picture.width(), picture.height()] == self.size {
            self.set(number, picture.as_raw());
        }
    }

    /// Makes the smaller versions of all pictures.
    #[allow(unsafe_code, reason = "three-d makes them for its own textures only")]
    pub fn shrink(&self) {
        // SAFETY: the texture is complete.
        unsafe {
            let target = glow::TEXTURE_2D_ARRAY;
            self.context.bind_texture(target, Some(self.texture));
            self.context.generate_mipmap(target);
            self.context.bind_texture(target, None);
        }
    }

    /// Gives it to a shader.
    #[allow(deprecated, reason = "the texture is not one of three-d's")]
    pub fn bind(&self, program: &Program, name: &str) {
        program.use_raw_texture(name, glow::TEXTURE_2D_ARRAY, self.texture);
    }
}

impl Drop for TextureArray {
    #[allow(unsafe_code, reason = "the texture is not one of three-d's")]
    fn drop(&mut self) {
        // SAFETY: it was made in this context and is not used after this.
        unsafe { self.context.delete_texture(self.texture) };
    }
}
