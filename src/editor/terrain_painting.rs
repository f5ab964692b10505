//! Strokes on the ground: they begin, go on and end here, wherever they come from.
//!
//! - What a stroke shows is what its operator does: the history gets the same operator at the end.
//! - Esc and everything else that ends gestures puts a stroke back.

use super::ground_samples::GroundSamples;
use super::terrain_stroke_plan::{StrokeKeys, stroke_operator, with_samples};
use super::{
    Editor, GroundIntent, GroundTool, MarkMode, RegionDrag, StrokePoint, StrokeStart, Toast,
};
use crate::brush::{DabPath, PathPoint, even_line};
use crate::document::Terrain;
use crate::edit::operator::FillTexture;
use crate::edit::{ChangeSet, GroundPlane, GroundSample, GroundScope, Operator, TerrainStroke};
use crate::math::{Ray, Vec3};
use crate::terrain::{CHUNKS_OF_SIDE, ChunkPlace, GroundHit, HoleFill, TILE_YARDS};

/// Way between two looks for the map chunk below, as a part of its side.
const CHUNK_STEP: f32 = 0.1;

/// A stroke on the ground that is going on.
#[derive(Debug)]
pub(super) struct GroundStroke {
    /// Way between two dabs, world units.
    step: f32,
    path: DabPath,
    samples: GroundSamples,
    last: Option<PathPoint>,
    work: Work,
    /// Whether the user was told that it reaches a tile that is not loaded.
    told_of_left_tile: bool,
}

/// What the dabs of a stroke do.
#[derive(Debug)]
enum Work {
    /// A brush: every dab shows at once.
    Brush(Box<TerrainStroke>),
    /// An operator that is done anew with every dab, from the start.
    Again {
        operator: Box<Operator>,
        samples: Vec<GroundSample>,
    },
    /// A rectangle of the ground is marked.
    Mark(RegionDrag),
    /// Whole map chunks, each once.
    Chunks {
        terrain: u32,
        texture: String,
        places: Vec<ChunkPlace>,
    },
}

impl Editor {
    /// Whether a stroke on the ground goes on.
    pub fn is_on_ground(&self) -> bool {
        self.ground_stroke.is_some()
    }

    /// How far the stroke that goes on is turned where it is, degrees.
    pub fn ground_turn_deg(&self) -> Option<f32> {
        Some(self.ground_stroke.as_ref()?.samples.turn_deg())
    }

    /// Where a line of sight meets the ground that is shown; holes count as ground.
    pub fn ground_below(&self, ray: &Ray) -> Option<GroundHit> {
        self.terrain()?.shape.pick_ground(ray, HoleFill::Filled)
    }

    /// Begins a stroke, or says why it can't be.
    pub(super) fn begin_ground_stroke(&mut self, start: &StrokeStart) {
        let hit = self.ground_below(&start.point.sight.ray);
        if self.open_ground_stroke(start, hit.map(|hit| hit.position)) {
            self.continue_ground_stroke(&[start.point]);
        }
    }

    /// Draws a straight line in one stroke, or says why it can't be.
    pub(super) fn draw_ground_line(&mut self, from: Option<StrokePoint>, to: &StrokeStart) {
        let end = self.ground_point(&to.point);
        let begin = match from {
            Some(from) => self.ground_point(&from),
            None => self.ground_view.last_point.or(end),
        };
        let (Some(begin), Some(end)) = (begin, end) else {
            self.refuse("The line begins or ends beside the ground.");
            return;
        };
        let [x, y] = [begin.place.x, begin.place.y];
        let height = self.terrain().and_then(|it| it.shape.ground_height(x, y));
        if !self.open_ground_stroke(to, height.map(|z| Vec3::new(x, y, z))) {
            return;
        }
        if let Some(mut stroke) = self.ground_stroke.take() {
            if let Work::Mark(drag) = &mut stroke.work {
                self.mark_to(drag, &begin);
                self.mark_to(drag, &end);
            }
            let mut dabs = even_line(begin, end, stroke.step);
            if from.is_none() && dabs.len() > 1 {
                // There the last stroke was already.
                dabs.remove(0);
            }
            for dab in &dabs {
                self.tell_of_left_tile(&mut stroke, dab);
            }
            self.take_dabs(&mut stroke, &dabs);
            stroke.last = Some(end);
            self.ground_stroke = Some(stroke);
        }
        self.end_ground_stroke();
    }

    /// The point of a stroke on the map; `None` beside the ground.
    fn ground_point(&self, point: &StrokePoint) -> Option<PathPoint> {
        let hit = self.ground_below(&point.sight.ray)?;
        Some(PathPoint {
            // Dabs are apart on the map, not up a slope.
            place: Vec3::new(hit.position.x, hit.position.y, 0.0),
            pressure: point.pressure,
        })
    }

    /// Makes ready for a stroke that begins at a place of the ground, or says why it can't be;
    /// whether it is.
    fn open_ground_stroke(&mut self, start: &StrokeStart, place: Option<Vec3>) -> bool {
        self.cancel_gesture();
        self.playback.stop();
        let loaded = place.map(|place| {
            let reach = self.brush_reach();
            self.load_below_brush([place.x, place.y], reach)
        });
        if let Some(Err(reason)) = loaded {
            self.refuse(reason);
            return false;
        }
        let Some(terrain) = self.terrain() else {
            self.refuse("There is no map to paint on. Open one first.");
            return false;
        };
        let brush = self.ground_brush.clone();
        let tool = brush.tool;
        if let Some(reason) = tool.refusal(&terrain.shape) {
            self.refuse(reason);
            return false;
        }
        let texture = self.ground_view.texture.clone();
        let needs_texture = tool.has_texture() && !(start.smooths && tool == GroundTool::Paint);
        if needs_texture && texture.is_none() {
            self.toast(Toast::refusal(
                "No texture is chosen, so there is nothing to lay down. Click one in the panel \
                 Ground textures, or Alt+click the ground to pick the one that is there.",
            ));
            return false;
        }
        if tool == GroundTool::SwapTexture && brush.swapped.is_none() {
            self.refuse("Choose in the bar which texture is replaced.");
            return false;
        }
        let keys = StrokeKeys {
            texture: texture.as_deref(),
            inverts: start.inverts,
            smooths: start.smooths,
            height: place.map_or(0.0, |place| place.z),
            // Each stroke has a chance of its own, and the same one when it is done again.
            seed: u32::try_from(self.history.position()).unwrap_or(u32::MAX),
        };
        let plane = GroundPlane::of(&terrain.shape);
        let samples = GroundSamples::new(brush.clone(), plane, keys.seed);
        let (step, work) = match stroke_operator(terrain, &brush, keys) {
            None if tool == GroundTool::MarkRegion => {
                let mode = MarkMode::of_keys(start.inverts, start.smooths);
                let drag = RegionDrag::new(&self.ground_view.region, mode);
                (1.0, Work::Mark(drag))
            }
            None => {
                let places = Vec::new();
                let texture = texture.unwrap_or_default();
                let terrain = terrain.id.0;
                let work = Work::Chunks {
                    terrain,
                    texture,
                    places,
                };
                (TILE_YARDS / CHUNKS_OF_SIDE as f32 * CHUNK_STEP, work)
            }
            Some(operator @ Operator::SetCliffLevel(_)) => {
                let samples = Vec::new();
                let operator = Box::new(operator);
                let step = brush.spacing.max(0.01) * brush.radius(&terrain.shape);
                (step, Work::Again { operator, samples })
            }
            Some(operator) => {
                let step = brush.spacing.max(0.01) * brush.radius(&terrain.shape);
                let memory = std::mem::take(&mut self.ground_memory);
                match TerrainStroke::begin(&self.document, operator.clone(), memory) {
                    Ok(stroke) => (step, Work::Brush(Box::new(stroke))),
                    Err(refused) => {
                        let (error, memory) = *refused;
                        self.ground_memory = memory;
                        self.refuse_edit(&error, &operator);
                        return false;
                    }
                }
            }
        };
        let chunk = place.and_then(|place| self.ground_chunk_at(place.x, place.y));
        if chunk.is_some() && tool != GroundTool::MarkRegion {
            self.ground_view.chunk = chunk;
        }
        self.ground_stroke = Some(GroundStroke {
            step,
            path: DabPath::default(),
            samples,
            last: None,
            work,
            told_of_left_tile: false,
        });
        true
    }

    /// How far from the pointer the tool changes the ground, world units.
    fn brush_reach(&self) -> f32 {
        match self.terrain() {
            Some(terrain) if self.ground_brush.tool.has_radius() => {
                self.ground_brush.radius(&terrain.shape)
            }
            _ => 0.0,
        }
    }

    /// Says once in a stroke that it reaches a tile that is not loaded.
    fn tell_of_left_tile(&mut self, stroke: &mut GroundStroke, point: &PathPoint) {
        if stroke.told_of_left_tile {
            return;
        }
        let at = [point.place.x, point.place.y];
        if let Some((tile, _)) = self.left_tiles_around(at, self.brush_reach()).first() {
            stroke.told_of_left_tile = true;
            let text = format!(
                "The stroke reaches tile {}, {}, which is not loaded: nothing is painted on it, \
                 and textures may break off at its border. A stroke that begins there loads it.",
                tile.x, tile.y
            );
            self.toast(Toast::refusal(text));
        }
    }

    /// Goes on along the points that the pointer passed.
    pub(super) fn continue_ground_stroke(&mut self, points: &[StrokePoint]) {
        let Some(mut stroke) = self.ground_stroke.take() else {
            return;
        };
        for point in points {
            let Some(next) = self.ground_point(point) else {
                // Off the ground the path breaks: nothing is painted across the gap.
                stroke.path.lift();
                continue;
            };
            if let Work::Mark(drag) = &mut stroke.work {
                self.mark_to(drag, &next);
                continue;
            }
            self.tell_of_left_tile(&mut stroke, &next);
            let step = stroke.step * stroke.samples.size(next.pressure);
            let dabs = stroke.path.advance(next, step);
            stroke.last = Some(next);
            self.take_dabs(&mut stroke, &dabs);
        }
        self.ground_stroke = Some(stroke);
    }

    fn take_dabs(&mut self, stroke: &mut GroundStroke, dabs: &[PathPoint]) {
        let mut samples = Vec::with_capacity(dabs.len());
        for dab in dabs {
            samples.extend(stroke.samples.take(*dab));
        }
        self.take_samples(&mut stroke.work, &samples);
    }

    fn take_samples(&mut self, work: &mut Work, fresh: &[GroundSample]) {
        match work {
            Work::Brush(stroke) => {
                let mut changes = ChangeSet::default();
                for sample in fresh {
                    let sample = stroke.settled(*sample);
                    changes.merge(stroke.dab(&mut self.document, sample));
                }
                self.changes.merge(changes);
            }
            Work::Again { operator, samples } => {
                samples.extend(fresh);
                if !fresh.is_empty() {
                    self.update_gesture(with_samples((**operator).clone(), samples));
                }
            }
            Work::Mark(_) => {}
            Work::Chunks {
                terrain,
                texture,
                places,
            } => {
                let count = places.len();
                for sample in fresh {
                    let place = self.terrain().and_then(|it| chunk_below(it, sample));
                    let place = place.filter(|place| !self.is_chunk_protected(*place));
                    places.extend(place.filter(|place| !places.contains(place)));
                }
                if places.len() > count {
                    let chunks = places.iter();
                    let chunks = chunks.map(|it| [it.tile.x, it.tile.y, it.column, it.row]);
                    self.update_gesture(Operator::from(FillTexture {
                        terrain: Some(*terrain),
                        texture: texture.clone(),
                        scope: GroundScope::Chunks(chunks.collect()),
                    }));
                }
            }
        }
    }

    /// Ends the stroke: one entry of the history, if it touched anything.
    pub(super) fn end_ground_stroke(&mut self) {
        let Some(mut stroke) = self.ground_stroke.take() else {
            return;
        };
        if let Work::Mark(_) = stroke.work {
            self.last_action = Some(format!("Marked: {}", self.ground_view.region.text()));
            return;
        }
        let waiting = stroke.samples.end();
        self.take_samples(&mut stroke.work, waiting.as_slice());
        self.ground_view.last_point = stroke.last;
        let Work::Brush(stroke) = stroke.work else {
            self.commit_gesture();
            return;
        };
        let crowded = stroke.crowded();
        if self.ground_brush.asks_fifth && !crowded.is_empty() {
            let (changes, operator, memory) = stroke.release(&mut self.document);
            self.ground_memory = memory;
            self.changes.merge(changes);
            self.ask_fifth(operator, &crowded);
            return;
        }
        let focus = self.entry_focus();
        let (applied, operator, memory) =
            stroke.commit(&mut self.document, &mut self.history, focus);
        self.ground_memory = memory;
        match applied {
            Ok(Some(applied)) => {
                self.edited(applied.changes, applied.label, &applied.notes);
                self.offer_crowded(&crowded);
            }
            Ok(None) => {}
            Err(error) => self.refuse_edit(&error, &operator),
        }
    }

    /// Puts a button on the message about map chunks that took no further texture.
    fn offer_crowded(&mut self, crowded: &[ChunkPlace]) {
        let first = crowded.first().copied();
        if let (Some(place), Some(toast)) = (first, self.toasts.pop()) {
            let jump = GroundIntent::GoToChunk(place).into();
            self.toasts.push(toast.with_fix("Show the map chunk", jump));
        }
    }

    /// Marks the ground up to a point.
    fn mark_to(&mut self, drag: &mut RegionDrag, point: &PathPoint) {
        if let Some(terrain) = self.terrain() {
            let to = [point.place.x, point.place.y];
            self.ground_view.region = drag.to(&terrain.shape, to);
        }
    }

    /// Ends the stroke and puts everything back.
    pub(super) fn cancel_ground_stroke(&mut self) {
        let stroke = self.ground_stroke.take().map(|stroke| stroke.work);
        match stroke {
            Some(Work::Brush(stroke)) => {
                let (changes, memory) = stroke.cancel(&mut self.document);
                self.ground_memory = memory;
                self.changes.merge(changes);
            }
            Some(Work::Mark(drag)) => self.ground_view.region = drag.before(),
            _ => {}
        }
    }
}

fn chunk_below(terrain: &Terrain, sample: &GroundSample) -> Option<ChunkPlace> {
    let map = terrain.shape.tiles()?;
    let [x, y] = sample.position;
    map.chunk_at(x, y)
}
