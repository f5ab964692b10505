//! Sets what the game does with a texture on map chunks.

use super::brush_operator::terrain_operator;
use crate::edit::layer_stack::chunks_text;
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::texture_paths::{check_texture, key_of, texture_key};
use crate::edit::{EditError, GroundScope};
use crate::terrain::TextureLayerFlags;

terrain_operator! {
    /// Sets and clears bits of the flag word of a texture's layers, and which clutter grows there. How alphas are stored is no matter of flags.
    SetLayerFlags = "set_layer_flags" {
        /// The path of the texture.
        texture: String,
        /// Bits to set.
        #[serde(default)]
        set: u32 = "0",
        /// Bits to clear, before those of `set` are set.
        #[serde(default)]
        clear: u32 = "0",
        /// The clutter, a row of the game's table; -1 for none, null to leave it.
        #[serde(default)]
        ground_effect: Option<i32> = "null",
        /// Which map chunks.
        #[serde(default)]
        scope: GroundScope = "\"all\"",
    }
    example r##"{"op":"set_layer_flags","terrain":1,"texture":"Tileset\\Lava\\Lava01.blp","set":64,"clear":7,"ground_effect":-1,"scope":"all"}"##
}

impl SetLayerFlags {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        check_texture("texture", &self.texture)?;
        let stored = TextureLayerFlags::HAS_ALPHA | TextureLayerFlags::IS_COMPRESSED;
        for (argument, bits) in [("set", self.set), ("clear", self.clear)] {
            if bits & stored != 0 {
                return Err(EditError::Value {
                    argument,
                    reason: "has bits 0x100 or 0x200, which follow from the alpha map".to_owned(),
                });
            }
        }
        let places = self.scope.places(draft)?;
        let key = texture_key(&self.texture);
        let mut count = 0;
        for place in places {
            let textures = draft.textures(place.tile);
            let index = textures
                .iter()
                .position(|listed| key_of(&listed.path) == key);
            let Some(index) = index else { continue };
            let mut layers = draft.layers(place).to_vec();
            let own = layers.iter_mut();
            for layer in own.filter(|layer| layer.texture as usize == index) {
                layer.flags.0 = (layer.flags.0 & !self.clear) | self.set;
                layer.ground_effect = self.ground_effect.unwrap_or(layer.ground_effect);
                count += 1;
            }
            draft.set_layers(place, layers);
        }
        if count == 0 {
            draft.note("no map chunk has that texture".to_owned());
        }
        Ok(format!("Set flags of a texture on {}", chunks_text(count)))
    }
}
