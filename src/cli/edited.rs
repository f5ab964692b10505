//! What commands that change a file end with: an operator applied, and the result written.

use super::opened::Opened;
use super::output::{Overwrite, make_output, own_version};
use super::run::CommandResult;
use super::{CliError, Exit};
use crate::edit::{EntryFocus, History, Operator};
use crate::import_export::{ExportLayout, Profile};
use std::io::Write;
use std::path::Path;

/// Applies one operator; its notes go to `err`.
pub fn apply_one(
    opened: &mut Opened,
    operator: &Operator,
    err: &mut dyn Write,
) -> Result<(), CliError> {
    let mut history = History::new(History::DEFAULT_BUDGET_BYTES);
    let applied = history
        .apply(&mut opened.document, operator, EntryFocus::default())
        .map_err(|error| CliError::usage(format!("{error}.")))?;
    for note in applied.notes {
        writeln!(err, "{note}").map_err(CliError::output)?;
    }
    Ok(())
}

/// Writes what was opened and changed; losses go to `err`.
pub fn write_edited(
    opened: &Opened,
    path: &Path,
    profile: Profile,
    overwrite: Overwrite,
    err: &mut dyn Write,
) -> CommandResult {
    let editor = opened.editor.as_deref();
    let profile = own_version(profile, None, &opened.document);
    let layout = ExportLayout::KeepNative;
    let output = make_output(&opened.document, editor, path, profile, layout)?;
    for loss in &output.report.losses {
        writeln!(err, "lost: {loss}").map_err(CliError::output)?;
    }
    output.write(overwrite)?;
    Ok(Exit::Fine)
}
