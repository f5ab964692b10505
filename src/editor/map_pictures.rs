//! How the editor writes the open map as pictures, and reads them back.

use super::files::file_name;
use super::{Editor, JobOutcome, Toast, alphamaps_operator, heights_operator};
use crate::document::{Terrain, TerrainId};
use crate::edit::Operator;
use crate::import_export::{
    HeightForm, MapCoverage, load_alphamaps, load_heightmap, save_alphamaps, save_heightmap,
};
use crate::project::Disk;
use crate::project::atomic_write::{Previous, atomic_write_set};
use std::path::{Path, PathBuf};

/// What pictures of a map show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapPictures {
    /// The shares of textures, or the ground types of corners.
    Alphamaps,
    /// The heights.
    Heightmap,
}

impl Editor {
    /// The map that is shown, or a sentence that none is open.
    pub(super) fn terrain_of_pictures(&self) -> Result<&Terrain, String> {
        self.terrain()
            .ok_or_else(|| "There is no map open.".to_owned())
    }

    /// Starts to write pictures of the map beside a list at `path`.
    pub(super) fn save_map_pictures(&mut self, pictures: MapPictures, path: PathBuf) {
        if self.refuses_while_asking() {
            return;
        }
        let terrain = match self.terrain_of_pictures() {
            Ok(terrain) => terrain.clone(),
            Err(message) => return self.refuse(message),
        };
        let path = path.with_extension("json");
        let label = format!("Save pictures to {}", file_name(&path));
        let started = self.jobs.start(label, move |control| {
            control.report("Writing", None);
            match write(&terrain, pictures, &path) {
                Ok(notes) => JobOutcome::MapPicturesSaved { path, notes },
                Err(message) => JobOutcome::Failed(message),
            }
        });
        if let Err(message) = started {
            self.toast(Toast::failure(message));
        }
    }

    /// Starts to read the pictures of the list at `path` for the map.
    pub(super) fn load_map_pictures(&mut self, pictures: MapPictures, path: PathBuf) {
        let terrain = match self.terrain_of_pictures() {
            Ok(terrain) => terrain.id,
            Err(message) => return self.refuse(message),
        };
        let label = format!("Read pictures of {}", file_name(&path));
        let started = self.jobs.start(label, move |control| {
            control.report("Reading", None);
            match read(terrain, pictures, &path) {
                Ok(operator) => JobOutcome::MapPicturesRead(Box::new(operator)),
                Err(message) => JobOutcome::Failed(message),
            }
        });
        if let Err(message) = started {
            self.toast(Toast::failure(message));
        }
    }

    /// Says that pictures were written, and what is worth knowing about them.
    pub(super) fn map_pictures_saved(&mut self, path: &Path, notes: Vec<String>) {
        let name = file_name(path);
        self.toast(Toast::note(format!(
            "Saved the pictures that {name} lists."
        )));
        let notes: Vec<_> = notes.into_iter().map(crate::edit::Note).collect();
        self.tell_notes(&notes);
    }
}

fn write(terrain: &Terrain, pictures: MapPictures, path: &Path) -> Result<Vec<String>, String> {
    let name = file_name(path);
    let each = MapCoverage::EachTile;
    let saved = match pictures {
        MapPictures::Alphamaps => save_alphamaps(terrain, &name, each),
        MapPictures::Heightmap => save_heightmap(terrain, &name, each, HeightForm::Png, None),
    };
    let saved = saved.map_err(|error| error.to_string())?;
    // The list comes last, so that it never stands without its pictures.
    let files = saved.files.iter().rev();
    let files: Vec<(PathBuf, &[u8])> = files
        .map(|file| (path.with_file_name(&file.name), file.bytes.as_slice()))
        .collect();
    let files: Vec<(&Path, &[u8])> = files
        .iter()
        .map(|(path, bytes)| (path.as_path(), *bytes))
        .collect();
    atomic_write_set(&Disk, &files, Previous::Backup, &mut |_| {})
        .map_err(|error| error.to_string())?;
    Ok(saved.notes)
}

fn read(terrain: TerrainId, pictures: MapPictures, path: &Path) -> Result<Operator, String> {
    let shown = path.display();
    let list = std::fs::read(path).map_err(|error| format!("{shown}: {error}"))?;
    let mut beside =
        |file: &str| std::fs::read(path.with_file_name(file)).map_err(|error| error.to_string());
    let label = format!("Load pictures of {}", file_name(path));
    let terrain = Some(terrain.0);
    let operator = match pictures {
        MapPictures::Alphamaps => load_alphamaps(&list, &mut beside)
            .map(|loaded| alphamaps_operator(terrain, &loaded, label)),
        MapPictures::Heightmap => load_heightmap(&list, &mut beside)
            .map(|loaded| heights_operator(terrain, &loaded, label)),
    };
    let operator = operator.map_err(|error| format!("{shown}: {error}"))?;
    operator.ok_or_else(|| format!("{shown}: there is no memory to pack the pictures"))
}
