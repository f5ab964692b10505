//! What a user asks for on the ground that is no edit by itself.

use super::{
    AlphaDraft, Editor, GroundBrush, GroundOverlays, GroundRegion, Request, StrokePoint,
    StrokeStart, TextureSwap, TileLook, Toast, TypesDraft, ViewportRequest, Workspace,
};
use crate::document::{Terrain, TerrainId};
use crate::edit::FifthArgument;
use crate::terrain::ChunkPlace;
use std::path::{Path, PathBuf};

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
    /// Show a map chunk in the panel and look at it.
    GoToChunk(ChunkPlace),
    /// Mark these map chunks or corners instead.
    SetRegion(GroundRegion),
    /// Read the pictures of these textures, to look at them.
    Preview(Vec<String>),
    /// Use this picture file: its texture is chosen, and its folder is looked in.
    UsePicture(PathBuf),
    /// Prepare another list of ground types, or no more.
    PrepareTypes(Option<TypesDraft>),
    /// Prepare the replacement of a texture, or no more.
    PrepareSwap(Option<TextureSwap>),
    /// Choose another form for alpha maps, or no more.
    PrepareAlphas(Option<AlphaDraft>),
    /// Show the stroke that waits for an answer with this policy.
    ShowFifth(FifthArgument),
    /// Show the stroke that waits without the map chunks that are asked about, to compare, or with
    /// the answer again.
    CompareFifth {
        /// Whether it is shown without them.
        shows_before: bool,
    },
    /// Ask about the last stroke, which left map chunks alone that had four other textures.
    AskFifth,
    /// Keep the stroke that waits: as it is shown, or without the map chunks that are asked about.
    AnswerFifth {
        /// Whether what is shown is kept.
        keeps_shown: bool,
    },
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
    /// Show the next tile where three or four grounds meet.
    NextMeeting,
    /// Lay this over the ground from now on.
    ShowOver(GroundOverlays),
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
            Self::Begin(_)
                | Self::Continue(_)
                | Self::End
                | Self::Cancel
                | Self::Line { .. }
                | Self::ShowFifth(_)
                | Self::CompareFifth { .. }
                | Self::AskFifth
                | Self::AnswerFifth { .. }
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
            GroundIntent::GoToChunk(place) => {
                self.ground_view.chunk = Some(place);
                let look = Request::Viewport(ViewportRequest::FrameSelected);
                self.requests.push(look);
            }
            GroundIntent::SetRegion(region) => self.ground_view.region = region,
            GroundIntent::Preview(textures) => self.ground_view.preview(textures),
            GroundIntent::UsePicture(path) => self.use_ground_picture(&path),
            GroundIntent::PrepareTypes(types) => self.ground_view.types = types,
            GroundIntent::PrepareSwap(swap) => self.ground_view.swap = swap,
            GroundIntent::PrepareAlphas(draft) => self.ground_view.alphas = draft,
            GroundIntent::ShowFifth(policy) => self.show_fifth(policy),
            GroundIntent::CompareFifth { shows_before } => self.compare_fifth(shows_before),
            GroundIntent::AskFifth => self.ask_fifth_again(),
            GroundIntent::AnswerFifth { keeps_shown } => self.answer_fifth(keeps_shown),
            GroundIntent::Begin(start) => self.begin_ground_stroke(&start),
            GroundIntent::Continue(points) => self.continue_ground_stroke(&points),
            GroundIntent::End => self.end_ground_stroke(),
            GroundIntent::Cancel => self.cancel_gesture(),
            GroundIntent::Line { from, to } => self.draw_ground_line(from, &to),
            GroundIntent::NextSeam => self.show_next_seam(),
            GroundIntent::NextMeeting => self.show_next_meeting(),
            GroundIntent::ShowOver(overlays) => {
                self.ground_view.overlays = overlays.within_ranges();
            }
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

    /// Chooses the texture of a picture file: below a folder that is looked in by its path there,
    /// else by its place below `tileset`, else by its name, and the folder is looked in from now on.
    fn use_ground_picture(&mut self, path: &Path) {
        let is_tiles = self.terrain().is_some_and(|it| it.shape.tiles().is_some());
        if !is_tiles {
            self.refuse(
                "Ground types of Warcraft III have four letters; pictures go by their table.",
            );
            return;
        }
        let folders = self.files.asset_folders.iter();
        let known =
            folders.filter_map(|folder| Some((folder.clone(), path.strip_prefix(folder).ok()?)));
        let known = known.min_by_key(|(_, rest)| rest.components().count());
        let (root, rest) = match known {
            Some((root, rest)) => (root, rest.to_owned()),
            None => {
                let is_tileset = |part: &Path| {
                    let name = part.file_name().unwrap_or_default();
                    name.eq_ignore_ascii_case("tileset")
                };
                let above = path.ancestors().find(|part| is_tileset(part));
                let root = above.and_then(Path::parent).or_else(|| path.parent());
                let root = root.unwrap_or_else(|| Path::new(".")).to_owned();
                let rest = path.strip_prefix(&root).unwrap_or(path).to_owned();
                self.add_asset_folder(root.clone());
                (root, rest)
            }
        };
        // The game names textures by their own kind of file.
        let rest = rest.with_extension("blp");
        let parts = rest.iter().map(|part| part.to_string_lossy().into_owned());
        let name = parts.collect::<Vec<_>>().join("\\");
        self.ground_view.choose(&name);
        self.toast(Toast::note(format!(
            "Painting with {name} of {}.",
            root.display()
        )));
    }

    /// Another document came in: its ground is shown where it has no model.
    pub(super) fn ground_replaced(&mut self) {
        self.chosen_terrain = None;
        self.ground_stroke = None;
        self.fifth_question = None;
        self.crowded_stroke = None;
        self.ground_view.forget_places();
        self.view.workspace = match (self.model(), self.terrain()) {
            (None, Some(_)) => Workspace::Terrain,
            (Some(_), None) if self.view.workspace == Workspace::Terrain => Workspace::Animate,
            _ => self.view.workspace,
        };
    }
}
