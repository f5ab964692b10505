//! `bonewright operators`: every operator with its arguments.

use super::args::OperatorsArguments;
use super::output::write_json;
use super::run::CommandResult;
use super::{CliError, Exit};
use crate::edit::Operator;
use std::io::Write;

/// Prints the list.
pub fn run(arguments: &OperatorsArguments, out: &mut dyn Write) -> CommandResult {
    let specs = Operator::specs();
    if arguments.json {
        let value = serde_json::to_value(&specs).map_err(CliError::output)?;
        write_json(out, &value)?;
        return Ok(Exit::Fine);
    }
    for spec in &specs {
        writeln!(out, "{}: {}", spec.name, spec.doc).map_err(CliError::output)?;
        for argument in &spec.arguments {
            let default = match &argument.default {
                Some(value) => format!(" (default {value})"),
                None => String::new(),
            };
            writeln!(
                out,
                "    {}: {}{default} {}",
                argument.name, argument.kind, argument.doc
            )
            .map_err(CliError::output)?;
        }
    }
    Ok(Exit::Fine)
}
