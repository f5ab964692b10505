//! Gives one side of a model the weights of the other.

use crate::edit::draft::Draft;
use crate::edit::operator::spec::operator;
use crate::edit::posing::finite;
use crate::edit::weight_draft::{WeightDraft, WeightPlan, counted};
use crate::edit::weight_mirror::MirrorSources;
use crate::edit::{EditError, MirrorBy, MirrorFrom};
use crate::mesh::{Influence, VertexSide};
use crate::skeleton::BoneId;
use std::collections::{BTreeSet, HashMap};

operator! {
    /// Gives one side of a model the weights of the other, bones exchanged by the table of mirrored bones. All meshes are one, so sides may be in different submeshes. Vertices in the middle get the mean of both sides.
    MirrorWeights = "mirror_weights" {
        /// The side that gives its weights; `flip` exchanges those of both.
        from: MirrorFrom,
        /// How vertices of both sides are found to belong together: `nearest` looks for the nearest spot of the surface where no vertex is the mirror image, `topology` goes along edges.
        #[serde(default)]
        by: MirrorBy = "\"position\"",
        /// How far mirror images may be apart, in the model's units; null for 0.1 % of its size, with `nearest` 5 %.
        #[serde(default)]
        tolerance: Option<f32> = "null",
        /// The vertices that may change; null for all.
        #[serde(default)]
        vertices: Option<Vec<u32>> = "null",
    }
    example r##"{"op":"mirror_weights","model":1,"from":"left","by":"position","tolerance":null,"vertices":null}"##
}

/// Weights nearer to what they are than this stay to the bit, so that mirroring twice is
/// mirroring once.
const SAME: f32 = 1e-6;

/// Most bones that a note lists by name.
const MOST_NAMES: usize = 5;

impl MirrorWeights {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut Draft<'_>,
    ) -> Result<String, EditError> {
        check_distance("tolerance", self.tolerance)?;
        let model = draft.model;
        let plan = WeightPlan::new(model, self.vertices.as_deref())?;
        let sources = MirrorSources::new(model, self.by, self.tolerance, self.from);
        let mut mirror = Mirror {
            weights: plan.begin(model),
            sources: &sources,
            partners: model.mirror_pairs().by_id(&model.skeleton),
            partnerless: BTreeSet::new(),
        };
        let mut unmatched = 0;
        let (mut middles, mut others) = (Vec::new(), Vec::new());
        for place in mirror.weights.pen.places() {
            let side = sources.side(place);
            if !self.from.changes(side) {
                continue;
            }
            match (sources.of(place), side) {
                (None, _) => unmatched += plan.group(&place).len(),
                (Some(_), VertexSide::Middle) => middles.push(place),
                (Some(_), _) => others.push(place),
            }
        }
        if self.from == MirrorFrom::Flip {
            others.append(&mut middles);
            mirror.write(&others, Mirror::opposite);
        } else {
            // The others may read what the middle has become.
            mirror.write(&middles, Mirror::balanced);
            mirror.write(&others, Mirror::opposite);
        }
        let Mirror {
            weights,
            partnerless,
            ..
        } = mirror;
        let count = weights.finish(draft);
        if unmatched > 0 {
            draft.note(format!(
                "{} kept weights: they have no mirror image",
                counted(unmatched)
            ));
        }
        if !partnerless.is_empty() {
            draft.note(partnerless_sentence(draft, &partnerless));
        }
        let label = match self.from {
            MirrorFrom::Left => "Mirror weights from left to right",
            MirrorFrom::Right => "Mirror weights from right to left",
            MirrorFrom::Flip => "Flip weights",
        };
        Ok(format!("{label}, {}", counted(count)))
    }
}

/// Weights while they are mirrored.
struct Mirror<'a> {
    weights: WeightDraft<'a>,
    sources: &'a MirrorSources,
    partners: HashMap<BoneId, BoneId>,
    partnerless: BTreeSet<BoneId>,
}

impl Mirror<'_> {
    /// Works all out first, then writes: no place sees what another has become.
    fn write(&mut self, places: &[u32], make: impl Fn(&mut Self, u32) -> Vec<Influence>) {
        let rows: Vec<_> = places.iter().map(|&place| make(self, place)).collect();
        for (&place, row) in places.iter().zip(&rows) {
            if !is_same(&self.weights.weights(place), row) {
                self.weights.replace(place, row);
            }
        }
    }

    /// The weights of the other side, bones exchanged.
    fn opposite(&mut self, place: u32) -> Vec<Influence> {
        let mut sum = Vec::new();
        for &(source, share) in self.sources.of(place).unwrap_or_default() {
            for influence in self.weights.weights(source) {
                let bone = self.partner(influence.bone);
                add(&mut sum, bone, influence.weight * share);
            }
        }
        sum
    }

    /// The mean of a place in the middle and its mirror image; where locks hold one bone of a pair,
    /// the pair stays as it is.
    fn balanced(&mut self, place: u32) -> Vec<Influence> {
        let own = self.weights.weights(place);
        let other = self.opposite(place);
        let rules = self.weights.pen.rules().clone();
        let weight_in = |list: &[Influence], bone| {
            let found = list.iter().find(|influence| influence.bone == bone);
            found.map_or(0.0, |influence| influence.weight)
        };
        let mut mean = Vec::new();
        for influence in own.iter().chain(&other) {
            let bone = influence.bone;
            if mean.iter().any(|known: &Influence| known.bone == bone) {
                continue;
            }
            let partner = self.partner(bone);
            let kept = weight_in(&own, bone);
            let is_held = rules.is_locked(bone) || rules.is_locked(partner);
            let weight = if is_held {
                kept
            } else {
                (kept + weight_in(&other, bone)) / 2.0
            };
            mean.push(Influence { bone, weight });
        }
        if rules.limit() > 0 {
            self.keep_pairs(&mut mean, rules.limit());
        }
        mean
    }

    /// Keeps as many influences as there may be, of both sides the same.
    fn keep_pairs(&mut self, weights: &mut Vec<Influence>, limit: usize) {
        weights.retain(|influence| influence.weight > 0.0);
        if weights.len() <= limit {
            return;
        }
        let sum = |weights: &[Influence]| weights.iter().map(|kept| kept.weight).sum::<f32>();
        let before = sum(weights);
        let mut sorted = std::mem::take(weights);
        sorted.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.bone.cmp(&b.bone)));
        for influence in &sorted {
            let partner = self.partner(influence.bone);
            let is_in = |bone| weights.iter().any(|kept| kept.bone == bone);
            if is_in(influence.bone) {
                continue;
            }
            let other = sorted.iter().find(|other| other.bone == partner);
            let other = other.filter(|other| other.bone != influence.bone);
            if weights.len() + 1 + usize::from(other.is_some()) <= limit {
                weights.push(*influence);
                weights.extend(other);
            }
        }
        let after = sum(weights);
        if after > 0.0 {
            let factor = before / after;
            weights.iter_mut().for_each(|kept| kept.weight *= factor);
        } else {
            // Not even one pair has room: the rules decide.
            *weights = sorted;
        }
    }

    /// The bone on the other side; one without a partner stands for itself.
    fn partner(&mut self, bone: BoneId) -> BoneId {
        match self.partners.get(&bone) {
            Some(partner) => *partner,
            None => {
                self.partnerless.insert(bone);
                bone
            }
        }
    }
}

fn add(sum: &mut Vec<Influence>, bone: BoneId, weight: f32) {
    match sum.iter_mut().find(|influence| influence.bone == bone) {
        Some(influence) => influence.weight += weight,
        None => sum.push(Influence { bone, weight }),
    }
}

/// Whether both lists say the same but for rounding.
fn is_same(a: &[Influence], b: &[Influence]) -> bool {
    let is_within = |a: &[Influence], b: &[Influence]| {
        a.iter().all(|influence| {
            let other = b.iter().find(|other| other.bone == influence.bone);
            let other = other.map_or(0.0, |other| other.weight);
            (influence.weight - other).abs() <= SAME
        })
    };
    is_within(a, b) && is_within(b, a)
}

/// Refuses a distance that is below 0 or no number.
pub(super) fn check_distance(
    argument: &'static str,
    distance: Option<f32>,
) -> Result<(), EditError> {
    let Some(distance) = distance else {
        return Ok(());
    };
    finite(argument, &[distance])?;
    if distance < 0.0 {
        return Err(EditError::Value {
            argument,
            reason: "must be 0 or more".to_owned(),
        });
    }
    Ok(())
}

fn partnerless_sentence(draft: &Draft<'_>, bones: &BTreeSet<BoneId>) -> String {
    let skeleton = &draft.model.skeleton;
    let named = bones.iter().take(MOST_NAMES).map(|&id| {
        let index = skeleton.index_of(id);
        let name = index.map(|index| draft.model.bone_name(index));
        format!("'{}'", name.unwrap_or_else(|| format!("id {}", id.0)))
    });
    let mut names: Vec<String> = named.collect();
    if bones.len() > MOST_NAMES {
        names.push(format!("{} more", bones.len() - MOST_NAMES));
    }
    format!(
        "bones without a mirror image kept their own weights on both sides: {}; set_mirror_bone \
         gives them one",
        names.join(", ")
    )
}
