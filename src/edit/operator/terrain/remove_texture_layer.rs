//! Takes a texture off map chunks.

use super::brush_operator::terrain_operator;
use crate::edit::layer_stack::{chunks_text, each_stack};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::texture_paths::{check_texture, texture_key};
use crate::edit::{EditError, GroundScope};

terrain_operator! {
    /// Takes a texture off map chunks; the others fill up in proportion. A map chunk's only texture stays.
    RemoveTextureLayer = "remove_texture_layer" {
        /// The path of the texture.
        texture: String,
        /// Which map chunks.
        #[serde(default)]
        scope: GroundScope = "\"all\"",
    }
    example r##"{"op":"remove_texture_layer","terrain":1,"texture":"Tileset\\Elwynn\\ElwynnGrass01.blp","scope":{"chunks":[[32,48,0,15]]}}"##
}

impl RemoveTextureLayer {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        check_texture("texture", &self.texture)?;
        let places = self.scope.places(draft)?;
        let key = texture_key(&self.texture);
        let (mut only, mut most) = (0, 0.0f32);
        let changed = each_stack(draft, &places, |_, stack| {
            let Some(layer) = stack.find(&key) else {
                return false;
            };
            if stack.layers.len() == 1 {
                only += 1;
                return false;
            }
            let mean = stack.shares.means().get(layer).copied();
            most = most.max(mean.unwrap_or(0.0));
            stack.remove(layer);
            true
        });
        if only > 0 {
            let chunks = chunks_text(only);
            draft.note(format!("{chunks} kept it: there is no other texture"));
        }
        if changed > 0 {
            let percent = most * 100.0;
            draft.note(format!(
                "it covered at most {percent:.1} percent of a map chunk"
            ));
        } else if only == 0 {
            draft.note("no map chunk has that texture".to_owned());
        }
        Ok(format!("Remove texture from {}", chunks_text(changed)))
    }
}
