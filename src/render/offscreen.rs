//! A colour and depth target of our own, so that a picture never depends on what the window has.
//!
//! - Drawing goes to a multisampled buffer where the driver has one, then into a plain texture.
//! - A new size frees the old buffers before the new ones are made.
//! - Pixels are straight (not premultiplied) 8-bit sRGB values, as the textures they came from.

use image::RgbaImage;
use three_d::core::{
    ClearState, Context, DepthTexture2D, Interpolation, RenderTarget, RenderTargetMultisample,
    Texture2D, Viewport, Wrapping, f24,
};

use super::RenderError;
use super::gl_state::{largest_side, smooth_sample_count};

/// A target of a given size that can be drawn to, shown and read back.
pub struct Offscreen {
    context: Context,
    color: Texture2D,
    buffers: Buffers,
}

enum Buffers {
    Plain(DepthTexture2D),
    Smooth(RenderTargetMultisample<[u8; 4], f24>),
}

impl Offscreen {
    /// A target with smooth edges, for scenes.
    ///
    /// # Errors
    /// [`RenderError::PictureSize`] if a side is zero or above what the driver can draw.
    pub fn smooth(context: &Context, width: u32, height: u32) -> Result<Self, RenderError> {
        Self::with_samples(context, width, height, smooth_sample_count(context))
    }

    /// A target with one sample per pixel, for what smooths its own edges, as egui does.
    ///
    /// # Errors
    /// [`RenderError::PictureSize`] if a side is zero or above what the driver can draw.
    pub fn plain(context: &Context, width: u32, height: u32) -> Result<Self, RenderError> {
        Self::with_samples(context, width, height, 1)
    }

    fn with_samples(
        context: &Context,
        width: u32,
        height: u32,
        samples: u32,
    ) -> Result<Self, RenderError> {
        let limit = largest_side(context);
        if !(1..=limit).contains(&width) || !(1..=limit).contains(&height) {
            return Err(RenderError::PictureSize {
                width,
                height,
                limit,
            });
        }
        let buffers = if samples > 1 {
            Buffers::Smooth(RenderTargetMultisample::new(
                context, width, height, samples,
            ))
        } else {
            let edge = Wrapping::ClampToEdge;
            Buffers::Plain(DepthTexture2D::new::<f24>(
                context, width, height, edge, edge,
            ))
        };
        Ok(Self {
            context: context.clone(),
            color: color_texture(context, width, height),
            buffers,
        })
    }

    /// Width in pixels.
    pub fn width(&self) -> u32 {
        self.color.width()
    }

    /// Height in pixels.
    pub fn height(&self) -> u32 {
        self.color.height()
    }

    /// The whole target as a viewport.
    pub fn viewport(&self) -> Viewport {
        Viewport::new_at_origo(self.width(), self.height())
    }

    /// Clears colour and depth, runs `draw` with this target bound, and resolves the result.
    ///
    /// # Errors
    /// What `draw` returns.
    pub fn draw(
        &self,
        clear: [f32; 4],
        draw: impl FnOnce(Viewport) -> Result<(), RenderError>,
    ) -> Result<(), RenderError> {
        let [red, green, blue, alpha] = clear;
        let clear = ClearState::color_and_depth(red, green, blue, alpha, 1.0);
        let viewport = self.viewport();
        match &self.buffers {
            Buffers::Plain(depth) => {
                let target =
                    RenderTarget::new(self.color.as_color_target(None), depth.as_depth_target());
                target.clear(clear).write(|| draw(viewport))?;
            }
            Buffers::Smooth(target) => {
                target.clear(clear).write(|| draw(viewport))?;
                target.resolve_color_to(&self.color.as_color_target(None));
            }
        }
        Ok(())
    }

    /// The drawn colours, to be shown as a texture whose first row is the bottom one.
    pub fn color(&self) -> &Texture2D {
        &self.color
    }

    /// Reads the picture back, first row on top.
    pub fn read(&self) -> RgbaImage {
        let pixels: Vec<[u8; 4]> = self.color.as_color_target(None).read();
        RgbaImage::from_raw(self.width(), self.height(), pixels.into_flattened())
            .unwrap_or_else(|| RgbaImage::new(self.width(), self.height()))
    }

    /// The context this target belongs to.
    pub fn context(&self) -> &Context {
        &self.context
    }
}

fn color_texture(context: &Context, width: u32, height: u32) -> Texture2D {
    Texture2D::new_empty::<[u8; 4]>(
        context,
        width,
        height,
        Interpolation::Linear,
        Interpolation::Linear,
        None,
        Wrapping::ClampToEdge,
        Wrapping::ClampToEdge,
    )
}
