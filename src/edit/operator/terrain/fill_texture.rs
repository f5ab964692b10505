//! Covers whole map chunks with a texture.

use super::brush_operator::terrain_operator;
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::texture_paths::{check_texture, key_of, texture_key};
use crate::edit::{EditError, GroundScope};
use crate::terrain::{TextureLayer, TextureLayerFlags};

terrain_operator! {
    /// Covers whole map chunks with one texture: it becomes their only layer.
    FillTexture = "fill_texture" {
        /// The path of the texture.
        texture: String,
        /// Which map chunks.
        #[serde(default)]
        scope: GroundScope = "\"all\"",
    }
    example r##"{"op":"fill_texture","terrain":1,"texture":"Tileset\\Elwynn\\ElwynnGrass01.blp","scope":"all"}"##
}

impl FillTexture {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        check_texture("texture", &self.texture)?;
        let places = self.scope.places(draft)?;
        let form = draft.tiles()?.alpha_form();
        let key = texture_key(&self.texture);
        let mut dropped = 0;
        for place in &places {
            let texture = draft.texture_index(place.tile, &self.texture);
            let textures = draft.textures(place.tile);
            let layers = draft.layers(*place);
            let is_it = |layer: &TextureLayer| {
                let listed = textures.get(layer.texture as usize);
                listed.is_some_and(|listed| key_of(&listed.path) == key)
            };
            let own = layers.iter().position(is_it);
            dropped += layers.len() - usize::from(own.is_some());
            let kept = own.and_then(|own| layers.get(own));
            // What the game has on it where it was a layer already stays.
            let layer = TextureLayer {
                texture,
                flags: TextureLayerFlags(
                    kept.map_or(0, |layer| layer.flags.0)
                        & !(TextureLayerFlags::HAS_ALPHA | TextureLayerFlags::IS_COMPRESSED),
                ),
                ground_effect: kept.map_or(-1, |layer| layer.ground_effect),
                alpha: None,
                form: kept.map_or(form, |layer| layer.form),
            };
            draft.rearrange_layers(*place, vec![layer], &[own]);
        }
        if dropped > 0 {
            draft.note(match dropped {
                1 => "1 other layer was dropped".to_owned(),
                _ => format!("{dropped} other layers were dropped"),
            });
        }
        Ok(format!("Fill {} map chunks", places.len()))
    }
}
