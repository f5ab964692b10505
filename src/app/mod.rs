//! The window around the panels: eframe, file dialogs, settings, and how the program closes.

mod app_error;
mod journal_picture;
mod scripted_run;
mod settings;
mod system_dialogs;
mod window;

pub use app_error::AppError;
pub use settings::Settings;
pub use window::{Window, run};
