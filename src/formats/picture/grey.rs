//! Grey pictures as PNG, 8 or 16 bits a pixel: one number a place of a map.

use super::PictureError;
use super::decode::{one_line, png_size};
use image::{ColorType, DynamicImage, ExtendedColorType, ImageFormat, ImageReader, Limits};
use std::io::Cursor;

/// The widest or highest grey picture that is read or written.
pub const MAX_GREY_SIDE: u32 = 16_384;
/// The most memory that decoding one may take.
const MAX_BYTES: u64 = MAX_GREY_SIDE as u64 * MAX_GREY_SIDE as u64 * 4;

/// A grey picture, rows from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GreyPicture {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// The pixels.
    pub pixels: GreyPixels,
}

/// The pixels of a grey picture, as finely as the file has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GreyPixels {
    /// 0 to 255.
    Eight(Vec<u8>),
    /// 0 to 65535.
    Sixteen(Vec<u16>),
}

impl GreyPixels {
    /// The pixels as 0 to 255, to the nearest.
    pub fn into_eight(self) -> Vec<u8> {
        match self {
            Self::Eight(pixels) => pixels,
            Self::Sixteen(pixels) => {
                let eight = pixels.into_iter();
                eight
                    .map(|pixel| ((u32::from(pixel) + 128) / 257) as u8)
                    .collect()
            }
        }
    }

    /// The pixels as 0 to 65535.
    pub fn into_sixteen(self) -> Vec<u16> {
        match self {
            Self::Eight(pixels) => {
                let sixteen = pixels.into_iter();
                sixteen.map(|pixel| u16::from(pixel) * 257).collect()
            }
            Self::Sixteen(pixels) => pixels,
        }
    }
}

/// Encodes 8-bit grey pixels as PNG.
pub fn encode_grey8(width: u32, height: u32, pixels: &[u8]) -> Result<Vec<u8>, PictureError> {
    encode(width, height, pixels, ExtendedColorType::L8)
}

/// Encodes 16-bit grey pixels as PNG.
pub fn encode_grey16(width: u32, height: u32, pixels: &[u16]) -> Result<Vec<u8>, PictureError> {
    let bytes: Vec<u8> = pixels
        .iter()
        .flat_map(|pixel| pixel.to_ne_bytes())
        .collect();
    encode(width, height, &bytes, ExtendedColorType::L16)
}

fn encode(
    width: u32,
    height: u32,
    bytes: &[u8],
    colour: ExtendedColorType,
) -> Result<Vec<u8>, PictureError> {
    let fail = |reason: String| PictureError::Encode { reason };
    if width > MAX_GREY_SIDE || height > MAX_GREY_SIDE {
        return Err(fail(format!(
            "it would be {width} x {height}, and more than {MAX_GREY_SIDE} a side is not written"
        )));
    }
    let size = if colour == ExtendedColorType::L16 {
        2
    } else {
        1
    };
    if bytes.len() as u64 != u64::from(width) * u64::from(height) * size {
        return Err(fail("the pixels don't fill the picture".to_owned()));
    }
    let mut out = Cursor::new(Vec::new());
    image::write_buffer_with_format(&mut out, bytes, width, height, colour, ImageFormat::Png)
        .map_err(|error| fail(error.to_string()))?;
    Ok(out.into_inner())
}

/// Decodes a PNG whose pixels are grey, whether it is stored as grey or as colours; opacity is not
/// looked at.
pub fn decode_grey(bytes: &[u8]) -> Result<GreyPicture, PictureError> {
    let damaged = |reason: String| PictureError::Damaged { offset: 0, reason };
    let Some((width, height)) = png_size(bytes).filter(|_| bytes.starts_with(b"\x89PNG")) else {
        return Err(damaged("this is no PNG".to_owned()));
    };
    if width > MAX_GREY_SIDE || height > MAX_GREY_SIDE {
        return Err(PictureError::TooLarge { width, height });
    }
    let mut reader = ImageReader::with_format(Cursor::new(bytes), ImageFormat::Png);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_BYTES);
    reader.limits(limits);
    let image = reader.decode().map_err(|error| damaged(one_line(&error)))?;
    let colour = image.color();
    let pixels = match image {
        DynamicImage::ImageLuma8(image) => GreyPixels::Eight(image.into_raw()),
        DynamicImage::ImageLuma16(image) => GreyPixels::Sixteen(image.into_raw()),
        other if is_wide(colour) => {
            let rgb = other.into_rgb16().into_raw();
            GreyPixels::Sixteen(grey_of(rgb.as_chunks().0).ok_or_else(|| damaged(coloured()))?)
        }
        other => {
            let rgb = other.into_rgb8().into_raw();
            GreyPixels::Eight(grey_of(rgb.as_chunks().0).ok_or_else(|| damaged(coloured()))?)
        }
    };
    Ok(GreyPicture {
        width,
        height,
        pixels,
    })
}

fn is_wide(colour: ColorType) -> bool {
    matches!(
        colour,
        ColorType::La16 | ColorType::Rgb16 | ColorType::Rgba16
    )
}

fn coloured() -> String {
    "its pixels are coloured, and a grey picture is needed".to_owned()
}

fn grey_of<T: Copy + PartialEq>(pixels: &[[T; 3]]) -> Option<Vec<T>> {
    let is_grey = |[red, green, blue]: &[T; 3]| red == green && green == blue;
    let all = pixels.iter();
    all.map(|pixel| is_grey(pixel).then(|| pixel[0])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::picture::encode_png;

    #[test]
    fn grey_pixels_come_back_at_both_depths_and_from_colours_that_are_grey() {
        let wide: Vec<u16> = vec![0, 1, 256, 40_000, 65_535, 9];
        let png = encode_grey16(3, 2, &wide).unwrap();
        let found = decode_grey(&png).unwrap();
        assert_eq!((found.width, found.height), (3, 2));
        assert_eq!(found.pixels, GreyPixels::Sixteen(wide));
        let narrow: Vec<u8> = vec![0, 7, 128, 255];
        let png = encode_grey8(2, 2, &narrow).unwrap();
        assert_eq!(decode_grey(&png).unwrap().pixels.into_eight(), narrow);
        let rgba: Vec<u8> = narrow.iter().flat_map(|at| [*at, *at, *at, 255]).collect();
        let png = encode_png(2, 2, &rgba).unwrap();
        assert_eq!(decode_grey(&png).unwrap().pixels.into_eight(), narrow);
        let all: Vec<u8> = (0..=255).collect();
        let sixteen = GreyPixels::Eight(all.clone()).into_sixteen();
        assert_eq!(GreyPixels::Sixteen(sixteen).into_eight(), all);
    }

    #[test]
    fn what_is_no_grey_picture_is_refused() {
        let coloured = encode_png(1, 1, &[1, 2, 3, 255]).unwrap();
        let short = encode_grey8(1, 1, &[1]).unwrap();
        for bytes in [&coloured[..], &short[..30], b"", b"\x89PNG"] {
            assert!(decode_grey(bytes).is_err());
        }
        assert!(encode_grey8(2, 2, &[1]).is_err());
    }
}
