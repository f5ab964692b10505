//! The common case of new weights: one bone, nothing locked, no more than four influences. It gives
//! to the bit what the rules give in general, without lists.

use super::weight_rules::{SMALLEST_WEIGHT, WeightRules};
use crate::mesh::{Influence, SLOTS};
use crate::skeleton::BoneId;

/// The slots of a vertex after `bone` gets the weight `target`; other bones share the rest.
///
/// `None` where the general rules have to decide: with locks, with a bone named twice, with more
/// influences than there is room or leave for, and where the vertex has to keep its weights.
#[inline]
pub(super) fn set_one(
    rules: &WeightRules,
    slots: &[Influence; SLOTS],
    bone: BoneId,
    target: f32,
) -> Option<[Influence; SLOTS]> {
    if rules.has_locks() || names_twice(slots) {
        return None;
    }
    let target = if target.is_finite() {
        target.clamp(0.0, 1.0)
    } else {
        0.0
    };
    let is_new = !slots
        .iter()
        .any(|slot| slot.bone == bone && slot.weight > 0.0);
    let mut others = 0.0f64;
    for slot in slots {
        let is_other = slot.weight > 0.0 && slot.bone != bone;
        others += if is_other {
            f64::from(slot.weight)
        } else {
            0.0
        };
    }
    let wanted = f64::from(target);
    let (of_target, of_others) = if !rules.normalises() {
        (1.0, 1.0)
    } else if wanted >= 1.0 || (others <= 0.0 && wanted > 0.0) {
        (1.0 / wanted, 0.0)
    } else if others > 0.0 {
        (1.0, (1.0 - wanted) / others)
    } else {
        return None;
    };
    let target = (wanted * of_target) as f32;
    let target = if target > SMALLEST_WEIGHT {
        target
    } else {
        0.0
    };
    // Slot by slot by value: an array that is changed in place has to be read back from memory.
    let weigh = |slot: &Influence| {
        let weight = if slot.bone == bone {
            target
        } else {
            (f64::from(slot.weight) * of_others) as f32
        };
        let stays = (slot.weight > 0.0) & (weight > SMALLEST_WEIGHT);
        if stays { weight } else { 0.0 }
    };
    let [a, b, c, d] = slots;
    let [at_a, at_b, at_c, at_d] = [weigh(a), weigh(b), weigh(c), weigh(d)];
    let taken = [at_a > 0.0, at_b > 0.0, at_c > 0.0, at_d > 0.0];
    let mut count: usize = taken.iter().map(|taken| usize::from(*taken)).sum();
    let mut room = SLOTS;
    if is_new && target > 0.0 {
        room = taken.iter().position(|taken| !taken)?;
        count += 1;
    }
    if rules.limit() > 0 && count > rules.limit() {
        return None;
    }
    let slot = |place: usize, before: &Influence, weight: f32| Influence {
        bone: if place == room { bone } else { before.bone },
        weight: if place == room { target } else { weight },
    };
    Some([
        slot(0, a, at_a),
        slot(1, b, at_b),
        slot(2, c, at_c),
        slot(3, d, at_d),
    ])
}

/// Whether a bone has two slots with a weight, or a weight is no number or below 0.
#[inline]
fn names_twice(slots: &[Influence; SLOTS]) -> bool {
    let [a, b, c, d] = slots;
    let same =
        |x: &Influence, y: &Influence| (x.bone == y.bone) & (x.weight > 0.0) & (y.weight > 0.0);
    let is_odd = |slot: &Influence| !(slot.weight >= 0.0 && slot.weight < f32::INFINITY);
    let twice = same(a, b) | same(a, c) | same(a, d) | same(b, c) | same(b, d) | same(c, d);
    twice | is_odd(a) | is_odd(b) | is_odd(c) | is_odd(d)
}

#[cfg(test)]
mod tests {
    use super::super::weight_access::gather;
    use super::super::weight_rules::stored_influences;
    use super::*;

    /// What the general rules give, where it has no more than four influences.
    fn at_length(
        rules: &WeightRules,
        slots: &[Influence; SLOTS],
        bone: BoneId,
        target: f32,
    ) -> Option<[Influence; SLOTS]> {
        let mut weights = Vec::new();
        gather(Some((slots, &[])), &mut weights);
        rules.set(&mut weights, &[(bone, target)]).ok()?;
        let (slots, overflow) = stored_influences(slots, &weights);
        overflow.is_none().then_some(slots)
    }

    fn noise(index: u64) -> u64 {
        let z = index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z ^ (z >> 29)
    }

    #[test]
    fn the_quick_way_gives_to_the_bit_what_the_rules_give() {
        let odd = [0.0, 1e-7, 2e-6, 1.0, 1.5, -0.25, f32::NAN, f32::INFINITY];
        let weight = |dice: u64| match dice % 8 {
            0 | 1 => 0.0,
            2 => odd[(dice >> 8) as usize % odd.len()],
            _ => ((dice >> 16) % 1001) as f32 / 1000.0,
        };
        let (mut quick, mut general) = (0, 0);
        for turn in 0..200_000u64 {
            let dice = |kind: u64| noise(turn * 16 + kind) >> 3;
            let slots = [0, 1, 2, 3].map(|slot| Influence {
                bone: BoneId((dice(slot) % 7) as u32),
                weight: weight(dice(4 + slot)),
            });
            let limit = [None, Some(4), Some(2), Some(1)][dice(8) as usize % 4];
            let rules = WeightRules::new([], dice(9) % 4 > 0, limit);
            let (bone, target) = (BoneId((dice(10) % 7) as u32), weight(dice(11)));
            let Some(found) = set_one(&rules, &slots, bone, target) else {
                general += 1;
                continue;
            };
            quick += 1;
            let expected = at_length(&rules, &slots, bone, target).expect("the rules allow it");
            let bits =
                |slots: [Influence; SLOTS]| slots.map(|slot| (slot.bone, slot.weight.to_bits()));
            assert_eq!(
                bits(found),
                bits(expected),
                "{slots:?}, {bone:?} to {target}, {rules:?}"
            );
        }
        assert!(quick > 50_000 && general > 10_000, "{quick} {general}");
        let locked = WeightRules::new([BoneId(9)], true, None);
        assert!(set_one(&locked, &[Influence::NONE; SLOTS], BoneId(1), 1.0).is_none());
    }
}
