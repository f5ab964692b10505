//! Runs one command, and turns what stopped it into a sentence and an exit code.

use super::args::Command;
use super::{
    CliError, Exit, apply, archive, auto_weights, check, convert, diff, info, journal,
    make_samples, map_pictures, operators, pose, render, splat, weight_text, weights,
};
use std::io::Write;
use std::process::ExitCode;

/// Runs a command; results go to `out`, what stopped it to `err`.
pub fn run(command: &Command, out: &mut dyn Write, err: &mut dyn Write) -> ExitCode {
    let result = match command {
        Command::Info(arguments) => info::run(arguments, out),
        Command::Check(arguments) => check::run(arguments, out),
        Command::Convert(arguments) => convert::run(arguments, err),
        Command::Diff(arguments) => diff::run(arguments, out),
        Command::Pose(arguments) => pose::run(arguments, out, err),
        Command::Render(arguments) => render::run(arguments, err),
        Command::Weights(arguments) => weights::run(arguments, out, err),
        Command::AutoWeights(arguments) => auto_weights::run(arguments, err),
        Command::Apply(arguments) => apply::run(arguments, err),
        Command::Operators(arguments) => operators::run(arguments, out),
        Command::WeightText(command) => weight_text::run(command, err),
        Command::Alphamaps(command) => map_pictures::run_alphamaps(command, err),
        Command::Heightmap(command) => map_pictures::run_heightmap(command, err),
        Command::Splat(arguments) => splat::run(arguments),
        Command::Archive(command) => archive::run(command, out, err),
        Command::Journal(command) => journal::run(command, out, err),
        Command::MakeSamples(arguments) => make_samples::run(arguments, err),
    };
    match result {
        Ok(exit) => exit.into(),
        Err(CliError { exit, sentence }) => {
            // A closed stderr leaves nobody to tell.
            let _ = writeln!(err, "{sentence}");
            exit.into()
        }
    }
}

/// What a command gives back.
pub type CommandResult = Result<Exit, CliError>;
