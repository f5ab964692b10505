//! Divisions and roundings in steps that processors do for many numbers side by side.

/// Added to a float between 0 and 2^22 it leaves the nearest whole number in the lowest bits.
pub const TO_WHOLE: f32 = 8_388_608.0;

/// The product of two numbers divided by 65535, to the nearest.
///
/// Both halves of the product are worked with as numbers of 16 bits, of which processors do twice as
/// many side by side as of 32 bits.
#[inline(always)]
pub fn times_over_65535(one: u16, other: u16) -> u16 {
    let product = u32::from(one) * u32::from(other);
    let (high, low) = ((product >> 16) as u16, product as u16);
    // Half of the divisor is added, which rounds to the nearest.
    let high = high + u16::from(low > HALF + 1);
    let low = low.wrapping_add(HALF);
    // Of a number n below 2^32 - 2^17, (n + n / 65536 + 1) / 65536 is n / 65535.
    let more = high + 1;
    high + u16::from(low > u16::MAX - more)
}

/// Half of 65535.
const HALF: u16 = u16::MAX / 2;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_division_is_the_division() {
        let ones = (0..=65535u16).step_by(97).chain([65534, 65535]);
        for one in ones {
            let others = (0..=65535u16).step_by(89).chain([1, 65534, 65535]);
            for other in others {
                let product = u32::from(one) * u32::from(other);
                let expected = (product + 32767) / 65535;
                assert_eq!(
                    u32::from(times_over_65535(one, other)),
                    expected,
                    "{one} {other}"
                );
            }
        }
    }
}
