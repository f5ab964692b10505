//! Divisions and roundings in steps that processors do for many numbers side by side.

/// Added to a float between 0 and 2^22 it leaves the nearest whole number in the lowest bits.
pub const TO_WHOLE: f32 = 8_388_608.0;

/// A product of two numbers of 16 bits, or one with half of 65535 added, divided by 65535 and rounded
/// down.
#[inline(always)]
pub fn over_65535(product: u32) -> u32 {
    (product + (product >> 16) + 1) >> 16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_division_is_the_division() {
        for one in (0..=65535u32).step_by(97).chain([65534, 65535]) {
            for other in (0..=65535u32).step_by(89).chain([1, 65534, 65535]) {
                let product = one * other + 32767;
                assert_eq!(over_65535(product), product / 65535, "{one} {other}");
            }
        }
    }
}
