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
    let mut bytes = scaled.map(|w| w.floor() as u32);
    let missing = total.saturating_sub(bytes.iter().sum());
    let mut order = [0usize, 1, 2, 3];
    order.sort_by(|&a, &b| {
        scaled[b]
            .fract()
            .total_cmp(&scaled[a].fract())
            .then(a.cmp(&b))
    });
    for &slot in order.iter().cycle().take(missing as usize) {
        bytes[slot] += 1;
    }
    bytes.map(|byte| byte.min(255) as u8)
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
