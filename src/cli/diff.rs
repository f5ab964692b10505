//! `bonewright diff`: in what two files differ.

use super::args::DiffArguments;
use super::opened::open;
use super::output::write_json;
use super::run::CommandResult;
use super::{CliError, Exit};
use crate::compare::compare_documents;
use serde_json::json;
use std::io::Write;

/// Prints the differences; the exit code tells whether there are any.
pub fn run(arguments: &DiffArguments, out: &mut dyn Write) -> CommandResult {
    let a = open(&arguments.a)?;
    let b = open(&arguments.b)?;
    let comparison = compare_documents(&a.document, &b.document, arguments.tolerance);
    if arguments.json {
        let differences: Vec<_> = comparison
            .differences
            .iter()
            .map(|difference| json!({ "path": difference.path, "a": difference.a, "b": difference.b }))
            .collect();
        let value = json!({
            "equal": comparison.is_equal(),
            "count": comparison.count,
            "differences": differences,
        });
        write_json(out, &value)?;
    } else {
        for difference in &comparison.differences {
            writeln!(
                out,
                "{}: {} -> {}",
                difference.path, difference.a, difference.b
            )
            .map_err(CliError::output)?;
        }
        let unlisted = comparison.count - comparison.differences.len();
        if unlisted > 0 {
            writeln!(out, "and {unlisted} more").map_err(CliError::output)?;
        }
    }
    Ok(if comparison.is_equal() {
        Exit::Fine
    } else {
        Exit::Wanting
    })
}
