//! A stroke over corners, heights or marks as the tool behind every stroke, live or replayed.

use super::ground_work::{GroundTouched, GroundWork, counted};
use crate::brush::Footprint;
use crate::document::Terrain;
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::terrain_stroke::GroundTool;
use crate::edit::{ChunkFields, EditError, GroundSample, TerrainChanges, TerrainPatch};
use crate::terrain::{ChunkPlace, Corner};
use std::collections::BTreeMap;

/// A stroke over corners, heights or marks, and what was there before it.
#[derive(Debug)]
pub struct GroundPainter {
    work: GroundWork,
    /// What the history calls it, with `{}` for what changed.
    label: String,
    unshown: Vec<GroundTouched>,
    corners: BTreeMap<u32, Corner>,
    chunks: BTreeMap<ChunkPlace, ChunkFields>,
}

impl GroundPainter {
    /// A painter that has touched nothing; `label` has `{}` for what changed.
    pub fn boxed(work: GroundWork, label: impl Into<String>) -> Box<dyn GroundTool> {
        Box::new(Self {
            work,
            label: label.into(),
            unshown: Vec::new(),
            corners: BTreeMap::new(),
            chunks: BTreeMap::new(),
        })
    }
}

impl GroundTool for GroundPainter {
    fn dab(&mut self, terrain: &Terrain, sample: GroundSample, _footprint: &mut Footprint) {
        let touched = self.work.dab(terrain, &sample);
        self.unshown.push(touched);
    }

    fn show(&mut self, terrain: &mut Terrain, changes: &mut TerrainChanges) {
        for touched in std::mem::take(&mut self.unshown) {
            if let Some(mut patch) = self.work.corner_patch(&touched.corners) {
                patch.exchange(terrain, changes);
                if let TerrainPatch::Corners(corners) = patch {
                    for (index, corner) in corners {
                        self.corners.entry(index).or_insert(corner);
                    }
                }
            }
            if let Some(mut patch) = self.work.chunk_patch(&touched.chunks) {
                patch.exchange(terrain, changes);
                if let TerrainPatch::ChunkFields(chunks) = patch {
                    for (place, fields) in chunks {
                        self.chunks.entry(place).or_default().keep_first(*fields);
                    }
                }
            }
        }
    }

    fn put_back(&mut self, terrain: &mut Terrain, changes: &mut TerrainChanges) {
        let corners = std::mem::take(&mut self.corners);
        if !corners.is_empty() {
            TerrainPatch::Corners(corners.into_iter().collect()).exchange(terrain, changes);
        }
        let chunks = std::mem::take(&mut self.chunks).into_iter();
        let chunks: Vec<_> = chunks
            .map(|(place, fields)| (place, Box::new(fields)))
            .collect();
        if !chunks.is_empty() {
            TerrainPatch::ChunkFields(chunks).exchange(terrain, changes);
        }
    }

    fn finish(&mut self, draft: &mut TerrainDraft<'_>) -> Result<String, EditError> {
        let changed = match &self.work {
            GroundWork::Corners(work) => {
                for (index, corner) in work.corners() {
                    draft.set_corner(*index, *corner);
                }
                counted(work.corners().len(), "corner")
            }
            GroundWork::Tiles(work) => {
                for (place, fields) in work.fields() {
                    *draft.fields_mut(*place) = fields.clone();
                }
                counted(work.fields().len(), "map chunk")
            }
        };
        self.work.tell(draft);
        Ok(self.label.replace("{}", &changed))
    }
}
