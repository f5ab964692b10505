//! Sums of weights, for operators that leave them as they are where the settings do not bring them
//! to 1.

use crate::mesh::Influence;
use crate::skinning::WeightRules;

/// Brings the unlocked of new weights to the sum that the unlocked had before.
///
/// With normalising the rules decide about the sum, so nothing happens here.
pub(super) fn keep_sum(rules: &WeightRules, before: &[Influence], new: &mut [Influence]) {
    if rules.normalises() {
        return;
    }
    let unlocked = |list: &[Influence]| -> f64 {
        let free = list.iter().filter(|one| !rules.is_locked(one.bone));
        free.map(|one| f64::from(one.weight)).sum()
    };
    let (wanted, found) = (unlocked(before), unlocked(new));
    if found > 0.0 {
        let factor = wanted / found;
        for one in new.iter_mut().filter(|one| !rules.is_locked(one.bone)) {
            one.weight = (f64::from(one.weight) * factor) as f32;
        }
    }
}

/// Whether two vertices have the same weights to the bit, in any order; each bone once.
pub(super) fn has_same_weights(one: &[Influence], other: &[Influence]) -> bool {
    let in_other = |influence: &Influence| {
        let found = other.iter().find(|other| other.bone == influence.bone);
        found.is_some_and(|found| found.weight.to_bits() == influence.weight.to_bits())
    };
    one.len() == other.len() && one.iter().all(in_other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::BoneId;

    fn of(weights: &[(u32, f32)]) -> Vec<Influence> {
        let influence = |&(bone, weight): &(u32, f32)| Influence {
            bone: BoneId(bone),
            weight,
        };
        weights.iter().map(influence).collect()
    }

    #[test]
    fn unlocked_weights_keep_their_sum() {
        let rules = WeightRules::new([BoneId(9)], false, None);
        let mut new = of(&[(1, 0.5), (2, 0.5), (9, 0.9)]);
        keep_sum(&rules, &of(&[(3, 0.4), (9, 0.3)]), &mut new);
        assert_eq!(new, of(&[(1, 0.2), (2, 0.2), (9, 0.9)]));
    }

    #[test]
    fn the_order_of_influences_is_of_no_matter() {
        assert!(has_same_weights(
            &of(&[(1, 0.5), (2, 0.25)]),
            &of(&[(2, 0.25), (1, 0.5)])
        ));
        assert!(!has_same_weights(
            &of(&[(1, 0.5)]),
            &of(&[(1, 0.5), (2, 0.25)])
        ));
    }
}
