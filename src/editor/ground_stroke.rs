//! A stroke on the ground that is going on, and what its dabs do.

use super::ground_samples::GroundSamples;
use super::terrain_stroke_plan::with_samples;
use super::{Editor, RegionDrag};
use crate::brush::{DabPath, PathPoint};
use crate::document::Terrain;
use crate::edit::operator::FillTexture;
use crate::edit::{ChangeSet, GroundSample, GroundScope, Operator, TerrainStroke};
use crate::math::Vec3;
use crate::terrain::ChunkPlace;

/// A stroke on the ground that is going on.
#[derive(Debug)]
pub(super) struct GroundStroke {
    /// Way between two dabs, world units.
    pub step: f32,
    pub path: DabPath,
    pub samples: GroundSamples,
    pub last: Option<PathPoint>,
    pub work: Work,
    /// Whether the user was told that it reaches a tile that is not loaded.
    pub told_of_left_tile: bool,
}

/// What the dabs of a stroke do.
#[derive(Debug)]
pub(super) enum Work {
    /// A brush: every dab shows at once.
    Brush(Box<TerrainStroke>),
    /// An operator that is done anew with every dab, from the start.
    Again {
        operator: Box<Operator>,
        samples: Vec<GroundSample>,
    },
    /// A rectangle of the ground is marked.
    Mark(RegionDrag),
    /// An operator over the line from where the stroke began to where it is.
    Line {
        operator: Box<Operator>,
        /// Both ends on the ground as it was before the stroke.
        ends: [Vec3; 2],
    },
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

    /// Lets the stroke work on dabs of its path.
    pub(super) fn take_dabs(&mut self, stroke: &mut GroundStroke, dabs: &[PathPoint]) {
        let mut samples = Vec::with_capacity(dabs.len());
        for dab in dabs {
            samples.extend(stroke.samples.take(*dab));
        }
        self.take_samples(&mut stroke.work, &samples);
    }

    /// Lets the stroke work on samples.
    pub(super) fn take_samples(&mut self, work: &mut Work, fresh: &[GroundSample]) {
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
            Work::Line { .. } => {}
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
}

fn chunk_below(terrain: &Terrain, sample: &GroundSample) -> Option<ChunkPlace> {
    let map = terrain.shape.tiles()?;
    let [x, y] = sample.position;
    map.chunk_at(x, y)
}
