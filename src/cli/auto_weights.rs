//! `bonewright auto-weights`: weights found by the program, put on a model.

use super::CliError;
use super::args::{AutoWeightsArguments, VertexRange};
use super::edited::{apply_one, write_edited};
use super::opened::open;
use super::output::{Overwrite, profile_for};
use super::progress::ProgressBar;
use super::run::CommandResult;
use crate::edit::{AutomaticRequest, BoneRef};
use crate::skinning::automatic::AutomaticError;
use std::collections::BTreeSet;
use std::io::Write;

/// Finds weights and writes the model with them; what fell back goes to `err`.
pub fn run(arguments: &AutoWeightsArguments, err: &mut dyn Write) -> CommandResult {
    let profile = profile_for(None, &arguments.output)?;
    let mut opened = open(&arguments.input)?;
    opened.tell(err)?;
    let model = opened.model()?;
    let bones = arguments.bones.iter();
    let bones: Vec<BoneRef> = bones.map(|bone| BoneRef::from(bone.as_str())).collect();
    let vertices = numbers(&arguments.vertices, model.vertices.len())?;
    let request = AutomaticRequest::new(
        model,
        (!bones.is_empty()).then_some(bones.as_slice()),
        (!vertices.is_empty()).then_some(vertices.as_slice()),
        arguments.method.into(),
    )
    .map_err(|error| CliError::usage(format!("{error}.")))?;
    let bar = ProgressBar::new();
    let found = request.find(&bar);
    bar.finish();
    let input = arguments.input.display();
    let found = found.map_err(|error| match error {
        AutomaticError::NoSuchVertex { .. } => CliError::usage(format!("{input}: {error}")),
        error => CliError::wanting(format!("{input}: {error}")),
    })?;
    for note in found.notes(model) {
        writeln!(err, "{}", note.sentence()).map_err(CliError::output)?;
    }
    if found.operator.vertices.is_empty() {
        return Err(CliError::wanting(format!(
            "{}: nothing was written: no vertex gets weight from the chosen bones.",
            arguments.output.display()
        )));
    }
    apply_one(&mut opened, &found.operator.into(), err)?;
    let overwrite = Overwrite::from_force(arguments.force);
    write_edited(&opened, &arguments.output, profile, overwrite, err)
}

/// The vertices of all ranges, each once.
fn numbers(ranges: &[VertexRange], count: usize) -> Result<Vec<u32>, CliError> {
    let mut numbers = BTreeSet::new();
    for range in ranges {
        if range.last as usize >= count {
            return Err(CliError::usage(format!(
                "There is no vertex {}; the model has {count}, counted from 0.",
                range.last
            )));
        }
        numbers.extend(range.first..=range.last);
    }
    Ok(numbers.into_iter().collect())
}
