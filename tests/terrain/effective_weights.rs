//! Shares of texture layers, against the blend rules in real numbers.

use bonewright::terrain::{
    AlphaDepth, AlphaRow, BlendRule, MOST_LAYERS, WeightRow, alphas_of, alphas_of_row, weights_of,
    weights_of_row,
};

use crate::random::Random;

const RULES: [BlendRule; 2] = [BlendRule::Ordered, BlendRule::Weighted];

/// What the blend rule says, in real numbers of which 255 is all.
fn truth(rule: BlendRule, alphas: &[u8]) -> Vec<f64> {
    let alphas: Vec<f64> = alphas
        .iter()
        .map(|alpha| f64::from(*alpha) / 255.0)
        .collect();
    let mut shares = vec![0.0; alphas.len() + 1];
    match rule {
        BlendRule::Ordered => {
            // Each layer is mixed over all below it.
            shares[0] = 1.0;
            for (index, alpha) in alphas.iter().enumerate() {
                for share in &mut shares[..=index] {
                    *share *= 1.0 - alpha;
                }
                shares[index + 1] = *alpha;
            }
        }
        BlendRule::Weighted => {
            let sum: f64 = alphas.iter().sum();
            shares[0] = (1.0 - sum).max(0.0);
            let scale = sum.max(1.0);
            for (share, alpha) in shares[1..].iter_mut().zip(&alphas) {
                *share = alpha / scale;
            }
        }
    }
    shares.iter().map(|share| share * 255.0).collect()
}

fn weights(rule: BlendRule, alphas: &[u8]) -> Vec<u8> {
    let mut weights = vec![0; alphas.len() + 1];
    weights_of(rule, alphas, &mut weights);
    let sum: u32 = weights.iter().map(|weight| u32::from(*weight)).sum();
    assert_eq!(sum, 255, "{rule:?} {alphas:?} gave {weights:?}");
    weights
}

/// Every quadruple of weights out of a set of values that sums to 255, and many others.
fn quadruples() -> Vec<[u8; 4]> {
    let mut all = Vec::new();
    for a in 0..=255_u8 {
        for b in 0..=255 - a {
            all.push([a, b, 255 - a - b, 0]);
            all.push([0, a, b, 255 - a - b]);
            all.push([a, 0, 255 - a - b, b]);
        }
    }
    let mut random = Random(5);
    for _ in 0..200_000 {
        let mut cuts = [(); 3].map(|()| random.below(256) as u8);
        cuts.sort_unstable();
        let [a, b, c] = cuts;
        all.push([a, b - a, c - b, 255 - c]);
    }
    all
}

#[test]
fn two_layers_share_as_the_alpha_says() {
    for rule in RULES {
        for alpha in 0..=255 {
            assert_eq!(weights(rule, &[alpha]), [255 - alpha, alpha]);
        }
    }
}

#[test]
fn weights_sum_to_all_and_are_near_what_real_numbers_give() {
    let mut random = Random(1);
    let mut worst = [0.0_f64; 2];
    for round in 0..300_000_u32 {
        // All pairs first, then any three.
        let third = if round < 65_536 {
            0
        } else {
            random.below(256) as u8
        };
        let alphas = [(round >> 8) as u8, round as u8, third];
        for (rule, worst) in RULES.into_iter().zip(&mut worst) {
            let found = weights(rule, &alphas);
            for (index, (found, truth)) in found.iter().zip(truth(rule, &alphas)).enumerate() {
                let off = (f64::from(*found) - truth).abs();
                let bound = match (rule, index) {
                    (BlendRule::Ordered, 3) => 1e-9,
                    (BlendRule::Ordered, 2) => 0.5 + 1e-9,
                    _ => 1.0 + 1e-9,
                };
                assert!(
                    off <= bound,
                    "{rule:?} {alphas:?}: layer {index} is off by {off}"
                );
                *worst = worst.max(off);
            }
        }
    }
    println!("largest errors: {worst:?}");
    assert!(worst.iter().all(|worst| *worst > 0.4));
}

#[test]
fn every_weight_comes_back_from_its_alphas_with_eight_bits() {
    for rule in RULES {
        for wanted in quadruples() {
            for before in [[0; 3], [255; 3], [17, 200, 3]] {
                let mut alphas = before;
                alphas_of(rule, AlphaDepth::Eight, &wanted, &mut alphas);
                assert_eq!(weights(rule, &alphas), wanted, "{rule:?} from {before:?}");
            }
        }
    }
}

#[test]
fn alphas_whose_weights_did_not_change_stay_as_they_are() {
    let mut random = Random(2);
    for _ in 0..200_000 {
        let mut alphas = [(); 3].map(|()| random.below(256) as u8);
        if random.below(3) == 0 {
            alphas[2] = 255; // hides the others
        }
        for rule in RULES {
            for depth in [AlphaDepth::Four, AlphaDepth::Eight] {
                let before = alphas;
                let same = weights(rule, &alphas);
                alphas_of(rule, depth, &same, &mut alphas);
                assert_eq!(alphas, before, "{rule:?} {depth:?}");
            }
        }
    }
}

#[test]
fn a_layer_below_a_full_one_keeps_its_hidden_alpha() {
    let mut alphas = [99, 180, 255];
    alphas_of(
        BlendRule::Ordered,
        AlphaDepth::Eight,
        &[0, 0, 0, 255],
        &mut alphas,
    );
    assert_eq!(alphas, [99, 180, 255]);
    alphas_of(
        BlendRule::Ordered,
        AlphaDepth::Eight,
        &[0, 0, 100, 155],
        &mut alphas,
    );
    assert_eq!(weights(BlendRule::Ordered, &alphas), [0, 0, 100, 155]);
    assert_eq!(alphas[0], 99);
}

#[test]
fn four_bits_give_sixteen_values_within_the_stated_error_and_stay_where_they_are() {
    let mut worst = [[0; 4]; 2];
    for (rule, worst) in RULES.into_iter().zip(&mut worst) {
        for wanted in quadruples() {
            let mut alphas = [0; 3];
            alphas_of(rule, AlphaDepth::Four, &wanted, &mut alphas);
            assert!(alphas.iter().all(|alpha| alpha % 17 == 0), "{alphas:?}");
            let shown = weights(rule, &alphas);
            for ((worst, shown), wanted) in worst.iter_mut().zip(&shown).zip(&wanted) {
                *worst = (*worst).max(shown.abs_diff(*wanted));
            }
            // Written and read again, nothing moves any more.
            let mut again = alphas;
            alphas_of(rule, AlphaDepth::Four, &shown, &mut again);
            assert_eq!(again, alphas, "{rule:?} {wanted:?}");
        }
    }
    println!("largest errors with four bits: {worst:?}");
    let bounds = [[24, 16, 8, 8], [24, 8, 8, 16]];
    for (worst, bounds) in worst.iter().zip(bounds) {
        for (worst, bound) in worst.iter().zip(bounds) {
            assert!(*worst <= bound, "{worst} is above {bound}");
        }
    }
}

#[test]
fn rows_are_the_same_as_texels_one_by_one_and_only_asked_columns_change() {
    let mut random = Random(3);
    for round in 0..2_000 {
        let rule = RULES[round % 2];
        let depth = if round % 4 < 2 {
            AlphaDepth::Four
        } else {
            AlphaDepth::Eight
        };
        let above = random.below(4);
        let mut rows = vec![[0_u8; 64]; above];
        rows.iter_mut()
            .flatten()
            .for_each(|alpha| *alpha = random.below(256) as u8);
        let before = rows.clone();
        let mut shares: Vec<WeightRow> = vec![[0; 64]; above + 1];
        let borrowed: Vec<&AlphaRow> = rows.iter().collect();
        weights_of_row(rule, &borrowed, &mut shares);
        let texel = |rows: &[[u8; 64]], column: usize| -> Vec<u8> {
            rows.iter().map(|row| row[column]).collect()
        };
        for column in 0..64 {
            assert_eq!(texel(&shares, column), weights(rule, &texel(&rows, column)));
        }
        // Something else is wanted of a part of the row.
        let (base, others) = shares.split_first_mut().expect("a first layer");
        let texels = base.iter_mut().zip(others.last_mut().into_iter().flatten());
        for (base, other) in texels.skip(10).take(40) {
            let given = random.below(256) as u8;
            let taken = (*base).min(given);
            *base -= taken;
            *other += taken;
        }
        let mut borrowed: Vec<&mut AlphaRow> = rows.iter_mut().collect();
        alphas_of_row(rule, depth, &shares, &mut borrowed, 10..40);
        for column in 0..64 {
            let mut expected = texel(&before, column);
            if (10..40).contains(&column) {
                alphas_of(rule, depth, &texel(&shares, column), &mut expected);
            }
            assert_eq!(texel(&rows, column), expected, "column {column}");
        }
    }
}

#[test]
fn more_layers_than_any_game_has_still_sum_to_all() {
    let mut random = Random(4);
    for _ in 0..50_000 {
        let mut alphas = [(); MOST_LAYERS - 1].map(|()| random.below(256) as u8);
        for rule in RULES {
            let wanted = weights(rule, &alphas);
            let mut fresh = [0; MOST_LAYERS - 1];
            alphas_of(rule, AlphaDepth::Eight, &wanted, &mut fresh);
            assert_eq!(weights(rule, &fresh), wanted);
            for depth in [AlphaDepth::Four, AlphaDepth::Eight] {
                alphas_of(rule, depth, &wanted, &mut alphas);
                weights(rule, &alphas);
            }
        }
    }
}

#[test]
fn nothing_at_all_is_no_trouble() {
    for rule in RULES {
        weights_of(rule, &[], &mut []);
        assert_eq!(weights(rule, &[]), [255]);
        alphas_of(rule, AlphaDepth::Four, &[255], &mut []);
        let mut rows = [[7; 64]];
        weights_of_row(rule, &[], &mut rows);
        assert_eq!(rows, [[255; 64]]);
    }
}
