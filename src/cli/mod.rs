//! The command line, one file per command.
//!
//! `stdout` carries only the result; errors are one sentence on `stderr`. Output files appear whole
//! or not at all, and nothing is overwritten without `--force`.

mod apply;
mod archive;
mod archive_args;
mod archive_files;
mod args;
mod args_map_pictures;
mod auto_weights;
mod check;
mod convert;
mod diff;
mod edited;
mod error;
mod info;
mod info_terrain;
mod info_tiles;
mod journal;
mod make_samples;
mod map_pictures;
mod opened;
mod operators;
mod output;
mod piped;
mod pose;
mod progress;
mod render;
mod render_terrain;
mod run;
mod splat;
mod weight_picture;
mod weight_text;
mod weights;
mod weights_json;
mod weights_text;

pub use args::{Arguments, Command};
pub use error::{CliError, Exit};
pub use piped::Piped;
pub use run::run;
