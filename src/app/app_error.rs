//! Why the window could not open.

/// Why the window could not open; one sentence each.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// There is no screen to open a window on.
    #[error(
        "there is no display to open a window on; `bonewright render`, `convert` and `info` work without one"
    )]
    NoDisplay,
    /// There is a screen, but no graphics to draw with.
    #[error("the window could not be opened: {0}")]
    Graphics(String),
}

impl AppError {
    /// The exit code of the program.
    pub fn exit_code(&self) -> u8 {
        5
    }

    pub(super) fn of(error: &eframe::Error) -> Self {
        match error {
            eframe::Error::WinitEventLoop(_) | eframe::Error::Winit(_) => Self::NoDisplay,
            other => Self::Graphics(other.to_string()),
        }
    }
}
