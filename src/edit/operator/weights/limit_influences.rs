//! Keeps the strongest influences of each vertex.

use crate::edit::EditError;
use crate::edit::draft::Draft;
use crate::edit::operator::spec::operator;
use crate::edit::weight_draft::{WeightPlan, counted};

operator! {
    /// Keeps the strongest influences of each vertex, and shares what is dropped among them. Locked bones are kept.
    LimitInfluences = "limit_influences" {
        /// The most influences a vertex may have.
        limit: u32,
        /// The vertices; null for all.
        #[serde(default)]
        vertices: Option<Vec<u32>> = "null",
    }
    example r##"{"op":"limit_influences","model":1,"limit":2,"vertices":null}"##
}

impl LimitInfluences {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut Draft<'_>,
    ) -> Result<String, EditError> {
        if self.limit == 0 {
            return Err(EditError::Value {
                argument: "limit",
                reason: "must be 1 or more".to_owned(),
            });
        }
        let limit = self.limit as usize;
        let plan = WeightPlan::of_each(draft.model, self.vertices.as_deref())?;
        let plan = plan.with_rules(|rules| rules.with_normalising(false).with_limit(limit));
        let mut weights = plan.begin(draft.model);
        let mut largest: f32 = 0.0;
        for place in weights.pen.places() {
            let own = weights.weights(place);
            if own.len() > limit {
                let mut sorted: Vec<f32> = own.iter().map(|influence| influence.weight).collect();
                sorted.sort_by(|a, b| b.total_cmp(a));
                largest = largest.max(sorted.get(limit).copied().unwrap_or(0.0));
                weights.replace(place, &own);
            }
        }
        let count = weights.finish(draft);
        if count > 0 {
            draft.note(format!(
                "the strongest influence that was dropped had weight {largest:.4}"
            ));
        }
        Ok(format!("Limit influences to {limit}, {}", counted(count)))
    }
}
