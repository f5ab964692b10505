//! The shown terrain on the graphics card, and what of it edits made stale.

use crate::assets::GroundTexture;
use crate::document::{Terrain, TerrainId};
use crate::edit::{ChunkParts, TerrainChanges};
use crate::editor::Editor;
use crate::render::{
    ChangedChunk, ChangedGround, GroundPictures, Stage, StagedTerrain, TerrainScene,
};
use image::RgbaImage;
use std::collections::BTreeMap;

/// What of the shown terrain is on the graphics card.
#[derive(Default)]
pub(super) struct GroundUpload {
    shown: Option<(u64, TerrainId)>,
    textures: u64,
    pictures: GroundPictures,
    changed: BTreeMap<TerrainId, ChangedGround>,
}

impl GroundUpload {
    /// Takes note of what edits touched.
    pub fn note(&mut self, changes: &TerrainChanges) {
        for ((terrain, place), parts) in &changes.chunks {
            let changed = self.changed.entry(*terrain).or_default();
            let kept = changed.chunks.entry(*place).or_default();
            *kept = ChangedChunk {
                heights: kept.heights || parts.has(ChunkParts::HEIGHTS),
                layers: kept.layers
                    || parts.has(ChunkParts::LAYERS)
                    || parts.has(ChunkParts::SHADOW),
                holes: kept.holes || parts.has(ChunkParts::HOLES),
                colours: kept.colours || parts.has(ChunkParts::COLOURS),
                marks: kept.marks || parts.has(ChunkParts::MARKS),
            };
        }
        for (terrain, area) in &changes.corners {
            let changed = self.changed.entry(*terrain).or_default();
            let [first, last] = changed.corners.unwrap_or([area.first, area.last]);
            changed.corners = Some([
                [first[0].min(area.first[0]), first[1].min(area.first[1])],
                [last[0].max(area.last[0]), last[1].max(area.last[1])],
            ]);
        }
        for (terrain, tile) in &changes.held_tiles {
            self.changed
                .entry(*terrain)
                .or_default()
                .tiles
                .insert(*tile);
        }
        for terrain in &changes.lists {
            self.changed.entry(*terrain).or_default().lists = true;
        }
    }

    /// Takes the terrain off the stage.
    pub fn clear(&mut self, stage: &mut Stage) {
        stage.terrains.clear();
        self.changed.clear();
        self.shown = None;
    }

    /// Uploads what is not on the graphics card yet; `false` if all was there.
    pub fn bring_up_to_date(
        &mut self,
        editor: &Editor,
        terrain: &Terrain,
        stage: &mut Stage,
    ) -> bool {
        let changed = std::mem::take(&mut self.changed).remove(&terrain.id);
        let has_new_pictures = self.textures != editor.ground.revision;
        if has_new_pictures {
            self.textures = editor.ground.revision;
            let is_own = editor.ground.terrain == Some(terrain.id);
            let textures = editor.ground.textures.iter().filter(|_| is_own);
            self.pictures = textures.filter_map(picture).collect();
        }
        let now = (editor.document_number(), terrain.id);
        let is_known = self.shown.replace(now) == Some(now);
        let staged = stage.terrains.first_mut();
        match staged.filter(|staged| is_known && staged.id == terrain.id) {
            Some(staged) => {
                if has_new_pictures {
                    let grounds = &editor.ground.cliff_grounds;
                    staged.scene.set_looks(terrain, &self.pictures, grounds);
                } else if let Some(changed) = &changed {
                    staged.scene.refresh(terrain, changed, &self.pictures);
                }
                has_new_pictures || changed.is_some()
            }
            None => {
                let mut scene = TerrainScene::new(stage.context(), terrain, &self.pictures);
                if editor.ground.terrain == Some(terrain.id) {
                    scene.set_cliff_grounds(terrain, &editor.ground.cliff_grounds);
                }
                stage.terrains.clear();
                stage.terrains.push(StagedTerrain {
                    id: terrain.id,
                    scene,
                });
                true
            }
        }
    }
}

fn picture(texture: &GroundTexture) -> Option<(String, RgbaImage)> {
    let picture = texture.picture.as_ref().ok()?;
    let pixels = RgbaImage::from_raw(picture.width, picture.height, picture.rgba.clone())?;
    Some((texture.name.clone(), pixels))
}
