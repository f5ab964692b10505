//! Puts two textures of map chunks into one.

use super::brush_operator::terrain_operator;
use crate::edit::layer_stack::{chunks_text, each_stack};
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::texture_paths::{check_texture, texture_key};
use crate::edit::{EditError, GroundScope};

terrain_operator! {
    /// Puts two textures into one where a map chunk has both: the second takes the share of the first, whose layer is free again.
    MergeTextureLayers = "merge_texture_layers" {
        /// The path of the texture that goes.
        from: String,
        /// The path of the texture that takes its share.
        into: String,
        /// Which map chunks.
        #[serde(default)]
        scope: GroundScope = "\"all\"",
    }
    example r##"{"op":"merge_texture_layers","terrain":1,"from":"Tileset\\Elwynn\\ElwynnGrass02.blp","into":"Tileset\\Elwynn\\ElwynnGrass01.blp","scope":"all"}"##
}

impl MergeTextureLayers {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        check_texture("from", &self.from)?;
        check_texture("into", &self.into)?;
        let (from, into) = (texture_key(&self.from), texture_key(&self.into));
        if from == into {
            return Err(EditError::Value {
                argument: "into",
                reason: "must be another texture".to_owned(),
            });
        }
        let places = self.scope.places(draft)?;
        let mut alone = 0;
        let changed = each_stack(draft, &places, |_, stack| {
            match (stack.find(&from), stack.find(&into)) {
                (Some(layer), Some(other)) => {
                    stack.merge(layer, other);
                    true
                }
                (Some(_), None) => {
                    alone += 1;
                    false
                }
                (None, _) => false,
            }
        });
        if alone > 0 {
            let chunks = chunks_text(alone);
            let (have, were) = if alone == 1 {
                ("has", "was")
            } else {
                ("have", "were")
            };
            draft.note(format!(
                "{chunks} {have} only the first and {were} left as they are"
            ));
        }
        Ok(format!("Merge textures on {}", chunks_text(changed)))
    }
}
