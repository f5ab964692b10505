//! Puts one texture in the place of another.

use super::brush_operator::terrain_operator;
use crate::edit::layer_stack::{chunks_text, each_stack};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::texture_paths::{check_texture, texture_key};
use crate::edit::{EditError, GroundScope};

terrain_operator! {
    /// Puts one texture in the place of another, on some map chunks, tiles or all. Where a map chunk has both, the first goes into the second.
    SwapTexture = "swap_texture" {
        /// The path of the texture that goes.
        from: String,
        /// The path of the texture that comes.
        to: String,
        /// Which map chunks.
        #[serde(default)]
        scope: GroundScope = "\"all\"",
    }
    example r##"{"op":"swap_texture","terrain":1,"from":"Tileset\\Elwynn\\ElwynnGrass01.blp","to":"Tileset\\Elwynn\\ElwynnDirt01.blp","scope":"all"}"##
}

impl SwapTexture {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        check_texture("from", &self.from)?;
        check_texture("to", &self.to)?;
        let (from, to) = (texture_key(&self.from), texture_key(&self.to));
        if from == to {
            return Err(EditError::Value {
                argument: "to",
                reason: "must be another texture".to_owned(),
            });
        }
        let places = self.scope.places(draft)?;
        let mut merged = 0;
        let changed = each_stack(draft, &places, |draft, stack| {
            let Some(layer) = stack.find(&from) else {
                return false;
            };
            if let Some(other) = stack.find(&to) {
                stack.merge(layer, other);
                merged += 1;
            } else {
                let texture = draft.texture_index(stack.place().tile, &self.to);
                stack.set_texture(layer, texture, to.clone());
            }
            true
        });
        if changed == 0 {
            draft.note("no map chunk has that texture".to_owned());
        }
        if merged > 0 {
            draft.note(format!(
                "{} had both, which are one now",
                chunks_text(merged)
            ));
        }
        Ok(format!("Swap texture on {}", chunks_text(changed)))
    }
}
