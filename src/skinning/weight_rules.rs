//! What new weights of a vertex become under locks, normalising and the limit of influences.
//!
//! One place decides this for the brush, for every operator and for automatic weights, so none can
//! forget a rule.

use crate::mesh::{Influence, SLOTS};
use crate::skeleton::BoneId;
use std::collections::HashSet;

/// A weight below this is rounding, and becomes 0.
pub const SMALLEST_WEIGHT: f32 = 1e-6;

/// Influences over the limit that are looked for one by one.
const FEW: usize = 16;

/// The rules under which weights change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeightRules {
    locked: Vec<BoneId>,
    normalises: bool,
    limit: usize,
}

/// Why a vertex kept its weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kept {
    /// Locked bones hold all of its weight.
    Locked,
    /// No other unlocked bone is there to take the rest.
    Alone,
    /// Locked bones alone are as many influences as it may have.
    Full,
}

impl WeightRules {
    /// The rules, with a limit of 0 for any number of influences.
    pub fn new(
        locked: impl IntoIterator<Item = BoneId>,
        normalises: bool,
        limit: Option<usize>,
    ) -> Self {
        let mut locked: Vec<BoneId> = locked.into_iter().collect();
        locked.sort_unstable();
        locked.dedup();
        Self {
            locked,
            normalises,
            limit: limit.unwrap_or(0),
        }
    }

    /// Whether no tool may change the bone's weights.
    #[inline]
    pub fn is_locked(&self, bone: BoneId) -> bool {
        !self.locked.is_empty() && self.locked.binary_search(&bone).is_ok()
    }

    /// Whether any bone is locked.
    pub fn has_locks(&self) -> bool {
        !self.locked.is_empty()
    }

    /// Whether changed weights are brought to a sum of 1.
    pub fn normalises(&self) -> bool {
        self.normalises
    }

    /// The most influences a changed vertex may have; 0 for any number.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// The same rules, with or without normalising.
    #[must_use]
    pub fn with_normalising(mut self, normalises: bool) -> Self {
        self.normalises = normalises;
        self
    }

    /// The same rules with another limit; 0 for any number.
    #[must_use]
    pub fn with_limit(mut self, limit: usize) -> Self {
        self.limit = limit;
        self
    }

    /// Gives bones of `weights` new weights, and the rest what is left.
    ///
    /// `weights` are all influences of one vertex, each bone once, and become the new ones. A
    /// target of a locked bone is ignored. With normalising, targets that are more than locked
    /// bones leave are made smaller together, and other bones share what is left in their old
    /// proportion; with no other bone the targets take all. Without, nothing else changes.
    ///
    /// # Errors
    /// Why the vertex has to keep its weights; `weights` are then in disorder.
    #[inline]
    pub fn set(&self, weights: &mut Vec<Influence>, targets: &[(BoneId, f32)]) -> Result<(), Kept> {
        for &(bone, target) in targets {
            if self.is_locked(bone) {
                continue;
            }
            let target = if target.is_finite() {
                target.clamp(0.0, 1.0)
            } else {
                0.0
            };
            match weights.iter_mut().find(|influence| influence.bone == bone) {
                Some(influence) => influence.weight = target,
                None if target > 0.0 => weights.push(Influence {
                    bone,
                    weight: target,
                }),
                None => {}
            }
        }
        let is_target = |bone: BoneId| targets.iter().any(|(target, _)| *target == bone);
        if self.normalises {
            self.share_rest(weights, &is_target)?;
        }
        self.keep_limit(weights, &is_target)
    }

    /// Brings weights that were all made anew under the rules; `weights` hold each bone once.
    ///
    /// `before` are the influences the vertex had: locked bones get theirs back. With normalising
    /// all others are scaled to what locked bones leave.
    ///
    /// # Errors
    /// Why the vertex has to keep its weights; `weights` are then in disorder.
    pub fn replace(
        &self,
        weights: &mut Vec<Influence>,
        before: impl Iterator<Item = Influence>,
    ) -> Result<(), Kept> {
        weights.retain(|influence| influence.weight > 0.0 && influence.weight.is_finite());
        if !self.normalises {
            let all = weights.iter_mut();
            all.for_each(|influence| influence.weight = influence.weight.min(1.0));
        }
        if self.has_locks() {
            weights.retain(|influence| !self.is_locked(influence.bone));
            weights.extend(before.filter(|influence| self.is_locked(influence.bone)));
        }
        if self.normalises {
            self.share_rest(weights, &|_| false)?;
        }
        self.keep_limit(weights, &|_| false)
    }

    /// Scales unlocked weights so that all sum to 1, those of `first` last.
    fn share_rest(
        &self,
        weights: &mut [Influence],
        first: &impl Fn(BoneId) -> bool,
    ) -> Result<(), Kept> {
        let (mut locked, mut wanted, mut others) = (0.0f64, 0.0f64, 0.0f64);
        for influence in weights.iter() {
            let weight = f64::from(influence.weight);
            if self.is_locked(influence.bone) {
                locked += weight;
            } else if first(influence.bone) {
                wanted += weight;
            } else {
                others += weight;
            }
        }
        let free = 1.0 - locked;
        if free <= 0.0 {
            return Err(Kept::Locked);
        }
        // What the targets take, and what the others share.
        let (of_targets, of_others) = if wanted >= free || (others <= 0.0 && wanted > 0.0) {
            (free / wanted, 0.0)
        } else if others > 0.0 {
            (1.0, (free - wanted) / others)
        } else {
            return Err(Kept::Alone);
        };
        for influence in weights.iter_mut() {
            if self.is_locked(influence.bone) {
                continue;
            }
            let factor = if first(influence.bone) {
                of_targets
            } else {
                of_others
            };
            if factor != 1.0 {
                influence.weight = (f64::from(influence.weight) * factor) as f32;
            }
        }
        Ok(())
    }

    /// Drops rounding, and the weakest influences over the limit; their share goes to the others.
    fn keep_limit(
        &self,
        weights: &mut Vec<Influence>,
        first: &impl Fn(BoneId) -> bool,
    ) -> Result<(), Kept> {
        weights.retain(|influence| {
            self.is_locked(influence.bone) || influence.weight > SMALLEST_WEIGHT
        });
        let count = weights
            .iter()
            .filter(|influence| influence.weight > 0.0)
            .count();
        if self.limit == 0 || count <= self.limit {
            return Ok(());
        }
        let kept_sum = |weights: &[Influence]| -> f64 {
            weights
                .iter()
                .map(|influence| f64::from(influence.weight))
                .sum()
        };
        let total = kept_sum(weights);
        let mut excess = count - self.limit;
        if excess > FEW {
            self.drop_weakest(weights, excess - FEW, first);
            excess = FEW;
        }
        while excess > 0 {
            let free = weights
                .iter()
                .enumerate()
                .filter(|(_, influence)| influence.weight > 0.0 && !self.is_locked(influence.bone));
            // The weakest goes; what the user asked for goes last.
            let weakest = free.min_by(|(_, a), (_, b)| {
                let rank = |influence: &Influence| first(influence.bone);
                rank(a).cmp(&rank(b)).then(a.weight.total_cmp(&b.weight))
            });
            let Some((place, _)) = weakest else {
                return Err(Kept::Full);
            };
            weights.swap_remove(place);
            excess -= 1;
        }
        // Without normalising the sum stays what it was, too: the dropped share is not lost. What
        // the user asked for stays as asked, if others can take the share.
        let missing = total - kept_sum(weights);
        let share_of = |weights: &[Influence], takes: &dyn Fn(BoneId) -> bool| -> f64 {
            let takers = weights.iter().filter(|influence| takes(influence.bone));
            takers.map(|influence| f64::from(influence.weight)).sum()
        };
        let is_free = |bone: BoneId| !self.is_locked(bone);
        let is_other = |bone: BoneId| is_free(bone) && !first(bone);
        let of_others = share_of(weights, &is_other);
        let (share, takes): (f64, &dyn Fn(BoneId) -> bool) = if of_others > 0.0 {
            (of_others, &is_other)
        } else {
            (share_of(weights, &is_free), &is_free)
        };
        if share <= 0.0 {
            return Err(Kept::Full);
        }
        let factor = (share + missing) / share;
        for influence in weights.iter_mut().filter(|influence| takes(influence.bone)) {
            influence.weight = (f64::from(influence.weight) * factor).min(1.0) as f32;
        }
        Ok(())
    }
}

impl WeightRules {
    /// Drops so many of very many influences at once, in the order in which they would go one by
    /// one.
    fn drop_weakest(
        &self,
        weights: &mut Vec<Influence>,
        count: usize,
        first: &impl Fn(BoneId) -> bool,
    ) {
        let free = weights.iter().filter(|one| !self.is_locked(one.bone));
        let mut order: Vec<Influence> = free.copied().collect();
        order.sort_by(|a, b| {
            let rank = |influence: &Influence| first(influence.bone);
            rank(a).cmp(&rank(b)).then(a.weight.total_cmp(&b.weight))
        });
        let gone: HashSet<BoneId> = order.iter().take(count).map(|one| one.bone).collect();
        weights.retain(|one| !gone.contains(&one.bone));
    }
}

/// The slots and the overflow of a vertex that has these influences.
///
/// A bone that had a slot keeps it; one that is gone leaves its slot at weight 0 until another
/// needs it. So what a file says of unused slots stays as long as nothing else needs them.
pub fn stored_influences(
    before: &[Influence; SLOTS],
    weights: &[Influence],
) -> ([Influence; SLOTS], Option<Vec<Influence>>) {
    let mut slots = before.map(|slot| Influence {
        weight: 0.0,
        ..slot
    });
    let mut is_taken = [false; SLOTS];
    let own_slot = |influence: &Influence| {
        before
            .iter()
            .position(|slot| slot.bone == influence.bone && slot.weight > 0.0)
    };
    let has_weight = |influence: &&Influence| influence.weight > 0.0;
    for influence in weights.iter().filter(has_weight) {
        if let Some(place) = own_slot(influence) {
            slots[place].weight = influence.weight;
            is_taken[place] = true;
        }
    }
    let mut overflow: Option<Vec<Influence>> = None;
    for influence in weights.iter().filter(has_weight) {
        if own_slot(influence).is_some() {
            continue;
        }
        match is_taken.iter().position(|taken| !taken) {
            Some(place) => {
                slots[place] = *influence;
                is_taken[place] = true;
            }
            None => overflow.get_or_insert_default().push(*influence),
        }
    }
    (slots, overflow)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(weights: &[(u32, f32)]) -> Vec<Influence> {
        let influence = |&(bone, weight): &(u32, f32)| Influence {
            bone: BoneId(bone),
            weight,
        };
        weights.iter().map(influence).collect()
    }

    #[track_caller]
    fn check_set(
        rules: &WeightRules,
        before: &[(u32, f32)],
        target: (u32, f32),
        after: &[(u32, f32)],
    ) {
        let mut weights = of(before);
        rules
            .set(&mut weights, &[(BoneId(target.0), target.1)])
            .expect("it can be set");
        weights.sort_by_key(|influence| influence.bone);
        assert_eq!(weights.len(), after.len(), "{weights:?}");
        for (influence, (bone, weight)) in weights.iter().zip(after) {
            assert_eq!(influence.bone, BoneId(*bone));
            assert!((influence.weight - weight).abs() < 1e-6, "{weights:?}");
        }
    }

    #[test]
    fn others_share_the_rest_in_their_proportion() {
        let rules = WeightRules::new([], true, None);
        check_set(
            &rules,
            &[(1, 0.2), (2, 0.6), (3, 0.2)],
            (1, 0.6),
            &[(1, 0.6), (2, 0.3), (3, 0.1)],
        );
        check_set(&rules, &[(2, 1.0)], (1, 0.25), &[(1, 0.25), (2, 0.75)]);
        check_set(&rules, &[(2, 0.5), (3, 0.5)], (1, 1.0), &[(1, 1.0)]);
    }

    #[test]
    fn a_locked_bone_keeps_its_weight_and_limits_what_is_asked_for() {
        let rules = WeightRules::new([BoneId(2)], true, None);
        check_set(
            &rules,
            &[(1, 0.2), (2, 0.6), (3, 0.2)],
            (1, 0.9),
            &[(1, 0.4), (2, 0.6)],
        );
        check_set(
            &rules,
            &[(1, 0.2), (2, 0.6), (3, 0.2)],
            (2, 0.9),
            &[(1, 0.2), (2, 0.6), (3, 0.2)],
        );
    }

    #[test]
    fn a_vertex_with_one_bone_keeps_it_and_says_why() {
        let rules = WeightRules::new([], true, None);
        let mut weights = of(&[(1, 1.0)]);
        assert_eq!(
            rules.set(&mut weights, &[(BoneId(1), 0.0)]),
            Err(Kept::Alone)
        );
        let rules = WeightRules::new([BoneId(1)], true, None);
        let mut weights = of(&[(1, 1.0)]);
        assert_eq!(
            rules.set(&mut weights, &[(BoneId(2), 0.5)]),
            Err(Kept::Locked)
        );
    }

    #[test]
    fn without_normalising_nothing_else_changes() {
        let rules = WeightRules::new([], false, None);
        check_set(
            &rules,
            &[(1, 0.2), (2, 0.6)],
            (3, 0.5),
            &[(1, 0.2), (2, 0.6), (3, 0.5)],
        );
    }

    #[test]
    fn the_weakest_influence_over_the_limit_goes_and_the_asked_one_stays_as_asked() {
        let rules = WeightRules::new([], true, Some(2));
        check_set(
            &rules,
            &[(1, 0.3), (2, 0.7)],
            (3, 0.1),
            &[(2, 0.9), (3, 0.1)],
        );
        let locked = WeightRules::new([BoneId(1)], true, Some(2));
        check_set(
            &locked,
            &[(1, 0.3), (2, 0.7)],
            (3, 0.1),
            &[(1, 0.3), (3, 0.7)],
        );
    }

    #[test]
    fn a_bone_keeps_its_slot() {
        let slot = |bone, weight| Influence {
            bone: BoneId(bone),
            weight,
        };
        let before = [slot(5, 0.5), slot(6, 0.5), slot(7, 0.0), slot(0, 0.0)];
        let (slots, overflow) = stored_influences(&before, &of(&[(9, 0.4), (6, 0.6)]));
        assert_eq!(
            slots,
            [slot(9, 0.4), slot(6, 0.6), slot(7, 0.0), slot(0, 0.0)]
        );
        assert_eq!(overflow, None);
        let many = of(&[(1, 0.2), (2, 0.2), (3, 0.2), (4, 0.2), (5, 0.2)]);
        let (slots, overflow) = stored_influences(&before, &many);
        assert_eq!(
            slots,
            [slot(5, 0.2), slot(1, 0.2), slot(2, 0.2), slot(3, 0.2)]
        );
        assert_eq!(overflow, Some(of(&[(4, 0.2)])));
    }
}
