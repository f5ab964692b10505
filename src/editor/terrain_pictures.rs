//! The pictures of ground textures by name, and how the editor gets them.

use super::{Editor, JobOutcome, Toast};
use crate::assets::{TextureFinder, TexturePicture, TextureSource};
use crate::document::{ModelFormat, TerrainId, TerrainShape};
use crate::mesh::{Texture, TextureKind};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The pictures of ground textures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroundPictures {
    /// The terrain they belong to.
    pub terrain: Option<TerrainId>,
    /// By the name of the texture in lower case.
    pub pictures: BTreeMap<String, TexturePicture>,
    /// Goes up with every new set of pictures; views load them anew then.
    pub revision: u64,
    /// Whether they are being read.
    pub is_loading: bool,
    request: u64,
}

impl GroundPictures {
    /// The picture of a texture, if it was read.
    pub fn picture(&self, name: &str) -> Option<&TexturePicture> {
        self.pictures.get(&name.to_lowercase())
    }

    /// Number of textures whose file was not found.
    pub fn missing_count(&self) -> usize {
        let missing = |read: &&TexturePicture| matches!(read.source, TextureSource::Missing(_));
        self.pictures.values().filter(missing).count()
    }
}

/// The names of the textures that a terrain lists, as its file has them.
fn listed(shape: &TerrainShape) -> Vec<String> {
    match shape {
        TerrainShape::Tiles(map) => {
            let textures = map.tiles.values().flat_map(|tile| &tile.textures);
            textures.map(|texture| texture.path_text()).collect()
        }
        // The game keeps what its ground types look like in tables of its own.
        TerrainShape::Corners(_) => Vec::new(),
    }
}

impl Editor {
    /// Reads the pictures of the ground's textures, of chosen ones and favourites in the background.
    pub(super) fn load_ground_pictures(&mut self) {
        let Some(terrain) = self.terrain() else {
            self.ground_pictures = GroundPictures::default();
            return;
        };
        let id = terrain.id;
        let mut names: BTreeSet<String> = listed(&terrain.shape).into_iter().collect();
        if terrain.shape.tiles().is_some() {
            let view = &self.ground_view;
            names.extend(view.recent.iter().chain(&view.favourites).cloned());
        }
        let is_new = self.ground_pictures.terrain != Some(id);
        if is_new {
            self.ground_pictures.pictures.clear();
            self.ground_pictures.revision += 1;
        }
        self.ground_pictures.terrain = Some(id);
        let path = self.files.terrain_paths.get(&id);
        let path = path.or(self.files.project_path.as_ref()).cloned();
        let beside_project = self.files.project_path.as_deref().and_then(Path::parent);
        let mut folders = self.files.asset_folders.clone();
        folders.extend(beside_project.map(Path::to_owned));
        self.ground_pictures.request += 1;
        if names.is_empty() {
            return;
        }
        self.ground_pictures.is_loading = true;
        let request = self.ground_pictures.request;
        let started = self.jobs.start("Read ground textures", move |control| {
            let mut finder = TextureFinder::new(path.as_deref(), folders, BTreeMap::new());
            let mut pictures = BTreeMap::new();
            for name in &names {
                if control.is_cancelled() {
                    return JobOutcome::Cancelled;
                }
                let done = pictures.len() as f32 / names.len() as f32;
                control.report(name.clone(), Some(done));
                let texture = Texture {
                    kind: TextureKind(0),
                    flags: 3,
                    path: name.clone().into_bytes(),
                };
                let read = finder.load(0, &texture, ModelFormat::M2 { version: 264 });
                pictures.insert(name.to_lowercase(), read);
            }
            JobOutcome::GroundPictures {
                terrain: id,
                request,
                pictures,
            }
        });
        if let Err(message) = started {
            self.toast(Toast::failure(message));
        }
    }

    pub(super) fn ground_pictures_read(
        &mut self,
        terrain: TerrainId,
        request: u64,
        pictures: BTreeMap<String, TexturePicture>,
    ) {
        let textures = &mut self.ground_pictures;
        if textures.terrain == Some(terrain) && textures.request == request {
            textures.pictures = pictures;
            textures.revision += 1;
            textures.is_loading = false;
        }
    }
}
