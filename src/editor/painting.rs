//! How the editor paints weights: strokes begin, go on and end here, wherever they come from.

use super::paint_surface::DabAsk;
use super::{Editor, Toast, ViewIntent, ViewSetting, WeightBrush, WeightColours, WeightView};
use super::{PaintSurface, Sight};
use crate::brush::{DabPath, FalloffTable, PathPoint};
use crate::edit::operator::PaintWeights;
use crate::edit::{ChangeSet, DabArgument, StrokeMemory, WeightStroke};
use crate::math::Vec3;
use crate::mesh::SurfaceHit;
use crate::skinning::PaintMode;

/// Where a pointer is, and how hard it is pressed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrokePoint {
    /// What it points at.
    pub sight: Sight,
    /// Pressure of a pen, 0 to 1; 1 for a mouse.
    pub pressure: f32,
}

/// How a stroke begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrokeStart {
    /// Where.
    pub point: StrokePoint,
    /// Whether the brush does the opposite.
    pub inverts: bool,
    /// Whether it smooths, whatever it does else.
    pub smooths: bool,
}

/// A stroke in progress.
#[derive(Debug)]
pub struct Painting {
    stroke: WeightStroke,
    brush: WeightBrush,
    falloff: FalloffTable,
    radius: f32,
    path: DabPath,
    last: Option<Vec3>,
    dab: DabArgument,
}

/// What painting keeps from stroke to stroke.
#[derive(Debug, Default)]
pub struct PaintState {
    /// The posed surface.
    pub surface: PaintSurface,
    pub(super) memory: StrokeMemory,
    pub(super) running: Option<Painting>,
}

impl Editor {
    /// Whether a stroke is being painted.
    pub fn is_painting(&self) -> bool {
        self.painting.running.is_some()
    }

    /// The posed surface, as it was when it was last brought up to date.
    pub fn paint_surface(&self) -> &PaintSurface {
        &self.painting.surface
    }

    /// Shows all geosets, vertices and bones.
    pub(super) fn show_everything(&mut self) {
        self.view.hidden_geosets.clear();
        self.view.hidden_vertices.clear();
        self.view.hidden_bones.clear();
    }

    /// Brings the posed surface up to date, for whoever asks what is under the pointer.
    pub fn refresh_surface(&mut self) {
        if self.is_painting() {
            // A stroke goes over the surface as it was when it began.
            return;
        }
        let changes = std::mem::take(&mut self.changes);
        self.note_surface(&changes);
        self.changes = changes;
        let document = self.document_number();
        let Some(model) = self.selection.model.and_then(|id| self.document.model(id)) else {
            return;
        };
        let view = &self.view;
        self.painting.surface.refresh(
            document,
            model,
            &self.pose.model_from_bind,
            &view.hidden_geosets,
            &view.hidden_vertices,
        );
    }

    /// Keeps the surface in step with what edits touched.
    pub(super) fn note_surface(&mut self, changes: &ChangeSet) {
        if let Some(model) = self.selection.model.and_then(|id| self.document.model(id)) {
            self.painting.surface.note(model, changes);
        }
    }

    /// Begins a stroke, or says why it can't be.
    pub(super) fn begin_stroke(&mut self, start: &StrokeStart) {
        self.cancel_gesture();
        self.playback.stop();
        self.refresh_surface();
        let Some(model) = self.model() else {
            self.refuse("There is no model to paint. Open one first.");
            return;
        };
        if model.vertices.is_empty() {
            let text = format!(
                "'{}' has no mesh, so there are no weights to paint.",
                model.title
            );
            self.refuse(text);
            return;
        }
        if self.shows_target() {
            let toast = Toast::refusal(
                "What the game will get is shown, and that can't be painted. Press T to see the weights.",
            );
            let weights = WeightView {
                colours: WeightColours::OneBone,
                ..self.view.weights
            };
            let fix = ViewIntent::Set(ViewSetting::Weights(weights));
            self.toast(toast.with_fix("Show the weights", fix.into()));
            return;
        }
        let (mode, value) = self.brush.held(start.inverts, start.smooths);
        let bone = self.selection.active_bone();
        if mode.has_bone() && bone.is_none() {
            self.refuse("No bone is picked, so there is no weight to paint. Alt+click the skin or a bone, or click one in the outliner.");
            return;
        }
        if self.painting.surface.is_empty() {
            let toast =
                Toast::refusal("All of the model is hidden, and hidden faces are not painted.");
            self.toast(toast.with_fix("Show all", ViewIntent::ShowEverything.into()));
            return;
        }
        let operator = PaintWeights {
            model: self.selection.model.map(|id| id.0),
            bone: bone.filter(|_| mode.has_bone()).map(Into::into),
            mode: mode.into(),
            value,
            accumulate: self.brush.accumulates,
            mirror: self.brush.mirrors,
            normalise_after: self.brush.normalises_after,
            vertices: self.paint_mask(),
            ..PaintWeights::default()
        };
        let radius = self.brush.radius(model.size());
        let memory = std::mem::take(&mut self.painting.memory);
        match WeightStroke::begin(&self.document, operator.clone(), memory) {
            Ok(stroke) => {
                self.painting.running = Some(Painting {
                    stroke,
                    falloff: FalloffTable::new(&self.brush.falloff, self.brush.hardness),
                    brush: WeightBrush {
                        mode,
                        ..self.brush.clone()
                    },
                    radius,
                    path: DabPath::default(),
                    last: None,
                    dab: DabArgument::default(),
                });
                self.continue_stroke(&[start.point]);
            }
            Err(refused) => {
                let (error, memory) = *refused;
                self.painting.memory = memory;
                self.refuse_edit(&error, &operator.into());
            }
        }
    }

    /// Paints on along the points that the pointer passed.
    pub(super) fn continue_stroke(&mut self, points: &[StrokePoint]) {
        let Some(mut painting) = self.painting.running.take() else {
            return;
        };
        let mut changes = ChangeSet::default();
        let model = painting.stroke.model();
        for point in points {
            let Some(hit) = self.painting.surface.hit(&point.sight.ray) else {
                // Off the surface the path breaks: nothing is painted across the gap.
                painting.path.lift();
                painting.last = None;
                continue;
            };
            let (by_size, _) = painting.brush.pressed(point.pressure);
            let step = painting.brush.spacing.max(0.01) * painting.radius * by_size;
            let next = PathPoint {
                place: hit.point,
                pressure: point.pressure,
            };
            for dab in painting.path.advance(next, step) {
                let (by_size, by_strength) = painting.brush.pressed(dab.pressure);
                let radius = painting.radius * by_size;
                let centre = dab.place;
                let motion = painting.last.map(|last| centre - last);
                painting.last = Some(centre);
                let centre = SurfaceHit {
                    point: centre,
                    ..hit
                };
                let strength = painting.brush.strength * by_strength;
                let surface = &mut self.painting.surface;
                let ask = DabAsk {
                    brush: &painting.brush,
                    falloff: &painting.falloff,
                    centre: &centre,
                    radius,
                    strength,
                    sight: &point.sight,
                };
                surface.dab(&ask, &mut painting.dab);
                if painting.brush.mode == PaintMode::Smear {
                    let Some(motion) = motion else { continue };
                    surface.drag_sources(&motion, &mut painting.dab);
                }
                if !painting.dab.vertices.is_empty() {
                    let touched = painting.stroke.dab(&mut self.document, &painting.dab);
                    changes.vertices.entry(model).or_default().join(&touched);
                }
            }
        }
        self.changes.merge(changes);
        self.painting.running = Some(painting);
    }

    /// Ends the stroke: one entry of the history, if it touched anything.
    pub(super) fn end_stroke(&mut self) {
        let Some(painting) = self.painting.running.take() else {
            return;
        };
        let focus = self.entry_focus();
        let (applied, operator, memory) =
            painting
                .stroke
                .commit(&mut self.document, &mut self.history, focus);
        self.painting.memory = memory;
        match applied {
            Ok(Some(applied)) => self.edited(applied.changes, applied.label, &applied.notes),
            Ok(None) => {}
            Err(error) => self.refuse_edit(&error, &operator),
        }
    }

    /// Ends the stroke and puts everything back.
    pub(super) fn cancel_stroke(&mut self) {
        let Some(painting) = self.painting.running.take() else {
            return;
        };
        let (changes, memory) = painting.stroke.cancel(&mut self.document);
        self.painting.memory = memory;
        self.changes.merge(changes);
    }

    /// The vertices a stroke may change: those selected, if any are and the brush keeps to them, and
    /// never hidden ones; `None` for all.
    fn paint_mask(&self) -> Option<Vec<u32>> {
        let hidden = &self.view.hidden_vertices;
        let selected = self.selection.vertices();
        if self.brush.keeps_to_selection && !selected.is_empty() {
            let shown = selected.iter().copied();
            return Some(shown.filter(|vertex| !hidden.contains(vertex)).collect());
        }
        (!hidden.is_empty()).then(|| self.shown_vertices.clone())
    }
}
