//! Strokes on the ground: they begin, go on and end here, wherever they come from.
//!
//! - What a stroke shows is what its operator does: the history gets the same operator at the end.
//! - A stroke is a gesture of the editor; Esc and everything that ends gestures puts it back.

use super::{Editor, GroundBrush, GroundTool, StrokePoint, StrokeStart, Toast};
use crate::brush::{DabPath, PathPoint};
use crate::document::Terrain;
use crate::edit::operator::FillTexture;
use crate::edit::{GroundSample, GroundScope, Operator};
use crate::math::Vec3;
use crate::terrain::{ChunkPlace, HoleFill};

/// A stroke on the ground that is going on.
#[derive(Debug)]
pub(super) struct GroundStroke {
    terrain: u32,
    tool: GroundTool,
    brush: GroundBrush,
    texture: Option<String>,
    /// Way between two dabs, world units.
    step: f32,
    path: DabPath,
    samples: Vec<GroundSample>,
    /// The map chunks that were passed, each once.
    chunks: Vec<ChunkPlace>,
}

impl GroundStroke {
    /// What the stroke does so far; `None` if that is nothing.
    fn operator(&self) -> Option<Operator> {
        match self.tool {
            GroundTool::FillChunks => {
                let places = self.chunks.iter();
                let places = places.map(|it| [it.tile.x, it.tile.y, it.column, it.row]);
                (!self.chunks.is_empty()).then(|| {
                    FillTexture {
                        terrain: Some(self.terrain),
                        texture: self.texture.clone().unwrap_or_default(),
                        scope: GroundScope::Chunks(places.collect()),
                    }
                    .into()
                })
            }
        }
    }

    /// Takes a place of the way; whether it is new to the stroke.
    fn take(&mut self, dab: &PathPoint, terrain: &Terrain) -> bool {
        let position = [dab.place.x, dab.place.y];
        if self.tool == GroundTool::FillChunks {
            let [x, y] = position;
            let tiles = terrain.shape.tiles();
            let place = tiles.and_then(|map| map.chunk_at(x, y));
            let place = place.filter(|place| !self.chunks.contains(place));
            self.chunks.extend(place);
            return place.is_some();
        }
        self.samples.push(GroundSample {
            position,
            pressure: dab.pressure,
        });
        true
    }
}

impl Editor {
    /// Whether a stroke on the ground goes on.
    pub fn is_on_ground(&self) -> bool {
        self.ground_stroke.is_some()
    }

    /// Where a line of sight meets the ground that is shown; holes count as ground.
    pub fn ground_below(&self, ray: &crate::math::Ray) -> Option<crate::terrain::GroundHit> {
        self.terrain()?.shape.pick_ground(ray, HoleFill::Filled)
    }

    /// Begins a stroke, or says why it can't be.
    pub(super) fn begin_ground_stroke(&mut self, start: &StrokeStart) {
        self.cancel_gesture();
        self.playback.stop();
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
        let texture = self.ground.texture.clone().filter(|_| tool.has_texture());
        if tool.has_texture() && texture.is_none() {
            self.toast(Toast::refusal(
                "No texture is chosen, so there is nothing to lay down. Click one in the panel \
                 Ground textures, or Alt+click the ground to pick the one that is there.",
            ));
            return;
        }
        // Whole map chunks are looked for in steps that miss none.
        let step = match tool {
            GroundTool::FillChunks => 4.0,
        };
        self.ground_stroke = Some(GroundStroke {
            terrain: terrain.id.0,
            tool,
            brush,
            texture,
            step,
            path: DabPath::default(),
            samples: Vec::new(),
            chunks: Vec::new(),
        });
        let hit = self.ground_below(&start.point.sight.ray);
        let place = hit.and_then(|hit| self.ground_chunk_at(hit.position.x, hit.position.y));
        if place.is_some() {
            self.ground.chunk = place;
        }
        self.continue_ground_stroke(&[start.point]);
    }

    /// Goes on along the points that the pointer passed.
    pub(super) fn continue_ground_stroke(&mut self, points: &[StrokePoint]) {
        let Some(mut stroke) = self.ground_stroke.take() else {
            return;
        };
        let Some(terrain) = self.terrain() else {
            return;
        };
        let mut is_more = false;
        for point in points {
            let hit = terrain
                .shape
                .pick_ground(&point.sight.ray, HoleFill::Filled);
            let Some(hit) = hit else {
                // Off the ground the path breaks: nothing is painted across the gap.
                stroke.path.lift();
                continue;
            };
            let next = PathPoint {
                // Dabs are apart on the map, not up a slope.
                place: Vec3::new(hit.position.x, hit.position.y, 0.0),
                pressure: point.pressure,
            };
            for dab in stroke.path.advance(next, stroke.step) {
                is_more |= stroke.take(&dab, terrain);
            }
        }
        let operator = stroke.operator().filter(|_| is_more);
        if let Some(operator) = operator {
            self.update_gesture(operator);
        }
        self.ground_stroke = Some(stroke);
    }

    /// Ends the stroke: one entry of the history, if it touched anything.
    pub(super) fn end_ground_stroke(&mut self) {
        if self.ground_stroke.take().is_some() {
            self.commit_gesture();
        }
    }
}
