//! Run-length coded alpha maps.
//!
//! A byte gives a count in its low seven bits; with its high bit the next byte is repeated that
//! often, without it that many bytes follow. No run of the game's files goes beyond a row of 64.

use super::alpha_form::{ALPHA_SIDE, ALPHA_TEXELS};
use crate::formats::{FormatError, FormatErrorKind};

/// Marks a run of equal texels.
const IS_REPEATED: u8 = 0x80;

/// Fills `texels` from the runs that `bytes` begins with; gives the number of bytes used.
///
/// Runs across rows are read too. What a last run has beyond the map is left out.
pub fn unpack_runs(bytes: &[u8], texels: &mut [u8; ALPHA_TEXELS]) -> Result<usize, FormatError> {
    let mut used = 0;
    let mut filled = 0;
    while filled < ALPHA_TEXELS {
        let head = take(bytes, &mut used, 1)?;
        let head = head.first().copied().unwrap_or_default();
        let count = usize::from(head & !IS_REPEATED);
        let room = (ALPHA_TEXELS - filled).min(count);
        let target = texels.get_mut(filled..filled + room).unwrap_or_default();
        if head & IS_REPEATED != 0 {
            let value = take(bytes, &mut used, 1)?;
            target.fill(value.first().copied().unwrap_or_default());
        } else {
            let values = take(bytes, &mut used, count)?;
            target.copy_from_slice(values.get(..room).unwrap_or_default());
        }
        filled += room;
    }
    Ok(used)
}

/// The runs of a map, none of them beyond its row.
pub fn pack_runs(texels: &[u8; ALPHA_TEXELS]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for row in texels.chunks_exact(ALPHA_SIDE) {
        let mut copied = 0;
        let mut at = 0;
        while at < row.len() {
            let run = run_at(row, at);
            // Two equal texels take two bytes either way; only as a run do they not cut a copy.
            if run >= 3 || (run == 2 && copied == at) {
                copy(row, copied, at, &mut bytes);
                bytes.push(IS_REPEATED | run as u8);
                bytes.extend(row.get(at));
                at += run;
                copied = at;
            } else {
                at += run;
            }
        }
        copy(row, copied, at, &mut bytes);
    }
    bytes
}

/// How many texels from `at` on are equal.
fn run_at(row: &[u8], at: usize) -> usize {
    let rest = row.get(at..).unwrap_or_default();
    let first = rest.first();
    rest.iter()
        .take_while(|value| Some(*value) == first)
        .count()
}

fn copy(row: &[u8], from: usize, to: usize, bytes: &mut Vec<u8>) {
    if let Some(values) = row.get(from..to).filter(|values| !values.is_empty()) {
        bytes.push(values.len() as u8);
        bytes.extend_from_slice(values);
    }
}

fn take<'a>(bytes: &'a [u8], used: &mut usize, count: usize) -> Result<&'a [u8], FormatError> {
    let found = bytes.get(*used..*used + count).ok_or_else(|| {
        let kind = FormatErrorKind::Overrun {
            needed: count as u64,
            available: (bytes.len() - *used) as u64,
        };
        FormatError::new(*used, kind)
    })?;
    *used += count;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_both_ways(texels: &[u8; ALPHA_TEXELS]) {
        let bytes = pack_runs(texels);
        let mut back = [9; ALPHA_TEXELS];
        assert_eq!(unpack_runs(&bytes, &mut back).unwrap(), bytes.len());
        assert!(back == *texels);
        let mut at = 0;
        let mut column = 0;
        while at < bytes.len() {
            let count = usize::from(bytes[at] & 0x7F);
            assert!(count > 0 && column + count <= 64, "a run crosses its row");
            column = (column + count) % 64;
            at += 1 + if bytes[at] & 0x80 != 0 { 1 } else { count };
        }
    }

    #[test]
    fn packed_maps_read_back_and_no_run_crosses_a_row() {
        check_both_ways(&[0; ALPHA_TEXELS]);
        check_both_ways(&[255; ALPHA_TEXELS]);
        let mut seed = 1_u32;
        for spread in [1, 2, 3, 8, 256] {
            let texels = std::array::from_fn(|_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                ((seed >> 16) % spread) as u8
            });
            check_both_ways(&texels);
        }
    }

    #[test]
    fn a_flat_row_takes_two_bytes() {
        assert_eq!(pack_runs(&[7; ALPHA_TEXELS]).len(), 128);
    }

    #[test]
    fn runs_that_end_early_are_refused_with_their_place() {
        let mut texels = [0; ALPHA_TEXELS];
        let error = unpack_runs(&[0xC0, 1, 3, 5], &mut texels).unwrap_err();
        assert_eq!(error.offset, 3);
        // A count of 0 fills nothing but is no endless loop.
        assert!(unpack_runs(&[0; 64], &mut texels).is_err());
        assert!(unpack_runs(&[0x80; 64], &mut texels).is_err());
    }

    #[test]
    fn runs_across_rows_and_beyond_the_map_are_read() {
        let mut bytes = Vec::new();
        for _ in 0..33 {
            bytes.extend([0xFF, 5]);
        }
        let mut texels = [0; ALPHA_TEXELS];
        assert_eq!(unpack_runs(&bytes, &mut texels).unwrap(), 66);
        assert_eq!(texels, [5; ALPHA_TEXELS]);
    }
}
