//! A stroke of a brush in progress: every dab shows at once, and the history gets one entry.

use super::dab_log::DabLog;
use super::history::Applied;
use super::operator::PaintWeights;
use super::{ChangeSet, DabArgument, EditError, EntryFocus, History, Operator};
use crate::brush::StrokeStrengths;
use crate::document::{Document, ModelId};
use crate::mesh::VertexSet;
use crate::skinning::{
    BothSides, DabScratch, LiveWeights, OneSided, Originals, WeightDab, WeightPen,
    WeightStroke as Stroke, paint_dab, touched_places,
};

/// How many vertices ahead memory is asked for.
const LOOK_AHEAD: usize = 12;

/// Memory that strokes use again: starting one does not depend on the number of vertices.
#[derive(Debug, Default)]
pub struct StrokeMemory {
    originals: Originals,
    strengths: StrokeStrengths,
    scratch: DabScratch,
    grown: DabArgument,
    log: DabLog,
}

/// A stroke that the history does not know of yet.
///
/// Between `begin` and `commit` or `cancel` nothing else may edit the document. Dropping a stroke
/// leaves what it painted in the document, so always end it.
#[derive(Debug)]
#[must_use = "end a stroke with commit or cancel"]
pub struct WeightStroke {
    model: ModelId,
    operator: PaintWeights,
    stroke: Stroke,
    pen: WeightPen,
    sides: Option<BothSides>,
    memory: StrokeMemory,
}

impl WeightStroke {
    /// Starts a stroke that does what `operator` says; dabs it already has are left out.
    ///
    /// # Errors
    /// Whatever forbids the operator: no such bone, a locked one, no mesh.
    pub fn begin(
        document: &Document,
        mut operator: PaintWeights,
        mut memory: StrokeMemory,
    ) -> Result<Self, Box<(EditError, StrokeMemory)>> {
        operator.dabs.clear();
        let prepared = match operator.prepare(document) {
            Ok(prepared) => prepared,
            Err(error) => return Err(Box::new((error, memory))),
        };
        let count = prepared.vertex_count;
        memory.originals.begin(count);
        memory.strengths.begin(count);
        memory.log.clear();
        Ok(Self {
            model: prepared.model,
            stroke: prepared.stroke,
            pen: prepared.pen,
            sides: prepared.sides,
            operator,
            memory,
        })
    }

    /// The model that is painted.
    pub fn model(&self) -> ModelId {
        self.model
    }

    /// Paints a dab; gives the vertices that changed.
    ///
    /// A stroke that does not accumulate takes from the dab only what is stronger than before.
    pub fn dab(&mut self, document: &mut Document, dab: &DabArgument) -> VertexSet {
        let Some(model) = document.model_mut(self.model) else {
            return VertexSet::default();
        };
        let Self {
            stroke,
            pen,
            sides,
            memory,
            ..
        } = self;
        let StrokeMemory {
            originals,
            strengths,
            scratch,
            grown,
            log,
        } = memory;
        let shown = if stroke.is_in_order() {
            log.push(dab);
            dab
        } else {
            grown.vertices.clear();
            grown.strengths.clear();
            for (at, (&vertex, &strength)) in dab.vertices.iter().zip(&dab.strengths).enumerate() {
                if let Some(&ahead) = dab.vertices.get(at + LOOK_AHEAD) {
                    strengths.expect(ahead);
                }
                let place = pen.whole_place(vertex);
                if strengths.raise(place, strength) {
                    grown.vertices.push(place);
                    grown.strengths.push(strength);
                }
            }
            &*grown
        };
        let mut access = LiveWeights {
            influences: &mut model.vertices.influences,
            originals,
        };
        let dab = WeightDab {
            vertices: &shown.vertices,
            strengths: &shown.strengths,
            sources: &shown.sources,
        };
        match sides {
            None => paint_dab(pen, &mut access, stroke, dab, &OneSided, scratch),
            Some(sides) if stroke.is_in_order() => {
                let touched = touched_places(dab, |vertex| pen.whole_place(vertex));
                let strength = |place: u32| touched.get(&place).copied().unwrap_or_default();
                sides.paint_dab(pen, &mut access, stroke, dab, strength, scratch);
            }
            Some(sides) => {
                let strength = |place: u32| strengths.of(place);
                sides.paint_dab(pen, &mut access, stroke, dab, strength, scratch);
            }
        }
        let topology = pen.topology();
        let mut touched = VertexSet::with_room(shown.vertices.len());
        if sides.is_none() && !topology.has_welds() {
            touched.insert_all(&shown.vertices);
            return touched;
        }
        for &vertex in &shown.vertices {
            if topology.is_alone(vertex) {
                touched.insert(vertex);
            } else {
                touched.insert_all(topology.coincident(vertex));
            }
            if let Some(other) = sides.as_ref().and_then(|sides| sides.vertex(vertex)) {
                touched.insert_all(topology.coincident(other));
            }
        }
        touched
    }

    /// Ends the stroke: the document is as it was at `begin`, bit by bit.
    pub fn cancel(mut self, document: &mut Document) -> (ChangeSet, StrokeMemory) {
        let changes = self.put_back(document);
        (changes, self.memory)
    }

    /// Ends the stroke: what it painted becomes one entry of the history.
    ///
    /// `None` if it touched nothing.
    pub fn commit(
        mut self,
        document: &mut Document,
        history: &mut History,
        focus: EntryFocus,
    ) -> (Result<Option<Applied>, EditError>, Operator, StrokeMemory) {
        let changes = self.put_back(document);
        if self.stroke.is_in_order() {
            self.operator.dabs = self.memory.log.dabs();
        } else {
            let (vertices, strengths) = self.memory.strengths.touched().unzip();
            self.operator.dabs = vec![DabArgument {
                vertices,
                strengths,
                sources: Vec::new(),
            }];
        }
        let is_empty = self.operator.dabs.iter().all(|dab| dab.vertices.is_empty());
        let operator = Operator::from(self.operator);
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
        let Some(model) = document.model_mut(self.model) else {
            return changes;
        };
        let originals = &mut self.memory.originals;
        let touched = changes.vertices.entry(model.id).or_default();
        touched.extend(originals.kept().iter().map(|(vertex, ..)| *vertex));
        originals.exchange(&mut model.vertices.influences);
        changes
    }
}
