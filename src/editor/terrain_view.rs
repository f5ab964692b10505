//! What the terrain workspace shows and what is chosen in it.

use super::{AlphaDraft, GroundOverlays, GroundRegion, TextureSwap, TypesDraft};
use crate::brush::PathPoint;
use crate::terrain::ChunkPlace;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How many textures the list of recent ones keeps.
const MOST_RECENT: usize = 12;
/// MB of memory that tiles may take where nobody said otherwise.
const USUAL_TILE_MB: u32 = 512;
/// The least and the most that can be asked for.
pub const TILE_MB_RANGE: [u32; 2] = [64, 65_536];

/// What is chosen in the terrain workspace. Textures are kept between runs, places are not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GroundView {
    /// The texture that brushes lay down: a path, or the four letters of a ground type.
    #[serde(skip)]
    pub texture: Option<String>,
    /// Textures that were chosen, the last one first.
    pub recent: Vec<String>,
    /// Textures that the user wants at hand.
    pub favourites: BTreeSet<String>,
    /// Textures that a list shows, whose pictures are needed to look at them.
    #[serde(skip)]
    pub(super) previewed: Vec<String>,
    /// The list of ground types as it is prepared.
    #[serde(skip)]
    pub types: Option<TypesDraft>,
    /// What lies over the ground to show what plain view hides.
    pub overlays: GroundOverlays,
    /// The map chunk that the panel shows.
    #[serde(skip)]
    pub chunk: Option<ChunkPlace>,
    /// The map chunks or corners that are marked.
    #[serde(skip)]
    pub region: GroundRegion,
    /// The replacement of a texture that is being prepared.
    #[serde(skip)]
    pub swap: Option<TextureSwap>,
    /// Another form for alpha maps that is being chosen.
    #[serde(skip)]
    pub alphas: Option<AlphaDraft>,
    /// Goes up when another texture is at hand, whose picture is needed.
    #[serde(skip)]
    pub(super) choices: u64,
    /// Where the last stroke ended: lines go on from there.
    #[serde(skip)]
    pub(super) last_point: Option<PathPoint>,
    /// Which seam was shown last, by its place in the list.
    #[serde(skip)]
    pub seam: Option<usize>,
    /// The same of the meetings of grounds.
    #[serde(skip)]
    pub meeting: Option<usize>,
    /// The tile of a map of corners that was looked at last: its column and row.
    #[serde(skip)]
    pub tile: Option<[u32; 2]>,
    /// Whether tiles of a large map are loaded by themselves near the viewer.
    pub loads_tiles: bool,
    tile_budget_mb: u32,
}

impl Default for GroundView {
    fn default() -> Self {
        Self {
            last_point: None,
            texture: None,
            recent: Vec::new(),
            favourites: BTreeSet::new(),
            previewed: Vec::new(),
            types: None,
            overlays: GroundOverlays::default(),
            chunk: None,
            region: GroundRegion::default(),
            swap: None,
            alphas: None,
            choices: 0,
            seam: None,
            meeting: None,
            tile: None,
            loads_tiles: true,
            tile_budget_mb: USUAL_TILE_MB,
        }
    }
}

impl GroundView {
    /// Chooses a texture and puts it at the head of the recent ones.
    pub fn choose(&mut self, texture: &str) {
        self.recent
            .retain(|other| !other.eq_ignore_ascii_case(texture));
        self.recent.insert(0, texture.to_owned());
        self.recent.truncate(MOST_RECENT);
        self.texture = Some(texture.to_owned());
        self.choices += 1;
    }

    /// Asks for pictures of these textures, beside those at hand.
    pub(super) fn preview(&mut self, textures: Vec<String>) {
        if self.previewed != textures {
            self.previewed = textures;
            self.choices += 1;
        }
    }

    /// Makes a texture a favourite, or one no more.
    pub fn toggle_favourite(&mut self, texture: &str) {
        if !self.favourites.remove(texture) {
            self.favourites.insert(texture.to_owned());
        }
    }

    /// How many MB of memory tiles may take.
    pub fn tile_budget_mb(&self) -> u32 {
        self.tile_budget_mb
    }

    /// How many bytes of memory tiles may take.
    pub fn tile_budget(&self) -> u64 {
        u64::from(self.tile_budget_mb) << 20
    }

    pub(super) fn set_tile_budget(&mut self, megabytes: u32) {
        self.tile_budget_mb = megabytes.clamp(TILE_MB_RANGE[0], TILE_MB_RANGE[1]);
    }

    /// Forgets what has a meaning only on the ground that was shown.
    pub(super) fn forget_places(&mut self) {
        self.texture = None;
        self.chunk = None;
        self.region = GroundRegion::default();
        self.swap = None;
        self.alphas = None;
        self.types = None;
        self.previewed.clear();
        self.last_point = None;
        self.seam = None;
        self.meeting = None;
        self.tile = None;
    }

    /// Where the last stroke ended, world x and y.
    pub fn last_place(&self) -> Option<[f32; 2]> {
        self.last_point.map(|point| [point.place.x, point.place.y])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_chosen_texture_is_the_first_of_the_recent_ones() {
        let mut view = GroundView::default();
        for texture in ["a.blp", "b.blp", "A.BLP"] {
            view.choose(texture);
        }
        assert_eq!(view.recent, ["A.BLP", "b.blp"]);
        for number in 0..40 {
            view.choose(&number.to_string());
        }
        assert_eq!(view.recent.len(), MOST_RECENT);
        assert_eq!(view.texture.as_deref(), Some("39"));
    }
}
