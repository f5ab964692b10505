//! Why a command stopped, and the exit code that scripts see.

use std::process::ExitCode;

/// The exit codes of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All is well.
    Fine,
    /// Looked and found wanting: errors, differences, a refused loss.
    Wanting,
    /// Wrong usage.
    Usage,
    /// The input can't be read.
    Input,
    /// The output can't be written.
    Output,
    /// There is no display.
    NoDisplay,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Fine => 0,
            Exit::Wanting => 1,
            Exit::Usage => 2,
            Exit::Input => 3,
            Exit::Output => 4,
            Exit::NoDisplay => 5,
        })
    }
}

/// Why a command stopped: one sentence, and the exit code.
#[derive(Debug, thiserror::Error)]
#[error("{sentence}")]
pub struct CliError {
    /// The exit code.
    pub exit: Exit,
    /// What to tell the user.
    pub sentence: String,
}

impl CliError {
    /// The command was not understood.
    pub fn usage(sentence: impl ToString) -> Self {
        Self {
            exit: Exit::Usage,
            sentence: sentence.to_string(),
        }
    }

    /// An input can't be read.
    pub fn input(sentence: impl ToString) -> Self {
        Self {
            exit: Exit::Input,
            sentence: sentence.to_string(),
        }
    }

    /// An output can't be written.
    pub fn output(sentence: impl ToString) -> Self {
        Self {
            exit: Exit::Output,
            sentence: sentence.to_string(),
        }
    }

    /// Something was looked at and refused.
    pub fn wanting(sentence: impl ToString) -> Self {
        Self {
            exit: Exit::Wanting,
            sentence: sentence.to_string(),
        }
    }
}
