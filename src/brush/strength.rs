//! Strengths of a dab as whole numbers: 65535 is whole.

use crate::math::times_over_65535;
use std::ops::Range;

/// A strength that is whole.
pub const WHOLE: u16 = u16::MAX;

/// A strength on top of another, where each dab works on what those before left.
#[inline(always)]
pub fn added(before: u16, more: u16) -> u16 {
    before + times_over_65535(WHOLE - before, more)
}

/// A share of a strength; both 65535 if whole.
#[inline(always)]
pub fn scaled(strength: u16, share: u16) -> u16 {
    times_over_65535(strength, share)
}

/// Takes a dab's strengths into those that were kept of dabs before, where `lanes` are; gives what it
/// took, and whether any grew.
#[inline(always)]
pub fn raise<const N: usize>(
    kept: &mut [u16; N],
    given: &[u16; N],
    shares: Option<&[u16; N]>,
    lanes: &Range<usize>,
    accumulates: bool,
) -> ([u16; N], bool) {
    let (from, count) = (lanes.start as u16, lanes.len() as u16);
    let mut taken = [0; N];
    for (lane, taken) in taken.iter_mut().enumerate() {
        let is_in = u16::from((lane as u16).wrapping_sub(from) < count);
        *taken = given[lane] & 0u16.wrapping_sub(is_in);
    }
    if let Some(shares) = shares {
        for (taken, share) in taken.iter_mut().zip(shares) {
            *taken = scaled(*taken, *share);
        }
    }
    let mut grown = 0;
    if accumulates {
        for (kept, taken) in kept.iter_mut().zip(&taken) {
            let new = added(*kept, *taken);
            grown |= new ^ *kept;
            *kept = new;
        }
    } else {
        for (kept, taken) in kept.iter_mut().zip(&taken) {
            let new = (*taken).max(*kept);
            grown |= new ^ *kept;
            *kept = new;
        }
    }
    (taken, grown != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strengths_on_top_of_another_approach_the_whole_and_never_pass_it() {
        let mut strength = 0;
        for dab in 1..=200 {
            strength = added(strength, 6554);
            let expected = 1.0 - 0.9f64.powi(dab);
            let found = f64::from(strength) / 65535.0;
            assert!((found - expected).abs() < 1e-3, "{dab}: {found}");
        }
        assert_eq!((added(strength, WHOLE), added(WHOLE, 5)), (WHOLE, WHOLE));
        assert_eq!(
            (scaled(WHOLE, 777), scaled(777, WHOLE), scaled(9, 0)),
            (777, 777, 0)
        );
    }

    #[test]
    fn rows_of_strengths_grow_as_each_alone_and_say_whether_any_did() {
        let mut kept = [0, 100, 65535, 9, 8];
        let given = [5, 50, 7, 9, 900];
        let raised = raise(&mut kept, &given, None, &(0..4), false);
        assert_eq!(raised, ([5, 50, 7, 9, 0], true));
        assert_eq!(kept, [5, 100, 65535, 9, 8]);
        let (_, grew) = raise(&mut kept, &[5, 3, 7, 0, 3], None, &(0..5), false);
        assert!(!grew);
        let shares = [WHOLE, WHOLE, 0, WHOLE, 0];
        let (taken, grew) = raise(
            &mut kept,
            &[0, WHOLE, 9, 0, 7],
            Some(&shares),
            &(1..5),
            true,
        );
        assert!(grew);
        assert_eq!(taken, [0, WHOLE, 0, 0, 0]);
        assert_eq!(kept, [5, WHOLE, 65535, 9, 8]);
        assert_eq!(
            raise(&mut kept, &[9; 5], None, &(2..2), true),
            ([0; 5], false)
        );
    }
}
