//! Start-up only; everything else is in the library.

use bonewright::{app, cli};
use clap::Parser as _;
use std::io::Write as _;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    tracing_subscriber::fmt()
        .with_env_filter(tracing_subscriber::EnvFilter::from_default_env())
        .with_writer(std::io::stderr)
        .init();
    let arguments = cli::Arguments::parse();
    let mut out = cli::Piped::new(std::io::stdout());
    let mut err = std::io::stderr();
    match &arguments.command {
        Some(command) => cli::run(command, &mut out, &mut err),
        None => match app::run(arguments.files) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                // A closed stderr leaves nobody to tell.
                let _ = writeln!(err, "bonewright: {error}");
                ExitCode::from(error.exit_code())
            }
        },
    }
}
