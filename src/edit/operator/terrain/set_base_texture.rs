//! Makes a texture the one that lies below all others.

use super::brush_operator::terrain_operator;
use crate::edit::layer_stack::{chunks_text, each_stack};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::texture_paths::{check_texture, texture_key};
use crate::edit::{EditError, GroundScope};

terrain_operator! {
    /// Makes a texture the lowest layer of map chunks, in place of the one that is. Where the map chunk has it already, it goes below the others and takes the share of the lowest.
    SetBaseTexture = "set_base_texture" {
        /// The path of the texture.
        texture: String,
        /// Which map chunks.
        #[serde(default)]
        scope: GroundScope = "\"all\"",
    }
    example r##"{"op":"set_base_texture","terrain":1,"texture":"Tileset\\Elwynn\\ElwynnGrass01.blp","scope":{"tiles":[[32,48]]}}"##
}

impl SetBaseTexture {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        check_texture("texture", &self.texture)?;
        let places = self.scope.places(draft)?;
        let key = texture_key(&self.texture);
        let mut merged = 0;
        let changed = each_stack(draft, &places, |draft, stack| match stack.find(&key) {
            Some(0) => false,
            Some(own) => {
                stack.merge(0, own);
                stack.move_to(own - 1, 0);
                merged += 1;
                true
            }
            None => {
                let texture = draft.texture_index(stack.place().tile, &self.texture);
                stack.set_texture(0, texture, key.clone());
                true
            }
        });
        if merged > 0 {
            let chunks = chunks_text(merged);
            draft.note(format!(
                "{chunks} had the texture already, and it took the lowest one's share"
            ));
        }
        Ok(format!("Set base texture of {}", chunks_text(changed)))
    }
}
