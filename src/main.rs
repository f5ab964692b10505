//! Start-up only; everything else is in the library.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[allow(
    clippy::print_stderr,
    reason = "the one sentence a user without a display gets"
)]
fn main() -> ExitCode {
    let paths = std::env::args_os().skip(1).map(Into::into).collect();
    match bonewright::app::run(paths) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bonewright: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}
