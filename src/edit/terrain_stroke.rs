//! A stroke of a brush on the ground in progress: every dab shows at once, and the history gets one
//! entry.

use super::history::Applied;
use super::protected_places::tell_places_elsewhere;
use super::terrain_draft::TerrainDraft;
use super::{
    ChangeSet, EditError, EntryFocus, GroundSample, History, Operator, TerrainBrush,
    TerrainChanges, TerrainMasks,
};
use crate::brush::{Falloff, FalloffTable, Footprint, GridBrush};
use crate::document::{Document, Terrain, TerrainId};
use crate::terrain::ChunkPlace;

/// What a brush does to the ground: one for each shape of terrain and kind of work, behind every
/// stroke, live or replayed.
///
/// It works on copies of what it touches, taken when first touched, so that what it shows meanwhile
/// does not count for what comes.
pub(super) trait GroundTool: std::fmt::Debug + Send {
    /// A place as near to a dab's as nobody sees, where it costs less.
    fn settled(&self, sample: GroundSample) -> GroundSample {
        sample
    }

    /// Takes a dab in; `footprint` is memory to use again.
    fn dab(&mut self, terrain: &Terrain, sample: GroundSample, footprint: &mut Footprint);

    /// Writes what dabs changed since it was last shown.
    fn show(&mut self, terrain: &mut Terrain, changes: &mut TerrainChanges);

    /// Writes back what was there before the stroke, bit by bit.
    fn put_back(&mut self, terrain: &mut Terrain, changes: &mut TerrainChanges);

    /// Map chunks that it reached and that could take no further texture.
    fn crowded(&self) -> Vec<ChunkPlace> {
        Vec::new()
    }

    /// Puts everything into `draft`, on the terrain as it was before the stroke; gives the label.
    fn finish(&mut self, draft: &mut TerrainDraft<'_>) -> Result<String, EditError>;
}

/// Lists the operators that are strokes on the ground.
macro_rules! strokes {
    ($($name:ident),+) => {
        /// What an operator's brush does; `None` for one without a brush on the ground.
        fn tool_of(
            operator: &Operator,
            draft: &TerrainDraft<'_>,
        ) -> Option<Result<Box<dyn GroundTool>, EditError>> {
            match operator {
                $(Operator::$name(operator) => Some(operator.tool(draft)),)+
                _ => None,
            }
        }

        /// What an operator's brush leaves alone.
        fn masks_of(operator: &Operator) -> Option<&TerrainMasks> {
            match operator {
                $(Operator::$name(operator) => Some(&operator.masks),)+
                _ => None,
            }
        }

        /// The way of an operator's brush.
        fn samples_of(operator: &mut Operator) -> Option<&mut Vec<GroundSample>> {
            match operator {
                $(Operator::$name(operator) => Some(&mut operator.samples),)+
                _ => None,
            }
        }
    };
}
strokes!(
    PaintTextureLayer,
    PaintTextureSwap,
    SmoothTextureLayers,
    SculptTerrain,
    PaintCorners,
    PaintCornerFlags,
    SetWaterLevel,
    PaintHoles,
    PaintVertexColours,
    SetAreaId,
    SetChunkFlags
);

/// Memory that strokes use again.
#[derive(Debug, Default)]
pub struct GroundMemory {
    footprint: Footprint,
}

/// A stroke on the ground that the history does not know of yet.
///
/// Between `begin` and `commit` or `cancel` nothing else may edit the document. Dropping a stroke
/// leaves what it painted in the document, so always end it.
#[derive(Debug)]
#[must_use = "end a stroke with commit or cancel"]
pub struct TerrainStroke {
    terrain: TerrainId,
    operator: Operator,
    tool: Box<dyn GroundTool>,
    samples: Vec<GroundSample>,
    memory: GroundMemory,
}

impl TerrainStroke {
    /// Starts a stroke that does what `operator` says; samples it already has are left out.
    ///
    /// # Errors
    /// Whatever forbids the operator, and one that has no brush on the ground.
    pub fn begin(
        document: &Document,
        mut operator: Operator,
        memory: GroundMemory,
    ) -> Result<Self, Box<(EditError, GroundMemory)>> {
        if let Some(samples) = samples_of(&mut operator) {
            samples.clear();
        }
        let begun = TerrainDraft::new(document, operator.terrain()).and_then(|draft| {
            let no_brush = EditError::Value {
                argument: "op",
                reason: "is no stroke of a brush on the ground".to_owned(),
            };
            let tool = tool_of(&operator, &draft).ok_or(no_brush)??;
            Ok((draft.terrain.id, tool))
        });
        match begun {
            Ok((terrain, tool)) => Ok(Self {
                terrain,
                operator,
                tool,
                samples: Vec::new(),
                memory,
            }),
            Err(error) => Err(Box::new((error, memory))),
        }
    }

    /// The terrain that is worked on.
    pub fn terrain(&self) -> TerrainId {
        self.terrain
    }

    /// A place as near to a dab's as nobody sees, where it costs less: what a brush in the hand gives
    /// to [`TerrainStroke::dab`].
    pub fn settled(&self, sample: GroundSample) -> GroundSample {
        self.tool.settled(sample)
    }

    /// Works a dab in and shows it; gives what changed. A sample that is no number does nothing.
    pub fn dab(&mut self, document: &mut Document, sample: GroundSample) -> ChangeSet {
        let mut changes = ChangeSet::default();
        if let Some(terrain) = document.terrain_mut(self.terrain)
            && sample.is_sound()
        {
            self.samples.push(sample);
            self.tool.dab(terrain, sample, &mut self.memory.footprint);
            self.tool.show(terrain, &mut changes.terrain);
        }
        changes
    }

    /// Ends the stroke: the document is as it was at `begin`, bit by bit.
    pub fn cancel(mut self, document: &mut Document) -> (ChangeSet, GroundMemory) {
        let changes = self.put_back(document);
        (changes, self.memory)
    }

    /// Map chunks that it reached and that could take no further texture.
    pub fn crowded(&self) -> Vec<ChunkPlace> {
        self.tool.crowded()
    }

    /// Ends the stroke: the document is as it was at `begin`. Gives the operator that would do it.
    pub fn release(mut self, document: &mut Document) -> (ChangeSet, Operator, GroundMemory) {
        let changes = self.put_back(document);
        let mut operator = self.operator;
        if let Some(samples) = samples_of(&mut operator) {
            *samples = self.samples;
        }
        (changes, operator, self.memory)
    }

    /// Ends the stroke: what it painted becomes one entry of the history.
    ///
    /// `None` if it had no dab.
    pub fn commit(
        mut self,
        document: &mut Document,
        history: &mut History,
        focus: EntryFocus,
    ) -> (Result<Option<Applied>, EditError>, Operator, GroundMemory) {
        let changes = self.put_back(document);
        let mut operator = self.operator;
        if let Some(samples) = samples_of(&mut operator) {
            *samples = self.samples;
        }
        let is_empty = samples_of(&mut operator).is_none_or(|samples| samples.is_empty());
        let applied = if is_empty {
            Ok(None)
        } else {
            history
                .apply_stroke(document, &operator, focus, changes)
                .map(Some)
        };
        (applied, operator, self.memory)
    }

    fn put_back(&mut self, document: &mut Document) -> ChangeSet {
        let mut changes = ChangeSet::default();
        if let Some(terrain) = document.terrain_mut(self.terrain) {
            self.tool.put_back(terrain, &mut changes.terrain);
        }
        changes
    }
}

/// Tells what of an operator's brush has no meaning on the ground.
pub(super) fn tell_of_brush(operator: &Operator, draft: &mut TerrainDraft<'_>) {
    if let Some(masks) = masks_of(operator) {
        tell_places_elsewhere(masks, draft);
    }
}

/// Does a whole stroke at once and puts it into `draft`; gives the label.
pub(super) fn draft_stroke(
    mut tool: Box<dyn GroundTool>,
    samples: &[GroundSample],
    draft: &mut TerrainDraft<'_>,
) -> Result<String, EditError> {
    if samples.is_empty() {
        return Err(EditError::Empty {
            argument: "samples",
        });
    }
    let mut footprint = Footprint::default();
    for sample in samples {
        tool.dab(draft.terrain, *sample, &mut footprint);
    }
    tool.finish(draft)
}

impl TerrainBrush {
    /// The brush over a grid whose spots are so many world units apart.
    pub(super) fn on_grid(&self, step: f32) -> GridBrush {
        GridBrush {
            radius: self.radius / step,
            shape: self.shape.into(),
            falloff: FalloffTable::new(&Falloff::from(&self.falloff), self.hardness),
        }
    }
}
