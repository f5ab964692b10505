//! The three forms of an alpha map in `MCAL`, to and from 64 by 64 values of 0 to 255.
//!
//! | form | bytes | |
//! | --- | --- | --- |
//! | `FourBit` | 2048 | two texels a byte, the low four bits first; 15 is full |
//! | `EightBit` | 4096 | a byte each |
//! | `Runs` | as it comes | runs and copies that make up 4096 bytes |
//!
//! Where flag 0x8000 of the map chunk is clear, a 4-bit map is really 63 by 63: its last row and
//! column are those before them.

use super::alpha_runs::{pack_runs, unpack_runs};
use crate::formats::{FormatError, FormatErrorKind};

/// Texels of a side.
pub const ALPHA_SIDE: usize = 64;
/// Texels of a map.
pub const ALPHA_TEXELS: usize = ALPHA_SIDE * ALPHA_SIDE;

/// How an alpha map is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AlphaForm {
    /// Two texels a byte.
    FourBit,
    /// A byte each.
    EightBit,
    /// Run-length coded bytes.
    Runs,
}

/// Whether the last row and column of a 4-bit map are what the file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AlphaEdge {
    /// They are.
    AsStored,
    /// They are those before them (flag 0x8000 is clear).
    Repeated,
}

impl AlphaForm {
    /// Bytes a map takes; `None` where that depends on the map.
    pub fn size(self) -> Option<usize> {
        match self {
            Self::FourBit => Some(ALPHA_TEXELS / 2),
            Self::EightBit => Some(ALPHA_TEXELS),
            Self::Runs => None,
        }
    }

    /// Reads the map that `bytes` begins with, and says how many bytes it takes.
    pub fn decode(
        self,
        bytes: &[u8],
        edge: AlphaEdge,
    ) -> Result<(Box<[u8; ALPHA_TEXELS]>, usize), FormatError> {
        let mut texels = Box::new([0; ALPHA_TEXELS]);
        let used = match self {
            Self::Runs => unpack_runs(bytes, &mut texels)?,
            Self::EightBit => {
                let stored = stored(bytes, ALPHA_TEXELS)?;
                texels.copy_from_slice(stored);
                ALPHA_TEXELS
            }
            Self::FourBit => {
                let stored = stored(bytes, ALPHA_TEXELS / 2)?;
                for (pair, byte) in texels.chunks_exact_mut(2).zip(stored) {
                    pair.copy_from_slice(&[(byte & 15) * 17, (byte >> 4) * 17]);
                }
                if edge == AlphaEdge::Repeated {
                    repeat_edge(&mut texels);
                }
                ALPHA_TEXELS / 2
            }
        };
        Ok((texels, used))
    }

    /// The bytes of a map; 4-bit maps round to the nearest of their 16 values.
    pub fn encode(self, texels: &[u8; ALPHA_TEXELS]) -> Vec<u8> {
        match self {
            Self::Runs => pack_runs(texels),
            Self::EightBit => texels.to_vec(),
            Self::FourBit => {
                let pairs = texels.chunks_exact(2);
                let bytes = pairs.map(|pair| match pair {
                    [low, high] => four_bits(*low) | (four_bits(*high) << 4),
                    _ => 0,
                });
                bytes.collect()
            }
        }
    }
}

/// The nearest of the 16 values.
fn four_bits(value: u8) -> u8 {
    ((u16::from(value) + 8) / 17) as u8
}

/// Copies the last but one column and row over the last.
fn repeat_edge(texels: &mut [u8; ALPHA_TEXELS]) {
    for row in texels.chunks_exact_mut(ALPHA_SIDE) {
        if let [.., before, last] = row {
            *last = *before;
        }
    }
    let last_row = ALPHA_TEXELS - ALPHA_SIDE;
    texels.copy_within(last_row - ALPHA_SIDE..last_row, last_row);
}

fn stored(bytes: &[u8], size: usize) -> Result<&[u8], FormatError> {
    bytes.get(..size).ok_or_else(|| {
        let kind = FormatErrorKind::Overrun {
            needed: size as u64,
            available: bytes.len() as u64,
        };
        FormatError::new(0, kind)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ramp() -> [u8; ALPHA_TEXELS] {
        std::array::from_fn(|at| ((at * 7) ^ (at >> 5)) as u8)
    }

    #[test]
    fn the_low_half_of_a_byte_is_the_left_texel() {
        let mut bytes = vec![0; 2048];
        bytes[0] = 0xF3;
        let (texels, used) = AlphaForm::FourBit
            .decode(&bytes, AlphaEdge::AsStored)
            .unwrap();
        assert_eq!((texels[0], texels[1], used), (51, 255, 2048));
    }

    #[test]
    fn the_last_row_and_column_repeat_only_where_they_do_not_count() {
        let mut bytes = vec![0; 2048];
        bytes[31] = 0x9A; // texels 62 and 63 of the first row
        bytes[62 * 32] = 0x07; // texel 0 of row 62
        bytes[63 * 32] = 0x01;
        let at = |edge| AlphaForm::FourBit.decode(&bytes, edge).unwrap().0;
        let kept = at(AlphaEdge::AsStored);
        assert_eq!((kept[62], kept[63], kept[63 * 64]), (170, 153, 17));
        let repeated = at(AlphaEdge::Repeated);
        assert_eq!(
            (repeated[62], repeated[63], repeated[63 * 64]),
            (170, 170, 119)
        );
    }

    #[test]
    fn every_form_gives_back_what_it_can_hold() {
        let ramp = ramp();
        for form in [AlphaForm::EightBit, AlphaForm::Runs] {
            let bytes = form.encode(&ramp);
            let (texels, used) = form.decode(&bytes, AlphaEdge::Repeated).unwrap();
            assert_eq!((*texels, used), (ramp, bytes.len()), "{form:?}");
        }
        let rough = ramp.map(|value| value / 17 * 17);
        let bytes = AlphaForm::FourBit.encode(&rough);
        let (texels, _) = AlphaForm::FourBit
            .decode(&bytes, AlphaEdge::AsStored)
            .unwrap();
        assert_eq!(*texels, rough);
    }

    #[test]
    fn four_bits_are_the_nearest_of_sixteen_values() {
        for value in 0..=255_u8 {
            let near = four_bits(value) * 17;
            assert!(near.abs_diff(value) <= 8, "{value} became {near}");
        }
    }

    #[test]
    fn a_map_cut_short_is_refused() {
        let bytes = vec![0; 2047];
        assert!(
            AlphaForm::FourBit
                .decode(&bytes, AlphaEdge::AsStored)
                .is_err()
        );
        assert!(
            AlphaForm::EightBit
                .decode(&bytes, AlphaEdge::AsStored)
                .is_err()
        );
        assert!(AlphaForm::Runs.decode(&[], AlphaEdge::AsStored).is_err());
    }
}
