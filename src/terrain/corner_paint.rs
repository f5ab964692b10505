//! Which corners a dab of a painted ground type takes, and which variation they get.

use super::Corner;
use super::corner_flags::CornerFlags;
use crate::math::{spot_chance, spot_hash};

/// What is painted at corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CornerPaint {
    /// A ground type by its number; blight goes away.
    Ground(u8),
    /// Blight over the ground that is there.
    Blight,
}

/// Which variation painted corners get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CornerVariation {
    /// One by chance, as often as the game has each.
    Random,
    /// Always this one, 0 to 31.
    Fixed(u8),
    /// The one they have.
    Keep,
}

/// How often the game has each variation among corners that nobody chose: the bare ones and the
/// plain half of an extended texture most, the rest as details. 18 to 31 never come by chance.
const VARIATION_WEIGHTS: [(u8, u32); 18] = [
    (0, 85),
    (4, 85),
    (8, 85),
    (12, 85),
    (16, 85),
    (17, 85),
    (1, 10),
    (5, 10),
    (9, 10),
    (13, 10),
    (2, 4),
    (6, 4),
    (10, 4),
    (14, 4),
    (3, 1),
    (7, 1),
    (11, 1),
    (15, 1),
];

/// What keeps the chance of taking a corner apart from that of its variation.
const TAKE_SALT: u64 = 0x7A6B_5C4D_3E2F_1001;

/// The variation that a corner gets by chance.
pub fn random_variation(seed: u64, column: u32, row: u32) -> u8 {
    let sum: u32 = VARIATION_WEIGHTS.iter().map(|(_, weight)| weight).sum();
    let mut left = (spot_hash(seed, column as i32, row as i32) % u64::from(sum)) as u32;
    for (variation, weight) in VARIATION_WEIGHTS {
        if left < weight {
            return variation;
        }
        left -= weight;
    }
    0
}

/// Whether a corner takes what is painted where the brush has this strength.
///
/// It does from one half on. A brush that is below that even in its middle takes corners by chance,
/// the more the stronger it is: then `seed` decides, the same each time.
pub fn takes_paint(strength: f32, middle: f32, seed: u64, column: u32, row: u32) -> bool {
    if strength >= 0.5 {
        return true;
    }
    let is_soft = middle < 0.5 && strength > 0.0;
    is_soft && spot_chance(seed ^ TAKE_SALT, column as i32, row as i32) < strength * 2.0
}

impl CornerPaint {
    /// The corner with this painted on it.
    pub fn on(
        self,
        corner: Corner,
        variation: CornerVariation,
        seed: u64,
        column: u32,
        row: u32,
    ) -> Corner {
        let mut painted = corner;
        match self {
            Self::Blight => painted.set_flags(corner.flags().with(CornerFlags::BLIGHT)),
            Self::Ground(number) => {
                painted.set_ground_type(number);
                painted.set_flags(corner.flags().without(CornerFlags::BLIGHT));
            }
        }
        match variation {
            CornerVariation::Keep => {}
            CornerVariation::Fixed(number) => painted.set_ground_variation(number),
            CornerVariation::Random => {
                painted.set_ground_variation(random_variation(seed, column, row));
            }
        }
        painted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_is_taken_from_one_half_on_and_a_soft_brush_takes_its_share() {
        for (strength, taken) in [(1.0, true), (0.5, true), (0.499, false), (0.0, false)] {
            assert_eq!(takes_paint(strength, 1.0, 3, 4, 5), taken, "{strength}");
        }
        assert!(!takes_paint(f32::NAN, 0.1, 3, 4, 5));
        for share in [0.05, 0.2, 0.4] {
            let count = (0..10_000u32)
                .filter(|place| takes_paint(share, share, 9, place % 100, place / 100))
                .count() as f32;
            assert!(
                (count / 10_000.0 - share * 2.0).abs() < 0.02,
                "{share} {count}"
            );
        }
    }

    #[test]
    fn variations_come_as_often_as_the_game_has_them() {
        let mut counts = [0u32; 32];
        for column in 0..570 {
            for row in 0..100 {
                counts[random_variation(5, column, row) as usize] += 1;
            }
        }
        for (variation, weight) in VARIATION_WEIGHTS {
            let (found, wanted) = (counts[variation as usize] as f32, weight as f32 * 100.0);
            let tolerance = 4.0 * wanted.sqrt();
            assert!(
                (found - wanted).abs() < tolerance,
                "{variation}: {found}, not {wanted}"
            );
        }
        assert!(counts[18..].iter().all(|count| *count == 0));
    }

    #[test]
    fn painting_ground_clears_blight_and_nothing_else() {
        let mut corner = Corner::LEVEL;
        corner.ground = 0xA800;
        corner.variation = 0xFF;
        corner.set_flags(CornerFlags::BLIGHT.with(CornerFlags::RAMP));
        let ground = CornerPaint::Ground(7).on(corner, CornerVariation::Fixed(4), 0, 0, 0);
        assert_eq!(ground.ground_type(), 7);
        assert_eq!(
            (ground.ground_variation(), ground.cliff_variation()),
            (4, 7)
        );
        assert_eq!(ground.flags(), CornerFlags::RAMP);
        assert_eq!(ground.unknown_bits(), corner.unknown_bits());
        let blight = CornerPaint::Blight.on(ground, CornerVariation::Keep, 0, 0, 0);
        assert_eq!(blight.ground_type(), 7);
        assert!(blight.flags().has(CornerFlags::BLIGHT));
        assert_eq!(blight.variation, ground.variation);
    }
}
