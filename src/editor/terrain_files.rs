//! How the editor adds terrains to what is open, and exports them.

use super::file_work::{ExportWork, LossPolicy, export_terrain, read_splat_pictures};
use super::{Editor, JobOutcome, KeptModel, PendingExport, ReportLine, Toast};
use crate::document::{Terrain, TerrainId};
use crate::import_export::Profile;
use crate::journal::add_terrain;
use std::path::{Path, PathBuf};

impl Editor {
    /// Adds a terrain that was read.
    pub(super) fn terrain_read(
        &mut self,
        path: PathBuf,
        terrain: Terrain,
        lines: Vec<ReportLine>,
        kept: Option<KeptModel>,
    ) {
        let used = self.document.terrains.iter().map(|terrain| terrain.id.0);
        let id = TerrainId(used.max().map_or(0, |id| id + 1));
        if !is_picture(&path) {
            self.recent.add(&path);
        }
        self.files.terrain_paths.insert(id, path.clone());
        self.files.has_unsaved_import |= self.files.project_path.is_some();
        let is_first = self.document.is_empty();
        let added = format!("Added {} ({}).", terrain.name, terrain.size_text());
        add_terrain(&mut self.document, terrain, id);
        self.journal_terrain(&path, id, kept);
        self.tiles_are_journaled();
        self.add_lines(lines);
        if is_first {
            self.document_replaced();
        } else {
            self.chosen_terrain = Some(id);
            self.ground_view.forget_places();
        }
        self.toast(Toast::note(added));
    }

    /// The terrain that an export to `path` would write: the one that is shown, where the name asks
    /// for one, or where there is no model.
    pub(super) fn terrain_to_export(&self, path: &Path) -> Option<&Terrain> {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        let asks = Profile::is_terrain_extension(&extension);
        let terrain = self.terrain()?;
        (asks || self.model().is_none()).then_some(terrain)
    }

    /// Starts to read a height map and weight pictures as ground.
    pub(super) fn import_splat(&mut self, paths: Vec<PathBuf>) {
        let keeps = self.journal.folder().is_some();
        let started = self.jobs.start("Import splat pictures", move |control| {
            read_splat_pictures(&paths, keeps, control).unwrap_or_else(JobOutcome::Failed)
        });
        if let Err(message) = started {
            self.toast(Toast::failure(message));
        }
    }

    /// Exports the terrain in the background.
    pub(super) fn start_terrain_export(
        &mut self,
        path: PathBuf,
        terrain: Terrain,
        policy: LossPolicy,
    ) {
        let name = super::files::file_name(&path);
        let label = match self.document.terrains.len() {
            0 | 1 => format!("Export {name}"),
            _ => format!("Export {} as {name}", terrain.name),
        };
        let started = self.jobs.start(label, move |control| {
            match export_terrain(&path, &terrain, policy, control) {
                Ok(ExportWork::Written(lines)) => JobOutcome::Exported { path, lines },
                Ok(ExportWork::Asks(lines)) => JobOutcome::ExportAsks(PendingExport {
                    path,
                    losses: lines,
                }),
                Err(message) => JobOutcome::Failed(message),
            }
        });
        if let Err(message) = started {
            self.toast(Toast::failure(message));
        }
    }
}

/// Whether a path is one of the pictures that ground was made of, which do not open by themselves.
fn is_picture(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    ["png", "raw", "r16"].contains(&extension.to_lowercase().as_str())
}
