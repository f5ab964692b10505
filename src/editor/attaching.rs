//! How the editor puts the bones of a file on the selected model.

use super::file_work::read_skeleton;
use super::files::file_name;
use super::{Editor, JobOutcome, ReportLine, Toast};
use crate::edit::operator::AttachSkeleton;
use crate::edit::{KeepOnMove, SkeletonBone};
use std::path::PathBuf;

impl Editor {
    /// Starts to read the bones of a file.
    pub(super) fn attach_skeleton(&mut self, path: PathBuf) {
        if self.model().is_none() {
            self.refuse("Open a model first: then the bones of the file can be put on it.");
            return;
        }
        let label = format!("Read bones of {}", file_name(&path));
        let started = self.jobs.start(label, move |control| {
            read_skeleton(&path, control).unwrap_or_else(JobOutcome::Failed)
        });
        if let Err(message) = started {
            self.toast(Toast::failure(message));
        }
    }

    /// Puts the bones that were read on the selected model, as one entry of the history.
    pub(super) fn skeleton_read(&mut self, bones: Vec<SkeletonBone>, lines: Vec<ReportLine>) {
        self.add_lines(lines);
        let operator = AttachSkeleton {
            model: self.selection.model.map(|id| id.0),
            bones,
            keep: KeepOnMove::default(),
        };
        self.apply(&operator.into());
    }
}
