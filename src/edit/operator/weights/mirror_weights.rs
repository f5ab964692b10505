//! Gives one side of a model the weights of the other.

use crate::edit::draft::Draft;
use crate::edit::operator::spec::operator;
use crate::edit::posing::finite;
use crate::edit::weight_draft::{WeightDraft, WeightPlan, counted};
use crate::edit::weight_mirror::MirrorSources;
use crate::edit::{EditError, MirrorBy, MirrorFrom};
use crate::mesh::{Influence, VertexSide};
use crate::skeleton::BoneId;
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

operator! {
    /// Gives one side of a model the weights of the other, bones exchanged by the table of mirrored bones. All meshes are one, so sides may be in different submeshes. Vertices in the middle get the mean of both sides.
    MirrorWeights = "mirror_weights" {
        /// The side that gives its weights; `flip` exchanges those of both.
        from: MirrorFrom,
        /// How vertices of both sides are found to belong together: `nearest` looks for the nearest spot of the surface where no vertex is the mirror image, only on the connected part that mirrors its own and only where that faces the same way; `topology` goes along edges.
        #[serde(default)]
        by: MirrorBy = "\"position\"",
        /// How far mirror images may be apart, in the model's units; null for 0.1 % of its size, with `nearest` 5 %.
        #[serde(default)]
        tolerance: Option<f32> = "null",
        /// Of `nearest`: whether vertices between those of the other side change even if they have its weights already, as closely as the meshes tell; if not they stay, and are counted.
        #[serde(default)]
        exact: bool = "false",
        /// The vertices that may change; null for all.
        #[serde(default)]
        vertices: Option<Vec<u32>> = "null",
        /// Whether the mirror images of `vertices` may change too, so that either side names a part.
        #[serde(default)]
        images: bool = "false",
    }
    example r##"{"op":"mirror_weights","model":1,"from":"left","by":"position","tolerance":null,"exact":false,"vertices":null,"images":false}"##
}

/// Weights nearer to what they are than this stay to the bit, so that mirroring twice is
/// mirroring once.
const SAME: f32 = 1e-6;

/// Weights between those of vertices are as they should be up to this, and half of what these
/// vertices differ by: a mesh whose vertices lie elsewhere can't say it more closely.
const ALIKE: f32 = 0.05;

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
        let sources = MirrorSources::new(model, self.by, self.tolerance, self.from);
        let vertices = match self.vertices.as_deref() {
            Some(vertices) if self.images => Some(Cow::from(sources.with_images(vertices))),
            vertices => vertices.map(Cow::from),
        };
        let plan = WeightPlan::new(model, vertices.as_deref())?;
        let mut mirror = Mirror {
            weights: plan.begin(model),
            sources: &sources,
            partners: model.mirror_pairs().by_id(&model.skeleton),
            partnerless: BTreeSet::new(),
            keeps_alike: !self.exact,
            alike: Vec::new(),
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
            alike,
            ..
        } = mirror;
        let count = weights.finish(draft);
        if unmatched > 0 {
            draft.note(format!(
                "{} kept weights: they have no mirror image",
                counted(unmatched)
            ));
        }
        let alike: usize = alike.iter().map(|place| plan.group(place).len()).sum();
        if alike > 0 {
            draft.note(format!(
                "{} kept weights: they are those of the other side, as closely as the meshes tell",
                counted(alike)
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
    /// Whether what is alike stays as it is.
    keeps_alike: bool,
    /// Places that stayed since they are alike.
    alike: Vec<u32>,
}

impl Mirror<'_> {
    /// Works all out first, then writes: no place sees what another has become.
    fn write(&mut self, places: &[u32], make: impl Fn(&mut Self, u32) -> Vec<Influence>) {
        let rows: Vec<_> = places.iter().map(|&place| make(self, place)).collect();
        for (&place, row) in places.iter().zip(&rows) {
            let own = self.weights.weights(place);
            if differs_within(&own, row, |_| SAME) {
                continue;
            }
            if self.keeps_alike && self.sources.is_spot(place) && self.is_alike(place, &own, row) {
                self.alike.push(place);
                continue;
            }
            self.weights.replace(place, row);
        }
    }

    /// Whether the weights of a place are what its spot says, as closely as the corners of the spot
    /// tell.
    fn is_alike(&mut self, place: u32, own: &[Influence], row: &[Influence]) -> bool {
        let parts = self.sources.of(place).unwrap_or_default();
        let corners: Vec<Vec<Influence>> = parts
            .iter()
            .map(|&(corner, _)| self.weights.weights(corner))
            .collect();
        let spread = |bone: BoneId| {
            let partner = self.partners.get(&bone).copied().unwrap_or(bone);
            let weights = corners.iter().map(|corner| weight_in(corner, partner));
            let (least, most) = weights.fold((f32::INFINITY, 0.0f32), |(least, most), weight| {
                (least.min(weight), most.max(weight))
            });
            (most - least).max(0.0)
        };
        differs_within(own, row, |bone| ALIKE + spread(bone) / 2.0)
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

fn weight_in(list: &[Influence], bone: BoneId) -> f32 {
    let found = list.iter().find(|influence| influence.bone == bone);
    found.map_or(0.0, |influence| influence.weight)
}

/// Whether no bone's weight differs by more than it may.
fn differs_within(a: &[Influence], b: &[Influence], may: impl Fn(BoneId) -> f32) -> bool {
    let bones = a.iter().chain(b).map(|influence| influence.bone);
    let mut differences = bones.map(|bone| (bone, (weight_in(a, bone) - weight_in(b, bone)).abs()));
    differences.all(|(bone, difference)| difference <= may(bone))
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
