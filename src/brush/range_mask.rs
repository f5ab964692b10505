//! A mask by a number of each spot, such as its slope or its height.

/// Which values a brush works on, and how it fades beyond them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RangeMask {
    /// The least value.
    pub from: f32,
    /// The most.
    pub to: f32,
    /// Over how much beyond either it fades; 0 for a sharp edge.
    pub soft: f32,
    /// Whether all other values are meant.
    pub is_inverted: bool,
}

impl RangeMask {
    /// How much a value is in, 0 to 1; what is no number is out, also of an inverted mask.
    pub fn share(&self, value: f32) -> f32 {
        if value.is_nan() {
            return 0.0;
        }
        let beyond = (self.from - value).max(value - self.to).max(0.0);
        let share = if beyond <= 0.0 {
            1.0
        } else if self.soft > 0.0 {
            (1.0 - beyond / self.soft).max(0.0)
        } else {
            0.0
        };
        if self.is_inverted { 1.0 - share } else { share }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_is_whole_inside_and_fades_beyond_either_end() {
        let mut mask = RangeMask {
            from: 10.0,
            to: 30.0,
            soft: 4.0,
            is_inverted: false,
        };
        let cases = [
            (10.0, 1.0),
            (30.0, 1.0),
            (31.0, 0.75),
            (7.0, 0.25),
            (6.0, 0.0),
        ];
        for (value, expected) in cases {
            assert_eq!(mask.share(value), expected, "{value}");
            mask.is_inverted = true;
            assert_eq!(mask.share(value), 1.0 - expected, "{value}");
            mask.is_inverted = false;
        }
        mask.soft = 0.0;
        assert_eq!((mask.share(30.0), mask.share(30.1)), (1.0, 0.0));
        assert_eq!(mask.share(f32::NAN), 0.0);
    }
}
