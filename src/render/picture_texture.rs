//! Pictures on the graphics card: a model's textures, and the checker where one is missing.

use image::RgbaImage;
use three_d::core::{Context, CpuTexture, Interpolation, Mipmap, Texture2D, TextureData, Wrapping};

use super::gl_state::{draws_in_software, largest_side};
use crate::mesh::{Texture, TextureKind};

/// Uploads a texture slot's picture, with smaller versions for distance.
///
/// Without a picture, or with one the driver cannot hold, it is a checker: violet for a missing
/// file, grey for a slot that the game fills.
pub(super) fn slot_texture(
    context: &Context,
    slot: &Texture,
    picture: Option<&RgbaImage>,
) -> Texture2D {
    let limit = largest_side(context);
    let fits = |picture: &&RgbaImage| {
        (1..=limit).contains(&picture.width()) && (1..=limit).contains(&picture.height())
    };
    match picture.filter(fits) {
        Some(picture) => upload(context, picture, slot.wraps_x(), slot.wraps_y()),
        None if slot.kind == TextureKind::NAMED => checker(context),
        None => upload(context, &placeholder_picture(), true, true),
    }
}

/// The picture of a texture that is not there.
pub(super) fn checker(context: &Context) -> Texture2D {
    upload(context, &checker_picture(), true, true)
}

/// A picture of plain white, for texture units that are not used.
pub(super) fn white(context: &Context) -> Texture2D {
    upload(
        context,
        &RgbaImage::from_pixel(1, 1, image::Rgba([255; 4])),
        true,
        true,
    )
}

/// What a named texture shows that was not found: violet, as nothing in a game is.
pub fn checker_picture() -> RgbaImage {
    checker_of([156, 98, 164, 255], [88, 64, 96, 255])
}

/// What a slot shows that the game fills and nobody has chosen a picture for: quiet greys, so
/// that the shape reads.
pub fn placeholder_picture() -> RgbaImage {
    checker_of([158, 156, 152, 255], [126, 124, 122, 255])
}

/// Eight fields a side.
fn checker_of(first: [u8; 4], second: [u8; 4]) -> RgbaImage {
    RgbaImage::from_fn(64, 64, |x, y| {
        image::Rgba(if (x / 8 + y / 8) % 2 == 0 {
            first
        } else {
            second
        })
    })
}

/// How much longer than wide the part of a picture may be that one pixel takes in.
///
/// Mesa's software driver walks through every texel of that part, and where a surface is seen from
/// its edge it does not come to an end.
fn slant_ratio(context: &Context) -> u32 {
    if draws_in_software(context) { 1 } else { 8 }
}

fn upload(context: &Context, picture: &RgbaImage, wraps_x: bool, wraps_y: bool) -> Texture2D {
    let wrapping = |wraps| {
        if wraps {
            Wrapping::Repeat
        } else {
            Wrapping::ClampToEdge
        }
    };
    let pixels = picture.pixels().map(|pixel| pixel.0).collect();
    Texture2D::new(
        context,
        &CpuTexture {
            data: TextureData::RgbaU8(pixels),
            width: picture.width(),
            height: picture.height(),
            min_filter: Interpolation::Linear,
            mag_filter: Interpolation::Linear,
            mipmap: Some(Mipmap {
                max_ratio: slant_ratio(context),
                ..Mipmap::default()
            }),
            wrap_s: wrapping(wraps_x),
            wrap_t: wrapping(wraps_y),
            ..CpuTexture::default()
        },
    )
}
