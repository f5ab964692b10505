//! Copies the weights of vertices and puts them on others.

use super::Editor;
use crate::document::ModelId;
use crate::edit::operator::SetVertexWeights;
use crate::edit::{InfluenceArgument, Operator};
use crate::mesh::Influence;

/// Weights that were copied, vertex by vertex.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeightClipboard {
    model: Option<ModelId>,
    /// The weights of each copied vertex; coincident vertices count once.
    rows: Vec<Vec<Influence>>,
}

/// How copied weights are put on vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasteWeights {
    /// One on one, in the order of the vertices; a single one on all.
    EachToEach,
    /// The mean of all that were copied on each.
    Average,
}

impl Editor {
    /// Copies the weights of the selected vertices.
    pub(super) fn copy_weights(&mut self) {
        let rows = self.rows_of_places().into_iter().map(|(_, row)| row);
        let rows: Vec<Vec<Influence>> = rows.collect();
        if rows.is_empty() {
            self.refuse("Select the vertices to copy weights from.");
            return;
        }
        self.last_action = Some(match rows.len() {
            1 => "Copied the weights of 1 vertex".to_owned(),
            count => format!("Copied the weights of {count} vertices"),
        });
        self.weight_clipboard = WeightClipboard {
            model: self.selection.model,
            rows,
        };
    }

    /// An operator that puts copied weights on the selected vertices, or a sentence why there is
    /// none.
    pub fn pasted_weights(&self, how: PasteWeights) -> Result<Operator, String> {
        let copied = &self.weight_clipboard;
        if copied.rows.is_empty() {
            return Err("No weights were copied yet.".to_owned());
        }
        if copied.model != self.selection.model {
            return Err("The copied weights are of another model's bones.".to_owned());
        }
        let places = self.rows_of_places();
        if places.is_empty() {
            return Err("Select the vertices to paste weights on.".to_owned());
        }
        let rows = match how {
            PasteWeights::Average => vec![mean(&copied.rows)],
            PasteWeights::EachToEach if copied.rows.len() == 1 => copied.rows.clone(),
            PasteWeights::EachToEach if copied.rows.len() == places.len() => copied.rows.clone(),
            PasteWeights::EachToEach => {
                return Err(format!(
                    "{} points were copied and {} are selected; select as many, or paste the \
                     average.",
                    copied.rows.len(),
                    places.len()
                ));
            }
        };
        let is_one = rows.len() == 1;
        let mut vertices = Vec::new();
        let mut influences: Vec<Vec<InfluenceArgument>> = Vec::new();
        for (at, (members, _)) in places.iter().enumerate() {
            let row = rows.get(if is_one { 0 } else { at });
            for &vertex in members {
                vertices.push(vertex);
                if !is_one || influences.is_empty() {
                    influences.push(row.map(|row| arguments(row)).unwrap_or_default());
                }
            }
        }
        let label = match how {
            PasteWeights::EachToEach => "Paste weights",
            PasteWeights::Average => "Paste average of weights",
        };
        let operator = SetVertexWeights {
            model: self.selection.model.map(|id| id.0),
            vertices,
            influences,
            label: label.to_owned(),
        };
        Ok(operator.into())
    }

    /// The selected vertices, those that coincide together, with the weights of the first.
    fn rows_of_places(&self) -> Vec<(Vec<u32>, Vec<Influence>)> {
        let Some(model) = self.model() else {
            return Vec::new();
        };
        let topology = model.topology();
        let mut places: Vec<(Vec<u32>, Vec<Influence>)> = Vec::new();
        for &vertex in self.selection.vertices() {
            let members = match model.skin_settings.welds {
                true if topology.weld_of(vertex) != vertex => continue,
                true => topology.members(vertex).to_vec(),
                false => vec![vertex],
            };
            places.push((members, self.influences_of(vertex)));
        }
        places
    }
}

/// The mean of several rows of weights.
fn mean(rows: &[Vec<Influence>]) -> Vec<Influence> {
    let share = 1.0 / rows.len().max(1) as f32;
    let mut mean: Vec<Influence> = Vec::new();
    for one in rows.iter().flatten() {
        let weight = one.weight * share;
        match mean.iter_mut().find(|other| other.bone == one.bone) {
            Some(other) => other.weight += weight,
            None => mean.push(Influence { weight, ..*one }),
        }
    }
    mean
}

fn arguments(row: &[Influence]) -> Vec<InfluenceArgument> {
    let argument = |one: &Influence| InfluenceArgument {
        bone: one.bone.into(),
        weight: one.weight.min(1.0),
    };
    row.iter().map(argument).collect()
}
