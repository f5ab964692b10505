//! Telling picture formats apart by their first bytes, and decoding them to RGBA.

use super::dds::decode_dds;
use super::decode_blp;
use image::{ImageFormat, ImageReader, Limits, RgbaImage};
use std::io::Cursor;

/// The widest or highest picture that is decoded; larger ones are refused with a sentence.
pub const MAX_SIDE: u32 = 8192;
/// The most memory one decoded picture may take.
const MAX_BYTES: u64 = MAX_SIDE as u64 * MAX_SIDE as u64 * 4;

/// A decoded picture: RGBA, 8 bits each, rows from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// `width * height * 4` bytes.
    pub rgba: Vec<u8>,
    /// What it was decoded from.
    pub format: PictureFormat,
}

/// The format of a picture file, told by its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PictureFormat {
    /// Blizzard's textures, BLP1 and BLP2.
    Blp,
    /// DirectX's textures, DXT1 to DXT5.
    Dds,
    /// PNG.
    Png,
    /// Targa.
    Tga,
}

/// Why a picture can't be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// No format we know begins like this.
    #[error("this is no BLP, DDS, PNG or TGA picture (it begins with \"{}\")", .start.escape_ascii())]
    UnknownFormat {
        /// The first bytes.
        start: Vec<u8>,
    },
    /// The file is damaged.
    #[error("the picture is damaged at byte {offset}: {reason}")]
    Damaged {
        /// Where decoding stopped, as far as that is known.
        offset: usize,
        /// What the decoder found.
        reason: String,
    },
    /// The picture is larger than any game's.
    #[error("the picture is {width} x {height}; more than {MAX_SIDE} a side is not decoded")]
    TooLarge {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// A picture can't be written.
    #[error("the picture can't be encoded: {reason}")]
    Encode {
        /// What the encoder found.
        reason: String,
    },
}

impl From<RgbaImage> for Picture {
    fn from(image: RgbaImage) -> Self {
        let (width, height) = image.dimensions();
        Self {
            width,
            height,
            rgba: image.into_raw(),
            format: PictureFormat::Png,
        }
    }
}

/// Decodes a picture; what it is, is told by its bytes, not by its name.
///
/// TGA has no magic: it is tried when nothing else fits and the header makes sense.
pub fn decode_picture(bytes: &[u8]) -> Result<Picture, PictureError> {
    if bytes.starts_with(b"BLP1") || bytes.starts_with(b"BLP2") {
        return decode_blp(bytes);
    }
    if bytes.starts_with(b"DDS ") {
        return decode_dds(bytes);
    }
    if bytes.starts_with(b"\x89PNG") {
        return decode_with(bytes, ImageFormat::Png, PictureFormat::Png);
    }
    if looks_like_tga(bytes) {
        return decode_with(bytes, ImageFormat::Tga, PictureFormat::Tga);
    }
    Err(PictureError::UnknownFormat {
        start: bytes.iter().take(4).copied().collect(),
    })
}

/// Encodes RGBA pixels as PNG.
pub fn encode_png(width: u32, height: u32, rgba: &[u8]) -> Result<Vec<u8>, PictureError> {
    let mut out = Cursor::new(Vec::new());
    image::write_buffer_with_format(
        &mut out,
        rgba,
        width,
        height,
        image::ExtendedColorType::Rgba8,
        ImageFormat::Png,
    )
    .map_err(|error| PictureError::Encode {
        reason: error.to_string(),
    })?;
    Ok(out.into_inner())
}

fn decode_with(
    bytes: &[u8],
    with: ImageFormat,
    format: PictureFormat,
) -> Result<Picture, PictureError> {
    let damaged = |error: image::ImageError| PictureError::Damaged {
        offset: 0,
        reason: one_line(&error),
    };
    // The decoder has no number for a picture it finds too large, so the size is read first.
    let size = match format {
        PictureFormat::Png => png_size(bytes),
        _ => None,
    };
    let (width, height) = match size {
        Some(size) => size,
        None => ImageReader::with_format(Cursor::new(bytes), with)
            .into_dimensions()
            .map_err(damaged)?,
    };
    if width > MAX_SIDE || height > MAX_SIDE {
        return Err(PictureError::TooLarge { width, height });
    }
    let mut reader = ImageReader::with_format(Cursor::new(bytes), with);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_BYTES);
    reader.limits(limits);
    let image = reader.decode().map_err(damaged)?.into_rgba8();
    Ok(Picture {
        format,
        ..Picture::from(image)
    })
}

/// The size that the header of a PNG claims.
pub(super) fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let header = bytes.get(12..24)?.strip_prefix(b"IHDR")?;
    let (width, height) = (header.first_chunk()?, header.last_chunk()?);
    Some((u32::from_be_bytes(*width), u32::from_be_bytes(*height)))
}

/// What a decoder says, on one line.
pub(super) fn one_line(error: &dyn std::fmt::Display) -> String {
    let text = error.to_string();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether the 18 bytes of a TGA header make sense: a known image type, depth and colour map.
fn looks_like_tga(bytes: &[u8]) -> bool {
    let Some(header) = bytes.first_chunk::<18>() else {
        return false;
    };
    matches!(header[1], 0 | 1)
        && matches!(header[2], 1 | 2 | 3 | 9 | 10 | 11)
        && matches!(header[16], 8 | 15 | 16 | 24 | 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_png_comes_back_as_it_was() {
        let rgba: Vec<u8> = (0..4 * 3 * 4).map(|i| i as u8).collect();
        let bytes = encode_png(4, 3, &rgba).unwrap();
        let picture = decode_picture(&bytes).unwrap();
        assert_eq!((picture.width, picture.height, picture.rgba), (4, 3, rgba));
    }

    #[test]
    fn other_bytes_are_named_not_guessed() {
        let error = decode_picture(b"GIF89a").unwrap_err();
        assert_eq!(
            error.to_string(),
            "this is no BLP, DDS, PNG or TGA picture (it begins with \"GIF8\")"
        );
    }

    #[test]
    fn a_cut_png_is_an_error() {
        let bytes = encode_png(4, 3, &[7; 48]).unwrap();
        for end in 0..bytes.len() - 13 {
            assert!(decode_picture(&bytes[..end]).is_err(), "cut at {end}");
        }
    }
}
