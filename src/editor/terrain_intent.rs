//! What a user asks for on the ground that is no edit by itself.

use super::{Editor, GroundBrush, StrokePoint, StrokeStart, TileLook, Workspace};
use crate::document::{Terrain, TerrainId};
use crate::terrain::ChunkPlace;

/// What a user asks for on the ground that is no edit by itself.
#[derive(Clone, Debug)]
pub enum GroundIntent {
    /// Show another terrain of the document.
    Show(TerrainId),
    /// Lay this texture down from now on: a path, or the four letters of a ground type.
    Choose(String),
    /// Make a texture a favourite, or one no more.
    ToggleFavourite(String),
    /// Use this brush from now on.
    SetBrush(Box<GroundBrush>),
    /// Show a map chunk in the panel, or none.
    SelectChunk(Option<ChunkPlace>),
    /// Begin a stroke.
    Begin(StrokeStart),
    /// Go on along these points.
    Continue(Vec<StrokePoint>),
    /// Keep what the stroke did, as one entry of the history.
    End,
    /// Put back what the stroke did.
    Cancel,
    /// Draw a straight line in one stroke, with dabs at even ways.
    Line {
        /// Where it begins; `None` for where the last stroke ended.
        from: Option<StrokePoint>,
        /// Where it ends, and the keys that are held.
        to: StrokeStart,
    },
    /// Show the next seam where textures of neighbours do not meet.
    NextSeam,
    /// Look over the ground anew.
    Examine,
    /// The viewer is here now, and tiles around are wanted.
    LookOver(TileLook),
    /// Read all tiles of the map.
    LoadAllTiles,
    /// Tiles may take so many MB of memory, and are loaded by themselves or not.
    SetTileBudget {
        /// How many MB.
        megabytes: u32,
        /// Whether tiles near the viewer are loaded by themselves.
        loads_tiles: bool,
    },
}

impl GroundIntent {
    /// Whether it surely leaves the document as it is.
    pub(super) fn leaves_document(&self) -> bool {
        !matches!(
            self,
            Self::Begin(_) | Self::Continue(_) | Self::End | Self::Cancel | Self::Line { .. }
        )
    }
}

impl Editor {
    /// The terrain that the workspace shows: the one chosen, else the first.
    pub fn terrain(&self) -> Option<&Terrain> {
        let terrains = &self.document.terrains;
        let chosen = self.chosen_terrain;
        let chosen = terrains.iter().find(|it| Some(it.id) == chosen);
        chosen.or_else(|| terrains.first())
    }

    /// Whether the viewport shows the ground and the left button works on it.
    pub fn shows_ground(&self) -> bool {
        self.view.workspace == Workspace::Terrain && self.terrain().is_some()
    }

    pub(super) fn handle_ground(&mut self, intent: GroundIntent) {
        match intent {
            GroundIntent::Show(id) => {
                self.cancel_gesture();
                self.chosen_terrain = Some(id);
                self.ground_view.forget_places();
            }
            GroundIntent::Choose(texture) => self.ground_view.choose(&texture),
            GroundIntent::ToggleFavourite(texture) => self.ground_view.toggle_favourite(&texture),
            GroundIntent::SetBrush(brush) => self.ground_brush = brush.within_ranges(),
            GroundIntent::SelectChunk(place) => self.ground_view.chunk = place,
            GroundIntent::Begin(start) => self.begin_ground_stroke(&start),
            GroundIntent::Continue(points) => self.continue_ground_stroke(&points),
            GroundIntent::End => self.end_ground_stroke(),
            GroundIntent::Cancel => self.cancel_gesture(),
            GroundIntent::Line { from, to } => self.draw_ground_line(from, &to),
            GroundIntent::NextSeam => self.show_next_seam(),
            GroundIntent::Examine => self.examine_ground(),
            GroundIntent::LookOver(look) => self.look_over_tiles(look),
            GroundIntent::LoadAllTiles => self.load_all_tiles(),
            GroundIntent::SetTileBudget {
                megabytes,
                loads_tiles,
            } => {
                self.ground_view.set_tile_budget(megabytes);
                self.ground_view.loads_tiles = loads_tiles;
                self.follow_tiles();
            }
        }
    }

    /// Another document came in: its ground is shown where it has no model.
    pub(super) fn ground_replaced(&mut self) {
        self.chosen_terrain = None;
        self.ground_stroke = None;
        self.ground_view.forget_places();
        self.view.workspace = match (self.model(), self.terrain()) {
            (None, Some(_)) => Workspace::Terrain,
            (Some(_), None) if self.view.workspace == Workspace::Terrain => Workspace::Animate,
            _ => self.view.workspace,
        };
    }
}
