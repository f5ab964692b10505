//! Protected places, kept for each map: what one map protects means nothing on another, and comes
//! back with its map.

use super::{Editor, Toast};
use crate::document::TerrainId;
use crate::edit::GroundRectangle;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The protected places of maps that are not shown. Those of the map that is shown are in the brush.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProtectedPlaces {
    by_map: BTreeMap<PathBuf, Vec<GroundRectangle>>,
    /// The map that is shown.
    #[serde(skip)]
    shown: Option<ShownMap>,
    /// Those of maps of this document that have no file yet.
    #[serde(skip)]
    unsaved: BTreeMap<(u64, TerrainId), Vec<GroundRectangle>>,
}

/// A map as it is told from others.
#[derive(Clone, Debug, PartialEq)]
struct ShownMap {
    document: u64,
    terrain: TerrainId,
    /// Where it is from: a folder of tiles, a file, or a project and its number there.
    file: Option<PathBuf>,
}

impl ProtectedPlaces {
    fn keep(&mut self, map: &ShownMap, places: &[GroundRectangle]) {
        let unsaved = (map.document, map.terrain);
        match &map.file {
            Some(file) if places.is_empty() => drop(self.by_map.remove(file)),
            Some(file) => drop(self.by_map.insert(file.clone(), places.to_vec())),
            None => drop(self.unsaved.insert(unsaved, places.to_vec())),
        }
    }

    fn of(&self, map: &ShownMap) -> Vec<GroundRectangle> {
        let kept = match &map.file {
            Some(file) => self.by_map.get(file),
            None => self.unsaved.get(&(map.document, map.terrain)),
        };
        kept.cloned().unwrap_or_default()
    }
}

impl Editor {
    /// The protected places of each map, as settings keep them.
    pub fn protected_places(&self) -> &ProtectedPlaces {
        &self.protected_places
    }

    /// Takes the protected places that settings kept.
    pub fn restore_protected_places(&mut self, places: ProtectedPlaces) {
        self.protected_places = places;
        self.ground_brush.masks.protected.clear();
        self.follow_protected();
    }

    /// Those of each terrain of the document, as a project keeps them.
    pub(super) fn protected_of_document(&self) -> Vec<(u32, Vec<GroundRectangle>)> {
        let terrains = self.document.terrains.iter();
        let kept = terrains.map(|terrain| {
            let map = self.map_of(terrain.id);
            let places = match self.protected_places.shown == Some(map.clone()) {
                true => self.ground_brush.masks.protected.clone(),
                false => self.protected_places.of(&map),
            };
            (terrain.id.0, places)
        });
        kept.filter(|(_, places)| !places.is_empty()).collect()
    }

    /// Takes those that a project kept, if it kept any.
    pub(super) fn restore_protected_of(&mut self, kept: &[(u32, Vec<GroundRectangle>)]) {
        for (terrain, places) in kept {
            let map = self.map_of(TerrainId(*terrain));
            self.protected_places.keep(&map, places);
            if self.protected_places.shown.as_ref() == Some(&map) {
                self.ground_brush.masks.protected.clone_from(places);
            }
        }
    }

    /// Changes the protected places with the map that is shown.
    pub(super) fn follow_protected(&mut self) {
        let shown = self.terrain().map(|terrain| self.map_of(terrain.id));
        let last = self.protected_places.shown.take();
        let is_same = |one: &ShownMap, other: &ShownMap| {
            (one.document, one.terrain) == (other.document, other.terrain)
        };
        match (&last, &shown) {
            (None, None) => return,
            // The same map, also where it has just got a file.
            (Some(last), Some(shown)) if is_same(last, shown) => {}
            _ => {
                if let Some(last) = &last {
                    let places = std::mem::take(&mut self.ground_brush.masks.protected);
                    self.protected_places.keep(last, &places);
                }
                let places = shown.as_ref().map(|map| self.protected_places.of(map));
                self.ground_brush.masks.protected = places.unwrap_or_default();
                self.tell_protected();
            }
        }
        if let Some(map) = &shown {
            let places = std::mem::take(&mut self.ground_brush.masks.protected);
            self.protected_places.keep(map, &places);
            self.ground_brush.masks.protected = places;
        }
        self.protected_places.shown = shown;
    }

    /// How many protected places are not on the ground that is shown.
    pub fn protected_elsewhere(&self) -> usize {
        let Some(terrain) = self.terrain() else {
            return 0;
        };
        let places = self.ground_brush.masks.protected.iter();
        places.filter(|place| !place.is_on(&terrain.shape)).count()
    }

    fn tell_protected(&mut self) {
        let count = self.ground_brush.masks.protected.len();
        if count == 0 {
            return;
        }
        let kept = match count {
            1 => "1 place of this map is protected, as before.".to_owned(),
            count => format!("{count} places of this map are protected, as before."),
        };
        let elsewhere = match self.protected_elsewhere() {
            0 => String::new(),
            1 if count == 1 => " It is not on the ground that is loaded.".to_owned(),
            elsewhere => format!(" Not on the ground that is loaded: {elsewhere}."),
        };
        self.toast(Toast::note(kept + &elsewhere));
    }

    fn map_of(&self, terrain: TerrainId) -> ShownMap {
        let path = self.files.terrain_paths.get(&terrain);
        let file = match (path, &self.files.project_path) {
            (Some(path), _) if is_tile(path) => path.parent().map(Path::to_owned),
            (Some(path), _) => Some(path.clone()),
            (None, Some(project)) => Some(project.join(terrain.0.to_string())),
            (None, None) => None,
        };
        ShownMap {
            document: self.document_number(),
            terrain,
            file,
        }
    }
}

/// Whether a file is one of a folder of tiles, all of one map.
fn is_tile(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    ["adt", "wdt"]
        .iter()
        .any(|tile| extension.eq_ignore_ascii_case(tile))
}
