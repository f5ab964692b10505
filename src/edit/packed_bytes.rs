//! Many bytes as a short text, for arguments that a script or a journal holds as JSON: compressed
//! with zstd, then written in the 64 characters of base64 without padding.

use super::EditError;
use serde::{Deserialize, Serialize};

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// How hard zstd tries; planes of a map are mostly runs.
const LEVEL: i32 = 3;

/// Many bytes as a short text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PackedBytes(String);

impl PackedBytes {
    /// Packs bytes; `None` if the compressor has no memory.
    pub fn pack(bytes: &[u8]) -> Option<Self> {
        let packed = zstd::bulk::compress(bytes, LEVEL).ok()?;
        let mut text = String::with_capacity(packed.len().div_ceil(3) * 4);
        for three in packed.chunks(3) {
            let digits = three.len() + 1;
            let part = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
            let all = part(0) << 16 | part(1) << 8 | part(2);
            for place in 0..digits {
                let digit = all >> (18 - 6 * place) & 63;
                text.push(char::from(DIGITS[digit as usize]));
            }
        }
        Some(Self(text))
    }

    /// The bytes, of which there must be exactly so many.
    pub(super) fn unpack(
        &self,
        count: usize,
        argument: &'static str,
    ) -> Result<Vec<u8>, EditError> {
        let refuse = |reason: String| EditError::Value { argument, reason };
        let packed = self
            .digits()
            .ok_or_else(|| refuse("has packed bytes that are no base64 text".to_owned()))?;
        let bytes = zstd::bulk::decompress(&packed, count)
            .map_err(|error| refuse(format!("has packed bytes that do not unpack: {error}")))?;
        if bytes.len() == count {
            Ok(bytes)
        } else {
            let found = bytes.len();
            Err(refuse(format!(
                "has {found} packed bytes where {count} are needed"
            )))
        }
    }

    /// The bytes that the text says.
    fn digits(&self) -> Option<Vec<u8>> {
        let mut packed = Vec::with_capacity(self.0.len() / 4 * 3 + 2);
        for four in self.0.as_bytes().chunks(4) {
            let mut all = 0;
            for digit in four {
                let value = DIGITS.iter().position(|other| other == digit)?;
                all = all << 6 | value as u32;
            }
            all <<= 6 * (4 - four.len());
            let [_, bytes @ ..] = all.to_be_bytes();
            packed.extend(bytes.iter().take(four.len() - 1));
        }
        Some(packed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_and_damage_is_refused() {
        for count in [0, 1, 2, 3, 4, 5, 1000] {
            let bytes: Vec<u8> = (0..count).map(|at| (at * 7 % 251) as u8).collect();
            let packed = PackedBytes::pack(&bytes).unwrap();
            assert_eq!(packed.unpack(count, "shares").unwrap(), bytes);
            assert!(packed.unpack(count + 1, "shares").is_err());
        }
        let million = PackedBytes::pack(&vec![9; 1 << 20]).unwrap();
        assert!(million.0.len() < 400, "{}", million.0.len());
        assert!(million.unpack(100, "shares").is_err());
        for text in ["", "!", "AAAA", "AAAAAA", "Ä"] {
            assert!(PackedBytes(text.to_owned()).unpack(3, "shares").is_err());
        }
    }
}
