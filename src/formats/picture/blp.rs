//! BLP textures through the `wc3` crate, with the repairs real files need.
//!
//! The crate refuses a file for things every client tolerates: a small mip that points past the
//! end or overlaps the palette, JPEG content that declares no alpha bits. The first level is all we
//! show, so a patched copy of the header goes to the crate and the file itself is not changed.

use super::decode::{MAX_SIDE, Picture, PictureError, PictureFormat, one_line};
use wc3::blp::{Blp, BlpRef, BlpVersion, EncodeFormat, EncodeOptions, IndexedAlpha};

/// Where the tables of mip offsets and sizes begin, and how many bytes come before the content.
struct HeaderShape {
    width_at: usize,
    mips_at: usize,
    content_at: usize,
}

const BLP1: HeaderShape = HeaderShape {
    width_at: 12,
    mips_at: 28,
    content_at: 156,
};
const BLP2: HeaderShape = HeaderShape {
    width_at: 12,
    mips_at: 20,
    content_at: 148,
};
const MIP_SLOTS: usize = 16;
const PALETTE_BYTES: usize = 1024;

/// Decodes the first level of a BLP1 or BLP2 file.
pub fn decode_blp(bytes: &[u8]) -> Result<Picture, PictureError> {
    let is_first_version = bytes.starts_with(b"BLP1");
    let shape = if is_first_version { BLP1 } else { BLP2 };
    let (Some(width), Some(height)) = (
        u32_at(bytes, shape.width_at),
        u32_at(bytes, shape.width_at + 4),
    ) else {
        return Err(damaged(bytes.len(), "the header is cut"));
    };
    if width > MAX_SIDE || height > MAX_SIDE {
        return Err(PictureError::TooLarge { width, height });
    }
    if width == 0 || height == 0 {
        return Err(damaged(shape.width_at, "the picture has no pixels"));
    }
    let patched = keep_first_level(bytes, &shape, is_first_version)?;
    let container = BlpRef::read(&patched)
        .map_err(|error| damaged(error.offset, &format!("{:?}", error.kind)))?;
    let image = match &container {
        BlpRef::Blp1(blp) => blp.decode_mip(0),
        BlpRef::Blp2(blp) => blp.decode_mip(0),
    }
    .map_err(|error| damaged(shape.content_at, &one_line(&error)))?;
    Ok(Picture {
        format: PictureFormat::Blp,
        ..Picture::from(image)
    })
}

/// A copy with only the first level in the mip table, cut to the file and moved off the palette.
fn keep_first_level(
    bytes: &[u8],
    shape: &HeaderShape,
    is_first_version: bool,
) -> Result<Vec<u8>, PictureError> {
    let cut = || damaged(bytes.len(), "the header is cut");
    let offset_at = shape.mips_at;
    let size_at = shape.mips_at + MIP_SLOTS * 4;
    let offset = u32_at(bytes, offset_at).ok_or_else(cut)? as usize;
    let size = u32_at(bytes, size_at).ok_or_else(cut)? as usize;
    if bytes.len() < shape.content_at {
        return Err(cut());
    }
    if offset >= bytes.len() || size == 0 {
        return Err(damaged(offset_at, "the first level lies outside the file"));
    }
    let mut copy = bytes.to_vec();
    for slot in 1..MIP_SLOTS {
        put_u32(&mut copy, offset_at + slot * 4, 0);
        put_u32(&mut copy, size_at + slot * 4, 0);
    }
    let size = size.min(bytes.len() - offset);
    put_u32(&mut copy, size_at, u32::try_from(size).unwrap_or(u32::MAX));
    let is_palettised = if is_first_version {
        u32_at(bytes, 4) == Some(1)
    } else {
        bytes.get(8) == Some(&1)
    };
    if is_palettised && offset < shape.content_at + PALETTE_BYTES {
        let level = bytes.get(offset..offset + size).unwrap_or_default();
        let moved_to = copy.len();
        copy.extend_from_slice(level);
        put_u32(
            &mut copy,
            offset_at,
            u32::try_from(moved_to).unwrap_or(u32::MAX),
        );
    }
    if is_first_version {
        if u32_at(bytes, 4) == Some(0) {
            put_u32(&mut copy, 8, 8);
        }
        put_u32(&mut copy, 24, 1);
    }
    Ok(copy)
}

/// Encodes RGBA pixels as BLP2 with all mip levels: DXT5 where there is alpha, else DXT1.
pub fn encode_blp(width: u32, height: u32, rgba: &[u8]) -> Result<Vec<u8>, PictureError> {
    let fail = |reason: String| PictureError::Encode { reason };
    let image = image::RgbaImage::from_raw(width, height, rgba.to_vec())
        .ok_or_else(|| fail("the pixels don't fill the picture".to_owned()))?;
    let has_alpha = rgba.chunks_exact(4).any(|pixel| pixel[3] != 255);
    let format = if has_alpha {
        EncodeFormat::Dxt5
    } else {
        EncodeFormat::Dxt1 { alpha: false }
    };
    let options = EncodeOptions {
        format,
        mipmaps: true,
    };
    Blp::encode_image(&image, options)
        .map_err(|error| fail(error.to_string()))?
        .write()
        .map_err(|error| fail(format!("{error:?}")))
}

/// Quality of JPEG content, 1 to 100.
const JPEG_QUALITY: u8 = 95;
/// Colours of a palette.
const PALETTE_COLOURS: usize = 256;

/// Encodes RGBA pixels as BLP1 with all mip levels.
///
/// A picture of at most 256 colours is written with a palette, which keeps its first level as it
/// is; any other as JPEG, which does not.
pub fn encode_blp1(width: u32, height: u32, rgba: &[u8]) -> Result<Vec<u8>, PictureError> {
    let fail = |reason: String| PictureError::Encode { reason };
    let image = image::RgbaImage::from_raw(width, height, rgba.to_vec())
        .ok_or_else(|| fail("the pixels don't fill the picture".to_owned()))?;
    let pixels = rgba.as_chunks::<4>().0;
    let has_alpha = pixels.iter().any(|[.., alpha]| *alpha != 255);
    let mut colours = std::collections::HashSet::new();
    let has_few = pixels.iter().all(|[red, green, blue, _]| {
        colours.insert([*red, *green, *blue]);
        colours.len() <= PALETTE_COLOURS
    });
    let version = BlpVersion::Blp1;
    let encode = |format| -> Result<Vec<u8>, PictureError> {
        let options = EncodeOptions {
            format,
            mipmaps: true,
        };
        Blp::encode_image(&image, options)
            .map_err(|error| fail(error.to_string()))?
            .write()
            .map_err(|error| fail(format!("{error:?}")))
    };
    if has_few {
        let alpha = if has_alpha {
            IndexedAlpha::Bit8
        } else {
            IndexedAlpha::Opaque
        };
        let bytes = encode(EncodeFormat::Indexed { version, alpha })?;
        // Mip levels have colours of their own, which can push those of the picture out.
        if decode_blp(&bytes).is_ok_and(|back| back.rgba == rgba) {
            return Ok(bytes);
        }
    }
    encode(EncodeFormat::Jpeg {
        version,
        alpha: has_alpha,
        quality: JPEG_QUALITY,
    })
}

fn damaged(offset: usize, reason: &str) -> PictureError {
    PictureError::Damaged {
        offset,
        reason: reason.to_owned(),
    }
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..)?.first_chunk::<4>()?;
    Some(u32::from_le_bytes(*four))
}

fn put_u32(bytes: &mut [u8], at: usize, value: u32) {
    if let Some(slot) = bytes.get_mut(at..at + 4) {
        slot.copy_from_slice(&value.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoded_texture_decodes_to_nearly_the_same_colours() {
        let rgba: Vec<u8> = (0..16 * 16).flat_map(|_| [200, 40, 80, 255]).collect();
        let bytes = encode_blp(16, 16, &rgba).unwrap();
        let picture = decode_blp(&bytes).unwrap();
        assert_eq!((picture.width, picture.height), (16, 16));
        for (a, b) in picture.rgba.iter().zip(&rgba) {
            assert!(a.abs_diff(*b) <= 8, "{a} and {b}");
        }
    }

    #[test]
    fn a_first_version_keeps_colours_and_alpha() {
        let smooth = |i: u32| {
            let (x, y) = (i % 32, i / 32);
            [
                (x * 7) as u8,
                (y * 7) as u8,
                (x * 3 + y * 4) as u8,
                (255 - y * 5) as u8,
            ]
        };
        let rgba: Vec<u8> = (0..32 * 32).flat_map(smooth).collect();
        let bytes = encode_blp1(32, 32, &rgba).unwrap();
        assert!(bytes.starts_with(b"BLP1"));
        let picture = decode_blp(&bytes).unwrap();
        assert_eq!((picture.width, picture.height), (32, 32));
        let worst = picture
            .rgba
            .iter()
            .zip(&rgba)
            .map(|(a, b)| a.abs_diff(*b))
            .max();
        assert!(worst <= Some(12), "{worst:?}");
    }

    #[test]
    fn a_first_version_of_few_colours_is_exact() {
        let two = |i: u32| {
            if i.is_multiple_of(3) {
                [250, 3, 9, 255]
            } else {
                [1, 200, 77, 90]
            }
        };
        let rgba: Vec<u8> = (0..16 * 8).flat_map(two).collect();
        let picture = decode_blp(&encode_blp1(16, 8, &rgba).unwrap()).unwrap();
        assert_eq!(picture.rgba, rgba);
    }

    #[test]
    fn a_cut_texture_is_an_error_or_a_picture_but_never_a_panic() {
        let rgba = [90; 8 * 8 * 4];
        let bytes = encode_blp(8, 8, &rgba).unwrap();
        for end in 4..bytes.len() {
            let _ = decode_blp(&bytes[..end]);
        }
    }
}
