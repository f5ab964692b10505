//! Gives vertices all-new weights.

use super::bones_of::check_share;
use crate::edit::draft::Draft;
use crate::edit::operator::spec::operator;
use crate::edit::weight_draft::{WeightPlan, counted};
use crate::edit::{EditError, InfluenceArgument};
use crate::mesh::Influence;

operator! {
    /// Gives each vertex all-new weights: what was copied, computed or loaded. Locked bones keep theirs, and the settings say what becomes of the sum.
    SetVertexWeights = "set_vertex_weights" {
        /// The vertices, each once.
        vertices: Vec<u32>,
        /// The influences of each; one list for all vertices, or one for each of them.
        influences: Vec<Vec<InfluenceArgument>>,
        /// What the history calls it; empty for the usual name.
        #[serde(default)]
        label: String = "\"\"",
    }
    example r##"{"op":"set_vertex_weights","model":1,"vertices":[0,1],"influences":[[{"bone":"#0","weight":1.0}],[{"bone":"#0","weight":0.25},{"bone":"#1","weight":0.75}]],"label":""}"##
}

impl SetVertexWeights {
    /// The operator that gives each of these vertices its row of influences.
    pub fn of_rows(
        model: Option<u32>,
        vertices: Vec<u32>,
        rows: &[Vec<Influence>],
        label: String,
    ) -> Self {
        let argument = |influence: &Influence| InfluenceArgument {
            bone: influence.bone.into(),
            weight: influence.weight,
        };
        let rows = rows.iter();
        Self {
            model,
            vertices,
            influences: rows.map(|row| row.iter().map(argument).collect()).collect(),
            label,
        }
    }

    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut Draft<'_>,
    ) -> Result<String, EditError> {
        let rows = self.rows(draft)?;
        let plan = WeightPlan::new(draft.model, Some(&self.vertices))?;
        let mut weights = plan.begin(draft.model);
        let last = rows.len().saturating_sub(1);
        let mut seen = std::collections::HashSet::with_capacity(self.vertices.len());
        for (at, &vertex) in self.vertices.iter().enumerate() {
            // Of coincident vertices the first of the list counts.
            let is_first = weights
                .pen
                .place_of(vertex)
                .filter(|&place| seen.insert(place));
            if let (Some(place), Some(row)) = (is_first, rows.get(at.min(last))) {
                weights.replace(place, row);
            }
        }
        let count = weights.finish(draft);
        Ok(if self.label.is_empty() {
            format!("Set weights of {}", counted(count))
        } else {
            self.label.clone()
        })
    }

    /// The influences, each bone once a row.
    fn rows(&self, draft: &Draft<'_>) -> Result<Vec<Vec<Influence>>, EditError> {
        if self.influences.len() != 1 && self.influences.len() != self.vertices.len() {
            return Err(EditError::Value {
                argument: "influences",
                reason: format!(
                    "has {} lists for {}; give one for all, or one for each",
                    self.influences.len(),
                    counted(self.vertices.len())
                ),
            });
        }
        let mut rows = Vec::with_capacity(self.influences.len());
        for list in &self.influences {
            let mut row: Vec<Influence> = Vec::with_capacity(list.len());
            for InfluenceArgument { bone, weight } in list {
                check_share("weight", *weight)?;
                let (_, bone) = draft.bone(bone)?;
                match row.iter_mut().find(|influence| influence.bone == bone) {
                    Some(influence) => influence.weight += weight,
                    None => row.push(Influence {
                        bone,
                        weight: *weight,
                    }),
                }
            }
            rows.push(row);
        }
        Ok(rows)
    }
}
