//! How the editor writes the weights of the selected model as text, and reads them back.

use super::files::file_name;
use super::{Editor, JobOutcome, Toast};
use crate::edit::operator::SetVertexWeights;
use crate::import_export::{WeightLine, match_weights, read_weights, write_weights};
use crate::project::Disk;
use crate::project::atomic_write::{Previous, atomic_write_set};
use std::path::{Path, PathBuf};

impl Editor {
    /// Starts to write the weights of the selected model as text.
    pub(super) fn save_weights(&mut self, path: PathBuf) {
        let Some(model) = self.model().cloned() else {
            self.refuse("There is no model whose weights could be saved.");
            return;
        };
        let label = format!("Save weights to {}", file_name(&path));
        let started = self.jobs.start(label, move |control| {
            control.report("Writing", None);
            let text = write_weights(&model);
            let files = [(path.as_path(), text.as_bytes())];
            match atomic_write_set(&Disk, &files, Previous::Backup, &mut |_| {}) {
                Ok(_) => JobOutcome::WeightsSaved(path),
                Err(error) => JobOutcome::Failed(error.to_string()),
            }
        });
        if let Err(message) = started {
            self.toast(Toast::failure(message));
        }
    }

    /// Starts to read weights for the selected model.
    pub(super) fn load_weights(&mut self, path: PathBuf) {
        if self.model().is_none() {
            self.refuse("Open a model first: then weights can be loaded onto it.");
            return;
        }
        let label = format!("Read weights of {}", file_name(&path));
        let started = self.jobs.start(label, move |control| {
            control.report("Reading", None);
            match read_file(&path) {
                Ok(lines) => JobOutcome::WeightLines { path, lines },
                Err(message) => JobOutcome::Failed(message),
            }
        });
        if let Err(message) = started {
            self.toast(Toast::failure(message));
        }
    }

    /// Puts weights that were read on the selected model, as one entry of the history.
    pub(super) fn weights_read(&mut self, path: &Path, lines: &[WeightLine]) {
        let Some(model) = self.model() else {
            return;
        };
        let id = model.id;
        let matched = match_weights(lines, model, model.place_tolerance());
        let name = file_name(path);
        if matched.vertices.is_empty() {
            self.refuse(format!("No vertex of this model is where {name} has one."));
            return;
        }
        let notes = matched.notes();
        let operator = SetVertexWeights::of_rows(
            Some(id.0),
            matched.vertices,
            &matched.influences,
            format!("Load weights of {name}"),
        );
        self.apply(&operator.into());
        self.tell_notes(&notes.into_iter().map(crate::edit::Note).collect::<Vec<_>>());
    }
}

fn read_file(path: &Path) -> Result<Vec<WeightLine>, String> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| format!("{shown}: {error}"))?;
    read_weights(&text).map_err(|error| format!("{shown}: {error}"))
}
