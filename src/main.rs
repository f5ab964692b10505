//! Start-up only; everything else is in the library.

use bonewright::cli;
use clap::Parser as _;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    tracing_subscriber::fmt()
        .with_env_filter(tracing_subscriber::EnvFilter::from_default_env())
        .with_writer(std::io::stderr)
        .init();
    let arguments = cli::Arguments::parse();
    match &arguments.command {
        Some(command) => cli::run(
            command,
            &mut std::io::stdout().lock(),
            &mut std::io::stderr().lock(),
        ),
        None => ExitCode::from(5),
    }
}
