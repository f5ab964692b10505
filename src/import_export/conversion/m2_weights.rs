//! Groups of bones to weights: at most four bones a vertex, each weight a byte.

use super::m2_bones::BonePlan;
use super::m2_four::FourChooser;
use super::mdx_groups::whole;
use crate::document::Model;
use crate::import_export::Report;
use crate::mesh::{Influence, SLOTS};
use crate::skinning::quantise_weights;

/// Bones that a vertex can name.
const NAMEABLE: u32 = 256;

/// What making weights cost.
#[derive(Debug, Default)]
pub struct Weights {
    /// Whether some vertex hangs on the bone that nothing moves.
    pub needs_still: bool,
    chooser: Option<FourChooser>,
    dropped: usize,
    largest_dropped: f32,
    rounded: usize,
    largest_rounding: f32,
    out_of_reach: usize,
}

impl Weights {
    /// Whether vertices may be elsewhere than they were.
    pub fn is_inexact(&self) -> bool {
        self.dropped + self.rounded + self.out_of_reach > 0
    }

    /// The four slots of a vertex of `model`, with bones of the target.
    pub fn slots(&mut self, model: &Model, vertex: usize, plan: &BonePlan) -> [Influence; SLOTS] {
        let mut all = whole(model.vertices.influences.of(vertex), |bone| {
            plan.bone(bone).is_some()
        });
        all.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let sum = |list: &[Influence]| list.iter().map(|one| one.weight).sum::<f32>();
        let total = sum(&all);
        if all.len() > SLOTS {
            let position = model.vertices.positions.get(vertex).copied();
            let chooser = self.chooser.get_or_insert_with(|| FourChooser::new(model));
            all = chooser.choose(position.unwrap_or_default(), &all);
            self.dropped += 1;
            self.largest_dropped = self.largest_dropped.max((total - sum(&all)) / total);
        }
        let kept = sum(&all);
        for one in &mut all {
            one.bone = plan.bone(one.bone).unwrap_or(plan.still());
        }
        let unreachable = |one: &Influence| one.bone.0 >= NAMEABLE;
        self.out_of_reach += usize::from(all.iter().any(unreachable));
        let weights: [f32; SLOTS] =
            std::array::from_fn(|slot| all.get(slot).map_or(0.0, |one| one.weight / kept));
        let bytes = quantise_weights(weights).map(|byte| f32::from(byte) / 255.0);
        let off = weights.iter().zip(&bytes).map(|(a, b)| (a - b).abs());
        let off = off.fold(0.0, f32::max);
        if off > 1e-6 {
            self.rounded += 1;
            self.largest_rounding = self.largest_rounding.max(off);
        }
        let slots = std::array::from_fn(|slot| match (all.get(slot), bytes.get(slot)) {
            (Some(one), Some(&weight)) => Influence {
                bone: one.bone,
                weight,
            },
            _ => Influence::NONE,
        });
        let on_still = |one: &Influence| one.bone == plan.still() && one.weight > 0.0;
        self.needs_still |= slots.iter().any(on_still);
        slots
    }

    /// Says what was lost.
    pub fn tell(&self, report: &mut Report) {
        if self.dropped > 0 {
            let what = format!(
                "{} vertices go with more than 4 bones; 4 are kept",
                self.dropped
            );
            let error = f64::from(self.largest_dropped);
            report.lose("vertices.influences", what, error, "weight");
        }
        if self.rounded > 0 {
            let what = format!(
                "the weights of {} vertices are rounded to bytes",
                self.rounded
            );
            let error = f64::from(self.largest_rounding);
            report.lose("vertices.influences", what, error, "weight");
        }
        if self.out_of_reach > 0 {
            let what = format!(
                "{} vertices go with a bone past number 255, which no vertex can name",
                self.out_of_reach
            );
            report.lose("vertices.influences", what, 1.0, "weight");
        }
    }
}
