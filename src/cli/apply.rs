//! `bonewright apply`: operators on a file, as the editor would run them.

use super::args::ApplyArguments;
use super::opened::open;
use super::output::{Overwrite, make_output, profile_for};
use super::run::CommandResult;
use super::{CliError, Exit};
use crate::edit::{EntryFocus, History, Operator};
use crate::import_export::ExportLayout;
use std::io::Write;

/// Runs the script; notes go to `err`. If one operator fails nothing is written.
pub fn run(arguments: &ApplyArguments, err: &mut dyn Write) -> CommandResult {
    let profile = profile_for(None, &arguments.output)?;
    let operators = read_script(arguments)?;
    let mut opened = open(&arguments.input)?;
    opened.tell(err)?;
    let mut history = History::new(History::DEFAULT_BUDGET_BYTES);
    for (index, operator) in operators.iter().enumerate() {
        let applied = history
            .apply(&mut opened.document, operator, EntryFocus::default())
            .map_err(|error| CliError::usage(format!("Operator {index}: {error}.")))?;
        for note in applied.notes {
            writeln!(err, "operator {index}: {note}").map_err(CliError::output)?;
        }
    }
    if arguments.undo_all {
        while history.undo(&mut opened.document).is_some() {}
    }
    let editor = opened.editor.as_deref();
    let output = make_output(
        &opened.document,
        editor,
        &arguments.output,
        profile,
        ExportLayout::KeepNative,
    )?;
    for loss in &output.report.losses {
        writeln!(err, "lost: {loss}").map_err(CliError::output)?;
    }
    output.write(Overwrite::from_force(arguments.force))?;
    Ok(Exit::Fine)
}

fn read_script(arguments: &ApplyArguments) -> Result<Vec<Operator>, CliError> {
    let path = arguments.script.display();
    let text = std::fs::read_to_string(&arguments.script)
        .map_err(|error| CliError::input(format!("{path}: {error}")))?;
    serde_json::from_str(&text).map_err(|error| CliError::input(format!("{path}: {error}")))
}
