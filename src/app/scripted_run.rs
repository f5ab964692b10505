//! A window that works by itself: steps from a file, one a frame, through the same door as a hand.
//!
//! For tests that kill the program: after each step that landed, its number and the document's hash
//! are appended to a log.

use crate::edit::Operator;
use crate::editor::{Editor, Intent, ViewIntent};
use serde::Deserialize;
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// Names the file with the steps.
const SCRIPT: &str = "BONEWRIGHT_SCRIPTED_RUN";

/// Names the log.
const LOG: &str = "BONEWRIGHT_SCRIPTED_LOG";

/// One step.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Step {
    /// Applies an operator.
    Apply(Box<Operator>),
    /// Shows an operator as a drag does.
    Drag(Box<Operator>),
    /// Lets go of the drag.
    Release,
    /// Undoes.
    Undo,
    /// Redoes.
    Redo,
    /// Goes to a position of the history.
    Jump(usize),
    /// Saves the project.
    Save,
}

/// Steps that are left, and the log.
#[derive(Debug)]
pub(super) struct ScriptedRun {
    steps: std::vec::IntoIter<Step>,
    done: usize,
    log: File,
}

impl ScriptedRun {
    /// The run that the environment asks for, if it does.
    pub(super) fn from_environment() -> Option<Self> {
        let (script, log) = (std::env::var_os(SCRIPT)?, std::env::var_os(LOG)?);
        match Self::read(Path::new(&script), Path::new(&log)) {
            Ok(run) => Some(run),
            Err(reason) => {
                tracing::error!("{SCRIPT}: {reason}");
                None
            }
        }
    }

    fn read(script: &Path, log: &Path) -> Result<Self, String> {
        let text = std::fs::read(script).map_err(|error| error.to_string())?;
        let steps: Vec<Step> = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
        let log = File::options().create(true).append(true).open(log);
        Ok(Self {
            steps: steps.into_iter(),
            done: 0,
            log: log.map_err(|error| error.to_string())?,
        })
    }

    /// Does the next step once something is open and nothing runs; `false` if none are left.
    pub(super) fn step(&mut self, editor: &mut Editor) -> bool {
        if editor.model().is_none() || !editor.jobs().is_idle() {
            return true;
        }
        let Some(step) = self.steps.next() else {
            return false;
        };
        editor.handle(match step {
            Step::Apply(operator) => Intent::Apply(*operator),
            Step::Drag(operator) => ViewIntent::UpdateGesture(*operator).into(),
            Step::Release => ViewIntent::CommitGesture.into(),
            Step::Undo => ViewIntent::Undo.into(),
            Step::Redo => ViewIntent::Redo.into(),
            Step::Jump(position) => ViewIntent::JumpTo(position).into(),
            Step::Save => ViewIntent::Save.into(),
        });
        self.done += 1;
        let line = format!("{} {:016x}\n", self.done, editor.document().content_hash());
        // A log that can't be written fails the test that reads it.
        let _ = self.log.write_all(line.as_bytes());
        true
    }
}
