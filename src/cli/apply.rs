//! `bonewright apply`: operators on a file, as the editor would run them.

use super::CliError;
use super::args::ApplyArguments;
use super::edited::write_edited;
use super::opened::open;
use super::output::{Overwrite, profile_for};
use super::run::CommandResult;
use crate::edit::operator::AttachSkeleton;
use crate::edit::{EntryFocus, History, KeepOnMove, Operator, skeleton_bones};
use std::io::Write;
use std::path::Path;

/// Runs the script; notes go to `err`. If one operator fails nothing is written.
pub fn run(arguments: &ApplyArguments, err: &mut dyn Write) -> CommandResult {
    let profile = profile_for(None, &arguments.output)?;
    let operators = read_script(arguments)?;
    let attach = arguments.skeleton.as_deref();
    let attach = attach.map(|path| read_skeleton(path, err)).transpose()?;
    let mut opened = open(&arguments.input)?;
    opened.tell(err)?;
    let mut history = History::new(History::DEFAULT_BUDGET_BYTES);
    let attach = attach.iter().map(|it| ("--skeleton".to_owned(), it));
    let named = |(index, it)| (format!("operator {index}"), it);
    for (name, operator) in attach.chain(operators.iter().enumerate().map(named)) {
        let applied = history
            .apply(&mut opened.document, operator, EntryFocus::default())
            .map_err(|error| CliError::usage(format!("{}: {error}.", capital(&name))))?;
        for note in applied.notes {
            writeln!(err, "{name}: {note}").map_err(CliError::output)?;
        }
    }
    if arguments.undo_all {
        while history.undo(&mut opened.document).is_some() {}
    }
    opened.keep_terrain(arguments.terrain.as_deref(), profile)?;
    let overwrite = Overwrite::from_force(arguments.force);
    write_edited(&opened, &arguments.output, profile, overwrite, err)
}

/// The operator that puts the bones of a file on the model.
fn read_skeleton(path: &Path, err: &mut dyn Write) -> Result<Operator, CliError> {
    let opened = open(path)?;
    opened.tell(err)?;
    let attach = AttachSkeleton {
        model: None,
        bones: skeleton_bones(opened.model()?),
        keep: KeepOnMove::default(),
    };
    Ok(attach.into())
}

/// The text with a capital letter at its start.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|char| char.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

fn read_script(arguments: &ApplyArguments) -> Result<Vec<Operator>, CliError> {
    let path = arguments.script.display();
    let text = std::fs::read_to_string(&arguments.script)
        .map_err(|error| CliError::input(format!("{path}: {error}")))?;
    serde_json::from_str(&text).map_err(|error| CliError::input(format!("{path}: {error}")))
}
