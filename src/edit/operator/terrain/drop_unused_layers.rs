//! Drops layers that nobody sees, and textures that no layer uses.

use super::brush_operator::terrain_operator;
use crate::edit::layer_stack::{LayerStack, chunks_text, each_stack};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::{EditError, GroundScope};
use crate::terrain::{TileId, TileTexture};
use std::collections::BTreeSet;

terrain_operator! {
    /// Drops layers whose share is nowhere above a limit, and textures of tiles that no layer uses any more. What is dropped is counted in the notes.
    DropUnusedLayers = "drop_unused_layers" {
        /// The share that a layer may have somewhere and still be dropped, of which 255 is all.
        #[serde(default)]
        most: u32 = "0",
        /// Whether textures without layers leave the lists of the tiles.
        #[serde(default = "crate::edit::operator::spec::yes")]
        lists: bool = "true",
        /// Which map chunks.
        #[serde(default)]
        scope: GroundScope = "\"all\"",
    }
    example r##"{"op":"drop_unused_layers","terrain":1,"most":0,"lists":true,"scope":"all"}"##
}

impl DropUnusedLayers {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        let places = self.scope.places(draft)?;
        let mut dropped = 0;
        let changed = each_stack(draft, &places, |_, stack| {
            let before = dropped;
            while let Some(layer) = self.unseen(stack) {
                stack.remove(layer);
                dropped += 1;
            }
            dropped > before
        });
        let mut textures = 0;
        if self.lists {
            let tiles: BTreeSet<TileId> = places.iter().map(|place| place.tile).collect();
            for tile in tiles {
                textures += drop_textures(draft, tile)?;
            }
        }
        draft.note(format!(
            "{dropped} layers of {} and {textures} textures of lists were dropped",
            chunks_text(changed)
        ));
        Ok(format!("Drop {dropped} unused layers"))
    }

    /// The highest layer that nobody sees, unless it is the only one.
    fn unseen(&self, stack: &LayerStack) -> Option<usize> {
        if stack.layers.len() < 2 {
            return None;
        }
        stack.shares.planes.iter().rposition(|plane| {
            let most = plane.as_flattened().iter().max().copied();
            u32::from(most.unwrap_or(0)) <= self.most
        })
    }
}

/// Takes the textures that no layer uses out of a tile's list; gives how many.
fn drop_textures(draft: &mut TerrainDraft<'_>, tile: TileId) -> Result<usize, EditError> {
    let map = draft.tiles()?;
    let places: Vec<_> = map
        .chunks()
        .map(|(place, _)| place)
        .filter(|place| place.tile == tile)
        .collect();
    let layers = places.iter().flat_map(|place| draft.layers(*place));
    let used: BTreeSet<u32> = layers.map(|layer| layer.texture).collect();
    let listed = draft.textures(tile);
    let is_used = |index: usize| used.contains(&(index as u32));
    let kept: Vec<TileTexture> = listed
        .iter()
        .enumerate()
        .filter(|(index, _)| is_used(*index))
        .map(|(_, texture)| texture.clone())
        .collect();
    let count = listed.len() - kept.len();
    let length = listed.len() as u32;
    // A layer that points past the end would come to point at another texture.
    if count == 0 || used.iter().any(|texture| *texture >= length) {
        return Ok(0);
    }
    for place in places {
        let mut layers = draft.layers(place).to_vec();
        for layer in &mut layers {
            layer.texture = used
                .iter()
                .take_while(|used| **used < layer.texture)
                .count() as u32;
        }
        draft.set_layers(place, layers);
    }
    draft.set_textures(tile, kept);
    Ok(count)
}
