//! Packed numbers as the file holds them, to floats and back.

/// The value of 1.0 in a fixed-point number.
const FIXED_ONE: f32 = 32767.0;

/// The quaternion (x, y, z, w) of four packed components; not normalised.
///
/// Files have two zeros, 32767 and, from some converters, -32768. The second becomes the negative
/// zero, so that it is written back as it was.
pub fn quaternion_from_packed(packed: [i16; 4]) -> [f32; 4] {
    packed.map(|component| {
        if component == i16::MIN {
            return -0.0;
        }
        let component = i32::from(component);
        let shifted = if component < 0 {
            component + 32768
        } else {
            component - 32767
        };
        shifted as f32 / FIXED_ONE
    })
}

/// The nearest packed form of a quaternion (x, y, z, w); components beyond 1 become 1.
///
/// Zero is stored as 32767, as the game's own files have it, and negative zero as -32768.
pub fn packed_from_quaternion(quaternion: [f32; 4]) -> [i16; 4] {
    quaternion.map(|component| {
        if component == 0.0 && component.is_sign_negative() {
            return i16::MIN;
        }
        let shifted = (component.clamp(-1.0, 1.0) * FIXED_ONE).round() as i32;
        let packed = if shifted > 0 {
            shifted - 32768
        } else {
            shifted + 32767
        };
        packed as i16
    })
}

/// The share of a fixed-point number: 32767 is 1.
pub fn share_from_fixed(fixed: i16) -> f32 {
    f32::from(fixed) / FIXED_ONE
}

/// The nearest fixed-point number of a share; shares beyond 1 become 1.
pub fn fixed_from_share(share: f32) -> i16 {
    (share.min(1.0) * FIXED_ONE).round() as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_identity_is_packed_as_files_have_it() {
        let packed = [0x7fff, 0x7fff, 0x7fff, -1];
        assert_eq!(packed_from_quaternion([0.0, 0.0, 0.0, 1.0]), packed);
        assert_eq!(quaternion_from_packed(packed), [0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn every_packed_component_survives() {
        for component in i16::MIN..=i16::MAX {
            let back = packed_from_quaternion(quaternion_from_packed([component; 4]));
            assert_eq!(back, [component; 4]);
        }
    }

    #[test]
    fn every_fixed_share_survives() {
        for fixed in i16::MIN..=i16::MAX {
            assert_eq!(fixed_from_share(share_from_fixed(fixed)), fixed);
        }
    }

    #[test]
    fn what_is_no_number_packs_to_something() {
        assert_eq!(packed_from_quaternion([f32::NAN; 4]), [32767; 4]);
        assert_eq!(packed_from_quaternion([f32::INFINITY; 4]), [-1; 4]);
    }
}
