//! DDS textures, which later Warcraft III models name: the first level of DXT1, DXT3 and DXT5.
//!
//! | offset | size | field |
//! | --- | --- | --- |
//! | 0 | 4 | `DDS ` |
//! | 4 | 4 | size of the header that begins here, 124 |
//! | 12 | 4 | height |
//! | 16 | 4 | width |
//! | 84 | 4 | `DXT1`, `DXT3` or `DXT5` |
//! | 128 | | blocks of 4 x 4 pixels, row by row from the top |
//!
//! A block is 8 bytes of colour, in DXT3 and DXT5 with 8 bytes of alpha before them. Pixels of a
//! block past the picture's right or lower side are not part of it.

use super::decode::{MAX_SIDE, Picture, PictureError, PictureFormat};

const HEIGHT_AT: usize = 12;
const WIDTH_AT: usize = 16;
const CODE_AT: usize = 84;
const BLOCKS_AT: usize = 128;
const COLOUR_BYTES: usize = 8;
/// Side of a block.
const SIDE: usize = 4;

/// What stands before the colours of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Alpha {
    /// Nothing: a colour may be clear (DXT1).
    InColours,
    /// Four bits a pixel (DXT3).
    Plain,
    /// Two ends and three bits a pixel between them (DXT5).
    Ramp,
}

/// Decodes the first level of a DDS file.
pub(super) fn decode_dds(bytes: &[u8]) -> Result<Picture, PictureError> {
    let (Some(height), Some(width)) = (u32_at(bytes, HEIGHT_AT), u32_at(bytes, WIDTH_AT)) else {
        return Err(damaged(bytes.len(), "the header is cut"));
    };
    if width > MAX_SIDE || height > MAX_SIDE {
        return Err(PictureError::TooLarge { width, height });
    }
    if width == 0 || height == 0 {
        return Err(damaged(HEIGHT_AT, "the picture has no pixels"));
    }
    let alpha = match bytes.get(CODE_AT..CODE_AT + 4) {
        Some(b"DXT1") => Alpha::InColours,
        Some(b"DXT3") => Alpha::Plain,
        Some(b"DXT5") => Alpha::Ramp,
        Some(_) => return Err(damaged(CODE_AT, "only DXT1, DXT3 and DXT5 are decoded")),
        None => return Err(damaged(bytes.len(), "the header is cut")),
    };
    let alpha_bytes = if alpha == Alpha::InColours { 0 } else { 8 };
    let block_bytes = alpha_bytes + COLOUR_BYTES;
    let (columns, rows) = (width as usize, height as usize);
    let blocks_across = columns.div_ceil(SIDE);
    let needed = blocks_across * rows.div_ceil(SIDE) * block_bytes;
    let Some(blocks) = bytes.get(BLOCKS_AT..BLOCKS_AT + needed) else {
        return Err(damaged(bytes.len(), "the pixels are cut"));
    };
    let mut rgba = vec![0; columns * rows * 4];
    for (index, block) in blocks.chunks_exact(block_bytes).enumerate() {
        let (left, top) = (index % blocks_across * SIDE, index / blocks_across * SIDE);
        let (alphas, colours) = block.split_at(alpha_bytes);
        let pixels = pixels_of(alpha, alphas, colours);
        for (place, pixel) in pixels.iter().enumerate() {
            let (x, y) = (left + place % SIDE, top + place / SIDE);
            if x < columns
                && let Some(slot) = rgba.get_mut((y * columns + x) * 4..)
                && let Some(slot) = slot.first_chunk_mut::<4>()
            {
                *slot = *pixel;
            }
        }
    }
    Ok(Picture {
        width,
        height,
        rgba,
        format: PictureFormat::Dds,
    })
}

/// The 16 pixels of a block, row by row.
fn pixels_of(alpha: Alpha, alphas: &[u8], colours: &[u8]) -> [[u8; 4]; 16] {
    let first = u16_at(colours, 0);
    let second = u16_at(colours, 2);
    let picks = colours.get(4..8).map_or(0, little);
    let (a, b) = (widened(first), widened(second));
    let mixed = |of_a: u16, of_b: u16| {
        let sum = of_a + of_b;
        [0, 1, 2].map(|part| ((u16::from(a[part]) * of_a + u16::from(b[part]) * of_b) / sum) as u8)
    };
    let has_clear = alpha == Alpha::InColours && first <= second;
    let (third, fourth) = if has_clear {
        (mixed(1, 1), [0; 3])
    } else {
        (mixed(2, 1), mixed(1, 2))
    };
    let table = [a, b, third, fourth];
    std::array::from_fn(|place| {
        let pick = (picks >> (2 * place) & 3) as usize;
        let [red, green, blue] = table[pick];
        let opacity = match alpha {
            Alpha::InColours if has_clear && pick == 3 => 0,
            Alpha::InColours => 255,
            Alpha::Plain => (little(alphas) >> (4 * place) & 15) as u8 * 17,
            Alpha::Ramp => ramp_alpha(alphas, place),
        };
        [red, green, blue, opacity]
    })
}

fn ramp_alpha(alphas: &[u8], place: usize) -> u8 {
    let [first, second] = [0, 1].map(|at| u64::from(alphas.get(at).copied().unwrap_or(0)));
    let picks = alphas.get(2..8).map_or(0, little);
    let pick = picks >> (3 * place) & 7;
    let value = match pick {
        0 => first,
        1 => second,
        _ if first > second => (first * (8 - pick) + second * (pick - 1)) / 7,
        6 => 0,
        7 => 255,
        _ => (first * (6 - pick) + second * (pick - 1)) / 5,
    };
    value as u8
}

/// Five, six and five bits as eight each.
fn widened(packed: u16) -> [u8; 3] {
    let [red, green, blue] = [packed >> 11, packed >> 5 & 63, packed & 31];
    [
        (red << 3 | red >> 2) as u8,
        (green << 2 | green >> 4) as u8,
        (blue << 3 | blue >> 2) as u8,
    ]
}

fn little(bytes: &[u8]) -> u64 {
    let bytes = bytes.iter().take(8).rev();
    bytes.fold(0, |number, &byte| number << 8 | u64::from(byte))
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..at + 2).map_or(0, |two| little(two) as u16)
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(little(bytes.get(at..at + 4)?) as u32)
}

fn damaged(offset: usize, reason: &str) -> PictureError {
    PictureError::Damaged {
        offset,
        reason: reason.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(code: &[u8; 4], width: u32, height: u32, blocks: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0; BLOCKS_AT];
        bytes[..4].copy_from_slice(b"DDS ");
        bytes[HEIGHT_AT..HEIGHT_AT + 4].copy_from_slice(&height.to_le_bytes());
        bytes[WIDTH_AT..WIDTH_AT + 4].copy_from_slice(&width.to_le_bytes());
        bytes[CODE_AT..CODE_AT + 4].copy_from_slice(code);
        bytes.extend(blocks);
        bytes
    }

    /// Red and blue ends; the first four pixels pick one table entry each.
    const COLOURS: [u8; 8] = [0x00, 0xF8, 0x1F, 0x00, 0b1110_0100, 0, 0, 0];

    #[test]
    fn two_ends_and_two_mixtures_come_out_of_a_block() {
        let picture = decode_dds(&file(b"DXT1", 4, 1, &COLOURS)).unwrap();
        let expected = [
            [255, 0, 0, 255],
            [0, 0, 255, 255],
            [170, 0, 85, 255],
            [85, 0, 170, 255],
        ];
        assert_eq!(picture.rgba, expected.concat());
    }

    #[test]
    fn ends_the_other_way_round_make_a_clear_colour() {
        let colours = [0x1F, 0x00, 0x00, 0xF8, 0b1110_0100, 0, 0, 0];
        let picture = decode_dds(&file(b"DXT1", 4, 1, &colours)).unwrap();
        assert_eq!(picture.rgba[8..12], [127, 0, 127, 255]);
        assert_eq!(picture.rgba[12..16], [0, 0, 0, 0]);
    }

    #[test]
    fn alpha_comes_from_the_block_before_the_colours() {
        let mut blocks = vec![0x3F, 0, 0, 0, 0, 0, 0, 0];
        blocks.extend(COLOURS);
        let picture = decode_dds(&file(b"DXT3", 2, 1, &blocks)).unwrap();
        assert_eq!([picture.rgba[3], picture.rgba[7]], [255, 51]);
        let mut blocks = vec![200, 60, 0b1101_0001, 0, 0, 0, 0, 0];
        blocks.extend(COLOURS);
        let picture = decode_dds(&file(b"DXT5", 3, 1, &blocks)).unwrap();
        let alphas = [picture.rgba[3], picture.rgba[7], picture.rgba[11]];
        assert_eq!(alphas, [60, 180, 160]);
    }

    #[test]
    fn a_picture_may_end_inside_a_block_and_not_before_its_last() {
        let blocks = COLOURS.repeat(4);
        let picture = decode_dds(&file(b"DXT1", 5, 7, &blocks)).unwrap();
        assert_eq!(picture.rgba.len(), 5 * 7 * 4);
        let whole = file(b"DXT1", 5, 7, &blocks);
        for end in 0..whole.len() {
            assert!(decode_dds(&whole[..end]).is_err(), "cut at {end}");
        }
        assert!(decode_dds(&file(b"ATI2", 4, 4, &blocks)).is_err());
    }
}
