//! How the editor exports a model: what would be lost is asked about before anything is written.

use super::file_work::{ExportWork, LossPolicy, export_model};
use super::{Editor, JobOutcome, ReportLine, Toast};
use std::path::PathBuf;

/// An export that waits for a yes, because the target can't hold everything.
#[derive(Clone, Debug, PartialEq)]
pub struct PendingExport {
    /// Where to.
    pub path: PathBuf,
    /// What would be lost.
    pub losses: Vec<ReportLine>,
}

impl Editor {
    /// The export that waits for a yes, if one does.
    pub fn pending_export(&self) -> Option<&PendingExport> {
        self.pending_export.as_ref()
    }

    pub(super) fn export(&mut self, path: PathBuf) {
        self.start_export(path, LossPolicy::Ask);
    }

    /// Goes on with the export that waits, or forgets it.
    pub(super) fn answer_losses(&mut self, is_yes: bool) {
        if let Some(PendingExport { path, .. }) = self.pending_export.take() {
            if is_yes {
                self.start_export(path, LossPolicy::Accept);
            } else {
                self.toast(Toast::note("Nothing was exported."));
            }
        }
    }

    fn start_export(&mut self, path: PathBuf, policy: LossPolicy) {
        if self.refuses_while_asking() {
            return;
        }
        if let Some(terrain) = self.terrain_to_export(&path).cloned() {
            self.start_terrain_export(path, terrain, policy);
            return;
        }
        let Some(model) = self.model().cloned() else {
            self.refuse("There is no model or map to export.");
            return;
        };
        let name = path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy();
        let started = self
            .jobs
            .start(format!("Export {name}"), move |control| match export_model(
                &path, &model, policy, control,
            ) {
                Ok(ExportWork::Written(lines)) => JobOutcome::Exported { path, lines },
                Ok(ExportWork::Asks(losses)) => {
                    JobOutcome::ExportAsks(PendingExport { path, losses })
                }
                Err(message) => JobOutcome::Failed(message),
            });
        if let Err(message) = started {
            self.toast(Toast::failure(message));
        }
    }
}
