//! Rounds weights to what the model's file can hold.

use super::group_choice::GroupScene;
use crate::edit::EditError;
use crate::edit::draft::Draft;
use crate::edit::operator::spec::operator;
use crate::edit::weight_draft::{WeightDraft, WeightPlan, counted};
use crate::mesh::{Influence, SLOTS};
use crate::skinning::{WeightRules, group_influences, largest_remainder};

operator! {
    /// Rounds weights to what the model's file can hold, so that what is shown is what the game gets: for M2 four bytes that sum to 255, for Warcraft III equal shares of the bones that move the vertex least wrongly. Vertices with weight of locked bones that is no such share stay.
    QuantiseWeights = "quantise_weights" {
        /// The vertices; null for all.
        #[serde(default)]
        vertices: Option<Vec<u32>> = "null",
    }
    example r##"{"op":"quantise_weights","model":1,"vertices":null}"##
}

/// The highest weight of a file.
const WHOLE: f32 = 255.0;

impl QuantiseWeights {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut Draft<'_>,
    ) -> Result<String, EditError> {
        let plan = WeightPlan::of_each(draft.model, self.vertices.as_deref())?;
        let rules = plan.pen().rules().clone();
        // The pen must not scale what is rounded.
        let plan = plan.with_rules(|rules| rules.with_normalising(false));
        let mut weights = plan.begin(draft.model);
        let (kept, largest) = if draft.model.format.is_mdx() {
            to_shares(draft, &rules, &mut weights)
        } else {
            to_bytes(&rules, &mut weights)
        };
        let count = weights.finish(draft);
        if kept > 0 {
            draft.note(format!(
                "{} kept weights: those of locked bones can't be rounded",
                counted(kept)
            ));
        }
        if count > 0 {
            draft.note(format!("the largest change of a weight is {largest:.4}"));
        }
        Ok(format!("Quantise weights, {}", counted(count)))
    }
}

/// Rounds to bytes; gives how many places kept their weights, and the largest change.
fn to_bytes(rules: &WeightRules, weights: &mut WeightDraft<'_>) -> (usize, f32) {
    let limit = match rules.limit() {
        0 => SLOTS,
        limit => limit.min(SLOTS),
    };
    let rules = rules.clone().with_limit(limit);
    let (mut kept, mut largest) = (0, 0.0f32);
    for place in weights.pen.places() {
        let own = weights.weights(place);
        let mut new = own.clone();
        if own.is_empty() || rules.replace(&mut new, own.iter().copied()).is_err() {
            continue;
        }
        // In the order of the slots, by which equal remainders are told apart.
        let slot_of = |one: &Influence| own.iter().position(|before| before.bone == one.bone);
        new.sort_by_key(slot_of);
        match rounded(&rules, &new) {
            Some(rounded) => {
                largest = largest.max(difference(&own, &rounded));
                weights.replace(place, &rounded);
            }
            None => kept += 1,
        }
    }
    (kept, largest)
}

/// Weights as whole bytes; `None` if those of locked bones are not.
fn rounded(rules: &WeightRules, weights: &[Influence]) -> Option<Vec<Influence>> {
    let mut locked = 0;
    for one in weights.iter().filter(|one| rules.is_locked(one.bone)) {
        let byte = (one.weight * WHOLE).round();
        if byte / WHOLE != one.weight {
            return None;
        }
        locked += byte as u32;
    }
    let free = weights.iter().filter(|one| !rules.is_locked(one.bone));
    let free: Vec<f32> = free.map(|one| one.weight).collect();
    let total = if rules.normalises() {
        255
    } else {
        let sum: f32 = weights.iter().map(|one| one.weight).sum();
        (sum.min(1.0) * WHOLE).round() as u32
    };
    let mut bytes = largest_remainder(&free, total.saturating_sub(locked)).into_iter();
    let round = |one: &Influence| {
        let weight = if rules.is_locked(one.bone) {
            one.weight
        } else {
            bytes.next().unwrap_or(0) as f32 / WHOLE
        };
        Influence { weight, ..*one }
    };
    Some(weights.iter().map(round).collect())
}

/// Rounds to equal shares; gives how many places kept their weights, and the largest change.
fn to_shares(
    draft: &Draft<'_>,
    rules: &WeightRules,
    weights: &mut WeightDraft<'_>,
) -> (usize, f32) {
    let scene = GroupScene::new(draft.model);
    let mut choice = scene.chooser(rules.limit());
    let (mut kept, mut largest) = (0, 0.0f32);
    for place in weights.pen.places() {
        let own = weights.weights(place);
        let position = draft.model.vertices.positions.get(place as usize);
        let Some(position) = position.filter(|_| !own.is_empty()) else {
            continue;
        };
        if own.iter().any(|one| rules.is_locked(one.bone)) {
            kept += 1;
            continue;
        }
        let new = group_influences(&choice.choose(*position, &own).bones);
        largest = largest.max(difference(&own, &new));
        weights.replace(place, &new);
    }
    (kept, largest)
}

/// The largest difference of a weight.
fn difference(own: &[Influence], new: &[Influence]) -> f32 {
    let weight_in = |list: &[Influence], one: &Influence| {
        let found = list.iter().find(|other| other.bone == one.bone);
        found.map_or(0.0, |found| found.weight)
    };
    let all = own.iter().chain(new);
    let differences = all.map(|one| (weight_in(own, one) - weight_in(new, one)).abs());
    differences.fold(0.0, f32::max)
}
