//! How weights look on a surface: the ramps, what stands for no weight, and the dots.
//!
//! - A ramp is dark at 0 and only gets lighter towards 1, so that it also reads without colours;
//!   equal steps of weight look equally large.
//! - Exactly 0 is no colour of a ramp but a grey hatch, and a vertex that no bone moves has a
//!   colour that no ramp comes near.

use super::Colour;

/// Colours of a ramp: at 0, 1/8, 2/8 and so on to 1, mixed evenly between.
pub const RAMP_STOPS: usize = 9;

/// Which colours stand for weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WeightRamp {
    /// Dark blue over green to red.
    #[default]
    Heat,
    /// Dark blue over grey to light yellow: the same to eyes that can't tell red from green.
    ColourBlind,
    /// Black to white.
    Grey,
}

impl WeightRamp {
    /// Its colours at even steps from 0 to 1.
    pub const fn stops(self) -> [Colour; RAMP_STOPS] {
        match self {
            Self::Heat => [
                hex(0x10_18_6a),
                hex(0x0e_3c_7b),
                hex(0x0f_5b_89),
                hex(0x0b_6f_67),
                hex(0x1a_80_3a),
                hex(0x74_83_2a),
                hex(0xab_80_15),
                hex(0xd6_73_33),
                hex(0xff_5c_48),
            ],
            Self::ColourBlind => [
                hex(0x08_1d_58),
                hex(0x23_38_68),
                hex(0x3f_51_77),
                hex(0x62_69_75),
                hex(0x85_7f_70),
                hex(0xa5_98_67),
                hex(0xc7_b0_56),
                hex(0xe3_d0_67),
                hex(0xff_f0_7a),
            ],
            Self::Grey => [
                hex(0x17_17_17),
                hex(0x2e_2e_2e),
                hex(0x48_48_48),
                hex(0x65_65_65),
                hex(0x82_82_82),
                hex(0xa0_a0_a0),
                hex(0xbf_bf_bf),
                hex(0xde_de_de),
                hex(0xff_ff_ff),
            ],
        }
    }

    /// The colour of a weight; below 0 and above 1 that of the nearer end.
    pub fn colour(self, weight: f32) -> Colour {
        let stops = self.stops();
        let place = weight.clamp(0.0, 1.0) * (RAMP_STOPS - 1) as f32;
        let start = (place as usize).min(RAMP_STOPS - 2);
        let share = place - start as f32;
        let (below, above) = (stops[start], stops[start + 1]);
        std::array::from_fn(|part| below[part] + (above[part] - below[part]) * share)
    }
}

/// The two tones of the hatch that stands for a weight of exactly 0.
pub const ZERO_TONES: [Colour; 2] = [hex(0x68_68_68), hex(0x86_86_86)];
/// What stands for a vertex that no bone moves.
pub const BARE_COLOUR: Colour = hex(0xe0_40_f4);
/// What stands for missing weight where bones have colours of their own.
pub const MISSING_COLOUR: Colour = hex(0x6b_6b_6b);
/// Width of a stripe of the hatch and the gap after it, in points.
pub const HATCH_PERIOD: f32 = 8.0;

/// What hides vertex dots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DotDepth {
    /// Surfaces in front of them.
    #[default]
    BehindSurfaces,
    /// Nothing: dots on the far side are seen too.
    Through,
}

/// How weights are drawn, for models that have looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightStyle {
    /// How much of the surface below weight colours cover, 0 (all of it shows, and no colours are
    /// drawn) to 1.
    pub opacity: f32,
    /// Which colours stand for weights.
    pub ramp: WeightRamp,
    /// Whether lines are drawn where a weight is a tenth, two tenths and so on.
    pub shows_contours: bool,
    /// Diameter of vertex dots without their halo, in points; 0 draws none.
    pub dot_size: f32,
    /// What hides dots.
    pub dot_depth: DotDepth,
}

impl Default for WeightStyle {
    /// No colours and no dots.
    fn default() -> Self {
        Self {
            opacity: 0.0,
            ramp: WeightRamp::default(),
            shows_contours: false,
            dot_size: 0.0,
            dot_depth: DotDepth::default(),
        }
    }
}

impl WeightStyle {
    /// Whether weight colours are drawn on surfaces.
    pub fn colours_surfaces(&self) -> bool {
        self.opacity > 0.0
    }

    /// Whether weight colours hide the surface entirely.
    pub fn hides_surfaces(&self) -> bool {
        self.opacity >= 1.0
    }
}

const fn hex(rgb: u32) -> Colour {
    let [_, red, green, blue] = rgb.to_be_bytes();
    [
        red as f32 / 255.0,
        green as f32 / 255.0,
        blue as f32 / 255.0,
        1.0,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    const RAMPS: [WeightRamp; 3] = [WeightRamp::Heat, WeightRamp::ColourBlind, WeightRamp::Grey];

    fn linear(colour: Colour) -> [f64; 3] {
        [0, 1, 2].map(|part: usize| {
            let c = f64::from(colour[part]);
            if c <= 0.040_45 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        })
    }

    fn luminance(colour: Colour) -> f64 {
        let [red, green, blue] = linear(colour);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Oklab, in which distances are about as large as they look.
    fn oklab_of(linear: [f64; 3]) -> [f64; 3] {
        let [r, g, b] = linear;
        let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
        let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
        let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
        [
            0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
            1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
            0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
        ]
    }

    fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
        let squares = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
        squares.sum::<f64>().sqrt()
    }

    fn difference(a: Colour, b: Colour) -> f64 {
        distance(oklab_of(linear(a)), oklab_of(linear(b)))
    }

    /// What somebody without the green-sensitive cones sees (Viénot, Brettel and Mollon 1999).
    fn without_green_cones(colour: Colour) -> [f64; 3] {
        let [r, g, b] = linear(colour);
        let mixed = 0.292_75 * r + 0.707_25 * g;
        [mixed, mixed, (-0.022_34 * r + 0.022_34 * g + b).max(0.0)]
    }

    #[test]
    fn every_ramp_only_gets_lighter() {
        for ramp in RAMPS {
            for step in 0..100 {
                let [below, above] = [step, step + 1].map(|at| ramp.colour(at as f32 / 100.0));
                assert!(luminance(above) > luminance(below), "{ramp:?} at {step}");
            }
        }
    }

    #[test]
    fn equal_steps_of_weight_look_about_equally_far_apart() {
        for ramp in RAMPS {
            let colours: Vec<_> = (0..=10).map(|at| ramp.colour(at as f32 / 10.0)).collect();
            let steps: Vec<f64> = colours.windows(2).map(|w| difference(w[0], w[1])).collect();
            let least = steps.iter().copied().fold(f64::MAX, f64::min);
            let most = steps.iter().copied().fold(0.0, f64::max);
            assert!(least > 0.05 && most < least * 1.5, "{ramp:?}: {steps:?}");
        }
    }

    #[test]
    fn eyes_that_cannot_tell_red_from_green_see_the_colour_blind_ramp_step_by_step() {
        let seen = |at: i32| {
            let colour = WeightRamp::ColourBlind.colour(at as f32 / 10.0);
            oklab_of(without_green_cones(colour))
        };
        for at in 0..10 {
            assert!(distance(seen(at), seen(at + 1)) > 0.05, "at {at}");
        }
    }

    #[test]
    fn heat_is_blue_then_green_then_red() {
        let [zero, half, one] = [0.0, 0.5, 1.0].map(|at| WeightRamp::Heat.colour(at));
        assert!(zero[2] > zero[0] && zero[2] > zero[1]);
        assert!(half[1] > half[0] && half[1] > half[2]);
        assert!(one[0] > one[1] && one[0] > one[2]);
    }

    #[test]
    fn neither_zero_nor_no_weight_at_all_looks_like_any_small_weight() {
        for ramp in RAMPS {
            for weight in [0.0, 0.004, 0.02, 0.1] {
                for tone in ZERO_TONES {
                    let far = difference(ramp.colour(weight), tone);
                    assert!(far > 0.15, "{ramp:?} {weight}: {far}");
                }
            }
            for step in 0..=100 {
                let far = difference(ramp.colour(step as f32 / 100.0), BARE_COLOUR);
                assert!(far > 0.2, "{ramp:?} at {step}: {far}");
            }
        }
        let stripes = difference(ZERO_TONES[0], ZERO_TONES[1]);
        assert!(stripes > 0.08, "the stripes differ by {stripes}");
    }

    #[test]
    fn weights_outside_the_range_have_the_colours_of_its_ends() {
        for ramp in RAMPS {
            assert_eq!(ramp.colour(-3.0), ramp.stops()[0]);
            assert_eq!(ramp.colour(7.0), ramp.stops()[RAMP_STOPS - 1]);
            assert!(
                ramp.colour(f32::NAN)
                    .iter()
                    .all(|part| part.is_nan() || *part <= 1.0)
            );
        }
    }
}
