//! What runs on the worker thread when a file is opened, saved or exported.

use super::jobs::JobControl;
use super::{JobOutcome, ReportLine};
use crate::document::{Document, Model};
use std::path::Path;

/// Reads a project or a model, whichever the file is.
pub(super) fn read_file(path: &Path, control: &JobControl) -> Result<JobOutcome, String> {
    let _ = control;
    Err(format!(
        "{} is no file this version can open.",
        path.display()
    ))
}

/// Writes the project, reads it back and compares.
pub(super) fn write_project(
    path: &Path,
    document: &Document,
    control: &JobControl,
) -> Result<(), String> {
    let _ = (document, control);
    Err(format!("{} can't be written.", path.display()))
}

/// Writes a model in the format that the path's extension names.
pub(super) fn export_model(
    path: &Path,
    model: &Model,
    control: &JobControl,
) -> Result<Vec<ReportLine>, String> {
    let _ = (model, control);
    Err(format!("{} can't be written.", path.display()))
}
