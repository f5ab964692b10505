//! Vertices with more influences than a vertex has room for: bones that stand for several.
//!
//! A vertex is moved by the average of its bones' matrices. That average is a matrix itself, so
//! each combination that occurs gets a row of its own behind the bones, which is filled for every
//! picture; its vertices follow this row alone, and nothing is lost.

use std::collections::HashMap;

use crate::document::Model;
use crate::math::Affine;
use crate::skinning::SkinBinding;

/// The combinations of a model.
#[derive(Debug, Default)]
pub(super) struct BlendedBones {
    /// Bones and shares of all combinations, one after the other; the shares of each sum to 1. A
    /// bone past the last one is the bind pose.
    parts: Vec<(u16, f32)>,
    /// Where the parts of each combination end.
    ends: Vec<usize>,
}

/// The row of the bone texture that moves a vertex alone, by vertex.
pub(super) type BlendedRows = HashMap<usize, u16>;

impl BlendedBones {
    /// The combinations of `model` and which vertices follow them, as far as `row_limit` rows go.
    pub fn of(model: &Model, row_limit: usize) -> (Self, BlendedRows) {
        let mut blended = Self::default();
        let mut rows = BlendedRows::new();
        if model.vertices.influences.overflow.is_empty() {
            return (blended, rows);
        }
        let bone_count = model.skeleton.bones.len();
        let row_limit = row_limit.min(usize::from(u16::MAX));
        let binding = SkinBinding::new(&model.vertices, &model.skeleton);
        let mut known: HashMap<Vec<(u16, u32)>, u16> = HashMap::new();
        for (vertex, influences) in binding.crowded() {
            let key = influences
                .iter()
                .map(|&(bone, share)| (bone, share.to_bits()))
                .collect();
            let next = bone_count + blended.ends.len();
            let row = match known.get(&key) {
                Some(row) => *row,
                None if next >= row_limit => continue,
                None => {
                    blended.parts.extend(influences);
                    blended.ends.push(blended.parts.len());
                    let row = next as u16;
                    known.insert(key, row);
                    row
                }
            };
            rows.insert(vertex, row);
        }
        (blended, rows)
    }

    /// Number of combinations.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Adds the matrix of every combination to `rows`, in their order.
    pub fn extend(&self, bones: &[Affine], rows: &mut Vec<[f32; 4]>) {
        let mut start = 0;
        for &end in &self.ends {
            let parts = self.parts.get(start..end).unwrap_or_default();
            start = end;
            let mut sum = [[0.0; 4]; 3];
            for &(bone, share) in parts {
                let matrix = bones.get(usize::from(bone)).unwrap_or(&Affine::IDENTITY);
                for (sum, row) in sum.iter_mut().zip(&matrix.rows) {
                    for (sum, value) in sum.iter_mut().zip(row) {
                        *sum += share * value;
                    }
                }
            }
            rows.extend(sum);
        }
    }
}
