//! How the editor adds terrains to what is open, and exports them.

use super::file_work::{ExportWork, LossPolicy, export_terrain};
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
        self.recent.add(&path);
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

    /// The terrain that an export to `path` would write: one is written where the name asks for
    /// it, or where there is no model.
    pub(super) fn terrain_to_export(&self, path: &Path) -> Option<&Terrain> {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        let asks = Profile::is_terrain_extension(&extension);
        let terrain = self.document.terrains.first()?;
        (asks || self.model().is_none()).then_some(terrain)
    }

    /// Exports the terrain in the background.
    pub(super) fn start_terrain_export(
        &mut self,
        path: PathBuf,
        terrain: Terrain,
        policy: LossPolicy,
    ) {
        if self.document.terrains.len() > 1 {
            let count = self.document.terrains.len();
            self.refuse(format!(
                "There are {count} terrains, and an export writes one; open the one to export in \
                 a window of its own."
            ));
            return;
        }
        let name = super::files::file_name(&path);
        let started = self.jobs.start(
            format!("Export {name}"),
            move |control| match export_terrain(&path, &terrain, policy, control) {
                Ok(ExportWork::Written(lines)) => JobOutcome::Exported { path, lines },
                Ok(ExportWork::Asks(lines)) => JobOutcome::ExportAsks(PendingExport {
                    path,
                    losses: lines,
                }),
                Err(message) => JobOutcome::Failed(message),
            },
        );
        if let Err(message) = started {
            self.toast(Toast::failure(message));
        }
    }
}
