//! The pictures of the shown terrain's textures, and how the editor gets them.

use super::{Editor, JobOutcome, Toast};
use crate::assets::{GroundNames, GroundTexture, GroundTextureFinder, KnownTexture};
use crate::document::{Terrain, TerrainId, ground_names};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// The pictures of one terrain's textures.
#[derive(Clone, Debug, Default)]
pub struct GroundTextures {
    /// The terrain they belong to.
    pub terrain: Option<TerrainId>,
    /// One for each texture, those of the terrain itself first; empty until they were read.
    pub textures: Arc<Vec<GroundTexture>>,
    /// The ground type that goes with each cliff type, both by their four letters.
    pub cliff_grounds: Arc<BTreeMap<String, String>>,
    /// Textures that could be chosen: of the game's table, or in the folders and archives.
    pub known: Arc<Vec<KnownTexture>>,
    /// Whether there are more of them than are listed.
    pub has_more: bool,
    /// Goes up with every new set of pictures; views load them anew then.
    pub revision: u64,
    /// Whether they are being read.
    pub is_loading: bool,
    request: u64,
    /// What they were last asked for.
    wanted: Option<Wanted>,
    /// The state of the document in which that was worked out.
    looked_at: Option<(u64, u64, u64, usize)>,
}

/// What decides which pictures there are.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Wanted {
    document: u64,
    terrain: TerrainId,
    names: Vec<String>,
    /// How many of the names, the first ones, are those of the terrain itself.
    own_count: usize,
    sources: Vec<PathBuf>,
}

/// The name that the picture of a texture has: paths are in lower case, with one kind of slash.
fn picture_name(name: &str) -> String {
    name.to_lowercase().replace('/', "\\")
}

/// The names of pictures among those of textures.
fn picture_names(names: impl Iterator<Item = String>) -> impl Iterator<Item = String> {
    names
        .map(|name| picture_name(&name))
        .filter(|name| name.contains('.'))
}

/// Adds those that are not there yet.
fn add_names(names: &mut Vec<String>, more: impl Iterator<Item = String>) {
    for name in more {
        if !names.contains(&name) {
            names.push(name);
        }
    }
}

impl GroundTextures {
    /// The texture of this name, if its picture was looked for.
    pub fn texture(&self, name: &str) -> Option<&GroundTexture> {
        let path = picture_name(name);
        let mut textures = self.textures.iter();
        textures.find(|texture| texture.name == name || texture.name == path)
    }

    /// Number of the terrain's own textures.
    pub fn own_count(&self) -> usize {
        self.wanted.as_ref().map_or(0, |wanted| wanted.own_count)
    }

    /// Number of the terrain's own textures whose file was not found.
    pub fn missing_count(&self) -> usize {
        let own = self.textures.iter().take(self.own_count());
        own.filter(|texture| texture.picture.is_err()).count()
    }
}

impl Editor {
    /// The terrain that the viewport shows, if it shows one.
    pub fn shown_terrain(&self) -> Option<&Terrain> {
        self.terrain().filter(|_| self.shows_ground())
    }

    /// Reads the textures of the shown terrain in the background, if others are needed now.
    pub(super) fn follow_ground(&mut self) {
        let looked_at = (
            self.document_number(),
            self.document_revision(),
            self.ground_view.choices,
            self.files.asset_folders.len(),
        );
        let Some(terrain) = self.shown_terrain() else {
            if self.ground.terrain.is_some() {
                self.ground = GroundTextures {
                    revision: self.ground.revision + 1,
                    request: self.ground.request + 1,
                    ..GroundTextures::default()
                };
            }
            return;
        };
        if self.ground.looked_at == Some(looked_at) && self.ground.terrain == Some(terrain.id) {
            return;
        }
        let (names, own_count) = self.names_at_hand(terrain);
        let wanted = Wanted {
            document: looked_at.0,
            terrain: terrain.id,
            names,
            own_count,
            sources: self.files.asset_folders.clone(),
        };
        if self.ground.wanted.as_ref() != Some(&wanted) {
            self.read_ground(wanted);
        }
        self.ground.looked_at = Some(looked_at);
    }

    /// The textures of the terrain and how many they are, then others that can be chosen for it.
    fn names_at_hand(&self, terrain: &Terrain) -> (Vec<String>, usize) {
        let mut names = ground_names(&terrain.shape);
        let view = &self.ground_view;
        let Some(map) = terrain.shape.tiles() else {
            let own_count = names.len();
            add_names(&mut names, view.previewed.iter().cloned());
            return (names, own_count);
        };
        let listed = map.tiles.values().flat_map(|tile| &tile.textures);
        let listed = listed.map(|texture| texture.path_text());
        add_names(&mut names, picture_names(listed));
        let own_count = names.len();
        let others = view.recent.iter().chain(&view.favourites);
        let others = others.chain(&view.previewed).cloned();
        add_names(&mut names, picture_names(others));
        (names, own_count)
    }

    fn read_ground(&mut self, wanted: Wanted) {
        let Some(terrain) = self.shown_terrain() else {
            return;
        };
        let native = terrain.native.clone();
        let kind = GroundNames::of(&terrain.shape);
        let id = terrain.id;
        let path = self.files.terrain_paths.get(&id);
        let path = path.or(self.files.project_path.as_ref()).cloned();
        self.ground.terrain = Some(id);
        self.ground.request += 1;
        self.ground.is_loading = true;
        let request = self.ground.request;
        let (names, sources) = (wanted.names.clone(), wanted.sources.clone());
        // What was read from the same places is not read again.
        let last = self.ground.wanted.as_ref();
        let is_same = last.is_some_and(|last| {
            (last.document, last.terrain, &last.sources)
                == (wanted.document, wanted.terrain, &wanted.sources)
        });
        let before = match is_same {
            true => self.ground.textures.clone(),
            false => Arc::default(),
        };
        self.ground.wanted = Some(wanted);
        let started = self.jobs.start("Read textures", move |control| {
            let native = native.as_deref();
            let mut finder = GroundTextureFinder::new(kind, native, path.as_deref(), sources);
            let mut textures = Vec::new();
            for name in &names {
                if control.is_cancelled() {
                    return JobOutcome::Cancelled;
                }
                let done = textures.len() as f32 / names.len().max(1) as f32;
                control.report(name.clone(), Some(done));
                let same = before.iter().find(|texture| texture.name == *name);
                textures.push(same.cloned().unwrap_or_else(|| finder.load(name)));
            }
            let known = (!is_same).then(|| finder.known());
            JobOutcome::GroundTextures {
                request,
                textures,
                cliff_grounds: finder.cliff_grounds(),
                known,
                problems: finder.problems().to_vec(),
            }
        });
        if let Err(message) = started {
            self.toast(Toast::failure(message));
        }
    }

    pub(super) fn ground_known(&mut self, request: u64, known: Option<(Vec<KnownTexture>, bool)>) {
        if let Some((known, has_more)) = known
            && self.ground.request == request
        {
            self.ground.known = Arc::new(known);
            self.ground.has_more = has_more;
        }
    }

    pub(super) fn ground_read(
        &mut self,
        request: u64,
        textures: Vec<GroundTexture>,
        cliff_grounds: BTreeMap<String, String>,
        problems: Vec<String>,
    ) {
        if self.ground.request != request {
            return;
        }
        self.ground.textures = Arc::new(textures);
        self.ground.cliff_grounds = Arc::new(cliff_grounds);
        self.ground.revision += 1;
        self.ground.is_loading = false;
        for problem in problems {
            self.toast(Toast::refusal(problem));
        }
        let (missing, count) = (self.ground.missing_count(), self.ground.own_count());
        // Of those that are only looked at nobody need be told.
        if missing > 0 && self.ground_view.previewed.is_empty() {
            let (were, are, them) = match missing {
                1 => ("was", "is drawn as a pattern", "it"),
                _ => ("were", "are drawn as patterns", "them"),
            };
            self.toast(Toast::note(format!(
                "{missing} of {count} textures of the ground {were} not found and {are}; an asset \
                 folder with {them} can be added."
            )));
        }
    }
}
