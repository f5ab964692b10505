//! Strokes on the ground: they begin, go on and end here, wherever they come from.
//!
//! - What a stroke shows is what its operator does: the history gets the same operator at the end.
//! - Esc and everything else that ends gestures puts a stroke back.

use super::fifth_asking::CrowdedStroke;
use super::ground_samples::GroundSamples;
use super::ground_stroke::{GroundStroke, Work};
use super::terrain_stroke_plan::{StrokeKeys, stroke_operator};
use super::{Editor, GroundTool, MarkMode, RegionDrag, StrokePoint, StrokeStart, Toast};
use crate::brush::{DabPath, PathPoint};
use crate::edit::{FifthArgument, GroundPlane, Operator, TerrainStroke};
use crate::math::{Ray, Vec3};
use crate::terrain::{CHUNKS_OF_SIDE, GroundHit, HoleFill, TILE_YARDS};

/// Way between two looks for the map chunk below, as a part of its side.
const CHUNK_STEP: f32 = 0.1;

impl Editor {
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

    /// The point of a stroke on the map; `None` beside the ground.
    pub(super) fn ground_point(&self, point: &StrokePoint) -> Option<PathPoint> {
        let hit = self.ground_below(&point.sight.ray)?;
        Some(PathPoint {
            // Dabs are apart on the map, not up a slope.
            place: Vec3::new(hit.position.x, hit.position.y, 0.0),
            pressure: point.pressure,
        })
    }

    /// Makes ready for a stroke that begins at a place of the ground, or says why it can't be;
    /// whether it is.
    pub(super) fn open_ground_stroke(&mut self, start: &StrokeStart, place: Option<Vec3>) -> bool {
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
            place: place.map_or([0.0; 2], |place| [place.x, place.y]),
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
            Some(operator) if tool == GroundTool::Ramp => {
                let Some(place) = place else {
                    self.refuse("A ramp begins on the ground.");
                    return false;
                };
                let work = Work::Line {
                    operator: Box::new(operator),
                    ends: [place; 2],
                };
                (0.0, work)
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
    pub(super) fn tell_of_left_tile(&mut self, stroke: &mut GroundStroke, point: &PathPoint) {
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
        if let Work::Line { operator, ends } = &mut stroke.work {
            if let Some(point) = points.last() {
                self.stretch_line(operator, ends, point);
            }
            self.ground_stroke = Some(stroke);
            return;
        }
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
        self.ground_view.last_point = stroke.last.or(self.ground_view.last_point);
        let Work::Brush(stroke) = stroke.work else {
            let is_line = matches!(stroke.work, Work::Line { .. });
            if is_line && self.gesture.is_none() {
                self.refuse("A ramp has two ends: press at one, drag, and release at the other.");
            }
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
        let before = self.history.position();
        let (applied, operator, memory) =
            stroke.commit(&mut self.document, &mut self.history, focus);
        self.ground_memory = memory;
        match applied {
            Ok(Some(applied)) => {
                self.edited(applied.changes, applied.label, &applied.notes);
                // With that policy room was made after all.
                if !matches!(
                    self.ground_brush.stroke_fifth(),
                    FifthArgument::Solve { .. }
                ) {
                    self.offer_room(CrowdedStroke {
                        operator,
                        places: crowded,
                        positions: [before, self.history.position()],
                    });
                }
            }
            Ok(None) => {}
            Err(error) => self.refuse_edit(&error, &operator),
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
