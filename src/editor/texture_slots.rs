//! The pictures of the selected model's texture slots, and how the editor gets them.

use super::{Editor, JobOutcome, Toast};
use crate::assets::{Team, TextureFinder, TexturePicture, TextureSource};
use crate::document::ModelId;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The pictures of one model's texture slots.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextureSlots {
    /// The model they belong to.
    pub model: Option<ModelId>,
    /// One for each slot; empty until they were read.
    pub pictures: Vec<TexturePicture>,
    /// Goes up with every new set of pictures; views load them anew then.
    pub revision: u64,
    /// Whether they are being read.
    pub is_loading: bool,
    request: u64,
}

impl TextureSlots {
    /// Number of slots whose file was not found.
    pub fn missing_count(&self) -> usize {
        self.pictures
            .iter()
            .filter(|slot| matches!(slot.source, TextureSource::Missing(_)))
            .count()
    }
}

impl Editor {
    /// Reads the pictures of the selected model in the background.
    pub(super) fn load_textures(&mut self) {
        let Some(model) = self.model() else {
            self.textures = TextureSlots::default();
            return;
        };
        let id = model.id;
        let slots = model.textures.clone();
        let model_format = model.format;
        // A project's textures lie beside the model it was made from, or beside the project.
        let path = self
            .files
            .model_paths
            .get(&id)
            .or(self.files.project_path.as_ref());
        let path = path.cloned();
        // Textures of a project lie beside it, as those of a model beside the model.
        let beside_project = self.files.project_path.as_deref().and_then(Path::parent);
        let mut folders = self.files.asset_folders.clone();
        folders.extend(beside_project.map(Path::to_owned));
        let assigned: BTreeMap<u32, PathBuf> = self
            .files
            .assigned
            .iter()
            .filter(|((model, _), _)| *model == id)
            .map(|((_, slot), path)| (*slot, path.clone()))
            .collect();
        if self.textures.model != Some(id) {
            self.textures.pictures.clear();
            self.textures.revision += 1;
        }
        self.textures.model = Some(id);
        self.textures.request += 1;
        self.textures.is_loading = true;
        let request = self.textures.request;
        let team = self.view.team;
        let started = self.jobs.start("Read textures", move |control| {
            let finder = TextureFinder::new(path.as_deref(), folders, assigned);
            let mut finder = finder.with_team(team);
            let mut pictures = Vec::new();
            for (index, texture) in (0..).zip(&slots) {
                if control.is_cancelled() {
                    return JobOutcome::Cancelled;
                }
                let done = pictures.len() as f32 / slots.len().max(1) as f32;
                control.report(texture.path_text(), Some(done));
                pictures.push(finder.load(index, texture, model_format));
            }
            JobOutcome::Textures {
                model: id,
                request,
                pictures,
            }
        });
        if let Err(message) = started {
            self.toast(Toast::failure(message));
        }
    }

    pub(super) fn textures_read(
        &mut self,
        model: ModelId,
        request: u64,
        pictures: Vec<TexturePicture>,
    ) {
        if self.textures.model == Some(model) && self.textures.request == request {
            self.textures.pictures = pictures;
            self.textures.revision += 1;
            self.textures.is_loading = false;
        }
    }

    /// Shows Warcraft III models in another player's colour.
    pub(super) fn show_team(&mut self, team: Team) {
        self.view.team = team;
        if self.textures.is_loading {
            self.load_textures();
            return;
        }
        let Some(model) = self.textures.model.and_then(|id| self.document.model(id)) else {
            return;
        };
        if !model.format.is_mdx() {
            return;
        }
        let slots = self.textures.pictures.iter_mut().zip(&model.textures);
        for (slot, texture) in slots {
            if matches!(slot.source, TextureSource::Replaceable(_)) {
                slot.picture = team.picture(texture.kind);
            }
        }
        self.textures.revision += 1;
    }

    pub(super) fn assign_texture(&mut self, slot: usize, path: PathBuf) {
        let (Some(model), Ok(slot)) = (self.selection.model, u32::try_from(slot)) else {
            return;
        };
        self.files.assigned.insert((model, slot), path);
        self.load_textures();
    }

    pub(super) fn clear_texture(&mut self, slot: usize) {
        let (Some(model), Ok(slot)) = (self.selection.model, u32::try_from(slot)) else {
            return;
        };
        self.files.assigned.remove(&(model, slot));
        self.load_textures();
    }

    pub(super) fn add_asset_folder(&mut self, path: PathBuf) {
        if !self.files.asset_folders.contains(&path) {
            self.files.asset_folders.push(path);
        }
        self.load_textures();
    }

    pub(super) fn remove_asset_folder(&mut self, path: &Path) {
        self.files.asset_folders.retain(|folder| folder != path);
        self.load_textures();
    }
}
