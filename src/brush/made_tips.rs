//! Pictures for brushes that are made by code. Strokes name them, so their pixels never change.

use super::tip_picture::TipPicture;
use crate::math::{ground_noise, spot_hash};
use std::sync::OnceLock;

/// Pixels of a side.
const SIDE: usize = 96;

/// A picture for brushes that is made by code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MadeTip {
    /// Round blots of many sizes, such as tufts of grass leave.
    Blots,
    /// A net of thin cracks.
    Cracks,
    /// Soft and uneven, as a cloud.
    Cloud,
    /// Small dots.
    Stipple,
}

impl MadeTip {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Blots, Self::Cracks, Self::Cloud, Self::Stipple];

    /// What buttons say.
    pub fn title(self) -> &'static str {
        match self {
            Self::Blots => "Grass blots",
            Self::Cracks => "Cracks",
            Self::Cloud => "Cloud",
            Self::Stipple => "Stipple",
        }
    }

    /// The picture.
    pub fn picture(self) -> Option<TipPicture> {
        static MADE: OnceLock<[Option<TipPicture>; 4]> = OnceLock::new();
        let made = MADE.get_or_init(|| Self::ALL.map(Self::make));
        let place = Self::ALL.iter().position(|tip| *tip == self)?;
        made.get(place)?.clone()
    }

    fn make(self) -> Option<TipPicture> {
        let pixels = (0..SIDE * SIDE).map(|pixel| {
            let at = |step: usize| (step as f64 + 0.5) / SIDE as f64 * 2.0 - 1.0;
            let (x, y) = (at(pixel % SIDE), at(pixel / SIDE));
            let shade = match self {
                Self::Blots => blots(x, y),
                Self::Cracks => cracks(x, y),
                Self::Cloud => cloud(x, y),
                Self::Stipple => stipple(x, y),
            };
            (shade.clamp(0.0, 1.0) * 255.0).round() as u8
        });
        TipPicture::new(SIDE, SIDE, pixels.collect::<Vec<u8>>())
    }
}

/// A part of a hash as a number of 0 up to but not 1.
fn part(hash: u64, shift: u32) -> f64 {
    (hash >> shift & 0xFFFF) as f64 / 65536.0
}

fn blots(x: f64, y: f64) -> f64 {
    let mut most: f64 = 0.0;
    for blot in 0..44 {
        let hash = spot_hash(0xB107, blot, 0);
        let radius = 0.05 + 0.13 * part(hash, 32) * part(hash, 48);
        let (at_x, at_y) = (part(hash, 0) * 2.0 - 1.0, part(hash, 16) * 2.0 - 1.0);
        if at_x * at_x + at_y * at_y > (0.95 - radius) * (0.95 - radius) {
            continue;
        }
        let far = ((x - at_x) * (x - at_x) + (y - at_y) * (y - at_y)).sqrt() / radius;
        most = most.max((1.0 - far) * 2.5);
    }
    most
}

/// How far a place is from the nearest and the second nearest point, one of which each cell of side
/// 1 has.
fn nearest_two(seed: u64, x: f64, y: f64) -> [f64; 2] {
    let mut two = [f64::MAX; 2];
    let (column, row) = (x.floor() as i32, y.floor() as i32);
    for down in -2..=2 {
        for right in -2..=2 {
            let hash = spot_hash(seed, column + right, row + down);
            let at_x = f64::from(column + right) + part(hash, 0);
            let at_y = f64::from(row + down) + part(hash, 16);
            let far = ((x - at_x) * (x - at_x) + (y - at_y) * (y - at_y)).sqrt();
            if far < two[0] {
                two = [far, two[0]];
            } else if far < two[1] {
                two[1] = far;
            }
        }
    }
    two
}

fn cracks(x: f64, y: f64) -> f64 {
    let bent = ground_noise(0xC4, x * 3.0, y * 3.0) * 0.22;
    let [first, second] = nearest_two(0xC4AC, x * 3.2 + bent, y * 3.2 - bent);
    let line = 1.0 - (second - first) / 0.16;
    // Cracks are finer towards the edge.
    line * (1.35 - (x * x + y * y).sqrt()).min(1.0) * 1.4
}

fn cloud(x: f64, y: f64) -> f64 {
    let coarse = ground_noise(0xC1, x * 2.2, y * 2.2);
    let fine = ground_noise(0xC2, x * 5.7, y * 5.7);
    let near = 1.0 - (x * x + y * y).sqrt();
    (near * 1.5 + coarse * 0.55 + fine * 0.3).min(near * 4.0)
}

fn stipple(x: f64, y: f64) -> f64 {
    let [first, _] = nearest_two(0x571B, x * 7.0, y * 7.0);
    let dot = (0.34 - first) / 0.12;
    if x * x + y * y < 0.97 { dot } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number that any change of the pixels changes.
    fn sum_of(picture: &TipPicture) -> u64 {
        let shades = picture.shades().iter().enumerate();
        shades.fold(0, |sum, (at, shade)| {
            spot_hash(sum, at as i32, i32::from(*shade))
        })
    }

    #[test]
    fn each_has_light_and_dark_and_is_made_the_same_every_time() {
        for tip in MadeTip::ALL {
            let picture = tip.picture().expect("pixels");
            assert_eq!(picture.size(), [SIDE; 2]);
            let light = picture
                .shades()
                .iter()
                .filter(|shade| **shade > 200)
                .count();
            let dark = picture.shades().iter().filter(|shade| **shade < 50).count();
            let all = SIDE * SIDE;
            assert!(
                light > all / 30 && dark > all / 5,
                "{tip:?}: {light} {dark}"
            );
            // Corners are dark, so that a round brush loses nothing.
            assert!(tip == MadeTip::Cracks || picture.share(-1.0, 1.0) == 0.0);
            assert_eq!(tip.make().as_ref(), Some(&picture));
        }
    }

    #[test]
    fn their_pixels_never_change_because_strokes_name_them() {
        let sums = MadeTip::ALL.map(|tip| sum_of(&tip.picture().expect("pixels")));
        let kept: [u64; 4] = [
            16_184_288_107_538_376_078,
            14_038_204_967_153_534_614,
            11_251_831_858_853_527_728,
            8_052_647_559_491_078_700,
        ];
        assert_eq!(sums, kept);
    }
}
