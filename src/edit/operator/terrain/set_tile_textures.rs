//! Changes the list of textures of a tile, without changing the look.

use super::brush_operator::terrain_operator;
use crate::edit::EditError;
use crate::edit::terrain_draft::TerrainDraft;
use crate::edit::texture_paths::{check_texture, key_of, new_texture, texture_key};
use crate::terrain::{ChunkPlace, TileId, TileTexture};
use std::collections::BTreeMap;

terrain_operator! {
    /// Changes the list of textures of a tile: reorders it, renames entries, adds some and drops unused ones. Layers keep their textures, so the ground looks the same but for renamed ones. Textures with layers can't be left out.
    SetTileTextures = "set_tile_textures" {
        /// Column and row of the tile, as in the name of its file.
        tile: [u8; 2],
        /// The whole new list of paths; null keeps it.
        #[serde(default)]
        textures: Option<Vec<String>> = "null",
        /// Entries that get another path, by the old one; the place in the list and all layers stay.
        #[serde(default)]
        replace: BTreeMap<String, String> = "{}",
        /// Whether entries without layers are dropped.
        #[serde(default)]
        drop_unused: bool = "false",
    }
    example r##"{"op":"set_tile_textures","terrain":1,"tile":[32,48],"textures":null,"replace":{"Tileset\\Elwynn\\ElwynnGrass01.blp":"Tileset\\Elwynn\\ElwynnGrassBase.blp"},"drop_unused":true}"##
}

/// An entry of the new list, and the old one it was.
struct Entry {
    texture: TileTexture,
    old: Option<usize>,
}

impl SetTileTextures {
    /// Checks everything and puts the changes into `draft`; gives the label.
    pub(in crate::edit::operator) fn draft(
        &self,
        draft: &mut TerrainDraft<'_>,
    ) -> Result<String, EditError> {
        let map = draft.tiles()?;
        let [x, y] = self.tile;
        let id = TileId { x, y };
        let tile = map.tiles.get(&id).ok_or_else(|| EditError::Unknown {
            what: "tile",
            name: format!("{x}, {y}"),
            near: Vec::new(),
        })?;
        let old = tile.textures.clone();
        let mut counts = vec![0_usize; old.len()];
        let mut unlisted = 0;
        for layer in tile.chunks.iter().flat_map(|chunk| &chunk.layers) {
            match counts.get_mut(layer.texture as usize) {
                Some(count) => *count += 1,
                None => unlisted += 1,
            }
        }
        let mut list = self.ordered(&old)?;
        let renamed = self.rename(&mut list, &old)?;
        let mut dropped = Vec::new();
        if self.drop_unused {
            list.retain(|entry| {
                let count = entry.old.and_then(|old| counts.get(old)).copied();
                let stays = count.unwrap_or(0) > 0;
                if !stays {
                    dropped.push(entry.texture.path_text());
                }
                stays
            });
        }
        let new_of = |number: usize| list.iter().position(|entry| entry.old == Some(number));
        let mut homeless = Vec::new();
        for (number, (texture, count)) in old.iter().zip(&counts).enumerate() {
            if new_of(number).is_some() {
                continue;
            }
            if *count > 0 {
                homeless.push(format!("{} ({count} layers)", texture.path_text()));
            } else if !self.drop_unused {
                dropped.push(texture.path_text());
            }
        }
        if !homeless.is_empty() {
            return Err(EditError::Value {
                argument: "textures",
                reason: format!("leaves layers without a texture: {}", homeless.join(", ")),
            });
        }
        if unlisted > 0 && list.len() != old.len() {
            return Err(EditError::Value {
                argument: "textures",
                reason: format!("must stay as long as it is: {unlisted} layers point past its end"),
            });
        }
        let mut moved = 0;
        let chunks: Vec<ChunkPlace> = map
            .chunks()
            .map(|(place, _)| place)
            .filter(|place| place.tile == id)
            .collect();
        for place in chunks {
            let mut layers = draft.layers(place).to_vec();
            for layer in &mut layers {
                if let Some(new) = new_of(layer.texture as usize)
                    && new as u32 != layer.texture
                {
                    layer.texture = new as u32;
                    moved += 1;
                }
            }
            draft.set_layers(place, layers);
        }
        if moved > 0 {
            draft.note(format!("{moved} layers name another entry of the list now"));
        }
        if !dropped.is_empty() {
            draft.note(format!(
                "dropped because no layer has them: {}",
                dropped.join(", ")
            ));
        }
        if renamed > 0 {
            draft.note(format!("{renamed} entries have another path now"));
        }
        let count = list.len();
        let textures: Vec<TileTexture> = list.into_iter().map(|entry| entry.texture).collect();
        if textures == old {
            draft.note("the list is as it was".to_owned());
        }
        draft.set_textures(id, textures);
        Ok(format!("Set {count} textures of tile {x}, {y}"))
    }

    /// The entries in their new order.
    fn ordered(&self, old: &[TileTexture]) -> Result<Vec<Entry>, EditError> {
        let Some(paths) = &self.textures else {
            let entries = old.iter().cloned().enumerate();
            return Ok(entries
                .map(|(number, texture)| Entry {
                    texture,
                    old: Some(number),
                })
                .collect());
        };
        let mut list: Vec<Entry> = Vec::with_capacity(paths.len());
        for path in paths {
            check_texture("textures", path)?;
            let key = texture_key(path);
            // A list may have a path twice: each comes once.
            let is_free = |number: &usize| list.iter().all(|entry| entry.old != Some(*number));
            let same = old
                .iter()
                .enumerate()
                .filter(|(_, texture)| key_of(&texture.path) == key);
            let found = same.map(|(number, _)| number).find(is_free);
            let is_twice = list.iter().any(|entry| key_of(&entry.texture.path) == key);
            if found.is_none() && is_twice {
                return Err(EditError::Value {
                    argument: "textures",
                    reason: format!("has '{path}' twice"),
                });
            }
            let kept = found.and_then(|number| old.get(number)).cloned();
            list.push(Entry {
                texture: kept.unwrap_or_else(|| new_texture(path)),
                old: found,
            });
        }
        Ok(list)
    }

    /// Gives entries their new paths; tells how many.
    fn rename(&self, list: &mut [Entry], old: &[TileTexture]) -> Result<usize, EditError> {
        let mut renamed = 0;
        for (from, to) in &self.replace {
            check_texture("replace", to)?;
            let (from_key, to_key) = (texture_key(from), texture_key(to));
            let has = |entry: &Entry, key: &[u8]| key_of(&entry.texture.path) == key;
            if from_key != to_key && list.iter().any(|entry| has(entry, &to_key)) {
                return Err(EditError::Value {
                    argument: "replace",
                    reason: format!(
                        "names '{to}', which is listed; swap_texture puts two into one"
                    ),
                });
            }
            let Some(entry) = list.iter_mut().find(|entry| has(entry, &from_key)) else {
                return Err(EditError::Unknown {
                    what: "texture",
                    name: from.clone(),
                    near: old.iter().map(TileTexture::path_text).collect(),
                });
            };
            entry.texture.path = new_texture(to).path;
            renamed += 1;
        }
        Ok(renamed)
    }
}
