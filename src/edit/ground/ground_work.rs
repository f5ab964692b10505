//! A stroke over ground of either shape.

use super::corner_work::{CornerTool, CornerWork, corner_texture_names};
use super::spot_brush::SpotBrush;
use super::tile_work::{TileTool, TileWork, tile_texture_names};
use crate::document::{Terrain, TerrainShape};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::{EditError, GroundPlane, GroundSample, TerrainBrush, TerrainPatch};
use crate::terrain::{ChunkPlace, CornerMap, SculptStroke, TileMap};

/// A stroke over ground of either shape.
#[derive(Clone, Debug)]
pub enum GroundWork {
    /// Over a map of corners.
    Corners(CornerWork),
    /// Over a map of tiles.
    Tiles(TileWork),
}

/// What a dab changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroundTouched {
    /// Corners, each by its place in the list of the map.
    pub corners: Vec<u32>,
    /// Map chunks.
    pub chunks: Vec<ChunkPlace>,
}

impl GroundWork {
    /// A stroke over corners.
    pub fn over_corners(
        map: &CornerMap,
        brush: TerrainBrush,
        tool: CornerTool,
    ) -> Result<Self, EditError> {
        let brush = SpotBrush::new(
            brush,
            &corner_texture_names(map),
            GroundPlane::of_corners(map),
        )?;
        Ok(Self::Corners(CornerWork::new(brush, tool)))
    }

    /// A stroke over map chunks.
    pub fn over_tiles(
        map: &TileMap,
        brush: TerrainBrush,
        tool: TileTool,
    ) -> Result<Self, EditError> {
        let brush = SpotBrush::new(brush, &tile_texture_names(map), GroundPlane::of_tiles(map))?;
        Ok(Self::Tiles(TileWork::new(brush, tool, map)))
    }

    /// A stroke over heights of either shape.
    pub fn over_heights(
        terrain: &Terrain,
        brush: TerrainBrush,
        stroke: SculptStroke,
    ) -> Result<Self, EditError> {
        let stroke = Box::new(stroke);
        match &terrain.shape {
            TerrainShape::Corners(map) => {
                Self::over_corners(map, brush, CornerTool::Sculpt(stroke))
            }
            TerrainShape::Tiles(map) => Self::over_tiles(map, brush, TileTool::Sculpt(stroke)),
        }
    }

    /// Touches what is under the brush. What was touched before is not read from the terrain.
    pub fn dab(&mut self, terrain: &Terrain, sample: &GroundSample) -> GroundTouched {
        let mut touched = GroundTouched::default();
        match (self, &terrain.shape) {
            (Self::Corners(work), TerrainShape::Corners(map)) => {
                touched.corners = work.dab(map, sample);
            }
            (Self::Tiles(work), TerrainShape::Tiles(map)) => {
                touched.chunks = work.dab(map, sample).into_iter().collect();
            }
            _ => {}
        }
        touched
    }

    /// Corners as the stroke leaves them, by their places; `None` if there are none.
    pub fn corner_patch(&self, places: &[u32]) -> Option<TerrainPatch> {
        let Self::Corners(work) = self else {
            return None;
        };
        let corners = places
            .iter()
            .filter_map(|index| Some((*index, *work.corners().get(index)?)));
        let corners: Vec<_> = corners.collect();
        (!corners.is_empty()).then_some(TerrainPatch::Corners(corners))
    }

    /// What the stroke changed of map chunks, by their places; `None` if there are none.
    pub fn chunk_patch(&self, places: &[ChunkPlace]) -> Option<TerrainPatch> {
        let Self::Tiles(work) = self else {
            return None;
        };
        let chunks = places.iter().filter_map(|place| {
            let fields = work.fields().get(place)?;
            Some((*place, Box::new(fields.clone())))
        });
        let chunks: Vec<_> = chunks.collect();
        (!chunks.is_empty()).then_some(TerrainPatch::ChunkFields(chunks))
    }

    /// Tells what was clamped, left alone or joined.
    pub fn tell(&self, draft: &mut TerrainDraft<'_>) {
        let (skipped, is_empty) = match self {
            Self::Corners(work) => {
                let clamped = work.clamped_count();
                if clamped > 0 {
                    draft.note(format!(
                        "{} reached the lowest or highest height that its layer can have, and \
                         stopped there",
                        counted(clamped, "corner")
                    ));
                }
                if work.changes_heights() && !work.corners().is_empty() {
                    draft.note(SIDE_FILES.to_owned());
                }
                (work.skipped_count(), work.corners().is_empty())
            }
            Self::Tiles(work) => {
                let odd = work.oddities();
                if odd.joined > 0 {
                    draft.note(format!(
                        "map chunks did not meet at {}; they do now",
                        counted(odd.joined, "place")
                    ));
                }
                if !odd.apart.is_empty() {
                    draft.note(format!(
                        "at {} map chunks count heights from bases with too many digits to meet \
                         exactly; they are less than a thousandth of a yard apart",
                        counted(odd.apart.len(), "place")
                    ));
                }
                if work.fine_hole_count() > 0 {
                    draft.note(format!(
                        "{} with holes of 8 by 8 left alone: only holes of 4 by 4 are painted",
                        counted(work.fine_hole_count(), "map chunk")
                    ));
                }
                tell_colours(work, draft);
                (work.skipped_count(), work.fields().is_empty())
            }
        };
        if skipped > 0 {
            draft.note(format!(
                "{} left alone: the height there is no number",
                counted(skipped, "spot")
            ));
        }
        if is_empty {
            draft.note(
                "nothing was changed: the brush touched nothing that it may change, or \
                        all of it was so already"
                    .to_owned(),
            );
        }
    }
}

/// What a map of corners has beside its ground that follows from heights and levels.
pub const SIDE_FILES: &str = "what the map keeps elsewhere of its heights stays as it was: paths, \
                              shadows, the small map and how high things stand";

/// The flag of a map that lets the game show colours of vertices.
const MAP_SHOWS_COLOURS: u32 = 2;

fn tell_colours(work: &TileWork, draft: &mut TerrainDraft<'_>) {
    if work.new_colour_count() > 0 {
        draft.note(format!(
            "{} had no colours and have them now",
            counted(work.new_colour_count(), "map chunk")
        ));
    }
    let tiles = draft.terrain.shape.tiles();
    let flags = tiles.and_then(|map| map.map_flags);
    if work.paints_colours() && flags.is_some_and(|flags| flags & MAP_SHOWS_COLOURS == 0) {
        draft.note(
            "the map's own file does not ask for colours of vertices, so the game may not show \
             them"
                .to_owned(),
        );
    }
}

/// A count with its noun.
pub fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}
