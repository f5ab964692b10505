//! Turns the weights of a Warcraft III model into groups of bones.

use super::geoset_groups::{GroupSheet, MOST_GROUPS};
use super::group_choice::{GroupChoice, GroupScene};
use crate::document::Model;
use crate::edit::EditError;
use crate::edit::draft::Draft;
use crate::edit::operator::spec::operator;
use crate::edit::weight_draft::{WeightDraft, WeightPlan, counted};
use crate::math::Vec3;
use crate::mesh::Influence;
use crate::skeleton::BoneId;
use crate::skinning::{WeightRules, group_influences};
use std::collections::{BTreeMap, BTreeSet};

operator! {
    /// Turns the weights of geosets into groups of bones, the only weights Warcraft III has: each vertex gets the group whose average moves it least wrongly over all clips, and groups in excess give way to those that serve more vertices. Tells the largest error.
    ConvertToGroups = "convert_to_groups" {
        /// Positions of the geosets; null for all.
        #[serde(default)]
        geosets: Option<Vec<u32>> = "null",
        /// The most groups a geoset may have, 1 to 256.
        #[serde(default = "most_groups")]
        max_groups: u32 = "256",
    }
    example r##"{"op":"convert_to_groups","model":1,"geosets":[0],"max_groups":64}"##
}

/// Times over that excess groups are looked for in all geosets.
const ROUNDS: usize = 4;

fn most_groups() -> u32 {
    MOST_GROUPS as u32
}

/// A vertex, or several that coincide, with what was chosen for it.
struct Choice {
    place: u32,
    members: Vec<u32>,
    position: Vec3,
    own: Vec<Influence>,
    bones: Vec<BoneId>,
    error: f32,
}

impl Choice {
    /// The geosets its vertices are in.
    fn geosets<'a>(&'a self, sheet: &'a GroupSheet) -> impl Iterator<Item = usize> + 'a {
        let members = self.members.iter();
        members.filter_map(|&vertex| sheet.geoset_of(vertex))
    }

    /// The bones of its group, in an order that tells groups apart.
    fn key(&self) -> Vec<BoneId> {
        let mut bones = self.bones.clone();
        bones.sort_unstable();
        bones
    }
}

impl ConvertToGroups {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut Draft<'_>,
    ) -> Result<String, EditError> {
        let mut sheet = GroupSheet::new(draft.model)?;
        let most = self.max_groups as usize;
        if !(1..=MOST_GROUPS).contains(&most) {
            return Err(EditError::Value {
                argument: "max_groups",
                reason: format!("must be from 1 to {MOST_GROUPS}"),
            });
        }
        let geosets = self.geosets(&sheet)?;
        let mut vertices: Vec<u32> = Vec::new();
        for &geoset in &geosets {
            vertices.extend(sheet.vertices_of(geoset));
        }
        let plan = WeightPlan::of_each(draft.model, Some(&vertices))?;
        let rules = plan.pen().rules().clone();
        let plan = plan.with_rules(|rules| rules.with_normalising(false));
        let mut weights = plan.begin(draft.model);
        let scene = GroupScene::new(draft.model);
        let mut chooser = scene.chooser(rules.limit());
        let (mut choices, kept) = choose(draft.model, &plan, &weights, &rules, &mut chooser);
        // Coincident vertices of several geosets go together, so one can bring another over the
        // limit again.
        for &geoset in geosets.iter().cycle().take(geosets.len() * ROUNDS) {
            let is_in = |own| own == geoset;
            keep_to(most, is_in, &sheet, &mut choices, &mut chooser);
        }
        // Geosets that still bring each other over the limit share their groups.
        let shared = over(most, &geosets, &sheet, &choices);
        if !shared.is_empty() {
            let is_in = |own| shared.contains(&own);
            keep_to(most, is_in, &sheet, &mut choices, &mut chooser);
        }
        for choice in &choices {
            sheet.release(&choice.members);
        }
        for choice in &choices {
            weights.replace(choice.place, &group_influences(&choice.bones));
            for &vertex in &choice.members {
                sheet.assign(vertex, &choice.bones)?;
            }
        }
        let mut group_count = 0;
        for &geoset in &geosets {
            let own = sheet.tidy(geoset);
            if own > most {
                return Err(EditError::Value {
                    argument: "max_groups",
                    reason: format!("is too few: geoset {geoset} needs {own}"),
                });
            }
            group_count += own;
        }
        let count = weights.finish(draft);
        sheet.finish(draft);
        if kept > 0 {
            draft.note(format!(
                "{} kept weights: locked bones move them",
                counted(kept)
            ));
        }
        let worst = choices.iter().max_by(|a, b| a.error.total_cmp(&b.error));
        if let Some(worst) = worst {
            draft.note(format!(
                "{group_count} groups; the largest error is {:.4} units, at vertex {}",
                worst.error, worst.place
            ));
        }
        Ok(format!("Convert weights to groups, {}", counted(count)))
    }

    fn geosets(&self, sheet: &GroupSheet) -> Result<BTreeSet<usize>, EditError> {
        let count = sheet.geoset_count();
        let Some(given) = &self.geosets else {
            return Ok((0..count).collect());
        };
        if given.is_empty() {
            return Err(EditError::Empty {
                argument: "geosets",
            });
        }
        match given.iter().find(|&&geoset| geoset as usize >= count) {
            None => Ok(given.iter().map(|&geoset| geoset as usize).collect()),
            Some(geoset) => Err(EditError::Value {
                argument: "geosets",
                reason: format!("names {geoset}, but there are {count}, counted from 0"),
            }),
        }
    }
}

/// Chooses for every place that may change, and counts those that locked bones move.
fn choose(
    model: &Model,
    plan: &WeightPlan,
    weights: &WeightDraft<'_>,
    rules: &WeightRules,
    chooser: &mut GroupChoice<'_>,
) -> (Vec<Choice>, usize) {
    let mut choices = Vec::new();
    let mut kept = 0;
    for place in weights.pen.places() {
        let own = weights.weights(place);
        let position = model.vertices.positions.get(place as usize);
        let Some(&position) = position.filter(|_| !own.is_empty()) else {
            continue;
        };
        let members = match model.skin_settings.welds {
            true => plan.topology.members(place).to_vec(),
            false => vec![place],
        };
        let is_locked = |&vertex: &u32| {
            let mut own = model.vertices.influences.of(vertex as usize);
            own.any(|one| rules.is_locked(one.bone))
        };
        if members.iter().any(is_locked) {
            kept += 1;
            continue;
        }
        let chosen = chooser.choose(position, &own);
        choices.push(Choice {
            place,
            members,
            position,
            own,
            bones: chosen.bones,
            error: chosen.error,
        });
    }
    (choices, kept)
}

/// The geosets that have too many groups, and those that coincident vertices join to them.
fn over(
    most: usize,
    geosets: &BTreeSet<usize>,
    sheet: &GroupSheet,
    choices: &[Choice],
) -> BTreeSet<usize> {
    let mut groups: BTreeMap<usize, BTreeSet<Vec<BoneId>>> = BTreeMap::new();
    for choice in choices {
        for geoset in choice.geosets(sheet) {
            groups.entry(geoset).or_default().insert(choice.key());
        }
    }
    let is_over = |geoset: &&usize| groups.get(geoset).is_some_and(|own| own.len() > most);
    let mut shared: BTreeSet<usize> = geosets.iter().filter(is_over).copied().collect();
    loop {
        let before = shared.len();
        for choice in choices {
            if choice.geosets(sheet).any(|geoset| shared.contains(&geoset)) {
                shared.extend(choice.geosets(sheet));
            }
        }
        if shared.len() == before {
            return shared;
        }
    }
}

/// Leaves a geoset, or several together, at most so many groups: those of the most vertices. The others' vertices go to
/// the one of these that moves them least wrongly.
fn keep_to(
    most: usize,
    is_geoset: impl Fn(usize) -> bool,
    sheet: &GroupSheet,
    choices: &mut [Choice],
    chooser: &mut GroupChoice<'_>,
) {
    let is_in = |choice: &Choice| choice.geosets(sheet).any(&is_geoset);
    let mut uses: BTreeMap<Vec<BoneId>, usize> = BTreeMap::new();
    for choice in choices.iter().filter(|choice| is_in(choice)) {
        *uses.entry(choice.key()).or_default() += choice.members.len();
    }
    if uses.len() <= most {
        return;
    }
    let mut ranked: Vec<(Vec<BoneId>, usize)> = uses.into_iter().collect();
    ranked.sort_by(|(a, a_uses), (b, b_uses)| b_uses.cmp(a_uses).then(a.cmp(b)));
    ranked.truncate(most);
    let kept: Vec<Vec<BoneId>> = ranked.into_iter().map(|(bones, _)| bones).collect();
    for choice in choices.iter_mut().filter(|choice| is_in(choice)) {
        if kept.contains(&choice.key()) {
            continue;
        }
        chooser.choose(choice.position, &choice.own);
        let error = |bones: &Vec<BoneId>| chooser.error_of(choice.position, bones);
        let mut best: Option<(f32, &Vec<BoneId>)> = None;
        for bones in &kept {
            let error = error(bones);
            if best.is_none_or(|(least, _)| error < least) {
                best = Some((error, bones));
            }
        }
        if let Some((error, bones)) = best {
            choice.error = error;
            choice.bones.clone_from(bones);
        }
    }
}
