//! `bonewright weight-text`: the weights of a model as text, and back onto a model.

use super::args::{WeightTextCommand, WeightTextLoadArguments, WeightTextSaveArguments};
use super::edited::{apply_one, write_edited};
use super::opened::open;
use super::output::{Overwrite, profile_for, write_whole};
use super::run::CommandResult;
use super::{CliError, Exit};
use crate::edit::operator::SetVertexWeights;
use crate::import_export::{match_weights, read_weights, write_weights};
use std::io::Write;

/// Saves or loads; notes go to `err`.
pub fn run(command: &WeightTextCommand, err: &mut dyn Write) -> CommandResult {
    match command {
        WeightTextCommand::Save(arguments) => save(arguments, err),
        WeightTextCommand::Load(arguments) => load(arguments, err),
    }
}

fn save(arguments: &WeightTextSaveArguments, err: &mut dyn Write) -> CommandResult {
    let opened = open(&arguments.file)?;
    opened.tell(err)?;
    let text = write_weights(opened.model()?);
    let overwrite = Overwrite::from_force(arguments.force);
    write_whole(&arguments.output, text.as_bytes(), overwrite)?;
    Ok(Exit::Fine)
}

fn load(arguments: &WeightTextLoadArguments, err: &mut dyn Write) -> CommandResult {
    let profile = profile_for(None, &arguments.output)?;
    let path = arguments.weights.display();
    let text = std::fs::read_to_string(&arguments.weights)
        .map_err(|error| CliError::input(format!("{path}: {error}")))?;
    let lines = read_weights(&text).map_err(|error| CliError::input(format!("{path}: {error}")))?;
    let mut opened = open(&arguments.file)?;
    opened.tell(err)?;
    let model = opened.model()?;
    let tolerance = arguments.tolerance.map(|tolerance| tolerance as f32);
    let tolerance = tolerance.unwrap_or_else(|| model.place_tolerance());
    let matched = match_weights(&lines, model, tolerance);
    if matched.vertices.is_empty() {
        return Err(CliError::wanting(format!(
            "No vertex of {} is where {path} has one.",
            arguments.file.display()
        )));
    }
    for note in matched.notes() {
        writeln!(err, "{note}").map_err(CliError::output)?;
    }
    let operator = SetVertexWeights::of_rows(
        Some(model.id.0),
        matched.vertices,
        &matched.influences,
        String::new(),
    );
    apply_one(&mut opened, &operator.into(), err)?;
    let overwrite = Overwrite::from_force(arguments.force);
    write_edited(&opened, &arguments.output, profile, overwrite, err)
}
