//! Gives a texture another place among the layers, without changing the look.

use super::brush_operator::terrain_operator;
use crate::edit::layer_stack::{chunks_text, each_stack};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::texture_paths::{check_texture, texture_key};
use crate::edit::{EditError, GroundScope};

terrain_operator! {
    /// Gives a texture another place among the layers of map chunks. Alphas are worked out anew so that the ground looks the same: exactly with 8 bits; with 4 bits within 24 of 255, and the notes tell by how much.
    MoveTextureLayer = "move_texture_layer" {
        /// The path of the texture.
        texture: String,
        /// Its new position; 0 lies below all others, what is too high is the top.
        to: u32,
        /// Which map chunks.
        #[serde(default)]
        scope: GroundScope = "\"all\"",
    }
    example r##"{"op":"move_texture_layer","terrain":1,"texture":"Tileset\\Elwynn\\ElwynnGrass01.blp","to":0,"scope":"all"}"##
}

impl MoveTextureLayer {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        check_texture("texture", &self.texture)?;
        let places = self.scope.places(draft)?;
        let key = texture_key(&self.texture);
        let changed = each_stack(draft, &places, |_, stack| {
            let Some(layer) = stack.find(&key) else {
                return false;
            };
            let to = (self.to as usize).min(stack.layers.len().saturating_sub(1));
            stack.move_to(layer, to);
            layer != to
        });
        if changed == 0 {
            draft.note("no map chunk has that texture in another place".to_owned());
        }
        Ok(format!("Move texture layer on {}", chunks_text(changed)))
    }
}
