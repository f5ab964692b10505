//! Weights as the bytes a file stores.

/// How near a weight must be to a whole byte to be taken as that byte.
const WHOLE_BYTE: f32 = 1e-3;

/// Four weights as bytes, in slot order.
///
/// Weights that already are whole bytes come back exactly, whatever they sum to: that is how files
/// are read. Others are scaled to 255 by largest remainder, ties by slot order; weights that sum
/// to less than 1 keep their sum, what is missing stays at the bind position.
pub fn quantise_weights(weights: [f32; 4]) -> [u8; 4] {
    let scaled = weights.map(|weight| {
        if weight.is_finite() {
            weight.max(0.0) * 255.0
        } else {
            0.0
        }
    });
    if scaled
        .iter()
        .all(|&w| w <= 255.5 && (w - w.round()).abs() < WHOLE_BYTE)
    {
        return scaled.map(|w| w.round() as u8);
    }
    let sum: f32 = scaled.iter().sum();
    let total = (sum.round() as u32).clamp(1, 255);
    // A sum within rounding of 1 means 1.
    let total = if (sum - 255.0).abs() < 0.5 {
        255
    } else {
        total
    };
    let scaled = scaled.map(|w| w / sum * total as f32);
    let mut bytes = [0; 4];
    hand_out(&scaled, total, &mut bytes, &mut [0, 1, 2, 3]);
    bytes.map(|byte| byte.min(255) as u8)
}

/// A whole number shared out by weights: each gets its share rounded down, and what is left goes to
/// the largest remainders, ties by order. Without any weight nobody gets anything.
pub fn largest_remainder(weights: &[f32], total: u32) -> Vec<u32> {
    let mut shares = vec![0; weights.len()];
    let scaled: Vec<f32> = weights.iter().map(|weight| weight * 255.0).collect();
    let sum: f32 = scaled.iter().sum();
    if sum > 0.0 && sum.is_finite() {
        let scaled: Vec<f32> = scaled.iter().map(|w| w / sum * total as f32).collect();
        let mut order: Vec<usize> = (0..weights.len()).collect();
        hand_out(&scaled, total, &mut shares, &mut order);
    }
    shares
}

/// Rounds shares down, and gives what is missing to the total to the largest remainders.
fn hand_out(scaled: &[f32], total: u32, shares: &mut [u32], order: &mut [usize]) {
    for (share, scaled) in shares.iter_mut().zip(scaled) {
        *share = scaled.floor() as u32;
    }
    let missing = total.saturating_sub(shares.iter().sum());
    order.sort_by(|&a, &b| {
        scaled[b]
            .fract()
            .total_cmp(&scaled[a].fract())
            .then(a.cmp(&b))
    });
    for &slot in order.iter().cycle().take(missing as usize) {
        shares[slot] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_weights_round_by_slot_order_as_files_have_it() {
        assert_eq!(quantise_weights([0.5, 0.5, 0.0, 0.0]), [128, 127, 0, 0]);
        assert_eq!(quantise_weights([0.25; 4]), [64, 64, 64, 63]);
        assert_eq!(
            quantise_weights([1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0]),
            [85, 85, 85, 0]
        );
    }

    #[test]
    fn bytes_of_a_file_come_back_whatever_they_sum_to() {
        for bytes in [
            [255, 0, 0, 0],
            [12, 240, 3, 0],
            [10, 20, 30, 40],
            [255, 255, 0, 1],
        ] {
            assert_eq!(
                quantise_weights(bytes.map(|b: u8| f32::from(b) / 255.0)),
                bytes
            );
        }
    }

    #[test]
    fn any_weights_that_sum_to_one_sum_to_255() {
        let mut seed = 7u32;
        for _ in 0..10_000 {
            let mut random = || {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (seed >> 8) as f32 / 16_777_216.0
            };
            let raw: [f32; 4] = std::array::from_fn(|_| random());
            let sum: f32 = raw.iter().sum();
            let bytes = quantise_weights(raw.map(|w| w / sum));
            assert_eq!(
                bytes.iter().map(|&b| u32::from(b)).sum::<u32>(),
                255,
                "{raw:?}"
            );
        }
    }
}
