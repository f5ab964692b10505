//! The common case of new weights: one bone, nothing locked, no more than four influences. It gives
//! to the bit what the rules give in general, without lists.

use super::weight_paint::BonePaint;
use super::weight_rules::{SMALLEST_WEIGHT, WeightRules};
use crate::mesh::{Influence, SLOTS};
use crate::skeleton::BoneId;

/// Vertices that are worked on at once.
pub(super) const LANES: usize = 8;

/// The rules as the quick way needs them.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuickRules {
    /// Whether the weights of a vertex sum to 1.
    pub normalises: bool,
    /// Influences that a vertex may have.
    pub limit: u32,
}

impl QuickRules {
    /// The quick way under these rules; `None` where bones are locked.
    pub fn of(rules: &WeightRules) -> Option<Self> {
        let limit = match rules.limit() {
            0 => u32::MAX,
            limit => u32::try_from(limit).unwrap_or(u32::MAX),
        };
        (!rules.has_locks()).then_some(Self {
            normalises: rules.normalises(),
            limit,
        })
    }

    /// Gives `bone` at each vertex the weight that `paint` makes of what it has at the vertex's
    /// strength; other bones share the rest. Tells for which vertices `slots` are the new ones, a bit
    /// for each.
    ///
    /// Of others, what is in `slots` is nothing: there the general rules have to decide, with a bone
    /// named twice, with weights that are none, with more influences than there is room or leave
    /// for, and where the vertex has to keep its weights.
    pub fn paint(
        self,
        slots: &mut [[Influence; SLOTS]; LANES],
        bone: BoneId,
        paint: BonePaint,
        strengths: &[f32; LANES],
    ) -> u32 {
        let mut done = 0;
        for (lane, (slots, strength)) in slots.iter_mut().zip(strengths).enumerate() {
            if let Some(new) = self.painted(slots, bone, paint, *strength) {
                *slots = new;
                done |= 1 << lane;
            }
        }
        done
    }

    /// The slots of a vertex after `bone` gets the weight that `paint` makes of what it has at this
    /// strength; other bones share the rest.
    ///
    /// `None` where the general rules have to decide: with a bone named twice, with more influences
    /// than there is room or leave for, and where the vertex has to keep its weights.
    ///
    /// Slots are worked on side by side, each kind of number in an array of its own, so that one
    /// instruction does all four.
    fn painted(
        self,
        slots: &[Influence; SLOTS],
        bone: BoneId,
        paint: BonePaint,
        strength: f32,
    ) -> Option<[Influence; SLOTS]> {
        let bones = slots.map(|slot| slot.bone.0);
        let weights = slots.map(|slot| slot.weight);
        if is_odd(&bones, &weights) {
            return None;
        }
        let is_own = bones.map(|other| other == bone.0);
        let own = pick(&is_own, &weights);
        let [a, b, c, d] = own;
        // No bone is named twice: at most one of the four is not 0.
        let has = a + b + c + d;
        let is_other = is_own.map(|is_own| !is_own);
        let [a, b, c, d] = pick(&is_other, &weights).map(f64::from);
        let others = a + b + c + d;
        let Shares { target, of_others } = self.shares(paint.of(has, strength), others)?;
        let shared = weights.map(|weight| (f64::from(weight) * of_others) as f32);
        let mut new = [0.0; SLOTS];
        let mut taken = 0_u32;
        for lane in 0..SLOTS {
            let weight = if is_own[lane] { target } else { shared[lane] };
            let stays = (weights[lane] > 0.0) & (weight > SMALLEST_WEIGHT);
            new[lane] = if stays { weight } else { 0.0 };
            taken |= u32::from(stays) << lane;
        }
        let room = self.room(taken, has <= 0.0 && target > 0.0)?;
        let mut painted = *slots;
        for (lane, slot) in painted.iter_mut().enumerate() {
            let is_new = lane as u32 == room;
            slot.bone = if is_new { bone } else { slot.bone };
            slot.weight = if is_new { target } else { new[lane] };
        }
        Some(painted)
    }

    /// What the bone gets where it shall have `target`, and by what the others' sum shrinks or
    /// grows; `None` where nobody is there to take the rest.
    fn shares(self, target: f32, others: f64) -> Option<Shares> {
        let target = if target.is_finite() {
            target.clamp(0.0, 1.0)
        } else {
            0.0
        };
        let wanted = f64::from(target);
        let (target, of_others) = if !self.normalises {
            (target, 1.0)
        } else if wanted >= 1.0 || (others <= 0.0 && wanted > 0.0) {
            (1.0, 0.0)
        } else if others > 0.0 {
            (target, (1.0 - wanted) / others)
        } else {
            return None;
        };
        let target = if target > SMALLEST_WEIGHT {
            target
        } else {
            0.0
        };
        Some(Shares { target, of_others })
    }

    /// The slot for a bone that has none yet, or the number of slots where none is needed; `None`
    /// without room or leave for it.
    fn room(self, taken: u32, is_needed: bool) -> Option<u32> {
        let (room, count) = if is_needed {
            (taken.trailing_ones(), taken.count_ones() + 1)
        } else {
            (SLOTS as u32, taken.count_ones())
        };
        let fits = !(is_needed && room >= SLOTS as u32) && count <= self.limit;
        fits.then_some(room)
    }
}

/// How a bone and the others share a vertex.
#[derive(Clone, Copy, Debug)]
struct Shares {
    /// The weight of the bone.
    pub target: f32,
    /// The factor on the weights of the others.
    pub of_others: f64,
}

/// The weights in the chosen slots, 0 in the others.
fn pick(chosen: &[bool; SLOTS], weights: &[f32; SLOTS]) -> [f32; SLOTS] {
    let mut picked = [0.0; SLOTS];
    for lane in 0..SLOTS {
        // What is below 0 has been turned away; a zero below 0 is a zero.
        let weight = if weights[lane] > 0.0 {
            weights[lane]
        } else {
            0.0
        };
        picked[lane] = if chosen[lane] { weight } else { 0.0 };
    }
    picked
}

/// Whether a bone has two slots with a weight, or a weight is no number or below 0.
fn is_odd(bones: &[u32; SLOTS], weights: &[f32; SLOTS]) -> bool {
    let mut odd = false;
    for lane in 0..SLOTS {
        odd |= !((weights[lane] >= 0.0) & (weights[lane] < f32::INFINITY));
        // Each slot with the next and, twice over, with the one across: all six pairs.
        for step in [1, 2] {
            let other = (lane + step) % SLOTS;
            odd |= (bones[lane] == bones[other]) & (weights[lane] > 0.0) & (weights[other] > 0.0);
        }
    }
    odd
}

#[cfg(test)]
mod tests {
    use super::super::PaintMode;
    #[cfg(target_arch = "x86_64")]
    use super::super::quick_wide::Wide;
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

    /// A brush that sets a weight at full strength.
    fn set_to(value: f32) -> BonePaint {
        let mode = PaintMode::Set;
        BonePaint { mode, value }
    }

    type Painted = [[Influence; SLOTS]; LANES];

    /// What the quick way gives a vertex between others.
    fn painted(
        paint: impl Fn(&mut Painted, BoneId, BonePaint, &[f32; LANES]) -> u32,
        slots: &[Influence; SLOTS],
        bone: BoneId,
        target: f32,
        lane: usize,
    ) -> Option<[Influence; SLOTS]> {
        let other = Influence { bone, weight: 0.25 };
        let mut all = [[other; SLOTS]; LANES];
        all[lane] = *slots;
        let is_done = paint(&mut all, bone, set_to(target), &[1.0; LANES]);
        (is_done >> lane & 1 == 1).then_some(all[lane])
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
            let quick_rules = QuickRules::of(&rules).expect("nothing is locked");
            let lane = turn as usize % LANES;
            let found = painted(
                |all, bone, paint, strengths| quick_rules.paint(all, bone, paint, strengths),
                &slots,
                bone,
                target,
                lane,
            );
            let bits =
                |slots: [Influence; SLOTS]| slots.map(|slot| (slot.bone, slot.weight.to_bits()));
            #[cfg(target_arch = "x86_64")]
            if let Some(wide) = Wide::detect() {
                let paint = |all: &mut Painted, bone, paint, strengths: &[f32; LANES]| {
                    wide.paint(quick_rules, all, bone, paint, strengths)
                };
                let wide = painted(paint, &slots, bone, target, lane);
                let told = format!("{slots:?}, {bone:?} to {target}, {rules:?}");
                assert_eq!(wide.map(bits), found.map(bits), "{told}");
            }
            let Some(found) = found else {
                general += 1;
                continue;
            };
            quick += 1;
            let expected = at_length(&rules, &slots, bone, target).expect("the rules allow it");
            assert_eq!(
                bits(found),
                bits(expected),
                "{slots:?}, {bone:?} to {target}, {rules:?}"
            );
        }
        assert!(quick > 50_000 && general > 10_000, "{quick} {general}");
        let locked = WeightRules::new([BoneId(9)], true, None);
        assert!(QuickRules::of(&locked).is_none());
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn wide_registers_give_what_any_processor_gives_in_every_mode_and_at_every_strength() {
        let Some(wide) = Wide::detect() else { return };
        let modes = [
            PaintMode::Add,
            PaintMode::Subtract,
            PaintMode::Set,
            PaintMode::Scale,
        ];
        let part = |dice: u64| (dice % 1025) as f32 / 1024.0;
        for turn in 0..20_000u64 {
            let dice = |kind: u64| noise(turn * 256 + kind) >> 5;
            let mut one: Painted = std::array::from_fn(|lane| {
                std::array::from_fn(|slot| {
                    let kind = (lane * SLOTS + slot) as u64 * 2;
                    Influence {
                        bone: BoneId((dice(kind) % 9) as u32),
                        weight: part(dice(kind + 1)) * (dice(kind) % 3) as f32 * 0.5,
                    }
                })
            });
            let mut other = one;
            let strengths = std::array::from_fn(|lane| part(dice(100 + lane as u64)));
            let paint = BonePaint {
                mode: modes[dice(200) as usize % 4],
                value: part(dice(201)) * 1.5,
            };
            let limit = [None, Some(3)][dice(202) as usize % 2];
            let rules = QuickRules::of(&WeightRules::new([], dice(203) % 3 > 0, limit)).unwrap();
            let bone = BoneId((dice(204) % 9) as u32);
            let done = rules.paint(&mut one, bone, paint, &strengths);
            assert_eq!(wide.paint(rules, &mut other, bone, paint, &strengths), done);
            for lane in (0..LANES).filter(|lane| done >> lane & 1 == 1) {
                for (one, other) in one[lane].iter().zip(&other[lane]) {
                    assert_eq!(one.bone, other.bone);
                    assert_eq!(one.weight.to_bits(), other.weight.to_bits(), "{paint:?}");
                }
            }
        }
    }
}
