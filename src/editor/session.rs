//! What a project file keeps for the editor beside the document: folders, assignments, the view.

use super::{Editor, FileState};
use crate::anim::ClipId;
use crate::document::{ModelId, TerrainId};
use crate::edit::GroundRectangle;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What a project file keeps for the editor. Written as JSON, so that a field may come or go.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Session {
    /// Folders to look for textures in.
    asset_folders: Vec<PathBuf>,
    /// Model, slot and picture of each texture that the user chose.
    assigned: Vec<(u32, u32, PathBuf)>,
    /// The file that each model was imported from.
    model_paths: Vec<(u32, PathBuf)>,
    /// The file that each terrain was imported from.
    terrain_paths: Vec<(u32, PathBuf)>,
    /// The model and clip that were shown, and the playhead.
    shown: Option<(u32, Option<u32>, f64)>,
    /// The protected places of each terrain.
    protected: Vec<(u32, Vec<GroundRectangle>)>,
}

impl Session {
    /// What is worth keeping of an editor.
    pub(super) fn of(editor: &Editor) -> Self {
        let files = &editor.files;
        let selection = &editor.selection;
        Self {
            asset_folders: files.asset_folders.clone(),
            assigned: files
                .assigned
                .iter()
                .map(|((model, slot), path)| (model.0, *slot, path.clone()))
                .collect(),
            model_paths: files
                .model_paths
                .iter()
                .map(|(model, path)| (model.0, path.clone()))
                .collect(),
            terrain_paths: files
                .terrain_paths
                .iter()
                .map(|(terrain, path)| (terrain.0, path.clone()))
                .collect(),
            shown: selection.model.map(|model| {
                let clip = selection.clip.map(|clip| clip.0);
                (model.0, clip, editor.playback.time_ms)
            }),
            protected: editor.protected_of_document(),
        }
    }

    /// From the bytes in a project; what can't be read is left out, for none of it is content.
    pub(super) fn read(bytes: &[u8]) -> Self {
        serde_json::from_slice(bytes).unwrap_or_default()
    }

    /// As bytes for a project.
    pub(super) fn write(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Puts the folders and assignments where the editor keeps them.
    pub(super) fn restore_files(&self, files: &mut FileState) {
        for folder in &self.asset_folders {
            if !files.asset_folders.contains(folder) {
                files.asset_folders.push(folder.clone());
            }
        }
        files.assigned = self
            .assigned
            .iter()
            .map(|(model, slot, path)| ((ModelId(*model), *slot), path.clone()))
            .collect();
        files.model_paths = self
            .model_paths
            .iter()
            .map(|(model, path)| (ModelId(*model), path.clone()))
            .collect();
        files.terrain_paths = self
            .terrain_paths
            .iter()
            .map(|(terrain, path)| (TerrainId(*terrain), path.clone()))
            .collect();
    }

    /// Shows what was shown, as far as the document still has it.
    pub(super) fn restore_view(&self, editor: &mut Editor) {
        editor.restore_protected_of(&self.protected);
        let Some((model, clip, time_ms)) = self.shown else {
            return;
        };
        let model = ModelId(model);
        if editor.document.model(model).is_none() {
            return;
        }
        if editor.selection.model != Some(model) {
            editor.selection = super::Selection::of_model(model);
            editor.model_shown();
        }
        editor.selection.set_clip(clip.map(ClipId));
        editor.playback.seek(time_ms);
        editor.refresh();
    }
}
