//! Puts layers with the same texture into one.

use super::brush_operator::terrain_operator;
use crate::edit::layer_stack::{LayerStack, chunks_text, each_stack};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::{EditError, GroundScope};

terrain_operator! {
    /// Puts layers of a map chunk that have the same texture into one, without changing the look; the slots of the others are free again.
    MergeDuplicateLayers = "merge_duplicate_layers" {
        /// Which map chunks.
        #[serde(default)]
        scope: GroundScope = "\"all\"",
    }
    example r##"{"op":"merge_duplicate_layers","terrain":1,"scope":"all"}"##
}

impl MergeDuplicateLayers {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        let places = self.scope.places(draft)?;
        let mut merged = 0;
        let changed = each_stack(draft, &places, |_, stack| {
            let before = merged;
            while let Some((layer, lower)) = duplicate(stack) {
                stack.merge(layer, lower);
                merged += 1;
            }
            merged > before
        });
        draft.note(match merged {
            0 => "no map chunk has a texture twice".to_owned(),
            count => format!("{count} layers went into others with the same texture"),
        });
        Ok(format!(
            "Merge duplicate layers on {}",
            chunks_text(changed)
        ))
    }
}

/// The highest layer whose texture a lower one has, and that one.
fn duplicate(stack: &LayerStack) -> Option<(usize, usize)> {
    let layers = stack.keys.iter().enumerate().rev();
    let mut pairs = layers.filter_map(|(layer, key)| {
        let lower = stack.keys.iter().take(layer).position(|other| other == key);
        lower.map(|lower| (layer, lower))
    });
    pairs.next()
}
