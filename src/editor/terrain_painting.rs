//! Strokes on the ground: they begin, go on and end here, wherever they come from.
//!
//! - What a stroke shows is what its operator does: the history gets the same operator at the end.
//! - Esc and everything else that ends gestures puts a stroke back.

use super::terrain_stroke_plan::{StrokeKeys, stroke_operator, with_samples};
use super::{
    Editor, GroundIntent, GroundTool, MarkMode, RegionDrag, StrokePoint, StrokeStart, Toast,
};
use crate::brush::{DabPath, PathPoint};
use crate::document::Terrain;
use crate::edit::operator::FillTexture;
use crate::edit::{ChangeSet, GroundSample, GroundScope, Operator, TerrainStroke};
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

    /// Where a line of sight meets the ground that is shown; holes count as ground.
    pub fn ground_below(&self, ray: &Ray) -> Option<GroundHit> {
        self.terrain()?.shape.pick_ground(ray, HoleFill::Filled)
    }

    /// Begins a stroke, or says why it can't be.
    pub(super) fn begin_ground_stroke(&mut self, start: &StrokeStart) {
        self.cancel_gesture();
        self.playback.stop();
        let hit = self.ground_below(&start.point.sight.ray);
        let loaded = hit.map(|hit| {
            let reach = self.brush_reach();
            self.load_below_brush([hit.position.x, hit.position.y], reach)
        });
        if let Some(Err(reason)) = loaded {
            self.refuse(reason);
            return;
        }
        let Some(terrain) = self.terrain() else {
            self.refuse("There is no map to paint on. Open one first.");
            return;
        };
        let brush = self.ground_brush.clone();
        let tool = brush.tool;
        if let Some(reason) = tool.refusal(&terrain.shape) {
            self.refuse(reason);
            return;
        }
        let texture = self.ground_view.texture.clone();
        let needs_texture = tool.has_texture() && !(start.smooths && tool == GroundTool::Paint);
        if needs_texture && texture.is_none() {
            self.toast(Toast::refusal(
                "No texture is chosen, so there is nothing to lay down. Click one in the panel \
                 Ground textures, or Alt+click the ground to pick the one that is there.",
            ));
            return;
        }
        if tool == GroundTool::SwapTexture && brush.swapped.is_none() {
            self.refuse("Choose in the bar which texture is replaced.");
            return;
        }
        if tool == GroundTool::MarkRegion {
            let mode = MarkMode::of_keys(start.inverts, start.smooths);
            self.begin_marking(mode, start.point);
            return;
        }
        let keys = StrokeKeys {
            texture: texture.as_deref(),
            inverts: start.inverts,
            smooths: start.smooths,
            height: hit.map_or(0.0, |hit| hit.position.z),
            // Each stroke has a chance of its own, and the same one when it is done again.
            seed: u32::try_from(self.history.position()).unwrap_or(u32::MAX),
        };
        let (step, work) = match stroke_operator(terrain, &brush, keys) {
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
                        return;
                    }
                }
            }
        };
        let place = hit.and_then(|hit| self.ground_chunk_at(hit.position.x, hit.position.y));
        if place.is_some() {
            self.ground_view.chunk = place;
        }
        self.ground_stroke = Some(GroundStroke {
            step,
            path: DabPath::default(),
            work,
            told_of_left_tile: false,
        });
        self.continue_ground_stroke(&[start.point]);
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

    /// Goes on along the points that the pointer passed.
    pub(super) fn continue_ground_stroke(&mut self, points: &[StrokePoint]) {
        let Some(mut stroke) = self.ground_stroke.take() else {
            return;
        };
        for point in points {
            let Some(hit) = self.ground_below(&point.sight.ray) else {
                // Off the ground the path breaks: nothing is painted across the gap.
                stroke.path.lift();
                continue;
            };
            if let Work::Mark(drag) = &mut stroke.work {
                if let Some(terrain) = self.terrain() {
                    let to = [hit.position.x, hit.position.y];
                    self.ground_view.region = drag.to(&terrain.shape, to);
                }
                continue;
            }
            let at = [hit.position.x, hit.position.y];
            if !stroke.told_of_left_tile
                && let Some((tile, _)) = self.left_tiles_around(at, self.brush_reach()).first()
            {
                stroke.told_of_left_tile = true;
                let text = format!(
                    "The stroke reaches tile {}, {}, which is not loaded: nothing is painted on \
                     it, and textures may break off at its border. A stroke that begins there \
                     loads it.",
                    tile.x, tile.y
                );
                self.toast(Toast::refusal(text));
            }
            let next = PathPoint {
                // Dabs are apart on the map, not up a slope.
                place: Vec3::new(hit.position.x, hit.position.y, 0.0),
                pressure: point.pressure,
            };
            let dabs = stroke.path.advance(next, stroke.step);
            self.take_dabs(&mut stroke.work, &dabs);
        }
        self.ground_stroke = Some(stroke);
    }

    fn take_dabs(&mut self, work: &mut Work, dabs: &[PathPoint]) {
        match work {
            Work::Brush(stroke) => {
                let mut changes = ChangeSet::default();
                for dab in dabs {
                    let sample = GroundSample {
                        position: [dab.place.x, dab.place.y],
                        pressure: dab.pressure,
                    };
                    changes.merge(stroke.dab(&mut self.document, stroke.settled(sample)));
                }
                self.changes.merge(changes);
            }
            Work::Again { operator, samples } => {
                samples.extend(dabs.iter().map(|dab| GroundSample {
                    position: [dab.place.x, dab.place.y],
                    pressure: dab.pressure,
                }));
                if !dabs.is_empty() {
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
                for dab in dabs {
                    let place = self.terrain().and_then(|it| chunk_below(it, dab));
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
        let Some(stroke) = self.ground_stroke.take() else {
            return;
        };
        let stroke = match stroke.work {
            Work::Brush(stroke) => stroke,
            Work::Mark(_) => {
                self.last_action = Some(format!("Marked: {}", self.ground_view.region.text()));
                return;
            }
            Work::Again { .. } | Work::Chunks { .. } => {
                self.commit_gesture();
                return;
            }
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

    fn begin_marking(&mut self, mode: MarkMode, point: StrokePoint) {
        let drag = RegionDrag::new(&self.ground_view.region, mode);
        self.ground_stroke = Some(GroundStroke {
            step: 1.0,
            path: DabPath::default(),
            work: Work::Mark(drag),
            told_of_left_tile: false,
        });
        self.continue_ground_stroke(&[point]);
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

fn chunk_below(terrain: &Terrain, dab: &PathPoint) -> Option<ChunkPlace> {
    let map = terrain.shape.tiles()?;
    map.chunk_at(dab.place.x, dab.place.y)
}
