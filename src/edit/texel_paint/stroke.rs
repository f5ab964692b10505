//! How a stroke on texture layers shows while it goes on, and what it puts into the history.

use super::holding::MadeWay;
use super::painter::{Aim, TexelPainter};
use super::rounding::round_all;
use super::side_by_side::show_each;
use super::spot::State;
use super::words::{counted, file_name, places_text, ways_text};
use crate::brush::Footprint;
use crate::document::Terrain;
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::terrain_stroke::GroundTool;
use crate::edit::{ChunkParts, EditError, GroundSample, TerrainChanges};
use crate::terrain::ChunkPlace;

impl GroundTool for TexelPainter {
    fn settled(&self, sample: GroundSample) -> GroundSample {
        self.settled(sample)
    }

    fn dab(&mut self, terrain: &Terrain, sample: GroundSample, footprint: &mut Footprint) {
        if let Some(map) = terrain.shape.tiles() {
            self.paint(map, sample, footprint);
        }
    }

    fn show(&mut self, terrain: &mut Terrain, changes: &mut TerrainChanges) {
        let id = terrain.id;
        let Some(map) = terrain.shape.tiles_mut() else {
            return;
        };
        for (tile, [after, _]) in &self.lists {
            if let Some(tile) = map.tiles.get_mut(tile)
                && tile.textures != *after
            {
                tile.textures.clone_from(after);
                changes.lists.insert(id);
            }
        }
        let unshown = std::mem::take(&mut self.unshown);
        for place in show_each(&mut self.spots, map, unshown) {
            changes.touch(id, place, ChunkParts::LAYERS);
        }
    }

    fn put_back(&mut self, terrain: &mut Terrain, changes: &mut TerrainChanges) {
        let id = terrain.id;
        let Some(map) = terrain.shape.tiles_mut() else {
            return;
        };
        for (place, held) in self.held() {
            if let Some(chunk) = map.chunk_mut(place)
                && held.is_shown
            {
                chunk.layers.clone_from(held.original());
                changes.touch(id, place, ChunkParts::LAYERS);
            }
        }
        for (tile, [after, before]) in &self.lists {
            if let Some(tile) = map.tiles.get_mut(tile)
                && after != before
            {
                tile.textures.clone_from(before);
                changes.lists.insert(id);
            }
        }
    }

    fn crowded(&self) -> Vec<ChunkPlace> {
        self.places_where(State::is_refused)
    }

    fn finish(&mut self, draft: &mut TerrainDraft<'_>) -> Result<String, EditError> {
        let map = draft.tiles()?;
        for (_, held) in self.held() {
            held.finish(map.blend);
        }
        round_all(map, &mut self.views, &mut self.spots);
        let mut count = 0;
        let mut listing = Vec::new();
        for (place, held) in self.held() {
            if !held.has_changed() {
                continue;
            }
            count += 1;
            let layers = std::mem::take(&mut held.layers);
            if held.origin.contains(&None) {
                listing.push(place.tile);
            }
            if held.is_recast() {
                draft.rearrange_layers(place, layers, &held.origin);
            } else {
                draft.set_layers(place, layers);
            }
        }
        for tile in listing {
            if let Some([after, _]) = self.lists.get(&tile) {
                draft.set_textures(tile, after.clone());
            }
        }
        self.tell(draft);
        let verb = match &self.aim {
            Aim::Towards { texture, .. } => format!("Paint {}", file_name(texture)),
            Aim::Swap { from, texture, .. } => {
                format!("Swap {} for {}", file_name(from), file_name(texture))
            }
            Aim::Smooth(_) => "Smooth textures".to_owned(),
            Aim::Sharpen(_) => "Sharpen textures".to_owned(),
        };
        Ok(format!("{verb}, {}", counted(count)))
    }
}

impl TexelPainter {
    /// The map chunks that it reached and that stand so.
    fn places_where(&self, is_so: impl Fn(&State) -> bool) -> Vec<ChunkPlace> {
        let found = self.spots.iter().filter(|(_, spot)| is_so(&spot.state));
        found.map(|(place, _)| *place).collect()
    }

    /// Tells where nothing was painted, and what gave way.
    fn tell(&self, draft: &mut TerrainDraft<'_>) {
        let places = self.crowded();
        if !places.is_empty() {
            draft.note(format!(
                "nothing was painted on {} that can take no further texture: {}",
                counted(places.len()),
                places_text(&places)
            ));
        }
        let bare = self.places_where(|state| matches!(state, State::Bare));
        if !bare.is_empty() {
            draft.note(format!(
                "nothing was painted on {} without any texture, where a first one has to fill all: {}",
                counted(bare.len()),
                places_text(&bare)
            ));
        }
        let is_merged = |made: &&MadeWay| made.choice.into.is_some();
        let (merged, evicted): (Vec<&MadeWay>, Vec<&MadeWay>) =
            self.made.iter().partition(is_merged);
        for (made, what) in [
            (evicted, "a texture gave way on"),
            (merged, "a texture went into one that looks like it on"),
        ] {
            if !made.is_empty() {
                let chunks = counted(made.len());
                draft.note(format!("{what} {chunks}: {}", ways_text(&made)));
            }
        }
        let followed = self.spots.values().filter(|spot| match &spot.state {
            State::Held(held) => held.follows && !held.is_asked,
            _ => false,
        });
        let followed = followed.count();
        if followed > 0 {
            draft.note(format!(
                "the same was done on the border of {} beside",
                counted(followed)
            ));
        }
    }
}
