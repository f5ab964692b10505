//! A stroke over corners, heights or marks of the ground in progress: every dab shows at once, and
//! the history gets one entry.

use super::ground::{GroundTouched, GroundWork};
use super::history::Applied;
use super::operator::Operator;
use super::terrain_draft::TerrainDraft;
use super::terrain_patch::{ChunkFields, TerrainPatch};
use super::{ChangeSet, EditError, EntryFocus, GroundSample, History};
use crate::document::{Document, TerrainId};
use crate::terrain::{ChunkPlace, Corner};
use std::collections::BTreeMap;

/// A stroke over the ground that the history does not know of yet.
///
/// Between `begin` and `commit` or `cancel` nothing else may edit the document. Dropping a stroke
/// leaves what it did in the document, so always end it.
#[derive(Debug)]
#[must_use = "end a stroke with commit or cancel"]
pub struct GroundStroke {
    terrain: TerrainId,
    operator: Operator,
    work: GroundWork,
    corners: BTreeMap<u32, Corner>,
    chunks: BTreeMap<ChunkPlace, ChunkFields>,
}

/// Does something with the operator if it is a stroke that is worked out dab by dab.
macro_rules! for_ground_brush {
    ($operator:expr, $brush:ident => $body:expr) => {
        match $operator {
            Operator::SculptTerrain($brush) => Some($body),
            Operator::PaintCorners($brush) => Some($body),
            Operator::PaintCornerFlags($brush) => Some($body),
            Operator::SetWaterLevel($brush) => Some($body),
            Operator::PaintHoles($brush) => Some($body),
            Operator::PaintVertexColours($brush) => Some($body),
            Operator::SetAreaId($brush) => Some($body),
            Operator::SetChunkFlags($brush) => Some($body),
            _ => None,
        }
    };
}

impl GroundStroke {
    /// Starts a stroke that does what `operator` says; samples it already has are left out.
    ///
    /// # Errors
    /// Whatever forbids the operator, and operators that are no strokes.
    pub fn begin(document: &Document, mut operator: Operator) -> Result<Self, EditError> {
        let draft = TerrainDraft::new(document, operator.terrain())?;
        let work = for_ground_brush!(&mut operator, brush => {
            brush.samples.clear();
            brush.work(&draft)
        });
        let work = work.unwrap_or_else(|| {
            Err(EditError::Value {
                argument: "op",
                reason: "is no stroke over corners, heights or marks of the ground".to_owned(),
            })
        })?;
        Ok(Self {
            terrain: draft.terrain.id,
            operator,
            work,
            corners: BTreeMap::new(),
            chunks: BTreeMap::new(),
        })
    }

    /// The terrain that is changed.
    pub fn terrain(&self) -> TerrainId {
        self.terrain
    }

    /// Touches what is under the brush; gives what changed. A sample that is no number is no dab.
    pub fn dab(&mut self, document: &mut Document, sample: GroundSample) -> ChangeSet {
        let [x, y] = sample.position;
        let Some(terrain) = document.terrain(self.terrain) else {
            return ChangeSet::default();
        };
        if ![x, y, sample.pressure].iter().all(|part| part.is_finite()) {
            return ChangeSet::default();
        }
        let touched = self.work.dab(terrain, &sample);
        for_ground_brush!(&mut self.operator, brush => brush.samples.push(sample));
        self.show(document, &touched)
    }

    /// Gives the document what the stroke made of the places touched, and keeps what was there
    /// before it.
    fn show(&mut self, document: &mut Document, touched: &GroundTouched) -> ChangeSet {
        let mut changes = ChangeSet::default();
        if let Some(patch) = self.work.corner_patch(&touched.corners) {
            let (more, before) = exchanged(document, self.terrain, patch);
            changes.merge(more);
            if let TerrainPatch::Corners(corners) = before {
                for (index, corner) in corners {
                    self.corners.entry(index).or_insert(corner);
                }
            }
        }
        if let Some(patch) = self.work.chunk_patch(&touched.chunks) {
            let (more, before) = exchanged(document, self.terrain, patch);
            changes.merge(more);
            if let TerrainPatch::ChunkFields(chunks) = before {
                for (place, fields) in chunks {
                    self.chunks.entry(place).or_default().keep_first(*fields);
                }
            }
        }
        changes
    }

    /// Ends the stroke: the document is as it was at `begin`, bit by bit.
    pub fn cancel(mut self, document: &mut Document) -> ChangeSet {
        self.put_back(document)
    }

    /// Ends the stroke: what it did becomes one entry of the history.
    ///
    /// `None` if it changed nothing.
    pub fn commit(
        mut self,
        document: &mut Document,
        history: &mut History,
        focus: EntryFocus,
    ) -> (Result<Option<Applied>, EditError>, Operator) {
        let is_empty = self.corners.is_empty() && self.chunks.is_empty();
        let mut changes = self.put_back(document);
        if is_empty {
            return (Ok(None), self.operator);
        }
        let applied = history
            .apply(document, &self.operator, focus)
            .map(|mut applied| {
                changes.merge(std::mem::take(&mut applied.changes));
                applied.changes = changes;
                Some(applied)
            });
        (applied, self.operator)
    }

    fn put_back(&mut self, document: &mut Document) -> ChangeSet {
        let mut changes = ChangeSet::default();
        let corners = std::mem::take(&mut self.corners);
        if !corners.is_empty() {
            let patch = TerrainPatch::Corners(corners.into_iter().collect());
            changes.merge(exchanged(document, self.terrain, patch).0);
        }
        let chunks = std::mem::take(&mut self.chunks).into_iter();
        let chunks: Vec<_> = chunks
            .map(|(place, fields)| (place, Box::new(fields)))
            .collect();
        if !chunks.is_empty() {
            let patch = TerrainPatch::ChunkFields(chunks);
            changes.merge(exchanged(document, self.terrain, patch).0);
        }
        changes
    }
}

/// Exchanges a part of a terrain; gives what changed, and what was there.
fn exchanged(
    document: &mut Document,
    terrain: TerrainId,
    mut patch: TerrainPatch,
) -> (ChangeSet, TerrainPatch) {
    let mut changes = ChangeSet::default();
    if let Some(terrain) = document.terrain_mut(terrain) {
        patch.exchange(terrain, &mut changes.terrain);
    }
    (changes, patch)
}
